"""The card of a person's bot: what it throws away, exactly, and its place between the levels.

In each game it is asked positions in which the exact values of the moves differ, and the levels are
asked the same ones. A solver is asked for solutions of scrambled puzzles instead. It is computed in
a process of its own, so that a window beside it stays smooth.
"""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from engine.arena.pool import begin_with_parent
from engine.context import Context
from engine.interrupt import InterruptShield
from engine.intervals import wilson
from engine.levels import LEVELS
from engine.messages import JouonsError, Message, message
from engine.naming import move_name
from engine.own.bot import OwnBot, OwnTask, check_loads
from engine.own.faults import OwnFault
from engine.own.source import OwnSource
from engine.protocols import (
    Estimate,
    Game,
    OptionError,
    PlayerFault,
    Rules,
    Unsolvable,
    Value,
    game_key,
)
from engine.puzzles.problems import candidate_position
from engine.puzzles.review import judge
from engine.registry import GAMES, PUZZLES, make_bot, make_oracles, make_puzzle
from engine.solvers.bidirectional import solve

TRIES = 100  # candidates for each position
MOST_FAULTS = 10  # of a game: a bot that has so many is asked no more
SCRAMBLES = (2, 12)  # moves of a puzzle's scramble: at least, and fewer than
POLL = 0.05  # seconds
ANSWERS = 1  # separates the seeds of a bot from those of the positions
THROWN = {Value.WIN: "think.thrown.win", Value.DRAW: "think.thrown.draw"}


@dataclass(frozen=True)
class CardMistake:
    """A decision that threw something away, or a fault: where, with which seed, and a sentence."""

    options: Mapping[str, str]
    position: str
    seed: tuple[int, ...]
    text: Message
    fault: OwnFault | None = None


@dataclass
class GameCard:
    """The figures of one game; `level_errors` are those of the levels in the same positions."""

    game: str
    positions: int = 0
    judged: int = 0
    errors: list[CardMistake] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    faults: list[CardMistake] = field(default_factory=list)
    level_errors: dict[str, int] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """The fraction of judged decisions that threw something away; 0 before the first."""
        return len(self.errors) / self.judged if self.judged else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.share, self.judged)

    @property
    def level(self) -> float | None:
        """The place between the levels, 0 for the first to 3 for the last; None without any."""
        return self.place(self.share)

    def place(self, fraction: float) -> float | None:
        """Return the place of a fraction of errors between those of the levels."""
        if not self.level_errors or not self.judged:
            return None
        shares = [self.level_errors[level] / self.positions for level in LEVELS]
        for number, (weaker, stronger) in enumerate(pairwise(shares)):
            if fraction >= weaker:
                return float(number)
            if fraction >= stronger:
                return number + (weaker - fraction) / (weaker - stronger)
        return float(len(LEVELS) - 1)

    def as_json(self) -> dict[str, Any]:
        """Return the entry of `bots check --json`."""
        low, high = self.interval
        times = [1000 * each for each in self.seconds] or [0.0]
        return {
            "game": self.game,
            "positions": self.positions,
            "judged": self.judged,
            "errors": len(self.errors),
            "low": low,
            "high": high,
            "level": self.level,
            "median_ms": statistics.median(times),
            "longest_ms": max(times),
            "faults": [
                {
                    "kind": each.fault.kind.value,
                    "text": str(each.fault),
                    "line": each.fault.line,
                    "position": each.position,
                }
                for each in self.faults
                if each.fault is not None
            ],
        }


def measured(task: OwnTask, games: Sequence[str], count: int, seed: int) -> Iterator[GameCard]:
    """Yield the growing card of each game after each position, one game after the other.

    Raises OwnFault for a text that cannot be loaded.
    """
    check_loads(task.source)
    bot = OwnBot(task, task.seconds)
    ask = solver_card if task.source.solves else game_card
    try:
        for game in games:
            yield from ask(bot, game, count, seed)
    finally:
        bot.close()


def games_of(source: OwnSource, game: str | None) -> Sequence[str]:
    """Return the games or puzzles of a card.

    Raises OptionError for another game, and for a file that neither plays nor solves.
    """
    if source.kind is not None and not (source.plays or source.solves):
        raise OptionError(source.no_player_key)
    every = PUZZLES if source.solves else GAMES
    able = [each for each in every if not source.games or each in source.games]
    if game is None:
        return able
    if game not in able:
        raise OptionError("own.card_game", game=game, accepted=", ".join(able))
    return [game]


def game_card(bot: OwnBot, game_id: str, count: int, seed: int) -> Iterator[GameCard]:
    """Ask a bot and the levels the same positions; yield the growing card after each."""
    card = GameCard(game_id, level_errors=dict.fromkeys(LEVELS, 0))
    levels = {level: make_bot(level) for level in LEVELS}
    for game, state, estimates in positions(game_id, count, seed):
        words = (seed, card.positions, ANSWERS)
        card.positions += 1
        for level, each in levels.items():
            answer = each.choose(game, state, Context(np.random.SeedSequence(words)))
            card.level_errors[level] += _lost(answer.move, estimates) is not None
        bot.begin(game)
        began = time.perf_counter()
        try:
            move = bot.choose(game, state, Context(np.random.SeedSequence(words))).move
        except PlayerFault as fault:
            _add_fault(card, fault, game, state, words)
        else:
            card.seconds.append(time.perf_counter() - began)
            card.judged += 1
            lost = _lost(move, estimates)
            if move is not None and lost is not None:
                text = message("own.card_error", move=move_name(game, state, move), thrown=lost)
                card.errors.append(CardMistake(game.options, game.text(state), words, text))
        yield card
        if len(card.faults) >= MOST_FAULTS:
            return


def solver_card(bot: OwnBot, puzzle_id: str, count: int, seed: int) -> Iterator[GameCard]:
    """Ask a solver for solutions; one that is longer than the shortest counts as an error."""
    card = GameCard(puzzle_id)
    puzzle = make_puzzle(puzzle_id)
    for number in range(count):
        rng, words = Context[Any]((seed, number)).rng, (number,)
        state = puzzle.goal()
        for move in puzzle.scramble(rng, int(rng.integers(*SCRAMBLES))):
            state = puzzle.play(state, move)
        card.positions += 1
        began = time.perf_counter()
        try:
            length = len(bot.solve(puzzle, state, Context(words)))
        except PlayerFault as fault:
            _add_fault(card, fault, puzzle, state, words)
        else:
            card.seconds.append(time.perf_counter() - began)
            card.judged += 1
            shortest = solve(puzzle, state, Context(0)).length
            if length > shortest:
                text = message("own.card_longer", length=length, shortest=shortest)
                card.errors.append(CardMistake(puzzle.options, puzzle.text(state), words, text))
        yield card
        if len(card.faults) >= MOST_FAULTS:
            return


def positions(
    game_id: str, count: int, seed: int
) -> Iterator[tuple[Game[Any], Any, tuple[Estimate, ...]]]:
    """Yield positions with something to lose and the exact values of their moves.

    They are distinct up to symmetry as long as new ones are met; the same seed gives the same ones.
    """
    rng, oracles = Context[Any]((seed, 0)).rng, make_oracles()
    games: dict[str, Game[Any]] = {}
    met: set[tuple[str, Any]] = set()
    left, tries = count, 0
    while left and tries < TRIES * count:
        tries += 1
        game, state = candidate_position(game_id, rng, games)
        key = game_key(game), game.canonical(state)
        if key in met and tries < TRIES * count // 2:
            continue
        oracle = oracles.of(game)
        try:
            if len(game.moves(state)) < 2 or not oracle.is_quick(state):
                continue
            estimates = oracle.values(state, Context(0), oracle.is_near(state)).estimates
        except Unsolvable:
            continue
        if judge(1, 0, estimates[0].move, estimates).critical:
            met.add(key)
            left -= 1
            yield game, state, estimates


def _lost(move: int | None, estimates: Sequence[Estimate]) -> Message | None:
    """Return what a move threw away in words, the win or the draw; None for a good move."""
    assert move is not None
    review = judge(1, 0, move, estimates)
    return message(THROWN[review.value]) if review.lost and review.value is not None else None


def _add_fault(
    card: GameCard, fault: PlayerFault, rules: Rules[Any], state: Any, seed: tuple[int, ...]
) -> None:
    assert isinstance(fault, OwnFault)
    at = rules.options, rules.text(state), seed
    card.faults.append(CardMistake(*at, fault.message, fault))


class CardProcess:
    """One run of a card; `close` ends it, and with it the process of the bot."""

    def __init__(self, task: OwnTask, games: Sequence[str], count: int, seed: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, there = context.Pipe(duplex=False)
        work = (there, task, tuple(games), count, seed)
        with InterruptShield():
            self._process = context.Process(target=_send_cards, args=work, daemon=True)
            self._process.start()
        there.close()

    def cards(self) -> Iterator[GameCard | None]:
        """Yield the growing cards after each position, and None while nothing is new.

        Raises OwnFault for a text that cannot be loaded, JouonsError if the process died.
        """
        while True:
            if not self._pipe.poll(POLL):
                yield None
                continue
            try:
                received = self._pipe.recv()
            except (EOFError, OSError):
                raise JouonsError("own.card_died") from None
            if received is None:
                return
            if isinstance(received, Message):
                raise JouonsError(received.key, **received.values)
            yield received

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.join()
        self._pipe.close()


def _send_cards(
    pipe: Connection, task: OwnTask, games: Sequence[str], count: int, seed: int
) -> None:
    """Send the card after each position, and None at the end; runs in the process."""
    begin_with_parent()
    with suppress(OSError):  # nobody reads any more
        try:
            for card in measured(task, games, count, seed):
                pipe.send(card)
            pipe.send(None)
        except JouonsError as error:
            pipe.send(error.message)
