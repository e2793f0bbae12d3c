"""Recording of a tree search: its four phases, leaf by leaf.

Leaves are opened in batches but recorded one after the other, each with the statistics at its
selection: playouts that were only virtual losses at that time are recorded as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import log
from typing import Any, Generic, Protocol

from engine.bots.playout_record import ending
from engine.messages import Message, is_written, message
from engine.naming import MoveText, move_name, named_line
from engine.protocols import DecisivePlayouts, Game, S, Value
from engine.watch import Belief, GameSampler, Recorder, RecordingKind, Step, side

PHASES = 4
# The recording holds this many nodes of the finished tree, the most visited ones.
SHOWN_NODES = 2_000


class RecordedNode(Protocol[S]):
    """The read access to a tree node that recording needs."""

    @property
    def number(self) -> int:
        """The index of the node in the tree."""

    @property
    def move(self) -> int:
        """The move that leads here, -1 for the root."""

    @property
    def state(self) -> S:
        """The position."""

    @property
    def visits(self) -> int:
        """The number of playouts, virtual losses included."""

    @property
    def wins(self) -> float:
        """The total score of all playouts."""

    @property
    def proven(self) -> Value | None:
        """The proved result, None until there is one."""

    @property
    def plies(self) -> int:
        """The number of moves to the end of the game along the proof."""

    @property
    def children(self) -> Sequence[RecordedNode[S]] | None:
        """The nodes of its moves, None until the node is opened."""

    def mean(self) -> float | None:
        """Return the expected score of the move, None when nothing is known."""


class RecordedLeaf(Protocol[S]):
    """The read access to an opened leaf that recording needs."""

    @property
    def path(self) -> Sequence[RecordedNode[S]]:
        """The nodes from the root to the leaf."""

    @property
    def todo(self) -> Sequence[RecordedNode[S]]:
        """The nodes to play out: its moves, or the leaf itself in a full tree."""

    @property
    def repeats(self) -> Sequence[int]:
        """The number of playouts of each of these nodes."""

    @property
    def total(self) -> int:
        """The number of playouts together."""


class TreeRecord(Generic[S]):
    """The recording of one tree search, which calls it at each of its phases."""

    def __init__(self, game: Game[S], root: RecordedNode[S], recorder: Recorder) -> None:
        self.game = game
        self.root = root
        self.recorder = recorder
        self._chosen: list[Step] = []  # the selections and expansions of the batch
        self._promised: dict[int, int] = {}  # node -> playouts counted but not yet played
        self._first_games: list[int] = []  # the number of each leaf's first game in its run
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
        self.recorder.step("look", text, root=self._root_table())

    def selected(
        self, path: Sequence[RecordedNode[S]], exploration: float, batch: Sequence[RecordedLeaf[S]]
    ) -> None:
        """Record the selection of a leaf; `exploration` is the constant of the bounds."""
        if not self._has_room(batch):
            return
        bounds = []
        for parent, node in pairwise(path):
            bounds.append(_bound(parent, node, exploration))
        text = self._line_text(path)
        last = bounds[-1] if bounds else None
        key = "watch.mcts.select_root" if len(path) == 1 else "watch.mcts.select"
        if len(path) > 1 and last is None:
            key = "watch.mcts.select_new"
        self._chosen.append(
            Step(
                "select",
                message(key, line=text, bound=last, number=len(batch) + 1),
                _moves(path),
                {
                    "bounds": bounds,
                    "batch": len(batch) + 1,
                    "root": self._root_table(),
                    "root_bounds": [
                        _bound(self.root, child, exploration) for child in self.root.children or ()
                    ],
                    "virtual": [
                        self._promised.get(child.number, 0) for child in self.root.children or ()
                    ],
                },
            )
        )

    def opened(self, leaf: RecordedLeaf[S]) -> None:
        """Record the expansion of a leaf whose playouts are to follow."""
        self._promise(leaf, 1)
        if len(self._chosen) % 2 == 0:
            return  # the recording was full when the leaf was selected
        node = leaf.path[-1]
        if node.children is None:
            text = message("watch.mcts.full", line=self._line_text(leaf.path))
            facts: dict[str, Any] = {"moves": [], "decided": []}
            self._chosen.append(Step("expand", text, _moves(leaf.path), facts))
            return
        children = node.children
        decided = [[each.move, int(each.proven)] for each in children if each.proven is not None]
        self._chosen.append(
            Step(
                "expand",
                message(
                    "watch.mcts.expand" if len(leaf.path) > 1 else "watch.mcts.expand_root",
                    line=self._line_text(leaf.path),
                    count=len(children),
                    proved=len(decided),
                ),
                _moves(leaf.path),
                {"moves": [child.move for child in children], "decided": decided},
            )
        )

    def proved(self, path: Sequence[RecordedNode[S]], batch: Sequence[RecordedLeaf[S]]) -> None:
        """Record a leaf decided by the rules, and the results proved up the path."""
        self._promised.clear()
        for leaf in batch:
            self._promise(leaf, 1)
        if len(self._chosen) % 2:
            self._chosen.pop()
        settled = sum(node.proven is not None for node in path)
        self._record_proof("prove", path, self._proof_text(path, settled))

    def searched(self, path: Sequence[RecordedNode[S]], positions: int) -> None:
        """Record an exact search of the position at the end of the path, between two batches."""
        value = path[-1].proven
        end = "open" if value is None else value.name.lower()
        text = message(
            f"watch.mcts.search{'' if len(path) > 1 else '_root'}.{end}",
            line=self._line_text(path),
            side=self._winner(path),
            count=positions,
        )
        self._record_proof("search", path, text)

    def _record_proof(self, phase: str, path: Sequence[RecordedNode[S]], text: Message) -> None:
        self.recorder.step(
            phase,
            text,
            _moves(path),
            path=[[self._played_visits(node), node.wins] for node in path],
            proved=[None if node.proven is None else int(node.proven) for node in path],
            root=self._root_table(),
        )

    def _proof_text(self, path: Sequence[RecordedNode[S]], settled: int) -> Message:
        value = path[-1].proven
        if len(path) == 1 or value is None:
            return message("watch.mcts.prove_root")
        return message(
            f"watch.mcts.prove.{value.name.lower()}",
            line=self._line_text(path),
            side=self._winner(path),
            count=settled,
        )

    def _winner(self, path: Sequence[RecordedNode[S]]) -> Message:
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
        first_game = self._first_games[number]
        for step in self._chosen[2 * number : 2 * number + 2]:
            self.recorder.step(step.phase, step.text, step.line, **step.facts)
        self._record_playout(leaf, first_game, singles)
        path = leaf.path
        mean = leaf.path[-1].mean()
        self.recorder.step(
            "back_up",
            message(
                "watch.mcts.back_up" if len(path) > 1 else "watch.mcts.back_up_root",
                line=self._line_text(path),
                games=leaf.total,
                mean=mean,
            ),
            _moves(path),
            path=[[self._played_visits(node), node.wins] for node in path],
            children=[
                [child.move, child.visits, child.wins]
                for child in leaf.todo
                if child.number != path[-1].number
            ],
            root=self._root_table(),
        )

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
        self.recorder.step(
            "playout",
            text,
            (*_moves(leaf.path), *line),
            # The number of moves of the line inside the tree; the rest are random.
            tree=len(leaf.path) - (shown.number == node.number),
            outcome=outcome,
            games=leaf.total,
        )

    @property
    def _playout_key(self) -> str:
        """The message key for the playout policy of the game."""
        key = "watch.mcts.playout.decisive"
        if not isinstance(self.game, DecisivePlayouts):
            return "watch.mcts.playout"
        return own if is_written(own := f"{key}.{self.game.id}") else key

    def batch_done(self, done: int) -> None:
        """Sample the beliefs after a batch, `done` playouts in all."""
        self._chosen.clear()
        self._promised.clear()
        self.recorder.sample(done, self._beliefs)

    def finish(self, done: int, budget: int) -> None:
        """Record the end of the search after `done` of `budget` playouts."""
        self.recorder.last_sample(done, self._beliefs())
        self.recorder.show("tree", self.tree())
        self.recorder.show("budget", budget)

    def tree(self) -> list[dict[str, Any]]:
        """Return the most visited nodes as JSON data, parents before children.

        `parent` is the index of the parent in the list, None for the root.
        """
        nodes: list[dict[str, Any]] = []
        order = 0
        waiting: list[tuple[float, int, RecordedNode[S], int | None]] = [(0.0, 0, self.root, None)]
        while waiting and len(nodes) < SHOWN_NODES:
            _, _, node, parent = heappop(waiting)
            index = len(nodes)
            nodes.append(
                {
                    "parent": parent,
                    "move": node.move,
                    "visits": node.visits,
                    "mean": node.mean(),
                    "proven": None if node.proven is None else int(node.proven),
                    "plies": node.plies if node.proven is not None else None,
                }
            )
            for child in node.children or ():
                if child.visits or child.proven is not None:
                    order += 1
                    heappush(waiting, (-float(child.visits), order, child, index))
        return nodes

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

    def _played_visits(self, node: RecordedNode[S]) -> int:
        """Return the playouts of a node without virtual losses."""
        return node.visits - self._promised.get(node.number, 0)

    def _root_table(self) -> list[list[Any]]:
        """Return playouts, total score and proved result of every root move, no virtual losses."""
        return [
            [
                self._played_visits(child),
                child.wins,
                None if child.proven is None else int(child.proven),
            ]
            for child in self.root.children or ()
        ]

    def _has_room(self, batch: Sequence[RecordedLeaf[S]]) -> bool:
        """Return whether to record a selection: only if all earlier ones of its batch were."""
        return self.recorder.open and len(self._chosen) == 2 * len(batch)

    def _line_text(self, path: Sequence[RecordedNode[S]]) -> MoveText:
        return named_line(self.game, path[0].state, _moves(path))


def _bound(parent: RecordedNode[Any], node: RecordedNode[Any], exploration: float) -> float | None:
    """Return the upper confidence bound of a move; None before its first playout."""
    factor = exploration * log(parent.visits + 1) ** 0.5
    visits = node.visits
    return (node.wins + factor * visits**0.5) / visits if visits else None


def _moves(path: Sequence[RecordedNode[Any]]) -> tuple[int, ...]:
    return tuple(node.move for node in path[1:])
