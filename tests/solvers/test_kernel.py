"""The kernel: the sets of the specification, and both properties checked on the graph."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, TypeVar

import pytest

from engine.protocols import Game, Unsolvable
from engine.registry import make_game
from engine.solvers.heap_theory import HeapTheory, kernel_of_heaps
from engine.solvers.tabulate import walk
from tests.cases import in_one_test

V = TypeVar("V", bound=Hashable)
Graph = Mapping[V, Collection[V]]
TAKES = [(1, 2, 3), (2, 3), (1, 4), (3,), (2, 5, 7), None]


def is_stable(graph: Graph[V], members: Collection[V]) -> bool:
    """Whether no move leads from a member to a member."""
    return not any(other in members for vertex in members for other in graph[vertex])


def is_absorbing(graph: Graph[V], members: Collection[V]) -> bool:
    """Whether some move leads into the members from every position outside."""
    return all(
        vertex in members or any(other in members for other in others)
        for vertex, others in graph.items()
    )


def is_kernel(graph: Graph[V], members: Collection[V]) -> bool:
    """Whether these positions are stable and absorbing in the graph."""
    return is_stable(graph, members) and is_absorbing(graph, members)


def without_ends(graph: Graph[V]) -> dict[V, list[V]]:
    """The graph without its final positions and without the moves to them."""
    return {
        vertex: [other for other in others if graph[other]]
        for vertex, others in graph.items()
        if others
    }


def game_graph(game: Game[Any], limit: int = 200_000) -> Graph[Any]:
    """The graph in which a kernel is sought: in misere play without the final positions.

    Raises Unsolvable beyond `limit` positions.
    """
    graph: Graph[Any] = dict(walk(game, game.initial(), limit))
    return without_ends(graph) if game.options["misere"] == "true" else graph


def heap_graph(size: int, takes: Sequence[int] | None) -> dict[int, list[int]]:
    """One heap of up to `size` objects: heap -> heaps after one move."""
    theory = HeapTheory(takes, misere=False)
    return {heap: [heap - take for take in theory.allowed(heap)] for heap in range(size + 1)}


def test_the_kernel_of_twelve_matches() -> None:
    for misere, members in (("false", (0, 4, 8, 12)), ("true", (1, 5, 9))):
        game = make_game("subtraction", {"start": "12", "misere": misere})
        assert kernel_of_heaps(game, game.initial()) == members


@in_one_test("misere", [False, True])
@in_one_test("takes", TAKES)
def test_what_the_theory_says_is_stable_and_absorbing(
    takes: tuple[int, ...] | None, misere: bool
) -> None:
    graph: Graph[int] = heap_graph(60, takes)
    theory = HeapTheory(takes, misere)
    members = {heap for heap in range(61) if theory.losing((heap,))}
    assert is_kernel(without_ends(graph) if misere else graph, members)


@pytest.mark.parametrize("misere", ["false", "true"])
def test_the_kernel_of_several_heaps_is_what_the_xor_says(misere: str) -> None:
    game = make_game("nim", {"heaps": "4,3,2,1", "misere": misere})
    graph = game_graph(game)
    theory = HeapTheory.of(game)
    assert is_kernel(graph, {state for state in graph if theory.losing(state.heaps)})


def test_it_reaches_up_to_the_start_or_the_heap_at_hand() -> None:
    game = make_game("matches")
    assert kernel_of_heaps(game, game.initial()) == (1, 5, 9, 13)
    assert kernel_of_heaps(game, game.parse("3 0")) == (1, 5, 9, 13)
    assert kernel_of_heaps(game, game.parse("21 0"))[-1] == 21


def test_a_graph_too_large_is_refused() -> None:
    game = make_game("nim", {"heaps": "9,9,9,9"})
    with pytest.raises(Unsolvable):
        game_graph(game, limit=100)
