"""The asked positions of a drill as pictures: with their results, at the end with the answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.arena.comparisons import Comparison
from engine.messages import Message, message
from gui.arena.comparison import TABLES, comparison_tables
from gui.exercises.position_thumb import LARGE, PositionThumb
from gui.exercises.texts import answer_of
from gui.kit import Label
from gui.kit.accessible import sentences
from gui.kit.layout import Box, Card, Column, Flexible, Layout, Row, Scroll
from gui.lessons.drill import ChapterDrill
from gui.ui import Ui


def solved_comparisons(model: ChapterDrill, ui: Ui) -> Layout:
    """Lay out the comparisons of a finished drill with their answers."""
    cards = []
    for number, each in enumerate(model.exercises):
        if isinstance(each, Comparison):
            solved = model.result(number)
            verdict = ui.tr(f"lessons.positions.{'found' if solved else 'missed'}")
            answer = message("lessons.positions.answer", move=Message(TABLES[each.right]))
            words = Row(Label(verdict, 16, bold=True), Flexible(), Label(ui.tr(answer), 16))
            cards.append(Column(words, comparison_tables(each, ui, solved), gap=8))
    return Scroll(Column(*cards, gap=24), "positions")


def positions_row(model: ChapterDrill, ui: Ui, choose: Callable[[int], None]) -> Layout:
    """Lay out the positions above the card."""
    thumbs = [_thumb(model, ui, n, partial(choose, n)) for n in range(len(model.problems))]
    row = Row(*(Flexible(Box(thumb, at=0)) for thumb in thumbs), gap=12)
    return Column(Card(row, ui.tr(model.title), foot=16), Flexible())


def solved_positions(model: ChapterDrill, ui: Ui) -> Layout:
    """Lay out the positions of a finished drill with their answers."""
    cards = []
    for number, problem in enumerate(model.problems):
        verdict = ui.tr(
            "lessons.positions.found" if model.result(number) else "lessons.positions.missed"
        )
        thumb = _thumb(model, ui, number, lambda: None, large=True)
        texts = (Label(verdict, 16, bold=True), Label(ui.tr(answer_of(problem)), 16))
        words = Flexible(Box(Column(*texts, gap=8), at=0.5))
        cards.append(Card(Row(Box(thumb, LARGE[0]), words, gap=16), pad=16, foot=16))
    return Scroll(Column(*cards, gap=16), "positions")


def _thumb(
    model: ChapterDrill, ui: Ui, number: int, choose: Callable[[], None], *, large: bool = False
) -> PositionThumb:
    solved, asked = model.result(number), model.attempt is not None
    words = [ui.tr("exercise.of", n=number + 1, count=len(model.problems))]
    if solved is not None:
        words.append(ui.tr("lessons.positions.found" if solved else "lessons.positions.missed"))
    thumb = PositionThumb(
        model.problems[number],
        sentences(words),
        choose,
        f"position {number}",
        solved,
        now=asked and number == model.at,
        large=large,
    )
    thumb.enabled = asked
    return thumb
