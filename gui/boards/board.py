"""The record of what the window knows of one game beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from engine.messages import Message
from gui.boards.cards import DetailCard
from gui.boards.editing import Editing
from gui.i18n import Translator
from gui.paint import Brush
from gui.sounds import Sound
from gui.theme import Theme, Tint

MakeView = Callable[[Any, Theme, Brush, Translator], Any]
MakeArt = Callable[[tuple[int, int], Theme, Brush], pygame.Surface]
MakePuzzleArt = Callable[[str, tuple[int, int], Theme, Brush], pygame.Surface]
MakeCard = Callable[[Any, Any, Translator], DetailCard]


def _start_alone(game: Any) -> int:
    return 10


@dataclass(frozen=True)
class Offer:
    """A few moves as buttons, and what is said beside them."""

    text: Message
    moves: Sequence[tuple[Message, int]]  # what the button of a move says


@dataclass(frozen=True)
class Board:
    """One game in the window. Only `view` has to be given; whatever is left out works, plainly."""

    view: MakeView  # (rules, theme, brush, translator) -> View, for a puzzle a view of its own
    sample: str = ""  # the position on the menu's tile; the start when empty
    # What the sample fills of the tile, as shares of its height; None: the whole width.
    fills: tuple[float | None, float] = (1.6, 0.9)
    art: MakeArt | None = None  # (size, theme, brush): draws the tile instead of the sample
    puzzle_art: MakePuzzleArt | None = None  # (text of a position, size, theme, brush): the same
    tint: Tint = Tint.GREY  # the ground of the tile
    sides: tuple[str, str] = ("side.first", "side.second")  # keys of texts
    sound: Sound = Sound.TAKE  # heard when a move is made
    plies: Callable[[Any], int] = _start_alone  # (rules): how many the graph has room for at first
    # (rules, state, translator): cards beside the board, and below it in analysis.
    panel: MakeCard | None = None
    below: MakeCard | None = None
    # (rules, state): the moves where they are so few that each can have a button.
    offer: Callable[[Any, Any], Offer] | None = None
    editing: Editing | None = None  # how positions are set up by hand; without it as text only
