"""The memory of bots in the store: bags, the progress of learners, and what own bots remember.

The bags of learners also as they were after 1, 2, 5, 10 ... games; the progress is one row a game,
with its curve and the last changed bags. A long curve is thinned, so that a row has at most a few
thousand characters.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.files import fits, parse_json
from engine.protocols import START_COUNT, Learning, StoredBags
from engine.store.schema import ADD_TO_BAG
from engine.store.store_file import StoreFile

# The table of own bots' memory is made by the first change and has no index, so that the schema
# stays the same: a store without it is whole.
NEW_TABLE = "CREATE TABLE IF NOT EXISTS own_memory (name TEXT NOT NULL, memory TEXT NOT NULL)"
HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'own_memory'"
EMPTY = "{}"
MAX_CURVE = 240  # points
MAX_GROWN = 1_000  # bags that one game added to
LARGEST_COUNT = 2**63 - 1
BAGS = dict[str, dict[str, int]]  # by bag and move
CURVE = tuple[tuple[int, float], ...]


class BotMemory:
    """The part of the store that bots read and write."""

    _file: StoreFile

    def load_bags(self, game: str) -> dict[str, dict[int, int]]:
        """Return every bag of one game that differs from the start content.

        An invalid move or count becomes -1 with count 0, which no bag contains: so a damaged bag
        differs from a new one.
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
        with self._file.change() as db:
            for table in ("bags", "learning", "earlier_bags"):
                db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))

    def learning(self, game: str) -> Learning:
        """Return the stored progress of one game; invalid data count as none."""
        rows = self._file.rows("learning", "games, curve, grown", "AND game = ?", game)
        if not rows:
            return Learning()
        games, curve, grown = rows[0]
        names = _parsed(grown, tuple[str, ...]) or ()
        return Learning(games, _curve(curve), tuple(names))

    def add_lesson(self, game: str, lesson: Learning) -> None:
        """Add progress in one transaction; concurrent additions of other players are preserved."""
        with self._file.change() as db:
            before = self.learning(game)
            new = ((before.games + games, score) for games, score in lesson.curve)
            curve = thinned((*before.curve, *new))
            grown = lesson.grown if lesson.games else before.grown
            games = min(LARGEST_COUNT, before.games + lesson.games)
            db.execute(
                "INSERT OR REPLACE INTO learning VALUES (?, ?, ?, ?)",
                (game, games, json.dumps(curve), json.dumps(grown[:MAX_GROWN])),
            )

    def earlier_bags(self, game: str) -> Mapping[int, StoredBags]:
        """Return the bags of one game after certain numbers of games; damaged ones are left out."""
        rest = "AND game = ? ORDER BY games"
        rows = self._file.rows("earlier_bags", "games, bags", rest, game)
        stored = {games: _bags(text) for games, text in rows}
        return {games: bags for games, bags in stored.items() if bags is not None}

    def keep_bags(self, game: str, games: int, bags: StoredBags) -> None:
        """Store the bags of one game after a number of games."""
        text = json.dumps(bags, separators=(",", ":"))
        self._file.write("INSERT OR REPLACE INTO earlier_bags VALUES (?, ?, ?)", game, games, text)

    def own_memory(self, name: str) -> str:
        """Return the memory of a person's own bot as JSON; a damaged one counts as empty."""
        if not self._file.read(HAS_TABLE):
            return EMPTY
        query = "SELECT memory FROM own_memory WHERE name = ? AND typeof(memory) = 'text'"
        rows = self._file.read(query, (name,))
        text = rows[-1][0] if rows else EMPTY
        return EMPTY if _parsed(text, dict[str, Any]) is None else text

    def keep_own_memory(self, name: str, memory: str) -> None:
        with self._file.change() as db:
            db.execute(NEW_TABLE)
            db.execute("DELETE FROM own_memory WHERE name = ?", (name,))
            db.execute("INSERT INTO own_memory VALUES (?, ?)", (name, memory))


def thinned(curve: Sequence[tuple[int, float]]) -> tuple[tuple[int, float], ...]:
    """Thin a curve to at most MAX_CURVE points, keeping every second, the first and the last."""
    points = tuple(curve)
    while len(points) > MAX_CURVE:
        points = (*points[:-1:2], points[-1])
    return points


def _parsed(text: str, kind: Any) -> Any:
    """Return a stored value of a type; None for a damaged one."""
    try:
        value = parse_json(text)
    except ValueError:
        return None
    return value if fits(kind, value) else None


def _curve(text: str) -> tuple[tuple[int, float], ...]:
    """Parse a stored curve; a damaged one has no points."""
    points = [(games, float(score)) for games, score in _parsed(text, CURVE) or ()]
    ordered = points == sorted(points, key=lambda point: point[0])
    sound = all(games >= 0 and 0 <= score <= 1 for games, score in points)
    return tuple(points) if ordered and sound else ()


def _bags(text: str) -> StoredBags | None:
    """Parse stored bags; None if they are damaged."""
    bags = _parsed(text, BAGS)
    if bags is None:
        return None
    try:
        return {place: {int(move): n for move, n in bag.items()} for place, bag in bags.items()}
    except ValueError:  # a move that is no number, or has thousands of digits
        return None
