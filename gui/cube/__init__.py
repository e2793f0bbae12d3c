"""The cube lab: turn, scramble, paint, and see every shortest solution turn by turn."""
