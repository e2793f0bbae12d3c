"""The three cards of the cube lab: scramble, solutions, what the search cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from gui.controls import Button, Card, Icon, Kind, Label, Segments, Spinner, Widget
from gui.controls.base import Ui
from gui.controls.texts import heading_height
from gui.scenes.cube_figures import Histogram, SearchFigures
from gui.scenes.cube_history import Answer, Metric, Solver, Source, folded
from gui.scenes.cube_layout import LabLayout
from gui.scenes.cube_panels import SolutionList, TurnsWell
from gui.shortcuts import Action

if TYPE_CHECKING:
    from gui.scenes.cube_lab import CubeLabScene


class LabCards:
    """Makes the cards; remembers where the list is scrolled."""

    def __init__(self, scene: CubeLabScene) -> None:
        self.scene = scene
        self.list_scroll = 0
        self._folded: tuple[Answer, bool, tuple[int, ...]] | None = None
        self._revealed: tuple[int, int] = (0, 0)

    @property
    def ui(self) -> Ui:
        """The drawing tools in force."""
        return self.scene.ui

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

    def scramble(self, layout: LabLayout) -> list[Widget]:
        """The turns that led here, and new ones."""
        scene, theme, area = self.scene, self.ui.theme, layout.scramble
        pad = theme.px(20)
        widgets: list[Widget] = [Card(area, scene.tr("cube_lab.scramble"))]
        copy = scene.icon_button(
            Icon.COPY,
            "copy",
            scene.menu.copy_scramble,
            scene.tr("cube_lab.copy"),
            scene.ui.keys.label(Action.COPY),
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
        source = self._source()
        beside = theme.width(source, 14) <= x - left
        note = pygame.Rect(left, middle - theme.tx(20), x - left, theme.tx(40))
        inner = pygame.Rect(area.x + pad, area.y + heading_height(self.ui), area.w - 2 * pad, 0)
        foot = theme.tx(44)
        if not beside:
            note = pygame.Rect(inner.x, inner.y, inner.w, theme.line_height(14))
            inner.y += note.h + theme.px(4)
        align = 1.0 if beside else 0.0
        widgets.append(Label(note, source, 14, quiet=True, align=align, most=1, middle=True))
        inner.h = area.bottom - pad - inner.y
        if layout.tabs is not None and self._narrow(inner.w):
            foot = 3 * foot + 2 * theme.px(8)
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
        self, row: pygame.Rect, items: tuple[tuple[str, Icon | None, Callable[[], None]], ...]
    ) -> list[Widget]:
        """Buttons of equal width; icons go when the words need the room, or they are stacked."""
        theme, gap = self.ui.theme, self.ui.theme.px(8)
        stacked = row.h > theme.tx(44)
        width = row.w if stacked else (row.w - gap * (len(items) - 1)) // len(items)
        labels = [self.scene.tr(key) for key, _, _ in items]
        need = max(theme.width(label, 16) for label in labels) + theme.tx(28 + 16)
        icons = need <= width
        found: list[Widget] = []
        for index, (key, image, action) in enumerate(items):
            rect = pygame.Rect(row.x + index * (width + gap), row.y, width, theme.tx(44))
            if stacked:
                rect.topleft = (row.x, row.y + index * (rect.h + gap))
            found.append(
                Button(rect, labels[index], action, image=image if icons else None, key=key)
            )
        return found

    def _narrow(self, width: int) -> bool:
        """Whether three buttons in a row would squeeze their words."""
        keys = ("cube_lab.new", "cube_lab.paste", "cube_lab.paint")
        widest = max(self.ui.theme.width(self.scene.tr(key), 16) for key in keys)
        return widest + self.ui.theme.tx(16) > (width - 2 * self.ui.theme.px(8)) // 3

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

    def solutions(self, layout: LabLayout) -> list[Widget]:
        """The question, the wait, or the list of answers."""
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

    def visited(self, layout: LabLayout) -> list[Widget]:
        """What the search cost, or the histogram of distances."""
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
