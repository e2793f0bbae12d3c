"""Words and names have their room in every language."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from engine.messages import LANGUAGES
from engine.registry import ALL_GAMES
from gui.boards.connect4 import ConnectFourView
from gui.boards.subtraction import SubtractionView
from gui.boards.tictactoe import TicTacToeView
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.exercises.widgets import GameTile
from gui.kit import Label, Widget
from gui.kit.chart import ChartLegend
from gui.kit.table import Table
from gui.lab.screen import LabScreen
from gui.lessons.card import CardBackground
from gui.match.screen import MatchScreen
from gui.options import parse_window
from tests.gui.driver import press, wait
from tests.gui.layouts import drawn, drawn_faults, faults
from tests.gui.questions import match_from_options
from tests.gui.rooms import (
    PROJECTOR,
    ROOMS,
    Matches,
    Size,
    found,
    scene_in,
    services_of,
)
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


@pytest.mark.parametrize(
    ("size", "scale", "language"),
    [(PROJECTOR, 1.5, "de"), ((1280, 800), 1.25, "de")],
    ids=str,
)
def test_long_names_of_moves_leave_the_board_beside_the_panel(
    size: Size, scale: float, language: str
) -> None:
    """The two moves of the verdict in one row made the panel too wide, and the board a stamp."""
    with scene_in("match looked into, rows", size, scale, language) as scene:
        board = found(scene, "board").rect
        assert min(board.size) >= size[1] * 0.4
        assert board.right < found(scene, "scrubber").rect.left
        assert not drawn_faults(scene, the_screen())


@pytest.mark.one_of(2)
@pytest.mark.parametrize(
    ("name", "size", "scale", "language", "whole"),
    [
        ("tiles lab looked into", PROJECTOR, 1.5, "fr", ("alors traitée.",)),
        ("match looked into, rows", (2560, 1440), 1.5, "fr", ("tas 1 gagne.",)),
        ("cube lab looked into", PROJECTOR, 1.5, "fr", ("5 + 5 mouvements.",)),
    ],
)
def test_names_and_sentences_are_told_to_their_end(
    name: str, size: Size, scale: float, language: str, whole: tuple[str, ...]
) -> None:
    """They ended in an ellipsis beside free room."""
    with scene_in(name, size, scale, language) as scene:
        texts = [each.text for each in drawn(scene, the_screen())]
        assert not any("computer" in text and "…" in text for text in texts)
        for words in whole:
            assert any(words in text and "…" not in text for text in texts), (words, texts)


@pytest.mark.parametrize(
    ("size", "scale", "language"), [((1280, 800), 1.25, "fr"), (PROJECTOR, 1.5, "en")], ids=str
)
def test_the_rows_beside_a_tree_have_whole_words_or_none(
    size: Size, scale: float, language: str
) -> None:
    """Each ended in an ellipsis after two words."""
    with scene_in("match looked into, a trace", size, scale, language) as scene:
        rows = found(scene, "inspector picture")
        texts = [each.text for each in drawn(scene, the_screen()) if each.widget is rows]
        assert len(texts) >= 7 and not any("…" in text for text in texts), texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bars_of_all_cubes_are_higher_than_their_words(language: str) -> None:
    """Below two lines of text they were 28 pixels high; one told of another search."""
    with scene_in("cube lab with all distances", (1280, 800), 1.0, language) as scene:
        chart, theme = found(scene, "histogram"), scene.ui.theme
        assert chart.rect.h - 2 * theme.line_height(14) >= 50
        assert scene.widget_group.find("new") is not None, "the scramble stands above it"


def test_the_numbers_of_a_board_grow_with_the_text() -> None:
    """They were 12 pixels high beside words of 30."""
    heights = []
    for scale in (1.0, 1.75):
        with scene_in("match of tictactoe", PROJECTOR, scale, "en") as scene:
            assert isinstance(scene, MatchScreen) and isinstance(scene.board_view, TicTacToeView)
            cell = scene.board_view.cell
            numbers = [e.box.h for e in drawn(scene, the_screen()) if e.text == "8"]
            heights.append(numbers[0] / cell)
            other = SCENES["match of connect4"](scene.services)
            other.enter(scene.size)
            assert isinstance(other, MatchScreen) and isinstance(other.board_view, ConnectFourView)
            view = other.board_view
            heights.append(view.plate.h / view.cell - view.game.rows)
            other.leave()
    assert heights[2] >= 1.4 * heights[0] and heights[3] >= heights[1] + 0.12


def test_the_path_of_subtraction_keeps_its_places_above_its_graph() -> None:
    """With the analysis it was laid out anew: three rows of seven became two of eleven."""
    with services_of((1280, 800), 1.0, "en") as services:
        options = parse_window(["--game", "subtraction", "--second", "human"])
        scene = match_from_options(services, options)
        scene.enter(services.size)
        view = scene.board_view
        assert isinstance(view, SubtractionView)

        def places() -> dict[int, tuple[int, int]]:
            spots = [tuple(map(round, view.centre(number))) for number in range(22)]
            columns, rows = (sorted(set(each)) for each in zip(*spots, strict=True))
            return {n: (columns.index(x), rows.index(y)) for n, (x, y) in enumerate(spots)}

        before, large = places(), view.step
        press(scene, pygame.K_a)
        wait(scene, lambda: scene.match.analyzer.job is None)
        assert view.step < large, "the graph stands below it"
        assert places() == before
        scene.leave()


@pytest.mark.parametrize(
    ("name", "size", "scale"),
    [
        ("lesson in the arena", (1280, 800), 1.5),
    ],
)
def test_the_answers_of_a_lesson_stand_below_its_question(
    name: str, size: Size, scale: float
) -> None:
    """Where the card is a tab they stood at the lower edge of the window, far from the words."""
    with scene_in(name, size, scale, "fr") as scene:
        answer, on = (found(scene, key).rect for key in ("answer_1", "lesson_next"))
        words = [w for w in scene.widget_group.widgets if isinstance(w, Label) and w.size == 16]
        lowest = max(w.rect.bottom for w in words if w.rect.bottom <= answer.top)
        assert answer.top - lowest <= scene.ui.theme.tx(130)
        assert answer.bottom < on.top < answer.bottom + scene.ui.theme.tx(30)


@pytest.mark.parametrize(
    ("size", "scale", "there"), [((1280, 800), 1.0, True), (PROJECTOR, 1.25, False)], ids=str
)
def test_the_facts_of_a_lesson_in_the_arena_are_whole_or_not_there(
    size: Size, scale: float, there: bool
) -> None:
    """The card of the question cut them through their first row."""
    with scene_in("lesson in the arena", size, scale, "en") as scene:
        top = min(w.rect.top for w in scene.widget_group.widgets if isinstance(w, CardBackground))
        facts = [e for e in drawn(scene, the_screen()) if e.text in ("The experiment", "Seed")]
        assert len(facts) == 2 * there and all(each.box.bottom < top for each in facts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(2560, 1440), PROJECTOR], ids=str)
def test_the_texts_of_a_step_of_a_star_stand_apart(size: Size, language: str) -> None:
    """The order of the open positions lay under their number, and three sums read as one."""
    with scene_in("tiles lab looked into", size, 1.5, language) as scene:
        assert isinstance(scene, LabScreen)
        for _ in range(9):
            scene.lab.inside.step(1)
        scene.rebuild()
        assert not drawn_faults(scene, the_screen())
        step = found(scene, "step")
        boxes = sorted(
            (each.box for each in drawn(scene, the_screen()) if each.widget is step),
            key=lambda box: (box.centery, box.x),
        )
        gap = scene.ui.theme.tx(8)
        assert all(
            one.right + gap <= other.left
            for one, other in pairwise(boxes)
            if one.centery == other.centery
        )


@pytest.mark.parametrize("size", [(960, 640), (1280, 800), PROJECTOR], ids=str)
@pytest.mark.parametrize("scale", [1.0])
def test_the_chart_of_one_end_tells_how_many_times_higher_its_last_bar_is(
    size: Size, scale: float
) -> None:
    """In a narrow chart the factors were wider than their bars, and all left."""
    with scene_in("lesson of a search", size, scale, "en") as scene:
        assert "×412" in [each.text for each in drawn(scene, the_screen())]
        assert not drawn_faults(scene, the_screen())


def test_the_rows_of_the_grid_have_a_name_or_their_place() -> None:
    """One was called "R... 100 000", another "Monte-C..."."""
    with scene_in("arena after a tournament", (1280, 800), 1.25, "fr") as scene:
        grid = found(scene, "grid")
        texts = [each.text for each in drawn(scene, the_screen()) if each.widget is grid]
        assert texts and not any("…" in text for text in texts), texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "scale"), [((960, 640), 1.0), ((1280, 800), 1.25)], ids=str)
def test_the_names_of_all_bots_that_are_asked_are_whole(
    size: Size, scale: float, language: str
) -> None:
    """The longest lost its end; in a small window two answers were in sight."""
    with scene_in("match asked", size, scale, language) as scene:
        table = found(scene, "answers")
        assert isinstance(table, Table) and table.scroller is not None
        texts = [each.text for each in drawn(scene, the_screen()) if each.widget is table]
        assert texts and not any("…" in text for text in texts), texts
        assert table.line(scene.ui, 4).bottom <= table.scroller.body.bottom


@pytest.mark.parametrize("size", [(960, 640), (1280, 800), PROJECTOR], ids=str)
@pytest.mark.parametrize("scale", [1.0])
@pytest.mark.parametrize("name", ["cube lab with solutions", "tiles lab with solutions"])
def test_the_sliders_of_the_lab_have_their_names_in_sight(
    name: str, size: Size, scale: float
) -> None:
    with scene_in(name, size, scale, "fr") as scene:
        texts = [each.text for each in drawn(scene, the_screen())]
        for key, begins in (("scrubber", "Mouvement" if "cube" in name else "Coup"), ("speed", "")):
            if scene.widget_group.find(key) is not None:
                told = begins or scene.tr("transport.speed")
                assert any(text.startswith(told) for text in texts), texts


def test_a_slider_that_waits_for_a_solution_says_of_what() -> None:
    with scene_in("cube lab", (1280, 800), 1.0, "en") as scene:
        slider = found(scene, "scrubber").rect
        above = [each.box for each in drawn(scene, the_screen()) if each.text == "Solutions"]
        assert any(
            box.bottom <= slider.centery and slider.collidepoint(box.centerx, slider.y)
            for box in above
        )


def test_a_name_of_a_seat_takes_small_letters_before_it_is_cut() -> None:
    """It read "First legal m…" though the whole of it fits in the next size."""
    with scene_in("match looked into", (1280, 800), 1.25, "en") as scene:
        assert "First legal move" in [each.text for each in drawn(scene, the_screen())]


def test_the_numbers_below_two_bars_that_meet_stand_apart() -> None:
    with scene_in("lesson of a search", (1280, 800), 1.0, "de") as scene:
        both = [each.box for each in drawn(scene, the_screen()) if each.text == "2.256"]
        chart = found(scene, "two_way").rect
        left, right = sorted((box for box in both if chart.contains(box)), key=lambda box: box.x)
        assert right.left - left.right >= scene.ui.theme.tx(4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bag_that_is_chosen_is_told_whole(language: str) -> None:
    """One line was cut after its third move; a bag that has learned nothing counts its moves."""
    with scene_in("training", (960, 640), 1.0, language) as scene:
        grid = found(scene, "bags")
        texts = [each for each in drawn(scene, the_screen()) if each.widget is grid]
        lines = [each.text for each in texts if each.box.bottom > grid.rect.bottom - 40]
        assert len(lines) == 1 and "15" in lines[0] and "…" not in lines[0], lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_in_the_table_of_answers_are_whole(language: str) -> None:
    """One was called "Recherch... 100 000", another "Recherche en... 200"."""
    with scene_in("arena after questions", (1280, 800), 1.25, language) as scene:
        table = found(scene, "marks")
        texts = [each.text for each in drawn(scene, the_screen()) if each.widget is table]
        assert texts and not any("…" in text for text in texts), texts


@pytest.mark.parametrize(
    ("size", "scale", "language", "whole"),
    [
        ((1280, 800), 1.0, "en", ("100,000", "Monte Carlo", "Random")),
        ((1280, 800), 1.25, "fr", ("Parfait", "Difficile", "Monte-Carlo", "Hasard")),
    ],
    ids=str,
)
def test_the_names_below_a_chart_can_be_read(
    size: Size, scale: float, language: str, whole: tuple[str, ...]
) -> None:
    """In large letters they were `P…ekt` and `B…00`."""
    with scene_in("arena after questions", size, scale, language) as scene:
        texts = {each.text for each in drawn(scene, the_screen())}
        assert set(whole) <= texts
        assert not drawn_faults(scene, the_screen())


@pytest.mark.parametrize("language", LANGUAGES)
def test_seven_players_are_in_sight_in_the_ranking_of_a_laptop(language: str) -> None:
    """The last row was cut."""
    with scene_in("arena after a tournament", (1366, 768), 1.0, language) as scene:
        table = found(scene, "ranking")
        assert table.scroller is not None and table.scroller.maximum == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_signs_on_the_bags_are_explained_where_a_learner_trains(language: str) -> None:
    with scene_in("training", (1280, 800), 1.0, language) as scene:
        texts = {each.text for each in drawn(scene, the_screen())}
        assert {scene.tr(f"inspector.bags.{sign}") for sign in ("lost", "right")} <= texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_notice_leaves_the_legend_of_a_chart_in_sight(language: str) -> None:
    """That of an export lay over it."""
    with scene_in("arena after a sweep", (1280, 800), 1.0, language) as scene:
        legends = [e.rect for e in scene.widget_group.widgets if isinstance(e, ChartLegend)]
        place = scene.place_for(
            scene.tr("files.exported", folder="/home/ada/arena", files="tournament.csv"),
            pygame.Rect((0, 0), scene.size),
        )
        assert legends and place.collidelist(legends) < 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_list_of_moves_says_so(language: str) -> None:
    with services_of((1280, 800), 1.0, language) as services:
        for name, wanted in (("match of nim", 1), ("match looked into", 0), ("match lost", 0)):
            scene = SCENES[name](services)
            scene.enter(services.size)
            words = services.ui.tr("match.no_moves")
            assert [e.text for e in drawn(scene, the_screen())].count(words) == wanted
            scene.leave()


@pytest.mark.parametrize(("size", "language"), [((1280, 800), "de"), ((960, 640), "fr")])
def test_the_games_of_puzzles_are_in_sight_where_they_have_room(size: Size, language: str) -> None:
    """They stood on a tab of their own beside an empty half of the column."""
    with scene_in("puzzles", size, 1.0, language) as scene:
        tiles = [each for each in scene.widget_group.widgets if isinstance(each, GameTile)]
        assert len(tiles) == len(ALL_GAMES)
        assert isinstance(scene, PuzzlesScreen)
        scene.choose_tab(1)
        assert scene.widget_group.find("nothing solved") is not None
        assert found(scene, "tabs") is not None


@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 1.0), (PROJECTOR, 1.5)], ids=str)
def test_at_the_end_of_the_mistakes_the_ways_on_stand_below_the_result(
    size: Size, scale: float
) -> None:
    """An empty board's height lay between them."""
    with scene_in("mistakes done", size, scale, "en") as scene:
        retry = found(scene, "try_missed").rect
        assert retry.top < size[1] * 0.45
        assert not faults(scene)
