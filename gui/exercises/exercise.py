"""A position with a hidden answer, and the sentences about it. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.messages import Message, message
from engine.protocols import Estimate, Game


class AttemptPhase(Enum):
    """Phase of an attempt at an exercise."""

    ASKING = 0
    TRIED = 1  # a wrong move is on the board
    REFUTED = 2  # the reply that refutes it, too
    SOLVED = 3
    SHOWING = 4  # playing the solution
    SHOWN = 5
    EXPLAINING = 6  # the steps of an explanation are on the board


@dataclass(frozen=True)
class Exercise:
    """A position of a two-player game; each move of `right` solves it.

    `moves` led from the first of `states` to the last, which is the position asked about.
    """

    game: Game[Any]
    states: tuple[Any, ...]
    moves: tuple[int, ...]
    right: tuple[int, ...]  # the first one is shown as the answer
    ask: Message
    detail: Message | None = None  # below the question, until something is tried
    wrong: tuple[int, ...] = ()  # crossed out from the beginning
    plies: int | None = None  # of best play from here to the end, where known
    threats: tuple[int, ...] = ()  # of the opponent, drawn from the beginning
    estimates: tuple[Estimate, ...] = ()  # of its moves, drawn at the position
    plays_out = True  # the solution is played to the end of the game; else it is explained

    @property
    def start(self) -> Any:
        """The position asked about."""
        return self.states[-1]

    @property
    def side(self) -> int:
        """The player to move."""
        return self.game.to_move(self.start)

    @property
    def not_it(self) -> Message:
        """The sentence about a wrong try that nothing refutes."""
        return Message("puzzles.not_it")

    def title(self, phase: AttemptPhase, move: int | None, helped: bool) -> Message:
        """Return the headline; `move` is the first one on the board, if any."""
        return self.ask

    def comment(self, phase: AttemptPhase, tries: int, helped: bool) -> Message | None:
        """Return the sentence below the headline once solved, and while or after the solution."""
        return comment(phase, tries, helped)


def comment(phase: AttemptPhase, tries: int, helped: bool) -> Message:
    """Return the usual sentence about a solved or shown exercise."""
    if phase is AttemptPhase.SOLVED:
        return Message("puzzles.yes") if helped else message("puzzles.solved", count=tries)
    return Message("puzzles.showing" if phase is AttemptPhase.SHOWING else "puzzles.shown")
