"""The callbacks of the menu, in one record for tiles and cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class MenuCallbacks:
    """Actions of the menu; a game is its id."""

    open_game: Callable[[str], None]  # continues the game in progress, else starts a new one
    ask_game: Callable[[str], None]  # opens the menu of a tile
    new_game: Callable[[str], None]
    choose_people: Callable[[int], None]  # one (0) or two (1)
    choose_level: Callable[[int], None]
    ask_level: Callable[[], None]
