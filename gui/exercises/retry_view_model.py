"""View model of the screen of mistakes, frozen: sentences as messages.

Until a move is tried it contains nothing that depends on the good moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.messages import Message, is_written, message
from engine.naming import named_move
from engine.protocols import HUMAN, Impartial, Value
from gui.boards.sides import side_words
from gui.exercises.line import ending
from gui.exercises.retry import Retry, RetryPhase, RetryPosition
from gui.protocols import BoardState


@dataclass(frozen=True)
class RetryMove:
    """One move of the game so far."""

    text: str
    side: int


@dataclass(frozen=True)
class RetryViewModel:
    """View model of the screen; the later fields are set only while a mistake is on the board."""

    game: str
    stage: RetryPhase
    subtitle: Message
    title: Message
    detail: Message | None
    at: int
    total: int
    tab: int
    board: BoardState[Any] | None = None
    side: int | None = None
    now: Message | None = None  # the number of this move among the user's own
    then: Message | None = None  # and of the next one
    before: tuple[Value, Message] | None = None
    after: tuple[Message, Value, Message] | None = None
    tried: tuple[Message, ...] = ()
    past: tuple[RetryMove, ...] = ()
    asked: Message | None = None  # the question, also after the answer


def make_view_model(model: Retry, tab: int = 0) -> RetryViewModel:
    """Build the view model from the model."""
    place, total = model.place, len(model.mistakes)
    kind = "retry.of_game" if model.saved is not None else "retry.of_kept"
    subtitle = message(kind, game=Message(f"game.{model.game}.name"))
    if place is None or model.stage in (RetryPhase.LOOKING, RetryPhase.DONE):
        at = min(model.at, total)
        return RetryViewModel(model.game, model.stage, subtitle, *_ending(model), at, total, tab)
    following = model.mistakes[model.at + 1] if model.at + 1 < total else None
    mistake = place.mistake
    played = named_move(place.game, place.start, place.played)
    return RetryViewModel(
        game=model.game,
        stage=model.stage,
        subtitle=subtitle,
        title=_title(model, place, played),
        detail=_detail(model, place),
        at=model.at,
        total=total,
        tab=tab,
        board=_board(model, place),
        side=mistake.side,
        now=message("retry.now", n=mistake.number),
        then=message("retry.then", n=following.number) if following is not None else None,
        before=(mistake.before, _worth_before(place)),
        after=(
            _of_move("retry.after", place, move=played),
            mistake.after,
            Message(f"retry.after.{mistake.after.name.lower()}"),
        ),
        tried=tuple(
            message(f"retry.tried.{_aim(place)}", move=named_move(place.game, place.start, move))
            for move in place.tried
        ),
        past=_past(place),
        asked=_question(place, played),
    )


def _aim(place: RetryPosition) -> str:
    """Return the aim of the good moves, which the position implies: win, or hold the draw."""
    return "win" if place.mistake.before is Value.WIN else "draw"


def _ending(model: Retry) -> tuple[Message, Message | None]:
    if model.stage is RetryPhase.LOOKING:
        return Message("retry.looking"), None
    if not model.mistakes:
        if model.saved is None:
            return Message("retry.none"), None
        return Message("retry.none"), Message(f"retry.none_{_found_nothing(model)}")
    done = message("retry.done", done=model.done, count=len(model.mistakes))
    left = len(model.mistakes) - model.done
    return done, Message("retry.done_all" if not left else "retry.done_rest")


def _found_nothing(model: Retry) -> str:
    return "detail" if model.judged else "unknown"


def _title(model: Retry, place: RetryPosition, played: Message) -> Message:
    aim = _aim(place)
    if model.stage is RetryPhase.SHOWING:
        good = named_move(place.game, place.start, place.good[0])
        return _of_move(f"retry.showing.{aim}", place, move=good)
    if model.stage in (RetryPhase.FOUND, RetryPhase.SHOWN):
        made = named_move(place.game, place.start, place.moves[0])
        key = "retry.shown"
        if model.stage is RetryPhase.FOUND:
            key = "retry.right" if model.was_shown else "retry.found"
        return _of_move(f"{key}.{aim}", place, move=made)
    return _question(place, played)


def _question(place: RetryPosition, played: Message) -> Message:
    aim, side = _aim(place), _one_of_two(place)
    if side is not None:
        return _of_move(f"retry.ask_side.{aim}", place, side=side, move=played)
    return _of_move(f"retry.ask.{aim}", place, move=played)


def _one_of_two(place: RetryPosition) -> Message | None:
    """Return the side of the mistake in a game of two persons; None in a game of one."""
    saved = place.mistake.saved
    if saved.first == saved.second == HUMAN:
        return Message(side_words(place.game.id)[place.mistake.side])
    return None


def _worth_before(place: RetryPosition) -> Message:
    side, value = _one_of_two(place), place.mistake.before.name.lower()
    if side is None:
        return Message(f"retry.before.{value}")
    return message(f"retry.before_side.{value}", side=side)


def _of_move(key: str, place: RetryPosition, **values: Message) -> Message:
    """Return the sentence, in its variant for moves named as actions: take 2."""
    taking = isinstance(place.game, Impartial) and is_written(f"{key}.take")
    return Message(f"{key}.take" if taking else key, dict(values))


def _detail(model: Retry, place: RetryPosition) -> Message | None:
    if model.stage is RetryPhase.ASKING:
        return Message("retry.click")
    if model.stage is RetryPhase.FOUND:
        return Message("retry.found_detail")
    if model.stage is RetryPhase.SHOWN:
        return ending(place.game, place.states[-1], place.moves, place.plies)
    return None


def _board(model: Retry, place: RetryPosition) -> BoardState[Any]:
    asked = model.stage is RetryPhase.ASKING
    state = place.states[-1]
    if place.moves:
        return BoardState(state, place.states[-2], place.moves[-1])
    previous = place.before[-2] if len(place.before) > 1 else None
    return BoardState(
        state,
        previous,
        place.past[-1] if place.past else None,
        tuple(place.game.moves(state)) if asked else (),
        hint=place.good[0] if model.stage is RetryPhase.SHOWING else None,
        tried=(place.played, *place.tried),
    )


def _past(place: RetryPosition) -> tuple[RetryMove, ...]:
    steps = zip(place.before, place.past, strict=False)
    return tuple(
        RetryMove(place.game.move_text(state, move), place.game.to_move(state))
        for state, move in steps
    )
