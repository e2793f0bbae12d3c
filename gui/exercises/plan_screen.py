"""Screen of a plan at the board: the last reason, the board, the tries, the marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.protocols import Game
from engine.solvers.connect4_why import Explanation
from gui.boards import board_of
from gui.boards.plan_marks import NumberedDisc, plan_heading, plan_lines
from gui.boards.words import told_side
from gui.exercises.attempt import ExerciseViewModel, exercise_view_model
from gui.exercises.plan_duel import PlanDuel, PlanRole
from gui.exercises.screen import ExerciseScreen, progress
from gui.kit import Icon, Label
from gui.kit.command import Command, by_id
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Row,
    Scroll,
    Tabs,
)
from gui.protocols import Pop
from gui.services import Services

LISTED = 3  # tries, the present one included
LEAST_MOVES = 90  # the least height of their list, three of them


class PlanScreen(ExerciseScreen):
    """Shows a PlanDuel."""

    PREFIX = "duel"
    TRIUMPH = False
    model: PlanDuel

    def __init__(self, services: Services, game: Game[Any], answer: Explanation, role: str) -> None:
        super().__init__(services)
        self.model = PlanDuel(services, game, answer, PlanRole(role))

    def refresh(self) -> ExerciseViewModel:
        duel = self.model.duel
        side = duel.side if duel.side is not None and not duel.reasons else duel.holder
        return replace(exercise_view_model(duel), side=side)  # whose reason the headline is

    def show_attempt(self, before: ExerciseViewModel, new: bool) -> None:
        duel, shown = self.model.duel, self.exercise.board
        assert shown is not None
        view = self.view_for(duel.game, bare=True)
        same = before.board is not None and before.board.state == shown.state
        if same and view.moving:
            return
        longer = before.board is not None and before.board.state in duel.states[:-1]
        view.show(shown, longer)
        if longer:
            self.services.sounds.move(board_of(duel.game.id).sound, None)

    def top(self) -> Layout:
        duel = self.model.duel
        side = told_side(duel.game, duel.holder if duel.side is None else duel.side)
        return self.bar(self.tr(duel.ask), self.tr(f"{duel.ask.key}_long", side=side))

    def beside(self) -> Layout:
        """Return the cards: the try, the plan, the moves; the last two as tabs where it is low."""
        plan, moves = (Column(*each, gap=8) for each in (self._plan(), self._moves()))
        watched = self.model.duel.role is PlanRole.WATCH
        titles = self.tr("duel.plan"), self.tr("match.moves" if watched else "duel.this_try")
        scrolls = Scroll(plan, "plan"), Scroll(moves, "moves")
        pages = zip(
            titles, (Card(Flexible(each), head=12, foot=12) for each in scrolls), strict=True
        )
        tabs = Tabs(*pages, at=self.tab, choose=self.choose_tab, key="tabs")
        listed = Scroll(moves, f"moves{len(self.model.duel.moves)}")  # the last one is in view
        below = Card(Box(listed, height=LEAST_MOVES), titles[1], foot=12)
        whole = Column(self._try(), Card(plan, head=12, foot=12), Flexible(below))
        return FirstFit(whole, Column(self._try(), Flexible(tabs)))

    def _try(self) -> Layout:
        """Return the card of the try: how far the game may still go, and the earlier tries."""
        duel, moves, left = self.model.duel, len(self.model.duel.moves), self.model.duel.left
        watched = duel.role is PlanRole.WATCH
        key = "duel.at" if watched else "duel.try"
        title = self.tr(key, number=moves if watched else len(duel.ends) + 1)
        rows: list[Layout] = []
        if left:
            rows.append(Label(self.tr("duel.left", count=left), 14, quiet=True))
        if duel.ends and not watched:
            rows += self._tries()
        return progress(title, moves - 1, duel.longest, Column(*rows, gap=6) if rows else None)

    def _tries(self) -> Iterator[Layout]:
        duel = self.model.duel
        tries = [*duel.ends, duel.end()]
        for number, (end, count) in list(enumerate(tries, 1))[-LISTED:]:
            current = number == len(tries)
            text = self.tr("duel.try.on" if current and not duel.over else end)
            length = self.tr("duel.try.moves", count=count)
            parts = [Label(each, 14, bold=current, quiet=not current) for each in (text, length)]
            counted = NoShrink(Label(str(number), 14, bold=True))
            yield Row(counted, Flexible(parts[0]), NoShrink(parts[1]), gap=12)

    def _plan(self) -> Iterator[Layout]:
        duel = self.model.duel
        assert self.board_view is not None
        yield plan_heading(duel.game, duel.plan, self.ui)
        yield from plan_lines(duel.game, duel.plan, self.ui, self.board_view.token)

    def _moves(self) -> Iterator[Layout]:
        """Yield the moves of this try, those of the holder with their reasons."""
        duel = self.model.duel
        assert self.board_view is not None
        reasons = iter(duel.reasons)
        discs: list[Layout] = []
        for state, move in zip(duel.states, duel.moves, strict=False):
            player = duel.game.to_move(state)
            disc = NumberedDisc(self.board_view.token, player, move, last=state is duel.states[-2])
            discs.append(NoShrink(disc))
            if player == duel.holder or state is duel.states[-2]:
                reason = next(reasons, None) if player == duel.holder else None
                text = "" if reason is None else self.tr(reason)
                yield Row(*discs, Flexible(Label(text, 14, quiet=True)), gap=8)
                discs = []

    def buttons(self) -> Sequence[Sequence[str]]:
        watched = self.model.duel.role is PlanRole.WATCH
        return [("restart",) if watched else ("undo", "restart"), ("close",)]

    def commands(self) -> Mapping[str, Command]:
        duel, act, over = self.model.duel, self.and_refresh, self.exercise.over
        begun = bool(duel.moves)
        return by_id(
            Command("undo", act(duel.undo), Icon.UNDO, duel.can_undo),
            Command("restart", act(duel.restart), Icon.FIRST, begun, primary=over),
            Command("close", lambda: Pop(), Icon.STOP),
        )
