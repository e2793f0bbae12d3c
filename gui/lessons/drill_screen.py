"""The screen of the three positions at the end of a chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.lessons.record import Chapter
from gui.exercises.drill_screen import DrillScreen
from gui.exercises.turns_screen import TurnsScreen
from gui.kit import Icon
from gui.kit.command import Command
from gui.kit.layout import Layout
from gui.lessons import walk
from gui.lessons.drill import ChapterDrill
from gui.protocols import Transition
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
            on = ("next_chapter",) if self._following is not None else ()
            return [(*missed, "another", "close", *on)]
        if self.turns is not None and self.turns.open:
            return [("undo", "restart"), *super().buttons()]
        return super().buttons()

    @property
    def _following(self) -> Chapter | None:
        return walk.chapter_after(self.model.chapter)

    def _go_on(self) -> Transition | None:
        """Return the transition to the next chapter, where it was left."""
        chapter = self._following
        if chapter is None:
            return None
        step = walk.resume_step(self.services.settings, chapter)
        return walk.opened(chapter, step, instead=True)

    def commands(self) -> Mapping[str, Command]:
        made, over = dict(super().commands()), self.model.finished and self._following is not None
        if over:
            made["close"] = replace(made["close"], primary=False)
        own = (
            Command("another", self.and_refresh(self.model.another), Icon.DICE),
            Command(
                "next_chapter",
                self._go_on,
                Icon.FORWARD,
                over,
                primary=over and not self.model.missed,
            ),
        )
        return made | {command.id: command for command in own}
