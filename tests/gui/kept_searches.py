"""Searches and tables of puzzles that many tests of the window look at, worked out once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engine.context import Context
from engine.protocols import game_key
from engine.recording import Recorder, Recording
from engine.solvers import puzzle_solvers
from engine.solvers.distance_table import DistanceTable, build
from engine.solvers.puzzle_solvers import PuzzleSolvers
from engine.trace.puzzle_search import record_both_ends
from gui.inspector import search_inspector


class KeptSearches:
    """The recordings of searches from both ends, and the tables of distances."""

    def __init__(self) -> None:
        self._recordings: dict[tuple[str, Any], Recording] = {}
        self._tables: dict[str, DistanceTable[Any]] = {}

    def record(
        self, solvers: PuzzleSolvers[Any], state: Any, context: Context[Any], recorder: Recorder
    ) -> None:
        """Do what record_both_ends does, the second time from memory."""
        key = game_key(solvers.puzzle), state
        known = self._recordings.get(key)
        if known is None:
            record_both_ends(solvers, state, context, recorder)
            self._recordings[key] = recorder.recording()
            return
        recorder.kind = known.kind
        for event in known.events:
            context.check()
            recorder.add(event)
        assert known.result is not None
        recorder.finish(known.result)

    def table(self, puzzle: Any, context: Context[Any]) -> DistanceTable[Any]:
        """Do what build does, the second time from memory."""
        context.check()
        key = game_key(puzzle)
        if key not in self._tables:
            self._tables[key] = build(puzzle, context)
        return self._tables[key]

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Let the screens find what others found that looked at the same position."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(search_inspector, "record_both_ends", self.record)
            patch.setattr(puzzle_solvers, "build", self.table)
            yield
