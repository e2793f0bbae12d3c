"""Screen of the arena: fair experiments between bots, with a picture that grows while they run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from engine.arena.report import PRESETS
from engine.folders import own_settings
from engine.messages import JouonsError
from engine.protocols import HUMAN
from engine.registry import GAMES, name_of
from engine.saves import path_from
from gui.arena import cards
from gui.arena.callbacks import ArenaCallbacks, Edit
from gui.arena.charts import save_picture
from gui.arena.choice import ArenaChoice
from gui.arena.folder import bots_in
from gui.arena.form import ExperimentForm, ExperimentKind
from gui.arena.lists import PastScreen, opened_game, opened_position
from gui.arena.model import ArenaModel, ArenaViewModel, RunState
from gui.arena.picker import FieldPopup, PlayerPopup
from gui.arena.rules import RulesScreen
from gui.kit import Icon
from gui.kit.command import Command, Commands
from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, Pad, Row, Scroll, Tabs
from gui.kit.popup import Choice
from gui.kit.screen import PageScreen
from gui.own.actions import OwnActions
from gui.protocols import Open, Push
from gui.services import Services
from gui.theme import Theme

REFRESH_SECONDS = 0.15


def arena_of(services: Services) -> ArenaModel:
    """Return the arena of this window: leaving its screen keeps the form and the experiment."""

    def make() -> ArenaModel:
        return ArenaModel(
            lambda: services.store,
            services.own_store,
            lambda title: services.tr(title),
        )

    return services.outliving(ArenaModel, make)


class ArenaScreen(PageScreen):
    """Sweeps of one bot over budgets, tournaments of several, questions to all of them."""

    PREFIX = "arena"
    MENU: Sequence[str] = ("past", "rules", "export")

    def __init__(self, services: Services, at_once: bool = False, game_id: str = "") -> None:
        super().__init__(services)
        self.model = arena_of(services)
        self.own = OwnActions(self)
        if game_id:
            self.model.edit(lambda form: form.on(game_id))
        self.tab: int | None = None  # in a small window; None for results, or the form before any
        self._at_once = at_once  # start with the form as it is
        self._since = 0.0
        self.callbacks = ArenaCallbacks(
            edit=self._edit,
            typed=self._typed,
            pick=self._pick_of_sweep,
            choose_game=self._choose_game,
            choose=self.and_refresh(self.model.choose),
            only=self.and_refresh(self.model.show_only),
            open_game=self._open_game,
            open_position=self._open_position,
            open_fault=self._open_fault,
            show_faults=self.and_refresh(self.model.show_faults),
            open_card=lambda player: self.go(Open("own_card", {"player": player})),
        )

    # -- life cycle ------------------------------------------------------------------------------

    @property
    def wants_worker(self) -> bool:
        """True: a bot below would take half the processor from the processes of the arena."""
        return True

    def tick(self, dt: float) -> bool:
        if self._at_once:
            self._at_once = False
            self._run(self.model.start)
            return True
        if isinstance(self.popup, PlayerPopup) and self.own.files.update(dt):
            self.popup.refresh()
        self._since += dt
        if self.model.running and self._since < REFRESH_SECONDS:
            return False
        self._since = 0.0
        return self.model.poll()

    # -- commands ----------------------------------------------------------------------------------

    def _run(self, begin: Callable[[], None]) -> None:
        """Let an experiment run, with its results in sight; a fault leaves the form there."""
        begin()
        if self.model.running:
            self.tab = None

    def _edit(self, change: Edit) -> None:
        """Change the form and refresh."""
        self.model.edit(change)
        self.rebuild()

    def _typed(self, name: str, text: str) -> None:
        self.model.edit(partial(ExperimentForm.typed, name=name, text=text))

    def commands(self) -> Mapping[str, Command]:
        model, view_model = self.model, self.model.view_model()
        held, free = view_model.state is RunState.PAUSED, not view_model.locked
        presets = (
            Command(
                name,
                partial(self._edit, partial(ExperimentForm.using, preset=preset)),
                enabled=free,
                on=view_model.form.preset == name,
                text=f"preset.{name}",
            )
            for name, preset in PRESETS.items()
        )

        def run(begin: Callable[[], None]) -> Callable[..., None]:
            return self.and_refresh(partial(self._run, begin))

        listed = [
            Command("start", run(model.start), Icon.PLAY, free, primary=True),
            Command("again", run(model.again), enabled=free),
            Command("go_on", run(model.go_on), Icon.PLAY, free, primary=True),
            Command(
                "hold",
                self.and_refresh(model.pause),
                Icon.PLAY if held else Icon.PAUSE,
                on=held,
                text="go_on" if held else "pause",
            ),
            Command("stop", self.and_refresh(model.stop), Icon.STOP, primary=True),
            Command(
                "show_running",
                self.and_refresh(partial(self._run, model.show_running)),
                Icon.PLAY,
                primary=True,
            ),
            Command("add", self._add, Icon.PLUS, free),
            Command("add_folder", self._add_folder, Icon.OPEN, free),
            Command("rules", lambda: Push(RulesScreen(self.services, model)), Icon.GEAR, free),
            Command("export", self._export, Icon.DOWNLOAD, view_model.done > 0),
            Command("past", lambda: Push(PastScreen(self.services, model)), Icon.CLOCK),
            *presets,
        ]
        return {command.id: command for command in listed}

    def _add(self) -> None:
        form = self.model.form
        self._pick(ArenaChoice(form.game, form.sound_options), "arena.add", ExperimentForm.adding)

    def _add_folder(self) -> None:
        def take(path: str) -> None:
            players = bots_in(path_from(path, Path.home()), self.model.form)
            self._edit(lambda form: form.adding(*players))

        texts = [self.tr(f"arena.folder_{name}") for name in ("title", "take", "says")]
        self.popup = FieldPopup(self.ui, self.size, texts, str(own_settings().folder), take)

    def _pick(
        self,
        choice: ArenaChoice,
        title: str,
        change: Callable[[ExperimentForm, str], ExperimentForm],
    ) -> None:
        """Open the popup of a player; the choice changes the form."""

        def take(player: str) -> None:
            self._edit(lambda form: change(form, player))

        self.popup = PlayerPopup(self.ui, self.size, choice, self.tr(title), take, self.own)

    def _pick_of_sweep(self, name: str) -> None:
        """Choose the player under test, or its opponent."""
        form, swept = self.model.form, name == "template"
        try:
            choice = ArenaChoice(form.game, form.sound_options, form.texts[name].strip(), swept)
        except JouonsError:
            choice = ArenaChoice(form.game, form.sound_options, "", swept)
        title = f"arena.field.{name}"
        self._pick(choice, title, lambda now, player: now.typed(name, player))

    def _export(self) -> Open:
        """Open the page that asks for the file name."""
        shown = self.model.view_model().played
        write = partial(self.model.export, draw=partial(save_picture, self.ui))
        stem, endings = shown.stem(), self.model.export_endings()
        return Open("export", {"stem": stem, "endings": endings, "write": write})

    def _choose_game(self) -> None:
        anchor = self.widget_group.find("game")
        if anchor is None:
            return
        lines = [
            Choice(
                self.tr(name_of(game)),
                partial(self._edit, partial(ExperimentForm.on, game=game)),
            )
            for game in GAMES
        ]
        self.open_menu(anchor.rect, lines)

    def _open_game(self, index: int) -> None:
        view_model = self.model.view_model()
        game = view_model.games[index]
        self.run_or_notify(lambda: self.go(opened_game(view_model.played, *self.model.game(game))))

    def _open_position(self, index: int) -> None:
        self.go(opened_position(self.model.view_model().results[index], self.services.fresh_seed()))

    def _open_fault(self, index: int) -> None:
        """Open the position before a fault, with the bot's answer to it."""
        fault = self.model.view_model().faults[index]
        look = {"look": fault.player, "look_seed": fault.seed}
        start = {"start": fault.state, **look, "analysis": True}
        self.go(Open("match", {"game": fault.game, "players": (HUMAN, HUMAN), **start}))

    def _tab(self, index: int) -> None:
        self.tab = index
        self.rebuild()

    # -- layout ------------------------------------------------------------------------------------

    def page(self) -> Layout:
        view_model, offered = self.model.view_model(), self.offered()

        results = Pad(self.results(view_model), 24, 20, 0, 24)
        left = Flexible(Box(results, least_width=cards.widths))
        beside = Row(left, Box(self._cards(view_model, offered), _right_width), gap=0)
        return FirstFit(beside, partial(self._tabs, view_model, offered))

    def _cards(self, view_model: ArenaViewModel, offered: Commands) -> Layout:
        """Lay out the cards at the right: the state is fixed, the rest scrolls."""
        still = Column(
            cards.kinds(self.ui, view_model, self.callbacks),
            cards.state_card(self.ui, view_model, offered),
        )
        return Column(
            Pad(still, 24, 20, 24, 0),
            Flexible(Scroll(Pad(self._conditions(view_model, offered), 24, 0, 24, 24), "said")),
        )

    def _conditions(self, view_model: ArenaViewModel, offered: Commands) -> Layout:
        """Lay out the game and the players, the game first: a low page scrolls."""
        players = (
            cards.sweep_card(self.ui, view_model, offered, self.callbacks)
            if view_model.form.kind is ExperimentKind.SWEEP
            else self._players(view_model, offered)
        )
        return Column(cards.game_card(self.ui, view_model, offered, self.callbacks), players)

    def _players(self, view_model: ArenaViewModel, offered: Commands) -> Layout:
        return cards.players_card(self.ui, view_model, offered, self.callbacks)

    def results(self, view_model: ArenaViewModel) -> Layout:
        """Lay out the results at the left: the picture above, its data below."""
        if view_model.state is RunState.READY:
            return cards.empty_card(self.invitation(view_model))
        above, left, right = self._parts(view_model)
        fraction = 1.15 if view_model.kind is ExperimentKind.TOURNAMENT else 1.5
        return Column(Flexible(above, 0.44), Flexible(cards.two(left(), right(), fraction), 0.56))

    def invitation(self, view_model: ArenaViewModel) -> str:
        """Return the sentence that describes the experiment and its start."""
        return self.tr(f"arena.empty.{view_model.form.kind.value}")

    def _parts(
        self, view_model: ArenaViewModel
    ) -> tuple[Layout, Callable[[], Layout], Callable[[], Layout]]:
        """Return the picture or ranking, the table, the list."""
        ui = self.ui
        games = partial(cards.games_part, ui, view_model, self.callbacks)
        above, below = cards.picture_card, cards.table_part
        if view_model.kind is ExperimentKind.TOURNAMENT:
            above, below = cards.ranking_card, cards.grid_part
        elif view_model.kind is ExperimentKind.POSITIONS:
            games = partial(cards.positions_part, ui, view_model, self.callbacks)
        picture, table = (partial(part, ui, view_model, self.callbacks) for part in (above, below))
        return picture(), table, games

    def _tabs(self, view_model: ArenaViewModel, offered: Commands) -> Layout:
        """Lay out small windows: the state above, the rest in tabs."""
        scroll = Scroll(
            Pad(
                Column(
                    cards.kinds(self.ui, view_model, self.callbacks),
                    self._conditions(view_model, offered),
                ),
                0,
                4,
            ),
            "said",
        )
        names = {
            ExperimentKind.TOURNAMENT: ("ranking", "grid", "games"),
            ExperimentKind.SWEEP: ("picture", "table", "games"),
            ExperimentKind.POSITIONS: ("picture", "table", "asked"),
        }[view_model.kind]
        ready = view_model.state is RunState.READY
        parts: Sequence[Layout | Callable[[], Layout]]
        if ready:  # the row of tabs stands there already, so that the start moves nothing
            parts = [cards.empty_card(self.invitation(view_model))] * len(names)
        else:
            above, left, right = self._parts(view_model)
            parts = above, lambda: cards.card_of(left()), lambda: cards.card_of(right())
        pages = [(self.tr(f"arena.tab.{n}"), p) for n, p in zip(names, parts, strict=True)]
        pages.append((self.tr("arena.tab.players"), scroll))
        usual = len(names) if ready else 0
        at = usual if self.tab is None else self.tab
        shown = Tabs(*pages, at=at, choose=self._tab, key="tab")
        body = Column(cards.state_line(self.ui, view_model, offered), Flexible(shown))
        return Pad(body, 24, 12, 24, 16)

    def top(self) -> Layout:
        view_model, offered = self.model.view_model(), self.offered()
        title = self.tr(view_model.title if view_model.total else "arena.subtitle")
        export = offered.button("export", size=14)
        return self.bar(self.tr("gui.arena"), title, extra=[export])


def _right_width(theme: Theme) -> int:
    """Return the width of the cards with their margins."""
    return max(theme.px(376), theme.tx(340)) + 2 * theme.px(24)
