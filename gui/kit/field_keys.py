"""The editing keys of a text field on each system: caret movement and deletion."""

from __future__ import annotations

import pygame

CTRL, OPTION, CMD = pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META
ALT_GR = pygame.KMOD_MODE


def commands(event: pygame.event.Event, mac: bool) -> bool:
    """Whether the key press is a command and types no character.

    AltGr arrives as Ctrl and Alt on Windows: it types characters.
    """
    if mac:
        return bool(event.mod & (CTRL | CMD))
    return bool(event.mod & (CTRL | CMD)) and not event.mod & (OPTION | ALT_GR)


def caret_goal(event: pygame.event.Event, text: str, caret: int, mac: bool) -> int | None:
    """Return the new caret position after a key press; None if the key does not move the caret."""
    if mac and event.mod & CMD:
        ends = {pygame.K_LEFT: 0, pygame.K_UP: 0}
        ends |= {pygame.K_RIGHT: len(text), pygame.K_DOWN: len(text)}
        return ends.get(event.key)
    if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
        step = -1 if event.key == pygame.K_LEFT else 1
        return _step(event, text, caret, step, mac)
    return {pygame.K_HOME: 0, pygame.K_END: len(text)}.get(event.key)


def deleted_to(event: pygame.event.Event, text: str, caret: int, mac: bool) -> int | None:
    """Return the other end of the deletion by a key press; None if the key does not delete."""
    if event.key not in (pygame.K_BACKSPACE, pygame.K_DELETE):
        return None
    step = -1 if event.key == pygame.K_BACKSPACE else 1
    if mac and event.mod & CMD:
        return 0 if step < 0 else len(text)
    return _step(event, text, caret, step, mac)


def _step(event: pygame.event.Event, text: str, caret: int, step: int, mac: bool) -> int:
    """Return the caret one character on, or one word on with Option (Mac) or Ctrl (elsewhere)."""
    if event.mod & (OPTION if mac else CTRL):
        return _word_end(text, caret, step)
    return min(len(text), max(0, caret + step))


def _word_end(text: str, caret: int, step: int) -> int:
    """Return the far end of the next word in this direction."""

    def ahead() -> str:
        return text[caret - 1 : caret] if step < 0 else text[caret : caret + 1]

    for in_word in (False, True):  # skip the separators, then the word
        while ahead() and ahead().isalnum() is in_word:
            caret += step
    return caret
