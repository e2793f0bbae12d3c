"""Depth-limited look-ahead: iterative deepening over alpha-beta with a heuristic at the horizon."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from engine.bots.basic import AllGames
from engine.context import Context
from engine.messages import Message, message
from engine.naming import MoveText, move_name
from engine.protocols import Decision, Estimate, Game, OptionError, S, Unit, Value, Variation
from engine.solvers.alphabeta import GUESS, PROVED, WIN, DepthSearch, Lookahead
from engine.solvers.oracle import Hurried, stop_or_hurry
from engine.trace.windows import WindowRecord


class _DepthResult:
    """The scores of the root moves at one depth, and the moves whose score rests on no guess."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.scores: dict[int, int] = {}
        self.nodes: dict[int, int] = {}
        self.proved: set[int] = set()

    @property
    def decided(self) -> bool:
        """Whether a deeper search cannot improve the move."""
        return max(self.scores.values()) > PROVED or len(self.proved) == len(self.scores)

    def choice(self, ranks: dict[int, int]) -> int:
        """Return the move with the best score, among equals the lowest rank."""
        return max(self.scores, key=lambda move: (self.scores[move], -ranks[move]))

    @property
    def equal_best(self) -> int:
        """The number of moves with the best score."""
        best = max(self.scores.values())
        return sum(score == best for score in self.scores.values())


class AlphaBeta(AllGames):
    """The bot `alphabeta:D`: the best move of a search D plies deep, equal moves at random.

    A win or loss within the depth is exact in value and remoteness. The search stops before depth
    D when the result is proved.
    """

    def __init__(
        self, depth: int, search: Callable[[Game[Any]], Lookahead[Any]] = DepthSearch
    ) -> None:
        """Set the depth and `search`, the factory of the look-ahead for a game.

        The registry knows which games have a search of their own. Raises OptionError below 1 ply.
        """
        if depth < 1:
            raise OptionError("alphabeta.depth")
        self.depth = depth
        self._search = search

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Choose the best move of the deepest completed iteration; reports after each one."""
        context.check()
        search = self._search(game)
        children = [(move, game.play(state, move)) for move in game.moves(state)]
        ranks = _ranks(children, context)
        search.tick = context.check
        record = None
        if context.recorder is not None:
            record = WindowRecord(game, state, context.recorder, search.positions)
            search.watch(record)
        result = _search_moves(search, children, 1, record)

        search.tick = tick = stop_or_hurry(context)
        with suppress(Hurried):
            while result.depth < self.depth and not result.decided:
                context.report(self._decision(game, state, search, result, ranks))
                tick()
                result = _search_moves(search, children, result.depth + 1, record)
        if record is not None:
            chosen = result.choice(ranks)
            record.chosen(chosen, result.scores[chosen])
        return self._decision(game, state, search, result, ranks)

    def moves_by_depth(
        self, game: Game[S], state: S, context: Context[Any], seeds: Sequence[int]
    ) -> Iterator[list[int]]:
        """Yield the moves that `choose` makes from each seed 1 ply deep, 2 plies deep, and so on.

        All seeds share one search, since they decide only between equal moves. The last depth is D
        or the one that proves the result.
        """
        search = self._search(game)
        search.tick = context.check
        children = [(move, game.play(state, move)) for move in game.moves(state)]
        ranks = [_ranks(children, context.part(seed)) for seed in seeds]
        for depth in range(1, self.depth + 1):
            result = _search_moves(search, children, depth, None)
            yield [result.choice(each) for each in ranks]
            if result.decided:
                return

    def _decision(
        self,
        game: Game[S],
        state: S,
        search: Lookahead[S],
        result: _DepthResult,
        ranks: dict[int, int],
    ) -> Decision:
        chosen = result.choice(ranks)
        estimates = tuple(_estimate(result, move) for move in result.scores)
        line = _line(game, search, state, chosen, result.depth)
        note = _note(move_name(game, state, chosen), result, chosen, search.nodes)
        return Decision(
            chosen,
            estimates,
            note,
            search.nodes,
            unit=Unit.NODES,
            detail=Variation(line, result.depth),
            by_chance=result.equal_best > 1,
        )


def _ranks(children: Sequence[tuple[int, S]], context: Context[Any]) -> dict[int, int]:
    """Return the rank of each move among equal ones, drawn at random."""
    drawn = context.rng.permutation(len(children)).tolist()
    return {move: rank for (move, _), rank in zip(children, drawn, strict=True)}


def _search_moves(
    search: Lookahead[S],
    children: Sequence[tuple[int, S]],
    depth: int,
    record: WindowRecord[S] | None,
) -> _DepthResult:
    """Search every move to the given depth with a full window, so that all scores are exact."""
    result = _DepthResult(depth)
    if record is not None:
        record.deepen(depth)
    for move, child in children:
        guesses, nodes = search.guesses, search.nodes
        if record is not None:
            record.begin(move)
        score = -search.score(child, depth - 1, 1)
        result.scores[move] = score
        result.nodes[move] = search.nodes - nodes
        if abs(score) > PROVED or search.guesses == guesses:
            result.proved.add(move)
    if record is not None:
        record.looked(depth, [(m, result.scores[m], result.nodes[m]) for m in result.scores])
    return result


def _estimate(result: _DepthResult, move: int) -> Estimate:
    score, nodes = result.scores[move], result.nodes[move]
    if abs(score) > PROVED:
        value = Value.WIN if score > 0 else Value.LOSS
        plies = WIN - abs(score)
        return Estimate(move, float(score > 0), value, plies, nodes, unit=Unit.NODES)
    if move in result.proved:
        return Estimate(move, 0.5, Value.DRAW, None, nodes, unit=Unit.NODES)
    return Estimate(move, (1 + score / GUESS) / 2, effort=nodes, unit=Unit.NODES)


def _line(game: Game[S], search: Lookahead[S], state: S, move: int, length: int) -> tuple[int, ...]:
    """Return the principal variation from the chosen move on, as far as the table holds it."""
    line = [move]
    state = game.play(state, move)
    while len(line) < length:
        reply = search.best_move(state)
        if reply is None or reply not in game.moves(state):
            break
        line.append(reply)
        state = game.play(state, reply)
    return tuple(line)


def _note(text: MoveText, result: _DepthResult, move: int, nodes: int) -> Message:
    score = result.scores[move]
    if score > PROVED:
        return message("note.alphabeta.win", move=text, count=WIN - score, nodes=nodes)
    if score < -PROVED:
        key = "note.alphabeta.loss" if len(result.scores) > 1 else "note.alphabeta.loss.only"
        return message(key, move=text, count=WIN + score, nodes=nodes)
    if move in result.proved:
        return message("note.alphabeta.draw", move=text, nodes=nodes)
    share = (1 + score / GUESS) / 2
    return message("note.alphabeta", move=text, score=share, count=result.depth, nodes=nodes)
