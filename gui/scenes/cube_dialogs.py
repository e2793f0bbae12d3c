"""A small form over the scene: a few fields, a sentence, one fault at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from engine.messages import Message
from gui.controls import Button, Kind, Label, TextField, Widget
from gui.controls.base import key_pressed
from gui.controls.fields import FieldFault
from gui.kit.popup import Popup
from gui.scenes.base import WidgetScene


@dataclass
class Field:
    """A labelled line of text."""

    label: str
    text: str
    hint: str = ""


class Form(Popup):
    """Asks for a few texts; `accept` takes them, or says what is wrong with them."""

    def __init__(
        self,
        scene: WidgetScene,
        title: str,
        words: str,
        fields: Sequence[Field],
        accept: Callable[[list[str]], Message | None],
        fault: Message | None = None,
    ) -> None:
        super().__init__(scene.ui, pygame.Rect(0, 0, 1, 1), modal=True)
        self.scene = scene
        self.title, self.words = title, words
        self.fields = list(fields)
        self.accept = accept
        self.fault = scene.tr(fault) if fault is not None else ""
        self._build()
        self.desk.focus_key("field0", ring=False)

    def _build(self) -> None:
        ui, theme = self.ui, self.ui.theme
        width = min(self.scene.size[0] - theme.px(32), theme.tx(520))
        pad = theme.px(24)
        inner = width - 2 * pad
        words = Label.height(ui, self.words, 16, inner)
        line = theme.tx(44)
        fault = Label.height(ui, self.fault, 14, inner - theme.tx(26)) if self.fault else 0
        block = theme.line_height(14) + theme.px(4) + line + theme.px(12)
        height = 2 * pad + line + words + theme.px(12) + block * len(self.fields)
        height += (fault + theme.px(12) if fault else 0) + line
        rect = pygame.Rect(0, 0, width, min(height, self.scene.size[1] - 8))
        rect.center = (self.scene.size[0] // 2, self.scene.size[1] // 2)
        self.rect = rect
        x, y = rect.x + pad, rect.y + pad
        heading = pygame.Rect(x, y, inner, line)
        widgets: list[Widget] = [Label(heading, self.title, 22, bold=True, most=1)]
        y += line
        widgets.append(Label(pygame.Rect(x, y, inner, words), self.words, 16))
        y += words + theme.px(12)
        for index, field in enumerate(self.fields):
            label = pygame.Rect(x, y, inner, theme.line_height(14))
            widgets.append(Label(label, field.label, 14, quiet=True, most=1))
            y += label.h + theme.px(4)
            widgets.append(self._field(pygame.Rect(x, y, inner, line), index, field))
            y += line + theme.px(12)
        if self.fault:
            widgets.append(FieldFault(pygame.Rect(x, y, inner, fault), self.fault))
            y += fault + theme.px(12)
        widgets += self._buttons(rect.right - pad, rect.bottom - pad - line)
        self.desk.rebuild(widgets)

    def _field(self, rect: pygame.Rect, index: int, field: Field) -> TextField:
        def changed(text: str) -> None:
            field.text = text

        return TextField(
            rect,
            field.text,
            change=changed,
            key=f"field{index}",
            faulty=bool(self.fault),
            hint=field.hint,
        )

    def _buttons(self, right: int, y: int) -> list[Widget]:
        height, buttons = self.ui.theme.tx(44), list[Widget]()
        for key, kind, action in (
            ("gui.cancel", Kind.PLAIN, self._cancel),
            ("cube_lab.apply", Kind.PRIMARY, self.confirm),
        )[::-1]:
            label = self.scene.tr(key)
            width = Button.width_for(self.ui, label)
            rect = pygame.Rect(right - width, y, width, height)
            buttons.append(Button(rect, label, action, kind=kind, key=key))
            right -= width + 8
        return buttons[::-1]

    def _cancel(self) -> None:
        self.closed = True

    def confirm(self) -> None:
        """Hand the texts over; a fault is shown below the fields."""
        fault = self.accept([field.text for field in self.fields])
        if fault is None:
            self.closed = True
            return
        self.fault = self.scene.tr(fault)
        self._build()

    def handle(self, event: pygame.event.Event) -> None:
        focus = self.desk.focus
        typing = focus is not None and focus.key.startswith("field")
        if typing and key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER):
            self.confirm()
            return
        super().handle(event)
