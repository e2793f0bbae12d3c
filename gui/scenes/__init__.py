"""One screen each, and which of them the window opens on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gui.options import WindowOptions
    from gui.protocols import Scene
    from gui.services import Services


def first_scenes(services: Services, options: WindowOptions) -> list[Scene]:
    """The stack the window opens on, bottom first. JouonsError when the options ask nonsense."""
    from gui.scenes.menu import MenuScene

    scenes: list[Scene] = [MenuScene(services)]
    wanted = options.scene or ("match" if options.game or options.file else "menu")
    if options.game == "pocketcube" and wanted == "match":
        wanted = "cube"
    if wanted == "setup":
        from gui.scenes.setup import SetupScene

        scenes.append(SetupScene(services, options.game or services.settings.last_game))
    elif wanted == "match":
        from gui.scenes.match_start import match_from_options

        scenes.append(match_from_options(services, options))
    elif wanted == "cube":
        from gui.scenes.cube_lab import CubeLabScene

        scenes.append(CubeLabScene.from_options(services, options))
    elif wanted == "arena":
        from gui.scenes.arena import ArenaScene

        scenes.append(ArenaScene(services, options.analysis))
    elif wanted == "preferences":
        from gui.scenes.preferences import PreferencesScene

        scenes.append(PreferencesScene(services))
    elif wanted == "help":
        from gui.scenes.help import HelpScene

        scenes.append(HelpScene(services))
    return scenes
