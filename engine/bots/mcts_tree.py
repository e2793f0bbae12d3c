"""The tree of `mcts`: descents collected in batches, playouts in bulk, proofs backed up exactly.

A small run of playouts costs as much as a large one, so positions are collected and evaluated
together: each descent opens one leaf, all its moves get a few playouts, and a virtual loss on the
way sends the next descent elsewhere. Proven results are backed up exactly (Winands, Björnsson,
Saito 2008, "Monte-Carlo Tree Search Solver"): a move to a proven win is never left, a proven loss
never entered. Where the game can be searched to the end, so are positions with many playouts.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from functools import partial
from math import inf, log
from threading import Thread
from typing import Any, Generic, NamedTuple, Protocol, runtime_checkable

from engine.bots.mcts_proofs import ASK_FROM, Proofs
from engine.bots.tree_record import TreeRecord
from engine.context import Context
from engine.playout import Policy, outcome_counts
from engine.protocols import Game, Outcome, S, Value
from engine.solvers.oracle import Prover

EXPLORATION = 0.5
# Playouts of each move of an opened leaf: one for every so many of the budget, up to the most.
# Few make the best use of a playout, many the best use of the time of a long search.
REPEATS_PER = 2_500
MAX_REPEATS = 8
WIDE = 16  # with more moves than this, one playout each
# Leaves opened between two runs of playouts: a share of those opened before, up to the largest.
# A long search, whose time goes by the number of runs, takes the larger share.
BATCH_SHARE, LONG_SHARE = 8, 4
LARGEST_BATCH = 64
# Before the first playout every reply to every move is looked at, if there are not more moves.
LOOKED_AT = 100
CHECK_EVERY = 32
HIDDEN_AT_ONCE = 4096  # new nodes, between two moments when they are hidden from the collector
# The tree grows no larger than this, 125 MB on the widest nim; the search then goes on with the
# nodes there are, and plays out from the leaves themselves.
MAX_NODES = 300_000


@runtime_checkable
class Successors(Protocol[S]):
    """Optional, for a game that can look at all moves of a position faster than one by one."""

    def successors(self, state: S) -> list[tuple[int, S, Outcome | None, bool]]:
        """Per legal move: itself, the position after it, its outcome if it ends the game, and
        whether the opponent is known to win at once there."""


# (mover wins?, draw?) -> what that is for the mover
_RESULT = {
    (True, False): Value.WIN,
    (False, True): Value.DRAW,
    (False, False): Value.LOSS,
}


class HurriedSearch(Exception):  # noqa: N818 - a request, not an error
    """The answer is wanted now."""


class Node(Generic[S]):
    """A position reached by `move`; scores are those of the player who made that move."""

    __slots__ = (
        "children",
        "evaluated",
        "move",
        "pending",
        "plies",
        "proven",
        "state",
        "visits",
        "wins",
    )

    def __init__(self, move: int, state: S) -> None:
        self.move = move
        self.state = state
        self.children: list[Node[S]] | None = None  # None until opened
        self.evaluated = False  # whether its moves have had playouts of their own
        self.pending = False  # in the batch being collected
        self.visits = 0  # playouts; while a batch is collected, virtual losses too
        self.wins = 0.0
        self.proven: Value | None = None
        self.plies = 0  # from here to the end along the proof

    def mean(self) -> float | None:
        """The expected score of the move, None when nothing is known."""
        if self.proven is not None:
            return (self.proven + 1) / 2
        return self.wins / self.visits if self.visits else None

    def prove(self) -> bool:
        """Derive the result from the children's; whether there is one now."""
        children = self.children
        if self.proven is not None or not children:
            return self.proven is not None
        known = [child.proven for child in children if child.proven is not None]
        if Value.WIN not in known and len(known) < len(children):
            return False
        best = max(known)
        self.proven = Value(-best)
        lengths = [child.plies for child in children if child.proven is best]
        self.plies = 1 + (min(lengths) if best is Value.WIN else max(lengths))
        return True


class _Leaf(NamedTuple, Generic[S]):
    """A position, the nodes on the way to it, and what is to be played out from it.

    That is its moves; or itself, where the tree is full and it was not opened.
    """

    path: list[Node[S]]
    todo: list[Node[S]]
    repeats: list[int]
    total: int


class Tree(Generic[S]):
    """One search. Between two steps of `run` every node is in order, also after a hurry."""

    def __init__(
        self,
        game: Game[S],
        state: S,
        playouts: int,
        context: Context[Any],
        prover: Prover[S] | None = None,
    ) -> None:
        self.game = game
        self.context = context
        self.budget = playouts
        self.done = 0
        self._repeats = max(1, min(MAX_REPEATS, playouts // REPEATS_PER))
        self._share = BATCH_SHARE if self._repeats == 1 else LONG_SHARE
        self._opened = 0
        self.nodes = 1
        self._hidden = 0
        self._steps = 0
        self._batch: list[_Leaf[S]] = []
        self._proofs = Proofs(prover, self._check) if prover is not None else None
        self._due: list[list[Node[S]]] = []  # the ways to positions that are to be searched
        self._successors: Callable[[S], list[tuple[int, S, Outcome | None, bool]]] = (
            game.successors if isinstance(game, Successors) else partial(_successors, game)
        )
        self.root: Node[S] = Node(-1, state)
        self.record: TreeRecord[S] | None = None
        if context.recorder is not None:
            self.record = TreeRecord(game, self.root, context.recorder)
        self._make_children(self.root, lambda _: context.check())

    def run(self, report: Callable[[], None]) -> None:
        """Spend the budget, or less when no playout can change the move any more.

        Raises HurriedSearch when an answer is wanted at once, and lets Cancelled through.
        """
        try:
            self._look_two_plies_ahead()
            if self.record is not None:
                self.record.looked_ahead()
            while self.done < self.budget and not (self._opened and self.settled):
                if self.root.proven is not None or not self._collect():
                    return
                self._evaluate()
                self._search_what_is_due()
                self._tick(CHECK_EVERY)
                self._hide_growth()
                report()
        finally:
            self._forget_batch()

    def _hide_growth(self) -> None:
        """Keep the collector of garbage from walking through the tree again and again.

        That would stop every thread of the program for 0.1 s and more. The tree needs no
        collector: no node knows its parent, so it goes with the last who knows the root.
        """
        if self.nodes - self._hidden >= HIDDEN_AT_ONCE:
            self._hidden = self.nodes
            gc.freeze()

    def let_go(self) -> None:
        """Free what the search has grown; nobody may look at it any more.

        A large tree goes node by node and beside what comes next: at once, it would stop every
        thread of the program for 0.2 s.
        """
        if self._hidden:
            nodes = [self.root]
            self.root = Node(-1, self.root.state)
            Thread(target=_fell, args=(nodes,), daemon=True).start()

    @property
    def candidates(self) -> list[Node[S]]:
        """The moves that are not proven losses."""
        return [child for child in self.root.children or () if child.proven is not Value.LOSS]

    @property
    def settled(self) -> bool:
        """Whether more playouts cannot change the move."""
        return self.root.proven is not None or len(self.candidates) == 1

    def _tick(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps >= CHECK_EVERY:
            self._steps = 0
            self._check()

    def _check(self) -> None:
        self.context.check()
        if self.context.hurry:
            raise HurriedSearch

    def _make_children(self, node: Node[S], tick: Callable[[int], None]) -> None:
        """Open a node, and prove what the rules say at once."""
        win = Outcome.win_of(self.game.to_move(node.state))
        children: list[Node[S]] = []
        for move, after, outcome, lost in self._successors(node.state):
            child: Node[S] = Node(move, after)
            if outcome is not None:
                child.proven = _RESULT[outcome is win, outcome is Outcome.DRAW]
            elif lost:
                child.proven, child.plies = Value.LOSS, 1
            children.append(child)
        node.children = children
        self.nodes += len(children)
        node.prove()
        tick(len(children))

    def _look_two_plies_ahead(self) -> None:
        """However small the budget, a win at once is taken and a loss at once is avoided."""
        children = self.root.children or []
        if self.root.proven is not None or len(children) > LOOKED_AT:
            return
        for child in children:
            if child.proven is None:
                self._make_children(child, self._tick)
        self.root.prove()

    def _collect(self) -> bool:
        """Open some leaves for the next run of playouts; false when there is none left."""
        size = min(LARGEST_BATCH, 1 + self._opened // self._share)
        left = self.budget - self.done
        while len(self._batch) < size and left > 0 and self.root.proven is None:
            path = self._descend()
            leaf = path[-1]
            if leaf.pending:
                break
            if self.record is not None:
                self.record.selected(path, EXPLORATION, self._batch)
            if leaf.children is None and self.nodes < MAX_NODES:
                self._make_children(leaf, self._tick)
            if leaf.prove():
                self._back_up_proof(path)
                if self.record is not None:
                    self.record.proved(path, self._batch)
                continue
            if leaf.children is None:
                self._tick()
                todo, wanted = [leaf], MAX_REPEATS
            else:
                todo = [child for child in leaf.children if child.proven is None]
                wanted = self._repeats if len(todo) <= WIDE else 1
            each = max(1, min(wanted, left // len(todo)))
            repeats = [max(0, min(each, left - each * index)) for index in range(len(todo))]
            taken = _Leaf(path, todo, repeats, sum(repeats))
            self._opened += 1
            leaf.pending = True
            for node in path:
                node.visits += taken.total
            left -= taken.total
            self._batch.append(taken)
            if self.record is not None:
                self.record.opened(taken)
        return bool(self._batch)

    def _search_what_is_due(self) -> None:
        """Search positions with many playouts to the end; no batch is being collected."""
        due, self._due = self._due, []
        for path in due:
            if self._proofs is None or any(node.proven is not None for node in path):
                continue
            found = self._proofs.settle(path[-1])
            if found.proved:
                self._back_up_proof(path)
            if self.record is not None:
                self.record.searched(path, found.positions)

    def _back_up_proof(self, path: list[Node[S]]) -> None:
        """Settle what follows from the end of the path, and take back playouts it has outdated.

        A refuted move would not be played: its playouts no longer count for the positions above.
        Those of a drawn move count as draws, also the ones still to come in this batch, whose
        results will stop here.
        """
        index = len(path) - 1
        while index and path[index - 1].prove():
            index -= 1
        settled = path[index]
        refuted = settled.proven is Value.LOSS
        # A leaf below what was settled before is not coming: its results will stop there.
        coming = sum(
            leaf.total
            for leaf in self._batch
            if settled in leaf.path
            and all(node.proven is None or node in path for node in leaf.path)
        )
        visits = settled.visits if refuted else 0
        change = -settled.wins if refuted else settled.visits / 2 - settled.wins
        # The scores of the two players add up to the playouts that have been counted.
        counted = coming - settled.visits if refuted else coming
        for node in reversed(path[:index]):
            change = counted - change
            node.visits -= visits
            node.wins += change

    def _descend(self) -> list[Node[S]]:
        """Follow the upper confidence bounds to a node whose moves have had no playouts."""
        node = self.root
        path = [node]
        proofs = self._proofs
        while node.evaluated:
            self._tick()
            factor = EXPLORATION * log(node.visits + 1) ** 0.5
            best, chosen = -inf, None
            for child in node.children or ():
                if child.proven is not None:
                    continue
                visits = child.visits
                bound = (child.wins + factor * visits**0.5) / visits if visits else inf
                if bound > best:
                    best, chosen = bound, child
            if chosen is None:
                break
            node = chosen
            path.append(node)
            if proofs is not None and node.visits >= ASK_FROM and proofs.claim(node):
                self._due.append(path.copy())
        return path

    def _evaluate(self) -> None:
        """Play out every collected move in one run and hand the results up the paths."""
        batch = self._batch
        chosen = [
            (node.state, repeats)
            for leaf in batch
            for node, repeats in zip(leaf.todo, leaf.repeats, strict=True)
            if repeats
        ]
        singles = self.record.singles(batch) if self.record is not None else None
        counts = outcome_counts(
            self.game,
            [state for state, _ in chosen],
            [repeats for _, repeats in chosen],
            self.context.rng,
            self.context.check,
            singles,
            Policy.DECISIVE,
        )
        rows = iter(counts.tolist())
        self._batch = []
        for number, leaf in enumerate(batch):
            node = leaf.path[-1]
            wins = 0 if self.game.to_move(node.state) == 0 else 2
            gained = 0.0
            for child, repeats in zip(leaf.todo, leaf.repeats, strict=True):
                if repeats:
                    row = next(rows)
                    score = row[wins] + row[1] / 2
                    gained += score
                    if child is not node:  # the position itself gets its part with the path
                        child.visits += repeats
                        child.wins += score
            node.pending, node.evaluated = False, node.children is not None
            self.done += leaf.total
            # The virtual visits have become real ones; only the scores are still to come.
            for node in reversed(leaf.path):
                gained = leaf.total - gained
                node.wins += gained
                if node.proven is not None:
                    break  # settled since, and what is above has been put right
            if self.record is not None and singles is not None:
                self.record.played(leaf, number, singles)
        if self.record is not None:
            self.record.batch_done(self.done)

    def _forget_batch(self) -> None:
        """Take back the virtual visits of leaves that were not played out."""
        for leaf in self._batch:
            leaf.path[-1].pending = False
            for node in reversed(leaf.path):
                node.visits -= leaf.total
                if node.proven is not None:
                    break
        self._batch = []


def _fell(nodes: list[Node[Any]]) -> None:
    while nodes:
        children, nodes[-1].children = nodes[-1].children, None
        nodes.pop()
        nodes += children or ()
    gc.unfreeze()


def _successors(game: Game[S], state: S) -> list[tuple[int, S, Outcome | None, bool]]:
    pairs = [(move, game.play(state, move)) for move in game.moves(state)]
    return [(move, after, game.outcome(after), False) for move, after in pairs]


def best_child(children: Sequence[Node[S]]) -> Node[S]:
    """A proven win, the shortest; else the most visited move; a proven loss only when all are.

    A proven draw is preferred to a move that promises no more.
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


def variation(node: Node[S], length: int) -> tuple[int, ...]:
    """The line both sides prefer so far, from the node's own move on."""
    moves = [node.move]
    while node.children and len(moves) < length:
        if not any(child.visits or child.proven is not None for child in node.children):
            break
        node = best_child(node.children)
        moves.append(node.move)
    return tuple(moves)
