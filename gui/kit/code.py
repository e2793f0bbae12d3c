"""Lines of Python with tinted words and line numbers; one of them may be marked as faulty."""

from __future__ import annotations

import io
import keyword
import re
import tokenize
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from functools import lru_cache

import pygame

from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.buttons import ACTIVATE
from gui.kit.icons import triangle
from gui.kit.scroll import BESIDE_BAR, ScrollView
from gui.kit.widget import Size, Widget, key_pressed
from gui.theme import Colour, Palette, mix
from gui.ui import Ui

ROW, GUTTER, PAD = 28, 52, 8
SIZES = (14, 12)  # of the letters; the smaller ones where a line needs them
LEAST = 24  # letters of a line that are in view at least


class Word(Enum):
    """The kinds of words that have a tint."""

    KEYWORD = "keyword"
    TEXT = "text"
    NUMBER = "number"
    NOTE = "note"  # a comment, or a text that stands alone


Spans = tuple[tuple[int, int, Word], ...]  # of one line: first column, column after the last, kind
BEGINS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
SILENT = (tokenize.NL, tokenize.COMMENT)


@lru_cache(maxsize=8)
def spans_of(text: str, until: int) -> Mapping[int, Spans]:
    """Return the tinted words of the lines from 1 to `until`, or to where it is no Python."""
    spans: dict[int, list[tuple[int, int, Word]]] = {}
    lines = text.split("\n")
    alone = True  # whether a text begins a statement here
    with suppress(tokenize.TokenError, SyntaxError):  # the lines before it keep their tints
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            word = _word(token, alone)
            alone = token.type in BEGINS or (alone and token.type in SILENT)
            if token.start[0] > until:
                break
            if word is None:
                continue
            (first, begin), (last, end) = token.start, token.end
            for line in range(first, last + 1):
                to = end if line == last else len(lines[line - 1])
                spans.setdefault(line, []).append((begin if line == first else 0, to, word))
    return {line: tuple(words) for line, words in spans.items()}


def _word(token: tokenize.TokenInfo, alone: bool) -> Word | None:
    if token.type == tokenize.NAME and keyword.iskeyword(token.string):
        return Word.KEYWORD
    if token.type == tokenize.STRING:
        return Word.NOTE if alone else Word.TEXT
    if tokenize.tok_name[token.type].startswith("FSTRING"):
        return Word.TEXT
    if token.type == tokenize.NUMBER:
        return Word.NUMBER
    return Word.NOTE if token.type == tokenize.COMMENT else None


def ink_of(colours: Palette, word: Word | None) -> Colour:
    """Return the ink of a kind of word, mixed so that it is read on any ground."""
    tints = {
        Word.KEYWORD: (colours.accent, 0.72),
        Word.TEXT: (colours.win, 0.62),
        Word.NUMBER: (colours.draw, 0.70),
        Word.NOTE: (colours.text2, 1.0),
    }
    return colours.text if word is None else mix(colours.text, *tints[word])


@dataclass(eq=False)
class CodeBlock(ScrollView):
    """Lines `first` to `last` of a Python text; with `copy` a click or Enter hands the text on.

    `faulty` is a line to mark, and `name` a word in it to underline. Without `numbers` there is no
    column of line numbers. A text that is not `tinted` is no Python.
    """

    text: str
    first: int = 1
    last: int | None = None
    _: KW_ONLY
    numbers: bool = True
    tinted: bool = True
    row_height: float = ROW
    faulty: int | None = None
    name: str = ""
    copy: Callable[[str], None] | None = None
    key: str = "code"
    tooltip: str = ""

    def __post_init__(self) -> None:
        super().__init__(self.key, self.tooltip)
        text = self.text.expandtabs(4).replace("\r\n", "\n").replace("\r", "\n")
        self.text = text.rstrip("\n")
        lines = self.text.split("\n")
        self.end = min(len(lines), self.last or len(lines))
        self.lines = lines[self.first - 1 : self.end]
        self.focusable = self.copy is not None
        self._row = ROW

    # -- measures ----------------------------------------------------------------------------------

    def _left(self, ui: Ui) -> int:
        return ui.theme.tx(GUTTER + 12 if self.numbers else 14)

    def _letters(self, ui: Ui, size: float, count: int | None = None) -> int:
        longest = max((len(line) for line in self.lines), default=0)
        letters = longest if count is None else min(count, longest)
        return ui.theme.width("m" * letters, size, mono=True)

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the size at which every line is whole; a narrower one shows its beginning."""
        beside = self._left(ui) + ui.theme.tx(14) + BESIDE_BAR
        least, whole = self._letters(ui, SIZES[-1], LEAST), self._letters(ui, SIZES[0])
        row = ui.theme.tx(self.row_height)
        height = len(self.lines) * row + 2 * self._pad(row)
        return min(whole + beside, max(least + beside, width)), height

    def content_extent(self) -> int:
        return len(self.lines) * self._row

    @property
    def view(self) -> pygame.Rect:
        return self.rect.inflate(0, -2 * self._pad(self._row))

    def _pad(self, row: int) -> int:
        """Return the room above and below lines of this height, in pixels."""
        return round(row * PAD / self.row_height)

    def shown_first(self, ui: Ui) -> pygame.Rect | None:
        """Return the marked line with a line above and below it."""
        if self.faulty is None:
            return None
        row = ui.theme.tx(self.row_height)
        at = self.rect.y + self._pad(row) + (self.faulty - self.first - 1) * row
        return pygame.Rect(self.rect.x, at, self.rect.w, 3 * row)

    def adopt_state(self, old: Widget) -> None:
        """Keep the offset while the text is the same."""
        if isinstance(old, CodeBlock) and old.lines == self.lines:
            self._row = old._row
            self.adopt_scroll(old)

    # -- use ---------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if self.copy is not None and (pressed or key_pressed(event, *ACTIVATE)):
            self.copy(self.text)
            return True
        return super().handle(event)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Return the lines as they are written; a reader spells them as its person likes."""
        name, copy = "\n".join(self.lines), self.copy
        if copy is None:
            return AccessibleInfo(Role.TEXT, name)
        note = self.tooltip
        return AccessibleInfo(Role.BUTTON, name, note=note, press=lambda: copy(self.text))

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        self._row = self.wheel_pixels = theme.tx(self.row_height)
        edge = c.line if self.hovered and self.focusable else c.hair
        ui.brush.rounded(target, rect, theme.px(8), c.table2, edge, 1)
        if self.faulty is not None:
            at = (self.faulty - self.first) * self._row
            self.follow(at, at + self._row)
        room = rect.w - self._left(ui) - theme.tx(14)
        size = next((s for s in SIZES if self._letters(ui, s) <= room), SIZES[-1])
        inner = rect.inflate(-2, 0)
        with self.clipped(target):
            for index, line in enumerate(self.lines):
                top = self.view.y + index * self._row - self.scroll
                if top + self._row > self.view.y and top < self.view.bottom:
                    row = pygame.Rect(inner.x, top, inner.w, self._row)
                    self._draw_line(ui, target, row, self.first + index, line, size)
            if self.numbers:
                x = inner.x + theme.tx(GUTTER)
                target.fill(c.hair, (x, self.view.y, 1, self.view.h))
        self.draw_bar(ui, target)

    def _draw_line(
        self, ui: Ui, target: pygame.Surface, row: pygame.Rect, number: int, line: str, size: float
    ) -> None:
        theme, c, faulty = ui.theme, ui.theme.colours, number == self.faulty
        if faulty:
            target.fill(mix(c.table2, c.loss, 0.17), row)
            target.fill(c.loss, (row.x, row.y, theme.px(3), row.h))
        if self.numbers:
            ink = c.text if faulty else c.text2
            right = (row.x + theme.tx(GUTTER - 9), row.centery)
            theme.blit_text(target, str(number), size, right, ink, mono=True, align=1)
            if faulty:
                sign = triangle(ui.brush, theme.tx(10), c.loss)
                target.blit(sign, sign.get_rect(center=(row.x + theme.tx(13), row.centery)))
        left, step = self.rect.x + self._left(ui), theme.width("m" * 100, size, mono=True) / 100
        fits = max(0, int((self.rect.right - theme.tx(10) - left) / step))
        shown = line if len(line) <= fits else line[: fits - 1] + "…"
        spans = spans_of(self.text, self.end).get(number, ()) if self.tinted else ()
        for begin, end, word in _parts(shown, spans):
            x = left + round(begin * step)
            ink = ink_of(c, word)
            theme.blit_text(target, shown[begin:end], size, (x, row.centery), ink, mono=True)
        at = re.search(rf"\b{re.escape(self.name)}\b", shown) if faulty and self.name else None
        if at is not None:
            x, width = left + round(at.start() * step), round(len(self.name) * step)
            target.fill(c.loss, (x, row.centery + theme.tx(9), width, max(2, theme.px(2))))


def _parts(line: str, spans: Spans) -> list[tuple[int, int, Word | None]]:
    """Return the words of a line with their kinds, in order; one without a tint has None.

    Each is drawn alone: signs that stand together, such as `>=`, would melt into one.
    """
    kinds: dict[int, Word] = {}
    for begin, end, word in spans:
        kinds |= dict.fromkeys(range(begin, end), word)
    words = re.finditer(r"\w+|\S", line)
    return [(word.start(), word.end(), kinds.get(word.start())) for word in words]
