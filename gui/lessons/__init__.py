"""Lessons: the walk through the steps, the card, and the screens they open."""
