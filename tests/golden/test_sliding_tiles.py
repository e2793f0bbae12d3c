"""Sliding tiles: known numbers of positions by distance, texts, and positions that cannot exist."""

from __future__ import annotations

import numpy as np
import pytest

from engine.games.sliding_tiles import SIZES, SlidingTiles
from engine.messages import LANGUAGES, render
from engine.protocols import LONGEST_SCRAMBLE, MoveError, OptionError, PositionError
from tests.cases import in_one_test
from tests.solvers.slow_values import TILES_AT, layers

# Size: positions, the largest distance, the mean distance, the positions farthest away.
KNOWN = {
    "3x3": (181_440, 31, 21.972, {"8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1"}),
    "2x3": (360, 21, None, {"4 5 0/1 2 3"}),
    "2x4": (20_160, 36, None, {"0 7 2 1/4 3 6 5"}),
}


@pytest.mark.parametrize("size", SIZES)
def test_positions_by_distance(size: str) -> None:
    puzzle = SlidingTiles(size)
    every = list(layers(puzzle, puzzle.goal()))
    positions, farthest, mean, last = KNOWN[size]
    sizes = [len(layer) for layer in every]
    assert (sum(sizes), len(every) - 1) == (positions, farthest)
    assert {puzzle.text(state) for state in every[-1]} == last
    assert tuple(sizes) == TILES_AT[size]
    if mean is not None:
        total = sum(distance * count for distance, count in enumerate(sizes))
        assert round(total / positions, 3) == mean


@pytest.mark.parametrize("size", SIZES)
def test_positions_are_numbered_without_gaps(size: str) -> None:
    puzzle = SlidingTiles(size)
    positions = [puzzle.position(number) for number in range(puzzle.num_positions)]
    assert [puzzle.number(state) for state in positions] == list(range(puzzle.num_positions))
    assert len(set(positions)) == puzzle.num_positions == KNOWN[size][0]
    for state in positions[:: 1 + len(positions) // 3000]:
        text = puzzle.text(state)
        assert puzzle.parse(text) == state, text
        of_one = puzzle.successors(np.array([puzzle.number(state)], np.int32))
        after = sorted(number for found in of_one for number in found.tolist())
        assert after == sorted(map(puzzle.number, puzzle.neighbours(state)))


def test_the_successors_of_many_positions_are_those_of_each() -> None:
    puzzle = SlidingTiles("2x4")
    every = range(puzzle.num_positions)
    found = np.concatenate(list(puzzle.successors(np.array(every, np.int32))))
    wanted = [n for k in every for n in map(puzzle.number, puzzle.neighbours(puzzle.position(k)))]
    assert sorted(found.tolist()) == sorted(wanted)


def test_a_tile_beside_the_gap_moves_into_it() -> None:
    puzzle = SlidingTiles()
    state = puzzle.parse("1 2 3/4 0 5/6 7 8")
    texts = [puzzle.move_text(state, move) for move in puzzle.moves(state)]
    assert texts == ["2", "4", "5", "7"]  # the gap goes up, left, right, down
    after = [puzzle.text(puzzle.play(state, puzzle.parse_move(state, text))) for text in texts]
    assert after == [
        *("1 0 3/4 2 5/6 7 8", "1 2 3/0 4 5/6 7 8", "1 2 3/4 5 0/6 7 8", "1 2 3/4 7 5/6 0 8"),
    ]
    assert puzzle.neighbours(state) == [puzzle.parse(text) for text in after]
    assert puzzle.parse_move(state, " 7 ") == 3


@in_one_test("text", ["1", "8", "0", "9", "", "x", "7 7", "-7", "07", "٧"])
def test_a_tile_that_cannot_slide_is_refused(text: str) -> None:
    puzzle = SlidingTiles()
    with pytest.raises(MoveError) as caught:
        puzzle.parse_move(puzzle.parse("1 2 3/4 0 5/6 7 8"), text)
    assert "2, 4, 5, 7" in str(caught.value)


def test_the_text_forgives_spaces() -> None:
    puzzle = SlidingTiles("2x3")
    assert puzzle.parse("  4  5 0 /\t1 2  3\n") == puzzle.parse("4 5 0/1 2 3")


REFUSED = [
    # Size, text, the cells at fault, a word of the sentence.
    ("3x3", "2 1 3/4 5 6/7 8 0", (), "No sequence of moves reaches"),
    ("3x3", "1 2 3/4 5 6/8 7 0", (), "two tiles are swapped"),
    ("2x3", "1 2 3/5 4 0", (), "two tiles are swapped"),
    ("2x4", "2 1 3 4/5 6 7 0", (), "two tiles are swapped"),
    ("3x3", "1 2 3/4 5 6/7 7 0", (6, 7), "7 appears more than once, and 8 is missing"),
    ("3x3", "0 2 3/4 5 6/7 8 0", (0, 8), "0 appears more than once, and 1 is missing"),
    ("3x3", "1 2 3/4 5 6/7 9 0", (7,), "‘9’ is not a tile"),
    ("2x3", "1 2 3/4 6 0", (4,), "1 to 5"),
    ("3x3", "1 2 3/4 5 6/7 x 0", (7,), "‘x’"),
    ("3x3", "1 2 3/4 5 6/7 -8 0", (7,), "‘-8’"),
    ("3x3", "1 2 3/4 5 6/7 08 0", (7,), "‘08’"),
    ("3x3", "1 2 3/4 5 6/7 ٨ 0", (7,), "٨"),
    ("3x3", "", (), "3 rows of 3 numbers"),
    ("3x3", "1 2 3/4 5 6", (), "3 rows of 3 numbers"),
    ("3x3", "1 2 3/4 5 6/7 8 0/", (), "3 rows of 3 numbers"),
    ("3x3", "1 2 3 4/5 6/7 8 0", (), "1 2 3/4 5 6/7 8 0"),
    ("2x4", "1 2 3/4 5 6/7 8 0", (), "2 rows of 4 numbers"),
    ("2x3", "1 2 3/4 5 0/", (), "2x3"),
    ("3x3", "123/456/780", (), "3 rows of 3 numbers"),
]


@in_one_test("size, text, cells, words", REFUSED)
def test_impossible_positions_are_refused_in_one_sentence(
    size: str, text: str, cells: tuple[int, ...], words: str
) -> None:
    with pytest.raises(PositionError) as caught:
        SlidingTiles(size).parse(text)
    assert words in str(caught.value)
    assert caught.value.where == cells
    for language in LANGUAGES:
        sentence = render(caught.value.message, language)
        assert sentence != caught.value.message.key
        assert len(sentence) < 150


@in_one_test("size", ["4x4", "3x2", "1x2", "3", "", "3X3", " 3x3", "x", "9" * 500])
def test_an_unknown_size_is_refused(size: str) -> None:
    with pytest.raises(OptionError) as caught:
        SlidingTiles(size)
    assert "3x3, 2x3, 2x4" in str(caught.value)


@pytest.mark.parametrize("size", SIZES)
def test_exactly_half_of_all_arrangements_can_be_reached(size: str) -> None:
    puzzle = SlidingTiles(size)
    rng = np.random.default_rng(7)
    reached = {puzzle.position(number) for number in range(puzzle.num_positions)}
    answers = []
    for _ in range(400):
        state = bytes(rng.permutation(len(puzzle.goal())).astype(np.uint8))
        try:
            answers.append(puzzle.parse(puzzle.text(state)) == state)
        except PositionError:
            answers.append(False)
        assert answers[-1] is (state in reached)
    assert 150 < sum(answers) < 250


@pytest.mark.parametrize("size", SIZES)
def test_a_scramble_never_takes_a_move_back_at_once(size: str) -> None:
    puzzle = SlidingTiles(size)
    state, before = puzzle.goal(), None
    for move in puzzle.scramble(np.random.default_rng(2), 300):
        assert move in puzzle.moves(state)
        state, earlier = puzzle.play(state, move), state
        assert state != before
        before = earlier
    for length in (-1, LONGEST_SCRAMBLE + 1):
        with pytest.raises(MoveError):
            puzzle.scramble(np.random.default_rng(2), length)
