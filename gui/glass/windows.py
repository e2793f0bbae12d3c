"""Alpha-beta: the tree with its windows and cut-offs, and the table depth by depth."""

from __future__ import annotations

from collections.abc import Sequence

from engine.messages import Message
from engine.watch import Recording, Step
from gui.glass.latest import Latest
from gui.glass.looked import Line, Looked
from gui.glass.panel import Act, Panel
from gui.glass.windows_picture import WindowTree
from gui.glass.windows_seen import (
    Look,
    Node,
    WindowsSeen,
    efforts_of,
    looks_of,
    windows_seen,
)
from gui.glass.windows_table import DepthTable
from gui.glass.windows_told import counted_lines, told
from gui.kit.layout import Layout
from gui.protocols import Marks
from gui.ui import Ui


class WindowsPanel(Panel):
    """What an alpha-beta search looked at, and what it did not need to look at."""

    def __init__(self) -> None:
        # The looks of the recording seen last; found again for another one.
        self._known: tuple[Sequence[Step], list[Look]] = ((), [])
        self._latest = Latest(self._make)

    def _make(self, looked: Looked) -> WindowsSeen:
        return windows_seen(looked, self._looks(looked.recording))

    def _looks(self, recording: Recording) -> list[Look]:
        steps, looks = self._known
        if steps is not recording.steps:
            grown = (
                0 < len(steps) <= len(recording.steps)
                and steps[-1] is recording.steps[len(steps) - 1]
            )
            self._known = (recording.steps, looks_of(recording, looks if grown else ()))
        return self._known[1]

    def seen(self, looked: Looked) -> WindowsSeen:
        """What there is to see at this moment."""
        return self._latest.of(looked)

    def picture(self, looked: Looked, ui: Ui, act: Act) -> Layout:
        return WindowTree(self.seen(looked), looked, act)

    def table(self, looked: Looked, ui: Ui, act: Act) -> Layout | None:
        return DepthTable(self.seen(looked), looked, act)

    def sentence(self, looked: Looked) -> Message | None:
        step = looked.now
        if step is None:
            return None
        return told(self.seen(looked), looked)

    def marks(self, looked: Looked) -> Marks:
        line = looked.line
        counted = _counted(self.seen(looked), line)
        facts = (counted.counted if counted is not None else None) or {}
        if counted is None or "four_cells" not in facts:
            return Marks(line, len(line))
        mover = 1 - counted.player
        cells = (_cells(facts[name], mover) for name in ("four_cells", "good_cells"))
        return Marks(line, len(line), *cells)

    def card(self, looked: Looked) -> tuple[Message, ...]:
        line = looked.line
        node = _counted(self.seen(looked), line)
        return () if node is None else counted_lines(node, looked)

    def asks(self, looked: Looked) -> Sequence[Line]:
        levels = self.seen(looked).levels
        return [node.line for level in levels for node in level.nodes if len(node.line) > 1]

    def efforts(self, recording: Recording) -> Sequence[int]:
        return efforts_of(self._looks(recording), recording)


def _counted(seen: WindowsSeen, line: Line) -> Node | None:
    """The position at the horizon that a line leads to."""
    node = seen.node(line)
    return node if node is not None and node.counted is not None else None


def _cells(pair: Sequence[Sequence[int]], mover: int) -> tuple[tuple[int, int], ...]:
    both = zip((mover, 1 - mover), pair, strict=True)
    return tuple((cell, player) for player, cells in both for cell in cells)
