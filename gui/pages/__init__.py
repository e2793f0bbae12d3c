"""Screens of text and forms: menu, help, preferences, files, statistics and the like."""
