"""Screen of the arena: fair experiments between bots, with a picture that grows while they run.

And that of its further settings: rules, start position, seed, judged moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from engine.arena.report import PRESETS
from engine.options import Option, OptionKind
from engine.registry import entry_of, name_of
from gui.arena import cards
from gui.arena.base import ArenaBase
from gui.arena.form import ExperimentForm, ExperimentKind, StartKind
from gui.arena.lists import PastScreen
from gui.arena.model import ArenaModel, RunState
from gui.kit import Icon, Segments, Switch, TextField
from gui.kit.command import Command, by_id
from gui.kit.fields import FieldFault
from gui.kit.forms import named, sheet, tab_row, widest
from gui.kit.layout import Box, Centred, Column, FirstFit, Flexible, Layout, Pad, Row, Scroll, Tabs
from gui.kit.screen import Screen
from gui.protocols import Push
from gui.services import Services
from gui.theme import Theme

RESULTS = 580  # their least width beside the cards
TABS = {
    ExperimentKind.TOURNAMENT: ("ranking", "grid", "games"),
    ExperimentKind.SWEEP: ("picture", "table", "games"),
}


class ArenaScreen(ArenaBase):
    """Sweeps of one bot over budgets, tournaments of several."""

    def commands(self) -> Mapping[str, Command]:
        model, view_model = self.model, self.model.view_model()
        free = not view_model.running
        presets = (
            Command(
                name,
                partial(self.edit, partial(ExperimentForm.using, preset=preset)),
                enabled=free,
                on=view_model.form.preset == name,
                text=f"preset.{name}",
            )
            for name, preset in PRESETS.items()
        )

        def run(begin: Callable[[], None]) -> Callable[..., None]:
            return self.and_refresh(partial(self._run, begin))

        return by_id(
            Command("start", run(model.start), Icon.PLAY, free, primary=True),
            Command("again", run(model.again), enabled=free),
            Command("go_on", run(model.go_on), Icon.PLAY, free, primary=True),
            Command("stop", self.and_refresh(model.stop), Icon.STOP, primary=True),
            Command("add", self._add, Icon.PLUS, free),
            Command("add_folder", self._add_folder, Icon.OPEN, free),
            Command("rules", lambda: Push(RulesScreen(self.services, model)), Icon.GEAR, free),
            Command("export", self._export, Icon.DOWNLOAD, view_model.done > 0),
            Command("past", lambda: Push(PastScreen(self.services, model)), Icon.CLOCK, free),
            *presets,
        )

    def _tab(self, index: int) -> None:
        self.tab = index
        self.rebuild()

    # -- layout ------------------------------------------------------------------------------------

    def page(self) -> Layout:
        results = Flexible(Box(Pad(self.results(), 24, 20, 0, 24), least_width=RESULTS))

        def right(theme: Theme) -> int:
            return max(theme.px(376), theme.tx(340)) + 2 * theme.px(24)

        return FirstFit(Row(results, Box(self._cards(), right), gap=0), self._tabs)

    def _cards(self) -> Layout:
        """Lay out the cards at the right: the state is fixed, the rest scrolls."""
        still = Pad(Column(cards.kinds(self), cards.state_card(self)), 24, 20, 24, 0)
        return Column(still, Flexible(Scroll(Pad(self._conditions(), 24, 0, 24, 24), "said")))

    def _conditions(self) -> Layout:
        """Lay out the game and the players, the game first: a low page scrolls."""
        sweep = self.model.form.kind is ExperimentKind.SWEEP
        players = cards.sweep_card(self) if sweep else cards.players_card(self)
        return Column(cards.game_card(self), players)

    def results(self) -> Layout:
        """Lay out the results at the left: the picture above, its data below."""
        view_model = self.model.view_model()
        if view_model.state is RunState.READY:
            return cards.empty_card(self.invitation())
        above, left, right = self.parts()
        fraction = 1.15 if view_model.kind is ExperimentKind.TOURNAMENT else 1.5
        return Column(Flexible(above, 0.44), Flexible(cards.two(left(), right(), fraction), 0.56))

    def invitation(self) -> str:
        """Return the sentence that describes the experiment and its start."""
        return self.tr(f"arena.empty.{self.model.form.kind.value}")

    def parts(self) -> tuple[Layout, Callable[[], Layout], Callable[[], Layout]]:
        """Return the picture or ranking, the table, the list."""
        above, below = cards.picture_card, cards.table_part
        if self.model.view_model().kind is ExperimentKind.TOURNAMENT:
            above, below = cards.ranking_card, cards.grid_part
        return above(self), partial(below, self), partial(cards.games_part, self)

    def _tabs(self) -> Layout:
        """Lay out small windows: the state above, the rest in tabs."""
        view_model = self.model.view_model()
        names = TABS[view_model.kind]
        ready = view_model.state is RunState.READY
        parts: Sequence[Layout | Callable[[], Layout]]
        if ready:  # the row of tabs stands there already, so that the start moves nothing
            parts = [cards.empty_card(self.invitation())] * len(names)
        else:
            above, left, right = self.parts()
            parts = above, lambda: cards.card_of(left()), lambda: cards.card_of(right())
        pages = [(self.tr(f"arena.tab.{n}"), p) for n, p in zip(names, parts, strict=True)]
        form = Pad(Column(cards.kinds(self), self._conditions()), 0, 4)
        pages.append((self.tr("arena.tab.players"), Scroll(form, "said")))
        usual = len(names) if ready else 0
        at = usual if self.tab is None else self.tab
        shown = Tabs(*pages, at=at, choose=self._tab, key="tab")
        return Pad(Column(cards.state_line(self), Flexible(shown)), 24, 12, 24, 16)

    def top(self) -> Layout:
        view_model = self.model.view_model()
        title = self.tr(view_model.title if view_model.total else "arena.subtitle")
        export = self.offered().button("export", size=14)
        return self.bar(self.tr("gui.arena"), title, extra=[export])


# -- further settings ------------------------------------------------------------------------------


class RulesScreen(Screen):
    """Settings screen of the arena; a change applies from the next start on."""

    PREFIX = "arena"

    def __init__(self, services: Services, model: ArenaModel) -> None:
        super().__init__(services)
        self.model = model

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
                change=partial(self.model.typed, name),
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
            change=partial(self.model.typed, "seed"),
            key="seed",
            faulty=self.model.faulty == "seed",
        )

        def judge(on: bool) -> None:
            self._edit(lambda form: replace(form, judge=on))

        switch = Box(Switch(form.judge, judge, "judge"), 60)
        key = "arena.judge_sample" if form.judges_sample else "arena.judge"
        seed = named(tr("arena.field.seed"), Box(field, 200), tr("arena.seed_note"))
        return sheet(tr("arena.more"), seed, named(tr(key), switch, tr(f"{key}_note")))
