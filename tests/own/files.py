"""Files of own bots for tests, their folder and their processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from typing import Any

from engine.context import Context
from engine.folders import BOTS, use_own_settings
from engine.own.bot import OwnBot
from engine.own.source import SourceReader
from engine.own.templates import filled
from engine.protocols import Decision
from engine.registry import make_game
from tests.waiting import wait_for


def write(folder: Path, name: str, text: str) -> Path:
    """Write a file into a folder; the text may be indented."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return path


def solved_template(chapter: str, language: str | None = None) -> str:
    """The whole file of the solution of an exercise, with its comments."""
    return filled(f"write_{chapter}", language)


def bot_of(folder: Path, text: str, name: str = "my_bot") -> OwnBot:
    """A bot of a new file."""
    return OwnBot(SourceReader(write(folder, name, text)), 20.0)


def first_decision(bot: OwnBot, game: Any = None, seed: int = 1) -> Decision:
    """Its decision in the start position, of tic-tac-toe by default."""
    game = game or make_game("tictactoe")
    return bot.choose(game, game.initial(), Context(seed))


@contextmanager
def bots_folder(data: Path) -> Iterator[Path]:
    """The bots folder inside a data folder, in force meanwhile."""
    use_own_settings(data)
    yield data / BOTS
    use_own_settings()


MARK = "JOUONS_TEST_MARK"


def marked(mark: str) -> list[int]:
    """The living processes with this mark, without the present one."""
    word = f"{MARK}={mark}".encode()
    processes = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            words = (entry / "environ").read_bytes().split(b"\0")
            state = (entry / "stat").read_text().rpartition(") ")[2][:1]
        except OSError:
            continue
        if word in words and state != "Z":
            processes.append(int(entry.name))
    return processes


def wait_until_none_is_left(mark: str) -> None:
    """Wait until no process with this mark lives; fails if one does not end."""
    wait_for(lambda: not marked(mark))
