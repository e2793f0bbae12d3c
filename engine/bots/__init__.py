"""Bots: each plays by one classic method and explains its move."""
