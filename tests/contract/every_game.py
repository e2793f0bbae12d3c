"""The games every contract test runs over: each registry entry at every kind of option."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from engine.options import Option, OptionKind
from engine.protocols import Game
from engine.registry import GAMES, PUZZLES, GameEntry, make_game
from tests.cases import in_one_test

# Numbers that matter for a game of heaps: no take of one, few and many heaps, equal heaps.
NUMBERS = {
    "heaps": ("3,3,1", "7", "2,2,2,2"),
    "takes": ("2,3", "1", "1,4,9"),
    "start": ("12",),
}


def texts(option: Option) -> tuple[str, ...]:
    """The settings of an option worth playing."""
    if option.choices:
        return option.choices
    if option.name in NUMBERS:
        return (option.default, *NUMBERS[option.name])
    assert option.kind is OptionKind.RANGE
    return (option.default, str(option.low), str(option.high))


def variants(table: Mapping[str, GameEntry]) -> Iterator[tuple[str, dict[str, str]]]:
    """Every game of a table with every combination of those settings, and its presets."""
    for entry in table.values():
        names = [option.name for option in entry.options]
        for chosen in product(*(texts(option) for option in entry.options)):
            yield entry.id, dict(zip(names, chosen, strict=True))
        for preset in entry.presets:
            yield entry.id, dict(preset)


TWO_PLAYERS = tuple(variants(GAMES))
ONE_PLAYER = tuple(variants(PUZZLES))


def label(variant: tuple[str, dict[str, str]]) -> str:
    """The name of a variant in test reports."""
    return " ".join([variant[0], *variant[1].values()])


def on_every_game(test: Callable[[Game[Any]], None]) -> Callable[..., None]:
    """Try a test on each game for two players, in one item."""

    @in_one_test("variant", TWO_PLAYERS, label)
    def whole(variant: tuple[str, dict[str, str]]) -> None:
        test(make_game(*variant))

    return whole
