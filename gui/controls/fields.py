"""Text entry, sliders and steppers."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from gui.controls.base import Ui, Widget, key_pressed, wrap
from gui.controls.icons import Icon, icon
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
        words = "".join(c for c in words.replace("\n", " ").replace("\t", " ") if c.isprintable())
        room = MAX_TEXT - (len(self.text) - (high - low))
        self._past = [*self._past[-UNDO_STEPS:], self.text]
        self.text = self.text[:low] + words[:room] + self.text[high:]
        self.caret = self.anchor = low + len(words[:room])
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
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
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
            pygame.scrap.put_text(self.text[low:high])
            if event.key == pygame.K_x:
                self._replace("")
        elif event.key == pygame.K_v:
            self._replace(pygame.scrap.get_text())
        elif event.key == pygame.K_z:
            if self._past:
                self.text = self._past.pop()
                self.caret = self.anchor = len(self.text)
                self._changed()
        else:
            return False
        return True

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


class Slider(Widget):
    """A position 0 .. `steps` on a track; the scene gives the steps a meaning."""

    focusable = True

    def __init__(
        self,
        rect: pygame.Rect,
        position: int,
        steps: int,
        change: Callable[[int], None],
        key: str = "",
        tooltip: str = "",
        ticks: bool = False,
    ) -> None:
        super().__init__(rect, key, tooltip)
        self.position = position
        self.steps = max(1, steps)
        self.change = change
        self.ticks = ticks
        self.dragging = False

    @property
    def grabs(self) -> bool:
        return self.dragging

    def _track(self) -> tuple[int, int]:
        margin = min(12, self.rect.w // 4)
        return self.rect.x + margin, self.rect.right - margin

    def _move_to(self, position: int) -> None:
        position = min(self.steps, max(0, position))
        if position != self.position:
            self.position = position
            self.change(position)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.dragging = True
        if event.type == pygame.MOUSEBUTTONUP and self.dragging:
            self.dragging = False
            return True
        if self.dragging and event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            low, high = self._track()
            self._move_to(round((event.pos[0] - low) / max(1, high - low) * self.steps))
            return True
        page = max(1, self.steps // 10)
        keys = {
            pygame.K_LEFT: self.position - 1,
            pygame.K_DOWN: self.position - 1,
            pygame.K_RIGHT: self.position + 1,
            pygame.K_UP: self.position + 1,
            pygame.K_PAGEUP: self.position + page,
            pygame.K_PAGEDOWN: self.position - page,
            pygame.K_HOME: 0,
            pygame.K_END: self.steps,
        }
        if key_pressed(event, *keys):
            self._move_to(keys[event.key])
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        low, high = self._track()
        x = low + (high - low) * self.position // self.steps
        height = max(4, theme.px(6))
        middle = self.rect.centery
        track = pygame.Rect(low, middle - height // 2, high - low, height)
        ui.brush.rounded(target, track, height // 2, c.line)
        if x > low:
            done = pygame.Rect(low, track.y, max(height, x - low), height)
            ui.brush.rounded(target, done, height // 2, c.accent)
        if self.ticks and self.steps <= 60:
            for step in range(self.steps + 1):
                at = low + (high - low) * step // self.steps
                ink = c.accent if step == self.position else c.text2
                target.fill(ink, (at, middle + theme.tx(14), max(1, theme.px(2)), theme.px(6)))
        knob = theme.tx(10)
        ui.brush.disc(target, (x, middle), knob, c.accent)
        ui.brush.disc(target, (x, middle), knob - max(2, theme.px(2)), (245, 240, 230))


class Stepper(Widget):
    """A whole number between minus and plus; arrows change it. `words` stand in its place."""

    focusable = True

    def __init__(
        self,
        rect: pygame.Rect,
        number: int,
        low: int,
        high: int,
        change: Callable[[int], None],
        key: str = "",
        tooltip: str = "",
        words: str = "",
    ) -> None:
        super().__init__(rect, key, tooltip)
        self.words = words
        self.number = number
        self.low = low
        self.high = high
        self.change = change

    def _step(self, step: int) -> None:
        number = min(self.high, max(self.low, self.number + step))
        if number != self.number:
            self.number = number
            self.change(number)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            third = self.rect.w / 3
            if event.pos[0] < self.rect.x + third:
                self._step(-1)
            elif event.pos[0] > self.rect.right - third:
                self._step(1)
            return True
        if key_pressed(event, pygame.K_LEFT, pygame.K_DOWN, pygame.K_MINUS, pygame.K_KP_MINUS):
            self._step(-1)
            return True
        if key_pressed(event, pygame.K_RIGHT, pygame.K_UP, pygame.K_PLUS, pygame.K_KP_PLUS):
            self._step(1)
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(10), c.table2, c.line, 1)
        third = self.rect.w // 3
        for x in (self.rect.x + third, self.rect.right - third):
            target.fill(c.line, (x, self.rect.y + self.rect.h // 5, 1, self.rect.h * 3 // 5))
        side = theme.tx(20)
        for image, x, ok in (
            (Icon.MINUS, self.rect.x + third // 2, self.number > self.low),
            (Icon.PLUS, self.rect.right - third // 2, self.number < self.high),
        ):
            ink = c.text if ok else mix(c.panel, c.disabled, 0.6)
            picture = icon(ui.brush, image, side, ink)
            target.blit(picture, picture.get_rect(center=(x, self.rect.centery)))
        words = self.words or ui.tr.number(self.number)
        theme.blit_text(target, words, 16, self.rect.center, bold=True, align=0.5)


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
