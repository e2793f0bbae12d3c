"""View model of the mistake on the board, frozen: sentences as messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.messages import Message, message
from engine.naming import move_name, named_move
from engine.protocols import Value
from engine.puzzles.refutation import Missed, refutation
from gui.boards.played import PlayedMove
from gui.boards.reasons import reason
from gui.boards.sides import told_side
from gui.exercises.attempt import MoveAttempt
from gui.exercises.mistake_drill import (
    MistakeDrill,
    MistakeExercise,
    goal_of,
    move_sentence,
    side_values,
)
from gui.exercises.mistakes import Mistake


@dataclass(frozen=True)
class MistakeRow:
    """One mistake in the list of all: the move, the value it led to, how soon it was lost.

    `short` names the move where there is little room.
    """

    move: Message
    short: Message
    after: Value | None
    length: Message


@dataclass(frozen=True)
class MistakeViewModel:
    """The lost value, the moves tried and those of the game so far."""

    rows: tuple[MistakeRow, ...]  # the worst mistake first
    before: tuple[Value, Message] | None  # None where the value is unknown
    after: tuple[Message, Value, Message] | None
    tried: tuple[Message, ...]
    past: tuple[PlayedMove, ...]
    sides: tuple[Message, Message]


def make_view_model(model: MistakeDrill) -> MistakeViewModel | None:
    """Build the view model, None without a mistake on the board."""
    attempt = model.attempt
    if not isinstance(attempt, MoveAttempt):
        return None
    exercise = attempt.exercise
    assert isinstance(exercise, MistakeExercise)
    mistake, game, start = exercise.mistake, exercise.game, exercise.start
    values = side_values(mistake, game)
    steps = zip(exercise.states, exercise.moves, strict=False)
    return MistakeViewModel(
        tuple(_row(each) for each in model.exercises if isinstance(each, MistakeExercise)),
        _before(mistake, values),
        _after(exercise),
        tuple(
            message(f"retry.tried.{goal_of(mistake)}", move=move_name(game, start, move))
            for move in attempt.tried
        ),
        tuple(PlayedMove.of(game, state, move) for state, move in steps),
        (told_side(game, 0), told_side(game, 1)),
    )


def _row(exercise: MistakeExercise) -> MistakeRow:
    mistake, game = exercise.mistake, exercise.game
    move, values = named_move(game, exercise.start, exercise.wrong[0]), side_values(mistake, game)
    key = "retry.row_side" if values else "retry.row"
    row = message(key, n=mistake.number, move=move, **values)
    short = message("retry.row_short", n=mistake.number, move=move)
    return MistakeRow(row, short, mistake.after, lost(mistake))


def lost(mistake: Mistake) -> Message:
    """Return how soon a mistake was lost."""
    if mistake.review.missed is Missed.WIN:
        return Message("retry.row.missed_win")
    if mistake.review.lost_in == 1 or mistake.review.missed is Missed.BLOCK:
        return Message("retry.row.at_once")
    if mistake.after is Value.DRAW:
        return Message("retry.row.draw")
    lost_in = mistake.review.lost_in
    if lost_in is None:
        return Message("retry.row.lost")
    return message("retry.row.lost_in", n=lost_in)


def _before(mistake: Mistake, values: Mapping[str, Message]) -> tuple[Value, Message] | None:
    if mistake.before in (None, Value.LOSS):  # what could be seen says more than theory
        return None
    ending = "once" if mistake.review.missed is Missed.WIN else mistake.before.name.lower()
    return mistake.before, message(f"retry.before{'_side' if values else ''}.{ending}", **values)


def _after(exercise: MistakeExercise) -> tuple[Message, Value, Message] | None:
    """Return what the move of the game led to, with the reason where it is short."""
    game, state, move = exercise.game, exercise.start, exercise.wrong[0]
    after = exercise.mistake.after
    if after is None:
        return None
    refuted = refutation(game, state, move)
    led = Message(f"retry.after.{after.name.lower()}")
    if refuted is not None:
        led = reason(game, game.play(state, move), refuted)
    return move_sentence("retry.after", game, state, move), after, led
