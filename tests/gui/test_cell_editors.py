"""The editors of cells: net of a cube, tray of tiles, board of a game."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from engine.registry import make_game
from gui.boards import board_of, make_view
from gui.boards.cell_editor import CellEditor, EditGrid
from gui.boards.editing import Draft, GridEditing
from gui.boards.handling import DraftPosition
from gui.boards.pocketcube.board import Net
from gui.boards.tiles import TilesEditor
from gui.i18n import Translator
from gui.paint import Brush
from gui.protocols import BoardState
from gui.theme import Theme
from gui.ui import Ui
from tests.gui.driver import of, send, there

FAULTY = frozenset({1, 4})
Edits = list[tuple[int, Any]]


def make_editor(kind: str) -> tuple[CellEditor[Any], Edits]:
    """An editor with two faulty cells, and the edits that it reports."""
    edits: Edits = []

    def put(cell: int, mark: object) -> None:
        edits.append((cell, mark))

    ui = Ui(Theme(), Brush(), Translator("en"))
    board: Any = make_view(make_game("tictactoe", {}), ui)
    cube, tiles = (DraftPosition(tuple(each), None, FAULTY) for each in ("." * 24, "." * 9))
    made: dict[str, CellEditor[Any]] = {
        "net": Net(cube, False, put),
        "tiles": TilesEditor(tiles, (3, 3), put),
        "grid": EditGrid(Draft((0,) * 9), 3, FAULTY, 1, "XO", board, put),
    }
    editor = made[kind]
    list(editor.place(ui, pygame.Rect(0, 0, 700, 700)))
    return editor, edits


@pytest.fixture(params=["net", "tiles", "grid"])
def made(request: pytest.FixtureRequest) -> tuple[CellEditor[Any], Edits]:
    return make_editor(request.param)


def test_a_faulty_cell_has_a_sign_beside_its_colour(made: tuple[CellEditor[Any], Edits]) -> None:
    editor, _ = made
    ui = Ui(Theme(), Brush(), Translator("en"))
    screen = pygame.Surface(editor.rect.size)
    editor.draw(ui, screen)
    for cell in range(len(editor.cells)):
        box = editor.box(cell)
        inside = screen.subsurface(box.inflate(-box.w // 4, -box.w // 4))
        ink = (*ui.theme.colours.loss, 255)
        found = pygame.mask.from_threshold(inside, ink, (1, 1, 1, 255)).count()
        assert bool(found) == (cell in FAULTY)


def test_the_mouse_puts_marks_down_and_takes_them_away(
    made: tuple[CellEditor[Any], Edits],
) -> None:
    editor, edits = made
    chosen, last = editor.chosen, len(editor.cells) - 1
    for button in (1, 3, 2):
        at = editor.box(last).center
        send(editor, pygame.MOUSEBUTTONDOWN, pos=at, button=button)
    assert edits == [(last, chosen)], "an empty cell needs no clearing"
    assert editor.cursor == last
    editor.cells = [chosen] * len(editor.cells)
    at = editor.box(0).center
    send(editor, pygame.MOUSEBUTTONDOWN, pos=at, button=3)
    assert edits[1:] == [(0, editor.empty)]


def test_a_rebuild_keeps_the_cursor_on_a_board_of_the_same_size() -> None:
    for kind in ("net", "tiles", "grid"):
        (old, _), (new, _) = make_editor(kind), make_editor(kind)
        old.cursor = 5
        new.adopt_state(old)
        assert new.cursor == 5
        old.cells, old.cursor = old.cells[:-1], 2
        new.adopt_state(old)
        assert new.cursor == 5


@pytest.mark.parametrize(
    ("game_id", "text"),
    [
        ("connect4", "......./......./......./...Y.../..RR.../.RYYR.. Y"),
        ("tictactoe", "X.O.X.... O"),
    ],
)
def test_a_position_is_set_up_on_the_board_of_the_game(game_id: str, text: str) -> None:
    """The grid has the plate, the numbers and the pieces that the match shows."""
    ui, game = Ui(Theme(), Brush(), Translator("en")), make_game(game_id, {})
    editing = of(GridEditing, board_of(game_id).editing)
    draft = there(editing.read(game, text))
    view: Any = make_view(game, ui)
    view.bare = True
    columns, _ = editing.shape(game)
    grid = EditGrid(draft, columns, frozenset(), 1, editing.letters(game), view, lambda *_: None)
    mine, match = pygame.Surface((700, 600)), pygame.Surface((700, 600))
    list(grid.place(ui, mine.get_rect()))
    grid.draw(ui, mine)
    view.show(BoardState(game.parse(text)), animate=False)
    view.draw(match)
    assert pygame.image.tobytes(mine, "RGB") == pygame.image.tobytes(match, "RGB")
