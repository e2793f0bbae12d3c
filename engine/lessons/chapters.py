"""The chapters in their order, and the steps worth a look."""

from engine.lessons.compare import COMPARE
from engine.lessons.ends import ENDS
from engine.lessons.matches import MATCHES
from engine.lessons.montecarlo import MONTECARLO
from engine.lessons.more import MORE
from engine.lessons.record import Chapter, Step
from engine.lessons.solved import SOLVED

CHAPTERS = (MONTECARLO, COMPARE, ENDS, SOLVED, MATCHES)


def worth_a_look() -> list[tuple[Chapter, Step]]:
    """Return the steps listed under Worth a look, with their chapters."""
    chapters = (*CHAPTERS, MORE)
    return [(chapter, step) for chapter in chapters for step in chapter.steps if step.look]


def find_step(text: str) -> tuple[Chapter, Step] | None:
    """Return the step of `CHAPTER` (its first) or `CHAPTER/STEP`, each a number from 1 or an id."""
    name, _, wanted = text.partition("/")
    for number, chapter in enumerate((*CHAPTERS, MORE), start=1):
        if chapter.id != name and (str(number) != name or chapter is MORE):
            continue
        for place, step in enumerate(chapter.steps, start=1):
            if wanted in ("", str(place), step.id):
                return chapter, step
    return None
