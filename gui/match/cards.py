"""Layouts of a match screen, built from a view model and callbacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from engine.messages import Message
from gui.boards import board_of
from gui.boards.common import BoardView
from gui.boards.move_list import MoveList, listed_texts
from gui.boards.sides import side_words
from gui.boards.token import Token
from gui.kit import Button, Icon, Label, Segments, SmallIcon, Widget
from gui.kit.accessible import sentence
from gui.kit.command import Commands
from gui.kit.forms import button_groups
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    Measured,
    NoShrink,
    Pad,
    Row,
    Scroll,
    Tabs,
    icon_only,
    px,
)
from gui.kit.widget import Size
from gui.match.charts import value_chart
from gui.match.view_model import MatchViewModel
from gui.match.why_card import why_card
from gui.settings import MATCH_CARDS, MATCH_TABS
from gui.ui import Ui

LEAST_CARD = 188  # the height below which moves or values are unreadable
FEW_MOVES = 146  # the height of the moves that make room for the switch for teaching
MOVES_OVER_PLAN = 110  # the height of those over the sentences of a plan
SAID, LINE = 26, 21  # the heights of a heading and of each line below it
LEAST_BOARD = px(280)  # of the window, not of the letters, which are no part of the board
MAIN = "look"  # the button that keeps its words longest
STEPS = ("previous", "next")  # the buttons that lose them first: their arrows say the same
GRAPH = 230
LEAST_OFFERED = 240
MOST_HEAD = 0.5  # the part of the room of board and line that the line takes at most

Jump = Callable[[int], None]
Choose = Callable[[str], None]


# -- below and above the board ---------------------------------------------------------------------


def button_row(commands: Commands, groups: list[list[str]], others: list[list[str]]) -> Layout:
    """Return buttons in groups, with the room of the `others`, before or after the game's end."""
    buttons, later = (
        [[commands.button(name) for name in names] for names in every] for every in (groups, others)
    )
    return button_groups(buttons, (*STEPS, *groups[0]), 28, later)


def even_row(commands: Commands, names: list[str]) -> Layout:
    """Return the buttons in a row that fills its width; without room MAIN has words, or none."""
    whole = [commands.button(name) for name in names]
    # One of several words keeps its width, so that it never wraps.
    spoken = (NoShrink(button) if " " in button.label else button for button in whole)
    icons = [icon_only(button) for button in whole]
    small = (
        Flexible(NoShrink(button), 3) if button.key == MAIN else Flexible(bare)
        for button, bare in zip(whole, icons, strict=True)
    )
    rows = map(Flexible, spoken), small, map(Flexible, icons)
    return FirstFit(*(Row(*row, gap=8, height=44) for row in rows))


def with_graph(view_model: MatchViewModel, ui: Ui, board: Layout) -> Layout:
    """Return the board, in analysis with the game's card below it where both have room.

    It is not below while it stands beside the board.
    """
    below = board_of(view_model.game.id).below
    if below is None or not view_model.analysis or view_model.card == MATCH_CARDS[1]:
        return board
    graph = Card(below(view_model.game, view_model.board.state, ui), ui.tr("match.graph"))
    return FirstFit(
        Column(Flexible(Box(board, height=LEAST_BOARD)), Box(graph, height=GRAPH, least_share=0.4)),
        board,
    )


def with_offer(
    view_model: MatchViewModel, ui: Ui, board: Layout, play: Callable[[int], None]
) -> Layout:
    """Return the board; in a game with few moves with a button for each below, where they fit."""
    make = board_of(view_model.game.id).offer
    if make is None or view_model.result is not None:
        return board
    offer, legal = make(view_model.game, view_model.board.state), view_model.board.legal
    buttons = []
    for number, (text, move) in enumerate(offer.moves):
        button = Button(ui.tr(text), partial(play, move), key=f"offer{number}")
        button.enabled = move in legal
        buttons.append(NoShrink(Box(button, height=44)))
    label = Label(ui.tr(offer.text), 16, quiet=True, middle=True)
    row = Row(Flexible(), Pad(NoShrink(label), 0, 0, 12, 0), *buttons, Flexible(), gap=8, height=44)
    return FirstFit(Column(Flexible(Box(board, height=LEAST_OFFERED)), row, gap=12), board)


@dataclass(eq=False)
class BoardWithHeader(Measured):
    """A board with a line right above it: whose turn it is, or how the game ended.

    Where the line needs more height than the board leaves above itself, the board moves down.
    """

    board: Layout
    head: Layout | None
    view: BoardView[Any]

    def size_hint(self, ui: Ui, width: int) -> Size:
        return self.board.measure(ui, width)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        height = 0
        if self.head is not None:
            height = min(self.head.height_at(ui, rect.w), round(rect.h * MOST_HEAD))
        self.view.head = height
        yield from self.board.place(ui, rect)
        if self.head is not None:
            place = self.view.head_rect()
            room = max(height, place.h)
            box = pygame.Rect(rect.x, place.y + (place.h - room) // 2, rect.w, room)
            yield from Box(self.head, at=0.5).place(ui, box)


def beside_inspector(
    above: Sequence[Layout],
    board: Layout,
    step_text: tuple[str, ...] | None,
    buttons: Layout,
    lines: int,
) -> Layout:
    """Return the left part beside the inspector: players, board, step text, buttons.

    `above` are the players, or the open question. `step_text` is None beside a compact inspector
    and without a recording; an empty text keeps its place, so the board has the same size at every
    step, with room for `lines` below its heading.
    """
    two = Row(*map(Flexible, above), gap=8)
    big = Flexible(Box(board, height=LEAST_BOARD))
    if step_text is None:
        return Column(two, big, buttons)
    heading, *texts = step_text or ("",)
    text = Column(
        Label(heading, 16, bold=True, maximum=1),
        *(Label(line, 14, quiet=True, maximum=2) for line in texts),
        gap=2,
    )
    room = Box(Scroll(text, "said"), height=SAID + LINE * lines)  # longer text scrolls
    card = Card(room, pad=12, inner=20) if step_text else Pad(room, 20, 12, 20, 20)
    return Column(two, big, card, buttons)


# -- beside the board ------------------------------------------------------------------------------


def side(
    view_model: MatchViewModel,
    ui: Ui,
    players: Layout,
    moves: Layout,
    third: Layout | None,
    teach: Sequence[Layout],
    tab: Choose,
) -> Layout:
    """Return the cards one below another where they fit, else as tabs.

    `third` are the values over the game, or the curve of a finished one; `teach` the forms of the
    switch for teaching, the larger one first.
    """
    pages: list[tuple[str, Layout]] = [
        (ui.tr("match.tab_players"), Scroll(Column(players, *teach[:1]), "people")),
        (ui.tr("match.moves"), moves),
    ]
    rest: list[Layout] = []
    if third is not None:
        fraction = 0.38 if view_model.finished and not view_model.analysis else 0.27
        pages.append((ui.tr("match.tab_game"), third))
        rest.append(Box(third, height=LEAST_CARD, least_share=fraction))
    many, few = (Flexible(Box(moves, height=least)) for least in (LEAST_CARD, FEW_MOVES))
    if third is not None and view_model.explains:  # its sentences take all the room
        many = few = Flexible(Box(moves, height=MOVES_OVER_PLAN), 0)
        rest = [Flexible(Box(third, height=LEAST_CARD))]
    columns = [Column(players, many, *rest, *teach[:1]), Column(players, few, *rest, *teach[1:])]
    at = min(MATCH_TABS.index(view_model.tab), len(pages) - 1)

    def tabs() -> Layout:
        return Tabs(*pages, at=at, choose=lambda i: tab(MATCH_TABS[i]), key="tabs")

    return FirstFit(*columns, tabs)


def moves(view_model: MatchViewModel, ui: Ui, token: Token, jump: Jump) -> Layout:
    """Return the list of moves with mistakes marked."""
    better = [ui.tr(move.better) if move.better is not None else "" for move in view_model.moves]
    texts = listed_texts(view_model.moves, ui)
    title, (first, second) = ui.tr("match.moves"), map(ui.tr, side_words(view_model.game))
    note, sides = _wrong(view_model, ui), (first, second)
    listed = MoveList(
        title, note, sides, view_model.moves, texts, better, view_model.ply, token, jump
    )
    counted = None
    if note:
        counted = Row(SmallIcon(Icon.WARNING, 14, fault=True), Label(note, 14, quiet=True))
    head = Row(Flexible(NoShrink(Label(title, 16, bold=True, maximum=1))), counted)
    return Card(Column(head, Flexible(Pad(listed, -4, 0)), gap=4), head=12, foot=10)


def _wrong(view_model: MatchViewModel, ui: Ui) -> str:
    """Return the number of known mistakes of each side as text, "" without any."""
    counts = view_model.mistakes
    if not any(counts):
        return ""
    if view_model.humans != 1:
        return ui.tr("match.mistakes", count=sum(counts))
    own, other = counts if view_model.seats[0].human else counts[::-1]
    you, computer = Message("mistakes.you"), Message("mistakes.computer")
    return ui.tr("mistakes.of", first=you, a=own, second=computer, b=other)


def third(
    view_model: MatchViewModel,
    ui: Ui,
    token: Token,
    offered: Commands,
    jump: Jump,
    choose: Choose,
) -> Layout:
    """Return the values over the game, with a switch to the theory or the plan of the position."""
    panel, at = board_of(view_model.game.id).panel, MATCH_CARDS.index(view_model.card)
    plans = board_of(view_model.game.id).plans
    names = ("values", "why") if plans else MATCH_CARDS
    labels = [ui.tr(f"match.panel_{name}") for name in names]
    if panel is None and not plans:
        return Card(value_chart(view_model, ui, token, jump), labels[0], foot=8)
    size = 14 if view_model.explains else 16
    switch = Segments(labels, at, lambda i: choose(MATCH_CARDS[i]), "panel", size=size)
    switch.called = sentence(labels)
    if view_model.explains:
        return why_card(view_model, ui, offered, switch, token)
    content = (
        panel(view_model.game, view_model.board.state, ui)
        if at and panel is not None
        else value_chart(view_model, ui, token, jump)
    )
    return Card(Column(switch, Flexible(Pad(content, 8, 0)), gap=8), pad=12, head=10, foot=8)
