"""The store of all persistent data in one SQLite file: games, statistics, bags, experiments.

Each change is one transaction: a kill at any moment loses at most the change in progress. One
object may be used from several threads; they take turns. Several programs may use one folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from engine.protocols import HUMAN
from engine.store.experiments import Experiments
from engine.store.learning import BotMemory
from engine.store.schema import FORGET_LARGE_CHANGE, NEXT_CHANGE, SOUND, TRY_MISTAKE
from engine.store.store_file import StoreFile

BUSY_SECONDS = 5.0
# The number of an unfinished game is change * MATCHES + match. The match is permanent, also in the
# copy of another window; every write gets a new change. So a number identifies one state of one
# game, and a write with the number of an older state is recognised as outdated.
MATCHES = 2**31
PAGE = 500  # games per query
TIMES_SOLVED = 2  # a mistake is repeated until it was solved this often
LARGEST_NUMBER = 2**63 - 1
RESULT = "metric, turns, milliseconds, shortest, scramble"  # the columns of a PuzzleResult
KNOWN_NAME = (
    "SELECT 1 FROM seats WHERE first = ? OR second = ?"
    " UNION ALL SELECT 1 FROM rungs WHERE person = ? LIMIT 1"
)
# One person against a bot, without a stored name: the name belongs to the person's side.
NAME_SEATS = (
    "INSERT INTO seats (game, first, second) SELECT id, CASE WHEN first = ? THEN ? ELSE '' END,"
    " CASE WHEN second = ? THEN ? ELSE '' END FROM games"
    " WHERE (first = ?) != (second = ?) AND id NOT IN (SELECT game FROM seats)"
)


@dataclass(frozen=True)
class UnfinishedGame:
    """One game that can be continued.

    `saved` is the text of a `.jouons` file; of a puzzle, the whole state of its lab.
    """

    id: int
    game: str
    saved: str
    saved_at: str


@dataclass(frozen=True)
class FinishedGame:
    """One finished game; `saved` is the text of a `.jouons` file."""

    id: int
    game: str
    first: str
    second: str
    seed: int
    result: str  # first, second or draw
    plies: int
    saved: str
    saved_at: str


@dataclass(frozen=True)
class StoredMistake:
    """A position to try again; `saved` is the text of a `.jouons` file that ends there."""

    id: int
    game: str
    saved: str
    solved: int  # how often it was solved


@dataclass(frozen=True)
class DailyPuzzleState:
    """The progress in the puzzle of a day."""

    wrong: int = 0  # wrong tries
    shown: bool = False  # whether its solution was shown


@dataclass(frozen=True)
class PuzzleResult:
    """A scrambled puzzle that was solved by hand; `variant` names the puzzle with its options."""

    variant: str
    moves: int
    milliseconds: int
    shortest: int  # length of a shortest solution
    scramble: str


def now() -> str:
    """Return the current time as a label; nothing depends on its order."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Store(BotMemory):
    """The store of one data folder, opened by the constructor.

    `notice` reports that a damaged file was set aside, or that rows are damaged. A store of a newer
    version, or one that may not be written, raises ReadOnlyStoreError. A call waits `patience`
    seconds for other programs, then raises StoreBusy.
    """

    def __init__(
        self, folder: Path, clock: Callable[[], str] = now, patience: float = BUSY_SECONDS
    ) -> None:
        self._clock = clock
        self._file = StoreFile(folder, patience)
        self.path = self._file.path
        self.notice = self._file.notice
        self.arena = Experiments(self._file, clock)

    def close(self) -> None:
        self._file.close()

    def another(self) -> Store:
        """Open the same file once more, for long work in another thread. Raises StoreError.

        It creates none where the file was deleted meanwhile.
        """
        self._file.check_in_place()
        return Store(self.path.parent)

    def check_writable(self) -> None:
        """Raise ReadOnlyStoreError before long work whose results could not be stored."""
        self._file.check_writable()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Combine all changes inside into one transaction: a fault or kill leaves all or none."""
        with self._file.change():
            yield

    # -- games in progress ---------------------------------------------------------------------

    def keep_unfinished(self, number: int | None, game: str, saved: str, once: bool = False) -> int:
        """Save a game in progress; return its number, which differs after every change.

        `number` is the result of the last call for this game, or from the list; None for a new
        game.

        If the game was changed, finished or removed meanwhile, by another window for instance, that
        version is unchanged and this one becomes a new game (unless it is equal). With `once` a new
        game that equals a stored one gets the number of that one.
        """
        with self._file.change() as db:
            if number is None and once:
                there = db.execute(
                    "SELECT change, match FROM unfinished WHERE game = ? AND saved = ?"
                    f" AND {SOUND['unfinished']}",
                    (game, saved),
                ).fetchone()
                number = int(there[0]) * MATCHES + int(there[1]) if there is not None else None
            if number is not None:
                db.execute("DELETE FROM unfinished WHERE change = ?", (number // MATCHES,))
                same = db.execute(
                    "SELECT change, match FROM unfinished WHERE match = ? AND saved = ?",
                    (number % MATCHES, saved),
                ).fetchone()
                if same is not None:
                    return int(same[0]) * MATCHES + int(same[1])
            db.execute(FORGET_LARGE_CHANGE)
            change = int(db.execute(NEXT_CHANGE).fetchone()[0])
            match = change if number is None else number % MATCHES
            db.execute(
                "INSERT INTO unfinished VALUES (?, ?, ?, ?, ?)",
                (change, match, game, saved, self._clock()),
            )
            return change * MATCHES + match

    def unfinished(self, game: str | None = None) -> list[UnfinishedGame]:
        """Return the games in progress, most recently changed first; of one game id, or all."""
        columns = f"change * {MATCHES} + match, game, saved, saved_at"
        # By changes, since the clock may go backwards.
        rest = "AND (? IS NULL OR game = ?) ORDER BY change DESC"
        rows = self._file.rows("unfinished", columns, rest, game, game)
        return [UnfinishedGame(*row) for row in rows]

    def remove_unfinished(self, number: int) -> None:
        """Delete a game in progress; if it was changed since it got this number it is unchanged."""
        self._file.write("DELETE FROM unfinished WHERE change = ?", number // MATCHES)

    def restore_unfinished(self, removed: UnfinishedGame) -> None:
        """Undo `remove_unfinished`: the same game, number and place in the list."""
        row = (*divmod(removed.id, MATCHES), removed.game, removed.saved, removed.saved_at)
        self._file.write("INSERT OR IGNORE INTO unfinished VALUES (?, ?, ?, ?, ?)", *row)

    # -- finished games ------------------------------------------------------------------------

    def add_game(
        self,
        game: str,
        first: str,
        second: str,
        seed: int,
        result: str,
        plies: int,
        saved: str,
        unfinished: int | None = None,
        learn: Callable[[], object] | None = None,
        counts: bool = True,
        names: tuple[str, str] = ("", ""),
    ) -> int:
        """Save a finished game, delete its unfinished one, and return its number.

        `names` are the names of the players, empty for unnamed persons and bots. With `counts`
        false the game is listed, but not in the results.

        A match that two windows finish counts once: an equal end is stored once, a different end is
        not counted as long as another is. The unfinished number is then invalid: the next game
        begins with None. `learn` saves the progress of learners: it is called for the first end of
        a match, in the same transaction.
        """
        match = None if unfinished is None else unfinished % MATCHES
        with self._file.change() as db:
            if unfinished is not None:
                db.execute("DELETE FROM unfinished WHERE change = ?", (unfinished // MATCHES,))
            rows = db.execute("SELECT saved, id, counted FROM games WHERE match = ?", (match,))
            ends = {end: (int(row), bool(counted)) for end, row, counted in rows}
            counted = counts and not any(earlier for _, earlier in ends.values())
            if saved in ends:
                number, _ = ends[saved]
                if counted:
                    db.execute("UPDATE games SET counted = 1 WHERE id = ?", (number,))
                return number
            cursor = db.execute(
                "INSERT INTO games (game, first, second, seed, result, plies, saved, saved_at,"
                " counted, match) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (game, first, second, seed, result, plies, saved, self._clock(), counted, match),
            )
            number = int(cursor.lastrowid or 0)
            if any(names):
                db.execute("INSERT OR REPLACE INTO seats VALUES (?, ?, ?)", (number, *names))
            if learn is not None and not ends:
                learn()
            return number

    def remove_game(self, number: int) -> None:
        """Delete a finished game, which goes on after an undo."""
        with self._file.change() as db:
            db.execute("DELETE FROM games WHERE id = ?", (number,))
            db.execute("DELETE FROM seats WHERE game = ?", (number,))

    def games(self, game: str | None = None, limit: int | None = None) -> list[FinishedGame]:
        """Return the newest `limit` finished games, or all, newest first."""
        return list(islice(self.every_game(game), limit))

    def every_game(self, game: str | None = None) -> Iterator[FinishedGame]:
        """Yield finished games, newest first, a page at a time: there may be very many."""
        columns = "id, game, first, second, seed, result, plies, saved, saved_at"
        where, values = ("AND game = ?", (game,)) if game is not None else ("", ())
        rest = f"AND id < ? {where} ORDER BY id DESC LIMIT {PAGE}"
        before = LARGEST_NUMBER
        while True:
            rows = self._file.rows("games", columns, rest, before, *values)
            page = [FinishedGame(*row) for row in rows]
            yield from page
            if len(page) < PAGE:
                return
            before = page[-1].id

    def games_played(self) -> list[str]:
        """Return the ids of the games of which one was finished, in alphabetical order."""
        return sorted(game for (game,) in self._file.rows("games", "DISTINCT game", ""))

    def named_results(self, game: str) -> list[tuple[str, str, str, str, str]]:
        """Return (first, second, result, first name, second name) of the counted games.

        The oldest is the first; a name is empty for an unnamed player.
        """
        names = self.names()
        rest = "AND game = ? AND counted ORDER BY id"
        rows = self._file.rows("games", "id, first, second, result", rest, game)
        return [(*row, *names.get(number, ("", ""))) for number, *row in rows]

    def names(self) -> dict[int, tuple[str, str]]:
        """Return the names of the persons in each finished game that has any, by its number."""
        rows = self._file.rows("seats", "game, first, second", "")
        return {number: (first, second) for number, first, second in rows}

    def name_the_unnamed(self, name: str) -> None:
        """Give games and rungs of the unnamed person against bots to `name`.

        Does nothing if that name has games already. Games of two persons are unchanged: it is
        unknown who had which side.
        """
        with self._file.change() as db:
            if db.execute(KNOWN_NAME, (name, name, name)).fetchone() is not None:
                return
            db.execute(NAME_SEATS, (HUMAN, name, HUMAN, name, HUMAN, HUMAN))
            db.execute("UPDATE OR IGNORE rungs SET person = ? WHERE person = ''", (name,))

    # -- the fitting opponent ------------------------------------------------------------------

    def rung(self, person: str, game: str) -> int | None:
        """Return the rung of a person in a game; None before the first game."""
        rows = self._file.rows("rungs", "rung", "AND person = ? AND game = ?", person, game)
        return rows[0][0] if rows else None

    def keep_rung(self, person: str, game: str, rung: int) -> None:
        """Save the rung of a person in a game."""
        self._file.write("INSERT OR REPLACE INTO rungs VALUES (?, ?, ?)", person, game, rung)

    # -- puzzles -------------------------------------------------------------------------------

    def add_solved(self, day: int, game: str, tries: int) -> None:
        """Record the solved puzzle of a day; later solutions are ignored."""
        new = "INSERT OR IGNORE INTO puzzles (day, game, tries) VALUES (?, ?, ?)"
        self._file.write(new, day, game, tries)

    def solved(self, day: int) -> dict[str, int]:
        """Return the games whose puzzle of a day was solved, in order, with the number of tries."""
        return dict(self._file.rows("puzzles", "game, tries", "AND day = ? ORDER BY id", day))

    def keep_tried(self, day: int, game: str, tried: DailyPuzzleState) -> None:
        """Save the progress in the puzzle of a day."""
        row = (day, game, tried.wrong, tried.shown)
        self._file.write("INSERT OR REPLACE INTO tried VALUES (?, ?, ?, ?)", *row)

    def tried(self, day: int) -> dict[str, DailyPuzzleState]:
        """Return the progress in the puzzles of a day, by game."""
        rows = self._file.rows("tried", "game, wrong, shown", "AND day = ?", day)
        return {game: DailyPuzzleState(wrong, bool(shown)) for game, wrong, shown in rows}

    # -- mistakes ------------------------------------------------------------------------------

    def keep_mistakes(
        self, game: str, positions: Mapping[str, str], reviewed: Mapping[str, str] | None = None
    ) -> None:
        """Save positions to try again, by unique names; existing ones are unchanged.

        `reviewed` maps the names of whole games to texts that are stored with them.
        """
        rows = [(game, place, saved, 0) for place, saved in positions.items()]
        rows += [(game, place, text, TIMES_SOLVED) for place, text in (reviewed or {}).items()]
        with self._file.change() as db:
            db.executemany(
                "INSERT OR IGNORE INTO mistakes (game, place, saved, solved) VALUES (?, ?, ?, ?)",
                rows,
            )

    def known_mistakes(self, game: str) -> dict[str, str]:
        """Return every stored name of a game with its text, whether solved or a whole game."""
        return dict(self._file.rows("mistakes", "place, saved", "AND game = ?", game))

    def mistakes(self, game: str | None = None) -> list[StoredMistake]:
        """Return the positions to try again, least recently tried first; of a game, or all.

        Positions that were solved TIMES_SOLVED times are left out.
        """
        rest = f"AND solved < {TIMES_SOLVED} AND (? IS NULL OR game = ?) ORDER BY turn, id"
        rows = self._file.rows("mistakes", "id, game, saved, solved", rest, game, game)
        return [StoredMistake(*row) for row in rows]

    def try_mistake(self, place: str, solved: bool) -> None:
        """Record a try of a position and move it to the end of the queue."""
        self._file.write(TRY_MISTAKE, solved, place)

    # -- puzzles solved by hand ----------------------------------------------------------------

    def add_result(self, solved: PuzzleResult) -> None:
        """Save a puzzle that was solved by hand."""
        new = f"INSERT INTO cubes ({RESULT}, saved_at) VALUES (?, ?, ?, ?, ?, ?)"
        self._file.write(new, *astuple(solved), self._clock())

    def best_results(self, variant: str, limit: int, quickest: bool = False) -> list[PuzzleResult]:
        """Return the results with the fewest moves, or the quickest; ties by the other of both."""
        order = "milliseconds, turns, id" if quickest else "turns, milliseconds, id"
        rest = f"AND metric = ? ORDER BY {order} LIMIT ?"
        rows = self._file.rows("cubes", RESULT, rest, variant, limit)
        return [PuzzleResult(*row) for row in rows]

    def solved_puzzles(self, variants: Sequence[str], limit: int) -> list[tuple[PuzzleResult, str]]:
        """Return the newest results in any of the variants, each with the time it was saved."""
        marks = ", ".join("?" * len(variants))
        rest = f"AND metric IN ({marks}) ORDER BY id DESC LIMIT ?"
        rows = self._file.rows("cubes", f"{RESULT}, saved_at", rest, *variants, limit)
        return [(PuzzleResult(*result), saved_at) for *result, saved_at in rows]
