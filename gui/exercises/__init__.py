"""Exercises on a board: puzzles, the user's own mistakes to retry, and any list of positions."""
