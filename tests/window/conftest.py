"""A real window under Xvfb, driven by xdotool.

It runs under a filter of system calls that ends it if it opens a socket to another machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.no_network import forbid_network
from tests.screen import need
from tests.waiting import wait_for
from tests.window.close_window import ask_to_close

ROOT = Path(__file__).resolve().parents[2]
LOOKS = 8  # in a row at a program that rests


class Window:
    """The program in a window of its own screen."""

    def __init__(self, display: str, folder: Path) -> None:
        self.folder = folder
        self.env = {**os.environ, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
        self.env.pop("SDL_VIDEODRIVER", None)
        self.process: subprocess.Popen[str] | None = None

    def start(self, *arguments: str, rests: bool = True) -> None:
        """Open the program and wait until its window is there, and rests unless a bot thinks."""
        command = [sys.executable, str(ROOT / "main.py"), "--data-dir", str(self.folder)]
        self.process = subprocess.Popen(
            [*command, *arguments],
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            preexec_fn=forbid_network,
        )

        def is_shown() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, self.process.communicate()[1]
            return bool(self.xdotool("search", "--onlyvisible", "--class", "main.py").strip())

        wait_for(is_shown, pause=0.1)
        if rests:
            self.release_worker()

    def release_worker(self) -> None:
        """Wait until the program has nothing to do: it sleeps whenever one looks, and works not."""
        looks, before = 0, -1
        while looks < LOOKS:
            time.sleep(0.04)
            asleep, spent = self._work()
            if not asleep or spent > before + 1:  # at rest it takes a hundredth of a core
                looks, before = 0, spent
            looks += 1

    def _work(self) -> tuple[bool, int]:
        """Whether the program sleeps, and the hundredths of a second it has worked for."""
        assert self.process is not None and self.process.poll() is None, "it has ended"
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return stat[0] == "S", int(stat[11]) + int(stat[12])

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, and then until the program rests."""
        wait_for(holds, pause=0.05)
        self.release_worker()

    def xdotool(self, *arguments: str) -> str:
        """Run xdotool on this screen."""
        done = subprocess.run(
            [need("xdotool"), *arguments],
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout

    def click(self, x: int, y: int) -> None:
        """A left click, and what follows of it."""
        self.xdotool("mousemove", str(x), str(y))
        self.release_worker()
        self.xdotool("click", "1")
        self.release_worker()

    def key(self, name: str) -> None:
        """A key press, such as `3` or `ctrl+z`, and what follows of it."""
        self.xdotool("key", name)
        self.release_worker()

    def size(self) -> tuple[int, int]:
        """Width and height of the window as the screen has it; (0, 0) while it is hidden."""
        found = self.xdotool("search", "--onlyvisible", "--class", "main.py").split()
        if not found:
            return 0, 0
        lines = self.xdotool("getwindowgeometry", "--shell", found[-1]).splitlines()
        facts = dict(line.split("=") for line in lines)
        return int(facts.get("WIDTH", 0)), int(facts.get("HEIGHT", 0))

    def close(self) -> int:
        """Close the window as a person does; the exit code."""
        assert self.process is not None
        found = self.xdotool("search", "--onlyvisible", "--class", "main.py").split()
        if found:
            ask_to_close(self.env["DISPLAY"], int(found[0]))
        return self.process.wait()


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Window]:
    """A window with a data folder of its own; killed at the end if it still runs."""
    made = Window(display, tmp_path)
    yield made
    if made.process is not None and made.process.poll() is None:
        made.process.kill()
        made.process.wait()
