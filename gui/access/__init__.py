"""The window for those who do not see it: a tree of names, states and actions for a reader."""
