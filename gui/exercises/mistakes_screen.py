"""Screen of mistakes to retry: the position before each, with the answer hidden."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pygame

from engine.protocols import Value
from engine.saves import SavedGame
from gui.boards.marks import Token
from gui.boards.move_list import MoveList, listed_texts
from gui.boards.values import badge
from gui.boards.words import PlayedMove, told_side
from gui.exercises.attempt import MoveAttempt
from gui.exercises.drill_screen import DrillScreen
from gui.exercises.mistake_drill import MistakeDrill, MistakeExercise
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

LEAST_PAST = 110
LIST_ROW = 36
MOST_ROWS = 5


class MistakesScreen(DrillScreen):
    """Shows the mistakes of a game, or stored ones of many."""

    PREFIX = "retry"
    COUNTED = "retry.of"
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

    def top(self) -> Layout:
        return self.bar(self.tr("retry.title"), self.tr(self.model.title))

    def commands(self) -> Mapping[str, Command]:
        inherited = dict(super().commands())
        del inherited["hint"]  # the question itself says enough
        inherited["play_on"] = Command("play_on", self._play_on, Icon.PLAY, self.exercise.over)
        if self.model.plan_question is not None:
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

    # -- beside the board ----------------------------------------------------------------------

    def beside(self) -> Layout:
        """Lay out the cards in a column if they fit, else as tabs."""
        attempt = self.model.attempt
        if not isinstance(attempt, MoveAttempt) or self.board_view is None:
            return super().beside()
        steps = self.progress(self._list(), note=self.tr("retry.order"))
        first, past = (steps, self._happened(attempt)), self._past(attempt, self.board_view.token)

        def pages() -> Layout:
            return Tabs(
                (self.tr("retry.tab_now"), Scroll(Column(*first, Flexible()))),
                (self.tr("retry.tab_past"), past),
                at=self.tab,
                choose=self.choose_tab,
                key="tabs",
            )

        return FirstFit(Column(*first, Flexible(Box(past, height=LEAST_PAST))), pages)

    def _list(self) -> Layout:
        """Build the list of all mistakes, the worst first; a longer one scrolls."""
        rows, side = [], self.ui.theme.tx(20)
        for exercise in self.model.exercises:
            assert isinstance(exercise, MistakeExercise)
            (move, short, length), after = map(self.tr, exercise.row), exercise.mistake.after
            picture = None if after is None else badge(self.ui, after, side)
            rows.append([TableCell(move, short), TableCell(length, picture=picture)])
        choose = self.and_refresh(self.model.choose)
        table = Table(
            [TableColumn(align=0), TableColumn(align=0)],
            rows,
            choose=lambda row, column: choose(row),
            at=(self.model.at, 0),
            row_height=LIST_ROW,
            head_height=0,
            key="mistakes",
        )
        visible = min(len(rows), MOST_ROWS)
        return Box(Scroll(table, "mistakes"), height=lambda theme: visible * theme.tx(LIST_ROW))

    def _happened(self, attempt: MoveAttempt) -> Layout:
        """Build the card with the lost value and the moves tried in this retry."""
        tr, exercise = self.tr, attempt.exercise
        assert isinstance(exercise, MistakeExercise)
        rows: list[Layout] = []
        if exercise.value_before is not None:
            value, what = exercise.value_before
            rows.append(_fact(value, tr("retry.before_name"), tr(what)))
        if exercise.value_after is not None:
            when, value, what = exercise.value_after
            rows.append(_fact(value, tr(when), tr(what)))
        if attempt.tried:
            line = Box(Divider(), height=exactly(1))
            rows += [line, Label(tr("retry.tried_now"), 14, quiet=True)]
        for move in attempt.tried:
            sign = Box(SmallIcon(Icon.CROSS, 16), at=0.5)
            rows.append(Row(sign, Flexible(Label(tr(exercise.tried(move)), 16)), gap=12))
        return Card(Column(*rows, gap=10), tr("retry.happened"), foot=14)

    def _past(self, attempt: MoveAttempt, token: Token) -> Layout:
        """Build the card of the moves before the mistake."""
        exercise, title = attempt.exercise, self.tr("retry.past")
        steps = zip(exercise.states, exercise.moves, strict=False)
        moves = tuple(PlayedMove.of(exercise.game, state, move) for state, move in steps)
        first, second = (self.tr(told_side(exercise.game, side)) for side in (0, 1))
        texts, better = listed_texts(moves, self.ui), [""] * len(moves)
        listed = MoveList(title, "", (first, second), moves, texts, better, len(moves), token, None)
        return Card(Column(Flexible(Pad(listed, -4, 0)), gap=0), title, foot=10)


def _fact(value: Value, when: str, what: str) -> Layout:
    mark = Box(Badge(value), at=0.5)
    first, second = Label(when, 16, bold=True), Label(what, 16, quiet=True)
    text = Row(NoShrink(first), Flexible(second), gap=16)
    return Row(mark, Flexible(Box(text, at=0.5)), gap=12)


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
