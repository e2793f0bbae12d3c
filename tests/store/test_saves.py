"""Saved games, and every parser of text a person can give: only clear sentences come out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.cube_facelets import HeldCube
from engine.games.cube_notation import parse_turns
from engine.messages import JouonsError
from engine.registry import GAMES, make_game, parse_player
from engine.saves import SavedGame, SaveError, from_json, load, replay, save

EMPTY = "......./......./......./......./......./....... R"
GOOD = SavedGame(
    "connect4", {"columns": "7", "rows": "6"}, EMPTY,
    "human", "mcts:2000", 5, ("3", "3", "2"), ply=2, wins=(1, 2), draws=3,
)  # fmt: skip


def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "a game.jouons"
    save(path, GOOD)
    assert load(path) == GOOD
    session = replay(load(path), make_game("connect4", GOOD.options))
    assert session.ply == 2
    assert session.move_texts() == ["3", "3", "2"]
    assert list(tmp_path.iterdir()) == [path]


BROKEN = {
    "empty": "",
    "text": "hello",
    "list": "[]",
    "foreign": json.dumps({"program": "other", "format": 1}),
    "no format": json.dumps({"game": "nim"}),
    "future": json.dumps({"format": 99}),
    "true format": json.dumps({"format": True}),
    "deep": "[" * 100_000,
    "large": "x" * 2_000_000,
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_files_are_refused_in_one_sentence(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.jouons"
    path.write_text(BROKEN[kind])
    with pytest.raises(SaveError) as fault:
        load(path)
    assert "\n" not in str(fault.value)
    assert str(fault.value).endswith(".") or "(" in str(fault.value)


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="nothing"):
        load(tmp_path / "nothing.jouons")
    with pytest.raises(SaveError):
        load(tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00\x01" * 10)
    with pytest.raises(SaveError):
        load(tmp_path / "bytes")
    with pytest.raises(SaveError):
        save(tmp_path / "none" / "x.jouons", GOOD)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("moves", ["3", "9"]), ("moves", ["3"] * 50), ("moves", "333"), ("start", "nonsense"),
        ("options", {"columns": 7}), ("players", ["human"]), ("seed", -1), ("seed", "5"),
        ("game", 4), ("wins", [1]), ("ply", "x"),
    ],
)  # fmt: skip
def test_files_edited_by_hand(name: str, value: object) -> None:
    data = json.loads(GOOD.to_json())
    data[name] = value
    with pytest.raises(JouonsError):
        saved = from_json(json.dumps(data))
        replay(saved, make_game(saved.game, saved.options))


anything = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="XORY. /,0123456789-:mctsexaphbl'2URFDLBxyz\n", max_size=60),
)


@settings(max_examples=1500, deadline=None)
@given(anything)
def test_no_text_brings_a_parser_down(text: str) -> None:
    for game_id in GAMES:
        game = make_game(game_id)
        for read in (game.parse, lambda words, game=game: game.parse_move(game.initial(), words)):
            try:
                read(text)
            except JouonsError as fault:
                assert str(fault)
    for parse in (parse_player, parse_turns, HeldCube.parse, from_json):
        try:
            parse(text)
        except JouonsError as fault:
            assert str(fault)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=1500, deadline=None)
@given(st.sampled_from(sorted(json.loads(GOOD.to_json()))), json_values)
def test_no_value_in_a_file_brings_it_down(name: str, value: object) -> None:
    data = json.loads(GOOD.to_json())
    data[name] = value
    try:
        saved = from_json(json.dumps(data))
        replay(saved, make_game(saved.game, saved.options))
    except JouonsError as fault:
        assert str(fault)
