"""A match: the table, what is known of it, and its screen."""
