"""Exact searches of positions in a growing tree.

A playout only guesses. Near the end of the game an exact search costs less than the playouts of a
position; so a position is searched once it has had ASK_FROM playouts, and again whenever these
have grown by the factor ASK_AGAIN. The cost of a search is limited in positions, a fraction of
the playouts: a decision depends on no clock, and a small budget buys no search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple

from engine.bots.tree_nodes import SearchNode
from engine.protocols import S, Value
from engine.solvers.oracle import Prover

ASK_FROM = 64  # playouts before the first search of a position
ASK_AGAIN = 4  # growth factor of the playouts before the next one
POSITIONS_EACH = 0.25  # positions a search may visit for each playout
ANY = (Value.LOSS, Value.WIN)


class ProofResult(NamedTuple):
    """The result of the search of one position."""

    proved: bool
    positions: int  # visited, or allowed where these were not enough


class ProofSearch(Generic[S]):
    """The exact searches in the tree of one decision, with the bounds they have proved."""

    def __init__(self, prover: Prover[S], check: Callable[[], None]) -> None:
        self._prover = prover
        self._check = check
        self._again: dict[int, int] = {}  # node -> playouts from which it is searched again
        # The result of the player to move lies between these two.
        self._known: dict[int, tuple[Value, Value]] = {}

    def claim(self, node: SearchNode[S]) -> bool:
        """Return whether to search a node with at least ASK_FROM playouts now.

        After a yes, the answer is no until its playouts have grown by the factor ASK_AGAIN.
        """
        if node.visits < self._again.get(node.number, 0) or not self._prover.promising(node.state):
            return False
        self._again[node.number] = ASK_AGAIN * node.visits
        return True

    def settle(self, node: SearchNode[S]) -> ProofResult:
        """Search the position of a node, and write a proved result to it.

        The likelier question comes first: whether the player to move wins, or loses.
        """
        low, high = self._known.get(node.number, ANY)
        allowed, spent = int(POSITIONS_EACH * node.visits), 0
        while low is not high:
            losing = low is Value.LOSS and (high is Value.DRAW or (node.mean() or 0.0) > 0.5)
            goal = Value.DRAW if losing else Value.WIN
            answer = self._prover.reaches(node.state, goal, allowed, self._check)
            if answer is None:
                return ProofResult(False, spent + allowed)
            spent += answer.positions
            low, high = (goal, high) if answer.yes else (low, Value(goal - 1))
            self._known[node.number] = low, high
            if low is high:
                node.settle(Value(-low), answer.plies)
        return ProofResult(True, spent)
