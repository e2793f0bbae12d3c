"""Chapter 4: who wins if nobody errs, worked out once and from the end."""

from engine.lessons import live
from engine.lessons.record import At, Chapter, Place, Question, Step
from engine.trace.layers import LayersResult

# Best play of both sides after each reply to the corner but that in the centre.
FORCED = ("136425", "236415", "312457", "521436", "612437", "721436", "821634")

SOLVED = Chapter(
    "solved",
    (
        Step(
            "nim",
            Place("nim"),
            question=Question(right=("1-1", "3-1", "5-1")),
            live={"moves": live.moves, "plies": live.plies},
        ),
        Step(
            "end",
            Place("nim", "optimal", "2,1 0"),
            At("fill"),
            page="picture",
            question=Question(right=("1-1",)),
            code=("wins",),
        ),
        Step(
            "zugzwang",
            Place("nim", "optimal", "3,2,1 0"),
            question=Question(("begin", "let", "same"), ("let",)),
            live={"moves": live.moves},
            covered=True,
        ),
        Step(
            "fours",
            Place("subtraction", "kernel"),
            question=Question(right=("1",)),
            live={"plies": live.plies},
            covered=True,
        ),
        Step(
            "no_draws",
            Place(player="optimal", options={"draw": "second"}),
            question=Question(
                ("corner", "centre", "nowhere"), ("nowhere",), alike={"centre": "corner"}
            ),
            covered=True,
        ),
        Step(
            "corner",
            Place(player="optimal", position="X........ O"),
            At("best"),
            question=Question(
                right=("4",), show={line[0]: At(played=" ".join(line)) for line in FORCED}
            ),
            live={"plies": live.plies},
            covered=True,
        ),
        Step(
            "turned",
            Place(player="optimal"),
            At("fill"),
            page="symmetry",
            question=Question(("eighth", "half", "all"), ("eighth",), alike={"all": "half"}),
            live={
                "all": live.of_result(LayersResult, lambda found: found.positions.all),
                "half": live.of_result(LayersResult, lambda found: found.positions.all // 2),
                "left": live.of_result(LayersResult, lambda found: found.positions.classes),
            },
            covered=True,
            code=("canonical",),
        ),
        Step(
            "pebble",
            Place("nim", "optimal", "2,1,1 0", options={"misere": "true"}),
            question=Question(right=("1-1",), alike={"1-2": "both"}),
            live={"plies": live.plies},
            covered=True,
        ),
        Step(
            "mastery",
            Place(
                "nim",
                screen="arena",
                seed=20,
                form={
                    "kind": "sweep",
                    "template": "mastery:{}",
                    "values": "0 5 10",
                    "opponent": "random",
                    "games": "300",
                },
            ),
            question=Question(("half", "seventy", "most"), ("seventy",)),
            live={
                "m0": live.tally(0, lambda found: found.score),
                "m5": live.tally(1, lambda found: found.score),
                "m10": live.tally(2, lambda found: found.score),
            },
        ),
        Step(
            "write",
            Place("nim", position="3,2,1 0", seats=("human", "human")),
            write=True,
            then=Place("nim", seats=("human", "own:who_wins")),
        ),
    ),
)
