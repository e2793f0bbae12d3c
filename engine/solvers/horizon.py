"""The terms of a guess at the horizon of a look-ahead, for the player to move there."""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[int, int]  # of the player to move, then the other
Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlainGuess:
    """A guess without terms: the score itself."""

    guess: int


@dataclass(frozen=True, slots=True)
class DecidedGuess:
    """Forced answers decide the game: positive for the player to move."""

    decided: int


@dataclass(frozen=True, slots=True)
class ThreatCounts:
    """Threats of both players after `answers` forced answers, and the cells of the threats."""

    answers: int
    fours: Pair
    good_rows: Pair
    lines: Pair
    four_cells: tuple[Cells, Cells]
    good_cells: tuple[Cells, Cells]


HorizonTerms = PlainGuess | DecidedGuess | ThreatCounts
