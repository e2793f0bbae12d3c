"""Parsers of option values for the commands and the window: numbers, names, files, NAME=VALUE.

Each raises OptionError for a wrong value, which the Parser prints in its language.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from engine.cli.help import Parser
from engine.messages import excerpt
from engine.options import LARGEST_COUNT, LARGEST_SEED, is_number, whole_number
from engine.protocols import (
    LONGEST_SCRAMBLE,
    MAX_GAMES,
    MAX_PLIES,
    MAX_POSITIONS,
    TRACED_DEPTH,
    OptionError,
)

SECONDS = (0.01, 3600)  # bounds of the time of a decision
SOLVING_FACES = ("U", "R", "F")  # of a cube one corner of which stays in its place
SIDES = (200, 8000)  # bounds of the width and height of a window


class OptionAction(argparse.Action):
    """Collects NAME=VALUE options; rejects a repeated name, since one value would be lost."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        assert isinstance(values, tuple) and isinstance(parser, Parser)
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
