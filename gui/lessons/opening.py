"""Opening a step of a lesson on its screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.lessons.chapters import CHAPTERS, find_step
from engine.lessons.record import Chapter, Step
from gui.lessons import walk
from gui.lessons.drill_screen import ChapterDrillScreen
from gui.lessons.experiments import LessonArena, LessonTraining
from gui.lessons.guest import GuestServices, host_of
from gui.lessons.lab import LessonLab
from gui.lessons.match import LessonMatch
from gui.lessons.screen import LessonScreen
from gui.lessons.step_state import StepState
from gui.lessons.writing import WritingModels
from gui.services import Services

SCREENS: Mapping[str, Callable[[GuestServices, StepState], LessonScreen]] = {
    "match": LessonMatch,
    "cube": LessonLab,
    "arena": LessonArena,
    "training": LessonTraining,
}


def open_step(
    services: Services, chapter: Chapter, step: Step, alone: bool = False
) -> LessonScreen:
    """Open a step as a guest of the services; `alone`, it is no part of its chapter's way."""
    host = host_of(services)
    writing = None
    if step.write:
        writing = host.outliving(WritingModels, WritingModels).of(chapter.id, host.worker)
        step = replace(step, place=writing.place(step))
    lesson = StepState(chapter, step, alone=alone or chapter not in CHAPTERS, writing=writing)
    if not lesson.alone:
        walk.note_opened(host, chapter, step)
    guest = GuestServices(host, step.place.seed)
    return SCREENS[step.place.screen](guest, lesson)


def open_named(services: Services, chapter: str, step: str, alone: bool = False) -> LessonScreen:
    """Open the step of these ids, in its chapter or alone."""
    place = find_step(f"{chapter}/{step}")
    assert place is not None
    return open_step(services, *place, alone)


def open_drill(services: Services, chapter: str) -> ChapterDrillScreen:
    """Open the three positions at the end of a chapter."""
    place = find_step(chapter)
    assert place is not None
    return ChapterDrillScreen(host_of(services), place[0])
