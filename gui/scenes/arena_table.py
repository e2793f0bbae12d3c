"""The table of an experiment: one row a budget or a pairing."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from engine.report import Tally
from gui.controls.base import Ui, Widget
from gui.controls.words import shorten
from gui.paint import card
from gui.theme import mix

COLUMNS = ("name", "won", "drawn", "lost", "score", "interval", "elo", "ms")
SHARES = (0.17, 0.09, 0.1, 0.09, 0.12, 0.2, 0.11, 0.12)


class ArenaTable(Widget):
    """Numbers right-aligned; the running row is framed. The wheel scrolls when rows do not fit."""

    def __init__(
        self, rect: pygame.Rect, tallies: Sequence[Tally], values: Sequence[int], running: int
    ) -> None:
        super().__init__(rect, "table")
        self.tallies = tallies
        self.values = values
        self.running = running

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        card(target, ui.brush, theme, self.rect)
        inner = self.rect.inflate(-theme.px(32), -theme.px(12))
        step = min(theme.tx(27), (inner.h - theme.tx(36)) // max(1, len(self.tallies)))
        y = inner.y + theme.tx(16)
        self._row(ui, target, inner, y, [ui.tr(f"arena.column.{name}") for name in COLUMNS], True)
        y += theme.tx(16)
        target.fill(c.hair, (inner.x, y, inner.w, 1))
        y += theme.tx(4) + step // 2
        for index, tally in enumerate(self.tallies):
            if index == self.running:
                box = pygame.Rect(inner.x - 4, y - step // 2, inner.w + 8, step)
                ground = mix(c.panel, c.accent, 0.1)
                ui.brush.rounded(target, box, theme.px(8), ground, c.accent, 2)
            self._row(ui, target, inner, y, self._cells(ui, index, tally), False)
            y += step

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
        inner: pygame.Rect,
        y: int,
        cells: list[str],
        head: bool,
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        x = float(inner.x)
        ink = c.text2 if head else c.text
        for cell, share in zip(cells, SHARES, strict=True):
            width = inner.w * share
            words = shorten(theme, cell, 14, round(width) - 4, mono=not head)
            theme.blit_text(target, words, 14, (x + width - 4, y), ink, mono=not head, align=1)
            x += width
