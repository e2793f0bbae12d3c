"""Perfect play where exact values can be proved, tree search elsewhere; and mastery.

Among equally good moves it sets a trap: it plays the one that a fallible opponent most often
answers wrongly. In a small game that choice is exact: the highest expected score against an
opponent who plays at random, when perfect play goes on setting traps. In a larger one it is the
highest fraction of replies that worsen the opponent's result. A trap costs nothing: only moves of
the same value and remoteness are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, Generic

import numpy as np

from engine.bots.basic import drawn_move
from engine.bots.mcts import Mcts
from engine.context import Context
from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import (
    Bot,
    Decision,
    Estimate,
    Game,
    Outcome,
    S,
    Unit,
    Unsolvable,
    Value,
    Variation,
    game_key,
    is_vast,
)
from engine.recording import RecordingKind
from engine.solvers.heap_theory import general_oracle
from engine.solvers.oracle import (
    ExactValue,
    Hurried,
    Oracle,
    Oracles,
    TableOracle,
    ValueSource,
    stop_or_hurry,
)
from engine.solvers.tabulate import LONGEST_LINE, bottom_up, walk
from engine.trace.draws import RandomMovePlayed, Thrown
from engine.trace.layers import Trap, record_exact, record_layers

STAND_IN_PLAYOUTS = 20_000  # of the tree search that moves where nothing is proved
LARGEST = 10_000  # moves of all positions up to symmetry, for the exact calculation
WIDE = 64  # legal moves; with more, the game counts as large without counting its positions
LOOKED_AT = 12  # equally good moves whose replies are evaluated in a larger game
REPLIES = 2_500  # about the maximum of replies evaluated, however many moves there are
SIGHT = 3  # plies within which a wrong reply must lose, where no solver answers at once
SAME = 1e-9
_NOTE_OF_VALUE = {Value.WIN: "wins", Value.DRAW: "draws", Value.LOSS: "loses"}


def best_moves(estimates: Sequence[Estimate]) -> list[int]:
    """Return the moves of the highest rank, ascending: those that perfect play may choose."""
    best = max(estimate.rank for estimate in estimates)
    return [estimate.move for estimate in estimates if estimate.rank == best]


def is_decided(exact: ExactValue) -> bool:
    """Return whether some move is proved to be worth as much as the position."""
    best = max(exact.estimates, key=lambda each: each.rank)
    return best.value is not None and best.value is exact.value


def _worth_playing(estimates: Sequence[Estimate]) -> list[int]:
    """Return the best moves; where all lose, those of unknown remoteness if there are any."""
    lost = all(each.value is Value.LOSS for each in estimates)
    late = [each.move for each in estimates if each.remoteness is None]
    return late if lost and late else best_moves(estimates)


class Traps(Generic[S]):
    """The traps of one game; it caches calculations, and no answer depends on the cache."""

    def __init__(self, game: Game[S], oracle: Oracle[S]) -> None:
        self.game = game
        self._oracle = oracle
        self._small: dict[S, bool] = {}
        self._expected: tuple[dict[S, float], dict[S, float]] = {}, {}

    def among(self, state: S, estimates: Sequence[Estimate], context: Context[Any]) -> Trap | None:
        """Return the trap among the best moves; None where all are equally good or all win.

        Also returns None where every reply would take a long search. Draws random numbers only in
        a large game with many equal moves. Raises Hurried.
        """
        best = best_moves(estimates)
        values = {each.move: each.value for each in estimates}
        if len(best) < 2 or values[best[0]] in (Value.WIN, None):
            return None
        check = stop_or_hurry(context)
        exact = self._is_small(state, check)
        if exact:
            player = self.game.to_move(state)
            scores = [self._score(self.game.play(state, move), player, check) for move in best]
        elif not self._oracle.is_near(self.game.play(state, best[0])):
            return None
        else:
            best = _some_of(best, max(2, min(LOOKED_AT, REPLIES // len(estimates))), context.rng)
            scores = [self._wrong_replies(self.game.play(state, move), context) for move in best]
        most = max(scores)
        moves = tuple(m for m, score in zip(best, scores, strict=True) if score > most - SAME)
        return Trap(moves, len(best), exact) if len(moves) < len(best) else None

    def _is_small(self, state: S, check: Callable[[], None]) -> bool:
        game = self.game
        root = game.canonical(state)
        if is_vast(game) or len(game.moves(root)) > WIDE:
            return False
        if root not in self._small:
            moves = (len(following) for _, following in walk(game, root, LARGEST, check))
            self._small[root] = all(tried <= LARGEST for tried in accumulate(moves))
        return self._small[root]

    def _score(self, state: S, player: int, check: Callable[[], None]) -> float:
        """Return the expected score of perfect play that sets traps against random play."""
        game = self.game

        def children(position: S) -> list[S]:
            check()
            over = game.outcome(position) is not None
            moves = [] if over else self._followed(position, player)
            return [game.canonical(game.play(position, move)) for move in moves]

        def expected(position: S, scores: list[float]) -> float:
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome.score(player)
            if game.to_move(position) == player:
                return max(scores, default=1.0)
            return sum(scores) / len(scores)

        return bottom_up(game.canonical(state), children, expected, self._expected[player])

    def _followed(self, position: S, player: int) -> Sequence[int]:
        """Return the moves to consider: the opponent's all, the player's best; none if won."""
        if self.game.to_move(position) != player:
            return self.game.moves(position)
        exact = self._oracle.values(position, Context(0))
        return [] if exact.value is Value.WIN else best_moves(exact.estimates)

    def _wrong_replies(self, state: S, context: Context[Any]) -> float:
        """Return the fraction of the opponent's replies known to worsen the opponent's result."""
        replies = self.game.moves(state)
        if not replies:
            return 0.0
        if is_vast(self.game):
            check = stop_or_hurry(context)
            wrong = sum(
                _wins_within(self.game, self.game.play(state, reply), SIGHT, check)
                for reply in replies
            )
            return wrong / len(replies)
        estimates = self._oracle.values(state, context).estimates
        values = [each.value for each in estimates if each.value is not None]
        best = max(values, default=Value.LOSS)
        return sum(value < best for value in values) / len(replies)


def _some_of(moves: list[int], count: int, rng: np.random.Generator) -> list[int]:
    """Return `count` of the moves, drawn at random if there are more."""
    if len(moves) <= count:
        return moves
    return sorted(moves[int(i)] for i in rng.choice(len(moves), count, replace=False))


def _wins_within(game: Game[S], state: S, plies: int, check: Callable[[], None]) -> bool:
    """Return whether the player to move can force a win within `plies` plies."""
    check()
    won = Outcome.win_of(game.to_move(state))
    after = [game.play(state, move) for move in game.moves(state)]
    outcomes = [game.outcome(position) for position in after]
    if won in outcomes:
        return True
    return plies > 2 and any(
        outcome is None
        and all(
            _wins_within(game, game.play(position, reply), plies - 2, check)
            for reply in game.moves(position)
        )
        for position, outcome in zip(after, outcomes, strict=True)
    )


class Optimal(Bot):
    """A bot that plays by exact values; among equal moves it prefers a trap, else draws one.

    Where the values do not decide in time, `stand_in` chooses and the note says so. Far from the
    end only a `patient` bot computes how soon a move wins or loses.
    """

    def __init__(
        self,
        oracles: Oracles | None = None,
        stand_in: Bot | None = None,
        patient: bool = False,
    ) -> None:
        self.patient = patient
        self.oracles = oracles if oracles is not None else Oracles(general_oracle)
        self._stand_in = stand_in if stand_in is not None else Mcts(STAND_IN_PLAYOUTS)
        self._traps: dict[str, Traps[Any]] = {}

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Choose one of the proved best moves, else the move of the stand-in, with the reason."""
        try:
            oracle = self.oracles.of(game)
            # Far from the end, remoteness takes a search three times as long as the value.
            exact = oracle.values(state, context, self.patient or oracle.is_near(state))
        except Unsolvable as fault:
            return self._guess(game, state, context, (), fault.message)
        except Hurried:
            return self._guess(game, state, context, (), message("bot.hurried"))
        if not is_decided(exact):
            reason = message("bot.hurried" if context.hurry else "bot.partly")
            return self._guess(game, state, context, exact.estimates, reason)
        best = _worth_playing(exact.estimates)
        trap = self._trap(game, state, exact, context)
        choices = best if trap is None else trap.moves
        move = choices[int(context.rng.integers(len(choices)))]
        if context.recorder is not None:
            record_layers(game, state, context.recorder, context.check)
            line = best_line(game, state, self.oracles.of(game), move, exact.source, context)
            record_exact(game, state, exact, best, trap, line, context.recorder)
        chosen = next(each for each in exact.estimates if each.move == move)
        note = self._note_of(game, state, chosen, len(best))
        if trap is not None:
            key = "bot.optimal.trap" if trap.exact else "bot.optimal.trap_seen"
            note = message(key, note=note, count=trap.looked_at)
        notice = self.oracles.of(game).notice
        if notice is not None:
            note = message("bot.noticed", note=note, notice=notice)
        return Decision(
            move,
            exact.estimates,
            note,
            effort=exact.effort,
            unit=Unit.POSITIONS,
            detail=self._line(game, state, move),
            # Among very many equal moves those tried as traps are drawn, too.
            by_chance=len(choices) > 1 or (trap is not None and trap.looked_at < len(best)),
        )

    def _trap(
        self, game: Game[S], state: S, exact: ExactValue, context: Context[Decision]
    ) -> Trap | None:
        """Return the trap among the best moves; None without one, or when hurried."""
        key = game_key(game)
        if key not in self._traps:
            self._traps[key] = Traps(game, self.oracles.of(game))
        try:
            return self._traps[key].among(state, exact.estimates, context)
        except (Hurried, Unsolvable):
            return None

    def _line(self, game: Game[S], state: S, move: int) -> Variation | None:
        oracle = self.oracles.of(game)
        if not isinstance(oracle, TableOracle):
            return None
        return Variation((move, *oracle.table.line(game.play(state, move))))

    def _guess(
        self,
        game: Game[S],
        state: S,
        context: Context[Decision],
        proved: Sequence[Estimate],
        reason: Message,
    ) -> Decision:
        """Return the stand-in's decision, corrected by the proved values of single moves."""
        decision = self._stand_in.choose(game, state, context)
        by_move = {each.move: each for each in proved if each.value is not None}
        estimates = tuple(by_move.get(each.move, each) for each in decision.estimates)
        own = next(each for each in estimates if each.move == decision.move)
        # The stand-in's choice holds unless it is proved worse or another move proved better.
        others = estimates if own.move in by_move else tuple(by_move.values())
        chosen = max((own, *others), key=lambda each: each.rank)
        if chosen.move == own.move:
            note = message("bot.beyond", note=decision.note, reason=reason)
            return replace(decision, estimates=estimates, note=note)
        proof = self._note_of(game, state, chosen, 1)
        note = message("bot.beyond_corrected", note=proof, reason=reason)
        return replace(decision, move=chosen.move, estimates=estimates, note=note, detail=None)

    @staticmethod
    def _note_of(game: Game[S], state: S, chosen: Estimate, equal: int) -> Message:
        text = move_name(game, state, chosen.move)
        if chosen.value is None:
            return message("bot.optimal.unproved", move=text)
        name = _NOTE_OF_VALUE[chosen.value]
        if chosen.remoteness is None:
            return message(f"bot.optimal.{name}.unmeasured", move=text)
        plies = chosen.remoteness
        if chosen.value is Value.LOSS and plies > 1 and len(game.moves(state)) == 1:
            return message("bot.optimal.loses.only", move=text, count=plies)
        if equal > 1:
            return message(f"bot.optimal.{name}.equal", move=text, count=plies, equal=equal)
        return message(f"bot.optimal.{name}", move=text, count=plies)


def _in_a_line(estimate: Estimate) -> tuple[tuple[int, float, bool], int, int]:
    """Return the sort key of a move in a line: of draws the shortest, whose length is told."""
    draw = estimate.value is Value.DRAW and estimate.remoteness is not None
    return estimate.rank, -(estimate.remoteness or 0) if draw else 0, -estimate.move


def best_play(game: Game[S], state: S, oracle: Oracle[S], context: Context[Any]) -> tuple[int, ...]:
    """Return the best line of both sides from a position on, the lowest of equal moves."""
    exact = oracle.values(state, context)
    best = max(exact.estimates, key=_in_a_line)
    return best_line(game, state, oracle, best.move, exact.source, context)


def best_line(
    game: Game[S],
    state: S,
    oracle: Oracle[S],
    move: int,
    source: ValueSource,
    context: Context[Any],
) -> tuple[int, ...]:
    """Return the best line of both sides from a move on, the lowest of equal moves.

    From a position in the book the line ends with the book, and far from the end it holds the
    first move only: every further ply may cost a search of seconds.
    """
    if source is ValueSource.BOOK or not oracle.is_near(state):
        context = Context(0)
        context.ask_hurry()
    line = [move]
    state = game.play(state, move)
    while game.moves(state) and len(line) < LONGEST_LINE:
        try:
            estimates = oracle.values(state, context).estimates
        except (Unsolvable, Hurried):
            break
        following = max(estimates, key=_in_a_line)
        # Where all lose, one whose end is not known holds out longer than one that loses soon.
        if any(
            each.remoteness is None and each.value in (None, following.value) for each in estimates
        ):
            break
        line.append(following.move)
        state = game.play(state, following.move)
    return tuple(line)


TENTHS = 10


class Mastery:
    """A bot that plays perfectly with probability T/10, else uniformly at random."""

    def __init__(self, tenths: int, optimal: Optimal | None = None) -> None:
        if not 0 <= tenths <= TENTHS:
            raise ValueError(f"mastery {tenths} is outside 0..{TENTHS}")
        self.tenths = tenths
        self.optimal = optimal if optimal is not None else Optimal()

    def supports(self, game: Game[Any]) -> Message | None:
        return self.optimal.supports(game)

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Choose by one random draw between the two; a random move solves nothing."""
        context.check()
        thrown = int(context.rng.integers(TENTHS))
        perfect = thrown < self.tenths
        if context.recorder is not None:
            throw = message(
                "watch.throw.perfect" if perfect else "watch.throw.random",
                number=thrown,
                tenths=self.tenths,
            )
            context.recorder.kind = RecordingKind.LAYERS
            context.recorder.add(Thrown(throw, (), thrown, self.tenths))
        if perfect:
            decision = self.optimal.choose(game, state, context)
            chosen = next(each for each in decision.estimates if each.move == decision.move)
            proved = chosen.value is not None
            key = "bot.mastery.optimal" if proved else "bot.mastery.wanted"
            note = message(key, tenths=self.tenths, note=decision.note)
            thrown_for = self.tenths < TENTHS and len(decision.estimates) > 1
            return replace(decision, note=note, by_chance=decision.by_chance or thrown_for)
        move, estimates = drawn_move(game, state, context)
        text = move_name(game, state, move)
        note = message("bot.mastery.random", tenths=self.tenths, move=text)
        if context.recorder is not None:
            context.recorder.add(RandomMovePlayed(note, (move,), move))
        several = len(estimates) > 1
        return Decision(move, estimates, note, unit=Unit.POSITIONS, by_chance=several)
