"""The command `why`: its JSON, its board, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.commands import printed, reported

PLANNED = "3 6 6 2 2 0 4 6 0 3 0 2 0 0 6 5 5 2 0 4"
TACTICAL = "4 6 6 2 4 4 2 4 4 3 3 3 5 5"
LONG = "4 3 3 3 3 0 1 3 0 1 3 4 0 0"


def asked(*arguments: str) -> dict[str, Any]:
    answer: dict[str, Any] = reported("why", "connect4", *arguments)
    return answer


def test_a_plan_is_told_with_its_marks_and_counts() -> None:
    answer = asked("--moves", PLANNED)
    assert (answer["kind"], answer["holder"], answer["need"]) == ("plan", 1, "win")
    assert answer["first"] is None and "line" not in answer
    assert answer["levels"] == [["2,5", "3,3", "3,5", "4,3", "4,5", "6,5"]]
    assert (answer["longest"], answer["never"]) == (14, ["1"])
    assert {"1,1", "5,3"} <= set(answer["ends"]) and "2" in answer["on_top"]


def test_who_wins_and_is_to_move_gets_the_first_move() -> None:
    answer = asked("--moves", "4 6 6 2 4 4 2 4 4 3 3 3 4")
    assert (answer["kind"], answer["holder"], answer["first"]) == ("plan", 1, "3")
    at_once = asked("--moves", "0 1 0 1 0 1")
    assert (at_once["kind"], at_once["first"], at_once["longest"]) == ("tactics", "0", 0)
    assert at_once["ends"] == ["0,3"]


def test_tactics_need_no_marks() -> None:
    answer = asked("--moves", TACTICAL)
    assert (answer["kind"], answer["levels"], answer["never"]) == ("tactics", [], [])
    assert "Whatever Red plays, Yellow wins at once or makes two threats." in answer["sentences"]


def test_without_a_plan_there_is_a_line_of_best_play() -> None:
    answer = asked("--moves", LONG, "--nodes", "2000")
    assert (answer["kind"], answer["holder"], len(answer["line"])) == ("line", 1, 26)
    assert answer["sentences"][:2] == [
        "No short plan found.",
        "Yellow wins in 26 moves with best play.",
    ]


def test_a_draw_is_held_by_the_player_not_to_move() -> None:
    small = ("--option", "columns=4", "--option", "rows=4")
    answer = asked("--moves", "0 0 0 0 1 1 1 1", *small)
    assert (answer["need"], answer["holder"], answer["first"]) == ("draw", 1, None)


def test_an_unknown_value_is_said() -> None:
    answer = asked("--option", "columns=8", "--option", "rows=7")
    assert (answer["kind"], answer["holder"], answer["need"]) == ("none", None, None)
    assert answer["positions"] is None and "too far from the end" in answer["sentences"][0]


def test_the_board_carries_the_marks_of_the_sentences() -> None:
    lines = printed("why", "connect4", "--moves", PLANNED).splitlines()
    assert lines[1:8] == [
        "6  R | ^ ^ ^ . ^",
        "5  Y | . . . . .",
        "4  R | Y ^ ^ + R",
        "3  R | Y . . . Y",
        "2  R + R Y Y R R",
        "1  Y | Y R R Y Y",
        "   0 1 2 3 4 5 6",
    ]
    assert [line[0] for line in lines[8:]] == [" ", " ", "^", "|", "+", " "]


def test_a_square_has_all_its_signs_and_later_steps_have_their_number() -> None:
    moves = "0 2 3 3 6 5 2 1 1 2 5 0 6 2 4 5 5 4 4 5 3"
    lines = printed("why", "connect4", "--moves", moves).splitlines()
    assert lines[1] == "6  3 . . * 2 2 3" and lines[3] == "4  * *+Y > 3 R ."
    named = "2 Step 2, only if no mark of an earlier step is free: row 6 of columns 4 and 5."
    assert "  Yellow has a plan in 3 steps." in lines and named in lines


BIG = "Y......./Y..Y.R.R/Y..Y.R.Y/R..R.YRR/YY.Y.RYY/RYRY.RRR/RRRY.RYY R"


@pytest.mark.parametrize(
    ("position", "sentences"),
    [
        # Red blocks elsewhere, and Yellow gets the square: it is not taken as soon as it is free.
        (
            ("--moves", "1 2 1 2 3 5 1 0 4 1 0 4 2 4 3 5 5 3"),
            {
                "When nothing is more urgent, Red takes row 5 of column 2 if it is free.",
                "The longest game, 23 moves, ends on row 5 or 6 of column 4.",
            },
        ),
        # The square is free already, and the first move is in column 5, which has no fence.
        (
            ("--moves", "4 3 0 6 0 4 6 4 2 1 3 6 4 3 5 0 5 6 0 4"),
            {
                "When nothing is more urgent, Red takes row 2 of column 1 if it is free.",
                "Red never plays in columns 0, 4 and 6.",
            },
        ),
        (
            ("--option", "columns=8", "--option", "rows=7", "--position", BIG),
            {"Red never plays in columns 5, 6 and 7.", "In column 3 Red plays only to win."},
        ),
        (
            ("--moves", PLANNED),
            {
                "Yellow never starts column 1.",
                "The longest game, 14 moves, ends on row 2 of column 1, or on row 4 of column 5.",
            },
        ),
    ],
)
def test_sentences_say_only_what_holds_in_every_line(
    position: tuple[str, ...], sentences: set[str]
) -> None:
    assert sentences <= set(asked(*position)["sentences"])
