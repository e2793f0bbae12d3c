"""A step of a lesson in the arena: an experiment that begins with the answer."""

from __future__ import annotations

from dataclasses import replace

from engine.lessons.live import LiveData
from engine.registry import make_game
from engine.report import PRESETS
from gui.arena import cards
from gui.arena.form import ExperimentForm, ExperimentKind
from gui.arena.model import RunState
from gui.arena.screen import ArenaScreen
from gui.kit import Label
from gui.kit.layout import Card, Column, Flexible, Pairs, Scroll
from gui.lessons.guest import GuestServices
from gui.lessons.page import Stage
from gui.lessons.screen import LessonScreen
from gui.lessons.step_state import StepState
from gui.people import computer_name


class LessonArena(LessonScreen, ArenaScreen):
    """The arena in which a step plays out; one whose question is about results starts at once."""

    STAGE = "arena"
    MENU = ("export",)

    def __init__(self, guest: GuestServices, lesson: StepState) -> None:
        self.lesson = lesson
        ArenaScreen.__init__(self, guest, at_once=lesson.step.page == "table")
        self.model.edit(lambda form: form_of(lesson, form))

    @property
    def ready(self) -> bool:
        view_model = self.model.view_model()
        begun = bool(self.lesson.given) or self.lesson.step.page == "table"
        return (view_model.state is RunState.DONE or not begun) and super().ready

    def live_data(self) -> LiveData:
        place, view_model = self.lesson.step.place, self.model.view_model()
        game = make_game(view_model.form.game, place.options)
        done = view_model.state is RunState.DONE
        return LiveData(game, game.initial(), tallies=view_model.tallies if done else ())

    def counts(self) -> object:
        view_model = self.model.view_model()
        return view_model.form, view_model.cell, view_model.filter

    def answered(self) -> None:
        if self.model.view_model().state is RunState.READY:
            self.model.start()

    def tick(self, dt: float) -> bool:
        changed = super().tick(dt)
        if changed and not self.changed:
            self.settle()
        return changed

    def stage(self) -> Stage:
        view_model, offered, ui = self.model.view_model(), self.offered(), self.ui
        form, tr = self.model.form, self.tr
        sweep = form.kind is ExperimentKind.SWEEP
        first, *_, opponent = form.everybody()
        player = tr(computer_name(first))
        if sweep:
            player += f" … {form.values()[-1]}"
        rows = {
            "player": player,
            "opponent": tr(computer_name(opponent)),
            "games": str(form.count()),
            "seed": form.texts["seed"],
        }
        pairs = [
            (
                Label(tr(f"lessons.arena.{name}"), 14, quiet=True),
                Label(text, 14, bold=True, align=1),
            )
            for name, text in rows.items()
        ]
        about = Card(Pairs(*pairs), tr("lessons.arena"), foot=12)
        above = Column(cards.state_card(ui, view_model, offered), about, Flexible(), gap=16)
        return Stage(Scroll(above, "experiment"), self.results(view_model))


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
