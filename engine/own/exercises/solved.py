"""Chapter 4: won and lost positions of many games, and the symmetries of the square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.own.exercises.counterexample import Counterexample, Tools, all_states, example_of
from engine.own.exercises.montecarlo import board_of
from engine.own.protocol import Example
from engine.own.think import shown

MADE_UP, SIZE = 5, 40  # games made up for each text, and their positions
REPEATS = 300  # calls for one position from which a search is ended
FEW = 50  # lines of play, which are searched with fewer calls even if nothing is remembered
OVER = "over"  # the position after an end that the player to move has won


def moves_of(game: Any, state: Any, drawn_for: int = 1) -> list[Any]:
    """Return the positions after each move; whoever has none has lost.

    An end at which the player to move has won has one more move; a draw counts for `drawn_for`.
    """
    if state == OVER:
        return []
    outcome = game.outcome(state)
    if outcome is None:
        return [game.play(state, move) for move in game.moves(state)]
    mover = game.to_move(state)
    points = outcome.score(mover)
    return [OVER] if points == 1 or (points and mover == drawn_for) else []


@dataclass(frozen=True)
class MoveGraph:
    """The moves of every position of a game, those near the end first; `rules` None: made up."""

    rules: Any
    moves: Mapping[Any, Sequence[Any]]

    def text(self, state: Any) -> str:
        """Return the name of a position for a sentence."""
        return str(state) if self.rules is None or state == OVER else self.rules.text(state)

    def example(self, state: Any) -> Example | None:
        """Return the position for a board, None where no board shows it."""
        return None if self.rules is None or state == OVER else example_of(self.rules, state)


def _graphs(tools: Tools) -> Iterator[MoveGraph]:
    """Yield the games of a check, and games made up for this text, which no formula knows."""
    for game in tools.rules:
        states = all_states(game, game.initial())
        yield MoveGraph(game, {OVER: []} | {state: moves_of(game, state) for state in states})
    rng = tools.random_of(tools.seed)
    for _ in range(MADE_UP):
        sizes = [min(n, rng.randint(0, 3)) for n in range(SIZE)]
        yield MoveGraph(
            None, {n: sorted(rng.sample(range(n), size)) for n, size in enumerate(sizes)}
        )


def _asked(graph: MoveGraph, limit: int) -> Callable[[Any], list[Any]]:
    """Return the function `moves` of a game, which may be called `limit` times a position."""
    counts: Counter[Any] = Counter()

    def asked(position: Any) -> list[Any]:
        counts[position] += 1
        if counts[position] > limit:
            text = graph.text(position)
            raise Counterexample("once", graph.example(position), position=text)
        return [*graph.moves[position]]

    return asked


def check_wins(file: Any, tools: Tools) -> None:
    """Positions of every game are won or lost as they should be.

    A search that remembers nothing is judged in each game up to the first position where it would
    not end.
    """
    for graph in _graphs(tools):
        right: dict[Any, bool] = {}
        lines: dict[Any, int] = {}
        for state, after in graph.moves.items():
            right[state] = not all(right[each] for each in after)
            lines[state] = sum(lines[each] for each in after) or 1
            try:
                yours = file.wins(state, _asked(graph, REPEATS))
            except Counterexample:
                if lines[state] <= FEW:
                    raise
                break
            if yours is not right[state] and state != OVER:
                values = {"position": graph.text(state), "yours": shown(yours)}
                listed = ", ".join(map(graph.text, after))
                key = "wins" if graph.rules else "made_up"
                values |= {"exact": str(right[state]), "moves": listed}
                raise Counterexample(key, graph.example(state), **values)


def check_once(file: Any, tools: Tools) -> None:
    """The moves of a position are asked for once at most."""
    for graph in _graphs(tools):
        start = [*graph.moves][-1]
        if file.wins(start, _asked(graph, 1)) not in (True, False):
            raise Counterexample("no_answer", graph.example(start))


def check_canonical(file: Any, tools: Tools) -> None:
    """Boards that are equal by symmetry have one key, all others another one."""
    game = tools.rules[-1]
    keys: dict[Any, Any] = {}
    owners: dict[Any, Any] = {}
    for state in all_states(game, game.initial()):
        key, unique = file.canonical(tuple(board_of(game, state))), game.canonical(state)
        example = example_of(game, state)
        if not isinstance(key, Hashable) or (isinstance(key, tuple) and list in map(type, key)):
            raise Counterexample("unhashable", example, yours=shown(key))
        if keys.setdefault(unique, key) != key:
            raise Counterexample("apart", example, other=game.text(unique)[:9])
        if owners.setdefault(key, unique) != unique:
            raise Counterexample("together", example, other=game.text(owners[key])[:9])


CHECKS = (check_wins, check_once, check_canonical)


def choose(file: Any, random_of: Any, game: Any, state: Any, think: Any) -> Any:
    """Play a move after which the opponent has lost; where there is none, hold a draw."""
    me, moves = game.to_move(state), game.moves(state)
    for drawn_for in (1 - me, me):
        for move in moves:
            after = partial(moves_of, game, drawn_for=drawn_for)
            if not file.wins(game.play(state, move), after):
                return move
    return moves[0]
