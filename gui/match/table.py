"""The table of a match: session, players, series and undo history.

No pygame here. The model of a match gets the side to move from the table and plays moves on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any

from engine.protocols import HUMAN, Decision, Game, OptionError, Outcome, PositionError
from engine.registry import (
    PlayerSpec,
    check_player,
    is_own,
    make_game,
    parse_player,
    with_other_starter,
)
from engine.saves import SavedGame, replay
from engine.session import Session
from gui.people import clean_name, names_at
from gui.undo import UndoStack
from gui.write_queue import SaveSlot

PAUSED = "paused"  # save file flag: two bots, paused at the saved ply
BOOKED = "booked"  # save file flag: levels and bags were updated for this game
MAX_EARLIER = 8  # remembered levels of one game


@dataclass(frozen=True)
class Players:
    """The two sides of a game: player texts in order of turn.

    `names` are the names of the people by side, "" for a bot or a person without a name.
    """

    first: str
    second: str
    names: tuple[str, str] = ("", "")
    persons: tuple[int, int] = (0, 1)  # index of the stored person on each side
    earlier: tuple[str, ...] = ()  # earlier bots of the computer in this game

    def of(self, side: int) -> str:
        """Return the player text of side 0 or 1."""
        return self.second if side else self.first

    def swapped(self) -> Players:
        """Return the players with their sides swapped."""
        names, persons = self.names[::-1], self.persons[::-1]
        return Players(self.second, self.first, names, persons, self.earlier)

    @classmethod
    def at(cls, texts: tuple[str, str], people: tuple[str, str]) -> Players:
        """Create players from texts; the first stored person takes the first human side."""
        persons = (0, 1) if texts[0] == HUMAN else (1, 0)
        return cls(*texts, names_at(texts, people), persons)


@dataclass(frozen=True)
class Series:
    """Wins and draws of the two players, whichever side they now play."""

    wins: tuple[int, int] = (0, 0)  # of the player on the first side now, and on the second
    draws: int = 0
    games: int = 0

    def swapped(self) -> Series:
        """Return the score after the sides were swapped."""
        return replace(self, wins=self.wins[::-1])

    def after(self, outcome: Outcome, count: int = 1) -> Series:
        """Return the score with one more game, with -1 without one whose end was taken back."""
        ends = (Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW)
        first, second, draws = (
            max(0, number + count * (outcome is end))
            for number, end in zip((*self.wins, self.draws), ends, strict=True)
        )
        return Series((first, second), draws, max(0, self.games + count))


@dataclass(frozen=True)
class DecisionRecord:
    """A bot's decision with everything needed to repeat it; `decision` contains a learner's bag."""

    decision: Decision
    player: str  # the player text
    seed: tuple[int, ...]  # the components of the decision's seed
    hurried: int | None = None  # the effort at which it had to answer at once


@dataclass(frozen=True)
class TableSnapshot:
    """A copy of the attributes of the table that undo, or the end of a side line, restores."""

    session: Session[Any]
    players: Players
    series: Series
    number: int
    concluded: bool
    seed: int
    record: SaveSlot
    main_line: TableSnapshot | None
    browsing: bool
    thoughts: Mapping[int, DecisionRecord]


class GameTable:
    """One game of a series on the table. `changes` grows with every change of position."""

    def __init__(
        self,
        game: Game[Any],
        players: Players,
        *,
        seed: int,
        alternate: bool = True,
        session: Session[Any] | None = None,
        series: Series | None = None,
        number: int = 0,
        record: SaveSlot | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.seed = seed
        self.alternate = alternate
        self.session: Session[Any] = session if session is not None else Session(game)
        self.series = series if series is not None else Series()
        self.number = number
        continues = record is not None and not self.session.over
        self.concluded = self.finished and not continues  # its end was played and recorded
        moves = self.session.all_moves
        self.record = record if record is not None else SaveSlot(came_with=moves)
        self.main_line: TableSnapshot | None = None
        self.thoughts: dict[int, DecisionRecord] = {}  # by the ply after the bot's move
        self.resumed = 0  # plies that came with a saved game, without their decision records
        self.browsing = False  # an earlier position is shown by a jump, not by undo
        self.waiting = False  # a bot to move waits for a request, after a jump or an undo
        self.paused = False  # a person has paused the bots
        self.changes = 0
        self.renewed: Game[Any] | None = None  # the same game with other rules, for what begins
        self.games = UndoStack(self.snapshot())  # the current entry is the initial table

    # -- reading -------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The position shown."""
        return self.session.state

    @property
    def side(self) -> int:
        """The side to move, 0 or 1."""
        return self.game.to_move(self.session.state)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the position shown, or None."""
        return self.game.outcome(self.session.state)

    @property
    def finished(self) -> bool:
        """Whether the newest position, shown or not, is an end."""
        return self.game.outcome(self.session.all_states[-1]) is not None

    @property
    def counts(self) -> bool:
        """Whether the game counts in series and statistics; one from a set-up position does not."""
        return bool(self.session.start == self.game.initial())

    @property
    def recorded(self) -> bool:
        """Whether the game was opened at its end and belongs to no series, as one of the arena."""
        return self.counts and self.concluded and not self.series.games

    def spec(self, side: int) -> PlayerSpec:
        return parse_player(self.players.of(side))

    def is_human(self, side: int) -> bool:
        """Whether a person plays a side."""
        return self.players.of(side) == HUMAN

    def person(self, side: int) -> int:
        """Return the index of the stored person on a side."""
        return self.players.persons[side]

    @property
    def humans(self) -> int:
        """The number of people playing."""
        return (self.players.first, self.players.second).count(HUMAN)

    @property
    def human_turn(self) -> bool:
        """Whether a person is to move now."""
        return self.outcome is None and self.is_human(self.side)

    @property
    def at_end(self) -> bool:
        """Whether the newest position is shown."""
        return self.session.ply == len(self.session.all_moves)

    @property
    def held(self) -> bool:
        """Whether two bots are paused within their game, which the save file records."""
        return self.paused and not self.humans and not self.finished

    @property
    def thought(self) -> DecisionRecord | None:
        """The decision of the bot whose move led to the position shown, or None."""
        return self.thoughts.get(self.session.ply)

    @property
    def next_players(self) -> Players:
        """The players of the next game; after a game that ended the starter may alternate."""
        return self.players.swapped() if self.alternate and self.concluded else self.players

    @property
    def next_game(self) -> Game[Any]:
        """The rules of the games that begin from now on."""
        renewed = self.renewed
        return renewed if renewed is not None and renewed.id == self.game.id else self.game

    def decision_seed(self, ply: int | None = None) -> tuple[int, ...]:
        """Return the seed of the decision at a ply, by default the next; bots have different ones.

        It names the game by its seed and its number, the ply, and the side to move.
        """
        ply = self.session.ply if ply is None else ply
        return self.seed, self.number, ply, self.game.to_move(self.session.all_states[ply])

    # -- changing ------------------------------------------------------------------------------

    def play(self, move: int, thought: DecisionRecord | None = None) -> None:
        """Play a move in the position shown. Raises MoveError for an illegal move.

        After a jump back, and anywhere in a recorded game, a different move starts a side line,
        which keeps the game for later. After an undo it replaces the moves taken back. `thought` is
        a bot's decision record.
        """
        tail = self.session.all_moves[self.session.ply :]
        replaced = bool(tail) and tail[0] != move
        if replaced and (self.browsing or self.concluded) and self.main_line is None:
            self.main_line = self.snapshot()
        self.session.play(move)
        ply = self.session.ply
        if replaced:
            self.thoughts = {at: record for at, record in self.thoughts.items() if at < ply}
            self.resumed = min(self.resumed, ply - 1)
        if thought is not None:
            self.thoughts[ply] = thought
        self.browsing = self.browsing and not self.at_end
        self.waiting = False
        self._changed()

    def _count(self, end: Outcome | None, count: int = 1) -> None:
        """Count a game whose end is reached, once; with -1 discount one whose end is taken back."""
        if end is not None and self.concluded is (count < 0) and self.main_line is None:
            self.series = self.series.after(end, count) if self.counts else self.series
            self.concluded = count > 0

    def _changed(self) -> None:
        self._count(self.outcome)
        self.changes += 1

    def undo(self) -> bool:
        """Go back to the person's previous turn, or else to the previous game."""
        session, target = self.session, self._turn_before
        if target is None:
            return self._step(self.games.undo)
        was_over = self.outcome is not None
        self.browsing = False
        session.jump(target)
        if was_over:
            self._count(self.game.outcome(session.all_states[-1]), -1)
        self.waiting = not self.human_turn
        self._changed()
        return True

    def _step(self, step: Callable[[], bool]) -> bool:
        """Go to another game of the table after saving the current one there; true on success."""
        self.games.amend(self.snapshot())
        stepped = step()
        if stepped:
            self._restore(self.games.now)
        return stepped

    @property
    def can_undo(self) -> bool:
        """Whether there is a move or game to take back."""
        return self.can_undo_turn or self.games.can_undo

    @property
    def _turn_before(self) -> int | None:
        """The ply that undo returns to: a person's turn, or any ply where only bots play.

        A position that was set up is one for either side to move.
        """
        states = self.session.states
        for ply in range(self.session.ply - 1, -1, -1):
            if not self.humans or self.is_human(self.game.to_move(states[ply])):
                return ply
        return 0 if self.session.ply and not self.counts else None

    @property
    def can_undo_turn(self) -> bool:
        """Whether undo goes back to a turn of this game."""
        return self._turn_before is not None

    @property
    def came_with_last(self) -> bool:
        """Whether the last move came with the session: nobody made it at this table."""
        moves = self.session.moves
        return bool(moves) and tuple(moves) == self.record.came_with[: len(moves)]

    @property
    def can_redo(self) -> bool:
        """Whether there is a move or game to redo."""
        return self.session.can_redo or self.games.can_redo

    def redo(self) -> bool:
        """Go forward to the person's next turn; past the end, to the game that undo left."""
        session = self.session
        if not session.can_redo:
            return self._step(self.games.redo)
        session.redo()
        while session.can_redo and self.humans and not self.human_turn:
            session.redo()
        self.waiting = not self.human_turn and not self.at_end
        self._changed()
        return True

    def jump(self, ply: int) -> None:
        """Show the position after `ply` moves; bots then wait for a request."""
        if ply != self.session.ply:
            self.session.jump(ply)
            self.look_back()
            self._changed()

    def look_back(self) -> None:
        """Mark the position as one reached without playing: a bot to move waits for a request."""
        self.browsing = not self.at_end
        self.waiting = not self.human_turn

    def change_computer(self, text: str) -> None:
        """Replace the computer's bot; one that has already moved is remembered."""
        side = 1 if self.is_human(0) else 0
        before, moves = self.players.of(side), self.session.all_states[:-1]
        if text == before:
            return
        moved = any(self.game.to_move(state) == side for state in moves)
        earlier = self.players.earlier
        if moved and before not in earlier:
            earlier = (*earlier, before)
        first, second = (self.players.first, text) if side else (text, self.players.second)
        self.players = replace(self.players, first=first, second=second, earlier=earlier)
        self.changes += 1

    def rename(self, side: int, name: str) -> None:
        """Rename the person on a side, in the series as well."""
        first, second = self.players.names
        self.players = replace(self.players, names=(first, name) if side else (name, second))
        self.changes += 1

    def snapshot(self) -> TableSnapshot:
        """Return a copy of the table, independent of later changes."""
        session = self.session
        copy = Session(self.game, session.start)
        for move in session.all_moves:
            copy.play(move)
        copy.jump(session.ply)
        held = {each.name: getattr(self, each.name) for each in fields(TableSnapshot)}
        return TableSnapshot(**held | {"session": copy, "thoughts": dict(self.thoughts)})

    def _restore(self, snapshot: TableSnapshot) -> None:
        for each in fields(snapshot):
            setattr(self, each.name, getattr(snapshot, each.name))
        self.game = snapshot.session.game  # type: ignore[assignment]
        self.thoughts = dict(snapshot.thoughts)
        self.waiting = not self.human_turn
        self._changed()

    def leave_side_line(self) -> None:
        """Restore the game that a side line left."""
        if self.main_line is not None:
            self._restore(self.main_line)

    def _begin(self, session: Session[Any]) -> None:
        """Put another session on the table; undo brings the current one back."""
        worth_keeping = self.session.all_moves or self.session.start != session.start
        self.games.amend(self.snapshot())
        self.session = session
        self.game = session.game  # type: ignore[assignment]
        self.players = replace(self.players, earlier=())
        self.main_line = None
        self.browsing = False
        self.thoughts = {}
        self.resumed = 0
        self.concluded = self.finished
        self.record = SaveSlot(came_with=session.all_moves)
        self.waiting = False
        self._changed()
        begin = self.games.become if worth_keeping else self.games.begin_anew
        begin(self.snapshot())

    def restart(self) -> None:
        """Start the same game anew, with the same sides; other rules have their own start."""
        game = self.next_game
        self._begin(Session(game, self.session.start if game is self.game else game.initial()))
        self.number += 1
        self.wait_as_set_up()

    def wait_as_set_up(self) -> None:
        """Let a bot to move wait for a request in a position set up, until the first move."""
        if not self.counts and not self.session.all_moves:
            self.waiting = not self.human_turn

    def rematch(self) -> None:
        """Start the next game of the series; the starter alternates if so set.

        Where the sides are colours, everybody keeps the colour.
        """
        swaps = self.next_players != self.players
        game = with_other_starter(self.next_game) if swaps else self.next_game
        self._begin(Session(game, game.initial()))
        self.number += 1
        if swaps:
            self._swap()

    def swap_sides(self) -> None:
        """Swap the players' sides; a game in progress is followed by a new one."""
        if self.session.all_moves:
            self._begin(Session(self.next_game, self.next_game.initial()))
            self.number += 1
        self._swap()
        self._changed()

    def _swap(self) -> None:
        self.players = self.players.swapped()
        self.series = self.series.swapped()

    def set_up(self, text: str) -> None:
        """Start from a position, or from moves, as text. Raises PositionError or MoveError.

        A position in which the other colour began is accepted too, and then that colour begins.
        """
        self._begin(session_from_text(self.game, text))
        self.number += 1
        self.take_as_given()

    def take_as_given(self) -> None:
        """Mark a set-up or opened game to be saved before its first move, if it is worth it."""
        begun = self.session.all_moves or not self.counts
        self.record.given = bool(begun) and not self.finished

    def open(self, opened: GameTable) -> None:
        """Take over a saved or pasted game; undo brings the current one back.

        Seed and number come with it, so that its bots decide as they did there.
        """
        same = opened.players in (self.players, self.players.swapped())
        self._begin(opened.session)
        self.number = opened.number
        self.players = opened.players
        self.seed, self.resumed = opened.seed, opened.resumed
        self.record.booked = opened.record.booked
        if not same:
            self.series = Series()
        self.take_as_given()


def session_from_text(game: Game[Any], text: str) -> Session[Any]:
    """Return a session from a text, a position under the rules of this or the other starter.

    Raises the PositionError, or the MoveError, of these rules where both refuse it.
    """
    try:
        return Session.from_text(game, text)
    except PositionError:
        other = with_other_starter(game)
        with suppress(PositionError):
            return Session(other, other.parse(text))
        raise


def players_of(saved: SavedGame) -> Players:
    """Return the players of a saved game; invalid names and players are left out."""
    names, earlier = (_texts(saved.extra.get(key)) for key in ("names", "earlier"))
    first, second = map(clean_name, names) if len(names) == 2 else ("", "")
    before = tuple(filter(_is_player, earlier))[:MAX_EARLIER]
    players = Players.at((saved.first, saved.second), ("", ""))
    return replace(players, names=(first, second), earlier=before)


def _texts(value: object) -> list[str]:
    """Return a list of a save file, each value that is no text as an empty one."""
    listed = value if isinstance(value, list) else []
    return [each if isinstance(each, str) else "" for each in listed]


def _is_player(text: str) -> bool:
    try:
        return bool(parse_player(text))
    except OptionError:
        return False


def check_players(game: Game[Any], players: Players, saved: bool = False) -> None:
    """Check the players. Raises OptionError when a bot cannot play this game."""
    for text in (players.first, players.second):
        check_player(game, text, saved)


def table_from_save(saved: SavedGame, record: SaveSlot | None = None) -> GameTable:
    """Return the table of a saved game; with its record it continues that unfinished game.

    Raises JouonsError for an invalid save.
    """
    if is_own(saved.game):
        from engine.own.games import adopt_saved

        adopt_saved(saved, trusted=record is not None)  # the person has played an unfinished one
    game = make_game(saved.game, saved.options)
    players = players_of(saved)
    check_players(game, players, saved=True)
    table = GameTable(
        game,
        players,
        seed=saved.seed,
        alternate=saved.alternate,
        session=replay(saved, game),
        series=Series(saved.wins, saved.draws, sum(saved.wins) + saved.draws),
        number=saved.number,
        record=record,
    )
    table.resumed = len(table.session.all_moves)
    table.record.booked = table.record.booked or saved.extra.get(BOOKED) is True
    table.paused = saved.extra.get(PAUSED) is True and not table.humans
    if table.held and not table.at_end:
        table.look_back()
    table.wait_as_set_up()
    return table
