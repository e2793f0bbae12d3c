"""Monte Carlo tree search: batched descents, bulk playouts, exact back-up of proofs.

Idea: playouts go where they matter. Each descent chooses the child with the highest upper
confidence bound, mean + c * sqrt(ln(parent's visits) / visits), so good moves are looked at deeper
and doubtful ones now and then (Kocsis and Szepesvári 2006, UCT; Coulom 2006).

A small run of playouts costs as much as a large one, so leaves are collected and evaluated
together: each descent opens one leaf, all its moves get a few playouts, and a virtual loss on the
path sends the next descent elsewhere (Chaslot, Winands, van den Herik 2008). Proven results are
backed up exactly (Winands, Björnsson, Saito 2008, "Monte-Carlo Tree Search Solver"): descents never
enter proven moves, and a proven win is always played. Where the game has a prover, it searches
positions with many playouts to the end: near the end that costs less than their playouts. The cost
of a search is limited in positions, so a decision depends on no clock.

Cost: its budget in playouts, and about 100 bytes a node. Where it has proved nothing its figures
are estimates without an interval, and a narrow trap deep in the tree can escape it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from math import inf, log
from typing import Any, Generic, Protocol, runtime_checkable

from engine.bots.tree_nodes import ROOT, Leaf, SearchNode, SearchNodes, best_child
from engine.context import Context
from engine.messages import Message, message
from engine.naming import move_name, named_move
from engine.protocols import (
    Bot,
    Decision,
    Estimate,
    Game,
    OptionError,
    Outcome,
    S,
    Value,
    Variation,
)
from engine.solvers.oracle import Hurried, Prover, stop_or_hurry
from engine.solvers.playout import outcome_counts
from engine.trace.tree import TreeRecord

ASK_FROM = 64  # playouts before the first search of a position
ASK_AGAIN = 4  # growth factor of the playouts before the next one
POSITIONS_EACH = 0.25  # positions a search may visit for each playout
ANY = (Value.LOSS, Value.WIN)


class ProofSearch(Generic[S]):
    """The exact searches in the tree of one decision, with the bounds they have proved."""

    def __init__(self, nodes: SearchNodes[S], prover: Prover[S], check: Callable[[], None]) -> None:
        self._nodes = nodes
        self._prover = prover
        self._check = check
        self._again: dict[int, int] = {}  # node -> playouts from which it is searched again
        # The result of the player to move lies between these two.
        self._known: dict[int, tuple[Value, Value]] = {}

    def claim(self, node: int) -> bool:
        """Return whether to search a node with at least ASK_FROM playouts now.

        After a yes, the answer is no until its playouts have grown by the factor ASK_AGAIN.
        """
        visits = self._nodes.visits[node]
        if visits < self._again.get(node, 0):
            return False
        if not self._prover.promising(self._nodes.state(node)):
            return False
        self._again[node] = ASK_AGAIN * visits
        return True

    def settle(self, number: int) -> int:
        """Search the position of a node, write a proved result to it, and return the effort.

        The effort is the positions visited, or allowed where these were not enough. The likelier
        question comes first: whether the player to move wins, or loses.
        """
        node, state = self._nodes.node(number), self._nodes.state(number)
        low, high = self._known.get(number, ANY)
        allowed, spent = int(POSITIONS_EACH * node.visits), 0
        while low is not high:
            losing = low is Value.LOSS and (high is Value.DRAW or (node.mean() or 0.0) > 0.5)
            goal = Value.DRAW if losing else Value.WIN
            answer = self._prover.reaches(state, goal, allowed, self._check)
            if answer is None:
                return spent + allowed
            spent += answer.positions
            low, high = (goal, high) if answer.yes else (low, Value(goal - 1))
            self._known[number] = low, high
            if low is high:
                self._nodes.settle(number, Value(-low), answer.plies)
        return spent


EXPLORATION = 0.5  # the constant c
# Each move of an opened leaf gets one playout per REPEATS_PER of the budget, up to MAX_REPEATS.
# Few make the best use of a playout, many the best use of the time of a long search.
REPEATS_PER = 2_500
MAX_REPEATS = 8
WIDE = 16  # with more moves than this, one playout each
# The leaves of a batch are a fraction 1/BATCH_SHARE of those opened before, up to LARGEST_BATCH.
# A long search, whose time depends on the number of runs, takes 1/LONG_SHARE of them.
BATCH_SHARE, LONG_SHARE = 8, 4
LARGEST_BATCH = 64
# Up to this many moves, every reply to every move is generated before the first playout.
LOOKED_AT = 100
CHECK_EVERY = 32
# The tree stops growing at this size, 30 MB; the search then goes on with its
# nodes and plays out from the leaves themselves.
MAX_NODES = 300_000
VARIATION_LENGTH = 12


Successor = tuple[int, S, Outcome | None, bool]


@runtime_checkable
class Successors(Protocol[S]):
    """An optional protocol for a game that expands a position faster than move by move."""

    def successors(self, state: S) -> list[Successor[S]]:
        """Return (move, position after it, outcome, lost) for every legal move.

        The outcome is None unless the move ends the game; `lost` says that the opponent is known
        to win at once after it.
        """


class SearchTree(Generic[S]):
    """The tree of one search; between two steps of `run`, also after a hurry, it is consistent."""

    def __init__(
        self,
        bot: Mcts,
        game: Game[S],
        state: S,
        context: Context[Any],
        prover: Prover[S] | None = None,
    ) -> None:
        self.game = game
        self.context = context
        self.budget, self.single, self.exploration = bot.playouts, bot.single, bot.exploration
        self.done = 0
        self._repeats = max(1, min(MAX_REPEATS, self.budget // REPEATS_PER))
        self._share = BATCH_SHARE if self._repeats == 1 else LONG_SHARE
        self._opened = 0
        self.nodes: SearchNodes[S] = SearchNodes(game, state)
        self._steps = 0
        self._batch: list[Leaf] = []
        # A bound method of the tree would make a reference cycle; without one it is freed at once.
        self._check = stop_or_hurry(context)
        self._proofs: ProofSearch[S] | None = None
        if prover is not None:
            self._proofs = ProofSearch(self.nodes, prover, self._check)
        self._due: list[list[int]] = []  # paths to the positions the prover is to search
        self._successors: Callable[[S], list[Successor[S]]] = (
            game.successors if isinstance(game, Successors) else partial(_successors, game)
        )
        self.record: TreeRecord[S] | None = None
        if context.recorder is not None:
            self.record = TreeRecord(
                self.nodes, context.recorder, single=self.single, exploration=self.exploration
            )
        self._make_children(ROOT, state, lambda _: context.check())
        if self.single:
            self.nodes.evaluated[ROOT] = True  # the first step selects a move

    def run(self, report: Callable[[], None]) -> None:
        """Spend the budget, or less when no playout can change the move any more.

        Raises Hurried when the context is hurried, and lets Cancelled through.
        """
        try:
            self._look_two_plies_ahead()
            if self.record is not None:
                self.record.looked_ahead()
            while self.done < self.budget and not (self._opened and self.settled):
                if self.nodes.result[ROOT] or not self._collect():
                    return
                self._evaluate()
                self._search_what_is_due()
                self._tick(CHECK_EVERY)
                report()
        finally:
            self._forget_batch()

    @property
    def candidates(self) -> list[SearchNode]:
        """The moves that are not proven losses."""
        return [each for each in self.nodes.below(ROOT) if each.proven is not Value.LOSS]

    @property
    def settled(self) -> bool:
        """Whether more playouts cannot change the move."""
        return bool(self.nodes.result[ROOT]) or len(self.candidates) == 1

    def _tick(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps >= CHECK_EVERY:
            self._steps = 0
            self._check()

    def _make_children(self, node: int, state: S, tick: Callable[[int], None]) -> list[S]:
        """Open a node, settle moves the rules decide, and return the positions after its moves."""
        mover = self.game.to_move(state)
        successors = self._successors(state)
        nodes = self.nodes
        children = nodes.open(node, state, [move for move, _, _, _ in successors])
        for child, (_, _, outcome, lost) in zip(children, successors, strict=True):
            if outcome is not None:
                nodes.settle(child, Value(int(2 * outcome.score(mover)) - 1), 0)
            elif lost:
                nodes.settle(child, Value.LOSS, 1)
        nodes.prove(node)
        tick(len(successors))
        return [after for _, after, _, _ in successors]

    def _look_two_plies_ahead(self) -> None:
        """Open every move, so that any budget takes an immediate win and avoids a loss."""
        nodes = self.nodes
        children = nodes.children(ROOT)
        if nodes.result[ROOT] or len(children) > LOOKED_AT:
            return
        for child in children:
            if not nodes.result[child]:
                self._make_children(child, nodes.state(child), self._tick)
        nodes.prove(ROOT)

    def _collect(self) -> bool:
        """Open some leaves for the next run of playouts; return whether there are any."""
        nodes = self.nodes
        size = 1 if self.single else min(LARGEST_BATCH, 1 + self._opened // self._share)
        left = self.budget - self.done
        while len(self._batch) < size and left > 0 and not nodes.result[ROOT]:
            path = self._descend()
            leaf = path[-1]
            if nodes.pending[leaf]:
                break
            if self.record is not None:
                self.record.selected(path, len(self._batch) + 1)
            after: list[S] | None = None
            if not nodes.opened(leaf) and len(nodes) < MAX_NODES:
                after = self._make_children(leaf, nodes.state(leaf), self._tick)
            if nodes.prove(leaf):
                self._back_up_proof(path)
                if self.record is not None:
                    self.record.proved(path, self._batch)
                continue
            left -= self._take(path, left, after)
        return bool(self._batch)

    def _take(self, path: list[int], left: int, after: list[S] | None) -> int:
        """Put the leaf at the end of the path into the batch and return its number of playouts.

        `after` holds the positions after its moves if the caller has them already.
        """
        nodes, leaf = self.nodes, path[-1]
        children = nodes.children(leaf)
        if self.single:
            todo, repeats_each = [leaf], 1
        elif not children:
            self._tick()
            todo, repeats_each = [leaf], MAX_REPEATS
        else:
            todo = [child for child in children if not nodes.result[child]]
            repeats_each = self._repeats if len(todo) <= WIDE else 1
        each = max(1, min(repeats_each, left // len(todo)))
        repeats = [max(0, min(each, left - each * index)) for index in range(len(todo))]
        if after is None or self.single:
            states = [nodes.state(node) for node in todo]
        else:
            states = [after[child - children.start] for child in todo]
        taken = Leaf(path, todo, states, repeats, sum(repeats))
        self._opened += 1
        nodes.pending[leaf] = True
        for node in path:
            nodes.visits[node] += taken.total
        self._batch.append(taken)
        if self.record is not None:
            self.record.opened(taken)
        return taken.total

    def _search_what_is_due(self) -> None:
        """Search positions with many playouts to the end; call between two batches only."""
        due, self._due = self._due, []
        for path in due:
            if self._proofs is None or any(self.nodes.result[node] for node in path):
                continue
            positions = self._proofs.settle(path[-1])
            if self.nodes.result[path[-1]]:
                self._back_up_proof(path)
            if self.record is not None:
                self.record.searched(path, positions)

    def _back_up_proof(self, path: list[int]) -> None:
        """Back up the proof at the end of the path, and correct the playouts it outdates.

        A refuted move would not be played: its playouts no longer count for the positions above.
        Those of a drawn move count as draws, including those pending in this batch, whose
        results will stop here.
        """
        nodes = self.nodes
        index = len(path) - 1
        while index and nodes.prove(path[index - 1]):
            index -= 1
        settled = path[index]
        refuted = nodes.proven(settled) is Value.LOSS
        # Results of a leaf below an earlier settled node stop there and never arrive here.
        coming = sum(
            leaf.total
            for leaf in self._batch
            if settled in leaf.path
            and all(not nodes.result[node] or node in path for node in leaf.path)
        )
        had, won = nodes.visits[settled], nodes.wins[settled]
        visits = had if refuted else 0
        change = -won if refuted else had / 2 - won
        # The scores of the two players add up to the playouts that have been counted.
        counted = coming - had if refuted else coming
        for node in reversed(path[:index]):
            change = counted - change
            nodes.visits[node] -= visits
            nodes.wins[node] += change

    def _descend(self) -> list[int]:
        """Return the path by upper confidence bounds to a node whose moves have no playouts."""
        nodes, proofs = self.nodes, self._proofs
        evaluated, first, end = nodes.evaluated, nodes.first, nodes.end
        all_visits, all_wins, results = nodes.visits, nodes.wins, nodes.result
        node = ROOT
        path = [node]
        while evaluated[node]:
            self._tick()
            factor = self.exploration * log(all_visits[node] + 1) ** 0.5
            best, chosen = -inf, None
            for child in range(first[node], end[node]):
                if results[child]:
                    continue
                visits = all_visits[child]
                bound = (all_wins[child] + factor * visits**0.5) / visits if visits else inf
                if bound > best:
                    best, chosen = bound, child
            if chosen is None:
                break
            node = chosen
            path.append(node)
            if proofs is not None and all_visits[node] >= ASK_FROM and proofs.claim(node):
                self._due.append(path.copy())
        return path

    def _evaluate(self) -> None:
        """Play out every collected move in one run and back up the results."""
        batch = self._batch
        chosen = [
            (state, repeats)
            for leaf in batch
            for state, repeats in zip(leaf.states, leaf.repeats, strict=True)
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
            decisive=True,
        )
        rows = iter(counts.tolist())
        self._batch = []
        for number, leaf in enumerate(batch):
            self._count(leaf, rows)
            if self.record is not None and singles is not None:
                self.record.played(leaf, number, singles)
        if self.record is not None:
            self.record.batch_done(self.done)

    def _count(self, leaf: Leaf, rows: Iterator[list[int]]) -> None:
        """Add the results of a leaf's playouts to it, its moves and the nodes above."""
        nodes, node = self.nodes, leaf.path[-1]
        wins = 0 if self.game.to_move(nodes.state(node)) == 0 else 2
        gained = 0.0
        for child, repeats in zip(leaf.todo, leaf.repeats, strict=True):
            if repeats:
                row = next(rows)
                score = row[wins] + row[1] / 2
                gained += score
                if child != node:  # the leaf itself gets its score with the path
                    nodes.visits[child] += repeats
                    nodes.wins[child] += score
        nodes.pending[node], nodes.evaluated[node] = False, nodes.opened(node)
        self.done += leaf.total
        # The virtual visits count as real ones from here on; only the scores are added.
        for node in reversed(leaf.path):
            gained = leaf.total - gained
            nodes.wins[node] += gained
            if nodes.result[node]:
                break  # settled meanwhile, and the nodes above are already corrected

    def _forget_batch(self) -> None:
        """Take back the virtual visits of leaves that were not played out."""
        nodes = self.nodes
        for leaf in self._batch:
            nodes.pending[leaf.path[-1]] = False
            for node in reversed(leaf.path):
                nodes.visits[node] -= leaf.total
                if nodes.result[node]:
                    break
        self._batch = []


def _successors(game: Game[S], state: S) -> list[Successor[S]]:
    pairs = [(move, game.play(state, move)) for move in game.moves(state)]
    return [(move, after, game.outcome(after), False) for move, after in pairs]


def _variation(nodes: SearchNodes[Any], node: SearchNode) -> tuple[int, ...]:
    """Return the principal variation from the node's own move on."""
    moves = [node.move]
    while len(moves) < VARIATION_LENGTH:
        below = nodes.below(node.number)
        if not any(child.visits or child.proven is not None for child in below):
            break
        node = best_child(below)
        moves.append(node.move)
    return tuple(moves)


class Mcts(Bot):
    """The bot `mcts:N`: N playouts in total; the same seed grows the same tree.

    `single` is the pace of textbooks: each step plays one game from one leaf. `exploration` is the
    constant of the upper confidence bound. `prover_for` makes a new Prover for each decision; None
    for a game without one.
    """

    def __init__(
        self,
        playouts: int,
        prover_for: Callable[[Game[Any]], Prover[Any] | None] = lambda game: None,
        *,
        single: bool = False,
        exploration: float = EXPLORATION,
    ) -> None:
        if playouts < 1:
            raise OptionError("mc.budget")
        self.playouts = playouts
        self.single = single
        self.exploration = exploration
        self._prover_for = prover_for

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Choose the shortest proven win, else the most visited move that is no proven loss."""
        context.check()
        tree = SearchTree(self, game, state, context, self._prover_for(game))
        with suppress(Hurried):
            tree.run(lambda: context.report_from(lambda: self._decision(tree)))
        if tree.record is not None:
            tree.record.finish(tree.done, tree.budget)
        return self._decision(tree)

    def _decision(self, tree: SearchTree[S]) -> Decision:
        children = tree.nodes.below(ROOT)
        chosen = best_child(children)
        estimates = tuple(
            Estimate(
                child.move,
                child.mean(),
                child.proven,
                1 if child.proven is not None and not child.plies else None,
                child.visits,
            )
            for child in children
        )
        return Decision(
            chosen.move,
            estimates,
            self._note(tree, chosen),
            effort=tree.done,
            budget=self.playouts,
            detail=Variation(_variation(tree.nodes, chosen)),
            by_chance=tree.done > 0 and len(children) > 1,
        )

    @staticmethod
    def _note(tree: SearchTree[S], chosen: SearchNode) -> Message:
        game, state = tree.game, tree.nodes.state(ROOT)
        text = move_name(game, state, chosen.move)
        if chosen.proven is Value.DRAW:
            return message("note.mcts.draw", move=text)
        if chosen.proven is not None:
            key = f"note.mcts.{chosen.proven.name.lower()}"
            return message(key, move=text, count=chosen.plies + 1)
        if len(tree.candidates) == 1:
            only = len(tree.nodes.children(ROOT)) == 1
            return message("note.mcts.only" if only else "note.mcts.forced", move=text)
        score = chosen.mean()
        if score is None:
            return message("note.mcts.hurried", move=text)
        named = named_move(game, state, chosen.move)
        return message("note.mcts", move=named, score=score, count=chosen.visits)
