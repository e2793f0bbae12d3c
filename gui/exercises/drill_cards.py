"""The parts of the screen of a drill, as functions of view model and texts."""

from __future__ import annotations

import pygame

from gui.boards.token import Token, TokenMark
from gui.exercises.exercise_view_model import ExerciseViewModel
from gui.kit import Background, Label, Spinner, Widget
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
)
from gui.kit.widget import Size
from gui.ui import Ui


def headline(
    exercise: ExerciseViewModel, ui: Ui, token: Token | None, searching: bool = False
) -> Layout:
    """Lay out the question, or the result."""
    mark: Layout | None = None
    if searching:
        mark = Box(Spinner("looking"), 24, at=0.5)
    elif exercise.side is not None and token is not None:
        mark = Box(TokenMark(token, exercise.side, 48), at=0.5)
    detail: Layout | None = None
    if exercise.detail is not None:
        detail = Label(ui.tr(exercise.detail), 16, quiet=not exercise.is_answer)
    title = Label(ui.tr(exercise.title), 22, bold=True, key="asked")
    words = Box(Column(title, detail, gap=2), at=0.5)
    return Over(Background(), Pad(Row(mark, Flexible(words), gap=16, height=60), 20, 14))


def progress(
    title: str, at: int, total: int, below: Layout | None = None, note: str = ""
) -> Layout:
    """Build the card with the number of this exercise; a quiet `note` leaves where it is narrow."""
    head = Label(title, 22, bold=True)
    beside = Row(Flexible(NoShrink(head)), NoShrink(Label(note, 14, quiet=True, middle=True)))
    first = FirstFit(beside, head) if note else head
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
