"""View model of an alpha-beta search at one step, and its sentences; no pygame here.

Scores and windows are always the score of the first player, whoever moves, so that the picture
reads from left to right. A score that is only a bound is marked as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate, zip_longest
from typing import Any

from engine.intervals import whole_percent
from engine.messages import Message, message
from engine.naming import named_line, named_list, named_move
from engine.protocols import Value
from engine.recording import Event, EventLog, Line, Recording
from engine.solvers.alphabeta import DecidedGuess, HorizonTerms, ThreatCounts
from engine.trace.windows import (
    Cutoff,
    HorizonReached,
    Iteration,
    IterationStarted,
    MoveChosen,
    MoveScore,
    PositionDecided,
    PositionEntered,
    PositionLeft,
    ScoreBound,
    WindowsResult,
    window_of_ends,
)
from gui.boards.words import told_side
from gui.inspector.inspector_frame import InspectorFrame


class SearchStatus(Enum):
    """State of a move in the search."""

    DONE = 0  # its score or a bound is known
    OPEN = 1  # it lies on the line under search
    AHEAD = 2  # pending


@dataclass(frozen=True)
class WindowNode:
    """One move of the tree, and the belief about the position it leads to."""

    line: Line
    text: str
    player: int  # the player of the move
    stand: SearchStatus
    step: int  # the event that reports it
    left: Event | None = None  # the event that left the position
    low: float = 0.0  # the window: a score of the first player outside these two has no effect
    high: float = 1.0
    score: float | None = None  # of the first player
    bound: ScoreBound | None = None
    winner: int | None = None  # a proved result
    plies: int | None = None  # from the root to its end
    truth: Value | None = None  # for the first player

    @property
    def counted(self) -> HorizonTerms | None:
        """The terms behind an estimate at the horizon, None elsewhere."""
        return self.left.counted if isinstance(self.left, HorizonReached) else None

    @property
    def drawn(self) -> bool:
        """Whether the game is a draw there by its rules."""
        return isinstance(self.left, PositionDecided) and self.winner is None


@dataclass(frozen=True)
class CutMoves:
    """Moves that the search skips after a cut-off."""

    moves: tuple[str, ...]
    player: int
    event: Cutoff


@dataclass(frozen=True)
class TreeLevel:
    """The moves after one position, in search order."""

    nodes: tuple[WindowNode, ...]
    path: int  # the one on the line under search, -1 if there is none
    cut: CutMoves | None = None


@dataclass(frozen=True)
class DepthIteration:
    """One iteration of iterative deepening, to a depth in plies; unknown results are None."""

    depth: int
    stand: SearchStatus
    step: int  # its first step, -1 if it was not recorded
    best: WindowNode | None = None  # the best move, once the iteration is complete
    positions: int | None = None
    whole: Iteration | None = None  # what it counted, once it is complete


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

    def __init__(self, events: EventLog, start: int, end: int) -> None:
        self.start = start
        self.end = end
        first = events[start]
        assert isinstance(first, IterationStarted)
        self.depth = first.depth
        self.opened: dict[Line, int] = {}
        self.left: dict[Line, list[int]] = {}  # by position: the events that leave its children
        self.at: dict[Line, int] = {}  # by position: the event that leaves it
        self._entered = [0]
        leaves = 0
        for index in range(start + 1, end):
            kind, line = events.kind(index), events.line(index)
            self._entered.append(leaves + len(line))
            if kind is PositionEntered:
                self.opened[line] = index
            else:
                leaves += 1
                self.left.setdefault(line[:-1], []).append(index)
                self.at[line] = index

    def entered(self, step: int) -> int:
        """Return how many positions of this iteration had been entered at a step."""
        return self._entered[step - self.start]


def looks_of(recording: Recording) -> list[IterationSteps]:
    """Return every iteration that was recorded, at least in part."""
    events = recording.events
    starts = events.places(IterationStarted)
    concluded = bool(events) and events.kind(len(events) - 1) is MoveChosen
    ends = [*starts[1:], len(events) - concluded]
    return [IterationSteps(events, start, end) for start, end in zip(starts, ends, strict=True)]


def depths_of(recording: Recording) -> tuple[Iteration, ...]:
    """Return the complete iterations of a recording."""
    return recording.result.depths if isinstance(recording.result, WindowsResult) else ()


def efforts_of(looks: Sequence[IterationSteps], recording: Recording) -> list[int]:
    """Return the number of entered positions at each step."""
    spent: list[int] = []
    before = 0
    depths = depths_of(recording)
    for place, look in enumerate(looks):
        spent += [before + look.entered(step) for step in range(look.start, look.end)]
        before = before + depths[place].nodes if place < len(depths) else spent[-1]
    return spent + [before] * (len(recording.events) - len(spent))


class _WindowsBuilder:
    """Converts steps, reported for the player to move, into nodes for the first player."""

    def __init__(self, frame: InspectorFrame, looks: Sequence[IterationSteps]) -> None:
        self.frame, self.looks = frame, looks
        self.player = frame.player_of
        self.events = frame.recording.events
        self.iterations = depths_of(frame.recording)
        efforts = accumulate(each.nodes for each in self.iterations)
        self.complete = sum(spent <= frame.effort for spent in efforts)  # iterations by now

    def node(self, line: Line, stand: SearchStatus, step: int, **fields: Any) -> WindowNode:
        """Return a node with its status, and with more of its `fields`."""
        text, truth = self.frame.move_text(*line), self.frame.truth_for(0, line)
        value = None if truth is None else truth.value
        return WindowNode(line, text, self.player(line), stand, step, truth=value, **fields)

    def window(self, line: Line, low: float, high: float) -> tuple[float, float]:
        """Convert a window of the player to move after a line to the first player."""
        return (low, high) if self.player(line) == 1 else (1 - high, 1 - low)

    def done(self, index: int) -> WindowNode:
        """Return the node of the event that leaves a position."""
        event = self.events[index]
        assert isinstance(event, PositionLeft | MoveChosen)
        line, (low, high) = event.line, self.window(event.line, event.alpha, event.beta)
        bound = event.bound if isinstance(event, PositionLeft) else None
        if bound is not None and self.player(line) == 0:
            lower = bound is ScoreBound.AT_LEAST
            bound = ScoreBound.AT_MOST if lower else ScoreBound.AT_LEAST
        fields = {"left": event, "low": low, "high": high, "bound": bound}
        return self._scored(line, index, event.score, event.plies, **fields)

    def _scored(
        self, line: Line, step: int, score: float, plies: int | None, **fields: Any
    ) -> WindowNode:
        """Return the node of a known score, which is that of the player to move after the line."""
        player = self.player(line)
        fields["winner"] = None if plies is None else 1 - player if score > 0.5 else player
        fields["score"] = score if player == 1 else 1 - score
        return self.node(line, SearchStatus.DONE, step, plies=plies, **fields)

    def root(self, result: MoveScore, step: int) -> WindowNode:
        """Return the result of a move of the decision in a complete iteration."""
        return self._scored((result.move,), step, 1 - result.score, result.plies)

    def roots(self) -> Iterator[TreeLevel]:
        """Yield, beyond the events, the results of the last complete iteration for every move."""
        if self.complete:
            moves, step = self.iterations[self.complete - 1].moves, max(0, self.frame.step)
            yield TreeLevel(tuple(self.root(each, step) for each in moves), -1)

    def open(self, line: Line, opened: int, children: Sequence[WindowNode]) -> WindowNode:
        """Return a node on the line under search; the results of its moves narrow its window."""
        view = self.node(line, SearchStatus.OPEN, opened)
        entered = self.events[opened] if opened >= 0 else None
        low, high = 0.0, 1.0
        if isinstance(entered, PositionEntered):
            low, high = self.window(line, entered.alpha, entered.beta)
        scores = [each.score for each in children if each.score is not None]
        if scores and view.player == 1:  # the first player moves there and maximises
            low = min(high, max(low, *scores))
        elif scores:
            high = max(low, min(high, *scores))
        return replace(view, low=low, high=high)

    # -- the tree and the table ------------------------------------------------------------------

    def levels(self, look: IterationSteps, line: Line, now: int) -> list[TreeLevel]:
        """Return the moves after each position of a line, those of the root first."""
        levels: list[TreeLevel] = []
        below: Sequence[WindowNode] = ()
        for length in range(len(line), -1, -1):
            nodes, path = self._level(look, line, length, now, below)
            below = [node for node in nodes if node.stand is SearchStatus.DONE]
            if nodes:
                levels.insert(0, TreeLevel(nodes, path, self._cut(look, line[:length], now)))
        return levels

    def _level(
        self,
        look: IterationSteps,
        line: Line,
        length: int,
        now: int,
        below: Sequence[WindowNode],
    ) -> tuple[tuple[WindowNode, ...], int]:
        """Return the moves after the first `length` ones of the line, and the place of the next.

        `below` are the results after that one.
        """
        parent, nodes, path = line[:length], list[WindowNode](), -1
        following = line[: length + 1] if length < len(line) else None
        for index in look.left.get(parent, ()):
            child = self.events.line(index)
            if child == following:
                path = len(nodes)
            if index <= now:
                nodes.append(self.done(index))
            elif child == following:
                nodes.append(self.open(child, look.opened.get(child, -1), below))
            else:
                opened = look.opened.get(child, index)
                nodes.append(self.node(child, SearchStatus.AHEAD, opened))
        if following is not None and path < 0:  # the recording ends before the search leaves it
            path = len(nodes)
            nodes.append(self.open(following, look.opened.get(following, -1), below))
        if not parent:  # moves of the root that come after the end of the recording
            reported = {node.line for node in nodes}
            moves = [(move,) for move in self.frame.game.moves(self.frame.state)]
            ahead = (move for move in moves if move not in reported)
            nodes += [self.node(move, SearchStatus.AHEAD, look.end - 1) for move in ahead]
        return tuple(nodes), path

    def _cut(self, look: IterationSteps, parent: Line, now: int) -> CutMoves | None:
        left = look.at.get(parent)
        event = None if left is None or left > now else self.events[left]
        if not isinstance(event, Cutoff):
            return None
        texts = tuple(self.frame.move_text(*parent, move) for move in event.rest)
        return CutMoves(texts, 1 - self.player(parent), event)

    def depths(self, now: IterationSteps | None, index: int) -> Iterator[DepthIteration]:
        """Yield every iteration; `now` is the one of the step `index`."""
        for place, (look, whole) in enumerate(zip_longest(self.looks, self.iterations)):
            depth, first = (look or whole).depth, -1 if look is None else look.start
            done = place < self.complete
            if now is not None and look is now and (not done or index < now.end - 1):
                entered = now.entered(index)
                yield DepthIteration(depth, SearchStatus.OPEN, first, None, entered)
                continue
            stand = SearchStatus.DONE if done else SearchStatus.AHEAD
            if whole is None:
                yield DepthIteration(depth, stand, first)
                continue
            best = self.root(_best(whole.moves, self.frame.move), first)
            yield DepthIteration(depth, stand, first, best, whole.nodes, whole)


def _best(moves: Sequence[MoveScore], played: int | None) -> MoveScore:
    """Return the best move of an iteration; among equals the one that is played, if it is there."""
    return max(moves, key=lambda each: (each.rank, each.move == played))


def windows_view_model(frame: InspectorFrame, looks: Sequence[IterationSteps]) -> WindowsViewModel:
    build, index, chosen = _WindowsBuilder(frame, looks), max(0, frame.step), None
    now = next((look for look in reversed(looks) if look.start <= index), None)
    if now is None or frame.jumped:
        depths = tuple(build.depths(None, index))
        return WindowsViewModel(frame.mover, (), tuple(build.roots()), depths)
    event = build.events[index]
    if isinstance(event, MoveChosen):  # the tree stays as the last iteration left it
        chosen, index = build.done(index), now.end - 1
    depths, levels = tuple(build.depths(now, index)), tuple(build.levels(now, event.line, index))
    return WindowsViewModel(frame.mover, event.line, levels, depths, chosen)


# -- sentences: scores are always for the first player -------------------------------------------


def result_of(node: WindowNode, frame: InspectorFrame) -> Message:
    """Return the belief about a position in a few words: a fraction, a bound, a proved result."""
    if node.drawn:
        return Message("inspector.windows.drawn")
    if node.winner is not None:
        key = "inspector.windows.wins" if node.bound is None else "inspector.windows.wins_bound"
        return message(key, side=told_side(frame.game, node.winner), count=node.plies)
    if node.score is None:
        return message("inspector.windows.open")
    key = {None: "exactly", ScoreBound.AT_MOST: "at_most", ScoreBound.AT_LEAST: "at_least"}[
        node.bound
    ]
    return message(f"inspector.windows.{key}", share=whole_percent(node.score))


def result_text(node: WindowNode, frame: InspectorFrame) -> Message:
    """Return the belief for use within a sentence: a fraction names its side."""
    result = result_of(node, frame)
    if node.winner is not None or node.score is None or node.drawn:
        return result
    return message("inspector.windows.for", result=result, first=told_side(frame.game, 0))


def step_text(view_model: WindowsViewModel, frame: InspectorFrame) -> Message:
    """Return the step in one sentence, scores always for the first player."""
    event = frame.now
    assert event is not None
    if isinstance(event, IterationStarted):
        return message("watch.ab.deepen", count=event.depth)
    if view_model.chosen is not None:
        move = named_move(frame.game, frame.state, event.line[0])
        result = result_text(view_model.chosen, frame)
        return message("inspector.windows.chosen", move=move, result=result)
    node = view_model.node(event.line)
    assert node is not None
    values = {"line": frame.named(event.line), "first": told_side(frame.game, 0)}
    if isinstance(event, PositionEntered):
        return message(
            f"inspector.windows.look{window_of_ends(node.low, node.high)}",
            low=whole_percent(node.low),
            high=whole_percent(node.high),
            count=event.depth,
            **values,
        )
    result = result_text(node, frame)
    if isinstance(event, Cutoff):
        return _cut_text(view_model, frame, node, event)
    return message(f"inspector.windows.{event.phase}", result=result, **values)


def _cut_text(
    view_model: WindowsViewModel, frame: InspectorFrame, node: WindowNode, event: Cutoff
) -> Message:
    """Return the sentence of a cutoff, with the move that it is compared with."""
    level, state = view_model.levels[len(event.line)], frame.after(event.line)
    assert level.cut is not None
    # The move that caused the cutoff is the last one searched.
    reply = [each for each in level.nodes if each.stand is SearchStatus.DONE][-1].line[-1:]
    values = {
        "line": frame.named(event.line),
        "first": told_side(frame.game, 0),
        "result": result_text(node, frame),
        "reply": named_line(frame.game, state, reply),
        "alternative": frame.named(event.reply),
        "mover": told_side(frame.game, 1 - node.player),
        "other": told_side(frame.game, node.player),
        "moves": named_list(frame.game, level.cut.moves),
        "saved": saved_text(event.saved),
    }
    against = view_model.node(event.reply)  # None where it is hidden
    if node.winner is not None or against is None:
        return message("inspector.windows.cut_won", **values)
    if against.winner is not None:
        return message("inspector.windows.cut_beaten", **values)
    assert against.score is not None
    bound = Message(f"inspector.windows.{'alpha' if node.player == 0 else 'beta'}")
    share = whole_percent(against.score)
    return message("inspector.windows.cut_against", bound=bound, share=share, **values)


def saved_text(saved: int) -> Message:
    """Return the number of saved positions; an estimate is rounded if large."""
    if saved <= 1000:
        return message("inspector.windows.saved", count=saved)
    digits = len(str(saved)) - 2
    return message("inspector.windows.saved_about", count=round(saved, -digits))


def counted_lines(node: WindowNode, frame: InspectorFrame) -> tuple[Message, ...]:
    """Return the counts behind an estimate at the horizon; never called a playout."""
    assert node.score is not None and node.counted is not None
    fraction = whole_percent(node.score)
    head = message("inspector.windows.guess_here", share=fraction, first=told_side(frame.game, 0))
    terms = node.counted
    if isinstance(terms, DecidedGuess):
        winner = told_side(frame.game, 1 - node.player if terms.decided > 0 else node.player)
        return head, message("inspector.windows.guess_decided", winner=winner)
    if not isinstance(terms, ThreatCounts):
        return (head,)
    lines = []
    if terms.answers:
        lines.append(message("inspector.windows.answers", count=terms.answers))
    cells = {"fours": terms.four_cells, "good_rows": terms.good_cells}
    named = {name: tuple(map(len, pair)) for name, pair in cells.items()} | {"lines": terms.lines}
    for name, pair in named.items():
        mine, theirs = pair[::-1] if node.player == 0 else pair
        first, second = told_side(frame.game, 0), told_side(frame.game, 1)
        lines.append(
            message(
                f"inspector.windows.{name}", mine=mine, theirs=theirs, first=first, second=second
            )
        )
    return head, *lines
