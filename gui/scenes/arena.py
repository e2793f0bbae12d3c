"""The arena: fair experiments between bots, with a picture that grows while they run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from engine.arena import batches, pairings, sweep_pairings
from engine.messages import JouonsError, Message
from engine.registry import GAMES
from engine.report import (
    PRESETS,
    GamesFile,
    Preset,
    SweepRow,
    Tally,
    sweep_file,
    sweep_row,
    write_sweep,
)
from gui.controls import Button, Card, Icon, Kind, Label, Progress, Segments, TextField, Widget
from gui.controls.base import Ui
from gui.controls.fields import FieldFault
from gui.plot import draw_sweep, legend
from gui.protocols import Push
from gui.scenes.arena_run import Run
from gui.scenes.arena_table import ArenaTable
from gui.scenes.base import Choice, WidgetScene
from gui.services import Services
from gui.shortcuts import Action

REFRESH_SECONDS = 0.15


class PlotWidget(Widget):
    """The picture of the sweep."""

    def __init__(
        self, rect: pygame.Rect, rows: Sequence[SweepRow], axis: str, running: int
    ) -> None:
        super().__init__(rect)
        self.rows = rows
        self.axis = axis
        self.running = running

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        head = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, ui.theme.tx(28))
        legend(ui, target, head)
        area = pygame.Rect(self.rect.x, head.bottom, self.rect.w, self.rect.bottom - head.bottom)
        draw_sweep(ui, target, area, self.rows, self.axis, self.running)


class ArenaScene(WidgetScene):
    """Sweeps of one bot over budgets, and tournaments of several."""

    def __init__(self, services: Services, at_once: bool = False) -> None:
        super().__init__(services)
        self.at_once = at_once  # begin with the fields as they are
        self.sweep = True
        self.game = "connect4"
        self.fields = {
            "template": "mc:{}/move", "values": "1 2 4 8 16 32 64", "opponent": "random",
            "players": "random mc:50 mcts:200", "games": "300", "seed": "20",
        }  # fmt: skip
        self.fault: Message | None = None
        self.run: Run | None = None
        self.values: tuple[int, ...] = ()
        self.name = ""
        self.title = ""
        self._since = 0.0
        self._shown = (-1, False)
        self._kept = False

    # -- life ----------------------------------------------------------------------------------

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
            "game": self.game,
            "sweep": self.sweep,
            "fields": dict(self.fields),
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
            games, seed = self._number("games", 1), self._number("seed", 0)
            if self.sweep:
                self.values = self._values()
                pairs = sweep_pairings(
                    self.game,
                    {},
                    self.fields["template"].strip(),
                    self.fields["opponent"].strip(),
                    self.values,
                )
            else:
                self.values = ()
                pairs = pairings(self.game, {}, self.fields["players"].split())
            bags = self._bags(pairs)
            work = [batch for pair in pairs for batch in batches(pair, games, seed, bags)]
        except JouonsError as error:
            self.fault = error.message
            self.rebuild()
            return
        if self.run is not None:
            self.run.cancel()
        self._kept = False
        self.title = self._title()
        self.run = Run(self.services, pairs, work)
        self._shown = (-1, False)
        self.rebuild()

    def _bags(self, pairs: Sequence[object]) -> dict[str, dict[str, dict[int, int]]] | None:
        from engine.protocols import game_key
        from engine.registry import make_game

        if not any("learner" in (pair.a, pair.b) for pair in pairs):  # type: ignore[attr-defined]
            return None
        key = game_key(make_game(self.game))
        return {key: self.services.store.load_bags(key)}

    def _number(self, name: str, low: int) -> int:
        words = self.fields[name].replace(" ", "").replace(",", "").replace("\u202f", "")
        if not (words.isascii() and words.isdigit() and len(words) <= 15 and int(words) >= low):
            raise JouonsError("arena.field_number", text=self.fields[name][:20], low=low)
        return int(words)

    def _values(self) -> tuple[int, ...]:
        parts = self.fields["values"].replace(",", " ").split()
        if (
            not parts
            or len(parts) > 40
            or not all(part.isascii() and part.isdigit() and len(part) <= 12 for part in parts)
        ):
            raise JouonsError("arena.field_values", text=self.fields["values"][:30])
        return tuple(int(part) for part in parts)

    def _title(self) -> str:
        name = self.tr(f"game.{self.game}.name")
        if self.sweep:
            return self.tr(
                "arena.sweep_title",
                bot=self.fields["template"],
                opponent=self.fields["opponent"],
                game=name,
            )
        return self.tr("arena.tournament_title", players=self.fields["players"], game=name)

    def use_preset(self, preset: Preset) -> None:
        """Fill the fields from a preset."""
        self.sweep = True
        self.game = preset.game
        self.name = preset.name
        self.fields |= {
            "template": preset.template,
            "opponent": preset.opponent,
            "values": " ".join(map(str, preset.values)),
            "games": str(preset.games),
        }
        self.fault = None
        self.rebuild()

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

    def _choose_game(self) -> None:
        anchor = self.desk.find("game")
        if anchor is None:
            return

        def pick(game: str) -> Callable[[], None]:
            def choose() -> None:
                self.game = game
                self.rebuild()

            return choose

        lines = [Choice(self.tr(f"game.{game}.name"), pick(game)) for game in GAMES]
        self.open_menu(anchor.rect, lines)

    def _set_mode(self, index: int) -> None:
        self.sweep = index == 0
        self.fault = None
        self.rebuild()

    def _type(self, name: str) -> Callable[[str], None]:
        def change(text: str) -> None:
            self.fields[name] = text
            self.name = ""

        return change

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
            stem = Path(sweep_file(self.name or self._plain_name())).stem
            if self.sweep:
                write_sweep(folder / f"{stem}.csv", self._rows())
            games = GamesFile(folder / f"{stem}-games.csv")
            games.write(sorted(run.records, key=lambda record: (record.pairing, record.number)))
            games.close()
            if self.sweep:
                self._save_picture(folder / f"{stem}.png")
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        except OSError as error:
            self.services.notify(
                Message("arena.file", {"file": str(folder), "reason": error.strerror}), fault=True
            )
            return
        self.services.notify(Message("arena.written", {"file": str(folder)}))

    def _plain_name(self) -> str:
        words = f"{self.fields['template']}-{self.fields['opponent']}" if self.sweep else "arena"
        return "".join(c if c.isalnum() or c == "-" else "_" for c in words)

    def _save_picture(self, path: Path) -> None:
        surface = pygame.Surface((1000, 560))
        surface.fill(self.ui.theme.colours.panel)
        widget = PlotWidget(surface.get_rect().inflate(-40, -40), self._rows(), self._axis(), -1)
        widget.draw(self.ui, surface)
        pygame.image.save(surface, path)

    def _open_menu(self) -> None:
        anchor = self.desk.find("menu")
        if anchor is None:
            return
        lines = [
            Choice(
                self.tr("arena.review"),
                self._open_games,
                Icon.EYE,
                bool(self.run and self.run.records),
            ),
            Choice(self.tr("arena.past"), self._open_past, Icon.CLOCK),
        ]
        self.open_menu(anchor.rect, lines)

    def _open_games(self) -> None:
        from gui.scenes.arena_games import ArenaGamesScene

        if self.run is not None:
            self.go(Push(ArenaGamesScene(self.services, self.game, list(self.run.records))))

    def _open_past(self) -> None:
        from gui.scenes.arena_games import PastExperimentsScene

        self.go(Push(PastExperimentsScene(self.services)))

    # -- building ------------------------------------------------------------------------------

    def _axis(self) -> str:
        return self.tr("arena.axis_of", bot=self.fields["template"].replace("{}", "N"))

    def _tallies(self) -> list[Tally]:
        return self.run.snapshot() if self.run is not None else []

    def _rows(self) -> list[SweepRow]:
        if not self.values:
            return []
        return [
            sweep_row(tally, value)
            for tally, value in zip(self._tallies(), self.values, strict=False)
        ]

    def build(self) -> Sequence[Widget]:
        theme = self.ui.theme
        label = self.tr("arena.export")
        export = Button(
            pygame.Rect(0, 0, Button.width_for(self.ui, label, Icon.DOWNLOAD, 14), theme.tx(40)),
            label,
            self._export,
            image=Icon.DOWNLOAD,
            key="export",
            size=14,
        )
        bar = self.top_bar(
            self.tr("gui.arena"),
            self.title or self.tr("arena.subtitle"),
            self._open_menu,
            self.tr("gui.arena"),
            [export],
        )
        margin, gap, top = theme.px(24), theme.px(16), self.bar_height() + theme.px(20)
        wide = self.size[0] >= theme.tx(900)
        panel = round(min(self.size[0] * 0.44, max(theme.px(376), theme.tx(330))))
        if not wide:
            panel = self.size[0] - 2 * margin
        right_x = self.size[0] - margin - panel
        right, end = self._right(right_x, top, panel)
        if wide:
            area = pygame.Rect(
                margin,
                top,
                right_x - gap - theme.px(8) - margin,
                max(self.size[1] - top - margin, theme.tx(520)),
            )
        else:
            area = pygame.Rect(margin, end + gap, panel, theme.tx(620))
        left = self._left(area)
        self.body = pygame.Rect(
            0, self.bar_height(), self.size[0], self.size[1] - self.bar_height()
        )
        self.content_height = max(end, area.bottom) + margin - self.bar_height()
        return [*bar, *left, *right]

    def _left(self, area: pygame.Rect) -> list[Widget]:
        """The picture above the table."""
        theme = self.ui.theme
        tallies = self._tallies()
        rows = max(len(tallies), 3)
        table_height = min(area.h // 2, theme.tx(44) + rows * theme.tx(27) + theme.px(12))
        plot = pygame.Rect(area.x, area.y, area.w, area.h - table_height - theme.px(16))
        table = pygame.Rect(area.x, plot.bottom + theme.px(16), area.w, table_height)
        widgets: list[Widget] = [Card(plot)]
        running = self._running_index()
        inner = plot.inflate(-theme.px(40), -theme.px(28))
        if self.sweep or self.values:
            widgets.append(PlotWidget(inner, self._rows(), self._axis(), running))
        else:
            rows_now = [
                SweepRow(
                    0,
                    t.wins / max(1, t.games),
                    t.losses / max(1, t.games),
                    t.draws / max(1, t.games),
                    0.0,
                    t.games,
                    *t.interval,
                )
                for t in tallies
            ]
            widgets.append(PlotWidget(inner, rows_now, self.tr("arena.pairs_axis"), running))
        widgets.append(ArenaTable(table, tallies, self.values, running))
        if self.run is None:
            words = self.tr("arena.empty")
            box = plot.inflate(-theme.px(120), -theme.px(120))
            widgets.append(Label(box, words, 16, quiet=True, align=0.5, middle=True))
        return widgets

    def _running_index(self) -> int:
        if not self.running or self.run is None:
            return -1
        return next(
            (i for i, pair in enumerate(self.run.pairs) if pair.number == self.run.current), -1
        )

    def _right(self, x: int, y: int, width: int) -> tuple[list[Widget], int]:
        theme = self.ui.theme
        gap = theme.px(16)
        running, y = self._running_card(x, y, width)
        form, y = self._form(x, y + gap, width)
        presets, y = self._presets(x, y + gap, width)
        return [*running, *form, *presets], y

    def _running_card(self, x: int, y: int, width: int) -> tuple[list[Widget], int]:
        theme, run = self.ui.theme, self.run
        pad = theme.px(20)
        inner, right = x + pad, x + width - pad
        top = y
        title, note = self.tr("arena.ready"), ""
        if run is not None:
            key = "arena.running" if run.running else "arena.done"
            title = self.tr("arena.paused" if run.running and run.paused else key)
            left = run.seconds_left
            note = self.tr("arena.left", seconds=left) if left is not None else ""
        y += theme.tx(44)
        widgets: list[Widget] = []
        done, total = (run.done, run.total) if run is not None else (0, 0)
        number = self.ui.tr.number(done)
        widgets.append(
            Label(
                pygame.Rect(inner, y, right - inner, theme.tx(44)),
                number,
                32,
                bold=True,
                middle=True,
            )
        )
        taken = theme.width(number, 32, True) + theme.tx(12)
        words = self.tr("arena.of_games", count=total)
        box = pygame.Rect(
            inner + taken, y + theme.tx(4), max(1, right - inner - taken), theme.tx(44)
        )
        widgets.append(Label(box, words, 14, quiet=True, most=1, middle=True))
        y += theme.tx(50)
        share = done / total if total else None
        widgets.append(Progress(pygame.Rect(inner, y, right - inner, theme.px(8)), share))
        y += theme.px(16)
        pace = ""
        if run is not None and run.done:
            rate = round(run.done / max(0.01, run.elapsed))
            pace = self.tr("arena.pace", rate=rate, count=run.jobs)
            if run.experiment.lost:
                pace += " " + self.tr("arena.lost", count=run.experiment.lost)
        widgets.append(
            Label(pygame.Rect(inner, y, right - inner, theme.tx(24)), pace, 14, quiet=True, most=1)
        )
        y += theme.tx(30)
        half = (right - inner - theme.px(8)) // 2
        box = pygame.Rect(inner, y, half, theme.tx(44))
        other = pygame.Rect(right - half, y, half, theme.tx(44))
        if self.running and run is not None:
            widgets.append(
                Button(
                    box,
                    self.tr("arena.go_on" if run.paused else "arena.pause"),
                    self.toggle_pause,
                    image=Icon.PLAY if run.paused else Icon.PAUSE,
                    on=run.paused,
                    key="pause",
                )
            )
            widgets.append(
                Button(other, self.tr("arena.stop"), self.stop, image=Icon.STOP, key="stop")
            )
        else:
            whole = pygame.Rect(inner, y, right - inner, theme.tx(44))
            widgets.append(
                Button(
                    whole,
                    self.tr("arena.start"),
                    self.start,
                    kind=Kind.PRIMARY,
                    image=Icon.PLAY,
                    key="start",
                )
            )
        y += theme.tx(44) + pad
        return [Card(pygame.Rect(x, top, width, y - top), title, note), *widgets], y

    def _form(self, x: int, y: int, width: int) -> tuple[list[Widget], int]:
        theme = self.ui.theme
        pad, top = theme.px(20), y
        inner, right = x + pad, x + width - pad
        y += theme.tx(40)
        locked = self.running
        widgets: list[Widget] = []
        modes = [self.tr("arena.sweep"), self.tr("arena.tournament")]
        mode = Segments(
            pygame.Rect(inner, y, right - inner, theme.tx(44)),
            modes,
            0 if self.sweep else 1,
            self._set_mode,
            "mode",
        )
        mode.enabled = not locked
        widgets.append(mode)
        y += theme.tx(52)
        names = ["template", "values", "opponent"] if self.sweep else ["players"]
        label_width = max(
            theme.width(self.tr(f"arena.field.{name}"), 16)
            for name in ("game", *names, "games", "seed")
        ) + theme.px(16)
        label_width = min(label_width, (right - inner) // 2)
        rows = ["game", *names, "games", "seed"]
        for name in rows:
            label = self.tr(f"arena.field.{name}")
            box = pygame.Rect(inner, y, label_width, theme.tx(36))
            widgets.append(Label(box, label, 16, quiet=True, middle=True, most=2))
            place = pygame.Rect(inner + label_width, y, right - inner - label_width, theme.tx(40))
            if name == "game":
                words = self.tr(f"game.{self.game}.name")
                widgets.append(
                    Button(place, words, self._choose_game, enabled=not locked, key="game")
                )
            else:
                field = TextField(place, self.fields[name], change=self._type(name), key=name)
                field.enabled = not locked
                widgets.append(field)
            y += theme.tx(40)
        if self.fault is not None:
            words = self.tr(self.fault)
            height = Label.height(self.ui, words, 14, right - inner - theme.tx(30))
            widgets.append(FieldFault(pygame.Rect(inner, y, right - inner, height), words))
            y += height + theme.px(8)
        y += theme.px(10)
        note = self.tr("arena.locked") if locked else ""
        return [
            Card(pygame.Rect(x, top, width, y - top), self.tr("arena.experiment"), note),
            *widgets,
        ], y

    def _presets(self, x: int, y: int, width: int) -> tuple[list[Widget], int]:
        theme = self.ui.theme
        pad, top = theme.px(20), y
        inner = width - 2 * pad
        half = (inner - theme.px(8)) // 2
        y += theme.tx(44)
        widgets: list[Widget] = []
        for index, preset in enumerate(PRESETS.values()):
            box = pygame.Rect(x + pad + index * (half + theme.px(8)), y, half, theme.tx(44))

            def use(chosen: Preset = preset) -> None:
                self.use_preset(chosen)

            label = self.tr(f"arena.preset.{preset.name}")
            on = self.name == preset.name
            widgets.append(
                Button(box, label, use, on=on, enabled=not self.running, key=preset.name)
            )
        y += theme.tx(44) + pad
        return [Card(pygame.Rect(x, top, width, y - top), self.tr("arena.presets")), *widgets], y
