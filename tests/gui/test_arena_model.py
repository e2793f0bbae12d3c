"""The arena without a window: forms that are wrong, runs to their end, what is kept of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import engine.arena.pool
from engine.arena.judge import thrown_in
from engine.arena.report import PRESETS
from engine.messages import JouonsError
from engine.store.store import Store
from engine.store.store_file import StoreError
from gui.arena.form import FIRST_TEXTS, MAX_PLAYERS, ExperimentForm, ExperimentKind, StartKind
from gui.arena.model import ArenaModel, PairSelection, RunState
from gui.arena.run import ExperimentData, read_experiment
from gui.worker import Job
from tests.full import few_or_full
from tests.gui import arenas
from tests.gui.arenas import SMALL_SWEEP, play, poll_until, typed

ROOT = Path(__file__).resolve().parents[2]


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
        ("opponent", "kernel", "cannot play tictactoe"),
    ],
)
def test_a_wrong_field_is_one_sentence_and_starts_nothing(
    arena: ArenaModel, field: str, text: str, words: str
) -> None:
    arena.edit(typed(field, text))
    arena.start()
    seen = arena.view_model()
    assert seen.fault is not None and words in str(seen.fault)
    assert seen.state is RunState.READY and arena.run is None and seen.faulty == field
    arena.edit(lambda form: form.as_kind(ExperimentKind.TOURNAMENT))
    assert arena.view_model().fault is None and arena.view_model().faulty == ""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda f: f.beginning(StartKind.POSITION).typed("position", "XXXOO.... O"),
            "already over",
        ),
        (lambda f: f.beginning(StartKind.POSITION).typed("position", "what"), ""),
        (
            lambda f: f.beginning(StartKind.OPENINGS).typed("plies", "9"),
            "hardly any game of Tic-tac-toe",
        ),
        (lambda f: f.beginning(StartKind.OPENINGS).typed("plies", "none"), "none"),
    ],
)
def test_a_start_that_is_none_is_one_sentence(
    arena: ArenaModel, change: Callable[[ExperimentForm], ExperimentForm], words: str
) -> None:
    arena.edit(change)
    arena.start()
    assert arena.view_model().fault is not None and words in str(arena.view_model().fault)
    assert arena.view_model().faulty == "start" and not arena.running


def test_a_tournament_wants_two_players_and_takes_twelve(arena: ArenaModel) -> None:
    arena.edit(lambda form: form.as_kind(ExperimentKind.TOURNAMENT).typed("players", "random"))
    arena.start()
    assert arena.view_model().faulty == "players"
    arena.edit(typed("players", " ".join(["random"] * (MAX_PLAYERS + 1))))
    arena.start()
    assert arena.view_model().faulty == "players" and "12" in str(arena.view_model().fault)
    arena.edit(typed("players", "random"))
    arena.edit(lambda form: form.adding("first").adding("mc:5").without(0))
    assert arena.form.players == ["first", "mc:5"]


def test_a_sweep_is_played_and_kept_with_its_games(arena: ArenaModel, store: Store) -> None:
    assert arena.view_model().state is RunState.READY and arena.view_model().rows == []
    seen = play(arena)
    assert seen.state is RunState.DONE and (seen.done, seen.total) == (60, 60)
    assert [tally.games for tally in seen.tallies] == [30, 30]
    assert seen.values == (5, 20) and [row.value for row in seen.rows] == [5, 20]
    assert seen.playing == -1 and seen.seconds_left is None
    assert not arena.poll(), "nothing new"
    assert all(tally.thrown is not None and tally.thrown[0].judged for tally in seen.tallies)
    (kept,) = store.arena.all()
    assert kept.title == "Monte Carlo against Random at Tic-tac-toe"
    past, left_out = read_experiment(kept, store)
    assert (len(past.records()), left_out) == (60, 0) and kept.data["done"] == 60
    assert list(past.tallies.values()) == list(seen.tallies)
    assert past.form == arena.form and (past.done, past.total) == (60, 60)


def begin(arena: ArenaModel, games: int = 100_000) -> None:
    """Start a sweep of so many games, of which the first ones are played."""
    arena.edit(typed("games", str(games)))
    arena.start()
    poll_until(arena, lambda: arena.view_model().done > 0)


def to_the_end(arena: ArenaModel, way: Callable[[ArenaModel], object]) -> None:
    way(arena)
    poll_until(arena, lambda: not arena.running)


@few_or_full("games", 200, 400)
def test_a_stopped_experiment_says_where_and_goes_on_to_the_same_end(
    arena: ArenaModel, store: Store, games: int
) -> None:
    begin(arena, games)
    to_the_end(arena, ArenaModel.stop)
    seen = arena.view_model()
    assert seen.state is RunState.STOPPED and 0 < seen.done < seen.total
    assert len(store.arena.games(store.arena.all()[0].id)[0]) == seen.done
    to_the_end(arena, ArenaModel.go_on)
    assert arena.view_model().state is RunState.DONE and arena.view_model().done == 2 * games
    stopped = [tally.as_json() for tally in arena.view_model().tallies]
    assert len(store.arena.all()) == 1, "it is the same experiment"
    to_the_end(arena, ArenaModel.again)
    assert [tally.as_json() for tally in arena.view_model().tallies] == stopped
    assert len(store.arena.all()) == 2


def test_a_stopped_experiment_of_the_past_goes_on_where_it_was(
    arena: ArenaModel, store: Store, tmp_path: Path
) -> None:
    arena.edit(
        lambda f: f.as_kind(ExperimentKind.TOURNAMENT).typed("players", "first alphabeta:1 fit")
    )
    arena.edit(typed("pairs", "12"))
    whole = [tally.as_json() for tally in play(arena).tallies]
    number = store.arena.all()[0].id
    with store._file.change() as db:  # as if it had been killed
        db.execute("DELETE FROM experiment_games WHERE number > 5")
    again = ArenaModel(lambda: store, lambda: Store(tmp_path))
    again.open(store.arena.all()[0])
    assert again.view_model().state is RunState.STOPPED and not again.view_model().running
    to_the_end(again, ArenaModel.go_on)
    assert again.view_model().state is RunState.DONE
    assert [tally.as_json() for tally in again.view_model().tallies] == whole
    assert [each.id for each in store.arena.all()] == [number]
    again.close()


def test_the_thread_of_the_arena_is_its_own(arena: ArenaModel) -> None:
    """Bots elsewhere think while an experiment goes on."""
    from gui.worker import Worker

    arena.edit(typed("games", "100000"))
    arena.start()
    elsewhere = Worker()
    job = elsewhere.submit(lambda context: 7)
    poll_until(arena, lambda: job.done)
    assert job.result == 7 and arena.running
    elsewhere.close()


def test_closing_the_program_keeps_what_was_played(arena: ArenaModel, store: Store) -> None:
    begin(arena)
    arena.close()
    assert not arena.running and arena.run is not None
    (kept,) = store.arena.all()
    assert len(store.arena.games(kept.id)[0]) == arena.run.done == kept.data["done"]


KILLED = """
import sys, time
from pathlib import Path
from engine.store.store import Store
from gui.arena.form import FIRST_TEXTS, ExperimentForm
from gui.arena.model import ArenaModel
if __name__ == "__main__":
    folder = Path(sys.argv[1])
    model = ArenaModel(lambda: Store(folder), lambda: Store(folder))
    texts = {**FIRST_TEXTS, "values": "5 20", "opponent": "alphabeta:2", "games": "4000"}
    model.form = ExperimentForm(game="tictactoe", texts=texts)
    model.start()
    store = Store(folder)
    while True:
        time.sleep(0.05)
        if model.run.number is not None:
            print(len(store.arena.games(model.run.number)[0]), flush=True)
"""


@pytest.mark.linux("a process is killed by the signal that Linux has for it")
def test_a_kill_in_the_middle_keeps_what_was_played_and_it_goes_on(
    tmp_path: Path, arena: ArenaModel, store: Store
) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    process = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert process.stdout is not None
    said = 0
    while not said:
        said = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.wait()
    (kept,) = store.arena.all()
    games, _ = store.arena.games(kept.id)
    assert 0 < said <= len(games) and all(game.verdicts is not None for game in games)
    arena.open(kept)
    assert arena.view_model().state is RunState.STOPPED and arena.view_model().done == len(games)
    arena.go_on()
    poll_until(arena, lambda: arena.view_model().done > len(games))
    arena.stop()


def test_a_tournament_is_ranked_by_one_elo(arena: ArenaModel) -> None:
    arena.edit(
        lambda form: form.as_kind(ExperimentKind.TOURNAMENT).typed(
            "players", "random optimal mc:20"
        )
    )
    seen = play(arena)
    assert seen.state is RunState.DONE and seen.done == 60 and seen.values == ()
    assert [each.text for each in seen.ranking] == ["optimal", "mc:20", "random"]
    assert all(each.thrown is not None for each in seen.ranking)
    for row in range(3):
        for column in range(3):
            found = seen.between(row, column)
            assert (found is None) == (row == column)
            if found is not None:
                tally, side = found
                players = ["random", "optimal", "mc:20"]
                assert (tally.pairing.a, tally.pairing.b)[side] == players[row]
                assert (tally.pairing.a, tally.pairing.b)[1 - side] == players[column]


def test_cells_rows_and_bars_list_their_games(arena: ArenaModel) -> None:
    arena.edit(
        lambda form: form.as_kind(ExperimentKind.TOURNAMENT).typed(
            "players", "random optimal mc:20"
        )
    )
    play(arena)
    arena.choose(PairSelection(0, 1))
    seen = arena.view_model()
    games = [seen.listed(index) for index in range(len(seen.games))]
    from_first = [(game.record.number, game.score) for game in games]
    arena.choose(PairSelection(1, 0))
    seen = arena.view_model()
    games = [seen.listed(index) for index in range(len(seen.games))]
    assert [(game.record.number, 2 - game.score) for game in games] == from_first
    assert len(from_first) == 20
    arena.choose(PairSelection(1))
    assert len(arena.view_model().games) == 40
    game = arena.view_model().listed(25)
    record = arena.game(game)[1]
    assert game.mistakes is not None
    told = [thrown.errors for thrown in thrown_in(record.verdicts or "")]
    assert game.mistakes == (told[game.side], told[1 - game.side])


def test_games_stand_in_their_order_and_count_once_whichever_is_played_first() -> None:
    form = arenas.sweep(1, 3)
    experiment, records = ExperimentData(form, form.pairs(), 3), arenas.records_of(form.pairs(), 3)
    assert all(map(experiment.count, reversed(records)))
    assert not any(map(experiment.count, records))
    assert experiment.records() == records and experiment.done == 3


def test_a_running_sweep_names_the_budget_of_its_last_game(arena: ArenaModel) -> None:
    for form, named in ((arenas.sweep(3, 4), 1), (arenas.tournament(), -1)):
        run = arena._new_run(form)
        run.job = Job(lambda context: None, 0)
        assert run.playing == -1
        run._take(arenas.records_of(run.pairs[1:2], 2))
        assert run.playing == named
        run.job.done = True
        assert run.playing == -1


def test_all_games_are_counted_before_the_first(arena: ArenaModel, store: Store) -> None:
    """Those of the fitting opponent, too, whose later batches follow from the earlier ones."""
    form = arenas.tournament("fit random first", 20)
    assert arena._new_run(form).total == 60
    arenas.keep(store, form, 20, total=7)
    (kept,) = store.arena.all()
    past, _ = read_experiment(kept, store)
    assert (past.done, past.total) == (60, 60)


def test_a_store_that_cannot_be_written_is_said_and_nothing_is_lost(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine.arena.pool, "ProcessPool", lambda jobs: ThreadPoolExecutor(1))
    broken = [True]

    def own() -> Store:
        if broken[0]:
            raise StoreError("store.not_written", reason="no room")
        return Store(tmp_path)

    arena = ArenaModel(lambda: store, own)
    arena.form = ExperimentForm(game="tictactoe", texts={**FIRST_TEXTS, **SMALL_SWEEP})
    to_the_end(arena, ArenaModel.start)
    assert arena.view_model().done == 60 and "no room" in str(arena.view_model().fault)
    assert store.arena.all() == []
    arena.close()


def test_a_damaged_experiment_is_a_sentence(arena: ArenaModel, store: Store) -> None:
    data: dict[str, Any] = ExperimentForm(game="nim").as_json() | {"total": 0, "seconds": 0.0}
    store.arena.add("whole", data)
    arena.open(store.arena.all()[0])
    changes: list[dict[str, Any]] = [
        {"fields": {}}, {"fields": None}, {"kind": "race"}, {"game": "chess"}, {"begin": "end"},
        {"options": {"heaps": "none"}}, {"total": "many"}, {"seconds": None},
    ]  # fmt: skip
    for change in changes:
        store.arena.add("damaged", data | change)
        with pytest.raises(JouonsError) as fault:
            arena.open(store.arena.all()[0])
        assert str(fault.value) == "This experiment is damaged and cannot be shown."
    store.arena.add("worse", [1])
    with pytest.raises(JouonsError):
        arena.open(store.arena.all()[0])


def test_results_stand_beside_a_form_of_their_kind(arena: ArenaModel) -> None:
    arena.edit(lambda form: form.typed("values", "1 2").typed("games", "4"))
    sweep = play(arena)
    arena.choose(PairSelection(1))
    arena.edit(lambda form: form.as_kind(ExperimentKind.TOURNAMENT))
    empty = arena.view_model()
    assert empty.state is RunState.READY and empty.done == 0, "nothing of the sweep"
    arena.edit(lambda form: form.as_kind(ExperimentKind.SWEEP))
    back = arena.view_model()
    assert back.state is RunState.DONE and back.tallies == sweep.tallies
    assert back.cell == PairSelection(1)


def test_a_sweep_says_whom_it_is_against_and_what_its_budget_counts(arena: ArenaModel) -> None:
    from gui.i18n import Translator

    tr = Translator("en")
    arena.edit(partial(ExperimentForm.using, preset=PRESETS["McX-Mc32"]))
    seen = arena.view_model()
    assert "against Monte Carlo (32 playouts for each move)" in tr(seen.title)
    assert tr(seen.axis) == "Playouts per move"
    axes = {
        "mc:{}": "Playouts per turn",
        "alphabeta:{}": "Moves ahead",
        "mc:{}0": "budget N in mc:N0",
    }
    for template, words in axes.items():
        arena.edit(typed("template", template))
        assert tr(arena.view_model().axis) == words


def test_answers_that_an_earlier_version_kept_say_what_they_are_and_can_be_deleted(
    arena: ArenaModel, store: Store
) -> None:
    number = store.arena.add("positions", ExperimentForm().as_json() | {"kind": "positions"})
    with pytest.raises(JouonsError, match="answers to positions"):
        arena.open(arena.kept()[0])
    arena.remove(number)
    assert store.arena.all() == []


def test_a_past_experiment_is_deleted(arena: ArenaModel, store: Store) -> None:
    number = arenas.keep(store, arenas.sweep(), 4)
    arena.open(store.arena.all()[0])
    arena.remove(number)
    assert arena.kept() == [] and arena.view_model().state is RunState.READY


def test_presets_fill_the_form_until_it_is_changed(arena: ArenaModel) -> None:
    preset = PRESETS["McX-Mc32"]
    arena.edit(lambda form: form.as_kind(ExperimentKind.TOURNAMENT))
    arena.edit(partial(ExperimentForm.using, preset=preset))
    form = arena.form
    assert form.kind is ExperimentKind.SWEEP and form.game == preset.game
    assert form.values() == preset.values and len(form.pairs()) == len(preset.values)
    assert form.stem() == "out-test1-McX-Mc32"
    arena.edit(typed("seed", "77"))
    assert arena.form.texts["seed"] == "77" and arena.form.preset == ""
    arena.edit(partial(ExperimentForm.using, preset=preset))
    arena.edit(partial(ExperimentForm.on, game="nim"))
    assert arena.form.preset == "", "the preset is of another game"


def test_a_form_is_kept_and_read_again() -> None:
    form = (
        ExperimentForm(ExperimentKind.TOURNAMENT, "nim")
        .with_option("misere", "true")
        .beginning(StartKind.OPENINGS)
    )
    assert ExperimentForm.from_json(form.as_json()) == form
    unjudged = replace(form, judge=False)
    assert ExperimentForm.from_json(unjudged.as_json()) == unjudged
