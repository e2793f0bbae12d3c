"""Events and recorder of a tree search: its four phases, leaf by leaf.

Leaves are opened in batches but recorded one after the other, each with the statistics at its
selection: playouts that were only virtual losses at that time are recorded as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import log
from typing import Any, ClassVar, Generic, NamedTuple, Protocol

from engine.bots.tree_nodes import SearchNode
from engine.game_sampler import GameSampler
from engine.messages import Message, is_written, message
from engine.naming import line_message, move_name
from engine.protocols import DecisivePlayouts, Game, S, Value
from engine.recording import Belief, Event, Line, MethodResult, Recorder, RecordingKind, Reply, side
from engine.trace.playouts import ending

PHASES = 4
# The recording holds this many nodes of the finished tree, the most visited ones.
SHOWN_NODES = 2_000


class NodeStats(NamedTuple):
    """A node of the line of an event, without playouts that are only virtual losses."""

    visits: int
    wins: float  # the total score of the player who made the move


class RootMove(NamedTuple):
    """A move of the decision, without playouts that are only virtual losses."""

    visits: int
    wins: float
    proven: Value | None

    @property
    def plies(self) -> int:
        """Unknown: an event does not hold the length of a proof."""
        return 0

    def mean(self) -> float | None:
        """Return the expected score of the move, None when nothing is known."""
        return self.wins / self.visits if self.visits else None


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
class LookAhead(Event):
    """The moves proved by the look-ahead of up to two plies, before the first playout."""

    PHASE: ClassVar[str] = "look"
    root: tuple[RootMove, ...]


@dataclass(frozen=True, slots=True)
class Selected(Event):
    """The selection of a leaf by upper confidence bounds; None stands for no playout yet.

    `bounds` are those of the moves of the line, `virtual` the playouts of the moves of the
    decision that the batch counts already.
    """

    PHASE: ClassVar[str] = "select"
    bounds: tuple[float | None, ...]
    batch: int  # the number of the leaf in its batch, from 1
    root: tuple[RootMove, ...]
    root_bounds: tuple[float | None, ...]
    virtual: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Expanded(Event):
    """The expansion of a leaf; without moves where the tree is full."""

    PHASE: ClassVar[str] = "expand"
    moves: tuple[Reply, ...]
    decided: tuple[DecidedMove, ...]


@dataclass(frozen=True, slots=True)
class PlayedOut(Event):
    """The playouts of a leaf; the line is the first of them to its end.

    `tree` is the number of moves of the line inside the tree; the rest are random.
    """

    PHASE: ClassVar[str] = "playout"
    tree: int
    outcome: int  # the column of the outcome
    games: int


@dataclass(frozen=True, slots=True)
class BackedUp(Event):
    """The results of a leaf's playouts added to the nodes of its line and to its moves."""

    PHASE: ClassVar[str] = "back_up"
    path: tuple[NodeStats, ...]
    children: tuple[ChildStats, ...]
    root: tuple[RootMove, ...]


@dataclass(frozen=True, slots=True)
class Proved(Event):
    """A leaf decided by the rules, and the results proved up its line, None where there is none."""

    PHASE: ClassVar[str] = "prove"
    path: tuple[NodeStats, ...]
    proved: tuple[Value | None, ...]
    root: tuple[RootMove, ...]


@dataclass(frozen=True, slots=True)
class Searched(Proved):
    """An exact search of the position at the end of the line, between two batches."""

    PHASE: ClassVar[str] = "search"


RootEvent = LookAhead | Selected | BackedUp | Proved


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of the finished tree; `parent` is the index of its parent, None for the root."""

    parent: int | None
    move: int  # a move of the parent's position, -1 for the root
    visits: int
    mean: float | None
    proven: Value | None
    plies: int | None  # along the proof to the end


@dataclass(frozen=True, slots=True)
class TreeResult(MethodResult):
    """The most visited nodes of the finished tree, parents before children, and the budget."""

    tree: tuple[TreeNode, ...]
    budget: int


def proved(belief: Belief) -> Value | None:
    """Return the proved result of a move of a tree search, None until there is one."""
    return Value(round(2 * (belief.score or 0.0)) - 1) if belief.sure else None


class RecordedLeaf(Protocol[S]):
    """The read access to an opened leaf that recording needs."""

    @property
    def path(self) -> Sequence[SearchNode[S]]:
        """The nodes from the root to the leaf."""

    @property
    def todo(self) -> Sequence[SearchNode[S]]:
        """The nodes to play out: its moves, or the leaf itself in a full tree."""

    @property
    def repeats(self) -> Sequence[int]:
        """The number of playouts of each of these nodes."""

    @property
    def total(self) -> int:
        """The number of playouts together."""


class TreeRecord(Generic[S]):
    """The recording of one tree search, which calls it at each of its phases."""

    def __init__(
        self, game: Game[S], root: SearchNode[S], recorder: Recorder, single: bool = False
    ) -> None:
        self.game = game
        self.root = root
        self.recorder = recorder
        self._single = single  # batches of one leaf
        self._chosen: list[Event] = []  # the selections and expansions of the batch
        self._promised: dict[int, int] = {}  # node -> playouts counted but not yet played
        self._first_games: list[int] = []  # the number of each leaf's first game in its run
        self._children: list[SearchNode[S]] = []  # the views of the root moves, once it is opened
        self._start = root.state
        self._playout_key = _playout_key(game)
        recorder.kind = RecordingKind.TREE

    def looked_ahead(self) -> None:
        """Record the moves proved by the look-ahead, before the first playout.

        It looks at every move; at their replies too, unless a move wins or there are too many.
        """
        moves = self.root.children or ()
        proved = [child for child in moves if child.proven is not None]
        won = [child for child in proved if child.proven is Value.WIN and not child.children]
        if won:
            move = move_name(self.game, self.root.state, won[0].move)
            text = message("watch.mcts.look.win", move=move)
        elif all(child.children is None and child.proven is None for child in moves):
            text = message("watch.mcts.look.moves")
        else:
            text = message(f"watch.mcts.look{'' if proved else '.none'}", count=len(proved))
        self.recorder.add(LookAhead(text, (), self._root_table()))

    def selected(self, path: Sequence[SearchNode[S]], exploration: float, number: int) -> None:
        """Record the selection of the leaf of a number, from 1, in its batch.

        `exploration` is the constant of the bounds.
        """
        # Only if there is room, and if all earlier ones of the batch were recorded.
        if not self.recorder.open or len(self._chosen) != 2 * (number - 1):
            return
        bounds = tuple(_bound(parent, node, exploration) for parent, node in pairwise(path))
        text = self._selection_text(path, exploration, number)
        moves = self._root_moves()
        self._chosen.append(
            Selected(
                text,
                _moves(path),
                bounds,
                number,
                self._root_table(),
                tuple([_bound(self.root, child, exploration) for child in moves]),
                tuple([self._promised.get(child.number, 0) for child in moves]),
            )
        )

    def _selection_text(
        self, path: Sequence[SearchNode[S]], exploration: float, number: int
    ) -> Message:
        """Return the sentence of a selection, the last bound on the path written out."""
        if len(path) == 1:
            return message("watch.mcts.select_root")
        single = ".single" if self._single else ""
        fresh = not path[-1].visits
        bounded = path[:-1] if fresh else path
        if len(bounded) == 1:
            return self._text(f"watch.mcts.select_new{single}", path, number=number)
        parent, node = bounded[-2:]
        values: dict[str, Any] = {
            "mean": node.wins / node.visits,
            "c": exploration,
            "parent": parent.visits + 1,
            "visits": node.visits,
            "bound": _bound(parent, node, exploration),
        }
        if fresh:
            move = move_name(self.game, node.state, path[-1].move)
            values |= {"move": move}
        key = f"watch.mcts.select{'_then' if fresh else ''}{single}"
        return self._text(key, bounded, number=number, **values)

    def opened(self, leaf: RecordedLeaf[S]) -> None:
        """Record the expansion of a leaf whose playouts are to follow."""
        self._promise(leaf, 1)
        if len(self._chosen) % 2 == 0:
            return  # the recording was full when the leaf was selected
        line, children = _moves(leaf.path), leaf.path[-1].children
        if children is None:
            text = self._text("watch.mcts.full", leaf.path)
            self._chosen.append(Expanded(text, line, (), ()))
            return
        decided = tuple(
            DecidedMove(each.move, each.proven) for each in children if each.proven is not None
        )
        text = self._text(
            "watch.mcts.expand" if len(leaf.path) > 1 else "watch.mcts.expand_root",
            leaf.path,
            count=len(children),
            proved=len(decided),
        )
        moves = tuple(child.move for child in children)
        self._chosen.append(Expanded(text, line, moves, decided))

    def proved(self, path: Sequence[SearchNode[S]], batch: Sequence[RecordedLeaf[S]]) -> None:
        """Record a leaf decided by the rules, and the results proved up the path."""
        self._promised.clear()
        for leaf in batch:
            self._promise(leaf, 1)
        if len(self._chosen) % 2:
            self._chosen.pop()
        settled = sum(node.proven is not None for node in path)
        self._record_proof(Proved, path, self._proof_text(path, settled))

    def searched(self, path: Sequence[SearchNode[S]], positions: int) -> None:
        """Record an exact search of the position at the end of the path, between two batches."""
        value = path[-1].proven
        end = "open" if value is None else value.name.lower()
        text = self._text(
            f"watch.mcts.search{'' if len(path) > 1 else '_root'}.{end}",
            path,
            side=self._winner(path),
            count=positions,
        )
        self._record_proof(Searched, path, text)

    def _record_proof(
        self, kind: type[Proved], path: Sequence[SearchNode[S]], text: Message
    ) -> None:
        proved = tuple(node.proven for node in path)
        self.recorder.add(kind(text, _moves(path), self._stats(path), proved, self._root_table()))

    def _proof_text(self, path: Sequence[SearchNode[S]], settled: int) -> Message:
        value = path[-1].proven
        if len(path) == 1 or value is None:
            return message("watch.mcts.prove_root")
        return self._text(
            f"watch.mcts.prove.{value.name.lower()}",
            path,
            side=self._winner(path),
            count=settled,
        )

    def _winner(self, path: Sequence[SearchNode[S]]) -> Message:
        """Return the winner at the end of a path; meaningless for a draw."""
        to_move = self.game.to_move(path[-1].state)
        return side(1 - to_move if path[-1].proven is Value.WIN else to_move)

    def singles(self, batch: Sequence[RecordedLeaf[S]]) -> GameSampler:
        """Return the sampler for a run of playouts: it records the first game of every leaf."""
        self._first_games, start = [], 0
        for leaf in batch[: len(self._chosen) // 2]:
            self._first_games.append(start)
            start += leaf.total
        return GameSampler(self._first_games)

    def played(
        self,
        leaf: RecordedLeaf[S],
        number: int,
        singles: GameSampler,
    ) -> None:
        """Record the playouts and the back-up of leaf `number` of the batch."""
        self._promise(leaf, -1)
        if 2 * number + 1 >= len(self._chosen):
            self.recorder.passed(PHASES)
            return
        for event in self._chosen[2 * number : 2 * number + 2]:
            self.recorder.add(event)
        self._record_playout(leaf, self._first_games[number], singles)
        path = leaf.path
        text = self._text(
            "watch.mcts.back_up" if len(path) > 1 else "watch.mcts.back_up_root",
            path,
            games=leaf.total,
            mean=path[-1].mean(),
        )
        children = tuple(
            ChildStats(child.move, child.visits, child.wins)
            for child in leaf.todo
            if child.number != path[-1].number
        )
        stats = self._stats(path)
        self.recorder.add(BackedUp(text, _moves(path), stats, children, self._root_table()))

    def _record_playout(self, leaf: RecordedLeaf[S], first_game: int, singles: GameSampler) -> None:
        node = leaf.path[-1]
        shown = leaf.todo[0]
        random = singles.moves.get(first_game, [])
        # In a full tree the leaf itself is played out, not a move of it.
        line = [*random] if shown.number == node.number else [shown.move, *random]
        outcome = int(singles.outcomes[first_game]) if len(singles.outcomes) else 1
        text = message(
            self._playout_key,
            move=move_name(self.game, node.state, line[0]) if line else "",
            ending=ending(outcome, max(0, len(line) - 1)),
            count=leaf.total,
        )
        # The number of moves of the line inside the tree; the rest are random.
        tree = len(leaf.path) - (shown.number == node.number)
        self.recorder.add(PlayedOut(text, (*_moves(leaf.path), *line), tree, outcome, leaf.total))

    def batch_done(self, done: int) -> None:
        """Sample the beliefs after a batch, `done` playouts in all."""
        self._chosen.clear()
        self._promised.clear()
        self.recorder.sample(done, self._beliefs)

    def finish(self, done: int, budget: int) -> None:
        """Record the end of the search after `done` of `budget` playouts."""
        self.recorder.last_sample(done, self._beliefs())
        self.recorder.finish(TreeResult(self.tree(), budget))

    def tree(self) -> tuple[TreeNode, ...]:
        """Return the most visited nodes, parents before children."""
        nodes: list[TreeNode] = []
        order = 0
        waiting: list[tuple[float, int, SearchNode[S], int | None]] = [(0.0, 0, self.root, None)]
        while waiting and len(nodes) < SHOWN_NODES:
            _, _, node, parent = heappop(waiting)
            index = len(nodes)
            plies = node.plies if node.proven is not None else None
            nodes.append(TreeNode(parent, node.move, node.visits, node.mean(), node.proven, plies))
            for child in node.children or ():
                if child.visits or child.proven is not None:
                    order += 1
                    heappush(waiting, (-float(child.visits), order, child, index))
        return tuple(nodes)

    def _beliefs(self) -> Iterator[Belief]:
        for child in self.root.children or ():
            if child.proven is not None:
                score = (child.proven + 1) / 2
                yield Belief(child.move, child.visits, score, score, score)
            else:
                # Playouts follow the bounds, so they are no random sample and have no interval.
                yield Belief(child.move, child.visits, child.mean())

    def _promise(self, leaf: RecordedLeaf[S], sign: int) -> None:
        """Add (`sign` 1) or remove (-1) a leaf's virtual playouts, as far up as they will count."""
        for node in reversed(leaf.path):
            self._promised[node.number] = self._promised.get(node.number, 0) + sign * leaf.total
            if node.proven is not None:
                break

    def _played_visits(self, node: SearchNode[S]) -> int:
        """Return the playouts of a node without virtual losses."""
        return node.visits - self._promised.get(node.number, 0)

    def _stats(self, path: Sequence[SearchNode[S]]) -> tuple[NodeStats, ...]:
        return tuple(NodeStats(self._played_visits(node), node.wins) for node in path)

    def _root_moves(self) -> list[SearchNode[S]]:
        if not self._children:
            self._children = self.root.children or []
        return self._children

    def _root_table(self) -> tuple[RootMove, ...]:
        """Return playouts, total score and proved result of every root move, no virtual losses."""
        moves = self._root_moves()
        return tuple(
            [RootMove(self._played_visits(each), each.wins, each.proven) for each in moves]
        )

    def _text(self, key: str, path: Sequence[SearchNode[S]], **values: Any) -> Message:
        """Return a sentence about a path from the root."""
        return line_message(self.game, self._start, _moves(path), key, **values)


def _playout_key(game: Game[Any]) -> str:
    """Return the message key for the playout policy of a game."""
    key = "watch.mcts.playout.decisive"
    if not isinstance(game, DecisivePlayouts):
        return "watch.mcts.playout"
    return own if is_written(own := f"{key}.{game.id}") else key


def _bound(parent: SearchNode[Any], node: SearchNode[Any], exploration: float) -> float | None:
    """Return the upper confidence bound of a move; None before its first playout."""
    factor = exploration * log(parent.visits + 1) ** 0.5
    visits = node.visits
    return (node.wins + factor * visits**0.5) / visits if visits else None


def _moves(path: Sequence[SearchNode[Any]]) -> Line:
    return tuple(node.move for node in path[1:])
