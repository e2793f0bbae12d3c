"""How a learner comes along: its score against random play over the games it has learned from.

In a game small enough the score is worked out exactly from the bags, so it costs no games and no
randomness; in others it is what training has measured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from engine.protocols import BagChange, Game, Learning, Outcome, S, Unsolvable
from engine.solvers.tabulate import no_check, walk

# Positions, equal ones once, up to which a score is worked out: some milliseconds.
MAX_POSITIONS = 2_000
# The curve gets another point when the games have grown by this much.
GROWTH = 1.25

Counts = Callable[[Any], Sequence[tuple[int, int]]]


class _Node(NamedTuple):
    """A position: who moves, how it ended, and the positions its moves lead to."""

    state: Any
    mover: int
    outcome: Outcome | None
    child_of: dict[int, int]  # move -> place in the list


class PolicyScore(Generic[S]):
    """The exact mean score of drawing from bags against random play, both beginning equally often.

    `known` is false for a game with too many positions.
    """

    def __init__(self, game: Game[S], check: Callable[[], None] = no_check) -> None:
        self.game = game
        self._nodes = self._ordered(check)

    @property
    def known(self) -> bool:
        """Whether the score can be worked out."""
        return bool(self._nodes)

    def _ordered(self, check: Callable[[], None]) -> list[_Node]:
        """Every position after all those that its moves lead to; the start comes last."""
        game = self.game

        def children(position: S) -> list[S]:
            return [game.canonical(game.play(position, move)) for move in game.moves(position)]

        start = game.canonical(game.initial())
        try:
            found = dict(walk(start, children, MAX_POSITIONS, check))
        except Unsolvable:
            return []
        places: dict[S, int] = {}
        nodes: list[_Node] = []
        pending = [start]
        while pending:
            state = pending[-1]
            missing = [child for child in found[state] if child not in places]
            if missing:
                pending += missing
                continue
            pending.pop()
            if state not in places:
                places[state] = len(nodes)
                after = (places[child] for child in found[state])
                child_of = dict(zip(game.moves(state), after, strict=True))
                nodes.append(_Node(state, game.to_move(state), game.outcome(state), child_of))
        return nodes

    def of(self, counts: Counts) -> float:
        """The score; `counts` gives (move, beads) of a position, equal moves once."""
        bags = [None if node.outcome is not None else counts(node.state) for node in self._nodes]
        return sum(self._of_side(side, bags) for side in (0, 1)) / 2

    def _of_side(self, side: int, bags: Sequence[Sequence[tuple[int, int]] | None]) -> float:
        scores: list[float] = []
        for node, bag in zip(self._nodes, bags, strict=True):
            if node.outcome is not None or bag is None:
                score = node.outcome.score(side) if node.outcome is not None else 0.5
            elif node.mover == side:
                whole = sum(count for _, count in bag)
                score = sum(count * scores[node.child_of[move]] for move, count in bag) / whole
            else:
                score = sum(scores[child] for child in node.child_of.values()) / len(node.child_of)
            scores.append(score)
        return scores[-1]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A point of the curve: the score after so many games."""

    games: int
    score: float


class LearningProgress:
    """The games one learner learns from in one game, and what came of them."""

    def __init__(self, kept: Learning, score: Callable[[], float | None]) -> None:
        self._kept = kept
        self._score = score
        self._games = 0  # since the last save
        self._points: list[CurvePoint] = []
        self._grown: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """All games learned from."""
        return self._kept.games + self._games

    def begin(self) -> None:
        """A game is about to be learned from: the curve starts with what was known before."""
        if not self._kept.curve and not self._points:
            self.point(self._score())

    def learned(self, changes: Sequence[BagChange]) -> None:
        """One more game, and what it put into the bags."""
        self._games += 1
        self._grown = tuple(dict.fromkeys(change.place for change in changes))
        if self.games > self._last() * GROWTH:
            self.point(self._score())

    def point(self, score: float | None) -> None:
        """The score is this now; one for the same number of games is replaced."""
        if score is None:
            return
        if self._points and self._points[-1].games == self._games:
            self._points.pop()
        self._points.append(CurvePoint(self._games, score))

    def _last(self) -> int:
        if self._points:
            return self._kept.games + self._points[-1].games
        return self._kept.curve[-1][0] if self._kept.curve else 0

    @property
    def news(self) -> Learning | None:
        """What a memory does not know yet; the games of its points count from the last save."""
        if not self._games and not self._points:
            return None
        points = tuple((point.games, point.score) for point in self._points)
        return Learning(self._games, points, self._grown)

    def saved(self) -> None:
        """It knows now."""
        self._kept = self.learning()
        self._games, self._points = 0, []

    def learning(self) -> Learning:
        """Everything known until now."""
        added = tuple((self._kept.games + p.games, p.score) for p in self._points)
        grown = self._grown if self._games else self._kept.grown
        return Learning(self.games, self._kept.curve + added, grown)
