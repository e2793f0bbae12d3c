"""Lines of best play, and lines played out on the board. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.context import Context
from engine.messages import JouonsError, Message
from engine.protocols import Estimate, Game, Outcome, Rules, Unsolvable
from engine.puzzles.problems import PuzzleJudge
from gui.exercises.exercise import of_game
from gui.protocols import BoardState


@dataclass(frozen=True)
class Line:
    """The moves so far; `plies` are those to the end of best play, None where unknown."""

    moves: tuple[int, ...]
    plies: int | None = None


def best_line(game: Game[Any], state: Any, first: int, context: Context[Any]) -> None:
    """Report a good move and best play after it to the end, as far as it is within reach."""
    line = Line((first,))
    context.report(line)
    judge, after = PuzzleJudge(context), game.play(state, first)
    try:
        if game.moves(after):
            best = judge.best(game, after)
            line = Line(line.moves, None if best.remoteness is None else best.remoteness + 1)
        for move in judge.line(game, after):
            line = Line((*line.moves, move), line.plies)
            context.report(line)
    except JouonsError:
        return  # out of reach: keep the line so far


def best_reply(game: Game[Any], state: Any, context: Context[Any]) -> Estimate | None:
    """Return the best move in a position; None if there is none or it is out of reach."""
    if not game.moves(state):
        return None
    try:
        return PuzzleJudge(context).best(game, state)
    except Unsolvable:
        return None


def ending(game: Game[Any], state: Any, moves: Sequence[int], plies: int | None) -> Message | None:
    """Return how the line ends, or when it would with best play; None where unknown."""
    outcome = game.outcome(state)
    if outcome is not None:
        key = "puzzles.end.draw" if outcome is Outcome.DRAW else "puzzles.end.win"
        return of_game(key, game, count=len(moves))
    left = plies - len(moves) if plies is not None else 0
    return Message("puzzles.shown_later", {"count": left}) if left > 0 else None


BETWEEN = 0.7  # seconds between two moves
SHOWN = 2.4  # seconds at the end, before the line is taken back


class LinePlayer:
    """Plays a line from a position and takes it back a while after its last move.

    From then on, or from the first `step`, it goes by steps.
    """

    def __init__(self, game: Rules[Any], start: Any, moves: Sequence[int]) -> None:
        self.moves = moves
        self.states = [start]
        for move in moves:
            self.states.append(game.play(self.states[-1], move))
        self.at = 0  # the moves on the board
        self.running = True
        self._wait = 0.0

    @property
    def board(self) -> BoardState[Any] | None:
        """The state of the board; None for the position itself once nothing runs."""
        at = self.at
        if not at:
            return BoardState(self.states[0], closed="board.shown") if self.running else None
        return BoardState(
            self.states[at], self.states[at - 1], self.moves[at - 1], closed="board.shown"
        )

    @property
    def at_end(self) -> bool:
        """Whether the last move is on the board."""
        return self.at == len(self.moves)

    def can_step(self, way: int) -> bool:
        """Return whether there is a move forward (1) or back (-1)."""
        return 0 <= self.at + way <= len(self.moves)

    def step(self, way: int) -> None:
        """Go one move forward (1) or back (-1); then nothing runs any more."""
        if self.can_step(way):
            self.running, self.at = False, self.at + way

    def update(self, dt: float, still: bool) -> bool:
        """Advance by `dt` seconds while the board is `still`; return True when it changed."""
        if not still or not self.running:
            return False
        self._wait -= dt
        if self._wait > 0:
            return False
        self.running = not self.at_end
        self.at = self.at + 1 if self.running else 0
        self._wait = SHOWN if self.at_end else BETWEEN
        return True
