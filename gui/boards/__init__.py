"""Registry of the boards: one Board for each game id, imported on first use."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.registry import is_own

if TYPE_CHECKING:
    from gui.boards.board import Board
    from gui.boards.common import BoardView
    from gui.boards.handling import Handlings
    from gui.boards.puzzle_view import PuzzleView
    from gui.ui import Ui

# The module of each game or puzzle; it defines BOARD.
BOARDS = {
    "tictactoe": "gui.boards.tictactoe",
    "connect4": "gui.boards.connect4",
    "nim": "gui.boards.nim",
    "subtraction": "gui.boards.subtraction",
    "matches": "gui.boards.matches",
    "pocketcube": "gui.boards.pocketcube.board",
    "tiles": "gui.boards.tiles",
}
OWN = "gui.boards.own"  # of every game and puzzle that a person wrote


@cache
def board_of(game_id: str) -> Board:
    """Return the board record of a game or puzzle; cached, since a build asks a dozen times."""
    board: Board = import_module(OWN if is_own(game_id) else BOARDS[game_id]).BOARD
    return board


def make_view(game: Any, ui: Ui) -> BoardView[Any]:
    """Return a new view of a two-player game."""
    view: BoardView[Any] = board_of(game.id).view(game, ui)
    return view


def make_puzzle_view(puzzle: Any, ui: Ui) -> PuzzleView:
    """Return a new view of a puzzle."""
    board = board_of(puzzle.id)
    view: PuzzleView = board.view(board.handling(puzzle), ui)
    return view


def handlings_of(puzzle_id: str) -> Handlings:
    """Return a puzzle of the registry as a person handles it."""
    from gui.boards.handling import Handlings

    return Handlings(puzzle_id, board_of(puzzle_id).handling)
