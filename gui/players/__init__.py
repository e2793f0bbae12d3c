"""Choosing a player: one model and one form, wherever a screen asks who plays."""
