"""Screen of a plan to attack or to follow: the last reason, the board, the tries, the marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.protocols import Game
from engine.solvers.connect4_why import Explanation
from gui.boards import board_of
from gui.boards.plan_text import plan_lines
from gui.boards.sides import told_side
from gui.boards.token import TokenMark
from gui.exercises.drill_cards import headline, progress
from gui.exercises.exercise_view_model import ExerciseViewModel, exercise_view_model
from gui.exercises.parts import slim_detail, slim_title
from gui.exercises.plan_duel import PlanDuel
from gui.exercises.screen import ExerciseScreen
from gui.kit import Icon, Label
from gui.kit.command import Command
from gui.kit.layout import Card, Column, Flexible, Layout, NoShrink, Row, Scroll, Tabs
from gui.protocols import Pop
from gui.services import Services


class PlanScreen(ExerciseScreen):
    """Shows a PlanDuel."""

    PREFIX = "duel"
    TRIUMPH = False
    model: PlanDuel

    def __init__(
        self, services: Services, game: Game[Any], answer: Explanation, attacking: bool
    ) -> None:
        super().__init__(services)
        self.model = PlanDuel(services, game, answer, attacking)

    def refresh(self) -> ExerciseViewModel:
        duel = self.model.duel
        side = duel.holder if duel.reasons else duel.side  # whose reason the headline is
        return replace(exercise_view_model(duel), side=side)

    def show_attempt(self, before: ExerciseViewModel, new: bool) -> None:
        duel, shown = self.model.duel, self.exercise.board
        assert shown is not None
        view = self.view_for(duel.game, bare=True)
        longer = before.board is not None and before.board.state in duel.states[:-1]
        view.show(shown, longer)
        if longer:
            self.services.sounds.move(board_of(duel.game.id).sound, None)

    def headlines(self) -> tuple[Layout, Layout]:
        token = self.board_view.token if self.board_view is not None else None
        slim = Column(
            slim_title(self.exercise, self.ui), slim_detail(self.exercise, self.ui), gap=2
        )
        return headline(self.exercise, self.ui, token), slim

    def top(self) -> Layout:
        duel = self.model.duel
        side = told_side(duel.game, duel.side or 0)
        which = "attack" if duel.attacking else "follow"
        return self.bar(self.tr(f"duel.{which}"), self.tr(f"duel.{which}_long", side=side))

    def beside(self) -> Layout:
        """Return the cards: the try, the plan, the moves; the last two as tabs where it is low."""
        tabs = (
            (self.tr("duel.plan"), self._plan),
            (self.tr("duel.this_try"), self._moves),
        )
        pages = Tabs(*tabs, at=self.tab, choose=self.choose_tab, key="tabs")
        return Column(self._try(), Flexible(pages))

    def _try(self) -> Layout:
        duel = self.model.duel
        report, plan = duel.answer.report, duel.plan.report
        longest = report.longest if report is not None else 0
        left = plan.longest if plan is not None and not duel.over else 0
        words = self.tr("duel.left", count=left) if left else ""
        note = self.tr("duel.best", count=duel.best) if duel.best else ""
        title = self.tr("duel.try", number=duel.number)
        below = Label(words, 14, quiet=True) if words else None
        return progress(title, len(duel.moves) - 1, longest, below, note)

    def _plan(self) -> Layout:
        duel = self.model.duel
        lines = plan_lines(duel.game, duel.plan, self.ui)
        return Card(Flexible(Scroll(Column(*lines, gap=8), "plan")), head=12, foot=12)

    def _moves(self) -> Layout:
        duel = self.model.duel
        assert self.board_view is not None
        rows: list[Layout] = []
        pairs = zip(duel.moves[::2], duel.moves[1::2], duel.reasons, strict=False)
        for number, (theirs, ours, reason) in enumerate(pairs, 1):
            discs: list[Layout] = []
            for side, move in ((1 - duel.holder, theirs), (duel.holder, ours)):
                mark = TokenMark(self.board_view.token, side, 18)
                discs += [NoShrink(mark), NoShrink(Label(str(move), 14, bold=True, middle=True))]
            text = Flexible(Label(self.tr(reason), 14, quiet=True))
            rows.append(Row(NoShrink(Label(str(number), 14, quiet=True)), *discs, text, gap=8))
        return Card(Flexible(Scroll(Column(*rows, gap=8), "moves")), head=12, foot=12)

    def buttons(self) -> Sequence[Sequence[str]]:
        return [("undo", "restart"), ("close",)]

    def commands(self) -> Mapping[str, Command]:
        duel, over = self.model.duel, self.exercise.over
        listed = (
            Command("undo", self.and_refresh(duel.undo), Icon.UNDO, duel.can_undo),
            Command(
                "restart",
                self.and_refresh(duel.restart),
                Icon.FIRST,
                bool(duel.moves),
                primary=over,
            ),
            Command("close", lambda: Pop(), Icon.STOP),
        )
        return {command.id: command for command in listed}
