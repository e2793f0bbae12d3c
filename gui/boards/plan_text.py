"""A plan in words and on the board: sentences beside their marks, and the marks of cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.messages import message
from engine.protocols import Game
from engine.solvers.connect4_why import Explanation, explainable
from engine.solvers.connect4_why_text import PlanView, column_names, sentences, view_plan
from gui.boards.plan_marks import NumberedDisc, PlanMarkIcon
from gui.boards.sides import is_turned
from gui.boards.token import Token
from gui.kit import Label
from gui.kit.layout import Box, Flexible, Layout, NoShrink, Row, Wrap
from gui.protocols import BoardMarks
from gui.ui import Ui

SHOWN_LINE = 6  # moves of best play on the board


def plan_heading(game: Game[Any], answer: Explanation, ui: Ui) -> Layout:
    """Return the first sentence of an explanation."""
    return Label(ui.tr(sentences(explainable(game), answer)[0].text), 16, bold=True)


def plan_lines(
    game: Game[Any], answer: Explanation, ui: Ui, token: Token, step: int | None = None
) -> Iterator[Layout]:
    """Yield the other sentences, of one step or all; marks beside theirs, moves as discs."""
    colour = 0 if answer.holder is None else answer.holder ^ is_turned(game)
    for sentence in sentences(explainable(game), answer)[1:]:
        if step not in (None, sentence.step):
            continue
        text = ui.tr(sentence.text)
        if sentence.text.key == "plan.line":
            yield Label(ui.tr("plan.best_line"), 14, quiet=True)
            yield plan_discs(game, answer, token)
        elif sentence.mark is None:
            quiet = not (sentence.weighs or sentence.replies)
            yield Label(text, 14, bold=sentence.weighs, quiet=quiet)
        else:
            icon = NoShrink(PlanMarkIcon(sentence.mark, colour, sentence.step))
            yield Row(icon, Flexible(Label(text, 14)), gap=10)
        for reply in sentence.replies:
            assert answer.holder is not None
            asked = [NumberedDisc(token, 1 - answer.holder, move) for move in reply.moves]
            answered = NumberedDisc(token, answer.holder, reply.move)
            key = f"plan.reply.{reply.rule.name.lower()}"
            text = ui.tr(message(key, columns=column_names(reply.threats)))
            why = Label(text, 14, middle=True)
            arrow = Box(Label(">", 14, quiet=True, middle=True), width=10)
            yield Wrap(*asked, arrow, answered, why, gap=5, row_gap=5)


def plan_discs(game: Game[Any], answer: Explanation, token: Token) -> Layout:
    """Return a line of best play as discs with their columns, those not on the board faint."""
    player = game.to_move(answer.state)
    discs = [
        NumberedDisc(token, (player + ply) % 2, move, faint=ply >= SHOWN_LINE)
        for ply, move in enumerate(answer.line)
    ]
    return Wrap(*discs, gap=4, row_gap=6)


def board_line(answer: Explanation | None) -> BoardMarks | None:
    """Return the first moves of best play as marks where no plan was found."""
    return BoardMarks(answer.line[:SHOWN_LINE]) if answer is not None and answer.line else None


def board_plan(
    game: Game[Any], answer: Explanation | None, step: int | None = None, begun: bool = False
) -> PlanView | None:
    """Return the marks of an explanation up to a step, or of all; None without any."""
    if answer is None or answer.holder is None:
        return None
    view = view_plan(explainable(game), answer, begun)
    cells = tuple(each for each in view.cells if step is None or each.step <= step)
    return replace(view, cells=cells) if cells or view.fences else None
