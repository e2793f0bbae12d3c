"""Events and recorder of flat Monte Carlo: single games, beliefs, exact chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple

import numpy as np

from engine.intervals import wilson
from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Chances, Game, IntArray, Outcome, S
from engine.recording import (
    Belief,
    Event,
    GameSampler,
    MethodResult,
    Move,
    MoveLine,
    Recorder,
    RecordingKind,
    side,
)
from engine.solvers.playout import exact_outcomes

if TYPE_CHECKING:
    import numpy.typing as npt

# The recording holds the moves of this many games over all root moves; others only count.
SHOWN_GAMES = 140
# The whole tree of chances is recorded where it has at most so many games of so many moves.
TREE_GAMES, TREE_MOVES = 8, 3


@dataclass(frozen=True, slots=True)
class GamePlayed(Event, phase="playout"):
    """One random game after a move, with the mean score of that move's games so far."""

    move: Move
    games: int  # the number of this game among those of its move
    outcome: int  # the column of its outcome
    mean: float


@dataclass(frozen=True, slots=True)
class ChancesComputed(Event, phase="chances"):
    """The exact chances of a move under random play, for the player who makes it."""

    move: Move
    win: float
    draw: float
    loss: float


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """A position of the whole tree of random play: first wins, draw, second wins."""

    line: MoveLine
    chances: tuple[float, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class ChancesResult(MethodResult):
    """Every line of a small game with its exact chances, parents before children."""

    tree: tuple[ChanceNode, ...]


def belief(move: int, score: float | None, visits: int) -> Belief:
    """Return the mean score of random games with its 95 % interval."""
    if score is None or not visits:
        return Belief(move, visits)
    return Belief(move, visits, score, *wilson(score, visits))


def ending(outcome: int, moves: int) -> Message:
    """Describe how a random game ended; `moves` counts the moves after its first one."""
    if outcome == Outcome.DRAW:
        return message("watch.playout.draw", count=moves)
    return message("watch.playout.won", side=side(0 if outcome == 0 else 1), count=moves)


class _Run(NamedTuple):
    """The games of a move in the first round: outcomes, summed scores, its first one (-1: none)."""

    outcomes: npt.NDArray[np.int8]
    totals: npt.NDArray[np.float64]
    start: int


class PlayoutRecord(Generic[S]):
    """The recording of one flat Monte Carlo decision.

    The games of a round are played at once but recorded move by move in turn: game k of every
    move before game k + 1 of the first.
    """

    def __init__(
        self,
        game: Game[S],
        state: S,
        moves: Sequence[int],
        children: Sequence[S],
        recorder: Recorder,
    ) -> None:
        self.game = game
        self.player = game.to_move(state)
        self.moves = moves
        self.recorder = recorder
        self.texts = [move_name(game, state, move) for move in moves]
        self._ended = [game.outcome(child) for child in children]
        self._each = max(1, SHOWN_GAMES // len(moves))
        self._first = True
        recorder.kind = RecordingKind.PLAYOUTS

    def singles(self, part: Sequence[int]) -> GameSampler | None:
        """Return the sampler for the first round; None later, when only results are recorded."""
        if not self._first:
            return None
        recorded: list[int] = []
        start = 0
        for games, outcome in zip(part, self._ended, strict=True):
            if outcome is None:
                recorded += range(start, start + min(self._each, games))
                start += games
        return GameSampler(recorded)

    def take(self, part: Sequence[int], counts: IntArray, singles: GameSampler | None) -> None:
        """Record a round: `counts` holds all games so far, `singles` those of this round."""
        if singles is not None and self._first:
            self._first = False
            self._record_round(part, singles)
        else:
            self.recorder.passed(sum(part))
        effort = int(counts.sum())
        beliefs = list(self._beliefs(counts))
        self.recorder.sample(effort, lambda: beliefs)
        self.recorder.last_sample(effort, beliefs)

    def _beliefs(self, counts: IntArray) -> Iterator[Belief]:
        for move, row in zip(self.moves, counts.tolist(), strict=True):
            games = sum(row)
            score = (row[2 * self.player] + row[1] / 2) / games if games else None
            yield belief(move, score, games)

    def _record_round(self, part: Sequence[int], singles: GameSampler) -> None:
        """Record the first round: single games as steps, and the beliefs after each turn."""
        worth = np.array([1.0, 0.5, 0.0] if self.player == 0 else [0.0, 0.5, 1.0])
        runs: list[_Run] = []
        start = 0
        for games, ended in zip(part, self._ended, strict=True):
            outcomes = singles.outcomes[start : start + games]
            if ended is not None:
                outcomes = np.full(games, ended, np.int8)
            runs.append(_Run(outcomes, np.cumsum(worth[outcomes]), start if ended is None else -1))
            start += games if ended is None else 0
        turn = min(max(part), self._each)
        for number in range(turn):
            self._turn(number, runs, singles)
            self._sample(number + 1, runs)
        self.recorder.passed(sum(games - min(games, turn) for games in part))
        while turn < max(part):
            turn = min(max(part), max(turn + 1, turn * 11 // 10))
            self._sample(turn, runs)

    def _turn(self, turn: int, runs: Sequence[_Run], singles: GameSampler) -> None:
        for index, (move, run) in enumerate(zip(self.moves, runs, strict=True)):
            if turn >= len(run.outcomes):
                continue
            line = singles.moves.get(run.start + turn, []) if run.start >= 0 else []
            outcome, mean = int(run.outcomes[turn]), float(run.totals[turn]) / (turn + 1)
            text = message(
                "watch.mc.game",
                number=turn + 1,
                move=self.texts[index],
                ending=ending(outcome, len(line)),
                mean=mean,
            )
            self.recorder.add(GamePlayed(text, (move, *line), move, turn + 1, outcome, mean))

    def _sample(self, turn: int, runs: Sequence[_Run]) -> None:
        visits = [min(turn, len(run.totals)) for run in runs]

        def beliefs() -> Iterator[Belief]:
            for move, run, games in zip(self.moves, runs, visits, strict=True):
                yield belief(move, float(run.totals[games - 1]) / games if games else None, games)

        self.recorder.sample(sum(visits), beliefs)


def record_chances(
    game: Game[S],
    state: S,
    chances: dict[int, Chances],
    recorder: Recorder,
    check: Callable[[], None],
) -> None:
    """Record the decision of `mc:exact`: the chances of every move, and the tree where small."""
    recorder.kind = RecordingKind.PLAYOUTS
    player = game.to_move(state)
    beliefs = []
    for move in game.moves(state):
        win, draw, loss = chances[move] if player == 0 else chances[move][::-1]
        score = win + draw / 2
        text = message(
            "watch.chances", move=move_name(game, state, move), win=win, draw=draw, loss=loss
        )
        recorder.add(ChancesComputed(text, (move,), move, win, draw, loss))
        beliefs.append(Belief(move, 0, score, score, score))
    recorder.last_sample(0, beliefs)
    tree = chance_tree(game, state, check)
    if tree is not None:
        recorder.finish(ChancesResult(tree))


def chance_tree(
    game: Game[S], state: S, check: Callable[[], None]
) -> tuple[ChanceNode, ...] | None:
    """Return every line from a position with its exact chances; None where there are too many."""
    nodes: list[tuple[S, tuple[int, ...]]] = []
    waiting: list[tuple[S, tuple[int, ...]]] = [(state, ())]
    ended = 0
    while waiting:
        check()
        position, line = waiting.pop()
        nodes.append((position, line))
        moves = game.moves(position)
        ended += not moves
        games = ended + len(waiting) + len(moves)  # at least
        if games > TREE_GAMES or (moves and len(line) >= TREE_MOVES):
            return None
        waiting += [(game.play(position, move), (*line, move)) for move in reversed(moves)]
    return tuple(_chance_node(game, position, line, check) for position, line in nodes)


def _chance_node(
    game: Game[S], position: S, line: tuple[int, ...], check: Callable[[], None]
) -> ChanceNode:
    outcome = game.outcome(position)
    if outcome is not None:
        return ChanceNode(line, tuple(float(outcome is each) for each in Outcome), True)
    parts = list(exact_outcomes(game, position, check).values())
    chances = tuple(sum(column) / len(parts) for column in zip(*parts, strict=True))
    return ChanceNode(line, chances, False)
