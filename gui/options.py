"""The command line of the window."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.cli import arguments
from engine.cli.console import COMMANDS, program
from engine.messages import FIRST_LANGUAGE, LANGUAGES, excerpt
from engine.protocols import OptionError
from engine.version import version

SCENES = ("menu", "setup", "match", "cube", "arena", "puzzles", "preferences", "help")


@dataclass(frozen=True)
class WindowOptions:
    """The command-line options of the window; None where an option is absent."""

    file: Path | None = None
    game: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    first: str | None = None
    second: str | None = None
    seed: int | None = None
    lang: str = ""
    data_dir: Path | None = None
    scene: str | None = None
    lesson: str | None = None
    position: str | None = None
    moves: str | None = None
    analysis: bool = False
    frames: int | None = None
    screenshot: Path | None = None
    timings: Path | None = None
    size: tuple[int, int] | None = None
    look: str | None = None
    text_scale: float | None = None


def parser(language: str = FIRST_LANGUAGE) -> argparse.ArgumentParser:
    """Return the parser of the window's options, with its help in `language`."""
    parse = arguments.Parser(prog=program(), language=language)
    parse.add_argument("--version", action="version", version=f"Jouons {version()}")
    parse.add_argument("file", nargs="?", type=_file, metavar="FILE.jouons")
    parse.add_argument("--game", type=arguments.name, metavar="ID")
    parse.add_argument("--option", **arguments.SETTINGS)
    parse.add_argument("--first", type=arguments.name, metavar="PLAYER")
    parse.add_argument("--second", type=arguments.name, metavar="PLAYER")
    parse.add_argument("--seed", type=arguments.seed, metavar="N")
    parse.add_argument("--lang", choices=LANGUAGES, default="")
    parse.add_argument("--data-dir", type=arguments.path, metavar="DIR")
    parse.add_argument("--scene", choices=SCENES)
    parse.add_argument("--lesson", type=arguments.name, metavar="CHAPTER/STEP")
    parse.add_argument("--position", type=arguments.name, metavar="TEXT")
    parse.add_argument("--moves", metavar='"..."')
    parse.add_argument("--analysis", action="store_true")
    parse.add_argument("--frames", type=arguments.positive, metavar="N")
    parse.add_argument("--screenshot", type=arguments.path, metavar="FILE.png")
    parse.add_argument("--timings", type=arguments.path, metavar="FILE.json")
    parse.add_argument("--size", type=arguments.size, metavar="WxH")
    parse.add_argument("--theme", choices=("dark", "light", "contrast"))
    parse.add_argument("--text-size", type=arguments.percent, metavar="75..200")
    return parse


def _file(text: str) -> Path:
    """Parse the name of a saved game. A bare word that names no file is a misspelt command."""
    file = arguments.path(text)
    if file.name == text and not file.suffix and not os.path.lexists(file):
        raise OptionError("cli.no_command", text=excerpt(text), accepted=", ".join(COMMANDS))
    return file


def parse_window(words: Sequence[str]) -> WindowOptions:
    """Parse the options; invalid ones make argparse print the usage and exit with code 2."""
    values = vars(parser(arguments.language_of(words)).parse_args(words))
    percentage = values.pop("text_size")
    return WindowOptions(
        options=dict(values.pop("option")),
        look=values.pop("theme"),
        text_scale=percentage / 100 if percentage else None,
        **values,
    )
