"""The explanation of a move in a few steps, each with one sentence. No pygame here.

It follows best play as far as the first thing one can see on the board: a threat that cannot be
stopped, a last object that must be taken, the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.context import Context
from engine.messages import JouonsError, Message, message
from engine.naming import move_name, named_list, named_move
from engine.protocols import Estimate, Game, Impartial, Outcome, Value
from engine.puzzles.problems import PuzzleJudge
from engine.puzzles.refutation import refutation, safe_moves, threats, wins_above, wins_at_once
from gui.boards.words import own_key, reason, side_words


@dataclass(frozen=True)
class ExplainedStep:
    """One step: the moves on the board since the position explained, and what one sees there."""

    moves: tuple[int, ...]
    text: Message


Explanation = tuple[ExplainedStep, ...]


def explain(
    game: Game[Any],
    start: Any,
    first: int,
    good: bool,
    context: Context[Any],
    wrong: int | None = None,
) -> Explanation:
    """Explain a move, one of the `good` ones or a mistake; report the steps known so far.

    At most three steps: what a good move does, or what the `wrong` one would have lost; the answer;
    and the first thing one can see after it. Where best play is out of reach it ends earlier.
    """
    after = game.play(start, first)
    seen = _sight_of_move(game, start, first, game.to_move(start))
    if seen is not None:
        return (seen,)
    judge, you = PuzzleJudge(context), game.to_move(start)
    try:
        best = max(judge.values(game, after), key=lambda each: (each.rank, -each.move))
    except JouonsError:
        return (ExplainedStep((first,), Message("why.far")),)
    answer = _answer(game, after, best, good)
    gain = _gain(game, start, first, wrong, judge) if good else None
    gained = (ExplainedStep((first,), gain),) if gain is not None else ()
    if best.value is not (Value.LOSS if good else Value.WIN):
        if best.value is not Value.DRAW:
            return gained or (ExplainedStep((first,), answer),)
        return (*gained, ExplainedStep((first, best.move), answer))
    if isinstance(game, Impartial):
        line = (first,) if good else (first, best.move)
        left = after if good else game.play(after, best.move)
        steps: Explanation = (ExplainedStep(line, trap(game, left, you, judge)),)
    else:
        steps = (*gained, ExplainedStep((first, best.move), answer))
    ended = steps
    if best.remoteness is not None:
        last, winner = steps[-1].moves, you if good else 1 - you
        end = _end(game, winner, you, best.remoteness + 1 - len(last))
        ended = (*steps, ExplainedStep(last, end))
    context.report(ended)
    return _to_first_sight(game, after, first, steps, judge) or ended


def _to_first_sight(
    game: Game[Any], after: Any, first: int, steps: Explanation, judge: PuzzleJudge
) -> Explanation:
    """Follow best play after a move; return the steps to the first sight, none if out of reach."""
    states, moves, you = [after], [first], 1 - game.to_move(after)
    try:
        for move in judge.line(game, after):
            moves.append(move)
            states.append(game.play(states[-1], move))
            text = first_sight(game, states[-1], you)
            if text is not None:
                return _until(game, steps, tuple(moves), states, text, judge)
    except JouonsError:
        pass  # out of reach: how soon it ends is known at least
    return ()


def _until(
    game: Game[Any],
    steps: Explanation,
    moves: tuple[int, ...],
    states: Sequence[Any],
    text: Message,
    judge: PuzzleJudge,
) -> Explanation:
    """Add the first sight after `moves`; where numbers are left, the last trap before it, too."""
    if len(moves) <= len(steps[-1].moves):
        return (*steps[:-1], ExplainedStep(moves, text))
    you = 1 - game.to_move(states[0])
    if isinstance(game, Impartial) and len(moves) - 2 > len(steps[-1].moves):
        steps = (*steps, _later(steps, moves[:-2], trap(game, states[-3], you, judge)))
    return (*steps, _later(steps, moves, text))


def _later(steps: Explanation, moves: tuple[int, ...], text: Message) -> ExplainedStep:
    count = len(moves) - len(steps[-1].moves)
    return ExplainedStep(moves, message("why.later", count=count, what=text))


def trap(game: Game[Any], state: Any, you: int, judge: PuzzleJudge) -> Message:
    """Return what a position of heaps leaves to its mover, who loses there.

    For one heap it names the lost position to which every move can be answered, if it is only one.
    """
    who = "other" if game.to_move(state) == you else "you"
    left, shared = _left(game, state), None
    for move in game.moves(state) if left.isdigit() else ():
        after = game.play(state, move)
        next_states = [game.play(after, reply) for reply in game.moves(after)]
        lost = {_left(game, each) for each in next_states if _is_lost(game, each, judge)}
        shared = lost if shared is None else shared & lost
    if not shared or len(shared) > 1:
        return message(f"why.left.{who}", left=left)
    return message(own_key(f"why.trap.{who}", game.id), left=left, next=shared.pop())


def _is_lost(game: Game[Any], state: Any, judge: PuzzleJudge) -> bool:
    """Return whether the player to move has lost or loses. JouonsError where it is unknown."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome is Outcome.win_of(1 - game.to_move(state))
    return max(judge.values(game, state), key=lambda each: each.rank).value is Value.LOSS


def _left(game: Game[Any], state: Any) -> str:
    """Return the heaps that are not empty."""
    heaps = game.text(state).rsplit(" ", 1)[0].split(",")
    return ", ".join(heap for heap in heaps if heap != "0") or "0"


def _sight_of_move(game: Game[Any], start: Any, first: int, you: int) -> ExplainedStep | None:
    """Return the only step where the move itself shows enough.

    It ends the game, lets the opponent win at once, or leaves only moves that lose at once.
    """
    after = game.play(start, first)
    outcome = game.outcome(after)
    if outcome is not None:
        if outcome is Outcome.win_of(you):
            return ExplainedStep((first,), Message("why.wins"))
        ended = "loss" if outcome is not Outcome.DRAW else "draw"
        return ExplainedStep((first,), Message(f"puzzles.ends.{ended}"))
    wins = wins_at_once(game, after)
    if wins:
        refuted = refutation(game, start, first)
        assert refuted is not None and refuted.reply is not None
        return ExplainedStep((first, refuted.reply), reason(game, after, refuted))
    text = first_sight(game, after, you)
    return None if text is None else ExplainedStep((first,), text)


def first_sight(game: Game[Any], state: Any, you: int) -> Message | None:
    """Return what the player to move cannot escape, where one can see it; None else.

    `you` is the side of the person whom the sentence addresses in games without named sides.
    """
    replies = game.moves(state)
    if not replies or wins_at_once(game, state) or safe_moves(game, state):
        return None if replies else _ended(game, state, you)
    loser = game.to_move(state)
    sides = tuple(map(Message, side_words(game)))
    who = "you" if loser == you else "other"
    if all(game.outcome(game.play(state, move)) is not None for move in replies):
        if not isinstance(game, Impartial):
            return message("why.forced", side=sides[loser])
        return Message(own_key(f"why.forced.{who}", game.id))
    threatened = threats(game, state)
    if isinstance(game, Impartial):
        return Message(f"why.unstoppable.{who}")
    if len(threatened) > 1:
        named = named_list(game, [game.move_text(state, move) for move in threatened])
        return message("why.fork", side=sides[1 - loser], moves=named)
    both = {"loser": sides[loser], "side": sides[1 - loser]}
    if threatened and wins_above(game, state):
        return message("why.above", move=move_name(game, state, threatened[0]), **both)
    return message("why.zugzwang", **both)


def _ended(game: Game[Any], state: Any, you: int) -> Message:
    outcome = game.outcome(state)
    if outcome is Outcome.DRAW:
        return Message("why.drawn_now")
    winner = you if outcome is Outcome.win_of(you) else 1 - you
    if isinstance(game, Impartial):
        return Message("why.wins.you" if winner == you else "why.wins.other")
    return message("why.wins.side", side=Message(side_words(game)[winner]))


def _answer(game: Game[Any], after: Any, best: Estimate, good: bool) -> Message:
    """Return the sentence about a move whose best answer this is."""
    if best.value is None:
        return Message("why.far")
    if best.value is Value.DRAW:
        return (
            Message("why.holds") if good else _of_side("puzzles.lets.draw", game, after, best.move)
        )
    if best.value is Value.WIN:
        return _of_side("why.safe" if good else "puzzles.lets.win", game, after, best.move)
    return _of_side("why.reply", game, after, best.move) if good else Message("why.slower")


def _gain(
    game: Game[Any], start: Any, first: int, wrong: int | None, judge: PuzzleJudge
) -> Message | None:
    """Return what a good move does, as far as one can see it, else what the wrong one loses."""
    if isinstance(game, Impartial):
        return None
    after, stopped = game.play(start, first), threats(game, start)
    side = Message(side_words(game)[game.to_move(after)])
    if stopped and not wins_at_once(game, after):
        return message("why.stops", side=side, move=move_name(game, start, stopped[0]))
    threatened = threats(game, after)
    if threatened:
        return message("why.makes", side=side, move=move_name(game, after, threatened[0]))
    if wrong is None or wrong == first:
        return None
    refuted, named = refutation(game, start, wrong), move_name(game, start, wrong)
    if refuted is not None and refuted.reply is not None:
        reply = named_move(game, game.play(start, wrong), refuted.reply)
        key = f"why.instead.{refuted.cause.value}"
        return message(key, wrong=named, side=side, move=reply)
    if refuted is not None:
        return None
    try:
        replies = judge.values(game, game.play(start, wrong))
    except JouonsError:
        return None
    value = max(replies, key=lambda each: each.rank).value
    if value is None or value is Value.LOSS:
        return None
    return message(f"why.instead.{value.name.lower()}", wrong=named, side=side)


def _of_side(key: str, game: Game[Any], state: Any, move: int) -> Message:
    """Return a sentence about a move of the side to move; unnamed sides are the opponent."""
    if isinstance(game, Impartial):
        return message(f"{key}.other", move=move_name(game, state, move))
    side = Message(side_words(game)[game.to_move(state)])
    return message(key, side=side, move=named_move(game, state, move))


def _end(game: Game[Any], winner: int, you: int, plies: int) -> Message:
    if not isinstance(game, Impartial):
        return message("why.lost", side=Message(side_words(game)[winner]), count=plies)
    return message("why.won" if winner == you else "why.lost.other", count=plies)
