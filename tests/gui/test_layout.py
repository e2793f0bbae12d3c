"""Every screen at every size, text scale and language: nothing cut, nothing over something else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pygame
import pytest

from engine.games.cube_notation import Turn
from engine.lessons.chapters import find_step
from engine.messages import LANGUAGES, Message
from engine.protocols import Estimate, Value
from engine.puzzles.problems import Problem, day_problem
from engine.registry import ALL_GAMES, GAMES, make_game
from engine.saves import SavedGame
from engine.solvers.bidirectional import End
from engine.solvers.oracle import ExactValue
from engine.store.store import PuzzleResult
from gui.arena.form import ExperimentForm, StartKind
from gui.arena.lists import PastScreen
from gui.arena.rules import RulesScreen
from gui.arena.screen import ArenaScreen
from gui.exercises.attempt import MoveAttempt
from gui.exercises.mistakes_screen import MistakesScreen
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.exercises.today import Today
from gui.inspector.search_frame import LayerBar, SearchChart, SearchPage
from gui.inspector.solved_layer import LAYER
from gui.kit.screen import Screen
from gui.kit.texts import Shortened
from gui.lab.choices import LabChoices
from gui.lab.screen import LabScreen
from gui.lab.start import lab_with
from gui.lessons.guest import host_of
from gui.lessons.opening import open_step
from gui.match.analysis import PositionAnalysis
from gui.match.autosave import saved_game
from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.pages.files import OpenScreen, SaveScreen
from gui.pages.help import TABS, HelpScreen
from gui.pages.learn import LearnScreen
from gui.pages.menu import MenuScreen
from gui.pages.preferences import PreferencesScreen
from gui.pages.statistics import StatisticsScreen
from gui.pages.unfinished import UnfinishedScreen
from gui.pages.worth_a_look import WorthALookScreen
from gui.services import Services
from gui.settings import Settings, SettingsFile
from gui.setup.position import PositionScreen
from gui.setup.screen import SetupScreen
from gui.theme import Colour, Palette, ThemeName, mix, palette
from gui.training.screen import TrainingScreen
from tests.cases import in_one_test
from tests.gui import arenas
from tests.gui.lab import TWISTED, USUAL, read_cube, solved_by
from tests.gui.layouts import OpenPopup, drawn_faults, faults
from tests.gui.lessons import ready
from tests.gui.questions import match_from_options
from tests.screen import the_screen
from tests.waiting import let_pass

SIZES = ((960, 640), (1280, 800), (2560, 1440))
SCALES = (0.75, 1.0, 1.5, 2.0)
Maker = Callable[[Services], Screen]
Window = tuple[tuple[int, int], float, str]  # its size, the scale of its text, its language


def match(game: str, *more: str) -> Maker:
    def make(services: Services) -> Screen:
        scene = match_from_options(services, parse_window(["--game", game, *more]))
        assert isinstance(scene, Screen)
        return scene

    return make


def looked_into(
    game: str, player: str, *more: str, page: int = 0, back: int = 0, bot: str = "first"
) -> Maker:
    """A match with what a player would think, once it is known; `back` steps before the end."""

    def make(services: Services) -> Screen:
        services.settings = replace(services.settings, inspector=True)
        options = parse_window(["--game", game, "--second", bot, *more])
        scene = match_from_options(services, options)
        scene.match.inspector.page = page
        if not player:
            return scene
        match = scene.match
        match.ask(player)
        let_pass(
            lambda: match.update(0.02),
            lambda: (
                match.inspector.frame() is not None
                and not match.inspector.busy
                and match.analyzer.job is None
            ),
        )
        for _ in range(back):
            match.inspector.back()
        return scene

    return make


def everybody_asked(game: str, *more: str, tab: int = 0) -> Maker:
    """A match whose page of questions has the answers of all bots."""

    def make(services: Services) -> Screen:
        services.settings = replace(services.settings, inspector=True)
        options = parse_window(["--game", game, "--first", "human", "--second", "human", *more])
        scene = match_from_options(services, options)
        match = scene.match
        match.inspector.page = tab
        match.asking.ask_everybody()
        asking = match.asking
        let_pass(lambda: match.update(0.02), lambda: asking.complete and not asking.busy)
        return scene

    return make


def layer_opened(services: Services) -> Screen:
    """A solved table with one layer open."""
    scene = looked_into("tictactoe", "optimal", "--moves", "4 0 8 2 1")(services)
    assert isinstance(scene, MatchScreen)
    scene.match.inspector.toggle((LAYER, 1))
    return scene


def match_that_waits(services: Services) -> Screen:
    """A bot is to move and waits: the widest buttons."""
    scene = match_from_options(services, parse_window(["--game", "connect4", "--moves", "3 3 4"]))
    scene.match.stop()
    return scene


LONG_NAMES = ("Wilhelmina-Antoinette W", "\u05d0\u05d1\u05d2\u05d3 \U0001f469\u200d\U0001f4bb")
LOST = "2 5 2 1 2 2 2 6 1 1 0 1 0 5 0 0 5 6 5 5 1 2 0 5 6 0 6 6 3 3 3 3"  # by the first player


def match_of_two(services: Services) -> Screen:
    """Two people with long names, and one of them about to be called differently."""
    services.settings = replace(services.settings, people=LONG_NAMES)
    scene = match("nim", "--second", "human", "--moves", "1-4 2-3")(services)
    assert isinstance(scene, MatchScreen)
    scene.renaming = 1
    return scene


def match_lost(services: Services) -> Screen:
    """A finished game with its mistakes known."""
    made = match("connect4", "--second", "medium", "--moves", LOST)(services)
    assert isinstance(made, MatchScreen)
    table, analyzer = made.table, made.match.analyzer
    values = (Estimate(3, value=Value.WIN, remoteness=9), Estimate(2, value=Value.LOSS))
    for state in table.session.all_states[:3]:
        analyzer.known[state] = PositionAnalysis(ExactValue(Value.WIN, 9, values), values, 1.0)
    return made


def match_asks(services: Services) -> Screen:
    """The question of teaching is open, beside the board."""
    services.settings = replace(services.settings, teaching=True)
    made = match("connect4", "--second", "fit", "--moves", "3")(services)
    assert isinstance(made, MatchScreen)
    made.match.question = Message("teach.win_draw")
    return made


def setup(game: str, first: str = "", second: str = "") -> Maker:
    def make(services: Services) -> Screen:
        scene = SetupScreen(services, game)
        for player, text in zip(scene.model.players, (first, second), strict=True):
            player.take(text or player.text)
        return scene

    return make


def save(services: Services) -> Screen:
    scene = match_from_options(services, parse_window(["--game", "nim"]))
    return SaveScreen(services, saved_game(scene.table))


def menu(services: Services) -> Screen:
    return MenuScreen(services)


def menu_of_two(services: Services) -> Screen:
    people = ("W" * 24, "Wilhelmina-Antoinette")
    services.settings = replace(services.settings, two_players=True, people=people)
    return MenuScreen(services)


def resume(services: Services) -> Screen:
    keep_unfinished(services, "connect4", "3 3", 1)
    return MenuScreen(services)


def keep_unfinished(services: Services, game: str, moves: str, number: int) -> None:
    players = ["--first", "human", "--second", "mcts:20000"]
    options = parse_window(["--game", game, *players, "--moves", moves])
    table: Any = match_from_options(services, options)
    text = saved_game(table.table).to_json()
    for _ in range(number):
        services.store.keep_unfinished(None, game, text)


def many_begun(services: Services) -> None:
    for game, moves in (("nim", "1-2"), ("tictactoe", "4 0"), ("matches", "3"), ("connect4", "3")):
        keep_unfinished(services, game, moves, 3)


def menu_of_many(services: Services) -> Screen:
    many_begun(services)
    return MenuScreen(services)


def unfinished(services: Services) -> Screen:
    many_begun(services)
    services.store.keep_unfinished(None, "nim", "{ damaged")
    return UnfinishedScreen(services)


def cube(**changes: Any) -> Maker:
    """The cube lab in the middle of a solution; what is given is set on the screen."""

    def make(services: Services) -> Screen:
        screen = LabScreen(services, "pocketcube", read_cube("R2 U F"))
        lab = screen.lab
        answer = solved_by(lab.now.position)
        lab.history.amend(replace(lab.now, answer=answer).at(0, 2, USUAL))
        for name, value in changes.items():
            setattr(screen, name, value)
        return screen

    return make


def distances(services: Services) -> Screen:
    choices = LabChoices(solver="table", fold=True)
    services.settings = choices.put_into(services.settings, "pocketcube")
    return cube(tab=2)(services)


def looking(
    page: SearchPage = SearchPage.LAYERS,
    solver: str = "twoway",
    bar: LayerBar | None = None,
) -> Maker:
    """The cube lab with its search looked into, at its end."""

    def make(services: Services) -> Screen:
        screen = LabScreen(services, "pocketcube", read_cube("U2 F2 R F' U R F U' F U' F R'"))
        lab = screen.lab
        lab.choices = replace(lab.choices, solver=solver)
        services.settings = lab.choices.put_into(services.settings, "pocketcube")
        lab.toggle_look(False)
        lab.inside.choose_page(list(SearchPage).index(page))

        def complete() -> bool:
            look = lab.inside.frame()
            if look is None:
                return False
            return None not in (look.searched.length, *(v.length for v in look.variants))

        let_pass(lambda: lab.update(0.02, True, 0.1), complete)
        if bar is not None:
            lab.choose_bar(bar)
        return screen

    return make


def with_bests(services: Services) -> Screen:
    """The cube lab in the middle of turning back by hand, with best results."""
    for metric, turns in product(("quarter", "half"), (23, 31, 128)):
        services.store.add_result(PuzzleResult(metric, turns, 40_000 * turns, 9, "R U F"))
    screen = LabScreen(services, "pocketcube")
    screen.lab.move(Turn("R", 1))
    return screen


def painted(services: Services) -> Screen:
    screen = LabScreen(services, "pocketcube")
    screen.lab.start_painting(tuple(TWISTED))
    return screen


def long_search(screen: LabScreen) -> None:
    """Set the figures of a search as long as they become in this puzzle, on their tab."""
    now = screen.lab.now
    assert now.answer is not None
    answer = replace(now.answer, looked_at=23_826, one_way=3_583_604)
    screen.lab.history.amend(replace(now, answer=answer))
    screen.tab = 2


def search_tab_of_cube(services: Services) -> Screen:
    screen = cube()(services)
    assert isinstance(screen, LabScreen)
    long_search(screen)
    return screen


def search_tab_of_tiles(services: Services) -> Screen:
    screen = tiles(lambda screen: screen.lab.solve())(services)
    assert isinstance(screen, LabScreen)
    long_search(screen)
    return screen


def searched(screen: LabScreen) -> bool:
    """Whether A* and the ways beside it are at their end."""
    ways = screen.lab.inside.ways
    return ways is not None and ways.complete


def tiles(*steps: Callable[[LabScreen], object]) -> Maker:
    """The lab of the sliding tiles after some steps."""

    def make(services: Services) -> Screen:
        screen = lab_with(services, "tiles", "5 6 4/1 8 3/7 2 0")
        for step in steps:
            step(screen)
        solving, inside = screen.lab.solving, screen.lab.inside
        let_pass(
            lambda: screen.lab.update(0.02, True, 0.1),
            lambda: not solving.busy and (not inside.open or searched(screen)),
        )
        services.settings = screen.lab.choices.put_into(services.settings, "tiles")
        return screen

    return make


def results(services: Services) -> Screen:
    for number, result in enumerate(("first", "second", "draw")):
        for second in ("mcts:20000", "mc:1000/move", "human"):
            services.store.add_game("nim", "human", second, number, result, 9, "{}")
    return StatisticsScreen(services, "nim")


def cube_results(services: Services) -> Screen:
    """Results of the cube with several solved by hand, and one begun."""
    for metric, turns in product(("quarter", "half"), (23, 31, 128)):
        services.store.add_result(PuzzleResult(metric, turns, 40_000 * turns, 9, "R U F"))
    keep_unfinished(services, "nim", "1-2", 1)
    return StatisticsScreen(services, "pocketcube")


DAY = date(2026, 11, 21)


@cache
def made_today() -> dict[str, Problem]:
    """The puzzles of a fixed day, made once for all the screens."""
    return {game: day_problem(game, DAY.toordinal()) for game in ALL_GAMES}


def puzzles(game: str, *, solved: bool = False, hints: int = 0) -> Maker:
    """A puzzle of a fixed day; perhaps solved, with all the others."""

    def make(services: Services) -> Screen:
        today = services.outliving(Today, lambda: Today(services, lambda: DAY))
        today.problems = dict(made_today())
        if solved:
            for number, each in enumerate(ALL_GAMES, start=1):
                services.store.add_solved(today.date.toordinal(), each, number)
        screen = PuzzlesScreen(services, game)
        screen.enter(services.size)
        while screen.exercise.phase is None:
            screen.update(0.01)
        answer = screen.model.attempt
        assert answer is not None
        for _ in range(hints):
            answer.hint()
        if solved and isinstance(answer, MoveAttempt):
            answer.play(answer.exercise.right[0])
        return screen

    return make


MISTAKEN = {  # games with mistakes of the person, who begins
    "connect4": "3 5 5 1 5 3 3 3 5 5 2 0",
    "nim": "1-1 2-4 3-3 5-1 4-1 1-4 4-1",
}


def training(services: Services) -> Screen:
    """The bags of Nim, once they are known."""
    screen = TrainingScreen(services, "nim", {})
    screen.model.read()
    let_pass(screen.model.poll, lambda: not screen.model.loading)
    return screen


def mistakes(game: str, *, tries: int = 0, shown: bool = False, over: bool = False) -> Maker:
    """The mistakes of a game, once they are found; perhaps the first tried, shown, or all done."""

    def make(services: Services) -> Screen:
        rules, moves = make_game(game), tuple(MISTAKEN[game].split())
        players, start = ("human", "mcts:1000"), rules.text(rules.initial())
        saved = SavedGame(game, dict(rules.options), start, *players, 3, moves)
        screen = MistakesScreen(services, game, saved)
        screen.enter(services.size)
        while screen.model.searching:
            screen.update(0.01)
        attempt = screen.model.attempt
        assert isinstance(attempt, MoveAttempt)
        exercise = attempt.exercise
        tried = (*exercise.right, *exercise.wrong)
        wrong = [m for m in exercise.game.moves(exercise.start) if m not in tried]
        for move in wrong[:tries]:
            screen.play(move)
            while not attempt.open:
                screen.update(0.05)
        if shown:
            screen.play(exercise.right[0])
        while over and not screen.model.finished:
            screen.model.next()
            screen.show()
        return screen

    return make


def arena_tab(form: ExperimentForm, played: int, tab: int) -> Maker:
    """An experiment of the past; where cards are tabs, one of them."""

    def make(services: Services) -> Screen:
        scene = arenas.shown(services, form, played)
        scene.tab = tab
        return scene

    return make


def past_experiments(services: Services) -> Screen:
    for form, played in ((arenas.tournament(), 3), (arenas.sweep(), 30)):
        arenas.keep(services.store, form, played)
    return PastScreen(services, ArenaScreen(services).model)


def arena_rules(begin: StartKind, game: str = "connect4") -> Maker:
    def make(services: Services) -> Screen:
        model = ArenaScreen(services).model
        model.edit(lambda form: form.on(game).beginning(begin))
        return RulesScreen(services, model)

    return make


SET_UP = {
    "tictactoe": ("tictactoe", "XXX.O.... O"),
    "connect4": ("connect4", "......./......./......./...R.../......./RY..... R"),
    "nim": ("nim", "7,30,99,1 1"),
    "twelve heaps": ("nim", "7,30,99,1,5,6,7,8,9,10,11,12 1"),
    "subtraction": ("subtraction", "13 0"),
    "matches, a fault": ("matches", "5000 0"),
}


def lesson(name: str, answer: str = "") -> Maker:
    """A step of a lesson at its moment, with an answer."""

    def make(services: Services) -> Screen:
        found = find_step(name)
        assert found is not None
        screen = open_step(services, *found)
        screen.enter(services.size)
        ready(screen)
        if answer:
            screen.choose_answer(answer)
            ready(screen)
        return screen

    return make


def setting_up(game: str, text: str) -> Maker:
    """The board editor, with a fault where the text has one."""

    def make(services: Services) -> Screen:
        return PositionScreen(services, make_game(game), text, lambda text: None)

    return make


SCENES: dict[str, Maker] = {
    "menu": menu,
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
    "match asked, one bot": everybody_asked("matches", "--option", "start=7", tab=1),
    "match looked into, a trace": looked_into("matches", "dfs"),
    "match looked into, the kernel": looked_into("subtraction", "kernel"),
    "match looked into, the layers": looked_into("tictactoe", "optimal", "--moves", "4 0"),
    "match looked into, a sentence": looked_into("matches", "random"),
    "match looked into, a person to move": looked_into("connect4", "", "--moves", "3 3"),
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
    "cube lab with all distances": distances,
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
    "cube lab with best results": with_bests,
    "cube lab looked into": looking(),
    "cube lab looked into, a layer shown": looking(bar=LayerBar(SearchChart.TWO_WAY, End.GOAL, 4)),
    "cube lab looked into, sequences": looking(SearchPage.SEQUENCES),
    "cube lab looked into, halving": looking(SearchPage.HALVING),
    "cube lab looked into, the table": looking(solver="table"),
    "learn": LearnScreen,
    "lesson at a board": lesson("montecarlo/cells"),
    "lesson covered": lesson("montecarlo/toss"),
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
    "arena after questions": arena_tab(arenas.questions(), 20, 0),
    "arena with the answers": arena_tab(arenas.questions(), 20, 2),
    "past experiments": past_experiments,
    "rules of the arena": arena_rules(StartKind.USUAL),
    "rules of the arena, a position": arena_rules(StartKind.POSITION, "nim"),
    "puzzles": puzzles("connect4"),
    "puzzle of nim with a hint": puzzles("nim", hints=1),
    "puzzle of matches, all solved": puzzles("matches", solved=True),
    "puzzle of the cube": puzzles("pocketcube", hints=2),
    "mistakes of connect4": mistakes("connect4", tries=1),
    "mistakes of nim": mistakes("nim", tries=3),
    "a mistake found": mistakes("connect4", shown=True),
    "mistakes done": mistakes("nim", over=True),
    "open": OpenScreen,
    "save": save,
}


def make_services(
    folder: Path, size: tuple[int, int], scale: float, language: str
) -> Iterator[Services]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(size)
    settings = Settings(muted=True, motion="NONE", text_scale=scale)
    made = Services(settings, SettingsFile(folder), folder, size, language, 7)
    yield made
    made.close()


@contextmanager
def entered(services: Services, scene: str) -> Iterator[Screen]:
    """A screen at the size of the window, left in the end."""
    made = SCENES[scene](services)
    made.enter(services.size)
    yield made
    made.leave()


@contextmanager
def entered_popup(services: Services, popup: str) -> Iterator[Screen]:
    """The same, with a popup over it."""
    scene, open_it = POPUPS[popup]
    with entered(services, scene) as made:
        open_it(made)
        yield made


HIGH = (700, 900)
WINDOWS: list[Window] = [
    *product(SIZES, SCALES, LANGUAGES),
    *((HIGH, 2.0, language) for language in LANGUAGES),
]


# The largest letters in the smallest windows.
TIGHT = (((960, 640), 2.0), (HIGH, 2.0), ((960, 640), 1.5), ((1280, 800), 2.0))
OTHERS = [each for each in product(SIZES, SCALES) if each not in TIGHT]
POPUP_TURNS = 2  # there are few of them


def cover(number: int, turns: int = 1) -> set[Window]:
    """The windows of a scene: four where room is scarce, in every language, and others by turns.

    By its number every scene is seen in the largest text of the smallest window and of a high one.
    """
    by_turns = range(number * turns, (number + 1) * turns)
    places = [
        *zip(TIGHT, (number, number + 1, number + 2, number + 2), strict=True),
        *((OTHERS[turn % len(OTHERS)], turn // len(OTHERS)) for turn in by_turns),
    ]
    return {(*place, LANGUAGES[language % len(LANGUAGES)]) for place, language in places}


def whole(number: int) -> set[Window]:
    """The windows of the full suite: every one where room is scarce, others in one language."""
    others = [
        (*place, LANGUAGES[(number + at) % len(LANGUAGES)]) for at, place in enumerate(OTHERS)
    ]
    return {*((*place, language) for place in TIGHT for language in LANGUAGES), *others}


def in_windows(scenes: Iterable[str], turns: int = 1) -> pytest.MarkDecorator:
    """Each scene in the windows of its cover; in the full suite in others too."""
    cases = []
    for number, scene in enumerate(scenes):
        few = cover(number, turns)
        others = [window for window in WINDOWS if window in whole(number) - few]
        cases.append(pytest.param([each for each in WINDOWS if each in few], scene, id=scene))
        cases.append(pytest.param(others, scene, id=f"{scene}, others", marks=pytest.mark.full))
    return pytest.mark.parametrize(("windows", "scene"), cases)


def lay_out(screen: Screen, size: tuple[int, int], scale: float, language: str) -> None:
    """Show a screen in another window, with another size of text and in another language."""
    services = host_of(screen.services)
    pygame.display.set_mode(size)
    services.size, services.forced_language = size, language
    services.settings = replace(services.settings, text_scale=scale)
    services.ui.ground = None  # a picture of fifteen megabytes, which waits for the collector
    services.ui = services._make_ui()
    screen.enter(size)


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


@pytest.fixture(scope="module")
def stage(no_shapes: None) -> Iterator[Stage]:
    """The screens of a module, each made once."""
    made = Stage()
    yield made
    made.close()


@pytest.mark.parametrize("number", range(len(LANGUAGES)))
def test_every_scene_is_looked_at_in_every_language_where_room_is_scarce(number: int) -> None:
    tight = [window for window in cover(number) if window[:2] in TIGHT]
    assert {language for _, _, language in tight} == set(LANGUAGES)
    assert {window[0] for window in tight if window[1] == 2.0} == {HIGH, (960, 640), (1280, 800)}


def test_every_window_is_one_that_some_scene_is_looked_at_in() -> None:
    for scenes, turns in ((SCENES, 1), (POPUPS, POPUP_TURNS)):
        assert set().union(*(cover(n, turns) for n in range(len(scenes)))) == set(WINDOWS)


@in_windows(SCENES)
def test_nothing_is_cut_or_covered(stage: Stage, windows: list[Window], scene: str) -> None:
    """By its widgets, and where room is scarce by its letters as they are drawn."""
    found: list[tuple[Window, str]] = []
    for window in windows:
        made = stage.show(scene, window)
        found += [(window, fault) for fault in faults(made)]
        if made.size != SIZES[-1]:
            drawn = drawn_faults(made, the_screen(), places=True)
            found += [(window, fault) for fault in drawn]
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_the_way_to_move_is_read_whole_where_room_is_scarce(stage: Stage, game: str) -> None:
    found: list[tuple[Window, str]] = []
    for place, language in product((((960, 640), 2.0), (HIGH, 2.0)), LANGUAGES):
        made = stage.show(f"match of {game}", (*place, language))
        told = [each for each in made.widget_group.widgets if isinstance(each, Shortened)]
        assert made.tr(f"how.{game}") in [each.text for each in told]
        found += [((*place, language), each.text) for each in told if each.tooltip]
    assert found == []


LABS = ("cube lab with what a search cost", "tiles lab with what a search cost")


@pytest.mark.parametrize("scene", LABS)
def test_every_card_of_a_lab_fits_the_smallest_window_in_every_language(
    stage: Stage, scene: str
) -> None:
    """The width of the cards beside the board depends on the longest words of each."""
    found: list[tuple[str, str, int]] = []
    for language in LANGUAGES:
        made = stage.show(scene, ((960, 640), 2.0, language))
        assert isinstance(made, LabScreen)
        for tab in range(3):
            made.choose_tab(tab)
            found += [(fault, language, tab) for fault in faults(made)]
            drawn = drawn_faults(made, the_screen(), places=True)
            found += [(fault, language, tab) for fault in drawn]
        made.choose_tab(2)
    assert found == []


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
    "how to play on": ("menu with many games to continue", lambda scene: scene.ask_game("nim")),
    "the menu of a match": ("match of matches", lambda scene: scene.show_menu()),
    "the menu of the cube": ("cube lab", lambda scene: scene.show_menu()),
    "the best cubes": ("cube lab with best results", lambda scene: scene.show_bests()),
    "no best cubes": ("cube lab", lambda scene: scene.show_bests()),
    "a scramble": ("cube lab", lambda scene: scene.ask_scramble()),
    "a cube as text": (
        "cube lab",
        lambda scene: scene.ask_position("R Q", Message("cube.token", {"token": "Q", "place": 2})),
    ),
    "a player of the arena": ("arena with the players of a tournament", lambda s: s._add()),
    "a player of the arena as text": ("arena with the players of a tournament", player_as_text),
    "the player of a sweep": ("arena", lambda scene: scene._pick_of_sweep("template")),
    "an experiment's name": ("past experiments", lambda scene: scene._rename()),
    "an experiment to delete": ("past experiments", lambda scene: scene._ask()),
    "restore defaults": ("preferences", lambda scene: scene.ask_defaults()),
    "count afresh": ("statistics", lambda scene: scene.ask_reset()),
    "replace a file": ("save", replace_a_file),
    "forget everything": ("training", lambda scene: scene.ask_reset()),
}


@in_windows(POPUPS, POPUP_TURNS)
def test_nothing_is_cut_or_covered_in_a_popup(
    stage: Stage, windows: list[Window], scene: str
) -> None:
    name, open_it = POPUPS[scene]
    found: list[tuple[Window, str]] = []
    for window in windows:
        made = stage.show(name, window)
        open_it(made)
        found += [(window, fault) for fault in faults(OpenPopup(made))]
    assert found == []


def test_a_menu_too_long_for_the_window_scrolls_to_its_last_line(tmp_path: Path) -> None:
    services = next(make_services(tmp_path, (960, 640), 2.0, "fr"))
    made: Any = SCENES["match of matches"](services)
    made.enter(services.size)
    made.show_menu()
    widget_group = made.popup.widget_group
    assert widget_group.max_scroll > 0
    seen: list[Any] = []
    while widget_group.widgets[-1] not in seen and len(seen) < 30:
        event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode="", scancode=0)
        made.handle(event)
        seen.append(widget_group.focus)
        assert widget_group.body.contains(widget_group.focus.rect)
    assert widget_group.widgets[-1] in seen


# -- contrast --------------------------------------------------------------------------------------

READABLE = 4.5
SHAPES = 3.0  # what is no text but must be seen


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = (part / 255 for part in colour)
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Colour, b: Colour) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def text_pairs(c: Palette) -> Iterator[tuple[str, Colour, Colour]]:
    """Every text colour on every ground it is written on."""
    grounds = ("table", "table2", "panel", "raised", "hover")
    for ground in grounds:
        for ink in ("text", "text2"):
            yield f"{ink} on {ground}", getattr(c, ink), getattr(c, ground)
    for ground in ("table", "table2", "panel", "raised"):
        yield f"accent on {ground}", c.accent, getattr(c, ground)
    for share in (0.14, 0.2):  # toggled buttons, chosen segments
        yield f"accent on itself at {share}", c.accent, mix(c.panel, c.accent, share)
    yield "on_accent on accent", c.on_accent, c.accent
    for value in ("win", "draw", "loss"):
        yield f"on_value on {value}", c.on_value, getattr(c, value)
        yield f"{value} on panel", getattr(c, value), c.panel
    for take in ("take1", "take2", "take3"):
        yield f"take_ink on {take}", c.take_ink, getattr(c, take)


PALETTES = list(product(ThemeName, (False, True)))


@in_one_test("look, safe", PALETTES)
def test_texts_can_be_read(look: ThemeName, safe: bool) -> None:
    weak = {
        what: round(contrast(ink, ground), 2)
        for what, ink, ground in text_pairs(palette(look, safe))
        if contrast(ink, ground) < READABLE
    }
    assert weak == {}


@in_one_test("look, safe", PALETTES)
def test_the_focus_ring_can_be_seen(look: ThemeName, safe: bool) -> None:
    c = palette(look, safe)
    for ground in (c.table, c.panel, c.raised):
        assert contrast(c.focus, ground) >= SHAPES


def seen_by(kind: str, colour: Colour) -> Colour:
    """A colour as people without one kind of cone see it (Viénot, Brettel and Mollon 1999)."""
    linear = [
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4
        for p in (part / 255 for part in colour)
    ]
    rows = {
        "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
        "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    }[kind]
    mixed = [sum(w * v for w, v in zip(row, linear, strict=True)) for row in rows]
    sharp = [min(1.0, max(0.0, v)) for v in mixed]
    back = [v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in sharp]
    return round(back[0] * 255), round(back[1] * 255), round(back[2] * 255)


def distance(a: Colour, b: Colour) -> float:
    """How far apart two colours look, roughly, in CIELAB units."""
    first, second = _lab(a), _lab(b)
    return float(sum((x - y) ** 2 for x, y in zip(first, second, strict=True)) ** 0.5)


def _lab(colour: Colour) -> tuple[float, float, float]:
    r, g, b = (
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4
        for p in (part / 255 for part in colour)
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@in_one_test("look", ThemeName)
@in_one_test("kind", ["protan", "deutan"])
def test_the_safe_palette_is_told_apart_by_every_eye(look: ThemeName, kind: str) -> None:
    c = palette(look, safe=True)
    for a, b in (("win", "draw"), ("draw", "loss"), ("win", "loss"), ("red", "yellow")):
        seen = seen_by(kind, getattr(c, a)), seen_by(kind, getattr(c, b))
        assert distance(*seen) >= 20, (a, b, distance(*seen))
