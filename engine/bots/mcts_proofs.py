"""Which positions of a growing tree are searched to the end, and what that has settled so far.

A playout only guesses. Where a game is short enough to its end, a search settles a position for
less than its playouts cost; so a position is searched once it has had many of them, and again
whenever they have grown by a factor.
What a search may cost is counted in positions, a share of the playouts: a decision depends on no
clock, and a small budget buys no search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol, TypeVar

from engine.protocols import S, Value
from engine.solvers.oracle import Prover

S_co = TypeVar("S_co", covariant=True)
ASK_FROM = 64  # playouts
ASK_AGAIN = 4  # times as many
POSITIONS_EACH = 0.25  # looked at for each playout, at most
ANY = (Value.LOSS, Value.WIN)


class UnprovenNode(Protocol[S_co]):
    """What is read of a node of the tree, and what a proof writes."""

    @property
    def number(self) -> int:
        """Which node of the tree."""

    @property
    def state(self) -> S_co:
        """The position."""

    @property
    def visits(self) -> int:
        """Its playouts."""

    def mean(self) -> float | None:
        """The expected score of who moved here."""

    def settle(self, result: Value, plies: int) -> None:
        """Write down the result of who moved here, and the plies to the end."""


class ProofResult(NamedTuple):
    """What the search of one position came to."""

    proved: bool
    positions: int  # looked at, or allowed where that was not enough


class ProofSearch(Generic[S]):
    """What has been searched in the tree of one decision, and what is known from it."""

    def __init__(self, prover: Prover[S], check: Callable[[], None]) -> None:
        self._prover = prover
        self._check = check
        self._again: dict[int, int] = {}  # by node: playouts from which it is searched again
        # The result of the player to move lies between these two.
        self._known: dict[int, tuple[Value, Value]] = {}

    def claim(self, node: UnprovenNode[S]) -> bool:
        """Whether a node with at least ASK_FROM playouts is to be searched now.

        After a yes, not again before its playouts have grown by ASK_AGAIN.
        """
        if node.visits < self._again.get(node.number, 0) or not self._prover.promising(node.state):
            return False
        self._again[node.number] = ASK_AGAIN * node.visits
        return True

    def settle(self, node: UnprovenNode[S]) -> ProofResult:
        """Search the position of a node; what is proved of its result is written there.

        The likelier side is asked about first: whether who is to move wins, or loses.
        """
        low, high = self._known.get(node.number, ANY)
        allowed, spent = int(POSITIONS_EACH * node.visits), 0
        while low is not high:
            losing = low is Value.LOSS and (high is Value.DRAW or (node.mean() or 0.0) > 0.5)
            goal = Value.DRAW if losing else Value.WIN
            found = self._prover.reaches(node.state, goal, allowed, self._check)
            if found is None:
                return ProofResult(False, spent + allowed)
            spent += found.positions
            low, high = (goal, high) if found.yes else (low, Value(goal - 1))
            self._known[node.number] = low, high
            if low is high:
                node.settle(Value(-low), found.plies)
        return ProofResult(True, spent)
