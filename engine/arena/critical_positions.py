"""Critical positions: every player chooses a move where exactly one move is good.

The positions come in blocks, each with its own seed, found and asked as one work item, so they do
not depend on the number of processes. Repeated positions are left out.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from engine.arena.experiment import (
    LAST_OWN_BOTS,
    Bags,
    OwnTasks,
    SnapshotMemory,
    adopt_rules,
    check_players,
    fixed_options,
)
from engine.context import Context
from engine.intervals import wilson
from engine.messages import Message
from engine.protocols import MAX_POSITIONS, FollowsGames, Game, OptionError, PlayerFault, game_key
from engine.puzzles.problems import Problem, PuzzleError, problems
from engine.registry import make_bot, make_game, parse_player

BLOCK = 4  # positions of one work item
# Small games have few positions: search this many times the requested blocks for new ones.
ROUNDS = 6
TRIES = 2000  # candidate positions tried for each problem


@dataclass(frozen=True)
class PositionBlock:
    """Some positions to find and to ask: the unit of work."""

    game: str
    options: tuple[tuple[str, str], ...]  # empty: puzzles of several sizes of the game
    players: tuple[str, ...]
    seed: int
    number: int
    bags: Bags | None = None
    own: OwnTasks | None = None


@dataclass(frozen=True)
class BotAnswer:
    """The answer of one player in one position; after a fault without a move."""

    move: str
    right: bool
    seconds: float
    fault: Message | None = None


@dataclass(frozen=True)
class PositionResult:
    """A position with one good move and the answer of each player; `key` identifies it up to
    symmetry."""

    problem: Problem
    key: str
    answers: tuple[BotAnswer, ...]


@dataclass(frozen=True)
class BlockResult:
    """The results of a block."""

    number: int
    asked: tuple[PositionResult, ...]


def blocks(
    game_id: str,
    options: Mapping[str, str],
    players: Sequence[str],
    positions: int,
    seed: int,
    bags: Bags | None = None,
    own: OwnTasks | None = None,
) -> list[PositionBlock]:
    """Make the blocks of an experiment.

    Raises OptionError for a player that does not support the game, or for no player.
    """
    if not 1 <= positions <= MAX_POSITIONS:
        raise OptionError("arena.positions_range", count=positions, most=MAX_POSITIONS)
    if not players:
        raise OptionError("arena.one_player")
    texts = [parse_player(text).text for text in players]
    game = make_game(game_id, options)
    check_players(game, texts)
    wanted = -(-positions // BLOCK) * ROUNDS
    pairs = fixed_options(game, options)
    return [PositionBlock(game_id, pairs, tuple(texts), seed, n, bags, own) for n in range(wanted)]


def ask_block(block: PositionBlock) -> list[BlockResult]:
    """Find and ask the positions of a block; runs in a worker process or on another machine."""
    adopt_rules(block.own)
    words = np.random.SeedSequence((block.seed, block.number)).generate_state(1, np.uint64)
    seed = int(words[0] >> np.uint64(1))
    results: list[PositionResult] = []
    bots: dict[str, list[Any]] = {}
    source = problems(block.game, seed, options=dict(block.options) or None, max_tries=TRIES)
    with suppress(PuzzleError):  # the source has no more positions
        for index, problem in enumerate(islice(source, BLOCK)):
            game = make_game(problem.game, problem.options)
            key = game_key(game)
            if key not in bots:
                memory = SnapshotMemory(block.bags or {}, block.own)
                own = LAST_OWN_BOTS.of(block.players, memory)
                bots[key] = [own.get(text) or make_bot(text, memory) for text in block.players]
            results.append(_ask(block, index, problem, game, bots[key]))
    return [BlockResult(block.number, tuple(results))]


def _ask(
    block: PositionBlock, index: int, problem: Problem, game: Game[Any], bots: Sequence[Any]
) -> PositionResult:
    state = game.parse(problem.position)
    answers = []
    for number, bot in enumerate(bots):
        words = (block.seed, block.number, index, number)
        context: Context[Any] = Context(np.random.SeedSequence(words))
        if isinstance(bot, FollowsGames):
            bot.begin(game)
        began = time.perf_counter()
        try:
            text, fault = game.move_text(state, bot.choose(game, state, context).move), None
        except PlayerFault as error:
            text, fault = "", error.message
        seconds = time.perf_counter() - began
        answers.append(BotAnswer(text, text == problem.solution[0], seconds, fault))
    name = f"{game_key(game)} {game.text(game.canonical(state))}"
    return PositionResult(problem, name, tuple(answers))


class ResultSorter:
    """Reorders blocks by number, whichever finishes first, and removes repeated positions."""

    def __init__(self, positions: int) -> None:
        self.left = positions
        self._next = 0
        self._waiting: dict[int, tuple[PositionResult, ...]] = {}
        self._met: set[str] = set()

    def take(self, done: BlockResult) -> list[PositionResult]:
        """Add a block and return the new positions that are next in order, at most `left`."""
        self._waiting[done.number] = done.asked
        new: list[PositionResult] = []
        while self._next in self._waiting:
            for result in self._waiting.pop(self._next):
                if result.key not in self._met and len(new) < self.left:
                    self._met.add(result.key)
                    new.append(result)
            self._next += 1
        self.left -= len(new)
        return new


@dataclass(frozen=True)
class PlayerScore:
    """The answers of one player, and how many are right."""

    player: str
    answers: Sequence[BotAnswer]

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(each.right for each in self.answers)

    @property
    def faults(self) -> int:
        """The number of faults instead of an answer."""
        return sum(each.fault is not None for each in self.answers)

    @property
    def fraction(self) -> float:
        """The fraction of right answers; 0 before the first."""
        return self.right / len(self.answers) if self.answers else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the fraction."""
        return wilson(self.fraction, len(self.answers))

    @property
    def milliseconds(self) -> float:
        """The mean time of a decision in milliseconds."""
        times = [1000 * each.seconds for each in self.answers] or [0.0]
        return sum(times) / len(times)

    def as_json(self) -> dict[str, Any]:
        """Return the entry of `arena --positions --json`."""
        low, high = self.interval
        return {
            "player": self.player,
            "right": self.right,
            "share": self.fraction,
            "low": low,
            "high": high,
            "ms": self.milliseconds,
            "faults": self.faults,
        }


def marks_of(players: Collection[str], results: Sequence[PositionResult]) -> list[PlayerScore]:
    """Return the answers by player; each result has them in the order of the players."""
    return [
        PlayerScore(player, [result.answers[number] for result in results])
        for number, player in enumerate(players)
    ]
