"""Each entry of the table of shortcuts does what it says: keys in, what the window shows out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
import pytest

from engine.messages import LANGUAGES, catalogue
from engine.puzzles.text import code_of
from engine.saves import from_json
from gui import clipboard
from gui.app import App
from gui.exercises.exercise import AttemptPhase
from gui.exercises.problem import MoveAttempt
from gui.exercises.puzzles import PuzzleSource
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.i18n import Translator
from gui.lab.screen import LabScreen
from gui.lessons.screen import LessonScreen
from gui.match.screen import MatchScreen
from gui.pages.files import OpenScreen, SaveScreen
from gui.pages.help import HelpScreen
from gui.pages.menu import MenuScreen
from gui.pages.preferences import PreferencesScreen
from gui.services import Services
from gui.shortcuts import SHORTCUTS, Action, Shortcut, ShortcutNames, Where
from tests.gui.driver import frames, of, press, there, top, wait
from tests.gui.lab import SIZE, read_cube
from tests.gui.lessons import step_named
from tests.gui.matches import asked_match, entered_match

pytestmark = pytest.mark.usefixtures("no_shapes")

MOVES = "3 3 2 4 5"
POSITION = "......./......./......./......./......./...R... Y"
PUZZLE = "Jouons: Matches, 1 star. matches 5 0 start=5 takes=1,2"


def on_table(app: App, *arguments: str) -> MatchScreen:
    """A match of Connect Four, opened above what is there."""
    scene = asked_match(app.services, "--game", "connect4", *arguments)
    app.push(scene)
    return scene


@pytest.fixture
def match(app: App) -> MatchScreen:
    """Two persons after five plies."""
    return on_table(app, "--first", "human", "--second", "human", "--moves", MOVES)


def ply(app: App) -> int:
    return top(app, MatchScreen).table.session.ply


def anew(app: App) -> bool:
    """Whether the table is empty, and the game before comes back by undo."""
    scene = top(app, MatchScreen)
    empty = not scene.table.session.all_moves
    scene.undo()
    return empty and len(scene.table.session.all_moves) == 5


def step_back(app: App) -> None:
    top(app, MatchScreen).match.jump(1)
    top(app, MatchScreen).show()


def thinker(app: App) -> None:
    scene = on_table(app, "--first", "mc:100000000", "--second", "human")
    wait(app, lambda: scene.match.bots.latest is not None and scene.match.bots.thinking)


def look_into(app: App) -> None:
    """The cube lab with its search looked into, three layers grown."""
    lab = LabScreen(app.services, "pocketcube", read_cube("R U F"))
    app.push(lab)
    lab.lab.toggle_look(False)
    wait(app, lambda: lab.lab.inside.moment == 3)


def look_into_the_first_step(app: App) -> None:
    look_into(app)
    top(app, LabScreen).lab.inside.go_to_step(1)


def moment(app: App) -> int:
    return top(app, LabScreen).lab.inside.moment


def puzzle(app: App) -> None:
    screen = PuzzlesScreen(app.services, "tictactoe")
    app.push(screen)
    wait(app, lambda: screen.exercise.phase is not None)


def copied_puzzle(app: App) -> None:
    puzzle(app)
    clipboard.put_text(PUZZLE)


def try_wrong(app: App) -> None:
    """A puzzle whose refutation can be asked for."""
    puzzle(app)
    screen = top(app, PuzzlesScreen)
    attempt = of(MoveAttempt, screen.model.attempt)
    exercise = attempt.exercise
    screen.play(next(m for m in exercise.game.moves(exercise.start) if m not in exercise.right))
    wait(app, lambda: attempt.can_refute)


def phase(app: App) -> AttemptPhase | None:
    return top(app, PuzzlesScreen).exercise.phase


def shared(app: App) -> bool:
    model = top(app, PuzzlesScreen).model
    there = top(app, PuzzlesScreen).model.source is PuzzleSource.SHARED
    return there and model.problem is not None and model.problem.position == "5 0"


def lesson(name: str) -> Callable[[App], None]:
    return lambda app: app.push(step_named(app.services, name))


def changed_lesson(app: App) -> None:
    lesson("solved/nim")(app)
    frames(app, 3, 0.05)  # until the step is taken for as it should be
    top(app, LessonScreen).offered().do("swap_sides")
    assert top(app, LessonScreen).changed


def step(app: App) -> int:
    return top(app, LessonScreen).lesson.index


def answered(number: int) -> Callable[[App], bool]:
    def holds(app: App) -> bool:
        card = top(app, LessonScreen).lesson
        assert card.step.question is not None
        return card.given == card.step.question.answers[number - 1]

    return holds


def shows(kind: type) -> Callable[[App], bool]:
    return lambda app: isinstance(app.scenes[-1], kind)


def said(app: App) -> bool:
    return bool(app.services.notices)


def quiet(app: App) -> None:
    app.services.notices.clear()


def held(app: App) -> bool:
    """Whether two bots are held, and stay so."""
    paused = top(app, MatchScreen).table.paused
    for _ in range(60 * paused):
        app.frame(0.02)
    return paused and ply(app) == 0


@dataclass(frozen=True)
class Effect:
    """What holds after a press, at once or in the end; a second one may take it back."""

    holds: Callable[[App], bool]
    before: Callable[[App], object] = lambda app: None
    at_once: bool = True
    taken_back: bool = False


EFFECTS = {
    Action.HELP: Effect(shows(HelpScreen), taken_back=True),
    Action.MENU: Effect(lambda app: top(app, MatchScreen).popup is not None),
    Action.FULL_SCREEN: Effect(lambda app: app.full_screen, taken_back=True),
    Action.BACK: Effect(shows(MenuScreen)),
    Action.MUTE: Effect(lambda app: not app.services.settings.muted, taken_back=True),
    Action.PREFERENCES: Effect(shows(PreferencesScreen), taken_back=True),
    Action.OPEN: Effect(shows(OpenScreen)),
    Action.NEW: Effect(anew),
    Action.RESTART: Effect(anew),
    Action.UNDO: Effect(lambda app: ply(app) == 4),
    Action.REDO: Effect(lambda app: ply(app) == 5, lambda app: top(app, MatchScreen).undo()),
    Action.SAVE: Effect(shows(SaveScreen)),
    Action.COPY: Effect(
        lambda app: clipboard.get_text() == top(app, MatchScreen).table.session.text()
    ),
    Action.COPY_GAME: Effect(
        lambda app: from_json(clipboard.get_text()).moves == tuple(MOVES.split())
    ),
    Action.PASTE: Effect(
        lambda app: top(app, MatchScreen).table.session.text() == POSITION,
        lambda app: clipboard.put_text(POSITION),
    ),
    Action.HINT: Effect(lambda app: top(app, MatchScreen).match.hint is not None, at_once=False),
    Action.ANALYSIS: Effect(lambda app: top(app, MatchScreen).match.analysis, taken_back=True),
    Action.PAUSE: Effect(
        held, lambda app: on_table(app, "--first", "random", "--second", "random"), taken_back=True
    ),
    Action.PLAY_NOW: Effect(lambda app: ply(app) == 1, thinker, at_once=False),
    Action.FIRST: Effect(
        lambda app: ply(app) == 0 and len(top(app, MatchScreen).table.session.all_moves) == 5
    ),
    Action.PREVIOUS: Effect(lambda app: ply(app) == 4),
    Action.NEXT: Effect(lambda app: ply(app) == 2, step_back),
    Action.LAST: Effect(lambda app: ply(app) == 5, step_back),
    Action.LOOK: Effect(
        lambda app: not top(app, LabScreen).lab.inside.open, look_into, taken_back=True
    ),
    Action.STEP_BACK: Effect(lambda app: moment(app) == 2, look_into),
    Action.STEP_ON: Effect(
        lambda app: moment(app) == 2,
        look_into_the_first_step,
    ),
    Action.SHOW_ME: Effect(lambda app: phase(app) is AttemptPhase.SHOWING, puzzle),
    Action.REFUTE: Effect(
        lambda app: phase(app) is AttemptPhase.EXPLAINING, try_wrong, at_once=False
    ),
    Action.NEXT_PUZZLE: Effect(
        lambda app: phase(app) is not None and top(app, PuzzlesScreen).model.game != "tictactoe",
        puzzle,
        at_once=False,
    ),
    Action.SHARE: Effect(
        lambda app: (
            clipboard.get_text().endswith(code_of(there(top(app, PuzzlesScreen).model.problem)))
            and len(clipboard.get_text()) <= 120
        ),
        puzzle,
    ),
    Action.OPEN_SHARED: Effect(shared, copied_puzzle, at_once=False),
    Action.LEVEL: Effect(
        lambda app: top(app, MatchScreen).popup is not None,
        lambda app: on_table(app, "--second", "easy"),
    ),
    Action.RENAME: Effect(
        lambda app: (
            (focus := top(app, MatchScreen).widget_group.focus) is not None and focus.key == "name"
        )
    ),
    Action.NEXT_MISTAKE: Effect(said, quiet),  # a mistake, or that there is none
    Action.WHAT_WAS_BETTER: Effect(said, quiet),
    Action.LESSON_NEXT: Effect(lambda app: step(app) == 1, lesson("montecarlo/1")),
    Action.LESSON_BACK: Effect(lambda app: step(app) == 0, lesson("montecarlo/2")),
    Action.LESSON_AGAIN: Effect(lambda app: not top(app, LessonScreen).changed, changed_lesson),
    Action.ANSWER_1: Effect(answered(1), lesson("montecarlo/toss")),
    Action.ANSWER_2: Effect(answered(2), lesson("montecarlo/toss")),
    Action.ANSWER_3: Effect(answered(3), lesson("montecarlo/toss")),
    Action.QUIT: Effect(lambda app: not app.running),
}


def press_shortcut(app: App, entry: Shortcut) -> None:
    press(app, entry.key, pygame.KMOD_LCTRL * entry.ctrl | pygame.KMOD_LSHIFT * entry.shift)


@pytest.mark.one_of(3)
@pytest.mark.parametrize("focus", ["", "board"])
@pytest.mark.parametrize("entry", SHORTCUTS, ids=ShortcutNames().text)
def test_a_shortcut_does_what_it_says_wherever_the_focus_is(
    app: App, match: MatchScreen, entry: Shortcut, focus: str
) -> None:
    if focus:
        match.widget_group.focus_key(focus)
    effect = EFFECTS[entry.action]
    effect.before(app)
    below = app.scenes[-1]
    press_shortcut(app, entry)
    if not effect.at_once:
        wait(app, lambda: effect.holds(app))
    assert effect.holds(app)
    if effect.taken_back:
        press_shortcut(app, entry)
        assert not effect.holds(app) and app.scenes[-1] is below
        assert app.viewport.page.get_size() == SIZE


def test_the_key_of_the_menu_shows_the_help_where_there_is_no_menu(app: App) -> None:
    press(app, pygame.K_F10)
    assert shows(HelpScreen)(app)


def test_nothing_is_refuted_before_a_try(app: App) -> None:
    puzzle(app)
    press_shortcut(app, next(each for each in SHORTCUTS if each.action is Action.REFUTE))
    assert phase(app) is AttemptPhase.ASKING


@pytest.mark.parametrize("where", Where)
def test_no_two_shortcuts_of_a_place_share_a_key(where: Where) -> None:
    here = [entry for entry in SHORTCUTS if entry.where in (where, Where.EVERYWHERE)]
    keys = [(entry.key, entry.ctrl, entry.shift) for entry in here]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shortcut_has_its_words(language: str) -> None:
    texts = catalogue(language)
    assert {f"shortcut.{entry.action.value}" for entry in SHORTCUTS} <= texts.keys()
    assert {f"shortcut.where.{where.value}" for where in Where} <= texts.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_page_lists_every_shortcut(services: Services, language: str) -> None:
    services.ui.tr = Translator(language)
    page = HelpScreen(services, 2)
    rows = [row for where in Where for row in page.shortcuts(where)]
    assert {len(caps) for _, caps in rows} == {1, 2}
    assert sum(len(caps) for _, caps in rows) == len(SHORTCUTS)
    steps = dict(rows)[services.tr("shortcut.step_on")]
    assert steps == ["."], "where that lies is a matter of the keyboard"
    redo = dict(rows)[services.tr("shortcut.redo")]
    assert redo == {
        "en": ["Ctrl+Shift+Z", "Ctrl+Y"],
        "fr": ["Ctrl+Maj+Z", "Ctrl+Y"],
        "de": ["Strg+Umschalt+Z", "Strg+Y"],
    }.get(language)


def test_a_key_of_a_match_does_nothing_in_the_menu() -> None:
    event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_z, mod=pygame.KMOD_CTRL, unicode="")
    assert ShortcutNames().action_of(event) is None
    assert ShortcutNames().action_of(event, Where.MATCH) is Action.UNDO


def test_a_full_stop_is_one_wherever_it_lies_on_the_keyboard() -> None:
    """French and Belgian keyboards type it with Shift and the key of the semicolon."""

    def typed(key: int, mod: int, text: str) -> Action | None:
        event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text)
        return ShortcutNames().action_of(event, Where.INSPECTOR)

    assert typed(pygame.K_SEMICOLON, pygame.KMOD_LSHIFT, ".") is Action.STEP_ON
    assert typed(pygame.K_PERIOD, 0, ".") is Action.STEP_ON
    assert typed(pygame.K_SEMICOLON, pygame.KMOD_LSHIFT, ":") is None
    assert typed(pygame.K_COMMA, pygame.KMOD_LSHIFT, ";") is None, "of a German keyboard"


def test_a_letter_typed_into_a_field_is_no_shortcut(app: App, match: MatchScreen) -> None:
    press(app, pygame.K_s, pygame.KMOD_LCTRL)
    top(app, SaveScreen).widget_group.focus_key("name")
    press(app, pygame.K_m)
    assert app.services.settings.muted


def test_the_next_move_is_seen_made_and_the_one_before_stands_at_once(moving: Services) -> None:
    people = ("--first", "human", "--second", "human")
    scene = entered_match(moving, "--game", "connect4", *people, "--moves", "3 3 2")
    press(scene, pygame.K_PAGEUP)
    assert scene.table.session.ply == 2 and not scene.board.moving
    press(scene, pygame.K_PAGEDOWN)
    assert scene.table.session.ply == 3 and scene.board.moving
