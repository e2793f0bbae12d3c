"""View model of the page that asks bots: one row for each bot, sorted. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.arena.survey import Survey, SurveyProgress
from engine.messages import Message, message
from engine.naming import MoveText, listed_move, listed_text
from engine.protocols import Estimate, Game, Unit, Value
from engine.registry import parse_player, player_detail, player_name
from gui.inspector.ask_model import AskModel

MAIN_KINDS = ("mc", "mcts", "alphabeta", "optimal")  # the others are under More


@dataclass(frozen=True)
class AnswerRow:
    """One bot and its answer; `move` is None before it has a favourite."""

    player: str
    name: Message
    detail: Message
    move: MoveText | None = None
    score: float | None = None  # its belief about its move, 0 .. 1
    proved: bool = False
    truth: Estimate | None = None
    thrown: Message | None = None  # what the move gives away; None while it is not known
    keeps: bool = False  # it gives nothing away
    answered: bool = False
    seconds: float | None = None  # the time of the answer, None where it is not known
    progress: SurveyProgress | None = None  # while it is thinking
    refusal: Message | None = None  # why it cannot answer this position


@dataclass(frozen=True)
class AskViewModel:
    """Everything the page shows."""

    game: Game[Any]
    side: int
    said: Message | None  # why the page stands in place of a decision; None if it was asked for
    again: Message | None  # the button that lets the bot to move think; None without one
    can_return: bool  # there is a recording to go back to
    model: AskModel  # which the controls change
    kinds: tuple[str, ...]
    others: tuple[str, ...]  # the kinds under More
    rows: tuple[AnswerRow, ...]
    longest_move: MoveText  # of the position
    shown: str  # the player whose recording is in the inspector
    answered: int
    able: int  # the bots that answer this position
    best: tuple[MoveText, Estimate] | None  # the name and the value of the best move
    card: tuple[Message, ...]


def ask_view_model(
    model: AskModel, shown: str, said: Message | None, again: Message | None, can_return: bool
) -> AskViewModel:
    """Return the view model of the page; `shown` is the player whose recording is open."""
    game, state = model.game, model.state
    assert game is not None
    survey = model.survey
    best = survey.best
    texts = [game.move_text(state, move) for move in game.moves(state)]
    return AskViewModel(
        game=game,
        side=game.to_move(state),
        said=said,
        again=again,
        can_return=can_return,
        model=model,
        kinds=tuple(kind for kind in MAIN_KINDS if kind in model.kinds),
        others=tuple(kind for kind in (*model.kinds, *model.own) if kind not in MAIN_KINDS),
        rows=tuple(_row(game, state, survey, player) for player in survey.players),
        longest_move=listed_text(game, max(texts, key=len)),
        shown=shown,
        answered=len(survey.answers),
        able=survey.able,
        best=None if best is None else (listed_move(game, state, best.move), best),
        card=answers_card(survey),
    )


def _row(game: Game[Any], state: Any, survey: Survey, player: str) -> AnswerRow:
    name, detail = player_name(player, game), player_detail(player)
    answer, progress = survey.answers.get(player), survey.progress
    if answer is None:
        thinking = progress if progress is not None and progress.player == player else None
        move = None if thinking is None or thinking.move is None else thinking.move
        text = None if move is None else listed_move(game, state, move)
        refusal = survey.refusals.get(player)
        return AnswerRow(player, name, detail, text, progress=thinking, refusal=refusal)
    truth, review = survey.truth(answer), survey.review(answer)
    thrown = None
    if review.lost is not None and review.value is not None:
        thrown = _thrown(review.lost, review.value)
    return AnswerRow(
        player,
        name,
        detail,
        listed_move(game, state, answer.move),
        answer.belief.score,
        answer.belief.value is not None,
        truth,
        thrown,
        thrown is not None and not review.lost,
        True,
        answer.seconds,
    )


def _thrown(lost: float, value: Value) -> Message:
    if not lost:
        return Message("think.thrown.nothing")
    return Message("think.thrown.win" if value is Value.WIN else "think.thrown.draw")


def answers_card(survey: Survey) -> tuple[Message, ...]:
    """Return the heading and the lines about the answers so far."""
    count = len(survey.answers)
    if not count:
        return ()
    heading, numbers = message("ask.answers", count=count), Message("ask.votes")
    reviews = [survey.review(answer) for answer in survey.answers.values()]
    judged = [review for review in reviews if review.lost is not None]
    if not judged or judged[0].value is None:
        return heading, numbers
    value = judged[0].value
    if value is Value.LOSS:
        return heading, numbers, Message("ask.all_lose")
    right = sum(not review.lost for review in judged)
    key = "ask.hold" if value is Value.DRAW else "ask.win"
    return heading, numbers, message(key, count=right)


def progress_text(progress: SurveyProgress) -> Message | None:
    """Return how far a thinking bot is: of its depth or budget; None where neither is known."""
    whole = parse_player(progress.player).number
    if progress.depth is not None and whole is not None:
        return message("ask.depth", depth=progress.depth, whole=whole)
    if not progress.budget or progress.unit is not Unit.PLAYOUTS:
        return None
    return message("ask.effort", effort=progress.effort, whole=progress.budget)
