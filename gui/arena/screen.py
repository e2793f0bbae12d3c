"""The arena: fair experiments between bots, with a picture that grows while they run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine.messages import JouonsError, Message
from engine.registry import GAMES
from engine.report import PRESETS
from gui.arena.cards import (
    Edit,
    form_card,
    presets_card,
    results,
    running_card,
    stacked_results,
)
from gui.arena.form import Form
from gui.arena.lists import GamesScreen, PastScreen
from gui.arena.model import ArenaModel, Seen
from gui.arena.results import save_picture
from gui.kit import Icon
from gui.kit.command import Command, Commands
from gui.kit.layout import Box, Column, Fill, Fit, Layout, Pad, Row, Scroll
from gui.kit.popup import Choice
from gui.kit.screen import Screen
from gui.protocols import Push
from gui.services import Services
from gui.theme import Theme

REFRESH_SECONDS = 0.15
LEAST_RESULTS = 500  # the picture and the table beside the cards


def arena_of(services: Services) -> ArenaModel:
    """The arena of this window: leaving its screen loses neither the form nor the result."""
    keep = partial(_keep, services)
    make = partial(ArenaModel, services.worker, lambda: services.store, keep)
    return services.outliving(ArenaModel, make)


def _keep(services: Services, title: Message, data: object) -> None:
    """Put a result among the past experiments, as soon as the store can be written."""
    text = services.tr(title)

    def write() -> None:
        services.store.add_experiment(text, data)

    services.keeping.put(("experiment", id(data)), write)


class ArenaScreen(Screen):
    """Sweeps of one bot over budgets, and tournaments of several."""

    PREFIX = "arena"
    MENU = ("review", "past")

    def __init__(self, services: Services, at_once: bool = False) -> None:
        super().__init__(services)
        self.model = arena_of(services)
        self._at_once = at_once  # begin with the form as it is
        self._since = 0.0

    # -- life ----------------------------------------------------------------------------------

    @property
    def at_work(self) -> bool:
        return self.model.running

    def leave(self) -> None:
        self.model.leave()

    def tick(self, dt: float) -> bool:
        if self._at_once:
            self._at_once = False
            self.model.start()
            return True
        self._since += dt
        if self.model.running and self._since < REFRESH_SECONDS:
            return False
        self._since = 0.0
        return self.model.poll()

    # -- what can be done ----------------------------------------------------------------------

    def _after(self, change: Callable[[], None]) -> Callable[[], None]:
        """The same change, shown."""

        def run() -> None:
            change()
            self.rebuild()

        return run

    def _edit(self, change: Edit) -> None:
        """Change the form, and show it."""
        self.model.edit(change)
        self.rebuild()

    def commands(self) -> Mapping[str, Command]:
        model, seen = self.model, self.model.seen()
        held = model.run is not None and model.run.paused
        presets = (
            Command(
                name,
                partial(self._edit, partial(Form.using, preset=preset)),
                enabled=not seen.running,
                on=seen.form.preset == name,
                text=f"preset.{name}",
            )
            for name, preset in PRESETS.items()
        )
        made = [
            Command("start", self._after(model.start), Icon.PLAY, primary=True),
            Command(
                "hold",
                self._after(model.pause),
                Icon.PLAY if held else Icon.PAUSE,
                on=held,
                text="go_on" if held else "pause",
            ),
            Command("stop", self._after(model.stop), Icon.STOP),
            Command("export", self._export, Icon.DOWNLOAD),
            Command("review", self._review, Icon.EYE, enabled=seen.done > 0),
            Command("past", lambda: Push(PastScreen(self.services)), Icon.CLOCK),
            *presets,
        ]
        if seen.running:  # Esc ends the experiment, not the screen
            made.append(Command("back", self._after(model.stop), text="stop"))
        return {command.id: command for command in made}

    def _review(self) -> Push:
        return Push(GamesScreen(self.services, self.model.seen().played.game, self.model.games()))

    def _export(self) -> None:
        """Write table and picture into the data folder's exports, and say where."""
        folder = self.services.folder / "exports"
        try:
            self.model.export(folder, partial(save_picture, self.ui))
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
        else:
            self.services.notify(Message("arena.written", {"file": str(folder)}))

    def _choose_game(self) -> None:
        anchor = self.desk.find("game")
        if anchor is None:
            return
        lines = [
            Choice(self.tr(f"game.{game}.name"), partial(self._edit, partial(Form.on, game=game)))
            for game in GAMES
        ]
        self.open_menu(anchor.rect, lines)

    # -- what is shown -------------------------------------------------------------------------

    def view(self) -> Layout:
        seen, offered = self.model.seen(), self.offered()
        cards = Column(
            running_card(self.ui, seen, offered),
            form_card(self.ui, seen, self.model.edit, self._edit, self._choose_game),
            presets_card(self.ui, offered),
        )
        height = self.size[1] - self.bar_height() - self.ui.theme.px(20) - self.ui.theme.px(24)
        left = Box(results(self.ui, seen, height), least_width=LEAST_RESULTS)
        beside = Row(
            Fill(Pad(left, 24, 20, 0, 24)),
            Box(Scroll(Pad(cards, 24, 20, 24, 24)), _right_width),
            gap=0,
        )
        below = Scroll(Pad(Column(cards, stacked_results(self.ui, seen)), 24, 20, 24, 24))
        return Column(self._bar(seen, offered), Fill(Fit(beside, below)), gap=0)

    def _bar(self, seen: Seen, offered: Commands) -> Layout:
        title = self.tr(seen.title if seen.total else "arena.subtitle")
        export = offered.button("export", size=14)
        return self.bar(self.tr("gui.arena"), title, extra=[export])


def _right_width(theme: Theme) -> int:
    """The width of the cards with their margins."""
    return max(theme.px(376), theme.tx(330)) + 2 * theme.px(24)
