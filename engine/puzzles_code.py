"""Where in a text the code of a puzzle stands; cheap, for whoever pastes anything."""

from __future__ import annotations

import re

from engine.registry import ALL_GAMES

LARGEST_TEXT = 500
_NAMED = re.compile(rf"(?<!\S)({'|'.join(ALL_GAMES)})\s+(\S.*)", re.DOTALL)


def find_code(text: str) -> re.Match[str] | None:
    """The game's id (1) and all that follows it (2); None where there is no such thing."""
    return _NAMED.search(text) if len(text) <= LARGEST_TEXT else None


def holds_code(text: str) -> bool:
    """Whether a text looks like a puzzle that somebody shared; it may still be none."""
    return find_code(text) is not None
