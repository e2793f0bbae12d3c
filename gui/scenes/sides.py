"""What the sides of a game and those who play them are called."""

from __future__ import annotations

from collections.abc import Callable

from engine.protocols import OptionError
from engine.registry import HUMAN, parse_player, player_detail, player_name
from gui.boards import board_of


def side_words(game_id: str) -> tuple[str, str]:
    """The keys of the names of both sides, the one that moves first before the other."""
    return board_of(game_id).sides


def player_words(text: str, tr: Callable[..., str], short: bool = False) -> str:
    """A player as a person reads it: You, or Monte Carlo, 1,000 playouts."""
    if text == HUMAN:
        return tr("match.you")
    try:
        spec = parse_player(text)
        name = tr(player_name(text))
        if short or (spec.number is None and not spec.suffix):
            return name
        return tr("statistics.name", name=name, detail=player_detail(text))
    except OptionError:  # kept by another version
        return text


def pair_words(first: str, second: str, tr: Callable[..., str], short: bool = False) -> str:
    """Who plays whom; two persons at one table are not You against You."""
    if first == second == HUMAN:
        return tr("statistics.two_people")
    names = [player_words(text, tr, short) for text in (first, second)]
    return tr("statistics.pair", first=names[0], second=names[1])
