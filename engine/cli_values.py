"""Parsers of option values for the commands and the window: numbers, names, files, NAME=VALUE."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from engine.messages import Message, message
from engine.options import LARGEST_COUNT, LARGEST_SEED, whole_number
from engine.protocols import OptionError

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
        name, _, value = str(values).partition("=")
        if not name or "=" not in str(values):
            raise argparse.ArgumentError(self, _text("cli.setting", text=str(values)[:40]))
        known: list[tuple[str, str]] = getattr(namespace, self.dest)
        if any(name == earlier for earlier, _ in known):
            raise argparse.ArgumentError(self, _text("cli.twice", name=name[:40]))
        setattr(namespace, self.dest, [*known, (name, value)])


def add_settings(parse: argparse.ArgumentParser) -> None:
    """Add the option --option NAME=VALUE; it may be repeated with other names."""
    parse.add_argument("--option", action=OptionAction, default=[], metavar="NAME=VALUE")


def _text(key: str, /, **values: Any) -> str:
    return str(Message(key, values))


def _number(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        try:
            return whole_number(text, low, high)
        except OptionError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return number


seed = _number(0, LARGEST_SEED)
natural = _number(0, LARGEST_COUNT)
positive = _number(1, LARGEST_COUNT)
percent = _number(75, 200)


def numbers(text: str) -> list[int]:
    """Parse whole numbers separated by commas."""
    return [natural(part.strip()) for part in text.split(",")]


def name(text: str) -> str:
    """Accept a text that is not blank."""
    if not text.strip():
        raise argparse.ArgumentTypeError(str(message("cli.empty")))
    return text


def path(text: str) -> Path:
    """Parse a file or folder name that the system accepts."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(str(message("cli.no_path")))
    return Path(text)


def size(text: str) -> tuple[int, int]:
    """Parse the size of a window, WIDTHxHEIGHT."""
    width, _, height = text.partition("x")
    try:
        return whole_number(width, *SIDES), whole_number(height, *SIDES)
    except OptionError:
        fault = _text("cli.size", text=text[:40], low=SIDES[0], high=SIDES[1])
        raise argparse.ArgumentTypeError(fault) from None


def day(text: str) -> int:
    """Parse a date YYYY-MM-DD into its ordinal number."""
    try:
        if len(text) != len("2026-01-31"):
            raise ValueError
        return date.fromisoformat(text).toordinal()
    except ValueError:
        raise argparse.ArgumentTypeError(_text("cli.day", text=text[:40])) from None
