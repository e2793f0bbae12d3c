"""Chapter 1: judge a move by playing it out at random, and see where that goes wrong."""

from engine.lessons.record import At, Chapter, Place, Question, Step

THREE_LEFT = "4 0 2 5 3 6"

MONTECARLO = Chapter(
    "montecarlo",
    (
        Step(
            "toss",
            Place(moves=THREE_LEFT, player="mc:exact"),
            At("chances", "7"),
            question=Question(
                ("never", "half", "always"),
                ("half",),
                {"never": "7 8 1", "half": "7 8 1", "always": "7 1 8"},
            ),
            live={"p": "wins 7"},
        ),
    ),
)
