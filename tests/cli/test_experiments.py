"""The commands arena and sweep: their tables, their pictures, their processes."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.arena import experiment
from engine.arena.experiment import Batch
from engine.arena.pool import ProcessPool, most_processes, pool_size
from engine.arena.report import ReportError, ResultFile, SweepRow, write_whole
from engine.cli import command_line, experiments
from engine.messages import Message
from engine.store.experiments import GameRecord
from gui.kit.layout import Layout
from gui.ui import Ui
from tests.commands import printed, refused, run

ROOT = Path(__file__).resolve().parents[2]
SWEEP = ["sweep", "tictactoe", "mc:{}/move", "random", "--values", "1,2", "--games", "4"]
HEADER = "winR WinY tie ry ryt dt nGames value"


class Stop(Exception):  # noqa: N818 - what a test raises in the midst of games
    """An end in the middle."""


def stop_after(monkeypatch: pytest.MonkeyPatch, batches: int) -> None:
    """Let so many batches be played and no more."""
    played: list[Batch] = []
    play = experiment.play_batch

    def play_some(batch: Batch) -> list[GameRecord]:
        if len(played) == batches:
            raise ReportError("arena.no_values")
        played.append(batch)
        return play(batch)

    monkeypatch.setattr(experiment, "play_batch", play_some)


@pytest.mark.parametrize("named", [True, False])
def test_a_sweep_that_ends_before_its_first_row_leaves_the_older_table(
    named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    older = tmp_path / ("mine.csv" if named else "out-test1-tictactoe-mc_X_move-random.csv")
    older.write_text("older")
    stop_after(monkeypatch, 0)
    line = [*SWEEP, "--jobs", "1", "--force", *(["--csv", "mine.csv"] if named else [])]
    assert run(*line).code == 1
    assert older.read_text() == "older"
    assert list(tmp_path.iterdir()) == [older]


def test_a_sweep_keeps_the_settings_that_were_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "mine.csv"
    table.write_text("older")
    stop_after(monkeypatch, 1)
    assert run(*SWEEP, "--jobs", "1", "--force", "--csv", str(table)).code == 1
    lines = table.read_text().splitlines()
    assert lines[0] == HEADER and len(lines) == 2
    assert lines[1].endswith(" 4 1")


def test_an_arena_that_ends_before_its_first_game_leaves_the_older_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games.csv"
    games.write_text("older")
    line = ["arena", "nim", "mcts:20", "random", "--jobs", "1", "--csv", str(games), "--force"]
    with monkeypatch.context() as patch:
        stop_after(patch, 0)
        assert run(*line, "--games", "8").code == 1
        assert games.read_text() == "older"
    with monkeypatch.context() as patch:
        stop_after(patch, 1)
        assert run(*line, "--games", "8").code == 1
    rows = list(csv.DictReader(games.open(newline="")))
    assert [row["result"] in ("first", "second") for row in rows] == [True] * 4


@pytest.mark.parametrize("command", ["arena", "sweep", "default", "picture"])
def test_a_file_that_is_there_is_replaced_only_with_force(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first row of a sweep destroyed the table of another game without a word."""
    monkeypatch.chdir(tmp_path)
    sweep = [*SWEEP, "--jobs", "1"]
    name, line = {
        "arena": ("x.csv", ["arena", "nim", "random", "first", "--games", "2", "--csv", "x.csv"]),
        "sweep": ("x.csv", [*sweep, "--csv", "x.csv"]),
        "default": ("out-test1-tictactoe-mc_X_move-random.csv", sweep),
        "picture": ("x.png", [*sweep, "--csv", "x.csv", "--plot", "x.png"]),
    }[command]
    Path(name).write_text("older")
    assert "--force" in refused(*line)
    assert [each.name for each in tmp_path.iterdir()] == [name]
    assert Path(name).read_text() == "older"
    printed(*line, "--force")
    assert command == "picture" or Path(name).read_text().startswith(("seed,", HEADER))


links = pytest.mark.skipif(sys.platform == "win32", reason="making links needs a right there")


@pytest.mark.parametrize("way", ["same", "around", pytest.param("link", marks=links), "hard link"])
def test_table_and_picture_cannot_be_one_file(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    table, picture = Path("q.csv"), Path("../here/q.csv" if way == "around" else "q.csv")
    if "link" in way:
        table.write_text("older")
        picture = Path("q.png")
        (picture.symlink_to if way == "link" else picture.hardlink_to)(table)
    sentence = refused(*SWEEP, "--csv", str(table), "--plot", str(picture))
    assert "cannot be the same file" in sentence
    assert not table.exists() or table.read_text() == "older"


@links
def test_a_picture_that_cannot_be_written_is_said_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(monkeypatch, 0)
    table, picture = tmp_path / "x.csv", tmp_path / "nowhere" / "x.png"
    line = [*SWEEP, "--jobs", "1", "--csv", str(table), "--plot", str(picture)]
    assert "x.png cannot be written: its path does not exist." in refused(*line, code=1)
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    (tmp_path / "real.csv").write_text("older")
    (tmp_path / "link.csv").symlink_to("real.csv")
    ResultFile(tmp_path / "link.csv", "head\n").add("row\n")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text() == "head\nrow\n"
    ResultFile(Path(os.devnull), "head\n").add("row\n")
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes there")
def test_rows_go_into_a_pipe_as_into_a_file(tmp_path: Path) -> None:
    """The position in a pipe was asked for: "Illegal seek"."""
    pipe = tmp_path / "rows"
    os.mkfifo(pipe)
    with os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        table = ResultFile(pipe, "head\n")
        for row in ("one\n", "two\n"):
            table.add(row)
        assert reader.read() == b"head\none\ntwo\n"
    whole = tmp_path / "whole"
    os.mkfifo(whole)
    with os.fdopen(os.open(whole, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        write_whole(whole, b"all")
        assert reader.read() == b"all"


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes there")
def test_an_interrupt_ends_the_wait_for_the_reader_of_a_pipe(tmp_path: Path) -> None:
    """The wait was shielded: only a kill ended it."""
    pipe = tmp_path / "rows"
    os.mkfifo(pipe)
    code = (
        "import os, signal, sys, threading\nfrom pathlib import Path\n"
        "from engine.arena.report import ResultFile\n"
        # A shell ignores the signal for what it starts in the background.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "main, ended, pause = threading.main_thread().ident, threading.Event(), 0.1\n"
        "def interrupt():\n"
        "    for _ in range(600):\n"
        "        if ended.wait(pause):\n            return\n"
        "        signal.pthread_kill(main, signal.SIGINT)\n"
        "    os._exit(3)\n"
        "threading.Thread(target=interrupt, daemon=True).start()\n"
        "try:\n    ResultFile(Path(sys.argv[1]), 'head').add('row')\n"
        "except KeyboardInterrupt:\n    ended.set()\n    print('ended')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(pipe)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "ended\n", done.stderr


def test_the_number_of_processes_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    assert most_processes(2, "linux") == 8
    assert most_processes(64, "win32") == 61
    assert pool_size(1_000_000, 50) == min(50, most_processes())
    assert pool_size(1_000_000, 3) == min(3, most_processes())
    sizes: list[int] = []

    class Counted(ProcessPool):
        def __init__(self, jobs: int) -> None:
            sizes.append(jobs)
            super().__init__(1)

    monkeypatch.setattr(experiments, "ProcessPool", Counted)
    line = ["arena", "nim", "first", "random", "--games", "500", "--jobs", "1000000"]
    ended = run(*line)
    assert sizes == [min(10, most_processes())]
    assert ended.code == 0 and f"at most {most_processes()} are started" in ended.err


def _die(batch: Batch) -> list[GameRecord]:
    """In place of play_batch: every process that comes here dies."""
    os._exit(7)


def test_processes_that_keep_dying_end_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setattr(experiment, "play_batch", _die)
    line = ["arena", "nim", "first", "random", "--games", "200", "--jobs", "2"]
    assert "died 4 times in a row" in refused(*line, code=1)


def test_a_sweep_has_headings(tmp_path: Path) -> None:
    lines = printed(*SWEEP, "--jobs", "1", "--csv", str(tmp_path / "x.csv")).splitlines()
    assert lines[0].split() == ["budget", "won", "drawn", "lost", "score,", "95%", "seconds"]
    assert [line.split()[0] for line in lines[1:3]] == ["1", "2"]


def test_the_picture_of_a_sweep_says_the_whole_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gui.arena import results

    said: list[str] = []
    drawn = results.sweep_chart

    def noted(
        ui: Ui, rows: Sequence[SweepRow], axis: str, players: tuple[Message, Message]
    ) -> Layout:
        said.append(axis)
        said.extend(ui.tr(player) for player in players)
        return drawn(ui, rows, axis, players)

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(results, "sweep_chart", noted)
    line = [*SWEEP, "--jobs", "1", "--csv", str(tmp_path / "x.csv")]
    assert command_line.main([*line, "--plot", str(tmp_path / "x.png")], results.save_sweep) == 0
    assert said == ["Playouts per move", "Monte Carlo", "Random"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_a_table_on_a_full_disk_is_one_sentence() -> None:
    line = ["arena", "nim", "random", "first", "--games", "4", "--csv", "/dev/full"]
    assert "/dev/full cannot be written" in refused(*line, code=1)
