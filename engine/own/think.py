"""The object `think` of a person's function, and the check of its answer; in its own process."""

from __future__ import annotations

import json
import math
import operator
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from engine.own.protocol import LARGEST_MEMORY, LONGEST_NOTE, MOST_NOTES, Scores, writable

if TYPE_CHECKING:
    import numpy as np

LISTED = 12  # legal moves in a sentence
LONGEST_SHOWN = 60  # characters
LARGE = 10**LONGEST_SHOWN
PLAIN = (type(None), bool, int, float, complex, tuple, list, set, dict, bytes)


class IllegalAnswer(Exception):  # noqa: N818 - a fault of the person's, told in their language
    """An answer that is no legal move: the key of its sentence, and values."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.key, self.values = key, values
        self.line = 0  # of the person's function, where another one than that of the answer


class IllegalNote(ValueError):  # noqa: N818 - told in the person's language
    """A note with a move that is not legal, or with another number: see its cause."""

    def __init__(self, cause: IllegalAnswer) -> None:
        super().__init__(cause.key, cause.values)
        self.key, self.values = cause.key.replace("illegal", "note"), cause.values


class Sender(Protocol):
    """The process, as `think` uses it: it imports this file."""

    memory: dict[str, Any]
    number: int  # of the present question
    hurried: int  # the question that was hurried last

    def send(self, name: str, *values: Any) -> None:
        """Send a frame about the present question."""

    def has_drawn(self) -> bool:
        """Return whether `random` or `numpy.random` was used since the question."""


class Think:
    """The helper of one decision: chance, playouts, notes, time and memory."""

    def __init__(self, game: Any, state: Any, seed: int, deadline: float, sender: Sender) -> None:
        self.start: Any = None  # the start position, in `finished`
        self._game, self._state, self._seed = game, state, seed
        self._deadline, self._sender = deadline, sender
        self._rng: np.random.Generator | None = None
        self._played = False  # whether random games were played
        self._memory_before: str | None = None
        self._notes = 0

    @property
    def rng(self) -> np.random.Generator:
        """The generator of this decision: the same seed plays the same game."""
        if self._rng is None:
            import numpy as np

            self._rng = np.random.Generator(np.random.PCG64(self._seed))
        return self._rng

    @property
    def seconds_left(self) -> float:
        """The seconds until the answer is due, at least 0."""
        return max(0.0, self._deadline - time.monotonic())

    @property
    def hurry(self) -> bool:
        """Whether an answer is wanted now."""
        return self._sender.hurried == self._sender.number

    @property
    def memory(self) -> dict[str, Any]:
        """The dictionary of plain values that lasts from game to game."""
        if self._memory_before is None:
            self._memory_before = json.dumps(self._sender.memory)
        return self._sender.memory

    def playouts(self, state: Any, n: int) -> tuple[int, int, int]:
        """Play `n` random games; return wins, draws and losses of the player to move."""
        from engine.solvers.playout import outcome_counts

        self._played = True
        counts = outcome_counts(self._game, [state], int(n), self.rng, lambda: None)[0]
        first, draws, second = (int(each) for each in counts)
        if self._game.to_move(state) == 0:
            return first, draws, second
        return second, draws, first

    def note(
        self, text: str, scores: Mapping[Any, float] | None = None, line: Iterable[Any] = ()
    ) -> None:
        """Put down a step for Look inside.

        `scores` maps moves to numbers from 0 to 1; `line` are moves from this position. Raises
        ValueError for a move that is not legal, or another number.
        """
        try:
            pairs = None if scores is None else _scores(self._game, self._state, scores)
            moves = line_of(self._game, self._state, line)
        except IllegalAnswer as error:
            raise IllegalNote(error) from None
        self._notes += 1
        if self._notes <= MOST_NOTES:
            self._sender.send("note", writable(str(text)[:LONGEST_NOTE]), pairs, moves)

    def drew(self) -> bool:
        """Return whether the decision used chance."""
        return self._played or self._rng is not None or self._sender.has_drawn()

    def changed_memory(self) -> str | None:
        """Return the memory as JSON if it was changed; raises ValueError if it is not plain."""
        if self._memory_before is None:
            return None
        memory = self._sender.memory
        text = json.dumps(memory)
        if text == self._memory_before:
            return None
        if len(text) > LARGEST_MEMORY:
            raise ValueError(f"think.memory has {len(text)} characters, at most {LARGEST_MEMORY}")
        if json.loads(text) != memory:
            raise ValueError(
                "think.memory holds only texts, numbers, lists, and dictionaries with texts as keys"
            )
        return text


def answer_of(game: Any, state: Any, answer: Any) -> tuple[int, Scores | None]:
    """Return the move of an answer and the scores it gives. Raises IllegalAnswer."""
    if not isinstance(answer, Mapping):
        return _number(game, state, answer), None
    scores = _scores(game, state, answer)
    if not scores:
        raise IllegalAnswer("own.illegal.empty")
    best = max(score for _, score in scores)
    return min(move for move, score in scores if score == best), scores


def _number(game: Any, state: Any, answer: Any) -> int:
    legal = game.moves(state)
    if isinstance(answer, str):
        for move in legal:
            if game.move_text(state, move) == answer.strip():
                return int(move)
        raise _not_legal(game, state, shown(answer.strip()))
    if isinstance(answer, bool):
        raise IllegalAnswer("own.illegal.type", answer=shown(answer))
    try:
        number = operator.index(answer)
    except Exception:
        raise IllegalAnswer("own.illegal.type", answer=shown(answer)) from None
    if number not in legal:
        raise _not_legal(game, state, shown(number))
    return number


def _not_legal(game: Any, state: Any, answer: str) -> IllegalAnswer:
    texts = [str(game.move_text(state, move)) for move in game.moves(state)]
    return IllegalAnswer("own.illegal.move", answer=answer, accepted=listed(texts))


def listed(texts: Sequence[str]) -> str:
    """Return moves for a sentence, the first ones of many."""
    return ", ".join([*texts[:LISTED], *(["…"] if len(texts) > LISTED else [])])


def shown(answer: object) -> str:
    """Return an answer for a sentence: plain ones as they are, others by their class."""
    if type(answer) is str:
        return f"‘{writable(answer[:LONGEST_SHOWN])}’"
    if type(answer) is int and abs(answer) >= LARGE:
        return f"{hex(answer)[:LONGEST_SHOWN]}…"  # Python writes no decimal of so many digits
    if type(answer) in PLAIN:
        with suppress(Exception):  # the digits of a number, or an object within a list
            return repr(answer)[:LONGEST_SHOWN]
    return type(answer).__name__


def _scores(game: Any, state: Any, scores: Mapping[Any, Any]) -> Scores:
    """Return the scores by move number, in ascending order. Raises IllegalAnswer."""
    pairs: dict[int, float] = {}
    for move, score in scores.items():
        number = _number(game, state, move)
        value = math.nan
        if not isinstance(score, bool | str):
            with suppress(Exception):  # an object of the person's
                value = float(score)
        if not 0 <= value <= 1:
            text = game.move_text(state, number)
            raise IllegalAnswer("own.illegal.score", move=text, score=shown(score))
        pairs[number] = value
    return tuple(sorted(pairs.items()))


def line_of(game: Any, state: Any, line: Any) -> tuple[int, ...]:
    """Return a line of moves as numbers. Raises IllegalAnswer."""
    moves = []
    if not isinstance(line, Iterable) or isinstance(line, str):
        raise IllegalAnswer("own.illegal.line", answer=shown(line))
    for move in line:
        number = _number(game, state, move)
        moves.append(number)
        state = game.play(state, number)
    return tuple(moves)
