"""The results' card of mistakes: positions to retry, and the curve of wasted moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from engine.intervals import whole_percent
from engine.review import Regret
from gui.app_context import AppContext
from gui.exercises.mistakes import MistakeCollector, stored_mistakes
from gui.kit import Label, Widget
from gui.kit.command import Commands
from gui.kit.layout import Box, Card, Column, FirstFit, Flexible, Layout, NoShrink, Row
from gui.kit.widget import Size
from gui.theme import mix
from gui.ui import Ui

LAST = 8  # games averaged in each point of the curve
CURVE = 64


class MistakesSummary:
    """The stored mistakes in one kind of game, and the running search for new ones."""

    def __init__(self, app_context: AppContext, game: str) -> None:
        self.app_context = app_context
        self.gathering = MistakeCollector(app_context, game)
        self.count = 0  # positions to retry

    @property
    def games(self) -> Sequence[Regret]:
        """The analysed games, the oldest first."""
        return self.gathering.games

    def begin(self) -> None:
        """Read the stored mistakes and analyse new games. Raises StoreError when that fails."""
        self._read()
        self.gathering.begin()

    def _read(self) -> None:
        self.count = len(stored_mistakes(self.app_context, self.gathering.game)[0])

    def update(self) -> bool:
        """Collect results of the analysis; return True when there is something new."""
        new = self.gathering.update()
        if new:
            self._read()
        return new

    def release_worker(self) -> None:
        """Release the worker."""
        self.gathering.release_worker()


def rolling(games: Sequence[Regret]) -> list[float]:
    """Return the rolling fraction of wasted moves, for each game with something to lose."""
    judged = [game for game in games if game.judged]
    sums = (sum(judged[max(0, n - LAST) : n], Regret()) for n in range(1, len(judged) + 1))
    return [each.fraction or 0.0 for each in sums]


def trying_card(ui: Ui, trying: MistakesSummary, offered: Commands) -> Layout | None:
    """Return the card of positions and curve, or None without an analysed game."""
    tr, whole = ui.tr, sum(trying.games, Regret())
    if not trying.count and not whole.judged:
        return None
    count = tr("trying.count", count=trying.count)
    button = Box(offered.button("try_again"), height=44)
    first = FirstFit(
        Row(Flexible(Label(count, 16, bold=True, middle=True)), NoShrink(button), gap=16),
        Column(Label(count, 16, bold=True), button, gap=8),
    )
    shares = rolling(trying.games)
    fraction = whole_percent(whole.fraction or 0)
    text = tr("trying.regret", errors=whole.errors, count=whole.judged, share=fraction)
    below = [Label(text, 14, quiet=True)] if whole.judged else []
    curve = [Box(RegretCurve(shares), height=CURVE)] if len(shares) > 1 else []
    return Card(Column(first, *curve, *below, gap=12), tr("trying.title"), pad=24, foot=18)


class RegretCurve(Widget):
    """A curve of fractions, from 0 to the largest, over the games, the newest at the right."""

    def __init__(self, shares: Sequence[float]) -> None:
        super().__init__()
        self.shares = shares

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(120), ui.theme.tx(CURVE)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        top = max(0.1, *self.shares)
        head = ui.tr("value.percent", share=whole_percent(top))
        room = theme.width(head, 14) + theme.tx(12)
        plot = pygame.Rect(self.rect.x + room, self.rect.y, self.rect.w - room, self.rect.h)
        plot = plot.inflate(0, -theme.tx(16))
        for fraction, words in ((0, ui.tr("value.percent", share=0)), (1, head)):
            y = plot.bottom - round(fraction * plot.h)
            target.fill(c.hair, (plot.x, y, plot.w, 1))
            theme.blit_text(target, words, 14, (plot.x - theme.tx(8), y), c.text2, align=1)
        step = plot.w / (len(self.shares) - 1)
        points = [
            (plot.x + n * step, plot.bottom - fraction / top * plot.h)
            for n, fraction in enumerate(self.shares)
        ]
        for one, other in pairwise(points):
            pygame.draw.aaline(target, c.loss, one, other)
            pygame.draw.line(target, c.loss, one, other, max(2, theme.px(2)))
        for point in points:
            ui.brush.disc(target, point, max(2, theme.px(3)), mix(c.loss, c.text, 0.2))
