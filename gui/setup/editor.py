"""The model of the position editor: cell contents, text and faults. No pygame here."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from engine.messages import JouonsError, Message
from engine.protocols import PositionError, game_key
from engine.session import Session
from gui.boards.editing import Draft, Editing, GridEditing
from gui.undo import UndoStack


@dataclass(frozen=True)
class EditedPosition:
    """A draft together with the text in its field."""

    draft: Draft
    text: str


@dataclass(frozen=True)
class ReadPosition:
    """A position, None without one, and the fault of its text with the cells at fault."""

    state: Any
    over: bool
    fault: Message | None = None
    faulty: frozenset[int] = frozenset()


class Editor:
    """Owns the position and its undo history; draft and text edit the same position."""

    def __init__(self, game: Any, editing: Editing, text: str) -> None:
        self.game = game
        self.editing = editing
        self.content = 1  # that the next click puts down
        self.given = text
        start = game.text(game.initial())
        draft = editing.read(game, text) or editing.read(game, start) or editing.empty(game)
        self.steps = UndoStack(EditedPosition(draft, text or start))

    def go_on(self, text: str) -> None:
        """Go on as left; a text other than the one given before is put down as one more step."""
        if text != self.given:
            self.given = text
            self.type(text or self.game.text(self.game.initial()))

    # -- reading -------------------------------------------------------------------------------

    @property
    def draft(self) -> Draft:
        return self.steps.now.draft

    @property
    def text(self) -> str:
        """The text of the position, as typed or generated."""
        return self.steps.now.text

    def read(self) -> ReadPosition:
        """Return the position of the text, while that has a fault the position of the draft."""
        try:
            state = Session.from_text(self.game, self.text).state
            return ReadPosition(state, self.game.outcome(state) is not None)
        except JouonsError as error:
            where = error.where if isinstance(error, PositionError) else ()
            state = None
            with suppress(PositionError):
                state = self.game.parse(self.editing.text(self.game, self.draft))
            return ReadPosition(state, False, error.message, frozenset(where))

    # -- changing ------------------------------------------------------------------------------

    def _become(self, draft: Draft) -> None:
        self.steps.become(EditedPosition(draft, self.editing.text(self.game, draft)))

    def put(self, cell: int, content: int) -> None:
        """Set the content of a cell, or the size of a heap; 0 clears it."""
        if isinstance(self.editing, GridEditing):
            self._become(self.editing.put(self.game, self.draft, cell, content))
        else:
            self._become(self.draft.put(cell, content))

    def let_move(self, mover: int) -> None:
        self._become(replace(self.draft, mover=mover))

    def add_heap(self) -> None:
        self._become(replace(self.draft, cells=(*self.draft.cells, 1)))

    def remove_heap(self) -> None:
        self._become(replace(self.draft, cells=self.draft.cells[:-1]))

    def type(self, text: str) -> None:
        """Take a typed text; the draft follows as far as the text is a board or moves to one."""
        read = self.editing.read(self.game, text)
        if read is None:
            with suppress(JouonsError):
                reached = Session.from_text(self.game, text)
                read = self.editing.read(self.game, reached.text())
        self.steps.become(EditedPosition(read if read is not None else self.draft, text))

    def clear(self) -> None:
        self._become(self.editing.empty(self.game))

    def begin(self) -> None:
        """Set up the initial position of the game."""
        self.type(self.game.text(self.game.initial()))


class UnfinishedEditors(dict[str, Editor]):
    """The editors whose position is not used yet, by `game_key`; each goes on where it was left."""

    def open(self, game: Any, editing: Editing, text: str) -> Editor:
        """Return the editor left in this game, else a new one for a text."""
        editor = self.get(game_key(game))
        if editor is None or not (editor.steps.can_undo or editor.steps.can_redo):
            editor = self[game_key(game)] = Editor(game, editing, text)
        editor.go_on(text)
        return editor
