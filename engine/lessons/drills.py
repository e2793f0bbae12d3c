"""The three positions at the end of a chapter, drawn and proved as puzzles are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from engine.context import Context
from engine.lessons.record import Chapter
from engine.protocols import Estimate, Game
from engine.puzzles import Problem, problems
from engine.refutation import wins_at_once
from engine.registry import GAMES, bot_for

POSITIONS = 3
NEARLY = 0.2  # so much less a tempting move wins by random games


@dataclass(frozen=True)
class Source:
    """Puzzles of one game with the same rules."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    missed_by: str = ""  # a bot that does not find the move
    tempting: bool = False  # random games find the move, and rate another one nearly as high
    top_level: int = 5
    plies: int | None = None  # of best play, or of moves to the goal


MISERE = {"misere": "true"}
SOURCES: Mapping[str, tuple[Source, ...]] = {
    "montecarlo": (Source("tictactoe", tempting=True, top_level=3),),
    "compare": (Source("connect4", missed_by="mc:100", top_level=3),),
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
    def missed(game: Game[Any], state: Any, solution: Estimate) -> bool:
        bot = bot_for(game, source.missed_by)
        return bot.choose(game, state, context.part(seed)).move != solution.move

    def tempts(game: Game[Any], state: Any, solution: Estimate) -> bool:
        return _tempts(game, state, solution.move, context.part(seed))

    wanted = missed if source.missed_by else tempts if source.tempting else None
    options = source.options if source.game in GAMES else None
    found = problems(source.game, seed, None, context, options, wanted=wanted)
    return (each for each in found if _fits(each, source))


def _tempts(game: Game[Any], state: Any, right: int, context: Context[Any]) -> bool:
    """Return whether all random games together find a move that is not seen without them.

    They rate it highest, and another move nearly as high; and it is no plain block: some other move
    does not lose at once.
    """
    estimates = bot_for(game, "mc:exact").choose(game, state, context).estimates
    rated = sorted(estimates, key=lambda each: -(each.score or 0.0))
    scores = [each.score or 0.0 for each in rated]
    if rated[0].move != right or not 0 < scores[0] - scores[1] <= NEARLY:
        return False
    after = (game.play(state, each.move) for each in rated[1:])
    return any(game.outcome(each) is None and not wins_at_once(game, each) for each in after)


def _fits(problem: Problem, source: Source) -> bool:
    return problem.level <= source.top_level and source.plies in (None, problem.plies)
