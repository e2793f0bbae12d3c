"""Files of own bots for tests."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

from engine.context import Context
from engine.own.bot import OwnBot
from engine.own.source import SourceReader
from engine.own.templates import filled
from engine.protocols import Decision
from engine.registry import make_game


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
