"""What tree search takes down when somebody looks inside: its four phases, leaf by leaf.

Leaves are opened in batches. They are told one after the other, each with what was known when it
was chosen: the playouts that were only promised by then (virtual losses) are told as such.
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
# Nodes of the finished tree that are kept, the most visited ones.
SHOWN_NODES = 2_000


class RecordedNode(Protocol[S]):
    """What is read of a node of the tree."""

    @property
    def number(self) -> int:
        """Which node of the tree."""

    @property
    def move(self) -> int:
        """The move that leads here, -1 for the root."""

    @property
    def state(self) -> S:
        """The position."""

    @property
    def visits(self) -> int:
        """Playouts, those that are only promised among them."""

    @property
    def wins(self) -> float:
        """The points of all playouts."""

    @property
    def proven(self) -> Value | None:
        """The result, once it is known for certain."""

    @property
    def plies(self) -> int:
        """How many moves follow to the end."""

    @property
    def children(self) -> Sequence[RecordedNode[S]] | None:
        """None until opened."""

    def mean(self) -> float | None:
        """The expected score of the move."""


class RecordedLeaf(Protocol[S]):
    """What is read of an opened leaf."""

    @property
    def path(self) -> Sequence[RecordedNode[S]]:
        """From the root to the leaf."""

    @property
    def todo(self) -> Sequence[RecordedNode[S]]:
        """Its moves that are played out."""

    @property
    def repeats(self) -> Sequence[int]:
        """How often each."""

    @property
    def total(self) -> int:
        """How often together."""


class TreeRecord(Generic[S]):
    """Takes down one tree search. The search calls it at each of its phases."""

    def __init__(self, game: Game[S], root: RecordedNode[S], recorder: Recorder) -> None:
        self.game = game
        self.root = root
        self.recorder = recorder
        self._chosen: list[Step] = []  # the selections and expansions of the batch
        self._promised: dict[int, int] = {}  # node -> playouts counted but not yet played
        self._first_games: list[int] = []  # the number of each leaf's first game in its run
        recorder.kind = RecordingKind.TREE

    def looked_ahead(self) -> None:
        """Before the first playout: what two plies of the rules prove."""
        proved = [child for child in self.root.children or () if child.proven is not None]
        self.recorder.step(
            "look",
            message(f"watch.mcts.look{'' if proved else '.none'}", count=len(proved)),
            root=self._root_table(),
        )

    def selected(
        self, path: Sequence[RecordedNode[S]], exploration: float, batch: Sequence[RecordedLeaf[S]]
    ) -> None:
        """A leaf was chosen by the bounds; `exploration` is their factor before the logarithm."""
        if not self._room(batch):
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
        """The leaf's moves were looked at and are to be played out."""
        self._promise(leaf, 1)
        if len(self._chosen) % 2 == 0:
            return  # full by then
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
        """The leaf was decided by the rules, and what follows from it up the path."""
        self._promised.clear()
        for leaf in batch:
            self._promise(leaf, 1)
        if len(self._chosen) % 2:
            self._chosen.pop()
        settled = sum(node.proven is not None for node in path)
        self._tell_proof("prove", path, self._proof_text(path, settled))

    def searched(self, path: Sequence[RecordedNode[S]], positions: int) -> None:
        """The position at the end of the path was searched, between two batches."""
        value = path[-1].proven
        end = "open" if value is None else value.name.lower()
        text = message(
            f"watch.mcts.search{'' if len(path) > 1 else '_root'}.{end}",
            line=self._line_text(path),
            side=self._winner(path),
            count=positions,
        )
        self._tell_proof("search", path, text)

    def _tell_proof(self, phase: str, path: Sequence[RecordedNode[S]], text: Message) -> None:
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
        """Who wins at the end of a path, if anybody does."""
        to_move = self.game.to_move(path[-1].state)
        return side(1 - to_move if path[-1].proven is Value.WIN else to_move)

    def singles(self, batch: Sequence[RecordedLeaf[S]]) -> GameSampler:
        """What to hand to the run: the first game of every leaf is shown."""
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
        """A leaf's games are counted and handed up; it is number `number` of its batch."""
        self._promise(leaf, -1)
        if 2 * number + 1 >= len(self._chosen):
            self.recorder.passed(PHASES)
            return
        first_game = self._first_games[number]
        for step in self._chosen[2 * number : 2 * number + 2]:
            self.recorder.step(step.phase, step.text, step.line, **step.facts)
        self._tell_playout(leaf, first_game, singles)
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

    def _tell_playout(self, leaf: RecordedLeaf[S], first_game: int, singles: GameSampler) -> None:
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
            # So many moves of the line are in the tree, the rest are random.
            tree=len(leaf.path) - (shown.number == node.number),
            outcome=outcome,
            games=leaf.total,
        )

    @property
    def _playout_key(self) -> str:
        """The sentence that says how the games of a playout are played."""
        key = "watch.mcts.playout.decisive"
        if not isinstance(self.game, DecisivePlayouts):
            return "watch.mcts.playout"
        return own if is_written(own := f"{key}.{self.game.id}") else key

    def batch_done(self, done: int) -> None:
        """The batch is counted: what is believed now."""
        self._chosen.clear()
        self._promised.clear()
        self.recorder.sample(done, self._beliefs)

    def finish(self, done: int, budget: int) -> None:
        """The search is over, or was hurried: so many playouts of those it was allowed."""
        self.recorder.last_sample(done, self._beliefs())
        self.recorder.show("tree", self.tree())
        self.recorder.show("budget", budget)

    def tree(self) -> list[dict[str, Any]]:
        """The most visited nodes, parents before children: what a tree picture needs.

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
                # Playouts go where the bound is best: their mean has no interval of chance.
                yield Belief(child.move, child.visits, child.mean())

    def _promise(self, leaf: RecordedLeaf[S], sign: int) -> None:
        """Add or take back the playouts of a leaf, as far up as they will be counted."""
        for node in reversed(leaf.path):
            self._promised[node.number] = self._promised.get(node.number, 0) + sign * leaf.total
            if node.proven is not None:
                break

    def _played_visits(self, node: RecordedNode[S]) -> int:
        """Playouts below a node that have been played, not only promised."""
        return node.visits - self._promised.get(node.number, 0)

    def _root_table(self) -> list[list[Any]]:
        """Per move of the position: playouts, points, what is proved; promised ones left out."""
        return [
            [
                self._played_visits(child),
                child.wins,
                None if child.proven is None else int(child.proven),
            ]
            for child in self.root.children or ()
        ]

    def _room(self, batch: Sequence[RecordedLeaf[S]]) -> bool:
        """Whether the selection is taken down: only as long as every earlier one of its batch."""
        return self.recorder.open and len(self._chosen) == 2 * len(batch)

    def _line_text(self, path: Sequence[RecordedNode[S]]) -> MoveText:
        return named_line(self.game, path[0].state, _moves(path))


def _bound(parent: RecordedNode[Any], node: RecordedNode[Any], exploration: float) -> float | None:
    """The upper confidence bound a move is chosen by; None before its first playout."""
    factor = exploration * log(parent.visits + 1) ** 0.5
    visits = node.visits
    return (node.wins + factor * visits**0.5) / visits if visits else None


def _moves(path: Sequence[RecordedNode[Any]]) -> tuple[int, ...]:
    return tuple(node.move for node in path[1:])
