"""What every game in the registry must keep, at every kind of option, on random walks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.messages import LANGUAGES, render
from engine.protocols import Game, MoveError, Outcome, Playouts, PositionError
from engine.registry import make_game, rule_text
from engine.solvers.playout import outcome_counts
from tests.contract.every_game import on_every_game

WALKS = 10
LONGEST = 70  # plies


def walks(game: Game[Any]) -> Iterator[list[tuple[Any, int]]]:
    """Random games as (position, move) pairs; the last has move -1, whether or not it is over.

    The first has no move, the second goes on to the end, the others end anywhere.
    """
    for number in range(WALKS):
        rng = random.Random(number)
        state, path = game.initial(), []
        for _ in range((0, LONGEST)[number] if number < 2 else rng.randint(0, LONGEST)):
            moves = game.moves(state)
            if not moves:
                break
            move = rng.choice(moves)
            path.append((state, move))
            state = game.play(state, move)
        yield [*path, (state, -1)]


@on_every_game
def test_options_build_the_same_game_again(game: Game[Any]) -> None:
    again = make_game(game.id, game.options)
    assert again.options == game.options
    assert again.initial() == game.initial()
    assert again.num_moves == game.num_moves


@on_every_game
def test_the_start_is_playable_and_the_rule_is_readable(game: Game[Any]) -> None:
    start = game.initial()
    assert game.moves(start)
    assert game.outcome(start) is None
    assert game.to_move(start) == 0
    rule = rule_text(game)
    for language in LANGUAGES:
        sentence = render(rule, language)
        assert sentence != rule.key
        assert "{" not in sentence


@on_every_game
def test_moves_and_outcomes(game: Game[Any]) -> None:
    for path in walks(game):
        for state, _ in path:
            moves = list(game.moves(state))
            assert moves == sorted(set(moves))
            assert all(0 <= move < game.num_moves for move in moves)
            assert (game.outcome(state) is None) == bool(moves)
        for (state, move), (after, _) in pairwise(path):
            before = game.text(state)
            assert game.play(state, move) == after
            assert game.text(state) == before
            assert game.to_move(after) == 1 - game.to_move(state)


@on_every_game
def test_texts_round_trip(game: Game[Any]) -> None:
    for path in walks(game):
        for state, _ in path:
            assert game.parse(game.text(state)) == state
            assert game.parse(f"  {game.text(state)}\n") == state
            texts = [game.move_text(state, move) for move in game.moves(state)]
            assert len(set(texts)) == len(texts)
            assert [game.parse_move(state, text) for text in texts] == list(game.moves(state))


@on_every_game
def test_any_text_is_read_or_refused_in_one_sentence(game: Game[Any]) -> None:
    alphabet = st.sampled_from("XORY./,-0123456789 \n\u0663\u202f")
    anything = st.one_of(st.text(max_size=60), st.text(alphabet, max_size=60))

    @settings(max_examples=12, deadline=None, derandomize=True)
    @given(anything)
    def check(text: str) -> None:
        try:
            assert game.parse(game.text(game.parse(text))) == game.parse(text)
        except PositionError as error:
            assert_readable(error)
        try:
            assert game.parse_move(game.initial(), text) in game.moves(game.initial())
        except MoveError as error:
            assert_readable(error)

    check()


def assert_readable(error: PositionError | MoveError) -> None:
    """Every language knows the sentence and can fill it in."""
    for language in LANGUAGES:
        sentence = render(error.message, language)
        assert sentence != error.message.key
        assert len(sentence) < 300


@on_every_game
def test_canonical_keeps_what_matters(game: Game[Any]) -> None:
    for path in walks(game):
        for state, _ in path:
            image = game.canonical(state)
            assert game.canonical(image) == image
            assert game.outcome(image) == game.outcome(state)
            assert game.to_move(image) == game.to_move(state)
            assert len(game.moves(image)) == len(game.moves(state))
            assert game.parse(game.text(image)) == image


@on_every_game
def test_moves_follow_their_symmetry(game: Game[Any]) -> None:
    for path in walks(game):
        for state, _ in path:
            image = game.canonical(state)
            legal = game.moves(image)
            for move in game.moves(state):
                partner = game.symmetry_of_move(state, move)
                assert partner in legal
                expected = game.canonical(game.play(state, move))
                assert game.canonical(game.play(image, partner)) == expected
                assert game.symmetry_of_move(image, partner) == partner


@on_every_game
def test_playouts_of_finished_positions_count_as_they_ended(game: Game[Any]) -> None:
    assert isinstance(game, Playouts)

    rng = np.random.Generator(np.random.PCG64(7))
    for path in walks(game):
        state = path[-1][0]
        counts = outcome_counts(game, [state], 5, rng, lambda: None)
        assert counts.shape == (1, len(Outcome))
        assert counts.sum() == 5
        outcome = game.outcome(state)
        if outcome is not None:
            assert counts[0, outcome] == 5
            assert game.playouts([state], 5, rng, lambda: None)[0, outcome] == 5
