"""The view model of the inspector of a match."""

from __future__ import annotations

from engine.messages import Message, message
from engine.registry import player_name
from gui.inspector.ask_model import AskViewModel, ask_view_model
from gui.inspector.decision_content import InspectorViewModel
from gui.inspector.ply_strip import Ply
from gui.match.model import Match
from gui.own.fault import FaultViewModel

YOUR_TURN = Message("inspector.your_turn")


def inspector_view_model(match: Match) -> InspectorViewModel | None:
    """Return the view model of the inspector, or None while it is closed."""
    if not match.app_context.settings.inspector:
        return None
    inspector, table, ply = match.inspector, match.table, match.inspected_ply
    frame = inspector.frame()
    fault = match.own_fault if match.fault_shown else None
    asking = match.asking_shown and fault is None
    ended = table.game.outcome(table.session.all_states[-1]) is not None
    return InspectorViewModel(
        title=_asking_title(match) if asking else _title(match, ply, fault),
        player=None if inspector.question is None else _player(match),
        plies=_plies(match),
        at=ply,
        ended=ended,
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


def _asking_title(match: Match) -> Message:
    return YOUR_TURN if match.inspector.notice == YOUR_TURN else Message("inspector.ask")


def _plies(match: Match) -> tuple[Ply, ...]:
    table, session = match.table, match.table.session
    steps = zip(session.all_states, session.move_texts(), match.losses(), strict=False)
    thoughts, to_move = table.thoughts, table.game.to_move
    return tuple(
        Ply(text, to_move(state), ply in thoughts, loss)
        for ply, (state, text, loss) in enumerate(steps, start=1)
    )


def _player(match: Match) -> Message:
    """Return the name of the player whose decision is shown."""
    question = match.inspector.question
    assert question is not None
    return player_name(question.player, match.table.game)


def _made(match: Match, ply: int) -> bool:
    """Return whether the decision that is shown was made in the game."""
    question = match.inspector.question
    if question is None:
        return False
    in_game = question.stored is not None or question.made is not None
    return in_game or (ply + 1 in match.table.thoughts and not match.inspected_here)


def _title(match: Match, ply: int, fault: FaultViewModel | None) -> Message:
    question = match.inspector.question
    if fault is not None:
        return message("own.stopped_at", player=player_name(fault.player), number=ply + 1)
    if question is None:
        return message("inspector.title.none", number=ply + 1)
    player = _player(match)
    if _made(match, ply):
        return message("inspector.title.chose", player=player, number=ply + 1)
    if match.bots.watched is match.inspector.replay and match.bots.thinking:
        return message("inspector.title.chooses", player=player, number=ply + 1)
    return message("inspector.title.would", player=player, number=ply + 1)
