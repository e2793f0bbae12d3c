"""What every puzzle in the registry must keep, at every option."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.messages import LANGUAGES, render
from engine.protocols import MoveError, PositionError, Puzzle
from engine.registry import make_puzzle, rule_text
from engine.session import Session
from tests.contract.every_game import ONE_PLAYER, label

SEEDS = st.integers(0, 2**32)
WALKS = settings(max_examples=20, deadline=None, derandomize=True)


@pytest.fixture(params=ONE_PLAYER, ids=[label(v) for v in ONE_PLAYER], scope="module")
def puzzle(request: pytest.FixtureRequest) -> Puzzle[Any]:
    return make_puzzle(*request.param)


def scrambled(puzzle: Puzzle[Any], seed: int, length: int = 30) -> Any:
    """A position some random moves away from the goal."""
    state = puzzle.goal()
    for move in puzzle.scramble(np.random.Generator(np.random.PCG64(seed)), length):
        state = puzzle.play(state, move)
    return state


def test_options_and_rule(puzzle: Puzzle[Any]) -> None:
    again = make_puzzle(puzzle.id, puzzle.options)
    assert again.options == puzzle.options
    for language in LANGUAGES:
        assert render(rule_text(puzzle), language) != rule_text(puzzle).key


def test_moves_are_legal_and_can_be_taken_back(puzzle: Puzzle[Any]) -> None:
    @WALKS
    @given(SEEDS)
    def check(seed: int) -> None:
        state = scrambled(puzzle, seed)
        moves = list(puzzle.moves(state))
        assert moves == sorted(set(moves))
        assert all(0 <= move < puzzle.num_moves for move in moves)
        for move in moves:
            after = puzzle.play(state, move)
            assert after != state
            assert puzzle.play(after, puzzle.inverse(move)) == state
            assert puzzle.inverse(puzzle.inverse(move)) == move

    check()


def test_texts_round_trip(puzzle: Puzzle[Any]) -> None:
    @WALKS
    @given(SEEDS)
    def check(seed: int) -> None:
        state = scrambled(puzzle, seed)
        assert puzzle.parse(puzzle.text(state)) == state
        assert puzzle.parse(f" {puzzle.text(state)}\n") == state
        for move in puzzle.moves(state):
            assert puzzle.parse_move(state, puzzle.move_text(state, move)) == move

    check()


def test_scrambles_come_from_the_generator_alone(puzzle: Puzzle[Any]) -> None:
    assert scrambled(puzzle, 5, 60) == scrambled(puzzle, 5, 60)
    states = {puzzle.text(scrambled(puzzle, seed)) for seed in range(20)}
    assert len(states) > 15
    rng = np.random.Generator(np.random.PCG64(1))
    assert [len(puzzle.scramble(rng, length)) for length in (0, 1, 60)] == [0, 1, 60]


def in_rows(tiles: list[str], columns: int) -> str:
    """An arrangement of tiles as text."""
    return "/".join(" ".join(tiles[k : k + columns]) for k in range(0, len(tiles), columns))


def test_any_text_is_read_or_refused_in_one_sentence(puzzle: Puzzle[Any]) -> None:
    alphabet = st.sampled_from("URFDLB'2xyz w ")
    anything = st.one_of(
        st.text(max_size=40),
        st.text(alphabet, max_size=30),
        st.text("URFDLB", min_size=24),
        st.text("012345678 /", max_size=24),
        st.permutations("012345678").map(lambda tiles: in_rows(tiles, 3)),
        st.permutations("01234567").map(lambda tiles: in_rows(tiles, 4)),
    )

    @settings(max_examples=60, deadline=None, derandomize=True)
    @given(anything)
    def check(text: str) -> None:
        start = puzzle.initial()
        try:
            assert puzzle.parse(puzzle.text(puzzle.parse(text))) == puzzle.parse(text)
        except PositionError as error:
            assert str(error) != error.message.key
        try:
            assert puzzle.parse_move(start, text) in puzzle.moves(start)
        except MoveError as error:
            assert str(error) != error.message.key

    check()


def test_a_session_replays_a_puzzle(puzzle: Puzzle[Any]) -> None:
    session = Session(puzzle)
    for move in puzzle.scramble(np.random.Generator(np.random.PCG64(3)), 12):
        session.play(move)
    again = Session.replay(puzzle, None, session.move_texts())
    assert again.state == session.state
    while session.undo():
        pass
    assert session.state == puzzle.initial()
