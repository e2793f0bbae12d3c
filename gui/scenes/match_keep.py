"""Keeping a match: autosave after every move, finished games, what learners learn from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.messages import JouonsError
from engine.protocols import Outcome
from engine.registry import make_bot
from engine.saves import SavedGame
from gui.services import Services
from gui.table import Table

if TYPE_CHECKING:
    from engine.bots.learner import BagChange, Learner

RESULTS = {Outcome.FIRST_WINS: "first", Outcome.DRAW: "draw", Outcome.SECOND_WINS: "second"}


def saved_game(table: Table) -> SavedGame:
    """The table as a file would hold it."""
    session, game = table.session, table.game
    return SavedGame(
        game=game.id,
        options=dict(game.options),
        start=game.text(session.start),
        first=table.players.first,
        second=table.players.second,
        seed=table.seed,
        moves=tuple(session.move_texts()),
        ply=session.ply,
        number=table.number,
        wins=table.series.wins,
        draws=table.series.draws,
        alternate=table.alternate,
    )


class Keeper:
    """Writes the table to the store when it changes; a failure is said once, the game goes on."""

    def __init__(self, services: Services, table: Table) -> None:
        self.services = services
        self.table = table
        self.learned = 0  # bags that grew after the last game
        self.changes: tuple[BagChange, ...] = ()  # what the learners' bags gained after it
        self._kept_changes = table.changes
        self._finished: tuple[int, int] | None = None  # table number and row of the finished game
        self._warned = False
        self._adopted: tuple[int, ...] | None = None  # the moves of a game that came finished
        self.adopt()

    def adopt(self) -> None:
        """A game that came finished to the table, from a file or the list, is not kept again."""
        session = self.table.session
        if self.table.game.outcome(session.all_states[-1]) is not None:
            self._finished = (self.table.number, 0)
            self._adopted = tuple(session.all_moves)

    def keep(self) -> None:
        """Autosave: the slot of the game, or the list of finished games."""
        table = self.table
        if table.changes == self._kept_changes:
            return
        self._kept_changes = table.changes
        try:
            self._write()
        except JouonsError as error:
            if not self._warned:
                self._warned = True
                self.services.notify(error.message, fault=True)

    def _write(self) -> None:
        table, store = self.table, self.services.store
        session = table.session
        final = table.game.outcome(session.all_states[-1])
        if table.main_line is not None or tuple(session.all_moves) == self._adopted:
            return  # only looked at: the game in progress keeps its place
        if final is None or not table.counted:
            if session.all_moves:
                store.save_slot(table.game.id, saved_game(table).to_json())
            return
        key = table.number
        if self._finished is not None and self._finished[0] == key:
            return
        newest = store.unfinished(table.game.id)
        row = store.add_game(
            table.game.id,
            table.players.first,
            table.players.second,
            table.seed,
            RESULTS[final],
            len(session.all_moves),
            saved_game(table).to_json(),
            newest[0].id if newest else None,
        )
        self._finished = (key, row)
        self._learn()

    def _learn(self) -> None:
        """After a finished game, the learners at the table fill their bags."""
        table = self.table
        self.learned, self.changes = 0, ()
        for side in (0, 1):
            if table.spec(side).kind != "learner":
                continue
            learner: Learner = make_bot("learner", self.services.store)  # type: ignore[assignment]
            session = table.session
            changes = learner.learn(table.game, session.all_states, session.all_moves, side)
            self.changes += changes
            self.learned += len(changes)

    def before_undo(self) -> bool:
        """Whether the shown game counts as finished."""
        return self.table.counted and self.table.outcome is not None

    def after_undo(self, counted: bool) -> None:
        """A finished game taken back into play no longer counts in the series."""
        table = self.table
        if not counted or table.outcome is not None or self._finished is None:
            return
        final = table.game.outcome(table.session.all_states[-1])
        if final is None or self._finished[0] != table.number:
            return
        first, second = table.series.wins
        first -= final is Outcome.FIRST_WINS
        second -= final is Outcome.SECOND_WINS
        from gui.table import Series

        draws = table.series.draws - (final is Outcome.DRAW)
        table.series = Series((max(0, first), max(0, second)), max(0, draws), table.series.games)
        table.counted = False
        try:
            # Row 0: it was not kept from this table.
            if self._finished[1]:
                self.services.store.remove_game(self._finished[1])
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
        self._finished = None
