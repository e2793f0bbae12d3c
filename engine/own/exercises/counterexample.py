"""A counterexample to a person's function, and the tools of all checks; in its own process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from numbers import Real
from typing import Any

from engine.own.protocol import Example
from engine.own.think import shown


class Counterexample(Exception):  # noqa: N818 - told in the person's language
    """An answer that is wrong: the key of its sentence, its values, and a position to show.

    `example` has the id and the options of a game, the text of a position and, by the texts of
    moves, the person's numbers beside the exact ones.
    """

    def __init__(self, key: str, example: Example | None = None, /, **values: object) -> None:
        super().__init__(key)
        self.key, self.example = f"write.wrong.{key}", example
        self.values = {name: _plain(value) for name, value in values.items()}


def _plain(value: object) -> object:
    """Return a number or a text as it is, anything else as a text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return shown(value)
    return value if isinstance(value, int | str) else float(value)


def is_number(value: Any) -> bool:
    """Return whether an answer is a number, which `float` takes."""
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return isinstance(value, Real) and not isinstance(value, bool)


@dataclass(frozen=True)
class Tools:
    """The rules that a check asks about, and `random_of`, which makes a generator of a seed."""

    rules: Sequence[Any]
    random_of: Callable[[int], Any]
    seed: int


def example_of(
    rules: Any, state: Any, numbers: Mapping[str, tuple[float, float]] | None = None
) -> Example:
    """Return the position of a counterexample as plain values."""
    return rules.id, dict(rules.options), rules.text(state), dict(numbers or {})


def all_states(game: Any, start: Any) -> list[Any]:
    """Return every position that can follow a start, those nearest to the end first."""
    depths: dict[Any, int] = {}

    def depth(state: Any) -> int:
        if state not in depths:
            after = (game.play(state, move) for move in game.moves(state))
            depths[state] = max(map(depth, after), default=-1) + 1
        return depths[state]

    depth(start)
    return sorted(depths, key=lambda state: (depths[state], game.text(state)))


def chances(game: Any) -> Callable[[Any], tuple[float, float, float]]:
    """Return the function of the exact chances of random play: first wins, draw, second wins."""

    @cache
    def of(state: Any) -> tuple[float, float, float]:
        outcome = game.outcome(state)
        if outcome is not None:
            points = outcome.score(0)
            return float(points == 1), float(points == 0.5), float(points == 0)
        after = [of(game.play(state, move)) for move in game.moves(state)]
        first, draw, second = (sum(each) / len(after) for each in zip(*after, strict=True))
        return first, draw, second

    return of
