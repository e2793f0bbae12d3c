"""The parts that all screens of exercises share, as functions of view model and commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gui.exercises.attempt import Attempt
from gui.exercises.exercise_view_model import ExerciseViewModel
from gui.kit import Shortened
from gui.kit.command import Commands
from gui.kit.forms import button_groups
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Layout,
    TallestVariant,
)
from gui.ui import Ui

LEAST_BOARD = 200


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
    """Lay out groups of buttons, centred below the board."""
    buttons = [[offered.button(name) for name in group] for group in groups]
    return button_groups(buttons, ("undo", "restart"), 24)


def steady(
    exercise: ExerciseViewModel,
    attempt: Attempt | None,
    make: Callable[[ExerciseViewModel], Layout],
) -> Layout:
    """Lay out a headline as high as the tallest that the attempt may have: the board stays."""
    possible = () if attempt is None else attempt.possible_headlines
    others = (
        replace(exercise, title=title, detail=detail, is_answer=detail is not None)
        for title, detail in possible
    )
    return TallestVariant(make(exercise), *map(make, others))


def slim(exercise: ExerciseViewModel, ui: Ui, below: Layout | None = None) -> Layout:
    """Lay out title and sentence in small letters, where large text leaves the board no height."""
    title = Shortened(ui.tr(exercise.title), 16, bold=True, maximum=2, key="asked")
    detail: Layout | None = None
    if exercise.detail is not None:
        detail = Shortened(ui.tr(exercise.detail), 14, maximum=3, key="said")
    return Column(title, detail, below, gap=2)
