"""One's own mistakes: found in a finished game, kept as text, read again, gathered for later.

No pygame here. A mistake names its game by seed and number, so that one found twice is kept once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from engine.context import Context
from engine.messages import JouonsError
from engine.protocols import Game, Value
from engine.registry import HUMAN, make_game, make_oracles
from engine.review import Reviewer
from engine.saves import SavedGame, SaveError, from_json, replay
from engine.session import Session
from gui.house import House
from gui.worker import Job

NEWEST = 40  # finished games of a kind that are looked through
EXTRA = "mistake"  # the name of its part in the text it is kept as
REVIEWED = "reviewed"  # in the place of a ply: the whole game was looked through


@dataclass(frozen=True)
class Mistake:
    """A position in which a person gave value away; `saved` ends there.

    `good` are the moves that keep the value, `before` and `after` what it was and became.
    """

    place: str
    saved: SavedGame
    side: int
    number: int  # of the move among those of this side, from 1
    played: str
    good: tuple[str, ...]
    before: Value
    after: Value

    def to_text(self) -> str:
        """As it is kept."""
        own = {
            "place": self.place,
            "played": self.played,
            "good": list(self.good),
            "before": int(self.before),
            "after": int(self.after),
        }
        return replace(self.saved, extra={**self.saved.extra, EXTRA: own}).to_json()


def game_place(saved: SavedGame, ply: int | str) -> str:
    """The name of a place in a game, the same wherever the game is read from."""
    options = " ".join(f"{name}={text}" for name, text in saved.options.items())
    return f"{saved.game} {options} {saved.seed}.{saved.number}.{len(saved.start)} {ply}"


def own_mistakes(saved: SavedGame, context: Context[Any]) -> list[Mistake]:
    """The mistakes of every person in a game, in their order. JouonsError for one not sound."""
    session, game = _session(saved)
    states, moves = session.all_states, session.all_moves
    reviewer = Reviewer(game, make_oracles().of(game))
    texts = (saved.first, saved.second)
    found = []
    for judged in reviewer.review(states, moves, context.part(0)):
        if not judged.lost or judged.value is None or texts[judged.player] != HUMAN:
            continue
        at = judged.ply - 1
        turns = [game.to_move(state) for state in states[: judged.ply]]
        found.append(
            Mistake(
                game_place(saved, judged.ply),
                replace(saved, moves=saved.moves[:at], ply=-1),
                judged.player,
                turns.count(judged.player),
                game.move_text(states[at], judged.move),
                tuple(game.move_text(states[at], move) for move in judged.better),
                judged.value,
                Value(int(judged.value) - round(2 * judged.lost)),
            )
        )
    return found


def read_mistake(text: str) -> Mistake:
    """A mistake from the text it was kept as. JouonsError where that is not sound."""
    saved = from_json(text)
    session, game = _session(saved)
    own = saved.extra.get(EXTRA)
    if not isinstance(own, dict):
        raise SaveError("save.field", name=EXTRA)
    played, good = own.get("played"), own.get("good")
    texts = [played, *good] if isinstance(good, list) and good else []
    before, after = own.get("before"), own.get("after")
    sound = texts and all(isinstance(each, str) for each in texts)
    if not sound or before not in (0, 1) or after not in (-1, 0) or not after < before:
        raise SaveError("save.field", name=EXTRA)
    for each in texts:
        game.parse_move(session.state, each)
    side = game.to_move(session.state)
    turns = [game.to_move(state) for state in session.all_states]
    rest = {name: value for name, value in saved.extra.items() if name != EXTRA}
    place = str(own.get("place", game_place(saved, len(saved.moves) + 1)))
    kept = replace(saved, extra=rest)
    values = Value(before), Value(after)
    return Mistake(place, kept, side, turns.count(side), str(played), tuple(texts[1:]), *values)


def _session(saved: SavedGame) -> tuple[Session[Any], Game[Any]]:
    """The game replayed; JouonsError where it is not sound."""
    game = make_game(saved.game, saved.options)
    return replay(saved, game), game


# -- gathered for later ----------------------------------------------------------------------------


class Gathering:
    """Looks through the newest finished games of one kind and keeps the mistakes in the store."""

    def __init__(self, house: House, game: str) -> None:
        self.house = house
        self.game = game
        self._kept: set[str] = set()
        self._job: Job[None] | None = None

    def begin(self) -> None:
        """Look through what was not looked through yet. StoreError when it cannot be read."""
        known = self.house.store.known_mistakes(self.game)
        games = islice(self.house.store.every_game(self.game), NEWEST)
        texts = [game.saved for game in games if HUMAN in (game.first, game.second)]
        if texts:
            self._job = self.house.worker.submit(partial(_gather, texts, known))

    @property
    def busy(self) -> bool:
        """Whether games are being looked through."""
        return self._job is not None

    def update(self) -> bool:
        """Keep what was found meanwhile; true when there is something new."""
        job = self._job
        if job is None:
            return False
        if job.done:
            self._job = None
        found: Mapping[str, str] = job.latest or {}
        new = {place: text for place, text in found.items() if place not in self._kept}
        if not new:
            return False
        self._kept |= new.keys()
        keep(self.house, self.game, new)
        return any(new.values())

    def rest(self) -> None:
        """Stop; what is left is looked through another time."""
        if self._job is not None:
            self._job.cancel()
            self._job = None


def keep(house: House, game: str, texts: Mapping[str, str]) -> None:
    """Keep mistakes, as soon as the store can be written."""

    def write() -> None:
        house.store.keep_mistakes(game, texts)

    house.keeping.put(("mistakes", *sorted(texts)), write)


def _gather(texts: Iterable[str], known: frozenset[str], context: Context[Any]) -> None:
    """Report the texts of all mistakes so far, and of every game that it was looked through."""
    found: dict[str, str] = {}
    for text in texts:
        try:
            saved = from_json(text)
            whole = game_place(saved, REVIEWED)
            if whole in known or whole in found:
                continue
            made = {each.place: each.to_text() for each in own_mistakes(saved, context)}
        except JouonsError:
            continue  # a game that cannot be read hides no others
        found = {**found, **{p: t for p, t in made.items() if p not in known}, whole: ""}
        context.report(found)


def kept_mistakes(house: House, game: str) -> tuple[list[Mistake], int]:
    """The positions to try again, each once, and how many were damaged. StoreError."""
    found: dict[str, Mistake] = {}
    damaged = 0
    for kept in house.store.mistakes(game):
        try:
            mistake = read_mistake(kept.saved)
        except JouonsError:
            damaged += 1
            continue
        position = " ".join((mistake.saved.start, *mistake.saved.moves))
        found.setdefault(position, mistake)
    return list(found.values()), damaged
