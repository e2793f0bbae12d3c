"""The Pocket Cube in the window."""
