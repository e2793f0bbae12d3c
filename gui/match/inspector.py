"""Look inside a match: its view model, and the layout of the panel beside the board."""

from __future__ import annotations

from engine.messages import Message, message
from engine.registry import player_name
from gui.inspector import frame, transport
from gui.inspector.ask_model import AskViewModel, ask_view_model
from gui.inspector.decision_content import InspectorViewModel, decision_content
from gui.inspector.ply_strip import Ply
from gui.inspector.replay import ReplayRequest
from gui.kit.command import Commands
from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, Pad, Row, px
from gui.match.base import MatchBase
from gui.match.model import Match
from gui.match.page import asking_banner, beside_inspector, even_row
from gui.match.players import seat_card
from gui.own.fault import FaultViewModel
from gui.ui import Ui

YOUR_TURN = Message("inspector.your_turn")
LEFT = 440  # the least width of the board and its controls beside the inspector
BESIDE = 0.36  # the part of a wide window that they take


def inspector_view_model(match: Match) -> InspectorViewModel | None:
    """Return the view model of the inspector, or None while it is closed."""
    if not match.app_context.settings.inspector:
        return None
    inspector, table, ply = match.inspector, match.table, match.inspected.ply
    frame, question = inspector.frame(), inspector.question
    # The fault that the game waits for, where its decision is looked into.
    here = ply == table.session.ply and not match.inspected.of_another and not match.asking.open
    fault = match.bots.own_fault if here else None
    asking = match.inspected.asking_shown and fault is None
    return InspectorViewModel(
        title=_title(match, ply, fault, asking=asking),
        player=None if question is None else player_name(question.player, table.game),
        plies=_plies(match),
        at=ply,
        ended=table.finished,
        frame=None if asking else frame,
        panel=inspector.panel if frame is not None and not asking else None,
        playing=None if asking else inspector.playing(),
        notice=inspector.notice,
        ask=_asking(match, ply) if asking else None,
        shown=ply == table.session.ply,
        fault=fault,
        page=inspector.page,
    )


def _asking(match: Match, ply: int) -> AskViewModel:
    inspector, table = match.inspector, match.table
    side = table.game.to_move(table.session.all_states[ply])
    again = None
    if inspector.question is None and not table.is_human(side):
        begun = ply < len(table.session.all_moves)
        name = player_name(table.players.of(side), table.game)
        again = message(f"inspector.{'again' if begun else 'begin'}", player=name)
    shown = "" if inspector.question is None else inspector.question.player
    notice = inspector.notice
    text = None if notice == YOUR_TURN else notice  # the title says it
    return ask_view_model(match.asking, shown, text, again, can_return=notice is None)


def _plies(match: Match) -> tuple[Ply, ...]:
    table, session = match.table, match.table.session
    steps = zip(session.all_states, session.move_texts(), match.losses(), strict=False)
    thoughts, to_move = table.thoughts, table.game.to_move
    return tuple(
        Ply(text, to_move(state), ply in thoughts, loss)
        for ply, (state, text, loss) in enumerate(steps, start=1)
    )


def _made(match: Match, ply: int, question: ReplayRequest) -> bool:
    """Return whether the decision that is shown was made in the game."""
    in_game = question.stored is not None or question.made is not None
    return in_game or (ply + 1 in match.table.thoughts and not match.inspected.of_another)


def _title(match: Match, ply: int, fault: FaultViewModel | None, *, asking: bool) -> Message:
    question = match.inspector.question
    if asking:
        return YOUR_TURN if match.inspector.notice == YOUR_TURN else Message("inspector.ask")
    if fault is not None:
        return message("own.stopped_at", player=player_name(fault.player), number=ply + 1)
    if question is None:
        return message("inspector.title.none", number=ply + 1)
    player = player_name(question.player, match.table.game)
    if _made(match, ply, question):
        verb = "chose"
    else:
        watched = match.bots.watched is match.inspector.replay and match.bots.thinking
        verb = "chooses" if watched else "would"
    return message(f"inspector.title.{verb}", player=player, number=ply + 1)


def inspector_page(screen: MatchBase, inspector: InspectorViewModel, offered: Commands) -> Layout:
    """Return the board beside the whole panel, or beside a compact one."""
    view_model, ui, do = screen.view_model, screen.ui, screen.looking
    board = screen.board_widget(space=False)  # the space key plays the recording
    # Navigation through the game, or the commands for a thinking bot.
    back = view_model.finished or view_model.ply < len(view_model.moves)
    others = ["previous", "next"] if back else ["pause", "play_now"]
    rows = [["undo", "redo", "hint", "analysis"], ["look", *others]]
    buttons = Column(*(even_row(offered, row) for row in rows), gap=8)
    token, lines = do.token, 2 if inspector.panel is None else inspector.panel.card_lines
    above = [seat_card(seat, side, ui, token) for side, seat in enumerate(view_model.seats)]
    if view_model.question is not None:
        above = [asking_banner(screen, offered)]

    def beside(step_text: tuple[str, ...] | None, least: float, panel: Layout) -> Layout:
        left = beside_inspector(above, board, step_text, buttons, lines)
        wide = Flexible(Box(left, least_width=px(least)), BESIDE)
        return Pad(Row(wide, Flexible(panel, 1 - BESIDE), gap=24), 24, 20, 24, 24)

    content = decision_content(inspector, ui, do)
    moves = transport.transport_buttons(offered.called(transport.PREFIX))
    forms = frame.FrameForms(content, ui, do, moves)
    return FirstFit(
        beside(_step_text(inspector, ui), LEFT, forms.tall()),
        lambda: beside(None, 0, forms.compact()),
    )


def _step_text(inspector: InspectorViewModel, ui: Ui) -> tuple[str, ...] | None:
    """Return heading and lines of the step; None without a recording."""
    tr = ui.tr
    if inspector.fault is not None:
        return tr("own.waits_title"), tr("own.waits_says"), tr("own.waits_ways")
    if inspector.frame is not None and inspector.panel is not None:
        card = inspector.panel.card(inspector.frame) if inspector.shown else ()
        return tuple(map(tr, card))
    return None if inspector.ask is None else tuple(map(tr, inspector.ask.card))
