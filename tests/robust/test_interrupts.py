"""Ctrl+C and SIGTERM at random moments of each long command, and of a window.

As a terminal does it, the signal goes to the program and all its processes. Moments begin when the
program's own handler is there: what is before is Python's start, before the first line of ours.
"""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from engine.arena.report import GAME_FIELDS, SWEEP_HEADER
from engine.cli.console import progress
from engine.saves import from_json
from engine.store.store import Store
from tests.full import few_or_full
from tests.waiting import wait_for

ROOT = Path(__file__).resolve().parents[2]
QUIET = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
MOMENTS, FEW_MOMENTS = 19, 2  # and one late or never
LONGEST = 1.2  # seconds that a command goes on for
AT_ONCE = 3
PROGRESS = re.compile(r"(Games: )?[\d,]+ of [\d,]+( games)?(, about [\d,]+ s left)?")
COMMANDS = {
    "arena": ["nim", "mc:8", "random", "first", "--games", "60", "--jobs", "2", "--csv", "x.csv"],
    "sweep": ["nim", "mc:{}", "random", "--values", "1,2,3,4", "--games", "100", "--jobs", "2",
              "--csv", "x.csv", "--plot", "x.png"],
    "train": ["tictactoe", "--games", "600", "--data-dir", "data"],
    "selftest": [],
    "cube": ["--random", "9", "--solver", "table", "--all", "--data-dir", "data"],
    "tiles": ["--position", "2 8 6/5 0 7/3 1 4", "--solver", "ida", "--heuristic", "misplaced"],
    "analyse": ["connect4", "--player", "mc:20000"],
    "explore": ["--start", "24"],
    "history": ["--data-dir", "data"],
}  # fmt: skip

pytestmark = [
    pytest.mark.slow,
    pytest.mark.linux("signals are looked up in /proc"),
]


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """The program in a process group of its own, up to the moment its handler is there."""
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), *arguments],
        cwd=folder,
        env=QUIET,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while process.poll() is None and not handles(process.pid, signal.SIGTERM):
        time.sleep(0.002)
    return process


def handles(process: int, number: signal.Signals) -> bool:
    """Whether a process has a handler of its own for a signal."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
    caught = re.search(r"SigCgt:\s*([0-9a-f]+)", status)
    return caught is not None and bool(int(caught[1], 16) >> (number - 1) & 1)


def interrupt(folder: Path, name: str, seconds: float, number: signal.Signals) -> int:
    """Interrupt a command so long after its start; its exit code, all else having been right."""
    process = start(folder, name, *COMMANDS[name])
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    if process.poll() is None:
        os.killpg(process.pid, number)
    # The end of the streams is the end of the last process that has them.
    _, told = process.communicate()
    where = f"{name} after {seconds:.3f} s by {number.name}: {process.returncode} {told}"
    lines = [line for line in told.splitlines() if not PROGRESS.fullmatch(line)]
    if process.returncode == 0:
        assert lines == [], where
    else:
        assert process.returncode == 130, where
        assert len(lines) == 1 and lines[0].partition(": ")[2].startswith("stopped"), where
    check_table(folder / "x.csv", where)
    return process.returncode


def check_table(path: Path, where: str) -> None:
    """Every row is whole, and nothing unfinished lies beside it."""
    assert not list(path.parent.glob(".jouons-*")), where
    if not path.exists():
        return
    text = path.read_text(encoding="utf-8")
    head, *rows = text.splitlines()
    assert text.endswith("\n") and rows, where
    if head == SWEEP_HEADER:
        assert all(len(row.split(" ")) == 8 and " 100 " in row for row in rows), where
    else:
        assert [tuple(row) for row in csv.reader([head])] == [GAME_FIELDS], where
        assert all(len(row) == len(GAME_FIELDS) for row in csv.reader(rows)), where


def test_puzzles_are_printed_as_they_come_and_an_interrupt_closes_their_list(
    tmp_path: Path,
) -> None:
    """All that had been found was thrown away."""
    process = start(tmp_path, "puzzle", "nim", "--count", "100000", "--json")
    assert process.stdout is not None and process.stderr is not None
    first = process.stdout.read(100)  # long before all are found
    assert first.startswith('[{"game": "nim"')
    os.killpg(process.pid, signal.SIGINT)
    rest, told = process.stdout.read(), process.stderr.read()
    assert process.wait() == 130 and told.endswith("stopped before the end\n")
    puzzles = json.loads(first + rest)
    assert puzzles and all(each["game"] == "nim" for each in puzzles)


@pytest.mark.parametrize("rows", [False, True])
def test_an_interrupt_speaks_of_rows_only_where_there_are_some(rows: bool, tmp_path: Path) -> None:
    player = "random" if rows else "mcts:1000000"
    arena = ["arena", "connect4", player, "first", "--games", "1000000", "--csv", "x.csv"]
    process = start(tmp_path, *arena, "--jobs", "1")
    while rows and not (tmp_path / "x.csv").exists():
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate()
    assert process.returncode == 130 and (tmp_path / "x.csv").exists() == rows
    assert ("rows written so far" in told) == rows


@pytest.mark.one_of(2)
@few_or_full("count", FEW_MOMENTS, MOMENTS)
@pytest.mark.parametrize("name", COMMANDS)
def test_an_interrupt_at_any_moment_is_one_line(name: str, count: int, tmp_path: Path) -> None:
    """0 tracebacks, exit 130 (or 0 where the work was done), rows whole, no process left."""
    whole = tmp_path / "whole"
    Store(whole / "data").close()
    began = time.monotonic()
    interrupt(whole, name, LONGEST, signal.SIGTERM)
    seconds = min(LONGEST, time.monotonic() - began)
    rng = random.Random(name)
    moments = [
        (rng.uniform(0, seconds), rng.choice((signal.SIGINT, signal.SIGINT, signal.SIGTERM)))
        for _ in range(count)
    ]
    moments[0] = (0.0, signal.SIGINT)  # sooner than any command ends

    def one(number: int) -> int:
        folder = tmp_path / str(number)
        folder.mkdir()
        return interrupt(folder, name, *moments[number])

    with ThreadPoolExecutor(AT_ONCE) as threads:
        codes = list(threads.map(one, range(count)))
    assert codes[0] == 130, codes


WINDOW = ["--game", "tictactoe", "--first", "random", "--second", "mc:1000000000"]


def told_by_window(process: subprocess.Popen[str], number: signal.Signals) -> str:
    """Interrupt a window; the one line it leaves with."""
    os.killpg(process.pid, number)
    _, told = process.communicate()
    assert process.returncode == 130 and told.count("\n") == 1, (process.returncode, told)
    assert told.startswith("jouons: stopped"), told
    return told


@few_or_full("count", 3, 12)
def test_a_window_can_be_interrupted_at_any_moment(tmp_path: Path, count: int) -> None:
    rng = random.Random(7)
    for number in range(count):
        folder = tmp_path / str(number)
        folder.mkdir()
        process = start(folder, *WINDOW, "--data-dir", "data")
        time.sleep(rng.uniform(0, 2.0))
        told_by_window(process, rng.choice((signal.SIGINT, signal.SIGTERM)))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_match_of_an_interrupted_window_is_kept(number: signal.Signals, tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    process = start(tmp_path, *WINDOW, "--data-dir", "data")
    wait_for(store.unfinished, pause=0.05)
    assert "everything is saved" in told_by_window(process, number)
    assert len(from_json(store.unfinished()[0].saved).moves) == 1
    store.close()


def test_an_interrupt_does_not_part_a_line_of_progress_from_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []

    class Stream(io.StringIO):
        def write(self, text: str) -> int:
            written.append(text)
            return len(text)

    monkeypatch.setattr(sys, "stderr", Stream())
    progress("Games: 400 of 600")
    assert written == ["Games: 400 of 600\n"]


def ended(script: str) -> tuple[int, str, str]:
    """How a script of the program ends: its exit code, what it printed, what it complained of."""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_an_interrupt_waits_for_what_is_held_and_asks_a_window_gently() -> None:
    script = (
        "import os, signal, sys, time\n"
        "from engine import interrupt\n"
        "interrupt.end_at_once('stopped')\n"
        "with interrupt.GracefulInterrupt(lambda: print('asked', flush=True)) as came:\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "print(len(came), flush=True)\n"
        "with interrupt.InterruptShield():\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(0.05)\n"
        "    print('whole', flush=True)\n"
        "print('never', flush=True)\n"
    )
    assert ended(script) == (130, "asked\n1\nwhole\n", "stopped\n")


def test_an_interrupt_while_libraries_are_silenced_has_its_line() -> None:
    """It was written where everything was discarded: a window ended without a word."""
    script = (
        "import os, signal\n"
        "from engine import interrupt\n"
        "from gui.app import quiet_libraries\n"
        "interrupt.end_at_once('stopped')\n"
        "with quiet_libraries():\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    os.write(2, b'library')\n"
    )
    code, _, told = ended(script)
    assert (code, told) == (130, "stopped\n")
