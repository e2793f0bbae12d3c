"""What is kept between runs, in one SQLite file: games, statistics, bags, experiments.

One transaction for each change: a kill at any moment loses at most the change being made. One
object may be used from several threads; they take turns. Several programs may use one folder.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from engine.protocols import HUMAN, START_COUNT, Learning
from engine.store_arena import Experiments
from engine.store_file import (
    ADD_TO_BAG,
    FILE_NAME,
    SOUND,
    TRY_MISTAKE,
    NewerStoreError,
    StoreBusy,
    StoreError,
    StoreFile,
)
from engine.store_learning import keep_lesson, kept_learning

__all__ = [
    "FILE_NAME",
    "DailyPuzzleState",
    "FinishedGame",
    "NewerStoreError",
    "SolvedCube",
    "Store",
    "StoreBusy",
    "StoreError",
    "StoredMistake",
    "UnfinishedGame",
]

BUSY_SECONDS = 5.0
# A number of an unfinished game is change * MATCHES + match. The match stays for life, also in
# another window's copy; the change is a new one with every write. So a number names one state of
# one game, and who writes with the number of an older state is told from who has the newest.
MATCHES = 2**31
PAGE = 500  # games read at a time
TIMES_SOLVED = 2  # a mistake is tried again until then
LARGEST_NUMBER = 2**63 - 1
KNOWN_NAME = (
    "SELECT 1 FROM seats WHERE first = ? OR second = ?"
    " UNION ALL SELECT 1 FROM rungs WHERE person = ? LIMIT 1"
)
# One person against a computer, and no name kept: the name belongs to the person's side.
NAME_SEATS = (
    "INSERT INTO seats (game, first, second) SELECT id, CASE WHEN first = ? THEN ? ELSE '' END,"
    " CASE WHEN second = ? THEN ? ELSE '' END FROM games"
    " WHERE (first = ?) != (second = ?) AND id NOT IN (SELECT game FROM seats)"
)


@dataclass(frozen=True)
class UnfinishedGame:
    """One game that can be continued.

    `saved` is the text of a `.jouons` file; of a puzzle, all that its lab holds.
    """

    id: int
    game: str
    saved: str
    saved_at: str


@dataclass(frozen=True)
class FinishedGame:
    """One finished game: `saved` is the text of a `.jouons` file."""

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
    """A position to try again: `saved` is the text of a `.jouons` file that ends there."""

    id: int
    game: str
    saved: str
    solved: int  # how often it was


@dataclass(frozen=True)
class DailyPuzzleState:
    """How far somebody has come with the puzzle of a day."""

    wrong: int = 0  # tries
    shown: bool = False  # its solution was


@dataclass(frozen=True)
class SolvedCube:
    """A scrambled cube that was turned back by hand."""

    metric: str
    turns: int
    milliseconds: int
    shortest: int  # turns of a shortest solution
    scramble: str


def now() -> str:
    """The time for labels only; nothing depends on its order."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Store:
    """What is kept in one data folder, opened at once.

    `notice` tells when a damaged file was set aside, or rows of it are, or when a newer version
    wrote it: then every change raises NewerStoreError. `patience` is how many
    seconds a call waits while another program holds the store; then it raises StoreBusy.
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
        """Close the file."""
        self._file.close()

    def check_writable(self) -> None:
        """Raise NewerStoreError before long work whose results could not be kept."""
        self._file.check_writable()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Every change inside becomes one: a kill or a StoreError leaves all of them or none."""
        with self._file.change():
            yield

    # -- games in progress ---------------------------------------------------------------------

    def keep_unfinished(self, number: int | None, game: str, saved: str, once: bool = False) -> int:
        """Keep a game in progress; its number from now on, which differs after every change.

        `number` is what the last call for this game, or the list, gave; None for a new game.
        When the game has meanwhile been changed, finished or removed elsewhere, by another window
        say, that stays as it is and this becomes a game of its own beside it (none if it is equal).
        A new game that is the same as one there becomes that one with `once`.
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
            cursor = db.execute(
                "INSERT INTO unfinished (match, game, saved, saved_at) VALUES (?, ?, ?, ?)",
                (0 if number is None else number % MATCHES, game, saved, self._clock()),
            )
            change = int(cursor.lastrowid or 0)
            if number is None:
                db.execute("UPDATE unfinished SET match = change WHERE change = ?", (change,))
            return change * MATCHES + (change if number is None else number % MATCHES)

    def unfinished(self, game: str | None = None) -> list[UnfinishedGame]:
        """The games in progress, the one changed last first; of one game id, or all."""
        rows = self._file.read(
            f"SELECT change * {MATCHES} + match, game, saved, saved_at FROM unfinished"
            f" WHERE {SOUND['unfinished']} AND (? IS NULL OR game = ?)"
            " ORDER BY change DESC",  # a clock may go back
            (game, game),
        )
        return [UnfinishedGame(*row) for row in rows]  # type: ignore[arg-type]

    def remove_unfinished(self, number: int) -> None:
        """Forget a game in progress; one that was changed since it got this number stays."""
        with self._file.change() as db:
            db.execute("DELETE FROM unfinished WHERE change = ?", (number // MATCHES,))

    def restore_unfinished(self, kept: UnfinishedGame) -> None:
        """Take `remove_unfinished` back: the same game, number and place in the list."""
        with self._file.change() as db:
            db.execute(
                "INSERT OR IGNORE INTO unfinished VALUES (?, ?, ?, ?, ?)",
                (*divmod(kept.id, MATCHES), kept.game, kept.saved, kept.saved_at),
            )

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
        """Keep a finished game and end the unfinished one it was; its number.

        `names` are those of the persons who played it, empty for one without and for a bot.

        One that does not count is listed, but not in the results.

        A match that two windows finish counts once: the same end is kept once, another end is
        kept but not counted. Then the unfinished number is over: the next game begins with None.
        `learn` keeps here what learners gained by the game: it is called for the first end of a
        match, and a kill at any moment leaves both or neither.
        """
        match = None if unfinished is None else unfinished % MATCHES
        with self._file.change() as db:
            if unfinished is not None:
                db.execute("DELETE FROM unfinished WHERE change = ?", (unfinished // MATCHES,))
            ends = dict(db.execute("SELECT saved, id FROM games WHERE match = ?", (match,)))
            if saved in ends:
                return int(ends[saved])
            counted = counts and not ends
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
        """A finished game was taken back into play."""
        with self._file.change() as db:
            db.execute("DELETE FROM games WHERE id = ?", (number,))
            db.execute("DELETE FROM seats WHERE game = ?", (number,))

    def games(self, game: str | None = None, limit: int | None = None) -> list[FinishedGame]:
        """Finished games, the newest first: the newest `limit`, or all."""
        return list(islice(self.every_game(game), limit))

    def every_game(self, game: str | None = None) -> Iterator[FinishedGame]:
        """Finished games, the newest first, a page at a time: they may be very many."""
        where, values = ("AND game = ?", (game,)) if game is not None else ("", ())
        before = LARGEST_NUMBER
        while True:
            rows = self._file.read(
                "SELECT id, game, first, second, seed, result, plies, saved, saved_at FROM games"
                f" WHERE id < ? AND {SOUND['games']} {where} ORDER BY id DESC LIMIT {PAGE}",
                (before, *values),
            )
            found = [FinishedGame(*row) for row in rows]  # type: ignore[arg-type]
            yield from found
            if len(found) < PAGE:
                return
            before = found[-1].id

    def results(self, game: str) -> list[tuple[str, str, str]]:
        """(first, second, result) of the counted games, the oldest first, for statistics."""
        rows = self._file.read(
            "SELECT first, second, result FROM games"
            f" WHERE game = ? AND counted AND {SOUND['games']} ORDER BY id",
            (game,),
        )
        return [(str(first), str(second), str(result)) for first, second, result in rows]

    def named_results(self, game: str) -> list[tuple[str, str, str, str, str]]:
        """The same with the names of the persons, empty where they had none."""
        names = self.names()
        rows = self._file.read(
            "SELECT id, first, second, result FROM games"
            f" WHERE game = ? AND counted AND {SOUND['games']} ORDER BY id",
            (game,),
        )
        return [
            (str(first), str(second), str(result), *names.get(int(str(number)), ("", "")))
            for number, first, second, result in rows
        ]

    def names(self) -> dict[int, tuple[str, str]]:
        """The names of the persons in each finished game that had any, by its number."""
        rows = self._file.read(f"SELECT game, first, second FROM seats WHERE {SOUND['seats']}")
        return {int(str(number)): (str(first), str(second)) for number, first, second in rows}

    def name_the_unnamed(self, name: str) -> None:
        """Whoever played against computers without a name has one now: results and rungs go along.

        Unless somebody of that name has played before. Games of two people stay as they are: who
        of them sat where is not known.
        """
        with self._file.change() as db:
            if db.execute(KNOWN_NAME, (name, name, name)).fetchone() is not None:
                return
            db.execute(NAME_SEATS, (HUMAN, name, HUMAN, name, HUMAN, HUMAN))
            db.execute("UPDATE OR IGNORE rungs SET person = ? WHERE person = ''", (name,))

    def reset_statistics(self, game: str | None = None) -> None:
        """Count from now on; the games themselves stay."""
        with self._file.change() as db:
            if game is None:
                db.execute("UPDATE games SET counted = 0")
            else:
                db.execute("UPDATE games SET counted = 0 WHERE game = ?", (game,))

    # -- the learner's bags --------------------------------------------------------------------

    def load_bags(self, game: str) -> dict[str, dict[int, int]]:
        """Every bag of one game that differs from the start content.

        A count or move that was never written becomes 0 or -1, which no bag holds: so a bag that
        was damaged is known from one that has learned nothing.
        """
        bags: dict[str, dict[int, int]] = {}
        rows = self._file.read("SELECT position, move, count FROM bags WHERE game = ?", (game,))
        for position, move, count in rows:
            bag = bags.setdefault(str(position), {})
            if isinstance(move, int) and isinstance(count, int):
                bag[move] = count
            else:
                bag[-1] = 0
        return bags

    def add_to_bags(
        self, game: str, added: Mapping[str, Mapping[int, int]], afresh: Collection[str] = ()
    ) -> None:
        """See Memory: every increment of every player at work is counted."""
        with self._file.change() as db:
            for key in afresh:
                db.execute("DELETE FROM bags WHERE game = ? AND position = ?", (game, key))
            db.executemany(
                ADD_TO_BAG,
                [
                    (game, key, move, START_COUNT + number, number)
                    for key, moves in added.items()
                    for move, number in moves.items()
                ],
            )

    def reset_bags(self, game: str) -> None:
        """Forget one game."""
        with self._file.change() as db:
            db.execute("DELETE FROM bags WHERE game = ?", (game,))
            db.execute("DELETE FROM learning WHERE game = ?", (game,))

    def learning(self, game: str) -> Learning:
        """See Diary; what cannot be read of it counts as not kept."""
        return kept_learning(self._file, game)

    def add_lesson(self, game: str, lesson: Learning) -> None:
        """See Diary."""
        keep_lesson(self._file, game, lesson)

    # -- the opponent that fits ----------------------------------------------------------------

    def rung(self, person: str, game: str) -> int | None:
        """The rung on which a person meets the opponent that fits in a game; None before any."""
        rows = self._file.read(
            f"SELECT rung FROM rungs WHERE person = ? AND game = ? AND {SOUND['rungs']}",
            (person, game),
        )
        return int(str(rows[0][0])) if rows else None

    def keep_rung(self, person: str, game: str, rung: int) -> None:
        """Keep the rung of a person in a game."""
        with self._file.change() as db:
            db.execute("INSERT OR REPLACE INTO rungs VALUES (?, ?, ?)", (person, game, rung))

    # -- puzzles -------------------------------------------------------------------------------

    def add_solved(self, day: int, game: str, tries: int) -> None:
        """The puzzle of a day was solved; the first time is the one that stays."""
        with self._file.change() as db:
            db.execute(
                "INSERT OR IGNORE INTO puzzles (day, game, tries) VALUES (?, ?, ?)",
                (day, game, tries),
            )

    def solved(self, day: int) -> dict[str, int]:
        """The games whose puzzle of a day was solved, in that order, and at which try."""
        rows = self._file.read(
            f"SELECT game, tries FROM puzzles WHERE day = ? AND {SOUND['puzzles']} ORDER BY id",
            (day,),
        )
        return {str(game): int(str(tries)) for game, tries in rows}

    def keep_tried(self, day: int, game: str, tried: DailyPuzzleState) -> None:
        """Keep how far somebody has come with the puzzle of a day."""
        with self._file.change() as db:
            db.execute(
                "INSERT OR REPLACE INTO tried VALUES (?, ?, ?, ?)",
                (day, game, tried.wrong, tried.shown),
            )

    def tried(self, day: int) -> dict[str, DailyPuzzleState]:
        """How far somebody has come with the puzzles of a day, by game."""
        rows = self._file.read(
            f"SELECT game, wrong, shown FROM tried WHERE day = ? AND {SOUND['tried']}",
            (day,),
        )
        return {
            str(game): DailyPuzzleState(int(str(wrong)), bool(shown)) for game, wrong, shown in rows
        }

    # -- mistakes ------------------------------------------------------------------------------

    def keep_mistakes(
        self, game: str, found: Mapping[str, str], reviewed: Mapping[str, str] | None = None
    ) -> None:
        """Keep positions to try again, by a name of their own; one that is there stays as it is.

        `reviewed` are names of whole games, each with what is to be known of it later.
        """
        rows = [(game, place, saved, 0) for place, saved in found.items()]
        rows += [(game, place, text, TIMES_SOLVED) for place, text in (reviewed or {}).items()]
        with self._file.change() as db:
            db.executemany(
                "INSERT OR IGNORE INTO mistakes (game, place, saved, solved) VALUES (?, ?, ?, ?)",
                rows,
            )

    def known_mistakes(self, game: str) -> dict[str, str]:
        """Every name kept for a game with its text, solved ones and whole games as well."""
        rows = self._file.read(
            f"SELECT place, saved FROM mistakes WHERE game = ? AND {SOUND['mistakes']}", (game,)
        )
        return {str(place): str(saved) for place, saved in rows}

    def mistakes(self, game: str | None = None) -> list[StoredMistake]:
        """The positions to try again, those first that were tried longest ago; of a game, or all.

        One that was solved twice is not among them.
        """
        rows = self._file.read(
            f"SELECT id, game, saved, solved FROM mistakes WHERE {SOUND['mistakes']}"
            f" AND solved < {TIMES_SOLVED} AND (? IS NULL OR game = ?) ORDER BY turn, id",
            (game, game),
        )
        return [StoredMistake(*row) for row in rows]  # type: ignore[arg-type]

    def try_mistake(self, place: str, solved: bool) -> None:
        """A position was tried again, and solved or not: the others come before it next time."""
        with self._file.change() as db:
            db.execute(TRY_MISTAKE, (solved, place))

    # -- cubes turned back by hand -------------------------------------------------------------

    def add_cube(self, cube: SolvedCube) -> None:
        """Keep a cube that was solved by hand."""
        with self._file.change() as db:
            db.execute(
                "INSERT INTO cubes (metric, turns, milliseconds, shortest, scramble, saved_at)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (
                    *(cube.metric, cube.turns, cube.milliseconds, cube.shortest, cube.scramble),
                    self._clock(),
                ),
            )

    def fewest_turns(self, metric: str, limit: int) -> list[SolvedCube]:
        """The cubes solved in the fewest turns; of as many, the quickest first."""
        return self._cubes(metric, "turns, milliseconds, id", limit)

    def quickest(self, metric: str, limit: int) -> list[SolvedCube]:
        """The cubes solved in the shortest time; of the same, those with fewer turns first."""
        return self._cubes(metric, "milliseconds, turns, id", limit)

    def _cubes(self, metric: str, order: str, limit: int) -> list[SolvedCube]:
        rows = self._file.read(
            "SELECT metric, turns, milliseconds, shortest, scramble FROM cubes"
            f" WHERE metric = ? AND {SOUND['cubes']} ORDER BY {order} LIMIT ?",
            (metric, limit),
        )
        return [SolvedCube(*row) for row in rows]  # type: ignore[arg-type]
