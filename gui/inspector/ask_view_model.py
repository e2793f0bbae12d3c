"""View model of the page that asks bots: one row for each bot, sorted. No pygame here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.arena.survey import Survey, SurveyAnswer, SurveyProgress
from engine.messages import Message, message
from engine.naming import MoveText, listed_move, listed_text
from engine.protocols import Estimate, Game, Unit, Value
from engine.registry import parse_player, player_detail, player_name
from gui.inspector.ask_model import AskModel

MAIN_KINDS = ("mc", "mcts", "alphabeta", "optimal")  # the others are under More
Order = tuple[Any, ...]


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
    order: tuple[Order, ...] = ()  # the keys of the columns for sorting; () without an answer


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
    survey = model.answers.survey
    rows = [_row(game, state, survey, player) for player in survey.players]
    if model.sorted_by >= 0:
        rows = sorted_rows(rows, model.sorted_by, model.descending)
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
        rows=tuple(rows),
        longest_move=listed_text(game, max(texts, key=len)),
        shown=shown,
        answered=len(survey.answers),
        able=survey.able,
        best=None if best is None else (listed_move(game, state, best.move), best),
        card=answers_card(survey),
    )


def sorted_rows(rows: list[AnswerRow], column: int, descending: bool) -> list[AnswerRow]:
    """Return the rows by a column, equal ones in their order; rows without an answer come last."""
    answered = [row for row in rows if row.order]
    answered.sort(key=lambda row: row.order[column], reverse=descending)
    return [*answered, *(row for row in rows if not row.order)]


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
    at = survey.players.index(player)
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
        order=_order(at, answer, truth, review.lost),
    )


def _thrown(lost: float, value: Value) -> Message:
    if not lost:
        return Message("think.thrown.nothing")
    return Message("think.thrown.win" if value is Value.WIN else "think.thrown.draw")


def _order(
    at: int, answer: SurveyAnswer, truth: Estimate | None, lost: float | None
) -> tuple[Order, ...]:
    """Return the keys of the columns: strength, move, belief, truth, loss, time; best first."""
    belief, value = answer.belief.score, answer.belief.value
    if value is not None:
        belief = (value + 1) / 2
    return (
        (at,),
        (answer.move,),
        (-1 if belief is None else belief, value is not None),
        (truth is not None, truth.rank if truth is not None else ()),
        (-1.0 if lost is None else lost,),
        (answer.seconds is None, answer.seconds or 0.0),
    )


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


def as_text(view_model: AskViewModel, tr: Callable[..., str], heads: tuple[str, ...]) -> str:
    """Return the table for a spreadsheet: a line for each bot, its cells parted by tabs."""
    lines = [heads]
    for row in view_model.rows:
        believes = tr(Message("think.proved")) if row.proved else ""
        if row.refusal is not None:
            believes = tr(row.refusal)
        if row.score is not None and not row.proved:
            believes = tr(message("think.percent", score=row.score))
        seconds = ""
        if row.seconds is not None:
            seconds = tr(message("think.ms", ms=row.seconds * 1000))
        lines.append(
            (
                row.player,
                "" if row.move is None else tr(row.move),
                believes,
                "" if row.truth is None else tr(true_text(row.truth)),
                "" if row.thrown is None else tr(row.thrown),
                seconds,
            )
        )
    return "\n".join("\t".join(line) for line in lines) + "\n"


def progress_text(progress: SurveyProgress) -> Message | None:
    """Return how far a thinking bot is: of its depth or budget; None where neither is known."""
    whole = parse_player(progress.player).number
    if progress.depth is not None and whole is not None:
        return message("ask.depth", depth=progress.depth, whole=whole)
    if not progress.budget or progress.unit is not Unit.PLAYOUTS:
        return None
    return message("ask.effort", effort=progress.effort, whole=progress.budget)


def true_text(truth: Estimate) -> Message:
    """Return a value in words: `win in 5`."""
    assert truth.value is not None
    word = Message(f"cli.word.{truth.value.name.lower()}")
    if truth.remoteness is None:
        return message("think.true_open", value=word)
    return message("think.true", value=word, count=truth.remoteness)
