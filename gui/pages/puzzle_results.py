"""The results of a puzzle: the best and the newest ones solved by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.store.store import PuzzleResult, Store
from gui.boards import handlings_of
from gui.boards.puzzle_words import PuzzleTranslator
from gui.i18n import ago
from gui.kit import Label
from gui.kit.command import Commands
from gui.kit.forms import sheet
from gui.kit.layout import Box, Column, Layout, Pad, Row
from gui.lab.bests import Bests, best_lists, result_line
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
