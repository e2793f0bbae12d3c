"""The move that a bot would play by its beliefs so far: the rule of each method, asked once."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.tree_nodes import RootMove, best_child
from engine.recording import RecordingKind, Sample
from engine.trace.tree import proved


def preferred(kind: RecordingKind, sample: Sample) -> int | None:
    """Return the move a method would play by a sample; None while nothing tells its moves apart."""
    if kind is RecordingKind.TREE:
        return preferred_in_tree([each.move for each in sample.moves], root_of(sample))
    scored = [belief for belief in sample.moves if belief.score is not None]
    # Sums of equal terms in another order differ in the last digits; the first of equals is best.
    best = max(scored, key=lambda belief: round(belief.score or 0.0, 12), default=None)
    return None if best is None else best.move


def preferred_in_tree(moves: Sequence[int], root: Sequence[RootMove]) -> int | None:
    """Return the move a tree search would play; `root` has the statistics of each of `moves`."""
    if not root:
        return None
    best = best_child(root)
    unproved = sum(each.proven is None for each in root)
    if best.proven is None and not best.visits and unproved > 1:
        return None
    return next(move for move, each in zip(moves, root, strict=True) if each is best)


def root_of(sample: Sample) -> list[RootMove]:
    """Return the statistics of each move of a sample of a tree search."""
    return [
        RootMove(each.visits, (each.score or 0.0) * each.visits, proved(each))
        for each in sample.moves
    ]
