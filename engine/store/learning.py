"""Learning progress in the store: one row a game, with its curve and the last changed bags, and the
bags as they were after 1, 2, 5, 10 ... games.

A long curve is thinned, so that a row has at most a few thousand characters.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from engine.files import parse_json
from engine.protocols import Learning, StoredBags
from engine.store.schema import SOUND
from engine.store.store_file import StoreFile

MAX_CURVE = 240  # points
MAX_GROWN = 1_000  # bags that one game added to
LARGEST_COUNT = 2**63 - 1


class StoredLearning:
    """The part of the store that a learner reads and writes."""

    _file: StoreFile

    def learning(self, game: str) -> Learning:
        """Return the stored progress of one game; invalid data count as none."""
        rows = self._file.read(
            f"SELECT games, curve, grown FROM learning WHERE game = ? AND {SOUND['learning']}",
            (game,),
        )
        if not rows:
            return Learning()
        games, curve, grown = rows[0]
        return Learning(int(str(games)), _curve(str(curve)), _names(str(grown)))

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
        """Return the bags of one game after certain numbers of games; invalid ones are left out."""
        rows = self._file.read(
            "SELECT games, bags FROM earlier_bags WHERE game = ?"
            f" AND {SOUND['earlier_bags']} ORDER BY games",
            (game,),
        )
        stored = {int(str(games)): _bags(str(text)) for games, text in rows}
        return {games: bags for games, bags in stored.items() if bags is not None}

    def keep_bags(self, game: str, games: int, bags: StoredBags) -> None:
        """Store the bags of one game after a number of games."""
        text = json.dumps(bags, separators=(",", ":"))
        with self._file.change() as db:
            db.execute("INSERT OR REPLACE INTO earlier_bags VALUES (?, ?, ?)", (game, games, text))


def _bags(text: str) -> StoredBags | None:
    """Parse stored bags; None if they are invalid."""
    try:
        values = parse_json(text)
        return {
            str(place): {int(move): int(count) for move, count in counts.items()}
            for place, counts in values.items()
        }
    except (ValueError, TypeError, AttributeError):
        return None


def thinned(curve: Sequence[tuple[int, float]]) -> tuple[tuple[int, float], ...]:
    """Thin a curve to at most MAX_CURVE points, keeping every second, the first and the last."""
    points = tuple(curve)
    while len(points) > MAX_CURVE:
        points = (*points[:-1:2], points[-1])
    return points


def _curve(text: str) -> tuple[tuple[int, float], ...]:
    """Parse a stored curve; invalid points are left out."""
    try:
        values = parse_json(text)
    except ValueError:
        return ()
    points: list[tuple[int, float]] = []
    for point in values if isinstance(values, list) else ():
        match point:
            case [int(games), int() | float() as score] if games >= 0 and 0 <= score <= 1:
                if not points or games >= points[-1][0]:
                    points.append((games, float(score)))
    return tuple(points)


def _names(text: str) -> tuple[str, ...]:
    try:
        names = parse_json(text)
    except ValueError:
        return ()
    return tuple(
        name for name in (names if isinstance(names, list) else ()) if isinstance(name, str)
    )
