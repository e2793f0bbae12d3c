"""The callbacks of the arena, in one record for all cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gui.arena.form import ExperimentForm
from gui.arena.model import PairSelection, ResultFilter

Edit = Callable[[ExperimentForm], ExperimentForm]  # a change of the form by the user


@dataclass(frozen=True)
class ArenaCallbacks:
    """Actions that need the window."""

    edit: Callable[[Edit], None]
    typed: Callable[[str, str], None]  # changes the text of a field by its name, without a refresh
    pick: Callable[[str], None]  # opens the choice of the player in a field of a sweep
    choose_game: Callable[[], None]
    choose: Callable[[PairSelection], None]
    only: Callable[[ResultFilter], None]
    open_game: Callable[[int], None]
    open_position: Callable[[int], None]
    open_fault: Callable[[int], None]
    show_faults: Callable[[bool], None]  # instead of the games
    open_card: Callable[[str], None]  # of an own bot, by its player text
