"""The page that asks bots: controls of the next question, and the table of everybody's answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from engine.arena.survey import SurveyProgress
from engine.messages import Message
from engine.naming import MoveText
from engine.protocols import Estimate, Value
from engine.registry import parse_player
from gui.boards.marks import Token
from gui.boards.values import badge, leaning, percent_text, score_bar
from gui.inspector.ask_model import AnswerRow, AskViewModel, progress_of
from gui.inspector.chips import truth_cell
from gui.kit import (
    Button,
    ButtonKind,
    Icon,
    Label,
    NumberField,
    ProgressBar,
    Segments,
    Shortened,
    Spinner,
    icon,
)
from gui.kit.command import AndRefresh
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Card, Column, FirstFit, Flexible, Layout, NoShrink, Pad, Row, Scroll
from gui.kit.table import NOWHERE, Table, TableCell, TableColumn
from gui.players.controls import (
    constant_choice,
    form_choice,
    kind_buttons,
    kind_name,
    number_choice,
)
from gui.theme import Colour, Theme
from gui.ui import Ui

LARGEST_SLIDER = 1_000_000
SEED, FIELD_MARGINS = 124, 26  # the least width of its field, and the part without text
BAR, PROGRESS = 44, 60  # the widths of bars in the table: of a belief, of a bot that thinks
COLUMNS = 3  # of the kinds, where they do not fit side by side
LEAST_HEIGHT = 380  # of the page, which scrolls where it is higher
BAR_ROOM = 14  # for the scroll bar, also where a small window makes units smaller
HEADS = ("bot", "plays", "believes", "true", "thrown", "time")
ALIGNED = (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
DROPS = (0, 0, 3, 0, 2, 1)  # the order in which columns leave where room is short
PLIES = 88  # as wide as any number of plies of most games
THROWN = tuple(Message(f"think.thrown.{each}") for each in ("nothing", "win", "draw"))
TIMES = (0.888, 88.8)  # seconds
FAINT = 110  # alpha of the mark of a move that may still change, of 255


@dataclass(frozen=True)
class AskCallbacks:
    """Callbacks of the page."""

    after: AndRefresh  # wraps a change of the model
    ask: Callable[[], None]  # the chosen bot, if the question is valid
    open_player: Callable[[str], None]
    more: Callable[[], None]  # opens the menu of the other kinds
    think_again: Callable[[], None]


def ask_page(view_model: AskViewModel, ui: Ui, do: AskCallbacks, token: Token) -> Layout:
    """Lay out the page: why it stands here, the controls, everybody's answers."""
    fault = view_model.model.fault
    page = Column(
        _said(view_model, ui, do),
        _controls(view_model, ui, do),
        _head(view_model, ui, do),
        None if fault is None else FieldFault(ui.tr(fault)),  # why the last survey ended early
        _answers(view_model, ui, do, token),
        gap=10,
    )
    return Box(Scroll(Pad(page, 0, 0, BAR_ROOM, 0), "ask"), height=LEAST_HEIGHT)


def _said(view_model: AskViewModel, ui: Ui, do: AskCallbacks) -> Layout | None:
    """Return why there is no recording here, and the bot that may think again."""
    if view_model.said is None:
        return None
    text = Label(ui.tr(view_model.said), 16, key="sentence")
    if view_model.again is None:
        return text
    label = ui.tr(view_model.again)
    again = Button(label, do.think_again, kind=ButtonKind.PRIMARY, key="think_again")
    return Row(Flexible(text), NoShrink(again), gap=12)


# -- the next question -----------------------------------------------------------------------------


def _controls(view_model: AskViewModel, ui: Ui, do: AskCallbacks) -> Layout:
    """Lay out the kinds, and below them form, number and exploration with the seed and Ask."""
    model, choice = view_model.model, view_model.model.choice
    ask = Button(
        ui.tr("ask.ask"),
        do.ask,
        kind=ButtonKind.PRIMARY,
        image=Icon.ROBOT,
        enabled=choice.fault is None and model.seed_fault is None,
        key="ask",
    )
    forms = form_choice(ui, choice, choice.forms(view_model.game), do.after, "ask_form")
    confirm = do.ask
    number = number_choice(ui, choice, do.after, "ask_", LARGEST_SLIDER, confirm=confirm)
    constant = constant_choice(ui, choice, do.after, "ask_", confirm=confirm)
    numbers = [Flexible(each, part) for each, part in ((number, 4), (constant, 3)) if each]
    beside = numbers if forms is None else [Flexible(forms)]
    ends = NoShrink(_seed(view_model, ui, do)), NoShrink(ask)
    fault = None if model.seed_fault is None else FieldFault(ui.tr(model.seed_fault))
    rows = Column(
        _kinds(view_model, ui, do),
        None if forms is None or not numbers else Row(*numbers, gap=20),
        FirstFit(
            Row(*(beside or [Flexible()]), *ends, gap=16),
            Column(Row(*beside, gap=20) if beside else None, Row(Flexible(), *ends, gap=16), gap=8),
        ),
        fault,
        gap=8,
    )
    return Card(rows, pad=10, inner=12)


def _kinds(view_model: AskViewModel, ui: Ui, do: AskCallbacks) -> Layout:
    """Return the main kinds side by side, the last one opens the others; or all kinds in a grid."""
    chosen, kinds = view_model.model.choice.kind, view_model.kinds
    labels = [ui.tr(kind_name(kind, view_model.game)) for kind in kinds]
    if view_model.others:
        other = chosen in view_model.others
        name = ui.tr(kind_name(chosen, view_model.game)) if other else ui.tr("ask.more")
        labels.append(name)
    at = kinds.index(chosen) if chosen in kinds else len(kinds)

    def choose(index: int) -> None:
        if index < len(kinds):
            do.after(view_model.model.choice.choose)(kinds[index])
        else:
            do.more()

    segments = partial(Segments, labels, at, choose, "ask_kinds", menu=len(kinds))
    rows = (Box(segments(size=size), height=44) for size in (16, 14))
    take, names = do.after(view_model.model.choice.choose), (*kinds, *view_model.others)
    game = view_model.game
    return FirstFit(
        *rows,
        lambda: kind_buttons(ui, chosen, names, game, take, COLUMNS, "ask_kind", small=True),
    )


def _seed(view_model: AskViewModel, ui: Ui, do: AskCallbacks) -> Layout:
    model, hint = view_model.model, ui.tr("ask.seed_hint")
    field = NumberField(
        model.typed_seed,
        commit=do.after(model.set_seed),
        # Where everybody's answers stand, another seed is meant for everybody.
        confirm=do.after(model.ask_everybody) if model.complete else do.ask,
        key="ask_seed",
        align=1.0 if model.typed_seed else 0.0,
        hint=hint,
        tooltip=ui.tr("ask.seed_tip"),
    )

    def wide(theme: Theme) -> int:
        return max(theme.tx(SEED), theme.width(hint, 16) + theme.tx(FIELD_MARGINS))

    return Row(Label(ui.tr("ask.seed"), 16, middle=True), Box(field, wide), gap=12, height=44)


# -- everybody -------------------------------------------------------------------------------------


def _head(view_model: AskViewModel, ui: Ui, do: AskCallbacks) -> Layout:
    """Return the heading of the table with the button that asks everybody, or stops it."""
    model, answered, count = view_model.model, view_model.answered, view_model.able
    title = NoShrink(Label(ui.tr("ask.everybody"), 16, bold=True, middle=True))
    if model.busy:
        progress = ui.tr("ask.answered", answered=answered, count=count)
        spinner = Box(Spinner("survey_busy"), 28, 28, at=0.5)
        stop = Button(ui.tr("ask.stop"), do.after(model.stop), image=Icon.STOP, key="survey_stop")
        label = NoShrink(Label(progress, 14, middle=True))
        return Row(title, Flexible(), spinner, label, NoShrink(stop), gap=12)
    key = "ask.another_seed" if model.complete else "ask.ask_everybody"
    act = Button(ui.tr(key), do.after(model.ask_everybody), image=Icon.PEOPLE, key="everybody")
    note = Shortened(ui.tr("ask.click_note"), 14, quiet=True, maximum=1, middle=True)
    return Row(title, Flexible(note), NoShrink(act), gap=12)


def _answers(view_model: AskViewModel, ui: Ui, do: AskCallbacks, token: Token) -> Layout:
    """Return the table, and below it why some bots cannot answer."""
    refused = [(row, row.refusal) for row in view_model.rows if row.refusal is not None]
    values = [{"bot": _short_name(row, ui), "reason": ui.tr(refusal)} for row, refusal in refused]
    reasons = [Label(ui.tr("ask.refusal", **each), 14, quiet=True) for each in values]
    return Column(_table(view_model, ui, do, token), *reasons, gap=8)


def _table(view_model: AskViewModel, ui: Ui, do: AskCallbacks, token: Token) -> Layout:
    rows, model = view_model.rows, view_model.model
    players = [row.player for row in rows]
    awaited = _awaited(view_model, ui, token)

    def head(at: int, name: str) -> TableColumn:
        tooltip = ui.tr("ask.time_tip") if name == "time" else ""
        return TableColumn(
            ui.tr(f"ask.column.{name}"), ALIGNED[at], DROPS[at], awaited[at], tooltip
        )

    marked = (players.index(model.marked), 0) if model.marked in players else NOWHERE
    shown = players.index(view_model.shown) if view_model.shown in players else -1
    return Table(
        [head(at, name) for at, name in enumerate(HEADS)],
        [_cells(row, view_model.side, ui, token) for row in rows],
        choose=lambda row, column: do.after(model.mark)(players[row]),
        open_row=lambda row: do.open_player(players[row]),
        at=marked,
        marked=shown,
        row_height=34,
        least_row=26,
        head_height=34,
        key="answers",
    )


def _cells(row: AnswerRow, side: int, ui: Ui, token: Token) -> list[TableCell]:
    answer, faint = row.answer, None if row.answer is not None else ui.theme.colours.text2
    true = truth_cell(ui, row.truth)
    return [
        TableCell(ui.tr(row.name), _short_name(row, ui), ui.tr(row.detail), bold=True),
        TableCell() if row.move is None else _plays(row.move, side, ui, token, faint),
        _belief(row, ui),
        true if row.progress is None else _progress(row.progress, ui),
        TableCell() if row.thrown is None else _thrown(row.thrown, row.keeps, _proved(row), ui),
        TableCell("" if answer is None else _time(answer.seconds, ui)),
    ]


def _awaited(view_model: AskViewModel, ui: Ui, token: Token) -> list[list[TableCell]]:
    """Return the widest answers of each column, which has room for them before they come."""
    true = Estimate(0, value=Value.WIN, remoteness=PLIES)
    return [
        [],
        [_plays(view_model.longest_move, view_model.side, ui, token)],
        [_believed(None, True, ui), _believed(1.0, False, ui)],
        [truth_cell(ui, true)],
        [_thrown(thrown, thrown is THROWN[0], True, ui) for thrown in THROWN],
        [TableCell(_time(seconds, ui)) for seconds in TIMES],
    ]


def _plays(move: MoveText, side: int, ui: Ui, token: Token, ink: Colour | None = None) -> TableCell:
    disc = token(side, ui.theme.tx(18))
    if ink is not None:
        disc = disc.copy()
        disc.set_alpha(FAINT)
    return TableCell(ui.tr(move), picture=disc, bold=True, size=16, ink=ink)


def _proved(row: AnswerRow) -> bool:
    return row.answer is not None and row.answer.belief.value is not None


def _thrown(thrown: Message, keeps: bool, proved: bool, ui: Ui) -> TableCell:
    """Return what a move gives away; a tick is for a bot that proved it, not for one in luck."""
    c, size = ui.theme.colours, ui.theme.tx(14)
    if keeps:
        picture = icon(ui.brush, Icon.CHECK, size, c.text2) if proved else None
        return TableCell(ui.tr(thrown), picture=picture, ink=c.text2)
    return TableCell(ui.tr(thrown), picture=badge(ui, Value.LOSS, size, filled=False), ink=c.loss)


def _short_name(row: AnswerRow, ui: Ui) -> str:
    """Return the name of a bot with what tells it from the others of its kind."""
    spec = parse_player(row.player)
    name = ui.tr(row.name)
    if spec.number is not None:
        return f"{name} {ui.tr.number(spec.number)}"
    return f"{name}, {ui.tr(row.detail)}" if spec.suffix else name


def _belief(row: AnswerRow, ui: Ui) -> TableCell:
    """Return what a bot believes of its move."""
    if row.refusal is not None:
        return TableCell(ui.tr("ask.no_answer"), ink=ui.theme.colours.text2, loose=True)
    return (
        TableCell() if row.answer is None else _believed(row.answer.belief.score, _proved(row), ui)
    )


def _believed(score: float | None, proved: bool, ui: Ui) -> TableCell:
    c = ui.theme.colours
    if proved:
        picture = icon(ui.brush, Icon.CHECK, ui.theme.tx(14), c.text)
        return TableCell(ui.tr("think.proved"), picture=picture)
    if score is None:
        return TableCell(ui.tr("ask.nothing"), ink=c.text2)
    return TableCell(percent_text(ui, score), picture=_bar(ui, score))


def _progress(progress: SurveyProgress, ui: Ui) -> TableCell:
    """Return how far a thinking bot is: a bar over the last columns, in words where they fit."""
    fraction, done = progress_of(progress)
    bar, text = ProgressBar(fraction), "" if done is None else ui.tr(done)

    def draw(ui: Ui, target: pygame.Surface, box: pygame.Rect) -> None:
        theme = ui.theme
        bar.rect = pygame.Rect(box.x + theme.px(8), 0, theme.tx(PROGRESS), theme.tx(6))
        bar.rect.centery = box.centery
        bar.draw(ui, target)
        left = bar.rect.right + theme.tx(8)
        if left + theme.width(text, 14) <= box.right:
            theme.blit_text(target, text, 14, (left, box.centery), theme.colours.text2)

    return TableCell(text, draw=draw, loose=True)


def _bar(ui: Ui, score: float) -> pygame.Surface:
    """Return a bar of a score as a picture."""
    size = (ui.theme.tx(BAR), ui.theme.tx(6))
    inks = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "loss"}
    surface = pygame.Surface((size[0], size[1] + 4), pygame.SRCALPHA)
    bar = pygame.Rect(0, 2, *size)
    score_bar(ui, surface, bar, score, getattr(ui.theme.colours, inks[leaning(score)]))
    return surface


def _time(seconds: float | None, ui: Ui) -> str:
    if seconds is None:
        return "–"
    if seconds < 0.001:
        return ui.tr("ask.below_ms")
    if seconds < 1:
        return ui.tr("ask.ms", ms=seconds * 1000)
    return ui.tr("ask.seconds", seconds=seconds)
