"""Chapter 5: sixteen matches, and players: one that hopes, one that knows, one that learns."""

from engine.lessons.record import At, Chapter, Place, Question, Step

LEARNER_BEGINS = ("learner", "human")

MATCHES = Chapter(
    "matches",
    (
        Step(
            "sixteen",
            Place("matches", seats=("human", "dfs")),
            question=Question(right=("3",)),
            live={"plies": "plies"},
        ),
        Step(
            "hope",
            Place("matches", "dfs", "8 0"),
            page="picture",
            question=Question(("first", "second"), ("second",)),
            live={"line": "line_found", "move": "move"},
            covered=True,
        ),
        Step(
            "deep",
            Place("matches", "dfs", "8 0"),
            question=Question(("four", "wide", "whole"), ("wide",)),
            live={
                "whole": "recording.result.whole_tree",
                "deep": "recording.result.searches.depth_first.positions",
                "wide": "recording.result.searches.breadth_first.positions",
            },
            covered=True,
        ),
        Step(
            "naive",
            Place("matches", "dfs", "7 0"),
            page="picture",
            question=Question(right=("2",), alike={"1": "1", "3": "3"}),
            live={"line": "line_found", "move": "move", "plies": "plies"},
            look=True,
        ),
        Step(
            "kernel",
            Place("matches", "kernel", "12 0"),
            At("member", largest="number"),
            page="picture",
            question=Question(right=("3",)),
            live={"kernel": "kernel"},
        ),
        Step(
            "twin",
            Place("subtraction", "kernel", "12 0"),
            page="picture",
            question=Question(("begin", "let"), ("let",)),
            live={"kernel": "kernel"},
            covered=True,
        ),
        Step(
            "session",
            Place("matches", moves="3 3 1 2 1", ply=5, seats=LEARNER_BEGINS, seed=97),
            question=Question(right=("1",)),
            live={
                "first": "played.0",
                "second": "played.2",
                "third": "played.4",
                "plies": "plies",
            },
            look=True,
        ),
        Step(
            "bags",
            Place(
                "matches",
                "learner",
                moves="3 3 1 2 1 1 3 2",
                ply=0,
                seats=LEARNER_BEGINS,
                seed=97,
            ),
            At("bag"),
            question=Question(("all", "last", "own"), ("own",)),
            live={"b16": "bag 16"},
            covered=True,
        ),
        Step(
            "train",
            Place(
                "matches",
                screen="training",
                seed=1,
                form={"games": "1000"},
            ),
            question=Question(("half", "seventy", "most"), ("most",), alike={"seventy": "half"}),
            live={"games": "planned", "before": "training.before", "after": "training.after"},
        ),
    ),
)
