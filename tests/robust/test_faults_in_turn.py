"""Every write, sync, truncation and renaming of a session fails in turn: nothing kept is lost.

The session (kept_session.py) runs once under strace, which lists its calls; then once for each of
them and each kind of fault. What the program had called done must be there afterwards, whole.
"""

from __future__ import annotations

import re
import socket
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.saves import from_json, load
from engine.store import FILE_NAME, Store
from gui.settings import SettingsFile
from tests.robust import kept_session
from tests.screen import need

ROOT = Path(__file__).resolve().parents[2]
CALLS = ("write", "pwrite64", "fsync", "fdatasync", "ftruncate", "rename", "unlink")
LINE = re.compile(rf"^(?:\d+ +)?({'|'.join(CALLS)})\(")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.linux("strace makes calls of the system fail on Linux"),
]


@dataclass(frozen=True)
class Fault:
    """What happens at the `number`th of a call, or with `on` from there on."""

    call: str
    number: int
    kind: str  # as strace wants it
    on: bool = False

    @property
    def injection(self) -> str:
        return f"{self.call}:{self.kind}:when={self.number}{'+' if self.on else ''}"

    @property
    def kills(self) -> bool:
        return "KILL" in self.kind


def run(folder: Path, *tracing: str) -> tuple[list[str], subprocess.CompletedProcess[str]]:
    """The session under strace: what it said was done, and how it ended."""
    folder.mkdir()
    here, there = socket.socketpair()
    command = [sys.executable, "-m", "tests.robust.kept_session", str(folder)]
    with here, there:
        done = subprocess.run(
            [need("strace"), "-f", "-qq", "--seccomp-bpf", *tracing, *command, str(there.fileno())],
            pass_fds=[there.fileno()],
            env={"PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        there.close()
        told = b"".join(iter(lambda: here.recv(65536), b"")).decode()
    return told.splitlines(), done


def check(folder: Path, told: Sequence[str], fault: Fault | None) -> None:
    """What was called done is there, and what is there is whole."""
    done: dict[str, int] = {}
    for line in told:
        name, _, number = line.partition(" ")
        if name != "fault":
            done[name] = int(number)
    _check_files(folder, done)
    if fault is None or not fault.kills:
        assert done.get("end") == 0
        assert list(folder.glob("*.partial")) == []
    if "store" in done:
        _check_store(folder, done)


def _check_files(folder: Path, done: dict[str, int]) -> None:
    settings, notice = SettingsFile(folder).load()
    assert notice is None
    if "settings" in done:
        assert settings.volume in kept_session.VOLUMES[done["settings"] :]
    if "save" in done:
        assert len(load(folder / "a.jouons").moves) in {done["save"], 3}
    if "picture" in done:
        wanted = [kept_session.picture(number) for number in {done["picture"], 2}]
        assert (folder / "picture.png").read_bytes() in wanted
    if "row" in done:
        found = (folder / "results.csv").read_text()
        rows = [kept_session.row(number) for number in range(kept_session.ROWS)]
        # A row that was given up may be missing; one that was called done never is.
        assert found.startswith(kept_session.HEADER)
        assert all(line in rows for line in found.splitlines(True)[1:])
        assert rows[done["row"]] in found


def _check_store(folder: Path, done: dict[str, int]) -> None:
    database = sqlite3.connect(folder / FILE_NAME)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    store = Store(folder)
    assert store.notice is None
    finished, bags = store.games(), store.load_bags("tictactoe")
    assert len(finished) == len(bags) <= 1  # the reward comes with the game, or neither does
    assert len(finished) == 1 or "finished" not in done
    moves = [len(from_json(kept.saved).moves) for kept in store.unfinished()]
    assert moves if not finished and "moves" in done else True
    assert not moves or moves[0] >= done.get("moves", 0)
    assert not (moves and finished)
    for name, found in (
        ("rung", store.rung("", "tictactoe") == 4),
        ("solved", store.solved(20_261_121) == {"connect4": 2}),
        ("mistake", len(store.mistakes()) == 1),
        ("tried", "mistake" not in done or [kept.solved for kept in store.mistakes()] == [1]),
        ("experiment", len(store.experiments()) >= 1),
    ):
        assert found or name not in done, name
    store.close()


def faults_of(calls: Counter[str]) -> list[Fault]:
    """Every call fails once, kills once, and finds the disk full from there on."""
    made = []
    for call, count in calls.items():
        for number in range(1, count + 1):
            made += [Fault(call, number, kind) for kind in ("error=EIO", "signal=KILL")]
            if call in ("write", "pwrite64"):
                made.append(Fault(call, number, "error=ENOSPC", on=True))
    return made


def test_whatever_fails_nothing_that_was_kept_is_lost(tmp_path: Path) -> None:
    log = tmp_path / "calls"
    told, done = run(tmp_path / "whole", "-o", str(log), "-e", f"trace={','.join(CALLS)}")
    assert (done.returncode, done.stderr) == (0, "")
    assert not [line for line in told if line.startswith("fault")]
    check(tmp_path / "whole", told, None)
    found = (LINE.match(line) for line in log.read_text().splitlines())
    calls = Counter(match[1] for match in found if match is not None)
    assert {"write", "pwrite64", "fsync", "rename"} <= set(calls)

    faults = faults_of(calls)

    def suffers(number: int) -> str | None:
        fault = faults[number]
        folder = tmp_path / str(number)
        told, done = run(folder, "-o", "/dev/null", "-e", f"inject={fault.injection}")
        try:
            assert "Traceback" not in done.stderr, done.stderr
            assert done.returncode == (-9 if fault.kills else 0), done.stderr
            check(folder, told, fault)
        except Exception as wrong:
            return f"{fault.injection}: {wrong!r}; told {told}"
        return None

    with ThreadPoolExecutor(2) as pool:
        wrong = [text for text in pool.map(suffers, range(len(faults))) if text]
    assert not wrong, f"{len(wrong)} of {len(faults)}: " + "\n".join(wrong[:10])
