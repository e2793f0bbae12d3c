"""The results of a puzzle: the best and the newest ones solved by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine.store.store import PuzzleResult, Store
from gui.boards import handlings_of
from gui.boards.handling import Handlings
from gui.boards.words import PuzzleTranslator
from gui.i18n import ago
from gui.kit import Label
from gui.kit.accessible import sentence
from gui.kit.command import Commands
from gui.kit.forms import sheet
from gui.kit.layout import Box, Column, Flexible, Layout, Pad, Row
from gui.lab.snapshot import Bests, clock_text
from gui.ui import Ui

LISTED = 20  # the newest results shown


@dataclass(frozen=True)
class PuzzleResults:
    """The best results of each variant, and the newest of all with the times of saving."""

    bests: Mapping[str, Bests] = field(default_factory=dict)
    newest: tuple[tuple[PuzzleResult, str], ...] = ()


def read_puzzle_results(store: Store, puzzle_id: str) -> PuzzleResults:
    """Read the results of a puzzle. Raises StoreError when that fails."""
    variants = [each.variant for each in handlings_of(puzzle_id).variants({})]
    bests = {variant: Bests.read(store, variant) for variant in variants}
    return PuzzleResults(bests, tuple(store.solved_puzzles(variants, LISTED)))


def puzzle_result_cards(
    ui: Ui, puzzle_id: str, results: PuzzleResults, offered: Commands
) -> tuple[Layout, Layout]:
    """Return the card of the best results and that of the newest ones."""
    own = replace(ui, tr=PuzzleTranslator(ui.tr.language, puzzle_id))
    tr = own.tr
    button = Pad(Row(Box(offered.button("lab"), height=44)), 0, 6, 0, 0)
    best = sheet(
        tr("cube_hand.title"),
        *best_lists(own, handlings_of(puzzle_id), results.bests),
        Label(tr("cube_hand.rule"), 14, quiet=True),
        button,
        foot=20,
    )
    rows: list[Layout] = [
        Column(Label(result_line(result, own), 16), Label(tr(ago(saved)), 14, quiet=True), gap=0)
        for result, saved in results.newest
    ]
    none = Label(tr("statistics.by_hand_none"), quiet=True)
    return best, Box(sheet(tr("statistics.by_hand"), *(rows or [none])), at=0)


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
    time = clock_text(result.milliseconds / 1000)
    return ui.tr("cube_hand.row", turns=moves, time=time, shortest=result.shortest)
