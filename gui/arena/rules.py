"""Further settings of an experiment: rules, start position, seed, judged moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from engine.options import Option, OptionKind
from engine.registry import entry_of, name_of
from gui.arena.form import ExperimentForm, StartKind
from gui.arena.model import ArenaModel
from gui.kit import Segments, Switch, TextField
from gui.kit.fields import FieldFault
from gui.kit.forms import named, sheet, tab_row, widest
from gui.kit.layout import Box, Centred, Column, Flexible, Layout, Pad, Scroll
from gui.kit.screen import Screen
from gui.services import Services


class RulesScreen(Screen):
    """Settings screen of the arena; a change applies from the next start on."""

    PREFIX = "arena"

    def __init__(self, services: Services, model: ArenaModel) -> None:
        super().__init__(services)
        self.model = model

    def _typed(self, name: str, text: str) -> None:
        self.model.edit(partial(ExperimentForm.typed, name=name, text=text))

    def _edit(self, change: Callable[[ExperimentForm], ExperimentForm]) -> None:
        self.model.edit(change)
        self.rebuild()

    def view(self) -> Layout:
        form, tr = self.model.form, self.tr
        options = entry_of(form.game).options
        sheets = [self._rules(form, options)] if options else []
        sheets += [self._start(form), self._more(form)]
        page = Scroll(Pad(Centred(Column(*sheets), widest), 24, 20))
        bar = self.bar(tr("arena.rules"), tr(name_of(form.game)))
        return Column(bar, Flexible(page), gap=0)

    def _rules(self, form: ExperimentForm, options: Iterable[Option]) -> Layout:
        return sheet(self.tr("arena.rules_of_game"), *(self._option(form, o) for o in options))

    def _option(self, form: ExperimentForm, option: Option) -> Layout:
        def take(text: str) -> None:
            self._edit(lambda form: form.with_option(option.name, text))

        text, key = form.options.get(option.name, option.default), f"option {option.name}"
        control: Layout
        if option.kind in (OptionKind.CHOICE, OptionKind.BOOL):
            labels = [self.tr(f"game.option.{option.name}.{each}") for each in option.choices]
            at = option.choices.index(text) if text in option.choices else 0
            control = Segments(labels, at, lambda index: take(option.choices[index]), key)
        else:
            control = Box(TextField(text, commit=take, key=key), 200)
        return named(self.tr(f"game.option.{option.name}"), control)

    def _start(self, form: ExperimentForm) -> Layout:
        tr, begins = self.tr, list(StartKind)
        labels = [tr(f"arena.begin.{each.value}") for each in begins]

        def begin(index: int) -> None:
            self._edit(lambda form: form.beginning(begins[index]))

        rows: list[Layout] = [tab_row(labels, begins.index(form.begin), begin, "begin")]
        if form.begin is not StartKind.USUAL:
            name = "plies" if form.begin is StartKind.OPENINGS else "position"
            field = TextField(
                form.texts[name],
                change=partial(self._typed, name),
                key=name,
                faulty=self.model.faulty == "start",
            )
            note = tr(f"arena.begin.{form.begin.value}_note")
            rows.append(named(tr(f"arena.field.{name}"), Box(field, 320), note))
        if self.model.fault is not None and self.model.faulty == "start":
            rows.append(FieldFault(tr(self.model.fault)))
        return sheet(tr("arena.start_card"), *rows)

    def _more(self, form: ExperimentForm) -> Layout:
        tr = self.tr
        field = TextField(
            form.texts["seed"],
            change=partial(self._typed, "seed"),
            key="seed",
            faulty=self.model.faulty == "seed",
        )

        def judge(on: bool) -> None:
            self._edit(lambda form: replace(form, judge=on))

        switch = Box(Switch(form.judge, judge, "judge"), 60)
        key = "arena.judge_sample" if form.judges_sample else "arena.judge"
        seed = named(tr("arena.field.seed"), Box(field, 200), tr("arena.seed_note"))
        return sheet(tr("arena.more"), seed, named(tr(key), switch, tr(f"{key}_note")))
