"""What came of an experiment: the picture and the table, one bar or row a budget or pairing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from engine.report import Tally
from gui.arena.model import Seen
from gui.kit.widget import Size, Widget
from gui.kit.words import shorten
from gui.plot import PAIR_LEGEND, SWEEP_LEGEND, draw_sweep, legend, write_picture
from gui.theme import mix
from gui.ui import Ui

COLUMNS = ("name", "won", "drawn", "lost", "score", "interval", "elo", "ms")
FEWEST_ROWS = 3  # the table keeps room for


class SweepPicture(Widget):
    """Shares of wins, losses and draws for each budget or pair; the one under way is framed."""

    def __init__(self, seen: Seen) -> None:
        super().__init__()
        self.seen = seen

    def wanted(self, ui: Ui, width: int) -> Size:
        needed = min(ui.theme.tx(600), max(ui.theme.tx(300), width))
        return needed, ui.theme.tx(200)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        seen = self.seen
        head = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, ui.theme.tx(28))
        legend(ui, target, head, SWEEP_LEGEND if seen.played.sweep else PAIR_LEGEND)
        area = pygame.Rect(self.rect.x, head.bottom, self.rect.w, self.rect.bottom - head.bottom)
        draw_sweep(ui, target, area, seen.rows, ui.tr(seen.axis), seen.playing)


def save_picture(ui: Ui, path: Path, seen: Seen) -> None:
    """Write the picture to a PNG file. ReportError when that cannot be."""
    surface = pygame.Surface((1000, 560))
    surface.fill(ui.theme.colours.panel)
    picture = SweepPicture(seen)
    picture.rect = surface.get_rect().inflate(-40, -40)
    picture.draw(ui, surface)
    write_picture(surface, path)


class ResultsTable(Widget):
    """Numbers right-aligned, columns as wide as their words; the row under way is framed."""

    def __init__(self, seen: Seen) -> None:
        super().__init__("table")
        self.tallies = seen.tallies
        self.values = seen.values
        self.playing = seen.playing
        self.columns = COLUMNS if seen.played.sweep else ("pair", *COLUMNS[1:])

    def wanted(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        rows = max(len(self.tallies), FEWEST_ROWS)
        needed = min(theme.tx(600), max(theme.tx(300), width))
        return needed, theme.tx(44) + rows * theme.tx(27)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        inner, step = self.rect, theme.tx(27)
        y = inner.y + theme.tx(16)
        heads = [ui.tr(f"arena.column.{name}") for name in self.columns]
        rows = [self._cells(ui, index, tally) for index, tally in enumerate(self.tallies)]
        widths = self._widths(ui, inner.w, heads, rows)
        self._row(ui, target, (inner.x, y), widths, heads, True)
        y += theme.tx(16)
        target.fill(c.hair, (inner.x, y, inner.w, 1))
        y += theme.tx(4) + step // 2
        for index, cells in enumerate(rows):
            if index == self.playing:
                box = pygame.Rect(inner.x - 4, y - step // 2, inner.w + 8, step)
                ground = mix(c.panel, c.accent, 0.1)
                ui.brush.rounded(target, box, theme.px(8), ground, c.accent, 2)
            self._row(ui, target, (inner.x, y), widths, cells, False)
            y += step

    @staticmethod
    def _widths(
        ui: Ui, room: int, heads: Sequence[str], rows: Sequence[Sequence[str]]
    ) -> list[float]:
        """What each column needs, and an equal part of what is left.

        Where room is short names give way first, then all columns alike.
        """
        theme = ui.theme
        needed = [
            max([theme.width(head, 14), *(theme.width(row[at], 14, mono=True) for row in rows)])
            for at, head in enumerate(heads)
        ]
        gap = theme.px(8)
        spare = room - sum(needed) - gap * len(needed)
        if spare >= 0:
            return [need + gap + spare / len(needed) for need in needed]
        widths = [float(need + gap) for need in needed]
        widths[0] = max(min(widths[0], theme.tx(64)), widths[0] + spare)
        return [width * min(1.0, room / sum(widths)) for width in widths]

    def _cells(self, ui: Ui, index: int, tally: Tally) -> list[str]:
        tr = ui.tr
        name = (
            tr.number(self.values[index])
            if index < len(self.values)
            else (f"{tally.pairing.a} – {tally.pairing.b}")
        )
        if not tally.games:
            return [name, *[""] * (len(COLUMNS) - 1)]
        low, high = tally.interval
        return [
            name,
            tr.number(tally.wins),
            tr.number(tally.draws),
            tr.number(tally.losses),
            tr("arena.share", share=100 * tally.score),
            tr("arena.from_to", low=100 * low, high=100 * high),
            tr("arena.elo", elo=round(tally.elo)),
            tr("arena.milliseconds", ms=tally.milliseconds),
        ]

    def _row(
        self,
        ui: Ui,
        target: pygame.Surface,
        start: tuple[int, int],
        widths: Sequence[float],
        cells: Sequence[str],
        head: bool,
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        x, y = float(start[0]), start[1]
        ink = c.text2 if head else c.text
        for cell, width in zip(cells, widths, strict=True):
            text = shorten(theme, cell, 14, round(width) - 4, mono=not head)
            theme.blit_text(target, text, 14, (x + width - 4, y), ink, mono=not head, align=1)
            x += width
