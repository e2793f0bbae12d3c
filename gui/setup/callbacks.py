"""The callbacks of the settings of a game, in one record for all cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gui.kit.command import AndRefresh
from gui.kit.forms import AskChoice
from gui.own.actions import OwnActions


@dataclass(frozen=True)
class SetupCallbacks:
    """Actions that need the window."""

    and_refresh: AndRefresh
    choose_game: Callable[[int], None]
    type_position: Callable[[str], None]
    train: Callable[[], None]
    ask_choice: AskChoice
    own: OwnActions
