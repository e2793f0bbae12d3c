"""Work per frame of a match while a bot thinks at its largest budget, through the program itself.

Prints and records; asserts nothing about time, which noise could fail.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOTS = ["mc:1000000000", "mcts:10000000", "alphabeta:42", "optimal"]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("size", ["1280x800", "2560x1440"])
def test_frames_while_a_bot_thinks(bot: str, size: str, tmp_path: Path) -> None:
    timings = tmp_path / "timings.json"
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    subprocess.run(
        [
            sys.executable, str(ROOT / "main.py"), "--data-dir", str(tmp_path), "--size", size,
            "--game", "connect4", "--first", bot, "--second", bot, "--frames", "420",
            "--moves", "3 6 4 2 3 4 3 3 4 6 0 1", "--timings", str(timings),
        ],
        env=env, check=True, timeout=120, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    frames = sorted(json.loads(timings.read_text())[2:])
    assert len(frames) == 418
    late = sum(1 for frame in frames if frame > 16.7) / len(frames)
    middle, high = statistics.median(frames), frames[round(0.99 * len(frames)) - 1]
    print(f"\n{bot:16} {size:10} median {middle:.2f} ms, 99 % {high:.2f} ms, late {late:.2%}")
