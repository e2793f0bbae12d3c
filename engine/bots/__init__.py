"""Players: each one a classic idea that explains its move."""
