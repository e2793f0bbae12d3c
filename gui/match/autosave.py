"""Saving of a match: autosave after every move, finished games, updates of learners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from engine.levels import FIT, kept_rung, next_rung
from engine.protocols import HUMAN, BagChange, Game, Learns, Outcome
from engine.registry import is_own, learns, make_bot, own_hash
from engine.saves import SavedGame
from gui.app_context import AppContext
from gui.match.table import BOOKED, PAUSED, GameTable, Players
from gui.write_queue import Ending, SaveSlot

if TYPE_CHECKING:
    from engine.store.store import Store


def saved_game(table: GameTable, ply: int | None = None) -> SavedGame:
    """Return the table as a save file; `ply` is the position shown, by default the current one."""
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
    """Return the extra fields of the save file: player names, earlier levels, flags of the game."""
    players = table.players
    texts = {"names": list(players.names), "earlier": list(players.earlier)}
    extra: dict[str, object] = {key: values for key, values in texts.items() if any(values)}
    hashes = {text: own_hash(text) for text in (players.first, players.second) if is_own(text)}
    extra |= {"hashes": hashes} if hashes else {}
    extra |= program_of(table.game)
    flags = {BOOKED: table.record.booked, PAUSED: table.held}
    return extra | {key: True for key, is_set in flags.items() if is_set}


def program_of(game: Game[Any]) -> Mapping[str, object]:
    """Return the part of a save with the text of a person's own game; nothing for other games."""
    if not is_own(game.id):
        return {}
    from engine.own.games import text_for_save

    return text_for_save(cast(Any, game))


def _booked(players: Players, side: int) -> str:
    """Return the key of a side's result: each level it played at, separated by spaces."""
    text = players.of(side)
    return text if text == HUMAN else " ".join(dict.fromkeys((*players.earlier, text)))


def _climb(store: Store, game: str, players: Players, final: Outcome | None) -> None:
    """Move the adaptive opponent one level up or down for its human opponent.

    Only where it made every move of the computer: a game half played by another level says nothing
    about how well the two are matched.
    """
    texts = (players.first, players.second)
    if final is None or players.earlier or FIT not in texts or HUMAN not in texts:
        return
    side = texts.index(FIT)
    person = players.names[1 - side]
    rung = kept_rung(store.rung(person, game))
    store.keep_rung(person, game, next_rung(rung, final.score(side)))


# Called with the positions and moves of a game at its first end.
OnFirstEnd = Callable[[Sequence[Any], Sequence[int]], None]


class AutoSave:
    """Autosaves the game after each change; failed writes are queued."""

    def __init__(
        self, app_context: AppContext, table: GameTable, on_first_end: OnFirstEnd | None = None
    ) -> None:
        self.app_context = app_context
        self.table = table
        self._on_first_end = on_first_end
        # The initial state of the table is not saved, except of a game opened from elsewhere.
        self._kept = (-1, False) if table.record.given else (table.changes, table.held)
        # By game: the bag changes of its learners.
        self._rewards: dict[SaveSlot, tuple[BagChange, ...] | None] = {}

    @property
    def gained(self) -> tuple[BagChange, ...] | None:
        """The bag changes of learners from the current game, whichever end was recorded.

        None if no learner took a lesson from it; a lost game is a lesson without changes.
        """
        return self._rewards.get(self.table.record)

    def keep(self) -> None:
        """Queue an autosave of the unfinished game, or a record of the finished one."""
        table = self.table
        now = table.changes, table.held
        if now == self._kept:
            return
        self._kept = now
        record, moves = table.record, table.session.all_moves
        if table.main_line is not None or not record.begun(moves):
            return  # browsing only: the save stays as it is
        ending = self._ending()
        # A browsed position is not saved, unless the bots are held there.
        browsed = (table.browsing and not table.held) or ending is not None
        saved = saved_game(table, len(moves) if browsed else None)
        if ending is not None:  # the same write records it
            saved = replace(saved, extra={**saved.extra, BOOKED: True})
        if record.want(table.game.id, saved.to_json(), ending):
            self.app_context.write_queue.put(record, self._write_of(record, ending is not None))

    def withdraw(self, record: SaveSlot) -> None:
        """Remove the save of an opened game that undo has left unplayed."""
        if record.given and not record.touched:
            self.app_context.write_queue.put(
                record, lambda: record.withdraw(self.app_context.store)
            )

    def _ending(self) -> Ending | None:
        """Return how the current game ended, if its end was played on the board."""
        table = self.table
        final = table.game.outcome(table.session.all_states[-1])
        if final is None or not table.concluded:
            return None
        plies = len(table.session.all_moves)
        players = table.players
        first, second = (_booked(players, side) for side in (0, 1))
        result, names = final.word, players.names
        return Ending(first, second, table.seed, result, plies, table.counts, names)

    def _write_of(self, record: SaveSlot, over: bool) -> Callable[[], None]:
        """Return a write that updates the store; it may be retried any number of times.

        After a finished game the learners at the table update their bags in the same change, and
        the adaptive opponent moves a level up or down. Both happen only at the first end of a game,
        because a player could otherwise undo and end the same game again and again. The save file
        records that it happened, so this also holds when the game is continued later.
        """
        # `write` reads app_context.store at each try: it may not open before a later one.
        app_context, game = self.app_context, self.table.game
        session, players = self.table.session, self.table.players
        states, moves = session.all_states, session.all_moves
        counts = over and self.table.counts
        final = game.outcome(states[-1]) if counts else None
        lessons: list[tuple[BagChange, ...]] = []  # one at most

        def learn() -> None:
            _climb(app_context.store, game.id, players, final)
            lessons.clear()  # remove results of a failed try
            sides = [side for side in (0, 1) if learns(players.of(side))]
            if sides:
                learner = cast(Learns, make_bot(players.of(sides[0]), app_context.store))
                lessons.append(learner.reward(game, states, moves, *sides))
                learner.save(game)

        def write() -> None:
            if not over or record.booked:
                record.write(app_context.store)
                return
            record.write(app_context.store, learn)
            record.booked = True
            self._rewards[record] = lessons[0] if lessons else None
            if counts and self._on_first_end is not None:
                self._on_first_end(states, moves)

        return write
