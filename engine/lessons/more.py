"""Positions worth a look that belong to no chapter."""

from engine.lessons import live
from engine.lessons.record import Chapter, Place, Question, Step

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
