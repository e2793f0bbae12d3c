"""The parts that all screens of exercises share, as functions of view model and commands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gui.exercises.exercise_view_model import ExerciseViewModel
from gui.kit import Button, ButtonKind, Shortened
from gui.kit.command import Commands
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Row,
    icon_only,
)
from gui.ui import Ui

LEAST_BOARD = 200
WORDLESS = (("undo", "restart"), ("undo", "restart", "show_me"))  # buttons known by their icons


def over_board(
    headline: Layout,
    slim: Layout,
    board: Layout,
    offered: Commands,
    groups: Sequence[Sequence[str]],
) -> Layout:
    """Lay out headline, board and buttons; `slim` is the headline where the board gets too low."""
    below = button_row(offered, groups)
    usual = Column(headline, Flexible(Box(board, height=LEAST_BOARD)), below, gap=16)
    return FirstFit(usual, Column(slim, Flexible(board), below, gap=8))


def button_row(offered: Commands, groups: Sequence[Sequence[str]]) -> Layout:
    """Lay out groups of buttons, centred below the board; short of space they lose their labels.

    The primary button keeps its label.
    """
    names = [name for group in groups for name in group]

    def row(wordless: Sequence[str]) -> Layout:
        parts: list[Layout] = [Flexible()]
        for group in filter(None, groups):
            made = [offered.button(name) for name in group]
            shown: list[Button] = [
                icon_only(button)
                if button.key in wordless and button.kind is not ButtonKind.PRIMARY
                else button
                for button in made
            ]
            boxes = (NoShrink(Box(button, least_width=44, height=44)) for button in shown)
            parts.append(Row(*boxes, gap=8, least_gap=4))
        return Row(*parts, Flexible(), gap=24, least_gap=4)

    return FirstFit(*(partial(row, wordless) for wordless in ((), *WORDLESS, names)))


def slim_title(exercise: ExerciseViewModel, ui: Ui) -> Layout:
    """Lay out the title in small letters, where large text leaves the board no height."""
    return Shortened(ui.tr(exercise.title), 16, bold=True, maximum=2, even=True, key="asked")


def slim_detail(exercise: ExerciseViewModel, ui: Ui) -> Layout | None:
    """Lay out the sentence below the title in small letters."""
    if exercise.detail is None:
        return None
    return Shortened(ui.tr(exercise.detail), 14, maximum=3, even=True, key="said")
