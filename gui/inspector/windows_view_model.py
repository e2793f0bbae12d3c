"""View model of an alpha-beta search at one step; no pygame here.

Scores and windows are always the score of the first player, whoever moves, so that the picture
reads from left to right. A score that is only a bound is marked as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.protocols import Value
from engine.watch import Recording, Step
from gui.inspector.inspector_frame import InspectorFrame, Line

DEEPEN, LOOK, CUT, HIT, CHOSEN = "deepen", "look", "cut", "hit", "chosen"


class SearchStatus(Enum):
    """State of a move in the search."""

    DONE = 0  # its score or a bound is known
    OPEN = 1  # it lies on the line under search
    AHEAD = 2  # pending


class ScoreBound(Enum):
    """The meaning of a score that is no exact result of the search."""

    AT_MOST = -1
    AT_LEAST = 1


@dataclass(frozen=True)
class WindowNode:
    """One move of the tree, and the belief about the position it leads to."""

    line: Line
    text: str
    player: int  # the player of the move
    stand: SearchStatus
    step: int  # the step that reports it
    phase: str = ""
    low: float = 0.0  # the window: a score of the first player outside these two has no effect
    high: float = 1.0
    score: float | None = None  # of the first player
    bound: ScoreBound | None = None
    winner: int | None = None  # a proved result
    plies: int | None = None  # from the root to its end
    counted: Mapping[str, Any] | None = None  # the counts behind an estimate at the horizon
    truth: Value | None = None  # for the first player


@dataclass(frozen=True)
class Cutoff:
    """Moves that the search skips after a cut-off."""

    moves: tuple[str, ...]
    player: int
    left: int
    saved: int  # positions of a full tree to the same depth


@dataclass(frozen=True)
class TreeLevel:
    """The moves after one position, in search order."""

    nodes: tuple[WindowNode, ...]
    path: int  # the one on the line under search, -1 if there is none
    cut: Cutoff | None = None


@dataclass(frozen=True)
class DepthIteration:
    """One iteration of iterative deepening, to a depth in plies; unknown results are None."""

    depth: int
    stand: SearchStatus
    step: int  # its first step, -1 if it was not recorded
    move: int | None = None
    text: str = ""
    score: float | None = None  # of the first player
    winner: int | None = None
    plies: int | None = None
    positions: int | None = None
    whole: int | None = None
    cuts: int | None = None
    saved: int | None = None
    hits: int | None = None
    truth: Value | None = None  # for the first player


@dataclass(frozen=True)
class WindowsViewModel:
    """View model of the search at one step."""

    mover: int  # the deciding player
    line: Line
    levels: tuple[TreeLevel, ...]
    depths: tuple[DepthIteration, ...]
    chosen: WindowNode | None = None  # at the last step, the move that is played

    def node(self, line: Line) -> WindowNode | None:
        """Return the position that a line leads to, if it is visible."""
        nodes = (node for level in self.levels for node in level.nodes)
        return next((node for node in nodes if node.line == line), None)


class IterationSteps:
    """The steps of one iteration, indexed by position."""

    def __init__(self, steps: Sequence[Step], start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.depth = int(steps[start].facts["depth"])
        self.opened: dict[Line, int] = {}
        self.left: dict[Line, list[int]] = {}  # by position: the steps that leave its children
        self.at: dict[Line, int] = {}  # by position: the step that leaves it
        self._entered = [0]
        self._sums = [(0, 0, 0)]
        leaves = cuts = saved = hits = 0
        for index in range(start + 1, end):
            step = steps[index]
            self._entered.append(leaves + len(step.line))
            if step.phase == LOOK:
                self.opened[step.line] = index
            else:
                leaves += 1
                self.left.setdefault(step.line[:-1], []).append(index)
                self.at[step.line] = index
                cuts += step.phase == CUT
                hits += step.phase == HIT
                saved += step.facts.get("saved", 0)
            self._sums.append((cuts, saved, hits))

    def entered(self, step: int) -> int:
        """Return how many positions of this iteration had been entered at a step."""
        return self._entered[step - self.start]

    def sums(self, step: int) -> tuple[int, int, int]:
        """Return the cut-offs, saved positions and table hits until a step."""
        return self._sums[step - self.start]


def looks_of(recording: Recording, before: Sequence[IterationSteps] = ()) -> list[IterationSteps]:
    """Return every iteration that was recorded, at least in part.

    `before` are those of a shorter version of the same recording: only the last has grown.
    """
    steps, kept = recording.steps, list(before[:-1])
    first = kept[-1].end if kept else 0
    starts = [index for index in range(first, len(steps)) if steps[index].phase == DEEPEN]
    concluded = bool(steps) and steps[-1].phase == CHOSEN
    ends = [*starts[1:], len(steps) - concluded]
    return kept + [
        IterationSteps(steps, start, end) for start, end in zip(starts, ends, strict=True)
    ]


def efforts_of(looks: Sequence[IterationSteps], recording: Recording) -> list[int]:
    """Return the number of entered positions at each step."""
    spent: list[int] = []
    before = 0
    for look, kept in zip(looks, _kept_depths(recording, len(looks)), strict=True):
        spent += [before + look.entered(step) for step in range(look.start, look.end)]
        before = before + kept["nodes"] if kept is not None else spent[-1]
    return spent + [before] * (len(recording.steps) - len(spent))


def _kept_depths(recording: Recording, count: int) -> list[Mapping[str, Any] | None]:
    kept: list[Mapping[str, Any]] = list(recording.shown.get("depths", ()))
    return [*kept[:count], *[None] * (count - len(kept))]


class _WindowsBuilder:
    """Converts steps, reported for the player to move, into nodes for the first player."""

    def __init__(self, frame: InspectorFrame) -> None:
        self.frame = frame
        self.game = frame.game
        self.mover = frame.game.to_move(frame.state)
        self.steps = frame.recording.steps
        self._states: dict[Line, Any] = {(): frame.state}

    def player(self, line: Line) -> int:
        """Return the player of a line's last move."""
        return (self.mover + len(line) + 1) % 2

    def state(self, line: Line) -> Any:
        """Return the position after a line."""
        if line not in self._states:
            self._states[line] = self.game.play(self.state(line[:-1]), line[-1])
        return self._states[line]

    def node(self, line: Line, stand: SearchStatus, step: int) -> WindowNode:
        """Return a node with a status only."""
        text = self.game.move_text(self.state(line[:-1]), line[-1])
        return WindowNode(line, text, self.player(line), stand, step, truth=self.truth(line))

    def truth(self, line: Line) -> Value | None:
        """Return the exact result after a line, for the first player like every score here."""
        known = self.frame.truth(line)
        if known is None or known.value is None:
            return None
        return known.value if self.player(line) == 0 else Value(-known.value)

    def window(self, line: Line, low: float, high: float) -> tuple[float, float]:
        """Convert a window of the player to move after a line to the first player."""
        return (low, high) if self.player(line) == 1 else (1 - high, 1 - low)

    def fraction(self, line: Line, score: float) -> float:
        """Convert a score of the player to move after a line to the first player."""
        return score if self.player(line) == 1 else 1 - score

    def done(self, index: int) -> WindowNode:
        """Return the node of the step that leaves a position."""
        step = self.steps[index]
        line, facts = step.line, step.facts
        made = self.node(line, SearchStatus.DONE, index)
        mover = 1 - made.player
        low, high = self.window(line, facts["alpha"], facts["beta"])
        proved = facts["plies"] is not None
        winner = None if not proved else mover if facts["score"] > 0.5 else made.player
        return WindowNode(
            line,
            made.text,
            made.player,
            SearchStatus.DONE,
            index,
            step.phase,
            low,
            high,
            self.fraction(line, facts["score"]),
            _bound(step, mover, winner),
            winner,
            facts["plies"],
            facts.get("counted"),
            made.truth,
        )

    def open(self, line: Line, opened: int, children: Sequence[WindowNode]) -> WindowNode:
        """Return a node on the line under search; the results of its moves narrow its window."""
        made = self.node(line, SearchStatus.OPEN, opened)
        facts = self.steps[opened].facts if opened >= 0 else {"alpha": 0.0, "beta": 1.0}
        low, high = self.window(line, facts["alpha"], facts["beta"])
        scores = [each.score for each in children if each.score is not None]
        if scores and made.player == 1:  # the first player moves there and maximises
            low = min(high, max(low, *scores))
        elif scores:
            high = max(low, min(high, *scores))
        return WindowNode(
            line,
            made.text,
            made.player,
            SearchStatus.OPEN,
            opened,
            LOOK,
            low,
            high,
            truth=made.truth,
        )


def _bound(step: Step, mover: int, winner: int | None) -> ScoreBound | None:
    """Return the bound of a step's score for the first player, None if exact."""
    key = step.text.key
    least = key.endswith(".least") or (step.phase == CUT and winner != mover)
    if not least and not key.endswith(".most"):
        return None
    return ScoreBound.AT_LEAST if least == (mover == 0) else ScoreBound.AT_MOST


def windows_view_model(frame: InspectorFrame, looks: Sequence[IterationSteps]) -> WindowsViewModel:
    """Build the view model of the search for a frame."""
    viewer = _WindowsBuilder(frame)
    index = max(0, frame.step)
    now = next((look for look in reversed(looks) if look.start <= index), None)
    if now is None or frame.jumped:
        depths = tuple(_depths(viewer, looks, None, index))
        return WindowsViewModel(viewer.mover, (), _roots(viewer), depths)
    step, chosen = viewer.steps[index], None
    if step.phase == CHOSEN:
        # the tree stays as the last iteration left it
        chosen, index = viewer.done(index), now.end - 1
    depths = tuple(_depths(viewer, looks, now, index))
    levels = tuple(_levels(viewer, now, step.line, index))
    return WindowsViewModel(viewer.mover, step.line, levels, depths, chosen)


def _levels(
    viewer: _WindowsBuilder, look: IterationSteps, line: Line, now: int
) -> Iterator[TreeLevel]:
    below: list[TreeLevel] = []
    children: Sequence[WindowNode] = ()
    for length in range(len(line), -1, -1):
        level = _level(viewer, look, line, length, now, children)
        children = [node for node in level.nodes if node.stand is SearchStatus.DONE]
        if level.nodes:
            below.append(level)
    yield from reversed(below)


def _level(
    viewer: _WindowsBuilder,
    look: IterationSteps,
    line: Line,
    length: int,
    now: int,
    below: Sequence[WindowNode],
) -> TreeLevel:
    """Return the moves after the first `length` ones of the line; `below` is the next level."""
    parent = line[:length]
    nodes: list[WindowNode] = []
    path, following = -1, line[: length + 1]
    for index in look.left.get(parent, ()):
        child = viewer.steps[index].line
        if index <= now:
            made = viewer.done(index)
        elif child == following and length < len(line):
            made = viewer.open(child, look.opened.get(child, -1), below)
        else:
            made = viewer.node(child, SearchStatus.AHEAD, look.opened.get(child, index))
        if child == following and length < len(line):
            path = len(nodes)
        nodes.append(made)
    if length < len(line) and path < 0:  # the recording ends before the search leaves it
        path = len(nodes)
        nodes.append(viewer.open(following, look.opened.get(following, -1), below))
    nodes += _unreported(viewer, look, parent, nodes)
    return TreeLevel(tuple(nodes), path, _cut(viewer, look, parent, nodes, now))


def _unreported(
    viewer: _WindowsBuilder, look: IterationSteps, parent: Line, nodes: Sequence[WindowNode]
) -> Iterator[WindowNode]:
    """Yield moves of the root that come after the end of the recording."""
    if parent:
        return
    told = {node.line for node in nodes}
    for move in viewer.game.moves(viewer.frame.state):
        if (move,) not in told:
            yield viewer.node((move,), SearchStatus.AHEAD, look.end - 1)


def _cut(
    viewer: _WindowsBuilder,
    look: IterationSteps,
    parent: Line,
    nodes: Sequence[WindowNode],
    now: int,
) -> Cutoff | None:
    left = look.at.get(parent)
    if left is None or left > now or viewer.steps[left].phase != CUT:
        return None
    facts, state = viewer.steps[left].facts, viewer.state(parent)
    texts = tuple(viewer.game.move_text(state, move) for move in facts["rest"])
    return Cutoff(texts, 1 - viewer.player(parent), facts["left"], facts["saved"])


def _roots(viewer: _WindowsBuilder) -> tuple[TreeLevel, ...]:
    """Return, beyond the steps, the results of the last complete iteration for every move."""
    kept = _complete(viewer.frame)
    if not kept:
        return ()
    nodes = []
    for move, fraction, plies, _ in kept[-1]["moves"]:
        made = viewer.node((move,), SearchStatus.DONE, max(0, viewer.frame.step))
        winner = None if plies is None else viewer.mover if fraction > 0.5 else 1 - viewer.mover
        score = fraction if viewer.mover == 0 else 1 - fraction
        nodes.append(
            WindowNode(
                made.line,
                made.text,
                made.player,
                SearchStatus.DONE,
                made.step,
                score=score,
                winner=winner,
                plies=plies,
                truth=made.truth,
            )
        )
    return (TreeLevel(tuple(nodes), -1),)


def _complete(frame: InspectorFrame) -> list[Mapping[str, Any]]:
    """Return the iterations that were complete at this moment."""
    spent, found = 0, []
    for kept in frame.recording.shown.get("depths", ()):
        spent += kept["nodes"]
        if spent <= frame.effort:
            found.append(kept)
    return found


def _depths(
    viewer: _WindowsBuilder, looks: Sequence[IterationSteps], now: IterationSteps | None, index: int
) -> Iterator[DepthIteration]:
    recording = viewer.frame.recording
    known: list[Mapping[str, Any]] = list(recording.shown.get("depths", ()))
    complete = len(_complete(viewer.frame))
    for place in range(max(len(known), len(looks))):
        look = looks[place] if place < len(looks) else None
        kept = known[place] if place < len(known) else None
        if now is None:
            stand = SearchStatus.DONE if place < complete else SearchStatus.AHEAD
        elif look is now:
            ended = kept is not None and index == look.end - 1 and _whole(look, recording)
            stand = SearchStatus.DONE if ended else SearchStatus.OPEN
        else:
            stand = (
                SearchStatus.DONE
                if look is not None and look.start < now.start
                else SearchStatus.AHEAD
            )
        yield _depth(viewer, look, kept, stand, index)


def _whole(look: IterationSteps, recording: Recording) -> bool:
    """Whether every step of an iteration was recorded."""
    return look.end < len(recording.steps) or not recording.left_out


def _depth(
    viewer: _WindowsBuilder,
    look: IterationSteps | None,
    kept: Mapping[str, Any] | None,
    stand: SearchStatus,
    index: int,
) -> DepthIteration:
    first = look.start if look is not None else -1
    depth = kept["depth"] if kept is not None else look.depth if look is not None else 0
    whole = kept["nodes"] if kept is not None else None
    if stand is SearchStatus.OPEN and look is not None:
        cuts, saved, hits = look.sums(index)
        spent = look.entered(index)
        return DepthIteration(
            depth, stand, first, positions=spent, whole=whole, cuts=cuts, saved=saved, hits=hits
        )
    if kept is None:
        return DepthIteration(depth, stand, first)
    move, fraction, plies = _best(kept["moves"], viewer.frame.move)
    return DepthIteration(
        depth,
        stand,
        first,
        move,
        viewer.game.move_text(viewer.frame.state, move),
        fraction if viewer.mover == 0 else 1 - fraction,
        None if plies is None else viewer.mover if fraction > 0.5 else 1 - viewer.mover,
        plies,
        kept["nodes"],
        kept["nodes"],
        kept["cuts"],
        kept["saved"],
        kept["hits"],
        viewer.truth((move,)),
    )


def _best(moves: Sequence[Sequence[Any]], played: int | None) -> tuple[int, float, int | None]:
    """Return the best move of an iteration; among equals the one that is played, if it is there."""

    def rank(each: Sequence[Any]) -> tuple[int, float]:
        _, fraction, plies, _ = each
        if plies is None:
            return 1, fraction
        return (2, -plies) if fraction > 0.5 else (0, plies)

    top = max(map(rank, moves))
    equal = [each for each in moves if rank(each) == top]
    best = next((each for each in equal if each[0] == played), equal[0])
    return best[0], best[1], best[2]
