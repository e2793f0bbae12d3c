"""The board and the turns of puzzles of one player on a screen of exercises."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from gui.boards.puzzle_table import PuzzleTable
from gui.exercises.exercise import AttemptPhase
from gui.exercises.exercise_view_model import ExerciseViewModel
from gui.exercises.screen import ExerciseScreen
from gui.exercises.turns import TurnsAttempt
from gui.kit import Icon
from gui.kit.command import Command
from gui.kit.layout import Layout


class TurnsScreen(ExerciseScreen):
    """A screen of exercises that may be puzzles of one player."""

    puzzle: PuzzleTable | None = None  # its board

    @property
    def turns(self) -> TurnsAttempt | None:
        """The attempt at a puzzle of turns, None for other puzzles."""
        attempt = self.model.attempt
        return attempt if isinstance(attempt, TurnsAttempt) else None

    def show_attempt(self, before: ExerciseViewModel, new: bool) -> None:
        super().show_attempt(before, new)
        turns = self.turns
        if turns is not None:
            handling = turns.handling
            if self.puzzle is None or self.puzzle.handling.id != handling.id:
                self.puzzle = PuzzleTable(self.ui, handling, self.turn, self._not_free)
            self.puzzle.handling = handling
            self.puzzle.view.adopt(self.services.settings)
            if new:
                self.puzzle.begin(turns.problem.position, turns.turns)
            elif self.puzzle.follow(turns.turns):
                self.services.sounds.play(self.puzzle.sound)
        if self.puzzle is not None:
            self.puzzle.free = turns is not None and turns.open

    @property
    def moving(self) -> bool:
        if self.turns is not None:
            return self.puzzle is not None and self.puzzle.view.moving
        return super().moving

    def board(self) -> Layout:
        if self.turns is not None and self.puzzle is not None:
            return self.puzzle.widget()
        return super().board()

    def commands(self) -> Mapping[str, Command]:
        inherited, turns = dict(super().commands()), self.turns
        turned = turns is not None and turns.can_undo

        def act(change: Callable[[TurnsAttempt], None]) -> Callable[[], None]:
            return self.and_refresh(lambda: None if turns is None else change(turns))

        inherited["undo"] = Command("undo", act(TurnsAttempt.undo), Icon.UNDO, turned)
        inherited["restart"] = Command("restart", act(TurnsAttempt.restart), Icon.FIRST, turned)
        return inherited

    def _not_free(self) -> None:
        """Take a wrong try back at once when a person moves on."""
        turns = self.turns
        if turns is not None and turns.phase is AttemptPhase.REFUTED:
            self.and_refresh(turns.again)()

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.turns is not None:
            return self.puzzle is not None and self.puzzle.press(event)
        return super().on_event(event)

    def turn(self, text: str, position: str) -> tuple[str, ...]:
        """Record a move by hand; return the moves since the puzzle's position."""
        turns = self.turns
        assert turns is not None and self.puzzle is not None
        turns.turn(text, position)
        self.services.sounds.play(self.puzzle.sound)
        return turns.turns
