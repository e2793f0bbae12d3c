"""Keeping a match: autosave after every move, finished games, what learners learn from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from engine.protocols import BagChange, Learns, Outcome
from engine.registry import learns, make_bot
from engine.saves import SavedGame
from gui.keeping import Ending, GameRecord
from gui.match.house import House
from gui.match.table import Table

RESULTS = {Outcome.FIRST_WINS: "first", Outcome.DRAW: "draw", Outcome.SECOND_WINS: "second"}


def saved_game(table: Table, ply: int | None = None) -> SavedGame:
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
    )


class Keeper:
    """Hands the table over to be kept when it changes; what cannot be written now waits."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self._kept_changes = table.changes
        self._rewards: dict[GameRecord, tuple[BagChange, ...]] = {}

    @property
    def changes(self) -> tuple[BagChange, ...]:
        """What the learners' bags gained by the game on the table."""
        return self._rewards.get(self.table.record, ())

    @property
    def learned(self) -> int:
        """How many bags grew after the game on the table."""
        return len(self.changes)

    def keep(self) -> None:
        """Autosave: the unfinished game, or the list of finished games."""
        table = self.table
        if table.changes == self._kept_changes:
            return
        self._kept_changes = table.changes
        record, moves = table.record, table.session.all_moves
        if table.main_line is not None or not record.begun(moves):
            return  # only looked at: what is kept of the game stays as it is
        ending = self._ending()
        looked_at = table.browsing or ending is not None  # the place looked at is not kept
        text = saved_game(table, len(moves) if looked_at else None).to_json()
        if record.want(table.game.id, text, ending):
            house = self.house
            house.keeping.put(record, lambda: record.write(house.store))
        if ending is not None and record.rewarded != moves:
            record.rewarded = moves
            self._reward(record)

    def _ending(self) -> Ending | None:
        """How the game on the table ended, if its end counts."""
        table = self.table
        final = table.game.outcome(table.session.all_states[-1])
        if final is None or not table.counted:
            return None
        plies = len(table.session.all_moves)
        players = table.players
        return Ending(players.first, players.second, table.seed, RESULTS[final], plies)

    def _reward(self, record: GameRecord) -> None:
        """After a finished game, the learners at the table fill their bags."""
        self._rewards.pop(record, None)
        for side in (0, 1):
            if learns(self.table.spec(side).text):
                self.house.keeping.put(object(), self._reward_of(record, side))

    def _reward_of(self, record: GameRecord, side: int) -> Callable[[], None]:
        """One learner's reward as a write that may be tried again and counts once."""
        game: Any = self.table.game
        states, moves = self.table.session.all_states, self.table.session.all_moves
        rewarded: list[Learns] = []
        text = self.table.spec(side).text

        def write() -> None:
            if not rewarded:
                learner = cast(Learns, make_bot(text, self.house.store))
                gained = learner.reward(game, states, moves, side)
                rewarded.append(learner)
                self._rewards[record] = self._rewards.get(record, ()) + gained
            rewarded[0].save(game)

        return write
