"""A plan in words and on the board: sentences beside their marks, and the marks of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.protocols import Game
from engine.solvers.connect4_why import Explanation, explainable
from engine.solvers.connect4_why_text import PlanMark, sentences, view_plan
from gui.boards.plan_marks import PlanMarkIcon
from gui.boards.sides import is_turned
from gui.kit import Label
from gui.kit.layout import Flexible, Layout, NoShrink, Row
from gui.protocols import BoardMarks, BoardPlan
from gui.ui import Ui

SHOWN_LINE = 6  # moves of best play on the board


def plan_lines(game: Game[Any], answer: Explanation, ui: Ui) -> Sequence[Layout]:
    """Return the heading and the sentences of an explanation, those about a mark beside it."""
    heading, *others = sentences(explainable(game), answer)
    colour = 0 if answer.holder is None else answer.holder ^ is_turned(game)
    lines: list[Layout] = [Label(ui.tr(heading.text), 16, bold=True)]
    for sentence in others:
        text = ui.tr(sentence.text)
        if sentence.mark is None:
            lines.append(Label(text, 14, quiet=True))
        else:
            icon = NoShrink(PlanMarkIcon(sentence.mark, colour))
            lines.append(Row(icon, Flexible(Label(text, 14)), gap=10))
    return lines


def board_line(answer: Explanation | None) -> BoardMarks | None:
    """Return the first moves of best play as marks where no plan was found."""
    return BoardMarks(answer.line[:SHOWN_LINE]) if answer is not None and answer.line else None


def board_plan(game: Game[Any], answer: Explanation | None) -> BoardPlan | None:
    """Return the marks of an explanation on the board of its position; None without any."""
    if answer is None or answer.holder is None:
        return None
    rules = explainable(game)
    view = view_plan(rules, answer)
    cells = view.cells
    if answer.first is not None:
        cell = answer.first, rules.landing(answer.state, answer.first)
        cells = (*(each for each in cells if each[0] != cell), (cell, PlanMark.FIRST))
    return BoardPlan(answer.holder, cells, view.fences) if cells or view.fences else None
