"""First frame of menu, match and Look inside: processor time and peak memory of the whole program.

    python -m tests.benchmarks.first_frames [ROUNDS] [FOLDER ...]

Each FOLDER is another checkout of the project. All of them run in turn, so that a busy machine is
busy for each of them. Prints the least processor time, which other work disturbs least.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENV = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
MATCH = ["--game", "connect4", "--first", "human", "--second", "mcts:2000", "--moves", "3 6 4 2"]
SCENES = {"menu": ["--scene", "menu"], "match": MATCH, "Look inside": MATCH}
# Saves that the last match was left with the inspector open; the setting was once called glass.
LOOKING = """
import sys
from pathlib import Path
from gui.settings import Settings, SettingsFile
name = "inspector" if hasattr(Settings(), "inspector") else "glass"
SettingsFile(Path(sys.argv[1])).save(Settings(**{name: True}))
"""


def cost(checkout: Path, scene: str) -> tuple[float, float]:
    """Return the processor seconds and the peak megabytes of a run that shows one frame."""
    with tempfile.TemporaryDirectory() as folder:
        if scene == "Look inside":
            subprocess.run([sys.executable, "-c", LOOKING, folder], cwd=checkout, check=True)
        options = [*SCENES[scene], "--data-dir", folder, "--frames", "1"]
        command = [sys.executable, "main.py", *options]
        process = subprocess.Popen(command, cwd=checkout, env=ENV, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{checkout}: the program ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def main(arguments: Sequence[str]) -> None:
    rounds = int(arguments[0]) if arguments else 7
    checkouts = [ROOT, *map(Path, arguments[1:])]
    for scene in SCENES:
        costs: dict[Path, list[tuple[float, float]]] = {each: [] for each in checkouts}
        for _ in range(rounds):
            for checkout in checkouts:
                costs[checkout].append(cost(checkout, scene))
        for checkout, measured in costs.items():
            seconds, megabytes = map(min, zip(*measured, strict=True))
            print(f"{scene:12} {seconds:.2f} s {megabytes:4.0f} MB  {checkout}")


if __name__ == "__main__":
    main(sys.argv[1:])
