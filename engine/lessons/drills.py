"""The three positions at the end of a chapter, drawn and proved as puzzles are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from typing import Any

from engine.context import Context
from engine.lessons.record import Chapter
from engine.protocols import Estimate, Game
from engine.puzzles.problems import Problem, problems
from engine.puzzles.refutation import wins_at_once
from engine.registry import GAMES, bot_for, make_game

POSITIONS = 3


@dataclass(frozen=True)
class Source:
    """Puzzles of one game with the same rules."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    misleading: bool = False  # all random games rate another move higher, and it is no plain block
    plies: int | None = None  # of best play, or of moves to the goal


MISERE = {"misere": "true"}
SOURCES: Mapping[str, tuple[Source, ...]] = {
    "montecarlo": (Source("tictactoe", misleading=True),),
    "compare": (),  # `comparisons` instead
    "ends": tuple(Source("pocketcube", plies=plies) for plies in (2, 3, 4)),
    "solved": (Source("nim"), Source("nim", MISERE), Source("tictactoe", {"draw": "second"})),
    "matches": (Source("matches"),),
}


def drill(chapter: Chapter, seed: int, context: Context[Any]) -> Iterator[Problem]:
    """Yield the positions of a chapter without end, its sources in turn, the same for a seed.

    Raises Cancelled through `context`, and PuzzleError when there are no more.
    """
    drawn = [_draw(source, seed, context) for source in SOURCES[chapter.id]]
    return (next(each) for each in cycle(drawn))


def _draw(source: Source, seed: int, context: Context[Any]) -> Iterator[Problem]:
    wanted = partial(_misleads, context.part(seed)) if source.misleading else None
    options = source.options if source.game in GAMES else None
    candidates = problems(source.game, seed, context=context, options=options, wanted=wanted)
    return (each for each in candidates if source.plies in (None, each.plies))


def chances(chapter: Chapter, problem: Problem, context: Context[Any]) -> tuple[Estimate, ...]:
    """Return how all random games together rate the moves of a position that they mislead in.

    Empty in the positions of another chapter.
    """
    if not any(each.misleading for each in SOURCES[chapter.id]):
        return ()
    game = make_game(problem.game, problem.options)
    return _chances(game, game.parse(problem.position), context)


def _chances(game: Game[Any], state: Any, context: Context[Any]) -> tuple[Estimate, ...]:
    return bot_for(game, "mc:exact").choose(game, state, context).estimates


def _misleads(context: Context[Any], game: Game[Any], state: Any, solution: Estimate) -> bool:
    """Return whether all random games together rate another move higher than the right one.

    A plain block does not count: some other move does not lose at once.
    """
    scores = {each.move: each.score or 0.0 for each in _chances(game, state, context)}
    if scores[solution.move] == max(scores.values()):
        return False
    after = (game.play(state, move) for move in scores if move != solution.move)
    return any(game.outcome(each) is None and not wins_at_once(game, each) for each in after)
