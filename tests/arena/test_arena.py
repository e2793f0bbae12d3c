"""Experiments: the same result whoever plays, nothing lost, growth of strength."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import engine.arena.experiment as arena
from engine.arena.experiment import (
    Batch,
    Experiment,
    batches,
    pairings,
    play_all,
    play_batch,
    sweep_pairings,
)
from engine.arena.pool import ProcessPool, WorkersError
from engine.arena.results import tallies
from engine.arena.start import Start
from engine.cli import experiments
from engine.cli.experiments import ArenaError, cluster
from engine.protocols import MAX_PLIES, OptionError, PositionError
from engine.registry import make_game, make_oracles
from engine.session import Session
from engine.solvers.oracle import Oracles
from engine.store.experiments import GameRecord
from engine.store.store import Store
from gui.arena.form import FIRST_TEXTS, ExperimentForm, ExperimentKind
from gui.arena.model import ArenaModel
from tests.commands import printed, refused
from tests.waiting import wait_for


def work(*players: str, game: str = "nim", games: int = 12, seed: int = 3) -> list[Batch]:
    pairs = pairings(game, {}, players)
    return [batch for pair in pairs for batch in batches(pair, games, seed)]


def plain(records: list[GameRecord]) -> list[GameRecord]:
    """Without the clock, in order."""
    ordered = sorted(records, key=lambda record: (record.pairing, record.number))
    return [record._replace(seconds=0.0, seconds_a=0.0) for record in ordered]


def collect(source: Iterator[list[GameRecord]]) -> list[GameRecord]:
    return [record for records in source for record in records]


MIXED = ("random", "mc:20", "mcts:40", "optimal")


def test_batches_of_one_game_are_played_with_the_exact_values_of_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each thread has its own, until it plays another game."""
    made = []

    def make() -> Oracles:
        made.append(make_oracles())
        return made[-1]

    monkeypatch.setattr(arena, "make_oracles", make)
    monkeypatch.setattr(arena, "_LAST_ORACLES", arena._LastOracles())
    nim, matches = (work("optimal", "mastery:10", game=game) for game in ("nim", "matches"))
    assert len(nim) > 1
    kept = [plain(arena.play_batch(batch)) for batch in nim]
    assert len(made) == 1
    arena.play_batch(matches[0])
    assert len(made) == 2
    with ThreadPoolExecutor(1) as other:
        assert plain(other.submit(arena.play_batch, nim[-1]).result()) == kept[-1]
    assert len(made) == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_processes_give_what_one_process_gives(workers: int) -> None:
    batches_ = work(*MIXED, games=6)
    here = plain(collect(play_all(batches_)))
    there = plain(collect(Experiment(batches_, lambda: ProcessPool(workers)).run(workers)))
    assert here == there
    assert len(here) == 6 * 6


@pytest.mark.parametrize("players", [("mc:20", "random"), ("mcts:30", "random")])
def test_records_are_games_by_the_rules(players: tuple[str, str]) -> None:
    records = collect(play_all(work(*players, game="tictactoe", games=10)))
    game = make_game("tictactoe")
    assert [record.starter for record in plain(records)] == [0, 1] * 5
    assert len({record.seed for record in records}) == 10
    for record in records:
        session = Session.replay(game, None, record.moves.split())
        outcome = game.outcome(session.state)
        assert outcome is not None
        assert record.score == 2 * outcome.score(record.starter)
        assert record.plies == session.ply


def test_another_seed_is_another_experiment() -> None:
    first, second = (
        plain(collect(play_all(work("random", "mc:10", seed=seed)))) for seed in (1, 2)
    )
    assert [record.moves for record in first] != [record.moves for record in second]


def test_a_stop_keeps_what_was_played() -> None:
    experiment = Experiment(
        work("mcts:200", "random", game="connect4", games=400), lambda: ThreadPoolExecutor(1)
    )
    records: list[GameRecord] = []
    for part in experiment.run(1):
        records += part
        if records:
            experiment.stop()
    assert 4 <= len(records) < 100


@pytest.mark.linux("the time of processes is read in /proc")
@pytest.mark.parametrize("way", ["stop", "close"])
def test_no_process_lives_on_after_a_stop(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games would take an hour; nobody waits for them, and no thread complains."""
    faults: list[object] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    experiment = Experiment(
        work("mcts:10000000", "mcts:9999999", game="connect4", games=40), lambda: ProcessPool(2)
    )
    source = experiment.run(2)
    while processor_seconds() < 0.05:
        assert next(source) == []  # nothing is finished yet
    assert len(multiprocessing.active_children()) == 2
    if way == "stop":
        experiment.stop()
        assert list(source) == []
    else:
        source.close()
    wait_for(lambda: not multiprocessing.active_children())
    assert faults == []


@pytest.mark.linux("the time of processes is read in /proc")
def test_closing_the_window_ends_the_processes_of_the_arena(tmp_path: Path) -> None:
    model = ArenaModel(lambda: Store(tmp_path), lambda: Store(tmp_path))
    players = "mcts:10000000 mcts:9999999"
    model.form = ExperimentForm(
        ExperimentKind.TOURNAMENT, "connect4", texts={**FIRST_TEXTS, "players": players}
    )
    model.start()
    wait_for(lambda: processor_seconds() > 0.05)
    model.close()
    wait_for(lambda: not multiprocessing.active_children())


def processor_seconds() -> float:
    """What the busiest process of ours has spent since its modules were loaded, about."""
    times = []
    for child in multiprocessing.active_children():
        fields = Path(f"/proc/{child.pid}/stat").read_text().rsplit(")", 1)[1].split()
        times.append(int(fields[11]) / os.sysconf("SC_CLK_TCK"))
    return min(times, default=0.0) - 0.5 if len(times) == 2 else 0.0


def _die_once(batch: Batch) -> list[GameRecord]:
    """In place of play_batch: the first process that comes here dies."""
    marker = Path(os.environ["JOUONS_TEST_MARKER"])
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return arena_play_batch(batch)
    os._exit(7)


arena_play_batch = arena.play_batch


def test_a_worker_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOUONS_TEST_MARKER", str(tmp_path / "died"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setattr(arena, "play_batch", _die_once)
    batches_ = work("random", "first", games=200)
    experiment = Experiment(batches_, lambda: ProcessPool(2))
    records = plain(collect(experiment.run(2)))
    assert experiment.lost >= 1
    assert records == plain([record for batch in batches_ for record in arena_play_batch(batch)])


def test_learners_know_what_they_are_given() -> None:
    key = "matches start=16 takes=1,2,3 misere=true"
    bags = {key: {"16 0": {0: 1, 1: 1, 2: 1_000_000_000}}}
    pair = pairings("matches", {}, ("learner", "random"))[0]
    batch = batches(pair, 40, 1, bags)[0]
    openings = {r.moves.split()[0] for r in arena.play_batch(batch) if r.starter == 0}
    assert openings == {"3"}


def test_impossible_experiments_are_refused() -> None:
    wrong: list[Callable[[], object]] = [
        lambda: pairings("nim", {}, ("random",)),
        lambda: pairings("nim", {}, ("random", "human")),
        lambda: pairings("connect4", {}, ("random", "kernel")),
        lambda: batches(pairings("nim", {}, ("random", "first"))[0], 0, 1),
        lambda: sweep_pairings("nim", {}, "mc:5", "random", (1,)),
        lambda: sweep_pairings("nim", {}, "mc:{}", "random", ()),
        lambda: sweep_pairings("nim", {}, "mc:{}", "random", (0,)),
    ]
    for make in wrong:
        with pytest.raises(OptionError):
            make()


@pytest.mark.slow
def test_more_playouts_win_more() -> None:
    values = (4, 16, 64)
    pairs = sweep_pairings("connect4", {}, "mc:{}/move", "mc:32/move", values)
    counts = tallies(pairs)
    for records in play_all([b for pair in pairs for b in batches(pair, 100, 5)]):
        for record in records:
            counts[record.pairing].add(record)
    shares = [tally.wins / tally.games for tally in counts.values()]
    assert shares == sorted(shares)
    assert shares[0] < 0.16
    assert 0.58 < shares[2] < 0.8


@pytest.mark.parametrize("address", ["foo", "-1", "inproc://x", "tls://127.0.0.1:5"])
def test_a_wrong_cluster_address_is_refused_before_a_client_begins(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that begins with such an address hangs when it is thrown away."""
    import distributed

    def begin(*arguments: object, **more: object) -> None:
        pytest.fail("a client was begun")

    monkeypatch.setattr(distributed, "Client", begin)
    with pytest.raises(ArenaError) as refused:
        cluster(address)
    assert address in str(refused.value)


def test_a_wrong_cluster_address_is_refused_in_one_line() -> None:
    address = "tls://127.0.0.1:5"
    command = [sys.executable, "main.py", "arena", "matches", "first", "random", "--games", "2"]
    ran = subprocess.run([*command, f"--dask={address}"], capture_output=True, text=True)
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1 and address in ran.stderr, ran.stderr


def test_a_cluster_that_does_not_answer_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault without words left empty brackets."""

    async def silent(address: str) -> None:
        raise TimeoutError

    monkeypatch.setattr(experiments, "_knock", silent)
    with pytest.raises(ArenaError, match="no answer") as refused:
        cluster("tcp://127.0.0.1:1")
    assert "()" not in str(refused.value)


class Broken(Executor):
    """Processes that die before they take any work."""

    def submit(self, function: Any, /, *values: Any, **named: Any) -> Future[Any]:
        raise BrokenProcessPool


def test_processes_that_always_die_are_counted_to_the_last() -> None:
    experiment = Experiment(work("random", "first", games=4), Broken)
    with pytest.raises(WorkersError) as told:
        list(experiment.run(1))
    assert told.value.message.values["tries"] == experiment.lost > 1


class Gone(Executor):
    """A cluster that gives one batch and then ends as `fault` says."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault
        self.asked = 0

    def submit(self, function: Any, /, *values: Any, **named: Any) -> Future[Any]:
        made: Future[Any] = Future()
        self.asked += 1
        if self.asked == 1:
            made.set_result(function(*values, **named))
        else:
            made.set_running_or_notify_cancel()  # nothing ends it before its fault
            threading.Timer(0.5, made.set_exception, (self.fault,)).start()
        return made


def test_a_cluster_that_goes_away_is_told_and_what_was_played_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers: list[Executor] = [Gone(CancelledError())]

    def found(address: str) -> tuple[Executor, int]:
        if not answers:
            raise ArenaError("arena.no_cluster", address=address, reason="")
        return answers.pop(), 1

    monkeypatch.setattr(experiments, "cluster", found)
    kept: list[GameRecord] = []
    with pytest.raises(ArenaError, match="Dask"):
        for records in experiments.games_on_cluster(
            work("random", "mcts:9", games=40), "tcp://gone:1"
        ):
            kept += records
    assert len(kept) == 4


def test_a_cluster_whose_workers_keep_dying_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed.scheduler import KilledWorker

    gone = Gone(KilledWorker("play_batch", None, 3))
    monkeypatch.setattr(experiments, "cluster", lambda address: (gone, 1))
    kept: list[GameRecord] = []
    with pytest.raises(WorkersError, match="4 times"):  # three more than the first
        for records in experiments.games_on_cluster(
            work("random", "mcts:9", games=40), "tcp://gone:1"
        ):
            kept += records
    assert len(kept) == 4


def games(
    game: str, players: tuple[str, ...], start: Start, number: int = 8, seed: int = 3
) -> list[GameRecord]:
    pairs = pairings(game, {}, players, start)
    return [r for p in pairs for b in batches(p, number, seed, None, True) for r in play_batch(b)]


@pytest.mark.parametrize("players", [("mc:5", "random"), ("alphabeta:2", "random")])
def test_both_games_of_a_pair_begin_with_the_same_random_moves(players: tuple[str, str]) -> None:
    found = games("connect4", players, Start(plies=5))
    openings = defaultdict(list)
    for record in found:
        assert record.opened == 5 and record.plies >= 6
        assert record.verdicts is None or len(record.verdicts) == record.plies - 5
        openings[record.number // 2].append(record.moves.split()[:5])
    assert all(len(pair) == 2 and pair[0] == pair[1] for pair in openings.values())
    assert len({tuple(pair[0]) for pair in openings.values()}) > 1
    game = make_game("connect4")
    for record in found:
        last = Session.replay(game, None, record.moves.split())
        outcome = game.outcome(last.state)
        assert outcome is not None and 2 * outcome.score(record.starter) == record.score


def test_every_pairing_gets_the_same_openings_and_another_seed_others() -> None:
    by_pairing = defaultdict(list)
    for record in games("tictactoe", ("first", "random", "mc:3"), Start(plies=3)):
        by_pairing[record.pairing].append(record.moves.split()[:3])
    assert len(by_pairing) == 3 and len({str(each) for each in by_pairing.values()}) == 1
    other = games("tictactoe", ("first", "random"), Start(plies=3), seed=4)
    assert [r.moves.split()[:3] for r in other] != by_pairing[0]


def test_games_from_a_position_begin_there_whoever_moves() -> None:
    position = "X...O.... X"
    game = make_game("tictactoe")
    for record in games("tictactoe", ("optimal", "random"), Start(position)):
        session = Session.replay(game, position, record.moves.split())
        outcome = game.outcome(session.state)
        assert outcome is not None and 2 * outcome.score(record.starter) == record.score
        assert record.moves_a == sum(
            game.to_move(state) == record.starter for state in session.all_states[:-1]
        )
    second = games("tictactoe", ("optimal", "random"), Start("X........ O"), 2)
    assert [record.moves_a for record in second] != [0, 0]


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (Start("XXXOO.... O"), "already over"),
        (Start("nonsense"), ""),
        (Start(plies=9), "hardly any game of Tic-tac-toe"),
        (Start(plies=MAX_PLIES + 1), "not possible"),
        (Start("X........ O", 2), "not from both"),
    ],
)
def test_a_start_from_which_nothing_can_be_played_is_one_sentence(start: Start, words: str) -> None:
    makers: list[Callable[[], object]] = [
        lambda: pairings("tictactoe", {}, ("random", "first"), start),
        lambda: sweep_pairings("tictactoe", {}, "mc:{}", "random", (1,), start),
    ]
    for make in makers:
        with pytest.raises((OptionError, PositionError)) as fault:
            make()
        assert words in str(fault.value) and "\n" not in str(fault.value)


def test_position_and_openings_exclude_each_other() -> None:
    command = ["arena", "nim", "random", "first", "--position", "1 0", "--openings", "2"]
    assert "not allowed with" in refused(*command)


def test_a_preset_obeys_values_and_games_and_refuses_players(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    command = ["sweep", "--preset", "McX-Random", "--values", "1,3", "--games", "4", "--jobs", "1"]
    lines = printed(*command).splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == ["1", "3"]
    with open("out-test1-McX-Random.csv", encoding="utf-8") as table:
        assert [row.split()[-2:] for row in table][1:] == [["4", "1"], ["4", "3"]]
    assert "already sets the game" in refused("sweep", "nim", "--preset", "McX-Random")


def test_a_judged_sweep_says_what_was_thrown_away(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    command = ("sweep", "nim", "mc:{}", "random", "--values", "2,200", "--games", "30", "--judge")
    lines = printed(*command, "--jobs", "1").splitlines()
    assert "given up" in lines[0]
    few, many = (float(line.split("]  ")[1].split()[1].rstrip("%")) for line in lines[1:3])
    assert few > many
