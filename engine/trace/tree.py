"""Events and recorder of a tree search: its four phases, leaf by leaf.

Leaves are opened in batches but recorded one after the other, each with the statistics at its
selection: playouts that were only virtual losses at that time are recorded as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import repeat
from math import log
from operator import sub
from typing import Any, Generic, NamedTuple

from engine.bots.tree_nodes import RESULTS, ROOT, Leaf, RootMove, SearchNodes
from engine.messages import Message, is_written, message
from engine.naming import line_message, move_name
from engine.protocols import DecisivePlayouts, Game, S, Value
from engine.recording import (
    Belief,
    Event,
    GameSampler,
    LateEvent,
    Line,
    MethodResult,
    Recorder,
    RecordingKind,
    Reply,
    side,
)
from engine.trace.playouts import ending

PHASES = 4
# The recording holds this many nodes of the finished tree, the most visited ones.
SHOWN_NODES = 2_000


class NodeStats(NamedTuple):
    """A node of the line of an event, without playouts that are only virtual losses."""

    visits: int
    wins: float  # the total score of the player who made the move


class ChildStats(NamedTuple):
    """A move that was played out."""

    move: Reply
    visits: int
    wins: float


class DecidedMove(NamedTuple):
    """A move that the rules decide, for the player who makes it."""

    move: Reply
    result: Value


@dataclass(frozen=True, slots=True)
class LookAhead(Event, phase="look"):
    """The moves proved by the look-ahead of up to two plies, before the first playout."""

    root: tuple[RootMove, ...]


@dataclass(frozen=True, slots=True)
class Selected(Event, phase="select"):
    """The selection of a leaf by upper confidence bounds; None stands for no playout yet.

    `bounds` are those of the moves of the line, `virtual` the playouts of the moves of the
    decision that the batch counts already.
    """

    bounds: tuple[float | None, ...]
    batch: int  # the number of the leaf in its batch, from 1
    root: tuple[RootMove, ...]
    root_bounds: tuple[float | None, ...]
    virtual: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Expanded(Event, phase="expand"):
    """The expansion of a leaf; without moves where the tree is full."""

    moves: tuple[Reply, ...]
    decided: tuple[DecidedMove, ...]


@dataclass(frozen=True, slots=True)
class PlayedOut(Event, phase="playout"):
    """The playouts of a leaf; the line is the first of them to its end.

    `tree` is the number of moves of the line inside the tree; the rest are random.
    """

    tree: int
    outcome: int  # the column of the outcome
    games: int


@dataclass(frozen=True, slots=True)
class BackedUp(Event, phase="back_up"):
    """The results of a leaf's playouts added to the nodes of its line and to its moves."""

    path: tuple[NodeStats, ...]
    children: tuple[ChildStats, ...]
    root: tuple[RootMove, ...]
    root_bounds: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Proved(Event, phase="prove"):
    """A leaf decided by the rules, and the results proved up its line, None where there is none."""

    path: tuple[NodeStats, ...]
    proved: tuple[Value | None, ...]
    root: tuple[RootMove, ...]
    root_bounds: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Searched(Proved, phase="search"):
    """An exact search of the position at the end of the line, between two batches."""


RootEvent = LookAhead | Selected | BackedUp | Proved


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of the finished tree; `parent` is the index of its parent, None for the root."""

    parent: int | None
    move: int  # a move of the parent's position, -1 for the root
    visits: int
    mean: float | None
    proven: Value | None


@dataclass(frozen=True, slots=True)
class TreeResult(MethodResult):
    """The most visited nodes of the finished tree, parents before children, and the budget."""

    tree: tuple[TreeNode, ...]
    budget: int


def proved(belief: Belief) -> Value | None:
    """Return the proved result of a move of a tree search, None until there is one."""
    return Value(round(2 * (belief.score or 0.0)) - 1) if belief.sure else None


class _Figures(NamedTuple):
    """The statistics of some nodes at one moment, `virtual` of the visits not yet played."""

    visits: Sequence[int]
    wins: Sequence[float]
    virtual: Sequence[int]
    results: bytes = b""  # of the moves of the decision: indices of RESULTS

    def stats(self) -> tuple[NodeStats, ...]:
        """Return the figures of every node without virtual losses."""
        played = map(sub, self.visits, self.virtual)
        return tuple(map(NodeStats, played, self.wins))

    def table(self) -> tuple[RootMove, ...]:
        """Return the figures of every move of the decision without virtual losses."""
        stats = zip(self.stats(), self.results, strict=True)
        return tuple(RootMove(visits, wins, RESULTS[code]) for (visits, wins), code in stats)


class _TreeEventReader(Generic[S]):
    """Makes the late events of one search from the numbers that stood there at their time."""

    def __init__(self, game: Game[S], root: S, single: bool, exploration: float) -> None:
        self._game = game
        self._root = root
        self._single = single  # batches of one leaf
        self._exploration = exploration  # the constant of the bounds
        self._playout_key = _playout_key(game)

    def selected(self, line: Line, number: int, path: _Figures, root: _Figures) -> Selected:
        visits, wins = path.visits, path.wins
        bounds = tuple(map(self._bound, visits, visits[1:], wins[1:]))
        at_root = map(self._bound, repeat(visits[0]), root.visits, root.wins)
        return Selected(
            self._selection_text(line, number, path, bounds),
            line,
            bounds,
            number,
            root.table(),
            tuple(at_root),
            tuple(root.virtual),
        )

    def _selection_text(
        self, line: Line, number: int, path: _Figures, bounds: Sequence[float | None]
    ) -> Message:
        """Return the sentence of a selection, the last bound on the path written out."""
        if not line:
            return message("watch.mcts.select_root")
        visits, wins = path.visits, path.wins
        single = ".single" if self._single else ""
        fresh = not visits[-1]
        bounded = line[:-1] if fresh else line
        if not bounded:
            key = f"watch.mcts.select_new{single}"
            return self.text(key, line, number=number)
        end = len(bounded)
        values: dict[str, Any] = {
            "mean": wins[end] / visits[end],
            "c": self._exploration,
            "parent": visits[end - 1] + 1,
            "visits": visits[end],
            "bound": bounds[end - 1],
        }
        if fresh:
            values["move"] = self._move(line)
        key = f"watch.mcts.select{'_then' if fresh else ''}{single}"
        return self.text(key, bounded, number=number, **values)

    def expanded(self, line: Line, moves: Sequence[int], results: bytes) -> Expanded:
        """Return the event of an expansion; without moves where the tree is full."""
        if not moves:
            return Expanded(self.text("watch.mcts.full", line), line, (), ())
        pairs = zip(moves, (RESULTS[code] for code in results), strict=True)
        decided = tuple(DecidedMove(move, result) for move, result in pairs if result is not None)
        key = f"watch.mcts.expand{'' if line else '_root'}"
        text = self.text(key, line, count=len(moves), proved=len(decided))
        return Expanded(text, line, tuple(moves), decided)

    def played_out(self, line: Line, inside: int, tree: int, outcome: int, games: int) -> PlayedOut:
        """Return the event of a leaf's playouts; the first of them leaves the tree at `inside`."""
        text = message(
            self._playout_key,
            move=self._move(line[: inside + 1]) if len(line) > inside else "",
            ending=ending(outcome, max(0, len(line) - inside - 1)),
            count=games,
        )
        return PlayedOut(text, line, tree, outcome, games)

    def backed_up(
        self,
        line: Line,
        games: int,
        result: Value | None,
        path: _Figures,
        children: tuple[Sequence[int], Sequence[int], Sequence[float]],
        root: _Figures,
    ) -> BackedUp:
        """Return the event of a back-up.

        `result` is that of the leaf if it was proved meanwhile, `children` the moves played out
        with their visits and scores.
        """
        mean = path.wins[-1] / path.visits[-1] if result is None else (result + 1) / 2
        key = f"watch.mcts.back_up{'' if line else '_root'}"
        text = self.text(key, line, count=games, mean=mean)
        stats, moves = path.stats(), root.table()
        played = tuple(map(ChildStats, *children))
        return BackedUp(text, line, stats, played, moves, self.root_bounds(stats[0], moves))

    def root_bounds(self, root: NodeStats, moves: Sequence[RootMove]) -> tuple[float | None, ...]:
        """Return the bound of every move of the decision, without virtual losses."""
        return tuple(self._bound(root.visits, move.visits, move.wins) for move in moves)

    def text(self, key: str, line: Line, **values: Any) -> Message:
        return line_message(self._game, self._root, line, key, **values)

    def _move(self, line: Line) -> Message:
        state = self._root
        for move in line[:-1]:
            state = self._game.play(state, move)
        return move_name(self._game, state, line[-1])

    def _bound(self, parent: int, visits: int, wins: float) -> float | None:
        """Return the upper confidence bound of a move; None before its first playout."""
        factor = self._exploration * log(parent + 1) ** 0.5
        return (wins + factor * visits**0.5) / visits if visits else None


class TreeRecord(Generic[S]):
    """The recording of one tree search, which calls it at each of its phases.

    Nodes are numbers of the tree. Selections to back-ups are late events.
    """

    def __init__(
        self,
        nodes: SearchNodes[S],
        recorder: Recorder,
        *,
        single: bool,
        exploration: float,
    ) -> None:
        """Record the search of `nodes`, with batches of one leaf if `single`.

        `exploration` is the constant of the bounds.
        """
        self.game = nodes.game
        self.recorder = recorder
        self._nodes = nodes
        self._start = nodes.state(ROOT)
        self._reader = _TreeEventReader(nodes.game, self._start, single, exploration)
        # The selections of the batch, and the expansions of those that led to a playout.
        self._chosen: list[LateEvent] = []
        self._opened: list[LateEvent] = []
        self._promised: dict[int, int] = {}  # node -> playouts counted but not yet played
        self._first_games: list[int] = []  # the number of each leaf's first game in its run
        recorder.kind = RecordingKind.TREE

    def looked_ahead(self) -> None:
        """Record the moves proved by the look-ahead, before the first playout.

        It looks at every move; at their replies too, unless a move wins or there are too many.
        """
        nodes = self._nodes
        moves = nodes.below(ROOT)
        proved = [child for child in moves if child.proven is not None]
        won = [
            child
            for child in proved
            if child.proven is Value.WIN and not nodes.opened(child.number)
        ]
        if won:
            move = move_name(self.game, self._start, won[0].move)
            text = message("watch.mcts.look.win", move=move)
        elif all(not nodes.opened(child.number) and child.proven is None for child in moves):
            text = message("watch.mcts.look.moves")
        else:
            text = message(f"watch.mcts.look{'' if proved else '.none'}", count=len(proved))
        self.recorder.add(LookAhead(text, (), self._root_figures().table()))

    def selected(self, path: Sequence[int], number: int) -> None:
        """Record the selection of the leaf of a number, from 1, in its batch."""
        # Only if there is room, and if all earlier ones of the batch were recorded.
        if self.recorder.open and len(self._chosen) == number - 1:
            numbers = number, self._figures(path), self._root_figures()
            self._chosen.append(
                LateEvent(Selected, self._line(path), self._reader.selected, numbers)
            )

    def opened(self, leaf: Leaf) -> None:
        """Record the expansion of a leaf whose playouts are to follow."""
        self._promise(leaf, 1)
        if len(self._chosen) == len(self._opened):
            return  # the recording was full when the leaf was selected
        nodes, children = self._nodes, self._nodes.children(leaf.path[-1])
        span = slice(children.start, children.stop)
        line = self._chosen[-1].line
        numbers = nodes.move[span], bytes(nodes.result[span])
        self._opened.append(LateEvent(Expanded, line, self._reader.expanded, numbers))

    def proved(self, path: Sequence[int], batch: Sequence[Leaf]) -> None:
        """Record a leaf decided by the rules, and the results proved up the path."""
        if not self.recorder.open:
            self.recorder.passed()
            return
        # Promises end at a proved node: only one above the leaf can change those of the batch.
        if len(path) < 2 or self._nodes.result[path[-2]]:
            self._promised.clear()
            for leaf in batch:
                self._promise(leaf, 1)
        if len(self._chosen) > len(self._opened):
            self._chosen.pop()
        value = self._nodes.proven(path[-1])
        if len(path) == 1 or value is None:
            text = message("watch.mcts.prove_root")
        else:
            settled = sum(self._nodes.result[node] > 0 for node in path)
            key = f"watch.mcts.prove.{value.name.lower()}"
            text = self._reader.text(key, self._line(path), side=self._winner(path), count=settled)
        self._record_proof(Proved, path, text)

    def searched(self, path: Sequence[int], positions: int) -> None:
        """Record an exact search of the position at the end of the path, between two batches."""
        value = self._nodes.proven(path[-1])
        end = "open" if value is None else value.name.lower()
        key = f"watch.mcts.search{'' if len(path) > 1 else '_root'}.{end}"
        text = self._reader.text(key, self._line(path), side=self._winner(path), count=positions)
        self._record_proof(Searched, path, text)

    def _record_proof(self, kind: type[Proved], path: Sequence[int], text: Message) -> None:
        proved = tuple(map(self._nodes.proven, path))
        stats, root = self._figures(path).stats(), self._root_figures().table()
        bounds = self._reader.root_bounds(stats[0], root)
        self.recorder.add(kind(text, self._line(path), stats, proved, root, bounds))

    def _winner(self, path: Sequence[int]) -> Message:
        """Return the winner at the end of a path; meaningless for a draw."""
        to_move = self.game.to_move(self._nodes.state(path[-1]))
        return side(1 - to_move if self._nodes.proven(path[-1]) is Value.WIN else to_move)

    def singles(self, batch: Sequence[Leaf]) -> GameSampler:
        """Return the sampler for a run of playouts: it records the first game of every leaf."""
        self._first_games, start = [], 0
        for leaf in batch[: len(self._opened)]:
            self._first_games.append(start)
            start += leaf.total
        return GameSampler(self._first_games)

    def played(self, leaf: Leaf, number: int, singles: GameSampler) -> None:
        """Record the playouts and the back-up of leaf `number` of the batch."""
        self._promise(leaf, -1)
        if number >= len(self._opened):
            self.recorder.passed(PHASES)
            return
        nodes, path, root = self._nodes, leaf.path, self._root_figures()
        selected, expanded = self._chosen[number], self._opened[number]
        self.recorder.add(selected)
        self.recorder.add(expanded)
        self._record_playout(selected.line, leaf, self._first_games[number], singles)
        todo = [child for child in leaf.todo if child != path[-1]]
        children = (
            [nodes.move[each] for each in todo],
            [nodes.visits[each] for each in todo],
            [nodes.wins[each] for each in todo],
        )
        result = nodes.proven(path[-1])
        numbers = leaf.total, result, self._figures(path), children, root
        self.recorder.add(LateEvent(BackedUp, selected.line, self._reader.backed_up, numbers))

    def _record_playout(
        self, inside: Line, leaf: Leaf, first_game: int, singles: GameSampler
    ) -> None:
        shown = leaf.todo[0]
        random = singles.moves.get(first_game, [])
        # In a full tree the leaf itself is played out, not a move of it.
        itself = shown == leaf.path[-1]
        line = [*inside, *random] if itself else [*inside, self._nodes.move[shown], *random]
        outcome = int(singles.outcomes[first_game]) if len(singles.outcomes) else 1
        tree = len(inside) + (not itself)
        numbers = len(inside), tree, outcome, leaf.total
        self.recorder.add(LateEvent(PlayedOut, tuple(line), self._reader.played_out, numbers))

    def batch_done(self, done: int) -> None:
        """Sample the beliefs after a batch, `done` playouts in all."""
        self._chosen.clear()
        self._opened.clear()
        self._promised.clear()
        self.recorder.sample(done, self._beliefs)

    def finish(self, done: int, budget: int) -> None:
        """Record the end of the search after `done` of `budget` playouts."""
        self.recorder.last_sample(done, self._beliefs())
        self.recorder.finish(TreeResult(self.tree(), budget))

    def tree(self) -> tuple[TreeNode, ...]:
        """Return the most visited nodes, parents before children."""
        tree, shown = self._nodes, list[TreeNode]()
        order, waiting = 0, list[tuple[int, int, int, int | None]]([(0, 0, ROOT, None)])
        while waiting and len(shown) < SHOWN_NODES:
            _, _, node, parent = heappop(waiting)
            index, visits, proven = len(shown), tree.visits[node], tree.proven(node)
            mean = tree.wins[node] / visits if visits else None
            if proven is not None:
                mean = (proven + 1) / 2
            shown.append(TreeNode(parent, tree.move[node], visits, mean, proven))
            for child in tree.children(node):
                if tree.visits[child] or tree.result[child]:
                    order += 1
                    heappush(waiting, (-tree.visits[child], order, child, index))
        return tuple(shown)

    def _beliefs(self) -> Iterator[Belief]:
        for child in self._nodes.below(ROOT):
            if child.proven is not None:
                score = (child.proven + 1) / 2
                yield Belief(child.move, child.visits, score, score, score)
            else:
                # Playouts follow the bounds, so they are no random sample and have no interval.
                yield Belief(child.move, child.visits, child.mean())

    def _promise(self, leaf: Leaf, sign: int) -> None:
        """Add (`sign` 1) or remove (-1) a leaf's virtual playouts, as far up as they will count."""
        promised, results, playouts = self._promised, self._nodes.result, sign * leaf.total
        for node in reversed(leaf.path):
            promised[node] = promised.get(node, 0) + playouts
            if results[node]:
                break

    def _figures(self, path: Sequence[int]) -> _Figures:
        visits, wins, promised = self._nodes.visits, self._nodes.wins, self._promised
        return _Figures(
            [visits[node] for node in path],
            [wins[node] for node in path],
            [promised.get(node, 0) for node in path],
        )

    def _root_figures(self) -> _Figures:
        nodes, promised = self._nodes, self._promised
        moves = nodes.children(ROOT)
        span = slice(moves.start, moves.stop)
        virtual = [promised.get(node, 0) for node in moves]
        return _Figures(nodes.visits[span], nodes.wins[span], virtual, bytes(nodes.result[span]))

    def _line(self, path: Sequence[int]) -> Line:
        move = self._nodes.move
        return tuple([move[node] for node in path[1:]])


def _playout_key(game: Game[Any]) -> str:
    """Return the message key for the playout policy of a game."""
    key = "watch.mcts.playout.decisive"
    if not isinstance(game, DecisivePlayouts):
        return "watch.mcts.playout"
    return own if is_written(own := f"{key}.{game.id}") else key
