"""The cost of a person's own bot beside the same code in this process, of its start, of games.

Prints the figures; asserts nothing about time, which noise could fail.
"""

from __future__ import annotations

import io
import statistics
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.cli import command_line
from engine.context import Context
from engine.own.bot import OwnBot
from engine.own.source import SourceReader
from engine.own.templates import template
from engine.registry import make_game

PILES = """
def initial():
    return (36, 36, 36), 0

def player(position):
    return position[1]

def moves(position):
    piles, me = position
    return {
        f"{place}-{take}": (piles[:place] + (pile - take,) + piles[place + 1 :], 1 - me)
        for place, pile in enumerate(piles)
        for take in (1, 2, 3)
        if take <= pile
    }
"""
QUESTIONS = 1000
STARTS = 9


def seconds(work: Callable[..., object], *values: object) -> float:
    began = time.perf_counter()
    work(*values)
    return time.perf_counter() - began


def quietly(words: list[str]) -> None:
    """Run a command without its output."""
    with redirect_stdout(io.StringIO()):
        assert command_line.main(words) == 0


def written(folder: Path, kind: str) -> Path:
    """The file of a starting point."""
    path = folder / f"{kind}.py"
    path.write_text(template(kind))
    return path


def test_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 10 s for the 101,298 positions of a game of three piles."""
    monkeypatch.setattr("engine.folders._own_settings", [(tmp_path, 20.0)])
    path = tmp_path / "piles.py"
    path.write_text(PILES)
    print(f"\n101,298 positions: {seconds(make_game, str(path)):.1f} s")


def test_a_question(tmp_path: Path) -> None:
    """At most 0.3 ms over the same code in the process."""
    game: Any = make_game("tictactoe")
    state = game.initial()
    for kind in ("random", "rules"):
        path = written(tmp_path, kind)
        names: dict[str, Any] = {}
        exec(path.read_text(), names)
        bot = OwnBot(SourceReader(path), 20.0)
        bot.choose(game, state, Context(0))
        there, here = [], []
        for seed in range(QUESTIONS):
            context = Context[Any](seed)
            there.append(seconds(bot.choose, game, state, context))
            think = SimpleNamespace(rng=Context[Any](seed).rng)
            here.append(seconds(names["choose"], game, state, think))
        more = 1000 * (statistics.median(there) - statistics.median(here))
        print(f"\n{kind}: a question costs {more:.2f} ms more than in the process")
        bot.close()


def test_a_start(tmp_path: Path) -> None:
    """0.4 s to the first answer."""
    game, path = make_game("tictactoe"), written(tmp_path, "random")
    times = []
    for _ in range(STARTS):
        bot = OwnBot(SourceReader(path), 20.0)
        times.append(seconds(bot.choose, game, game.initial(), Context[Any](0)))
        bot.close()
    print(f"\nfirst answer: median {statistics.median(times):.2f} s, least {min(times):.2f} s")


def test_two_hundred_games(tmp_path: Path) -> None:
    """At most 3 times as long as `random` against `random`."""
    one, other = written(tmp_path, "random"), tmp_path / "other.py"
    other.write_text(template("random"))
    data = ["--games", "200", "--data-dir", str(tmp_path), "--json"]
    for players in (("random", "random"), (str(one), str(other))):
        times = [seconds(quietly, ["arena", "tictactoe", *players, *data]) for _ in range(5)]
        print(f"\n{Path(players[0]).name}: 200 games in {statistics.median(times):.2f} s")
