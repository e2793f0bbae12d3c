"""Puzzles: positions with exactly one good move, proved and graded, reproducible from a seed.

A position is a puzzle when exactly one legal move keeps the best value, that value is a win or a
draw, no move wins at once and there is another legal move. The exact solvers prove it. Those of
one player are positions a known number of moves from the goal, with every shortest solution.

The level from 1 to 5 depends on which bots of a short ladder miss the move, the search depth
needed, and the number of legal moves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Any

import numpy as np

from engine.bots.alphabeta import AlphaBeta
from engine.context import Context
from engine.messages import JouonsError, excerpt
from engine.protocols import (
    Estimate,
    Game,
    Impartial,
    NullMoves,
    OptionError,
    Puzzle,
    Unsolvable,
    Value,
    game_key,
    is_vast,
    line_texts,
)
from engine.puzzles.refutation import threats, wins_at_once
from engine.registry import (
    ALL_GAMES,
    GAMES,
    PUZZLES,
    is_own,
    make_bot,
    make_game,
    make_oracles,
    make_puzzle,
)
from engine.samples import SamplePosition
from engine.solvers.bidirectional import solve

LEVELS = (1, 2, 3, 4, 5)
DAILY, HARD = (2, 3), (4, 5)  # the levels of the puzzles of a day: for everybody, and a hard one
# The bots that grade a puzzle: the more of them miss it, the harder it is.
DEPTHS = (1, 2, 3, 4, 6)  # of alpha-beta
SAMPLING = ("mc:30", "mc:100", "mc:300", "mc:1000", "mcts:300")
LADDER = (*(f"alphabeta:{depth}" for depth in DEPTHS), *SAMPLING)
# With few legal moves bots often guess right: there each bot tries several times.
TRIES, TRIES_OF_A_VAST_GAME = 6, 1
DEEP = 25  # plies beyond which depth adds no difficulty
# The weights of difficulty, which add up to 1: missed tries, search depth, number of legal moves.
# Chosen together with the steps between the levels, so that in every game fewer bots find the
# harder puzzles (tests/benchmarks/test_bench_puzzles.py).
MISSED_WEIGHS, DEPTH_WEIGHS, CHOICE_WEIGHS = 0.6, 0.2, 0.2
STEPS = (0.15, 0.325, 0.5, 0.675)
MAX_TRIES = 20_000  # candidate positions for one puzzle
MAX_SOLUTIONS = 200  # listed solutions of a puzzle of one player


class PuzzleError(JouonsError):
    """No puzzle with the requested properties was found; the message names them."""


class Goal(Enum):
    """The goal of a puzzle; the value is its name on the command line."""

    WIN = "win"
    DRAW = "draw"
    SOLVE = "solve"


class PuzzleTheme(Enum):
    """The reason why the move is right, defined by the claim of its sentence.

    A threat is a move with which a player would win at once if the other one passed.
    """

    TWO_THREATS = "two_threats"  # two or more threats, and an immediate win after every reply
    FOLLOW_UP = "follow_up"  # one threat, and a win after every reply: the block opens it
    ZUGZWANG = "zugzwang"  # no threat, but the opponent has to move, and every move loses
    LONG_PLAN = "long_plan"  # the win is at least eleven plies away
    NOTHING_GOOD = "nothing_good"  # every reply loses
    ONLY_BLOCK = "only_block"  # the opponent threatens, and wins at once after every other move
    ONLY_SAFE = "only_safe"  # no threat, but the opponent wins at once after every other move
    ONLY_WAY = "only_way"  # every other move loses
    TURNS = "turns"  # a number of moves to the goal


# Whether a position with its only good move is wanted, asked before it is graded.
PositionFilter = Callable[[Game[Any], Any, Estimate], bool]
AT_ONCE = 3  # plies to the end if every reply loses at once
LONG = 11


@dataclass(frozen=True)
class Problem:
    """A puzzle, as texts that can be stored, shared and opened anywhere.

    `solution` is the only good move; for a puzzle of one player every shortest sequence
    of moves. `plies` is the number of plies to the end of best play, or of moves to the goal.
    """

    game: str
    options: Mapping[str, str]
    position: str
    goal: Goal
    solution: tuple[str, ...]
    plies: int
    level: int
    theme: PuzzleTheme


def problems(
    game_id: str,
    seed: int,
    levels: Sequence[int] = LEVELS,
    context: Context[Any] | None = None,
    options: Mapping[str, str] | None = None,
    max_tries: int = MAX_TRIES,
    wanted: PositionFilter | None = None,
) -> Iterator[Problem]:
    """Yield puzzles of one game without end, reproducibly, of some levels.

    With `options` all have these rules; without, several. `wanted` selects positions of a game of
    two players. Each search tries at most `max_tries` positions. Raises OptionError for an unknown
    game or level, PuzzleError if none is found, and Cancelled through `context`, whose generator is
    not used.
    """
    if game_id not in ALL_GAMES and not is_own(game_id):
        raise OptionError("option.game", name=excerpt(game_id), accepted=", ".join(ALL_GAMES))
    for level in levels:
        if level not in LEVELS:
            raise OptionError("puzzle.level", level=level)
    place = ALL_GAMES.index(game_id) if game_id in ALL_GAMES else len(ALL_GAMES)
    rng = np.random.Generator(np.random.PCG64([seed, place]))
    judge = PuzzleJudge(context if context is not None else Context(0))
    if game_id in PUZZLES:
        candidates = _positions_of_puzzle(make_puzzle(game_id), rng, levels, judge)
    else:
        candidates = _positions_of_game(game_id, rng, levels, judge, options, wanted)
    return _drawn(game_id, candidates, levels, judge.context, max_tries)


def day_problem(
    game_id: str, day: int, levels: Sequence[int] = DAILY, context: Context[Any] | None = None
) -> Problem:
    """Return the puzzle of a game on a day, counted from 1 January of the year 1.

    Raises PuzzleError if none is found.
    """
    return next(problems(game_id, day, levels, context))


class PuzzleJudge:
    """Decides with the exact solvers whether positions are puzzles, and grades them."""

    def __init__(self, context: Context[Any]) -> None:
        self.context = context
        self._oracles = make_oracles()
        self._ladder = Graders()

    def values(self, game: Game[Any], state: Any) -> tuple[Estimate, ...]:
        """Return the exact values of the moves. Raises Unsolvable if they cannot be computed."""
        return self._oracles.of(game).values(state, self.context.part(0)).estimates

    def problem(
        self,
        game: Game[Any],
        state: Any,
        levels: Sequence[int] = LEVELS,
        wanted: PositionFilter | None = None,
    ) -> Problem | None:
        """Return the puzzle of a position; None if it is none, of another level or not wanted.

        Raises Unsolvable if the values of its moves cannot be computed.
        """
        if len(game.moves(state)) < 2 or wins_at_once(game, state):
            return None
        estimates = self.values(game, state)
        solution = only_good_move(estimates)
        if solution is None or solution.remoteness is None:
            return None
        if wanted is not None and not wanted(game, state, solution):
            return None
        grade = self.grade(game, state, estimates, solution, levels)
        if grade is None:
            return None
        return Problem(
            game.id,
            dict(game.options),
            game.text(state),
            Goal.WIN if solution.value is Value.WIN else Goal.DRAW,
            (game.move_text(state, solution.move),),
            solution.remoteness,
            grade,
            theme_of(game, state, estimates, solution),
        )

    def grade(
        self,
        game: Game[Any],
        state: Any,
        estimates: tuple[Estimate, ...],
        solution: Estimate,
        levels: Sequence[int] = LEVELS,
    ) -> int | None:
        """Return the level of a puzzle, or None if it is none of `levels`.

        The level depends on the fraction of the ladder's tries that miss the move. Tries that
        change nothing any more are not made.
        """
        seeds = range(TRIES_OF_A_VAST_GAME if is_vast(game) else TRIES)
        tries = len(LADDER) * len(seeds)
        moves = self._ladder.moves(game, state, self.context, seeds)
        missed = 0
        for left in range(tries, -1, -1):
            lowest, highest = (
                level_of(estimates, solution, many / tries) for many in (missed, missed + left)
            )
            if not any(lowest <= level <= highest for level in levels):
                return None
            if lowest == highest:
                break
            missed += next(moves) != solution.move
        return lowest

    def turns_problem(self, puzzle: Puzzle[Any], state: Any) -> Problem | None:
        """Return the puzzle of a position some moves from the goal; None if too far or near."""
        entry = PUZZLES[puzzle.id]
        result = solve(puzzle, state, self.context.part(0))
        level = bisect_right(entry.moves_of_levels, result.length)
        if not level or result.length > entry.most_moves or result.count > MAX_SOLUTIONS:
            return None
        return Problem(
            puzzle.id,
            dict(puzzle.options),
            puzzle.text(state),
            Goal.SOLVE,
            tuple(sorted(" ".join(line_texts(puzzle, state, line)) for line in result.lines())),
            result.length,
            level,
            PuzzleTheme.TURNS,
        )

    def best(self, game: Game[Any], state: Any) -> Estimate:
        """Return the best move; of equal ones the first that stops a threat, as a person would.

        Raises Unsolvable if the values of the moves cannot be computed.
        """
        stops = threats(game, state)
        estimates = self.values(game, state)
        return max(estimates, key=lambda each: (each.rank, each.move in stops, -each.move))

    def line(self, game: Game[Any], state: Any) -> Iterator[int]:
        """Yield the moves of best play of both sides from a position to the end."""
        while game.moves(state):
            best = self.best(game, state)
            yield best.move
            state = game.play(state, best.move)


class Graders:
    """The bots that grade puzzles, those that decide fast first.

    Alpha-beta runs once: its deepest search passes through the other depths.
    """

    def __init__(self) -> None:
        deepest = make_bot(f"alphabeta:{DEPTHS[-1]}")
        assert isinstance(deepest, AlphaBeta)
        self._deepest = deepest
        self._sampling = [make_bot(text) for text in SAMPLING]

    def moves(
        self, game: Game[Any], state: Any, context: Context[Any], seeds: Sequence[int]
    ) -> Iterator[int | None]:
        """Yield the move of every bot from every seed, each with its own generator."""
        depth, chosen = 0, [0] * len(seeds)
        for depth, chosen in enumerate(
            self._deepest.moves_by_depth(game, state, context, seeds), 1
        ):
            if depth in DEPTHS:
                yield from chosen
        for _ in (each for each in DEPTHS if each > depth):  # the result was proved before
            yield from chosen
        for bot in self._sampling:
            for seed in seeds:
                yield bot.choose(game, state, context.part(seed)).move


def _drawn(
    game_id: str,
    candidates: Iterator[Problem | None],
    levels: Sequence[int],
    context: Context[Any],
    max_tries: int,
) -> Iterator[Problem]:
    """Yield the puzzles among endless candidates; PuzzleError after `max_tries` without one."""
    misses = 0
    while misses < max_tries:
        context.check()
        problem = next(candidates)
        if problem is None:
            misses += 1
            continue
        misses = 0
        yield problem
    if levels == LEVELS:
        raise PuzzleError("puzzle.none_at_all", game=game_id)
    raise PuzzleError("puzzle.none", game=game_id, level=", ".join(map(str, levels)))


def _positions_of_game(
    game_id: str,
    rng: np.random.Generator,
    levels: Sequence[int],
    judge: PuzzleJudge,
    options: Mapping[str, str] | None,
    wanted: PositionFilter | None,
) -> Iterator[Problem | None]:
    """Yield the puzzle of one random position after the other, distinct up to symmetry, or None."""
    games: dict[str, Game[Any]] = {}
    seen: set[tuple[str, Any]] = set()
    while True:
        game, state = candidate_position(game_id, rng, games, options)
        key, problem = (game_key(game), game.canonical(state)), None
        if key not in seen:
            seen.add(key)
            with suppress(Unsolvable):
                problem = judge.problem(game, state, levels, wanted)
        yield problem


def _positions_of_puzzle(
    puzzle: Puzzle[Any], rng: np.random.Generator, levels: Sequence[int], judge: PuzzleJudge
) -> Iterator[Problem | None]:
    """Yield the puzzle of one scrambled position after the other, all distinct, or None."""
    entry, seen = PUZZLES[puzzle.id], set[Any]()
    while True:
        state = puzzle.initial()
        length = int(rng.integers(entry.moves_of_levels[0], entry.most_moves + 1))
        for move in puzzle.scramble(rng, length):
            state = puzzle.play(state, move)
        problem = None if state in seen else judge.turns_problem(puzzle, state)
        seen.add(state)
        yield problem if problem is not None and problem.level in levels else None


def candidate_position(
    game_id: str,
    rng: np.random.Generator,
    games: dict[str, Game[Any]],
    options: Mapping[str, str] | None = None,
) -> tuple[Game[Any], Any]:
    """Return a random position, with its rules: a sample of the registry, or after random moves.

    `games` caches the rules of each set of options; with `options` only those occur.
    """
    sample = GAMES[game_id].sample if game_id in GAMES else None
    place = sample(rng) if sample is not None else SamplePosition()
    if options is not None:  # the position of a sample has other rules
        place = SamplePosition(options, moves=place.moves)
    key = repr(sorted(place.options.items()))
    game = games.get(key)
    if game is None:
        game = games[key] = make_game(game_id, place.options)
    if place.position is not None:
        return game, game.parse(place.position)
    state = game.initial()
    line = [state]
    while len(line) != place.moves and (moves := game.moves(state)):
        state = game.play(state, moves[int(rng.integers(len(moves)))])
        line.append(state)
    return game, state if place.moves else line[int(rng.integers(len(line)))]


def only_good_move(estimates: tuple[Estimate, ...]) -> Estimate | None:
    """Return the only move that keeps a win or a draw; None if there is none or a value is unknown.

    For a win it is the only one if no other move wins.
    """
    if any(estimate.value is None for estimate in estimates):
        return None
    best = max(estimate.value for estimate in estimates if estimate.value is not None)
    keeping = [estimate for estimate in estimates if estimate.value is best]
    return keeping[0] if best is not Value.LOSS and len(keeping) == 1 else None


def level_of(estimates: tuple[Estimate, ...], solution: Estimate, missed: float) -> int:
    """Return the level from the fraction of missed tries, the depth and the number of moves.

    It never falls when more tries miss.
    """
    if solution.value is Value.WIN:
        plies = solution.remoteness or 0
    else:
        # The solver has to see that every other move loses.
        plies = max((e.remoteness or 0) for e in estimates if e.move != solution.move)
    depth = min(1.0, max(0, plies - 2) / (DEEP - 2))
    choice = 1 - 2 / len(estimates)
    hardness = MISSED_WEIGHS * missed + DEPTH_WEIGHS * depth + CHOICE_WEIGHS * choice
    return 1 + bisect_right(STEPS, hardness)


def theme_of(
    game: Game[Any],
    state: Any,
    estimates: tuple[Estimate, ...],
    solution: Estimate,
) -> PuzzleTheme:
    """Return the theme: the reason why the move is right."""
    after = game.play(state, solution.move)
    plies, wins = solution.remoteness or 0, solution.value is Value.WIN
    if wins and plies <= AT_ONCE:
        threats = _threats(game, after)
        if threats == 1 and plies < AT_ONCE:  # no other threat follows: the reply ends the game
            threats = None
        if threats is None:
            return PuzzleTheme.NOTHING_GOOD
        return (PuzzleTheme.ZUGZWANG, PuzzleTheme.FOLLOW_UP, PuzzleTheme.TWO_THREATS)[
            min(threats, 2)
        ]
    others = {(e.value, e.remoteness) for e in estimates if e.move != solution.move}
    if others == {(Value.LOSS, 2)} and (threats := _threats(game, state)) is not None:
        if threats:
            return PuzzleTheme.ONLY_BLOCK
        if not (wins and isinstance(game, Impartial)):  # heap games have more specific themes
            return PuzzleTheme.ONLY_SAFE
    if not wins:
        return PuzzleTheme.ONLY_WAY
    if plies >= LONG:
        return PuzzleTheme.LONG_PLAN
    # In an impartial game the player who could pass would win.
    return PuzzleTheme.ZUGZWANG if isinstance(game, Impartial) else PuzzleTheme.NOTHING_GOOD


def _threats(game: Game[Any], state: Any) -> int | None:
    """Return how many moves would win at once if the player to move passed; None if unknown."""
    return len(game.null_move_wins(state)) if isinstance(game, NullMoves) else None


def find(
    game_id: str | None,
    seed: int,
    count: int,
    levels: Sequence[int] = LEVELS,
    maximum: int | None = None,
) -> Iterator[Problem]:
    """Yield `count` puzzles, of one game or of each game in turn, at most `maximum` of each.

    Yields fewer if there are no more; raises PuzzleError if there is none at all.
    """
    games = (game_id,) if game_id is not None else ALL_GAMES
    sources = deque(islice(problems(each, seed, levels), maximum) for each in games)
    done = 0
    fault: PuzzleError | None = None
    while sources and done < count:
        source = sources.popleft()
        try:
            yield next(source)
            done += 1
        except StopIteration:
            continue
        except PuzzleError as error:
            fault = fault or error
            continue
        sources.append(source)
    if fault is not None and not done:
        raise fault
