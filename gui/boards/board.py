"""The record of everything the window needs for one game beside its rules."""

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
    """A few moves as buttons, with a sentence beside them."""

    text: Message
    moves: Sequence[tuple[Message, int]]  # the label and the move of each button


@dataclass(frozen=True)
class Board:
    """One game in the window. Only `view` is required; every other field has a plain default."""

    view: MakeView  # (rules, theme, brush, translator) -> View
    sample: str = ""  # position of the menu tile; "" for the start
    # Width and height of the sample as fractions of the tile's height; None: the full width.
    fills: tuple[float | None, float] = (1.6, 0.9)
    art: MakeArt | None = None  # (size, theme, brush): draws the tile instead of the sample
    puzzle_art: MakePuzzleArt | None = None  # (position, size, theme, brush): of a puzzle
    tint: Tint = Tint.GREY  # the background of the tile
    sides: tuple[str, str] = ("side.first", "side.second")  # text keys of the two sides
    sound: Sound = Sound.TAKE  # played when a move is made
    plies: Callable[[Any], int] = _start_alone  # (rules): initial graph length
    # (rules, state, translator): the cards beside the board, and below it in analysis.
    panel: MakeCard | None = None
    below: MakeCard | None = None
    # (rules, state): buttons for the moves, where they are few enough.
    offer: Callable[[Any, Any], Offer] | None = None
    editing: Editing | None = None  # without it positions are edited as text
