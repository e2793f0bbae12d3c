"""The table a match is played at: session, players, series, and what undo may bring back.

No pygame here. The model of a match asks the table who is to move and gives it moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

import numpy as np

from engine.protocols import HUMAN, Decision, Game, OptionError, Outcome
from engine.registry import PlayerSpec, make_bot, make_game, parse_player
from engine.saves import SavedGame, replay
from engine.session import Session
from gui.people import clean_name, names_at
from gui.undo import UndoStack
from gui.write_queue import SaveSlot

PAUSED = "paused"  # in a file: its two bots were held by the person, at the place it tells
BOOKED = "booked"  # in a file: an end of this game has moved rungs and filled bags
MAX_EARLIER = 8  # levels of one game that are remembered


@dataclass(frozen=True)
class Players:
    """The two sides of a game: player texts of the first and of the second to move.

    `names` are those of the persons, side by side, empty for one without a name and for a bot.
    """

    first: str
    second: str
    names: tuple[str, str] = ("", "")
    persons: tuple[int, int] = (0, 1)  # which of the two people kept sits on each side
    earlier: tuple[str, ...] = ()  # what the computer was before, in this game

    def of(self, side: int) -> str:
        """The player text of side 0 or 1."""
        return self.second if side else self.first

    def swapped(self) -> Players:
        """The other way round."""
        names, persons = self.names, self.persons
        return Players(
            self.second, self.first, (names[1], names[0]), (persons[1], persons[0]), self.earlier
        )

    @classmethod
    def at(cls, texts: tuple[str, str], people: tuple[str, str]) -> Players:
        """Players by their texts; the first of the people kept sits down first."""
        persons = (0, 1) if texts[0] == HUMAN else (1, 0)
        return cls(*texts, names_at(texts, people), persons)

    def changed(self, side: int, text: str) -> Players:
        """With another bot on a side."""
        return replace(self, second=text) if side else replace(self, first=text)

    def named(self, side: int, name: str) -> Players:
        """With another name for the person on a side."""
        return replace(self, names=(self.names[0], name) if side else (name, self.names[1]))


@dataclass(frozen=True)
class Series:
    """Wins and draws of the two persons or bots, whichever side they now play."""

    wins: tuple[int, int] = (0, 0)  # of the one who is first now, of the one who is second now
    draws: int = 0
    games: int = 0

    def swapped(self) -> Series:
        """The same score after the sides have changed."""
        return replace(self, wins=(self.wins[1], self.wins[0]))

    def after(self, outcome: Outcome) -> Series:
        """With one more game counted."""
        first, second = self.wins
        first += outcome is Outcome.FIRST_WINS
        second += outcome is Outcome.SECOND_WINS
        draws = self.draws + (outcome is Outcome.DRAW)
        return Series((first, second), draws, self.games + 1)

    def without(self, outcome: Outcome) -> Series:
        """With one game less: its end was taken back."""
        first, second = self.wins
        first -= outcome is Outcome.FIRST_WINS
        second -= outcome is Outcome.SECOND_WINS
        draws = self.draws - (outcome is Outcome.DRAW)
        return Series((max(0, first), max(0, second)), max(0, draws), max(0, self.games - 1))


@dataclass(frozen=True)
class DecisionRecord:
    """How a bot came to its move, with all that its decision hung on, so that it can be made again.

    A learner's bag stands in the decision itself.
    """

    decision: Decision
    player: str  # the player text
    seed: tuple[int, ...]  # what the decision's generator was made of
    hurried: int | None = None  # the effort at which it was told to answer at once


@dataclass(frozen=True)
class TableSnapshot:
    """A whole table that undo, or returning from a side line, can put back."""

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
        self.concluded = self.finished and not continues  # its end was played and is kept
        moves = self.session.all_moves
        self.record = record if record is not None else SaveSlot(came_with=moves)
        self.main_line: TableSnapshot | None = None
        self.thoughts: dict[int, DecisionRecord] = {}  # by the ply that the bot's move led to
        self.browsing = False  # an earlier position was jumped to, not undone to
        self.waiting = False  # a bot is to move but was not asked to: after a jump or an undo
        self.paused = False  # the bots are held by the person
        self.changes = 0
        self.games = UndoStack(self.snapshot())  # the present one is as when it began

    # -- reading -------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The position shown."""
        return self.session.state

    @property
    def side(self) -> int:
        """Who is to move, 0 or 1."""
        return self.game.to_move(self.session.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the shown position ended, if it did."""
        return self.game.outcome(self.session.state)

    @property
    def finished(self) -> bool:
        """Whether the newest position, shown or not, is an end."""
        return self.game.outcome(self.session.all_states[-1]) is not None

    @property
    def counts(self) -> bool:
        """Whether its end counts in the series and the statistics: not from a position set up."""
        return bool(self.session.start == self.game.initial())

    def spec(self, side: int) -> PlayerSpec:
        """The player of a side."""
        return parse_player(self.players.of(side))

    def is_human(self, side: int) -> bool:
        """Whether a person plays that side."""
        return self.players.of(side) == HUMAN

    def person(self, side: int) -> int:
        """Which of the two people kept sits on a side."""
        return self.players.persons[side]

    @property
    def humans(self) -> int:
        """How many of the two are persons."""
        return self.is_human(0) + self.is_human(1)

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
        """Whether two bots are held in the middle of their game: it is kept so."""
        return self.paused and not self.humans and not self.finished

    @property
    def thought(self) -> DecisionRecord | None:
        """How the bot decided whose move led to the shown position."""
        return self.thoughts.get(self.session.ply)

    @property
    def next_players(self) -> Players:
        """The players of the next game: a game that counts has the starter alternate, if chosen."""
        return self.players.swapped() if self.alternate and self.concluded else self.players

    def decision_words(self) -> tuple[int, ...]:
        """What the seed of the decision to be made now is made of: no two bots share one."""
        return self.seed, self.number, self.session.ply, self.side

    def decision_seed(self) -> np.random.SeedSequence:
        """The seed of the decision to be made now."""
        return np.random.SeedSequence(self.decision_words())

    # -- changing ------------------------------------------------------------------------------

    def play(self, move: int, thought: DecisionRecord | None = None) -> None:
        """Play a move in the shown position. Raises MoveError when it is not legal.

        After a jump to the middle of a game, and everywhere in one whose end counts, it begins a
        side line: the game is kept and can be put back. After an undo it replaces what was taken
        back. A bot's thought stays with its move.
        """
        tail = self.session.all_moves[self.session.ply :]
        replaced = bool(tail) and tail[0] != move
        if replaced and (self.browsing or self.concluded) and self.main_line is None:
            self.main_line = self.snapshot()
        self.session.play(move)
        ply = self.session.ply
        if replaced:
            self.thoughts = {at: kept for at, kept in self.thoughts.items() if at < ply}
        if thought is not None:
            self.thoughts[ply] = thought
        self.browsing = self.browsing and not self.at_end
        self.waiting = False
        self._changed()

    def _count(self) -> None:
        """A game whose end is shown for the first time, or again after an undo, counts."""
        outcome = self.outcome
        if outcome is not None and not self.concluded and self.main_line is None:
            self.series = self.series.after(outcome) if self.counts else self.series
            self.concluded = True

    def _uncount(self, final: Outcome | None) -> None:
        """A game whose end is taken back, not only looked away from, no longer counts."""
        if final is not None and self.concluded and self.main_line is None:
            self.series = self.series.without(final) if self.counts else self.series
            self.concluded = False

    def _changed(self) -> None:
        self._count()
        self.changes += 1

    def undo(self) -> bool:
        """Back to the person's previous turn; where there is none, to the game before."""
        session, target = self.session, self._turn_before
        if target is None:
            return self._step(self.games.undo)
        was_over = self.outcome is not None
        self.browsing = False
        session.jump(target)
        if was_over:
            self._uncount(self.game.outcome(session.all_states[-1]))
        self.waiting = not self.human_turn
        self._changed()
        return True

    def _step(self, step: Callable[[], bool]) -> bool:
        """To another game of the table; the present one is kept as it stands."""
        self.games.amend(self.snapshot())
        stepped = step()
        if stepped:
            self._restore(self.games.now)
        return stepped

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self._turn_before is not None or self.games.can_undo

    @property
    def _turn_before(self) -> int | None:
        """The ply that undo goes back to: a person's turn, or any where only bots play."""
        states = self.session.states
        for ply in range(self.session.ply - 1, -1, -1):
            if not self.humans or self.is_human(self.game.to_move(states[ply])):
                return ply
        return None

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be put again."""
        return self.session.can_redo or self.games.can_redo

    def redo(self) -> bool:
        """Forward to the person's next turn; past the end, to the game that undo put away."""
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
        """Show the position after `ply` moves; bots wait until asked."""
        if ply != self.session.ply:
            self.session.jump(ply)
            self.look_back()
            self._changed()

    def look_back(self) -> None:
        """The position shown was not played to: a bot to move waits until it is asked."""
        self.browsing = not self.at_end
        self.waiting = not self.human_turn

    def change_computer(self, text: str) -> None:
        """Another bot plays on for the computer; what it was is remembered if it has moved."""
        side = 1 if self.is_human(0) else 0
        before, moves = self.players.of(side), self.session.all_states[:-1]
        if text == before:
            return
        moved = any(self.game.to_move(state) == side for state in moves)
        earlier = self.players.earlier
        if moved and before not in earlier:
            earlier = (*earlier, before)
        self.players = replace(self.players.changed(side, text), earlier=earlier)
        self.changes += 1

    def rename(self, side: int, name: str) -> None:
        """A person has another name, in the series as well."""
        self.players = self.players.named(side, name)
        self.changes += 1

    def snapshot(self) -> TableSnapshot:
        """The present table, independent of what happens later."""
        session = self.session
        copy = Session(self.game, session.start)
        for move in session.all_moves:
            copy.play(move)
        copy.jump(session.ply)
        return TableSnapshot(
            copy,
            self.players,
            self.series,
            self.number,
            self.concluded,
            self.seed,
            self.record,
            self.main_line,
            self.browsing,
            dict(self.thoughts),
        )

    def _restore(self, kept: TableSnapshot) -> None:
        self.session = kept.session
        self.game = kept.session.game  # type: ignore[assignment]
        self.players = kept.players
        self.series = kept.series
        self.number = kept.number
        self.concluded = kept.concluded
        self.seed = kept.seed
        self.record = kept.record
        self.main_line = kept.main_line
        self.browsing = kept.browsing
        self.thoughts = dict(kept.thoughts)
        self.waiting = not self.human_turn
        self._changed()

    def leave_side_line(self) -> None:
        """Put the game back that a side line left."""
        if self.main_line is not None:
            self._restore(self.main_line)

    def _begin(self, session: Session[Any]) -> None:
        """Put another session on the table; undo brings the present one back."""
        worth_keeping = self.session.all_moves or self.session.start != session.start
        self.games.amend(self.snapshot())
        self.session = session
        self.game = session.game  # type: ignore[assignment]
        self.players = replace(self.players, earlier=())
        self.main_line = None
        self.browsing = False
        self.thoughts = {}
        self.concluded = self.finished
        self.record = SaveSlot(came_with=session.all_moves)
        self.waiting = False
        self._changed()
        begin = self.games.become if worth_keeping else self.games.begin_anew
        begin(self.snapshot())

    def restart(self) -> None:
        """The same game from its start, the same sides."""
        self._begin(Session(self.game, self.session.start))
        self.number += 1

    def rematch(self) -> None:
        """The next game of the series; the starter alternates if so chosen."""
        swaps = self.next_players != self.players
        self._begin(Session(self.game, self.game.initial()))
        self.number += 1
        if swaps:
            self._swap()

    def swap_sides(self) -> None:
        """The players change sides; in a game begun, a new one starts."""
        if self.session.all_moves:
            self._begin(Session(self.game, self.game.initial()))
            self.number += 1
        self._swap()
        self._changed()

    def _swap(self) -> None:
        self.players = self.players.swapped()
        self.series = self.series.swapped()

    def set_up(self, position: Any) -> None:
        """Start from a position."""
        self._begin(Session(self.game, position))
        self.number += 1
        self.take_as_given()

    def take_as_given(self) -> None:
        """What was set up or opened is kept before its first move; the usual start, an end not."""
        begun = self.session.all_moves or not self.counts
        self.record.given = bool(begun) and not self.finished

    def open(self, opened: GameTable) -> None:
        """Take a saved or pasted game; undo brings the present one back.

        Seed and number come with it: its bots decide as they did there.
        """
        same = opened.players in (self.players, self.players.swapped())
        self._begin(opened.session)
        self.number = opened.number
        self.players = opened.players
        self.seed = opened.seed
        self.record.booked = opened.record.booked
        if not same:
            self.series = Series()
        self.take_as_given()


def players_of(saved: SavedGame) -> Players:
    """Who played a saved game; what is no name or no player there is left out."""
    texts = (saved.first, saved.second)
    kept, earlier = saved.extra.get("names"), saved.extra.get("earlier")
    names = [clean_name(n) if isinstance(n, str) else "" for n in kept] if _pair(kept) else ["", ""]
    before = tuple(text for text in earlier if is_player(text)) if _list(earlier) else ()
    players = Players.at(texts, ("", ""))
    return replace(players, names=(names[0], names[1]), earlier=before[:MAX_EARLIER])


def _list(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def _pair(value: object) -> TypeGuard[list[object]]:
    return _list(value) and len(value) == 2


def is_player(text: object) -> TypeGuard[str]:
    """Whether something kept is the text of a player."""
    try:
        return isinstance(text, str) and bool(parse_player(text))
    except OptionError:
        return False


def check_players(game: Game[Any], players: Players) -> None:
    """Raises OptionError, one sentence, when a bot of the two cannot play this game."""
    for text in (players.first, players.second):
        if parse_player(text).kind == HUMAN:
            continue
        reason = make_bot(text).supports(game)
        if reason is not None:
            raise OptionError("player.unsupported", text=text, game=game.id, reason=reason)


def table_from_save(saved: SavedGame, record: SaveSlot | None = None) -> GameTable:
    """The table a saved game describes; with its record it goes on as that unfinished game.

    Raises JouonsError when it is not sound.
    """
    game = make_game(saved.game, saved.options)
    players = players_of(saved)
    check_players(game, players)
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
    table.record.booked = table.record.booked or saved.extra.get(BOOKED) is True
    table.paused = saved.extra.get(PAUSED) is True and not table.humans
    if table.held and not table.at_end:
        table.look_back()
    return table
