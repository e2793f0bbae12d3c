"""A person's game or puzzle as rules of the engine: a table of numbers, without the person's code.

A state is the number of a position, in the order of the enumeration; 0 is the start. All is pure
and fast, and travels to other processes.
"""

from __future__ import annotations

import ast
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.messages import excerpt
from engine.own.enumeration import NOT_OVER, SEPARATOR
from engine.own.source import OwnSource
from engine.own.think import listed
from engine.protocols import (
    LONGEST_SCRAMBLE,
    Int32Array,
    IntArray,
    MoveError,
    Outcome,
    PositionError,
    Unsolvable,
)
from engine.solvers.position_graph import PositionGraph

OWN_DISTANCE = "distance"  # the name of a person’s own estimate, as their function


class TableParts(NamedTuple):
    """The numbers and texts of all positions, in bytes, as an enumeration sends them."""

    counts: bytes  # of moves, a byte for each position
    moves: bytes  # 32-bit numbers of their texts, ascending within a position
    after: bytes  # 32-bit numbers of the positions after them
    players: bytes
    results: bytes
    distances: bytes  # 32-bit estimates of a puzzle; empty without any
    positions: bytes
    shows: bytes
    words: bytes

    @classmethod
    def decoded(cls, texts: Iterable[str]) -> TableParts:
        """Return parts that travel or lie in JSON as base64. Raises ValueError or TypeError."""
        return cls(*map(b64decode, texts))


class EnumeratedRules:
    """The common part of own games and puzzles; see `engine.protocols.Rules`."""

    def __init__(self, source: OwnSource, parts: TableParts, game_id: str) -> None:
        self.source, self.parts, self.id = source, parts, game_id

    @property
    def options(self) -> Mapping[str, str]:
        """The hash of the text: other text, other rules."""
        return {"hash": self.source.hash}

    @property
    def title(self) -> str:
        return self.source.name

    @property
    def sentence(self) -> str:
        """The first line of the file's docstring."""
        return self.source.sentence

    @property
    def num_positions(self) -> int:
        return len(self.parts.counts)

    @cached_property
    def graph(self) -> PositionGraph:
        counts = np.frombuffer(self.parts.counts, np.uint8)
        first = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        return PositionGraph(first, np.frombuffer(self.parts.after, np.int32))

    @cached_property
    def words(self) -> list[str]:
        """The texts of moves by their numbers in the table."""
        return self.parts.words.decode().split(SEPARATOR)[:-1]

    @cached_property
    def move_numbers(self) -> Int32Array:
        """The number of each move of the graph."""
        return np.frombuffer(self.parts.moves, np.int32)

    @cached_property
    def _views(self) -> tuple[memoryview, memoryview, memoryview]:
        """First entries, numbers of moves, positions after them: views yield plain integers."""
        return self.graph.first.data, self.move_numbers.data, self.graph.after.data

    @cached_property
    def _ends(self) -> tuple[IntArray, IntArray]:
        """The ends of the texts of positions, and of their pictures."""
        texts, shows = (
            np.flatnonzero(np.frombuffer(each, np.uint8) == 0)
            for each in (self.parts.positions, self.parts.shows)
        )
        return texts, shows

    @property
    def num_moves(self) -> int:
        return len(self.words)

    def initial(self) -> int:
        return 0

    def moves(self, state: int) -> Sequence[int]:
        first, moves, _ = self._views
        numbers: list[int] = moves[first[state] : first[state + 1]].tolist()
        return numbers

    def play(self, state: int, move: int) -> int:
        first, moves, after = self._views
        start = first[state]
        number: int = after[start + moves[start : first[state + 1]].tolist().index(move)]
        return number

    def move_text(self, state: int, move: int) -> str:
        return self.words[move]

    def parse_move(self, state: int, text: str) -> int:
        texts = {self.move_text(state, move): move for move in self.moves(state)}
        if text.strip() in texts:
            return texts[text.strip()]
        if not texts:
            raise MoveError("own.rules.over")
        accepted = listed(list(texts))
        raise MoveError("own.rules.move", text=excerpt(text.strip()), accepted=accepted)

    def text(self, state: int) -> str:
        """Return the `repr` of the person's position."""
        return _part(self.parts.positions, self._ends[0], state)

    def parse(self, text: str) -> int:
        """Return the position with this `repr`, literal or picture. Raises PositionError."""
        wanted = [text.strip(), repr(text.strip())]  # a text needs no quotation marks
        with suppress(ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            wanted.append(repr(ast.literal_eval(text.strip())))
        for blob, ends in zip((self.parts.positions, self.parts.shows), self._ends, strict=True):
            for each in wanted:
                state = _numbered(blob, ends, each)
                if state is not None:
                    return state
        raise PositionError("own.rules.position", text=excerpt(text.strip()), example=self.text(0))

    def diagram(self, state: int) -> Sequence[str]:
        """Return the lines of the person's picture, else the text."""
        if not self.parts.shows:
            return (self.text(state),)
        return _part(self.parts.shows, self._ends[1], state).split("\n")


def _part(blob: bytes, ends: IntArray, place: int) -> str:
    start = int(ends[place - 1]) + 1 if place else 0
    return blob[start : int(ends[place])].decode()


def _numbered(blob: bytes, ends: IntArray, text: str) -> int | None:
    """Return the number of the only part with this text, None for none or several."""
    part = text.encode("utf-8", "replace") + SEPARATOR.encode()
    data = SEPARATOR.encode() + part  # behind the part before it
    first = -1 if blob.startswith(part) else blob.find(data)
    if (first < 0 and not blob.startswith(part)) or blob.find(data, first + 1) >= 0:
        return None
    return int(np.searchsorted(ends, first + 1))


class OwnGame(EnumeratedRules):
    """A person's game of two players; see `engine.protocols.Game`."""

    def to_move(self, state: int) -> int:
        return self.parts.players[state]

    def outcome(self, state: int) -> Outcome | None:
        result = self.parts.results[state]
        return None if result == NOT_OVER else Outcome(2 - result)

    def canonical(self, state: int) -> int:
        return state

    def symmetry_of_move(self, state: int, move: int) -> int:
        return move

    def final_scores(self) -> IntArray:
        results = np.frombuffer(self.parts.results, np.uint8).astype(np.int64)
        scores = np.where(results == NOT_OVER, 0, results - 1)
        return np.where(np.frombuffer(self.parts.players, np.uint8) == 0, scores, -scores)


class OwnPuzzle(EnumeratedRules):
    """A person's puzzle; see `engine.protocols.NumberedPuzzle` and `DirectedPuzzle`.

    Where every move can be taken back, a move number stands for the text of a move and of the move
    back; else for its text alone, and no move has an inverse.
    """

    def __init__(
        self, source: OwnSource, parts: TableParts, game_id: str, to: int | None = None
    ) -> None:
        super().__init__(source, parts, game_id)
        self._to = to

    def with_goal(self, text: str) -> OwnPuzzle:
        """Return the same puzzle with another goal. Raises PositionError."""
        return OwnPuzzle(self.source, self.parts, self.id, self.parse(text))

    @cached_property
    def goals(self) -> tuple[int, ...]:
        if self._to is not None:
            return (self._to,)
        return tuple(np.flatnonzero(np.frombuffer(self.parts.results, np.uint8)).tolist())

    def goal(self) -> int:
        """Return the solved position, the first of several. Raises Unsolvable without any."""
        if not self.goals:
            raise Unsolvable("own.rules.no_goal", name=self.title)
        return self.goals[0]

    @property
    def reversible(self) -> bool:
        return self._pairs is not None

    @cached_property
    def _pairs(self) -> tuple[IntArray, IntArray] | None:
        """Pairs of texts, of a move and the move back; and the pair of each move of the graph."""
        graph, size = self.graph, self.num_positions
        keys = graph.sources.astype(np.int64) * size + graph.after
        order = np.argsort(keys)
        ordered = keys[order]
        back = graph.after.astype(np.int64) * size + graph.sources
        if not np.array_equal(ordered, np.sort(back)) or (np.diff(ordered) == 0).any():
            return None
        words = np.frombuffer(self.parts.moves, np.int32).astype(np.int64)
        backwards = words[order[np.searchsorted(ordered, back)]]
        pairs, numbers = np.unique(words * len(self.words) + backwards, return_inverse=True)
        return pairs, numbers

    @cached_property
    def move_numbers(self) -> Int32Array:
        """The number of each move of the graph."""
        if self._pairs is None:
            return np.frombuffer(self.parts.moves, np.int32)
        return self._pairs[1].astype(np.int32)

    @property
    def num_moves(self) -> int:
        return len(self.words) if self._pairs is None else len(self._pairs[0])

    def move_text(self, state: int, move: int) -> str:
        word = move if self._pairs is None else int(self._pairs[0][move]) // len(self.words)
        return self.words[word]

    def inverse(self, move: int) -> int:
        """Return the move that takes `move` back; -1 if moves cannot be taken back."""
        if self._pairs is None:
            return -1
        pairs, words = self._pairs[0], len(self.words)
        there, back = divmod(int(pairs[move]), words)
        return int(np.searchsorted(pairs, back * words + there))

    def scramble(self, rng: np.random.Generator, length: int) -> list[int]:
        """Return `length` random moves from the goal, as far as there are moves."""
        if length > LONGEST_SCRAMBLE:
            raise MoveError("tiles.scramble_length", count=length, most=LONGEST_SCRAMBLE)
        state, line = self.goal(), list[int]()
        while len(line) < length and (legal := self.moves(state)):
            back = self.inverse(line[-1]) if line else -1
            onward = [move for move in legal if move != back] or legal
            line.append(int(onward[int(rng.integers(len(onward)))]))
            state = self.play(state, line[-1])
        return line

    def number(self, state: int) -> int:
        return state

    def position(self, number: int) -> int:
        return number

    def successors(self, numbers: Int32Array) -> Iterable[Int32Array]:
        return (self.graph.after[self.graph.entries(numbers)],)

    def predecessors(self, numbers: Int32Array) -> Iterable[Int32Array]:
        """Return the positions from which one move leads to these, in one array."""
        back = self.graph.backwards
        return (back.after[back.entries(numbers)],)

    def neighbours(self, state: int) -> Sequence[int]:
        first, _, after = self._views
        following: list[int] = after[first[state] : first[state + 1]].tolist()
        return following

    def arrivals(self, state: int) -> Sequence[tuple[int, int]]:
        back = self.graph.backwards
        before = back.after[back.first[state] : back.first[state + 1]].tolist()
        return sorted(
            (move, each)
            for each in dict.fromkeys(before)
            for move, after in zip(self.moves(each), self.neighbours(each), strict=True)
            if after == state
        )


class EstimatedPuzzle(OwnPuzzle):
    """A person's puzzle with a `distance`; see `engine.protocols.HeuristicPuzzle`."""

    @property
    def heuristics(self) -> Mapping[str, Callable[[int], int]]:
        """The person's estimate of the distance to the goals."""
        return {OWN_DISTANCE: np.frombuffer(self.parts.distances, np.int32).data.__getitem__}
