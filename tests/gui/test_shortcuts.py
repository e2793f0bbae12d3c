"""Each entry of the table of shortcuts does what it says: keys in, what the window shows out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from engine.lessons.chapters import find_step
from engine.messages import LANGUAGES, catalogue
from engine.saves import from_json
from gui.app import App
from gui.exercises.attempt import MoveAttempt
from gui.exercises.exercise import AttemptPhase
from gui.exercises.puzzles import PuzzleSource
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.i18n import Translator
from gui.kit import Label
from gui.kit.chip_flow import ChipFlow
from gui.kit.layout import arrange
from gui.lab.screen import LabScreen
from gui.lessons.opening import open_step
from gui.lessons.screen import LessonScreen
from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.pages.files import OpenScreen, SaveScreen
from gui.pages.help import HelpScreen, keys_card
from gui.pages.menu import MenuScreen
from gui.pages.preferences import PreferencesScreen
from gui.services import Services
from gui.settings import Settings, SettingsFile
from gui.shortcuts import SHORTCUTS, Action, Shortcut, ShortcutNames, Where
from tests.gui.lab import read_cube
from tests.gui.questions import match_from_options
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)
MOVES = "3 3 2 4 5"


class Window:
    """The window with a match in it; keys go the way the system sends them."""

    def __init__(self, folder: Path) -> None:
        pygame.display.init()
        pygame.font.init()
        settings = Settings(muted=True, motion="NONE")
        services = Services(settings, SettingsFile(folder), folder, SIZE, "en", 7)
        self.services = services
        self.app = App(services, parse_window([]))
        self.app.push(MenuScreen(services))
        self.clipboard = ""

    def open_match(self, *arguments: str) -> MatchScreen:
        scene = match_from_options(self.services, parse_window(arguments))
        assert isinstance(scene, MatchScreen)
        self.app.push(scene)
        return scene

    @property
    def scene(self) -> object:
        return self.app.scenes[-1]

    def shows(self, kind: type) -> bool:
        return isinstance(self.scene, kind)

    def press(self, entry: Shortcut) -> None:
        mod = pygame.KMOD_LCTRL * entry.ctrl | pygame.KMOD_LSHIFT * entry.shift
        letter = chr(entry.key) if 32 <= entry.key < 127 and not entry.ctrl else ""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            event = pygame.event.Event(kind, key=entry.key, mod=mod, unicode=letter, scancode=0)
            self.app._event(event)
        self.frames(1)

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.app._frame(0.02)

    def until(self, holds: Callable[[], bool]) -> None:
        """Let frames pass; the seconds are of this process, a busy machine has its own pace."""
        let_pass(lambda: self.frames(1), holds)


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    made = Window(tmp_path)

    def put(text: str) -> None:
        made.clipboard = text

    monkeypatch.setattr(pygame.scrap, "put_text", put)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: made.clipboard)
    yield made
    made.app.close()


@pytest.fixture
def match(window: Window) -> MatchScreen:
    """Two persons after five plies."""
    return window.open_match(
        "--game", "connect4", "--first", "human", "--second", "human", "--moves", MOVES
    )


def ply(match: MatchScreen) -> int:
    return match.table.session.ply


# Each check presses the shortcut itself, so that two keys of one action are both tried.
Press = Callable[[], None]


def check_help(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert window.shows(HelpScreen)
    press()
    assert window.scene is match


def check_menu(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert match.popup is not None
    match.close_popup()
    window.app.push(MenuScreen(window.services))
    press()
    assert window.shows(HelpScreen), "a screen without a menu shows the help"


def check_full_screen(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert window.app.full_screen
    press()
    assert not window.app.full_screen
    assert window.app.viewport.page.get_size() == SIZE


def check_back(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert isinstance(window.scene, MenuScreen)


def check_mute(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert not window.services.settings.muted
    press()
    assert window.services.settings.muted


def check_preferences(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert window.shows(PreferencesScreen)
    press()
    assert window.scene is match


def check_open(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert isinstance(window.scene, OpenScreen)


def check_new(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert not match.table.session.all_moves
    match.undo()
    assert len(match.table.session.all_moves) == 5, "New game can be undone"


def check_restart(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert not match.table.session.all_moves
    match.undo()
    assert len(match.table.session.all_moves) == 5, "Restart can be undone"


def check_undo(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert ply(match) == 4


def check_redo(window: Window, match: MatchScreen, press: Press) -> None:
    match.undo()
    press()
    assert ply(match) == 5


def check_save(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert isinstance(window.scene, SaveScreen)


def check_copy(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert window.clipboard == match.table.session.text()


def check_copy_game(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert from_json(window.clipboard).moves == tuple(MOVES.split())


def check_paste(window: Window, match: MatchScreen, press: Press) -> None:
    window.clipboard = "......./......./......./......./......./...R... Y"
    press()
    assert match.table.session.text() == window.clipboard


def check_hint(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    window.until(lambda: match.match.hint is not None)


def check_analysis(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert match.match.analysis
    press()
    assert not match.match.analysis


def check_pause(window: Window, match: MatchScreen, press: Press) -> None:
    bots = window.open_match("--game", "connect4", "--first", "random", "--second", "random")
    press()
    assert bots.table.paused
    window.frames(60)
    assert ply(bots) == 0
    press()
    assert not bots.table.paused


def check_play_now(window: Window, match: MatchScreen, press: Press) -> None:
    thinker = window.open_match(
        "--game", "connect4", "--first", "mc:100000000", "--second", "human"
    )
    window.until(lambda: thinker.match.decision is not None and thinker.match.bots.thinking)
    press()
    window.until(lambda: ply(thinker) == 1)


def check_first(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert ply(match) == 0
    assert len(match.table.session.all_moves) == 5


def check_previous(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert ply(match) == 4


def check_next(window: Window, match: MatchScreen, press: Press) -> None:
    match.match.jump(1)
    match.show()
    press()
    assert ply(match) == 2


def check_last(window: Window, match: MatchScreen, press: Press) -> None:
    match.match.jump(1)
    match.show()
    press()
    assert ply(match) == 5


def looked_into(window: Window) -> LabScreen:
    """The cube lab with its search looked into, three layers grown."""
    lab = LabScreen(window.services, "pocketcube", read_cube("R U F"))
    window.app.push(lab)
    lab.lab.toggle_look(False)
    window.until(lambda: lab.lab.inside.moment == 3)
    return lab


def check_look(window: Window, match: MatchScreen, press: Press) -> None:
    lab = looked_into(window)
    press()
    assert not lab.lab.inside.open
    press()
    assert lab.lab.inside.open


def check_step_back(window: Window, match: MatchScreen, press: Press) -> None:
    lab = looked_into(window)
    press()
    assert lab.lab.inside.moment == 2


def check_step_on(window: Window, match: MatchScreen, press: Press) -> None:
    lab = looked_into(window)
    lab.lab.inside.go_to_step(1)
    press()
    assert lab.lab.inside.moment == 2


def puzzle(window: Window) -> PuzzlesScreen:
    screen = PuzzlesScreen(window.services, "tictactoe")
    window.app.push(screen)
    window.until(lambda: screen.exercise.phase is not None)
    return screen


def check_show_me(window: Window, match: MatchScreen, press: Press) -> None:
    screen = puzzle(window)
    press()
    assert screen.exercise.phase is AttemptPhase.SHOWING


def check_refute(window: Window, match: MatchScreen, press: Press) -> None:
    screen = puzzle(window)
    press()
    assert screen.exercise.phase is AttemptPhase.ASKING  # nothing has been tried
    attempt = screen.model.attempt
    assert isinstance(attempt, MoveAttempt)
    exercise = attempt.exercise
    screen.play(next(m for m in exercise.game.moves(exercise.start) if m not in exercise.right))
    window.until(lambda: attempt.can_refute)
    press()
    window.until(lambda: screen.exercise.phase is AttemptPhase.EXPLAINING)


def check_next_puzzle(window: Window, match: MatchScreen, press: Press) -> None:
    screen = puzzle(window)
    press()
    window.until(lambda: screen.exercise.phase is not None and screen.model.game != "tictactoe")


def check_share(window: Window, match: MatchScreen, press: Press) -> None:
    screen = puzzle(window)
    press()
    assert window.clipboard.endswith(screen.model.code)
    assert len(window.clipboard) <= 120


def check_open_shared(window: Window, match: MatchScreen, press: Press) -> None:
    screen = puzzle(window)
    window.clipboard = "Jouons: Matches, 1 star. matches 5 0 start=5 takes=1,2"
    press()
    window.until(lambda: screen.view_model.source is PuzzleSource.SHARED)
    assert screen.model.problem is not None and screen.model.problem.position == "5 0"


def check_level(window: Window, match: MatchScreen, press: Press) -> None:
    against = window.open_match("--game", "connect4", "--second", "easy")
    press()
    assert against.popup is not None


def check_rename(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert match.widget_group.focus is not None and match.widget_group.focus.key == "name"


def check_next_mistake(window: Window, match: MatchScreen, press: Press) -> None:
    window.services.notices.clear()
    press()
    assert window.services.notices, "a mistake, or that there is none"


def check_what_was_better(window: Window, match: MatchScreen, press: Press) -> None:
    window.services.notices.clear()
    press()
    assert window.services.notices


def lesson(window: Window, name: str) -> LessonScreen:
    found = find_step(name)
    assert found is not None
    window.app.push(open_step(window.services, *found))
    return step_on_screen(window)


def step_on_screen(window: Window) -> LessonScreen:
    scene = window.scene
    assert isinstance(scene, LessonScreen)
    return scene


def check_lesson_next(window: Window, match: MatchScreen, press: Press) -> None:
    lesson(window, "montecarlo/1")
    press()
    assert step_on_screen(window).lesson.index == 1


def check_lesson_back(window: Window, match: MatchScreen, press: Press) -> None:
    lesson(window, "montecarlo/2")
    press()
    assert step_on_screen(window).lesson.index == 0


def check_lesson_again(window: Window, match: MatchScreen, press: Press) -> None:
    screen = lesson(window, "solved/nim")
    for _ in range(3):  # until the step is taken for as it should be
        window.app.frame(0.05)
    screen.offered().do("swap_sides")
    press()
    assert step_on_screen(window) is not screen


def answered(window: Window, press: Press, number: int) -> None:
    screen = lesson(window, "montecarlo/toss")
    press()
    question = screen.lesson.step.question
    assert question is not None and screen.lesson.given == question.answers[number - 1]


def check_answer_1(window: Window, match: MatchScreen, press: Press) -> None:
    answered(window, press, 1)


def check_answer_2(window: Window, match: MatchScreen, press: Press) -> None:
    answered(window, press, 2)


def check_answer_3(window: Window, match: MatchScreen, press: Press) -> None:
    answered(window, press, 3)


def check_quit(window: Window, match: MatchScreen, press: Press) -> None:
    press()
    assert not window.app.running


@pytest.mark.one_of(3)
@pytest.mark.parametrize("entry", SHORTCUTS, ids=ShortcutNames().text)
def test_a_shortcut_does_what_it_says(window: Window, match: MatchScreen, entry: Shortcut) -> None:
    check = globals()[f"check_{entry.action.value}"]
    check(window, match, lambda: window.press(entry))


@pytest.mark.one_of(3)
@pytest.mark.parametrize("entry", SHORTCUTS, ids=ShortcutNames().text)
def test_a_shortcut_works_from_the_board_too(
    window: Window, match: MatchScreen, entry: Shortcut
) -> None:
    match.widget_group.focus_key("board")
    check = globals()[f"check_{entry.action.value}"]
    check(window, match, lambda: window.press(entry))


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
def test_the_help_page_lists_every_shortcut(window: Window, language: str) -> None:
    window.services.ui.tr = Translator(language)
    page = HelpScreen(window.services, 2)
    rows = [row for where in Where for row in page.shortcuts(where)]
    assert {len(caps) for _, caps in rows} == {1, 2}
    assert sum(len(caps) for _, caps in rows) == len(SHORTCUTS)
    steps = dict(rows)[window.services.tr("shortcut.step_on")]
    assert steps == ["."], "where that lies is a matter of the keyboard"
    redo = dict(rows)[window.services.tr("shortcut.redo")]
    assert redo == {
        "en": ["Ctrl+Shift+Z", "Ctrl+Y"],
        "fr": ["Ctrl+Maj+Z", "Ctrl+Y"],
        "de": ["Strg+Umschalt+Z", "Strg+Y"],
    }.get(language)


def test_an_effect_stands_beside_its_keys(window: Window) -> None:
    """In a wide card the words stood 300 pixels from a key of 30."""
    ui = window.services.ui
    card = keys_card(ui, "Everywhere", [("This help", ["F1"]), ("Quit", ["Ctrl+Q"])])
    placed = arrange(ui, card, pygame.Rect(0, 0, 900, 300))
    (quits,) = (each for each in placed if isinstance(each, Label) and each.text == "Quit")
    (helps,) = (each for each in placed if isinstance(each, Label) and each.text == "This help")
    widest = ui.theme.width("Ctrl+Q", 14) + ui.theme.tx(16)
    caps = min(each.rect.left for each in placed if isinstance(each, ChipFlow))
    assert quits.rect.left == helps.rect.left < caps + widest + ui.theme.tx(24)


@pytest.mark.parametrize("language", LANGUAGES)
def test_starting_again_is_told_of_a_puzzle_as_of_a_puzzle(window: Window, language: str) -> None:
    window.services.ui.tr = Translator(language)
    page = HelpScreen(window.services, 2)
    match, puzzle = (
        next(text for text, caps in page.shortcuts(where) if caps[0].endswith("+R"))
        for where in (Where.MATCH, Where.PUZZLES)
    )
    assert match == window.services.tr("shortcut.restart")
    assert puzzle == window.services.tr("shortcut.restart.puzzles")
    assert puzzle != match


def test_a_key_of_a_match_does_nothing_in_the_menu(window: Window) -> None:
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


def test_a_letter_typed_into_a_field_is_no_shortcut(window: Window, match: MatchScreen) -> None:
    window.press(next(entry for entry in SHORTCUTS if entry.action is Action.SAVE))
    scene = window.scene
    assert isinstance(scene, SaveScreen)
    muted = window.services.settings.muted
    scene.widget_group.focus_key("name")
    window.press(next(entry for entry in SHORTCUTS if entry.action is Action.MUTE))
    assert window.services.settings.muted is muted


def test_labels_are_what_is_printed_on_the_keys() -> None:
    assert ShortcutNames().label(Action.UNDO) == "Ctrl+Z"
    assert ShortcutNames().label(Action.HELP) == "F1"
    assert ShortcutNames().label(Action.COPY_GAME) == "Ctrl+Shift+C"
