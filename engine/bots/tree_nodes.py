"""The nodes of a search tree, stored as flat arrays, one column per attribute.

Python's garbage collector would traverse a tree of objects again and again as it grows, and stop
every thread meanwhile. It does not traverse flat arrays of numbers; a tree of 300,000 nodes takes
30 MB and is freed at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from engine.protocols import Game, S, Value

ROOT = 0
RESULTS = (None, Value.LOSS, Value.DRAW, Value.WIN)  # by the code in the column `result`


class RootMove(NamedTuple):
    """A move of the decision, without playouts that are only virtual losses."""

    visits: int
    wins: float
    proven: Value | None

    @property
    def plies(self) -> int:
        """Unknown: an event does not hold the length of a proof."""
        return 0

    def mean(self) -> float | None:
        """Return the expected score of the move, None when nothing is known."""
        return self.wins / self.visits if self.visits else None


class SearchNode(NamedTuple):
    """A node as it stands; scores are those of the player who made its move."""

    number: int
    move: int  # that leads to it, -1 for the root
    visits: int  # playouts, while a batch is collected virtual losses included
    wins: float  # the total score of all playouts, one half for a draw
    proven: Value | None
    plies: int  # to the end of the game along the proof

    def mean(self) -> float | None:
        """Return the expected score of the move, None when nothing is known."""
        if self.proven is not None:
            return (self.proven + 1) / 2
        return self.wins / self.visits if self.visits else None


class Leaf(NamedTuple):
    """A leaf: the path to it, the nodes to play out (`todo`), their states, the playouts of each.

    The nodes are its moves, or the leaf itself where the tree is full and it was not opened.
    """

    path: list[int]
    todo: list[int]
    states: list[Any]
    repeats: list[int]
    total: int


class SearchNodes(Generic[S]):
    """A growing tree; a node is an index into its columns, and siblings have adjacent indices.

    States are stored only for opened nodes; the state of another node is made from its parent's.
    """

    def __init__(self, game: Game[S], state: S) -> None:
        self.game = game
        self.move = array("q")  # the move that leads to the node
        self.parent = array("q")
        self.first = array("q")  # index of its first child, 0 until the node is opened
        self.end = array("q")  # index after its last child
        self.visits = array("q")  # playouts; while a batch is collected, virtual losses too
        self.wins = array("d")  # scores of the player who made the move
        self.result = bytearray()  # an index of RESULTS, 0 until it is proved
        self.plies = array("q")  # from here to the end along the proof
        self.evaluated = bytearray()  # whether its moves have had playouts of their own
        self.pending = bytearray()  # whether it is in the batch being collected
        self._states: dict[int, S] = {}
        self._add([-1], ROOT)
        self._states[ROOT] = state

    def __len__(self) -> int:
        return len(self.visits)

    def _add(self, moves: Sequence[int], parent: int) -> None:
        count = len(moves)
        self.move.extend(moves)
        self.parent.extend([parent] * count)
        for numbers in (self.first, self.end, self.plies, self.visits, self.wins):
            numbers.frombytes(bytes(numbers.itemsize * count))
        for marks in (self.result, self.evaluated, self.pending):
            marks.extend(bytes(count))

    def open(self, node: int, state: S, moves: Sequence[int]) -> range:
        """Add the children of an unopened node, and return their indices."""
        self._states[node] = state
        self.first[node] = first = len(self)
        self._add(moves, node)
        self.end[node] = end = len(self)
        return range(first, end)

    def opened(self, node: int) -> bool:
        """Return whether the children of a node have been added."""
        return self.first[node] > 0

    def children(self, node: int) -> range:
        """Return the indices of a node's children, empty until it is opened."""
        return range(self.first[node], self.end[node])

    def state(self, node: int) -> S:
        """Return the position of a node."""
        state = self._states.get(node)
        if state is None:
            state = self.game.play(self.state(self.parent[node]), self.move[node])
        return state

    def proven(self, node: int) -> Value | None:
        """Return the proved result for the player who made the move, None until there is one."""
        return RESULTS[self.result[node]]

    def node(self, number: int) -> SearchNode:
        """Return a node as it stands."""
        visits, wins, plies = self.visits[number], self.wins[number], self.plies[number]
        return SearchNode(number, self.move[number], visits, wins, self.proven(number), plies)

    def below(self, number: int) -> list[SearchNode]:
        """Return the children of a node as they stand, none until it is opened."""
        return [self.node(child) for child in self.children(number)]

    def settle(self, node: int, result: Value, plies: int) -> None:
        """Set the proved result of a node, and the number of moves from it to the end."""
        self.result[node], self.plies[node] = RESULTS.index(result), plies

    def prove(self, node: int) -> bool:
        """Derive the result of a node from its children; return whether it is proved now."""
        if self.result[node] or not self.opened(node):
            return bool(self.result[node])
        first, end = self.first[node], self.end[node]
        results = self.result[first:end]
        best = RESULTS[max(results, default=0)]
        if best is None or (best is not Value.WIN and not all(results)):
            return False
        code = RESULTS.index(best)
        lengths = [
            plies
            for plies, result in zip(self.plies[first:end], results, strict=True)
            if result == code
        ]
        self.settle(node, Value(-best), 1 + (min if best is Value.WIN else max)(lengths))
        return True


C = TypeVar("C", SearchNode, RootMove)


def best_child(children: Sequence[C]) -> C:
    """Return the shortest proven win, else the most visited unproven move.

    A proven draw is preferred to a move with a mean of at most 1/2. Where every move is a proven
    loss, the longest one is returned.
    """
    wins = [child for child in children if child.proven is Value.WIN]
    if wins:
        return min(wins, key=lambda child: child.plies)
    hopeful = [child for child in children if child.proven is None]
    draws = [child for child in children if child.proven is Value.DRAW]
    if hopeful:
        best = max(hopeful, key=lambda child: (child.visits, child.mean() or 0.0))
        if not draws or (best.mean() or 0.0) > 0.5:
            return best
    if draws:
        return draws[0]
    return max(children, key=lambda child: child.plies)
