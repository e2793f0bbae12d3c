"""Access to the clipboard, which may hold any data or be locked by another program."""

from __future__ import annotations

import pygame

from engine.messages import Message
from engine.texts import clean_lines

MAX_CHARACTERS = 1_000_000


def get_text() -> str:
    """Return the text of the clipboard; empty when it has no text or is unavailable."""
    try:
        text: str | bytes = pygame.scrap.get_text()
    except UnicodeDecodeError as error:
        text = error.object
    except pygame.error:
        return ""
    return clean_lines(text, MAX_CHARACTERS)


def put_text(text: str) -> Message | None:
    """Copy a text to the clipboard; return an error message when it is unavailable."""
    try:
        pygame.scrap.put_text(clean_lines(text, MAX_CHARACTERS))
    except pygame.error:
        return Message("gui.no_clipboard")
    return None
