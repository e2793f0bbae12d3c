"""Recordings of decisions: the events of each method, and the recorder that writes them."""
