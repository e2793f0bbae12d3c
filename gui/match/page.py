"""Layout of the match screen without the inspector: board, status line above it, cards."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.registry import player_name
from gui.boards.board_widget import BoardWidget
from gui.boards.common import BoardView
from gui.boards.token import Token
from gui.kit import Button, ButtonKind, Icon
from gui.kit.command import Commands
from gui.kit.layout import Column, Flexible, Layout
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
from gui.own.fault import FaultViewModel
from gui.ui import Ui

FAULT_COMMANDS = ("own_easy", "own_again", "own_edit")


def buttons_of(view_model: MatchViewModel, looked_back: bool) -> list[list[str]]:
    """Return the buttons below the board, in groups, the same throughout a game.

    Taking moves back from a finished game makes it a game in progress again.
    """
    middle = ["hint"] if view_model.humans else ["pause", "play_now"]
    if looked_back:
        middle = ["previous", "next"]
    return [["undo", "redo"], middle, ["look", "analysis"]]


def board_part(
    view_model: MatchViewModel,
    ui: Ui,
    offered: Commands,
    view: BoardView[Any],
    board: BoardWidget,
    do: MatchCallbacks,
) -> Layout:
    """Return the board under its status line, or under the result once the last move has landed."""
    shown = cards.with_offer(view_model, ui, cards.with_graph(view_model, ui, board), do.play)
    head: Layout | None = None
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
            winner = view_model.result.winner
            lost = winner is not None and view_model.seats[1 - winner].human
            head = banner(view_model.result, ui, view.token, buttons, picture, lost)
    elif view_model.question is not None:
        head = asking_banner(view_model, ui, offered)
    elif view_model.fault is not None:
        head = fault_banner(view_model.fault, ui, offered)
    elif not view_model.board.estimates and any(seat.to_move for seat in view_model.seats):
        head = turn_line(view_model, ui, view.token)
    over = view_model.looked_back
    groups, others = buttons_of(view_model, over), buttons_of(view_model, not over)
    row = cards.button_row(offered, groups, others)
    return Column(Flexible(cards.BoardWithHeader(shown, head, view)), row, gap=20)


def asking_banner(view_model: MatchViewModel, ui: Ui, offered: Commands) -> Layout:
    """Return the question whether to take the last move back, with its answers."""
    assert view_model.question is not None
    answers = offered.button("keep"), offered.button("take_back")
    return question_banner(ui.tr(view_model.ask), ui.tr(view_model.question), answers)


def fault_banner(fault: FaultViewModel, ui: Ui, offered: Commands) -> Layout:
    """Return the fault of an own bot, with what can be done about it."""
    buttons = [offered.button(name) for name in FAULT_COMMANDS]
    return question_banner(
        ui.tr("match.bot_stuck", side=player_name(fault.player)), ui.tr(fault.sentence), buttons
    )


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


def cards_part(
    view_model: MatchViewModel, ui: Ui, offered: Commands, token: Token, do: MatchCallbacks
) -> Layout:
    """Return the cards beside the board."""
    over = view_model.finished and not view_model.analysis
    third: Layout | None = None
    if over:
        third = curve_card(view_model, ui, token, do.inspector.show_ply)
    elif view_model.analysis:
        third = cards.third(view_model, ui, token, offered, do.inspector.show_ply, do.choose_card)
    return cards.side(
        view_model,
        ui,
        players_part(view_model, ui, offered, token, do),
        cards.moves(view_model, ui, token, do.inspector.show_ply),
        third,
        [] if over or view_model.explains or not view_model.humans else _teach(view_model, ui, do),
        do.choose_tab,
    )


def players_part(
    view_model: MatchViewModel, ui: Ui, offered: Commands, token: Token, do: MatchCallbacks
) -> Layout:
    """Return the card of both players and of the computer's last action."""
    play_now = offered.button("play_now", size=14)
    if play_now.enabled:
        play_now.kind = ButtonKind.PRIMARY
    return players_card(view_model, ui, token, do, play_now)


def _teach(view_model: MatchViewModel, ui: Ui, do: MatchCallbacks) -> list[Layout]:
    """Return the switch for teaching with its explanation, and without it."""
    return [teach_card(ui, view_model.teaching, do.teach, small=small) for small in (False, True)]
