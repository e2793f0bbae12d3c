"""The way through the lessons: where a person is, and what is done."""

from __future__ import annotations

from dataclasses import replace

from engine.lessons.chapters import CHAPTERS
from engine.lessons.record import Chapter, Step
from gui.protocols import Open
from gui.services import Services
from gui.settings import LessonProgress, Settings


def opened(chapter: Chapter, step: Step, *, instead: bool = False, alone: bool = False) -> Open:
    """Return the transition to a step; `instead` of the one on the screen, or `alone`."""
    arguments: dict[str, str | bool] = {"chapter": chapter.id, "step": step.id}
    return Open("lesson", arguments | ({"alone": True} if alone else {}), instead)


def neighbour(chapter: Chapter, step: Step, by: int) -> Step | None:
    """Return the step before or after one in its chapter, or None."""
    index = [each.id for each in chapter.steps].index(step.id) + by
    return chapter.steps[index] if 0 <= index < len(chapter.steps) else None


def progress(settings: Settings, chapter: Chapter) -> LessonProgress:
    """Return the progress in a chapter."""
    return settings.lessons.get(chapter.id, LessonProgress())


def number_of(chapter: Chapter) -> int:
    """Return the number of a chapter, from 1; 0 outside of the chapters."""
    return CHAPTERS.index(chapter) + 1 if chapter in CHAPTERS else 0


def chapter_after(chapter: Chapter) -> Chapter | None:
    """Return the chapter that follows one, or None after the last and outside of the chapters."""
    number = number_of(chapter)
    return CHAPTERS[number] if 0 < number < len(CHAPTERS) else None


def resume_step(settings: Settings, chapter: Chapter) -> Step:
    """Return the step to go on with: the one left, else the first one that is not done."""
    state = progress(settings, chapter)
    steps = {step.id: step for step in chapter.steps}
    if state.at in steps and len(state.done) < len(steps):
        return steps[state.at]
    return next((step for step in chapter.steps if step.id not in state.done), chapter.steps[0])


def is_over(settings: Settings, chapter: Chapter) -> bool:
    """Return whether all steps are done; those that ask for a program may be left out."""
    done = progress(settings, chapter).done
    return all(step.id in done for step in chapter.steps if not step.write)


def note_opened(services: Services, chapter: Chapter, step: Step) -> None:
    """Save that a step was opened."""
    steps = tuple(each.id for each in chapter.steps)
    _put(services, chapter, replace(progress(services.settings, chapter), at=step.id, steps=steps))


def note_done(services: Services, chapter: Chapter, step: Step) -> None:
    """Save that a step is done."""
    before = progress(services.settings, chapter)
    if step.id not in before.done:
        _put(services, chapter, replace(before, done=(*before.done, step.id)))


def note_result(services: Services, chapter: Chapter, right: int) -> None:
    """Save how many of the positions at the end of a chapter were solved."""
    _put(services, chapter, replace(progress(services.settings, chapter), right=right))


def _put(services: Services, chapter: Chapter, now: LessonProgress) -> None:
    settings = services.settings
    lessons = {**settings.lessons, chapter.id: now}
    services.change(replace(settings, lessons=lessons, last_lesson=chapter.id))
