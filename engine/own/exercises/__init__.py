"""The exercises of the lessons: their checks and players, in the process of a person's file."""
