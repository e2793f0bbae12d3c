"""Chapter 2: which of two players is better, by how much, and how sure one can be."""

from engine.lessons import live
from engine.lessons.record import At, Chapter, Place, Question, Step

COIN = Place(
    "connect4",
    screen="arena",
    seed=20,
    form={"kind": "tournament", "players": "random random", "games": "1000"},
)
OPEN_ROW = "......./......./......./.R.R.Y./.Y.Y.R./YRRYYR. R"
GAMES = (10, 100, 1000)
SEEN_LATE = "......./......./......./......./.R.Y.R./RYRR.YY Y"

COMPARE = Chapter(
    "compare",
    (
        Step(
            "first",
            Place("connect4", seats=("first", "first")),
            question=Question(("red", "yellow", "nobody"), ("red",)),
            live={"plies": live.plies_played},
        ),
        Step(
            "block",
            Place("connect4", moves="0 2 0 3 0", seats=("first", "human")),
            question=Question(right=("0",)),
            live={"plies": live.plies},
        ),
        Step(
            "coin",
            COIN,
            question=Question(("low", "half", "high"), ("half",), alike={"high": "low"}),
            live={
                "games": live.planned,
                "a": live.tally(0, lambda found: found.wins),
                "b": live.tally(0, lambda found: found.losses),
                "d": live.tally(0, lambda found: found.draws),
                "began": live.began,
            },
            code=("match",),
        ),
        Step(
            "sure",
            COIN,
            at_once=True,
            question=Question(("sums", "luck", "better"), ("luck",)),
            live={
                "low": live.tally(0, lambda found: found.interval[0]),
                "high": live.tally(0, lambda found: found.interval[1]),
            },
            code=("interval",),
        ),
        Step(
            "single",
            Place(
                "connect4", screen="arena", seed=20, form={"preset": "McX-Random", "games": "300"}
            ),
            question=Question(("half", "most", "all"), ("most",)),
            live={
                "w1": live.tally(0, lambda found: found.wins),
                "l64": live.tally(6, lambda found: found.losses),
                "games": live.planned,
            },
        ),
        Step(
            "mc32",
            Place("connect4", screen="arena", seed=20, form={"preset": "McX-Mc32", "games": "300"}),
            question=Question(("fewer", "same", "more"), ("same",)),
            live={
                "s64": live.tally(4, lambda tally: tally.score),
                "games": live.planned,
                **{f"n{games}": live.number(games) for games in GAMES},
                **{f"l{games}": live.interval(0.6, games, 0) for games in GAMES},
                **{f"h{games}": live.interval(0.6, games, 1) for games in GAMES},
            },
        ),
        Step(
            "thousand",
            Place("connect4", "mc:1000/move", OPEN_ROW),
            question=Question(right=("4",), alike={"0": "0", "2": "2"}),
            live={
                "n": live.playouts("2"),
                "c2": live.score("2"),
                "c4": live.score("4"),
                "plies": live.plies,
            },
        ),
        Step(
            "late",
            Place("connect4", "mcts:3000", SEEN_LATE),
            At("back_up", lead="5"),
            question=Question(right=("3",)),
            live={"turn": live.lead_until("5"), "all": live.effort, "plies": live.plies},
        ),
        Step("write", Place("connect4", seats=("human", "human")), write=True),
    ),
)
