"""The arena: fair experiments between bots, and the results of earlier ones."""
