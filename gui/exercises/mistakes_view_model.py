"""View model of the mistake on the board, frozen: sentences as messages."""

from __future__ import annotations

from dataclasses import dataclass

from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Value
from gui.exercises.attempt import MoveAttempt
from gui.exercises.mistake_drill import (
    MistakeDrill,
    MistakeExercise,
    goal_of,
    move_sentence,
    side_values,
)


@dataclass(frozen=True)
class PastMove:
    """One move of the game so far."""

    text: str
    side: int


@dataclass(frozen=True)
class MistakeViewModel:
    """The lost value, the moves tried and those of the game so far."""

    now: Message  # the number of this move among the user's own
    then: Message | None  # and of the next one
    before: tuple[Value, Message]
    after: tuple[Message, Value, Message]
    tried: tuple[Message, ...]
    past: tuple[PastMove, ...]


def make_view_model(model: MistakeDrill) -> MistakeViewModel | None:
    """Build the view model, None without a mistake on the board."""
    attempt = model.attempt
    if not isinstance(attempt, MoveAttempt):
        return None
    exercise = attempt.exercise
    assert isinstance(exercise, MistakeExercise)
    mistake, game, start = exercise.mistake, exercise.game, exercise.start
    following = model.following
    values = side_values(mistake, game)
    key = f"retry.{'before_side' if values else 'before'}.{mistake.before.name.lower()}"
    steps = zip(exercise.states, exercise.moves, strict=False)
    return MistakeViewModel(
        message("retry.now", n=mistake.number),
        message("retry.then", n=following.number) if following is not None else None,
        (mistake.before, message(key, **values)),
        (
            move_sentence("retry.after", game, start, exercise.wrong[0]),
            mistake.after,
            Message(f"retry.after.{mistake.after.name.lower()}"),
        ),
        tuple(
            message(f"retry.tried.{goal_of(mistake)}", move=move_name(game, start, move))
            for move in attempt.tried
        ),
        tuple(PastMove(game.move_text(state, move), game.to_move(state)) for state, move in steps),
    )
