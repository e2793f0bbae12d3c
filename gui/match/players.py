"""Layouts of the players: names, scores, the computer's last action, the turn, the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from engine.messages import Message
from engine.protocols import Game
from gui.boards.previews import cached_thumbnail
from gui.boards.token import Token, TokenMark
from gui.kit import (
    Button,
    Icon,
    IconButton,
    Label,
    ProgressBar,
    Sentence,
    Shortened,
    SmallIcon,
    Spinner,
    TextField,
    icon,
)
from gui.kit.buttons import Pressable, Switch
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
from gui.kit.text_wrap import longest_word, two_lines
from gui.kit.widget import Size, Widget
from gui.match.callbacks import MatchCallbacks
from gui.match.view_model import Bubble, MatchViewModel, Result, Seat
from gui.paint import card
from gui.protocols import BoardState
from gui.theme import Theme, mix
from gui.ui import Ui

PICTURE = 84  # the width of the decisive mistake
STRIP = 88  # the height of the strip above a board
HEAD_LOW, HEAD_HIGH = 56, 76  # the heights of the words of a result, of two lines and of three
ROW, DISC = 56, 34  # the height of a player's row, and of the usual disc in it
LEAST_BAR = 40  # the width of a bar beside its pace
TURN = 26  # the font size of the turn line
SMALL_TURN = 20  # its font size on two lines, where one does not fit


@dataclass(eq=False)
class SeatBackground(Widget):
    """The frame of the player to move; with `panel`, the ground of any player beside it."""

    click_through = True

    active: bool
    panel: bool

    def __post_init__(self) -> None:
        super().__init__()

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        ground, edge, width = c.panel, c.hair, 1
        if self.active:
            ground, edge, width = mix(c.panel, c.accent, 0.08), c.accent, 2
        if self.active or self.panel:
            ui.brush.rounded(target, self.rect, ui.theme.px(10), ground, edge, width)


class BubbleBackground(Widget):
    """The sunken background of the last action, with a tip towards the name above it."""

    click_through = True

    def __init__(self, tip: bool) -> None:
        super().__init__()
        self.tip = tip

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        ui.brush.rounded(target, rect, theme.px(10), c.table2, c.hair, 1)
        if self.tip:
            x, high = rect.x + theme.tx(28), theme.tx(8)
            corners = [(x - high, rect.y), (x, rect.y - high), (x + high, rect.y)]
            pygame.draw.polygon(target, c.table2, [(a, b + 1) for a, b in corners])
            pygame.draw.aalines(target, c.hair, False, corners)


class FramedBackground(Widget):
    """A panel with an accent edge."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        card(target, ui.brush, ui.theme, self.rect, marked=True)


def _framed(part: Layout, *sides: float) -> Layout:
    return Over(FramedBackground(), Pad(part, *sides))


class MenuChip(Button):
    """A small button with an arrow behind its word, which opens a menu."""

    def __init__(self, label: str, ui: Ui, action: Callable[[], None]) -> None:
        tip = ui.tr("match.level_tip")
        super().__init__(label, action, image=Icon.DOWN, key="level", size=14, tooltip=tip)

    def measure_min_width(self, ui: Ui) -> int:
        return self.measure_preferred_width(ui)

    def measure_preferred_width(self, ui: Ui) -> int:
        theme = ui.theme
        text = theme.width(self.label, 14, True) + theme.tx(6) if self.label else 0
        return text + theme.tx(16) + theme.tx(20)

    def _draw_content(
        self, ui: Ui, target: pygame.Surface, rect: pygame.Rect, ink: tuple[int, int, int]
    ) -> None:
        theme, side = ui.theme, ui.theme.tx(16)
        left = (rect.x + theme.tx(10), rect.centery)
        theme.blit_text(target, self.label, 14, left, ink, bold=True)
        picture = icon(ui.brush, Icon.DOWN, side, ink)
        target.blit(picture, (rect.right - theme.tx(10) - side, rect.centery - side // 2))


# -- beside the board ------------------------------------------------------------------------------


def players_card(
    view_model: MatchViewModel, ui: Ui, token: Token, do: MatchCallbacks, go_on: Button
) -> Layout:
    """Return both players with their score, and below them the last action."""
    parts = [_seat(view_model, side, ui, token, do) for side in (0, 1)]
    bubble = view_model.bubble
    if bubble is not None:
        parts.append(_bubble(bubble, ui, go_on, tip=bubble.side == 1 and bool(view_model.humans)))
    elif view_model.result_lines:
        text = " ".join(ui.tr(line) for line in view_model.result_lines)
        parts.append(Pad(Label(text, 14, quiet=True), 8, 6, 8, 4))
    return Card(Column(*parts, gap=4), pad=12, head=12, foot=12)


def _seat(
    view_model: MatchViewModel, side: int, ui: Ui, token: Token, do: MatchCallbacks
) -> Layout:
    """Return the row of a player; its name and the word of its level give way to its score."""
    seat = view_model.seats[side]
    row, name = partial(_row, seat, side, ui, token), partial(_name, seat, side, ui, do)
    words = _name_field(seat, side, ui, do) if view_model.renaming == side else name()
    if not seat.level:
        last = words if view_model.renaming == side else name(size=14)
        return FirstFit(row(NoShrink(words)), row(last))
    chip, arrow = (MenuChip(label, ui, do.ask_level) for label in (ui.tr("match.level"), ""))
    return FirstFit(row(NoShrink(words), chip), row(name(short=True), arrow))


def seat_card(seat: Seat, side: int, ui: Ui, token: Token) -> Layout:
    """Return the row of a player beside the inspector; a long name stands small, perhaps alone."""
    whole, short = _words(seat, side, ui), _words(seat, side, ui, short=True, size=12)
    row, name = partial(_row, seat, side, ui, token), ui.tr(seat.name)
    two = Label(name, 12, bold=True, maximum=2, key=f"seat{side}")
    alone = Box(two, least_width=lambda theme: two_lines(theme, name, 12, True))
    choices = NoShrink(short), alone, short
    return FirstFit(row(NoShrink(whole), disc=26), *(row(each, disc=18) for each in choices))


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
    ground = SeatBackground(seat.to_move, panel)
    return Box(Over(ground, Pad(inner, gap - 1, 0, gap + 2, 0)), height=ROW)


def _words(seat: Seat, side: int, ui: Ui, *, short: bool = False, size: int = 16) -> Layout:
    """Return the name above the side; a `short` one is the level alone, where there is one."""
    level = seat.name.values.get("level")
    text = ui.tr(level if short and isinstance(level, Message) else seat.name)
    name = Shortened(text, size, bold=True, maximum=1, key=f"seat{side}")
    return Column(name, Shortened(ui.tr(seat.detail), 14, quiet=True, maximum=1), gap=tx(-3))


def _name(
    seat: Seat, side: int, ui: Ui, do: MatchCallbacks, *, short: bool = False, size: int = 16
) -> Layout:
    """Return the name above the side, for a person with a rename button."""
    words = _words(seat, side, ui, short=short, size=size)
    if not seat.human:
        return words
    tip = ui.tr("match.rename_tip")
    pencil = IconButton(Icon.PENCIL, f"rename{side}", lambda: do.rename(side), tip)
    return Row(words, NoShrink(Box(pencil, at=0.5)), Flexible(), gap=4)


def _name_field(seat: Seat, side: int, ui: Ui, do: MatchCallbacks) -> Layout:
    return TextField(
        seat.typed,
        commit=lambda text: do.name(side, text),
        confirm=lambda: do.rename(-1),
        key="name",
        hint=ui.tr("match.name"),
    )


def _bubble(bubble: Bubble, ui: Ui, go_on: Button, tip: bool) -> Layout:
    """Return the last action; while a computer thinks with a spinner, and a bar if the end is
    known.

    The height is the same for every text, and so is the gap above.
    """
    sign: Layout = Spinner("spinner") if bubble.busy else SmallIcon(Icon.ROBOT, 20)
    words = ui.tr(bubble.text)
    its_own = NoShrink(Box(sign, at=0.5)) if bubble.side is not None else None
    lines = _second_lines(bubble, ui)

    def said(least: Callable[[Theme, str, float], int], second: Layout | None) -> Layout:
        def room(theme: Theme) -> int:
            return least(theme, words, 16)

        if second is None:
            text = Box(Sentence(words, 16, 2, "said", middle=True), least_width=room)
        else:
            lines = Column(Shortened(words, 16, maximum=1, middle=True), second, gap=4)
            text = Box(lines, least_width=room, at=0.5)
        return Row(its_own, Flexible(text), gap=12)

    def beside(words: Layout, button: Button) -> Layout:
        return Row(Flexible(words), NoShrink(Box(button, height=36, at=0.5)), gap=8)

    def whole(theme: Theme, text: str, size: float) -> int:
        return theme.width(text, size) if lines[0] is not None else two_lines(theme, text, size)

    forms = [said(whole, lines[0]), said(longest_word, lines[1])]
    if bubble.go_on:
        roomy, compact = forms
        forms = [beside(roomy, go_on), beside(compact, icon_only(go_on))]
    inner = FirstFit(*forms)
    content = Box(Over(BubbleBackground(tip), Pad(inner, 16, 0, 12, 0)), height=_two_lines)
    return Pad(content, 0, 12, 0, 0)


def _second_lines(bubble: Bubble, ui: Ui) -> tuple[Layout | None, Layout | None]:
    """Return the line below a thinking computer, a bar beside its pace, roomy and compact."""
    lines: list[Layout | None] = [Label(ui.tr(pace), 14, quiet=True) for pace in bubble.pace]
    if bubble.fraction is not None:
        bar = ProgressBar(bubble.fraction)
        short = Flexible(Box(bar, least_width=tx(LEAST_BAR), at=0.5))
        lines = [Row(short, NoShrink(line), gap=8) for line in lines if line] or [bar]
    lines = lines or [None]
    return lines[0], lines[-1]


def _two_lines(theme: Theme) -> int:
    """Return the height of a box for two lines."""
    return max(theme.tx(ROW), 2 * theme.line_height(16) + 2 * theme.px(6))


def teach_card(ui: Ui, on: bool, turn: Callable[[bool], None], *, small: bool = False) -> Layout:
    """Return the switch for teaching; its explanation is below it, or its tooltip if `small`."""
    title = Label(ui.tr("teach.switch"), 16, bold=True, middle=True)
    says = ui.tr("teach.says")
    switch = Switch(on, turn, "teach", says if small else "")
    row = Row(Flexible(title), NoShrink(switch), gap=12)
    if small:
        return Card(row, pad=20, head=8, foot=8)
    return Card(Column(row, Label(says, 14, quiet=True), gap=tx(-2)), pad=20, head=8, foot=14)


# -- above the board -------------------------------------------------------------------------------


def turn_line(view_model: MatchViewModel, ui: Ui, token: Token) -> Layout:
    """Return the turn line, centred above the board."""
    side = 0 if view_model.seats[0].to_move else 1

    def row(text: Layout) -> Layout:
        mark = Box(TokenMark(token, side, 44), at=0.5)
        return Row(Flexible(), mark, Box(text, at=0.5), Flexible(), gap=12)

    whole = Label(ui.tr(view_model.status.text), TURN, bold=True, maximum=1, middle=True)
    shortened = Shortened(
        ui.tr(view_model.status.text), SMALL_TURN, bold=True, maximum=2, middle=True
    )
    return FirstFit(row(NoShrink(whole)), row(shortened))


def question_banner(title: str, text: str, buttons: Sequence[Button]) -> Layout:
    """Return a question or a fault with its buttons beside it, or small ones below."""

    def words(large: float, small: float) -> Column:
        return Column(Label(title, large, bold=True), Label(text, small), gap=0)

    ends = [NoShrink(Box(button, height=44, at=0.5)) for button in buttons]
    beside = Row(Flexible(Box(words(22, 16), least_width=tx(220), at=0.5)), *ends, gap=8, height=56)
    small = [smaller(button) for button in buttons]
    below = Column(words(18, 14), Row(*map(Flexible, small), gap=8, height=44), gap=4)
    return FirstFit(_framed(beside, 20, 12, 20, 12), _framed(below, 16, 8, 16, 8))


class PositionButton(Pressable):
    """A small picture of a position; a click opens it."""

    def __init__(
        self, game: Game[Any], shown: BoardState[Any], action: Callable[[], None], tooltip: str
    ) -> None:
        super().__init__(action, "decisive", tooltip)
        self.game = game
        self.shown = shown

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(width, ui.theme.tx(PICTURE)), ui.theme.tx(ROW)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, shown = ui.theme, ui.theme.colours, self.shown
        ground = mix(c.table2, c.hover, self.glow)
        ui.brush.rounded(target, self.rect, theme.px(8), ground, c.loss, 1)
        size = self.rect.inflate(-theme.px(12), -theme.px(8)).size
        key = (self.game.id, *self.game.options.items(), shown.state, shown.tried)
        picture = cached_thumbnail(self.game, shown, size, ui, key)
        flags = pygame.BLEND_PREMULTIPLIED
        target.blit(picture, picture.get_rect(center=self.rect.center), special_flags=flags)


def banner(
    result: Result,
    ui: Ui,
    token: Token,
    buttons: list[Button],
    picture: PositionButton | None = None,
    lost: bool = False,
) -> Layout:
    """Return the result with follow-up buttons, as high as the strip above the board.

    The `picture` of the decisive mistake stands in the place of the winner's disc. Without room
    first the middle buttons but Why? lose their words, then words but the last get smaller, then
    the picture leaves, then all but the way to the mistakes, or without any all but the last, lose
    their words; at last they stand below. After a `lost` game the picture has its place before it
    is known, so that nothing moves when it comes.
    """
    since = result.since
    height = HEAD_LOW if since is None else HEAD_HIGH
    second = Label(ui.tr(result.detail if since is None else since), 14, quiet=since is None)
    title = ui.tr(result.text)

    def words(size: int) -> Layout:
        def least(theme: Theme) -> int:
            return theme.width(title, size, True) + 1

        head = Label(title, size, bold=True, maximum=1)
        return Box(Column(head, second, gap=0), least_width=least, at=0.5)

    def row(mark: Layout | None, size: int, ends: list[Button]) -> Layout:
        boxes = [NoShrink(Box(button, height=44, at=0.5)) for button in ends]
        line = Row(mark, Flexible(words(size)), *boxes, gap=8, height=height)
        pad = (STRIP - height) / 2
        return _framed(line, 20, pad, 20, pad)

    mark: Layout | None = None
    if picture is not None:
        mark = NoShrink(Box(picture, width=PICTURE, at=0.5))
    elif result.winner is not None:
        mark = Box(TokenMark(token, result.winner, 48), width=PICTURE if lost else None, at=0.5)
    spoken = buttons[0] if buttons[0].key == "mistakes" else buttons[-1]
    short = [button if button.key == "why_lost" else icon_only(button) for button in buttons]
    ends = [*buttons[:1], *short[1:-1], *buttons[1:][-1:]]
    tight = [*(smaller(each) if each.label else each for each in ends[:-1]), *ends[-1:]]
    most = [button if button is spoken else icon_only(button) for button in buttons]
    icons = [icon_only(button) for button in buttons]
    lines = [Row(Flexible(), *each, gap=8, height=44) for each in (short, icons)]
    low = _framed(Column(words(18), FirstFit(*lines), gap=8), 20, 8, 20, 8)
    pictured = [row(mark, 22, each) for each in (buttons, ends, tight)]
    return FirstFit(*pictured, *(row(None, 18, each) for each in (ends, tight, most, icons)), low)
