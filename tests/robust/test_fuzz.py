"""Texts that are nearly right, options and command lines: one sentence or an answer.

tests/store/test_saves.py and tests/gui/test_settings.py do the same with files.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cli import command_line
from engine.games.cube_facelets import HeldCube, parse_turns
from engine.messages import JouonsError
from engine.registry import (
    BOTS,
    GAMES,
    PUZZLES,
    default_text,
    make_bot,
    make_game,
    make_puzzle,
    parse_player,
)
from gui.options import parse_window
from tests.full import examples
from tests.hostile import one_sentence

GARBAGE = "XORYxory.,/ 0123456789-+:'\"{}[]()éÉ\u0660\u202f\x00\n\tURFDLB#%"
edits = st.lists(
    st.tuples(st.integers(0, 400), st.sampled_from("idr"), st.sampled_from(GARBAGE)),
    min_size=1,
    max_size=5,
)


def edited(text: str, changes: list[tuple[int, str, str]]) -> str:
    """The text with a few characters inserted, deleted or replaced."""
    for place, kind, character in changes:
        at = place % (len(text) + 1)
        text = text[:at] + ("" if kind == "d" else character) + text[at + (kind != "i") :]
    return text


def positions() -> list[tuple[str, str]]:
    """Positions of every game on the way through a random game."""
    rng, found = random.Random(1), []
    for name in GAMES:
        game = make_game(name)
        state = game.initial()
        while game.moves(state):
            found.append((name, str(game.text(state))))
            state = game.play(state, rng.choice(list(game.moves(state))))
        found.append((name, str(game.text(state))))
    return found


@examples
@given(st.sampled_from(positions()), edits)
def test_positions_that_are_nearly_right(
    position: tuple[str, str], changes: list[tuple[int, str, str]]
) -> None:
    """What is accepted is a position: it can be written, read again and played on."""
    game: Any = make_game(position[0])
    try:
        state = game.parse(edited(position[1], changes))
    except JouonsError as fault:
        one_sentence(fault)
        return
    assert game.parse(game.text(state)) == state
    for move in game.moves(state):
        game.outcome(game.play(state, move))


CUBES = ["R U' F2 L D", "U2 F2 R F' U R F U' F U' F R'", "UUUURRRRFFFFDDDDLLLLBBBB"]


@examples
@given(st.sampled_from(CUBES), edits)
def test_scrambles_and_facelets_that_are_nearly_right(
    text: str, changes: list[tuple[int, str, str]]
) -> None:
    for parse in (parse_turns, HeldCube.parse, make_puzzle("pocketcube").parse):
        try:
            parse(edited(text, changes))
        except JouonsError as fault:
            one_sentence(fault)


@examples
@given(st.sampled_from([default_text(entry) for entry in BOTS.values()]), edits)
def test_players_that_are_nearly_right(text: str, changes: list[tuple[int, str, str]]) -> None:
    """What is accepted has one normal form, and a bot can be made of it."""
    try:
        found = parse_player(edited(text, changes))
        assert parse_player(found.text) == found
        make_bot(found.text)
    except JouonsError as fault:
        one_sentence(fault)


OPTIONS = [
    (entry.id, option.name, option.default)
    for entry in (*GAMES.values(), *PUZZLES.values())
    for option in entry.options
]


@examples
@given(st.sampled_from(OPTIONS), edits)
def test_options_that_are_nearly_right(
    option: tuple[str, str, str], changes: list[tuple[int, str, str]]
) -> None:
    game, name, text = option
    try:
        (make_game if game in GAMES else make_puzzle)(game, {name: edited(text, changes)})
    except JouonsError as fault:
        one_sentence(fault)


WORDS = [
    "analyse", "cube", "arena", "train", "explore", "games", "players", "history", "connect4",
    "nim", "tictactoe", "matches", "pocketcube", "random", "first", "mc:5", "mc:exact", "optimal",
    "human", "--json", "--position", "--moves", "--player", "--seed", "--games", "2", "0", "-1",
    "--option", "heaps=1,2", "columns=4", "=", "--state", "--scramble", "R U'", "--help", "3 3",
    "XOX......", "--start", "--jobs", "1", "", "\u00e9", "--scene", "--size", "640x480", "--lang",
    "tiles", "1 2 3/4 5 6/7 8 0", "--solver", "astar",
]  # fmt: skip


@examples
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7))
@pytest.mark.slow
def test_command_lines_of_words_that_exist(words: list[str]) -> None:
    """An exit code of 0, 1 or 2; argparse leaves with one too."""
    for run in (command_line.main, lambda given: 0 if parse_window(given) else 1):
        try:
            code = run(list(words))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        except JouonsError as fault:
            assert run is not command_line.main
            one_sentence(fault)
            continue
        assert code in (0, 1, 2)
