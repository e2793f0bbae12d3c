"""Rules of the games and puzzles, without solvers and bots."""
