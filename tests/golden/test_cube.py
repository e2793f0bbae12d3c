"""The Pocket Cube: layers by distance, whole turns, and cubes that cannot exist."""

from __future__ import annotations

import numpy as np
import pytest

from engine.games.pocket_cube import SOLVED, PocketCube, read_turns, turned, turns_text
from engine.protocols import MoveError, PositionError

QUARTER = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149]
HALF = [1, 9, 54, 321, 1847, 9992, 50136]


def layers(cube: PocketCube, depth: int) -> list[int]:
    """How many positions there are at each distance from the solved cube."""
    seen = {cube.goal()}
    layer, sizes = [cube.goal()], [1]
    for _ in range(depth):
        following = []
        for state in layer:
            for move in cube.moves(state):
                after = cube.play(state, move)
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer = following
        sizes.append(len(layer))
    return sizes


@pytest.mark.parametrize(("metric", "sizes"), [("quarter", QUARTER), ("half", HALF)])
def test_layers(metric: str, sizes: list[int]) -> None:
    assert layers(PocketCube(metric), len(sizes) - 1) == sizes


@pytest.mark.parametrize("metric", ["quarter", "half"])
def test_moves_turn_the_facelets(metric: str) -> None:
    cube = PocketCube(metric)
    state, facelets = cube.goal(), SOLVED
    for move in cube.scramble(np.random.Generator(np.random.PCG64(4)), 80):
        state = cube.play(state, move)
        facelets = turned(facelets, [cube.turn(move)])
        assert cube.text(state) == facelets


def test_one_turn_seen_on_the_faces() -> None:
    assert turned(SOLVED, read_turns("U")) == "UUUUBBRRRRFFDDDDFFLLLLBB"
    assert turned(SOLVED, read_turns("R")) == "UFUFRRRRFDFDDBDBLLLLUBUB"
    assert turned(SOLVED, read_turns("F")) == "UULLURURFFFFRRDDLDLDBBBB"


@pytest.mark.parametrize(
    "words",
    ["U D' y'", "R L' x'", "F B' z'", "U2 U2", "R R R R", "x x x x", "x y x' z'", "D' y' U"],
)
def test_opposite_turns_are_rotations_of_the_whole_cube(words: str) -> None:
    assert turned(SOLVED, read_turns(words)) == SOLVED


def test_a_well_known_sequence_has_order_six() -> None:
    facelets, count = turned(SOLVED, read_turns("R U R' U'")), 1
    while facelets != SOLVED:
        facelets, count = turned(facelets, read_turns("R U R' U'")), count + 1
    assert count == 6


def test_every_way_to_hold_a_solved_cube_is_solved() -> None:
    cube = PocketCube()
    held = {SOLVED}
    for _ in range(6):
        held |= {turned(cube_text, [(axis, 1)]) for cube_text in held for axis in "xyz"}
    assert len(held) == 24
    assert {cube.parse(cube_text) for cube_text in held} == {cube.goal()}


def test_turns_solve_the_cube_as_it_is_held() -> None:
    cube = PocketCube()
    rng = np.random.Generator(np.random.PCG64(9))
    for _ in range(50):
        names = "URFDLBxyz"
        turns = [(names[int(rng.integers(9))], int(rng.integers(1, 4))) for _ in range(30)]
        facelets = turned(SOLVED, turns)
        state = cube.parse(facelets)
        assert cube.parse(cube.text(state)) == state
        for move in cube.moves(state):
            assert cube.parse(turned(facelets, [cube.turn(move)])) == cube.play(state, move)


def test_sequences_are_read_and_written() -> None:
    assert turns_text(read_turns(" R  U' F2 x y2 z\u2019 ")) == "R U' F2 x y2 z'"
    assert read_turns("") == []
    for words in ("Q", "R3", "r", "RU", "R''", "U'2"):
        with pytest.raises(MoveError) as caught:
            read_turns(f"R {words}")
        assert words in str(caught.value)
    with pytest.raises(MoveError):
        read_turns("R " * 3000)


def swapped(first: int, second: int) -> str:
    letters = list(SOLVED)
    letters[first], letters[second] = letters[second], letters[first]
    return "".join(letters)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "position.cube.length"),
        (SOLVED[:-1], "position.cube.length"),
        (SOLVED + "U", "position.cube.length"),
        (SOLVED[:-1] + "W", "position.cube.letter"),
        (SOLVED.lower(), "position.cube.letter"),
        ("U" + SOLVED[1:-1] + "U", "position.cube.count"),
        (swapped(3, 23), "position.cube.corner"),
        (swapped(4, 9), "position.cube.corner"),  # one corner as its mirror image
        # Two of URF and DBL, none of UFL and DRB: every colour still stands four times.
        (PocketCube().text((0, 0, 6, 9, 12, 15, 21)), "position.cube.twice"),
        (PocketCube().text((1, 3, 6, 9, 12, 15, 18)), "position.cube.twist"),
    ],
)
def test_impossible_cubes_are_refused_with_the_fault(text: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        PocketCube().parse(text)
    assert caught.value.message.key == fault
    assert str(caught.value) != fault


def test_two_corners_exchanged_can_exist() -> None:
    # On the 2x2x2 any exchange of corners can be reached; only the twists are bound.
    cube = PocketCube()
    state = (3, 0, *cube.goal()[2:])
    assert cube.parse(cube.text(state)) == state
