"""Keeping a match: autosave after every move, finished games, what learners learn from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from engine.levels import FIT, kept_rung, next_rung
from engine.protocols import HUMAN, BagChange, Learns, Outcome
from engine.registry import learns, make_bot
from engine.saves import SavedGame
from gui.app_context import AppContext
from gui.match.table import BOOKED, PAUSED, GameTable, Players
from gui.write_queue import Ending, SaveSlot

if TYPE_CHECKING:
    from engine.store import Store

RESULTS = {Outcome.FIRST_WINS: "first", Outcome.DRAW: "draw", Outcome.SECOND_WINS: "second"}


def saved_game(table: GameTable, ply: int | None = None) -> SavedGame:
    """The table as a file would hold it; `ply` is the position shown, if not the present one."""
    session, game = table.session, table.game
    return SavedGame(
        game=game.id,
        options=dict(game.options),
        start=game.text(session.start),
        first=table.players.first,
        second=table.players.second,
        seed=table.seed,
        moves=tuple(session.move_texts()),
        ply=session.ply if ply is None else ply,
        number=table.number,
        wins=table.series.wins,
        draws=table.series.draws,
        alternate=table.alternate,
        extra=_extra(table),
    )


def _extra(table: GameTable) -> dict[str, object]:
    """What a file says of the players beside their texts, and of what holds of the game."""
    players = table.players
    texts = {"names": list(players.names), "earlier": list(players.earlier)}
    extra: dict[str, object] = {key: kept for key, kept in texts.items() if any(kept)}
    said = {BOOKED: table.record.booked, PAUSED: table.held}
    return extra | {key: True for key, holds in said.items() if holds}


def _booked(players: Players, side: int) -> str:
    """Under what a side's result is kept: every level it has played at, apart by a space."""
    text = players.of(side)
    return text if text == HUMAN else " ".join(dict.fromkeys((*players.earlier, text)))


def _climb(store: Store, game: str, players: Players, final: Outcome | None) -> None:
    """The opponent that fits goes one rung up or down for the person it has played.

    Only where it made every move of the computer: a game half lost against another level would
    say nothing of how the two fit.
    """
    texts = (players.first, players.second)
    if final is None or players.earlier or FIT not in texts or HUMAN not in texts:
        return
    side = texts.index(FIT)
    person = players.names[1 - side]
    rung = kept_rung(store.rung(person, game))
    store.keep_rung(person, game, next_rung(rung, final.score(side)))


class AutoSave:
    """Hands the table over to be kept when it changes; what cannot be written now waits."""

    def __init__(self, app_context: AppContext, table: GameTable) -> None:
        self.app_context = app_context
        self.table = table
        # As the table begins it is not kept, unless it was given.
        self._kept = (-1, False) if table.record.given else (table.changes, table.held)
        # By game: the moves it ended with when it was booked, and what learners gained by them.
        self._rewards: dict[SaveSlot, tuple[tuple[int, ...], tuple[BagChange, ...]]] = {}

    @property
    def learned(self) -> int:
        """How many bags of learners grew by the end of the game on the table."""
        moves, gained = self._rewards.get(self.table.record, ((), ()))
        if moves != self.table.session.all_moves:
            return 0  # by another end it had, or this is a side line
        return len(gained)

    @property
    def gained(self) -> tuple[BagChange, ...]:
        """What learners have learned from the game on the table, by whichever end it had."""
        return self._rewards.get(self.table.record, ((), ()))[1]

    def keep(self) -> None:
        """Autosave: the unfinished game, or the list of finished games."""
        table = self.table
        now = table.changes, table.held
        if now == self._kept:
            return
        self._kept = now
        record, moves = table.record, table.session.all_moves
        if table.main_line is not None or not record.begun(moves):
            return  # only looked at: what is kept of the game stays as it is
        ending = self._ending()
        # The place looked at is not kept, but where bots are held there.
        looked_at = (table.browsing and not table.held) or ending is not None
        saved = saved_game(table, len(moves) if looked_at else None)
        if ending is not None:  # the same write books it
            saved = replace(saved, extra={**saved.extra, BOOKED: True})
        if record.want(table.game.id, saved.to_json(), ending):
            self.app_context.write_queue.put(record, self._write_of(record, ending is not None))

    def withdraw(self, record: SaveSlot) -> None:
        """Undo has left a game: one that was given and not played at is not kept any longer."""
        if record.given and not record.touched:
            self.app_context.write_queue.put(
                record, lambda: record.withdraw(self.app_context.store)
            )

    def _ending(self) -> Ending | None:
        """How the game on the table ended, if its end was played."""
        table = self.table
        final = table.game.outcome(table.session.all_states[-1])
        if final is None or not table.concluded:
            return None
        plies = len(table.session.all_moves)
        players = table.players
        first, second = (_booked(players, side) for side in (0, 1))
        result, names = RESULTS[final], players.names
        return Ending(first, second, table.seed, result, plies, table.counts, names)

    def _write_of(self, record: SaveSlot, over: bool) -> Callable[[], None]:
        """Bringing the store up to date, as often as it must be tried.

        After a finished game the learners at the table fill their bags in the same change, and
        the opponent that fits goes a rung up or down: at the first end the game has, for whoever
        steps back and ends it otherwise could teach them the same game over and over. That it was
        is kept with the game, and holds when it is left unfinished and gone on with later.
        """
        app_context, game = (
            self.app_context,
            self.table.game,
        )  # the store may not open before a later try
        session, players = self.table.session, self.table.players
        states, moves = session.all_states, session.all_moves
        counts = over and self.table.counts
        final = game.outcome(states[-1]) if counts else None
        gained: list[BagChange] = []

        def learn() -> None:
            _climb(app_context.store, game.id, players, final)
            gained.clear()  # of a try that came to nothing
            sides = [side for side in (0, 1) if learns(players.of(side))]
            if sides:
                learner = cast(Learns, make_bot(players.of(sides[0]), app_context.store))
                gained.extend(learner.reward(game, states, moves, *sides))
                learner.save(game)

        def write() -> None:
            if not over or record.booked:
                record.write(app_context.store)
                return
            record.write(app_context.store, learn)
            record.booked = True
            self._rewards[record] = moves, tuple(gained)

        return write
