"""The editors of cells: net of a cube, tray of tiles, board of a game."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from gui.boards.cell_editor import CellEditor
from gui.boards.edit_grid import EditGrid
from gui.boards.editing import Draft
from gui.boards.handling import DraftPosition
from gui.boards.pocketcube.net import Net
from gui.boards.tiles.editor import TilesEditor
from gui.i18n import Translator
from gui.paint import Brush
from gui.theme import Theme
from gui.ui import Ui

FAULTY = frozenset({1, 4})
Edits = list[tuple[int, Any]]


def make_editor(kind: str) -> tuple[CellEditor[Any], Edits]:
    """An editor with two faulty cells, and the edits that it reports."""
    edits: Edits = []

    def put(cell: int, mark: object) -> None:
        edits.append((cell, mark))

    cube, tiles = (DraftPosition(tuple(each), None, FAULTY) for each in ("." * 24, "." * 9))
    made: dict[str, CellEditor[Any]] = {
        "net": Net(cube, False, put),
        "tiles": TilesEditor(tiles, (3, 3), put),
        "grid": EditGrid(
            Draft((0,) * 9), 3, FAULTY, 1, "XO", lambda *_: pygame.Surface((1, 1)), put
        ),
    }
    editor = made[kind]
    editor.rect = pygame.Rect(0, 0, 700, 700)
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
        editor.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button))
    assert edits == [(last, chosen)], "an empty cell needs no clearing"
    assert editor.cursor == last
    editor.cells = [chosen] * len(editor.cells)
    at = editor.box(0).center
    editor.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=3))
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
