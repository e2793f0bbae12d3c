"""Chapter 2: which of two players is better, by how much, and how sure one can be."""

from engine.lessons.record import At, Chapter, Place, Question, Step

COIN = Place(
    "connect4",
    screen="arena",
    seed=20,
    form={"kind": "tournament", "players": "random random", "games": "1000"},
)
TOO_MANY_GAMES = "......./......./.R...../.R.Y.../RY.R.YR/RRYRYYY Y"
SEEN_LATE = "......./......./......./......./.R.Y.R./RYRR.YY Y"

COMPARE = Chapter(
    "compare",
    (
        Step(
            "first",
            Place("connect4", seats=("first", "first")),
            question=Question(("red", "yellow", "nobody"), ("red",)),
            live={"plies": "played"},
        ),
        Step(
            "block",
            Place("connect4", moves="0 2 0 3 0", seats=("first", "human")),
            question=Question(right=("0",)),
            live={"plies": "plies"},
        ),
        Step(
            "coin",
            COIN,
            question=Question(("low", "half", "high"), ("half",), alike={"high": "low"}),
            live={
                "games": "planned",
                "a": "tallies.0.wins",
                "b": "tallies.0.losses",
                "d": "tallies.0.draws",
                "began": "began",
            },
        ),
        Step(
            "sure",
            COIN,
            page="table",
            question=Question(("sums", "luck", "better"), ("luck",)),
            live={"low": "tallies.0.interval.0", "high": "tallies.0.interval.1"},
        ),
        Step(
            "single",
            Place(
                "connect4", screen="arena", seed=20, form={"preset": "McX-Random", "games": "300"}
            ),
            question=Question(("half", "most", "all"), ("most",)),
            live={"w1": "tallies.0.wins", "l64": "tallies.6.losses", "games": "planned"},
        ),
        Step(
            "mc32",
            Place("connect4", screen="arena", seed=20, form={"preset": "McX-Mc32", "games": "300"}),
            question=Question(("fewer", "same", "more"), ("same",)),
            live={"s16": "tallies.2.score", "s32": "tallies.3.score", "s64": "tallies.4.score"},
        ),
        Step(
            "thousand",
            Place("connect4", "mc:1000/move", TOO_MANY_GAMES),
            question=Question(right=("4",), alike={"5": "5"}),
            live={"n": "playouts 5", "c4": "score 4", "c5": "score 5", "plies": "plies"},
            look=True,
        ),
        Step(
            "late",
            Place("connect4", "mcts:3000", SEEN_LATE),
            At(lead="5"),
            question=Question(right=("3",)),
            live={"turn": "lead_until 5", "all": "decision.effort", "plies": "plies"},
            look=True,
        ),
    ),
)
