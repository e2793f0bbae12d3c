"""Finds the code of a puzzle in a text; cheap enough for any pasted text."""

from __future__ import annotations

import re

from engine.registry import ALL_GAMES

LARGEST_TEXT = 500
_NAMED = re.compile(rf"(?<!\S)({'|'.join(ALL_GAMES)})\s+(\S.*)", re.DOTALL)


def find_code(text: str) -> re.Match[str] | None:
    """Return a match with the game's id (1) and the rest of the code (2); None without a code."""
    return _NAMED.search(text) if len(text) <= LARGEST_TEXT else None


def holds_code(text: str) -> bool:
    """Return whether a text looks like a puzzle code; it may still be invalid."""
    return find_code(text) is not None
