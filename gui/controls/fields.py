"""Text entry, sliders and steppers."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.texts import clean
from gui import clipboard
from gui.controls.base import Ui, Widget, key_pressed
from gui.controls.icons import Icon, icon
from gui.controls.words import wrap
from gui.theme import mix

MAX_TEXT = 20_000
UNDO_STEPS = 100


class TextField(Widget):
    """One line of text with caret, selection, clipboard and undo.

    `change` is called at every edit, `commit` at Enter and when the focus leaves. A fault is shown
    by the scene below the field; here it only colours the edge.
    """

    focusable = True

    def __init__(
        self,
        rect: pygame.Rect,
        text: str,
        *,
        change: Callable[[str], None] | None = None,
        commit: Callable[[str], None] | None = None,
        key: str = "",
        mono: bool = True,
        align: float = 0.0,
        faulty: bool = False,
        hint: str = "",
        tooltip: str = "",
    ) -> None:
        super().__init__(rect, key, tooltip)
        self.text = text
        self.change = change
        self.commit = commit
        self.mono = mono
        self.align = align
        self.faulty = faulty
        self.hint = hint
        self.caret = len(text)
        self.anchor = 0
        self.blink = 0.0
        self._past: list[str] = []
        self._committed = text
        self._dragging = False
        self._first_x = 0
        self._ui: Ui | None = None

    @property
    def grabs(self) -> bool:
        return self._dragging

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

    def show(self, text: str) -> None:
        """Take a text from elsewhere, as if it had been there from the start."""
        self.text = self._committed = text
        self.caret = self.anchor = len(text)

    def _selection(self) -> tuple[int, int]:
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def _replace(self, words: str) -> None:
        low, high = self._selection()
        words = clean(words, MAX_TEXT - (len(self.text) - (high - low)))
        self._past = [*self._past[-UNDO_STEPS:], self.text]
        self.text = self.text[:low] + words + self.text[high:]
        self.caret = self.anchor = low + len(words)
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
            return self._key(event)
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
        font = self._ui.theme.font(16, mono=self.mono)
        gaps = [
            abs(self._first_x + font.size(self.text[:i])[0] - x) for i in range(len(self.text) + 1)
        ]
        return gaps.index(min(gaps))

    def _key(self, event: pygame.event.Event) -> bool:
        # AltGr arrives as Ctrl and Alt on Windows: it writes letters, it commands nothing.
        commands = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if commands and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_MODE):
            return self._command(event)
        moves = {
            pygame.K_LEFT: self.caret - 1,
            pygame.K_RIGHT: self.caret + 1,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.text),
        }
        if event.key in moves:
            self.caret = min(len(self.text), max(0, moves[event.key]))
            if not event.mod & pygame.KMOD_SHIFT:
                self.anchor = self.caret
            self.blink = 0.0
            return True
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            if self.caret == self.anchor:
                step = -1 if event.key == pygame.K_BACKSPACE else 1
                self.anchor = min(len(self.text), max(0, self.caret + step))
            self._replace("")
            return True
        if key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER):
            self._commit()
            return True
        # Letters arrive as TEXTINPUT; taking their KEYDOWN keeps them from being shortcuts.
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

    def _copied(self, words: str) -> bool:
        fault = clipboard.put_text(words)
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
        font = theme.font(16, mono=self.mono)
        width = font.size(self.text)[0]
        caret = font.size(self.text[: self.caret])[0]
        if width <= inner.w:
            x = inner.x + round((inner.w - width) * self.align)
        else:
            x = inner.x - max(0, min(width - inner.w, caret - inner.w // 2)) * self.focused
        self._first_x = x
        clip = target.get_clip()
        target.set_clip(inner.clip(clip) if clip else inner)
        low, high = self._selection()
        if self.focused and low != high:
            left, right = font.size(self.text[:low])[0], font.size(self.text[:high])[0]
            ground = mix(c.table2, c.accent, 0.35)
            target.fill(ground, (x + left, inner.y + 6, right - left, inner.h - 12))
        if self.text:
            theme.blit_text(target, self.text, 16, (x, inner.centery), mono=self.mono)
        elif self.hint:
            theme.blit_text(target, self.hint, 16, (x, inner.centery), c.disabled)
        if self.focused and self.blink % 1.0 < 0.5:
            target.fill(c.text, (x + caret, inner.centery - theme.tx(10), 1, theme.tx(20)))
        target.set_clip(clip)


class FieldFault(Widget):
    """One sentence under a field, with the triangle of losses."""

    def __init__(self, rect: pygame.Rect, words: str) -> None:
        super().__init__(rect, "fault")
        self.words = words

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        side = theme.tx(18)
        picture = icon(ui.brush, Icon.WARNING, side, c.loss)
        step = theme.line_height(14)
        target.blit(picture, (self.rect.x, self.rect.y + (step - side) // 2))
        x = self.rect.x + side + theme.tx(8)
        for row, line in enumerate(wrap(theme, self.words, 14, self.rect.right - x)):
            theme.blit_text(target, line, 14, (x, self.rect.y + step * (row + 0.5)), c.text)
