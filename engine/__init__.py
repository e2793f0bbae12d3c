"""Rules, bots, solvers and experiments; nothing here knows that a window exists."""
