"""The frame of a screen: what it shows and what it can do; the rest is done here."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

import pygame

from gui.controls import Button, Widget
from gui.kit.command import Command, Commands
from gui.kit.layout import Layout, Ready, arrange
from gui.scenes.base import WidgetScene
from gui.shortcuts import Action


class Screen(WidgetScene):
    """Says what it shows (`view`) and what it can do (`commands`); a ported screen's base.

    Lives in the App's stack beside screens that build their widgets by hand.
    """

    PREFIX = "gui"  # of the words of its commands

    @abstractmethod
    def view(self) -> Layout:
        """All of the window. Changes no model, reads no file and no database."""

    def commands(self) -> Mapping[str, Command]:
        """What can be done now, by id; a pressed shortcut and a click ask anew."""
        return {}

    def tick(self, dt: float) -> bool:
        """Let time pass; true when the screen must be shown again."""
        return False

    # -- for the subclasses ----------------------------------------------------------------------

    def offered(self) -> Commands:
        """The commands, ready to make buttons and menu lines of."""
        return Commands(self.ui, self.PREFIX, self.commands(), self.go)

    def bar(self, title: str, subtitle: str = "", *, marked: str = "") -> Layout:
        """The top bar; the button with the key `marked` closes the screen it opened."""
        widgets = self.top_bar(title, subtitle)
        for widget in widgets:
            if isinstance(widget, Button):
                widget.on = widget.key == marked
        return Ready(widgets, self.bar_height())

    # -- what the window asks --------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        """The widgets of the view; each knows what it scrolls with."""
        return arrange(self.ui, self.view(), pygame.Rect((0, 0), self.size)).widgets

    def on_action(self, action: Action) -> bool:
        """Run the command with the action's name."""
        return self.offered().press(action)
