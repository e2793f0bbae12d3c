"""Which keys move the caret of a text field and delete in it, as on each system."""

from __future__ import annotations

import pygame

CTRL, OPTION, CMD = pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META
ALT_GR = pygame.KMOD_MODE


def commands(event: pygame.event.Event, mac: bool) -> bool:
    """Whether the key press is a command and writes nothing.

    AltGr arrives as Ctrl and Alt on Windows: it writes letters.
    """
    if mac:
        return bool(event.mod & (CTRL | CMD))
    return bool(event.mod & (CTRL | CMD)) and not event.mod & (OPTION | ALT_GR)


def caret_goal(event: pygame.event.Event, text: str, caret: int, mac: bool) -> int | None:
    """Where a key press takes the caret; None when it is no such key."""
    if mac and event.mod & CMD:
        ends = {pygame.K_LEFT: 0, pygame.K_UP: 0}
        ends |= {pygame.K_RIGHT: len(text), pygame.K_DOWN: len(text)}
        return ends.get(event.key)
    if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
        step = -1 if event.key == pygame.K_LEFT else 1
        return _step(event, text, caret, step, mac)
    return {pygame.K_HOME: 0, pygame.K_END: len(text)}.get(event.key)


def deleted_to(event: pygame.event.Event, text: str, caret: int, mac: bool) -> int | None:
    """Up to where a key press deletes from the caret on; None when it is no such key."""
    if event.key not in (pygame.K_BACKSPACE, pygame.K_DELETE):
        return None
    step = -1 if event.key == pygame.K_BACKSPACE else 1
    if mac and event.mod & CMD:
        return 0 if step < 0 else len(text)
    return _step(event, text, caret, step, mac)


def _step(event: pygame.event.Event, text: str, caret: int, step: int, mac: bool) -> int:
    """One character on, or one word with Option on a Mac and Ctrl elsewhere."""
    if event.mod & (OPTION if mac else CTRL):
        return _word_end(text, caret, step)
    return min(len(text), max(0, caret + step))


def _word_end(text: str, caret: int, step: int) -> int:
    """The far end of the word that lies in this direction."""

    def ahead() -> str:
        return text[caret - 1 : caret] if step < 0 else text[caret : caret + 1]

    for in_word in (False, True):  # over what lies between, then over the word
        while ahead() and ahead().isalnum() is in_word:
            caret += step
    return caret
