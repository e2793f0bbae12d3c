"""The Monte Carlo tree search bot; the tree itself is in mcts_tree.py."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from engine.bots.basic import AllGames
from engine.bots.mcts_tree import EXPLORATION, SearchTree, variation
from engine.bots.tree_nodes import ROOT, SearchNode, best_child
from engine.context import Context
from engine.messages import Message, message
from engine.naming import move_name, named_move
from engine.protocols import Decision, Estimate, Game, OptionError, S, Value, Variation
from engine.solvers.oracle import Hurried, Prover

VARIATION_LENGTH = 12


class Mcts(AllGames):
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
        tree = SearchTree(
            game,
            state,
            self.playouts,
            context,
            self._prover_for(game),
            single=self.single,
            exploration=self.exploration,
        )
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
            detail=Variation(variation(tree.nodes, chosen, VARIATION_LENGTH)),
            by_chance=tree.done > 0 and len(children) > 1,
        )

    @staticmethod
    def _note(tree: SearchTree[S], chosen: SearchNode) -> Message:
        game, state = tree.game, tree.nodes.state(ROOT)
        text = move_name(game, state, chosen.move)
        if chosen.proven is Value.WIN:
            return message("note.mcts.win", move=text, count=chosen.plies + 1)
        if chosen.proven is Value.DRAW:
            return message("note.mcts.draw", move=text)
        if chosen.proven is Value.LOSS:
            return message("note.mcts.loss", move=text, count=chosen.plies + 1)
        if len(tree.candidates) == 1:
            only = len(tree.nodes.children(ROOT)) == 1
            return message("note.mcts.only" if only else "note.mcts.forced", move=text)
        score = chosen.mean()
        if score is None:
            return message("note.mcts.hurried", move=text)
        named = named_move(game, state, chosen.move)
        return message("note.mcts", move=named, score=score, count=chosen.visits)
