"""Rules, bots, solvers and experiments; this package does not import the gui."""
