"""A list box that draws only its visible rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass

import pygame

from gui.kit.accessible import AccessibleInfo, Role, sentence
from gui.kit.icons import Icon, icon
from gui.kit.scroll import BESIDE_BAR, ScrollView
from gui.kit.text_wrap import shorten, wrap
from gui.kit.widget import Size, Widget, key_pressed
from gui.pads import ARROWS, pressed
from gui.theme import Colour
from gui.ui import Ui


@dataclass(frozen=True)
class ListRow:
    """One row of a list: text at the left, a quiet note at the right."""

    text: str
    note: str = ""
    tooltip: str = ""


@dataclass(eq=False)
class ListBox(ScrollView):
    """A scrolling list with a selected row; `rows` may be long: only visible ones are drawn.

    `choose(index)` is called by a click and by the arrow keys, `open_row(index)` by a double click
    and by Enter.
    """

    focusable = True
    says_what_it_draws = False  # True where draw_row draws more than text and note

    rows: Sequence[ListRow]
    row_height: int
    choose: Callable[[int], None]
    _: KW_ONLY
    chosen: int = -1
    open_row: Callable[[int], None] | None = None
    key: str = "list"

    def __post_init__(self) -> None:
        super().__init__(self.key)
        self.wheel_pixels = self.row_height * 3 // 2
        self._texts: dict[int, str] = {}  # the texts last drawn in visible rows
        self._pointed = -1
        self._last_click = (-1, -10_000)

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return a size for at least three rows; the list scrolls and shortens long texts."""
        theme = ui.theme
        # There may be thousands of rows: measure only the one with most letters.
        longest = max((f"{row.text}  {row.note}" for row in self.rows), key=len, default="")
        natural = max(theme.tx(160), theme.width(longest, 16) + theme.tx(48))
        needed = min(natural, max(theme.tx(120), width))
        return needed, self.row_height * max(1, min(3, len(self.rows)))

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        """Set the rectangle and scroll the selected row into view."""
        yield from super().place(ui, rect)
        if 0 <= self.chosen < len(self.rows):
            self.reveal(self.chosen)

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll offset if the rows are the same."""
        if isinstance(old, ListBox) and list(old.rows) == list(self.rows):
            self._last_click = old._last_click
            self._texts = old._texts
            if old.chosen == self.chosen:
                self.scroll_to(old.scroll)

    def content_extent(self) -> int:
        """Return the height of all rows, and of the gap at their end below a whole first row."""
        rows = len(self.rows) * self.row_height
        return rows + (self.rect.h % self.row_height if rows > self.rect.h else 0)

    def reveal(self, index: int) -> None:
        """Scroll a row into view, and a whole one to the top."""
        top = index * self.row_height
        if self.reveal_between(top, top + self.row_height):
            self.scroll_to(-(-self.scroll // self.row_height) * self.row_height)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe the visible rows; the arrow keys scroll to others."""
        first = self.scroll // self.row_height
        last = min(len(self.rows), -(-(self.scroll + self.rect.h) // self.row_height))
        rows = tuple(self._row(index) for index in range(first, last))
        note = "" if self.rows else ui.tr("access.empty")
        name, enabled = self.tooltip, self.enabled
        return AccessibleInfo(Role.LIST, name, enabled=enabled, note=note, parts=rows)

    def _row(self, index: int) -> AccessibleInfo:
        row, top = self.rows[index], self.rect.y + index * self.row_height - self.scroll
        name = sentence(filter(None, (row.text, row.note)))
        if self.says_what_it_draws or not name:
            name = self._texts.get(index, "")
        chosen = index == self.chosen
        return AccessibleInfo(
            Role.ROW,
            name or str(index + 1),
            note=row.tooltip,
            enabled=self.enabled,
            selected=chosen,
            key=str(index),
            place=(self.rect.x, top, self.rect.w, self.row_height),
            current=chosen,
            press=lambda: self._take(index),
        )

    def _take(self, index: int) -> None:
        """Select a row, or open it if it is selected already."""
        if index == self.chosen and self.open_row is not None:
            self.open_row(index)
        else:
            self._choose(index)

    def _choose(self, index: int) -> None:
        if self.rows:
            self.chosen = min(len(self.rows) - 1, max(0, index))
            self.reveal(self.chosen)
            self.choose(self.chosen)

    def _at(self, y: int) -> int:
        index = (y - self.rect.y + self.scroll) // self.row_height
        return index if 0 <= index < len(self.rows) else -1

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before, self._pointed = self._pointed, self._at(event.pos[1])
            return before != self._pointed
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            index = self._at(event.pos[1])
            if index >= 0:
                self._click(index)
            return True
        return super().handle(event) or self._key(event)

    def _click(self, index: int) -> None:
        now = pygame.time.get_ticks()
        double = self._last_click[0] == index and now - self._last_click[1] < 400
        self._last_click = (index, now)
        self._choose(index)
        if double and self.open_row is not None:
            self.open_row(index)

    def _key(self, event: pygame.event.Event) -> bool:
        page = max(1, self.rect.h // self.row_height)
        steps = {
            pygame.K_UP: self.chosen - 1,
            pygame.K_DOWN: self.chosen + 1,
            pygame.K_PAGEUP: self.chosen - page,
            pygame.K_PAGEDOWN: self.chosen + page,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.rows) - 1,
        }
        if key_pressed(event, *steps):
            goal = steps[event.key]
            if pressed(event, *ARROWS) and not 0 <= goal < len(self.rows):
                return False  # a gamepad's focus leaves the list at its ends
            self._choose(goal)
            return True
        if key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER) and self.open_row is not None:
            if 0 <= self.chosen < len(self.rows):
                self.open_row(self.chosen)
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        first = self.scroll // self.row_height
        last = min(len(self.rows), (self.scroll + self.rect.h) // self.row_height + 1)
        width = self.rect.w - (BESIDE_BAR if self.max_scroll else 0)
        with self.clipped(target):
            for index in range(first, last):
                top = self.rect.y + index * self.row_height - self.scroll
                row = pygame.Rect(self.rect.x, top, width, self.row_height)
                self._draw_heard(ui, target, index, row)
        self.draw_bar(ui, target)

    def _draw_heard(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        """Draw a row; while a screen reader is on, record the texts in it."""
        heard = ui.theme.heard
        before = len(heard) if heard is not None else 0
        self.draw_row(ui, target, index, rect)
        if heard is not None:
            self._texts[index] = sentence(heard[before:])

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        """Draw one row; subclasses override it."""
        theme, c, row = ui.theme, ui.theme.colours, self.rows[index]
        self.draw_ground(ui, target, index, rect.inflate(0, -2))
        pad = theme.tx(10)
        note = theme.width(row.note, 14) + pad if row.note else 0
        text = shorten(theme, row.text, 16, rect.w - 2 * pad - note - 8)
        theme.blit_text(target, text, 16, (rect.x + pad, rect.centery))
        if row.note:
            right = (rect.right - pad - 6, rect.centery)
            theme.blit_text(target, row.note, 14, right, c.text2, align=1)

    def draw_ground(
        self, ui: Ui, target: pygame.Surface, index: int, box: pygame.Rect, edge: int = 1
    ) -> None:
        """Draw the background of the selected row or of the one under the mouse."""
        c, radius = ui.theme.colours, ui.theme.px(8)
        if index == self.chosen:
            ui.brush.rounded(target, box, radius, c.raised, c.accent, edge)
        elif index == self._pointed and self.hovered:
            ui.brush.rounded(target, box, radius, c.hover)


class PictureList(ListBox):
    """Rows of a picture beside a name and a quiet sentence below it.

    A subclass makes picture and sentence when a row is in sight, for there may be very many.
    """

    side = 0  # of the picture; 0: as high as its row
    lines = 1  # of the sentence, at most

    @abstractmethod
    def picture(self, ui: Ui, index: int, side: int) -> pygame.Surface | None:
        """Return the picture of a row, its alpha premultiplied; None for none."""

    def sentence(self, ui: Ui, index: int) -> str:
        """Return the sentence of a row."""
        return self.rows[index].note

    def ink(self, ui: Ui, index: int) -> Colour:
        """Return the colour of the sentence."""
        return ui.theme.colours.text2

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, box = ui.theme, rect.inflate(0, -ui.theme.px(4))
        self.draw_ground(ui, target, index, box)
        pad, side = theme.px(12), theme.tx(self.side) or box.h - theme.tx(12)
        picture = self.picture(ui, index, side)
        if picture is not None:
            middle = (box.x + pad + side // 2, box.centery)
            place = picture.get_rect(center=middle)
            target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        x, room = box.x + 2 * pad + side, box.w - 3 * pad - side
        lines = wrap(theme, self.sentence(ui, index), 14, room, maximum=self.lines)
        step = theme.line_height(14)
        y = box.centery - theme.tx(12) - step // 2 * (len(lines) - 1)
        name = shorten(theme, self.rows[index].text, 16, room, bold=True)
        theme.blit_text(target, name, 16, (x, y), bold=True)
        for number, line in enumerate(lines):
            below = (x, y + theme.tx(25) + number * step)
            theme.blit_text(target, line, 14, below, self.ink(ui, index))


class OpeningList(ListBox):
    """Numbered rows: a click or Enter opens one, the arrows only select."""

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        return min(theme.tx(340), max(theme.tx(220), width)), self.row_height * 3

    def draw_number(
        self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect, number: int
    ) -> int:
        """Draw the ground of a row and its number; return the column after it."""
        theme, c = ui.theme, ui.theme.colours
        self.draw_ground(ui, target, index, rect.inflate(0, -2))
        at, text = (rect.x + theme.tx(36), rect.centery), ui.tr.number(number)
        theme.blit_text(target, text, 14, at, c.text2, mono=True, align=1)
        return at[0] + theme.tx(10)

    def draw_arrow(self, ui: Ui, target: pygame.Surface, rect: pygame.Rect) -> int:
        """Draw the arrow at the end of a row; return the right end of what is before it."""
        right, side = rect.right - ui.theme.tx(14), ui.theme.tx(16)
        arrow = icon(ui.brush, Icon.FORWARD, side, ui.theme.colours.text2)
        target.blit(arrow, arrow.get_rect(midright=(right, rect.centery)))
        return right - ui.theme.tx(26)

    def _choose(self, index: int) -> None:
        self.chosen = min(len(self.rows) - 1, max(0, index))
        self.reveal(self.chosen)

    def _click(self, index: int) -> None:
        if self.open_row is not None:
            self.chosen = index
            self.open_row(index)
