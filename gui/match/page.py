"""Layout of a match: board, status line above it, buttons below it, cards beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from engine.messages import Message
from engine.registry import player_name
from gui.boards import board_of
from gui.boards.common import BoardView
from gui.boards.marks import TokenMark
from gui.boards.move_list import MoveList, listed_texts
from gui.boards.plan_marks import plan_heading, plan_lines
from gui.boards.words import side_words
from gui.kit import Button, Icon, Label, Segments, SmallIcon, Spinner, Widget
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
    NoShrink,
    Pad,
    Row,
    Scroll,
    Tabs,
    icon_only,
    px,
)
from gui.kit.widget import Measured, Size
from gui.match.base import FAULT_COMMANDS, MatchBase
from gui.match.charts import curve_card, value_chart
from gui.match.players import banner, players_card, teach_card, turn_line
from gui.match.view_model import MatchViewModel
from gui.settings import MATCH_CARDS, MATCH_TABS
from gui.ui import Ui

LEAST_CARD = 188  # the height below which values are unreadable
LEAST_MOVES = 146  # and moves
MOVES_OVER_PLAN = 110  # the height of those over the sentences of a plan
SAID, LINE = 26, 21  # the heights of a heading and of each line below it
LEAST_BOARD = px(280)  # of the window, not of the letters, which are no part of the board
MAIN = "look"  # the button that keeps its words longest
STEPS = ("previous", "next")  # the buttons that lose them first: their arrows say the same
GRAPH = 230
LEAST_OFFERED = 240
MOST_HEAD = 0.55  # the part of the room of board and line that the line takes at most
PLAN_COMMANDS = ("search_longer", "show_end", "follow_plan", "attack_plan", "play_line")


# -- the board, what stands above it and below it --------------------------------------------------


def board_part(screen: MatchBase, offered: Commands) -> Layout:
    """Return the board under its status line, or under the result once the last move has landed."""
    over = screen.view_model.looked_back
    groups, others = (
        [[offered.button(name) for name in names] for names in each]
        for each in (buttons_of(screen.view_model, over), buttons_of(screen.view_model, not over))
    )
    row = button_groups(groups, (*STEPS, "undo", "redo"), 28, others)
    shown = with_offer(screen, with_graph(screen, screen.board_widget()))
    return Column(
        Flexible(BoardWithHeader(shown, _head(screen, offered), screen.board)), row, gap=20
    )


def buttons_of(view_model: MatchViewModel, looked_back: bool) -> list[list[str]]:
    """Return the buttons below the board, in groups, the same throughout a game.

    Taking moves back from a finished game makes it a game in progress again.
    """
    middle = ["hint"] if view_model.humans else ["pause", "play_now"]
    if looked_back:
        middle = ["previous", "next"]
    return [["undo", "redo"], middle, ["look", "analysis"]]


def _head(screen: MatchBase, offered: Commands) -> Layout | None:
    """Return what stands above the board: the result, a question, a fault, or whose turn it is."""
    view_model, token, tr = screen.view_model, screen.board.token, screen.tr
    result, fault = view_model.result, view_model.fault
    if result is not None:
        if screen.board.moving:
            return None
        mark = None if result.winner is None else Box(TokenMark(token, result.winner, 48), at=0.5)
        buttons = _follow_up(view_model, screen.ui, offered)
        return banner(tr(result.text), tr(result.since or result.detail), buttons, mark)
    if view_model.question is not None:
        return asking_banner(screen, offered)
    if fault is not None:
        title = tr("match.bot_stuck", side=player_name(fault.player))
        return banner(title, tr(fault.sentence), list(map(offered.button, FAULT_COMMANDS)))
    if not view_model.board.estimates and any(seat.to_move for seat in view_model.seats):
        return turn_line(view_model, screen.ui, token)
    return None


def asking_banner(screen: MatchBase, offered: Commands) -> Layout:
    """Return the question whether to take the last move back, with its answers."""
    view_model = screen.view_model
    assert view_model.question is not None
    answers = offered.button("keep"), offered.button("take_back")
    return banner(screen.tr(view_model.ask), screen.tr(view_model.question), answers)


def _follow_up(view_model: MatchViewModel, ui: Ui, offered: Commands) -> list[Button]:
    """Return the buttons after a game: secondary ones first, the next game last."""
    buttons = []
    if view_model.own_mistakes or view_model.counting:
        again = offered.button("mistakes")
        whose = "mistakes_seen" if view_model.humans == 1 else "mistakes_of_all"
        if not view_model.counting:
            again.label = ui.tr(f"match.{whose}", count=view_model.own_mistakes)
        again.image = Icon.MISTAKE
        buttons.append(again)
    if "why_lost" in offered.made:
        buttons.append(offered.button("why_lost"))
    names = ["easier", "harder"] if view_model.humans == 1 else ["swap_sides"]
    buttons += [offered.button(name) for name in names if name in offered.made]
    return [*buttons, offered.button("rematch")]


def with_graph(screen: MatchBase, board: Layout) -> Layout:
    """Return the board, in analysis with the game's card below it where both have room.

    It is not below while it stands beside the board.
    """
    view_model, ui = screen.view_model, screen.ui
    below = board_of(view_model.game.id).below
    if (
        below is None
        or not view_model.analysis
        or screen.services.settings.match_card == MATCH_CARDS[1]
    ):
        return board
    graph = Card(below(view_model.game, view_model.board.state, ui), ui.tr("match.graph"))
    return FirstFit(
        Column(Flexible(Box(board, height=LEAST_BOARD)), Box(graph, height=GRAPH, least_share=0.4)),
        board,
    )


def with_offer(screen: MatchBase, board: Layout) -> Layout:
    """Return the board; in a game with few moves with a button for each below, where they fit."""
    view_model, ui = screen.view_model, screen.ui
    make = board_of(view_model.game.id).offer
    if make is None or view_model.result is not None:
        return board
    offer, legal = make(view_model.game, view_model.board.state), view_model.board.legal
    buttons = []
    for number, (text, move) in enumerate(offer.moves):
        button = Button(ui.tr(text), partial(screen.play, move), key=f"offer{number}")
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


# -- the left part beside the inspector ------------------------------------------------------------


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


# -- the cards beside the board --------------------------------------------------------------------


def cards_part(screen: MatchBase, offered: Commands) -> Layout:
    """Return the cards one below another where they fit, else as tabs."""
    view_model, tr = screen.view_model, screen.tr
    players, moves = players_card(screen, offered), _moves(screen)
    over = view_model.finished and not view_model.analysis
    third: Layout | None = None
    if over:
        third = curve_card(screen)
    elif view_model.analysis:
        third = _third(screen, offered)
    teach: list[Layout] = []
    if view_model.humans and not (over or view_model.explains):
        teach = [teach_card(screen, small=third is not None)]
    pages: list[tuple[str, Layout]] = [
        (tr("match.tab_players"), Scroll(Column(players, *teach), "people")),
        (tr("match.moves"), moves),
    ]
    rest: list[Layout] = []
    least = Flexible(Box(moves, height=LEAST_MOVES))
    if third is not None:
        pages.append((tr("match.tab_game"), third))
        rest.append(Box(third, height=LEAST_CARD, least_share=0.38 if over else 0.27))
    if third is not None and view_model.explains:  # its sentences take all the room
        least = Flexible(Box(moves, height=MOVES_OVER_PLAN), 0)
        rest = [Flexible(Box(third, height=LEAST_CARD))]
    at = min(MATCH_TABS.index(screen.services.settings.match_tab), len(pages) - 1)

    def tabs() -> Layout:
        return Tabs(*pages, at=at, choose=lambda i: screen.choose_tab(MATCH_TABS[i]), key="tabs")

    return FirstFit(Column(players, least, *rest, *teach), tabs)


def _moves(screen: MatchBase) -> Layout:
    """Return the list of moves with mistakes marked."""
    view_model, ui = screen.view_model, screen.ui
    better = [ui.tr(move.better) if move.better is not None else "" for move in view_model.moves]
    texts = listed_texts(view_model.moves, ui)
    title, (first, second) = ui.tr("match.moves"), map(ui.tr, side_words(view_model.game))
    note, sides = _wrong(view_model, ui), (first, second)
    ply, token, jump = view_model.ply, screen.board.token, screen.looking.show_ply
    listed = MoveList(title, note, sides, view_model.moves, texts, better, ply, token, jump)
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


def _third(screen: MatchBase, offered: Commands) -> Layout:
    """Return the values over the game, with a switch to the theory or the plan of the position."""
    view_model, ui = screen.view_model, screen.ui
    board, at = board_of(view_model.game.id), MATCH_CARDS.index(screen.services.settings.match_card)
    names = ("values", "why") if board.plans else MATCH_CARDS
    labels = [ui.tr(f"match.panel_{name}") for name in names]
    if board.panel is None and not board.plans:
        return Card(value_chart(screen), labels[0], foot=8)
    size = 14 if view_model.explains else 16
    switch = Segments(labels, at, lambda i: screen.choose_card(MATCH_CARDS[i]), "panel", size=size)
    switch.called = sentence(labels)
    if view_model.explains:
        return _why(screen, offered, switch)
    content = (
        board.panel(view_model.game, view_model.board.state, ui)
        if at and board.panel is not None
        else value_chart(screen)
    )
    return Card(Column(switch, Flexible(Pad(content, 8, 0)), gap=8), pad=12, head=10, foot=8)


def _why(screen: MatchBase, offered: Commands, switch: Layout) -> Layout:
    """Return the sentences of a plan, each beside its mark, with the switch in the title row."""
    view_model, ui = screen.view_model, screen.ui
    answer, step, lost = view_model.why, screen.match.plan_step, view_model.why_lost
    heading: Layout
    if answer is None:
        text: list[Layout] = []
        heading = Row(Box(Spinner("planning"), 24, at=0.5), Label(ui.tr("match.planning")), gap=12)
        if view_model.why_value is not None:
            text.append(heading)
            heading = Label(ui.tr(view_model.why_value), 16, bold=True)
    else:
        heading = plan_heading(view_model.game, answer, ui)
        text = list(plan_lines(view_model.game, answer, ui, screen.board.token, step))
    if answer is not None and "plan_on" in offered.made:
        counted = ui.tr("match.plan_step", n=step, count=len(answer.levels))
        text.insert(0, Label(counted, 14, bold=True))
        ways = [offered.button(f"plan_{way}", labelled=False, quiet=True) for way in ("back", "on")]
        heading = Row(Flexible(Box(heading, at=0.5)), *ways)
    if lost is not None:
        text.insert(0, heading)
        heading = Label(ui.tr(lost), 16, bold=True)
    side_by_side = Row(Flexible(Box(NoShrink(heading), at=0.5)), NoShrink(switch), gap=12)
    buttons = [offered.button(name, size=14) for name in PLAN_COMMANDS if name in offered.made]
    foot = Row(*map(Flexible, buttons), gap=8) if buttons else None
    head = FirstFit(side_by_side, Column(switch, heading, gap=8))
    content = Column(head, Flexible(Scroll(Column(*text, gap=8), "why")), foot, gap=8)
    return Card(content, pad=12, head=10, foot=12)
