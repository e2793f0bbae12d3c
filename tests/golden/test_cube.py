"""The Pocket Cube: layers by distance, whole turns, and cubes that cannot exist."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from engine.games.cube_facelets import SOLVED, Turn, apply, parse_turns
from engine.games.pocket_cube import PocketCube
from engine.messages import LANGUAGES, render
from engine.protocols import MoveError, PositionError
from tests.cases import in_one_test
from tests.solvers.slow_values import layers

QUARTER = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149]
HALF = [1, 9, 54, 321, 1847, 9992, 50136]


def turned(facelets: str, turns: list[Turn]) -> str:
    """The facelets after a sequence."""
    for turn in turns:
        facelets = apply(facelets, turn.name, turn.quarters)
    return facelets


@pytest.mark.parametrize(("metric", "sizes"), [("quarter", QUARTER), ("half", HALF)])
def test_layers(metric: str, sizes: list[int]) -> None:
    cube = PocketCube(metric)
    assert [len(each) for each in islice(layers(cube, cube.goal()), len(sizes))] == sizes


@pytest.mark.parametrize("metric", ["quarter", "half"])
def test_moves_turn_the_facelets(metric: str) -> None:
    cube = PocketCube(metric)
    state, facelets = cube.goal(), SOLVED
    for move in cube.scramble(np.random.Generator(np.random.PCG64(4)), 80):
        state = cube.play(state, move)
        facelets = turned(facelets, [cube.turns[move]])
        assert cube.text(state) == facelets


def test_one_turn_seen_on_the_faces() -> None:
    assert turned(SOLVED, parse_turns("U")) == "UUUUBBRRRRFFDDDDFFLLLLBB"
    assert turned(SOLVED, parse_turns("R")) == "UFUFRRRRFDFDDBDBLLLLUBUB"
    assert turned(SOLVED, parse_turns("F")) == "UULLURURFFFFRRDDLDLDBBBB"


@in_one_test(
    "words",
    ["U D' y'", "R L' x'", "F B' z'", "U2 U2", "R R R R", "x x x x", "x y x' z'", "D' y' U"],
)
def test_opposite_turns_are_rotations_of_the_whole_cube(words: str) -> None:
    assert turned(SOLVED, parse_turns(words)) == SOLVED


def test_a_well_known_sequence_has_order_six() -> None:
    facelets, count = turned(SOLVED, parse_turns("R U R' U'")), 1
    while facelets != SOLVED:
        facelets, count = turned(facelets, parse_turns("R U R' U'")), count + 1
    assert count == 6


def test_every_way_to_hold_a_solved_cube_is_solved() -> None:
    cube = PocketCube()
    held = {SOLVED}
    for _ in range(6):
        held |= {turned(cube_text, [Turn(axis, 1)]) for cube_text in held for axis in "xyz"}
    assert len(held) == 24
    assert {cube.parse(cube_text) for cube_text in held} == {cube.goal()}


def test_turns_solve_the_cube_as_it_is_held() -> None:
    cube = PocketCube()
    rng = np.random.Generator(np.random.PCG64(9))
    for _ in range(50):
        names = "URFDLBxyz"
        turns = [Turn(names[int(rng.integers(9))], int(rng.integers(1, 4))) for _ in range(30)]
        facelets = turned(SOLVED, turns)
        state = cube.parse(facelets)
        assert cube.parse(cube.text(state)) == state
        for move in cube.moves(state):
            assert cube.parse(turned(facelets, [cube.turns[move]])) == cube.play(state, move)


def test_sequences_are_read_and_written() -> None:
    turns = parse_turns(" R  U' F2 x y2 z\u2019 ")
    assert " ".join(turn.text for turn in turns) == "R U' F2 x y2 z'"
    assert parse_turns("") == []
    for words in ("Q", "R3", "r", "M2"):
        with pytest.raises(MoveError) as caught:
            parse_turns(f"R {words}")
        assert words[-1] in str(caught.value)
    with pytest.raises(MoveError):
        parse_turns("R " * 3000)


def exchanged(*pairs: tuple[int, int]) -> str:
    """The solved cube with the letters of some facelets exchanged."""
    letters = list(SOLVED)
    for first, second in pairs:
        letters[first], letters[second] = letters[second], letters[first]
    return "".join(letters)


@in_one_test(
    "text",
    [
        "",
        SOLVED[:-1],
        SOLVED + "U",
        SOLVED[:-1] + "W",
        SOLVED[0] + SOLVED[:-1],
        exchanged((3, 23)),
        exchanged((4, 9)),  # one corner as its mirror image
        exchanged((3, 4), (4, 9)),  # one corner twisted clockwise
        exchanged((3, 9), (4, 9)),  # and the other way
        # Two of UFR and DBL, none of UFL and DRB: every colour still stands four times.
        exchanged((8, 9), (16, 4), (21, 7)),
        "U" * 24,
    ],
)
def test_impossible_cubes_are_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        PocketCube().parse(text)
    for language in LANGUAGES:
        sentence = render(caught.value.message, language)
        assert sentence != caught.value.message.key
        assert len(sentence) < 250


def test_two_corners_exchanged_can_exist() -> None:
    # On the 2x2x2 any exchange of corners can be reached; only the twists are bound.
    cube = PocketCube()
    letters = list(SOLVED)
    for mine, other in zip((3, 4, 9), (2, 8, 17), strict=True):
        letters[mine], letters[other] = letters[other], letters[mine]
    text = "".join(letters)
    assert cube.parse(cube.text(cube.parse(text))) == cube.parse(text)
