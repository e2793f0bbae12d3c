"""The arguments of the program and of its commands: their help, and the values of options.

The sentences of the help are `cli.option.NAME` in assets/locale, or `cli.option.COMMAND.NAME` where
an option means something else in one command. They are loaded only when the help is printed.

A function that parses a value raises OptionError for a wrong one, which the Parser prints in its
language.
"""

from __future__ import annotations

import argparse
import math
import shutil
import textwrap
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from engine.cli.console import COMMANDS, printable, program, program_for_commands
from engine.messages import FIRST_LANGUAGE, LANGUAGES, Message, excerpt, is_written, render
from engine.options import LARGEST_COUNT, LARGEST_SEED, is_number, whole_number
from engine.protocols import (
    LONGEST_SCRAMBLE,
    MAX_GAMES,
    MAX_PLIES,
    MAX_POSITIONS,
    TRACED_DEPTH,
    OptionError,
)

WINDOW = ""  # the program without a command
EXAMPLES: Mapping[str, str] = {
    WINDOW: "--game connect4 --first human --second hard",
    "analyse": 'connect4 --moves "3 3"',
    "arena": "matches optimal random --games 100",
    "sweep": "connect4 mc:{}/move random --values 1,2,4 --games 20",
    "cube": '--scramble "R U\' F2" --all',
    "tiles": '--position "8 6 7/2 5 4/3 0 1" --solver astar',
    "train": "matches --games 1000",
    "explore": "--start 7",
    "think": 'connect4 --player mcts:500 --moves "3 3"',
    "review": 'connect4 --moves "3 3 2 4 4"',
    "why": 'connect4 --moves "3 6 6 2 2 0 4 6 0 3 0 2 0 0 6 5 5 2 0 4"',
    "puzzle": "connect4 --level 3",
    "play": "connect4 --second hard",
    "games": "--json",
    "players": "--json",
    "history": "--json",
    "bots": "new my_bot --like rules",
    "solve": "own:my_game",
    "selftest": "",
}
SECONDS = (0.01, 3600)  # bounds of the time of a decision
SOLVING_FACES = ("U", "R", "F")  # of a cube one corner of which stays in its place
SIDES = (200, 8000)  # bounds of the width and height of a window
HEADINGS = {"positional arguments": "cli.help.arguments", "options": "cli.help.options"}


class Parser(argparse.ArgumentParser):
    """An argument parser with help from assets/locale and errors of one printable line."""

    def __init__(
        self, *, prog: str | None = None, command: str = WINDOW, language: str = FIRST_LANGUAGE
    ) -> None:
        in_language = partial(HelpFormatter, command=command, language=language)
        super().__init__(prog=prog, formatter_class=in_language)
        self.command, self.language = command, language

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except OptionError as error:
            raise self.wrong(action, error) from None

    def wrong(self, action: argparse.Action, fault: OptionError) -> argparse.ArgumentError:
        """Return the error of a wrong value, in the parser's language."""
        return argparse.ArgumentError(action, render(fault.message, self.language))

    def format_help(self) -> str:
        """Return the help in the parser's language, with a description and an example."""
        self.description = _folded(self._text(f"cli.{self.command or 'program'}"))
        self.epilog = f"{self._text('cli.help.example')}\n  {example(self.command)}"
        if self.command == WINDOW:
            self.epilog += f"\n\n{self._commands()}"
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print the usage and the fault, and exit with 2."""
        super().error(printable(message))

    def _text(self, key: str) -> str:
        return render(Message(key), self.language)

    def _commands(self) -> str:
        wide = max(len(each) for each in COMMANDS)
        rows = [
            _folded(f"  {each:<{wide}}  {self._text(f'cli.{each}')}", " " * (wide + 4))
            for each in COMMANDS
        ]
        more = _folded(self._text("cli.help.more") + f"  {program_for_commands()} arena --help")
        return "\n".join([self._text("cli.help.commands"), *rows, "", more])


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """A help formatter that fills in the sentence of each option when the help is printed."""

    def __init__(self, prog: str, command: str, language: str) -> None:
        super().__init__(prog)
        self.command, self.language = command, language

    def add_usage(
        self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None
    ) -> None:
        if prefix is None:
            prefix = f"{render(Message('cli.help.usage'), self.language)} "
        super().add_usage(usage, actions, groups, prefix)

    def start_section(self, heading: str | None) -> None:
        key = HEADINGS.get(heading or "")
        super().start_section(render(Message(key), self.language) if key else heading)

    def add_argument(self, action: argparse.Action) -> None:
        action.help = option_help(self.command, action, self.language)
        super().add_argument(action)


def option_help(command: str, action: argparse.Action, language: str) -> str | None:
    """Return the sentence about an option of a command; None where no language has one."""
    keys = (f"cli.option.{command or 'program'}.{action.dest}", f"cli.option.{action.dest}")
    for key in filter(is_written, keys):
        return render(Message(key, {"default": action.default}), language).replace("%", "%%")
    return None


def example(command: str) -> str:
    """Return an example command line: the program, the command and its arguments."""
    started = program_for_commands() if command else program()
    return " ".join(filter(None, (started, command, EXAMPLES[command])))


def language_of(arguments: Sequence[str]) -> str:
    """Return the language that `--lang` names among the arguments; by default English."""
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        option, _, value = word.partition("=")
        name = value or following
        if option == "--lang" and name in LANGUAGES:
            return name
    return FIRST_LANGUAGE


def _folded(text: str, indent: str = "") -> str:
    """Wrap a paragraph to the width of the terminal; `indent` precedes every line but the first."""
    width = shutil.get_terminal_size().columns - 2
    return textwrap.fill(text, max(width, len(indent) + 20), subsequent_indent=indent)


# -- values --------------------------------------------------------------------------------------


class OptionAction(argparse.Action):
    """Collects NAME=VALUE options; rejects a repeated name, since one value would be lost."""

    def __call__(
        self, parser: Any, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        earlier_values: list[tuple[str, str]] = getattr(namespace, self.dest)
        if any(values[0] == earlier for earlier, _ in earlier_values):
            raise parser.wrong(self, OptionError("cli.twice", name=excerpt(values[0])))
        setattr(namespace, self.dest, [*earlier_values, values])


def _number(low: int, high: int) -> Callable[[str], int]:
    return lambda text: whole_number(text, low, high)


seed = _number(0, LARGEST_SEED)
natural = _number(0, LARGEST_COUNT)
positive = _number(1, LARGEST_COUNT)
games = _number(1, MAX_GAMES)
positions = _number(1, MAX_POSITIONS)
openings = _number(1, MAX_PLIES)
printed_heap = _number(1, 3 * TRACED_DEPTH)  # the search takes up to three at a time
scramble = _number(0, LONGEST_SCRAMBLE)
percent = _number(75, 200)


def seconds(text: str) -> float:
    """Parse the seconds an own bot has for a decision."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not SECONDS[0] <= value <= SECONDS[1]:
        raise OptionError("cli.seconds", text=excerpt(text), low=SECONDS[0], high=SECONDS[1])
    return value


def numbers(text: str) -> list[int]:
    """Parse whole numbers separated by commas; the player that they are for has its own bounds."""
    parts = [part.strip() for part in text.split(",")]
    if not all(map(is_number, parts)):
        raise OptionError("cli.numbers", text=excerpt(text))
    return [int(part) for part in parts]


def faces(text: str) -> str:
    """Parse the faces of a cube that may be turned, separated by commas."""
    letters = [part.strip() for part in text.split(",")]
    if not set(letters) <= set(SOLVING_FACES):
        raise OptionError("cli.turns", text=excerpt(text), accepted=", ".join(SOLVING_FACES))
    return "".join(face for face in SOLVING_FACES if face in letters)


def setting(text: str) -> tuple[str, str]:
    """Parse NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise OptionError("cli.setting", text=excerpt(text))
    return name, value


# Of the option --option NAME=VALUE, which may be repeated with other names.
SETTINGS: Mapping[str, Any] = {
    "action": OptionAction,
    "type": setting,
    "default": [],
    "metavar": "NAME=VALUE",
}


def name(text: str) -> str:
    """Accept a text that is not blank."""
    if not text.strip():
        raise OptionError("cli.empty")
    return text


def path(text: str) -> Path:
    """Parse a file or folder name that the system accepts."""
    if not text or "\0" in text:
        raise OptionError("cli.no_path")
    return Path(text)


def size(text: str) -> tuple[int, int]:
    """Parse the size of a window, WIDTHxHEIGHT."""
    width, _, height = text.partition("x")
    try:
        return whole_number(width, *SIDES), whole_number(height, *SIDES)
    except OptionError:
        raise OptionError("cli.size", text=excerpt(text), low=SIDES[0], high=SIDES[1]) from None


def day(text: str) -> int:
    """Parse a date YYYY-MM-DD into its ordinal number."""
    try:
        moment = date.fromisoformat(text)
        if moment.isoformat() != text:  # 20260131 and 2026-W05-6 are dates of the same standard
            raise ValueError
        return moment.toordinal()
    except ValueError:
        raise OptionError("cli.day", text=excerpt(text)) from None
