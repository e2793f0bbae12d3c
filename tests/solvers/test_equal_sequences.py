"""Two sequences of moves said to end equal do, and are shortest."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from engine.protocols import Puzzle
from engine.registry import make_puzzle
from engine.solvers.equal_sequences import LONGEST, MAX_SEQUENCES, equal_sequences
from tests.solvers.slow_values import layers


def end(puzzle: Puzzle[Any], state: Any, text: str) -> Any:
    for word in text.split():
        state = puzzle.play(state, puzzle.parse_move(state, word))
    return state


@pytest.mark.one_of(3)
@pytest.mark.parametrize(
    ("name", "options", "lengths"),
    [
        ("pocketcube", {}, {2, 5}),
        ("pocketcube", {"metric": "half"}, {4}),
        ("tiles", {}, {6}),
        ("tiles", {"size": "2x3"}, {6}),
    ],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_sequences_of_a_pair_end_equal_and_are_shortest(
    name: str, options: dict[str, str], lengths: set[int], seed: int
) -> None:
    puzzle = make_puzzle(name, options)
    start = puzzle.goal()
    for move in puzzle.scramble(np.random.default_rng(seed), 15):
        start = puzzle.play(start, move)
    found = equal_sequences(puzzle, start, lambda: None)
    assert max(found, default=0) <= LONGEST
    by_distance = list(islice(layers(puzzle, start), 1 + max(found, default=0)))
    for length, (first, second) in found.items():
        one, other = first.split(), second.split()
        assert len(one) == len(other) == length
        assert one[0] != other[0] and one[-1] != other[-1]
        reached = end(puzzle, start, first)
        assert reached == end(puzzle, start, second) and reached in by_distance[length]
    if name == "pocketcube":
        assert lengths & found.keys() or options
    assert equal_sequences(puzzle, start, lambda: None, 1) == {}
    assert MAX_SEQUENCES > 1
