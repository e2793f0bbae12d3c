"""Learning by reinforcement: a bag of moves per position, one more of each move that won.

The method is Donald Michie's matchbox machine of 1961. Positions equal by symmetry share a bag,
and moves that a symmetry of the position exchanges share an entry of it. In an impartial game
(nim, subtraction, matches) the bag does not depend on the player to move either.

Cost: a bag a position it has met, a draw a move; it takes thousands of games to play
well. It cannot carry what it learned from one position to a similar one, so it learns nothing of
use where positions hardly repeat, and it learns only what its opponents punish.

Its curve is the score against random play over the number of games: in a small game computed
exactly from the bags, without playing and without randomness; in others training measures it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Any, Generic, NamedTuple

import numpy as np

from engine.context import Context
from engine.messages import Message, message
from engine.naming import MoveText, listed_move, move_name, name_list, times_text, told_in_order
from engine.protocols import (
    LARGEST_BAG_COUNT,
    START_COUNT,
    Bag,
    BagChange,
    Decision,
    Diary,
    Estimate,
    Game,
    Learning,
    Memory,
    Outcome,
    S,
    StoredBags,
    Unit,
    Unsolvable,
    bag_key,
    game_key,
    game_name,
    is_vast,
)
from engine.solvers.tabulate import bottom_up, walk
from engine.trace.bags import BagOf, record_bags

# A sentence writes out a bag of up to this many moves; in a larger bag it counts equal ones.
WRITTEN_OUT = 12
# The cache of bag locations holds positions of this many moves together; only speed depends on
# it.
REMEMBERED_MOVES = 400_000

# Up to this many positions, counted up to symmetry, a score is computed in milliseconds.
MAX_POSITIONS = 2_000
# The curve gets another point when the number of games has grown by this factor.
GROWTH = 1.25


class BagLocation(NamedTuple):
    """The key of a position's bag, with its canonical moves and the legal moves they represent."""

    key: str  # bag_key of the position
    moves: tuple[int, ...]  # canonical moves, ascending
    real: tuple[tuple[int, ...], ...]  # for each of them, the moves of the position at hand


class Bags(Generic[S]):
    """All bags of one game; a move without a stored count counts START_COUNT times."""

    def __init__(
        self, game: Game[S], stored: Mapping[str, Mapping[int, int]] | None = None
    ) -> None:
        self.game = game
        self.damaged: set[str] = set()
        self._stored: dict[str, dict[int, int]] = {}
        self._sound: set[str] = set()
        self._places: dict[S, BagLocation] = {}
        self._remembered = 0
        self._added: dict[str, dict[int, int]] = {}
        self._load(stored or {})

    def _load(self, stored: Mapping[str, Mapping[int, int]]) -> None:
        self._stored = {key: dict(counts) for key, counts in stored.items()}
        self._sound.clear()

    def place(self, state: S) -> BagLocation:
        """Return the location of the bag of a position with legal moves, cached."""
        place = self._places.get(state)
        if place is None:
            game = self.game
            real: dict[int, list[int]] = {}
            for move in game.moves(state):
                real.setdefault(game.symmetry_of_move(state, move), []).append(move)
            moves = tuple(sorted(real))
            place = BagLocation(
                bag_key(game, state), moves, tuple(tuple(real[move]) for move in moves)
            )
            self._remembered += len(moves)
            if self._remembered > REMEMBERED_MOVES:
                self._places.clear()
                self._remembered = len(moves)
            self._places[state] = place
        return place

    def counts(self, place: BagLocation) -> list[int]:
        """Return the count of each canonical move in the bag, in the order of place.moves.

        A damaged stored bag (a move that is not legal, a count out of range or not an integer) is
        dropped: it starts afresh and is listed in `damaged`.
        """
        stored = self._stored.get(place.key)
        if stored is None:
            return [START_COUNT] * len(place.moves)
        if place.key not in self._sound:
            if not _is_sound(stored, place.moves):
                self.damaged.add(place.key)
                stored = self._stored[place.key] = {}
            self._sound.add(place.key)
        return [stored.get(move, START_COUNT) for move in place.moves]

    def pairs(self, state: S) -> tuple[tuple[int, int], ...]:
        """Return the bag of a position as (move, count); the lowest of its moves names each."""
        place = self.place(state)
        return tuple(zip((real[0] for real in place.real), self.counts(place), strict=True))

    def stored(self) -> StoredBags:
        """Return a copy of every bag that has changed."""
        return {key: dict(counts) for key, counts in self._stored.items()}

    @property
    def learned(self) -> int:
        """The number of bags that have changed."""
        return sum(map(bool, self._stored.values()))

    def draw(self, state: S, rng: np.random.Generator) -> tuple[int, int]:
        """Draw from the bag; return the move to play and its index among the bag's moves."""
        place = self.place(state)
        ends = list(accumulate(self.counts(place)))
        index = bisect_right(ends, rng.random() * ends[-1])
        real = place.real[index]
        return (real[0] if len(real) == 1 else real[int(rng.random() * len(real))]), index

    def reward(self, state: S, move: int) -> BagChange:
        """Add one more of a move to the bag of its position, and return the change."""
        place = self.place(state)
        image = self.game.symmetry_of_move(state, move)
        before = self.counts(place)[place.moves.index(image)]
        self._stored.setdefault(place.key, {})[image] = before + 1
        self._sound.add(place.key)
        added = self._added.setdefault(place.key, {})
        added[image] = added.get(image, 0) + 1
        return BagChange(place.key, image, before, before + 1)

    def save(self, memory: Memory) -> None:
        """Add the new increments to the memory, then reload it with those of other players.

        Only increments are written, so that players who learn at the same time lose nothing. A
        damaged bag starts afresh.
        """
        if not self._added:
            return
        name = game_key(self.game)
        afresh = self.damaged.intersection(self._added)
        memory.add_to_bags(name, self._added, afresh)
        self.damaged -= afresh
        self._added = {}
        self._load(memory.load_bags(name))


def _is_sound(stored: Mapping[int, int], moves: Container[int]) -> bool:
    return all(
        move in moves
        and isinstance(count, int)
        and not isinstance(count, bool)
        and START_COUNT <= count <= LARGEST_BAG_COUNT
        for move, count in stored.items()
    )


def bag_text(names: Sequence[MoveText], counts: Sequence[int]) -> MoveText:
    """Write the content of a bag, `1 1 2 3`; a large one by falling count, with the counts."""
    pairs = list(zip(names, counts, strict=True))
    if sum(counts) <= WRITTEN_OUT and all(isinstance(name, str) for name in names):
        return told_in_order([name for name, count in pairs for _ in range(count)])
    pairs.sort(key=lambda pair: -pair[1])
    words = [times_text(name, count) if count > 1 else name for name, count in pairs]
    return name_list(words if len(words) <= WRITTEN_OUT else [*words[: WRITTEN_OUT - 1], "…"])


def _drawn(game: Game[S], state: S, bead: int, move: int) -> Message:
    """Name the bead drawn and, if another equivalent move is played, that move."""
    named = move_name(game, state, move)
    if bead == move:
        return named
    return message("bot.learner.alike", bead=move_name(game, state, bead), move=named)


class _Node(NamedTuple):
    """A position: the player to move, its outcome if it is final, and its children."""

    state: Any
    mover: int
    outcome: Outcome | None
    child_of: dict[int, int]  # move -> index in the list


class PolicyScore(Generic[S]):
    """The exact mean score of drawing from bags against random play, averaged over both sides."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self._nodes = self._ordered()

    def _ordered(self) -> list[_Node]:
        """Return all positions in topological order, children first; empty if too many."""
        game = self.game
        start = game.canonical(game.initial())
        try:
            children_of = dict(walk(game, start, MAX_POSITIONS))
        except Unsolvable:
            return []
        nodes: list[_Node] = []

        def number(state: S, after: list[int]) -> int:
            child_of = dict(zip(game.moves(state), after, strict=True))
            nodes.append(_Node(state, game.to_move(state), game.outcome(state), child_of))
            return len(nodes) - 1

        bottom_up(start, children_of.__getitem__, number, {})
        return nodes

    def of(self, counts: BagOf) -> float | None:
        """Return the score; None in a game with too many positions.

        `counts` returns a position's (move, beads), one per symmetry class.
        """
        scores: list[tuple[float, float]] = []  # of drawing for the first and the second player
        for node in self._nodes:
            if node.outcome is not None:
                scores.append((node.outcome.score(0), node.outcome.score(1)))
                continue
            bag, side, child_of = counts(node.state), node.mover, node.child_of
            whole = sum(count for _, count in bag)
            drawn = sum(count * scores[child_of[move]][side] for move, count in bag) / whole
            other = sum(scores[child][1 - side] for child in child_of.values()) / len(child_of)
            scores.append((other, drawn) if side else (drawn, other))
        return sum(scores[-1]) / 2 if scores else None


def is_milestone(games: int) -> bool:
    """Return whether the bags after so many games are kept: 1, 2, 5, 10, 20, 50 and so on."""
    text = str(games)
    return text[0] in "125" and not text[1:].strip("0")


class LearningProgress:
    """The learning curve of one learner in one game, with what is not saved yet."""

    def __init__(
        self, saved: Learning, score: Callable[[], float | None], bags: Callable[[], StoredBags]
    ) -> None:
        """Begin with the saved curve; `score` and `bags` return the present ones."""
        self.learning = self._saved = saved  # the whole curve, and the part of it that is saved
        self._score = score
        self._bags = bags
        self.earlier: dict[int, StoredBags] = {}  # unsaved bags, by the games learned from

    def begin(self) -> None:
        """Start the curve with the score before the first game."""
        if not self.learning.curve:
            self.point(self._score())

    def learned(self, changes: Sequence[BagChange]) -> None:
        """Count one more game, with its changes to the bags."""
        games, curve = self.learning.games + 1, self.learning.curve
        grown = tuple(dict.fromkeys(change.place for change in changes))
        self.learning = Learning(games, curve, grown)
        if is_milestone(games):
            self.earlier[games] = self._bags()
        if games > (curve[-1][0] if curve else 0) * GROWTH:
            self.point(self._score())

    def point(self, score: float | None) -> None:
        """Add the present score to the curve, replacing an unsaved one for as many games."""
        if score is None:
            return
        games, curve = self.learning.games, self.learning.curve
        if len(curve) > len(self._saved.curve) and curve[-1][0] == games:
            curve = curve[:-1]
        self.learning = replace(self.learning, curve=(*curve, (games, score)))

    @property
    def news(self) -> Learning | None:
        """The unsaved part of the curve, its games counted from the last save; None if empty."""
        if self.learning is self._saved:
            return None
        before, curve = self._saved.games, self.learning.curve[len(self._saved.curve) :]
        new = tuple((games - before, score) for games, score in curve)
        return Learning(self.learning.games - before, new, self.learning.grown)

    def saved(self) -> None:
        """Mark everything as saved."""
        self._saved, self.earlier = self.learning, {}


class Learner:
    """A bot that draws its moves from bags; the moves of a won game are added once more.

    With a memory it starts from the bags stored there; `save` writes the new increments.
    """

    def __init__(self, memory: Memory | None = None) -> None:
        self.memory = memory
        self._bags: dict[str, Bags[Any]] = {}
        self._progress: dict[str, LearningProgress] = {}
        self._scores: dict[str, PolicyScore[Any]] = {}

    def supports(self, game: Game[Any]) -> Message | None:
        """Return None unless the game is too large to meet a position twice."""
        return message("bot.learner.unsupported", game=game_name(game)) if is_vast(game) else None

    def bags(self, game: Game[S]) -> Bags[S]:
        """Return the bags of a game, loaded at the first call."""
        key = game_key(game)
        bags = self._bags.get(key)
        if bags is None:
            stored = self.memory.load_bags(key) if self.memory is not None else None
            bags = self._bags[key] = Bags(game, stored)
        return bags

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Draw a move from the bag of the position."""
        context.check()
        bags = self.bags(game)
        move, index = bags.draw(state, context.rng)
        place, pairs = bags.place(state), bags.pairs(state)
        moves, counts = zip(*pairs, strict=True)
        names = [listed_move(game, state, each) for each in moves]
        board = game.text(state).rsplit(" ", 1)[0].replace(",", ", ")
        key = "bot.learner.damaged" if place.key in bags.damaged else "bot.learner.drew"
        drawn = _drawn(game, state, moves[index], move)
        note = message(key, position=board, bag=bag_text(names, counts), drawn=drawn)
        if context.recorder is not None:
            record_bags(
                game,
                state,
                pairs,
                moves[index],
                move,
                bags.pairs,
                self._earlier(game),
                self.progress(game).learning,
                context.recorder,
                context.check,
            )
        return Decision(
            move,
            tuple(Estimate(each) for each in game.moves(state)),
            note,
            effort=sum(counts),
            unit=Unit.POSITIONS,
            detail=Bag(pairs, moves[index], self.progress(game).learning.games),
            by_chance=len(game.moves(state)) > 1,
        )

    def reward(
        self, game: Game[S], states: Sequence[S], moves: Sequence[int], *players: int
    ) -> tuple[BagChange, ...]:
        """After a game WON by one of `players`, add each of their moves to its bag once more.

        `states` are the positions from the start to the last one, `moves` the moves between them,
        `players` the sides the learner played. Returns the changes in the order of the game;
        `save` stores them. A game that was not won is only counted.
        """
        progress, outcome = self.progress(game), game.outcome(states[-1])
        progress.begin()
        won = [player for player in players if outcome is Outcome.win_of(player)]
        bags = self.bags(game)
        changes = tuple(
            bags.reward(state, move)
            for state, move in zip(states, moves, strict=False)
            if game.to_move(state) in won
        )
        progress.learned(changes)
        return changes

    def progress(self, game: Game[Any]) -> LearningProgress:
        """Return the learning curve of a game, loaded at the first call."""
        key = game_key(game)
        if key not in self._progress:
            stored = self.memory.learning(key) if isinstance(self.memory, Diary) else Learning()
            bags = self.bags(game)
            self._progress[key] = LearningProgress(stored, partial(self.score, game), bags.stored)
        return self._progress[key]

    def score(self, game: Game[Any]) -> float | None:
        """Return the exact mean score against random play; None in a game too large for that."""
        key = game_key(game)
        if key not in self._scores:
            self._scores[key] = PolicyScore(game)
        return self._scores[key].of(self.bags(game).pairs)

    def save(self, game: Game[Any]) -> None:
        """Write the increments since the last save to the memory; without one, do nothing."""
        if self.memory is None:
            return
        progress = self.progress(game)
        self.bags(game).save(self.memory)
        if isinstance(self.memory, Diary):
            if progress.news is not None:
                self.memory.add_lesson(game_key(game), progress.news)
            for games, bags in progress.earlier.items():
                self.memory.keep_bags(game_key(game), games, bags)
        progress.saved()

    def _earlier(self, game: Game[Any]) -> list[tuple[int, BagOf]]:
        """Return the bags after certain numbers of games, the fewest first."""
        bags_after = dict(self.progress(game).earlier)
        if isinstance(self.memory, Diary):
            bags_after = {**self.memory.earlier_bags(game_key(game)), **bags_after}
        return [(games, Bags(game, bags_after[games]).pairs) for games in sorted(bags_after)]

    def reset(self, game: Game[Any]) -> None:
        """Forget one game, both here and in the memory."""
        key = game_key(game)
        if self.memory is not None:
            self.memory.reset_bags(key)
        self._bags.pop(key, None)
        self._progress.pop(key, None)
