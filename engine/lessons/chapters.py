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
            covered=True,
        ),
        Step(
            "first_move",
            Place("connect4", "optimal"),
            question=Question(right=("3",), alike={"2": "draw", "4": "draw"}),
            live={"plies": live.plies},
            covered=True,
        ),
        Step(
            "plan",
            Place("connect4", "optimal", moves="4 6 6 2 4 4 2 4 4 3 3 3"),
            question=Question(right=("3",)),
            live={"plies": live.plies},
            covered=True,
        ),
    ),
)

WORTH_A_LOOK = (
    "montecarlo/chances compare/thousand compare/late ends/once ends/cut ends/horizon"
    " solved/zugzwang solved/fours solved/corner solved/pebble matches/naive matches/session"
    " more/centre more/first_move more/plan"
)


def worth_a_look() -> list[tuple[Chapter, Step]]:
    """Return the steps listed under Worth a look, with their chapters."""
    return [step for name in WORTH_A_LOOK.split() if (step := find_step(name)) is not None]


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
