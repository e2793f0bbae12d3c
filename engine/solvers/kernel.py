"""Kernels of game graphs: the sets of positions to leave to the opponent.

A kernel is stable (no move leads from one member to another) and absorbing (from every other
position some move leads into it). The graph of a finite game has exactly one (von Neumann and
Morgenstern). In normal play it holds the final positions. In misere play a player who ends the
game has lost, so the final positions are taken out of the graph first, with the moves to them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from engine.protocols import Game
from engine.solvers.heap_theory import HeapTheory, heaps_of

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
