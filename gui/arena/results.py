"""Results of an experiment: picture and tables, in which each row and bar opens its games."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from engine.arena_positions import PlayerScore
from engine.registry import parse_player
from engine.report import PairingTally
from engine.report_ratings import Standing
from gui.arena.form import ExperimentKind
from gui.arena.model import ArenaViewModel, PairSelection, names_of
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size, Widget, key_pressed
from gui.plot import bar_places, draw_sweep, legend, places, write_picture
from gui.theme import Colour, mix
from gui.ui import Ui

SWEEP_COLUMNS = ("name", "score", "interval", "elo", "ms", "thrown")
FEWEST_ROWS = 3  # minimum number of rows a table has room for
ROW, HEAD = 32, 40
FULL_BAR = 0.4  # the fraction of lost moves that fills the bar
Choose = Callable[[PairSelection], None]


class TableRows(Widget):
    """Table of selectable lines; the arrows move, a click and Enter choose."""

    focusable = True

    def __init__(self, key: str, count: int, chosen: int, choose: Callable[[int], None]) -> None:
        super().__init__(key)
        self.count = count
        self.chosen = chosen
        self.choose = choose
        self.pointed = -1
        self.enabled = count > 0

    def height(self, ui: Ui) -> int:
        """Return the height of one line."""
        return ui.theme.tx(ROW)

    def head(self, ui: Ui) -> int:
        """Return the height of the heading."""
        return ui.theme.tx(HEAD)

    def size_hint(self, ui: Ui, width: int) -> Size:
        wide = min(ui.theme.tx(700), max(ui.theme.tx(300), width))
        return wide, self.head(ui) + max(FEWEST_ROWS, self.count) * self.height(ui)

    def line(self, ui: Ui, index: int) -> pygame.Rect:
        """Return the rectangle of a line."""
        high = self.height(ui)
        top = self.rect.y + self.head(ui) + index * high
        return pygame.Rect(self.rect.x, top, self.rect.w, high)

    def _at(self, y: int) -> int:
        rest = y - self.rect.y - (self.rect.h and self._head)
        index = rest // max(1, self._high)
        return index if rest >= 0 and index < self.count else -1

    _head = _high = 0  # in pixels, as they were drawn last

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before, self.pointed = self.pointed, self._at(event.pos[1])
            return before != self.pointed
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            index = self._at(event.pos[1])
            if index >= 0:
                self.chosen = index
                self.choose(index)
            return True
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        if key_pressed(event, *steps):
            self.chosen = min(self.count - 1, max(0, self.chosen + steps[event.key]))
            self.choose(self.chosen)
            return True
        if key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER) and self.chosen >= 0:
            self.choose(self.chosen)
            return True
        return False

    def draw_lines(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw selection and hover backgrounds."""
        c = ui.theme.colours
        self._head, self._high = self.head(ui), self.height(ui)
        for index in range(self.count):
            box = self.line(ui, index).inflate(-2, -2)
            if index == self.chosen:
                ui.brush.rounded(target, box, ui.theme.px(8), c.raised)
            elif index == self.pointed and self.hovered:
                ui.brush.rounded(target, box, ui.theme.px(8), c.hover)


def cells(
    ui: Ui,
    target: pygame.Surface,
    line: pygame.Rect,
    widths: Sequence[int],
    texts: Sequence[str],
    head: bool = False,
) -> None:
    """Draw texts in columns: the first aligned left, numbers right; long texts are shortened."""
    theme, x = ui.theme, line.x
    for index, (text, width) in enumerate(zip(texts, widths, strict=True)):
        first = index == 0
        ink = theme.colours.text2 if head else theme.colours.text
        size, mono, bold = (14 if head else 16), not head and not first, first and not head
        if not head and mono:
            size = 14
        shown = shorten(theme, text, size, width - theme.px(8), bold, mono)
        at = (x + theme.px(8), line.centery) if first else (x + width, line.centery)
        align = 0 if first else 1
        theme.blit_text(target, shown, size, at, ink, bold=bold, mono=mono, align=align)
        x += width


def column_widths(ui: Ui, room: int, rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the width of each column; the first takes the rest and shrinks first."""
    theme = ui.theme
    needed = [
        max(
            theme.width(
                row[at],
                14 if index == 0 or at else 16,
                bool(index) and at == 0,
                bool(index) and at > 0,
            )
            for index, row in enumerate(rows)
        )
        + theme.px(12)
        for at in range(len(rows[0]))
    ]
    others = sum(needed[1:])
    if others + theme.tx(48) > room:
        scale = max(0.0, (room - theme.tx(48)) / max(1, others))
        needed[1:] = [int(width * scale) for width in needed[1:]]
    return [max(0, room - sum(needed[1:])), *needed[1:]]


def without_cut_columns(
    ui: Ui, room: int, rows: list[list[str]], short: Sequence[str]
) -> list[list[str]]:
    """Return the rows of a sweep with short Elo, without Elo, or without times, until they fit."""
    shorter = [[*row[:3], elo, *row[4:]] for row, elo in zip(rows, short, strict=True)]
    for left_out, whole in (((), rows), ((), shorter), ((3,), rows), ((3, 4), rows)):
        kept = [[text for at, text in enumerate(row) if at not in left_out] for row in whole]
        needed = [
            max(ui.theme.width(row[at], 14, mono=index > 0) for index, row in enumerate(kept))
            for at in range(len(kept[0]))
        ]
        if sum(needed) + len(needed) * ui.theme.px(12) <= room:
            break
    return kept


def _share_text(ui: Ui, fraction: float | None) -> str:
    return ui.tr("arena.share", share=100 * fraction) if fraction is not None else "–"


class RankingTable(TableRows):
    """The players of a tournament, the strongest first; the bar is the value they lost."""

    def __init__(self, ui: Ui, view_model: ArenaViewModel, choose: Choose) -> None:
        self.ranking = view_model.ranking
        ranked = sorted(view_model.ranking, key=lambda e: e.player)
        names = names_of([each.text for each in ranked], view_model.played)
        self.names = [ui.tr(names[each.player]) for each in view_model.ranking]
        cell = view_model.cell
        chosen = -1
        if cell is not None and cell.other is None:
            players = [each.player for each in view_model.ranking]
            chosen = players.index(cell.player) if cell.player in players else -1
        self.judged = any(each.thrown is not None for each in view_model.ranking)
        super().__init__(
            "ranking",
            len(view_model.ranking),
            chosen,
            lambda i: choose(PairSelection(self.ranking[i].player)),
        )

    def texts(self, ui: Ui, index: int) -> list[str]:
        """Return the texts of a line."""
        each, tr = self.ranking[index], ui.tr
        low, high = each.interval
        between = tr("arena.between", low=round(100 * low), high=round(100 * high))
        return [
            f"{index + 1}  {self.names[index]}",
            tr("value.percent", share=round(100 * each.score)) if each.games else "–",
            between if each.games else "–",
            tr(each.rating.message) if each.games else "–",
            _share_text(ui, thrown_share(each)) if self.judged else "",
        ]

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        self.draw_lines(ui, target)
        heads = [ui.tr(f"arena.column.{n}") for n in ("player", "score", "interval", "elo")]
        heads.append(ui.tr("arena.column.thrown") if self.judged else "")
        rows = [heads, *(self.texts(ui, index) for index in range(self.count))]
        widths = column_widths(ui, self.rect.w - theme.px(8), rows)
        bar = min(theme.tx(160), max(0, widths[0] - theme.tx(190))) if self.judged else 0
        widths[0] -= bar
        line = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, self._head)
        cells(ui, target, line, [*widths[:4], bar + widths[4]], heads, True)
        target.fill(c.hair, (self.rect.x, line.bottom - 2, self.rect.w, 1))
        for index in range(self.count):
            line = self.line(ui, index)
            texts = rows[index + 1]
            cells(ui, target, line, [*widths[:4], bar + widths[4]], texts)
            fraction = thrown_share(self.ranking[index])
            if bar > theme.tx(40) and fraction is not None:
                left = line.x + sum(widths[:4]) + theme.px(24)
                track = pygame.Rect(left, 0, bar - theme.px(28), theme.px(10))
                track.centery = line.centery
                thrown_bar(ui, target, track, fraction)


def thrown_share(standing: Standing) -> float | None:
    """Return the fraction of moves with which a player lost value, None when nothing was judged."""
    return None if standing.thrown is None else standing.thrown.whole.fraction


def thrown_bar(ui: Ui, target: pygame.Surface, track: pygame.Rect, fraction: float) -> None:
    """Draw the bar of lost value: full at 40 %."""
    c, radius = ui.theme.colours, track.h // 2
    ui.brush.rounded(target, track, radius, c.line)
    width = round(track.w * min(1.0, fraction / FULL_BAR))
    if width:
        box = pygame.Rect(track.x, track.y, max(track.h, width), track.h)
        ui.brush.rounded(target, box, radius, c.loss)


class SweepTable(TableRows):
    """The settings of a sweep, one line each; the running one has a frame."""

    def __init__(self, view_model: ArenaViewModel, choose: Choose) -> None:
        self.tallies = view_model.tallies
        self.values = view_model.values
        self.playing = view_model.playing
        chosen = view_model.cell.player if view_model.cell is not None else -1
        super().__init__(
            "table", len(view_model.tallies), chosen, lambda index: choose(PairSelection(index))
        )

    def height(self, ui: Ui) -> int:
        return ui.theme.tx(28)

    def head(self, ui: Ui) -> int:
        return ui.theme.tx(32)

    def texts(self, ui: Ui, index: int) -> list[str]:
        """Return the texts of a line."""
        tally, tr = self.tallies[index], ui.tr
        name = tr.number(self.values[index]) if index < len(self.values) else ""
        if not tally.games:
            return [name, *[""] * (len(SWEEP_COLUMNS) - 1)]
        low, high = tally.interval
        thrown = tally.thrown[0].whole.fraction if tally.thrown is not None else None
        return [
            name,
            tr("value.percent", share=round(100 * tally.score)),
            tr("arena.between", low=round(100 * low), high=round(100 * high)),
            tr(tally.rating.message),
            tr("arena.milliseconds", ms=tally.milliseconds),
            _share_text(ui, thrown),
        ]

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        self.draw_lines(ui, target)
        rows = [
            [ui.tr(f"arena.column.{name}") for name in SWEEP_COLUMNS],
            *(self.texts(ui, index) for index in range(self.count)),
        ]
        ratings = [ui.tr(each.rating.short_message) if each.games else "" for each in self.tallies]
        short = [rows[0][3], *ratings]
        rows = without_cut_columns(ui, self.rect.w - theme.px(8), rows, short)
        widths = column_widths(ui, self.rect.w - theme.px(8), rows)
        line = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, self._head)
        cells(ui, target, line, widths, rows[0], True)
        target.fill(c.hair, (self.rect.x, line.bottom - 2, self.rect.w, 1))
        for index in range(self.count):
            line = self.line(ui, index)
            if index == self.playing:
                box = line.inflate(-2, -2)
                ground = mix(c.panel, c.accent, 0.1)
                ui.brush.rounded(target, box, theme.px(8), ground, c.accent, 1)
            cells(ui, target, line, widths, rows[index + 1])


class MarksTable(TableRows):
    """Correct answers of each player by level, and the time of a decision."""

    def __init__(self, ui: Ui, view_model: ArenaViewModel) -> None:
        self.marks = view_model.marks
        asked = [mark.player for mark in view_model.marks]
        self.names = [ui.tr(name) for name in names_of(asked, view_model.played)]
        super().__init__("marks", len(view_model.marks), -1, lambda index: None)
        self.focusable = False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, tr = ui.theme, ui.tr
        self.draw_lines(ui, target)
        levels = [n for n in (1, 2, 3, 4, 5) if self.marks and self.marks[0].levels[n][0]]
        # columns of levels only if all of them fit
        most = (self.rect.w - theme.tx(340)) // theme.tx(72)
        levels = levels if len(levels) <= most else []
        heads = [tr(f"arena.column.{name}") for name in ("player", "right", "interval")]
        heads += [tr("arena.column.level", level=level) for level in levels]
        rows = [[*heads, tr("arena.column.ms_decision")]]
        for name, mark in zip(self.names, self.marks, strict=True):
            rows.append(self._texts(ui, name, mark, levels))
        widths = column_widths(ui, self.rect.w - theme.px(8), rows)
        line = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, self._head)
        cells(ui, target, line, widths, rows[0], True)
        target.fill(theme.colours.hair, (self.rect.x, line.bottom - 2, self.rect.w, 1))
        for index in range(self.count):
            cells(ui, target, self.line(ui, index), widths, rows[index + 1])

    @staticmethod
    def _texts(ui: Ui, name: str, mark: PlayerScore, levels: Sequence[int]) -> list[str]:
        tr = ui.tr
        if not mark.asked:
            return [name, *["–"] * (len(levels) + 3)]
        low, high = mark.interval
        parts = [mark.levels[level] for level in levels]
        return [
            name,
            tr("value.percent", share=round(100 * mark.fraction)),
            tr("arena.between", low=round(100 * low), high=round(100 * high)),
            *(
                tr("value.percent", share=round(100 * right / asked)) if asked else "–"
                for asked, right in parts
            ),
            tr("arena.milliseconds", ms=mark.milliseconds),
        ]


class HeatGrid(Widget):
    """Grid of pairs: the points of the row's player against the column's, in percent."""

    focusable = True
    CELL, GAP = 52, 4

    def __init__(self, ui: Ui, view_model: ArenaViewModel, choose: Choose) -> None:
        super().__init__("grid")
        self.view_model = view_model
        self.order = [each.player for each in view_model.ranking]
        ranked = sorted(view_model.ranking, key=lambda e: e.player)
        named = names_of([each.text for each in ranked], view_model.played)
        self.names = [ui.tr(named[player]) for player in self.order]
        self.choose = choose
        self._places: dict[tuple[int, int], pygame.Rect] = {}
        self._pointed: tuple[int, int] | None = None

    def size_hint(self, ui: Ui, width: int) -> Size:
        count = max(2, len(self.order))
        widest = max((ui.theme.width(name, 14) for name in self.names), default=0)
        label = widest + ui.theme.tx(36)
        natural = label + count * ui.theme.tx(self.CELL + self.GAP)
        least = ui.theme.tx(84) + count * ui.theme.tx(34)
        high = ui.theme.tx(24) + count * ui.theme.tx(self.CELL + self.GAP)
        return min(natural, max(least, width)), min(high, ui.theme.tx(24 + 44 * count))

    def _layout(self, ui: Ui) -> tuple[int, int]:
        """Return the width of the names and the pitch of the cells."""
        theme, count = ui.theme, max(1, len(self.order))
        widest = max((theme.width(name, 14) for name in self.names), default=0)
        pitch = min(
            theme.tx(self.CELL + self.GAP),
            (self.rect.w - theme.tx(84)) // count,
            (self.rect.h - theme.tx(24)) // count,
        )
        return min(widest + theme.tx(36), self.rect.w - pitch * count), max(8, pitch)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before, self._pointed = self._pointed, self._at(event.pos)
            return before != self._pointed
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found = self._at(event.pos)
            if found is not None:
                self._pick(*found)
            return True
        steps = {
            pygame.K_UP: (-1, 0),
            pygame.K_DOWN: (1, 0),
            pygame.K_LEFT: (0, -1),
            pygame.K_RIGHT: (0, 1),
        }
        if key_pressed(event, *steps):
            self._walk(*steps[event.key])
            return True
        if key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER):
            self._pick(*self._now())
            return True
        return False

    def _now(self) -> tuple[int, int]:
        cell = self.view_model.cell
        if cell is None or cell.other is None or cell.player not in self.order:
            return 0, 1
        return self.order.index(cell.player), self.order.index(cell.other)

    def _walk(self, down: int, right: int) -> None:
        """Move the selection; the diagonal is skipped."""
        row, column, count = *self._now(), len(self.order)
        for _ in range(2):
            row, column = row + down, column + right
            if not (0 <= row < count and 0 <= column < count):
                return
            if row != column:
                self._pick(row, column)
                return

    def _pick(self, row: int, column: int) -> None:
        if row != column and max(row, column) < len(self.order):
            self.choose(PairSelection(self.order[row], self.order[column]))

    def _at(self, position: tuple[int, int]) -> tuple[int, int] | None:
        return next((k for k, box in self._places.items() if box.collidepoint(position)), None)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        label, pitch = self._layout(ui)
        side, top = pitch - theme.px(self.GAP), self.rect.y + theme.tx(24)
        self._places = {}
        chosen = self._now() if self.view_model.cell is not None else None
        for row, name in enumerate(self.names):
            middle = top + row * pitch + side // 2
            number = theme.tx(20)
            theme.blit_text(
                target,
                str(row + 1),
                14,
                (self.rect.x + number // 2, middle),
                c.text2,
                mono=True,
                align=0.5,
            )
            text = shorten(theme, name, 14, label - number - theme.px(8))
            theme.blit_text(target, text, 14, (self.rect.x + number, middle))
            at = (self.rect.x + label + row * pitch + side // 2, top - theme.tx(12))
            theme.blit_text(target, str(row + 1), 14, at, c.text2, align=0.5)
            for column in range(len(self.names)):
                box = pygame.Rect(
                    self.rect.x + label + column * pitch, top + row * pitch, side, side
                )
                self._places[row, column] = box
                picked = (row, column) == chosen
                self._cell(ui, target, box, self.order[row], self.order[column], picked)

    def _cell(
        self, ui: Ui, target: pygame.Surface, box: pygame.Rect, a: int, b: int, chosen: bool
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        found = self.view_model.between(a, b)
        if found is None or not found[0].games:
            ui.brush.rounded(target, box, theme.px(8), c.table2, c.hair, 1)
            return
        tally, side = found
        fraction = tally.score if side == 0 else 1 - tally.score
        ground = heat(c.panel, c.win, c.loss, fraction)
        ui.brush.rounded(target, box, theme.px(8), ground, c.hair, 1)
        text = ui.tr.number(round(100 * fraction))
        theme.blit_text(target, text, 14, box.center, bold=True, align=0.5)
        if chosen:
            around = box.inflate(theme.px(4), theme.px(4))
            ui.brush.rounded(target, around, theme.px(10), None, c.accent, 2)


def heat(panel: Colour, win: Colour, loss: Colour, fraction: float) -> Colour:
    """Return the background of a cell: a one-sided result has more colour."""
    return mix(panel, win if fraction >= 0.5 else loss, 0.55 * abs(fraction - 0.5) * 2)


class SweepPicture(Widget):
    """Stacked bars of wins, losses and draws for each budget; a click on a bar lists its games."""

    def __init__(self, view_model: ArenaViewModel, choose: Choose) -> None:
        super().__init__("picture")
        self.view_model = view_model
        self.choose = choose

    def size_hint(self, ui: Ui, width: int) -> Size:
        wide = min(ui.theme.tx(600), max(ui.theme.tx(300), width))
        return wide, ui.theme.tx(200)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for index, box in enumerate(self._boxes):
                if box.left <= event.pos[0] <= box.right:
                    self.choose(PairSelection(index))
            return True
        return False

    _boxes: Sequence[pygame.Rect] = ()

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        view_model = self.view_model
        head = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, ui.theme.tx(28))
        legend(ui, target, head)
        area = pygame.Rect(self.rect.x, head.bottom, self.rect.w, self.rect.bottom - head.bottom)
        draw_sweep(ui, target, area, view_model.rows, ui.tr(view_model.axis), view_model.playing)
        self._boxes = bar_places(ui, area, view_model.rows)


class MarksPicture(Widget):
    """Plot of correct answers over the budget: a line per kind of player, a point per player."""

    def __init__(self, view_model: ArenaViewModel) -> None:
        super().__init__("picture")
        self.view_model = view_model

    def size_hint(self, ui: Ui, width: int) -> Size:
        wide = min(ui.theme.tx(600), max(ui.theme.tx(300), width))
        return wide, ui.theme.tx(200)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, marks = ui.theme, ui.theme.colours, self.view_model.marks
        left, foot = self.rect.x + theme.tx(64), theme.tx(56)
        plot = pygame.Rect(left, self.rect.y + theme.tx(12), 0, self.rect.h - foot - theme.tx(12))
        plot.w = self.rect.right - left
        for quarter in range(5):
            y = plot.bottom - plot.h * quarter // 4
            target.fill(c.hair, (plot.x, y, plot.w, 1))
            fraction = ui.tr("value.percent", share=25 * quarter)
            theme.blit_text(target, fraction, 14, (plot.x - theme.tx(12), y), c.text2, align=1)
        axis = (plot.centerx, self.rect.bottom - theme.tx(12))
        theme.blit_text(target, ui.tr("arena.marks_axis"), 14, axis, c.text2, align=0.5)
        points = points_of(marks, plot)
        for kind in dict.fromkeys(parse_player(mark.player).kind for mark in marks):
            own = [
                at
                for at, m in zip(points, marks, strict=True)
                if parse_player(m.player).kind == kind
            ]
            for a, b in itertools.pairwise(sorted(own)):
                pygame.draw.aaline(target, c.accent, a, b)
        asked = [mark.player for mark in marks]
        names = [ui.tr(name) for name in names_of(asked, self.view_model.played)]
        room = plot.w // max(1, len(marks))
        for (x, y), mark, name in zip(points, marks, names, strict=True):
            if mark.asked:
                low, high = (plot.bottom - round(plot.h * end) for end in mark.interval)
                target.fill(c.text2, (x - 1, high, max(2, theme.px(2)), max(1, low - high)))
                ui.brush.disc(target, (x, y), theme.px(7), c.accent)
            text = shorten(theme, name, 14, room - theme.px(6))
            theme.blit_text(target, text, 14, (x, plot.bottom + theme.tx(18)), c.text2, align=0.5)


def points_of(marks: Sequence[PlayerScore], plot: pygame.Rect) -> list[tuple[int, int]]:
    """Return the points of the players: by budget where all are of one kind, else evenly spaced."""
    specs = [parse_player(mark.player) for mark in marks]
    numbers = [spec.number or 0 for spec in specs]
    same = len({(spec.kind, spec.suffix) for spec in specs}) == 1 and min(numbers, default=0) > 0
    if same and len(set(numbers)) == len(numbers) and len(numbers) > 2:
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        spread = places([numbers[index] for index in order], plot.x, plot.w)
        xs = dict(zip(order, spread, strict=True))
    else:
        step = plot.w / max(1, len(marks))
        xs = {index: plot.x + step * (index + 0.5) for index in range(len(marks))}
    return [
        (round(xs[index]), plot.bottom - math.floor(plot.h * mark.fraction))
        for index, mark in enumerate(marks)
    ]


def save_picture(ui: Ui, path: Path, view_model: ArenaViewModel) -> None:
    """Write the picture to a PNG file. ReportError when it cannot be written."""
    surface = pygame.Surface((1000, 560))
    surface.fill(ui.theme.colours.panel)
    picture: Widget = SweepPicture(view_model, lambda cell: None)
    if view_model.kind is ExperimentKind.TOURNAMENT:
        picture = RankingTable(ui, view_model, lambda cell: None)
    elif view_model.kind is ExperimentKind.POSITIONS:
        picture = MarksPicture(view_model)
    picture.rect = surface.get_rect().inflate(-40, -40)
    picture.draw(ui, surface)
    write_picture(surface, path)


def tally_text(ui: Ui, tally: PairingTally, side: int) -> str:
    """Return won, drawn and lost from one side, and the number of distinct games if some repeat."""
    won, lost = (tally.wins, tally.losses) if side == 0 else (tally.losses, tally.wins)
    text = ui.tr("arena.results", won=won, drawn=tally.draws, lost=lost)
    return f"{text} · {ui.tr(tally.repeated)}" if tally.repeated else text
