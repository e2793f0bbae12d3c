"""Kernels of game graphs: the sets of positions to leave to the opponent.

A kernel is stable (no move leads from one member to another) and absorbing (from every other
position some move leads into it). The graph of a finite game has exactly one (von Neumann and
Morgenstern, 1944). In normal play it holds the final positions. In misere play a player who ends
the game has lost, so the final positions are taken out of the graph first, with the moves to them.

Cost: time and memory for every position and move of the graph, which is worked through once, from
the end. It says which move wins, not how soon, and it says nothing of draws.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from engine.messages import Message, message
from engine.protocols import Game, Outcome, Unsolvable, game_name, is_vast
from engine.solvers.heap_theory import HeapTheory, heaps_of
from engine.solvers.position_graph import EnumeratedGame
from engine.solvers.tabulate import DEFAULT_LIMIT, walk

SAMPLED_GAMES = 100  # random games that find the draws of most games at once
V = TypeVar("V", bound=Hashable)
Graph = Mapping[V, Collection[V]]


def heap_graph(size: int, takes: Sequence[int] | None, misere: bool) -> dict[int, list[int]]:
    """Return the graph of one heap of up to `size` objects: heap -> heaps after one move.

    `takes` None allows any number. In misere play the graph omits the final heaps.
    """
    theory = HeapTheory(takes, misere)
    arcs = {heap: [heap - take for take in theory.allowed(heap)] for heap in range(size + 1)}
    return without_ends(arcs) if misere else arcs


def without_ends(arcs: Mapping[V, Collection[V]]) -> dict[V, list[V]]:
    """Return the graph without its final positions and without the moves to them."""
    return {
        vertex: [other for other in others if arcs[other]]
        for vertex, others in arcs.items()
        if others
    }


def kernel(graph: Graph[V]) -> frozenset[V]:
    """Return the kernel of an acyclic graph.

    Works upwards from the final positions: a position without a move into the kernel belongs to it.
    """
    parents: dict[V, list[V]] = {vertex: [] for vertex in graph}
    undecided = {vertex: len(others) for vertex, others in graph.items()}
    for vertex, others in graph.items():
        for other in others:
            parents[other].append(vertex)
    members: set[V] = set()
    absorbed: set[V] = set()
    ready = [vertex for vertex, others in graph.items() if not others]
    while ready:
        vertex = ready.pop()
        if vertex not in absorbed:
            members.add(vertex)
            absorbed.update(parents[vertex])
        for parent in parents[vertex]:
            undecided[parent] -= 1
            if not undecided[parent]:
                ready.append(parent)
    return frozenset(members)


def heap_kernel(size: int, takes: Sequence[int] | None, misere: bool) -> tuple[int, ...]:
    """Return the kernel among single heaps of 0 to `size` objects, ascending."""
    return tuple(sorted(kernel(heap_graph(size, takes, misere))))


def kernel_of_heaps(game: Game[Any], state: Any) -> tuple[int, ...]:
    """Return the kernel of a one-heap game, up to its start or the largest present heap."""
    theory = HeapTheory.of(game)
    size = max(max(heaps_of(game.initial()), default=0), max(heaps_of(state), default=0))
    return heap_kernel(size, theory.takes, theory.misere)


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

    def children(position: Any) -> list[Any]:
        return [game.canonical(game.play(position, move)) for move in game.moves(position)]

    try:
        positions = walk(game.canonical(game.initial()), children, DEFAULT_LIMIT)
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
