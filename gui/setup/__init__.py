"""The settings of a game: its rules, who plays, and how a match begins."""
