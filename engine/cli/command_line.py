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
    SETTINGS,
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


FLAG: Mapping[str, Any] = {"action": "store_true"}
PUZZLE_SOLVERS = ("twoway", "table", "astar", "ida")
# The arguments of each command; `|` parts those that exclude each other, of which `!` needs one.
ARGUMENTS_OF: Mapping[str, str] = {
    "analyse": "game --option --position|--moves --player --seed --json --seconds --data-dir",
    "arena": "game players --option --games --positions --judge --position|--openings --seed --jobs"
    " --dask --csv --force --json --seconds --data-dir",
    "sweep": "game template opponent --option --values --games --preset --judge"
    " --position|--openings --seed --jobs --dask --csv --plot --force --seconds --data-dir",
    "cube": "--scramble|--state|--random! --seed --metric --solver --goal --turns --all --json"
    " --data-dir",
    "tiles": "--position|--random! --seed --size --solver --heuristic --goal --all --json",
    "train": "game --option --games --against --seed --json --data-dir",
    "explore": "--start --improved",
    "think": "game --player --option --position|--moves --seed --steps --json --seconds --data-dir",
    "review": "game --position --moves --trust --option --json --seconds --data-dir",
    "why": "game --position|--moves --option --nodes --json",
    "puzzle": "game --day|--seed --count --level --json --seconds --data-dir",
    "play": "game --first --second --option --seed --seconds --data-dir",
    "games": "action name --like --json --seconds --data-dir",
    "players": "--json",
    "history": "--json --data-dir",
    "bots": "action name file --like --game --positions --seed --json --seconds --data-dir",
    "solve": "file --from --to --solver --all --table --force --json --seconds --data-dir",
    "selftest": "",
}
# Their settings; those of one command alone stand behind its name.
ARGUMENTS: Mapping[str, Mapping[str, Any]] = {
    "game": {"metavar": "ID"},
    "sweep game": {"nargs": "?", "metavar": "ID"},
    "review game": {"type": name, "metavar": "FILE.jouons|ID"},
    "puzzle game": {"nargs": "?", "type": name, "metavar": "ID"},
    "players": {"nargs": "+", "metavar": "PLAYER"},
    "template": {"nargs": "?", "metavar": "TEMPLATE"},
    "opponent": {"nargs": "?", "metavar": "OPPONENT"},
    "games action": {"nargs": "?", "choices": ("new", "check"), "metavar": "new|check"},
    "bots action": {
        "nargs": "?",
        "choices": ("new", "check", "write"),
        "metavar": "new|check|write",
    },
    "games name": {"nargs": "?", "type": name, "metavar": "NAME|FILE.py"},
    "bots name": {"nargs": "?", "type": name, "metavar": "NAME|FILE.py|CHAPTER"},
    "bots file": {"nargs": "?", "type": path, "metavar": "FILE.py"},
    "solve file": {"type": name, "metavar": "FILE.py|own:NAME"},
    "--against": {"type": name, "metavar": "PLAYER"},
    "--all": FLAG,
    "--count": {"type": positive, "metavar": "N"},
    "--csv": {"type": path, "metavar": "FILE"},
    "--dask": {"type": name, "metavar": "ADDRESS"},
    "--data-dir": {"type": path, "metavar": "DIR"},
    "--day": {"type": day, "metavar": "YYYY-MM-DD"},
    "--first": {"type": name, "metavar": "PLAYER"},
    "--force": FLAG,
    "--from": {"dest": "start_position", "type": name, "metavar": "TEXT"},
    "--game": {"type": name, "metavar": "ID"},
    "--games": {"type": games, "metavar": "N"},
    "train --games": {"type": positive, "default": 1000, "metavar": "N"},
    "--goal": {"type": name, "metavar": "TEXT"},
    "cube --goal": {"type": name, "metavar": "FACELETS"},
    "--heuristic": {"choices": ("none", "misplaced", "manhattan")},
    "--improved": FLAG,
    "--jobs": {"type": positive, "metavar": "N"},
    "--json": FLAG,
    "--judge": FLAG,
    "--lang": {"choices": LANGUAGES, "default": FIRST_LANGUAGE},
    "--level": {"type": natural, "metavar": "1..5"},
    "--like": {"type": name, "metavar": "KIND"},
    "--metric": {"choices": ("quarter", "half"), "default": "quarter"},
    "--moves": {"metavar": '"4 0 2"'},
    "--nodes": {"type": positive, "default": 6_000_000, "metavar": "N"},
    "--openings": {"type": openings, "metavar": "K"},
    "--option": SETTINGS,
    "--player": {"type": name, "metavar": "PLAYER"},
    "think --player": {"type": name, "required": True, "metavar": "PLAYER"},
    "--plot": {"type": path, "metavar": "FILE.png"},
    "--position": {"type": name, "metavar": "TEXT"},
    "--positions": {"type": positions, "metavar": "N"},
    "bots --positions": {"type": positive, "metavar": "N"},
    "--preset": {"type": name, "metavar": "McX-Random|McX-Mc32"},
    "--random": {"type": scramble, "metavar": "N"},
    "--scramble": {"metavar": '"R U\' F2"'},
    "--second": {"type": name, "metavar": "PLAYER"},
    "--seconds": {"type": seconds, "metavar": "S"},
    "--seed": {"type": seed, "default": 0, "metavar": "N"},
    "--size": {"choices": ("3x3", "2x3", "2x4")},
    "cube --solver": {"choices": ("bidirectional", "table"), "default": "bidirectional"},
    "solve --solver": {"choices": PUZZLE_SOLVERS},
    "tiles --solver": {"choices": PUZZLE_SOLVERS, "default": "twoway"},
    "--start": {"type": printed_heap, "default": 16, "metavar": "N"},
    "--state": {"type": name, "metavar": "FACELETS"},
    "--steps": {"type": natural, "metavar": "N"},
    "--table": {"type": path, "metavar": "FILE.csv"},
    "--to": {"dest": "goal_position", "type": name, "metavar": "TEXT"},
    "--trust": FLAG,
    "--turns": {"type": faces, "metavar": "U,R"},
    "--values": {"type": numbers, "metavar": "1,2,4"},
}


def parser(language: str = FIRST_LANGUAGE) -> argparse.ArgumentParser:
    """Return the parser of all commands, with its help in a language; it is made once."""
    return _parser(language, program())


@cache
def _parser(language: str, prog: str) -> argparse.ArgumentParser:
    parse = Parser(prog=prog)
    commands = parse.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        parser = commands.add_parser(command, command=command, language=language)
        for words in f"{ARGUMENTS_OF[command]} --lang".split():
            _add(parser, command, words)
    return parse


def _add(parser: argparse.ArgumentParser, command: str, words: str) -> None:
    """Add an argument of a command, or several that exclude each other: see ARGUMENTS_OF."""
    names = words.removesuffix("!").split("|")
    needed = words.endswith("!")
    group = parser.add_mutually_exclusive_group(required=needed) if len(names) > 1 else parser
    for each in names:
        settings = ARGUMENTS.get(f"{command} {each}") or ARGUMENTS[each]
        group.add_argument(each, **settings)


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
