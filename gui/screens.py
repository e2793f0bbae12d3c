"""The registry of screens by name.

A screen is imported when it is opened, and no screen imports another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from engine.messages import excerpt
from engine.protocols import OptionError
from engine.registry import ALL_GAMES, GAMES, OWN_FORMS, PUZZLES, is_own, is_puzzle, make_game
from gui.kit.screen import Screen
from gui.protocols import Open
from gui.services import fresh_seed

if TYPE_CHECKING:
    from gui.options import WindowOptions
    from gui.services import Services
    from gui.settings import Settings
    from gui.write_queue import UnfinishedEntry

    RequestedScreen = Callable[[Services], Screen]


def _puzzles(services: Services, **arguments: Any) -> Screen:
    """Open the person's puzzles, also above a lesson, whose own store is thrown away."""
    from gui.exercises.puzzles_screen import PuzzlesScreen
    from gui.lessons.guest import host_of

    return PuzzlesScreen(host_of(services), **arguments)


def _lab(
    services: Services,
    puzzle: str,
    position: str = "",
    look: bool = False,
    kept: UnfinishedEntry | None = None,
    fresh: bool = False,
) -> Screen:
    """Open the lab with a given, saved or new position, else in its last state."""
    from gui.lab.screen import LabScreen, lab_as_left, lab_with

    if position:
        screen = lab_with(services, puzzle, position)
    elif fresh or kept is not None:
        screen = LabScreen(services, puzzle, kept=kept)
    else:
        screen = lab_as_left(services, puzzle)
    if look:
        screen.look()
    return screen


# Each by `module:name` of its class, or of the function that opens it.
SCREENS: Mapping[str, str] = {
    "arena": "arena.screen:ArenaScreen",
    "export": "pages.files:ExportScreen",
    "help": "pages.help:HelpScreen",
    "lab": "screens:_lab",
    "learn": "pages.learn:LearnScreen",
    "lesson": "lessons.opening:open_named",
    "lesson_drill": "lessons.opening:open_drill",
    "match": "match.screen:new_match",
    "menu": "pages.menu:MenuScreen",
    "mistakes": "exercises.drill_screen:MistakesScreen",
    "open": "pages.files:OpenScreen",
    "plan": "exercises.plan_screen:PlanScreen",
    "own_card": "own.card_screen:CardScreen",
    "position": "setup.position:PositionScreen",
    "preferences": "pages.preferences:PreferencesScreen",
    "puzzles": "screens:_puzzles",
    "save": "pages.files:SaveScreen",
    "saved_match": "match.screen:saved_match",
    "setup": "setup.screen:SetupScreen",
    "statistics": "pages.statistics:StatisticsScreen",
    "training": "training.screen:TrainingScreen",
    "unfinished": "pages.unfinished:UnfinishedScreen",
    "worth_a_look": "pages.learn:WorthALookScreen",
}


# The options that each scene of the command line accepts, beside the game.
TAKEN: Mapping[str, tuple[str, ...]] = {
    "match": ("file", "option", "first", "second", "position", "moves"),
    "lab": ("option", "position", "moves"),
}
OWN_PLAYED = ("match", "setup", "arena")  # the scenes that take a person's own game
WITHOUT_PUZZLES = ("setup", "arena")
# The scenes of the command line that open the lab of a puzzle.
LABS: Mapping[str, str] = {"cube": "pocketcube"}


def open_screen(services: Services, wanted: Open) -> Screen:
    """Build a screen from its name and arguments. Raises JouonsError for invalid arguments."""
    screen: Screen = resolve_name(f"gui.{SCREENS[wanted.name]}")(services, **wanted.arguments)
    return screen


def requested_game(settings: Settings, options: WindowOptions) -> RequestedScreen | None:
    """Return a factory of the screen that the options request, None for the menu.

    Checks all options without a display. Raises JouonsError when they are invalid.
    """
    if options.lesson is not None:
        return _requested_lesson(options)
    wanted = options.scene or ("match" if options.game or options.file else "menu")
    _check_game(options.game, wanted)
    puzzle = LABS.get(wanted)
    if wanted == "match" and options.game is not None and is_puzzle(options.game):
        puzzle = options.game
        wanted = next((scene for scene, each in LABS.items() if each == puzzle), options.game)
    _check_taken(wanted, options, "lab" if puzzle is not None else wanted)
    if wanted == "menu":
        return None
    if puzzle is not None:
        from gui.lab.screen import requested_lab

        return requested_lab(puzzle, options)
    if wanted == "match":
        from gui.match.screen import MatchScreen, requested_table

        table = requested_table(settings, options, fresh_seed(options.seed))
        return partial(MatchScreen, table=table, analysis=options.analysis)
    if wanted == "arena" and options.game is not None and is_own(options.game):
        make_game(options.game)
    arguments: dict[str, dict[str, Any]] = {
        "setup": {"game_id": options.game or settings.last_game},
        "puzzles": {"game_id": options.game or ""},
        "arena": {"at_once": options.analysis, "game_id": options.game or ""},
    }
    return partial(open_screen, wanted=Open(wanted, arguments.get(wanted, {})))


def _check_game(game_id: str | None, scene: str) -> None:
    """Raise OptionError for a game that there is not, or a person's own where it is not played."""
    own = game_id is not None and is_own(game_id) and scene in OWN_PLAYED
    if game_id is not None and game_id not in ALL_GAMES and not own:
        forms = OWN_FORMS if scene in OWN_PLAYED else ()
        accepted = ", ".join([*ALL_GAMES, *forms])
        raise OptionError("option.game", name=excerpt(game_id), accepted=accepted)


def _requested_lesson(options: WindowOptions) -> RequestedScreen:
    """Return a factory of a step of a lesson; it fixes its position and players itself."""
    from engine.lessons.chapters import CHAPTERS, find_step

    given = _given(options)
    if given:
        raise OptionError("option.with_lesson", name=_written(given[0]))
    assert options.lesson is not None
    step_found = find_step(options.lesson)
    if step_found is None:
        accepted = ", ".join(f"{each.id}/1–{len(each.steps)}" for each in CHAPTERS)
        raise OptionError("option.lesson", name=excerpt(options.lesson), accepted=accepted)
    chapter, step = step_found
    arguments = {"chapter": chapter.id, "step": step.id}
    return partial(open_screen, wanted=Open("lesson", arguments))


def _check_taken(scene: str, options: WindowOptions, kind: str) -> None:
    """Raise OptionError for an option that a scene of this kind would ignore."""
    if scene in WITHOUT_PUZZLES and options.game in PUZZLES:
        accepted = ", ".join(GAMES)
        raise OptionError("option.game", name=str(options.game), accepted=accepted)
    taken = TAKEN.get(kind, ())
    given = _given(options)
    for name in given if scene == "match" and options.file is not None else ():
        if name not in ("file", "scene", "game"):
            raise OptionError("option.with_file", name=_written(name))
    for name in given:
        if name not in ("scene", "game", *taken):
            accepted = ", ".join(_written(each) for each in taken)
            key = "option.scene" if taken else "option.scene_alone"
            raise OptionError(key, name=_written(name), scene=scene, accepted=accepted)


def _given(options: WindowOptions) -> list[str]:
    """Return the given options that say which screen to open, by their names."""
    names = ("file", "scene", "game", "option", "first", "second", "position", "moves")
    fields = {"option": "options"}
    return [name for name in names if getattr(options, fields.get(name, name))]


def _written(name: str) -> str:
    """Return an option as typed on the command line; a file has no flag."""
    return "FILE.jouons" if name == "file" else f"--{name}"


def first_screens(services: Services, asked: RequestedScreen | None) -> list[Screen]:
    """Return the first stack of scenes, bottom first: the menu, and the requested screen.

    Between them is the screen from which the requested one is opened, if it has one.
    """
    menu = open_screen(services, Open("menu"))
    if asked is None:
        return [menu]
    screen = asked(services)
    below = [open_screen(services, Open(screen.BELOW))] if screen.BELOW else []
    return [menu, *below, screen]
