"""Screen of a drill: its exercises one after another, and how many of them were found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gui.exercises.drill import Drill
from gui.exercises.exercise import AttemptPhase
from gui.exercises.exercise_model import ExerciseViewModel, exercise_view_model
from gui.exercises.parts import button_row, progress
from gui.exercises.screen import ExerciseScreen
from gui.kit import Icon
from gui.kit.command import Command, by_id
from gui.kit.layout import Column, Flexible, Layout, Pad
from gui.protocols import Pop
from gui.services import Services


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
