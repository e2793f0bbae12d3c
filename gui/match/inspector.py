"""The inspector of a match: its view model and its callbacks."""

from __future__ import annotations

from collections.abc import Callable

from engine.messages import Message, message
from engine.registry import player_name
from gui.boards.token import Token
from gui.inspector.frame import InspectorCallbacks, InspectorViewModel
from gui.inspector.ply_strip import Ply
from gui.kit.command import AndRefresh
from gui.match.model import Match


def inspector_view_model(match: Match) -> InspectorViewModel | None:
    """Return the view model of the inspector, or None while it is closed."""
    if not match.app_context.settings.inspector:
        return None
    inspector, table, ply = match.inspector, match.table, match.inspected_ply
    frame = inspector.frame()
    side = table.game.to_move(table.session.all_states[ply])
    sits = None if table.is_human(side) else player_name(table.players.of(side), table.game)
    ended = table.game.outcome(table.session.all_states[-1]) is not None
    return InspectorViewModel(
        title=_title(match, ply),
        player=None if inspector.question is None else _player(match),
        plies=_plies(match),
        at=ply,
        ended=ended,
        frame=frame,
        panel=inspector.panel if frame is not None else None,
        playing=inspector.playing(),
        notice=inspector.notice,
        again=sits if inspector.question is None else None,
        shown=ply == table.session.ply,
        page=inspector.page,
    )


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


def _title(match: Match, ply: int) -> Message:
    question = match.inspector.question
    if question is None:
        return message("inspector.title.none", number=ply + 1)
    player = _player(match)
    made = question.stored is not None or question.made is not None
    if made or (ply + 1 in match.table.thoughts and not match.inspected_here):
        return message("inspector.title.chose", player=player, number=ply + 1)
    if match.bots.watched is match.inspector.replay and match.bots.thinking:
        return message("inspector.title.chooses", player=player, number=ply + 1)
    return message("inspector.title.would", player=player, number=ply + 1)


def inspector_callbacks(
    match: Match,
    on_step: AndRefresh,
    and_refresh: AndRefresh,
    token: Token,
    ask: Callable[[], None],
) -> InspectorCallbacks:
    """Return the callbacks of the inspector, which change the match or the replayed recording.

    `on_step` wraps a change of the step, `and_refresh` any other one; `ask` asks for a player.
    """
    inspector = match.inspector
    return InspectorCallbacks(
        token=token,
        go_to_step=on_step(inspector.go_to_step),
        choose=on_step(inspector.choose),
        toggle=on_step(inspector.toggle),
        show_ply=and_refresh(match.jump),
        close=and_refresh(match.toggle_inspector),
        ask=ask,
        think_again=and_refresh(match.think_again),
        go_to_phase=on_step(inspector.go_to_phase),
        scrub=on_step(inspector.scrub),
        step=on_step(lambda steps: inspector.on() if steps > 0 else inspector.back()),
        set_speed=and_refresh(inspector.set_speed),
        choose_page=and_refresh(inspector.choose_page),
    )
