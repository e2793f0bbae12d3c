"""The arena without a window: forms that are wrong, runs to their end, what is kept of them."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import engine.arena_pool
from engine.messages import JouonsError, Message
from engine.report import PRESETS
from engine.store import Store
from gui.arena.form import Form
from gui.arena.model import ArenaModel, Seen, State, past_result
from gui.worker import Worker

SMALL = {"template": "mc:{}", "values": "5 20", "opponent": "random", "games": "30", "seed": "3"}


class Arena(ArenaModel):
    """One that remembers what it gave away to be kept."""

    def __init__(self, worker: Worker, folder: Path) -> None:
        self.kept: list[tuple[str, dict[str, object]]] = []
        super().__init__(worker, lambda: Store(folder), self.remember)

    def remember(self, title: Message, data: object) -> None:
        assert isinstance(data, dict)
        self.kept.append((str(title), data))


def typed(name: str, text: str) -> Callable[[Form], Form]:
    """Somebody types into a field."""
    return partial(Form.typed, name=name, text=text)


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Arena]:
    """An arena whose games are played in this process, with a small sweep in its form."""
    monkeypatch.setattr(engine.arena_pool, "ProcessPool", lambda jobs: ThreadPoolExecutor(1))
    worker = Worker()
    made = Arena(worker, tmp_path)
    made.form = Form(game="tictactoe", texts={**Form().texts, **SMALL})
    yield made
    made.leave()
    worker.close()


def wait(arena: ArenaModel, until: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it did not happen in time"
        arena.poll()
        time.sleep(0.002)
    arena.poll()


def play(arena: ArenaModel) -> Seen:
    """Play to the end."""
    arena.start()
    assert arena.fault is None and arena.running
    wait(arena, lambda: not arena.running)
    return arena.seen()


def test_the_model_is_imported_without_a_window() -> None:
    code = "import gui.arena.model, sys; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("games", "many", "many"),
        ("games", "0", "0"),
        ("games", "9999999999", "9999999999"),
        ("games", "²", "²"),
        ("values", "1 ²", "²"),
        ("seed", "-1", "-1"),
        ("values", "", "not a list of whole numbers"),
        ("values", "1 two", "two"),
        ("template", "mc:50", "mc:50"),
        ("template", "mzzz:{}", "mzzz"),
        ("opponent", "human", "A person cannot play here"),
    ],
)
def test_a_wrong_field_is_one_sentence_and_starts_nothing(
    arena: Arena, field: str, text: str, words: str
) -> None:
    arena.edit(typed(field, text))
    arena.start()
    seen = arena.seen()
    assert seen.fault is not None and words in str(seen.fault)
    assert seen.state is State.READY and arena.run is None


def test_a_fault_ends_with_its_cause(arena: Arena) -> None:
    arena.edit(typed("games", "none"))
    arena.start()
    assert arena.fault is not None
    arena.edit(partial(Form.as_sweep, sweep=False))
    assert arena.fault is None


def test_a_sweep_is_played_and_kept_once(arena: Arena) -> None:
    assert arena.seen().state is State.READY and arena.seen().rows == []
    seen = play(arena)
    assert seen.state is State.DONE and (seen.done, seen.total) == (60, 60)
    assert [tally.games for tally in seen.tallies] == [30, 30]
    assert seen.values == (5, 20) and [row.value for row in seen.rows] == [5, 20]
    assert seen.playing == -1 and seen.seconds_left is None
    assert not arena.poll(), "nothing new"
    arena.leave()
    ((title, data),) = arena.kept
    assert title == "mc:{} against random on Tic-tac-toe" and data["game"] == "tictactoe"
    assert data["fields"] == arena.form.texts


def test_the_same_seed_gives_the_same_games(arena: Arena) -> None:
    found = []
    for _ in range(2):
        play(arena)
        found.append([(r.pairing, r.number, r.moves) for r in arena.games()])
    assert found[0] == found[1] and len(found[0]) == 60


def test_pause_holds_and_goes_on(arena: Arena) -> None:
    arena.edit(typed("games", "100000"))
    arena.start()
    wait(arena, lambda: arena.seen().done > 0)
    arena.pause()
    assert arena.seen().state is State.PAUSED and arena.seen().running
    arena.pause()
    assert arena.seen().state is State.RUNNING
    assert arena.seen().playing in (0, 1)


def test_b20_a_stopped_experiment_is_not_called_done(arena: Arena) -> None:
    arena.edit(typed("games", "100000"))
    arena.start()
    wait(arena, lambda: arena.seen().done > 0)
    arena.stop()
    wait(arena, lambda: not arena.running)
    seen = arena.seen()
    assert seen.state is State.STOPPED and 0 < seen.done < seen.total
    assert len(arena.kept) == 1, "what was played stays"


def test_b20_leaving_keeps_form_and_result(arena: Arena) -> None:
    arena.edit(typed("games", "100000"))
    arena.start()
    wait(arena, lambda: arena.seen().done > 0)
    form = arena.form
    arena.leave()
    wait(arena, lambda: not arena.running)
    seen = arena.seen()
    assert seen.form is form and seen.state is State.STOPPED
    assert seen.done > 0 and sum(tally.games for tally in seen.tallies) == seen.done
    assert len(arena.kept) == 1


def test_a_tournament_shows_its_pairs(arena: Arena) -> None:
    arena.edit(partial(Form.as_sweep, sweep=False))
    arena.edit(typed("players", "first random mc:5"))
    seen = play(arena)
    assert [(tally.pairing.a, tally.pairing.b) for tally in seen.tallies] == [
        ("first", "random"),
        ("first", "mc:5"),
        ("random", "mc:5"),
    ]
    assert seen.values == () and [row.value for row in seen.rows] == [0, 0, 0]
    assert seen.axis == Message("arena.pairs_axis")


def test_what_was_played_stays_what_it_was_when_the_form_changes(
    arena: Arena, tmp_path: Path
) -> None:
    title, axis = str(play(arena).title), arena.seen().axis
    arena.edit(partial(Form.on, game="nim"))
    arena.edit(typed("template", "mcts:{}"))
    arena.edit(typed("values", "7"))
    arena.edit(partial(Form.as_sweep, sweep=False))
    seen = arena.seen()
    assert str(seen.title) == title and seen.axis == axis and len(seen.rows) == 2
    assert not seen.form.sweep and seen.played.sweep
    arena.export(tmp_path, lambda path, _: path.touch())
    assert {path.name for path in tmp_path.glob("out-*")} == {
        "out-test1-mc___-random.csv",
        "out-test1-mc___-random-games.csv",
        "out-test1-mc___-random.png",
    }


def test_presets_fill_the_form_until_it_is_changed(arena: Arena) -> None:
    preset = PRESETS["McX-Mc32"]
    arena.edit(partial(Form.as_sweep, sweep=False))
    arena.edit(partial(Form.using, preset=preset))
    form = arena.form
    assert form.sweep and form.game == preset.game and form.values() == preset.values
    assert form.stem() == "out-test1-McX-Mc32" and len(form.pairs()) == len(preset.values)
    arena.edit(typed("seed", "77"))
    assert arena.form.texts["seed"] == "77" and arena.form.preset == ""
    arena.edit(partial(Form.using, preset=preset))
    arena.edit(partial(Form.on, game="nim"))
    assert arena.form.preset == "", "the preset is of another game"


def test_export_writes_every_game_in_order(arena: Arena, tmp_path: Path) -> None:
    with pytest.raises(JouonsError) as nothing:
        arena.export(tmp_path / "exports", lambda path, _: path.touch())
    assert nothing.value.message.key == "arena.nothing_to_export"
    assert not (tmp_path / "exports").exists()
    play(arena)
    arena.export(tmp_path / "exports", lambda path, _: path.touch())
    with (tmp_path / "exports" / "out-test1-mc___-random-games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["moves"] for row in rows] == [record.moves for record in arena.games()]
    assert len(rows) == 60


def test_an_export_that_cannot_be_written_is_one_sentence(arena: Arena, tmp_path: Path) -> None:
    play(arena)
    (tmp_path / "exports").write_text("a file, no folder")
    with pytest.raises(JouonsError) as fault:
        arena.export(tmp_path / "exports", lambda path, _: path.touch())
    assert str(fault.value).startswith(f"The file {tmp_path / 'exports'} cannot be written:")


def test_b20_a_past_experiment_comes_back_with_its_numbers(arena: Arena) -> None:
    seen = play(arena)
    ((_, data),) = arena.kept
    again = past_result(json.loads(json.dumps(data)))
    assert (again.rows, again.values, again.axis) == (
        [replace(row, seconds=0.0) for row in seen.rows],
        seen.values,
        seen.axis,
    )
    assert [t.milliseconds for t in again.tallies] == [t.milliseconds for t in seen.tallies]
    assert again.state is State.DONE and again.done == 60
    for tally in data["tallies"]:  # type: ignore[attr-defined]
        del tally["seconds_a"], tally["moves_a"]  # as they were kept before
    assert [t.milliseconds for t in past_result(data).tallies] == [0.0, 0.0]


def _kept(**changes: object) -> dict[str, Any]:
    """A sound result of one pairing, with changes to its numbers."""
    numbers = {"a": "mc:5", "b": "random", "games": 4, "wins": 3, "draws": 0, "losses": 1}
    fields = {**Form().texts, "values": "5"}
    return {"game": "nim", "sweep": True, "fields": fields, "tallies": [{**numbers, **changes}]}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [1],
        {},
        {"tallies": [{}]},
        _kept() | {"tallies": []},
        _kept() | {"tallies": _kept()["tallies"] * 2},
        _kept() | {"fields": {}},
        _kept(wins=-1, losses=5),
        _kept(wins=2),
        _kept(wins="3"),
        _kept(wins=True, draws=2),
        _kept(games=10**400, wins=10**400, losses=0),
        _kept(seconds_a=float("nan")),
        _kept(moves_a=0.5),
    ],
)
def test_a_damaged_past_experiment_is_one_sentence(data: object) -> None:
    assert past_result(_kept()).done == 4
    with pytest.raises(JouonsError) as fault:
        past_result(data)
    assert str(fault.value) == "This experiment is damaged and cannot be shown."
