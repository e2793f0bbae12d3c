"""Puzzles, and the user's own mistakes to retry."""
