"""A match: its table, analysis and screen."""
