"""The screens that are not yet in a room of their own, and what they share."""
