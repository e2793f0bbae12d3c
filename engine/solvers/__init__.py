"""Exact answers: value tables, alpha-beta, bidirectional search, the cube table."""
