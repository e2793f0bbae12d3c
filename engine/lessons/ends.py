"""Chapter 3: a cube, two searches that meet, and all that need not be looked at."""

from engine.lessons import live
from engine.lessons.record import At, Chapter, Place, Question, Step

COURSE = Place("pocketcube", "twoway", "U2 F2 R F' U R F U' F U' F R'", screen="cube")
# Sixty random turns, as the lab scrambles a cube from the seed 359.
SIXTY = (
    "R U R' F' R F' R' F R F R' U' R F' U' F' R' F' R' U' F' R U R U F U' R' F' U "
    "R' F' R U' R' U' F' U' R' F' R F' R U F' R U' F' R F' U' R U R' F R' U F R' F"
)
ELEVEN_WAYS = "U R U R U R' U F U' R' F R' F' R'"
TWO_TURNS = Place("pocketcube", "bidirectional", "R U", screen="cube")
SIXTY_TURNS = Place("pocketcube", position=SIXTY, screen="cube")
CUT = "......./......./......./......./..YR.../R.RY..Y R"
HORIZON = "Y....../R....../YY...../RR..YR./YY..RYY/RYRYRRR R"

ENDS = Chapter(
    "ends",
    (
        Step(
            "width",
            TWO_TURNS,
            page="sequences",
            question=Question(("all", "new", "pairs"), ("new",)),
            live={
                "turns": live.turns,
                "pairs": live.sequences(2),
                "layer": live.layer(2),
            },
            covered=True,
        ),
        Step(
            "twins",
            Place("pocketcube", screen="cube"),
            do=At(played="U U"),
            question=Question(
                ("right", "back", "undo"),
                ("back",),
                {
                    "right": At(played="R R"),
                    "back": At(played="U' U'"),
                    "undo": At(played="U U'"),
                },
            ),
        ),
        Step(
            "once",
            COURSE,
            page="sequences",
            question=Question(("all", "half", "rare"), ("rare",), alike={"half": "all"}),
            live={
                "all": live.sequences(10),
                "layer": live.layer(10),
                "each": live.sequences_each(10),
            },
            covered=True,
        ),
        Step(
            "halves",
            COURSE,
            page="halving",
            question=Question(("half", "both", "alone"), ("both",)),
            live={
                "full": live.number(2**20),
                "half": live.number(2**19),
                "both": live.number(2 * 2**10),
                "alone": live.number(2**10),
                "ratio": live.number(2**20 // (2 * 2**10)),
            },
            covered=True,
        ),
        Step(
            "sixty",
            SIXTY_TURNS,
            question=Question(("ten", "most", "sixty"), ("ten",)),
            live={"n": live.solution_length, "most": live.farthest},
        ),
        Step(
            "ways",
            Place("pocketcube", position=ELEVEN_WAYS, screen="cube"),
            question=Question(("single", "middle", "all"), ("all",)),
            live={"n": live.solution_length, "ways": live.solutions, "met": live.middle},
        ),
        Step(
            "meet",
            Place("pocketcube", "twoway", SIXTY, screen="cube"),
            page="layers",
            question=Question(("both", "half", "alone"), ("both",), alike={"half": "alone"}),
            live={
                "n": live.solution_length,
                "both": live.visited,
                "half": live.one_way_half,
                "alone": live.one_way,
                "deep": live.half_way,
            },
            covered=True,
            code=("solve",),
        ),
        Step(
            "cut",
            Place("connect4", "alphabeta:6", CUT),
            At("cut", largest="saved"),
            page="cut",
            question=Question(("yes", "no", "some"), ("no",), alike={"some": "yes"}),
            live={
                "beta": live.of_largest_cutoff(lambda found: found.beta),
                "score": live.of_largest_cutoff(lambda found: found.score),
                "left": live.of_largest_cutoff(lambda found: found.left),
                "saved": live.of_largest_cutoff(lambda found: found.saved),
                "cuts": live.cutoffs,
                "effort": live.effort,
            },
        ),
        Step(
            "horizon",
            Place("connect4", "alphabeta:8", HORIZON),
            question=Question(right=("2",), alike={"4": "4"}),
            live={"plies": live.plies, "before": live.preferred_before},
            covered=True,
        ),
        Step("write", Place("pocketcube", position="R U F'", screen="cube"), write=True),
    ),
)
