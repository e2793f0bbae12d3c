"""The screen of the three positions at the end of a chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.lessons.record import Chapter
from gui.exercises.drill_screen import DrillScreen
from gui.exercises.turns_screen import TurnsScreen
from gui.kit import Icon
from gui.kit.command import Command
from gui.kit.layout import Layout
from gui.lessons.drill import ChapterDrill
from gui.services import Services


class ChapterDrillScreen(TurnsScreen, DrillScreen):
    """Shows the positions one after another; missed ones can be tried again, or others drawn."""

    model: ChapterDrill

    def __init__(self, services: Services, chapter: Chapter) -> None:
        DrillScreen.__init__(self, services, ChapterDrill(services, chapter))

    def top(self) -> Layout:
        chapter = self.tr(f"lesson.{self.model.chapter.id}")
        return self.bar(self.tr(self.model.title), chapter)

    def buttons(self) -> Sequence[Sequence[str]]:
        if self.model.searching:
            return []
        if self.model.attempt is None:
            missed = ("try_missed",) if self.model.missed else ()
            return [(*missed, "another", "close")]
        if self.turns is not None and self.turns.open:
            return [("undo", "restart"), *super().buttons()]
        return super().buttons()

    def commands(self) -> Mapping[str, Command]:
        another = Command("another", self.and_refresh(self.model.another), Icon.DICE)
        return {**super().commands(), "another": another}
