"""Each scene of `scenes.py` as a function of the services: a screen, and what stands on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import product
from typing import Any

from engine.arena.card import CardMistake, GameCard
from engine.games.cube_facelets import Turn
from engine.messages import Message
from engine.naming import move_name
from engine.own.faults import FaultKind, own_fault
from engine.own.source import read_source
from engine.own.templates import template
from engine.protocols import Estimate, Value
from engine.puzzles.problems import Problem, day_problem
from engine.registry import ALL_GAMES, GAMES, make_game
from engine.saves import SavedGame
from engine.solvers.oracle import ExactValue
from engine.store.store import PuzzleResult
from gui.arena.form import ExperimentForm, StartKind
from gui.arena.lists import PastScreen
from gui.arena.screen import ArenaScreen, RulesScreen
from gui.exercises.drill_screen import MistakesScreen
from gui.exercises.problem import MoveAttempt
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.exercises.today import Today
from gui.inspector.search_frame import LayerBar, SearchPage
from gui.inspector.solved_layer import LAYER
from gui.kit.screen import Screen
from gui.lab.screen import LabScreen, lab_with
from gui.match.analysis import PositionAnalysis
from gui.match.autosave import saved_game
from gui.match.screen import MatchScreen
from gui.own.card_model import BotCard, CardModel
from gui.own.card_screen import CardScreen
from gui.pages.files import SaveScreen
from gui.pages.menu import MenuScreen
from gui.pages.statistics import StatisticsScreen
from gui.pages.unfinished import UnfinishedScreen
from gui.services import Services
from gui.setup.position import PositionScreen
from gui.setup.screen import SetupScreen
from gui.training.screen import TrainingScreen
from tests.gui import arenas
from tests.gui.driver import enter, of, there
from tests.gui.lab import TWISTED, USUAL, read_cube, solved_by
from tests.gui.lessons import ready, step_named
from tests.gui.matches import asked_match
from tests.waiting import let_pass

Maker = Callable[[Services], Screen]


def match(game: str, *more: str) -> Maker:
    def make(services: Services) -> Screen:
        return of(Screen, asked_match(services, "--game", game, *more))

    return make


def looked_into(
    game: str, player: str, *more: str, page: int = 0, back: int = 0, bot: str = "first"
) -> Maker:
    """A match with what a player would think, once it is known; `back` steps before the end."""

    def make(services: Services) -> Screen:
        services.settings = replace(services.settings, inspector=True)
        scene = asked_match(services, "--game", game, "--second", bot, *more)
        scene.match.inspector.page = page
        if not player:
            return scene
        match = scene.match
        match.inspected.ask(player)
        let_pass(
            lambda: match.update(0.02),
            lambda: (
                match.inspector.frame() is not None
                and not match.inspector.busy
                and not match.analyzer.job
            ),
        )
        for _ in range(back):
            match.inspector.step(-1)
        return scene

    return make


def everybody_asked(game: str, *more: str) -> Maker:
    """A match whose page of questions has the answers of all bots."""

    def make(services: Services) -> Screen:
        services.settings = replace(services.settings, inspector=True)
        scene = asked_match(
            services, "--game", game, "--first", "human", "--second", "human", *more
        )
        match = scene.match
        match.asking.ask_everybody()
        asking = match.asking
        let_pass(lambda: match.update(0.02), lambda: asking.complete and not asking.busy)
        return scene

    return make


def layer_opened(services: Services) -> Screen:
    """A solved table with one layer open."""
    scene = of(MatchScreen, looked_into("tictactoe", "optimal", "--moves", "4 0 8 2 1")(services))
    scene.match.inspector.toggle((LAYER, 1, 0))
    return scene


def match_that_waits(services: Services) -> Screen:
    """A bot is to move and waits: the widest buttons."""
    scene = asked_match(services, "--game", "connect4", "--moves", "3 3 4")
    scene.match.bots.stop()
    return scene


LONG_NAMES = ("Wilhelmina-Antoinette W", "\u05d0\u05d1\u05d2\u05d3 \U0001f469\u200d\U0001f4bb")
LOST = "2 5 2 1 2 2 2 6 1 1 0 1 0 5 0 0 5 6 5 5 1 2 0 5 6 0 6 6 3 3 3 3"  # by the first player


def match_of_two(services: Services) -> Screen:
    """Two people with long names, and one of them about to be called differently."""
    services.settings = replace(services.settings, people=LONG_NAMES)
    scene = of(MatchScreen, match("nim", "--second", "human", "--moves", "1-4 2-3")(services))
    scene.renaming = 1
    return scene


def match_lost(services: Services) -> Screen:
    """A finished game with its mistakes known."""
    made = of(MatchScreen, match("connect4", "--second", "medium", "--moves", LOST)(services))
    table, analyzer = made.table, made.match.analyzer
    session = table.session
    for ply, (state, move) in enumerate(zip(session.all_states, session.all_moves, strict=False)):
        best = 3 if ply < 3 else move
        values = tuple(
            Estimate(each, value=Value.WIN if each == best else Value.LOSS, remoteness=9)
            for each in table.game.moves(state)
        )
        analyzer.known[state] = PositionAnalysis(ExactValue(Value.WIN, 9, values), values, 1.0)
    return made


def match_asks(services: Services) -> Screen:
    """The question of teaching is open, beside the board."""
    services.settings = replace(services.settings, teaching=True)
    made = of(MatchScreen, match("connect4", "--second", "fit", "--moves", "3")(services))
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
    scene = asked_match(services, "--game", "nim")
    return SaveScreen(services, saved_game(scene.table))


def menu_of_two(services: Services) -> Screen:
    people = ("W" * 24, "Wilhelmina-Antoinette")
    services.settings = replace(services.settings, two_players=True, people=people)
    return MenuScreen(services)


def resume(services: Services) -> Screen:
    keep_unfinished(services, "connect4", "3 3", 1)
    return MenuScreen(services)


def keep_unfinished(services: Services, game: str, moves: str, number: int) -> None:
    players = ["--first", "human", "--second", "mcts:20000"]
    table: Any = asked_match(services, "--game", game, *players, "--moves", moves)
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
            return look is not None and look.searched.length is not None

        let_pass(lambda: lab.update(0.02, True, 0.1), complete)
        if bar is not None:
            lab.choose_bar(bar)
        return screen

    return make


def turned_by_hand(services: Services) -> Screen:
    """The cube lab in the middle of turning back by hand."""
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
    screen = of(LabScreen, cube()(services))
    long_search(screen)
    return screen


def search_tab_of_tiles(services: Services) -> Screen:
    screen = of(LabScreen, tiles(lambda screen: screen.lab.solve())(services))
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
        screen = enter(PuzzlesScreen(services, game))
        while screen.exercise.phase is None:
            screen.update(0.01)
        answer = there(screen.model.attempt)
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
        screen = enter(MistakesScreen(services, game, saved))
        while screen.model.searching:
            screen.update(0.01)
        attempt = of(MoveAttempt, screen.model.attempt)
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
        screen = enter(step_named(services, name))
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


def own_card(services: Services) -> Screen:
    """The card of a bot in all games: faults in one, one of a former text, one not begun."""
    file = services.folder / "blocks_and_wins.py"
    file.write_text(template("rules"), encoding="utf-8")
    source, games = read_source(file), list(GAMES)
    card = BotCard(source, games, measured=source.hash)
    for number, game in enumerate(games[:-1]):
        rules = make_game(game)
        where, state = (rules.options, rules.text(rules.initial()), (0,)), rules.initial()
        thrown = Message("think.thrown.win")
        name = move_name(rules, state, rules.moves(state)[0])
        error = CardMistake(*where, Message("own.card_error", {"move": name, "thrown": thrown}))
        died = own_fault(FaultKind.ERROR, Message("own.died"), 31)
        fault = CardMistake(*where, died.message, died)
        card.cards[game] = GameCard(
            *(game, 200, 200 - number),
            errors=[error] * (9 + 43 * number),
            seconds=[0.0003, 0.012, 1.4],
            faults=[fault] * 2 if number == 1 else [],
            level_errors={"easy": 110, "medium": 60, "hard": 20, "perfect": 0},
        )
        card.hashes[game] = source.hash if number else "0" * 12
    model = services.outliving(CardModel, lambda: CardModel(lambda: services.store))
    model._cards[str(file)] = card
    return CardScreen(services, str(file))
