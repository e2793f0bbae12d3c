"""Why a position of Connect Four is won or drawn: a plan that holds in every line of play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.messages import Message
from engine.protocols import Game, OptionError, Unsolvable, Value
from engine.solvers.connect4_plan import Levels, Planner, PlanReport, PlanRule
from engine.solvers.oracle import Oracle

NODES = 6_000_000
# A plan for a draw is of use only while it is short.
DRAW_LEVELS, DRAW_MARKS = 2, 12
FOLLOWED_LEVELS, FOLLOWED_MARKS = 2, 10  # what a person can follow
TABLE_BITS = 8  # of a planner that searches for nothing


class Kind(Enum):
    """The answer: marks, the fixed rules alone, a line of best play, or an unknown value."""

    PLAN = "plan"
    TACTICS = "tactics"
    LINE = "line"
    NONE = "none"


@dataclass(frozen=True)
class Reply:
    """The answer of the fixed rules to some moves; `threats` are the columns that win next."""

    moves: tuple[int, ...]
    rule: PlanRule
    move: int
    threats: tuple[int, ...]


class Check(Enum):
    """The proof about a better move: it takes a needed cell, the plan fails after it, or none."""

    TAKES = "takes"
    FAILS = "fails"
    NONE = "none"


@dataclass(frozen=True)
class Remedy:
    """The move in place of the one that lost, the value that it keeps, and what was checked."""

    move: int
    value: Value
    check: Check


@dataclass(frozen=True)
class Explanation:
    """The answer to why: for the player who wins or holds the draw, a plan if one was found.

    `first` is the move before the plan where the holder is to move. `levels` are bitboards of
    cells; `report` is None without a plan, and `line` is for best play then, which `explain` leaves
    to its caller. `replies` are those of tactics. `plies` is the remoteness. `reason` says why
    nothing is known.
    """

    state: Stones
    kind: Kind
    holder: int | None = None
    draws: bool = False
    first: int | None = None
    levels: Levels = ()
    report: PlanReport | None = None
    line: tuple[int, ...] = ()
    replies: tuple[Reply, ...] = ()
    remedy: Remedy | None = None
    plies: int | None = None
    reason: Message | None = None

    def start(self, game: ConnectFour) -> Stones:
        """Return the position in which the plan begins, the opponent to move."""
        return self.state if self.first is None else game.play(self.state, self.first)

    def after_first(self, game: ConnectFour) -> Explanation:
        """Return the explanation of the position in which the plan begins."""
        if self.first is None:
            return self
        plies = None if self.plies is None else self.plies - 1
        return replace(self, state=self.start(game), first=None, plies=plies)


def explainable(game: Game[Any]) -> ConnectFour:
    """Return a game that has plans; raises OptionError for any other one."""
    if not isinstance(game, ConnectFour):
        raise OptionError("plan.other_game", game=game.id)
    return game


def explain(
    game: ConnectFour,
    oracle: Oracle[Stones],
    state: Stones,
    context: Context[Any],
    nodes: int = NODES,
    before: Stones | None = None,
) -> Explanation:
    """Search for a plan for the side that wins or holds the draw, within a limit of nodes.

    If the last move, from the position `before`, lost, the answer to it is explained as well. The
    same position gives the same answer, and its mirror image the mirrored one. Raises OptionError
    for a finished position.
    """
    if game.outcome(state) is not None:
        raise OptionError("plan.over", position=game.text(state))
    try:
        exact = oracle.values(state, context)
    except Unsolvable as fault:
        return Explanation(state, Kind.NONE, reason=fault.message)
    if exact.value is None:
        return Explanation(state, Kind.NONE)
    wins, draws, mover = exact.value is Value.WIN, exact.value is Value.DRAW, game.to_move(state)
    holder = mover if wins else 1 - mover
    question = Explanation(state, Kind.LINE, holder, draws, plies=exact.remoteness)
    if wins:
        best = sorted(
            (each for each in exact.estimates if each.value is Value.WIN),
            key=lambda each: (each.rank, game.canonical(game.play(state, each.move))),
            reverse=True,
        )
        questions = [replace(question, first=each.move) for each in best]
    else:
        questions = [question]
    planner = Planner(game)
    answer = _planned(planner, questions, context, nodes) or question
    if before is not None and answer.report is not None and not draws:
        answer = replace(answer, remedy=_remedy(planner, oracle, answer, before, context))
    return answer


def follower(game: ConnectFour) -> Planner:
    """Return a planner that follows and checks plans, and needs no memory to search for them."""
    return Planner(game, TABLE_BITS)


def _planned(
    planner: Planner, questions: list[Explanation], context: Context[Any], nodes: int
) -> Explanation | None:
    """Return the first question that tactics answer, else the best that a plan does, else None."""
    for question in questions:
        answer = _counted(planner, question, context)
        if answer is not None:
            return answer
    answers = []
    for question in questions:
        levels = _search(planner, question, context, nodes // len(questions))
        if levels is None or (question.draws and not _is_short(levels, DRAW_LEVELS, DRAW_MARKS)):
            continue
        answer = _counted(planner, replace(question, levels=levels), context)
        assert answer is not None
        if _is_short(levels, FOLLOWED_LEVELS, FOLLOWED_MARKS):
            return answer
        answers.append(answer)
    return answers[0] if answers else None


def _search(
    planner: Planner, question: Explanation, context: Context[Any], nodes: int
) -> Levels | None:
    """Search for a plan in a position or its mirror image, which have the same plan mirrored."""
    start = question.start(planner.game)
    image = planner.game.canonical(start)
    levels = planner.find(*image, question.draws, nodes, context.check)
    if levels is None or image == start:
        return levels
    return tuple(map(planner.game.mirror, levels))


def _counted(planner: Planner, question: Explanation, context: Context[Any]) -> Explanation | None:
    """Return an explanation with the counts of its plan; None if some line breaks it.

    Marks that no line takes are gone; without any, the fixed rules are enough.
    """
    start = question.start(planner.game)
    if planner.game.outcome(start) is not None:
        cell = start.all ^ question.state.all
        return replace(question, kind=Kind.TACTICS, report=PlanReport(0, 0, cell, cell))
    report = planner.check(question.levels, *start, question.draws, context.check)
    if report is None:
        return None
    levels = tuple(left for level in question.levels if (left := level & report.used))
    kind = Kind.PLAN if levels else Kind.TACTICS
    replies = () if levels else _replies(planner, start)
    return replace(question, kind=kind, levels=levels, report=report, replies=replies)


def later(
    planner: Planner, answer: Explanation, state: Stones, context: Context[Any]
) -> Explanation:
    """Return the explanation of a later position of a plan, with the opponent to move."""
    now = replace(answer, state=state, first=None, remedy=None, plies=None)
    counted = _counted(planner, now, context)
    assert counted is not None
    return counted


def _is_short(levels: Levels, most_levels: int, most_marks: int) -> bool:
    marks = sum(level.bit_count() for level in levels)
    return len(levels) <= most_levels and marks <= most_marks


def _replies(planner: Planner, start: Stones) -> tuple[Reply, ...]:
    """Return what the fixed rules answer to each move, moves with one answer together."""
    game = planner.game
    together: dict[tuple[PlanRule, int, tuple[int, ...]], list[int]] = {}
    for move in game.moves(start):
        state = game.play(start, move)
        rule, cells, _ = planner.reply((), *state)
        for column, _ in game.cells(cells)[:1]:
            wins = game.null_move_wins(game.play(state, column))
            threats = tuple(wins) if rule is PlanRule.TWO_THREATS else ()
            together.setdefault((rule, column, threats), []).append(move)
    return tuple(Reply(tuple(moves), *answer) for answer, moves in together.items())


def _remedy(
    planner: Planner,
    oracle: Oracle[Stones],
    answer: Explanation,
    before: Stones,
    context: Context[Any],
) -> Remedy | None:
    """Return the best move in place of the one that lost; None if nothing is known to be lost."""
    game = planner.game
    try:
        exact = oracle.values(before, context)
    except Unsolvable:
        return None
    if exact.value in (None, Value.LOSS) or game.to_move(before) == answer.holder:
        return None
    right = [each for each in exact.estimates if each.value is exact.value]
    move = max(right, key=lambda each: (each.rank, -each.move)).move
    instead = game.play(before, move)
    check = Check.NONE
    if answer.kind is Kind.PLAN and game.outcome(instead) is None:
        cell = instead.all ^ before.all if len(right) == 1 else 0
        check = _checked(planner, answer, instead, cell, context)
    return Remedy(move, exact.value, check)


def _checked(
    planner: Planner, answer: Explanation, instead: Stones, cell: int, context: Context[Any]
) -> Check:
    """Return what breaks the plan: that the opponent takes `cell`, or the position `instead`."""
    game, levels = planner.game, answer.levels
    if answer.first is not None:  # a mark above all others
        levels = (answer.start(game).all ^ answer.state.all, *levels)

    def fails(state: Stones, without: int = 0) -> bool:
        left = [level & ~without for level in levels]
        rule, cells, _ = planner.reply(left, *state)
        if rule is PlanRule.WIN:
            return False
        after = [game.play(state, column) for column, _ in game.cells(cells)]
        return not after or any(
            game.outcome(each) is not None  # the board is full
            or planner.check(left, *each, False, context.check) is None
            for each in after
        )

    needed = any(cell & level for level in levels)
    if needed and not fails(answer.state) and fails(answer.state, without=cell):
        return Check.TAKES
    return Check.FAILS if fails(instead) else Check.NONE
