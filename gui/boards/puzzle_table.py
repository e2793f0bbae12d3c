"""A puzzle that a person plays move by move, and that can follow a list of moves."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.messages import Message
from gui.boards import board_of, make_puzzle_view
from gui.boards.board_widget import PuzzleWidget
from gui.boards.handling import Handling, Move
from gui.ui import Ui

# Called with a move and the position after it; returns the moves since the start.
Moved = Callable[[str, str], tuple[str, ...]]


class PuzzleTable:
    """Keeps a puzzle's view in step with a position and the moves made from it."""

    def __init__(
        self, ui: Ui, handling: Handling, moved: Moved, on_refused: Callable[[], None]
    ) -> None:
        self.handling = handling
        self.view = make_puzzle_view(handling.puzzle, ui.theme, ui.brush, ui.tr)
        self.sound = board_of(handling.id).sound
        self.moved = moved
        self.on_refused = on_refused  # called for a move while no move is possible
        self.free = True  # whether a person may move
        self._positions = [handling.goal]  # shown or being animated, from the start
        self._moves: tuple[str, ...] = ()

    def widget(self) -> PuzzleWidget:
        return PuzzleWidget(self.view, self._by_hand, fills=True)

    def begin(self, position: str, moves: tuple[str, ...]) -> None:
        """Show a position with moves made from it, without animation."""
        self._moves = moves
        self._positions = [position]
        for text in moves:
            self._positions.append(self._after(text))
        self.view.show(self._positions[-1])

    def follow(self, moves: tuple[str, ...]) -> bool:
        """Animate from the current moves to these, undoing where they differ; true if they do."""
        before, self._moves = self._moves, moves
        same = 0
        while same < min(len(before), len(moves)) and before[same] == moves[same]:
            same += 1
        for _ in before[same:]:
            left = self._positions.pop()
            back = self.handling.move_between(left, self._positions[-1])
            assert back is not None
            self.view.play(back, self._positions[-1])
        for text in moves[same:]:
            self._positions.append(self._after(text))
            self.view.play(self.handling.read_moves(text)[0], self._positions[-1])
        return before != moves

    def press(self, event: pygame.event.Event) -> bool:
        """Handle a key: one that plays, or an arrow."""
        return self.widget().press(event)

    def _after(self, text: str) -> str:
        return self.handling.after(self._positions[-1], self.handling.read_moves(text))

    def _by_hand(self, move: Move | Message) -> None:
        if isinstance(move, Message):
            return
        for step in self.handling.read_moves(move.text):
            if not self.free or not self.handling.counts(step):
                self.view.let_go()
                if not self.free:
                    self.on_refused()
                return
            after = self.handling.play(self._positions[-1], step)
            self.view.play(step, after)
            self._positions.append(after)
            self._moves = self.moved(step.text, after)
            del self._positions[len(self._moves) + 1 :]
