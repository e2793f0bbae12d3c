"""The arena: fair experiments between bots, with a picture that grows while they run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from engine.messages import JouonsError, Message
from engine.registry import GAMES
from engine.report import GamesFile, Preset, SweepRow, sweep_row, write_sweep
from gui.controls import Button, Card, Icon, Label, Widget
from gui.kit.popup import Choice
from gui.protocols import Push
from gui.scenes.arena_cards import ArenaCards
from gui.scenes.arena_fields import ArenaFields
from gui.scenes.arena_plot import PlotWidget, save_picture
from gui.scenes.arena_run import Run
from gui.scenes.arena_table import ArenaTable
from gui.scenes.base import WidgetScene
from gui.services import Services
from gui.shortcuts import Action

REFRESH_SECONDS = 0.15


class ArenaScene(WidgetScene):
    """Sweeps of one bot over budgets, and tournaments of several."""

    def __init__(self, services: Services, at_once: bool = False) -> None:
        super().__init__(services)
        self.at_once = at_once  # begin with the fields as they are
        self.form = ArenaFields()
        self.fault: Message | None = None
        self.run: Run | None = None
        self.played = self.form.copy()  # what the run is of; the form may say something else by now
        self._since = 0.0
        self._shown = (-1, False)
        self._kept = False

    # -- life ----------------------------------------------------------------------------------

    @property
    def at_work(self) -> bool:
        return self.run is not None and self.run.running

    def leave(self) -> None:
        if self.run is not None:
            self.run.cancel()

    def tick(self, dt: float) -> None:
        if self.at_once:
            self.at_once = False
            self.start()
        run = self.run
        if run is None:
            return
        self._since += dt
        now = (run.done, run.running)
        if now != self._shown and (self._since >= REFRESH_SECONDS or not run.running):
            self._shown, self._since = now, 0.0
            if not run.running:
                self._finished(run)
            self.rebuild()

    def _finished(self, run: Run) -> None:
        if run.job.error is not None:
            self.fault = run.job.error
        if self._kept or not run.done:
            return
        self._kept = True
        data = {
            "game": self.played.game,
            "sweep": self.played.sweep,
            "fields": self.played.texts,
            "tallies": [tally.as_json() | {"games": tally.games} for tally in run.snapshot()],
        }
        try:
            self.services.store.add_experiment(self.title, data)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)

    # -- what people do ------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether an experiment is under way."""
        return self.run is not None and self.run.running

    def start(self) -> None:
        """Check the fields and begin; a fault is shown and nothing is lost."""
        self.fault = None
        try:
            pairs = self.form.pairs()
            work = self.form.work(pairs, lambda: self.services.store)
        except JouonsError as error:
            self.fault = error.message
            self.rebuild()
            return
        if self.run is not None:
            self.run.cancel()
        self._kept = False
        self.played = self.form.copy()
        self.run = Run(self.services, pairs, work)
        self._shown = (-1, False)
        self.rebuild()

    @property
    def title(self) -> str:
        """What was or is played."""
        name, texts = self.tr(f"game.{self.played.game}.name"), self.played.texts
        if not self.played.sweep:
            return self.tr("arena.tournament_title", players=texts["players"], game=name)
        return self.tr(
            "arena.sweep_title", bot=texts["template"], opponent=texts["opponent"], game=name
        )

    @property
    def shown(self) -> ArenaFields:
        """What picture and table are of: the run, or the form before the first one."""
        return self.form if self.run is None else self.played

    @property
    def axis(self) -> str:
        """What stands below the picture."""
        if not self.shown.sweep:
            return self.tr("arena.pairs_axis")
        return self.tr("arena.axis_of", bot=self.shown.texts["template"].replace("{}", "N"))

    def use_preset(self, preset: Preset) -> None:
        """Fill the fields from a preset."""
        self.form.use(preset)
        self.fault = None
        self.rebuild()

    def set_mode(self, index: int) -> None:
        """Sweep (0) or tournament (1)."""
        self.form.sweep = index == 0
        self.fault = None
        self.rebuild()

    def choose_game(self) -> None:
        """Open the list of games."""
        anchor = self.desk.find("game")
        if anchor is None:
            return

        def pick(game: str) -> Callable[[], None]:
            def choose() -> None:
                self.form.game = game
                self.rebuild()

            return choose

        lines = [Choice(self.tr(f"game.{game}.name"), pick(game)) for game in GAMES]
        self.open_menu(anchor.rect, lines)

    def toggle_pause(self) -> None:
        """Hold or go on."""
        if self.run is not None:
            self.run.pause(not self.run.paused)
            self.rebuild()

    def stop(self) -> None:
        """End the experiment; what was played stays."""
        if self.run is not None:
            self.run.stop()
            self.rebuild()

    def on_action(self, action: Action) -> bool:
        if action is Action.BACK and self.running:
            self.stop()
            return True
        return False

    # -- export and past -----------------------------------------------------------------------

    def _export(self) -> None:
        """Write table and picture into the data folder's exports, and say where."""
        run = self.run
        if run is None or not run.done:
            self.services.notify("arena.nothing_to_export", fault=True)
            return
        folder = self.services.folder / "exports"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stem = self.played.stem()
            games = GamesFile(folder / f"{stem}-games.csv")
            games.write(sorted(run.records, key=lambda record: (record.pairing, record.number)))
            if self.played.sweep:
                write_sweep(folder / f"{stem}.csv", self._rows())
                save_picture(self.ui, folder / f"{stem}.png", self._rows(), self.axis)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        except (OSError, pygame.error) as error:
            reason = getattr(error, "strerror", None) or str(error)
            fault = Message("arena.file", {"file": str(folder), "reason": reason})
            self.services.notify(fault, fault=True)
            return
        self.services.notify(Message("arena.written", {"file": str(folder)}))

    def _open_menu(self) -> None:
        anchor = self.desk.find("menu")
        if anchor is None:
            return
        played = bool(self.run and self.run.records)
        lines = [
            Choice(self.tr("arena.review"), self._open_games, Icon.EYE, played),
            Choice(self.tr("arena.past"), self._open_past, Icon.CLOCK),
        ]
        self.open_menu(anchor.rect, lines)

    def _open_games(self) -> None:
        from gui.scenes.arena_games import ArenaGamesScene

        if self.run is not None:
            self.go(Push(ArenaGamesScene(self.services, self.played.game, list(self.run.records))))

    def _open_past(self) -> None:
        from gui.scenes.arena_games import PastExperimentsScene

        self.go(Push(PastExperimentsScene(self.services)))

    # -- building ------------------------------------------------------------------------------

    def _rows(self) -> list[SweepRow]:
        """The picture's rows: the budgets of a sweep, the pairs of a tournament."""
        if self.run is None:
            return []
        tallies = self.run.snapshot()
        values = self.played.values() or (0,) * len(tallies)
        return [sweep_row(tally, value) for tally, value in zip(tallies, values, strict=True)]

    def build(self) -> Sequence[Widget]:
        theme = self.ui.theme
        margin, gap, top = theme.px(24), theme.px(16), self.bar_height() + theme.px(20)
        wide = self.size[0] >= theme.tx(900)
        panel = round(min(self.size[0] * 0.44, max(theme.px(376), theme.tx(330))))
        if not wide:
            panel = self.size[0] - 2 * margin
        right_x = self.size[0] - margin - panel
        right, end = ArenaCards(self).all(right_x, top, panel)
        if wide:
            height = max(self.size[1] - top - margin, theme.tx(520))
            area = pygame.Rect(margin, top, right_x - gap - theme.px(8) - margin, height)
        else:
            area = pygame.Rect(margin, end + gap, panel, theme.tx(620))
        left = self._left(area)
        self.body = pygame.Rect(
            0, self.bar_height(), self.size[0], self.size[1] - self.bar_height()
        )
        self.content_height = max(end, area.bottom) + margin - self.bar_height()
        return [*self._bar(), *left, *right]

    def _bar(self) -> Sequence[Widget]:
        theme, label = self.ui.theme, self.tr("arena.export")
        width = Button.width_for(self.ui, label, Icon.DOWNLOAD, 14)
        box = pygame.Rect(0, 0, width, theme.tx(40))
        export = Button(box, label, self._export, image=Icon.DOWNLOAD, key="export", size=14)
        name = self.tr("gui.arena")
        title = self.tr("arena.subtitle") if self.run is None else self.title
        return self.top_bar(name, title, self._open_menu, name, [export])

    def _left(self, area: pygame.Rect) -> list[Widget]:
        """The picture above the table."""
        theme = self.ui.theme
        tallies = self.run.snapshot() if self.run is not None else []
        rows = max(len(tallies), 3)
        table_height = min(area.h // 2, theme.tx(44) + rows * theme.tx(27) + theme.px(12))
        plot = pygame.Rect(area.x, area.y, area.w, area.h - table_height - theme.px(16))
        table = pygame.Rect(area.x, plot.bottom + theme.px(16), area.w, table_height)
        running = self._running_index()
        inner = plot.inflate(-theme.px(40), -theme.px(28))
        values = self.played.values() if self.run is not None else ()
        widgets: list[Widget] = [
            Card(plot),
            PlotWidget(inner, self._rows(), self.axis, running),
            ArenaTable(table, tallies, values, running, self.shown.sweep),
        ]
        if self.run is None:
            box = plot.inflate(-theme.px(120), -theme.px(120))
            empty = self.tr("arena.empty")
            widgets.append(Label(box, empty, 16, quiet=True, align=0.5, middle=True))
        return widgets

    def _running_index(self) -> int:
        if not self.running or self.run is None:
            return -1
        return next(
            (i for i, pair in enumerate(self.run.pairs) if pair.number == self.run.current), -1
        )
