"""Chapter 5: sixteen matches, and players: one that hopes, one that knows, one that learns."""

from engine.lessons import live
from engine.lessons.record import At, Chapter, Place, Question, Step
from engine.trace.heaps import TraceResult

LEARNER_BEGINS = ("learner", "human")

MATCHES = Chapter(
    "matches",
    (
        Step(
            "sixteen",
            Place("matches", seats=("human", "dfs")),
            question=Question(right=("3",)),
            live={"plies": live.plies},
        ),
        Step(
            "hope",
            Place("matches", "dfs", "8 0"),
            page="picture",
            question=Question(("first", "second"), ("second",)),
            live={"line": live.line_found, "move": live.move},
            covered=True,
        ),
        Step(
            "deep",
            Place("matches", "dfs", "8 0"),
            page="table",
            question=Question(("four", "wide", "whole"), ("wide",)),
            live={
                "whole": live.of_result(TraceResult, lambda found: found.whole_tree),
                "deep": live.of_result(
                    TraceResult, lambda found: found.searches.depth_first.positions
                ),
                "wide": live.of_result(
                    TraceResult, lambda found: found.searches.breadth_first.positions
                ),
                "straight": live.line_length,
            },
            covered=True,
        ),
        Step(
            "naive",
            Place("matches", "dfs", "7 0"),
            page="picture",
            question=Question(right=("2",), alike={"1": "1", "3": "3"}),
            live={"line": live.line_found, "move": live.move, "plies": live.plies},
        ),
        Step(
            "kernel",
            Place("matches", "kernel", "14 0"),
            At("member", largest="number"),
            page="picture",
            question=Question(right=("1",)),
            live={"kernel": live.kernel},
            plain=True,
            code=("kernel",),
        ),
        Step(
            "twin",
            Place("subtraction", "kernel", "12 0"),
            page="picture",
            question=Question(("begin", "let"), ("let",)),
            live={"kernel": live.kernel},
            covered=True,
        ),
        Step(
            "session",
            Place("matches", seats=LEARNER_BEGINS, seed=97),
            do=At(),
            live={"drew": live.moves_of_first, "result": live.result_of_second},
        ),
        Step(
            "bags",
            Place(
                "matches", "learner", moves="3 3 1 2 1 1 3 2", ply=0, seats=LEARNER_BEGINS, seed=97
            ),
            At("bag"),
            question=Question(("all", "last", "own"), ("own",)),
            live={"b16": live.bag("16")},
            covered=True,
            code=("draw", "reward"),
        ),
        Step(
            "train",
            Place("matches", screen="training", seed=1, form={"games": "1000"}),
            question=Question(("half", "seventy", "most"), ("most",), alike={"seventy": "half"}),
            live={
                "games": live.planned,
                "before": live.before_training,
                "after": live.after_training,
            },
            code=("draw", "reward"),
        ),
        Step(
            "write",
            Place("matches", seats=("human", "human")),
            write=True,
            then=Place("matches", seats=("own:my_learner", "human")),
        ),
    ),
)
