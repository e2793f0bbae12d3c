"""Builds the widgets of the cube lab from what the scene holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from gui.controls import Button, Card, Icon, Kind, Label, Segments, Slider, Spinner, Widget
from gui.controls.base import Ui
from gui.controls.texts import heading_height
from gui.scenes.cube_figures import Histogram, SearchFigures
from gui.scenes.cube_history import Answer, Metric, Solver, Source, folded
from gui.scenes.cube_layout import LabLayout, arrange
from gui.scenes.cube_painting import NetWidget, Painting
from gui.scenes.cube_panels import CubeWidget, NarrowTabs, SolutionList, TurnChip, TurnsWell
from gui.shortcuts import Action, label_of

if TYPE_CHECKING:
    from gui.scenes.cube_lab import CubeLabScene

TICKS_UP_TO = 26


class LabBuilder:
    """Makes the widgets; remembers only where the list is scrolled."""

    def __init__(self, scene: CubeLabScene) -> None:
        self.scene = scene
        self.list_scroll = 0
        self._folded: tuple[Answer, bool, tuple[int, ...]] | None = None
        self._revealed: tuple[int, int] = (0, 0)

    @property
    def ui(self) -> Ui:
        """The drawing tools in force."""
        return self.scene.ui

    def build(self) -> list[Widget]:
        """Everything, in Tab order."""
        scene = self.scene
        layout = arrange(self.ui, scene.size, scene.bar_height())
        widgets: list[Widget] = list(
            scene.top_bar(
                scene.tr("game.pocketcube.name"),
                scene.tr(f"cube_lab.subtitle.{scene.metric.value}"),
                scene.menu.open,
                scene.tr("cube_lab.menu"),
            )
        )
        if scene.painting is not None:
            widgets += self._painting(layout, scene.painting)
        else:
            widgets += self._view(layout)
        widgets += self._transport(layout)
        cards = (self._scramble, self._solutions, self._visited)
        if layout.tabs is None:
            for card in cards:
                widgets += card(layout)
        else:
            labels = [scene.tr(f"cube_lab.tab.{n}") for n in ("scramble", "solutions", "visited")]
            widgets.append(NarrowTabs(layout.tabs, labels, scene.tab, self._choose_tab, key="tabs"))
            widgets += cards[scene.tab](layout)
        return widgets

    def _choose_tab(self, tab: int) -> None:
        self.scene.tab = tab
        self.scene.rebuild()

    # -- the cube and what lies on it ------------------------------------------------------------

    def _view(self, layout: LabLayout) -> list[Widget]:
        scene, theme = self.scene, self.ui.theme
        inner = layout.view.inflate(-2 * theme.px(20), -2 * theme.px(20))
        buttons = self._view_buttons(inner)
        stage = pygame.Rect(layout.view)
        stage.y = inner.y + theme.tx(40)
        hint = scene.tr("cube_lab.hint")
        height = Label.height(self.ui, hint, 14, inner.w)
        stage.h = inner.bottom - height - stage.y
        widgets: list[Widget] = [CubeWidget(layout.view, scene)]
        if stage.h >= theme.px(260):
            rect = pygame.Rect(inner.x, inner.bottom - height + theme.px(6), inner.w, height)
            widgets.append(Passing(Label(rect, hint, 14, quiet=True, align=0.5)))
        else:
            stage.h = inner.bottom - stage.y
        scene.view.place(layout.view, theme, stage)
        return widgets + buttons

    def _view_buttons(self, inner: pygame.Rect) -> list[Widget]:
        """Where the solution stands, undo, redo, letters, colours; labels go before places."""
        scene, theme = self.scene, self.ui.theme
        height, gap = theme.tx(40), theme.px(8)
        chip = self._chip(inner)
        view = scene.view
        words = (scene.tr("cube_lab.letters"), scene.tr("cube_lab.safe"))
        widths = [Button.width_for(self.ui, label, size=14) for label in words]
        chip_room = TurnChip.width(self.ui, scene.tr("cube_lab.turning"), "14 / 14") + gap
        named = sum(widths) + 2 * height + 3 * gap + chip_room <= inner.w
        letters = Button(
            pygame.Rect(0, inner.y, widths[0] if named else height, height),
            words[0] if named else "A",
            scene.toggle_letters,
            on=view.letters,
            key="letters",
            size=14,
            tooltip="" if named else words[0],
        )
        safe = Button(
            pygame.Rect(0, inner.y, widths[1] if named else height, height),
            words[1] if named else "",
            scene.toggle_safe,
            image=None if named else Icon.EYE,
            on=view.safe_colours,
            key="safe",
            size=14,
            tooltip="" if named else words[1],
        )
        undo = scene.icon_button(
            Icon.UNDO, "undo", scene.undo, scene.tr("cube_lab.undo"), label_of(Action.UNDO)
        )
        redo = scene.icon_button(
            Icon.REDO, "redo", scene.redo, scene.tr("cube_lab.redo"), label_of(Action.REDO)
        )
        undo.enabled, redo.enabled = scene.history.can_undo, scene.history.can_redo
        row: list[Widget] = [undo, redo, letters, safe]
        x = inner.right
        for button in reversed(row):
            button.rect.topright = (x, inner.y)
            x -= button.rect.w + gap
        if chip is not None and chip.rect.right <= x:
            row.insert(0, Passing(chip))
        return row

    def _chip(self, inner: pygame.Rect) -> TurnChip | None:
        scene, theme = self.scene, self.ui.theme
        line = scene.now.solution
        if not line or not scene.now.ply:
            return None
        words = scene.tr("cube_lab.turning" if scene.view.moving else "cube_lab.turned")
        count = f"{scene.now.ply} / {len(line)}"
        width = TurnChip.width(self.ui, words, count)
        rect = pygame.Rect(inner.x, inner.y, width, theme.tx(40))
        return TurnChip(rect, words, line[scene.now.ply - 1].text, count)

    def _painting(self, layout: LabLayout, painting: Painting) -> list[Widget]:
        scene, theme = self.scene, self.ui.theme
        area, pad = layout.view, theme.px(24)
        widgets: list[Widget] = [Card(area, scene.tr("cube_lab.paint_title"), pad=24)]
        labels = [scene.tr(f"cube_lab.paint.{n}") for n in ("clear", "solved", "cancel", "use")]
        actions = (self._cleared, self._filled, scene.stop_painting, self._use)
        height = theme.tx(44)
        y = area.bottom - pad - height
        x = area.right - pad
        for index in (3, 2, 1, 0):
            kind = Kind.PRIMARY if index == 3 else Kind.PLAIN
            width = Button.width_for(self.ui, labels[index])
            if x - width < area.x + pad:
                x, y = area.right - pad, y - height - theme.px(8)
            rect = pygame.Rect(x - width, y, width, height)
            enabled = index != 3 or painting.complete
            button = Button(rect, labels[index], actions[index], kind=kind, enabled=enabled)
            widgets.append(button)
            x -= width + theme.px(8)
        words = painting.fault
        sentence = scene.tr(words) if words is not None else scene.tr("cube_lab.paint.good")
        lines = Label.height(self.ui, sentence, 14, area.w - 2 * pad)
        lines = min(lines, 3 * theme.line_height(14))
        y -= lines + theme.px(12)
        rect = pygame.Rect(area.x + pad, y, area.w - 2 * pad, lines)
        widgets.append(Label(rect, sentence, 14, quiet=words is None, most=3, align=0.5))
        top = area.y + heading_height(self.ui)
        net = pygame.Rect(area.x + pad, top, area.w - 2 * pad, y - theme.px(8) - top)
        widgets.insert(1, NetWidget(net, painting))
        return widgets

    def _cleared(self) -> None:
        if self.scene.painting is not None:
            self.scene.painting.clear()
            self.scene.rebuild()

    def _filled(self) -> None:
        if self.scene.painting is not None:
            self.scene.painting.fill()
            self.scene.rebuild()

    def _use(self) -> None:
        if self.scene.painting is not None:
            self.scene.accept_painting(self.scene.painting.letters)

    # -- transport -------------------------------------------------------------------------------

    def _transport(self, layout: LabLayout) -> list[Widget]:
        scene, theme, area = self.scene, self.ui.theme, layout.transport
        line, ply = scene.now.solution, scene.now.ply
        ready = bool(line) and scene.painting is None
        widgets: list[Widget] = [Card(area)]
        gap, height = theme.px(8), theme.tx(44)
        x, y = area.x + theme.px(16), area.y + theme.px(14)
        play = Icon.PAUSE if scene.playing else Icon.PLAY
        for key, image, action, enabled in (
            ("first", Icon.FIRST, lambda: scene.step(0), ready and ply > 0),
            ("previous", Icon.PLAY_BACK, lambda: scene.step(ply - 1), ready and ply > 0),
            ("play", play, scene.toggle_play, ready),
            ("next", Icon.PLAY, lambda: scene.step(ply + 1), ready and ply < len(line)),
            ("last", Icon.LAST, lambda: scene.step(len(line)), ready and ply < len(line)),
        ):
            main = key == "play"
            tip = "pause" if main and scene.playing else key
            width = theme.tx(64) if main else height
            button = Button(
                pygame.Rect(x, y, width, height),
                "",
                action,
                kind=Kind.PRIMARY if main and ready else Kind.PLAIN,
                image=image,
                key=f"transport {key}",
                enabled=enabled,
                tooltip=scene.tr(f"cube_lab.tip.{tip}"),
            )
            widgets.append(button)
            x += width + gap
        left = x + theme.px(16)
        if layout.transport_rows == 2:
            left, y = area.x + theme.px(12), y + height + gap
        right = self._speed(widgets, area.right - theme.px(16), y, left + theme.tx(120))
        scrubber = pygame.Rect(left, y, max(theme.tx(60), right - left), height)
        slider = Slider(scrubber, ply, max(1, len(line)), scene.step, key="scrubber", ticks=ready)
        slider.enabled = ready
        widgets.append(slider)
        return widgets

    def _speed(self, widgets: list[Widget], right: int, y: int, least: int) -> int:
        """Place the speed at the right; returns where the scrubber must end."""
        from gui.scenes.cube_lab import SPEEDS

        scene, theme = self.scene, self.ui.theme
        height = theme.tx(44)
        speed = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - scene.speed))
        words = scene.tr("cube_lab.speed_value", x=SPEEDS[speed])
        value = theme.tx(46)
        widgets.append(
            Label(pygame.Rect(right - value, y, value, height), words, 14, align=1, middle=True)
        )
        track = theme.tx(92)
        rect = pygame.Rect(right - value - theme.px(4) - track, y, track, height)
        tip = scene.tr("cube_lab.speed")
        slider = Slider(rect, speed, len(SPEEDS) - 1, scene.set_speed, key="speed", tooltip=tip)
        width = theme.width(tip, 14)
        label = pygame.Rect(rect.x - width - theme.px(4), y, width, height)
        widgets.append(slider)
        if label.x - theme.px(16) < least:
            return rect.x - theme.px(8)
        widgets.append(Label(label, tip, 14, quiet=True, middle=True))
        return label.x - theme.px(16)

    # -- cards -----------------------------------------------------------------------------------

    def _card(self, area: pygame.Rect, title: str, note: str) -> tuple[list[Widget], pygame.Rect]:
        """A card and what is free in it; a note without room beside the title goes below it."""
        theme = self.ui.theme
        pad, top = theme.px(20), area.y + heading_height(self.ui)
        inner = pygame.Rect(area.x + pad, top, area.w - 2 * pad, area.bottom - pad - top)
        wide = theme.width(title, 16, True) + theme.width(note, 14) + theme.px(16)
        if not note or wide <= inner.w:
            return [Card(area, title, note)], inner
        height = Label.height(self.ui, note, 14, inner.w)
        label = Label(pygame.Rect(inner.x, inner.y, inner.w, height), note, 14, quiet=True)
        inner = pygame.Rect(inner.x, inner.y + height + theme.px(4), inner.w, inner.h)
        inner.h = area.bottom - pad - inner.y
        return [Card(area, title), label], inner

    def _scramble(self, layout: LabLayout) -> list[Widget]:
        scene, theme, area = self.scene, self.ui.theme, layout.scramble
        pad = theme.px(20)
        widgets: list[Widget] = [Card(area, scene.tr("cube_lab.scramble"))]
        copy = scene.icon_button(
            Icon.COPY, "copy", scene.menu.copy_scramble, scene.tr("cube_lab.copy"), "Ctrl+C"
        )
        options = scene.icon_button(
            Icon.PENCIL, "length", scene.menu.ask_scramble, scene.tr("cube_lab.scramble_options")
        )
        middle = area.y + theme.px(8) + theme.tx(16)
        x = area.right - theme.px(10)
        for button in (options, copy):
            button.rect.midright = (x, middle)
            x -= button.rect.w
        title = theme.width(scene.tr("cube_lab.scramble"), 16, True)
        left = area.x + pad + title + theme.px(12)
        note = pygame.Rect(left, middle - theme.tx(20), x - left, theme.tx(40))
        widgets.append(Label(note, self._source(), 14, quiet=True, align=1, most=1, middle=True))
        inner = pygame.Rect(area.x + pad, area.y + heading_height(self.ui), area.w - 2 * pad, 0)
        foot = theme.tx(44)
        inner.h = area.bottom - pad - inner.y
        well = pygame.Rect(inner.x, inner.y, inner.w, inner.h - foot - theme.px(16))
        now = scene.now
        turns, trail = [t.text for t in now.scramble], [t.text for t in now.trail]
        widgets.append(TurnsWell(well, turns, trail, scene.tr("cube_lab.no_scramble")))
        row = pygame.Rect(inner.x, inner.bottom - foot, inner.w, foot)
        widgets += self._row(
            row,
            (
                ("cube_lab.new", Icon.DICE, scene.new_scramble),
                ("cube_lab.paste", Icon.CLIPBOARD, scene.menu.paste),
                ("cube_lab.paint", None, scene.start_painting),
            ),
        )
        return [*widgets, copy, options]

    def _row(
        self, row: pygame.Rect, items: tuple[tuple[str, Icon | None, object], ...]
    ) -> list[Widget]:
        """Buttons of equal width; icons go when the words need the room."""
        theme, gap = self.ui.theme, self.ui.theme.px(8)
        width = (row.w - gap * (len(items) - 1)) // len(items)
        labels = [self.scene.tr(key) for key, _, _ in items]
        need = max(theme.width(label, 16) for label in labels) + theme.tx(28 + 16)
        icons = need <= width
        found: list[Widget] = []
        for index, (key, image, action) in enumerate(items):
            rect = pygame.Rect(row.x + index * (width + gap), row.y, width, row.h)
            assert callable(action)
            found.append(
                Button(rect, labels[index], action, image=image if icons else None, key=key)
            )
        return found

    def _source(self) -> str:
        now, tr = self.scene.now, self.scene.tr
        count = len(now.scramble)
        if now.source is Source.RANDOM:
            return tr("cube_lab.source.random", count=count, seed=str(now.seed))
        if now.source is Source.TYPED and count:
            return tr("cube_lab.source.typed", count=count)
        return tr(f"cube_lab.source.{'painted' if now.source is not Source.SOLVED else 'solved'}")

    def shown(self, answer: Answer) -> tuple[int, ...]:
        """The indices of the solutions in the list."""
        fold = self.scene.fold and answer.metric is Metric.QUARTER
        kept = self._folded
        if kept is None or kept[0] is not answer or kept[1] != fold:
            every = tuple(range(len(answer.solutions)))
            self._folded = kept = (answer, fold, folded(answer.solutions) if fold else every)
        return kept[2]

    def _solutions(self, layout: LabLayout) -> list[Widget]:
        scene, theme, area = self.scene, self.ui.theme, layout.solutions
        answer, title = scene.now.answer, scene.tr("cube_lab.solutions")
        if scene.solving.busy or answer is None or answer.length == 0:
            widgets, inner = self._card(area, title, "")
            if scene.solving.busy:
                return [*widgets, *self._busy(inner)]
            if answer is None:
                return [*widgets, *self._ask(inner)]
            return [*widgets, Label(inner, scene.tr("cube_lab.already_solved"), 16)]
        count = scene.tr("cube_lab.shortest", count=answer.count)
        key = f"cube_lab.count.{answer.metric.value}"
        note = scene.tr(key, shortest=count, count=answer.length)
        widgets, inner = self._card(area, title, note)
        shown = self.shown(answer)
        rows = inner.inflate(theme.px(16), 0)
        notice = self._capped(answer, len(shown))
        if notice:
            height = Label.height(self.ui, notice, 14, inner.w)
            rows.h -= height + theme.px(6)
            place = pygame.Rect(inner.x, rows.bottom + theme.px(6), inner.w, height)
            widgets.append(Label(place, notice, 14, quiet=True))
        widgets.append(self._list(rows, answer, shown))
        return widgets

    def _list(self, rect: pygame.Rect, answer: Answer, shown: tuple[int, ...]) -> SolutionList:
        scene = self.scene
        old = scene.desk.find("solutions")
        if isinstance(old, SolutionList):
            self.list_scroll = old.scroll
        chosen = shown.index(scene.now.choice) if scene.now.choice in shown else 0
        lines = [answer.solutions[index] for index in shown]

        def jump(row: int, ply: int) -> None:
            scene.playing = False
            scene.place(shown[row], ply)
            scene.rebuild()

        box = SolutionList(rect, lines, chosen, scene.now.ply, jump, self.list_scroll)
        if self._revealed != (id(answer), scene.now.choice):
            self._revealed = (id(answer), scene.now.choice)
            box.reveal(self.ui)
        box.scroll = min(box.max_scroll(self.ui), box.scroll)
        return box

    def _capped(self, answer: Answer, shown: int) -> str:
        tr = self.scene.tr
        if len(answer.solutions) < answer.count:
            return tr("cube_lab.capped", shown=len(answer.solutions), count=answer.count)
        if shown < len(answer.solutions):
            return tr("cube_lab.folded", shown=shown, count=answer.count)
        return ""

    def _busy(self, inner: pygame.Rect) -> list[Widget]:
        scene, theme = self.scene, self.ui.theme
        side = theme.tx(28)
        words = scene.solving.words()
        spin = pygame.Rect(inner.x, inner.y + theme.px(4), side, side)
        place = pygame.Rect(spin.right + theme.px(12), inner.y, inner.w - side - theme.px(12), side)
        place.h += theme.px(8)
        rect = pygame.Rect(inner.x, inner.y + theme.tx(52), inner.w, theme.tx(44))
        return [
            Spinner(spin, "spinner"),
            Label(place, words, 16, most=1, middle=True),
            Button(rect, scene.tr("gui.cancel"), scene.go_back, key="cancel", tooltip="Esc"),
        ]

    def _ask(self, inner: pygame.Rect) -> list[Widget]:
        """Nothing solved yet: the metric, and the button."""
        scene, theme = self.scene, self.ui.theme
        words = scene.tr("cube_lab.left" if scene.now.left else "cube_lab.ask")
        height = Label.height(self.ui, words, 16, inner.w)
        line = theme.tx(48)
        if height + 2 * line + theme.px(28) > inner.h:
            height = max(0, inner.h - 2 * line - theme.px(28))
        widgets: list[Widget] = []
        if height >= theme.line_height(16):
            most = max(1, height // theme.line_height(16))
            rect = pygame.Rect(inner.x, inner.y, inner.w, height)
            widgets.append(Label(rect, words, 16, quiet=True, most=most))
        y = inner.y + height + theme.px(16)
        metrics = [Metric.QUARTER, Metric.HALF]
        labels = [scene.tr(f"game.option.metric.{metric.value}") for metric in metrics]
        box = pygame.Rect(inner.x, y, inner.w, line)
        chosen = metrics.index(scene.metric)
        choose = lambda index: scene.choose_metric(metrics[index])  # noqa: E731
        widgets.append(Segments(box, labels, chosen, choose, key="metric"))
        rect = pygame.Rect(inner.x, box.bottom + theme.px(12), inner.w, line)
        enabled = scene.painting is None
        widgets.append(
            Button(
                rect,
                scene.tr("cube_lab.solve"),
                scene.solve,
                kind=Kind.PRIMARY if enabled else Kind.PLAIN,
                image=Icon.BULB,
                key="solve",
                enabled=enabled,
            )
        )
        return widgets

    def _visited(self, layout: LabLayout) -> list[Widget]:
        scene, theme, area = self.scene, self.ui.theme, layout.visited
        table = scene.solver is Solver.TABLE
        title = scene.tr("cube_lab.distances" if table else "cube_lab.visited")
        widgets, inner = self._card(area, title, self._cost())
        choice = pygame.Rect(inner.x, inner.bottom - theme.tx(40), inner.w, theme.tx(40))
        rest = pygame.Rect(inner.x, inner.y, inner.w, choice.y - theme.px(12) - inner.y)
        rest.h = min(rest.h, theme.tx(200))
        widgets += self._table_figures(rest) if table else self._search_figures(rest)
        solvers = [Solver.BIDIRECTIONAL, Solver.TABLE]
        labels = [scene.tr(f"cube_lab.solver.{solver.value}") for solver in solvers]
        choose = lambda index: scene.choose_solver(solvers[index])  # noqa: E731
        widgets.append(Segments(choice, labels, int(table), choose, key="solver"))
        return widgets

    def _cost(self) -> str:
        answer, tr = self.scene.now.answer, self.scene.tr
        if answer is None or answer.length == 0:
            return ""
        milliseconds = answer.seconds * 1000
        time = tr("cube_lab.ms" if milliseconds >= 1 else "cube_lab.ms_small", x=milliseconds)
        visited = sum(answer.visited)
        if answer.solver is Solver.TABLE or not visited or not answer.one_way:
            return time
        return tr("cube_lab.fewer", count=round(answer.one_way / visited), time=time)

    def _search_figures(self, rest: pygame.Rect) -> list[Widget]:
        answer = self.scene.now.answer
        if answer is None or answer.one_way is None or answer.length == 0:
            most = max(1, rest.h // self.ui.theme.line_height(14))
            words = self.scene.tr("cube_lab.visited_later")
            return [Label(rest, words, 14, quiet=True, most=most)]
        rest = pygame.Rect(rest.x, rest.y, rest.w, min(rest.h, self.ui.theme.tx(72)))
        return [SearchFigures(rest, sum(answer.visited), answer.one_way)]

    def _table_figures(self, rest: pygame.Rect) -> list[Widget]:
        scene = self.scene
        counts = scene.solving.distances(scene.metric)
        if counts is None:
            words = scene.tr("cube_lab.table_coming")
            return [Label(rest, words, 14, quiet=True, most=2)]
        present = scene.solving.distance_of(scene.now.facelets, scene.metric)
        return [Histogram(rest, counts, present)]


class Passing(Widget):
    """Shows another widget and lets the mouse through to what lies below."""

    def __init__(self, inner: Widget) -> None:
        super().__init__(pygame.Rect(0, 0, 0, 0))
        self.inner = inner

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.inner.draw(ui, target)
