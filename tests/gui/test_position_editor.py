"""A position set up by mouse and keys for the five games, beside its text."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pygame
import pytest

from engine.games.connect4 import ConnectFour
from engine.registry import GAMES, make_game
from gui.boards import board_of
from gui.boards.cell_editor import EditGrid
from gui.inspector.small_boards import BoardPicture
from gui.kit import SmallIcon, TextField
from gui.kit.fields import FieldFault
from gui.kit.screen import Screen
from gui.match.screen import MatchScreen
from gui.protocols import Open, Pop
from gui.services import Services
from gui.setup.editor import Editor
from gui.setup.position import PositionScreen
from gui.setup.screen import SetupScreen
from tests.gui.driver import (
    click,
    enter,
    find,
    follow,
    hold,
    let_go,
    press,
    send,
    there,
    widgets_of,
)
from tests.gui.lab import SIZE
from tests.screen import the_screen

pytestmark = pytest.mark.usefixtures("no_shapes")

POSITIONS = {
    "tictactoe": "O.X.XOX.. O",
    "connect4": "......./......./.Y.Y.../.Y.RR../RRYRY.Y/RYYRRRY R",
    "nim": "7,0,99,1 1",
    "subtraction": "13 1",
    "matches": "0 0",
}


def editor(services: Services, game_id: str, text: str = "") -> tuple[PositionScreen, list[str]]:
    taken: list[str] = []
    screen = enter(PositionScreen(services, make_game(game_id), text, taken.append))
    screen.draw(the_screen())
    return screen, taken


def grid(screen: PositionScreen) -> EditGrid:
    return find(screen, "grid", EditGrid)


def segment(screen: Screen, name: str, index: int) -> None:
    """Choose one of a few by the mouse."""
    found: Any = screen.widget_group.find(name)
    click(screen, found._boxes()[index].center)


# -- a draft and its text --------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_can_be_edited_and_its_text_comes_back(game_id: str) -> None:
    game, editing = make_game(game_id), board_of(game_id).editing
    assert editing is not None
    for text in (POSITIONS[game_id], game.text(game.initial())):
        draft = there(editing.read(game, text))
        assert editing.text(game, draft) == text
        assert game.text(game.parse(text)) == text
    for nonsense in ("", "?", "1,2,3,4,5,6,7,8,9,1,2,3,4 0", "XO", "9999 0", "......./ R"):
        assert editing.read(game, nonsense) is None
    empty = editing.text(game, editing.empty(game))
    game.parse(empty)


def test_a_board_of_another_size_has_its_own_cells() -> None:
    game = ConnectFour(5, 4)
    editing = board_of("connect4").editing
    assert editing is not None
    assert len(editing.empty(game).cells) == 20
    assert editing.text(game, editing.empty(game)) == game.text(game.initial())


# -- by mouse --------------------------------------------------------------------------------------


def test_marks_are_put_down_and_taken_away_by_the_mouse(services: Services) -> None:
    screen, taken = editor(services, "tictactoe")
    click(screen, grid(screen).box(4).center)
    assert screen.model.text == "....X.... O", "the turn follows what lies there"
    segment(screen, "in_hand", 1)
    click(screen, grid(screen).box(0).center)
    assert screen.model.text == "O...X.... X"
    click(screen, grid(screen).box(4).center, button=3)
    click(screen, grid(screen).box(0).center)
    assert screen.model.text == "......... X", "the same again takes it away"
    segment(screen, "in_hand", 0)
    click(screen, grid(screen).box(8).center)
    use = find(screen, "use")
    hold(screen, use.rect.center)
    assert let_go(screen, use.rect.center) == Pop()
    assert taken == ["........X O"]


def test_a_disc_falls_on_what_lies_below_and_one_left_in_the_air_is_marked(
    services: Services,
) -> None:
    screen, taken = editor(services, "connect4")
    for content, cell in ((0, 3), (1, 3), (0, 3)):
        segment(screen, "in_hand", content)
        click(screen, grid(screen).box(cell).center)
    assert screen.model.text == "......./......./......./...R.../...Y.../...R... Y"
    click(screen, grid(screen).box(31).center, button=3)
    assert grid(screen).faulty == {24}
    faults = widgets_of(screen, FieldFault)
    assert len(faults) == 1
    click(screen, "use")
    assert taken == [], "what cannot be is not handed over"
    screen.draw(the_screen())
    click(screen, "undo")
    assert grid(screen).faulty == set()
    click(screen, "use")
    assert taken == ["......./......./......./...R.../...Y.../...R... Y"]


def test_too_many_of_one_side_are_marked_and_the_turn_can_be_said(services: Services) -> None:
    screen, _ = editor(services, "tictactoe", "XX....... O")
    assert grid(screen).faulty == {0, 1}
    segment(screen, "mover", 0)
    assert screen.model.text == "XX....... X"
    segment(screen, "in_hand", 1)
    click(screen, grid(screen).box(8).center)
    assert screen.model.read().fault is None
    segment(screen, "mover", 0)
    seen = screen.model.read()
    assert seen.fault is not None
    assert seen.fault.key == "position.wrong_mover"


def test_heaps_are_added_changed_and_taken_away(services: Services) -> None:
    screen, taken = editor(services, "nim", "3,1 0")
    click(screen, "add_heap")
    stepper = find(screen, "heap2")
    click(screen, (stepper.rect.right - 8, stepper.rect.centery))
    assert screen.model.text == "3,1,2 0"
    segment(screen, "mover", 1)
    click(screen, "remove_heap")
    click(screen, "remove_heap")
    assert screen.model.text == "3 1"
    assert not find(screen, "remove_heap").enabled, "one heap stays"
    for _ in range(11):
        screen.model.add_heap()
    screen.show()
    assert not find(screen, "add_heap").enabled, "twelve are the most"
    click(screen, "use")
    assert taken == ["3,1,1,1,1,1,1,1,1,1,1,1 1"]


@pytest.mark.parametrize("game_id", ["subtraction", "matches"])
def test_a_single_heap_is_changed_by_mouse_and_keys(services: Services, game_id: str) -> None:
    screen, taken = editor(services, game_id, "9 0")
    stepper = find(screen, "heap0")
    click(screen, (stepper.rect.x + 8, stepper.rect.centery))
    press(screen, pygame.K_UP)
    press(screen, pygame.K_UP)
    segment(screen, "mover", 1)
    click(screen, "use")
    assert taken == ["10 1"]


# -- by keys ---------------------------------------------------------------------------------------


def test_a_grid_is_filled_by_keys_alone(services: Services) -> None:
    screen, taken = editor(services, "tictactoe")
    assert screen.widget_group.focus is grid(screen)
    press(screen, pygame.K_x, text="x")  # the lower left corner, where the cursor begins
    press(screen, pygame.K_UP)
    press(screen, pygame.K_o, text="o")
    press(screen, pygame.K_RIGHT)
    press(screen, pygame.K_RETURN)
    assert screen.model.text == "...OX.X.. O"
    press(screen, pygame.K_DELETE)
    press(screen, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert screen.model.text == "...OX.X.. O"
    press(screen, pygame.K_z, mod=pygame.KMOD_CTRL)
    press(screen, pygame.K_y, mod=pygame.KMOD_CTRL)
    screen.offered().do("use")
    assert taken == ["...OX.X.. O"]


def type_text(screen: PositionScreen, text: str) -> None:
    """Write into the field, in the place of what is there."""
    screen.widget_group.focus_key("text")
    press(screen, pygame.K_a, mod=pygame.KMOD_CTRL)
    send(screen, pygame.TEXTINPUT, text=text)


# -- beside the text -------------------------------------------------------------------------------


def test_a_typed_text_lies_on_the_board_and_a_fault_stands_below_it(services: Services) -> None:
    screen, _ = editor(services, "connect4")
    type_text(screen, "......./......./......./......./....Y../R...R.. Y")
    assert grid(screen).cells.count(1) == 2
    assert screen.model.read().fault is None
    type_text(screen, "nonsense")
    assert grid(screen).cells.count(1) == 2, "what was there stays in sight"
    found = find(screen, "text", TextField)
    assert (found.text, found.faulty) == ("nonsense", True)
    assert not find(screen, "use").enabled
    click(screen, grid(screen).box(36).center)
    assert screen.model.text == "......./......./......./......./....Y../RR..R.. Y"


@pytest.mark.parametrize("opened", [True, False])
def test_a_faulty_text_leaves_the_last_board_in_sight(services: Services, opened: bool) -> None:
    """The picture of the matches vanished while the number below it still said how many."""
    screen, _ = editor(services, "matches", "5000 0" if opened else "7 1")
    type_text(screen, "5000 1")
    model, rules = screen.model.read(), screen.model.game
    assert model.fault is not None
    assert rules.text(model.state) == ("16 0" if opened else "7 1")
    shown = widgets_of(screen, BoardPicture)
    assert [each.shown.state for each in shown] == [model.state]


def test_a_heap_that_is_too_large_is_marked(services: Services) -> None:
    screen, _ = editor(services, "nim", "3,2 0")
    screen.model.type("3,200 0")
    screen.show()
    assert [isinstance(w, SmallIcon) for w in screen.widget_group.widgets].count(True) == 1


def test_by_hand_and_by_text_is_one_history(services: Services) -> None:
    model = editor(services, "tictactoe")[0].model
    start = model.text
    model.put(4, 1)
    model.type("X...O.... X")
    model.let_move(1)
    model.clear()
    texts = []
    for _ in range(4):
        model.steps.undo()
        texts.append(model.text)
    assert texts == ["X...O.... O", "X...O.... X", "....X.... O", start]
    assert not model.steps.can_undo
    model.steps.redo()
    assert model.text == "....X.... O"


@pytest.mark.parametrize(
    ("game_id", "moves", "reached"),
    [("connect4", "3 3 4", None), ("nim", "1-2 3-1", "3,4,2,2,1 0"), ("matches", "3 2 1", "10 1")],
)
def test_moves_lead_to_the_board(
    services: Services, game_id: str, moves: str, reached: str | None
) -> None:
    screen, _ = editor(services, game_id, "")
    type_text(screen, f"{moves} z")
    assert "Move" in str(screen.model.read().fault)
    type_text(screen, moves)
    model, rules = screen.model.read(), screen.model.game
    assert model.fault is None
    drafted = screen.model.editing.text(rules, screen.model.draft)
    assert drafted == rules.text(model.state) == (reached or drafted)
    assert drafted != rules.text(rules.initial())


def test_a_position_at_its_end_is_said_to_be_over() -> None:
    game, editing = make_game("tictactoe"), board_of("tictactoe").editing
    assert editing is not None
    seen = Editor(game, editing, "XXX.OO... O").read()
    assert (seen.fault, seen.over) == (None, True)


# -- the ways to it --------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_from_a_match_it_sets_up_the_table_and_undo_brings_the_game_back(
    services: Services, game_id: str
) -> None:
    wanted = {"game": make_game(game_id), "players": ("human", "human")}
    match = follow(services, Open("match", wanted), MatchScreen)
    match.match.play(match.table.game.moves(match.table.state)[0])
    before = match.table.session.text()
    match.offered().do("set_up")
    screen = follow(services, match.next, PositionScreen)
    assert screen.model.text == before
    screen.model.type(POSITIONS[game_id])
    screen.offered().do("use")
    match.enter(SIZE)
    assert match.table.session.text() == POSITIONS[game_id]
    match.match.undo()
    assert match.table.session.text() == before


def test_from_the_settings_it_fills_the_field(services: Services) -> None:
    setup = enter(SetupScreen(services, "nim"))
    setup.offered().do("from_position")
    assert setup.widget_group.find("on_board") is not None
    setup.offered().do("on_board")
    screen = follow(services, setup.next, PositionScreen)
    assert screen.model.text == "5,4,3,2,1 0"
    screen.model.put(0, 9)
    screen.offered().do("use")
    setup.enter(SIZE)
    assert find(setup, "position", TextField).text == "9,4,3,2,1 0"
    setup.offered().do("play")
    assert isinstance(setup.next, Open)
    assert setup.next.arguments["given"].state.heaps == (9, 4, 3, 2, 1)


@pytest.fixture
def nim_without_editing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    nim = importlib.import_module("gui.boards.nim")
    monkeypatch.setattr(nim, "BOARD", replace(nim.BOARD, editing=None))
    board_of.cache_clear()
    yield
    board_of.cache_clear()


@pytest.mark.usefixtures("nim_without_editing")
def test_a_game_whose_board_cannot_be_edited_has_the_text_alone(services: Services) -> None:
    setup = enter(SetupScreen(services, "nim"))
    setup.offered().do("from_position")
    assert setup.widget_group.find("on_board") is None
    assert setup.widget_group.find("position") is not None
    wanted = {"game": make_game("nim"), "players": ("human", "human")}
    match = follow(services, Open("match", wanted), MatchScreen)
    assert "set_up" not in match.commands()


def test_a_position_half_set_up_waits_where_it_was_left(services: Services) -> None:
    """Escape forgot it without a word."""
    screen, _ = editor(services, "tictactoe")
    for cell, content in ((0, 1), (4, 1), (1, 2)):
        screen.model.put(cell, content)
    left = screen.model.text
    screen.back()
    again, taken = editor(services, "tictactoe")
    assert again.model.text == left and again.model.steps.can_undo
    assert editor(services, "connect4")[0].model.text != left
    played = "X........ O"  # the game has gone on: its position, and the other one by Undo
    again, taken = editor(services, "tictactoe", played)
    assert again.model.text == played
    again.model.steps.undo()
    assert again.model.text == left
    again.show()
    again.use()
    assert taken == [left]
    for text in (played, left):  # nothing was set up there since
        assert editor(services, "tictactoe", text)[0].model.steps.can_undo is False
