"""Layouts of the players: names, scores, the computer's last action, the turn, the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from engine.messages import Message
from gui.boards.marks import Token, TokenMark
from gui.kit import (
    Button,
    ButtonKind,
    Icon,
    IconButton,
    Label,
    ProgressBar,
    Sentence,
    Shortened,
    SmallIcon,
    Spinner,
    TextField,
)
from gui.kit.buttons import Switch
from gui.kit.command import Commands
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
    icon_only,
    smaller,
    tx,
)
from gui.kit.text_wrap import longest_word
from gui.kit.widget import Widget
from gui.match.base import MatchBase
from gui.match.view_model import Bubble, MatchViewModel, Seat
from gui.paint import card
from gui.theme import Theme, mix
from gui.ui import Ui

HEAD = 76  # the height of the words of a banner, of three lines
LEAST_WORDS = 170  # their width
SPOKEN = ("mistakes", "why_lost")  # buttons below it that keep their words
ROW, DISC = 56, 34  # the height of a player's row, and of the usual disc in it
LEAST_BAR = 40  # the width of a bar beside its pace
TURN = 26  # the font size of the turn line


class Plate(Widget):
    """A rounded ground of a part: of the window's colours `ground` and `edge`."""

    click_through = True

    def __init__(self, ground: str, edge: str = "hair", *, active: bool = False) -> None:
        super().__init__()
        self.ground, self.edge, self.active = ground, edge, active

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        ground, edge = getattr(c, self.ground), getattr(c, self.edge)
        if self.active:
            ground, edge = mix(c.panel, c.accent, 0.08), c.accent
        width = 2 if self.active else 1
        ui.brush.rounded(target, self.rect, ui.theme.px(10), ground, edge, width)


class FramedBackground(Widget):
    """A panel with an accent edge."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        card(target, ui.brush, ui.theme, self.rect, marked=True)


def _framed(part: Layout, *sides: float) -> Layout:
    return Over(FramedBackground(), Pad(part, *sides))


# -- beside the board ------------------------------------------------------------------------------


def players_card(screen: MatchBase, offered: Commands) -> Layout:
    """Return both players with their score, and below them the computer's last action."""
    view_model, ui = screen.view_model, screen.ui
    parts = [_seat(screen, side) for side in (0, 1)]
    bubble = view_model.bubble
    if bubble is not None:
        go_on = offered.button("play_now", size=14)
        go_on.kind = ButtonKind.PRIMARY if go_on.enabled else go_on.kind
        parts.append(_bubble(bubble, ui, go_on))
    elif view_model.result_lines:
        text = " ".join(ui.tr(line) for line in view_model.result_lines)
        parts.append(Pad(Label(text, 14, quiet=True), 8, 6, 8, 4))
    return Card(Column(*parts, gap=4), pad=12, head=12, foot=12)


def _seat(screen: MatchBase, side: int) -> Layout:
    """Return the row of a player, of a computer its level with the button that changes it."""
    seat, ui = screen.view_model.seats[side], screen.ui
    row = partial(_row, seat, side, ui, screen.board.token)
    if screen.renaming == side:
        return row(_name_field(seat, side, screen))
    if not seat.level:
        return row(_name(seat, side, screen))
    text, tip = ui.tr("match.level"), ui.tr("match.level_tip")
    chip = Button(text, screen.ask_level, image=Icon.DOWN, key="level", size=14, tooltip=tip)
    name = _words(seat, side, ui)
    spoken = (row(NoShrink(name), each) for each in (chip, smaller(chip)))
    return FirstFit(*spoken, row(name, icon_only(chip)))


def seat_card(seat: Seat, side: int, ui: Ui, token: Token) -> Layout:
    """Return the row of a player beside the inspector, a computer's with its level alone.

    A name too long for one line takes that of the side, which the mark shows as well.
    """
    words = partial(_words, seat, side, ui, short=True)
    row = partial(_row, seat, side, ui, token)
    large, small = (NoShrink(words(size=size)) for size in (16, 14))
    folded, cut = words(size=14, lines=2), words(size=14)
    return FirstFit(row(large, disc=26), *(row(each, disc=18) for each in (small, folded, cut)))


def _row(
    seat: Seat, side: int, ui: Ui, token: Token, words: Layout, *right: Layout, disc: int = DISC
) -> Layout:
    """Return the mark of a side, the words about its player, more parts, and its score.

    A row with a smaller `disc` has small gaps, and a panel of its own.
    """
    panel = disc < DISC
    size, gap, least = (18, 8, 0) if panel else (22, 12, 14)
    number = ui.tr.number(seat.wins)
    wins = Label(number, size, bold=True, align=1, middle=True, key=f"wins{side}")
    wins.called = ui.tr("access.wins", name=seat.name, count=seat.wins)
    score = Box(wins, least_width=least, at=0.5)
    ends = [NoShrink(Box(part, at=0.5)) for part in (*right, score)]
    mark = Box(TokenMark(token, side, disc), at=0.5)
    inner = Row(mark, Flexible(Box(words, at=0.5)), *ends, gap=gap)
    ground = Plate("panel", "hair" if panel else "panel", active=seat.to_move)
    return Box(Over(ground, Pad(inner, gap - 1, 0, gap + 2, 0)), height=ROW)


def _words(
    seat: Seat, side: int, ui: Ui, *, short: bool = False, size: int = 16, lines: int = 1
) -> Layout:
    """Return the name above the side; a `short` one is the level alone, where there is one."""
    level = seat.name.values.get("level")
    text = ui.tr(level if short and isinstance(level, Message) else seat.name)
    name = Shortened(text, size, bold=True, maximum=lines, key=f"seat{side}")
    if lines == 2:
        return Box(name, least_width=lambda theme: longest_word(theme, text, size, True), at=0.5)
    return Column(name, Shortened(ui.tr(seat.detail), 14, quiet=True, maximum=1), gap=tx(-3))


def _name(seat: Seat, side: int, screen: MatchBase) -> Layout:
    """Return the name above the side, for a person with a rename button."""
    words = _words(seat, side, screen.ui)
    if not seat.human:
        return words
    tip = screen.tr("match.rename_tip")
    pencil = IconButton(Icon.PENCIL, f"rename{side}", lambda: screen.rename(side), tip)
    return Row(words, NoShrink(Box(pencil, at=0.5)), Flexible(), gap=4)


def _name_field(seat: Seat, side: int, screen: MatchBase) -> Layout:
    return TextField(
        seat.typed,
        commit=lambda text: screen.name(side, text),
        confirm=lambda: screen.rename(-1),
        key="name",
        hint=screen.tr("match.name"),
    )


def _bubble(bubble: Bubble, ui: Ui, go_on: Button) -> Layout:
    """Return the last action; while a computer thinks with a spinner, and a bar if the end is
    known.

    The height is the same for every text.
    """
    sign: Layout = Spinner("spinner") if bubble.busy else SmallIcon(Icon.ROBOT, 20)
    its_own = NoShrink(Box(sign, at=0.5)) if bubble.side is not None else None
    second: list[Layout] = []
    if bubble.fraction is not None:
        bar = ProgressBar(bubble.fraction)
        second.append(Flexible(Box(bar, least_width=tx(LEAST_BAR), at=0.5)))
    if bubble.pace is not None:
        second.append(Shortened(ui.tr(bubble.pace), 14, quiet=True, maximum=1))
    words: Layout = Sentence(ui.tr(bubble.text), 16, 2, "said", middle=True)
    if second:
        first = Shortened(ui.tr(bubble.text), 16, maximum=1, middle=True)
        words = Box(Column(first, Row(*second, gap=8), gap=4), at=0.5)
    inner: Layout = Row(its_own, Flexible(words), gap=12)
    if bubble.go_on:
        forms = (NoShrink(Box(each, height=36, at=0.5)) for each in (go_on, icon_only(go_on)))
        worded = Box(words, least_width=lambda theme: longest_word(theme, ui.tr(bubble.text), 16))
        spoken, bare = (Row(its_own, Flexible(worded), each, gap=8) for each in forms)
        inner = FirstFit(spoken, bare)
    content = Over(Plate("table2"), Pad(inner, 16, 0, 12, 0))
    return Pad(Box(content, height=_two_lines), 0, 4, 0, 0)


def _two_lines(theme: Theme) -> int:
    """Return the height of a box for two lines, or three of small letters."""
    return max(theme.tx(ROW), 2 * theme.line_height(16) + 14)  # matters in small windows alone


def teach_card(screen: MatchBase, *, small: bool) -> Layout:
    """Return the switch for teaching; its explanation is below it, or its tooltip if `small`."""
    title = Label(screen.tr("teach.switch"), 16, bold=True, middle=True)
    says, turn = screen.tr("teach.says"), screen.and_refresh(screen.match.teach)
    switch = Switch(screen.services.settings.teaching, turn, "teach", says if small else "")
    row = Row(Flexible(title), NoShrink(switch), gap=12)
    if small:
        return Card(row, pad=20, head=8, foot=8)
    return Card(Column(row, Label(says, 14, quiet=True), gap=tx(-2)), pad=20, head=8, foot=14)


# -- above the board -------------------------------------------------------------------------------


def turn_line(view_model: MatchViewModel, ui: Ui, token: Token) -> Layout:
    """Return the turn line, centred above the board."""
    mark = Box(TokenMark(token, 0 if view_model.seats[0].to_move else 1, 44), at=0.5)
    text = Shortened(ui.tr(view_model.status.text), TURN, bold=True, maximum=2, middle=True)
    return Row(Flexible(), mark, Box(text, at=0.5), Flexible(), gap=12)


def banner(title: str, text: str, buttons: Sequence[Button], mark: Layout | None = None) -> Layout:
    """Return a result, a question or a fault with its buttons, as high as the strip above a board.

    Without room the mark leaves, SPOKEN buttons have smaller words, and the others but the last
    lose theirs, or their icons; then the buttons stand below, and at last Why? loses its word.
    """

    def words(size: int) -> Layout:
        def least(theme: Theme) -> int:
            return max(theme.tx(LEAST_WORDS), theme.width(title, size, True) + 1)

        head = Shortened(title, size, bold=True, maximum=1)
        below = Label(text, 14, quiet=mark is not None)
        return Box(Column(head, below, gap=0), least_width=least, at=0.5)

    def row(mark: Layout | None, size: int, ends: Sequence[Button]) -> Layout:
        boxes = [NoShrink(Box(button, height=44, at=0.5)) for button in ends]
        line = Row(mark, Flexible(words(size)), *boxes, gap=8, height=HEAD)
        return _framed(line, 20, 6, 20, 6)

    def folded(spoken: Sequence[str]) -> list[Button]:
        short = [
            smaller(each) if each.image is None or each.key in spoken else icon_only(each)
            for each in buttons[:-1]
        ]
        return [*short, buttons[-1]]

    def low(ends: Sequence[Button]) -> Layout:
        line = Row(Flexible(), *ends, gap=8, height=44)
        return _framed(Column(words(18), line, gap=8), 20, 8, 20, 8)

    ends, fewest = folded(SPOKEN), folded(SPOKEN[:1])
    rows = row(mark, 22, buttons), row(mark, 22, ends), row(None, 18, ends)
    return FirstFit(*rows, low(ends), low(fewest))
