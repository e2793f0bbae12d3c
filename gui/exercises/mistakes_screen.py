"""Screen of mistakes to retry: the position before each, with the answer hidden."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.saves import SavedGame
from gui.exercises import mistake_cards as cards
from gui.exercises.attempt import MoveAttempt
from gui.exercises.drill_screen import DrillScreen
from gui.exercises.exercise import AttemptPhase
from gui.exercises.exercise_view_model import ExerciseViewModel
from gui.exercises.mistake_drill import MistakeDrill, MistakeExercise
from gui.exercises.mistakes import Values
from gui.exercises.mistakes_view_model import MistakeViewModel, make_view_model
from gui.kit import Icon
from gui.kit.command import Command
from gui.kit.layout import Layout
from gui.protocols import Open, Transition
from gui.services import Services


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
        listed = cards.mistake_list(
            view_model, self.ui, self.model.at, self.and_refresh(self.model.choose)
        )
        token, steps = self.board_view.token, self.progress(listed, note=self.tr("retry.order"))
        return cards.side(view_model, self.ui, token, steps, self.tab, self.choose_tab)

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
