"""The positions of a search tree, one column for each thing known of them.

A tree of objects would be walked through by Python's collector of garbage again and again as it
grows, and every thread of the program stands still meanwhile. Numbers in flat columns leave the
collector nothing to walk through, and a tree of 300,000 positions takes 30 MB and goes at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Generic

from engine.protocols import Game, S, Value

ROOT = 0
RESULTS = (None, Value.LOSS, Value.DRAW, Value.WIN)  # by what stands in the column `result`


class SearchNodes(Generic[S]):
    """A growing tree; a node is named by its number, and the moves of one follow one another.

    The state is kept only of positions whose moves have been added: of the others it is made from
    the one before.
    """

    def __init__(self, game: Game[S], state: S) -> None:
        self.game = game
        self.move = array("q")  # that leads here
        self.parent = array("q")
        self.first = array("q")  # of its moves, 0 until they are added
        self.end = array("q")  # the number after its last move
        self.visits = array("q")  # playouts; while a batch is collected, virtual losses too
        self.wins = array("d")  # scores of the player who made the move
        self.result = bytearray()  # an index of RESULTS, 0 until it is proved
        self.plies = array("q")  # from here to the end along the proof
        self.evaluated = bytearray()  # whether its moves have had playouts of their own
        self.pending = bytearray()  # in the batch being collected
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
        """Add the moves of a position that has none yet; their numbers."""
        self._states[node] = state
        self.first[node] = first = len(self)
        self._add(moves, node)
        self.end[node] = end = len(self)
        return range(first, end)

    def opened(self, node: int) -> bool:
        """Whether its moves have been added."""
        return self.first[node] > 0

    def children(self, node: int) -> range:
        """Its moves, none until they are added."""
        return range(self.first[node], self.end[node])

    def state(self, node: int) -> S:
        """The position of a node."""
        known = self._states.get(node)
        if known is None:
            known = self.game.play(self.state(self.parent[node]), self.move[node])
        return known

    def proven(self, node: int) -> Value | None:
        """The result for who made the move, once it is known for certain."""
        return RESULTS[self.result[node]]

    def settle(self, node: int, result: Value, plies: int) -> None:
        """Write down a result that is known for certain, and how many moves follow to the end."""
        self.result[node], self.plies[node] = RESULTS.index(result), plies

    def prove(self, node: int) -> bool:
        """Derive the result of a node from those of its moves; whether there is one now."""
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


class SearchNode(Generic[S]):
    """A position of a tree for those who read it; scores are those of who made its move."""

    __slots__ = ("_nodes", "number")

    def __init__(self, nodes: SearchNodes[S], number: int = ROOT) -> None:
        self._nodes = nodes
        self.number = number

    @property
    def move(self) -> int:
        """The move that leads here, -1 for the root."""
        return self._nodes.move[self.number]

    @property
    def state(self) -> S:
        """The position."""
        return self._nodes.state(self.number)

    @property
    def children(self) -> list[SearchNode[S]] | None:
        """Its moves, None until they are added."""
        if not self._nodes.opened(self.number):
            return None
        return [SearchNode(self._nodes, child) for child in self._nodes.children(self.number)]

    @property
    def visits(self) -> int:
        """Playouts, and in the middle of a batch those that are only promised."""
        return self._nodes.visits[self.number]

    @property
    def wins(self) -> float:
        """The points of all playouts, a draw being one half."""
        return self._nodes.wins[self.number]

    @property
    def proven(self) -> Value | None:
        """The result, once it is known for certain."""
        return self._nodes.proven(self.number)

    @property
    def plies(self) -> int:
        """How many moves follow to the end, along the proof."""
        return self._nodes.plies[self.number]

    @property
    def pending(self) -> bool:
        """Whether it is in the batch being collected."""
        return bool(self._nodes.pending[self.number])

    def mean(self) -> float | None:
        """The expected score of the move, None when nothing is known."""
        if self.proven is not None:
            return (self.proven + 1) / 2
        return self.wins / self.visits if self.visits else None

    def settle(self, result: Value, plies: int) -> None:
        """Write down the result that a search of the position has found."""
        self._nodes.settle(self.number, result, plies)
