"""The commands without a window: their options, their output, their exit codes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine.cli_console import COMMANDS
from engine.messages import JouonsError, message
from engine.protocols import MoveError, OptionError, PositionError

Plot = Callable[[Any, Any], None]
WRONG_USE = (OptionError, PositionError, MoveError)


def natural(text: str) -> int:
    """A whole number from 0 up."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 up")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1 up."""
    number = natural(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 up")
    return number


def setting(text: str) -> tuple[str, str]:
    """NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not (equals and name):
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=VALUE")
    return name, value


def values(text: str) -> list[int]:
    """Numbers separated by commas."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and 0 < len(part) <= 12 for part in parts):
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of whole numbers like 1,2,4")
    return [int(part) for part in parts]


def parser() -> argparse.ArgumentParser:
    """The parser of every command."""
    parse = argparse.ArgumentParser(prog="main.py", description="Jouons, a game table.")
    commands = parse.add_subparsers(dest="command", required=True, metavar="COMMAND")
    made = {name: commands.add_parser(name, help=str(message(f"cli.{name}"))) for name in COMMANDS}
    for name in ("analyse", "arena", "cube", "train", "games", "players", "history"):
        made[name].add_argument("--json", action="store_true", help="one JSON value, nothing else")
    for name in ("analyse", "arena", "sweep", "cube", "train", "history"):
        made[name].add_argument("--data-dir", type=Path, metavar="DIR")
    for name in ("analyse", "arena", "sweep", "train"):
        made[name].add_argument("game", nargs="?" if name == "sweep" else None, metavar="ID")
        made[name].add_argument(
            "--option", type=setting, action="append", default=[], metavar="NAME=VALUE"
        )
    for name in ("analyse", "arena", "sweep", "cube", "train"):
        made[name].add_argument("--seed", type=natural, default=0, metavar="N")
    _analyse(made["analyse"])
    _arena(made["arena"], made["sweep"])
    _cube(made["cube"])
    made["train"].add_argument("--games", type=positive, default=1000, metavar="N")
    made["train"].add_argument("--against", metavar="PLAYER")
    made["explore"].add_argument("--start", type=positive, default=16, metavar="N")
    made["explore"].add_argument("--improved", action="store_true")
    return parse


def _analyse(parse: argparse.ArgumentParser) -> None:
    place = parse.add_mutually_exclusive_group()
    place.add_argument("--position", metavar="TEXT")
    place.add_argument("--moves", metavar='"4 0 2"')
    parse.add_argument("--player", metavar="PLAYER")


def _arena(arena: argparse.ArgumentParser, sweep: argparse.ArgumentParser) -> None:
    arena.add_argument("players", nargs="+", metavar="PLAYER")
    arena.add_argument("--games", type=positive, default=100, metavar="N")
    sweep.add_argument("template", nargs="?", metavar="TEMPLATE")
    sweep.add_argument("opponent", nargs="?", metavar="OPPONENT")
    sweep.add_argument("--values", type=values, metavar="1,2,4")
    sweep.add_argument("--games", type=positive, default=300, metavar="N")
    sweep.add_argument("--preset", metavar="McX-Random|McX-Mc32")
    sweep.add_argument("--plot", type=Path, metavar="FILE.png")
    for parse in (arena, sweep):
        parse.add_argument("--jobs", type=positive, metavar="N")
        parse.add_argument("--dask", metavar="ADDRESS")
        parse.add_argument("--csv", type=Path, metavar="FILE")


def _cube(parse: argparse.ArgumentParser) -> None:
    source = parse.add_mutually_exclusive_group(required=True)
    source.add_argument("--scramble", metavar='"R U\' F2"')
    source.add_argument("--state", metavar="FACELETS")
    source.add_argument("--random", type=natural, metavar="N")
    parse.add_argument("--metric", choices=("quarter", "half"), default="quarter")
    parse.add_argument("--solver", choices=("bidirectional", "table"), default="bidirectional")
    parse.add_argument("--all", action="store_true")


def main(arguments: Sequence[str], plot: Plot | None = None) -> int:
    """Run a command; 0 when all is well, 2 for wrong use, 1 for anything else."""
    parse = parser()
    try:
        found = parse.parse_args(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    try:
        return _run(found, plot)
    except WRONG_USE as error:
        print(f"usage: main.py {found.command} --help", file=sys.stderr)
        print(f"main.py {found.command}: {error}", file=sys.stderr)
        return 2
    except JouonsError as error:
        print(f"main.py {found.command}: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"main.py {found.command}: {message('cli.stopped')}", file=sys.stderr)
    except (OSError, MemoryError) as error:
        print(f"main.py {found.command}: {error}", file=sys.stderr)
    return 1


def _run(found: argparse.Namespace, plot: Plot | None) -> int:
    if found.command in ("arena", "sweep"):
        from engine import cli_arena

        return cli_arena.run(found, plot)
    from engine import cli_commands

    run: Callable[[argparse.Namespace], int] = getattr(cli_commands, f"run_{found.command}")
    return run(found)
