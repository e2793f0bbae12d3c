"""Every screen that others open, by name: the one place that knows them all.

A screen is imported when it is opened, and no screen imports another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.registry import PUZZLES
from gui.protocols import Open

if TYPE_CHECKING:
    from pathlib import Path

    from engine.saves import SavedGame
    from gui.keeping import GameRecord
    from gui.options import WindowOptions
    from gui.protocols import Scene
    from gui.services import Services


def _arena(services: Services, at_once: bool = False) -> Scene:
    from gui.arena.screen import ArenaScreen

    return ArenaScreen(services, at_once)


def _cube(services: Services, scramble: str = "", look: bool = False) -> Scene:
    from gui.cube.screen import CubeScreen
    from gui.cube.texts import read_cube

    screen = CubeScreen(services, read_cube(scramble) if scramble else None)
    if look:
        screen.look()
    return screen


def _examples(services: Services) -> Scene:
    from gui.pages.examples import ExamplesScreen

    return ExamplesScreen(services)


def _export(services: Services, stem: str, write: Callable[[Path], list[Path]]) -> Scene:
    from gui.pages.files import ExportScreen

    return ExportScreen(services, stem, write)


def _help(services: Services, tab: int = 0) -> Scene:
    from gui.pages.help import HelpScreen

    return HelpScreen(services, tab)


def _match(services: Services, **match: Any) -> Scene:
    from gui.match.start import new_match

    return new_match(services, **match)


def _menu(services: Services) -> Scene:
    from gui.pages.menu import MenuScreen

    return MenuScreen(services)


def _mistakes(services: Services, game_id: str = "", saved: SavedGame | None = None) -> Scene:
    from gui.puzzles.retry_screen import RetryScreen

    return RetryScreen(services, game_id, saved)


def _open(services: Services, take: Callable[[Path], bool] | None = None) -> Scene:
    from gui.pages.files import OpenScreen

    return OpenScreen(services, take)


def _position(services: Services, game: Any, text: str, take: Callable[[str], object]) -> Scene:
    from gui.setup.position import PositionScreen

    return PositionScreen(services, game, text, take)


def _preferences(services: Services) -> Scene:
    from gui.pages.preferences import PreferencesScreen

    return PreferencesScreen(services)


def _puzzles(services: Services, game_id: str = "", shared: str = "") -> Scene:
    from gui.puzzles.screen import PuzzlesScreen

    return PuzzlesScreen(services, game_id, shared)


def _save(services: Services, saved: SavedGame) -> Scene:
    from gui.pages.files import SaveScreen

    return SaveScreen(services, saved)


def _saved_match(services: Services, saved: SavedGame, record: GameRecord | None = None) -> Scene:
    from gui.match.start import saved_match

    return saved_match(services, saved, record)


def _setup(services: Services, game_id: str) -> Scene:
    from gui.setup.screen import SetupScreen

    return SetupScreen(services, game_id)


def _statistics(services: Services, game_id: str) -> Scene:
    from gui.pages.statistics import StatisticsScreen

    return StatisticsScreen(services, game_id)


def _training(services: Services, game_id: str, options: Mapping[str, str]) -> Scene:
    from gui.training.screen import TrainingScreen

    return TrainingScreen(services, game_id, options)


def _unfinished(services: Services, game: str = "") -> Scene:
    from gui.pages.unfinished import UnfinishedScreen

    return UnfinishedScreen(services, game)


SCREENS: Mapping[str, Callable[..., Scene]] = {
    "arena": _arena,
    "cube": _cube,
    "examples": _examples,
    "export": _export,
    "help": _help,
    "match": _match,
    "menu": _menu,
    "mistakes": _mistakes,
    "open": _open,
    "position": _position,
    "preferences": _preferences,
    "puzzles": _puzzles,
    "save": _save,
    "saved_match": _saved_match,
    "setup": _setup,
    "statistics": _statistics,
    "training": _training,
    "unfinished": _unfinished,
}


def open_screen(services: Services, wanted: Open) -> Scene:
    """The screen of a name, with what it wants to know. JouonsError when that makes no sense."""
    return SCREENS[wanted.name](services, **wanted.arguments)


def first_screens(services: Services, options: WindowOptions) -> list[Scene]:
    """The stack the window opens on, bottom first. JouonsError when the options ask nonsense."""
    wanted = options.scene or ("match" if options.game or options.file else "menu")
    if options.game in PUZZLES and wanted == "match":
        wanted = "cube"
    above: list[Scene] = []
    if wanted == "match":
        from gui.match.start import match_from_options

        above.append(match_from_options(services, options))
    elif wanted == "cube":
        from gui.cube.screen import CubeScreen

        above.append(CubeScreen.from_options(services, options))
    elif wanted != "menu":
        arguments: dict[str, dict[str, Any]] = {
            "setup": {"game_id": options.game or services.settings.last_game},
            "puzzles": {"game_id": options.game or ""},
            "arena": {"at_once": options.analysis},
        }
        above.append(open_screen(services, Open(wanted, arguments.get(wanted, {}))))
    return [_menu(services), *above]
