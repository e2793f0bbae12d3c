"""The command `bots`: a person's own bots listed, written from a template, and measured."""

from __future__ import annotations

import argparse
from typing import Any

from engine.cli.console import print_json, program_for_commands, say
from engine.folders import own_settings
from engine.messages import JouonsError, message
from engine.own.bot import load_fault
from engine.own.source import OwnSource, sources_in
from engine.own.templates import KINDS, write_new
from engine.protocols import OptionError

EXAMPLE = "bots new my_bot --like rules"


def run_bots(found: argparse.Namespace) -> int:
    """List the files of the bots folder, write a new one, or measure one."""
    _check_use(found)
    if found.action == "new":
        return _new(found)
    return _list(found)


def _check_use(found: argparse.Namespace) -> None:
    """Raise OptionError for a missing name, or an option of another form of the command."""
    if found.action is not None and found.name is None:
        raise OptionError("own.needs_name", action=found.action)
    if found.like is not None and found.action != "new":
        raise OptionError("own.not_here", action="new")
    if (found.game is not None or found.positions is not None) and found.action != "check":
        raise OptionError("own.not_here", action="check")


def _new(found: argparse.Namespace) -> int:
    path = write_new(own_settings().folder, found.name, found.like or KINDS[0], found.lang)
    if found.json:
        print_json({"bot": f"own:{path.stem}", "file": str(path)})
    else:
        say(str(path))
    return 0


def _list(found: argparse.Namespace) -> int:
    """Print each file with its sentence, or the fault that keeps it from being loaded."""
    folder = own_settings().folder
    rows = [_row(source) for source in sources_in(folder).values()]
    if found.json:
        print_json(rows)
        return 0
    for row in rows:
        say(f"{row['bot']:22} {row['fault'] or row['sentence']}")
    if not rows:
        example = f"{program_for_commands()} {EXAMPLE}"
        say(message("own.none", folder=str(folder), example=example))
    return 0


def _row(source: OwnSource) -> dict[str, Any]:
    fault: JouonsError | None = load_fault(source)
    return {
        "bot": f"own:{source.name}",
        "file": source.path,
        "kind": source.kind.value if source.kind is not None else None,
        "hash": source.hash,
        "games": list(source.games),
        "sentence": source.sentence,
        "fault": None if fault is None else str(fault),
    }
