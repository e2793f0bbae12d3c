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
                "a": "won 0",
                "b": "lost 0",
                "d": "drawn 0",
                "began": "began 0",
            },
        ),
        Step(
            "sure",
            COIN,
            page="table",
            question=Question(("sums", "luck", "better"), ("luck",)),
            live={"low": "low 0", "high": "high 0"},
        ),
        Step(
            "single",
            Place(
                "connect4", screen="arena", seed=20, form={"preset": "McX-Random", "games": "300"}
            ),
            question=Question(("half", "most", "all"), ("most",)),
            live={"w1": "won 0", "l64": "lost 6", "games": "planned"},
        ),
        Step(
            "mc32",
            Place("connect4", screen="arena", seed=20, form={"preset": "McX-Mc32", "games": "300"}),
            question=Question(("fewer", "same", "more"), ("same",)),
            live={"s16": "rate 2", "s32": "rate 3", "s64": "rate 4"},
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
            live={"turn": "lead_until 5", "all": "effort", "plies": "plies"},
            look=True,
        ),
    ),
)
