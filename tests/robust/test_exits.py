"""The window is left at random moments while it computes, on a machine that has no core free."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from engine.lessons.chapters import CHAPTERS, MORE
from tests.forked import EVERY_MODULE, PROGRAM, ROOT, Alone, Starts
from tests.full import few_or_full
from tests.processes import processes_of
from tests.waiting import wait_for

QUIET = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
EXITS, FEW_EXITS = 200, 20
AT_ONCE = 2 + (os.cpu_count() or 1)
LAST_FRAME = 90  # the work of most screens is over by then
ENDLESS = "mcts:10000000"
GAMES = [
    ("--game", "connect4", "--first", ENDLESS, "--second", "alphabeta:9"),
    ("--game", "connect4", "--first", "human", "--second", "human", "--analysis"),
    ("--game", "connect4", "--second", "optimal", "--moves", "3 3 3 2", "--analysis"),
    ("--game", "nim", "--first", "mc:1000000000", "--second", "optimal", "--analysis"),
    ("--game", "tictactoe", "--first", "random", "--second", "random"),
    ("--lesson", "compare/thousand"),
    ("--scene", "menu"),
    ("--scene", "puzzles"),
]
LESSONS = [
    ("--lesson", f"{chapter.id}/{step.id}")
    for chapter in (*CHAPTERS, MORE)
    for step in chapter.steps
]
SCREENS = [*GAMES, *LESSONS]


def leave(starts: Alone, folder: Path, screen: tuple[str, ...], frames: int) -> str:
    """Leave this screen after so many frames; what is wrong with the end, "" for nothing."""
    folder.mkdir()
    line = (*screen, "--frames", str(frames), "--data-dir", "data")
    with (folder / "output").open("w+") as output:
        starts.start(PROGRAM, line, folder, QUIET, (output, output))
        code = starts.wait()
        output.seek(0)
        text = output.read()
    wait_for(lambda: not processes_of(folder))
    fault = f"exit {code} {text}" if code else text
    return f"{' '.join(line)}: {fault}" if fault else ""


FOREIGN = """
import _thread, threading
from gui.process import end
ready, never = _thread.allocate_lock(), _thread.allocate_lock()
ready.acquire(), never.acquire()
_thread.start_new_thread(
    lambda: (threading.current_thread(), ready.release(), never.acquire()), ()
)
ready.acquire()
end(7, 0.1)
"""


def test_a_thread_that_python_did_not_start_does_not_change_the_end() -> None:
    command = [sys.executable, "-c", FOREIGN]
    ended = subprocess.run(
        command, cwd=ROOT, env=QUIET, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (7, "")


@pytest.mark.slow
@pytest.mark.linux("looks for processes in /proc")
@few_or_full("exits", FEW_EXITS, EXITS)
def test_leaving_while_something_computes_ends_cleanly(exits: int, tmp_path: Path) -> None:
    """Exit code 0, not a word, and no process is left; more programs run than there are cores."""
    rng = random.Random(exits)
    screens = rng.choices(SCREENS, [5] * len(GAMES) + [1] * len(LESSONS), k=exits)
    frames = [rng.randint(1, LAST_FRAME) for _ in screens]

    def some(first: int) -> list[str]:
        with closing(Starts(EVERY_MODULE)) as starts:
            return [
                leave(starts, tmp_path / str(number), screens[number], frames[number])
                for number in range(first, exits, AT_ONCE)
            ]

    with ThreadPoolExecutor(AT_ONCE) as threads:
        faults = [fault for part in threads.map(some, range(AT_ONCE)) for fault in part if fault]
    assert "\n".join(faults) == ""
