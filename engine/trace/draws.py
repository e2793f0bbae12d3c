"""Events of the bots that choose a move without a method of their own, and mastery's throw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.recording import Event, Move


@dataclass(frozen=True, slots=True)
class FirstMoveChosen(Event):
    """The first legal move was chosen."""

    PHASE: ClassVar[str] = "choose"
    move: Move


@dataclass(frozen=True, slots=True)
class MoveDrawn(Event):
    """A move was drawn at random among `among` legal moves."""

    PHASE: ClassVar[str] = "draw"
    move: Move
    among: int


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """Mastery drew a digit 0 to 9: below `tenths` it plays perfectly."""

    PHASE: ClassVar[str] = "throw"
    thrown: int
    tenths: int


@dataclass(frozen=True, slots=True)
class RandomMovePlayed(Event):
    """Mastery plays a random move."""

    PHASE: ClassVar[str] = "draw"
    move: Move
