"""The sentences of a match: names of its players, reasons, hints, and the costs of mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.messages import Message, is_written, message
from engine.naming import move_name, named_list, named_move, played_move
from engine.protocols import HUMAN, Estimate, Game, Impartial, Value
from engine.puzzles.refutation import forces_loss, safe_moves, threats, wins_at_once
from engine.puzzles.review import MoveReview
from engine.registry import is_own, player_name
from gui.boards.words import UNNAMED, own_key, side_words, told_side
from gui.match.table import GameTable
from gui.people import GrammarRole, computer_name, person_name

_LOST: Mapping[tuple[Value | None, Value | None], str] = {
    (Value.WIN, Value.DRAW): "teach.win_draw",
    (Value.WIN, Value.LOSS): "teach.win_loss",
    (Value.DRAW, Value.LOSS): "teach.draw_loss",
}


# -- names and moves -------------------------------------------------------------------------------


def side_name(table: GameTable, player: int) -> Message:
    """Return the name of a side: Red, Yellow, First..."""
    return Message(side_words(table.game)[player])


def seat_name(table: GameTable, player: int, place: GrammarRole = GrammarRole.NAME) -> Message:
    """Return a player's name for the card, or for another place in a text."""
    text = table.players.of(player)
    if text != HUMAN:
        return computer_name(text, place, table.game)
    name = table.players.names[player]
    if name or table.humans == 1:
        return person_name(name, player, table.humans)
    return person_name("", table.person(player), 2)


def subject(table: GameTable, player: int) -> Message:
    """Return a player as the subject of a sentence; two equal bots have the names of their sides.

    Many of these names begin with a small letter.
    """
    if table.humans == 0 and table.players.first == table.players.second:
        return told_side(table.game, player)
    return named_subject(table, player)


def named_subject(table: GameTable, player: int) -> Message:
    """Return a player as the subject of a sentence: a single computer is just the computer.

    A person's own bot has its name.
    """
    if table.humans == 1 and not table.is_human(player) and not is_own(table.players.of(player)):
        return Message("computer.plain")
    return seat_name(table, player, GrammarRole.ACTING)


def last_player(table: GameTable) -> str:
    """Return the player text behind the last move: that of its side, or who moved for an own bot.

    There is a last move.
    """
    text = table.players.of(table.game.to_move(table.session.states[-2]))
    return table.thought.player if table.thought is not None and is_own(text) else text


def last_subject(table: GameTable) -> Message:
    """Return who made the last move as the subject of a sentence; there is one."""
    text, side = last_player(table), table.game.to_move(table.session.states[-2])
    instead = is_own(table.players.of(side)) and not is_own(text)
    return player_name(text, table.game) if instead else subject(table, side)


def starter_sentence(table: GameTable) -> Message:
    """Return who begins, and the side of the only person; of two, the side of the starter."""
    alone = table.humans == 1
    person = 0 if not alone or table.is_human(0) else 1
    key = "match.starts_other" if not alone or person else "match.starts_you"
    side = side_words(table.game)[person]
    if side in UNNAMED:
        return message(key, name=subject(table, 0))
    whose = "yours" if alone else "theirs"
    return message(f"{key}.{whose}", name=subject(table, 0), side=Message(side))


def level_remark(table: GameTable) -> Message:
    """Return the last move in plain words, with its reason where one can see it on the board.

    The first move of the first game says instead how columns and squares are counted.
    """
    game, session = table.game, table.session
    state, move = session.states[-2], session.moves[-1]
    text = played_move(game, state, move, last_subject(table))
    reason = visible_reason(game, state, move) if table.humans == 1 else None
    counting = f"counting.{game.id}"  # how moves are numbered, where the numbers begin with 0
    if reason is None and session.ply == 1 and not table.number and is_written(counting):
        reason = Message(counting)
    return text if reason is None else message("remark", text=text, reason=reason)


def visible_reason(game: Game[Any], state: Any, move: int) -> Message | None:
    """Return what a move does that its opponent can see at once; None if nothing.

    It makes two threats, or stops every win at once of the opponent.
    """
    after = game.play(state, move)
    if isinstance(game, Impartial) or game.outcome(after) is not None:
        return None
    if len(threats(game, after)) > 1:
        return Message("remark.two_threats")
    if threats(game, state) and not wins_at_once(game, after):
        return Message("remark.blocked")
    return None


# -- hints and mistakes ----------------------------------------------------------------------------


def visible_hint(game: Game[Any], state: Any) -> tuple[int, Message] | None:
    """Return a move whose reason one can see on the board, and that reason; None without one.

    A win at once goes before the only legal move, a threat to stop, and a move after which the
    opponent has only losing ones.
    """
    moves, wins = game.moves(state), wins_at_once(game, state)
    if wins:
        return wins[0], message("hint.win", move=named_move(game, state, wins[0]), count=1)
    if len(moves) == 1:
        return moves[0], message("hint.only", move=named_move(game, state, moves[0]))
    threatened, safe = threats(game, state), safe_moves(game, state)
    if threatened:
        side = Message(side_words(game)[1 - game.to_move(state)])
        if not safe:
            listed = named_list(game, [game.move_text(state, move) for move in threatened])
            return threatened[0], message("hint.unstoppable", side=side, moves=listed)
        block = next(move for move in threatened if move in safe)  # nothing else stops a threat
        name = move_name(game, state, block)
        return block, message(own_key("hint.block", game.id), side=side, move=name)
    forcing = next((move for move in moves if forces_loss(game, state, move)), None)
    if forcing is None:
        return None
    name = named_move(game, state, forcing)
    return forcing, message(own_key("hint.forces", game.id), move=name)


def hint_words(move: Message, estimate: Estimate | None) -> Message:
    """Explain why the best move, with this name and estimate, is good."""
    if estimate is None or estimate.value is None:
        return message("hint.plain", move=move)
    key = {Value.WIN: "hint.win", Value.DRAW: "hint.draw", Value.LOSS: "hint.loss"}[estimate.value]
    if estimate.remoteness is None:
        return message(key + "_open", move=move)
    return message(key, move=move, count=estimate.remoteness)


def step_back_words(review: MoveReview, other: Message | None = None) -> Message:
    """Say what a move that gave value away has cost, without naming a better move.

    `other` is the side it helps, where the opponent is a person too.
    """
    key = _LOST[review.value, review.after]
    return Message(key) if other is None else message(f"{key}.people", other=other)
