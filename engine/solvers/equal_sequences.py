"""Pairs of move sequences that lead to the same position: why a table of positions is smaller."""

from __future__ import annotations

from collections.abc import Callable

from engine.protocols import Puzzle, S, line_texts

MAX_SEQUENCES = 4_000  # of one length
LONGEST = 8  # a longer pair is hard to follow
Pair = tuple[str, str]


def equal_sequences(
    puzzle: Puzzle[S], start: S, check: Callable[[], None], limit: int = MAX_SEQUENCES
) -> dict[int, Pair]:
    """Return two shortest sequences with the same end, as texts, by their length.

    They share neither the first nor the last move. Lengths with more than `limit` shortest
    sequences, and those above LONGEST, are left out. `check` is called between positions.
    """
    pairs: dict[int, Pair] = {}
    lines: list[tuple[S, tuple[int, ...]]] = [(start, ())]
    reached = {start}
    for length in range(1, LONGEST + 1):
        longer: list[tuple[S, tuple[int, ...]]] = []
        for state, line in lines:
            check()
            after = ((puzzle.play(state, move), (*line, move)) for move in puzzle.moves(state))
            longer += [each for each in after if each[0] not in reached]
            if len(longer) > limit:
                return pairs
        reached.update(state for state, _ in longer)
        pair = _first_pair(longer)
        if pair is not None:
            first, second = (" ".join(line_texts(puzzle, start, line)) for line in pair)
            pairs[length] = (first, second)
        lines = longer
    return pairs


def _first_pair(
    lines: list[tuple[S, tuple[int, ...]]],
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the first two lines to one position that differ in their first and last move."""
    by_end: dict[S, list[tuple[int, ...]]] = {}
    for state, line in lines:
        before = by_end.setdefault(state, [])
        for other in before:
            if other[0] != line[0] and other[-1] != line[-1]:
                return other, line
        before.append(line)
    return None
