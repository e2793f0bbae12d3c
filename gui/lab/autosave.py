"""Autosaves the lab like a game in progress: after each change, and while its clock runs."""

from __future__ import annotations

from engine.store.store import PuzzleResult
from gui.app_context import AppContext
from gui.lab.model import PuzzleLab
from gui.lab.saving import LabWriter
from gui.write_queue import SaveSlot

CLOCK_SECONDS = 5.0  # of an attempt's clock that a kill may cost


class LabAutoSave:
    """Autosaves a lab with changes; failed writes are queued."""

    def __init__(self, app_context: AppContext, lab: PuzzleLab, record: SaveSlot) -> None:
        self.app_context = app_context
        self.lab = lab
        self.record = record
        self._writer = LabWriter(lab.handlings)
        self._since = 0.0

    def keep(self) -> None:
        """Queue a write if the store is out of date."""
        if self._update_slot():
            self.app_context.write_queue.put(
                self.record, lambda: self.record.write(self.app_context.store)
            )

    def _update_slot(self) -> bool:
        """Update the save slot; return whether the store is out of date."""
        self._since = 0.0
        record = self.record
        record.touched = record.touched or self.lab.begun
        if not (record.touched or record.given):
            return False
        text = self._writer.text(self.lab.state(), self.lab.clock())
        return record.want(self.lab.handlings.id, text, None)

    def pass_time(self, dt: float) -> None:
        """Advance by `dt` seconds: a running clock is saved every few seconds."""
        attempt = self.lab.attempt
        if attempt is not None and attempt.under_way:
            self._since += dt
            if self._since >= CLOCK_SECONDS:
                self.keep()

    def add(self, solved: PuzzleResult) -> None:
        """Save a result by hand, together with the lab that no longer waits for it."""
        self._update_slot()

        def write() -> None:
            with self.app_context.store.together():
                self.app_context.store.add_result(solved)
                self.record.write(self.app_context.store)

        self.app_context.write_queue.put(object(), write)
