"""Bulk playouts of tic-tac-toe by table: three random plies a step, or one decisive ply.

For every position at the start of a step, all equally likely sequences of its plies are listed
once; a step of a playout is one table lookup. The tables are built at the first use.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.games.lockstep import batches
from engine.protocols import Game
from engine.recording import GameSampler

CHUNK = 8_192  # arrays that fit into the processor's cache and need no new allocation
Ints = npt.NDArray[np.int64]
State = tuple[int, int]


class StepTables:
    """The tables, extended as positions are reached; several threads may extend and read them.

    A step is `step` plies of players who make each of their `choices` equally often.
    """

    def __init__(self, game: Game[Any], step: int, choices: Callable[[Any], Sequence[int]]) -> None:
        self.game, self.step, self.choices = game, step, choices
        self.number: dict[State, int] = {}
        self.states: list[State] = []
        self.result: list[int] = []
        self.first: list[int] = []
        self.count: list[int] = []
        self.next: list[int] = []
        self._arrays: tuple[Ints, npt.NDArray[np.uint32], Ints, Ints] | None = None
        self._way_moves: dict[int, list[tuple[int, ...]]] = {}
        self._lock = threading.Lock()

    def way_moves(self, number: int) -> list[tuple[int, ...]]:
        """Return the moves of each sequence from a position, cached, for sampled games."""
        moves = self._way_moves.get(number)
        if moves is None:
            moves = [line for _, line in self._ways(self.states[number])]
            self._way_moves[number] = moves
        return moves

    def _ways(self, state: State) -> list[tuple[State, tuple[int, ...]]]:
        """Return each equally likely sequence of a step: the position after it, and its moves.

        A game that ends early counts once for each choice that would have been left.
        """
        play, free = self.game.play, 9 - (state[0] | state[1]).bit_count()
        level: list[tuple[State, tuple[int, ...]]] = [(state, ())]
        for ply in range(min(self.step, free)):
            following: list[tuple[State, tuple[int, ...]]] = []
            for at, line in level:
                after = [(play(at, move), (*line, move)) for move in self.choices(at)]
                following += after or [(at, line)] * (free - ply)
            level = following
        return level

    def add(self, state: State, check: Callable[[], None]) -> int:
        """Return the number of a position; adds it and all its successors to the tables.

        Exceptions of `check` propagate: a position is added after all its successors, so that the
        tables are consistent after a cancel.
        """
        earlier = self.number.get(state)
        if earlier is not None:
            return earlier
        result = self.game.outcome(state)
        ways: list[int] = []
        if result is None:
            check()
            ways = [self.add(child, check) for child, _ in self._ways(state)]
        with self._lock:
            number = self.number.setdefault(state, len(self.states))
            if number == len(self.states):  # no other thread was faster
                self._arrays = None
                self.states.append(state)
                self.result.append(-1 if result is None else int(result))
                self.first.append(len(self.next))
                self.next.extend(ways or [number])
                self.count.append(max(1, len(ways)))
        return number

    def arrays(self) -> tuple[Ints, npt.NDArray[np.uint32], Ints, Ints]:
        """Return first entry, number of entries, next positions, results."""
        with self._lock:
            if self._arrays is None:
                self._arrays = (
                    np.array(self.first, np.int64),
                    np.array(self.count, np.uint32),
                    np.array(self.next, np.int64),
                    np.array(self.result, np.int64),
                )
            return self._arrays


def playouts(
    steps: StepTables,
    states: Sequence[State],
    repeats: Sequence[int] | int,
    rng: np.random.Generator,
    check: Callable[[], None],
    singles: GameSampler | None = None,
) -> Ints:
    """Return outcome counts, shape (len(states), 3).

    The probability of one of k choices is off by less than k / 2**32.
    """
    numbers = np.array([steps.add(state, check) for state in states], np.int64)
    first, count, following, result = steps.arrays()
    depth = max((9 - (a | b).bit_count() for a, b in states), default=0)
    counts = np.zeros(len(states) * 3, np.int64)
    start = 0
    for owner in batches(len(states), repeats, CHUNK):
        check()
        at = numbers[owner]
        games = np.arange(start, start + len(owner)) if singles is not None else None
        uniform = len(states) == 1
        for step in range(-(-depth // steps.step)):
            size = len(at)
            raw = rng.bit_generator.random_raw(-(-size // 2)).view(np.uint32)[:size]
            if uniform and step == 0:
                ways: npt.NDArray[np.uint64] | np.uint64 = np.uint64(count[at[0]])
            else:
                ways = count.take(at).astype(np.uint64)
            index = np.multiply(raw, ways, dtype=np.uint64)
            np.right_shift(index, np.uint64(32), out=index)
            place = index.view(np.int64)
            if singles is not None and games is not None:
                _tell(singles, games, steps, at, place)
            place += first[at[0]] if uniform and step == 0 else first.take(at)
            at = following.take(place)
        if singles is not None and games is not None:
            singles.ended(games, result.take(at))
            start += len(owner)
        if uniform:
            counts += np.bincount(result.take(at), minlength=3)
        else:
            counts += np.bincount(owner * 3 + result.take(at), minlength=len(counts))
    return counts.reshape(-1, 3)


def _tell(singles: GameSampler, games: Ints, steps: StepTables, at: Ints, way: Ints) -> None:
    """Record the moves of this step; `way` is the index of the sequence from the position `at`."""
    for game, index in singles.places(games):
        number = int(at[index])
        if steps.result[number] < 0:
            singles.moves[game] += steps.way_moves(number)[int(way[index])]
