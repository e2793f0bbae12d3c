"""The table of a bot's card: what it throws away in each game, and its place between the levels."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from engine.arena.card import GameCard
from engine.levels import LEVELS
from engine.registry import name_of
from gui.boards.previews import cut_art, preview
from gui.boards.values import interval_text, percent_text, thrown_bar
from gui.kit.table import NOWHERE, Table, TableCell, TableColumn
from gui.own.card_model import POSITIONS, BotCard, placed
from gui.own.position_list import fault_cell
from gui.theme import mix
from gui.ui import Ui

ART = (60, 44)
ROW = 50
BAR, SCALE, END = 120, 270, 34  # widths; END is the room of half a level's name beside the scale
DIM = 0.6  # of figures that are not those of the present text, or not complete
SHORTEST = 0.95  # milliseconds: a shorter time is told with a decimal


def card_table(ui: Ui, card: BotCard, chosen: int, choose: Callable[[int], None]) -> Table:
    """Return the table of a card, a row for each game."""
    head = partial(_head, ui)
    levels = any(each.level_errors for each in card.cards.values()) or not card.cards
    names = TableCell(ui.tr("card.place"), draw=_level_names, width=SCALE)
    columns = [
        TableColumn(head("game"), 0),
        TableColumn(head("thrown")),
        TableColumn(head("interval")),
        TableColumn(drop=1),
        *([TableColumn(names, 0.5, drop=3)] if levels else []),
        TableColumn(head("median"), drop=2),
        TableColumn(head("longest")),
        TableColumn(head("faults")),
    ]
    rows = [_row(ui, card, game, levels) for game in card.games]
    return Table(
        columns,
        rows,
        choose=lambda row, column: choose(row),
        at=(chosen, 0) if rows else NOWHERE,
        row_height=ROW,
        key="games",
    )


def _head(ui: Ui, name: str) -> str:
    return ui.tr(f"card.column.{name}")


def _row(ui: Ui, card: BotCard, game: str, levels: bool) -> list[str | TableCell]:
    size, figures = (ui.theme.tx(ART[0]), ui.theme.tx(ART[1])), card.cards.get(game)
    make = partial(preview, game, size, ui.theme, ui.brush)
    name, c = ui.tr(name_of(game)), ui.theme.colours
    picture, note = cut_art(ui, ("card", game), size, make), ""
    if figures is None or not figures.positions:
        # A file that cannot be loaded is measured in no game.
        note, figure = ("", "–") if card.fault is not None else (ui.tr("card.waits"), "")
        empty = TableCell(draw=partial(_scale, None, 1.0), width=SCALE)
        scales = [empty] if levels else []
        named = TableCell(name, note=note, size=16, bold=True, picture=picture)
        return [named, figure, figure, "", *scales, figure, figure, figure]
    if not card.is_complete(game) and not card.is_old(game):
        note = ui.tr("card.of", count=figures.positions, all=POSITIONS)
    shown = DIM if card.is_old(game) or game == card.playing else 1.0
    ink = mix(c.panel, c.text, shown)
    text = partial(TableCell, ink=ink)
    share = figures.share if figures.judged else None
    between = "–" if share is None else interval_text(ui, figures.interval, share)
    scale = TableCell(draw=partial(_scale, figures, shown), width=SCALE)
    return [
        TableCell(name, note=note, size=16, bold=True, picture=picture),
        text("–" if share is None else percent_text(ui, share), size=16, bold=True),
        text(between, mono=True),
        TableCell(draw=partial(thrown_bar, share, shown=shown), width=BAR),
        *([scale] if levels else []),
        *(text(time) for time in _times(ui, figures.seconds)),
        fault_cell(ui, len(figures.faults), ink),
    ]


def _times(ui: Ui, seconds: Sequence[float]) -> tuple[str, str]:
    """Return the median and the longest time of a decision."""
    if not seconds:
        return "–", "–"
    return _time(ui, statistics.median(seconds)), _time(ui, max(seconds))


def _time(ui: Ui, seconds: float) -> str:
    """Return a time in the unit that suits it."""
    if seconds >= 1:
        return ui.tr("card.seconds", seconds=seconds)
    key = "card.milliseconds" if 1000 * seconds >= SHORTEST else "card.part_millisecond"
    return ui.tr(key, ms=1000 * seconds)


def _line(ui: Ui, box: pygame.Rect) -> tuple[int, int]:
    """Return the ends of a scale: half the name of a level has room beside each."""
    return box.x + ui.theme.tx(END), box.right - ui.theme.tx(END)


def _at(ui: Ui, box: pygame.Rect, place: float) -> int:
    left, right = _line(ui, box)
    return round(left + (right - left) * place / (len(LEVELS) - 1))


def _level_names(ui: Ui, target: pygame.Surface, box: pygame.Rect) -> None:
    """Draw the names of the levels, each above its place on the scales."""
    theme, quiet = ui.theme, ui.theme.colours.text2
    for number, level in enumerate(LEVELS):
        at, name = (_at(ui, box, number), box.centery), ui.tr(f"player.{level}.name")
        theme.blit_text(target, name, 14, at, quiet, align=0.5)


def _scale(
    figures: GameCard | None, shown: float, ui: Ui, target: pygame.Surface, box: pygame.Rect
) -> None:
    """Draw the scale of the levels with the bot's place and its interval."""
    theme, c = ui.theme, ui.theme.colours
    left, right = _line(ui, box)
    middle, thick, tick = box.centery, theme.px(4), theme.tx(14)
    line = pygame.Rect(left, middle - thick // 2, right - left, thick)
    ui.brush.rounded(target, line, thick // 2, c.line)
    for number in range(len(LEVELS)):
        target.fill(c.text2, (_at(ui, box, number) - 1, middle - tick // 2, 2, tick))
    ends = placed(figures) if figures is not None else {}
    if not ends:
        return
    ink = mix(c.panel, c.text, shown)
    first, last = _at(ui, box, ends["low"]), _at(ui, box, ends["high"])
    target.fill(ink, (first, middle - 1, last - first + 1, 3))
    for x in (first, last):
        target.fill(ink, (x - 1, middle - theme.tx(6), 3, 2 * theme.tx(6)))
    radius, dot = theme.tx(7), mix(c.panel, c.accent, shown)
    disc = pygame.Rect(0, 0, 2 * radius, 2 * radius)
    disc.center = (_at(ui, box, ends["place"]), middle)
    ui.brush.rounded(target, disc, radius, dot, c.panel, 2)
