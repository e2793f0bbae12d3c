"""Words and names have their room in every language."""

from __future__ import annotations

from itertools import product

import pytest

from engine.messages import LANGUAGES
from gui.boards.connect4 import ConnectFourView
from gui.boards.tictactoe import TicTacToeView
from gui.kit import Label, Widget
from gui.kit.table import Table
from gui.lab.screen import LabScreen
from gui.lessons.card import CardBackground
from gui.match.screen import MatchScreen
from tests.gui.driver import enter, find, widgets_of
from tests.gui.layouts import drawn, drawn_faults
from tests.gui.rooms import PROJECTOR, ROOMS, Matches, Size, scene_in, services_of
from tests.gui.scenes import SCENES
from tests.screen import the_screen


def label_of(widget: Widget | None) -> str:
    """The text of a label, "" for another widget."""
    return widget.text if isinstance(widget, Label) else ""


RULES = [
    ("tictactoe", "draw=second", "misere=true"),
    ("tictactoe", "draw=second"),
    ("connect4",),
    ("nim",),
    ("nim", "misere=true"),
    ("subtraction", "takes=2,3,4", "misere=true"),
    ("matches",),
]


@pytest.mark.one_of(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULES, ids=" ".join)
def test_the_rule_in_force_stands_whole_in_the_top_bar(
    matches: Matches, rules: tuple[str, ...], language: str
) -> None:
    """It ended in an ellipsis, or left for the title, before it said who wins."""
    game, *options = rules
    given = [word for option in options for word in ("--option", option)]
    cut = []
    for size, scale in (room for room in ROOMS if room[1] > 1):
        scene = matches.show(size, scale, language, "--game", game, *given)
        rule = scene.tr(scene.view_model.rule)
        lines = [each for each in drawn(scene, the_screen()) if label_of(each.widget) == rule]
        if " ".join(line.text for line in lines) != rule:
            cut.append((size, scale, lines))
    assert cut == []


LAPTOP = (1280, 800)
SMALL = (960, 640)
NUMBERS = tuple(map(str, range(22)))
# A scene, a window, and the widget whose texts are told to their end, some of them by name.
WHOLE: list[tuple[str, Size, float, str, str, tuple[str, ...]]] = [
    ("match looked into, a trace", LAPTOP, 1.25, "fr", "inspector picture", ()),
    ("match looked into, a trace", PROJECTOR, 1.5, "en", "inspector picture", ()),
    ("match looked into, the kernel", SMALL, 1.0, "fr", "inspector picture", NUMBERS),
    ("match looked into, the kernel", PROJECTOR, 1.5, "fr", "inspector picture", NUMBERS),
    ("arena after a tournament", LAPTOP, 1.25, "fr", "grid", ()),
    *(("arena after questions", LAPTOP, 1.25, each, "marks", ()) for each in LANGUAGES),
    *(
        ("cube lab looked into", size, scale, each, "sentence", ())
        for (size, scale), each in product(((LAPTOP, 1.25), (SMALL, 1.0)), LANGUAGES)
    ),
    *(
        ("match asked", size, scale, each, "answers", ())
        for (size, scale), each in product(
            ((SMALL, 1.0), (LAPTOP, 1.25), (PROJECTOR, 1.5)), LANGUAGES
        )
    ),
]


@pytest.mark.parametrize(("name", "size", "scale", "language", "key", "words"), WHOLE)
def test_what_a_part_tells_is_told_to_its_end(
    name: str, size: Size, scale: float, language: str, key: str, words: tuple[str, ...]
) -> None:
    """Names were called "R... 100 000", rows had two words, the numbers ended at 7."""
    with scene_in(name, size, scale, language) as scene:
        part = find(scene, key)
        texts = [each.text for each in drawn(scene, the_screen()) if each.widget is part]
        assert texts and not any("…" in text for text in texts), texts
        assert set(words) <= set(texts)
        if isinstance(part, Table) and key == "answers" and size != PROJECTOR:
            assert part.scroller is not None
            assert part.line(scene.ui, 4).bottom <= part.scroller.body.bottom


@pytest.mark.one_of(2)
@pytest.mark.parametrize(
    ("name", "size", "scale", "language", "words"),
    [
        ("tiles lab looked into", PROJECTOR, 1.5, "fr", ("alors traitée.",)),
        ("match looked into, rows", (2560, 1440), 1.5, "fr", ("tas 1 gagne.",)),
        ("cube lab looked into", PROJECTOR, 1.5, "fr", ("5 + 5 mouvements.",)),
        ("match looked into", LAPTOP, 1.25, "en", ("First legal move",)),
        ("arena after questions", LAPTOP, 1.0, "en", ("100,000", "Monte Carlo", "Random")),
        ("arena after questions", LAPTOP, 1.25, "fr", ("Parfait", "Difficile", "Hasard")),
        *(("lesson of a search", size, 1.0, "en", ("×412",)) for size in (SMALL, LAPTOP)),
    ],
)
def test_sentences_and_names_are_whole_beside_free_room(
    name: str, size: Size, scale: float, language: str, words: tuple[str, ...]
) -> None:
    """They ended in an ellipsis; below a chart stood `P…ekt` and `B…00`, or nothing."""
    with scene_in(name, size, scale, language) as scene:
        texts = [each.text for each in drawn(scene, the_screen())]
        for word in words:
            assert any(word in text and "…" not in text for text in texts), (word, texts)
        assert not drawn_faults(scene, the_screen())


def test_the_numbers_of_a_board_grow_with_the_text() -> None:
    """They were 12 pixels high beside words of 30."""
    heights = []
    for scale in (1.0, 1.75):
        with scene_in("match of tictactoe", PROJECTOR, scale, "en") as scene:
            assert isinstance(scene, MatchScreen) and isinstance(scene.board_view, TicTacToeView)
            cell = scene.board_view.cell
            numbers = [e.box.h for e in drawn(scene, the_screen()) if e.text == "8"]
            heights.append(numbers[0] / cell)
            other = enter(SCENES["match of connect4"](scene.services))
            assert isinstance(other, MatchScreen) and isinstance(other.board_view, ConnectFourView)
            view = other.board_view
            heights.append(view.plate.h / view.cell - view.game.rows)
            other.leave()
    assert heights[2] >= 1.4 * heights[0] and heights[3] >= heights[1] + 0.12


@pytest.mark.parametrize(
    ("size", "scale", "there"), [(LAPTOP, 1.0, True), (PROJECTOR, 1.25, False)], ids=str
)
def test_the_facts_of_a_lesson_in_the_arena_are_whole_or_not_there(
    size: Size, scale: float, there: bool
) -> None:
    """The card of the question cut them through their first row."""
    with scene_in("lesson in the arena", size, scale, "en") as scene:
        top = min(card.rect.top for card in widgets_of(scene, CardBackground))
        facts = [e for e in drawn(scene, the_screen()) if e.text in ("The experiment", "Seed")]
        assert len(facts) == 2 * there and all(each.box.bottom < top for each in facts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(2560, 1440), PROJECTOR], ids=str)
def test_the_texts_of_a_step_of_a_star_stand_apart(size: Size, language: str) -> None:
    """The order of the open positions lay under their number."""
    with scene_in("tiles lab looked into", size, 1.5, language) as scene:
        assert isinstance(scene, LabScreen)
        for _ in range(9):
            scene.lab.inside.step(1)
        scene.rebuild()
        assert not drawn_faults(scene, the_screen())


@pytest.mark.parametrize("size", [SMALL, LAPTOP, PROJECTOR], ids=str)
@pytest.mark.parametrize("name", ["cube lab with solutions", "tiles lab with solutions"])
def test_the_sliders_of_the_lab_have_their_names_in_sight(name: str, size: Size) -> None:
    with scene_in(name, size, 1.0, "fr") as scene:
        texts = [each.text for each in drawn(scene, the_screen())]
        for key, begins in (("scrubber", "Mouvement" if "cube" in name else "Coup"), ("speed", "")):
            if scene.widget_group.find(key) is not None:
                told = begins or scene.tr("transport.speed")
                assert any(text.startswith(told) for text in texts), texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bag_that_is_chosen_is_told_whole(language: str) -> None:
    """One line was cut after its third move; a bag that has learned nothing counts its moves."""
    with scene_in("training", SMALL, 1.0, language) as scene:
        grid = find(scene, "bags")
        texts = [each for each in drawn(scene, the_screen()) if each.widget is grid]
        lines = [each.text for each in texts if each.box.bottom > grid.rect.bottom - 40]
        assert len(lines) == 1 and "15" in lines[0] and "…" not in lines[0], lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_signs_on_the_bags_are_explained_where_a_learner_trains(language: str) -> None:
    with scene_in("training", LAPTOP, 1.0, language) as scene:
        texts = {each.text for each in drawn(scene, the_screen())}
        assert {scene.tr(f"inspector.bags.{sign}") for sign in ("lost", "right")} <= texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_list_of_moves_says_so(language: str) -> None:
    with services_of(LAPTOP, 1.0, language) as services:
        for name, wanted in (("match of nim", 1), ("match looked into", 0), ("match lost", 0)):
            scene = enter(SCENES[name](services))
            words = services.ui.tr("match.no_moves")
            assert [e.text for e in drawn(scene, the_screen())].count(words) == wanted
            scene.leave()


@pytest.mark.parametrize(("language", "name"), [("fr", "Premier coup"), ("en", "First legal move")])
def test_the_name_beside_a_decision_stands_whole_on_two_lines(language: str, name: str) -> None:
    """It ended after its first word, and two searches of different strength had one name."""
    with scene_in("match looked into, its windows", SMALL, 1.5, language) as scene:
        texts = drawn(scene, the_screen())
    assert " ".join(each.text for each in texts if label_of(each.widget) == name) == name
