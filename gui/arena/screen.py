"""Screen of the arena: fair experiments between bots, with a picture that grows while they run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.arena.report import PRESETS
from gui.arena import cards
from gui.arena.base import ArenaBase
from gui.arena.form import ExperimentForm, ExperimentKind
from gui.arena.lists import PastScreen
from gui.arena.model import RunState
from gui.arena.rules import RulesScreen
from gui.kit import Icon
from gui.kit.command import Command, by_id
from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, Pad, Row, Scroll, Tabs
from gui.protocols import Push
from gui.theme import Theme

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
        results = Flexible(Box(Pad(self.results(), 24, 20, 0, 24), least_width=cards.widths))
        return FirstFit(Row(results, Box(self._cards(), _right_width), gap=0), self._tabs)

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


def _right_width(theme: Theme) -> int:
    """Return the width of the cards with their margins."""
    return max(theme.px(376), theme.tx(340)) + 2 * theme.px(24)
