"""Accessibility of the window: a tree of names, states and actions for screen readers."""
