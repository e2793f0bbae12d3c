"""Saved games, and every parser of text a person can give: only clear sentences come out."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.messages import JouonsError
from engine.options import LARGEST_COUNT
from engine.registry import make_game
from engine.saves import SavedGame, SaveError, from_json, load, path_from, replay, save
from tests.cases import in_one_test
from tests.hostile import hostile, one_sentence, unix
from tests.robust.conftest import as_a_person

ROOT = Path(__file__).resolve().parents[2]
EMPTY = "......./......./......./......./......./....... R"
GOOD = SavedGame(
    "connect4", {"columns": "7", "rows": "6"}, EMPTY,
    "human", "mcts:2000", 5, ("3", "3", "2"), ply=2, wins=(1, 2), draws=3,
)  # fmt: skip


def test_a_saved_game_is_loaded_as_it_was(tmp_path: Path) -> None:
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
    "format 0": json.dumps(json.loads(GOOD.to_json()) | {"format": 0}),
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


@in_one_test(
    "name, value",
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


# -- what a file may hold --------------------------------------------------------------------------


def test_counters_are_bounded_and_the_next_game_can_be_read() -> None:
    """`number` 2^63-1 made the next game of the series unreadable."""
    data = json.loads(GOOD.to_json())
    for name in ("number", "draws"):
        saved = from_json(json.dumps(data | {name: 2**63 - 1}))
        assert getattr(saved, name) == LARGEST_COUNT
        again = from_json(replace(saved, **{name: getattr(saved, name) + 1}).to_json())
        assert getattr(again, name) == LARGEST_COUNT
    assert from_json(json.dumps(data | {"wins": [2**62, 3]})).wins == (LARGEST_COUNT, 3)
    for wrong in ({"wins": [-1, 0]}, {"wins": [True, 0]}, {"draws": -1}, {"number": 1.5}):
        with pytest.raises(SaveError, match=f"its field ‘{next(iter(wrong))}’"):
            from_json(json.dumps(data | wrong))


def test_a_seed_is_what_the_store_can_hold() -> None:
    data = json.loads(GOOD.to_json())
    assert from_json(json.dumps(data | {"seed": 2**63 - 1})).seed == 2**63 - 1
    for seed in (2**63, 2**64, -1, True, 1.0):
        with pytest.raises(SaveError, match="seed"):
            from_json(json.dumps(data | {"seed": seed}))


@pytest.mark.parametrize(
    "name", ["game", "start", "options", "players", "moves", "extra", "\udfff"]
)
def test_half_a_surrogate_pair_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    data = json.loads(GOOD.to_json())
    values = {"options": {"heaps": "\ud800"}, "players": ["\ud800", "human"], "moves": ["\udcff"]}
    path = tmp_path / "x.jouons"
    path.write_text(json.dumps(data | {name: values.get(name, "\ud800")}))
    with pytest.raises(SaveError) as fault:
        load(path)
    one_sentence(fault.value)


def test_300_hostile_saves_are_taken_or_refused_in_a_sentence(tmp_path: Path) -> None:
    path, refused = tmp_path / "x.jouons", 0
    for content in hostile(json.loads(GOOD.to_json()), 1):
        path.write_bytes(content)
        try:
            saved = load(path)
            replay(saved, make_game(saved.game, saved.options))
            save(path, saved)
            assert load(path) == saved
        except JouonsError as fault:
            refused += 1
            one_sentence(fault)
    assert 150 < refused < 300


# -- names -----------------------------------------------------------------------------------------


NAMES = [
    "~nobody1/x", "x" * 242, "y" * 247, "z" * 256, "é" * 200, "a\0b", "\udcff.jouons", "\ud800",
    "/dev/null/x", "none/x.jouons", "//", "x" * 5000, "a\nb/c", "/" + "d/" * 3000 + "x",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_no_name_ends_the_program(tmp_path: Path, name: str) -> None:
    for act in (load, lambda path: save(path, GOOD)):
        try:
            act(path_from(name, tmp_path))
        except SaveError as fault:
            one_sentence(fault)
    assert not list(tmp_path.glob(".*.partial"))


@unix
def test_names_as_long_as_the_system_allows_can_be_saved(tmp_path: Path) -> None:
    """From 242 characters on the partial file's name was too long."""
    for length in (241, 242, 247, 255):
        path = path_from("n" * length, tmp_path)
        save(path, GOOD)
        assert load(path) == GOOD


BELOW = """
import sys
from pathlib import Path
from engine.saves import SaveError, load, save
from tests.hostile import one_sentence
from tests.store.test_saves import GOOD
for act in (load, lambda path: save(path, GOOD)):
    try:
        act(Path(sys.argv[1]) / "secret" / "x.jouons")
    except SaveError as fault:
        one_sentence(fault)
        print(fault)
"""


@unix
def test_a_folder_without_permission_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir(mode=0o000)
    done = subprocess.run(
        [sys.executable, "-c", BELOW, str(tmp_path)],
        cwd=ROOT,
        preexec_fn=as_a_person,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the system does not allow it") == 2
