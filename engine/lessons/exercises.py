"""The exercises at the end of the chapters: a person's file checked, item by item."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from engine.context import Context
from engine.messages import JouonsError, Message, is_written
from engine.own.faults import FaultKind, OwnFault, own_fault
from engine.own.process import OwnProcess
from engine.own.protocol import Example
from engine.own.source import PASSED, OwnSource, note_hash
from engine.protocols import OptionError
from engine.registry import GAMES, make_game, make_puzzle

SECONDS = 15.0  # for an item, which asks a function many times
# The rules that the checks of a chapter ask about; in `solved` the smallest game comes first.
RULES: Mapping[str, tuple[tuple[str, Mapping[str, str]], ...]] = {
    "montecarlo": (("tictactoe", {}),),
    "compare": (("connect4", {}),),
    "ends": (("pocketcube", {}), ("tiles", {})),
    "solved": (
        ("nim", {"heaps": "3,2,1"}),
        ("nim", {"heaps": "2,1,1", "misere": "true"}),
        ("nim", {"heaps": "5,4,3,2,1"}),
        ("nim", {"heaps": "5,4,3,2,1", "misere": "true"}),
        ("subtraction", {"start": "30", "takes": "1,3,4"}),
        ("tictactoe", {"draw": "second"}),
    ),
    "matches": (),
}


@dataclass(frozen=True)
class ItemResult:
    """The result of one item of an exercise: no text where it is right.

    `example` is the position of the smallest counterexample, if a board can show it.
    """

    item: str
    text: Message | None = None
    example: Example | None = None
    fault: OwnFault | None = None

    @property
    def name(self) -> Message:
        """The name of the item."""
        return Message(f"write.item.{self.item}")

    @property
    def position_text(self) -> str | None:
        """The position to show as a text, with the game and the options that differ from none."""
        if self.example is None:
            return None
        game_id, options, position, _ = self.example
        special = [f"{name}={value}" for name, value in options.items() if value != "false"]
        return "  ".join((game_id, *special, position))

    def as_json(self) -> dict[str, Any]:
        """Return the entry of `bots write --json`."""
        return {
            "item": self.item,
            "passed": self.text is None,
            "text": self.text and str(self.text),
            "line": self.fault and self.fault.line,
            "position": self.example and self.example[2],
        }


Results = tuple[ItemResult, ...]


def items_of(chapter: str) -> list[str]:
    """Return the items of an exercise in their order."""
    checks = import_module(f"engine.own.exercises.{chapter}").CHECKS
    return [each.__name__.removeprefix("check_") for each in checks]


def check_exercise(
    source: OwnSource, chapter: str, context: Context[Results], seconds: float = SECONDS
) -> Results:
    """Check a text in a process of its own, and keep it if all of it is right.

    Reports the results so far. Raises OptionError for the file of another chapter, OwnFault for one
    that cannot be loaded, and Cancelled through the context.
    """
    if source.fault is not None:
        raise source.fault
    if source.exercise != chapter:
        raise OptionError("write.other", name=source.name, chapter=chapter)
    seed = int(source.hash, 16)
    rules = pickle.dumps([_make(*each) for each in RULES[chapter]])
    process, results = OwnProcess(source, seconds, context), ()  # type: OwnProcess, Results
    try:
        for item in items_of(chapter):
            if not process.running:
                process = OwnProcess(source, seconds, context)
            try:
                answer = process.ask(("check", rules, seed, item), seconds, context)
                result = _result(item, *answer)
            except OwnFault as fault:
                result = ItemResult(item, fault.message, fault=fault)
            results += (result,)
            context.report(results)
    finally:
        process.close()
    if all(each.text is None for each in results):
        note_hash(PASSED, source.hash)
    return results


def _result(item: str, key: str, values: Mapping[str, Any], example: Example | None) -> ItemResult:
    """Return the result of an item; raises OwnFault for one that the checks do not give."""
    if not key:
        return ItemResult(item)
    text = Message(key, values)
    try:
        if not (key.startswith("write.wrong.") and is_written(key) and str(text)):
            raise KeyError(key)
        if example is not None:
            game_id, options, position, _ = example
            _make(game_id, options).parse(position)
    except (KeyError, ValueError, TypeError, JouonsError):
        raise own_fault(FaultKind.DIED, Message("own.died")) from None
    return ItemResult(item, text, example)


def _make(name: str, options: Mapping[str, str]) -> Any:
    return (make_game if name in GAMES else make_puzzle)(name, options)
