"""Recording of an alpha-beta search: positions with their windows, cut-offs, table hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from engine.messages import message
from engine.naming import MoveText, listed_move, move_name, named_in_order
from engine.protocols import Game, S
from engine.solvers.score import GUESS, PROVED, WIN
from engine.watch import Belief, Recorder, RecordingKind


def share(score: int) -> float:
    """Convert a score to an expected result 0 .. 1 for the player it belongs to."""
    return min(1.0, max(0.0, (1 + score / GUESS) / 2))


def distance(score: int) -> int | None:
    """Return the plies from the root to the end of a proved win or loss, else None."""
    return WIN - abs(score) if abs(score) > PROVED else None


def _bound(score: int, alpha: int, beta: int) -> str:
    """Return the suffix of a score in a window: `.most` or `.least` for a bound, else empty.

    An upper bound that is a loss is exact in value, and so is a lower bound that is a win.
    """
    if score <= alpha and score >= -PROVED:
        return ".most"
    return ".least" if score >= beta and score <= PROVED else ""


@dataclass(slots=True)
class _Frame(Generic[S]):
    """A position on the line being searched, with its window."""

    state: S
    move: int | None  # the move that led here; None at the first position of a search
    text: MoveText
    alpha: int
    beta: int
    depth: int
    offset: int
    children: set[int] = field(default_factory=set)  # the moves tried from here
    recorded: bool = field(default=False)  # whether its "look" step has been written


class WindowRecord(Generic[S]):
    """The recording of one alpha-beta search, which calls `enter` and `leave` at every position."""

    def __init__(self, game: Game[S], state: S, recorder: Recorder) -> None:
        self.game = game
        self.recorder = recorder
        self._root = state
        self._move = -1  # the move of the root that is being searched
        self._move_text: MoveText = ""
        self._frames: list[_Frame[S]] = []
        self._hits = 0
        self._cuts = 0
        self._saved = 0
        self._nodes = 0
        self._entered = 0  # positions recorded, or counted as left out
        self._depths: list[dict[str, Any]] = []
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
        self.recorder.step("deepen", message("watch.ab.deepen", count=depth), depth=depth)

    def begin(self, move: int) -> None:
        """Begin the search of one root move."""
        self._move, self._move_text = move, listed_move(self.game, self._root, move)
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
        self._depths.append(
            {
                "depth": depth,
                "nodes": nodes,
                # The counts are complete only while every position is recorded.
                "hits": self._hits if self.open else None,
                "cuts": self._cuts if self.open else None,
                "saved": self._saved if self.open else None,
                "moves": [
                    [move, share(score), distance(score), spent] for move, score, spent in moves
                ],
            }
        )
        self.recorder.show("depths", self._depths)

    def chosen(self, move: int, score: int) -> None:
        """Record the decision; as in every step, the facts are for the player to move after it."""
        plies = distance(score)
        ending = "" if plies is None else ".win" if score > 0 else ".loss"
        text = message(
            f"watch.ab.chosen{ending}",
            move=move_name(self.game, self._root, move),
            score=share(score),
            plies=plies,
        )
        facts = {"alpha": 0.0, "beta": 1.0, "score": share(-score), "plies": plies}
        self.recorder.step("chosen", text, (move,), **facts)

    # -- called by the search --------------------------------------------------------------------

    def enter(
        self, state: S, move: int | None, alpha: int, beta: int, depth: int, offset: int = 0
    ) -> None:
        """Enter a position with its window; `offset` converts its wins to plies from the root."""
        text = self._move_text
        if self._frames and move is not None:
            self._record_look()
            parent = self._frames[-1]
            parent.children.add(move)
            text = listed_move(self.game, parent.state, move)
        self._entered += 1
        self._frames.append(_Frame(state, move, text, alpha, beta, depth, offset))

    def leave(
        self, score: int, moves: Sequence[int], counted: Mapping[str, Any] | None, hit: bool
    ) -> None:
        """Leave the innermost position with its score for the player to move.

        `moves` are the moves the search could try, `counted` the terms of the guess at the horizon
        (None elsewhere), `hit` whether the table held the position. A score outside the window is
        recorded as a bound.
        """
        frame = self._frames[-1]
        known = self._from_root(score, frame)
        facts: dict[str, Any] = {
            "depth": frame.depth,
            "alpha": share(frame.alpha),
            "beta": share(frame.beta),
            "score": share(score),
            "plies": distance(known),
        }
        if counted is not None:
            self._step("horizon", frame, known, {**facts, "counted": dict(counted)})
        elif not frame.children:
            self._hits += hit
            bound = _bound(score, frame.alpha, frame.beta) if hit else ""
            self._step("hit" if hit else "decided", frame, known, facts, bound)
        elif score >= frame.beta and len(frame.children) < len(moves):
            rest = [move for move in moves if move not in frame.children]
            saved = len(rest) * sum(len(moves) ** level for level in range(frame.depth))
            self._cuts += 1
            self._saved += saved
            facts |= {"left": len(rest), "rest": rest, "saved": saved}
            self._step("cut", frame, known, facts)
        else:
            self._step("back", frame, known, facts, _bound(score, frame.alpha, frame.beta))
        self._frames.pop()

    @staticmethod
    def _from_root(score: int, frame: _Frame[S]) -> int:
        if score > PROVED:
            return score + frame.offset
        return score - frame.offset if score < -PROVED else score

    def _record_look(self) -> None:
        frame = self._frames[-1]
        if frame.recorded:
            return
        frame.recorded = True
        facts = {
            "depth": frame.depth,
            "alpha": share(frame.alpha),
            "beta": share(frame.beta),
        }
        text = message(
            "watch.ab.look",
            line=self._line_text(),
            low=share(frame.alpha),
            high=share(frame.beta),
            count=frame.depth,
        )
        self.recorder.step("look", text, self._line(), **facts)

    def _step(
        self, phase: str, frame: _Frame[S], score: int, facts: dict[str, Any], bound: str = ""
    ) -> None:
        plies = distance(score)
        ending = "" if plies is None else ".win" if score > 0 else ".loss"
        text = message(
            f"watch.ab.{phase}{ending}{bound}",
            line=self._line_text(),
            score=share(score),
            plies=plies,
            left=facts.get("left", 0),
            saved=facts.get("saved", 0),
        )
        self.recorder.step(phase, text, self._line(), **facts)

    def _line(self) -> tuple[int, ...]:
        later = [frame.move for frame in self._frames[1:] if frame.move is not None]
        return (self._move, *later)

    def _line_text(self) -> MoveText:
        return named_in_order(
            self.game, [self._move_text, *(frame.text for frame in self._frames[1:])]
        )
