"""A person's own bots at the window: their files, their list, a new one."""
