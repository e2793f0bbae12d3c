"""The events with which a person tries a move on the board."""

from __future__ import annotations

from typing import Any

import pygame

from gui.boards.common import ENTER, BoardView, digit_of
from gui.protocols import PRESSED


def is_try(event: pygame.event.Event) -> bool:
    """Return whether an event is a click, a typed number or Enter."""
    if event.type == pygame.KEYDOWN:
        return event.key in ENTER or digit_of(event) is not None
    return event.type == PRESSED or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 1)


def is_enter(event: pygame.event.Event) -> bool:
    """Return whether an event is Enter, which only takes a refuted try back."""
    return event.type == pygame.KEYDOWN and event.key in ENTER


class LastTry:
    """Remembers where the last try pointed, so that a double click is one try."""

    def __init__(self) -> None:
        self._place: object = None

    def note(self, event: pygame.event.Event, view: BoardView[Any]) -> None:
        """Remember what a try points at; other events change nothing."""
        if is_try(event):
            self._place = _place_of(event, view)

    def repeats(self, event: pygame.event.Event, view: BoardView[Any]) -> bool:
        """Return whether an event points at the same as the last try."""
        return _place_of(event, view) == self._place


def _place_of(event: pygame.event.Event, view: BoardView[Any]) -> object:
    """Return the place of the board, or the key, that an event points at."""
    if event.type == pygame.MOUSEBUTTONDOWN:
        return view.at(event.pos)
    return event.spot if event.type == PRESSED else event.key
