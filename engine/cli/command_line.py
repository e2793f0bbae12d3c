"""The command-line interface: the options, output and exit codes of the commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from engine.cli import arguments
from engine.cli.console import COMMANDS, ReaderGone, complain, program
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

WRONG_USE = (OptionError, PositionError, MoveError)


# The modules of commands that have another name; each module is imported when its command runs.
MODULES: Mapping[str, str] = {
    "analyse": "analysis",
    "why": "connect4_why",
    **dict.fromkeys(("bots", "solve"), "own_files"),
    **dict.fromkeys(("arena", "sweep"), "experiments"),
    **dict.fromkeys(("cube", "tiles"), "cube_and_tiles"),
    **dict.fromkeys(("train", "explore", "games", "players", "history", "selftest"), "commands"),
}
FLAG: Mapping[str, Any] = {"action": "store_true"}
PLAYER: Mapping[str, Any] = {"type": arguments.name, "metavar": "PLAYER"}
COUNT: Mapping[str, Any] = {"type": arguments.positive, "metavar": "N"}
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
    "review game": {"type": arguments.name, "metavar": "FILE.jouons|ID"},
    "puzzle game": {"nargs": "?", "type": arguments.name, "metavar": "ID"},
    "players": {"nargs": "+", "metavar": "PLAYER"},
    "template": {"nargs": "?", "metavar": "TEMPLATE"},
    "opponent": {"nargs": "?", "metavar": "OPPONENT"},
    "games action": {"nargs": "?", "choices": ("new", "check"), "metavar": "new|check"},
    "bots action": {
        "nargs": "?",
        "choices": ("new", "check", "write"),
        "metavar": "new|check|write",
    },
    "games name": {"nargs": "?", "type": arguments.name, "metavar": "NAME|FILE.py"},
    "bots name": {"nargs": "?", "type": arguments.name, "metavar": "NAME|FILE.py|CHAPTER"},
    "bots file": {"nargs": "?", "type": arguments.path, "metavar": "FILE.py"},
    "solve file": {"type": arguments.name, "metavar": "FILE.py|own:NAME"},
    **dict.fromkeys(("--all", "--force", "--improved", "--json", "--judge", "--trust"), FLAG),
    **dict.fromkeys(("--against", "--first", "--player", "--second"), PLAYER),
    **dict.fromkeys(("--count", "--jobs", "bots --positions"), COUNT),
    "--csv": {"type": arguments.path, "metavar": "FILE"},
    "--dask": {"type": arguments.name, "metavar": "ADDRESS"},
    "--data-dir": {"type": arguments.path, "metavar": "DIR"},
    "--day": {"type": arguments.day, "metavar": "YYYY-MM-DD"},
    "--from": {"dest": "start_position", "type": arguments.name, "metavar": "TEXT"},
    "--game": {"type": arguments.name, "metavar": "ID"},
    "--games": {"type": arguments.games, "metavar": "N"},
    "train --games": {**COUNT, "default": 1000},
    "--goal": {"type": arguments.name, "metavar": "TEXT"},
    "cube --goal": {"type": arguments.name, "metavar": "FACELETS"},
    "--heuristic": {"choices": ("none", "misplaced", "manhattan")},
    "--lang": {"choices": LANGUAGES, "default": FIRST_LANGUAGE},
    "--level": {"type": arguments.natural, "metavar": "1..5"},
    "--like": {"type": arguments.name, "metavar": "KIND"},
    "--metric": {"choices": ("quarter", "half"), "default": "quarter"},
    "--moves": {"metavar": '"4 0 2"'},
    "--nodes": {**COUNT, "default": 6_000_000},
    "--openings": {"type": arguments.openings, "metavar": "K"},
    "--option": arguments.SETTINGS,
    "think --player": {**PLAYER, "required": True},
    "--plot": {"type": arguments.path, "metavar": "FILE.png"},
    "--position": {"type": arguments.name, "metavar": "TEXT"},
    "--positions": {"type": arguments.positions, "metavar": "N"},
    "--preset": {"type": arguments.name, "metavar": "McX-Random|McX-Mc32"},
    "--random": {"type": arguments.scramble, "metavar": "N"},
    "--scramble": {"metavar": '"R U\' F2"'},
    "--seconds": {"type": arguments.seconds, "metavar": "S"},
    "--seed": {"type": arguments.seed, "default": 0, "metavar": "N"},
    "--size": {"choices": ("3x3", "2x3", "2x4")},
    "cube --solver": {"choices": ("bidirectional", "table"), "default": "bidirectional"},
    "solve --solver": {"choices": PUZZLE_SOLVERS},
    "tiles --solver": {"choices": PUZZLE_SOLVERS, "default": "twoway"},
    "--start": {"type": arguments.printed_heap, "default": 16, "metavar": "N"},
    "--state": {"type": arguments.name, "metavar": "FACELETS"},
    "--steps": {"type": arguments.natural, "metavar": "N"},
    "--table": {"type": arguments.path, "metavar": "FILE.csv"},
    "--to": {"dest": "goal_position", "type": arguments.name, "metavar": "TEXT"},
    "--turns": {"type": arguments.faces, "metavar": "U,R"},
    "--values": {"type": arguments.numbers, "metavar": "1,2,4"},
}


def parser(language: str = FIRST_LANGUAGE) -> argparse.ArgumentParser:
    """Return the parser of all commands, with its help in a language; it is made once."""
    return _parser(language, program())


@cache
def _parser(language: str, prog: str) -> argparse.ArgumentParser:
    parse = arguments.Parser(prog=prog)
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


def main(words: Sequence[str], plot: Callable[..., None] | None = None) -> int:
    """Run a command; return 0 for success, 2 for wrong use, 1 for any other fault."""
    language = arguments.language_of(words)
    try:
        args = parser(language).parse_args(words)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    use_own_settings(getattr(args, "data_dir", None), getattr(args, "seconds", None))
    with spoken_in(language):
        damaged = damaged_texts(language)
        if damaged:
            complain(f"{program()}: {damaged_files(damaged)}")
        return _end(args, plot)


def _end(args: argparse.Namespace, plot: Callable[..., None] | None) -> int:
    """Run a command and say in one line which fault ended it."""
    command = args.command
    try:
        run: Callable[..., int] = resolve_name(
            f"engine.cli.{MODULES.get(command, command)}:run_{command}"
        )
        return run(args, plot) if command == "sweep" else run(args)
    except ReaderGone:
        return 0
    except WRONG_USE as error:
        complain(f"{message('cli.help.usage')} {program()} {command} --help")
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
    complain(f"{program()} {command}: {fault}")
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
