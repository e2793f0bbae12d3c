"""Games between bots: pairings, round robins and sweeps over any concurrent.futures.Executor.

The unit of work is a batch of games of one pairing. The randomness of a game depends on the seed of
the experiment, the pairing and the number of the game, not on the worker or the time, so one
process, several, or a cluster produce the same records. Flat Monte Carlo and random players play
all games of a batch in lockstep, one bulk run of playouts a ply; then the randomness depends on the
seed of the experiment and the number of the batch, which has a fixed size.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.arena.judge import GameJudge, judge_of
from engine.arena.pool import Runner
from engine.arena.start import USUAL, Start, check_start, opening
from engine.bots.monte_carlo import choose_many
from engine.context import Context
from engine.levels import FIT, MIDDLE, FittingPlayer, next_rung
from engine.messages import Message, excerpt
from engine.protocols import (
    LONGEST_GAME,
    MAX_GAMES,
    Bot,
    FollowsGames,
    Game,
    OptionError,
    OwnMemory,
    PlayerFault,
    game_key,
)
from engine.registry import (
    OWN,
    PlayerSpec,
    bot_for,
    is_own,
    make_bot,
    make_game,
    make_oracles,
    own_texts,
    parse_player,
)
from engine.store.experiments import GameRecord

if TYPE_CHECKING:
    from engine.own.bot import OwnTask
    from engine.solvers.oracle import Oracles

LOCKSTEP_BATCH = 50
SINGLE_BATCH = 4
MOST_WAITING = 12  # own bots whose processes wait for their next batch, in each worker
OWN_DECISIONS = 1  # separates the seeds of own bots' decisions from those of games
Bags = dict[str, dict[str, dict[int, int]]]
OwnTasks = Mapping[str, "OwnTask"]  # the texts of own bots, as they were at the start


@dataclass(frozen=True)
class Pairing:
    """Two players of one game; `number` distinguishes the pairings of an experiment."""

    number: int
    game: str
    options: tuple[tuple[str, str], ...]
    a: str
    b: str
    start: Start = USUAL


@dataclass(frozen=True)
class Batch:
    """Consecutive games of a pairing: the unit of work, small enough to send to another machine."""

    pairing: Pairing
    seed: int
    first: int
    count: int
    bags: Bags | None = None
    judge: bool = False  # whether to judge the moves (see arena/judge.py)
    rung: int = MIDDLE  # the first rung of `fit`, if it plays
    left: int = 0  # games still to play after this batch, in order
    own: OwnTasks | None = None

    @property
    def games(self) -> int:
        """The number of games of this batch and of those that follow it."""
        return self.count + self.left


class SnapshotMemory:
    """A read-only snapshot of the learner's memory and of own bots, for a worker."""

    def __init__(self, bags: Bags, own: OwnTasks | None = None) -> None:
        self.bags = bags
        self._own = own or {}

    def own_task(self, name: str) -> OwnTask | None:
        """Return the text of an own bot as it was at the start of the experiment."""
        return self._own.get(name)

    def load_bags(self, game: str) -> dict[str, dict[int, int]]:
        """Return the bags as they were at the start of the experiment."""
        return self.bags.get(game, {})

    def add_to_bags(
        self, game: str, added: Mapping[str, Mapping[int, int]], afresh: Collection[str] = ()
    ) -> None:
        """Ignored: arena games do not train learners."""

    def reset_bags(self, game: str) -> None:
        """Ignored: the snapshot is read only."""


def own_tasks_of(players: Iterable[str], store: Callable[[], OwnMemory]) -> OwnTasks | None:
    """Return the texts of the own bots among players, with what they remember; None without any.

    They stay as they are now, and what the bots learn from now on is dropped. Raises OptionError.
    """
    names = own_texts(players)
    if not names:
        return None
    from engine.own.bot import own_tasks

    return own_tasks(names, store())


def adopt_rules(own: OwnTasks | None) -> None:
    """Let a worker make the own game of an experiment as it was at the start."""
    for task in (own or {}).values():
        if task.source.has_rules:
            from engine.own.games import adopt

            adopt(task.source, task.cache)


def fixed_options(game: Game[Any], options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the options of an experiment; of an own game, its text of now belongs to them."""
    return tuple(sorted(dict(game.options if is_own(game.id) else options).items()))


def hashes(own: OwnTasks | None) -> dict[str, str]:
    """Return the hash of the text of each own bot, by its player text, for JSON."""
    tasks = (own or {}).items()
    return {PlayerSpec(OWN, None, name).text: task.source.hash for name, task in tasks}


def own_sentences(own: OwnTasks | None) -> dict[str, str]:
    """Return the sentence of each own bot, by its player text."""
    tasks = (own or {}).items()
    return {PlayerSpec(OWN, None, name).text: task.source.sentence for name, task in tasks}


def check_players(game: Game[Any], players: Sequence[str], saved: bool = False) -> None:
    """Check that every player is a bot that supports the game; raises OptionError.

    `saved`: they stand in a stored experiment, whose own bots may be gone.
    """
    for text in players:
        if not (saved and is_own(text)):
            bot_for(game, text)


def pairings(
    game_id: str,
    options: Mapping[str, str],
    players: Sequence[str],
    start: Start = USUAL,
    saved: bool = False,
) -> list[Pairing]:
    """Make the pairings of a round robin. Raises OptionError for fewer than two players.

    `saved` as in check_players.
    """
    game = make_game(game_id, options)
    check_start(game, start)
    texts = [parse_player(text).text for text in players]
    if len(texts) < 2:
        raise OptionError("arena.two_players")
    check_players(game, texts, saved)
    fixed = fixed_options(game, options)
    pairs = [(a, b) for index, a in enumerate(texts) for b in texts[index + 1 :]]
    return [Pairing(n, game_id, fixed, a, b, start) for n, (a, b) in enumerate(pairs)]


def sweep_pairings(
    game_id: str,
    options: Mapping[str, str],
    template: str,
    opponent: str,
    values: Sequence[int],
    start: Start = USUAL,
    saved: bool = False,
) -> list[Pairing]:
    """Make one pairing for each budget in the template. Raises OptionError for a bad one.

    `saved` as in check_players.
    """
    if "{}" not in template:
        raise OptionError("arena.template", text=excerpt(template))
    if template.count("{}") > 1:
        raise OptionError("arena.template_once", text=excerpt(template))
    if not values:
        raise OptionError("arena.no_values")
    game = make_game(game_id, options)
    players = [parse_player(template.replace("{}", str(value))).text for value in values]
    check_players(game, [*players, opponent], saved)
    check_start(game, start)
    fixed = fixed_options(game, options)
    rival = parse_player(opponent).text
    return [Pairing(n, game_id, fixed, a, rival, start) for n, a in enumerate(players)]


def is_flat(spec: PlayerSpec) -> bool:
    """Return whether many games of this player can be played in one bulk run."""
    return spec.kind in ("random", "first") or (spec.kind == "mc" and spec.number is not None)


def batches(
    pairing: Pairing,
    games: int,
    seed: int,
    bags: Bags | None = None,
    judge: bool = False,
    own: OwnTasks | None = None,
) -> list[Batch]:
    """Split the games of a pairing into batches; the split depends on the pairing alone.

    With the fitting opponent only the first batch is returned: see `following`.
    """
    if not 1 <= games <= MAX_GAMES:
        raise OptionError("arena.games", count=games, most=MAX_GAMES)
    if FIT in (pairing.a, pairing.b):
        count = min(SINGLE_BATCH, games)
        return [Batch(pairing, seed, 0, count, bags, judge, left=games - count, own=own)]
    flat = is_flat(parse_player(pairing.a)) and is_flat(parse_player(pairing.b))
    size = LOCKSTEP_BATCH if flat else SINGLE_BATCH
    return [
        Batch(pairing, seed, first, min(size, games - first), bags, judge, own=own)
        for first in range(0, games, size)
    ]


def following(batch: Batch, records: Sequence[GameRecord]) -> Batch | None:
    """Return the batch after this one, starting on the rung it ended on; None at the end."""
    if not batch.left:
        return None
    rung = batch.rung
    for record in records:
        rung = next_rung(rung, _score_of_fit(batch, record))
    count = min(SINGLE_BATCH, batch.left)
    first = batch.first + batch.count
    return replace(batch, first=first, count=count, rung=rung, left=batch.left - count)


def _score_of_fit(batch: Batch, record: GameRecord) -> float:
    return (record.score if batch.pairing.a == FIT else 2 - record.score) / 2


def game_seed(batch: Batch, number: int) -> np.random.SeedSequence:
    return np.random.SeedSequence((batch.seed, batch.pairing.number, number))


def own_seed(seed: int, pairing: int, number: int, ply: int) -> tuple[int, ...]:
    """Return the seed of an own bot's decision in an experiment with that seed.

    It does not depend on the decisions before, so that a window can ask for this one again.
    """
    return seed, pairing, number, OWN_DECISIONS, ply


def in_turn(work: Sequence[Batch]) -> list[Batch]:
    """Interleave the batches of the pairings, so that a partial table is fair."""
    return sorted(work, key=lambda batch: (batch.first, batch.pairing.number))


# -- playing a batch -----------------------------------------------------------------------------


class _LastOracles(threading.local):
    """The oracles of a thread for the game of its last batch, whose calls must not overlap."""

    game = ""

    def of(self, game: Game[Any]) -> Oracles:
        """Return them: a batch has few games, and solving the game takes longer than they do."""
        if self.game != game_key(game):
            self.game, self._oracles = game_key(game), make_oracles()
        return self._oracles


_LAST_ORACLES = _LastOracles()


class LastOwnBots(threading.local):
    """The own bots that a thread asked last: their processes go on with a later batch."""

    def __init__(self) -> None:
        self.bots: dict[str, tuple[OwnTask, Bot]] = {}  # the one asked last at the end

    def of(self, texts: Sequence[str], memory: SnapshotMemory) -> dict[str, Bot]:
        """Return the own bots among the players; processes of another experiment end."""
        self.bots = {
            text: waiting
            for text, waiting in self.bots.items()
            if memory.own_task(parse_player(text).suffix) == waiting[0]
        }
        asked: dict[str, Bot] = {}
        for text in texts:
            task = memory.own_task(parse_player(text).suffix)
            if task is not None:
                if text not in self.bots:
                    self.bots[text] = task, make_bot(text, memory)
                self.bots[text] = self.bots.pop(text)  # the last one now
                asked[text] = self.bots[text][1]
        while len(self.bots) > max(MOST_WAITING, len(asked)):
            del self.bots[next(iter(self.bots))]
        return asked


LAST_OWN_BOTS = LastOwnBots()


def play_batch(batch: Batch) -> list[GameRecord]:
    """Play the games of a batch; runs in a worker process or on another machine."""
    adopt_rules(batch.own)
    game = make_game(batch.pairing.game, dict(batch.pairing.options))
    specs = (parse_player(batch.pairing.a), parse_player(batch.pairing.b))
    if all(is_flat(spec) for spec in specs):
        return _play_lockstep(game, batch, specs)
    memory = SnapshotMemory(batch.bags or {}, batch.own)
    texts = (batch.pairing.a, batch.pairing.b)
    oracles = _LAST_ORACLES.of(game)
    own = LAST_OWN_BOTS.of(texts, memory)
    bots = [own[text] if text in own else make_bot(text, memory, oracles) for text in texts]
    rung, records = batch.rung, []
    for number in range(batch.first, batch.first + batch.count):
        at_table = [
            bot.at(rung) if text == FIT and isinstance(bot, FittingPlayer) else bot
            for bot, text in zip(bots, texts, strict=True)
        ]
        records.append(_play_game(game, batch, number, at_table))
        rung = next_rung(rung, _score_of_fit(batch, records[-1]))
    return records


class _GameInProgress:
    """A game in progress: its position, its moves and the thinking time of its players."""

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
        self.by_chance = False
        self.fault: tuple[int, Message] | None = None  # whose, and which

    @property
    def who(self) -> int:
        """0 when player a is to move, 1 for b."""
        return self.game.to_move(self.state) ^ self.starter

    @property
    def score(self) -> int:
        """The score of a in half points; a fault loses the game."""
        if self.fault is not None:
            return 2 * self.fault[0]
        outcome = self.game.outcome(self.state)
        return 1 if outcome is None else round(2 * outcome.score(self.starter))

    def play(self, who: int, move: int, seconds: float, by_chance: bool) -> None:
        """Play a move of player `who`, who thought for `seconds` and may have drawn it."""
        self.texts.append(self.game.move_text(self.state, move))
        self.line.append((self.state, move))
        self.state = self.game.play(self.state, move)
        self.spent[who] += seconds
        self.made[who] += 1
        self.by_chance = self.by_chance or by_chance

    def record(self, batch: Batch, judge: GameJudge | None, flat: bool) -> GameRecord:
        """Return the record of the finished game, judged if the judge selects it."""
        seeds = game_seed(batch, self.number)
        verdicts = None
        if judge is not None and judge.chooses(self.number, flat):
            verdicts = judge.verdicts(self.line, self.starter, self.number, seeds)
        return GameRecord(
            batch.pairing.number,
            self.number,
            self.starter,
            self.score,
            len(self.texts),
            verdicts,
            int(seeds.generate_state(1, np.uint64)[0] >> np.uint64(1)),
            " ".join(self.texts),
            sum(self.spent),
            self.spent[0],
            self.made[0],
            self.opened,
            self.by_chance,
            None if self.fault is None else self.fault[1],
        )


def _play_game(game: Game[Any], batch: Batch, number: int, bots: Sequence[Bot]) -> GameRecord:
    """Play one game; each bot has its own random generator, an own bot one for each decision."""
    own = [is_own(text) for text in (batch.pairing.a, batch.pairing.b)]
    contexts = [Context[Any](seed) for seed in game_seed(batch, number).spawn(2)]
    played = _GameInProgress(game, batch, number)
    for bot in bots:
        if isinstance(bot, FollowsGames):
            bot.begin(game)
    while game.outcome(played.state) is None and len(played.line) < LONGEST_GAME:
        who = played.who
        context = contexts[who]
        if own[who]:
            ply = len(played.texts)
            context = Context(own_seed(batch.seed, batch.pairing.number, number, ply))
        began = time.perf_counter()
        try:
            decision = bots[who].choose(game, played.state, context)
        except PlayerFault as fault:
            played.fault = who, fault.message
            break
        seconds = time.perf_counter() - began
        assert decision.move is not None
        played.play(who, decision.move, seconds, decision.by_chance)
    if played.fault is None:
        _tell_end(played, bots, contexts)
    return played.record(batch, _judge(batch), False)


def _tell_end(
    played: _GameInProgress, bots: Sequence[Bot], contexts: Sequence[Context[Any]]
) -> None:
    """Tell the players that follow their games of the end; a fault there loses the game too."""
    states = [*(state for state, _ in played.line), played.state]
    moves = [move for _, move in played.line]
    for who, bot in enumerate(bots):
        if isinstance(bot, FollowsGames):
            try:
                bot.finished(played.game, states, moves, who ^ played.starter, contexts[who])
            except PlayerFault as fault:
                played.fault = who, fault.message
                return


def _play_lockstep(
    game: Game[Any], batch: Batch, specs: tuple[PlayerSpec, PlayerSpec]
) -> list[GameRecord]:
    """Play all games of the batch at once; at each ply one run serves all games of a player."""
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
            drawn = specs[who].kind != "first"
            for each, move in zip(mine, moves, strict=True):
                each.play(who, move, share, drawn and len(game.moves(each.state)) > 1)
            ended = {each.number for each in mine if game.outcome(each.state) is not None}
            going = [each for each in going if each.number not in ended]
    judge = _judge(batch)
    return [each.record(batch, judge, True) for each in games]


def _judge(batch: Batch) -> GameJudge | None:
    """Return the judge of the games of a batch; None if they are not judged."""
    return judge_of(batch.pairing.game, batch.pairing.options) if batch.judge else None


def _choose(
    game: Game[Any], states: list[Any], spec: PlayerSpec, context: Context[Any]
) -> list[int]:
    """Choose the moves of a flat player in many games."""
    if spec.kind == "mc":
        budgets = [spec.number or 1] * len(states)
        return choose_many(game, states, budgets, spec.suffix == "move", context.rng, context)
    legal = [game.moves(state) for state in states]
    if spec.kind == "first":
        return [moves[0] for moves in legal]
    digits = context.rng.random(len(states))
    return [int(moves[int(digit * len(moves))]) for moves, digit in zip(legal, digits, strict=True)]


# -- running an experiment -----------------------------------------------------------------------


class Experiment(Runner[Batch, GameRecord]):
    """An experiment that plays batches of games."""

    def __init__(self, work: Sequence[Batch], make_executor: Callable[[], Executor]) -> None:
        super().__init__(work, make_executor, play_batch, following)


def play_all(work: Sequence[Batch]) -> Iterator[list[GameRecord]]:
    """Play all batches in this process, one after the other."""
    for first in work:
        batch: Batch | None = first
        while batch is not None:
            records = play_batch(batch)
            yield records
            batch = following(batch, records)
