"""The choice of a player: one model and one form for every screen that needs it."""
