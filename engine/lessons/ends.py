"""Chapter 3: a cube, two searches that meet, and all that need not be looked at."""

from engine.lessons.record import At, Chapter, Place, Question, Step

COURSE = Place("pocketcube", "bidirectional", "U2 F2 R F' U R F U' F U' F R'", screen="cube")
# Sixty random turns, as the lab scrambles a cube from the seed 359.
SIXTY = (
    "R U R' F' R F' R' F R F R' U' R F' U' F' R' F' R' U' F' R U R U F U' R' F' U "
    "R' F' R U' R' U' F' U' R' F' R F' R U F' R U' F' R F' U' R U R' F R' U F R' F"
)
SIXTY_TURNS = Place("pocketcube", position=SIXTY, screen="cube")
CUT = "......./......./......./......./..YR.../R.RY..Y R"
HORIZON = "......./.....R./.....R./.Y...Y./YR...RR/RYYRYRY Y"

ENDS = Chapter(
    "ends",
    (
        Step(
            "width",
            COURSE,
            page="sequences",
            question=Question(("all", "new", "pairs"), ("new",)),
            live={
                "turns": "game.num_moves",
                "pairs": "sequences 2",
                "layer": "game.positions_at.2",
            },
            look=True,
            covered=True,
        ),
        Step(
            "twins",
            Place("pocketcube", screen="cube"),
            do="U U",
            question=Question(
                ("right", "back", "undo"),
                ("back",),
                {"right": "R R", "back": "U' U'", "undo": "U U'"},
            ),
        ),
        Step(
            "once",
            COURSE,
            page="sequences",
            question=Question(("all", "half", "rare"), ("rare",), alike={"half": "all"}),
            live={"all": "sequences 10", "layer": "game.positions_at.10", "each": "repeats 10"},
            covered=True,
        ),
        Step(
            "halves",
            COURSE,
            page="halving",
            question=Question(("half", "both", "alone"), ("both",)),
            live={
                "full": "one_end 2 20",
                "half": "one_end 2 19",
                "both": "both_ends 2 20",
                "alone": "one_end 2 10",
                "ratio": "times_fewer 2 20",
            },
            covered=True,
        ),
        Step(
            "sixty",
            SIXTY_TURNS,
            question=Question(("ten", "most", "sixty"), ("ten",)),
            live={"n": "search.length", "most": "farthest"},
        ),
        Step(
            "ways",
            SIXTY_TURNS,
            question=Question(("single", "middle", "all"), ("all",)),
            live={"n": "search.length", "ways": "search.count", "met": "met"},
        ),
        Step(
            "meet",
            Place("pocketcube", "bidirectional", SIXTY, screen="cube"),
            page="layers",
            question=Question(("both", "half", "alone"), ("both",), alike={"half": "alone"}),
            live={
                "n": "search.length",
                "both": "visited",
                "half": "one_way 2",
                "alone": "one_way",
                "deep": "half_way",
            },
            covered=True,
        ),
        Step(
            "cut",
            Place("connect4", "alphabeta:6", CUT),
            At("cut", largest="saved"),
            page="picture",
            question=Question(("yes", "no", "some"), ("no",), alike={"some": "yes"}),
            live={
                "beta": "largest cut saved beta",
                "score": "largest cut saved score",
                "left": "largest cut saved left",
                "saved": "largest cut saved saved",
                "cuts": "events cut",
                "effort": "decision.effort",
            },
            look=True,
            covered=True,
        ),
        Step(
            "horizon",
            Place("connect4", "alphabeta:8", HORIZON),
            question=Question(right=("1",)),
            live={"plies": "plies"},
            look=True,
            covered=True,
        ),
    ),
)
