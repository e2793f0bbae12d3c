"""Commands that help and documentation show, run with the smallest budgets that prove they work."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.cli.arguments import EXAMPLES
from engine.own.templates import KINDS, RULES_KINDS, template
from tests.commands import printed

ROOT = Path(__file__).resolve().parents[1]
# An option that decides how long a command takes, and the value that is enough here.
SMALLEST = {"--games": "2", "--positions": "1"}
OWN_KINDS = {"my_game": "hexapawn", "my_puzzle": "sliding"}  # of names; others are bots
PLAYOUTS = re.compile(r"\b(mc|mcts):\d+")
WITH_FOLDER = (
    *("analyse", "arena", "sweep", "cube", "train", "think", "play", "history", "bots"),
    *("solve", "review", "games", "puzzle"),
)
WINDOWS = """
import json, sys
from gui import app
for arguments in json.loads(sys.argv[1]):
    assert app.main(arguments) == 0, arguments
"""


def smallest(words: Sequence[str]) -> list[str]:
    """The same command with the smallest budgets."""
    before = ["", *words[:-1]]
    small = [SMALLEST.get(option, word) for option, word in zip(before, words, strict=True)]
    if words[0] == "sweep" and "--preset" in words:
        small += ["--games", SMALLEST["--games"]]
    return [PLAYOUTS.sub(r"\1:20", word) for word in small]


def example_words(command: str) -> list[str]:
    """The arguments of the example in the help of a command."""
    return [*filter(None, (command,)), *shlex.split(EXAMPLES[command])]


def with_own_bots(words: Sequence[str], folder: Path) -> list[str]:
    """The same command; the own bots that it names are there, two for a pattern of files."""
    line: list[str] = []
    for before, word in zip(["", *words], words, strict=False):
        files = [word.replace("*", name) for name in ("anna", "ben")[: 1 + word.count("*")]]
        if word.startswith("own:") or before == "check":
            _write_bot(folder / "bots" / f"{word.removeprefix('own:')}.py")
        elif word.endswith(".py"):
            for file in files:
                _write_bot(Path(file))
        line += files if "*" in word else [word]
    return line


def _write_bot(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    kind = OWN_KINDS.get(path.stem, "random")
    path.write_text(template(kind, None, (*KINDS, *RULES_KINDS)), encoding="utf-8")


def run_command(words: Sequence[str], folder: Path) -> str:
    """Run a command of the program in this process, with its data in a folder; what it prints."""
    line = with_own_bots(smallest(words), folder)
    if line[0] in WITH_FOLDER:
        line += ["--data-dir", str(folder)]
    if line[0] in ("arena", "sweep"):
        line += ["--jobs", "1"]
    return printed(*line)


def open_windows(lines: Sequence[Sequence[str]], folder: Path) -> subprocess.CompletedProcess[str]:
    """Open a window for each list of arguments, one after another, without a screen."""
    arguments = [[*line, "--frames", "2", "--data-dir", str(folder)] for line in lines]
    return subprocess.run(
        [sys.executable, "-c", WINDOWS, json.dumps(arguments)],
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
