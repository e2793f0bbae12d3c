"""The results' card of mistakes: positions to retry, and the curve of wasted moves."""

from __future__ import annotations

from collections.abc import Sequence

from engine.intervals import whole_percent
from engine.puzzles.review import Regret
from gui.boards.values import percent_text
from gui.exercises.mistakes import MistakeCollector
from gui.kit import Label
from gui.kit.chart import Chart, ChartAxis, LineSeries, Marker, Tick
from gui.kit.command import Commands
from gui.kit.layout import Box, Card, Column, Flexible, Layout, NoShrink, Row
from gui.theme import mix
from gui.ui import Ui

LAST = 8  # games averaged in each point of the curve
CURVE = 64


def rolling(games: Sequence[Regret]) -> list[float]:
    """Return the rolling fraction of wasted moves, for each game with something to lose."""
    judged = [game for game in games if game.judged]
    sums = (sum(judged[max(0, n - LAST) : n], Regret()) for n in range(1, len(judged) + 1))
    return [each.fraction or 0.0 for each in sums]


def trying_card(ui: Ui, trying: MistakeCollector, offered: Commands) -> Layout | None:
    """Return the card of positions and curve, or None without an analysed game."""
    tr, whole = ui.tr, sum(trying.games, Regret())
    if not trying.count and not whole.judged:
        return None
    count = tr("trying.count", count=trying.count)
    button = Box(offered.button("try_again"), height=44)
    words = Flexible(Label(count, 16, bold=True, middle=True))
    first = Row(words, NoShrink(button), gap=16)
    shares = rolling(trying.games)
    fraction = whole_percent(whole.fraction or 0)
    text = tr("trying.regret", errors=whole.errors, count=whole.judged, share=fraction)
    below = [Label(text, 14, quiet=True)] if whole.judged else []
    if trying.games:
        below.append(Label(tr("trying.missed", missed=trying.missed), 14, quiet=True))
    curve = [regret_chart(ui, shares)] if len(shares) > 1 else []
    return Card(Column(first, *curve, *below, gap=12), tr("trying.title"), pad=24, foot=18)


def regret_chart(ui: Ui, shares: Sequence[float]) -> Chart:
    """Return the chart of fractions, from 0 to the largest, over the games, the newest last."""
    c, top = ui.theme.colours, max(0.1, *shares)
    points = list(enumerate(shares))
    ticks = [Tick(share, percent_text(ui, share)) for share in (0, top)]
    marks = [Marker(x, y, mix(c.loss, c.text, 0.2), 3) for x, y in points]
    return Chart(
        ChartAxis(0, len(shares) - 1),
        ChartAxis(0, top, ticks),
        [LineSeries(points, c.loss), *marks],
        size=(120, 120, CURVE),
        key="regret",
    )
