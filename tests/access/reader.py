"""The program in a window of its own, and somebody who knows of it only what a reader is told."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.programs import SYSTEM_PYTHON
from tests.screen import need

ROOT = Path(__file__).resolve().parents[2]
FOREIGN = ("AT_SPI_BUS_ADDRESS", "PYTHONHOME", "PYTHONPATH", "SDL_VIDEODRIVER")
T = TypeVar("T")
Command = Callable[[Path], list[str]]  # for a folder that is there for this run alone


@contextmanager
def heard(
    display: str, command: Command, confine: Callable[[], None] | None = None
) -> Iterator[tuple[Program, Listener]]:
    """A program and its reader in a session of their own; nothing of it is left afterwards."""
    # A path to a socket has at most 108 letters.
    folder = Path(tempfile.mkdtemp(prefix="jouons-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        bus = Bus(display, folder)
        stack.callback(bus.close)
        bus.find()
        program = Program(bus, command(folder), folder, confine)
        stack.callback(program.kill)
        listener = Listener(bus)
        stack.callback(listener.close)
        listener.find()
        yield program, listener


def session(display: str, folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a session of its own: nothing that leads to the developer's."""
    own = {name: value for name, value in environment.items() if name not in FOREIGN}
    own |= {"DISPLAY": display, "XDG_RUNTIME_DIR": str(folder)}
    return own | {"SDL_AUDIODRIVER": "dummy", "NO_AT_BRIDGE": "0"}


def line_of(process: subprocess.Popen[str]) -> str:
    """The next line a process writes; one that has ended instead is named with its last words."""
    assert process.stdout is not None
    pipe, line = process.stdout.fileno(), b""
    while not line.endswith(b"\n"):
        more = os.read(pipe, 65_536)
        if not more:
            process.kill()
            process.wait()
            said = process.stderr.read() if process.stderr is not None else ""
            pytest.fail(f"{process.args!r} has ended: {said}")
        line += more
    return line.decode()


class Bus:
    """A session with its accessibility bus; what it writes lies in a short folder."""

    def __init__(self, display: str, folder: Path) -> None:
        self.env = session(display, folder, os.environ)
        self._daemon = subprocess.Popen(
            [need("dbus-daemon"), "--session", "--nofork", "--print-address", "--nopidfile"],
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def find(self) -> None:
        """Wait until it is there."""
        self.env["DBUS_SESSION_BUS_ADDRESS"] = line_of(self._daemon).strip()

    def close(self) -> None:
        """End the session, and with it what it started."""
        self._daemon.terminate()
        self._daemon.wait()


class Listener:
    """Asks tests/access/client.py, which is the reader."""

    def __init__(self, bus: Bus) -> None:
        self._client = subprocess.Popen(
            [SYSTEM_PYTHON, "-W", "ignore", str(ROOT / "tests" / "access" / "client.py")],
            env=bus.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def find(self) -> None:
        """Wait until it has found the window."""
        assert self._line() == "ready"

    def _line(self) -> Any:
        return json.loads(line_of(self._client))

    def ask(self, do: str, **more: Any) -> Any:
        """The answer to a question."""
        assert self._client.stdin is not None
        self._client.stdin.write(json.dumps({"do": do, **more}) + "\n")
        self._client.stdin.flush()
        return self._line()

    def press(self, name: str) -> None:
        """Press the first thing of this name, once it is there."""
        ask_until(lambda: self.ask("press", name=name) is True, f"{name} is not there")

    def tree(self) -> list[dict[str, Any]]:
        """Every part of the window, in the order of reading."""
        return list(flat(self.ask("tree")))

    def names(self) -> list[str]:
        """What everything is called."""
        found = self.ask("names")
        return found if isinstance(found, list) else []

    def spots(self, of: str = "Board") -> list[str]:
        """The parts of the board by their names."""
        found = self.ask("spots", of=of)
        return found if isinstance(found, list) else []

    def take(self, spot: str, of: str = "Board") -> bool:
        """Press a part of the board; false if it has just become another."""
        return self.ask("take", name=spot, of=of) is True

    def heard(self) -> list[str]:
        """What was said so far without being asked for."""
        found: list[str] = self.ask("heard")
        return found

    def close(self) -> None:
        """Hang up."""
        self._client.kill()
        self._client.wait()


def flat(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A part and all below it, a fault as nothing."""
    if "fault" not in part:
        yield part
        for below in part["below"]:
            yield from flat(below)


def ask_until(ready: Callable[[], T], what: str) -> T:
    """Ask again until the answer is something; a test that never gets one says `what` it misses."""
    try:
        while True:
            found = ready()
            if found:
                return found
            time.sleep(0.1)  # each question reads the whole tree, at the program's cost too
    except pytest.fail.Exception as ended:  # by the time that pytest allows for a test
        pytest.fail(f"{what}: {ended}")


class Program:
    """The program; `confine` is done in its process before it begins."""

    def __init__(
        self, bus: Bus, command: list[str], folder: Path, confine: Callable[[], None] | None
    ) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            command,
            env=bus.env,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            preexec_fn=confine,
        )

    def close(self) -> None:
        """Wait until it has ended; else it is killed."""
        try:
            self.process.wait()
        finally:
            self.kill()

    def kill(self) -> None:
        """End it, if it runs."""
        self.process.kill()
        self.process.wait()
