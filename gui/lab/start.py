"""Opening of the lab: from the command line, as it was left, or with a given position."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from engine.registry import checked_options, entry_of
from engine.saves import SaveError
from engine.store.store import StoreError
from gui.boards import handlings_of
from gui.lab.choices import LabChoices
from gui.lab.screen import LabScreen
from gui.lab.snapshot import PuzzleSnapshot, read_position
from gui.options import WindowOptions
from gui.services import Services


@dataclass(frozen=True)
class LabRequest:
    """A puzzle, its given options, a position, and whether to solve it."""

    puzzle: str
    first: PuzzleSnapshot | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    solve: bool = False


def requested_lab(puzzle_id: str, options: WindowOptions) -> LabRequest:
    """Read the options: a position, a scramble, both. JouonsError for invalid ones."""
    handlings = handlings_of(puzzle_id)
    handling = handlings.of(checked_options(entry_of(puzzle_id), options.options))
    first = None
    for text in filter(None, (options.position, options.moves)):
        first = read_position(handlings, text, handling, first)
    return LabRequest(puzzle_id, first, options.options, options.analysis)


def opened_lab(services: Services, asked: LabRequest) -> LabScreen:
    """Open the lab with a position and save it from now on; without one, open the last lab."""
    if asked.options:
        handlings, settings = handlings_of(asked.puzzle), services.settings
        choices = LabChoices.kept_in(settings, handlings)
        choices = replace(choices, options={**choices.options, **asked.options})
        services.settings = choices.put_into(settings, asked.puzzle)
    if asked.first is not None:
        screen = LabScreen(services, asked.puzzle, asked.first)
        screen.autosave.record.given = True
    else:
        screen = lab_as_left(services, asked.puzzle)
    if asked.solve:
        screen.lab.solve()
    return screen


def lab_with(services: Services, puzzle_id: str, text: str) -> LabScreen:
    """Open the lab with moves from the goal, or a position. JouonsError for any other text."""
    handlings = handlings_of(puzzle_id)
    first = read_position(handlings, text, handlings.of({}))
    return LabScreen(services, puzzle_id, first)


def lab_as_left(services: Services, puzzle_id: str) -> LabScreen:
    """Open the last saved lab; a new one if there is none, or if a seed was given."""
    if services.seed is None:
        # The screen reports a fault of the store when it reads the best results.
        with suppress(StoreError):
            for entry in services.write_queue.unfinished(services.store, puzzle_id):
                with suppress(SaveError):
                    return LabScreen(services, puzzle_id, kept=entry)
    return LabScreen(services, puzzle_id)
