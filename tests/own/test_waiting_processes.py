"""Processes of own bots in an experiment: each starts once, and ends with its experiment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import engine.own.bot
from engine.arena import experiment
from engine.arena.experiment import (
    LastOwnBots,
    SnapshotMemory,
    batches,
    in_turn,
    pairings,
    play_all,
)
from engine.own.bot import OwnTask, own_tasks
from engine.own.process import OwnProcess
from engine.own.templates import template
from tests.own.files import write


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(experiment, "LAST_OWN_BOTS", LastOwnBots())
    return [str(write(tmp_path, name, template("random"))) for name in ("ada", "ben", "cem")]


def test_a_round_robin_starts_each_bot_once(
    players: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    class Counted(OwnProcess):
        def __init__(self, source: Any, *values: Any) -> None:
            started.append(source.name)
            super().__init__(source, *values)

    monkeypatch.setattr(engine.own.bot, "OwnProcess", Counted)
    own = own_tasks(players)
    work = [b for pair in pairings("tictactoe", {}, players) for b in batches(pair, 8, 1, own=own)]
    games = [record for records in play_all(in_turn(work)) for record in records]
    assert len(games) == 24 and not any(record.fault for record in games)
    assert sorted(started) == ["ada", "ben", "cem"]


def test_bots_of_another_experiment_go_and_at_most_so_many_wait(
    players: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiment, "MOST_WAITING", 2)
    last, own = LastOwnBots(), own_tasks(players)
    ada, ben, cem = players
    first = last.of([ada, ben], SnapshotMemory({}, own))
    assert last.of([ada, cem], SnapshotMemory({}, own))[ada] is first[ada]
    assert list(last.bots) == [ada, cem]
    edited = {**own, ada: OwnTask(own[ada].source, '{"games": 1}')}
    assert last.of([ada], SnapshotMemory({}, edited))[ada] is not first[ada]
    assert list(last.bots) == [cem, ada]
    last.of([], SnapshotMemory({}))
    assert not last.bots
