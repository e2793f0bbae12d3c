"""The tables of the store: their schema, the conditions of valid rows, longer statements."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from typing import NamedTuple

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
# Conditions of valid rows by table, since SQLite accepts any type in any column. A store is whole
# without the table `program`: an earlier one of this schema does not say who wrote it.
SOUND = {
    "unfinished": f"change BETWEEN 1 AND {LAST_CHANGE} AND typeof(match) = 'integer'"
    f" AND match BETWEEN 1 AND {LAST_CHANGE} AND typeof(game) = 'text'"
    " AND typeof(saved) = 'text' AND typeof(saved_at) = 'text'",
    "games": "typeof(game) = 'text' AND typeof(first) = 'text' AND typeof(second) = 'text'"
    " AND typeof(seed) = 'integer' AND result IN ('first', 'second', 'draw')"
    " AND typeof(plies) = 'integer' AND plies >= 0 AND typeof(saved) = 'text'"
    " AND typeof(saved_at) = 'text' AND counted IN (0, 1)"
    " AND (match IS NULL OR typeof(match) = 'integer')",
    "bags": "typeof(game) = 'text' AND typeof(position) = 'text' AND typeof(move) = 'integer'"
    f" AND typeof(count) = 'integer' AND count BETWEEN {START_COUNT} AND {LARGEST_BAG_COUNT}",
    "rungs": "typeof(person) = 'text' AND typeof(game) = 'text' AND typeof(rung) = 'integer'",
    "puzzles": "typeof(day) = 'integer' AND typeof(game) = 'text' AND typeof(tries) = 'integer'"
    " AND tries > 0",
    "tried": "typeof(day) = 'integer' AND typeof(game) = 'text'"
    f" AND typeof(wrong) = 'integer' AND wrong BETWEEN 0 AND {LAST_TURN}"
    " AND typeof(shown) = 'integer' AND shown IN (0, 1)",
    "mistakes": "typeof(game) = 'text' AND typeof(place) = 'text' AND typeof(saved) = 'text'"
    f" AND typeof(solved) = 'integer' AND solved BETWEEN 0 AND {LAST_TURN}"
    f" AND typeof(turn) = 'integer' AND turn BETWEEN 0 AND {LAST_TURN}",
    "seats": "typeof(first) = 'text' AND typeof(second) = 'text'",
    "learning": "typeof(game) = 'text' AND typeof(games) = 'integer' AND games >= 0"
    " AND typeof(curve) = 'text' AND typeof(grown) = 'text'",
    "earlier_bags": "typeof(game) = 'text' AND typeof(games) = 'integer' AND games > 0"
    " AND typeof(bags) = 'text'",
    # Results of every puzzle; the column of the variant is called after the first one's metric.
    "cubes": "typeof(metric) = 'text' AND typeof(turns) = 'integer' AND turns > 0"
    " AND typeof(milliseconds) = 'integer' AND milliseconds >= 0"
    " AND typeof(shortest) = 'integer' AND shortest BETWEEN 1 AND turns"
    " AND typeof(scramble) = 'text' AND typeof(saved_at) = 'text'",
    "experiments": "typeof(title) = 'text' AND typeof(data) = 'text' AND typeof(saved_at) = 'text'",
}
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
# The conditions for the tables of the arena, which are checked when they are read.
SOUND_ARENA = {
    "experiment_games": "typeof(pairing) = 'integer' AND pairing >= 0"
    f" AND typeof(number) = 'integer' AND number BETWEEN 0 AND {MAX_GAMES - 1}"
    " AND typeof(starter) = 'integer' AND starter IN (0, 1)"
    " AND typeof(score) = 'integer' AND score IN (0, 1, 2)"
    f" AND typeof(plies) = 'integer' AND plies BETWEEN 0 AND {LONGEST_GAME}"
    " AND (verdicts IS NULL OR typeof(verdicts) = 'text' AND verdicts NOT GLOB '*[^.kKxX]*')"
    " AND typeof(seed) = 'integer' AND typeof(moves) = 'text'"
    f" AND typeof(seconds) = 'real' AND seconds BETWEEN 0 AND {LONGEST_SECONDS}"
    f" AND typeof(seconds_a) = 'real' AND seconds_a BETWEEN 0 AND {LONGEST_SECONDS}"
    " AND typeof(opened) = 'integer' AND opened BETWEEN 0 AND plies"
    " AND typeof(moves_a) = 'integer' AND moves_a BETWEEN 0 AND plies - opened",
    "experiment_sums": "typeof(pairing) = 'integer' AND typeof(sums) = 'text'",
    "experiment_answers": "typeof(position) = 'integer' AND position >= 0"
    " AND typeof(answers) = 'text'",
}
ADD_TO_BAG = (
    "INSERT INTO bags VALUES (?, ?, ?, ?)"
    f" ON CONFLICT (game, position, move) DO UPDATE SET count = min(count + ?, {LARGEST_BAG_COUNT})"
)


class Shape(NamedTuple):
    """The columns of each table, and the indexes with their commands, None for a table's key."""

    columns: dict[str, list[tuple[object, ...]]]
    indexes: list[tuple[object, ...]]


def shape_of(db: sqlite3.Connection) -> Shape:
    """Return the shape of a store; a missing table has no columns."""
    indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name"
    return Shape(
        {name: db.execute(f"PRAGMA table_info({name})").fetchall() for name in SOUND | SOUND_ARENA},
        db.execute(indexes).fetchall(),
    )


@cache
def shape() -> Shape:
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
