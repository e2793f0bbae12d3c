"""What the panel of a look inside shows of a match: plies, title, the decision looked into."""

from __future__ import annotations

from engine.messages import Message, message
from engine.registry import player_name
from gui.glass.frame import GlassSeen
from gui.glass.strip import Ply
from gui.match.model import Match


def glass_seen(match: Match, page: int = 0) -> GlassSeen | None:
    """None while nobody looks inside."""
    if not match.house.settings.glass:
        return None
    glass, table, ply = match.glass, match.table, match.looked_ply
    looked = glass.looked()
    side = table.game.to_move(table.session.all_states[ply])
    sits = None if table.is_human(side) else player_name(table.players.of(side))
    ended = table.game.outcome(table.session.all_states[-1]) is not None
    return GlassSeen(
        title=_title(match, ply),
        plies=_plies(match),
        at=ply,
        ended=ended,
        looked=looked,
        panel=glass.panel if looked is not None else None,
        playing=glass.playing(),
        notice=glass.notice,
        again=sits if glass.question is None else None,
        shown=ply == table.session.ply,
        page=page,
    )


def _plies(match: Match) -> tuple[Ply, ...]:
    table, session = match.table, match.table.session
    steps = zip(session.all_states, session.move_texts(), match.losses(), strict=False)
    thoughts, to_move = table.thoughts, table.game.to_move
    return tuple(
        Ply(text, to_move(state), ply in thoughts, loss)
        for ply, (state, text, loss) in enumerate(steps, start=1)
    )


def _title(match: Match, ply: int) -> Message:
    question = match.glass.question
    if question is None:
        return message("glass.title.none", number=ply + 1)
    player = player_name(question.player)
    made = question.stored is not None or question.made is not None
    if made or (ply + 1 in match.table.thoughts and not match.asked_here):
        return message("glass.title.chose", player=player, number=ply + 1)
    if match.bots.watched is match.glass.replay and match.bots.thinking:
        return message("glass.title.chooses", player=player, number=ply + 1)
    return message("glass.title.would", player=player, number=ply + 1)
