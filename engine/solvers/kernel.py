"""Kernels of game graphs: the sets of positions to leave to the opponent.

A kernel is stable (no move leads from one member to another) and absorbing (from every other
position some move leads into it). The graph of a finite game has exactly one (von Neumann and
Morgenstern, 1944): the positions that the player to move loses. In misere play a player who ends
the game has lost, so the final positions are taken out of the graph first, with the moves to them.
Of heaps the theory knows it; of any other game a table of the values.

It says which move wins, not how soon, and it says nothing of draws.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.messages import Message, message
from engine.protocols import Game, Outcome, Unsolvable, game_name, is_vast
from engine.solvers.heap_theory import HeapTheory, heaps_of
from engine.solvers.position_graph import EnumeratedGame
from engine.solvers.tabulate import DEFAULT_LIMIT, walk

SAMPLED_GAMES = 100  # random games that find the draws of most games at once


def kernel_of_heaps(game: Game[Any], state: Any) -> tuple[int, ...]:
    """Return the kernel of a one-heap game, up to its start or the largest present heap."""
    theory = HeapTheory.of(game)
    size = max(*heaps_of(game.initial()), *heaps_of(state), 0)
    return tuple(heap for heap in range(size + 1) if theory.losing((heap,)))


def kernel_refusal(game: Game[Any]) -> Message | None:
    """Return why a game has no kernel that a table can find; None if it has one.

    The positions that the player to move loses are a kernel only in a game without draws: from a
    drawn position no move leads to them.
    """
    if is_vast(game):
        return message("bot.kernel.vast", game=game_name(game))
    draws = message("bot.kernel.draws", game=game_name(game))
    if isinstance(game, EnumeratedGame):
        over = np.diff(game.graph.first) == 0
        return None if game.final_scores()[over].all() else draws
    if _sampled_draw(game):
        return draws
    try:
        positions = walk(game, game.initial(), DEFAULT_LIMIT)
        drawn = any(game.outcome(position) is Outcome.DRAW for position, _ in positions)
    except Unsolvable:
        return message("bot.kernel.vast", game=game_name(game))
    return draws if drawn else None


def _sampled_draw(game: Game[Any]) -> bool:
    """Return whether some random game is drawn: quicker than to look at every position."""
    rng = np.random.Generator(np.random.PCG64(0))
    for _ in range(SAMPLED_GAMES):
        state = game.initial()
        while moves := game.moves(state):
            state = game.play(state, int(moves[int(rng.integers(len(moves)))]))
        if game.outcome(state) is Outcome.DRAW:
            return True
    return False
