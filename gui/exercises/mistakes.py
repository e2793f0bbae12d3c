"""The user's own mistakes: found in a finished game, stored as text, read, and collected.

No pygame here. A mistake names its game by seed, number and moves, so that it is stored once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import islice
from typing import Any

from engine.context import Context
from engine.levels import FAR
from engine.messages import JouonsError
from engine.protocols import HUMAN, Estimate, Game, Value
from engine.puzzles.refutation import Missed, oversight
from engine.puzzles.review import MoveReview, Regret, Reviewer, review_move
from engine.registry import make_game, make_oracles
from engine.saves import SavedGame, SaveError, from_json, replay
from engine.session import Session
from engine.store.store import FinishedGame, Store
from gui.app_context import AppContext
from gui.people import side_of
from gui.worker import JobSlot

NEWEST = 40  # maximum number of finished games of a kind to review
EXTRA = "mistake"  # the name of its part in the stored text
REVIEWED = "judged"  # replaces the ply: the whole game is reviewed
# Of a whole game: moves judged, errors, and, which 1.0.0 did not count, those that were missed.
REVIEWED_TEXT = re.compile(r"\d+ \d+( \d+)?")
NO_NAMES = ("", "")

# The exact values of the moves of a position; None where unknown.
Values = Callable[[Any], Sequence[Estimate] | None]


@dataclass(frozen=True)
class Mistake:
    """A position in which a person made a mistake; `saved` ends there, `review` judges the move.

    It lost value, or overlooked what could be seen one move ahead.
    """

    place: str
    saved: SavedGame
    number: int  # of the move among those of this side, from 1
    review: MoveReview

    @property
    def side(self) -> int:
        """The player who made the mistake."""
        return self.review.player

    @property
    def before(self) -> Value | None:
        """The value of the position for that player, None if unknown."""
        return Value.WIN if self.review.missed is Missed.WIN else self.review.value

    @property
    def after(self) -> Value | None:
        """The value that the move left, None if unknown."""
        return Value.LOSS if self.review.missed is Missed.BLOCK else self.review.after

    def to_text(self) -> str:
        """Return the text for the store."""
        (session, game), review = _session(self.saved), self.review
        own = {
            "place": self.place,
            "played": game.move_text(session.state, review.move),
            "good": [game.move_text(session.state, move) for move in review.better or review.good],
            "before": review.value,
            "after": review.after,
            "critical": review.critical,
            "lost_in": review.lost_in,
            "win_in": review.win_in,
        }
        return replace(self.saved, extra={**self.saved.extra, EXTRA: own}).to_json()


def game_place(saved: SavedGame, ply: int | str) -> str:
    """Return the key of a position in a game, equal for every source of the game.

    The moves up to there are part of it: two games of one seed are two games.
    """
    options = " ".join(f"{name}={text}" for name, text in saved.options.items())
    moves = saved.moves[:ply] if isinstance(ply, int) else saved.moves
    digest = sha256("\n".join((saved.start, *moves)).encode()).hexdigest()[:16]
    return f"{saved.game} {options} {saved.seed}.{saved.number}.{digest} {ply}"


def reviewed_place(saved: SavedGame, side: int) -> str:
    """Return the key of one person's regret in a whole game; the only person needs no number."""
    return game_place(saved, f"{REVIEWED}{side}" if saved.first == saved.second else REVIEWED)


@dataclass(frozen=True)
class ReviewedGame:
    """A reviewed game: the mistakes of its persons in order, and the regret of each side.

    A bot has no regret here. `unknown` are the moves of its persons that could not be judged.
    """

    mistakes: tuple[Mistake, ...]
    regrets: tuple[Regret, Regret]
    unknown: int = 0

    def missed(self, side: int) -> int:
        """Return how often a side overlooked a win or a loss in one move."""
        return sum(each.side == side and each.review.missed is not None for each in self.mistakes)

    def kept(self, saved: SavedGame) -> Findings:
        """Return the stored texts of its mistakes, and of the regret of each person, by key."""
        texts = {mistake.place: mistake.to_text() for mistake in self.mistakes}
        games = {
            reviewed_place(saved, side): f"{regret.judged} {regret.errors} {self.missed(side)}"
            for side, regret in enumerate(self.regrets)
            if (saved.first, saved.second)[side] == HUMAN
        }
        return texts, games


def review(saved: SavedGame, context: Context[Any]) -> ReviewedGame:
    """Judge every move of the persons in a game. JouonsError when the game is invalid."""
    session, game = _session(saved)
    reviewer = Reviewer(game, make_oracles().of(game))
    judged = reviewer.review(session.all_states, session.all_moves, context.part(0))
    return _reviewed(saved, session, game, judged)


def review_known(saved: SavedGame, known: Values) -> ReviewedGame | None:
    """Review a game with known values; None if one of a person's moves has none."""
    session, game = _session(saved)
    texts, reviews = (saved.first, saved.second), []
    steps = zip(session.all_states, session.all_moves, strict=False)
    for ply, (state, move) in enumerate(steps, 1):
        if texts[game.to_move(state)] == HUMAN:
            values = known(state)
            if values is None:
                return None
            reviews.append(review_move(game, ply, state, move, values))
    return _reviewed(saved, session, game, reviews)


def _reviewed(
    saved: SavedGame, session: Session[Any], game: Game[Any], every: Iterable[MoveReview]
) -> ReviewedGame:
    states, texts = session.all_states, (saved.first, saved.second)
    mistakes, regrets, unknown = [], [Regret(), Regret()], 0
    for judged in every:
        if texts[judged.player] != HUMAN:
            continue
        regrets[judged.player] += Regret(judged.critical, bool(judged.critical and judged.lost))
        unknown += judged.lost is None
        if not judged.is_mistake:
            continue
        at = judged.ply - 1
        turns = [game.to_move(state) for state in states[: judged.ply]]
        before = replace(saved, moves=saved.moves[:at], ply=-1)
        place = game_place(saved, judged.ply)
        mistakes.append(Mistake(place, before, turns.count(judged.player), judged))
    return ReviewedGame(tuple(mistakes), (regrets[0], regrets[1]), unknown)


def read_mistake(text: str) -> Mistake:
    """Read a mistake from its stored text. JouonsError when it is invalid."""
    saved = from_json(text)
    session, game = _session(saved)
    own = saved.extra.get(EXTRA)
    if not isinstance(own, dict):
        raise SaveError("save.field", name=EXTRA)
    played, good = own.get("played"), own.get("good")
    texts = [played, *good] if isinstance(good, list) and good else []
    if not texts or not all(isinstance(each, str) for each in texts):
        raise SaveError("save.field", name=EXTRA)
    move, *better = (game.parse_move(session.state, each) for each in texts)
    side, ply = game.to_move(session.state), len(saved.moves) + 1
    turns = [game.to_move(state) for state in session.all_states]
    overlooked = oversight(game, session.state, move)
    before, lost = _lost(own, overlooked is not None)
    keeping, critical = tuple(better) if lost else (), own.get("critical") is not False
    lost_in, win_in = (_plies(own.get(name)) for name in ("lost_in", "win_in"))
    review = MoveReview(
        ply, side, move, before, lost, keeping, critical, lost_in, win_in, overlooked
    )
    rest = {name: value for name, value in saved.extra.items() if name != EXTRA}
    place = str(own.get("place", game_place(saved, ply)))
    return Mistake(place, replace(saved, extra=rest), turns.count(side), review)


def _lost(own: Mapping[str, Any], overlooked: bool) -> tuple[Value | None, float | None]:
    """Return the stored value of a position, and the loss of value.

    Both may be unknown, or nothing lost, where something was `overlooked`. SaveError else.
    """
    before, after = own.get("before"), own.get("after")
    values = tuple(Value)
    if overlooked and after is None and before in (None, *values):
        return None if before is None else Value(before), None
    if before not in values or after not in values or after > before - (not overlooked):
        raise SaveError("save.field", name=EXTRA)
    return Value(before), (before - after) / 2


def _plies(stored: object) -> int | None:
    """Return a stored number of plies; older mistakes have none."""
    return stored if isinstance(stored, int) and stored > 0 else None


def worst_first(mistakes: Iterable[Mistake]) -> list[Mistake]:
    """Return the mistakes worth showing, those that could be seen first, then the shortest loss.

    Those that left a draw, and losses of unknown length, stand before those that are far away.
    """
    taught = [each for each in mistakes if each.review.is_taught(_opponent(each))]

    def distance(mistake: Mistake) -> int:
        review = mistake.review
        if review.missed is not None:
            return 0
        return max(FAR, review.win_in or FAR) if review.lost_in is None else review.lost_in

    return sorted(taught, key=distance)


def _opponent(mistake: Mistake) -> str:
    return (mistake.saved.first, mistake.saved.second)[1 - mistake.side]


def _session(saved: SavedGame) -> tuple[Session[Any], Game[Any]]:
    """Replay a game; JouonsError when it is invalid."""
    game = make_game(saved.game, saved.options)
    return replay(saved, game), game


# -- collection ------------------------------------------------------------------------------------


Findings = tuple[dict[str, str], dict[str, str]]  # to store of reviewed games: ReviewedGame.kept


class MistakeCollector:
    """Reviews a person's newest finished games of one kind and stores its findings.

    `count` are the person's positions to retry.
    `games` are the reviewed ones, the oldest first: the person's moves with something to lose, and
    those of them that lost it. `missed` counts what could be seen one move ahead, apart from that.
    """

    def __init__(self, app_context: AppContext, game: str) -> None:
        self.app_context = app_context
        self.game = game
        self.person = ""
        self.count = 0
        self.games: list[Regret] = []
        self.missed = 0
        self._order: list[str] = []  # the keys of the games, the oldest first
        self._known: dict[str, str] = {}
        self._job: JobSlot[None] = JobSlot(app_context.worker)

    def begin(self, person: str = "") -> None:
        """Review the games that are not reviewed yet. StoreError when they cannot be read."""
        store, self.person = self.app_context.store, person
        self._read()
        self._known = store.known_mistakes(self.game)
        saved: dict[str, SavedGame] = {}  # the newest first
        for row, side in islice(games_of(store, self.game, person), NEWEST):
            try:
                game = from_json(row.saved)
            except JouonsError:
                continue  # an unreadable game hides no others
            saved[reviewed_place(game, side)] = game
        self._order = list(reversed(saved))
        self._count()
        new = [game for place, game in saved.items() if place not in self._known]
        if new:
            self._job.submit(partial(_gather, new))

    def _read(self) -> None:
        self.count = len(stored_mistakes(self.app_context, self.game, self.person)[0])

    def _count(self) -> None:
        texts = [self._known[place] for place in self._order if place in self._known]
        counts = [[int(n) for n in t.split()] for t in texts if REVIEWED_TEXT.fullmatch(t)]
        self.games = [Regret(*numbers[:2]) for numbers in counts]
        self.missed = sum(sum(numbers[2:]) for numbers in counts)

    @property
    def busy(self) -> bool:
        """Whether games are being reviewed."""
        return bool(self._job)

    def update(self) -> bool:
        """Store new findings; return True if there are any."""
        job = self._job.job
        if job is None:
            return False
        done = self._job.take() is not None  # read first: the last report comes before it
        texts, every = job.latest or ({}, {})
        games = {place: text for place, text in every.items() if place not in self._known}
        if games:
            keep(self.app_context, self.game, texts, games)
            self._known |= games
            self._count()
        if games or done:
            self._read()
        return bool(games) or done

    def release_worker(self) -> None:
        """Stop; the remaining games are reviewed another time."""
        self._job.cancel()


def keep(
    app_context: AppContext,
    game: str,
    texts: Mapping[str, str],
    games: Mapping[str, str] | None = None,
) -> None:
    """Queue mistakes and reviewed games for the store."""

    app_context.write_queue.put(
        ("mistakes", *sorted((*texts, *(games or {})))),
        lambda: app_context.store.keep_mistakes(game, texts, games),
    )


def _gather(games: Iterable[SavedGame], context: Context[Any]) -> None:
    """Review games, reporting all findings so far."""
    findings: Findings = {}, {}
    for saved in games:
        try:
            texts, names = review(saved, context).kept(saved)
        except JouonsError:
            continue
        findings = {**findings[0], **texts}, {**findings[1], **names}
        context.report(findings)


def games_of(store: Store, game: str, person: str) -> Iterator[tuple[FinishedGame, int]]:
    """Yield a person's finished games, newest first, with the side. Raises StoreError.

    Without a name they are those against bots: at a table of two, anybody may be the unnamed one.
    """
    names = store.names()
    for row in store.every_game(game):
        if not person and row.first == row.second:
            continue
        side = side_of(row.first, row.second, names.get(row.id, NO_NAMES), person)
        if side is not None:
            yield row, side


def stored_mistakes(
    app_context: AppContext, game: str, person: str = ""
) -> tuple[list[Mistake], int]:
    """Return a person's positions to retry, each once, and the number of damaged ones. StoreError.

    A position of a game that is not among the finished ones is everybody's.
    """
    every: list[Mistake] = []
    damaged = 0
    for row in app_context.store.mistakes(game):
        try:
            every.append(read_mistake(row.saved))
        except JouonsError:
            damaged += 1
    names = _names_of(every, app_context.store, game)
    by_position: dict[str, Mistake] = {}
    for mistake in every:
        if person in names.get(mistake.place, (person,)):
            position = " ".join((mistake.saved.start, *mistake.saved.moves))
            by_position.setdefault(position, mistake)
    return list(by_position.values()), damaged


def _names_of(mistakes: Iterable[Mistake], store: Store, game: str) -> dict[str, set[str]]:
    """Return the names of the persons who made each mistake, by its place.

    They stand with the finished game, whose seed and moves the mistake has. StoreError.
    """
    by_seed: defaultdict[int, list[Mistake]] = defaultdict(list)
    for mistake in mistakes:
        by_seed[mistake.saved.seed].append(mistake)
    if not by_seed:
        return {}
    seats = store.names()
    names_at: defaultdict[str, set[str]] = defaultdict(set)
    for row in store.every_game(game):
        if row.seed not in by_seed:
            continue
        try:
            saved = from_json(row.saved)
        except JouonsError:
            continue
        for mistake in by_seed[saved.seed]:
            if game_place(saved, mistake.review.ply) == mistake.place:
                names_at[mistake.place].add(seats.get(row.id, NO_NAMES)[mistake.side])
    return dict(names_at)
