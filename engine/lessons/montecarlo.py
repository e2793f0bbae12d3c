"""Chapter 1: judge a move by playing it out at random, and see where that goes wrong."""

from dataclasses import replace

from engine.lessons import live
from engine.lessons.record import At, Chapter, Place, Question, Step

THREE_LEFT = "4 0 2 5 3 6"
TWO_CORNERS = "X...O...X O"
TEN_THOUSAND = Place(moves=THREE_LEFT, player="mc:10000/move")
# A full board is no win for X, so that only rows count, as in the article.
WINS_ALONE = {"draw": "second"}

O_TAKES_8 = At("chances", "7", chosen="7 8 1")

MONTECARLO = Chapter(
    "montecarlo",
    (
        Step(
            "cells",
            Place(moves="4 0 3 7", seats=("human", "human")),
            question=Question(
                right=("5",), alike={"1": "gone", "2": "slow", "6": "slow", "8": "gone"}
            ),
        ),
        Step(
            "three",
            Place(moves=THREE_LEFT, seats=("human", "human")),
            question=Question(
                right=("8",),
                show={each[0]: At(played=each) for each in ("1 8 7", "7 8 1", "8 1 7")},
                alike={"1": "1", "7": "7"},
            ),
        ),
        Step(
            "tree",
            Place(moves=THREE_LEFT, player="mc:exact"),
            At(chosen="7 8 1"),
            page="picture",
            question=Question(
                ("once", "twice", "thrice"),
                ("twice",),
                {
                    "once": At(chosen="1 8 7"),
                    "twice": At(chosen="1 8 7"),
                    "thrice": At(chosen="7 1 8"),
                },
            ),
            live={"games": live.games, "wins": live.games_won},
            plain=True,
        ),
        Step(
            "toss",
            Place(moves=THREE_LEFT, player="mc:exact"),
            At("chances", "7"),
            page="picture",
            question=Question(
                ("never", "half", "always"),
                ("half",),
                {
                    "never": O_TAKES_8,
                    "half": O_TAKES_8,
                    "always": At("chances", "7", chosen="7 1 8"),
                },
            ),
            live={"p": live.wins("7")},
            covered=True,
        ),
        Step(
            "dice",
            # With this seed the third game after 7 is the first draw.
            Place(moves=THREE_LEFT, player="mc:30/move", options=WINS_ALONE, seed=56),
            At("playout", "7 8 1"),
            page="picture",
            do=At("playout", "7 1 8"),
            live={
                "n": live.game_number("7 1 8"),
                "all": live.playouts("7"),
                "share": live.wins("7"),
            },
            plain=True,
            code=("playout",),
        ),
        Step(
            "thousands",
            replace(TEN_THOUSAND, options=WINS_ALONE),
            page="picture",
            question=Question(("exactly", "near", "anything"), ("near",)),
            live={
                "all": live.playouts("7"),
                "w1": live.won_playouts("1"),
                "w7": live.won_playouts("7"),
                "w8": live.won_playouts("8"),
            },
            covered=True,
            plain=True,
            code=("playout",),
        ),
        Step(
            "half",
            TEN_THOUSAND,
            page="picture",
            question=Question(("luck", "draws", "replies"), ("draws",)),
            live={"s7": live.score("7"), "s8": live.score("8")},
            code=("choose",),
        ),
        Step(
            "chances",
            Place(position=TWO_CORNERS, player="mc:exact"),
            page="picture",
            question=Question(right=("1", "3", "5", "7")),
            live={"best": live.best_score, "plies": live.plies},
        ),
        Step(
            "search",
            Place(position=TWO_CORNERS, player="mcts:300"),
            question=Question(("all", "fewer", "never"), ("fewer",)),
            live={"budget": live.budget, "effort": live.effort, "move": live.move},
            covered=True,
        ),
        Step(
            "write",
            Place(moves=THREE_LEFT, seats=("human", "human")),
            write=True,
            then=Place(position=TWO_CORNERS, seats=("human", "own:share_of_wins")),
        ),
    ),
)
