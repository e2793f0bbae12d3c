"""Data of an experiment, running or stored: its games and their tallies."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby

from engine.arena.experiment import Pairing
from engine.arena.report import take_faults, tallies, with_chance
from engine.messages import JouonsError
from engine.store.experiments import StoredExperiment
from engine.store.game_records import GameRecord
from engine.store.store import Store
from gui.arena.form import ExperimentForm


class ExperimentData:
    """One experiment; `number` is its number in the store, None before its first save."""

    def __init__(self, form: ExperimentForm, pairs: Sequence[Pairing], total: int) -> None:
        self.form = form
        self.pairs = list(pairs)
        self.total = total
        self.done = 0
        self.number: int | None = None
        self.seconds = 0.0
        self.tallies = tallies(pairs)
        self.games: dict[int, list[GameRecord]] = {pair.number: [] for pair in pairs}  # in order
        self.sentences: Mapping[str, str] = {}  # of the own bots that play, by player text

    def count(self, record: GameRecord) -> bool:
        """Count a game; false for one that is counted already, or of no pairing."""
        games = self.games.get(record.pairing)
        if games is None:
            return False
        at = bisect_left(games, record.number, key=lambda each: each.number)
        if at < len(games) and games[at].number == record.number:
            return False
        games.insert(at, record)
        self.tallies[record.pairing].add(record)
        self.done += 1
        return True

    def records(self) -> list[GameRecord]:
        """Return every game, in the order of the pairings."""
        return [record for pair in self.pairs for record in self.games[pair.number]]


def read_experiment(kept: StoredExperiment, store: Store) -> tuple[ExperimentData, int]:
    """Read an experiment of the store; return it, and how many damaged games it leaves out.

    Raises JouonsError when it is damaged itself, or the store cannot be read.
    """
    try:
        form = ExperimentForm.from_json(kept.data)
        total, seconds = int(kept.data["total"]), float(kept.data["seconds"])
        experiment = ExperimentData(form, form.pairs(saved=True), total)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, JouonsError):
        raise JouonsError("arena.past_damaged") from None
    experiment.number, experiment.seconds = kept.id, seconds
    games, left_out = store.arena.games(kept.id)
    sums = store.arena.sums(kept.id)
    for number, group in groupby(games, key=lambda record: record.pairing):
        stored = sums.get(number)
        by_chance = stored.get("by_chance") if isinstance(stored, dict) else None
        for record in with_chance(list(group), by_chance):
            experiment.count(record)
    for number, tally in experiment.tallies.items():
        with suppress(KeyError, TypeError, ValueError, AttributeError, OverflowError):
            take_faults(tally, sums[number])
    experiment.total = max(total, experiment.done)
    return experiment, left_out
