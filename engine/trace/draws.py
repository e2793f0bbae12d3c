"""Events of the bots that choose a move without a method of their own, and mastery's throw."""

from __future__ import annotations

from dataclasses import dataclass

from engine.recording import Event, Move


@dataclass(frozen=True, slots=True)
class FirstMoveChosen(Event, phase="choose"):
    """The first legal move was chosen."""

    move: Move


@dataclass(frozen=True, slots=True)
class MoveDrawn(Event, phase="draw"):
    """A move was drawn at random among `among` legal moves."""

    move: Move
    among: int


@dataclass(frozen=True, slots=True)
class Thrown(Event, phase="throw"):
    """Mastery drew a digit 0 to 9: below `tenths` it plays perfectly."""

    thrown: int
    tenths: int


@dataclass(frozen=True, slots=True)
class RandomMovePlayed(Event, phase="draw"):
    """Mastery plays a random move."""

    move: Move
