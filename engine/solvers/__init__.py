"""Solvers: value tables, alpha-beta, bidirectional search, A*, distance tables."""
