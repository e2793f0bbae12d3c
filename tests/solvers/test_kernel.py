"""The kernel: the sets of the specification, and both properties checked on the graph."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from engine.protocols import Game, S, Unsolvable
from engine.registry import make_game
from engine.solvers.heap_theory import HeapTheory
from engine.solvers.kernel import (
    Graph,
    V,
    heap_graph,
    heap_kernel,
    kernel,
    kernel_of_heaps,
    without_ends,
)
from engine.solvers.tabulate import no_check, walk
from tests.cases import in_one_test

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


def game_graph(
    game: Game[S],
    state: S,
    limit: int = 200_000,
) -> dict[S, list[S]]:
    """Every position reachable, up to symmetry, with those one move further.

    Raises Unsolvable beyond `limit` positions.
    """

    def children(position: S) -> list[S]:
        return [game.canonical(game.play(position, move)) for move in game.moves(position)]

    return dict(walk(game.canonical(state), children, limit, no_check))


def test_the_kernel_of_twelve_matches() -> None:
    assert heap_kernel(12, (1, 2, 3), misere=False) == (0, 4, 8, 12)
    assert heap_kernel(12, (1, 2, 3), misere=True) == (1, 5, 9)


@in_one_test("misere", [False, True])
@in_one_test("takes", TAKES)
def test_it_is_stable_absorbing_and_what_the_theory_says(
    takes: tuple[int, ...] | None, misere: bool
) -> None:
    graph = heap_graph(60, takes, misere)
    members = heap_kernel(60, takes, misere)
    assert is_kernel(graph, members)
    theory = HeapTheory(takes, misere)
    assert list(members) == [heap for heap in range(61) if theory.losing((heap,))]


def test_a_wrong_set_is_told_from_a_kernel() -> None:
    graph = heap_graph(12, (1, 2, 3), misere=False)
    assert not is_stable(graph, {0, 1, 4, 8, 12})
    assert is_absorbing(graph, {0, 1, 4, 8, 12})
    assert is_stable(graph, {0, 4, 8})
    assert not is_absorbing(graph, {0, 4, 8})
    assert not is_kernel(graph, {0, 4, 8})


@pytest.mark.parametrize("misere", ["false", "true"])
def test_the_kernel_of_several_heaps_is_what_the_xor_says(misere: str) -> None:
    game = make_game("nim", {"heaps": "4,3,2,1", "misere": misere})
    graph = game_graph(game, game.initial())
    if misere == "true":
        graph = without_ends(graph)
    members = kernel(graph)
    assert is_kernel(graph, members)
    theory = HeapTheory.of(game)
    assert members == {state for state in graph if theory.losing(state.heaps)}


def test_it_reaches_up_to_the_start_or_the_heap_at_hand() -> None:
    game = make_game("matches")
    assert kernel_of_heaps(game, game.initial()) == (1, 5, 9, 13)
    assert kernel_of_heaps(game, game.parse("3 0")) == (1, 5, 9, 13)
    assert kernel_of_heaps(game, game.parse("21 0"))[-1] == 21


def test_a_graph_too_large_is_refused() -> None:
    game = make_game("nim", {"heaps": "9,9,9,9"})
    with pytest.raises(Unsolvable):
        game_graph(game, game.initial(), limit=100)
