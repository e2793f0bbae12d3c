"""Text fields and number fields, their editing keys on each system, and their error line."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

import pygame

from engine.options import is_number
from engine.texts import clean
from gui import clipboard
from gui.i18n import plain_number
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.buttons import CONTROL
from gui.kit.icons import Icon, icon
from gui.kit.text_wrap import wrap
from gui.kit.widget import Size, Widget, key_pressed
from gui.pads import PadButton, from_pad, pressed
from gui.paint import clipped
from gui.theme import Theme, mix
from gui.ui import Ui

MAX_TEXT = 20_000
UNDO_STEPS = 100


@dataclass(eq=False)
class TextField(Widget):
    """A single-line text field with caret, selection, clipboard and undo.

    `change` is called at every edit, `commit` at Enter and when the focus leaves, `confirm` only at
    Enter. The scene shows a fault below the field; the field itself only colours its edge.
    """

    focusable = True
    drags = True

    text: str
    _: KW_ONLY
    change: Callable[[str], None] | None = None
    commit: Callable[[str], None] | None = None
    confirm: Callable[[], None] | None = None
    key: str = ""
    align: float = 0.0
    faulty: bool = False
    hint: str = ""
    tooltip: str = ""

    def __post_init__(self) -> None:
        super().__init__(self.key, self.tooltip)
        self.caret = len(self.text)
        self.anchor = 0
        self.blink = 0.0
        self._past: list[str] = []
        self._committed = self.text
        self._dragging = False
        self._first_x = 0
        self._start = 0  # the first visible character
        self._ui: Ui | None = None

    @property
    def grabs(self) -> bool:
        return self._dragging

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the size for a width; any width will do, because the text scrolls."""
        theme = ui.theme
        return min(theme.tx(200), max(theme.tx(64), width)), theme.tx(CONTROL)

    def adopt_state(self, old: Widget) -> None:
        """Adopt caret, selection and undo, so that a rebuild does not disturb typing."""
        if isinstance(old, TextField) and old.text == self.text and self.focused:
            self.caret, self.anchor, self.blink = old.caret, old.anchor, old.blink
            self._past, self._dragging, self._committed = old._past, old._dragging, old._committed
            self._ui, self._first_x = old._ui, old._first_x

    def set_focus(self, focused: bool) -> None:
        super().set_focus(focused)
        if focused:
            self.caret, self.anchor = len(self.text), 0
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(self.rect)
        else:
            self.anchor = self.caret
            self._commit()

    def _commit(self) -> None:
        if self.commit is not None and self.text != self._committed:
            self._committed = self.text
            self.commit(self.text)

    def write(self, text: str) -> None:
        """Replace the text as if by typing."""
        self.anchor, self.caret = 0, len(self.text)
        self._replace(text)
        self._commit()

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(
            Role.FIELD,
            self.called or self.tooltip,
            self.text,
            note=self.hint,
            enabled=self.enabled,
            write=self.write,
        )

    def show(self, text: str) -> None:
        """Set the text without calling `change` or `commit`."""
        self.text = self._committed = text
        self.caret = self.anchor = len(text)

    def _selection(self) -> tuple[int, int]:
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def _replace(self, text: str) -> None:
        low, high = self._selection()
        text = clean(text, MAX_TEXT - (len(self.text) - (high - low)))
        self._past = [*self._past[-UNDO_STEPS:], self.text]
        self.text = self.text[:low] + text + self.text[high:]
        self.caret = self.anchor = low + len(text)
        self._changed()

    def _changed(self) -> None:
        self.blink = 0.0
        if self.change is not None:
            self.change(self.text)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self._replace(event.text)
            return True
        if event.type == pygame.KEYDOWN:
            # Of a gamepad's buttons only A is for a field: it confirms, the arrows lead away.
            return (not from_pad(event) or pressed(event, PadButton.A)) and self._key(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._dragging = True
            self.caret = self.anchor = self._index_at(event.pos[0])
            return True
        if event.type == pygame.MOUSEMOTION and self._dragging:
            self.caret = self._index_at(event.pos[0])
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._dragging:
            self._dragging = False
            return True
        return False

    def _index_at(self, x: int) -> int:
        if self._ui is None:
            return len(self.text)
        theme, start = self._ui.theme, self._start
        ends = range(start, min(len(self.text), start + self.rect.w) + 1)
        away = x - self._first_x
        after = bisect_left(ends, away, key=lambda end: self._width(theme, start, end))
        if after == 0:
            return start
        if after == len(ends):
            return ends[-1]
        left, right = (self._width(theme, start, ends[i]) for i in (after - 1, after))
        return ends[after - 1 if away - left <= right - away else after]

    def _width(self, theme: Theme, low: int, high: int) -> int:
        return theme.width(self.text[low:high], 16, mono=True)

    def _scroll(self, theme: Theme, room: int) -> None:
        """Scroll horizontally so that the caret is visible.

        At most as many characters are measured as the room could hold at one pixel each.
        """
        size = len(self.text)
        fits = size <= room and self._width(theme, 0, size) <= room
        if not self.focused or fits or room <= 0:
            self._start = 0
            return
        for end in (self.caret, size):
            starts = range(max(0, end - room), end + 1)
            least = bisect_left(starts, True, key=lambda i: self._width(theme, i, end) < room)
            if end == self.caret:
                self._start = min(max(self._start, starts[least]), self.caret)
            else:  # no empty room behind the last character
                self._start = min(self._start, starts[least])

    def _key(self, event: pygame.event.Event) -> bool:
        mac = self._ui is not None and self._ui.system.mac
        goal = caret_goal(event, self.text, self.caret, mac)
        if goal is not None:
            self.caret = goal
            if not event.mod & pygame.KMOD_SHIFT:
                self.anchor = self.caret
            self.blink = 0.0
            return True
        end = deleted_to(event, self.text, self.caret, mac)
        if end is not None:
            if self.caret == self.anchor:
                self.anchor = end
            self._replace("")
            return True
        if commands(event, mac):
            return self._command(event)
        if key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER):
            self._commit()
            if self.confirm is not None:
                self.confirm()
            return True
        # Letters arrive as TEXTINPUT; consuming their KEYDOWN keeps them from acting as shortcuts.
        return bool(event.unicode) and event.unicode.isprintable()

    def _command(self, event: pygame.event.Event) -> bool:
        low, high = self._selection()
        if event.key == pygame.K_a:
            self.anchor, self.caret = 0, len(self.text)
        elif event.key in (pygame.K_c, pygame.K_x):
            if low != high and self._copied(self.text[low:high]) and event.key == pygame.K_x:
                self._replace("")
        elif event.key == pygame.K_v:
            self._replace(clipboard.get_text())
        elif event.key == pygame.K_z:
            if self._past:
                self.text = self._past.pop()
                self.caret = self.anchor = len(self.text)
                self._changed()
        else:
            return False
        return True

    def _copied(self, text: str) -> bool:
        fault = clipboard.put_text(text)
        if fault is not None and self._ui is not None:
            self._ui.say(fault)
        return fault is None

    def update(self, dt: float) -> bool:
        if not self.focused:
            return False
        before = self.blink % 1.0 < 0.5
        self.blink += dt
        return before != (self.blink % 1.0 < 0.5)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self._ui = ui
        theme, c = ui.theme, ui.theme.colours
        edge = c.loss if self.faulty else c.accent if self.focused else c.line
        ui.brush.rounded(target, self.rect, theme.px(10), c.table2, edge, 1)
        pad = theme.tx(12)
        inner = self.rect.inflate(-2 * pad, -4)
        self._scroll(theme, inner.w)
        shown = self.text[self._start : self._start + inner.w]
        x = inner.x
        if self._start == 0:
            spare = inner.w - theme.width(shown, 16, mono=True)
            x += round(max(0, spare) * self.align)
        self._first_x = x
        with clipped(target, inner):
            low, high = (min(max(end - self._start, 0), len(shown)) for end in self._selection())
            if self.focused and low != high:
                left, right = (theme.width(shown[:end], 16, mono=True) for end in (low, high))
                ground = mix(c.table2, c.accent, 0.35)
                target.fill(ground, (x + left, inner.y + 6, right - left, inner.h - 12))
            if self.text:
                ink = c.text if self.enabled else c.disabled
                theme.blit_text(target, shown, 16, (x, inner.centery), ink, mono=True)
            elif self.hint:
                theme.blit_text(target, self.hint, 16, (x, inner.centery), c.disabled)
            if self.focused and self.blink % 1.0 < 0.5:
                caret = self._width(theme, self._start, self.caret)
                target.fill(c.text, (x + caret, inner.centery - theme.tx(10), 1, theme.tx(20)))


class NumberField(TextField):
    """A field for a whole number, with thousands separators except while it is edited.

    A separator would change the meaning of the digits typed after it.
    """

    def set_focus(self, focused: bool) -> None:
        if focused:
            self.show(plain_number(self.text))
        super().set_focus(focused)
        if not focused and is_number(self.text) and self._ui is not None:
            self.show(self._ui.tr.number(int(self.text)))


class FieldFault(Widget):
    """One sentence of error under a field, with a warning triangle."""

    def __init__(self, text: str) -> None:
        super().__init__("fault")
        self.text = text

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.FAULT, self.text) if self.text else None

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the size of the triangle and the wrapped sentence."""
        theme = ui.theme
        left = theme.tx(18) + theme.tx(8)
        natural = left + theme.width(self.text, 14)
        least = left + max(theme.width(word, 14) for word in self.text.split(" "))
        needed = min(natural, max(least, width))
        return needed, len(wrap(theme, self.text, 14, needed - left)) * theme.line_height(14)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        side = theme.tx(18)
        picture = icon(ui.brush, Icon.WARNING, side, c.loss)
        step = theme.line_height(14)
        target.blit(picture, (self.rect.x, self.rect.y + (step - side) // 2))
        x = self.rect.x + side + theme.tx(8)
        for row, line in enumerate(wrap(theme, self.text, 14, self.rect.right - x)):
            theme.blit_text(target, line, 14, (x, self.rect.y + step * (row + 0.5)), c.text)


CTRL, OPTION, CMD = pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META
ALT_GR = pygame.KMOD_MODE


def commands(event: pygame.event.Event, mac: bool) -> bool:
    """Whether the key press is a command and types no character.

    AltGr arrives as Ctrl and Alt on Windows: it types characters.
    """
    if mac:
        return bool(event.mod & (CTRL | CMD))
    return bool(event.mod & (CTRL | CMD)) and not event.mod & (OPTION | ALT_GR)


def caret_goal(event: pygame.event.Event, text: str, caret: int, mac: bool) -> int | None:
    """Return the new caret position after a key press; None if the key does not move the caret."""
    if mac and event.mod & CMD:
        ends = {pygame.K_LEFT: 0, pygame.K_UP: 0}
        ends |= {pygame.K_RIGHT: len(text), pygame.K_DOWN: len(text)}
        return ends.get(event.key)
    if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
        step = -1 if event.key == pygame.K_LEFT else 1
        return _step(event, text, caret, step, mac)
    return {pygame.K_HOME: 0, pygame.K_END: len(text)}.get(event.key)


def deleted_to(event: pygame.event.Event, text: str, caret: int, mac: bool) -> int | None:
    """Return the other end of the deletion by a key press; None if the key does not delete."""
    if event.key not in (pygame.K_BACKSPACE, pygame.K_DELETE):
        return None
    step = -1 if event.key == pygame.K_BACKSPACE else 1
    if mac and event.mod & CMD:
        return 0 if step < 0 else len(text)
    return _step(event, text, caret, step, mac)


def _step(event: pygame.event.Event, text: str, caret: int, step: int, mac: bool) -> int:
    """Return the caret one character on, or one word on with Option (Mac) or Ctrl (elsewhere)."""
    if event.mod & (OPTION if mac else CTRL):
        return _word_end(text, caret, step)
    return min(len(text), max(0, caret + step))


def _word_end(text: str, caret: int, step: int) -> int:
    """Return the far end of the next word in this direction."""

    def ahead() -> str:
        return text[caret - 1 : caret] if step < 0 else text[caret : caret + 1]

    for in_word in (False, True):  # skip the separators, then the word
        while ahead() and ahead().isalnum() is in_word:
            caret += step
    return caret
