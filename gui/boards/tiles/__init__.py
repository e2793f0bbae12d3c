"""Sliding tiles in the window."""
