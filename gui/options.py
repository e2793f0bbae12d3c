"""The command line of the window."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.cli_console import COMMANDS
from engine.messages import LANGUAGES

EPILOG = "Without a window: main.py COMMAND --help, COMMAND one of " + ", ".join(COMMANDS)
SCENES = ("menu", "setup", "match", "cube", "arena", "preferences", "help")


@dataclass(frozen=True)
class WindowOptions:
    """What the window was started with; None where nothing was said."""

    file: Path | None = None
    game: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    first: str | None = None
    second: str | None = None
    seed: int | None = None
    lang: str = ""
    data_dir: Path | None = None
    scene: str | None = None
    position: str | None = None
    moves: str | None = None
    analysis: bool = False
    frames: int | None = None
    screenshot: Path | None = None
    timings: Path | None = None
    size: tuple[int, int] | None = None
    look: str | None = None
    text_scale: float | None = None


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=VALUE")
    return name, value


def _natural(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 up")
    return int(text)


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.partition("x")
    if not (cross and width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"'{text}' is not WIDTHxHEIGHT")
    sides = int(width), int(height)
    if not all(200 <= side <= 8000 for side in sides):
        raise argparse.ArgumentTypeError("sides go from 200 to 8000")
    return sides


def parser() -> argparse.ArgumentParser:
    """The parser of the window's options."""
    parse = argparse.ArgumentParser(
        prog="main.py", description="Jouons, a game table.", epilog=EPILOG
    )
    parse.add_argument("file", nargs="?", type=Path, metavar="FILE.jouons")
    parse.add_argument("--game", metavar="ID")
    parse.add_argument("--option", type=_setting, action="append", default=[], metavar="NAME=VALUE")
    parse.add_argument("--first", metavar="PLAYER")
    parse.add_argument("--second", metavar="PLAYER")
    parse.add_argument("--seed", type=_natural, metavar="N")
    parse.add_argument("--lang", choices=LANGUAGES, default="")
    parse.add_argument("--data-dir", type=Path, metavar="DIR")
    parse.add_argument("--scene", choices=SCENES)
    parse.add_argument("--position", metavar="TEXT")
    parse.add_argument("--moves", metavar='"..."')
    parse.add_argument("--analysis", action="store_true")
    parse.add_argument("--frames", type=_natural, metavar="N")
    parse.add_argument("--screenshot", type=Path, metavar="FILE.png")
    parse.add_argument("--timings", type=Path, metavar="FILE.json")
    parse.add_argument("--size", type=_size, metavar="WxH", help="size of the window")
    parse.add_argument("--theme", choices=("dark", "light", "contrast"))
    parse.add_argument("--text-size", type=int, choices=range(75, 201), metavar="75..200")
    return parse


def parse_window(arguments: Sequence[str]) -> WindowOptions:
    """Read the options; argparse exits with 2 and the usage when they are wrong."""
    parse = parser()
    found = parse.parse_args(arguments)
    if found.frames == 0:
        parse.error("--frames wants at least 1")
    return WindowOptions(
        file=found.file,
        game=found.game,
        options=dict(found.option),
        first=found.first,
        second=found.second,
        seed=found.seed,
        lang=found.lang,
        data_dir=found.data_dir,
        scene=found.scene,
        position=found.position,
        moves=found.moves,
        analysis=found.analysis,
        frames=found.frames,
        screenshot=found.screenshot,
        timings=found.timings,
        size=found.size,
        look=found.theme,
        text_scale=found.text_size / 100 if found.text_size else None,
    )
