"""The callbacks of the match screen, in one record for commands, cards and inspector."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gui.inspector.decision_content import InspectorCallbacks
from gui.kit.command import AndRefresh
from gui.protocols import Transition


@dataclass(frozen=True)
class MatchCallbacks:
    """Actions that need the window; a side is 0 or 1."""

    and_refresh: AndRefresh
    on_step: AndRefresh  # shows the position before the decision first
    inspector: InspectorCallbacks
    play: Callable[[int], None]
    teach: Callable[[bool], None]
    copy: Callable[[str, str], None]  # copies a text; the second argument is the notice shown
    answer: Callable[[bool], None]  # to the question whether to take the last move back
    open_path: Callable[[str | Path], Transition | None]
    paste: Callable[[str], Transition | None]
    ask_level: Callable[[], None]
    rename: Callable[[int | None], None]  # starts renaming, None the person to move; -1 ends it
    name: Callable[[int, str], None]  # accepts a name
    choose_tab: Callable[[str], None]
    edit: Callable[[str], None]  # opens the file of an own bot
    choose_card: Callable[[str], None]
