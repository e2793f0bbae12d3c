"""The lab of a puzzle: play, scramble, set up, and see every shortest solution move by move."""
