"""Events and recorder of alpha-beta: positions with their windows, cut-offs, table hits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Generic, NamedTuple

from engine.messages import Message, message
from engine.naming import line_message, move_name, named_line
from engine.protocols import Game, S
from engine.recording import (
    IN_TEXT,
    Belief,
    Event,
    LastMove,
    LateEvent,
    Line,
    MethodResult,
    Move,
    Recorder,
    RecordingKind,
    Reply,
)
from engine.solvers.alphabeta import (
    INFINITE,
    PROVED,
    HorizonTerms,
    PositionReader,
    plies_to_end,
    share,
)


class ScoreBound(Enum):
    """The meaning of a score that is no exact result of the search."""

    AT_MOST = "most"
    AT_LEAST = "least"


@dataclass(frozen=True, slots=True)
class IterationStarted(Event, phase="deepen"):
    """The start of an iteration `depth` plies deep."""

    depth: int


@dataclass(frozen=True, slots=True)
class PositionEntered(Event, phase="look"):
    """A position entered with its window, expected results 0 .. 1 for the player to move."""

    depth: int
    alpha: float
    beta: float


@dataclass(frozen=True, slots=True)
class PositionLeft(Event):
    """A position left with its score for the player to move; see the subclasses.

    `plies` counts from the root to the end of a proved win or loss, None elsewhere.
    """

    depth: int
    alpha: float
    beta: float
    score: float
    plies: int | None
    bound: ScoreBound | None = field(metadata=IN_TEXT)


@dataclass(frozen=True, slots=True)
class HorizonReached(PositionLeft, phase="horizon"):
    """A position at the horizon, with the terms of its guess."""

    counted: HorizonTerms


@dataclass(frozen=True, slots=True)
class PositionDecided(PositionLeft, phase="decided"):
    """A position decided by the rules or by its threats, without a search."""


@dataclass(frozen=True, slots=True)
class TableHit(PositionLeft, phase="hit"):
    """A position whose score the table held."""


@dataclass(frozen=True, slots=True)
class Returned(PositionLeft, phase="back"):
    """A position of which every move was searched."""


@dataclass(frozen=True, slots=True)
class Cutoff(PositionLeft, phase="cut"):
    """A position left early: a reply refutes the move that led there.

    `rest` are the `left` moves not searched; `saved` estimates the positions below them. `reply`
    leads to the earlier move of the other side whose known score it is compared with: that side
    plays it rather than come here.
    """

    left: int
    rest: tuple[Reply, ...]
    saved: int
    reply: LastMove


@dataclass(frozen=True, slots=True)
class MoveChosen(Event, phase="chosen"):
    """The decision; the score is that of the player to move after it."""

    alpha: float
    beta: float
    score: float
    plies: int | None


class MoveScore(NamedTuple):
    """The result of a move of the decision in one iteration, for its player."""

    move: Move
    score: float
    plies: int | None
    nodes: int

    @property
    def rank(self) -> tuple[int, float]:
        """The order of results: a soon win, a good guess, a late loss."""
        if self.plies is None:
            return 1, self.score
        return (2, -self.plies) if self.score > 0.5 else (0, self.plies)


@dataclass(frozen=True, slots=True)
class Iteration:
    """One complete iteration; table hits, cut-offs and savings are None if not all were counted."""

    depth: int
    nodes: int
    hits: int | None
    cuts: int | None
    saved: int | None
    moves: tuple[MoveScore, ...]


@dataclass(frozen=True, slots=True)
class WindowsResult(MethodResult):
    """The complete iterations, depth by depth."""

    depths: tuple[Iteration, ...]


def window_of_ends(low: float, high: float) -> str:
    """Return ".losses" or ".wins" for a window that holds nothing else, "" for any other.

    All proved losses are an expected result of 0 for the player to move, and all wins of 1; they
    differ in their length alone.
    """
    return ".losses" if high == 0 else ".wins" if low == 1 else ""


@lru_cache(maxsize=4096)
def _full_tree(moves: int, depth: int) -> int:
    """Return the positions of a tree of `depth` levels with as many moves everywhere."""
    return sum(moves**level for level in range(depth))


def _bound(score: int, alpha: int, beta: int) -> ScoreBound | None:
    """Return the bound that a score outside its window is, None for an exact score.

    An upper bound that is a loss is exact in value, and so is a lower bound that is a win.
    """
    if score <= alpha and score >= -PROVED:
        return ScoreBound.AT_MOST
    return ScoreBound.AT_LEAST if score >= beta and score <= PROVED else None


@dataclass(slots=True)
class _Frame(Generic[S]):
    """A position of the search with its window."""

    state: S
    line: Line  # the moves that led here
    alpha: int
    beta: int
    depth: int
    offset: int
    tried: int = 0  # the moves tried from here, a bit for each
    best: int = -INFINITE  # the score of the best move tried so far
    best_move: int = -1
    score: int = 0
    saved: int = 0  # by a cutoff
    reply: Line = ()  # which a cutoff is compared with


class WindowRecord(Generic[S]):
    """The recording of one alpha-beta search, which calls `enter` and `leave` at every position.

    `positions` works out, when an event is read, data that the search does not need.
    """

    def __init__(
        self, game: Game[S], state: S, recorder: Recorder, positions: PositionReader[S]
    ) -> None:
        self.game = game
        self.recorder = recorder
        self._root = state
        self._positions = positions
        self._move = -1  # the move of the root that is being searched
        self._frames: list[_Frame[S]] = []
        self._hits = 0
        self._cuts = 0
        self._saved = 0
        self._nodes = 0
        self._entered = 0  # positions recorded, or counted as left out
        self._depths: list[Iteration] = []
        recorder.kind = RecordingKind.WINDOWS

    @property
    def open(self) -> bool:
        """Whether the recording has room for another position."""
        return self.recorder.open

    @property
    def state(self) -> S | None:
        """The innermost position entered and not left, None outside the search of a move."""
        return self._frames[-1].state if self._frames else None

    @property
    def ply(self) -> int:
        """The plies from the root to that position, 0 at the root."""
        return len(self._frames)

    # -- called by the bot -----------------------------------------------------------------------

    def deepen(self, depth: int) -> None:
        """Record the start of an iteration `depth` plies deep."""
        self._hits = self._cuts = self._saved = 0
        self.recorder.add(IterationStarted(message("watch.ab.deepen", count=depth), (), depth))

    def begin(self, move: int) -> None:
        """Begin the search of one root move."""
        self._move = move
        self._frames.clear()

    def looked(self, depth: int, moves: Sequence[tuple[int, int, int]]) -> None:
        """Record the end of an iteration: (move, score, positions visited) of every root move."""
        nodes = sum(spent for _, _, spent in moves)
        self._nodes += nodes
        self.recorder.passed(max(0, self._nodes - self._entered))
        self._entered = max(self._nodes, self._entered)
        beliefs = [Belief(move, spent, share(score)) for move, score, spent in moves]
        self.recorder.sample(self._nodes, lambda: beliefs)
        self.recorder.last_sample(self._nodes, beliefs)
        # The counts are complete only while every position is recorded.
        counts = (self._hits, self._cuts, self._saved) if self.open else (None, None, None)
        hits, cuts, saved = counts
        scores = tuple(
            MoveScore(move, share(score), plies_to_end(score), spent)
            for move, score, spent in moves
        )
        self._depths.append(Iteration(depth, nodes, hits, cuts, saved, scores))
        self.recorder.finish(WindowsResult(tuple(self._depths)))

    def chosen(self, move: int, score: int) -> None:
        """Record the decision; as in every event, the score is for the player to move after it."""
        plies = plies_to_end(score)
        ending = "" if plies is None else ".win" if score > 0 else ".loss"
        text = message(
            f"watch.ab.chosen{ending}",
            move=move_name(self.game, self._root, move),
            score=share(score),
            plies=plies,
        )
        self.recorder.add(MoveChosen(text, (move,), 0.0, 1.0, share(-score), plies))

    # -- called by the search --------------------------------------------------------------------

    def enter(
        self, state: S, move: int | None, alpha: int, beta: int, depth: int, offset: int = 0
    ) -> None:
        """Enter a position with its window; `offset` converts its wins to plies from the root."""
        frames = self._frames
        line: Line = (self._move,)
        if frames and move is not None:
            parent = frames[-1]
            if not parent.tried:
                entered = LateEvent(PositionEntered, parent.line, self._entered_event, (parent,))
                self.recorder.add(entered)
            parent.tried |= 1 << move
            line = (*parent.line, move)
        self._entered += 1
        frames.append(_Frame(state, line, alpha, beta, depth, offset))

    def leave(self, score: int, moves: int, at_horizon: bool, hit: bool) -> None:
        """Leave the innermost position with its score for the player to move.

        `moves` is the number of moves the search could try, needed where the score is not below
        beta, `at_horizon` whether it is a guess, `hit` whether the table held the position. A score
        outside the window is recorded as a bound.
        """
        frame = self._frames.pop()
        frame.score = score
        if self._frames and -score > self._frames[-1].best:
            self._frames[-1].best, self._frames[-1].best_move = -score, frame.line[-1]
        kind: type[PositionLeft] = Returned
        if at_horizon:
            kind = HorizonReached
        elif not frame.tried:
            self._hits += hit
            kind = TableHit if hit else PositionDecided
        elif score >= frame.beta and (left := moves - frame.tried.bit_count()):
            kind = Cutoff
            frame.reply = self._bound_setter()
            frame.saved = left * _full_tree(moves, frame.depth)
            self._cuts += 1
            self._saved += frame.saved
        self.recorder.add(LateEvent(kind, frame.line, self._left_event, (kind, frame)))

    def _bound_setter(self) -> Line:
        """Return the line to the move that set beta of the position just left.

        The other side tried it in the position before, or two, four ... plies earlier, from where
        the bound was handed down. There is one: at the root every move has the full window.
        """
        setter = next(frame for frame in self._frames[::-2] if frame.best > frame.alpha)
        return (*setter.line, setter.best_move)

    # -- called when an event is read ------------------------------------------------------------

    def _entered_event(self, line: Line, frame: _Frame[S]) -> PositionEntered:
        low, high = share(frame.alpha), share(frame.beta)
        key = f"watch.ab.look{window_of_ends(low, high)}"
        text = self._text(line, key, low=low, high=high, count=frame.depth)
        return PositionEntered(text, line, frame.depth, low, high)

    def _left_event(self, line: Line, kind: type[PositionLeft], frame: _Frame[S]) -> PositionLeft:
        score, saved = frame.score, frame.saved
        plies = plies_to_end(_from_root(score, frame))
        exact = kind in (HorizonReached, PositionDecided)
        bound = None if exact else _bound(score, frame.alpha, frame.beta)
        ending = "" if plies is None else ".win" if score > 0 else ".loss"
        suffix = "" if bound is None or kind is Cutoff else f".{bound.value}"
        values: dict[str, object] = {"score": share(_from_root(score, frame)), "plies": plies}
        rest: tuple[object, ...] = ()
        if kind is HorizonReached:
            rest = (self._positions.counted(frame.state, score),)
        elif kind is Cutoff:
            moves = self._positions.moves(frame.state, frame.depth)
            ahead = tuple(move for move in moves if not frame.tried >> move & 1)
            rest = (len(ahead), ahead, saved, frame.reply)
            values |= {"left": len(ahead), "saved": saved, **self._compared(frame)}
        text = self._text(line, f"watch.ab.{kind.PHASE}{ending}{suffix}", **values)
        window = (frame.depth, share(frame.alpha), share(frame.beta), share(score))
        return kind(text, line, *window, plies, bound, *rest)

    def _compared(self, frame: _Frame[S]) -> dict[str, object]:
        """Return the move that a cutoff is compared with, and the one that it would replace."""
        state, common = self._root, len(frame.reply) - 1
        for move in frame.reply[:common]:
            state = self.game.play(state, move)
        names = [
            named_line(self.game, state, line[common : common + 1])
            for line in (frame.reply, frame.line)
        ]
        return {"reply": names[0], "instead": names[1], "bound": share(frame.beta)}

    def _text(self, line: Line, key: str, **values: object) -> Message:
        return line_message(self.game, self._root, line, key, **values)


def _from_root(score: int, frame: _Frame[S]) -> int:
    """Return a score whose wins are counted from the root."""
    if score > PROVED:
        return score + frame.offset
    return score - frame.offset if score < -PROVED else score
