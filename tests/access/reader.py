"""The program in a window of its own, and somebody who knows of it only what a reader is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from tests.no_network import forbid_network
from tests.screen import need

ROOT = Path(__file__).resolve().parents[2]
# Debian's python3-gi and gir1.2-atspi-2.0 are made for the system's own Python.
SYSTEM_PYTHON = "/usr/bin/python3"
SECONDS = 30.0  # the longest anything may take on a busy machine
T = TypeVar("T")


class Bus:
    """A session with its accessibility bus; what it writes lies in a short folder."""

    def __init__(self, display: str, folder: Path) -> None:
        self.env = {**os.environ, "DISPLAY": display, "XDG_RUNTIME_DIR": str(folder)}
        self.env |= {"SDL_AUDIODRIVER": "dummy", "NO_AT_BRIDGE": "0"}
        self.env.pop("SDL_VIDEODRIVER", None)
        self._daemon = subprocess.Popen(
            [need("dbus-daemon"), "--session", "--nofork", "--print-address", "--nopidfile"],
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._daemon.stdout is not None
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self._daemon.stdout.readline().strip()

    def close(self) -> None:
        """End the session, and with it what it started."""
        self._daemon.terminate()
        self._daemon.wait(timeout=10)


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
        assert self._line() == "ready"

    def _line(self) -> Any:
        assert self._client.stdout is not None and self._client.stderr is not None
        line = self._client.stdout.readline()
        assert line, f"the reader has ended: {self._client.stderr.read()}"
        return json.loads(line)

    def ask(self, do: str, **more: Any) -> Any:
        """The answer to a question."""
        assert self._client.stdin is not None
        self._client.stdin.write(json.dumps({"do": do, **more}) + "\n")
        self._client.stdin.flush()
        return self._line()

    def press(self, name: str) -> None:
        """Press the first thing of this name, once it is there."""
        wait(lambda: self.ask("press", name=name) is True, f"{name} is not there")

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
        self._client.wait(timeout=10)


def flat(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A part and all below it, a fault as nothing."""
    if "fault" not in part:
        yield part
        for below in part["below"]:
            yield from flat(below)


def wait(ready: Callable[[], T], what: str) -> T:
    """Ask again until the answer is something."""
    end = time.monotonic() + SECONDS
    while True:
        found = ready()
        if found:
            return found
        assert time.monotonic() < end, what
        time.sleep(0.02)


class Program:
    """The program, which may open no socket to another machine."""

    def __init__(self, bus: Bus, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), "--data-dir", str(folder), "--lang", "en"],
            env=bus.env,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=forbid_network,
        )

    def close(self) -> None:
        """Wait until it has ended; else it is killed."""
        try:
            self.process.wait(timeout=SECONDS)
        finally:
            self.process.kill()
            self.process.wait(timeout=10)
