"""Every write, sync, truncation and renaming of a session fails in turn: nothing kept is lost.

The session (kept_session.py) runs once under strace, which lists its calls; then once for each of
them and each kind of fault. What the program had called done must be there afterwards, whole.
"""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.saves import from_json, load
from engine.store.store import Store
from gui.settings import SettingsFile
from tests.database import assert_whole
from tests.full import few_or_full
from tests.robust import stored_session
from tests.screen import need

ROOT = Path(__file__).resolve().parents[2]
CALLS = ("write", "pwrite64", "fsync", "fdatasync", "ftruncate", "rename", "unlink")
LINE = re.compile(rf"^(?:\d+ +)?({'|'.join(CALLS)})\(")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.linux("strace makes calls of the system fail on Linux"),
    pytest.mark.needs("strace"),
]


@dataclass(frozen=True)
class Ended:
    """A session that is over: what it said was done, its exit code, and its last words."""

    told: list[str]
    code: int
    errors: str


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


class Sessions:
    """Runs sessions under strace, one at a time, each in a copy of one process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.robust.stored_session"],
            env={"PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, folder: Path, *tracing: str) -> Ended:
        """One session, every call of it seen by strace."""
        folder.mkdir()
        name = f"jouons-{self._process.pid}-{folder.name}"
        assert self._process.stdin is not None and self._process.stdout is not None
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(f"\0{name}")
            listener.listen()
            print(folder, name, file=self._process.stdin, flush=True)
            with (
                listener.accept()[0] as heard,
                heard.makefile("r") as told,
                watched(int(told.readline()), *tracing),
            ):
                lines = told.read().splitlines()
                code = int(self._process.stdout.readline())
        return Ended(lines, code, Path(f"{folder}.err").read_text())

    def close(self) -> None:
        """End the process, too."""
        self._process.communicate()


@contextmanager
def watched(process: int, *tracing: str) -> Iterator[None]:
    """Strace sees what a process does, until that ends."""
    seen = f"inject=getppid:retval={stored_session.NO_PARENT}"  # by this the process knows it
    command = [need("strace"), "-f", "-qq", "-e", seen, *tracing, "-p", str(process)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
        yield
        _, errors = strace.communicate()
        assert strace.returncode in (0, -signal.SIGKILL), errors


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
        assert settings.volume in stored_session.VOLUMES[done["settings"] :]
    if "save" in done:
        assert len(load(folder / "a.jouons").moves) in {done["save"], 3}
    if "picture" in done:
        wanted = [stored_session.picture(number) for number in {done["picture"], 2}]
        assert (folder / "picture.png").read_bytes() in wanted
    if "row" in done:
        found = (folder / "results.csv").read_text()
        rows = [stored_session.row(number) for number in range(stored_session.ROWS)]
        # A row that was given up may be missing; one that was called done never is.
        assert found.startswith(stored_session.HEADER)
        assert all(line in rows for line in found.splitlines(True)[1:])
        assert rows[done["row"]] in found


def _check_store(folder: Path, done: dict[str, int]) -> None:
    assert_whole(folder)
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
        ("day", [each.wrong for each in store.tried(stored_session.DAY).values()] == [3]),
        ("solved", store.solved(stored_session.DAY) == {"connect4": 2}),
        ("mistake", len(store.mistakes()) == 1),
        ("tried", "mistake" not in done or [kept.solved for kept in store.mistakes()] == [1]),
        ("experiment", len(store.arena.all()) >= 1),
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


def suffers(sessions: Sessions, folder: Path, fault: Fault) -> str | None:
    """What is wrong after this fault, if anything."""
    ended = sessions.run(folder, "-o", "/dev/null", "-e", f"inject={fault.injection}")
    try:
        assert "Traceback" not in ended.errors, ended.errors
        assert ended.code == (-signal.SIGKILL if fault.kills else 0), ended.errors
        check(folder, ended.told, fault)
    except Exception as wrong:
        return f"{fault.injection}: {wrong!r}; told {ended.told}"
    return None


@pytest.fixture
def sessions() -> Iterator[Sessions]:
    made = Sessions()
    yield made
    made.close()


@few_or_full("chosen", slice(0, None, 8), *(slice(part, None, 3) for part in range(3)))
def test_whatever_fails_nothing_that_was_kept_is_lost(
    tmp_path: Path, sessions: Sessions, chosen: slice
) -> None:
    """By default every eighth fault, in the full suite all of them in three parts."""
    log = tmp_path / "calls"
    whole = sessions.run(
        tmp_path / "whole", "-o", str(log), "-e", f"trace=getppid,{','.join(CALLS)}"
    )
    assert (whole.code, whole.errors) == (0, "")
    assert not [line for line in whole.told if line.startswith("fault")]
    check(tmp_path / "whole", whole.told, None)
    found = (LINE.match(line) for line in log.read_text().splitlines())
    calls = Counter(match[1] for match in found if match is not None)
    assert {"write", "pwrite64", "fsync", "rename"} <= set(calls)
    faults = faults_of(calls)[chosen]
    found_wrong = (
        suffers(sessions, tmp_path / str(number), fault) for number, fault in enumerate(faults)
    )
    wrong = [text for text in found_wrong if text]
    assert not wrong, f"{len(wrong)} of {len(faults)}: " + "\n".join(wrong[:10])
