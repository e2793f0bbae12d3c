"""Screens of drills: exercises one after another, and a person's own mistakes to retry."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.protocols import Value
from engine.saves import SavedGame
from gui.boards.marks import Token
from gui.boards.move_list import MoveList, listed_texts
from gui.boards.values import badge
from gui.boards.words import PlayedMove, told_side
from gui.exercises.attempt import ExerciseViewModel, exercise_view_model
from gui.exercises.drill import Drill
from gui.exercises.exercise import AttemptPhase
from gui.exercises.mistake_drill import MistakeDrill, MistakeExercise
from gui.exercises.mistakes import Values
from gui.exercises.problem import MoveAttempt
from gui.exercises.screen import ExerciseScreen, button_row, progress
from gui.kit import Drawing, Icon, Label, SmallIcon
from gui.kit.command import Command, by_id
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
from gui.protocols import Open, Pop, Transition
from gui.services import Services

LEAST_PAST = 110
LIST_ROW = 36
MOST_ROWS = 5


class DrillScreen(ExerciseScreen):
    """Shows the exercises of a drill under its title."""

    COUNTED = "exercise.of"  # the number of an exercise
    model: Drill

    def __init__(self, services: Services, drill: Drill) -> None:
        super().__init__(services)
        self.model = drill

    # -- view --------------------------------------------------------------------------------

    def refresh(self) -> ExerciseViewModel:
        if self.model.attempt is None:
            return ExerciseViewModel(*self.model.ending(), busy=self.model.searching)
        return exercise_view_model(self.model.attempt)

    def top(self) -> Layout:
        return self.bar(self.tr(self.model.title))

    def view(self) -> Layout:
        """Lay out the exercise; at the end the result alone, with the ways on right below it."""
        if not self.model.finished:
            return super().view()
        result, _ = self.headlines()
        ways = button_row(self.offered(), self.buttons())
        progress = self.progress() if self.model.exercises else None
        page = Column(result, progress, ways, Flexible(), gap=16)
        return Column(self.top(), Flexible(Pad(page, 24, 20, 24, 24)), gap=0)

    def beside(self) -> Layout:
        return Column(self.progress() if self.model.exercises else None, Flexible())

    def progress(self, below: Layout | None = None, note: str = "") -> Layout:
        """Return the card with the number of this exercise; `note` stands beside it."""
        at, total = self.model.at, len(self.model.exercises)
        title = self.tr(self.COUNTED, n=min(at + 1, total), count=total)
        return progress(title, min(at, total), total, below, note)

    def buttons(self) -> Sequence[Sequence[str]]:
        """Return the commands below the board, in groups; not every drill has them all."""
        if self.model.attempt is None:
            return [("try_missed", "close")] if self.model.missed else [("close",)]
        if self.exercise.phase is AttemptPhase.EXPLAINING:
            return [("again", "refute", "plan"), ("step_back", "step_on"), ("next_puzzle",)]
        if self.exercise.over:
            return [("again", "refute", "plan", "play_on"), ("next_puzzle",)]
        return [("hint", "refute", "plan", "show_me"), ("next_puzzle",)]

    # -- commands ----------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        inherited, model = dict(super().commands()), self.model
        finished, missed = model.finished, bool(model.missed)
        if not self.exercise.over:
            inherited["next_puzzle"] = replace(inherited["next_puzzle"], text="skip")
        return inherited | by_id(
            Command(
                "try_missed",
                self.and_refresh(model.try_missed),
                Icon.UNDO,
                finished and missed,
                primary=True,
            ),
            Command("close", lambda: Pop(), Icon.CHECK, primary=finished and not missed),
        )


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
        exercise, title = attempt.exercise, self.tr("retry.past")
        steps = zip(exercise.states, exercise.moves, strict=False)
        moves = tuple(PlayedMove.of(exercise.game, state, move) for state, move in steps)
        first, second = (self.tr(told_side(exercise.game, side)) for side in (0, 1))
        texts, better = listed_texts(moves, self.ui), [""] * len(moves)
        listed = MoveList(title, "", (first, second), moves, texts, better, len(moves), token, None)
        return Card(Column(Flexible(Pad(listed, -4, 0)), gap=0), title, foot=10)


def _fact(value: Value, when: str, what: str) -> Layout:
    drawn = Drawing(lambda ui, target, at: target.blit(badge(ui, value, at.w), at))
    mark = Box(drawn, 24, 24, at=0.5)
    first, second = Label(when, 16, bold=True), Label(what, 16, quiet=True)
    text = FirstFit(Row(NoShrink(first), Flexible(second), gap=16), Column(first, second, gap=0))
    return Row(mark, Flexible(Box(text, at=0.5)), gap=12)
