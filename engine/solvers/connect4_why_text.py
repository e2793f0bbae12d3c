"""The sentences about a plan, each with the mark that it explains, from the counts of its check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from engine.games.connect4 import ConnectFour, Stones
from engine.messages import Message, message
from engine.solvers.connect4_plan import Levels, Planner, PlanReport, PlanRule
from engine.solvers.connect4_why import Explanation, Kind, Reply

MOST_NAMED = 2  # groups of cells in a sentence; more are left to the marks on the board
MOST_ENDS = 2  # more cells where games end are too many to remember

Cell = tuple[int, int]  # column and row, both from 0


class PlanMark(Enum):
    """The picture of a cell or a column in a plan."""

    FIRST = "first"
    TOP = "top"
    TAKE = "take"
    LATER = "later"
    FENCE = "fence"
    END = "end"


class MarkedCell(NamedTuple):
    """A cell and its mark; one where games end can have another one too. Steps count from 1."""

    cell: Cell
    mark: PlanMark
    step: int = 1


@dataclass(frozen=True)
class PlanSentence:
    """A sentence, the mark beside it, the answers of tactics below it, and whether it is bold.

    `step` is the number of the plan's level that it is about, 1 for all else.
    """

    text: Message
    mark: PlanMark | None = None
    replies: tuple[Reply, ...] = ()
    weighs: bool = False
    step: int = 1


@dataclass(frozen=True)
class PlanView:
    """The marks of a plan and the player who holds it.

    `top_columns`: each disc of the opponent there is answered on it, or by a winning disc, and the
    holder's other discs there are such answers. `top_cells`: the same of single cells and the discs
    right under them, but blocks and two threats may come first. `fences`: columns where the
    holder's only discs, the first move included, are winning ones; in those of `never` there is
    none. `cells` are the marks with those where games end, or the longest ones if that is at too
    many cells.
    """

    holder: int
    top_columns: tuple[int, ...] = ()
    top_cells: frozenset[Cell] = frozenset()
    fences: tuple[int, ...] = ()
    never: tuple[int, ...] = ()
    cells: tuple[MarkedCell, ...] = ()


def view_plan(game: ConnectFour, answer: Explanation, begun: bool = False) -> PlanView:
    """Return the marks of a plan; of tactics the first move, and all if a plan has `begun`."""
    report, both, cells = answer.report, answer.start(game).all, list[MarkedCell]()
    if answer.first is not None:
        cell = answer.first, game.landing(answer.state, answer.first)
        cells.append(MarkedCell(cell, PlanMark.FIRST))
    if report is None or not (begun or answer.kind is Kind.PLAN):
        return PlanView(answer.holder or 0, cells=tuple(cells))
    masks = [((1 << game.rows) - 1) << column * game.stride for column in range(game.columns)]
    tops = tuple(
        column
        for column, mask in enumerate(masks)
        if report.on_top & mask and not (report.elsewhere | report.unanswered) & mask
    )
    placed = report.on_top | report.elsewhere | both ^ answer.state.all
    fences = tuple(c for c, mask in enumerate(masks) if mask & ~both and not placed & mask)
    never = tuple(column for column in fences if not report.wins & masks[column])
    top_cells = frozenset(game.cells(report.on_top & ~(report.elsewhere | report.passed)))
    for step, level in enumerate(answer.levels, 1):
        for cell in game.cells(level):
            first = PlanMark.TOP if cell in top_cells else PlanMark.TAKE
            cells.append(MarkedCell(cell, first if step == 1 else PlanMark.LATER, step))
    if not answer.draws:
        cells += [MarkedCell(cell, PlanMark.END) for cell in game.cells(_shown_ends(report))]
    return PlanView(answer.holder or 0, tops, top_cells, fences, never, tuple(cells))


def _shown_ends(report: PlanReport) -> int:
    return report.ends if report.ends.bit_count() <= MOST_ENDS else report.last


def sentences(game: ConnectFour, answer: Explanation) -> list[PlanSentence]:
    """Return the sentences of an answer, the heading first."""
    if answer.holder is None:
        return [PlanSentence(answer.reason or message("plan.unknown"), weighs=True)]
    return list(_Writer(game, answer).sentences())


def refusal(planner: Planner, levels: Levels, state: Stones, move: int) -> Message | None:
    """Return which part of the rule asks for another move of the holder; None if it allows this."""
    game = planner.game
    rule, allowed, safe = planner.reply(levels, *state)
    cell = game.play(state, move).all ^ state.all
    if cell & allowed:
        return None
    key = rule.name.lower()
    if rule is PlanRule.MARK:
        marked = any(cell & level for level in levels)
        key = "under" if not cell & safe else "later" if marked else "unmarked"
    return message(f"plan.refused.{key}", column=game.cells(allowed)[0][0])


class _Writer:
    """The sentences of one answer whose value is known."""

    def __init__(self, game: ConnectFour, answer: Explanation) -> None:
        assert answer.holder is not None
        colours = ("red", "yellow") if game.begins == "red" else ("yellow", "red")
        other = colours[1 - answer.holder]
        self.game, self.answer, self.view = game, answer, view_plan(game, answer)
        self.names = {
            "side": message(f"side.{colours[answer.holder]}"),
            "other": message(f"side.{other}"),
            "disc": message(f"plan.disc.{other}"),
        }

    def say(
        self,
        key: str,
        mark: PlanMark | None = None,
        /,
        weighs: bool = False,
        replies: tuple[Reply, ...] = (),
        step: int = 1,
        **values: Any,
    ) -> PlanSentence:
        text = message(key, **values, **self.names, step=step)
        return PlanSentence(text, mark, replies, weighs, step)

    def sentences(self) -> Iterator[PlanSentence]:
        answer, report = self.answer, self.answer.report
        if report is None:
            yield self.say("plan.not_found", weighs=True)
            yield self.say("plan.drawn" if answer.draws else "plan.wins", count=answer.plies)
            yield self.say("plan.longer_search")
            if answer.line:
                yield self.say("plan.line", line=" ".join(map(str, answer.line)))
            return
        tactics = answer.kind is Kind.TACTICS
        heading = "plan.no_need" if tactics else "plan.has"
        heading = "plan.can_hold" if answer.draws else heading
        yield self.say(heading, weighs=True, count=len(answer.levels))
        if answer.remedy is not None:
            key, move = f"plan.remedy.{answer.remedy.check.value}", answer.remedy.move
            result = self.say(f"plan.remedy.{answer.remedy.value.name.lower()}").text
            yield self.say(key, weighs=True, column=move, result=result)
        if answer.first is not None:
            key = "plan.first" if report.positions else "plan.at_once"
            yield self.say(key, PlanMark.FIRST, column=answer.first)
        if tactics and report.positions:
            key = "plan.blocks" if report.blocks or answer.draws else "plan.tactics"
            yield self.say(key, replies=answer.replies)
        elif report.positions:
            yield self.say("plan.rules")
            yield from self.of_marks()
            yield from self.of_fences(report)
            yield from self.of_ends(report)
        if report.positions:
            yield self.say("plan.checked", count=report.positions)

    def of_ends(self, report: PlanReport) -> Iterator[PlanSentence]:
        """Yield where and when games end; a plan may be slower than best play."""
        answer = self.answer
        longest = report.longest + (answer.first is not None)
        if answer.draws:
            yield self.say("plan.holds")
            return
        every = report.ends.bit_count() <= MOST_ENDS
        cells = self.game.cells(_shown_ends(report))
        key = "plan.ends" if every else "plan.longest"
        yield self.of_cells(key, PlanMark.END, cells, "or", count=longest)
        if answer.plies is not None and answer.plies < longest:
            yield self.say("plan.slower", count=answer.plies)

    def of_marks(self) -> Iterator[PlanSentence]:
        view, levels = self.view, self.answer.levels
        rest = {cell for cell in self.game.cells(levels[0]) if cell[0] not in view.top_columns}
        marked = column_names({column for column, _ in rest & view.top_cells})
        if view.top_columns:
            columns = column_names(view.top_columns)
            key = "plan.on_top_marked" if marked else "plan.on_top"
            yield self.say(key, PlanMark.TOP, columns=columns, marked=marked)
        elif marked:
            yield self.say("plan.marked", PlanMark.TOP, columns=marked)
        rest -= view.top_cells
        if rest:  # in some line the opponent may take them first
            yield self.of_cells("plan.take", PlanMark.TAKE, rest, count=len(rest))
        for step, level in enumerate(levels[1:], 2):
            cells = self.game.cells(level)
            yield self.of_cells("plan.later", PlanMark.LATER, cells, step=step)

    def of_cells(
        self,
        key: str,
        mark: PlanMark,
        cells: Iterable[Cell],
        listed: str = "and",
        **values: Any,
    ) -> PlanSentence:
        """Return a sentence that names all or one of some cells, or points to their many marks."""
        names = cell_names(cells, f"plan.{listed}")
        if len(names) > MOST_NAMED:
            return self.say(f"{key}_these", mark, **values)
        return self.say(key, mark, squares=_joined(names, f"plan.cells_{listed}"), **values)

    def of_fences(self, report: PlanReport) -> Iterator[PlanSentence]:
        game, view = self.game, self.view
        start, wins = self.answer.start(game), game.cells(report.wins)
        won = [column for column in view.fences if column not in view.never]
        unstarted = [c for c in won if not game.landing(start, c) and (c, 0) not in wins]
        others = [column for column in won if column not in unstarted]
        groups = {"never": view.never, "never_starts": unstarted, "only_wins": others}
        for key, columns in groups.items():
            if columns:
                yield self.say(f"plan.{key}", PlanMark.FENCE, columns=column_names(columns))
        for column, row in game.cells(report.won & ~report.unwon):
            if column in unstarted and not row:
                yield self.say("plan.started", PlanMark.END, column=column)


def _joined(parts: Sequence[Any], last: str) -> Any:
    """Return parts as a list within a sentence."""
    joined = parts[0]
    for number, part in enumerate(parts[1:], 2):
        key = last if number == len(parts) else "listed.and"
        joined = message(key, before=joined, last=part)
    return joined


def column_names(columns: Iterable[int], last: str = "plan.and") -> Message | None:
    """Return the numbers of columns within a sentence, all or one of them; None without any."""
    listed = sorted(columns)
    if not listed:
        return None
    count = len(listed) if last == "plan.and" else 1
    return message("plan.columns", count=count, columns=_joined(listed, last))


def cell_names(cells: Iterable[Cell], last: str) -> list[Message]:
    """Return the names of cells, those in the same rows of several columns together."""
    rows: dict[int, tuple[int, ...]] = {}
    for column, row in sorted(cells):
        rows[column] = (*rows.get(column, ()), row + 1)
    return [
        message(
            "plan.cells",
            columns=column_names((column for column in rows if rows[column] == each), last),
            rows=_joined(each, last),
            count=len(each) if last == "plan.and" else 1,
        )
        for each in dict.fromkeys(rows.values())
    ]
