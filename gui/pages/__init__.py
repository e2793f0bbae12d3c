"""Screens that are read and filled in: preferences first, the others follow."""
