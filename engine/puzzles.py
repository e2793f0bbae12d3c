"""Positions with exactly one good move: found, proved, graded, the same from the same seed.

A position is a puzzle when one legal move alone keeps the best value, that value is a win or a
draw, nothing wins at once and there is another legal move. The exact solvers prove it. The cube's
puzzles are positions a known number of turns from the goal, with every shortest solution.

A level from 1 to 5 says how hard it is: by which bots of a short ladder miss the move, how far one
must look, and how many moves there are to choose from.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Any

import numpy as np

from engine.context import Context
from engine.messages import JouonsError
from engine.protocols import (
    Decision,
    Estimate,
    Game,
    Impartial,
    NullMoves,
    OptionError,
    Puzzle,
    Unsolvable,
    Value,
    Variation,
    game_key,
    is_vast,
)
from engine.registry import (
    ALL_GAMES,
    GAMES,
    PUZZLES,
    make_bot,
    make_game,
    make_oracles,
    make_puzzle,
    parse_player,
)
from engine.samples import SamplePosition
from engine.solvers.bidirectional import solve

LEVELS = (1, 2, 3, 4, 5)
# The players that a puzzle is tried on, weakest first. What they miss is what makes it hard.
LADDER = (
    *("alphabeta:1", "mc:30", "alphabeta:2", "mc:100", "alphabeta:3"),
    *("mc:300", "alphabeta:4", "mc:1000", "mcts:300", "alphabeta:6"),
)
# With few moves luck finds many: there each player tries several times.
TRIES, TRIES_OF_A_VAST_GAME = 6, 1
DEEP = 25  # plies from which looking further makes nothing harder
# What makes a puzzle hard, in parts of one: who misses it, how far one must look, how many moves
# there are to choose from. Chosen together with the steps between the levels, so that in every
# game harder puzzles are found by fewer players (tests/benchmarks/test_bench_puzzles.py).
MISSED_WEIGHS, DEPTH_WEIGHS, CHOICE_WEIGHS = 0.6, 0.2, 0.2
STEPS = (0.15, 0.325, 0.5, 0.675)
MAX_TRIES = 20_000  # positions looked at for one puzzle
MAX_SOLUTIONS = 200  # of a cube, written out
CUBE_TURNS = (2, 8)


class PuzzleError(JouonsError):
    """No puzzle as it was asked for was found; the message says so."""


class Goal(Enum):
    """What is to be done; the value is its name on the command line."""

    WIN = "win"
    DRAW = "draw"
    SOLVE = "solve"


class PuzzleTheme(Enum):
    """What makes the move the right one, each defined by what its sentence claims.

    A threat is a move with which a player would win at once if the other one passed.
    """

    TWO_THREATS = "two_threats"  # two threats or more, and a win at once after every reply
    FOLLOW_UP = "follow_up"  # one threat, and a win at once after every reply: stopping it opens it
    ZUGZWANG = "zugzwang"  # no threat, but the opponent has to move, and every move loses
    FORCED = "forced"  # along best play at most one reply does not lose at once
    LONG_PLAN = "long_plan"  # the win is at least eleven plies away
    NOTHING_GOOD = "nothing_good"  # every reply loses
    ONLY_BLOCK = "only_block"  # the opponent threatens, and wins at once after every other move
    ONLY_SAFE = "only_safe"  # no threat, but the opponent wins at once after every other move
    ONLY_WAY = "only_way"  # every other move loses
    TURNS = "turns"  # so many turns of a cube


AT_ONCE = 3  # plies to the end, where every reply loses at once
LONG = 11


@dataclass(frozen=True)
class Problem:
    """A puzzle: everything as text, so that it can be kept, shared and opened anywhere.

    `solution` is the only good move; for the cube every shortest sequence of turns. `plies` is the
    number of plies to the end of best play, or of turns to the solved cube.
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
    level: int | None = None,
    context: Context[Any] | None = None,
    options: Mapping[str, str] | None = None,
    max_tries: int = MAX_TRIES,
) -> Iterator[Problem]:
    """Puzzles of one game without end, of one level if asked; the same from the same seed.

    With `options` all are of that game; without, of several. A puzzle is looked for in at most
    `max_tries` positions. Raises OptionError for an unknown game or level, PuzzleError where none
    is to be found, and Cancelled as the context asks, whose generator is not used.
    """
    if game_id not in ALL_GAMES:
        raise OptionError("option.game", name=game_id[:40], accepted=", ".join(ALL_GAMES))
    if level is not None and level not in LEVELS:
        raise OptionError("puzzle.level", level=level)
    rng = np.random.Generator(np.random.PCG64([seed, ALL_GAMES.index(game_id)]))
    judge = PuzzleJudge(context if context is not None else Context(0))
    if game_id in PUZZLES:
        return _cubes(game_id, rng, level, judge)
    return _Finder(game_id, rng, judge, options).run(level, max_tries)


def day_problem(
    game_id: str, day: int, level: int | None = None, context: Context[Any] | None = None
) -> Problem:
    """The puzzle of a game on a day, counted from 1 January of the year 1.

    PuzzleError where none is to be found.
    """
    return next(problems(game_id, day, level, context))


class PuzzleJudge:
    """Knows of positions whether they are puzzles, by the exact solvers."""

    def __init__(self, context: Context[Any]) -> None:
        self.context = context
        self._oracles = make_oracles()
        self._ladder: Graders | None = None  # made when the first puzzle is tried on it

    def values(self, game: Game[Any], state: Any) -> tuple[Estimate, ...]:
        """The exact values of a position's moves; Unsolvable where they are out of reach."""
        return self._oracles.of(game).values(state, self.context.part(0)).estimates

    def problem(self, game: Game[Any], state: Any, level: int | None = None) -> Problem | None:
        """The puzzle that a position is; None when it is none, or of another level."""
        if len(game.moves(state)) < 2 or _wins_at_once(game, state):
            return None
        try:
            estimates = self.values(game, state)
        except Unsolvable:
            return None
        solution = only_good_move(estimates)
        if solution is None or solution.remoteness is None:
            return None
        lowest, highest = (level_of(estimates, solution, missed) for missed in (0.0, 1.0))
        if level is not None and not lowest <= level <= highest:
            return None  # whoever misses it
        missed = self.missed_by(game, state, solution)
        grade = level_of(estimates, solution, missed)
        if level is not None and grade != level:
            return None
        return Problem(
            game.id,
            dict(game.options),
            game.text(state),
            Goal.WIN if solution.value is Value.WIN else Goal.DRAW,
            (game.move_text(state, solution.move),),
            solution.remoteness,
            grade,
            theme_of(game, state, estimates, solution, self),
        )

    def missed_by(self, game: Game[Any], state: Any, solution: Estimate) -> float:
        """The share of the ladder's tries that miss the move."""
        self._ladder = self._ladder or Graders(LADDER)
        seeds = range(TRIES_OF_A_VAST_GAME if is_vast(game) else TRIES)
        made = [m for seed in seeds for m in self._ladder.moves(game, state, self.context, seed)]
        return sum(move != solution.move for move in made) / len(made)

    def turns_problem(self, puzzle: Puzzle[Any], state: Any) -> Problem | None:
        """The puzzle that a position some turns from the goal is; None if it is too far or near."""
        low, high = CUBE_TURNS
        found = solve(puzzle, state, self.context.part(0))
        if not low <= found.length <= high or found.count > MAX_SOLUTIONS:
            return None
        return Problem(
            puzzle.id,
            dict(puzzle.options),
            puzzle.text(state),
            Goal.SOLVE,
            tuple(sorted(_turns(puzzle, state, line) for line in found.lines())),
            found.length,
            min(5, max(1, found.length - 1)),
            PuzzleTheme.TURNS,
        )

    def line(self, game: Game[Any], state: Any) -> Iterator[int]:
        """Best play of both sides from a position to the end, move by move."""
        while game.moves(state):
            best = max(self.values(game, state), key=lambda each: (each.rank, -each.move))
            yield best.move
            state = game.play(state, best.move)


class Graders:
    """The players that a puzzle is tried on.

    Alpha-beta of several depths is asked once: its deepest search looks that far ahead on its way.
    """

    def __init__(self, players: Sequence[str]) -> None:
        specs = [parse_player(text) for text in players]
        self._depths = [spec.number or 1 for spec in specs if spec.kind == "alphabeta"]
        self._deepest = make_bot(f"alphabeta:{max(self._depths)}")
        self._others = [make_bot(spec.text) for spec in specs if spec.kind != "alphabeta"]

    def moves(
        self, game: Game[Any], state: Any, context: Context[Any], seed: int
    ) -> Iterator[int | None]:
        """The move of every player, each with a generator of its own from the same seed."""
        for bot in self._others:
            yield bot.choose(game, state, context.part(seed)).move
        chosen: dict[int, int | None] = {}  # by the depth looked at

        def note(decision: Decision) -> None:
            assert isinstance(decision.detail, Variation)
            chosen[decision.detail.depth or 0] = decision.move

        last = self._deepest.choose(game, state, context.part(seed, note))
        note(last)
        for depth in self._depths:  # a search that is decided looks no further
            yield chosen.get(depth, last.move)


class _Finder:
    """Looks for puzzles of one two-player game."""

    def __init__(
        self,
        game_id: str,
        rng: np.random.Generator,
        judge: PuzzleJudge,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.game_id = game_id
        self.rng = rng
        self.judge = judge
        self.options = options
        self._games: dict[str, Game[Any]] = {}
        self._seen: set[tuple[str, Any]] = set()

    def run(self, level: int | None, max_tries: int = MAX_TRIES) -> Iterator[Problem]:
        """Puzzle after puzzle, none twice up to symmetry."""
        misses = 0
        while True:
            self.judge.context.check()
            found = self._try(level)
            misses = 0 if found is not None else misses + 1
            if found is not None:
                yield found
            elif misses >= max_tries:
                raise _none(self.game_id, level)

    def _try(self, level: int | None) -> Problem | None:
        """One position: the puzzle it is, or None."""
        game, state = self._position()
        key = (game_key(game), game.canonical(state))
        if key in self._seen:
            return None
        self._seen.add(key)
        return self.judge.problem(game, state, level)

    def _position(self) -> tuple[Game[Any], Any]:
        """A position to look at: as the registry says for this game, else by random moves."""
        sample = GAMES[self.game_id].sample
        place = sample(self.rng) if sample is not None else SamplePosition()
        if self.options is not None:  # a sample's position is of other rules
            place = SamplePosition(self.options, moves=place.moves)
        key = repr(sorted(place.options.items()))
        game = self._games.get(key)
        if game is None:
            game = self._games[key] = make_game(self.game_id, place.options)
        if place.position is not None:
            return game, game.parse(place.position)
        state = game.initial()
        line = [state]
        while len(line) != place.moves and (moves := game.moves(state)):
            state = game.play(state, moves[int(self.rng.integers(len(moves)))])
            line.append(state)
        return game, state if place.moves else line[int(self.rng.integers(len(line)))]


def _wins_at_once(game: Game[Any], state: Any) -> bool:
    player = game.to_move(state)
    return any(_is_won(game, game.play(state, move), player) for move in game.moves(state))


def _is_won(game: Game[Any], state: Any, player: int) -> bool:
    outcome = game.outcome(state)
    return outcome is not None and outcome.score(player) == 1


def only_good_move(estimates: tuple[Estimate, ...]) -> Estimate | None:
    """The move that alone keeps a win or a draw; None when there is none or its rivals are unknown.

    A win is the best there is, but it is the only one where no other move may win.
    """
    if any(estimate.value is None for estimate in estimates):
        return None
    best = max(estimate.value for estimate in estimates if estimate.value is not None)
    keeping = [estimate for estimate in estimates if estimate.value is best]
    return keeping[0] if best is not Value.LOSS and len(keeping) == 1 else None


def level_of(estimates: tuple[Estimate, ...], solution: Estimate, missed: float) -> int:
    """The level: the share of tries that miss it, how far one must look, how many moves there are.

    It never falls when more miss it.
    """
    if solution.value is Value.WIN:
        plies = solution.remoteness or 0
    else:
        # One must see that everything else loses.
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
    judge: PuzzleJudge,
) -> PuzzleTheme:
    """What makes the move the right one."""
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
        if not (wins and isinstance(game, Impartial)):  # where one takes away, more can be said
            return PuzzleTheme.ONLY_SAFE
    if not wins:
        return PuzzleTheme.ONLY_WAY
    if _replies_are_forced(game, after, judge):
        return PuzzleTheme.FORCED
    if plies >= LONG:
        return PuzzleTheme.LONG_PLAN
    # With the same moves for both, the one who could pass would be the one who wins.
    return PuzzleTheme.ZUGZWANG if isinstance(game, Impartial) else PuzzleTheme.NOTHING_GOOD


def _threats(game: Game[Any], state: Any) -> int | None:
    """How many moves would win at once if the player to move passed; None where not known."""
    return len(game.null_move_wins(state)) if isinstance(game, NullMoves) else None


def _replies_are_forced(game: Game[Any], after: Any, judge: PuzzleJudge) -> bool:
    """Whether along best play at most one reply of the loser does not lose at once."""
    while game.moves(after):
        player = game.to_move(after)
        states = (game.play(after, reply) for reply in game.moves(after))
        holding = [
            state
            for state in states
            if not _wins_at_once(game, state) and not _is_won(game, state, 1 - player)
        ]
        if len(holding) != 1:
            return not holding
        best = max(judge.values(game, holding[0]), key=lambda each: (each.rank, -each.move))
        after = game.play(holding[0], best.move)
    return True


def _none(game_id: str, level: int | None) -> PuzzleError:
    if level is None:
        return PuzzleError("puzzle.none_at_all", game=game_id)
    return PuzzleError("puzzle.none", game=game_id, level=level)


def _cubes(
    puzzle_id: str, rng: np.random.Generator, level: int | None, judge: PuzzleJudge
) -> Iterator[Problem]:
    """Positions a few turns from the goal; the number of turns is the level."""
    puzzle = make_puzzle(puzzle_id)
    low, high = CUBE_TURNS
    seen = set()
    misses = 0
    while misses < MAX_TRIES:
        judge.context.check()
        state = puzzle.initial()
        for move in puzzle.scramble(rng, int(rng.integers(low, high + 1))):
            state = puzzle.play(state, move)
        found = judge.turns_problem(puzzle, state)
        if state in seen or found is None or (level is not None and found.level != level):
            misses += 1
            continue
        misses = 0
        seen.add(state)
        yield found
    raise _none(puzzle_id, level)


def _turns(puzzle: Any, state: Any, line: tuple[int, ...]) -> str:
    texts = []
    for move in line:
        texts.append(puzzle.move_text(state, move))
        state = puzzle.play(state, move)
    return " ".join(texts)


def find(
    game_id: str | None,
    seed: int,
    count: int,
    level: int | None = None,
    maximum: int | None = None,
) -> list[Problem]:
    """That many puzzles, of one game or of each game in turn, `maximum` at most of each.

    Fewer where there are no more of them; raises PuzzleError where there is none at all.
    """
    games = (game_id,) if game_id is not None else ALL_GAMES
    sources = deque(islice(problems(each, seed, level), maximum) for each in games)
    made: list[Problem] = []
    fault: PuzzleError | None = None
    while sources and len(made) < count:
        source = sources.popleft()
        try:
            made.append(next(source))
        except StopIteration:
            continue
        except PuzzleError as error:
            fault = fault or error
            continue
        sources.append(source)
    if fault is not None and not made:
        raise fault
    return made
