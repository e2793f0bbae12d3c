"""A real window under Xvfb, driven by xdotool. A missing tool is a failure, not a skip.

It runs under a filter of system calls that ends it if it opens a socket to another machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.no_network import forbid_network
from tests.screen import need
from tests.window.close_window import ask_to_close

ROOT = Path(__file__).resolve().parents[2]


class Window:
    """The program in a window of its own screen."""

    def __init__(self, display: str, folder: Path) -> None:
        self.folder = folder
        self.env = {**os.environ, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
        self.env.pop("SDL_VIDEODRIVER", None)
        self.process: subprocess.Popen[str] | None = None

    def start(self, *arguments: str) -> None:
        """Open the program and wait until its window is there."""
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
        for _ in range(100):
            found = self.xdotool("search", "--onlyvisible", "--class", "main.py")
            if found.strip():
                time.sleep(0.6)
                return
            assert self.process.poll() is None, self.process.communicate()[1]
            time.sleep(0.1)
        pytest.fail("the window did not open within 10 s")

    def xdotool(self, *arguments: str) -> str:
        """Run xdotool on this screen."""
        done = subprocess.run(
            [need("xdotool"), *arguments],
            env=self.env,
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        return done.stdout

    def click(self, x: int, y: int, wait: float = 0.25) -> None:
        """A left click."""
        self.xdotool("mousemove", str(x), str(y))
        time.sleep(0.05)
        self.xdotool("click", "1")
        time.sleep(wait)

    def key(self, name: str, wait: float = 0.25) -> None:
        """A key press, such as `3` or `ctrl+z`."""
        self.xdotool("key", name)
        time.sleep(wait)

    def size(self) -> tuple[int, int]:
        """Width and height of the window as the screen has it."""
        found = self.xdotool("search", "--onlyvisible", "--class", "main.py").split()
        lines = self.xdotool("getwindowgeometry", "--shell", found[-1]).splitlines()
        facts = dict(line.split("=") for line in lines)
        return int(facts["WIDTH"]), int(facts["HEIGHT"])

    def close(self, seconds: float = 5.0) -> int:
        """Close the window as a person does; the exit code."""
        assert self.process is not None
        found = self.xdotool("search", "--onlyvisible", "--class", "main.py").split()
        if found:
            ask_to_close(self.env["DISPLAY"], int(found[0]))
        try:
            return self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            pytest.fail(f"the program still ran {seconds} s after its window was closed")


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Window]:
    """A window with a data folder of its own; killed at the end if it still runs."""
    made = Window(display, tmp_path)
    yield made
    if made.process is not None and made.process.poll() is None:
        made.process.kill()
        made.process.wait(timeout=10)
