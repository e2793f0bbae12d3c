"""The training of a learner: number of games, opponent, results."""
