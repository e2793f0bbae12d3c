"""Screen of mistakes to retry: the position before each, with the answer hidden."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import pygame

from engine.protocols import Value
from engine.saves import SavedGame
from gui.boards.move_list import MoveList, listed_texts
from gui.boards.token import Token
from gui.boards.values import badge
from gui.exercises.attempt import MoveAttempt
from gui.exercises.drill_screen import DrillScreen
from gui.exercises.exercise import AttemptPhase
from gui.exercises.exercise_model import ExerciseViewModel
from gui.exercises.mistake_drill import (
    MistakeDrill,
    MistakeExercise,
    MistakeViewModel,
    make_view_model,
)
from gui.exercises.mistakes import Values
from gui.kit import Icon, Label, SmallIcon, Widget
from gui.kit.command import Command
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
    Tabs,
    exactly,
)
from gui.kit.table import Table, TableCell, TableColumn
from gui.kit.texts import Divider
from gui.kit.widget import Size
from gui.protocols import Open, Transition
from gui.services import Services
from gui.ui import Ui


class MistakesScreen(DrillScreen):
    """Shows the mistakes of a game, or stored ones of many."""

    PREFIX = "retry"
    TRIUMPH = False
    model: MistakeDrill

    def __init__(
        self,
        services: Services,
        game_id: str = "",
        saved: SavedGame | None = None,
        known: Values | None = None,
        ply: int | None = None,
        person: str = "",
        explained: Collection[Any] = (),
    ) -> None:
        game = saved.game if saved is not None else game_id
        super().__init__(
            services, MistakeDrill(services, game, saved, known, ply, person, explained)
        )
        self.view_model: MistakeViewModel | None = None

    def refresh(self) -> ExerciseViewModel:
        self.view_model = make_view_model(self.model)
        return super().refresh()

    def top(self) -> Layout:
        return self.bar(self.tr("retry.title"), self.tr(self.model.title))

    def beside(self) -> Layout:
        view_model = self.view_model
        if view_model is None or self.board_view is None:
            return super().beside()
        listed = mistake_list(
            view_model, self.ui, self.model.at, self.and_refresh(self.model.choose)
        )
        token, steps = self.board_view.token, self.progress(listed, note=self.tr("retry.order"))
        return side(view_model, self.ui, token, steps, self.tab, self.choose_tab)

    def counted(self, number: int, total: int) -> str:
        return self.tr("retry.of", n=number, count=total)

    def buttons(self) -> Sequence[Sequence[str]]:
        plan = ("plan",) if self.model.plan_question is not None else ()
        if self.exercise.phase is AttemptPhase.EXPLAINING:
            return [("again", "refute", *plan), ("step_back", "step_on"), ("next_puzzle",)]
        if self.exercise.over:
            return [("again", "refute", *plan, "play_on"), ("next_puzzle",)]
        trying = [("refute", *plan, "show_me"), ("next_puzzle",)]
        return trying if self.exercise.phase else super().buttons()

    def commands(self) -> Mapping[str, Command]:
        inherited = dict(super().commands())
        del inherited["hint"]  # the question itself says enough
        inherited["play_on"] = Command("play_on", self._play_on, Icon.PLAY, self.exercise.over)
        ready = self.model.plan is not None
        inherited["plan"] = Command("plan", self._show_plan, Icon.BULB, ready)
        return inherited

    def _show_plan(self) -> Transition | None:
        """Open the plan against the mistake, to be attacked; its answer is then known."""
        plan, question = self.model.plan, self.model.plan_question
        if plan is None or question is None:
            return None
        self.model.tell_plan()
        return Open("plan", {"game": question.game, "answer": plan, "role": "attack"})

    def _play_on(self) -> Transition | None:
        """Open a new game of the same players from the position on the board.

        After the last mistake it replaces the drill, so that Back leads to the first game.
        """
        attempt = self.model.attempt
        if not isinstance(attempt, MoveAttempt):
            return None
        exercise, state = attempt.exercise, attempt.states[-1]
        assert isinstance(exercise, MistakeExercise)
        saved, game = exercise.mistake.saved, exercise.game
        start = state if game.moves(state) else exercise.start
        players, last = (saved.first, saved.second), self.model.is_last
        return Open("match", {"game": game, "players": players, "start": start}, instead=last)


LEAST_PAST = 110
LIST_ROW = 36
MOST_ROWS = 5


def side(
    view_model: MistakeViewModel,
    ui: Ui,
    token: Token,
    progress: Layout,
    tab: int,
    choose_tab: Callable[[int], None],
) -> Layout:
    """Lay out the cards in a column if they fit, else as tabs."""
    first = (progress, happened(view_model, ui))
    past = past_card(view_model, ui, token)

    def pages() -> Layout:
        return Tabs(
            (ui.tr("retry.tab_now"), lambda: Scroll(Column(*first, Flexible()))),
            (ui.tr("retry.tab_past"), past),
            at=tab,
            choose=choose_tab,
            key="tabs",
        )

    return FirstFit(Column(*first, Flexible(Box(past, height=LEAST_PAST))), pages)


def mistake_list(
    view_model: MistakeViewModel, ui: Ui, at: int, choose: Callable[[int], None]
) -> Layout:
    """Build the list of all mistakes; a longer one scrolls."""
    rows = [
        [
            TableCell(ui.tr(row.move), ui.tr(row.short)),
            TableCell(ui.tr(row.length), picture=_badge(ui, row.after)),
        ]
        for row in view_model.rows
    ]
    table = Table(
        [TableColumn(align=0), TableColumn(align=0)],
        rows,
        choose=lambda row, column: choose(row),
        at=(at, 0),
        row_height=LIST_ROW,
        head_height=0,
        key="mistakes",
    )
    visible = min(len(rows), MOST_ROWS)
    return Box(Scroll(table, "mistakes"), height=lambda theme: visible * theme.tx(LIST_ROW))


def _badge(ui: Ui, value: Value | None) -> pygame.Surface | None:
    return None if value is None else badge(ui, value, ui.theme.tx(20))


def happened(view_model: MistakeViewModel, ui: Ui) -> Layout:
    """Build the card with the lost value and the moves tried in this retry."""
    tr = ui.tr
    rows: list[Layout] = []
    if view_model.before is not None:
        value, what = view_model.before
        rows.append(_fact(value, tr("retry.before_name"), tr(what)))
    if view_model.after is not None:
        when, value, what = view_model.after
        rows.append(_fact(value, tr(when), tr(what)))
    if view_model.tried:
        rows += [Box(Divider(), height=exactly(1)), Label(tr("retry.tried_now"), 14, quiet=True)]
    for text in view_model.tried:
        sign = Box(SmallIcon(Icon.CROSS, 16), at=0.5)
        rows.append(Row(sign, Flexible(Label(tr(text), 16)), gap=12))
    return Card(Column(*rows, gap=10), tr("retry.happened"), foot=14)


def _fact(value: Value, when: str, what: str) -> Layout:
    mark = Box(Badge(value), at=0.5)
    first, second = Label(when, 16, bold=True), Label(what, 16, quiet=True)
    text = Row(NoShrink(first), Flexible(second), gap=16)
    return Row(mark, Flexible(Box(text, at=0.5)), gap=12)


def past_card(view_model: MistakeViewModel, ui: Ui, token: Token) -> Layout:
    """Build the card of the moves before the mistake."""
    title, moves, (first, second) = ui.tr("retry.past"), view_model.past, view_model.sides
    texts, sides, better = listed_texts(moves, ui), (ui.tr(first), ui.tr(second)), [""] * len(moves)
    listed = MoveList(title, "", sides, moves, texts, better, len(moves), token, None)
    return Card(Column(Flexible(Pad(listed, -4, 0)), gap=0), title, foot=10)


class Badge(Widget):
    """Badge of a position's value."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(24), ui.theme.tx(24)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        picture = badge(ui, self.value, ui.theme.tx(24))
        target.blit(picture, picture.get_rect(center=self.rect.center))
