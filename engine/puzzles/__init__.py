"""Positions with one good move; mistakes of a game and what refutes them."""
