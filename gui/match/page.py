"""Where everything stands on the screen of a match: board, what is told above it, cards, glass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gui.boards.board_widget import BoardWidget
from gui.boards.token import Token
from gui.glass import frame, transport
from gui.glass.frame import GlassSeen
from gui.kit import Button, Icon, Switch
from gui.kit.command import Commands
from gui.kit.layout import Box, Column, Fill, Fit, Keep, Layout, Led, Pad, Row, Wrap, icon_only, px
from gui.match import cards
from gui.match.looking import GlassHands
from gui.match.players import PlayersDo, banner, players_card, teach_card, turn_line
from gui.match.seen import Seen
from gui.protocols import View
from gui.ui import Ui

LEFT = 440  # the board and what belongs to it beside a look inside

MakeBoard = Callable[[bool], BoardWidget]  # a small one, or one with its numbers


@dataclass(frozen=True)
class PageDo:
    """What a click on the parts of the page does, beside the commands."""

    players: PlayersDo
    play: Callable[[int], None]
    show_ply: Callable[[int], None]
    teach: Callable[[bool], None]
    choose_tab: Callable[[str], None]
    choose_card: Callable[[str], None]
    keep: Keep


def buttons_of(seen: Seen) -> list[list[str]]:
    """The buttons below the board, in groups: the same ones as long as a game goes on.

    Moves taken back of a game that was over make it go on.
    """
    middle = ["hint"] if seen.humans else ["pause", "play_now"]
    if seen.looked_back:
        middle = ["previous", "next"]
    return [["undo", "redo"], middle, ["look", "analysis"]]


def board_part(
    seen: Seen, ui: Ui, offered: Commands, view: View[Any], board: BoardWidget, do: PageDo
) -> Layout:
    """The board, and above it whose turn it is, or the result once the last move lies."""
    shown = cards.with_offer(seen, ui, cards.with_graph(seen, ui, board), do.play)
    head: Layout | None = None
    if seen.result is not None:
        if not view.moving:
            head = banner(seen.result, ui, view.token, _follow_up(seen, ui, offered))
    elif not seen.board.estimates:
        head = turn_line(seen, ui, view.token)
    groups = buttons_of(seen)
    shown_now = (groups, offered.shown(*(name for group in groups for name in group)))
    row = do.keep("buttons", shown_now, lambda: cards.button_row(offered, groups))
    return Column(Fill(cards.Headed(shown, head, view)), row, gap=20)


def _follow_up(seen: Seen, ui: Ui, offered: Commands) -> list[Button]:
    """What can follow a game: quiet buttons first, the next game last."""
    buttons = []
    if seen.own_mistakes:
        again = offered.button("mistakes")
        whose = "mistakes_seen" if seen.humans == 1 else "mistakes_of_all"
        again.label = ui.tr(f"match.{whose}", count=seen.own_mistakes)
        again.image = Icon.MISTAKE
        buttons.append(again)
    names = ["easier", "harder"] if seen.humans == 1 else ["swap_sides"]
    buttons += [offered.button(name) for name in names if name in offered.made]
    return [*buttons, offered.button("rematch")]


def cards_part(seen: Seen, ui: Ui, offered: Commands, token: Token, do: PageDo) -> Layout:
    """The cards beside the board."""
    over = seen.finished and not seen.analysis
    third: Layout | None = None
    if over:
        third = cards.curve(seen, ui, token, do.show_ply)
    elif seen.analysis:
        third = cards.third(seen, ui, token, do.show_ply, do.choose_card)
    parts = cards.Parts(
        _players(seen, ui, offered, token, do),
        cards.moves(seen, ui, token, do.show_ply),
        third,
        None if over or not seen.humans else _teach(seen, ui, offered, do),
    )
    return cards.side(seen, ui, parts, do.choose_tab)


def _players(seen: Seen, ui: Ui, offered: Commands, token: Token, do: PageDo) -> Layout:
    """Both players, and what a computer says."""

    def card() -> Layout:
        return players_card(seen, ui, token, do.players, offered.button("play_now", size=14))

    if do.players.renaming is not None:
        return card()
    shown = (seen.seats, seen.bubble, seen.result_lines, offered.shown("play_now"), token)
    return do.keep("players", shown, card)


def _teach(seen: Seen, ui: Ui, offered: Commands, do: PageDo) -> Layout:
    """The switch of teaching, or its question."""

    def card() -> Layout:
        switch = Switch(seen.teaching, do.teach, "teach")
        return teach_card(seen, ui, switch, (offered.button("keep"), offered.button("take_back")))

    shown = (seen.teaching, seen.question, seen.ask, offered.shown("keep", "take_back"))
    return do.keep("teach", shown, card)


def looking_part(
    seen: Seen,
    ui: Ui,
    offered: Commands,
    glass: GlassSeen,
    board: MakeBoard,
    hands: GlassHands,
    keep: Keep,
) -> Layout:
    """The board beside the panel of the look inside; where room is short, in it."""
    moves = offered.called(transport.PREFIX)
    # To and fro in the game, else what can be asked of a thinking bot.
    back = seen.finished or seen.ply < len(seen.moves)
    others = ["previous", "next"] if back else ["pause", "play_now"]
    rows = [["undo", "redo", "hint", "analysis"], ["look", *others]]
    shown = (rows, offered.shown(*rows[0], *rows[1]))
    buttons = keep(
        "rows", shown, lambda: Column(*(cards.even_row(offered, names) for names in rows), gap=8)
    )
    said: tuple[str, ...] | None = None
    if glass.looked is not None and glass.panel is not None:
        said = tuple(map(ui.tr, glass.panel.card(glass.looked))) if glass.shown else ()
    left = Box(cards.beside_glass(seen, ui, hands.token, board(False), said, buttons), px(LEFT))
    moment = frame.moment_of(glass, ui, hands)

    def beside() -> Layout:
        return around(Row(left, Fill(frame.tall(glass, moment, ui, hands, moves)), gap=24))

    def around(part: Layout) -> Layout:
        return Pad(part, 24, 20, 24, 24)

    def tight() -> Layout:
        icons = Wrap(*(icon_only(offered.button(name)) for row in rows for name in row), gap=4)
        inside = frame.with_board(glass, moment, ui, hands, moves, board(True), icons)
        return Pad(inside, 12, 8, 12, 12)

    return Fit(Led(around(left), beside), tight)
