"""Opening of the cube lab from the command line."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from engine.registry import PUZZLES, checked_options
from engine.saves import SaveError
from engine.store import StoreError
from gui.cube.lab import GAME
from gui.cube.screen import CubeScreen
from gui.cube.snapshot import CubeSnapshot, Metric
from gui.cube.texts import read_cube
from gui.options import WindowOptions
from gui.services import Services


@dataclass(frozen=True)
class CubeRequest:
    """A cube, its metric, and whether to solve it; None for an omitted option."""

    first: CubeSnapshot | None = None
    metric: Metric | None = None
    solve: bool = False


def requested_cube(options: WindowOptions) -> CubeRequest:
    """Read the options: a position, a scramble, both. JouonsError for invalid ones."""
    checked = checked_options(PUZZLES[GAME], options.options)
    first = read_cube(options.position) if options.position else None
    if options.moves:
        first = read_cube(options.moves, first)
    metric = Metric(checked["metric"]) if "metric" in options.options else None
    return CubeRequest(first, metric, options.analysis)


def held_cube_of(services: Services, asked: CubeRequest) -> CubeScreen:
    """Open the lab with that cube and save it from now on; without a cube, open the last lab."""
    if asked.metric is not None:
        services.settings = replace(services.settings, cube_metric=asked.metric.value)
    if asked.first is not None:
        screen = CubeScreen(services, asked.first)
        screen.autosave.record.given = True
    else:
        screen = lab_as_left(services)
    if asked.solve:
        screen.lab.solve()
    return screen


def lab_as_left(services: Services) -> CubeScreen:
    """Open the last saved lab; a new one if there is none, or if a seed was given."""
    if services.seed is None:
        # The screen reports a fault of the store when it reads the best results.
        with suppress(StoreError):
            for kept in services.write_queue.unfinished(services.store, GAME):
                with suppress(SaveError):
                    return CubeScreen(services, kept=kept)
    return CubeScreen(services)
