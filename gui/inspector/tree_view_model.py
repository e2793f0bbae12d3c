"""View model of a search tree at any of its steps, built from the recording. No pygame here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from engine.protocols import Value
from engine.recording import Event, Line, Recording, Sample
from engine.trace.tree import (
    BackedUp,
    Expanded,
    NodeStats,
    PlayedOut,
    Proved,
    RootEvent,
    TreeNode,
    proved,
)

PHASES = ("select", "expand", "playout", "back_up")
MAX_NODES = 2_000  # maximum number of nodes shown at once
DEEPEST = 5  # moves from the root that fit side by side
FEW_MOVES = 9  # so many moves of the root are all visible, if there are rows for them
OF_MOVES_BELOW = 3  # rows reserved for replies, where there are more


@dataclass(frozen=True, slots=True)
class NodeViewModel:
    """One move of the tree at one step; figures are for the player of the move."""

    line: Line
    visits: int
    mean: float | None
    proven: Value | None = None


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node in the layout: its depth in moves, and its row (halves lie between rows)."""

    node: NodeViewModel
    row: float
    parent: int | None  # an index into the visible nodes; None: the root
    hidden: int  # successors that are not visible
    replies: tuple[int, ...] = ()  # proved moves that share this place; empty: the node alone
    last: bool = True  # it has no visible successor


@dataclass(frozen=True, slots=True)
class TreeViewModel:
    """The visible part of the tree."""

    nodes: tuple[PlacedNode, ...]
    rows: int
    deepest: int  # moves in the longest visible line
    known: int  # nodes at this step, the root included
    path: Line  # the line of this step

    @property
    def shown(self) -> int:
        """Number of visible nodes, the root included."""
        return 1 + sum(len(each.replies) or 1 for each in self.nodes)


@dataclass(slots=True)
class _NodeHistory:
    """A node and its history: the steps at which it changed, and its new states."""

    steps: list[int]
    states: list[tuple[NodeStats, Value | None]]
    children: Sequence[int]
    opened: int | None = None  # the step that expanded it


class GrowingTree:
    """Tree built from the steps of one decision; answers for any of them."""

    def __init__(self) -> None:
        self.taken = 0
        self.nodes: dict[Line, _NodeHistory] = {(): _NodeHistory([], [], [])}
        self._sizes: list[int] = []  # nodes after each step
        self._roots: list[int] = []  # the steps that report every move of the root
        self.efforts: list[int] = []
        self._done = 0
        self._games = 0

    def take(self, recording: Recording) -> None:
        """Add the new events of a recording."""
        for number in range(self.taken, len(recording.events)):
            self._take(number, recording.events[number])
        self.taken = len(recording.events)

    def _take(self, number: int, event: Event) -> None:
        if isinstance(event, Expanded):
            self._expand(number, event)
        elif isinstance(event, PlayedOut):
            self._games = event.games
        elif isinstance(event, BackedUp):
            self._done += self._games
            for move, visits, wins in event.children:
                self._change(number, (*event.line, move), NodeStats(visits, wins), None)
            for depth, stats in enumerate(event.path):
                self._change(number, event.line[:depth], stats, None)
        elif isinstance(event, Proved):
            for depth, (stats, value) in enumerate(zip(event.path, event.proved, strict=True)):
                self._change(number, event.line[:depth], stats, value)
        if isinstance(event, RootEvent):
            self._roots.append(number)
        self.efforts.append(self._done)
        self._sizes.append(len(self.nodes))

    def _expand(self, number: int, event: Expanded) -> None:
        node = self.nodes.setdefault(event.line, _NodeHistory([], [], []))
        node.opened = number
        node.children = event.moves
        decided = dict(event.decided)
        for move in event.moves:
            self._change(number, (*event.line, move), NodeStats(0, 0.0), decided.get(move))

    def _change(self, number: int, line: Line, stats: NodeStats, proven: Value | None) -> None:
        node = self.nodes.setdefault(line, _NodeHistory([], [], []))
        if proven is None and node.states:
            proven = node.states[-1][1]  # a proof is final
        node.steps.append(number)
        node.states.append((stats, proven))

    # -- queries by step ------------------------------------------------------------------------

    def at(self, line: Line, step: int) -> NodeViewModel | None:
        """Return a node as it was after a step; None before its expansion."""
        node = self.nodes.get(line)
        if node is None:
            return None
        index = bisect_right(node.steps, step) - 1
        if index < 0:
            return NodeViewModel(line, 0, None) if not line else None
        (visits, wins), proven = node.states[index]
        return NodeViewModel(line, visits, wins / visits if visits else None, proven)

    def children(self, line: Line, step: int) -> list[NodeViewModel]:
        """Return the moves after a line as they were after a step; none before their expansion."""
        node = self.nodes.get(line)
        if node is None or node.opened is None or node.opened > step:
            return []
        views = (self.at((*line, move), step) for move in node.children)
        return [child for child in views if child is not None]

    def known(self, step: int) -> int:
        """Return the number of nodes after a step, the root included."""
        return self._sizes[step] if 0 <= step < len(self._sizes) else 1

    def root_step(self, step: int) -> int | None:
        """Return the last step up to `step` that reports every move of the root."""
        index = bisect_right(self._roots, step) - 1
        return self._roots[index] if index >= 0 else None


class FixedTree:
    """A tree that is the same at every step: `nodes` by line, each after the one it follows."""

    def __init__(self, nodes: Iterable[NodeViewModel]) -> None:
        self._nodes = {node.line: node for node in nodes}
        self._children: dict[Line, list[NodeViewModel]] = {}
        for line, node in self._nodes.items():
            if line:
                self._children.setdefault(line[:-1], []).append(node)

    def at(self, line: Line, step: int) -> NodeViewModel | None:
        """Return the node of a line at any step; None if it is not in the tree."""
        return self._nodes.get(line)

    def children(self, line: Line, step: int) -> Sequence[NodeViewModel]:
        """Return the moves after a line, in the order of the nodes."""
        return self._children.get(line, ())

    def known(self, step: int) -> int:
        """Return the number of nodes, the root included."""
        return len(self._nodes)


def finished_tree(stored: Sequence[TreeNode]) -> FixedTree:
    """Return the stored final tree: its most visited nodes."""
    nodes: list[NodeViewModel] = []
    for entry in stored:
        line = () if entry.parent is None else (*nodes[entry.parent].line, entry.move)
        nodes.append(NodeViewModel(line, entry.visits, entry.mean, entry.proven))
    return FixedTree(sorted(nodes, key=lambda node: node.line))


def sampled_tree(sample: Sample) -> FixedTree:
    """Return the moves of the root, all that a sample between the steps and the end knows."""
    root = NodeViewModel((), sum(belief.visits for belief in sample.moves), None)
    moves = (NodeViewModel((b.move,), b.visits, b.score, proved(b)) for b in sample.moves)
    return FixedTree((root, *moves))


TreeHistory = GrowingTree | FixedTree


def tree_view_model(
    tree: TreeHistory, step: int, path: Line, rows: int, toggled: frozenset[Line]
) -> TreeViewModel:
    """Select the most visited nodes that fit into `rows`, the path of the step, and unfolded nodes.

    A move whose line is in `toggled` shows all its successors; with () in it the tree shows up to
    MAX_NODES.
    """
    selection = _NodeSelection(tree, step, () in toggled)
    selection.take_line(path)
    moves = sorted(tree.children((), step), key=lambda node: -node.visits)
    whole = len(moves) <= min(rows, FEW_MOVES)
    for node in moves[: rows if whole else max(1, rows - OF_MOVES_BELOW)]:
        selection.take(node)
    selection.offer(())
    for line in sorted(toggled - {()}, key=len):
        selection.take_line(line)
        if line in selection.chosen:
            for node in tree.children(line, step):
                selection.take(node)
    selection.fill(rows)
    height, deepest = selection.place((), None, 0), max(map(len, selection.chosen), default=0)
    return TreeViewModel(tuple(selection.placed), height, deepest, tree.known(step), path)


class _NodeSelection:
    """Selects the visible nodes, then places them.

    The first successor of a node takes no row of its own.
    """

    def __init__(self, tree: TreeHistory, step: int, whole: bool) -> None:
        self.tree = tree
        self.step = step
        self.whole = whole  # show as many as MAX_NODES
        self.chosen: dict[Line, NodeViewModel] = {}
        self.placed: list[PlacedNode] = []
        self.used = 0
        self._after: dict[Line, list[NodeViewModel]] = {}  # the chosen successors of a line
        self._waiting: list[tuple[bool, int, int, NodeViewModel]] = []
        self._order = 0

    def offer(self, line: Line) -> None:
        """Add the successors of a line as candidates: the most visited first, the proved last."""
        for node in self.tree.children(line, self.step):
            self._order += 1
            settled = bool(line) and node.proven is not None and not node.visits
            heappush(self._waiting, (settled, -node.visits, self._order, node))

    def cost(self, line: Line) -> int:
        """Return the number of rows that a node takes."""
        return 0 if line[:-1] and line[:-1] not in self._after else 1

    def take(self, node: NodeViewModel) -> None:
        """Select a node; the successors of a proved one are not candidates."""
        if node.line not in self.chosen:
            self.used += self.cost(node.line)
            self._after.setdefault(node.line[:-1], []).append(node)
            self.chosen[node.line] = node
            if node.proven is None or self.whole:
                self.offer(node.line)

    def take_line(self, line: Line) -> None:
        """Select every existing node on a line."""
        for depth in range(1, len(line) + 1):
            node = self.tree.at(line[:depth], self.step)
            if node is None:
                return
            self.take(node)

    def fill(self, rows: int) -> None:
        """Select the most visited candidates until the rows or MAX_NODES are used up."""
        while self._waiting and len(self.chosen) < MAX_NODES:
            *_, node = heappop(self._waiting)
            if node.line in self.chosen:
                continue
            full = self.used + self.cost(node.line) > rows or len(node.line) > DEEPEST
            untold = len(node.line) > 1 and not node.visits and node.proven is None
            if (self.whole or not full) and not untold:
                self.take(node)

    def place(self, line: Line, parent: int | None, row: int) -> int:
        """Place the successors of a line from a row on; return the first free row after them."""
        if line not in self._after:
            return row
        placed = self.placed
        groups: dict[Value, list[NodeViewModel]] = {}  # proved moves without visible successors
        for child in sorted(self._after[line], key=lambda node: node.line):
            shown = len(self._after.get(child.line, ()))
            if line and child.proven is not None and not shown:
                groups.setdefault(child.proven, []).append(child)
                continue
            index, hidden = len(placed), len(self.tree.children(child.line, self.step)) - shown
            placed.append(PlacedNode(child, row, parent, hidden))
            after = max(row + 1, self.place(child.line, index, row))
            ends = len(placed) == index + 1
            placed[index] = PlacedNode(child, (row + after - 1) / 2, parent, hidden, last=ends)
            row = after
        for first, *others in groups.values():
            hidden = 0 if others else len(self.tree.children(first.line, self.step))
            moves = tuple(node.line[-1] for node in (first, *others)) if others else ()
            placed.append(PlacedNode(first, row, parent, hidden, moves))
            row += 1
        return row
