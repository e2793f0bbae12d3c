"""The screen of the lab: its commands, and its layout with the inspector and without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.registry import name_of
from gui.boards.puzzle_words import specific
from gui.kit.command import Command
from gui.kit.layout import Layout, Pad
from gui.lab.base import LabBase
from gui.lab.commands import lab_commands
from gui.lab.page import inspector_page, lab_page

PLAIN_MENU = ("new", "reset", "bests", "camera", "sharing")


class LabScreen(LabBase):
    """Shows the lab."""

    TOOLS: tuple[str, ...] = ("lab",)  # the buttons at the top

    def commands(self) -> Mapping[str, Command]:
        return lab_commands(self)

    def show_menu(self, names: Sequence[str] = ()) -> None:
        super().show_menu(names or (self.MENU if self.lab.whole else PLAIN_MENU))

    def top(self) -> Layout:
        puzzle, whole = self.lab.handlings.id, self.lab.whole
        rule = (
            specific("cube_lab.subtitle", self.lab.choices.options) if whole else f"rule.{puzzle}"
        )
        tools = [self.offered().button(name, size=14) for name in self.TOOLS]
        return self.bar(self.tr(name_of(puzzle)), self.tr(rule), extra=tools)

    def page(self) -> Layout:
        looking = self.lab.inside.open and self.lab.drafts is None
        return Pad(inspector_page(self) if looking else lab_page(self), 24, 20, 24, 24)
