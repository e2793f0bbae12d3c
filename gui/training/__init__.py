"""Training the learner: how many games, against whom, and what has come of it."""
