"""Games between bots: pairings, round robins and sweeps over any concurrent.futures.Executor.

The unit of work is a batch of games of one pairing. Every game's randomness follows from the seed
of the experiment, the pairing and the game's number, never from who played it or when, so that one
process, two, or a cluster give the same records. Flat Monte Carlo and random players play all games
of a batch in lockstep, one bulk run of playouts a ply; then the batch's randomness follows from the
experiment's seed and the batch's number, whose size is fixed.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import numpy as np

from engine.arena_judge import GameJudge, RegretByPhase, judge_of, thrown_in
from engine.arena_start import USUAL, Start, check_start, opening
from engine.bots.monte_carlo import choose_many
from engine.context import Context
from engine.levels import FIT, MIDDLE, FittingPlayer, next_rung
from engine.messages import JouonsError
from engine.protocols import LONGEST_GAME, MAX_GAMES, Bot, Game, OptionError
from engine.registry import PlayerSpec, bot_for, make_bot, make_game, parse_player

LOCKSTEP_BATCH = 50
SINGLE_BATCH = 4
TRIES = 3
AHEAD = 3  # batches waiting for each worker: few, so that a stop is quick
W = TypeVar("W")
R = TypeVar("R")
Bags = dict[str, dict[str, dict[int, int]]]


class WorkersError(JouonsError):
    """Processes died again and again; what was played is with the caller."""


@dataclass(frozen=True)
class Pairing:
    """Two players on one game. `number` tells the pairings of an experiment apart."""

    number: int
    game: str
    options: tuple[tuple[str, str], ...]
    a: str
    b: str
    start: Start = USUAL


@dataclass(frozen=True)
class Batch:
    """Some games of a pairing: the unit of work, small enough to be sent to another machine."""

    pairing: Pairing
    seed: int
    first: int
    count: int
    bags: Bags | None = None
    judge: bool = False  # whether each move's loss of value is looked up
    rung: int = MIDDLE  # on which `fit` begins, if it plays
    left: int = 0  # games to be played after these, in order, because they hang on how these end

    @property
    def games(self) -> int:
        """How many games come of it."""
        return self.count + self.left


@dataclass(frozen=True)
class GameRecord:
    """One game. `starter` 0 when player a has the first side; `score` is a's: 1, 1/2 or 0.

    `moves` are all from the start of the pairing, the first `opened` of them random. `verdicts` has
    a letter for each of the players' moves, where the game was judged (see arena_judge).
    """

    pairing: int
    number: int
    seed: int
    starter: int
    a: str
    b: str
    score: float
    plies: int
    moves: str
    seconds: float  # of a's and b's thinking together
    seconds_a: float
    moves_a: int
    opened: int = 0
    verdicts: str | None = None

    @property
    def thrown(self) -> tuple[RegretByPhase, RegretByPhase] | None:
        """What a and b threw away; None where nothing was judged."""
        return None if self.verdicts is None else thrown_in(self.verdicts)


class SnapshotMemory:
    """The learner's memory in a worker: read only."""

    def __init__(self, bags: Bags) -> None:
        self.bags = bags

    def load_bags(self, game: str) -> dict[str, dict[int, int]]:
        """The bags as they were when the experiment began."""
        return self.bags.get(game, {})

    def add_to_bags(
        self, game: str, added: Mapping[str, Mapping[int, int]], afresh: Collection[str] = ()
    ) -> None:
        """An experiment teaches nobody."""

    def reset_bags(self, game: str) -> None:
        """An experiment forgets nothing."""


def check_players(game: Game[Any], players: Sequence[str]) -> None:
    """OptionError when a player is no bot or does not play the game."""
    for text in players:
        bot_for(game, text)


def pairings(
    game_id: str, options: Mapping[str, str], players: Sequence[str], start: Start = USUAL
) -> list[Pairing]:
    """Everyone against everyone. OptionError for fewer than two players."""
    game = make_game(game_id, options)
    check_start(game, start)
    texts = [parse_player(text).text for text in players]
    if len(texts) < 2:
        raise OptionError("arena.two_players")
    check_players(game, texts)
    kept = tuple(sorted(options.items()))
    pairs = [(a, b) for index, a in enumerate(texts) for b in texts[index + 1 :]]
    return [Pairing(n, game_id, kept, a, b, start) for n, (a, b) in enumerate(pairs)]


def sweep_pairings(
    game_id: str,
    options: Mapping[str, str],
    template: str,
    opponent: str,
    values: Sequence[int],
    start: Start = USUAL,
) -> list[Pairing]:
    """One pairing for each budget put into the template. OptionError for a bad one."""
    if "{}" not in template:
        raise OptionError("arena.template", text=template[:40])
    if not values:
        raise OptionError("arena.no_values")
    game = make_game(game_id, options)
    players = [parse_player(template.replace("{}", str(value))).text for value in values]
    check_players(game, [*players, opponent])
    check_start(game, start)
    kept = tuple(sorted(options.items()))
    rival = parse_player(opponent).text
    return [Pairing(n, game_id, kept, a, rival, start) for n, a in enumerate(players)]


def is_flat(spec: PlayerSpec) -> bool:
    """Whether many games of this player can be played in one bulk run."""
    return spec.kind in ("random", "first") or (spec.kind == "mc" and spec.number is not None)


def batches(
    pairing: Pairing, games: int, seed: int, bags: Bags | None = None, judge: bool = False
) -> list[Batch]:
    """Cut the games of a pairing; the cuts depend on the pairing alone.

    With the opponent that fits there is only the first batch: see `following`.
    """
    if not 1 <= games <= MAX_GAMES:
        raise OptionError("arena.games", count=games, most=MAX_GAMES)
    if FIT in (pairing.a, pairing.b):
        count = min(SINGLE_BATCH, games)
        return [Batch(pairing, seed, 0, count, bags, judge, left=games - count)]
    flat = is_flat(parse_player(pairing.a)) and is_flat(parse_player(pairing.b))
    size = LOCKSTEP_BATCH if flat else SINGLE_BATCH
    return [
        Batch(pairing, seed, first, min(size, games - first), bags, judge)
        for first in range(0, games, size)
    ]


def following(batch: Batch, records: Sequence[GameRecord]) -> Batch | None:
    """The batch that goes on where this one ended, on the rung it ended on; None at the end."""
    if not batch.left:
        return None
    rung = batch.rung
    for record in records:
        rung = next_rung(rung, _score_of_fit(record))
    count = min(SINGLE_BATCH, batch.left)
    first = batch.first + batch.count
    return replace(batch, first=first, count=count, rung=rung, left=batch.left - count)


def _score_of_fit(record: GameRecord) -> float:
    return record.score if record.a == FIT else 1 - record.score


def game_seed(batch: Batch, number: int) -> np.random.SeedSequence:
    """The seed of one game."""
    return np.random.SeedSequence((batch.seed, batch.pairing.number, number))


def in_turn(work: Sequence[Batch]) -> list[Batch]:
    """The same work, the pairings in turn: a table is fair at any moment."""
    return sorted(work, key=lambda batch: (batch.first, batch.pairing.number))


# -- playing a batch -----------------------------------------------------------------------------


def play_batch(batch: Batch) -> list[GameRecord]:
    """Play the games of a batch; runs in a worker process or on another machine."""
    game = make_game(batch.pairing.game, dict(batch.pairing.options))
    specs = (parse_player(batch.pairing.a), parse_player(batch.pairing.b))
    if all(is_flat(spec) for spec in specs):
        return _play_lockstep(game, batch, specs)
    memory = SnapshotMemory(batch.bags or {})
    texts = (batch.pairing.a, batch.pairing.b)
    bots = [make_bot(text, memory) for text in texts]
    rung, records = batch.rung, []
    for number in range(batch.first, batch.first + batch.count):
        at_table = [
            bot.at(rung) if text == FIT and isinstance(bot, FittingPlayer) else bot
            for bot, text in zip(bots, texts, strict=True)
        ]
        records.append(_play_game(game, batch, number, at_table))
        rung = next_rung(rung, _score_of_fit(records[-1]))
    return records


class _GameInProgress:
    """One game under way: its position, its moves, and what is measured of its players."""

    def __init__(self, game: Game[Any], batch: Batch, number: int) -> None:
        start = batch.pairing.start
        self.game = game
        self.number = number
        self.starter = number % 2
        opened = opening(game, start, batch.seed, number // 2)
        self.state = game.play(*opened[-1]) if opened else start.state(game)
        self.texts = [game.move_text(*each) for each in opened]
        self.opened = len(opened)
        self.line: list[tuple[Any, int]] = []
        self.spent, self.made = [0.0, 0.0], [0, 0]

    @property
    def who(self) -> int:
        """0 when player a is to move, 1 for b."""
        return self.game.to_move(self.state) ^ self.starter

    def play(self, who: int, move: int, seconds: float) -> None:
        """A player has moved."""
        self.texts.append(self.game.move_text(self.state, move))
        self.line.append((self.state, move))
        self.state = self.game.play(self.state, move)
        self.spent[who] += seconds
        self.made[who] += 1

    def record(self, batch: Batch, judge: GameJudge | None, flat: bool) -> GameRecord:
        """What is told of the game now that it is over, judged if that is asked."""
        pairing, outcome = batch.pairing, self.game.outcome(self.state)
        seeds = game_seed(batch, self.number)
        verdicts = None
        if judge is not None and judge.chooses(self.number, flat):
            verdicts = judge.verdicts(self.line, self.starter, self.number, seeds)
        return GameRecord(
            pairing.number,
            self.number,
            int(seeds.generate_state(1, np.uint64)[0] >> np.uint64(1)),
            self.starter,
            pairing.a,
            pairing.b,
            0.5 if outcome is None else outcome.score(self.starter),
            len(self.texts),
            " ".join(self.texts),
            sum(self.spent),
            self.spent[0],
            self.made[0],
            self.opened,
            verdicts,
        )


def _play_game(game: Game[Any], batch: Batch, number: int, bots: Sequence[Bot]) -> GameRecord:
    """One game, one bot after the other, each with a generator of its own."""
    contexts = [Context[Any](seed) for seed in game_seed(batch, number).spawn(2)]
    played = _GameInProgress(game, batch, number)
    while game.outcome(played.state) is None and len(played.line) < LONGEST_GAME:
        who = played.who
        began = time.perf_counter()
        move = bots[who].choose(game, played.state, contexts[who]).move
        seconds = time.perf_counter() - began
        assert move is not None
        played.play(who, move, seconds)
    return played.record(batch, _judge(batch), False)


def _play_lockstep(
    game: Game[Any], batch: Batch, specs: tuple[PlayerSpec, PlayerSpec]
) -> list[GameRecord]:
    """All games of the batch at once: each ply, the games in which a player moves share a run."""
    words = (batch.seed, batch.pairing.number, batch.first, 1)
    contexts = [Context[Any](seed) for seed in np.random.SeedSequence(words).spawn(2)]
    numbers = range(batch.first, batch.first + batch.count)
    games = [_GameInProgress(game, batch, number) for number in numbers]
    going = games
    while going:
        for who in (0, 1):
            mine = [each for each in going if each.who == who]
            if not mine:
                continue
            began = time.perf_counter()
            moves = _choose(game, [each.state for each in mine], specs[who], contexts[who])
            share = (time.perf_counter() - began) / len(mine)
            ended = False
            for each, move in zip(mine, moves, strict=True):
                each.play(who, move, share)
                ended = ended or game.outcome(each.state) is not None
            if ended:
                going = [each for each in going if game.outcome(each.state) is None]
    judge = _judge(batch)
    return [each.record(batch, judge, True) for each in games]


def _judge(batch: Batch) -> GameJudge | None:
    """Who judges the games of a batch; None where nobody is to."""
    return judge_of(batch.pairing.game, batch.pairing.options) if batch.judge else None


def _choose(
    game: Game[Any], states: list[Any], spec: PlayerSpec, context: Context[Any]
) -> list[int]:
    """The moves of a flat player in many games."""
    if spec.kind == "mc":
        budgets = [spec.number or 1] * len(states)
        return choose_many(game, states, budgets, spec.suffix == "move", context.rng, context)
    legal = [game.moves(state) for state in states]
    if spec.kind == "first":
        return [moves[0] for moves in legal]
    digits = context.rng.random(len(states))
    return [int(moves[int(digit * len(moves))]) for moves, digit in zip(legal, digits, strict=True)]


# -- running an experiment -----------------------------------------------------------------------


class Runner(ABC, Generic[W, R]):
    """Runs pieces of work on an executor and yields what comes of each: of batches, records.

    `make_executor` is called again when a worker dies; `lost` tells how often that happened. A
    batch whose worker died is played again, from the same seeds.
    """

    def __init__(self, work: Sequence[W], make_executor: Callable[[], Executor]) -> None:
        self.waiting = list(reversed(work))
        self.make_executor = make_executor
        self.lost = 0
        self.stopped = False
        self.paused = False

    @abstractmethod
    def do(self) -> Callable[[W], list[R]]:
        """The function that does a piece of work, here or elsewhere."""

    def after(self, piece: W, results: list[R]) -> W | None:
        """The work that could only be cut when this piece of it was done; None for none."""
        return None

    def stop(self) -> None:
        """Hand out nothing more; what has been played stays."""
        self.stopped = True

    def run(self, workers: int, poll: float = 0.1) -> Iterator[list[R]]:
        """What came of a piece of work, then the next; nothing at least every `poll` seconds.

        Raises WorkersError when they keep dying.
        """
        executor = self.make_executor()
        running: dict[Future[list[R]], W] = {}
        tries = 0
        try:
            while (self.waiting or running) and not self.stopped:
                broken = not self._hand_out(executor, running, workers * AHEAD)
                done, _ = wait(running, timeout=poll, return_when=FIRST_COMPLETED)
                for future in done:
                    batch = running.pop(future)
                    try:
                        records = future.result()
                        after = self.after(batch, records)
                        if after is not None:
                            self.waiting.append(after)
                        yield records
                        tries = 0
                    except (BrokenProcessPool, CancelledError):
                        self.waiting.append(batch)
                        broken = True
                if broken:
                    tries += 1
                    self.lost += 1
                    if tries > TRIES:
                        raise WorkersError("arena.workers_die", tries=TRIES)
                    self.waiting.extend(running.values())
                    running.clear()
                    executor.shutdown(wait=False)
                    executor = self.make_executor()
                elif not done:
                    yield []
        finally:
            _end(executor, running)

    def _hand_out(
        self, executor: Executor, running: dict[Future[list[R]], W], maximum: int
    ) -> bool:
        """Keep the executor busy; false when a worker of it has died."""
        while self.waiting and not self.paused and len(running) < maximum:
            batch = self.waiting.pop()
            try:
                running[executor.submit(self.do(), batch)] = batch
            except BrokenProcessPool:
                self.waiting.append(batch)
                return False
        return True


def _end(executor: Executor, running: Collection[Future[Any]]) -> None:
    """A stop is quick: batches under way in our own processes are not waited for."""
    # Looked up first: an executor that was shut down knows its processes no more.
    processes = list((getattr(executor, "_processes", None) or {}).values())
    for process in processes:
        process.terminate()
    if not processes:
        # One by one: a cluster's executor cannot cancel them all at once.
        for future in running:
            future.cancel()
    executor.shutdown(wait=False)


class Experiment(Runner[Batch, GameRecord]):
    """Plays batches of games."""

    def do(self) -> Callable[[Batch], list[GameRecord]]:
        """See Runner."""
        return play_batch

    def after(self, piece: Batch, results: list[GameRecord]) -> Batch | None:
        """See Runner."""
        return following(piece, results)


def play_all(work: Sequence[Batch]) -> Iterator[list[GameRecord]]:
    """The same in this process, one batch after the other."""
    for first in work:
        batch: Batch | None = first
        while batch is not None:
            records = play_batch(batch)
            yield records
            batch = following(batch, records)
