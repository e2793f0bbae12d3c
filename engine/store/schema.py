"""The tables of the store: their schema, the conditions of valid rows, longer statements."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache

from engine.protocols import LARGEST_BAG_COUNT, LONGEST_GAME, MAX_GAMES, START_COUNT
from engine.version import version

SCHEMA = 10
LAST_TURN = 2**53  # the largest valid turn of a mistake
LAST_CHANGE = 2**31 - 2  # the largest valid change and match of a game in progress
LONGEST_SECONDS = 10**9  # thinking time of one game
TABLES = """
CREATE TABLE program (written_by TEXT NOT NULL);
CREATE TABLE unfinished (
    change INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL,
    game TEXT NOT NULL, saved TEXT NOT NULL, saved_at TEXT NOT NULL
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    seed INTEGER NOT NULL, result TEXT NOT NULL, plies INTEGER NOT NULL,
    saved TEXT NOT NULL, saved_at TEXT NOT NULL, counted INTEGER NOT NULL DEFAULT 1,
    match INTEGER
);
CREATE INDEX games_by_game ON games (game, id);
CREATE INDEX games_by_match ON games (match);
CREATE TABLE bags (
    game TEXT NOT NULL, position TEXT NOT NULL, move INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (game, position, move)
) WITHOUT ROWID;
CREATE TABLE experiments (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, data TEXT NOT NULL, saved_at TEXT NOT NULL
);
CREATE TABLE rungs (
    person TEXT NOT NULL, game TEXT NOT NULL, rung INTEGER NOT NULL, PRIMARY KEY (person, game)
) WITHOUT ROWID;
CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY, day INTEGER NOT NULL, game TEXT NOT NULL, tries INTEGER NOT NULL
);
CREATE UNIQUE INDEX puzzles_by_day ON puzzles (day, game);
CREATE TABLE mistakes (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, place TEXT NOT NULL, saved TEXT NOT NULL,
    solved INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX mistakes_by_place ON mistakes (place);
CREATE TABLE cubes (
    id INTEGER PRIMARY KEY, metric TEXT NOT NULL, turns INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL, shortest INTEGER NOT NULL, scramble TEXT NOT NULL,
    saved_at TEXT NOT NULL
);
CREATE INDEX cubes_by_turns ON cubes (metric, turns, milliseconds);
CREATE INDEX cubes_by_time ON cubes (metric, milliseconds, turns);
CREATE TABLE experiment_games (
    experiment INTEGER NOT NULL, pairing INTEGER NOT NULL, number INTEGER NOT NULL,
    starter INTEGER NOT NULL, score INTEGER NOT NULL, plies INTEGER NOT NULL, verdicts TEXT,
    seed INTEGER NOT NULL, moves TEXT NOT NULL, seconds REAL NOT NULL, seconds_a REAL NOT NULL,
    moves_a INTEGER NOT NULL, opened INTEGER NOT NULL,
    PRIMARY KEY (experiment, pairing, number)
) WITHOUT ROWID;
CREATE INDEX experiment_games_by_score ON experiment_games (experiment, pairing, score, number);
CREATE TABLE experiment_sums (
    experiment INTEGER NOT NULL, pairing INTEGER NOT NULL, sums TEXT NOT NULL,
    PRIMARY KEY (experiment, pairing)
) WITHOUT ROWID;
CREATE TABLE experiment_answers (
    experiment INTEGER NOT NULL, position INTEGER NOT NULL, answers TEXT NOT NULL,
    PRIMARY KEY (experiment, position)
) WITHOUT ROWID;
CREATE TABLE learning (
    game TEXT PRIMARY KEY, games INTEGER NOT NULL, curve TEXT NOT NULL, grown TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE seats (
    game INTEGER PRIMARY KEY, first TEXT NOT NULL, second TEXT NOT NULL
);
CREATE TABLE tried (
    day INTEGER NOT NULL, game TEXT NOT NULL, wrong INTEGER NOT NULL, shown INTEGER NOT NULL,
    PRIMARY KEY (day, game)
) WITHOUT ROWID;
CREATE TABLE earlier_bags (
    game TEXT NOT NULL, games INTEGER NOT NULL, bags TEXT NOT NULL, PRIMARY KEY (game, games)
) WITHOUT ROWID;
"""
# What valid rows hold beside the types of their columns. A store is whole without the table
# `program`: an earlier one of this schema does not say who wrote it.
RANGES: Mapping[str, tuple[str, ...]] = {
    "unfinished": (
        f"change BETWEEN 1 AND {LAST_CHANGE}",
        f"match BETWEEN 1 AND {LAST_CHANGE}",
    ),
    "games": ("result IN ('first', 'second', 'draw')", "plies >= 0", "counted IN (0, 1)"),
    "bags": (f"count BETWEEN {START_COUNT} AND {LARGEST_BAG_COUNT}",),
    "puzzles": ("tries > 0",),
    "tried": (f"wrong BETWEEN 0 AND {LAST_TURN}", "shown IN (0, 1)"),
    "mistakes": (f"solved BETWEEN 0 AND {LAST_TURN}", f"turn BETWEEN 0 AND {LAST_TURN}"),
    "learning": ("games >= 0",),
    # Results of every puzzle; the column of the variant is called after the first one's metric.
    "cubes": ("turns > 0", "milliseconds >= 0", "shortest BETWEEN 1 AND turns"),
    "experiment_games": (
        f"pairing >= 0 AND number BETWEEN 0 AND {MAX_GAMES - 1}",
        f"starter IN (0, 1) AND score IN (0, 1, 2) AND plies BETWEEN 0 AND {LONGEST_GAME}",
        "(verdicts IS NULL OR verdicts NOT GLOB '*[^.kKxX]*')",
        f"seconds BETWEEN 0 AND {LONGEST_SECONDS} AND seconds_a BETWEEN 0 AND {LONGEST_SECONDS}",
        "opened BETWEEN 0 AND plies AND moves_a BETWEEN 0 AND plies - opened",
    ),
    "experiment_answers": ("position >= 0",),
}
COLUMN = re.compile(r"(\w+) (INTEGER|TEXT|REAL)( NOT NULL| PRIMARY KEY)?")


def _conditions() -> Iterator[tuple[str, str]]:
    """Yield each table with the condition of its valid rows: SQLite accepts any type anywhere."""
    for name, columns in re.findall(r"CREATE TABLE (\w+) \(([^;]*)", TABLES):
        typed = [
            f"typeof({column}) = '{kind.lower()}'"
            if needed
            else f"({column} IS NULL OR typeof({column}) = '{kind.lower()}')"
            for column, kind, needed in COLUMN.findall(columns)
        ]
        yield name, " AND ".join((*typed, *RANGES.get(name, ())))


SOUND = {name: sound for name, sound in _conditions() if name != "program"}
# The tables that are not checked when a store is opened; those of the arena when they are read.
LARGE = ("experiment_games", "experiment_sums", "experiment_answers", "earlier_bags")
# SQLite gives no number after a damaged row with the largest one, so numbers follow those of valid
# rows, and the record of the last one is brought back first.
FORGET_LARGE_CHANGE = (
    "UPDATE sqlite_sequence SET seq ="
    f" (SELECT coalesce(max(change), 0) FROM unfinished WHERE {SOUND['unfinished']})"
    f" WHERE name = 'unfinished' AND NOT (typeof(seq) = 'integer' AND seq <= {LAST_CHANGE})"
)
NEXT_CHANGE = (
    "SELECT 1 + max("
    f" (SELECT coalesce(max(change), 0) FROM unfinished WHERE {SOUND['unfinished']}),"
    " (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'unfinished'))"
)
TRY_MISTAKE = (
    f"UPDATE mistakes SET solved = min(solved + ?, {LAST_TURN}), turn = min({LAST_TURN}, 1 +"
    f" coalesce((SELECT max(turn) FROM mistakes WHERE {SOUND['mistakes']}), 0)) WHERE place = ?"
)
ADD_TO_BAG = (
    "INSERT INTO bags VALUES (?, ?, ?, ?)"
    f" ON CONFLICT (game, position, move) DO UPDATE SET count = min(count + ?, {LARGEST_BAG_COUNT})"
)


def shape_of(db: sqlite3.Connection) -> tuple[object, ...]:
    """Return the columns of each table, none for a missing one, and the indexes with commands."""
    columns = [db.execute(f"PRAGMA table_info({name})").fetchall() for name in SOUND]
    indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name"
    return columns, db.execute(indexes).fetchall()


@cache
def shape() -> tuple[object, ...]:
    """Return the shape of a store of this version."""
    with closing(sqlite3.connect(":memory:")) as db:
        make_tables(db)
        return shape_of(db)


def make_tables(db: sqlite3.Connection) -> None:
    """Create all tables in an empty file, and number its version."""
    for statement in TABLES.split(";"):
        db.execute(statement)
    db.execute("INSERT INTO program VALUES (?)", (version(),))
    db.execute(f"PRAGMA user_version = {SCHEMA}")
