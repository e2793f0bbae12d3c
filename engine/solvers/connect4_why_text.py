"""The sentences about a plan, each with the mark that it explains, from the counts of its check."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from engine.games.connect4 import ConnectFour
from engine.messages import Message, message
from engine.solvers.connect4_plan import PlanReport, PlanRule
from engine.solvers.connect4_why import Explanation, Kind, Reply

MOST_NAMED = 2  # cells of a level named one by one
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


@dataclass(frozen=True)
class PlanSentence:
    """A sentence, the mark beside it, and the answers of tactics below it; `weighs` if bold."""

    text: Message
    mark: PlanMark | None = None
    replies: tuple[Reply, ...] = ()
    weighs: bool = False


@dataclass(frozen=True)
class PlanView:
    """The marks of a plan.

    `top_columns`: each disc of the opponent there is answered on it, and the holder's discs there
    are such answers, as those in `top_cells` are. `fences`: columns where the holder's only discs
    are winning ones. `ends`: where games end, or the longest ones if that is at too many cells.
    """

    top_columns: tuple[int, ...] = ()
    top_cells: frozenset[Cell] = frozenset()
    fences: tuple[int, ...] = ()
    ends: tuple[Cell, ...] = ()
    cells: tuple[tuple[Cell, PlanMark], ...] = ()


def view_plan(game: ConnectFour, answer: Explanation) -> PlanView:
    """Return the marks of a plan; none for another answer."""
    report, both = answer.report, answer.start(game).all
    if report is None or answer.kind is not Kind.PLAN:
        return PlanView()
    masks = [((1 << game.rows) - 1) << column * game.stride for column in range(game.columns)]
    tops = tuple(
        column
        for column, mask in enumerate(masks)
        if report.on_top & mask and not (report.elsewhere | report.unanswered) & mask
    )
    placed = report.on_top | report.elsewhere
    fences = tuple(c for c, mask in enumerate(masks) if mask & ~both and not placed & mask)
    top_cells = frozenset(game.cells(report.on_top & ~report.elsewhere))
    ends = () if answer.draws else tuple(game.cells(_shown_ends(report)))
    marks: dict[Cell, PlanMark] = {}
    for number, level in enumerate(answer.levels):
        for cell in game.cells(level):
            first = PlanMark.TOP if cell in top_cells else PlanMark.TAKE
            marks[cell] = PlanMark.LATER if number else first
    marks.update(dict.fromkeys(ends, PlanMark.END))
    return PlanView(tops, top_cells, fences, ends, tuple(marks.items()))


def _shown_ends(report: PlanReport) -> int:
    return report.ends if report.ends.bit_count() <= MOST_ENDS else report.last


def sentences(game: ConnectFour, answer: Explanation) -> list[PlanSentence]:
    """Return the sentences of an answer, the heading first."""
    if answer.holder is None:
        return [PlanSentence(answer.reason or message("plan.unknown"), weighs=True)]
    return list(_Writer(game, answer).sentences())


def reply_text(reply: Reply) -> Message:
    """Return which part of the rule a reply of tactics follows."""
    key = {PlanRule.WIN: "four", PlanRule.BLOCK: "block"}.get(reply.rule, "threats")
    return message(f"plan.reply.{key}", columns=column_names(reply.threats))


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
        self, key: str, mark: PlanMark | None = None, /, weighs: bool = False, **values: Any
    ) -> PlanSentence:
        return PlanSentence(message(key, **values, **self.names), mark, weighs=weighs)

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
        yield self.say("plan.can_hold" if answer.draws else heading, weighs=True)
        if answer.remedy is not None:
            key, move = f"plan.remedy.{answer.remedy.check.value}", answer.remedy.move
            result = self.say(f"plan.remedy.{answer.remedy.value.name.lower()}").text
            yield self.say(key, weighs=True, column=move, result=result)
        if answer.first is not None:
            key = "plan.first" if report.positions else "plan.at_once"
            yield self.say(key, PlanMark.FIRST, column=answer.first)
        if tactics and report.positions:
            sentence = self.say("plan.blocks" if report.blocks or answer.draws else "plan.tactics")
            yield replace(sentence, replies=answer.replies)
        elif report.positions:
            yield self.say("plan.rules")
            yield from self.of_marks(report)
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
        cells = cell_names(self.game.cells(_shown_ends(report)), "plan.or")
        key = "plan.ends" if every else "plan.longest"
        yield self.say(key, PlanMark.END, count=longest, squares=cells)
        if answer.plies is not None and answer.plies < longest:
            yield self.say("plan.slower", count=answer.plies)

    def of_marks(self, report: PlanReport) -> Iterator[PlanSentence]:
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
        for parity, key in ((1, "plan.even"), (0, "plan.odd")):
            whole = {c for c, _ in rest if self.is_parity(report, rest, c, parity)}
            rest = {cell for cell in rest if cell[0] not in whole}
            if whole:
                yield self.say(key, PlanMark.TAKE, columns=column_names(whole))
        if rest:
            yield self.of_cells("plan.take", PlanMark.TAKE, rest)
        for level in levels[1:]:
            # A list that is long to read is left to the marks, if those are all of one level.
            named = len(levels) > 2
            yield self.of_cells("plan.later", PlanMark.LATER, self.game.cells(level), named=named)

    def of_cells(
        self, key: str, mark: PlanMark, cells: Collection[Cell], named: bool = False
    ) -> PlanSentence:
        if len(cells) > MOST_NAMED and not named:
            return self.say(f"{key}_these", mark)
        return self.say(key, mark, count=len(cells), squares=cell_names(cells))

    def is_parity(self, report: PlanReport, marks: set[Cell], column: int, parity: int) -> bool:
        """Return whether a column's marks are all its empty cells of a parity, two at least, and
        no line gives one of them to the opponent."""
        lowest = self.game.landing(self.answer.start(self.game), column)
        rows = {row for row in range(lowest, self.game.rows) if row % 2 == parity}
        taken = {row for each, row in self.game.cells(report.taken) if each == column}
        marked = {row for each, row in marks if each == column}
        return len(rows) > 1 and marked == rows and not taken & rows

    def of_fences(self, report: PlanReport) -> Iterator[PlanSentence]:
        game, fences = self.game, self.view.fences
        start, ends = self.answer.start(game), game.cells(report.ends)
        unstarted = [c for c in fences if not game.landing(start, c) and (c, 0) not in ends]
        if unstarted:
            yield self.say("plan.never", PlanMark.FENCE, columns=column_names(unstarted))
        others = [column for column in fences if column not in unstarted]
        if others:
            yield self.say("plan.only_wins", PlanMark.FENCE, columns=column_names(others))
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


def column_names(columns: Iterable[int]) -> Message | None:
    """Return the numbers of columns within a sentence; None without any."""
    listed = sorted(columns)
    if not listed:
        return None
    return message("plan.columns", count=len(listed), columns=_joined(listed, "plan.and"))


def cell_names(cells: Iterable[Cell], last: str = "plan.and") -> Any:
    """Return the names of cells within a sentence, by columns, rows counted from 1."""
    rows: dict[int, list[int]] = {}
    for column, row in sorted(cells):
        rows.setdefault(column, []).append(row + 1)
    named = [
        message("plan.cells", column=column, count=len(each), rows=_joined(each, last))
        for column, each in rows.items()
    ]
    return _joined(named, last)
