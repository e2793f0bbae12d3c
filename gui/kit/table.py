"""A table: heads, rows of cells, columns that give way where room is short.

    Table(
        [TableColumn("Player", align=0), TableColumn("Score"), TableColumn("Elo", drop=1)],
        [["mcts:200", "75 %", TableCell("+190 ± 40", short="+190")], ...],
        choose=lambda row, column: ...,
    )

Where the room is short, cells first write their short texts, then columns leave, those with the
lowest `drop` first and all of one number together, and the tooltip of a row tells what left; at
last the first column is shortened, and the others shrink in proportion. Texts break into smaller
lines, as many as their row has room for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum, auto
from functools import partial

import pygame

from gui.kit.accessible import AccessibleInfo, Role, sentence
from gui.kit.text_wrap import shorten_name, wrap
from gui.kit.widget import ARROW_KEYS, Widget, key_pressed
from gui.theme import Colour, Theme, mix
from gui.ui import Ui

LEAST_FIRST = 48  # the width to which the first column shrinks before the others do
SMALL = 12  # the letters of a text that has no room in its usual ones
LINE = 13  # the height of one of several lines of these


class Choosing(Enum):
    """The parts of a table that are chosen as one."""

    ROWS = auto()
    COLUMNS = auto()
    CELLS = auto()


@dataclass(frozen=True, slots=True)
class TableCell:
    """The content of a cell: a text after a picture, with a quiet note, or a drawing of its own.

    `short` stands for both text and note where there is little room.
    `size` is that of the letters, `least` the one to which they shrink, `width` that of the
    drawing, in mockup pixels. A `best` cell has the accent's frame. A `loose` cell widens no
    column, and reaches over the empty ones after it.
    """

    text: str = ""
    short: str = ""
    note: str = ""
    ink: Colour | None = None
    ground: Colour | None = None
    size: float = 14
    bold: bool = False
    mono: bool = False
    best: bool = False
    picture: pygame.Surface | None = None
    draw: Callable[[Ui, pygame.Surface, pygame.Rect], None] | None = None
    width: float = 0
    least: float = SMALL
    loose: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing is drawn in it."""
        return not self.text and self.picture is None and self.draw is None


@dataclass(frozen=True, slots=True)
class TableColumn:
    """The head of a column, its alignment (0 left, 1 right), and when it leaves (0 never).

    It has room for the `awaited` cells from the beginning, so that it stays in its place when they
    come. The tooltip is that of its head.
    """

    head: str | TableCell = ""
    align: float = 1.0
    drop: int = 0
    awaited: Sequence[TableCell] = ()
    tooltip: str = ""


Content = str | TableCell
Place = tuple[int, int]  # a row and a column; -1 for none
NOWHERE = (-1, -1)


@dataclass(eq=False)
class Table(Widget):
    """Rows of cells below their heads; `choose` is called with the row and the column.

    `open_row` is called with a row at a click on it and at Enter.

    Rows shrink from `row_height` to `least_row` where the table is lower than it asked for. `at` is
    the chosen place, `marked` a row with the accent's frame. Cells for which `able` is false are
    passed over.
    """

    layout: Sequence[TableColumn]
    contents: Sequence[Sequence[Content]]  # of the rows
    _: KW_ONLY
    choosing: Choosing = Choosing.ROWS
    choose: Callable[[int, int], None] | None = None
    open_row: Callable[[int], None] | None = None
    able: Callable[[int, int], bool] = lambda row, column: True
    at: Place = NOWHERE
    marked: int = -1
    row_height: float = 32
    least_row: float | None = None
    head_height: float = 40
    fewest_rows: int = 1
    even: bool = False  # all columns but the first one have one width
    packed: bool = False  # room that is not needed stays free at the right
    total: bool = False  # a line separates the last row
    size: tuple[float, float] | None = None  # preferred and least width; None: of the texts
    key: str = "table"

    def __post_init__(self) -> None:
        super().__init__(self.key)
        heads = (column.head for column in self.layout)
        self.columns = [head if isinstance(head, TableCell) else TableCell(head) for head in heads]
        self.rows = [[_cell(each, at) for at, each in enumerate(row)] for row in self.contents]
        self.lowest = self.row_height if self.least_row is None else self.least_row
        self.focusable = self.choose is not None
        self.enabled = bool(self.rows)
        self._pointed: Place = NOWHERE
        self._places: dict[Place, pygame.Rect] = {}  # of heads and cells, as drawn last
        self._left: list[int] = []  # the columns that had no room, as drawn last

    def adopt_state(self, old: Widget) -> None:
        """Keep the tooltip of the row under the mouse."""
        if isinstance(old, Table):
            self.tooltip, self._pointed = old.tooltip, old._pointed

    # -- measuring -------------------------------------------------------------------------------

    def measure_min_width(self, ui: Ui) -> int:
        if self.size is not None:
            return ui.theme.tx(self.size[1])
        columns = [at for at, column in enumerate(self.layout) if not column.drop] or [0]
        first, *rest = self._needed(ui, columns, short=True)
        return min(self.preferred_width(ui), sum(rest) + min(first, ui.theme.tx(LEAST_FIRST)))

    def measure_preferred_width(self, ui: Ui) -> int:
        if self.size is not None:
            return ui.theme.tx(self.size[0])
        return sum(self._needed(ui, range(len(self.columns)), short=False)) + ui.theme.px(8)

    def measure_height(self, ui: Ui, width: int) -> int:
        rows = max(self.fewest_rows, len(self.rows))
        return ui.theme.tx(self.head_height) + rows * ui.theme.tx(self.lowest)

    def _needed(self, ui: Ui, columns: Sequence[int], *, short: bool) -> list[int]:
        """Return the width of the widest content of each of these columns."""
        gap = ui.theme.px(12)
        widths = [
            gap
            + max(
                self._head_width(ui, self.columns[at], short),
                *[_width(ui, row[at], short) for row in self.rows if not row[at].loose],
                *[_width(ui, cell, short) for cell in self.layout[at].awaited],
                0,
            )
            for at in columns
        ]
        if self.even and len(widths) > 1:
            widths[1:] = [max(widths[1:])] * (len(widths) - 1)
        return widths

    def _head_width(self, ui: Ui, head: TableCell, short: bool) -> int:
        """Return the width of a head; a short one breaks into two lines where they have room."""
        whole = _width(ui, head, short)
        if not short or head.picture is not None:
            return whole
        signs, cell = head.short or head.text, replace(head, note="")
        gaps = [at for at, sign in enumerate(signs) if sign == " "]
        halves = [(signs[:at], signs[at + 1 :]) for at in gaps]
        texts = [[_width(ui, replace(cell, text=half), False) for half in two] for two in halves]
        return min([whole, *map(max, texts)])

    def fitting(self, ui: Ui) -> tuple[list[int], list[int], bool]:
        """Return the visible columns, their widths, and whether the cells write short texts."""
        room = self.rect.w - ui.theme.px(8)
        columns = list(range(len(self.columns)))
        for drop in sorted({column.drop for column in self.layout} | {0}):
            if drop:
                columns = [at for at in columns if self.layout[at].drop != drop]
            widths, short = self._needed(ui, columns, short=False), False
            if sum(widths) > room:
                brief = self._needed(ui, columns, short=True)
                if sum(brief) <= sum(widths):
                    widths, short = brief, True
            if sum(widths) <= room:
                break
        else:
            short = True
        if self.packed:
            room = min(room, sum(widths))
        return columns, _fill(ui, room, widths, even=self.even), short

    # -- choosing --------------------------------------------------------------------------------

    def _place_at(self, position: tuple[int, int]) -> Place:
        """Return the place at a point; a head has the row -1."""
        return next((at for at, box in self._places.items() if box.collidepoint(position)), NOWHERE)

    def _left_of(self, row: int) -> str:
        """Return the cells of a row whose columns had no room, each after its head."""
        if self.choosing is not Choosing.ROWS or not 0 <= row < len(self.rows):
            return ""
        pairs = ((self.columns[at].text, self.rows[row][at].text) for at in self._left)
        return " · ".join(f"{head} {text}".strip() for head, text in pairs if text)

    def tip_at_focus(self) -> str:
        return self._left_of(self.at[0]) or super().tip_at_focus()

    def _alike(self, place: Place, other: Place) -> bool:
        """Return whether two places belong to one chosen part."""
        if NOWHERE in (place, other):
            return False
        row, column = place[0] == other[0], place[1] == other[1]
        if self.choosing is Choosing.CELLS:
            return row and column
        return row if self.choosing is Choosing.ROWS else column

    def _choose(self, place: Place) -> None:
        inside = 0 <= place[0] < len(self.rows) and 0 <= place[1] < len(self.columns)
        if self.choose is not None and inside and self.able(*place):
            self.at = place
            self.choose(*place)

    def walk(self, down: int, right: int) -> bool:
        """Choose the next place in a direction; one that is not able is passed over."""
        if self.choosing is Choosing.ROWS:
            right = 0
        elif self.choosing is Choosing.COLUMNS:
            down = 0
        if not (down or right) or not self.rows:
            return False
        row, column = self.at
        for _ in range(2):
            row, column = row + down, column + right
            row = max(0, min(len(self.rows) - 1, row))
            column = max(0, min(len(self.columns) - 1, column))
            if self.able(row, column):
                self._choose((row, column))
                return True
        return True

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before = self._pointed, self.tooltip
            row, column = place = self._place_at(event.pos)
            self._pointed = place if row >= 0 else NOWHERE
            head = self.layout[column].tooltip if row < 0 <= column else ""
            self.tooltip = self._left_of(row) or head
            return before != (self._pointed, self.tooltip)
        if self.choose is None:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._take(self._place_at(event.pos))
            return True
        if key_pressed(event, *ARROW_KEYS):
            right, down = ARROW_KEYS[event.key]
            return self.walk(down, right)
        if key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER):
            self._take(self.at)
            return self.at != NOWHERE
        return False

    def _take(self, place: Place) -> None:
        """Choose a place, and open its row where rows are opened."""
        self._choose(place)
        if self.open_row is not None and place[0] >= 0:
            self.open_row(place[0])

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe each row with its heads, where rows are chosen or nothing is."""
        if self.choose is not None and self.choosing is not Choosing.ROWS:
            return super().accessible(ui)
        heads = [cell.text for cell in self.columns]
        rows = tuple(self._row_info(ui, index, heads) for index in range(len(self.rows)))
        note, enabled = self.tooltip, self.enabled
        return AccessibleInfo(Role.LIST, self.called, note=note, enabled=enabled, parts=rows)

    def _row_info(self, ui: Ui, index: int, heads: Sequence[str]) -> AccessibleInfo:
        cells, line = self.rows[index], self.line(ui, index)
        texts = [cells[0].text or str(index + 1)]
        pairs = zip(heads[1:], cells[1:], strict=True)
        texts += [f"{head} {cell.text}".strip() for head, cell in pairs if cell.text]
        chosen = self.choosing is Choosing.ROWS and index == self.at[0]
        return AccessibleInfo(
            Role.ROW,
            sentence(filter(None, texts)),
            selected=chosen,
            key=str(index),
            place=(line.x, line.y, line.w, line.h),
            current=chosen,
            press=None if self.choose is None else partial(self._take, (index, 0)),
        )

    # -- drawing ---------------------------------------------------------------------------------

    def line(self, ui: Ui, index: int) -> pygame.Rect:
        """Return the rectangle of a row, of the heads for -1."""
        theme, top, height = ui.theme, 0, ui.theme.tx(self.head_height)
        if index >= 0:
            fitting = (self.rect.h - height) // max(1, len(self.rows))
            row = max(theme.tx(self.lowest), min(theme.tx(self.row_height), fitting))
            top, height = height + index * row, row
        return pygame.Rect(self.rect.x, self.rect.y + top, self.rect.w, height)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        columns, widths, short = self.fitting(ui)
        self._places = {}
        head = self.line(ui, -1)
        for row in range(-1, len(self.rows)):
            line, x = self.line(ui, row), self.rect.x
            for at, width in zip(columns, widths, strict=True):
                self._places[row, at] = pygame.Rect(x, line.y, width, line.h)
                x += width
        self._draw_grounds(ui, target)
        heads = [replace(self.columns[at], note="") for at in columns]
        needed = [self._head_width(ui, head, short=True) + theme.px(8) for head in heads]
        narrow = any(need > width for need, width in zip(needed, widths, strict=True))
        for (row, at), box in self._places.items():
            cell = self.columns[at] if row < 0 else self.rows[row][at]
            if row < 0:  # all heads have letters of one size
                size = min(cell.size, SMALL) if narrow else cell.size
                cell = replace(cell, size=size, least=size)
            usual = c.text2 if row < 0 and not cell.bold else c.text
            if cell.loose:
                box = self._reach(row, at, columns)
            _draw_cell(ui, target, box, cell, self.layout[at].align, usual, short=short)
            if self.choosing is Choosing.CELLS and (row, at) == self.at:
                ui.brush.rounded(target, box, theme.px(10), None, c.accent, 2)
        if self.head_height:
            target.fill(c.hair, (self.rect.x, head.bottom - 2, self.rect.w, 1))
        if self.total:
            top = self.line(ui, len(self.rows) - 1).top
            target.fill(c.line, (self.rect.x, top, sum(widths), 1))
        self._left = [at for at in range(len(self.columns)) if at not in columns]
        self.tooltip = self._left_of(self._pointed[0]) or self.tooltip

    def _reach(self, row: int, at: int, kept: Sequence[int]) -> pygame.Rect:
        """Return the box of a loose cell with the empty cells after it."""
        box = self._places[row, at].copy()
        for after in kept[kept.index(at) + 1 :]:
            if not self.rows[row][after].empty:
                break
            box.union_ip(self._places[row, after])
        return box

    def _draw_grounds(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw the grounds of cells, of the marked row, of the chosen and the pointed part."""
        theme, c = ui.theme, ui.theme.colours
        if self.marked >= 0:
            ground = mix(c.panel, c.accent, 0.1)
            box = self.line(ui, self.marked).inflate(-2, -2)
            ui.brush.rounded(target, box, theme.px(8), ground, c.accent, 1)
        if self.choosing is not Choosing.CELLS:
            able = self._pointed != NOWHERE and self.able(*self._pointed)
            if self.hovered and able and not self._alike(self._pointed, self.at):
                self._draw_ground(ui, target, self._pointed, c.hover)
            self._draw_ground(ui, target, self.at, c.raised, c.accent)

    def _draw_ground(
        self,
        ui: Ui,
        target: pygame.Surface,
        place: Place,
        ink: Colour,
        edge: Colour | None = None,
    ) -> None:
        """Draw the ground of the row or the column of a place."""
        boxes = [box for at, box in self._places.items() if self._alike(at, place)]
        if boxes:
            whole = boxes[0].unionall(boxes[1:])
            if self.choosing is Choosing.ROWS:
                whole.x, whole.w = self.rect.x, self.rect.w
            ui.brush.rounded(target, whole.inflate(-2, -2), ui.theme.px(8), ink, edge, 1)


def _cell(content: Content, column: int) -> TableCell:
    """Return the cell of a content; a plain text is bold in the first column, else a number."""
    if isinstance(content, TableCell):
        return content
    return TableCell(content, size=14 if column else 16, bold=column == 0, mono=column > 0)


def _width(ui: Ui, cell: TableCell, short: bool) -> int:
    """Return the width of a cell without its gaps."""
    text = cell.short if short and cell.short else cell.text
    width = ui.theme.width(text, cell.size, cell.bold, cell.mono) + ui.theme.tx(cell.width)
    if cell.note and not short:
        width += ui.theme.tx(5) + ui.theme.width(cell.note, 14)
    if cell.picture is not None:
        width += cell.picture.get_width() + ui.theme.tx(6)
    return width


def _lines_of(
    theme: Theme, cell: TableCell, room: int, maximum: int, short: bool
) -> tuple[Sequence[str], float]:
    """Return the lines of a cell's text in a width, and the size of their letters.

    The letters are smaller before the text breaks into lines, of which there are at most `maximum`.
    A text that needs more loses a part of its only line.
    """
    whole, size = cell.short if short and cell.short else cell.text, cell.size
    if theme.width(whole, size, cell.bold, cell.mono) <= room:
        return [whole], size
    size = min(size, cell.least)
    lines = wrap(theme, whole, size, room, cell.bold, max(1, maximum), cell.mono)
    if len(lines) == 1 or lines[-1].endswith("…"):
        lines = [shorten_name(theme, whole, size, room, cell.bold, cell.mono)]
    return lines, size


def _fill(ui: Ui, room: int, widths: Sequence[int], *, even: bool) -> list[int]:
    """Return the widths that fill a room: the first column takes the rest and shrinks first."""
    first, rest = widths[0], list(widths[1:])
    least = min(first, ui.theme.tx(LEAST_FIRST))
    if sum(rest) + least > room:
        scale = max(0.0, (room - least) / max(1, sum(rest)))
        rest = [int(width * scale) for width in rest]
    elif even and rest:
        rest = [max(rest[0], (room - first) // len(rest))] * len(rest)
    return [max(0, room - sum(rest)), *rest]


def _draw_cell(
    ui: Ui,
    target: pygame.Surface,
    box: pygame.Rect,
    cell: TableCell,
    align: float,
    usual: Colour,
    *,
    short: bool,
) -> None:
    """Draw a cell in its box; `usual` is the ink of a text without its own."""
    theme, c = ui.theme, ui.theme.colours
    if cell.ground is not None:
        inner = box.inflate(-theme.px(4), -theme.px(4))
        ui.brush.rounded(target, inner, theme.px(8), cell.ground, c.hair, 1)
    if cell.best:
        ground = mix(c.panel, c.accent, 0.14)
        ui.brush.rounded(target, box.inflate(-4, -2), theme.px(6), ground, c.accent, 1)
    if cell.draw is not None:
        cell.draw(ui, target, box)
        return
    sign = 0
    if cell.picture is not None:
        sign = cell.picture.get_width() + theme.tx(6)
    room = box.w - theme.px(8) - sign
    step = theme.tx(LINE * min(cell.size, cell.least) / SMALL)
    lines, size = _lines_of(theme, cell, room, (box.h + 2) // step, short)
    used = max(theme.width(line, size, cell.bold, cell.mono) for line in lines)
    note = theme.tx(5) + theme.width(cell.note, 14) if cell.note else 0
    if used + note > room or (short and cell.short):
        note = 0
    pad = theme.px(8) if align == 0 else 0
    x = box.x + pad + round((box.w - pad - sign - used - note) * align)
    if cell.picture is not None:
        target.blit(cell.picture, cell.picture.get_rect(midleft=(x, box.centery)))
    ink, y = cell.ink or usual, box.centery - (len(lines) - 1) * step // 2
    for line in lines:
        free = used - theme.width(line, size, cell.bold, cell.mono)
        at = (x + sign + round(free * align), y)
        theme.blit_text(target, line, size, at, ink, bold=cell.bold, mono=cell.mono)
        y += step
    if note:
        at = (x + sign + used + theme.tx(5), box.centery)
        theme.blit_text(target, cell.note, 14, at, c.text2)
