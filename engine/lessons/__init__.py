"""Lessons: five chapters of steps, each a place, a moment and a question; texts are keys."""
