"""The chapters in their order, and what is worth a look outside of it."""

from engine.lessons.montecarlo import MONTECARLO
from engine.lessons.record import Chapter, Step

CHAPTERS = (MONTECARLO,)


def worth_a_look() -> list[tuple[Chapter, Step]]:
    """Return the steps listed under Worth a look, with their chapters."""
    return [(chapter, step) for chapter in CHAPTERS for step in chapter.steps if step.look]


def find_step(text: str) -> tuple[Chapter, Step] | None:
    """Return the step of `CHAPTER` (its first) or `CHAPTER/STEP`, a number from 1 or an id."""
    name, _, wanted = text.partition("/")
    chapter = next((each for each in CHAPTERS if each.id == name), None)
    if chapter is None:
        return None
    for number, step in enumerate(chapter.steps, start=1):
        if wanted in ("", str(number), step.id):
            return chapter, step
    return None
