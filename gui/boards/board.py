"""The record of everything the window needs for one game beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from engine.messages import Message
from gui.boards.editing import Editing
from gui.boards.handling import DraftPosition, Handling
from gui.kit.icons import Icon
from gui.kit.layout import Layout
from gui.kit.widget import Widget
from gui.settings import Settings
from gui.sounds import Sound
from gui.theme import Tint
from gui.ui import Ui

MakePuzzleArt = Callable[[str, tuple[int, int], Ui], pygame.Surface]
MakeCard = Callable[[Any, Any, Ui], Layout]
# (puzzle, position, settings, paint): `paint` takes a cell and its new mark.
MakeEditor = Callable[[Any, DraftPosition, Settings, Callable[[int, str], None]], Widget]


@dataclass(frozen=True)
class Offer:
    """A few moves as buttons, with a sentence beside them."""

    text: Message
    moves: Sequence[tuple[Message, int]]  # the label and the move of each button


@dataclass(frozen=True)
class ViewToggle:
    """A switch of a puzzle's view: its command, its setting, and its short form."""

    id: str
    setting: str  # the name of a field of Settings
    letter: str = ""  # where its label has no room
    icon: Icon | None = None


@dataclass(frozen=True)
class Board:
    """One game in the window. Only `view` is required; every other field has a plain default."""

    # (rules of a game, or the handling of a puzzle; ui): a BoardView or a PuzzleView.
    view: Callable[[Any, Ui], Any]
    sample: str = ""  # position of the menu tile; "" for the start
    # Width and height of the sample as fractions of the tile's height; None: the full width.
    fills: tuple[float | None, float] = (1.6, 0.9)
    # (position, size, ui): draws the tile, of a puzzle at a position if one is given.
    art: MakePuzzleArt | None = None
    tint: Tint = Tint.GREY  # the background of the tile
    sides: tuple[str, str] = ("side.first", "side.second")  # text keys of the two sides
    # (rules): whether the first player has the second side's name and colour.
    turned: Callable[[Any], bool] = lambda game: False
    sound: Sound = Sound.TAKE  # played when a move is made
    plies: Callable[[Any], int] = lambda game: 10  # (rules): initial graph length
    # (rules, state, ui): the content of the cards beside the board, and below it in analysis.
    panel: MakeCard | None = None
    below: MakeCard | None = None
    # (rules, state): buttons for the moves, where they are few enough.
    offer: Callable[[Any, Any], Offer] | None = None
    plans: bool = False  # whether a plan can explain its positions
    editing: Editing | None = None  # without it positions are edited as text
    # Of a puzzle: what hands can do, small pictures of positions, and the widget in which a
    # position is set up by hand; without it positions are typed.
    handling: Callable[[Any], Handling] = Handling
    thumbnail: MakePuzzleArt | None = None
    editor: MakeEditor | None = None
    toggles: tuple[ViewToggle, ...] = ()  # buttons over the board of a puzzle
    orbits: bool = False  # whether the view of a puzzle can be turned
    # Whether the options of a puzzle stand over its board, since they change the board, and the
    # start is shown as a position, since its moves say little.
    flat: bool = False
