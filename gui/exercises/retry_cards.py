"""The parts of the screen of mistakes, as functions of view model and callbacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from engine.messages import Message
from engine.protocols import Value
from gui.boards.token import Token, TokenMark
from gui.boards.values import badge
from gui.exercises.retry import RetryPhase
from gui.exercises.retry_view_model import RetryMove, RetryViewModel
from gui.exercises.tallest_variant import TallestVariant
from gui.kit import Background, Icon, Label, Shortened, SmallIcon, Spinner, Widget
from gui.kit.background import Divider
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    Over,
    Pad,
    Row,
    Scroll,
    Tabs,
    exactly,
)
from gui.kit.widget import Size
from gui.ui import Ui

LEAST_BOARD = 200
LEAST_PAST = 110


# -- above the board -------------------------------------------------------------------------------


def headline(view_model: RetryViewModel, ui: Ui, token: Token | None) -> Layout:
    """Lay out the question, or the result."""
    tr = ui.tr
    mark: Layout | None = None
    if view_model.stage is RetryPhase.LOOKING:
        mark = Box(Spinner("looking"), 24, at=0.5)
    elif view_model.side is not None and token is not None:
        mark = Box(TokenMark(token, view_model.side, 48), at=0.5)
    title = Label(tr(view_model.title), 22, bold=True, key="asked")
    detail = Label(tr(view_model.detail), 16, quiet=True) if view_model.detail is not None else None
    words = Box(Column(title, detail, gap=2), at=0.5)
    return Over(Background(), Pad(Row(mark, Flexible(words), gap=16, height=60), 20, 14))


def slim_headline(view_model: RetryViewModel, ui: Ui) -> Layout:
    """Lay out the headline on one line, where large text leaves the board no height."""
    return Shortened(ui.tr(view_model.title), 16, bold=True, maximum=2, key="asked")


def over_board(
    view_model: RetryViewModel, ui: Ui, token: Token | None, board: Layout, below: Layout
) -> Layout:
    """Lay out the question, the board, and the buttons below it."""
    above = headline(view_model, ui, token)
    # reserve its height for a shorter answer: the board must not move
    if view_model.asked is not None:
        question = replace(view_model, title=view_model.asked, detail=Message("retry.click"))
        above = TallestVariant(above, headline(question, ui, token))
    usual = Column(above, Flexible(Box(board, height=LEAST_BOARD)), below, gap=16)
    return FirstFit(usual, Column(slim_headline(view_model, ui), Flexible(board), below, gap=8))


# -- beside the board ------------------------------------------------------------------------------


def side(
    view_model: RetryViewModel, ui: Ui, token: Token | None, choose_tab: Callable[[int], None]
) -> Layout:
    """Lay out the cards in a column if they fit, else as tabs."""
    if view_model.board is None or token is None:
        return (
            Column(progress(view_model, ui), Flexible()) if view_model.total else Column(Flexible())
        )
    shown: Token = token

    def first() -> list[Layout]:
        return [progress(view_model, ui), happened(view_model, ui)]

    past = Flexible(Box(past_card(view_model, ui, shown), height=LEAST_PAST))

    def pages() -> Layout:
        return Tabs(
            (ui.tr("retry.tab_now"), lambda: Scroll(Column(*first(), Flexible()))),
            (ui.tr("retry.tab_past"), lambda: past_card(view_model, ui, shown)),
            at=view_model.tab,
            choose=choose_tab,
            key="tabs",
        )

    return FirstFit(Column(*first(), past), pages)


def progress(view_model: RetryViewModel, ui: Ui) -> Layout:
    """Build the card with the number of this mistake."""
    tr = ui.tr
    title = tr("retry.of", n=min(view_model.at + 1, view_model.total), count=view_model.total)
    now = Label(tr(view_model.now), 14) if view_model.now is not None else None
    then = Label(tr(view_model.then), 14, quiet=True) if view_model.then is not None else None
    below = Row(*(Flexible(label) for label in (now, then) if label is not None), gap=8)
    content = Column(
        Label(title, 22, bold=True),
        MistakeSteps(view_model.at, view_model.total),
        below if now else None,
        gap=10,
    )
    return Card(content, pad=20, head=12, foot=14)


def happened(view_model: RetryViewModel, ui: Ui) -> Layout:
    """Build the card with the lost value and the moves tried in this retry."""
    tr = ui.tr
    assert view_model.before is not None
    assert view_model.after is not None
    before, after = view_model.before, view_model.after
    rows: list[Layout] = [
        _fact(before[0], tr("retry.before_name"), tr(before[1])),
        _fact(after[1], tr(after[0]), tr(after[2])),
    ]
    if view_model.tried:
        rows += [Box(Divider(), height=exactly(1)), Label(tr("retry.tried_now"), 14, quiet=True)]
    for text in view_model.tried:
        sign = Box(SmallIcon(Icon.CROSS, 16), at=0.5)
        rows.append(Row(sign, Flexible(Label(tr(text), 16)), gap=12))
    return Card(Column(*rows, gap=10), tr("retry.happened"), foot=14)


def _fact(value: Value, when: str, what: str) -> Layout:
    mark = Box(Badge(value), at=0.5)
    first, second = Label(when, 16, bold=True), Label(what, 16, quiet=True)
    text = FirstFit(Row(first, Flexible(second), gap=16), Column(first, second, gap=0))
    return Row(mark, Flexible(Box(text, at=0.5)), gap=12)


def past_card(view_model: RetryViewModel, ui: Ui, token: Token) -> Layout:
    """Build the card of the moves before the mistake."""
    rows = Scroll(Pad(PastMoves(view_model.past, token), 20, 0, 20, 8), "past")
    return Card(Column(Flexible(rows)), ui.tr("retry.past"), inner=0, foot=8)


# -- widgets ---------------------------------------------------------------------------------------


class MistakeSteps(Widget):
    """A bar for every mistake; the current one and those before it are bright."""

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


class Badge(Widget):
    """Badge of a position's value."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(24), ui.theme.tx(24)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        picture = badge(ui, self.value, ui.theme.tx(24))
        target.blit(picture, picture.get_rect(center=self.rect.center))


class PastMoves(Widget):
    """The moves in pairs; the last one is marked."""

    def __init__(self, moves: Sequence[RetryMove], token: Token) -> None:
        super().__init__()
        self.moves = moves
        self.token = token

    @property
    def _lead(self) -> int:
        return self.moves[0].side if self.moves else 0

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        widest = max((theme.width(m.text, 16, mono=True) for m in self.moves), default=0)
        rows = (len(self.moves) + self._lead + 1) // 2
        return theme.tx(32) + 2 * (widest + theme.tx(36)), rows * theme.tx(28)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, step = ui.theme, ui.theme.colours, ui.theme.tx(28)
        number, room = theme.tx(32), (self.rect.w - theme.tx(32)) // 2
        clip = target.get_clip()
        for index, move in enumerate(self.moves):
            row, half = divmod(index + self._lead, 2)
            middle = self.rect.y + row * step + step // 2
            if not clip.top - step < middle < clip.bottom + step:
                continue
            if half == 0 or index == 0:
                right = (self.rect.x + number - theme.tx(10), middle)
                theme.blit_text(target, str(row + 1), 14, right, c.text2, align=1)
            box = pygame.Rect(self.rect.x + number + half * room, middle - step // 2 + 1, 0, step)
            box.w = min(room, theme.width(move.text, 16, mono=True) + theme.tx(40))
            if index == len(self.moves) - 1:
                ui.brush.rounded(target, box.inflate(0, -4), theme.px(8), c.raised, c.accent, 1)
            picture = self.token(move.side, theme.tx(12))
            target.blit(picture, picture.get_rect(center=(box.x + theme.tx(12), middle)))
            theme.blit_text(target, move.text, 16, (box.x + theme.tx(24), middle), mono=True)
