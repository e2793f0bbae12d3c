"""What an alpha-beta search takes down: positions with their windows, cut-offs, table hits."""

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
    """A score as an expected result 0 .. 1 for the player it belongs to."""
    return min(1.0, max(0.0, (1 + score / GUESS) / 2))


def distance(score: int) -> int | None:
    """The plies from the root to the end of a proved win or loss, None for any other score."""
    return WIN - abs(score) if abs(score) > PROVED else None


def _bound(score: int, alpha: int, beta: int) -> str:
    """How a score through a window is told: `.most` or `.least` where it only bounds the true one.

    What is at most a loss is lost, and what is at least a win is won.
    """
    if score <= alpha and score >= -PROVED:
        return ".most"
    return ".least" if score >= beta and score <= PROVED else ""


@dataclass(slots=True)
class _Frame(Generic[S]):
    """A position on the line being searched."""

    state: S
    move: int | None  # that led here; None at the first position of a search
    text: MoveText
    alpha: int
    beta: int
    depth: int
    offset: int
    children: set[int] = field(default_factory=set)  # the moves tried from here
    told: bool = field(default=False)


class WindowRecord(Generic[S]):
    """Takes down one alpha-beta search. The search calls `enter` and `leave` at every position."""

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
        self._entered = 0  # positions taken down, or counted as left out
        self._depths: list[dict[str, Any]] = []
        recorder.kind = RecordingKind.WINDOWS

    @property
    def open(self) -> bool:
        """Whether another position would be taken down."""
        return self.recorder.open

    @property
    def state(self) -> S | None:
        """The position last entered and not left, None at the first of a search."""
        return self._frames[-1].state if self._frames else None

    @property
    def ply(self) -> int:
        """Plies from the root to that position, 0 at the root."""
        return len(self._frames)

    # -- what the bot tells ----------------------------------------------------------------------

    def deepen(self, depth: int) -> None:
        """A look at all moves begins, that many plies ahead."""
        self._hits = self._cuts = self._saved = 0
        self.recorder.step("deepen", message("watch.ab.deepen", count=depth), depth=depth)

    def begin(self, move: int) -> None:
        """One move of the root is searched from here."""
        self._move, self._move_text = move, listed_move(self.game, self._root, move)
        self._frames.clear()

    def looked(self, depth: int, moves: Sequence[tuple[int, int, int]]) -> None:
        """A look is complete: (move, score, positions looked at) of every move."""
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
                # Known only while every position is taken down.
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
        """The decision is made; as at every step the facts belong to who moves after its line."""
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

    # -- what the search tells -------------------------------------------------------------------

    def enter(
        self, state: S, move: int | None, alpha: int, beta: int, depth: int, offset: int = 0
    ) -> None:
        """A position is looked at through a window; `offset` is added to the plies of its wins."""
        text = self._move_text
        if self._frames and move is not None:
            self._tell_look()
            parent = self._frames[-1]
            parent.children.add(move)
            text = listed_move(self.game, parent.state, move)
        self._entered += 1
        self._frames.append(_Frame(state, move, text, alpha, beta, depth, offset))

    def leave(
        self, score: int, moves: Sequence[int], counted: Mapping[str, Any] | None, hit: bool
    ) -> None:
        """Its score is known, for the player to move; `moves` are those that could be tried.

        `counted` is what the guess at the horizon rests on, `hit` whether the table had the
        position when it was entered. A score outside the window is a bound, and told as one.
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

    def _tell_look(self) -> None:
        frame = self._frames[-1]
        if frame.told:
            return
        frame.told = True
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
