"""Data of an experiment, running or stored: tallies, games, answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

from engine.arena.critical_positions import BotAnswer, PlayerScore, PositionResult, marks_of
from engine.arena.experiment import Pairing
from engine.arena.report import PairingTally, kept_tally, tally_from, with_chance
from engine.messages import JouonsError, message_data, message_from
from engine.puzzles.problems import Goal, Problem, PuzzleTheme
from engine.store.experiments import StoredExperiment
from engine.store.game_records import GameLine, GameRecord
from engine.store.store import Store
from gui.arena.form import ExperimentForm, ExperimentKind


class ExperimentData:
    """One experiment; `number` is its number in the store, None before its first save."""

    def __init__(self, form: ExperimentForm, pairs: Sequence[Pairing], total: int) -> None:
        self.form = form
        self.pairs = list(pairs)
        self.total = total
        self.done = 0
        self.number: int | None = None
        self.tallies: dict[int, PairingTally] = {pair.number: PairingTally(pair) for pair in pairs}
        self.marks: list[PlayerScore] = marks_of(form.players, ())
        self.results: list[PositionResult] = []
        self.seconds = 0.0

    def sentences(self) -> Mapping[str, str]:
        """Return the sentences of the own bots that play, by player text."""
        return {}

    def lines(self, pairing: int) -> Sequence[GameLine]:
        """Return the games of a pairing in order, if games are played."""
        return ()

    def record(self, line: GameLine) -> GameRecord:
        """Return a game with its moves. JouonsError when it is gone."""
        raise KeyError(line)

    def records(self) -> Sequence[GameRecord]:
        """Return every game with its moves, in the order of the pairings."""
        return ()

    def data(self) -> dict[str, Any]:
        """Return the data to store beside the games."""
        return self.form.as_json() | {
            "done": self.done,
            "total": self.total,
            "seconds": self.seconds,
        }


class PastExperiment(ExperimentData):
    """An experiment read from the store. JouonsError when it is damaged."""

    def __init__(self, kept: StoredExperiment, store: Callable[[], Store]) -> None:
        self._store = store
        self._lines: dict[int, list[GameLine]] = {}
        self.left_out = 0  # number of damaged rows
        try:
            form = ExperimentForm.from_json(kept.data)
            sums = self._sums(form, kept)
            super().__init__(form, [tally.pairing for tally in sums], 0)
            self.tallies = {tally.pairing.number: tally for tally in sums}
            self.number = kept.id
            self.total = int(kept.data["total"])
            self.seconds = float(kept.data["seconds"])
            self._read_answers()
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise JouonsError("arena.past_damaged") from None
        self.done = len(self.results) or sum(tally.games for tally in sums)
        self.total = max(self.total, self.done)

    def _sums(self, form: ExperimentForm, kept: StoredExperiment) -> list[PairingTally]:
        """Return the tally of each pairing."""
        arena = self._store().arena
        tallies, pairs = arena.sums(kept.id), _pairs(form)
        self.left_out = arena.damaged(kept.id)
        stored = [_stored_tally(pair, tallies.get(pair.number)) for pair in pairs]
        counted = {pair.number: PairingTally(pair) for pair in pairs}
        if None in stored:
            for record in counted_records(records_in(self._store(), kept.id, pairs), tallies):
                counted[record.pairing].add(record)
        return [
            counted[pair.number] if tally is None else tally
            for pair, tally in zip(pairs, stored, strict=True)
        ]

    def _read_answers(self) -> None:
        if self.form.kind is ExperimentKind.POSITIONS and self.number is not None:
            store = self._store()
            self.results = stored_position_results(store, self.number, self.form)
            self.marks = marks_of(self.form.players, self.results)
            self.left_out += store.arena.answered(self.number) - len(self.results)

    def lines(self, pairing: int) -> Sequence[GameLine]:
        """Read the games on first access."""
        if pairing not in self._lines:
            assert self.number is not None
            self._lines[pairing] = self._store().arena.lines(self.number, pairing)
        return self._lines[pairing]

    def record(self, line: GameLine) -> GameRecord:
        assert self.number is not None
        row = self._store().arena.game(self.number, line.pairing, line.number)
        if row is None:
            raise JouonsError("arena.past_damaged")
        return row

    def records(self) -> Sequence[GameRecord]:
        assert self.number is not None
        return list(records_in(self._store(), self.number, self.pairs))


def records_in(store: Store, number: int, pairs: Sequence[Pairing]) -> Iterator[GameRecord]:
    """Return every valid game of these pairings."""
    numbers = {pair.number for pair in pairs}
    return (row for row in store.arena.every_game(number) if row.pairing in numbers)


def counted_records(records: Iterator[GameRecord], sums: Mapping[int, Any]) -> Iterator[GameRecord]:
    """Yield stored games of several pairings, each with whether chance had a part in it.

    `sums` are the stored sums of the pairings, which may be missing or invalid.
    """
    for number, games in groupby(records, key=lambda record: record.pairing):
        stored = sums.get(number)
        by_chance = stored.get("by_chance") if isinstance(stored, dict) else None
        yield from with_chance(list(games), by_chance)


def stored_position_results(
    store: Store, number: int, form: ExperimentForm
) -> list[PositionResult]:
    """Return every valid position of an experiment with the answers of all its players."""
    results = []
    for data in store.arena.answers(number):
        with suppress(KeyError, TypeError, ValueError, AttributeError, OverflowError):
            result = position_result_from_json(data)
            if len(result.answers) == len(form.players):
                results.append(result)
    return results


def _stored_tally(pair: Pairing, data: Any) -> PairingTally | None:
    """Return the stored tally of a pairing; None when it is missing or invalid."""
    try:
        return tally_from(pair, data)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _pairs(form: ExperimentForm) -> list[Pairing]:
    """Return the pairings of a stored form; ValueError when it is invalid."""
    try:
        return form.pairs(saved=True)
    except JouonsError:
        raise ValueError from None


# -- conversion to and from the store --------------------------------------------------------------


def sums_of(tallies: Sequence[PairingTally]) -> dict[int, object]:
    """Convert the tallies of the pairings to data of the store."""
    return {tally.pairing.number: kept_tally(tally) for tally in tallies}


def position_result_to_json(result: PositionResult) -> dict[str, Any]:
    """Convert a position with its answers to JSON data."""
    problem = result.problem
    return {
        "block": result.block,
        "key": result.key,
        "game": problem.game,
        "options": dict(problem.options),
        "position": problem.position,
        "goal": problem.goal.value,
        "solution": list(problem.solution),
        "plies": problem.plies,
        "level": problem.level,
        "theme": problem.theme.value,
        "answers": [
            [each.move, each.right, each.seconds, each.fault and message_data(each.fault)]
            for each in result.answers
        ],
    }


def position_result_from_json(data: Any) -> PositionResult:
    """Read the data of `position_result_to_json`; ValueError and the like for invalid data."""
    problem = Problem(
        str(data["game"]),
        {str(name): str(text) for name, text in data["options"].items()},
        str(data["position"]),
        Goal(data["goal"]),
        tuple(str(move) for move in data["solution"]),
        int(data["plies"]),
        int(data["level"]),
        PuzzleTheme(data["theme"]),
    )
    answers = tuple(
        BotAnswer(str(move), bool(right), float(seconds), fault and message_from(fault))
        for move, right, seconds, fault in data["answers"]
    )
    return PositionResult(int(data["block"]), problem, str(data["key"]), answers)
