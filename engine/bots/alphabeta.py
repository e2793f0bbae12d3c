"""Depth-limited look-ahead: iterative deepening over alpha-beta with a heuristic at the horizon."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from engine.context import Context
from engine.messages import Message, message
from engine.naming import MoveText, move_name
from engine.protocols import Bot, Decision, Estimate, Game, OptionError, S, Unit, Value, Variation
from engine.solvers.alphabeta import PROVED, DepthSearch, Lookahead, plies_to_end, share
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


class AlphaBeta(Bot):
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
        search, record = self._search(game), None
        search.tick = context.check
        ranks = _ranks(game.moves(state), context)
        if context.recorder is not None:
            record = WindowRecord(game, state, context.recorder, search.positions)
            search.watch(record)
        with suppress(Hurried):
            for result in self._results(game, state, search, record):
                context.report(self._decision(game, state, search, result, ranks))
                search.tick = stop_or_hurry(context)
                search.tick()
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
        ranks = [_ranks(game.moves(state), context.part(seed)) for seed in seeds]
        for result in self._results(game, state, search, None):
            yield [result.choice(each) for each in ranks]

    def _results(
        self, game: Game[S], state: S, search: Lookahead[S], record: WindowRecord[S] | None
    ) -> Iterator[_DepthResult]:
        """Yield the result 1 ply deep, 2 plies deep, and so on, until a deeper one is of no use.

        Every move is searched with a full window, so that all scores are exact.
        """
        children = [(move, game.play(state, move)) for move in game.moves(state)]
        for depth in range(1, self.depth + 1):
            result = _DepthResult(depth)
            if record is not None:
                record.deepen(depth)
            for move, child in children:
                guesses, nodes = search.guesses, search.nodes
                if record is not None:
                    record.begin(move)
                score = result.scores[move] = -search.score(child, depth - 1, 1)
                result.nodes[move] = search.nodes - nodes
                if abs(score) > PROVED or search.guesses == guesses:
                    result.proved.add(move)
            if record is not None:
                moves = result.scores
                record.looked(depth, [(m, moves[m], result.nodes[m]) for m in moves])
            yield result
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
        estimates = tuple(_estimate(result, move) for move in result.scores)
        chosen = next(each for each in estimates if each.move == result.choice(ranks))
        line = _line(game, search, state, chosen.move, result.depth)
        scores = list(result.scores.values())
        return Decision(
            chosen.move,
            estimates,
            _note(move_name(game, state, chosen.move), result, chosen, search.nodes),
            search.nodes,
            unit=Unit.NODES,
            detail=Variation(line, result.depth),
            by_chance=scores.count(max(scores)) > 1,
        )


def _ranks(moves: Sequence[int], context: Context[Any]) -> dict[int, int]:
    """Return the rank of each move among equal ones, drawn at random."""
    return dict(zip(moves, context.rng.permutation(len(moves)).tolist(), strict=True))


def _estimate(result: _DepthResult, move: int) -> Estimate:
    score, nodes = result.scores[move], result.nodes[move]
    plies, value = plies_to_end(score), None
    if plies is not None:
        value = Value.WIN if score > 0 else Value.LOSS
    elif move in result.proved:
        value, score = Value.DRAW, 0
    return Estimate(move, share(score), value, plies, nodes, unit=Unit.NODES)


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


def _note(text: MoveText, result: _DepthResult, chosen: Estimate, nodes: int) -> Message:
    if chosen.value is None:
        values = {"score": chosen.score, "count": result.depth}
        return message("note.alphabeta", move=text, **values, nodes=nodes)
    if chosen.value is Value.DRAW:
        return message("note.alphabeta.draw", move=text, nodes=nodes)
    lost = "loss" if len(result.scores) > 1 else "loss.only"
    end = "win" if chosen.value is Value.WIN else lost
    return message(f"note.alphabeta.{end}", move=text, count=chosen.remoteness, nodes=nodes)
