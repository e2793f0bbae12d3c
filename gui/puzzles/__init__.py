"""Puzzles, and one's own mistakes to try again."""
