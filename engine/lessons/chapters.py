"""The chapters in their order, and the steps worth a look; some of them belong to no chapter."""

from engine.lessons import live
from engine.lessons.compare import COMPARE
from engine.lessons.ends import ENDS
from engine.lessons.matches import MATCHES
from engine.lessons.montecarlo import MONTECARLO
from engine.lessons.record import Chapter, Place, Question, Step
from engine.lessons.solved import SOLVED

CHAPTERS = (MONTECARLO, COMPARE, ENDS, SOLVED, MATCHES)


MORE = Chapter(
    "more",
    (
        Step(
            "centre",
            Place(player="mc:exact", options={"misere": "true"}),
            page="picture",
            question=Question(right=("4",)),
            live={"score": live.score("4"), "plies": live.plies},
            look=True,
            covered=True,
        ),
        Step(
            "first_move",
            Place("connect4", "optimal"),
            question=Question(right=("3",), alike={"2": "draw", "4": "draw"}),
            live={"plies": live.plies},
            look=True,
            covered=True,
        ),
        Step(
            "plan",
            Place("connect4", "optimal", moves="4 6 6 2 4 4 2 4 4 3 3 3"),
            question=Question(right=("3",)),
            live={"plies": live.plies},
            look=True,
            covered=True,
        ),
    ),
)


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
