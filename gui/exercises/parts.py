"""The parts that all screens of exercises share, as functions of view model and commands."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from engine.messages import Message
from gui.boards.marks import Token, TokenMark
from gui.exercises.exercise_model import ExerciseViewModel
from gui.kit import Background, Label, Shortened, Spinner, Widget
from gui.kit.command import Commands
from gui.kit.forms import button_groups
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    TallestVariant,
)
from gui.kit.widget import Size
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
    """Lay out groups of buttons below the board, without the commands that do not exist."""
    there = [[name for name in group if name in offered.made] for group in groups]
    buttons = [[offered.button(name) for name in group] for group in there]
    return button_groups(buttons, ("undo", "restart"), 24)


def headline(exercise: ExerciseViewModel, ui: Ui, token: Token | None) -> Layout:
    """Lay out the question, or the result; whatever is said, the board below keeps its size."""
    mark: Layout | None = None
    if exercise.busy:
        mark = Box(Spinner("looking"), 24, at=0.5)
    elif exercise.side is not None and token is not None:
        mark = Box(TokenMark(token, exercise.side, 48), at=0.5)
    detail = None if exercise.detail is None else ui.tr(exercise.detail)
    title = Label(ui.tr(exercise.title), 22, bold=True, key="asked")
    small = Label(detail, 16, quiet=not exercise.is_answer) if detail is not None else None
    titles = (Label(ui.tr(each), 22, bold=True) for each in exercise.titles)
    rooms = (Column(each, Label("\n", 16), gap=2) for each in titles)
    words = TallestVariant(Box(Column(title, small, gap=2), at=0.5), *rooms)
    return Over(Background(), Pad(Row(mark, Flexible(words), gap=16, height=80), 20, 4))


def slim(exercise: ExerciseViewModel, ui: Ui, below: Layout | None = None) -> Layout:
    """Lay out title and sentence in small letters, where large text leaves the board no height."""

    def words(title: Message, sentence: str, *keys: str) -> Layout:
        large = Shortened(ui.tr(title), 16, bold=True, maximum=2, key=keys[0])
        small = Shortened(sentence, 14, maximum=3, key=keys[1])
        return Column(large, small, gap=2)

    detail = "" if exercise.detail is None else ui.tr(exercise.detail)
    rooms = (words(each, "\n", "", "") for each in exercise.titles)
    return Column(
        TallestVariant(words(exercise.title, detail, "asked", "said"), *rooms), below, gap=2
    )


def progress(
    title: str, at: int, total: int, below: Layout | None = None, note: str = ""
) -> Layout:
    """Build the card with the number of this exercise and a quiet note."""
    beside = Flexible(Shortened(note, 14, quiet=True, maximum=1, align=1, middle=True))
    first = Row(NoShrink(Label(title, 22, bold=True)), beside, gap=12)
    content = Column(first, ExerciseSteps(at, total), below, gap=10)
    return Card(content, pad=20, head=12, foot=14)


class ExerciseSteps(Widget):
    """A bar for every exercise; the current one and those before it are bright."""

    def __init__(self, at: int, total: int) -> None:
        super().__init__()
        self.at = at
        self.total = total

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(64), ui.theme.px(8)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c, gap = ui.theme.colours, min(ui.theme.px(8), self.rect.w // (4 * max(1, self.total)))
        step = (self.rect.w + gap) / max(1, self.total)
        for number in range(self.total):
            left = self.rect.x + round(number * step)
            width = max(2, round((number + 1) * step) - round(number * step) - gap)
            bar = pygame.Rect(left, self.rect.y, width, self.rect.h)
            ink = c.accent if number <= self.at else c.line
            ui.brush.rounded(target, bar, min(self.rect.h, width) // 2, ink)
