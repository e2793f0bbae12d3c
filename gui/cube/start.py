"""The cube lab as the command line asks for it."""

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
    """A cube, how its turns count, whether it is to be solved; None where nothing was said."""

    first: CubeSnapshot | None = None
    metric: Metric | None = None
    solve: bool = False


def requested_cube(options: WindowOptions) -> CubeRequest:
    """What the options say: a position, a scramble, both. JouonsError when they ask nonsense."""
    checked = checked_options(PUZZLES[GAME], options.options)
    first = read_cube(options.position) if options.position else None
    if options.moves:
        first = read_cube(options.moves, first)
    metric = Metric(checked["metric"]) if "metric" in options.options else None
    return CubeRequest(first, metric, options.analysis)


def held_cube_of(services: Services, asked: CubeRequest) -> CubeScreen:
    """The lab with that cube, which is kept from now on; without one, as it was left."""
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
    """The lab that was kept last; a new one where there is none, or a seed was asked for."""
    if services.seed is None:
        # A fault of the store is said when the screen reads the best results.
        with suppress(StoreError):
            for kept in services.write_queue.unfinished(services.store, GAME):
                with suppress(SaveError):
                    return CubeScreen(services, kept=kept)
    return CubeScreen(services)
