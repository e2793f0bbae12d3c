"""Learning curve of a learner: its score against random play over the number of games.

In a small game the score is computed exactly from the bags, without playing and without
randomness; in others training measures it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple

from engine.protocols import BagChange, Game, Learning, Outcome, S, StoredBags, Unsolvable
from engine.solvers.tabulate import bottom_up, no_check, walk

# Up to this many positions, counted up to symmetry, a score is computed in milliseconds.
MAX_POSITIONS = 2_000
# The curve gets another point when the number of games has grown by this factor.
GROWTH = 1.25

Counts = Callable[[Any], Sequence[tuple[int, int]]]


class _Node(NamedTuple):
    """A position: the player to move, its outcome if it is final, and its children."""

    state: Any
    mover: int
    outcome: Outcome | None
    child_of: dict[int, int]  # move -> index in the list


class PolicyScore(Generic[S]):
    """The exact mean score of drawing from bags against random play, averaged over both sides.

    `known` is false for a game with too many positions.
    """

    def __init__(self, game: Game[S], check: Callable[[], None] = no_check) -> None:
        self.game = game
        self._nodes = self._ordered(check)

    @property
    def known(self) -> bool:
        """Whether the game is small enough for an exact score."""
        return bool(self._nodes)

    def _ordered(self, check: Callable[[], None]) -> list[_Node]:
        """Return all positions in topological order, children first; empty if too many."""
        game = self.game
        start = game.canonical(game.initial())
        try:
            children_of = dict(walk(game, start, MAX_POSITIONS, check))
        except Unsolvable:
            return []
        nodes: list[_Node] = []

        def number(state: S, after: list[int]) -> int:
            child_of = dict(zip(game.moves(state), after, strict=True))
            nodes.append(_Node(state, game.to_move(state), game.outcome(state), child_of))
            return len(nodes) - 1

        bottom_up(start, children_of.__getitem__, number, {})
        return nodes

    def of(self, counts: Counts) -> float:
        """Return the score; `counts` returns a position's (move, beads), one per symmetry class."""
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


def is_milestone(games: int) -> bool:
    """Return whether the bags after so many games are kept: 1, 2, 5, 10, 20, 50 and so on."""
    text = str(games)
    return text[0] in "125" and not text[1:].strip("0")


class LearningProgress:
    """The learning curve of one learner in one game, with what is not saved yet."""

    def __init__(
        self,
        saved: Learning,
        score: Callable[[], float | None],
        bags: Callable[[], StoredBags] = dict,
    ) -> None:
        """Begin with the saved curve; `score` and `bags` return the present ones."""
        self._saved = saved
        self._score = score
        self._bags = bags
        self.earlier: dict[int, StoredBags] = {}  # unsaved bags, by the games learned from
        self._games = 0  # since the last save
        self._points: list[tuple[int, float]] = []  # games since the last save, score
        self._grown: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """The number of games learned from, saved and new."""
        return self._saved.games + self._games

    def begin(self) -> None:
        """Start the curve with the score before the first game."""
        if not self._saved.curve and not self._points:
            self.point(self._score())

    def learned(self, changes: Sequence[BagChange]) -> None:
        """Count one more game, with its changes to the bags."""
        self._games += 1
        self._grown = tuple(dict.fromkeys(change.place for change in changes))
        if is_milestone(self.games):
            self.earlier[self.games] = self._bags()
        if self.games > self._last() * GROWTH:
            self.point(self._score())

    def point(self, score: float | None) -> None:
        """Add the present score to the curve, replacing one for the same number of games."""
        if score is None:
            return
        if self._points and self._points[-1][0] == self._games:
            self._points.pop()
        self._points.append((self._games, score))

    def _last(self) -> int:
        if self._points:
            return self._saved.games + self._points[-1][0]
        return self._saved.curve[-1][0] if self._saved.curve else 0

    @property
    def news(self) -> Learning | None:
        """The unsaved part of the curve, its games counted from the last save; None if empty."""
        if not self._games and not self._points:
            return None
        return Learning(self._games, tuple(self._points), self._grown)

    def saved(self) -> None:
        """Mark everything as saved."""
        self._saved = self.learning()
        self._games, self._points, self.earlier = 0, [], {}

    def learning(self) -> Learning:
        """Return the whole curve, saved and new."""
        added = tuple((self._saved.games + games, score) for games, score in self._points)
        grown = self._grown if self._games else self._saved.grown
        return Learning(self.games, self._saved.curve + added, grown)
