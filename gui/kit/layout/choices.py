"""Layouts that take the first of several forms that fits."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property

import pygame

from gui.kit import Button
from gui.kit.layout.wrappers import Around
from gui.kit.widget import Layout, Sized, Widget
from gui.ui import Ui


class _Choice(Sized):
    """One of several forms, chosen for each place."""

    @abstractmethod
    def _chosen(self, ui: Ui, width: int, height: int | None = None) -> Layout:
        """Return the form for a width and, in its place, a height."""

    def measure_height(self, ui: Ui, width: int) -> int:
        return self._chosen(ui, width).height_at(ui, width)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        return self._chosen(ui, rect.w, rect.h).place(ui, rect)


class FirstFit(_Choice):
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

    @property
    def last(self) -> Layout:
        """The choice for which there is always room."""
        return self._choice(-1)

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


class LowestFits(Around):
    """A FirstFit that fits where its last choice does, the lowest; its place chooses the form."""

    def __init__(self, part: FirstFit) -> None:
        super().__init__(part)
        self.lowest = part

    def measure_min_width(self, ui: Ui) -> int:
        return self.lowest.last.min_width(ui)

    def measure_height(self, ui: Ui, width: int) -> int:
        return self.lowest.last.height_at(ui, width)


class Guarded(Sized):
    """A part built only if `first`, its smallest content, fits; used as a choice of FirstFit.

    If `first` does not fit, the full part cannot fit either, so it is neither built nor measured.
    """

    def __init__(self, first: Layout, make: Callable[[], Layout]) -> None:
        self.first = first
        self._make = make

    @cached_property
    def _whole(self) -> Layout:
        return self._make()

    def measure_min_width(self, ui: Ui) -> int:
        return self._whole.min_width(ui)

    def measure_preferred_width(self, ui: Ui) -> int:
        return self._whole.preferred_width(ui)

    def measure_height(self, ui: Ui, width: int) -> int:
        return self._whole.height_at(ui, width)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        return self._whole.place(ui, rect)

    def fits(self, ui: Ui, width: int, height: int | None) -> bool:
        return self.first.fits(ui, width, height) and super().fits(ui, width, height)


class LastForm:
    """The number of the form that a Lowering chose last; a screen keeps it over its builds."""

    number: int | None = None


class Lowering(_Choice):
    """The highest form that fits of several, each lower than the one before; a choice of FirstFit.

    The search begins at the `last` form, else at the lowest, and a form is built only when it is
    reached: the steps of a decision mostly have the same form. So where a form fits, every lower
    one must fit as well, else the choice would depend on the build before.
    """

    def __init__(self, *forms: Callable[[], Layout], last: LastForm) -> None:
        self.forms = forms
        self.last = last
        self._made: dict[int, Layout] = {}

    def form(self, number: int) -> Layout:
        """Return a form, built at the first call."""
        if number not in self._made:
            self._made[number] = self.forms[number]()
        return self._made[number]

    def _search(self, ui: Ui, width: int, height: int | None) -> int:
        """Return the number of the highest form that fits, or the number of forms."""
        count, number = len(self.forms), self.last.number
        if number is None or number >= count:
            number = count - 1
        if not self.form(number).fits(ui, width, height):
            lower = range(number + 1, count)
            return next((n for n in lower if self.form(n).fits(ui, width, height)), count)
        while number and self.form(number - 1).fits(ui, width, height):
            number -= 1
        return number

    def fits(self, ui: Ui, width: int, height: int | None) -> bool:
        number = self._search(ui, width, height)
        fits = number < len(self.forms)
        self.last.number = number if fits else None
        return fits

    def _chosen(self, ui: Ui, width: int, height: int | None = None) -> Layout:
        return self.form(min(len(self.forms) - 1, self._search(ui, width, height)))

    def measure_min_width(self, ui: Ui) -> int:
        return self.form(len(self.forms) - 1).min_width(ui)

    def measure_preferred_width(self, ui: Ui) -> int:
        return self.form(0).preferred_width(ui)


def icon_only(button: Button) -> Button:
    """Return a copy of the button with its label as tooltip; without an icon, the button itself."""
    if button.image is None or not button.label:
        return button
    small = copy(button)
    small.tooltip = button.tooltip or button.label
    small.label = ""
    small._theme = None
    return small
