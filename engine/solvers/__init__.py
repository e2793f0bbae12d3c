"""Exact answers: value tables, alpha-beta, bidirectional search, A*, complete tables."""
