"""Experiments with bots: games, judged moves, results."""
