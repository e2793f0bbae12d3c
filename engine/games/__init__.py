"""The six boards: rules only, no solver and no bot."""
