"""A step of a lesson at the training of the learner, which begins with the answer."""

from __future__ import annotations

from collections.abc import Sequence

from engine.lessons.record import LiveData
from gui.kit.forms import facts_card
from gui.kit.layout import Box, Column, Flexible, NoShrink, Pad, Row, Scroll
from gui.lessons.guest import GuestServices
from gui.lessons.page import Stage
from gui.lessons.screen import LessonScreen
from gui.lessons.step_state import StepState
from gui.training.screen import TrainingScreen, bags_card, result_card


class LessonTraining(LessonScreen, TrainingScreen):
    """The training that a step is about."""

    HOME = ""

    def __init__(self, guest: GuestServices, lesson: StepState) -> None:
        self.lesson = lesson
        self._runs = 0  # the trainings started
        place = lesson.step.place
        TrainingScreen.__init__(self, guest, place.game, place.options)
        self.model.set_games(place.form["games"])

    def live_data(self) -> LiveData:
        model = self.model
        done = model.report if not self.at_work else None
        return LiveData(model.game, model.game.initial(), training=done, planned=model.games)

    def counts(self) -> object:
        report = self.model.report
        stopped = not self.at_work and report is not None and report.games < report.planned
        return self._runs, stopped

    def start(self) -> None:
        self._runs += 1
        super().start()

    def answered(self) -> None:
        if not self._runs:
            self.start()
            self.settle()

    def bots(self) -> Sequence[str]:
        return ("learner",)

    def stage(self) -> Stage:
        ui = self.ui
        rows = {
            self.tr("arena.games_heading"): ui.tr.number(self.model.games),
            self.tr("training.against"): self.tr("training.self"),
        }
        button = self.offered().button("stop" if self.at_work else "start")
        start = Row(Flexible(), NoShrink(Box(button, height=44)))
        plan = facts_card(self.tr("training.plan"), rows, start)
        results = Column(result_card(ui, self.model), bags_card(ui, self.model), gap=16)
        left, right = Scroll(plan, "plan"), Scroll(Pad(results, 0, 0, 0, 8), "results")
        return Stage(left, right)
