"""A person's own bots: the file, its process, and the bot that asks it."""
