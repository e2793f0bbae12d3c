"""The callbacks of the lab, in one record for commands, cards and inspector."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gui.boards.board import Board
from gui.boards.handling import DraftPosition
from gui.boards.puzzle_widget import Play
from gui.inspector.search_panel import SearchCallbacks
from gui.kit.command import AndRefresh, Commands
from gui.kit.widget import Widget


@dataclass(frozen=True)
class LabCallbacks:
    """Actions that need the window, and choices of a value."""

    commands: Callable[[str], Commands]  # the offered commands, their texts by a prefix
    search: SearchCallbacks
    board: Board
    move: Play
    editor: Callable[[DraftPosition], Widget]  # of the position that is set up
    choose_option: Callable[[str, str], None]
    choose_solver: Callable[[str], None]
    choose_tab: Callable[[int], None]
    jump: Callable[[int, int], None]
    step: Callable[[int], None]
    set_speed: Callable[[int], None]
    stop: Callable[[], None]
    look: Callable[[], None]  # opens the search inspector, or closes it
    first: Callable[[], None]  # goes to the start of the solution
    reset_camera: Callable[[], None]
    toggle: Callable[[str], None]  # switches a setting by its name
    copy: Callable[[str, str], None]  # copies a text; the second argument is the notice shown
    paste: Callable[[], None]
    choose_scramble: Callable[[], None]
    choose_length: Callable[[int], None]  # draws a scramble of so many moves
    show_sharing: Callable[[], None]
    show_bests: Callable[[], None]
    and_refresh: AndRefresh
