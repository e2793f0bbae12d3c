"""A step of a lesson in the arena or at the training: what runs there begins with the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.arena.report import PRESETS
from engine.lessons.record import LiveData
from engine.registry import make_game
from gui.arena import cards
from gui.arena.form import ExperimentForm, ExperimentKind
from gui.arena.model import RunState, title_of
from gui.arena.screen import ArenaScreen
from gui.kit.forms import facts_card
from gui.kit.layout import Box, Column, Flexible, Layout, NoShrink, Pad, Row, Scroll
from gui.lessons.guest import GuestServices
from gui.lessons.page import Stage
from gui.lessons.screen import LessonScreen
from gui.lessons.step_state import StepState
from gui.people import computer_name
from gui.training.screen import TrainingScreen, bags_card, result_card


class LessonArena(LessonScreen, ArenaScreen):
    """The arena in which a step plays out; one whose question is about results starts at once."""

    MENU = ("export",)

    def __init__(self, guest: GuestServices, lesson: StepState) -> None:
        self.lesson = lesson
        ArenaScreen.__init__(self, guest, at_once=lesson.step.at_once)
        self.model.plain = True
        self.model.edit(lambda form: form_of(lesson, form))

    def live_data(self) -> LiveData:
        place, view_model = self.lesson.step.place, self.model.view_model()
        game = make_game(view_model.form.game, place.options)
        tallies = view_model.tallies if view_model.state is RunState.DONE else ()
        planned = view_model.form.count()
        return LiveData(game, game.initial(), tallies=tallies, planned=planned)

    def counts(self) -> object:
        view_model = self.model.view_model()
        state = view_model.state
        begun, stopped = state is not RunState.READY, state is RunState.STOPPED
        return view_model.form, self.model.cell, begun, stopped

    def answered(self) -> None:
        if self.model.view_model().state is RunState.READY:
            self.model.start()
            self.settle()

    def stage(self) -> Stage:
        form, tr = self.model.form, self.tr
        sweep = form.kind is ExperimentKind.SWEEP
        first, *_, opponent = form.everybody()
        player = tr(computer_name(first))
        if sweep:
            player += f" … {form.values()[-1]}"
        rows = {
            tr("lessons.arena.player"): player,
            tr("lessons.arena.opponent"): tr(computer_name(opponent)),
            tr("arena.games_heading"): self.ui.tr.number(form.count()),
            tr("lessons.arena.seed"): form.texts["seed"],
        }
        about = facts_card(tr("lessons.arena"), rows)
        state = cards.state_card(self)
        above = Scroll(Column(state, about, gap=16), "experiment")
        ready = self.model.view_model().state is RunState.READY
        return Stage(above, self.results(), compact=None if ready else self.parts()[0])

    def top(self) -> Layout:
        """Return the top bar, with the game and the bots from the beginning."""
        export = self.offered().button("export", size=14)
        return self.bar(self.tr("gui.arena"), self.tr(title_of(self.model.form)), extra=[export])

    def forms(self, stage: Stage) -> Sequence[Callable[[], Layout]]:
        return [self.page]  # its results have tabs of their own

    def bots(self) -> Sequence[str]:
        return self.model.form.everybody()

    def invitation(self) -> str:
        return self.tr("lessons.arena.empty")


def form_of(lesson: StepState, form: ExperimentForm) -> ExperimentForm:
    """Return the form of a step's experiment."""
    place = lesson.step.place
    given = dict(place.form)
    if "preset" in given:
        form = form.using(PRESETS[given.pop("preset")])
    else:
        form = replace(form.on(place.game), kind=ExperimentKind(given.pop("kind")))
    if form.kind is ExperimentKind.TOURNAMENT and "games" in given:
        given["pairs"] = given.pop("games")
    texts = {**form.texts, **given, "seed": str(place.seed)}
    return replace(form, texts=texts, judge=False)


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
