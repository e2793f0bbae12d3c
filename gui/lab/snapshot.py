"""A position in the lab, with everything undo restores, and the attempt to solve it by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from engine.messages import Message, message
from engine.store.store import PuzzleResult, Store
from gui.boards.handling import Handling, Handlings, Move, moves_text
from gui.boards.words import own_key

MAX_COMPARED = 5000  # solutions that a move by hand may follow


class PositionSource(Enum):
    """Origin of the present position."""

    SOLVED = "solved"
    RANDOM = "random"
    TYPED = "typed"
    PAINTED = "painted"


@dataclass(frozen=True)
class SolverAnswer:
    """The shortest solutions of a position, with the options and the effort of the search.

    `solutions` may be fewer than `count`, which is exact. `looked_at` and `one_way` count
    positions.
    """

    base: str
    options: Mapping[str, str]
    solver: str
    length: int
    count: int
    solutions: tuple[tuple[Move, ...], ...]
    looked_at: int = 0
    one_way: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class PuzzleSnapshot:
    """Everything undo restores."""

    position: str
    source: PositionSource = PositionSource.SOLVED
    scramble: tuple[Move, ...] = ()
    seed: int | None = None
    trail: tuple[Move, ...] = ()  # moves made by hand since then
    answer: SolverAnswer | None = None
    choice: int = 0  # index of the chosen solution
    ply: int = 0  # number of its moves that are made
    # The number of its attempt by hand, 0 for none; equality ignores it.
    attempt: int = field(default=0, compare=False)

    @property
    def solution(self) -> tuple[Move, ...]:
        """The chosen solution; empty without one."""
        answer = self.answer
        return answer.solutions[self.choice] if answer and answer.solutions else ()

    @property
    def worked_on(self) -> bool:
        """Whether it was moved by hand, solved or set up: more than drawn or reset."""
        given = self.source in (PositionSource.TYPED, PositionSource.PAINTED)
        return given or bool(self.trail) or self.answer is not None

    def at(self, choice: int, ply: int, handling: Handling) -> PuzzleSnapshot:
        """Return the same answer at a move of one of its solutions."""
        if self.answer is None:
            return self
        place = replace(self, choice=choice, ply=ply)
        return replace(place, position=handling.after(self.answer.base, place.solution[:ply]))

    def after(self, move: Move, handling: Handling) -> PuzzleSnapshot:
        """Return the position after a move by hand: the next one of a solution stays on it."""
        line = self.solution
        if self.answer is not None and self.ply < len(line):
            trail = (*line[: self.ply], move)
            fitting = [self.choice, *range(min(len(self.answer.solutions), MAX_COMPARED))]
            for choice in fitting:
                if self.answer.solutions[choice][: self.ply + 1] == trail:
                    return self.at(choice, self.ply + 1, handling)
        return replace(
            self,
            position=handling.play(self.position, move),
            trail=(*self.trail, *line[: self.ply], move),
            answer=None,
            choice=0,
            ply=0,
        )


# -- from a text, or drawn -------------------------------------------------------------------------


HIGHEST_SEED = 1_000_000


def read_position(
    handlings: Handlings, text: str, handling: Handling, start: PuzzleSnapshot | None = None
) -> PuzzleSnapshot:
    """Read a position, or moves (from `start`, else from the goal).

    Raises PositionError for an impossible position, MoveError for moves that cannot be made.
    """
    if handling.is_position(text):
        fitting = handlings.fitting(handling.puzzle.options, text)
        return PuzzleSnapshot(fitting.check(text), PositionSource.TYPED)
    moves = handling.read_moves(text)
    if start is not None:
        handling = handlings.fitting(handling.puzzle.options, start.position)
    before = start.position if start is not None else handling.goal
    return PuzzleSnapshot(handling.after(before, moves), PositionSource.TYPED, moves)


def scrambled(handling: Handling, length: int, seed: int | None) -> PuzzleSnapshot:
    """Return the scramble of the command line with the same numbers; None draws a seed.

    Raises MoveError for a length out of range.
    """
    if not handling.scrambles:
        return PuzzleSnapshot(handling.start, PositionSource.TYPED)
    if seed is None:
        seed = int(np.random.default_rng().integers(HIGHEST_SEED))
    moves = handling.scramble(seed, length)
    position = handling.after(handling.goal, moves)
    return PuzzleSnapshot(position, PositionSource.RANDOM, moves, seed)


# -- by hand ---------------------------------------------------------------------------------------


LEAST_MOVES = 20  # minimum length of a scramble that counts
LISTED = 5  # the best results of a kind


@dataclass(frozen=True)
class SolveStats:
    """Moves and whole seconds of an attempt; `over` once the cube is solved."""

    moves: int
    seconds: int
    over: bool


@dataclass(frozen=True)
class SolveResult:
    """Result of a position solved by hand, with the options of the puzzle."""

    result: PuzzleResult
    options: Mapping[str, str]
    counts: bool


class SolveAttempt:
    """One position from the first move by hand until it is solved."""

    def __init__(self, start: PuzzleSnapshot, drawn: bool) -> None:
        self.start = start
        self.drawn = drawn  # by the program
        self.helped = False
        self.made: list[Move] = []
        self._began: float | None = None
        self._ended: float | None = None

    @property
    def under_way(self) -> bool:
        """Whether a first move was made and the position is not solved yet."""
        return self._began is not None and self._ended is None

    @property
    def over(self) -> bool:
        """Whether it is solved."""
        return self._ended is not None

    @property
    def counts(self) -> bool:
        """Whether its result counts for the best results."""
        return self.drawn and not self.helped and len(self.start.scramble) >= LEAST_MOVES

    def add(self, move: Move, now: float) -> None:
        """Record a move by hand, or an undone one."""
        if self.over:
            return
        if self._began is None:
            self._began = now
        self.made.append(move)

    def go_on(self, made: Iterable[Move], seconds: float, over: bool, now: float) -> None:
        """Restore moves and time of an earlier session; the clock continues at `now`."""
        self.made = list(made)
        if self.made:
            self._began = now - seconds
            self._ended = now if over else None

    def end(self, now: float) -> None:
        """Stop the clock: it is solved."""
        if self.under_way:
            self._ended = now

    def seconds(self, now: float) -> float:
        """Return the duration until `now` or until it was solved."""
        if self._began is None:
            return 0.0
        return (now if self._ended is None else self._ended) - self._began

    def tally(self, handling: Handling, now: float) -> SolveStats:
        """Return the current statistics."""
        return SolveStats(handling.count(self.made), int(self.seconds(now)), self.over)

    def solved(self, handling: Handling, shortest: int, now: float) -> SolveResult:
        """Return the result with the length of a shortest solution, computed afterwards."""
        moves, milliseconds = handling.count(self.made), round(1000 * self.seconds(now))
        scramble = moves_text(self.start.scramble)
        result = PuzzleResult(handling.variant, moves, milliseconds, shortest, scramble)
        return SolveResult(result, handling.puzzle.options, self.counts)


def clock_text(seconds: float) -> str:
    """Format minutes and seconds, with hours if there are any."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@dataclass(frozen=True)
class Bests:
    """The best results in one variant of a puzzle, the best first."""

    moves: tuple[PuzzleResult, ...] = ()
    time: tuple[PuzzleResult, ...] = ()

    @classmethod
    def read(cls, store: Store, variant: str) -> Bests:
        """Read the results; StoreError when the store cannot be read."""
        results = (store.best_results(variant, LISTED, quickest) for quickest in (False, True))
        return cls(*map(tuple, results))

    def beaten(self, result: PuzzleResult) -> list[str]:
        """Return the records that a result breaks: `turns`, `time`."""
        records = []
        if not self.moves or result.moves < self.moves[0].moves:
            records.append("turns")
        if not self.time or result.milliseconds < self.time[0].milliseconds:
            records.append("time")
        return records


def best_message(solved: SolveResult, before: Bests) -> Message:
    """Return a sentence on a result, and a second one on its place among the best if it counts."""
    by_hand = solved.result
    moves = message(own_key("cube_hand.turns", *solved.options.values()), count=by_hand.moves)
    time = clock_text(by_hand.milliseconds / 1000)
    result = Message("cube_hand.solved", {"turns": moves, "time": time, "count": by_hand.shortest})
    beaten = before.beaten(by_hand) if solved.counts else []
    if not beaten:
        return result
    best = message(f"cube_hand.best.{'_'.join(beaten)}")
    return message("cube_hand.and", first=result, second=best)
