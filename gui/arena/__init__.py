"""The arena: fair experiments between bots, and what came of earlier ones."""
