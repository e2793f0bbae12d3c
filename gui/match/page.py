"""Layout of the match screen: board, status line above it, cards and inspector."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from gui.boards.board_widget import BoardWidget
from gui.boards.token import Token
from gui.inspector import frame, transport
from gui.inspector.decision_content import InspectorViewModel, decision_content
from gui.kit import Button, Icon, Switch
from gui.kit.command import Commands
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Guarded,
    Layout,
    Pad,
    Row,
    Wrap,
    icon_only,
    px,
)
from gui.match import cards
from gui.match.callbacks import MatchCallbacks
from gui.match.charts import curve_card
from gui.match.players import (
    PositionButton,
    banner,
    players_card,
    question_banner,
    teach_card,
    turn_line,
)
from gui.match.view_model import MatchViewModel
from gui.protocols import View
from gui.ui import Ui

LEFT = 440  # the least width of the board and its controls beside the inspector
BESIDE = 0.36  # the part of a wide window that they take
BOARD_ABOVE = 0.38  # the part of a high window that they take above the inspector

MakeBoard = Callable[[bool], BoardWidget]  # a small one, or one with its numbers


def buttons_of(view_model: MatchViewModel) -> list[list[str]]:
    """Return the buttons below the board, in groups, the same throughout a game.

    Taking moves back from a finished game makes it a game in progress again.
    """
    middle = ["hint"] if view_model.humans else ["pause", "play_now"]
    if view_model.looked_back:
        middle = ["previous", "next"]
    return [["undo", "redo"], middle, ["look", "analysis"]]


def board_part(
    view_model: MatchViewModel,
    ui: Ui,
    offered: Commands,
    view: View[Any],
    board: BoardWidget,
    do: MatchCallbacks,
) -> Layout:
    """Return the board under its status line, or under the result once the last move has landed."""
    shown = cards.with_offer(view_model, ui, cards.with_graph(view_model, ui, board), do.play)
    heads: list[Layout] = []
    if view_model.result is not None:
        if not view.moving:
            buttons, picture = _follow_up(view_model, ui, offered), None
            if view_model.result.decisive is not None:
                picture = PositionButton(
                    view_model.game,
                    view_model.result.decisive,
                    partial(offered.do, "decisive"),
                    ui.tr("match.decisive_tip"),
                )
            heads = banner(view_model.result, ui, view.token, buttons, picture)
    elif view_model.question is not None:
        heads = question_banner(view_model, ui, _answers(offered))
    elif not view_model.board.estimates:
        heads = [turn_line(view_model, ui, view.token)]
    groups = buttons_of(view_model)
    key = (groups, offered.shown(*(name for group in groups for name in group)))
    row = do.keep("buttons", key, lambda: cards.button_row(offered, groups))
    return Column(Flexible(cards.BoardWithHeader(shown, heads, view)), row, gap=20)


def _answers(offered: Commands) -> tuple[Button, Button]:
    return offered.button("keep"), offered.button("take_back")


def _follow_up(view_model: MatchViewModel, ui: Ui, offered: Commands) -> list[Button]:
    """Return the buttons after a game: secondary ones first, the next game last."""
    buttons = []
    if view_model.own_mistakes:
        again = offered.button("mistakes")
        whose = "mistakes_seen" if view_model.humans == 1 else "mistakes_of_all"
        again.label = ui.tr(f"match.{whose}", count=view_model.own_mistakes)
        again.image = Icon.MISTAKE
        buttons.append(again)
    names = ["easier", "harder"] if view_model.humans == 1 else ["swap_sides"]
    buttons += [offered.button(name) for name in names if name in offered.made]
    return [*buttons, offered.button("rematch")]


def cards_part(
    view_model: MatchViewModel, ui: Ui, offered: Commands, token: Token, do: MatchCallbacks
) -> Layout:
    """Return the cards beside the board."""
    over = view_model.finished and not view_model.analysis
    third: Layout | None = None
    if over:
        third = curve_card(view_model, ui, token, do.inspector.show_ply)
    elif view_model.analysis:
        third = cards.third(view_model, ui, token, do.inspector.show_ply, do.choose_card)
    parts = cards.MatchCards(
        players_part(view_model, ui, offered, token, do),
        cards.moves(view_model, ui, token, do.inspector.show_ply),
        third,
        None if over or not view_model.humans else _teach(view_model, ui, do),
    )
    return cards.side(view_model, ui, parts, do.choose_tab)


def players_part(
    view_model: MatchViewModel, ui: Ui, offered: Commands, token: Token, do: MatchCallbacks
) -> Layout:
    """Return the card of both players and of the computer's last action."""

    def card() -> Layout:
        return players_card(view_model, ui, token, do, offered.button("play_now", size=14))

    if view_model.renaming is not None:
        return card()
    shown = (
        view_model.seats,
        view_model.bubble,
        view_model.result_lines,
        offered.shown("play_now"),
        token,
    )
    return do.keep("players", shown, card)


def _teach(view_model: MatchViewModel, ui: Ui, do: MatchCallbacks) -> Layout:
    """Return the switch for teaching."""
    on = view_model.teaching
    return do.keep("teach", on, lambda: teach_card(ui, Switch(on, do.teach, "teach")))


def inspector_part(
    view_model: MatchViewModel,
    ui: Ui,
    offered: Commands,
    inspector: InspectorViewModel,
    board: MakeBoard,
    do: MatchCallbacks,
    high: bool,
) -> Layout:
    """Return the board beside the inspector, or inside its panel where room is short.

    In a `high` window the panel is below the board.
    """
    moves = offered.called(transport.PREFIX)
    # Navigation through the game, or the commands for a thinking bot.
    back = view_model.finished or view_model.ply < len(view_model.moves)
    others = ["previous", "next"] if back else ["pause", "play_now"]
    rows = [["undo", "redo", "hint", "analysis"], ["look", *others]]
    shown = (rows, offered.shown(*rows[0], *rows[1]))
    buttons = do.keep(
        "rows", shown, lambda: Column(*(cards.even_row(offered, names) for names in rows), gap=8)
    )
    step_text: tuple[str, ...] | None = None
    lines = 2 if inspector.panel is None else inspector.panel.card_lines
    if inspector.frame is not None and inspector.panel is not None:
        step_text = (
            tuple(map(ui.tr, inspector.panel.card(inspector.frame))) if inspector.shown else ()
        )
    elif inspector.ask is not None:
        step_text = tuple(map(ui.tr, inspector.ask.card))
    asks = None
    if view_model.question is not None:
        asks = FirstFit(*question_banner(view_model, ui, _answers(offered)))
    left = cards.beside_inspector(
        view_model, ui, do.inspector.token, board(False), step_text, buttons, asks, lines
    )
    content = decision_content(inspector, ui, do.inspector)

    def shared(left: Layout, panel: Layout) -> Layout:
        """Return board and panel side by side, or one below the other in a high window."""
        if high:
            return around(Column(Box(left, fraction=BOARD_ABOVE), Flexible(panel), gap=16))
        least = Box(left, least_width=px(LEFT))
        return around(Row(Flexible(least, BESIDE), Flexible(panel, 1 - BESIDE), gap=24))

    def beside() -> Layout:
        return shared(left, frame.tall(content, ui, do.inspector, moves))

    @cache
    def compact() -> list[Layout]:
        icons = [offered.button(name) for row in rows for name in row]
        token = do.inspector.token
        narrow = cards.beside_compact(view_model, ui, token, board(False), icons, high, asks)
        panels = frame.compact(content, ui, do.inspector, moves)
        return [shared(narrow, panel) for panel in panels]

    def around(part: Layout) -> Layout:
        return Pad(part, 24, 20, 24, 24)

    def tight() -> Layout:
        icons = Wrap(*(icon_only(offered.button(name)) for row in rows for name in row), gap=4)
        inside = frame.with_board(content, ui, do.inspector, moves, board(True), icons)
        return Pad(Column(asks, Flexible(inside), gap=8), 12, 8, 12, 12)

    def form(number: int) -> Layout:
        return compact()[number]

    whole = [] if high else [Guarded(around(left), beside)]
    return FirstFit(*whole, *(partial(form, i) for i in range(frame.COMPACT)), tight)
