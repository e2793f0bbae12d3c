"""One's own mistakes: found in a finished game, kept as text, read again, gathered for later.

No pygame here. A mistake names its game by seed, number and moves: one found twice is kept once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import islice
from typing import Any

from engine.context import Context
from engine.messages import JouonsError
from engine.protocols import HUMAN, Estimate, Game, Value
from engine.registry import make_game, make_oracles
from engine.review import MoveReview, Regret, Reviewer, judge
from engine.saves import SavedGame, SaveError, from_json, replay
from engine.session import Session
from gui.app_context import AppContext
from gui.worker import Job

NEWEST = 40  # finished games of a kind that are looked through
EXTRA = "mistake"  # the name of its part in the text it is kept as
REVIEWED = "reviewed"  # in the place of a ply: the whole game was looked through

# The exact values of the moves of a position; None where they are not known.
Values = Callable[[Any], Sequence[Estimate] | None]


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
    """The name of a place in a game, the same wherever the game is read from.

    The moves up to there belong to it: two games of one seed are two games.
    """
    options = " ".join(f"{name}={text}" for name, text in saved.options.items())
    moves = saved.moves[:ply] if isinstance(ply, int) else saved.moves
    digest = sha256("\n".join((saved.start, *moves)).encode()).hexdigest()[:16]
    return f"{saved.game} {options} {saved.seed}.{saved.number}.{digest} {ply}"


@dataclass(frozen=True)
class ReviewedGame:
    """A whole game: the mistakes of its persons in order, and of how many moves that mattered.

    `unknown` are the moves of its persons that could not be judged.
    """

    mistakes: tuple[Mistake, ...]
    regret: Regret
    unknown: int = 0

    def kept(self, saved: SavedGame) -> tuple[dict[str, str], dict[str, str]]:
        """The texts that are kept of its mistakes, and of the game itself, by name."""
        texts = {mistake.place: mistake.to_text() for mistake in self.mistakes}
        return texts, {game_place(saved, REVIEWED): f"{self.regret.judged} {self.regret.errors}"}


def own_mistakes(saved: SavedGame, context: Context[Any]) -> list[Mistake]:
    """The mistakes of every person in a game, in their order. JouonsError for one not sound."""
    return list(review(saved, context).mistakes)


def review(saved: SavedGame, context: Context[Any]) -> ReviewedGame:
    """Judge every move of the persons in a game. JouonsError for one that is not sound."""
    session, game = _session(saved)
    reviewer = Reviewer(game, make_oracles().of(game))
    judged = reviewer.review(session.all_states, session.all_moves, context.part(0))
    return _reviewed(saved, session, game, judged)


def review_known(saved: SavedGame, known: Values) -> ReviewedGame | None:
    """The same of a game whose values are known already; None where one of a person's is not."""
    session, game = _session(saved)
    texts, made = (saved.first, saved.second), []
    steps = zip(session.all_states, session.all_moves, strict=False)
    for ply, (state, move) in enumerate(steps, 1):
        player = game.to_move(state)
        if texts[player] != HUMAN:
            continue
        values = known(state)
        if values is None:
            return None
        made.append(judge(ply, player, move, values))
    return _reviewed(saved, session, game, made)


def _reviewed(
    saved: SavedGame, session: Session[Any], game: Game[Any], every: Iterable[MoveReview]
) -> ReviewedGame:
    states, texts = session.all_states, (saved.first, saved.second)
    found, regret, unknown = [], Regret(), 0
    for judged in every:
        if texts[judged.player] != HUMAN:
            continue
        regret += Regret(judged.critical, bool(judged.critical and judged.lost))
        unknown += judged.lost is None
        if not judged.lost or judged.value is None:
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
    return ReviewedGame(tuple(found), regret, unknown)


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


@dataclass(frozen=True)
class ReviewFindings:
    """What is to be kept of games looked through: see Reviewed.kept."""

    texts: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, str] = field(default_factory=dict)


class MistakeCollector:
    """Looks through the newest finished games of one kind and keeps what it finds in the store.

    `games` are those that were looked through, the oldest first: moves with something to lose, and
    those of them that lost it.
    """

    def __init__(self, app_context: AppContext, game: str) -> None:
        self.app_context = app_context
        self.game = game
        self.games: list[Regret] = []
        self._order: list[str] = []  # the names of the games, the oldest first
        self._known: dict[str, str] = {}
        self._job: Job[None] | None = None

    def begin(self) -> None:
        """Look through what was not looked through yet. StoreError when it cannot be read."""
        self._known = self.app_context.store.known_mistakes(self.game)
        saved = []
        for kept in islice(self.app_context.store.every_game(self.game), NEWEST):
            if (kept.first == HUMAN) == (kept.second == HUMAN):
                continue  # whose mistakes they are is known where one person plays
            try:
                saved.append(from_json(kept.saved))
            except JouonsError:
                continue  # a game that cannot be read hides no others
        saved.reverse()
        self._order = list(dict.fromkeys(game_place(each, REVIEWED) for each in saved))
        self._count()
        new = [each for each in reversed(saved) if game_place(each, REVIEWED) not in self._known]
        if new:
            self._job = self.app_context.worker.submit(partial(_gather, new))

    def _count(self) -> None:
        texts = [self._known[place] for place in self._order if place in self._known]
        numbers = [tuple(map(int, t.split())) for t in texts if re.fullmatch(r"\d+ \d+", t)]
        self.games = [Regret(judged, errors) for judged, errors in numbers]

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
        found: ReviewFindings = job.latest or ReviewFindings()
        games = {place: text for place, text in found.games.items() if place not in self._known}
        if not games:
            return job.done
        keep(self.app_context, self.game, found.texts, games)
        self._known |= games
        self._count()
        return True

    def release_worker(self) -> None:
        """Stop; what is left is looked through another time."""
        if self._job is not None:
            self._job.cancel()
            self._job = None


def keep(
    app_context: AppContext,
    game: str,
    texts: Mapping[str, str],
    games: Mapping[str, str] | None = None,
) -> None:
    """Keep mistakes and games looked through, as soon as the store can be written."""

    def write() -> None:
        app_context.store.keep_mistakes(game, texts, games)

    app_context.write_queue.put(("mistakes", *sorted((*texts, *(games or {})))), write)


def _gather(games: Iterable[SavedGame], context: Context[Any]) -> None:
    """Look through games, reporting what is to be kept of all so far."""
    found = ReviewFindings()
    for saved in games:
        try:
            texts, names = review(saved, context).kept(saved)
        except JouonsError:
            continue
        found = ReviewFindings({**found.texts, **texts}, {**found.games, **names})
        context.report(found)


def stored_mistakes(app_context: AppContext, game: str) -> tuple[list[Mistake], int]:
    """The positions to try again, each once, and how many were damaged. StoreError."""
    found: dict[str, Mistake] = {}
    damaged = 0
    for kept in app_context.store.mistakes(game):
        try:
            mistake = read_mistake(kept.saved)
        except JouonsError:
            damaged += 1
            continue
        position = " ".join((mistake.saved.start, *mistake.saved.moves))
        found.setdefault(position, mistake)
    return list(found.values()), damaged
