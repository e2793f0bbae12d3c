"""The window: draws states and turns events into moves; knows no rule of any game."""
