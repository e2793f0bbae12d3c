"""The best results by hand: from the store, as a message, and as a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.messages import Message, message
from engine.store.store import PuzzleResult, Store
from gui.boards.handling import Handlings
from gui.boards.puzzle_words import specific
from gui.kit import Button, ButtonKind, Label
from gui.kit.accessible import sentence
from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, NoShrink, Pad, Row, Scroll
from gui.kit.popup import Popup
from gui.lab.attempt import CountReason, SolveResult, clock_text
from gui.ui import Ui

LISTED = 5


@dataclass(frozen=True)
class Bests:
    """The best results in one variant of a puzzle, the best first."""

    moves: tuple[PuzzleResult, ...] = ()
    time: tuple[PuzzleResult, ...] = ()

    @classmethod
    def read(cls, store: Store, variant: str) -> Bests:
        """Read the results; StoreError when the store cannot be read."""
        results = store.fewest_moves(variant, LISTED), store.quickest(variant, LISTED)
        return cls(*map(tuple, results))

    def beaten(self, result: PuzzleResult) -> list[str]:
        """Return the records that a result breaks: `turns`, `time`."""
        records = []
        if not self.moves or result.moves < self.moves[0].moves:
            records.append("turns")
        if not self.time or result.milliseconds < self.time[0].milliseconds:
            records.append("time")
        return records


def best_message(solved: SolveResult, before: Bests, *, beginner: bool = False) -> Message:
    """Return a sentence on a result, and a second one on its place among the best.

    A `beginner` is not told that an easy scramble has none.
    """
    by_hand = solved.result
    moves = message(specific("cube_hand.turns", solved.options), count=by_hand.moves)
    how = {"turns": moves, "time": _time(by_hand), "count": by_hand.shortest}
    result = Message("cube_hand.solved", how)
    if beginner and solved.why is CountReason.SHORT:
        return result
    if solved.why is not CountReason.COUNTS:
        return message(
            "cube_hand.and", first=result, second=message(f"cube_hand.{solved.why.value}")
        )
    beaten = before.beaten(by_hand)
    if not beaten:
        return result
    best = message(f"cube_hand.best.{'_'.join(beaten)}")
    return message("cube_hand.and", first=result, second=best)


def best_line(bests: Bests, ui: Ui) -> str:
    """Return the fewest moves and the best time in a line; empty if there are none."""
    if not bests.moves or not bests.time:
        return ""
    moves = ui.tr("cube_hand.best_turns", count=bests.moves[0].moves)
    return ui.tr("cube_hand.bests", turns=moves, time=_time(bests.time[0]))


def _time(result: PuzzleResult) -> str:
    return clock_text(result.milliseconds / 1000)


# -- the list --------------------------------------------------------------------------------------


def bests_popup(
    ui: Ui,
    size: tuple[int, int],
    handlings: Handlings,
    bests: Mapping[str, Bests],
    close: Callable[[], None],
) -> Popup:
    """Build the list of every variant by moves and by time, with the conditions for a result."""
    popup = Popup(ui, modal=True)
    tr = ui.tr
    title = Box(Label(tr("cube_hand.title"), 22, bold=True, maximum=1), height=44)
    done = Button(tr("cube_hand.close"), close, kind=ButtonKind.PRIMARY, key="close")
    content = Column(
        Column(title, Label(tr("cube_hand.rule"), 14, quiet=True), gap=0),
        *best_lists(ui, handlings, bests),
        Row(Flexible(), NoShrink(done), height=44),
        gap=12,
    )
    popup.show_centred(Pad(FirstFit(content, Scroll(content)), 24), size, ui.theme.tx(620))
    popup.widget_group.focus_key("close", ring=False)
    return popup


def best_lists(ui: Ui, handlings: Handlings, bests: Mapping[str, Bests]) -> list[Layout]:
    """Lay out the best results of every variant by moves and by time."""
    return [
        part
        for handling in handlings.variants({})
        for part in _variant(handling.puzzle.options, bests[handling.variant], ui)
    ]


def _variant(options: Mapping[str, str], bests: Bests, ui: Ui) -> Iterator[Layout]:
    tr = ui.tr
    if options:
        names = [tr(f"game.option.{name}.{value}") for name, value in options.items()]
        yield Label(sentence(names), 16, bold=True)
    if not bests.moves:
        yield Label(tr("cube_hand.none"), 14, quiet=True)
        return
    lists = [
        Column(
            Label(tr(f"cube_hand.by_{name}"), 14, quiet=True),
            *(Label(result_line(result, ui), 14) for result in results),
            gap=4,
        )
        for name, results in (("turns", bests.moves), ("time", bests.time))
    ]
    yield Row(*map(Flexible, lists), gap=16)


def result_line(result: PuzzleResult, ui: Ui) -> str:
    """Return the moves and the time of a result, and the length of a shortest solution."""
    moves = ui.tr("cube_hand.best_turns", count=result.moves)
    return ui.tr("cube_hand.row", turns=moves, time=_time(result), shortest=result.shortest)
