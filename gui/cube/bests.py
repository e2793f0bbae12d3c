"""The best cubes solved by hand: from the store, as a message, and as a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.messages import Message, message
from engine.store import SolvedCube, Store
from gui.cube.attempt import CountReason, SolveResult, clock_text
from gui.cube.snapshot import Metric
from gui.kit import Button, ButtonKind, Label
from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, NoShrink, Pad, Row, Scroll
from gui.kit.popup import Popup
from gui.ui import Ui

LISTED = 5


@dataclass(frozen=True)
class Bests:
    """The best results in one metric, the best first."""

    turns: tuple[SolvedCube, ...] = ()
    time: tuple[SolvedCube, ...] = ()

    @classmethod
    def read(cls, store: Store, metric: Metric) -> Bests:
        """Read the results; StoreError when the store cannot be read."""
        found = store.fewest_turns(metric.value, LISTED), store.quickest(metric.value, LISTED)
        return cls(*map(tuple, found))

    def beaten(self, cube: SolvedCube) -> list[str]:
        """Return the records that a cube breaks: `turns`, `time`."""
        found = []
        if not self.turns or cube.turns < self.turns[0].turns:
            found.append("turns")
        if not self.time or cube.milliseconds < self.time[0].milliseconds:
            found.append("time")
        return found


def best_message(solved: SolveResult, before: Bests) -> Message:
    """Return a sentence on a solved cube, and a second one on its place among the best results."""
    turns = message(f"cube_hand.turns.{solved.metric.value}", count=solved.turns)
    how = {"turns": turns, "time": clock_text(solved.seconds), "count": solved.shortest}
    result = Message("cube_hand.solved", how)
    if solved.why is not CountReason.COUNTS:
        return message(
            "cube_hand.and", first=result, second=message(f"cube_hand.{solved.why.value}")
        )
    beaten = before.beaten(solved.kept())
    if not beaten:
        return result
    best = message(f"cube_hand.best.{'_'.join(beaten)}")
    return message("cube_hand.and", first=result, second=best)


def best_line(bests: Bests, ui: Ui) -> str:
    """Return the best turns and the best time in a line; empty if there are none."""
    if not bests.turns or not bests.time:
        return ""
    turns = ui.tr("cube_hand.best_turns", count=bests.turns[0].turns)
    return ui.tr("cube_hand.bests", turns=turns, time=_time(bests.time[0]))


def _time(cube: SolvedCube) -> str:
    return clock_text(cube.milliseconds / 1000)


# -- the list --------------------------------------------------------------------------------------


def bests_popup(
    ui: Ui, size: tuple[int, int], bests: dict[Metric, Bests], close: Callable[[], None]
) -> Popup:
    """Build the list of both metrics by turns and by time, with the conditions for a result."""
    popup = Popup(ui, modal=True)
    tr = ui.tr
    title = Box(Label(tr("cube_hand.title"), 22, bold=True, maximum=1), height=44)
    done = Button(tr("cube_hand.close"), close, kind=ButtonKind.PRIMARY, key="close")
    parts = [part for metric, best in bests.items() for part in _metric(metric, best, ui)]
    content = Column(
        Column(title, Label(tr("cube_hand.rule"), 14, quiet=True), gap=0),
        *parts,
        Row(Flexible(), NoShrink(done), height=44),
        gap=12,
    )
    popup.show_centred(Pad(FirstFit(content, Scroll(content)), 24), size, ui.theme.tx(620))
    popup.widget_group.focus_key("close", ring=False)
    return popup


def _metric(metric: Metric, bests: Bests, ui: Ui) -> Iterator[Layout]:
    tr = ui.tr
    yield Label(tr(f"game.option.metric.{metric.value}"), 16, bold=True)
    if not bests.turns:
        yield Label(tr("cube_hand.none"), 14, quiet=True)
        return
    lists = [
        Column(
            Label(tr(f"cube_hand.by_{name}"), 14, quiet=True),
            *(Label(_row(cube, ui), 14) for cube in cubes),
            gap=4,
        )
        for name, cubes in (("turns", bests.turns), ("time", bests.time))
    ]
    yield FirstFit(Row(*map(Flexible, lists), gap=16), Column(*lists, gap=8))


def _row(cube: SolvedCube, ui: Ui) -> str:
    turns = ui.tr("cube_hand.best_turns", count=cube.turns)
    return ui.tr("cube_hand.row", turns=turns, time=_time(cube), shortest=cube.shortest)
