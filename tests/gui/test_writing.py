"""Write it yourself at the window: a file is written, followed, checked and shown as code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from engine.folders import use_own_settings
from engine.lessons.chapters import CHAPTERS
from engine.own.source import EXERCISES
from engine.own.templates import exercise_template, solution
from gui.kit.accessible import Role
from gui.kit.code import CodeBlock, Word, ink_of, spans_of
from gui.kit.fields import FieldFault
from gui.kit.widget import key_down
from gui.lessons.card import CodePopup, VerdictMark
from gui.lessons.lab import LessonLab
from gui.lessons.match import LessonMatch
from gui.lessons.screen import LessonScreen
from gui.lessons.writing import WritingModel
from gui.protocols import Open
from gui.services import Services
from gui.theme import ThemeName, palette
from tests.gui.driver import click, enter, find, follow, labels_of, of, there
from tests.gui.lessons import ready, said, step_named
from tests.gui.test_kit_parts import placed, texts_drawn
from tests.gui.test_layout_laws import make_ui
from tests.gui.test_views_pictures import contrast
from tests.lessons.places import NAMES
from tests.own.files import solved_template
from tests.waiting import wait_for

pytestmark = pytest.mark.usefixtures("no_shapes")


def checked(writing: WritingModel) -> bytes:
    """The text that was checked last, or is being checked."""
    source = writing._source
    return source.files[0][1] if source is not None and source.files else b""


class Window:
    """A step, and those that open in its place."""

    def __init__(self, services: Services, chapter: str) -> None:
        self.services = services
        self.screen = step_named(services, f"{chapter}/write")
        self.screen.enter(services.size)

    def frame(self) -> None:
        """Run a frame; a step that is to be opened takes the place of the present one."""
        transition = self.screen.update(0.3)
        if isinstance(transition, Open):
            self.screen.leave()
            self.screen = follow(self.services, transition, LessonScreen)

    def until(self, holds: Callable[[WritingModel], bool]) -> None:
        """Run frames until the check says so, and a few more."""

        def reached() -> bool:
            self.frame()
            return holds(self.writing)

        wait_for(reached)
        for _ in range(4):
            self.frame()

    def save(self, text: str) -> None:
        """Save a text and wait until it was checked."""
        self.writing.path.parent.mkdir(exist_ok=True)
        self.writing.path.write_text(text, encoding="utf-8")
        self.until(lambda writing: not writing.busy and checked(writing) == text.encode())

    @property
    def writing(self) -> WritingModel:
        return there(self.screen.lesson.writing)

    def primary(self) -> set[str]:
        """The commands that are brass."""
        made = self.screen.offered().made
        return {name for name, each in made.items() if each.primary}


@pytest.fixture
def step(services: Services, tmp_path: Path) -> Iterator[Callable[[str], Window]]:
    """Opens the exercise of a chapter."""
    use_own_settings(tmp_path)
    windows: list[Window] = []

    def opened(chapter: str) -> Window:
        windows.append(Window(services, chapter))
        return windows[-1]

    yield opened
    for each in windows:
        each.screen.leave()
    use_own_settings()


Step = Callable[[str], Window]


def test_start_writes_the_file_and_opens_it(step: Step) -> None:
    window, edited = step("matches"), list[Path]()
    object.__setattr__(window.services.system, "edit", edited.append)
    screen = window.screen
    assert screen.offered().called("lessons").label("write_open") == "Start"
    assert window.primary() == {"write_open"}
    screen.offered().do("write_open")
    assert edited == [window.writing.path]
    assert str(edited[0]) in window.services.notices[-1].text  # no editor could be opened
    assert window.writing.path.read_text("utf-8") == exercise_template("matches", "en")
    start = screen.lesson.step.place
    window.until(lambda writing: bool(checked(writing)))
    view = window.writing
    assert [item.passed for item in view.items] == [None] * 4
    assert str(view.title) == "Checked whenever you save" and not window.writing.busy
    assert window.screen is screen and screen.lesson.step.place == start
    assert view.note is not None and view.note.values["file"] == EXERCISES["matches"].file
    screen.offered().do("write_open")  # a file that is there stays as it is
    assert edited == [window.writing.path] * 2


def test_a_mistake_stands_on_the_board_until_it_is_mended(step: Step) -> None:
    window = step("montecarlo")
    right = solved_template("montecarlo")
    window.save(right.replace("+ winners.count(0) / 2) / n", ") / n"))
    screen = of(LessonMatch, window.screen)
    passed = [item.passed for item in window.writing.items]
    assert passed == [True, False, True]
    marks = [each for each in screen.widget_group.widgets if isinstance(each, VerdictMark)]
    assert [each.spoken for each in marks if not each.text] == ["Right", "Not quite", "Right"]
    assert [text for text in screen.news() if "right" in text or "exact 0" in text] == [
        "2 of 3 right",
        "Square 8: your 0.00, exact 0.50.",
    ]
    assert screen.match.table.game.text(screen.match.table.state).count(".") == 1
    assert [each.score for each in screen.state_now().board.estimates] == [0.0]
    assert [*screen.state_now().board.shares.values()] == [0.5]
    move = screen.state_now().board.estimates[0].move
    assert screen.board.known_of(move) == "0%, exact 0.50"
    assert window.primary() == {"write_open"} and not screen.lesson.complete
    window.save(right)
    screen = of(LessonMatch, window.screen)
    assert screen.lesson.complete
    assert window.primary() == {"lesson_next"}
    assert screen.match.table.players.second == "own:share_of_wins"
    assert "All right" in said(screen)
    assert "write" in window.services.settings.lessons["montecarlo"].done


def test_a_counterexample_that_is_over_has_no_banner(step: Step) -> None:
    window = step("montecarlo")
    window.save(exercise_template("montecarlo").replace("...", "return 1", 1))
    screen = of(LessonMatch, window.screen)
    assert screen.match.table.finished and screen.match.table.session.ply == 0
    labels = labels_of(screen)
    words = [*labels, *screen.news()]
    assert "0 of 3 right" in words
    assert not [text for text in words if text.startswith(("X wins", "O wins"))]


def test_another_puzzle_or_game_takes_the_place_of_the_board(step: Step) -> None:
    window = step("solved")
    window.save(solved_template("solved").replace("return min(boards)", "return sum(board)"))
    assert isinstance(window.screen, LessonMatch)
    assert window.screen.match.table.game.id == "tictactoe"
    window.screen.leave()
    window = step("ends")
    text = solved_template("ends").replace("[inverse(each) for", "[each for")
    window.save(text)
    assert isinstance(window.screen, LessonLab)
    assert window.screen.lab.now.position != window.screen.lab.handling.goal


def test_a_file_that_cannot_be_loaded_has_its_line_and_loses_nothing(step: Step) -> None:
    window = step("matches")
    window.save("EXERCISE = 'matches'\ndef kernel(:\n")
    view = window.writing
    assert view.fault is not None and "2" in str(view.fault)
    assert find(window.screen, "fault", FieldFault).text == str(view.fault)
    assert [item.passed for item in view.items] == [None] * 4
    window.writing.path.write_text("")  # half saved
    for _ in range(4):
        window.frame()
    assert window.writing.fault is not None and not window.writing.busy
    window.writing.path.unlink()
    window.until(lambda writing: writing.fault is None)
    assert not window.writing.exists and window.primary() == {"write_open"}


def test_three_hints_lead_to_the_solution_which_a_click_copies(
    step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr("gui.clipboard.put_text", copied.append)
    window = step("ends")
    screen, texts = window.screen, set[str]()
    for _ in range(3):
        screen.offered().do("write_hint")
        texts.add(said(screen))
        assert screen.popup is None
    assert len(texts) == 3
    screen.offered().do("write_hint")
    assert isinstance(screen.popup, CodePopup)
    code = next(each for each in screen.popup.widget_group.widgets if isinstance(each, CodeBlock))
    assert code.copy is not None
    code.copy(code.text)
    assert copied == [solution("ends").rstrip("\n")]


def test_leaving_ends_a_check_and_the_next_opening_begins_it_anew(step: Step) -> None:
    window = step("matches")
    window.writing.path.parent.mkdir(exist_ok=True)
    window.writing.path.write_text(solved_template("matches"), encoding="utf-8")
    window.until(lambda writing: writing.busy or bool(writing.results))
    window.screen.leave()
    assert not window.writing.busy
    window = step("matches")
    window.until(lambda writing: writing.passed)
    assert window.screen.lesson.complete


WITH_CODE = [name for name, (_, step) in NAMES.items() if step.code]


def test_every_chapter_has_steps_that_say_how_they_are_written() -> None:
    assert {name.partition("/")[0] for name in WITH_CODE} == {chapter.id for chapter in CHAPTERS}
    for name in WITH_CODE:
        chapter, step = NAMES[name]
        assert {*step.code} <= {*EXERCISES[chapter.id].functions}
        text = solution(chapter.id, step.code)
        assert text.count("def ") == len(step.code) and len(text.splitlines()) <= 15


def test_how_it_is_written_is_there_once_the_answer_is_given(services: Services) -> None:
    screen = enter(step_named(services, "montecarlo/half"))
    ready(screen)
    assert screen.widget_group.find("lesson_code") is None
    screen.choose_answer("luck")
    assert screen.widget_group.find("lesson_code") is not None
    screen.offered().do("lesson_code")
    assert isinstance(screen.popup, CodePopup)
    code = next(each for each in screen.popup.widget_group.widgets if isinstance(each, CodeBlock))
    assert code.text.startswith("def choose")
    screen.leave()


TEXT = '''def choose(game, state, think):
    """The first move."""
    # no thought
    return game.moves(state)[10] if "a" else None
'''


def words_of(text: str, line: int) -> list[tuple[str, Word]]:
    shown = text.split("\n")[line - 1]
    return [(shown[begin:end], word) for begin, end, word in spans_of(text, line).get(line, ())]


def test_words_of_python_have_their_tints() -> None:
    assert words_of(TEXT, 1) == [("def", Word.KEYWORD)]
    assert words_of(TEXT, 2) == [('"""The first move."""', Word.NOTE)]
    assert words_of(TEXT, 3) == [("# no thought", Word.NOTE)]
    assert [word for _, word in words_of(TEXT, 4)] == [
        *(Word.KEYWORD, Word.NUMBER, Word.KEYWORD, Word.TEXT, Word.KEYWORD, Word.KEYWORD)
    ]


def test_a_text_over_several_lines_is_tinted_in_each() -> None:
    text = 'x = """one\n  two\nthree"""\n'
    assert [words_of(text, line) for line in (1, 2, 3)] == [
        [('"""one', Word.TEXT)],
        [("  two", Word.TEXT)],
        [('three"""', Word.TEXT)],
    ]


@pytest.mark.parametrize(
    "broken", ("def f(:\n  return (", "'''open\n", "  x\n y\n", "x = $\n\0", "\x0c\\")
)
def test_any_text_is_drawn_line_by_line(broken: str) -> None:
    block = CodeBlock(broken, faulty=1, name="x")
    with texts_drawn() as drawn:
        placed(block, make_ui(1.0, "en"), 400, 200)
    assert str(len(block.lines)) in [text for text, _ in drawn]


def test_a_part_of_a_file_keeps_its_numbers_and_shows_the_faulty_line() -> None:
    text = "\n".join(f"line_{number} = {number}" for number in range(1, 60))
    block = CodeBlock(text, 20, 50, faulty=45, name="line_45")
    with texts_drawn() as drawn:
        placed(block, make_ui(1.0, "en"), 400, 240)
    shown = [word for word, _ in drawn]
    assert "line_45" in shown and "45" in shown
    assert "line_19" not in shown and "line_51" not in shown


def test_a_click_and_enter_hand_the_text_on_and_a_reader_hears_it() -> None:
    copied: list[str] = []
    block, ui = CodeBlock(TEXT, copy=copied.append), make_ui(1.0, "en")
    placed(block, ui, 600, 200)
    click(block, block.rect.center)
    block.handle(key_down(pygame.K_RETURN))
    info = block.accessible(ui)
    assert copied == [TEXT.rstrip("\n")] * 2
    assert info is not None and info.role is Role.BUTTON and info.name == copied[0]


@pytest.mark.parametrize("safe", (False, True))
@pytest.mark.parametrize("look", ThemeName)
def test_every_tint_is_read_in_every_theme(look: ThemeName, safe: bool) -> None:
    colours = palette(look, safe)
    assert all(contrast(ink_of(colours, word), colours.table2) >= 5.7 for word in (*Word, None))
