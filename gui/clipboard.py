"""The clipboard, shared with programs that put anything into it and may hold it at any moment."""

from __future__ import annotations

import pygame

from engine.messages import Message
from engine.texts import clean_lines

MAX_CHARACTERS = 1_000_000


def get_text() -> str:
    """What other programs left there as text; empty when there is none or it cannot be had."""
    try:
        found: str | bytes = pygame.scrap.get_text()
    except UnicodeDecodeError as error:
        found = error.object
    except pygame.error:
        return ""
    return clean_lines(found, MAX_CHARACTERS)


def put_text(text: str) -> Message | None:
    """Leave a text for other programs; a sentence when the clipboard cannot be had."""
    try:
        pygame.scrap.put_text(clean_lines(text, MAX_CHARACTERS))
    except pygame.error:
        return Message("gui.no_clipboard")
    return None
