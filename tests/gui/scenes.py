"""Every screen and popup in the states that tests look at, by name, and a window to show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pygame

from engine.messages import Message
from engine.registry import GAMES
from engine.solvers.bidirectional import End
from gui.arena.form import StartKind
from gui.arena.screen import ArenaScreen
from gui.inspector.search_frame import LayerBar, SearchChart, SearchPage
from gui.kit.screen import Screen
from gui.lab.screen import LabScreen
from gui.lessons.guest import host_of
from gui.pages.files import OpenScreen
from gui.pages.help import TABS, HelpScreen
from gui.pages.learn import LearnScreen, WorthALookScreen
from gui.pages.menu import MenuScreen
from gui.pages.preferences import PreferencesScreen
from gui.pages.statistics import StatisticsScreen
from gui.pages.unfinished import UnfinishedScreen
from gui.services import Services
from gui.settings import Settings, SettingsFile
from gui.theme import page_size
from tests.gui import arenas
from tests.gui.driver import enter
from tests.gui.own_scenes import (
    FAULTY,
    NOTES,
    arena_with_own,
    own_bot_of_the_arena,
    own_match,
    setup_of_own,
)
from tests.gui.plans import (
    LONG,
    PLANNED,
    STEPPED,
    TACTICAL,
    duel,
    explained_mistake,
    explaining,
    planned_mistake,
)
from tests.gui.scene_makers import (
    SET_UP,
    Maker,
    arena_rules,
    arena_tab,
    cube,
    cube_results,
    everybody_asked,
    layer_opened,
    lesson,
    looked_into,
    looking,
    match,
    match_asks,
    match_lost,
    match_of_two,
    match_that_waits,
    menu_of_many,
    menu_of_two,
    mistakes,
    own_card,
    painted,
    past_experiments,
    puzzles,
    results,
    resume,
    save,
    search_tab_of_cube,
    search_tab_of_tiles,
    setting_up,
    setup,
    tiles,
    training,
    turned_by_hand,
    unfinished,
)

SIZES = ((960, 640), (1280, 800), (2560, 1440))
SCALES = (0.75, 1.0, 1.5, 2.0)
Window = tuple[tuple[int, int], float, str]  # its size, the scale of its text, its language


SCENES: dict[str, Maker] = {
    "menu": MenuScreen,
    "menu of two": menu_of_two,
    "menu with a game to continue": resume,
    "menu with many games to continue": menu_of_many,
    "unfinished games": unfinished,
    "no unfinished games": UnfinishedScreen,
    **{f"setup of {game}": setup(game) for game in GAMES},
    "setup with numbers": setup("connect4", "mcts:20000", "mc:1000/move"),
    "setup with learners": setup("matches", "learner", "learner"),
    "setup with forms": setup("nim", "dfs:improved", "mastery:7"),
    **{f"match of {game}": match(game) for game in GAMES},
    "match with analysis": match("connect4", "--moves", "3 3 4", "--analysis"),
    "match that waits": match_that_waits,
    "match of two people": match_of_two,
    "match looked into": looked_into("connect4", "mcts:300", back=2),
    "match looked into, its figures": looked_into("connect4", "mcts:300", page=1),
    "match looked into, many moves": looked_into("nim", "mcts:200", back=3),
    "match looked into, plots": looked_into("tictactoe", "mc:5000", "--moves", "0 4 8"),
    "match looked into, rows": looked_into("nim", "mc:2000"),
    "match looked into, chances": looked_into("tictactoe", "mc:exact", "--moves", "0 4 8 2 6"),
    "match looked into, its windows": looked_into("connect4", "alphabeta:3"),
    "match looked into, its bags": looked_into("matches", "learner"),
    "match looked into, chances as boards": looked_into(
        "tictactoe", "mc:exact", "--position", "O.XXXOO.. X"
    ),
    "match looked into, one layer": layer_opened,
    "match asked": everybody_asked("nim", "--option", "heaps=3,2,1"),
    "match looked into, a trace": looked_into("matches", "dfs"),
    "match looked into, the kernel": looked_into("subtraction", "kernel"),
    "match looked into, the layers": looked_into("tictactoe", "optimal", "--moves", "4 0"),
    "match looked into, a sentence": looked_into("matches", "random"),
    "match looked into, a person to move": looked_into("connect4", "", "--moves", "3 3"),
    "setup of own bots": setup_of_own,
    "arena with own bots": arena_with_own,
    "match stopped by a fault": own_match(FAULTY, looking=False),
    "match looked into, a fault": own_match(FAULTY, looking=True),
    "match looked into, its notes": own_match(NOTES, looking=True),
    "match lost": match_lost,
    "match that asks": match_asks,
    "match of two bots": match("nim", "--first", "random", "--second", "mcts:1000"),
    "preferences": PreferencesScreen,
    **{f"help on {tab}": lambda s, n=n: HelpScreen(s, n) for n, tab in enumerate(TABS)},  # type: ignore[misc]
    "statistics": results,
    "statistics of nothing": lambda services: StatisticsScreen(services, "matches"),
    "statistics of the cube": cube_results,
    "statistics of the tiles": lambda services: StatisticsScreen(services, "tiles"),
    "training": training,
    "cube lab": lambda services: LabScreen(services, "pocketcube"),
    "cube lab with solutions": cube(tab=1),
    "cube lab with what a search cost": search_tab_of_cube,
    "cube lab painted": painted,
    "tiles lab": tiles(),
    "tiles lab with solutions": tiles(lambda screen: screen.lab.solve()),
    "tiles lab before a search": tiles(lambda screen: screen.choose_tab(2)),
    "tiles lab with what a search cost": search_tab_of_tiles,
    "tiles lab looked into": tiles(
        lambda screen: screen.lab.choose_solver("astar"),
        lambda screen: screen.lab.toggle_look(False),
    ),
    "tiles lab being set up": tiles(lambda screen: screen.lab.start_painting()),
    "cube lab turned by hand": turned_by_hand,
    "cube lab looked into": looking(),
    "cube lab looked into, a layer shown": looking(bar=LayerBar(SearchChart.TWO_WAY, End.GOAL, 4)),
    "cube lab looked into, sequences": looking(SearchPage.SEQUENCES),
    "cube lab looked into, halving": looking(SearchPage.HALVING),
    "cube lab looked into, the table": looking(solver="table"),
    "learn": LearnScreen,
    "lesson at a board": lesson("montecarlo/cells"),
    "lesson covered": lesson("montecarlo/toss"),
    "lesson to write": lesson("compare/write"),
    "lesson answered": lesson("montecarlo/toss", "never"),
    "lesson with a picked move": lesson("matches/kernel", "2"),
    "lesson in the lab": lesson("ends/sixty", "sixty"),
    "lesson of a search": lesson("ends/meet", "both"),
    "lesson in the arena": lesson("compare/single"),
    "lesson at the training": lesson("matches/train"),
    "worth a look": WorthALookScreen,
    **{f"setting up {name}": setting_up(*each) for name, each in SET_UP.items()},
    "arena": ArenaScreen,
    "arena after a tournament": arena_tab(arenas.tournament(), 12, 0),
    "arena with a tournament stopped": arena_tab(arenas.tournament(), 7, 1),
    "arena with the games of a tournament": arena_tab(arenas.tournament(), 12, 2),
    "arena with the players of a tournament": arena_tab(arenas.tournament(), 12, 3),
    "arena after a sweep": arena_tab(arenas.sweep(), 30, 0),
    "arena with the table of a sweep": arena_tab(arenas.sweep(12), 3, 1),
    "arena with the form of a sweep": arena_tab(arenas.sweep(), 30, 3),
    "past experiments": past_experiments,
    "rules of the arena": arena_rules(StartKind.USUAL),
    "rules of the arena, a position": arena_rules(StartKind.POSITION, "nim"),
    "puzzles": puzzles("connect4"),
    "puzzle of nim with a hint": puzzles("nim", hints=1),
    "puzzle of matches, all solved": puzzles("matches", solved=True),
    "puzzle of the cube": puzzles("pocketcube", hints=2),
    "match with a plan": explaining(PLANNED),
    "match with a plan in steps": explaining(STEPPED),
    "match lost, with its plan": explained_mistake,
    "match that needs no plan": explaining(TACTICAL),
    "match without a plan": explaining(LONG, nodes=2000),
    "plan attacked": duel("attack", 3, 6),
    "plan followed": duel("follow"),
    "plan in steps followed": duel("follow", of=STEPPED),
    "plan watched": duel("watch"),
    "plan against a mistake": planned_mistake,
    "mistakes of connect4": mistakes("connect4", tries=1),
    "mistakes of nim": mistakes("nim", tries=3),
    "a mistake found": mistakes("connect4", shown=True),
    "card of a bot": own_card,
    "mistakes done": mistakes("nim", over=True),
    "open": OpenScreen,
    "save": save,
}


def make_services(
    folder: Path, size: tuple[int, int], scale: float, language: str
) -> Iterator[Services]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(page_size(size, scale))
    settings = Settings(muted=True, motion="NONE", text_scale=scale, language=language)
    made = Services(settings, SettingsFile(folder), folder, size, language, 7)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def entered(services: Services, scene: str) -> Iterator[Screen]:
    """A screen at the size of the window, left in the end."""
    made = enter(SCENES[scene](services))
    yield made
    made.leave()


@contextmanager
def entered_popup(services: Services, popup: str) -> Iterator[Screen]:
    """The same, with a popup over it."""
    scene, open_it = POPUPS[popup]
    with entered(services, scene) as made:
        open_it(made)
        yield made


def lay_out(screen: Screen, size: tuple[int, int], scale: float, language: str) -> None:
    """Show a screen in another window, with another size of text and in another language."""
    services = host_of(screen.services)
    services.window, services.forced_language = size, language
    services.settings = replace(services.settings, text_scale=scale)
    services.ui.ground = None  # a picture of fifteen megabytes, which waits for the collector
    services.ui = services._make_ui()
    pygame.display.set_mode(services.size)
    screen.enter(services.size)


class Stage:
    """One screen at a time, shown in one window after the other, as a person changes the size."""

    def __init__(self) -> None:
        self._name = ""
        self._open = ExitStack()
        self._services: Services | None = None
        self.screen: Screen | None = None

    def show(self, scene: str, window: Window) -> Screen:
        """Return the scene, laid out for this window; made once as long as no other is shown."""
        services = self._services
        if services is None or self.screen is None or scene != self._name:
            self.close()
            folder = Path(self._open.enter_context(TemporaryDirectory()))
            services = self._open.enter_context(contextmanager(make_services)(folder, *window))
            self._services, self._name, self.screen = services, scene, SCENES[scene](services)
        lay_out(self.screen, *window)
        return self.screen

    def close(self) -> None:
        """Leave the screen, and all that it was made with."""
        if self.screen is not None:
            self.screen.leave()
        self.screen = self._services = None
        self._open.close()


def replace_a_file(scene: Any) -> None:
    """Save where a file lies already."""
    taken = scene.services.folder / "taken.jouons"
    taken.touch()
    scene.act(taken)


# A screen and what opens a popup over it.
def player_as_text(scene: Any) -> None:
    """The pop-up of a player with a faulty text behind Advanced."""
    scene._add()
    scene.popup.choice.advanced = True
    scene.popup.choice.type_text("mcts:0")
    scene.popup._show()


POPUPS: dict[str, tuple[str, Callable[[Any], None]]] = {
    "how a method is written": ("lesson to write", lambda scene: scene._show_code()),
    "how to play on": ("menu with many games to continue", lambda scene: scene.ask_game("nim")),
    "the menu of a match": ("match of matches", lambda scene: scene.show_menu()),
    "the menu of the cube": ("cube lab", lambda scene: scene.show_menu()),
    "a new bot": ("setup of own bots", lambda scene: scene.own.new(lambda player: None)),
    "a scramble": ("cube lab", lambda scene: scene.ask_scramble()),
    "a cube as text": (
        "cube lab",
        lambda scene: scene.ask_position("R Q", Message("cube.token", {"token": "Q", "place": 2})),
    ),
    "a player of the arena": ("arena with the players of a tournament", lambda s: s._add()),
    "an own bot for the arena": ("arena with own bots", own_bot_of_the_arena),
    "a player of the arena as text": ("arena with the players of a tournament", player_as_text),
    "the player of a sweep": ("arena", lambda scene: scene.pick_of_sweep("template")),
    "an experiment to delete": ("past experiments", lambda scene: scene._ask()),
    "replace a file": ("save", replace_a_file),
    "forget everything": ("training", lambda scene: scene.ask_reset()),
}
