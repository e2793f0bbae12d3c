"""The command `bots`: a person's own bots listed, written from a template, and measured."""

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.cli.console import ProgressLine, between, print_json, program_for_commands, say
from engine.cli.start import own_texts_of
from engine.context import Context
from engine.folders import own_settings
from engine.levels import LEVELS
from engine.messages import JouonsError, Message, excerpt, message
from engine.own.bot import load_fault
from engine.own.source import EXERCISES, OwnSource, read_source, sources_in
from engine.own.templates import KINDS, exercise_template, write_new, write_text
from engine.protocols import MAX_POSITIONS, OptionError
from engine.registry import is_own, parse_player

if TYPE_CHECKING:
    from engine.arena.card import GameCard

POSITIONS = 200  # of each game
EXAMPLE = "bots new my_bot --like rules"


def run_bots(args: argparse.Namespace) -> int:
    """List the files of the bots folder, write a new one, measure one, or check an exercise."""
    _check_use(args)
    if args.action == "new":
        return _new(args)
    if args.action == "check":
        return _check(args)
    if args.action == "write":
        return _write(args)
    return _list(args)


def _check_use(args: argparse.Namespace) -> None:
    """Raise OptionError for a missing name, or an option of another form of the command."""
    if args.action not in (None, "write") and args.name is None:
        raise OptionError("own.needs_name", action=args.action)
    if args.like is not None and args.action != "new":
        raise OptionError("own.not_here", action="new")
    if (args.game is not None or args.positions is not None) and args.action != "check":
        raise OptionError("own.not_here", action="check")
    if args.file is not None and args.action != "write":
        raise OptionError("own.not_here", action="write")


def _new(args: argparse.Namespace) -> int:
    return new_file(args, "bot", KINDS)


def new_file(args: argparse.Namespace, what: str, kinds: Sequence[str]) -> int:
    """Write a new file from a starting point, and print its path, or its names as JSON."""
    path = write_new(own_settings().folder, args.name, args.like or kinds[0], args.lang, kinds)
    if args.json:
        print_json({what: f"own:{path.stem}", "file": str(path)})
    else:
        say(str(path))
    return 0


def _check(args: argparse.Namespace) -> int:
    """Print the card of a bot; return 1 if it has faults."""
    from engine.arena.card import games_of, measured

    player = args.name if is_own(args.name) else f"own:{args.name}"
    memory = own_texts_of([player], args.data_dir)
    assert memory is not None
    task = next(iter(memory.values()))
    games = games_of(task.source, args.game)
    count = args.positions or POSITIONS
    if not 1 <= count <= MAX_POSITIONS:
        raise OptionError("arena.positions_range", count=count, most=MAX_POSITIONS)
    shown = ProgressLine(count * len(games), "arena.asking")
    cards: dict[str, GameCard] = {}
    for game, growing in groupby(measured(task, games, count, args.seed), lambda card: card.game):
        for card in growing:
            cards[game] = card
            shown.add(1)
        if not args.json:
            for line in _card_lines(cards[game]):
                say(line)
    if args.json:
        rows = [card.as_json() for card in cards.values()]
        print_json({"bot": parse_player(player).text, "hash": task.source.hash, "games": rows})
    return int(any(card.faults for card in cards.values()))


def _card_lines(card: GameCard) -> Iterator[str]:
    """Yield the lines of one game: what it throws away, its place, its times, its faults."""
    share, times = card.share, [1000 * each for each in card.seconds]
    values = {"game": message(f"game.{card.game}.name"), "count": card.judged}
    if card.judged:
        key = "own.card_solver" if card.level is None else "own.card"
        values |= {"share": share, "interval": between(card.interval, share, ".1%")}
        values |= {} if card.level is None else {"level": _place(card.level)}
        values |= {"median": statistics.median(times), "longest": max(times)}
        yield str(message(key, **values))
    else:
        yield str(message("own.card_unanswered", **values))
    for each in card.faults:
        yield f"  {each.fault}  ({each.position})"


def _place(level: float) -> Message:
    """Return the place between two levels in words."""
    lower = min(int(level), len(LEVELS) - 1)
    name = message(f"player.{LEVELS[lower]}.name")
    if not level:
        return message("own.level_lowest", level=name)
    if level == lower:
        return message("own.level_at", level=name)
    return message("own.level_between", low=name, high=message(f"player.{LEVELS[lower + 1]}.name"))


def _write(args: argparse.Namespace) -> int:
    """Write the file of an exercise if there is none; else check it, and return 1 if it fails."""
    from engine.lessons.exercises import SECONDS, check_exercise

    chapter = args.name or ""
    if chapter not in EXERCISES:
        raise OptionError("write.chapter", text=excerpt(chapter), accepted=", ".join(EXERCISES))
    path = args.file or own_settings().folder / EXERCISES[chapter].file
    if not path.exists():
        write_text(path, exercise_template(chapter, args.lang))
        if args.json:
            print_json({"exercise": chapter, "file": str(path)})
        else:
            say(str(path))
        return 0
    source = read_source(path.absolute())
    results = check_exercise(source, chapter, Context(0), args.seconds or SECONDS)
    passed = all(each.text is None for each in results)
    if args.json:
        items = [each.as_json() for each in results]
        values = {"exercise": chapter, "file": str(path), "hash": source.hash, "passed": passed}
        print_json({**values, "items": items})
        return int(not passed)
    for each in results:
        say(f"{'✓' if each.text is None else '✗'} {each.name}")
        for text in (each.text, each.position_text):
            if text is not None:
                say(f"  {text}")
    return int(not passed)


def _list(args: argparse.Namespace) -> int:
    """Print each file with its sentence, or the fault that keeps it from being loaded."""
    folder = own_settings().folder
    sources = list(sources_in(folder).values())
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each loads in a process of its own
        faults = list(pool.map(_fault, sources))
    rows = [_row(*each) for each in zip(sources, faults, strict=True)]
    if args.json:
        print_json(rows)
        return 0
    for row in rows:
        say(f"{row['bot']:22} {row['fault'] or row['sentence']}")
    if not rows:
        example = f"{program_for_commands()} {EXAMPLE}"
        say(message("own.none", folder=str(folder), example=example))
    return 0


def _fault(source: OwnSource) -> JouonsError | None:
    """Return what keeps a file from playing; None if nothing does."""
    try:
        parse_player(f"own:{source.name}")
    except OptionError as error:  # a name that no player text can have
        return error
    return load_fault(source)


def _row(source: OwnSource, fault: JouonsError | None) -> dict[str, Any]:
    return {
        "bot": f"own:{source.name}",
        "file": source.path,
        "kind": source.kind.value if source.kind is not None else None,
        "hash": source.hash,
        "games": list(source.games),
        "sentence": source.sentence,
        "fault": None if fault is None else str(fault),
    }
