"""Layout of a match with the inspector: the panel beside the board."""

from __future__ import annotations

from gui.inspector import frame, transport
from gui.inspector.decision_content import InspectorViewModel, decision_content
from gui.kit.command import Commands
from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, Pad, Row, px
from gui.match.base import MatchBase
from gui.match.page import asking_banner, beside_inspector, even_row
from gui.match.players import seat_card
from gui.ui import Ui

LEFT = 440  # the least width of the board and its controls beside the inspector
BESIDE = 0.36  # the part of a wide window that they take


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
