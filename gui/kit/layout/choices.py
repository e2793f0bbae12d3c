"""Layouts that take the first of several forms that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy

import pygame

from gui.kit import Button
from gui.kit.widget import Layout, Sized, Widget
from gui.ui import Ui


class FirstFit(Sized):
    """The first of several layouts that fits, else the last, which should be the narrowest.

    Measuring checks the width alone; placing checks the height too. A choice may be a function,
    called when the choices before it do not fit.
    """

    def __init__(self, *choices: Layout | Callable[[], Layout]) -> None:
        self.choices = list(choices)

    def _choice(self, index: int) -> Layout:
        choice = self.choices[index]
        if callable(choice):
            choice = self.choices[index] = choice()
        return choice

    def _chosen(self, ui: Ui, width: int, height: int | None = None) -> Layout:
        for index in range(len(self.choices) - 1):
            choice = self._choice(index)
            if choice.fits(ui, width, height):
                return choice
        return self._choice(-1)

    def measure_min_width(self, ui: Ui) -> int:
        return min(self._choice(0).min_width(ui), self._choice(-1).min_width(ui))

    def measure_preferred_width(self, ui: Ui) -> int:
        return self._choice(0).preferred_width(ui)

    def measure_height(self, ui: Ui, width: int) -> int:
        return self._chosen(ui, width).height_at(ui, width)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        return self._chosen(ui, rect.w, rect.h).place(ui, rect)


def smaller(button: Button) -> Button:
    """Return a copy of the button with smaller words and no icon."""
    small = copy(button)
    small.image, small.size = None, 14
    return small


def icon_only(button: Button) -> Button:
    """Return a copy of the button with its label as tooltip; without an icon, the button itself."""
    if button.image is None or not button.label:
        return button
    small = copy(button)
    small.tooltip = button.tooltip or button.label
    small.label = ""
    small._theme = None
    return small
