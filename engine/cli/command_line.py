"""The command-line interface: the options, output and exit codes of the commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from engine.cli.console import COMMANDS, ReaderGone, complain, program
from engine.cli.help import Parser, language_of
from engine.cli.values import (
    add_settings,
    day,
    faces,
    games,
    name,
    natural,
    numbers,
    openings,
    path,
    positions,
    positive,
    printed_heap,
    scramble,
    seconds,
    seed,
)
from engine.files import reason
from engine.folders import use_own_settings
from engine.messages import (
    FIRST_LANGUAGE,
    LANGUAGES,
    JouonsError,
    Message,
    damaged_files,
    damaged_texts,
    message,
    spoken_in,
)
from engine.protocols import MoveError, OptionError, PositionError

Plot = Callable[[Any, Any, Any], None]
WRONG_USE = (OptionError, PositionError, MoveError)


PRINTING_JSON = (
    *("analyse", "arena", "cube", "tiles", "train", "think", "review", "why", "puzzle"),
    *("games", "players", "history", "bots", "solve"),
)
# Those that may ask a person's own bot, or have their own game.
ASKING_OWN_BOTS = (
    "analyse",
    "arena",
    "sweep",
    "think",
    "play",
    "bots",
    "review",
    "solve",
    "games",
    "puzzle",
)
# The function of each command, by its name: its module is imported when it runs.
RUN: Mapping[str, str] = {
    "analyse": "engine.cli.commands:run_analyse",
    "cube": "engine.cli.cube_and_tiles:run_cube",
    "tiles": "engine.cli.cube_and_tiles:run_tiles",
    "train": "engine.cli.commands:run_train",
    "explore": "engine.cli.commands:run_explore",
    "think": "engine.cli.think:run_think",
    "review": "engine.cli.review:run_review",
    "why": "engine.cli.connect4_why:run_why",
    "puzzle": "engine.cli.puzzle:run_puzzle",
    "play": "engine.cli.play:run_play",
    "games": "engine.cli.commands:run_games",
    "players": "engine.cli.commands:run_players",
    "history": "engine.cli.commands:run_history",
    "bots": "engine.cli.bots:run_bots",
    "solve": "engine.cli.own_rules:run_solve",
    "selftest": "engine.cli.commands:run_selftest",
}


def parser(language: str = FIRST_LANGUAGE) -> argparse.ArgumentParser:
    """Return the parser of all commands, with its help in a language; it is made once."""
    return _parser(language, program())


@cache
def _parser(language: str, prog: str) -> argparse.ArgumentParser:
    parse = Parser(prog=prog)
    commands = parse.add_subparsers(dest="command", required=True, metavar="COMMAND")
    parsers = {
        each: commands.add_parser(each, command=each, language=language) for each in COMMANDS
    }
    for each in PRINTING_JSON:
        parsers[each].add_argument("--json", action="store_true")
    for each in (*ASKING_OWN_BOTS, "cube", "train", "history"):
        parsers[each].add_argument("--data-dir", type=path, metavar="DIR")
    for each in ("analyse", "arena", "sweep", "train", "think", "play"):
        parsers[each].add_argument("game", nargs="?" if each == "sweep" else None, metavar="ID")
        add_settings(parsers[each])
    for each in ("analyse", "arena", "sweep", "cube", "tiles", "train", "think", "play"):
        parsers[each].add_argument("--seed", type=seed, default=0, metavar="N")
    for each in ASKING_OWN_BOTS:
        parsers[each].add_argument("--seconds", type=seconds, metavar="S")
    _bots(parsers["bots"])
    _own_rules(parsers["games"], parsers["solve"])
    _place(parsers["analyse"])
    parsers["analyse"].add_argument("--player", type=name, metavar="PLAYER")
    _place(parsers["think"])
    parsers["think"].add_argument("--player", type=name, required=True, metavar="PLAYER")
    parsers["think"].add_argument("--steps", type=natural, metavar="N")
    for each in ("--first", "--second"):
        parsers["play"].add_argument(each, type=name, metavar="PLAYER")
    _review(parsers["review"])
    _why(parsers["why"])
    _puzzle(parsers["puzzle"])
    _arena(parsers["arena"], parsers["sweep"])
    _cube(parsers["cube"])
    _tiles(parsers["tiles"])
    parsers["train"].add_argument("--games", type=positive, default=1000, metavar="N")
    parsers["train"].add_argument("--against", type=name, metavar="PLAYER")
    parsers["explore"].add_argument("--start", type=printed_heap, default=16, metavar="N")
    parsers["explore"].add_argument("--improved", action="store_true")
    for command in parsers.values():
        command.add_argument("--lang", choices=LANGUAGES, default=FIRST_LANGUAGE)
    return parse


def _bots(parse: argparse.ArgumentParser) -> None:
    actions = ("new", "check", "write")
    parse.add_argument("action", nargs="?", choices=actions, metavar="|".join(actions))
    parse.add_argument("name", nargs="?", type=name, metavar="NAME|FILE.py|CHAPTER")
    parse.add_argument("file", nargs="?", type=path, metavar="FILE.py")
    parse.add_argument("--like", type=name, metavar="KIND")
    parse.add_argument("--game", type=name, metavar="ID")
    parse.add_argument("--positions", type=positive, metavar="N")
    parse.add_argument("--seed", type=seed, default=0, metavar="N")


def _own_rules(own_games: argparse.ArgumentParser, solve: argparse.ArgumentParser) -> None:
    actions = ("new", "check")
    own_games.add_argument("action", nargs="?", choices=actions, metavar="|".join(actions))
    own_games.add_argument("name", nargs="?", type=name, metavar="NAME|FILE.py")
    own_games.add_argument("--like", type=name, metavar="KIND")
    solve.add_argument("file", type=name, metavar="FILE.py|own:NAME")
    solve.add_argument("--from", dest="start_position", type=name, metavar="TEXT")
    solve.add_argument("--to", dest="goal_position", type=name, metavar="TEXT")
    solve.add_argument("--solver", choices=("twoway", "table", "astar", "ida"))
    solve.add_argument("--all", action="store_true")
    solve.add_argument("--table", type=path, metavar="FILE.csv")
    solve.add_argument("--force", action="store_true")


def _place(parse: argparse.ArgumentParser) -> None:
    place = parse.add_mutually_exclusive_group()
    place.add_argument("--position", type=name, metavar="TEXT")
    place.add_argument("--moves", metavar='"4 0 2"')


def _review(parse: argparse.ArgumentParser) -> None:
    parse.add_argument("game", type=name, metavar="FILE.jouons|ID")
    parse.add_argument("--position", type=name, metavar="TEXT")
    parse.add_argument("--moves", metavar='"4 0 2"')
    parse.add_argument("--trust", action="store_true")
    add_settings(parse)


def _why(parse: argparse.ArgumentParser) -> None:
    parse.add_argument("game", metavar="ID")
    _place(parse)
    add_settings(parse)
    parse.add_argument("--nodes", type=positive, default=6_000_000, metavar="N")


def _puzzle(parse: argparse.ArgumentParser) -> None:
    parse.add_argument("game", nargs="?", type=name, metavar="ID")
    source = parse.add_mutually_exclusive_group()
    source.add_argument("--day", type=day, metavar="YYYY-MM-DD")
    source.add_argument("--seed", type=seed, default=0, metavar="N")
    parse.add_argument("--count", type=positive, metavar="N")
    parse.add_argument("--level", type=natural, metavar="1..5")


def _arena(arena: argparse.ArgumentParser, sweep: argparse.ArgumentParser) -> None:
    arena.add_argument("players", nargs="+", metavar="PLAYER")
    arena.add_argument("--games", type=games, metavar="N")
    arena.add_argument("--positions", type=positions, metavar="N")
    sweep.add_argument("template", nargs="?", metavar="TEMPLATE")
    sweep.add_argument("opponent", nargs="?", metavar="OPPONENT")
    sweep.add_argument("--values", type=numbers, metavar="1,2,4")
    sweep.add_argument("--games", type=games, metavar="N")
    sweep.add_argument("--preset", type=name, metavar="McX-Random|McX-Mc32")
    sweep.add_argument("--plot", type=path, metavar="FILE.png")
    for parse in (arena, sweep):
        parse.add_argument("--judge", action="store_true")
        place = parse.add_mutually_exclusive_group()
        place.add_argument("--position", type=name, metavar="TEXT")
        place.add_argument("--openings", type=openings, metavar="K")
        parse.add_argument("--jobs", type=positive, metavar="N")
        parse.add_argument("--dask", type=name, metavar="ADDRESS")
        parse.add_argument("--csv", type=path, metavar="FILE")
        parse.add_argument("--force", action="store_true")


def _cube(parse: argparse.ArgumentParser) -> None:
    source = parse.add_mutually_exclusive_group(required=True)
    source.add_argument("--scramble", metavar='"R U\' F2"')
    source.add_argument("--state", type=name, metavar="FACELETS")
    source.add_argument("--random", type=scramble, metavar="N")
    parse.add_argument("--metric", choices=("quarter", "half"), default="quarter")
    parse.add_argument("--solver", choices=("bidirectional", "table"), default="bidirectional")
    parse.add_argument("--goal", type=name, metavar="FACELETS")
    parse.add_argument("--turns", type=faces, metavar="U,R")
    parse.add_argument("--all", action="store_true")


def _tiles(parse: argparse.ArgumentParser) -> None:
    source = parse.add_mutually_exclusive_group(required=True)
    source.add_argument("--position", type=name, metavar="TEXT")
    source.add_argument("--random", type=scramble, metavar="N")
    parse.add_argument("--goal", type=name, metavar="TEXT")
    parse.add_argument("--size", choices=("3x3", "2x3", "2x4"))
    solvers = ("twoway", "table", "astar", "ida")
    parse.add_argument("--solver", choices=solvers, default="twoway")
    parse.add_argument("--heuristic", choices=("none", "misplaced", "manhattan"))
    parse.add_argument("--all", action="store_true")


def main(arguments: Sequence[str], plot: Plot | None = None) -> int:
    """Run a command; return 0 for success, 2 for wrong use, 1 for any other fault."""
    language = language_of(arguments)
    try:
        args = parser(language).parse_args(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    use_own_settings(getattr(args, "data_dir", None), getattr(args, "seconds", None))
    with spoken_in(language):
        damaged = damaged_texts(language)
        if damaged:
            complain(f"{program()}: {damaged_files(damaged)}")
        return _end(args, plot)


def _end(args: argparse.Namespace, plot: Plot | None) -> int:
    """Run a command and say in one line which fault ended it."""
    try:
        return _run(args, plot)
    except ReaderGone:
        return 0
    except WRONG_USE as error:
        complain(f"{message('cli.help.usage')} {program()} {args.command} --help")
        fault, code = error.message, 2
    except JouonsError as error:
        fault, code = error.message, 1
    except OSError as error:
        fault, code = message("cli.failed", reason=reason(error)), 1
    except MemoryError:
        fault, code = message("cli.memory"), 1
    except Exception:
        # Top-level error handling of the commands: one line for the user, the traceback in the log.
        fault, code = _log_fault(getattr(args, "data_dir", None)), 1
    complain(f"{program()} {args.command}: {fault}")
    return code


def _log_fault(data_dir: Path | None) -> Message:
    """Write the traceback into the log file and return the sentence that names it."""
    import traceback

    from engine.folders import LOG_NAME, Folders

    try:
        folder = Folders.find(data_dir).log
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / LOG_NAME).open("a", encoding="utf-8", errors="backslashreplace") as file:
            traceback.print_exc(file=file)
    except OSError:
        return message("cli.fault")
    return message("cli.fault_logged", file=str(folder / LOG_NAME))


def _run(args: argparse.Namespace, plot: Plot | None) -> int:
    if args.command in ("arena", "sweep"):
        from engine.cli import experiments

        return experiments.run(args, plot)
    run: Callable[[argparse.Namespace], int] = resolve_name(RUN[args.command])
    return run(args)
