"""The settings of a game: its rules, its players, and the start of a match."""
