"""The hint of the first start: one card in the menu, closed for good by one click."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from gui.controls import Button, Card, Kind, Label, Widget
from gui.controls.base import Ui
from gui.scenes.base import WidgetScene
from gui.shortcuts import Action


def wanted(scene: WidgetScene) -> bool:
    """Whether the hint has not been closed yet."""
    return not scene.services.settings.welcome_seen


def height(ui: Ui, width: int) -> int:
    """The height of the card for a width."""
    words = _words_width(ui, width)
    lines = Label.height(ui, _sentence(ui), 14, words)
    return max(ui.theme.px(24) + ui.theme.tx(56), ui.theme.px(24) + ui.theme.tx(28) + lines)


def _sentence(ui: Ui) -> str:
    return ui.tr("welcome.words", key=ui.keys.label(Action.HELP))


def _labels(ui: Ui) -> tuple[str, str]:
    return ui.tr("welcome.help"), ui.tr("welcome.close")


def _words_width(ui: Ui, width: int) -> int:
    buttons = sum(Button.width_for(ui, label) for label in _labels(ui))
    return max(ui.theme.tx(120), width - buttons - ui.theme.px(20 + 20 + 24 + 8))


def build(scene: WidgetScene, rect: pygame.Rect) -> list[Widget]:
    """The card in a rectangle: a sentence, the way to the help, and the button that closes it."""
    ui, theme = scene.ui, scene.ui.theme
    left, width = rect.x + theme.px(20), _words_width(ui, rect.w)
    lines = Label.height(ui, _sentence(ui), 14, width)
    top = rect.centery - (lines + theme.tx(28)) // 2
    title = pygame.Rect(left, top, width, theme.tx(28))
    words = pygame.Rect(left, title.bottom, width, lines)
    widgets: list[Widget] = [
        Card(rect),
        Label(title, scene.tr("welcome.title"), 18, bold=True, most=1, middle=True),
        Label(words, _sentence(ui), 14, quiet=True),
    ]

    def close() -> None:
        scene.services.change(replace(scene.services.settings, welcome_seen=True))
        scene.rebuild()

    actions: tuple[Callable[[], None], ...] = (scene.open_help, close)
    x = rect.right - theme.px(20)
    buttons: list[Widget] = []
    for label, action, key in reversed(
        list(zip(_labels(ui), actions, ("welcome help", "welcome close"), strict=True))
    ):
        wide = Button.width_for(ui, label)
        box = pygame.Rect(x - wide, rect.centery - theme.tx(22), wide, theme.tx(44))
        kind = Kind.PRIMARY if action is close else Kind.PLAIN
        buttons.insert(0, Button(box, label, action, kind=kind, key=key))
        x = box.x - theme.px(8)
    return [*widgets, *buttons]
