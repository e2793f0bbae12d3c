"""Games between bots: pairings, round robins and sweeps over any concurrent.futures.Executor.

The unit of work is a batch of games of one pairing. Every game's randomness follows from the seed
of the experiment, the pairing and the game's number, never from who played it or when, so that one
process, two, or a cluster give the same records. Flat Monte Carlo and random players play all games
of a batch in lockstep, one bulk run of playouts a ply; then the batch's randomness follows from the
experiment's seed and the batch's number, whose size is fixed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from engine.bots.monte_carlo import choose_many
from engine.context import Context
from engine.levels import FIT, MIDDLE, Fit, next_rung
from engine.messages import JouonsError
from engine.protocols import Bot, Game, OptionError, Outcome, is_vast
from engine.registry import PlayerSpec, bot_for, make_bot, make_game, oracle_for, parse_player
from engine.review import Regret, Reviewer, regret
from engine.session import Session

LOCKSTEP_BATCH = 50
SINGLE_BATCH = 4
MAX_GAMES = 1_000_000
LONGEST_GAME = 10_000
TRIES = 3
AHEAD = 3  # batches waiting for each worker: few, so that a stop is quick
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
    """One game. `starter` 0 when player a moved first; `score` is a's: 1, 1/2 or 0."""

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
    thrown: tuple[Regret, Regret] | None = None  # a's and b's, where moves were judged


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


def pairings(game_id: str, options: Mapping[str, str], players: Sequence[str]) -> list[Pairing]:
    """Everyone against everyone. OptionError for fewer than two players, or one named twice."""
    game = make_game(game_id, options)
    texts = [parse_player(text).text for text in players]
    if len(texts) < 2:
        raise OptionError("arena.two_players")
    check_players(game, texts)
    kept = tuple(sorted(options.items()))
    pairs = [(a, b) for index, a in enumerate(texts) for b in texts[index + 1 :]]
    return [Pairing(n, game_id, kept, a, b) for n, (a, b) in enumerate(pairs)]


def sweep_pairings(
    game_id: str, options: Mapping[str, str], template: str, opponent: str, values: Sequence[int]
) -> list[Pairing]:
    """One pairing for each budget put into the template. OptionError for a bad one."""
    if "{}" not in template:
        raise OptionError("arena.template", text=template[:40])
    if not values:
        raise OptionError("arena.no_values")
    game = make_game(game_id, options)
    players = [parse_player(template.replace("{}", str(value))).text for value in values]
    check_players(game, [*players, opponent])
    kept = tuple(sorted(options.items()))
    rival = parse_player(opponent).text
    return [Pairing(n, game_id, kept, a, rival) for n, a in enumerate(players)]


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


# -- playing a batch -----------------------------------------------------------------------------


def play_batch(batch: Batch) -> list[GameRecord]:
    """Play the games of a batch; runs in a worker process or on another machine."""
    records = _play(batch)
    return [judged(record, batch.pairing) for record in records] if batch.judge else records


def _play(batch: Batch) -> list[GameRecord]:
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
            bot.at(rung) if text == FIT and isinstance(bot, Fit) else bot
            for bot, text in zip(bots, texts, strict=True)
        ]
        records.append(_play_game(game, batch, number, at_table))
        rung = next_rung(rung, _score_of_fit(records[-1]))
    return records


def _play_game(game: Game[Any], batch: Batch, number: int, bots: Sequence[Bot]) -> GameRecord:
    """One game, one bot after the other, each with a generator of its own."""
    starter = number % 2
    contexts = [Context[Any](seed) for seed in game_seed(batch, number).spawn(2)]
    state = game.initial()
    texts: list[str] = []
    spent, made = [0.0, 0.0], [0, 0]
    while game.outcome(state) is None and len(texts) < LONGEST_GAME:
        who = game.to_move(state) ^ starter
        began = time.perf_counter()
        move = bots[who].choose(game, state, contexts[who]).move
        spent[who] += time.perf_counter() - began
        made[who] += 1
        assert move is not None
        texts.append(game.move_text(state, move))
        state = game.play(state, move)
    return _record(batch, number, game.outcome(state), texts, spent, made)


def _record(
    batch: Batch,
    number: int,
    outcome: Outcome | None,
    texts: list[str],
    spent: Sequence[float],
    made: Sequence[int],
) -> GameRecord:
    starter = number % 2
    score = 0.5 if outcome is None else outcome.score(starter)
    seed = int(game_seed(batch, number).generate_state(1, np.uint64)[0] >> np.uint64(1))
    return GameRecord(
        batch.pairing.number,
        number,
        seed,
        starter,
        batch.pairing.a,
        batch.pairing.b,
        score,
        len(texts),
        " ".join(texts),
        sum(spent),
        spent[0],
        made[0],
    )


def _play_lockstep(
    game: Game[Any], batch: Batch, specs: tuple[PlayerSpec, PlayerSpec]
) -> list[GameRecord]:
    """All games of the batch at once: each ply, the games in which a player moves share a run."""
    words = (batch.seed, batch.pairing.number, batch.first, 1)
    contexts = [Context[Any](seed) for seed in np.random.SeedSequence(words).spawn(2)]
    numbers = range(batch.first, batch.first + batch.count)
    states = [game.initial() for _ in numbers]
    texts: list[list[str]] = [[] for _ in numbers]
    spent = [[0.0, 0.0] for _ in numbers]
    made = [[0, 0] for _ in numbers]
    going = list(range(batch.count))
    while going:
        for who in (0, 1):
            mine = [i for i in going if game.to_move(states[i]) ^ (numbers[i] % 2) == who]
            if not mine:
                continue
            began = time.perf_counter()
            moves = _choose(game, [states[i] for i in mine], specs[who], contexts[who])
            share = (time.perf_counter() - began) / len(mine)
            for i, move in zip(mine, moves, strict=True):
                texts[i].append(game.move_text(states[i], move))
                states[i] = game.play(states[i], move)
                spent[i][who] += share
                made[i][who] += 1
            going = [i for i in going if game.outcome(states[i]) is None]
    return [
        _record(batch, number, game.outcome(states[i]), texts[i], spent[i], made[i])
        for i, number in enumerate(numbers)
    ]


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


# -- judging ------------------------------------------------------------------------------------


def judged(record: GameRecord, pairing: Pairing) -> GameRecord:
    """The same game with what each player threw away, as far as values are cheaply known."""
    reviewer, game = _reviewer(pairing.game, pairing.options)
    session = Session.replay(game, None, record.moves.split())
    context: Context[Any] = Context(0)
    if is_vast(game):
        # What neither book nor a short search answers stays unknown, the same in every process.
        context.ask_hurry()
        reviewer.oracle.forget()
    moves = list(reviewer.review(session.all_states, session.all_moves, context))
    first, second = regret(moves, 0), regret(moves, 1)
    return replace(record, thrown=(second, first) if record.starter else (first, second))


@lru_cache(maxsize=2)
def _reviewer(
    game_id: str, options: tuple[tuple[str, str], ...]
) -> tuple[Reviewer[Any], Game[Any]]:
    """Kept from batch to batch: what a game's solver has found serves the next games too."""
    game = make_game(game_id, dict(options))
    return Reviewer(game, oracle_for(game)), game


# -- running an experiment -----------------------------------------------------------------------


class Experiment:
    """Runs batches on an executor and yields records as games finish.

    `make_executor` is called again when a worker dies; `lost` tells how often that happened. A
    batch whose worker died is played again, from the same seeds.
    """

    def __init__(self, work: Sequence[Batch], make_executor: Callable[[], Executor]) -> None:
        self.waiting = list(reversed(work))
        self.make_executor = make_executor
        self.lost = 0
        self.stopped = False
        self.paused = False

    def stop(self) -> None:
        """Hand out nothing more; what has been played stays."""
        self.stopped = True

    def run(self, workers: int, poll: float = 0.1) -> Iterator[list[GameRecord]]:
        """Records, a batch at a time; an empty list at least every `poll` seconds.

        Raises WorkersError when they keep dying.
        """
        executor = self.make_executor()
        running: dict[Future[list[GameRecord]], Batch] = {}
        tries = 0
        try:
            while (self.waiting or running) and not self.stopped:
                broken = not self._hand_out(executor, running, workers * AHEAD)
                done, _ = wait(running, timeout=poll, return_when=FIRST_COMPLETED)
                for future in done:
                    batch = running.pop(future)
                    try:
                        records = future.result()
                        after = following(batch, records)
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
        self, executor: Executor, running: dict[Future[list[GameRecord]], Batch], most: int
    ) -> bool:
        """Keep the executor busy; false when a worker of it has died."""
        while self.waiting and not self.paused and len(running) < most:
            batch = self.waiting.pop()
            try:
                running[executor.submit(play_batch, batch)] = batch
            except BrokenProcessPool:
                self.waiting.append(batch)
                return False
        return True


def _end(executor: Executor, running: Collection[Future[list[GameRecord]]]) -> None:
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


def play_all(work: Sequence[Batch]) -> Iterator[list[GameRecord]]:
    """The same in this process, one batch after the other."""
    for first in work:
        batch: Batch | None = first
        while batch is not None:
            records = play_batch(batch)
            yield records
            batch = following(batch, records)
