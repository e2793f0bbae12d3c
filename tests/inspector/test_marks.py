"""What a step of thinking puts on a board: every game shows it, inside its place."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from engine.protocols import Estimate, Value
from engine.registry import GAMES, make_game
from gui.boards import make_view
from gui.i18n import Translator
from gui.paint import Brush
from gui.protocols import BoardMarks, BoardState
from gui.theme import Theme, ThemeName
from gui.ui import Ui

SIZES = ((440, 420), (200, 200))


def drawn(
    game_id: str, marks: BoardMarks | None, size: tuple[int, int], look: ThemeName
) -> pygame.Surface:
    """A board with marks, on a ground of one colour with a margin around."""
    pygame.display.init()
    pygame.font.init()
    game, ui = make_game(game_id), Ui(Theme(look), Brush(), Translator("en"))
    view = make_view(game, ui)
    view.bare, view.compact = True, size[0] < 300
    surface = pygame.Surface((size[0] + 80, size[1] + 80))
    surface.fill((1, 2, 3))
    view.place(pygame.Rect((40, 40), size), ui)
    view.show(BoardState(game.initial(), marks=marks), animate=False)
    view.draw(surface)
    return surface


def a_line(game_id: str, length: int) -> tuple[int, ...]:
    game = make_game(game_id)
    state, line = game.initial(), []
    for number in range(length):
        moves = game.moves(state)
        if not moves:
            break
        line.append(moves[number % len(moves)])
        state = game.play(state, line[-1])
    return tuple(line)


@pytest.mark.one_of(3)
@pytest.mark.parametrize("look", list(ThemeName))
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game_id", list(GAMES))
def test_every_board_shows_a_line_and_stays_inside_its_place(
    game_id: str, size: tuple[int, int], look: ThemeName
) -> None:
    plain = drawn(game_id, None, size, look)
    seen = [plain]
    for line in (a_line(game_id, 1), a_line(game_id, 4), a_line(game_id, 40)):
        marked = drawn(game_id, BoardMarks(line, 1), size, look)
        for other in seen:
            assert pygame.image.tobytes(marked, "RGB") != pygame.image.tobytes(other, "RGB")
        seen.append(marked)
        inside = pygame.Rect((40, 40), size)
        marked.fill((1, 2, 3), inside)
        empty = pygame.Surface(marked.get_size())
        empty.fill((1, 2, 3))
        assert pygame.image.tobytes(marked, "RGB") == pygame.image.tobytes(empty, "RGB")


def test_a_chosen_move_looks_other_than_a_random_one() -> None:
    for game_id in ("connect4", "tictactoe"):
        line = a_line(game_id, 3)
        chosen, drawn_at_random = (
            drawn(game_id, BoardMarks(line, number), SIZES[0], ThemeName.DARK) for number in (3, 0)
        )
        assert pygame.image.tobytes(chosen, "RGB") != pygame.image.tobytes(drawn_at_random, "RGB")


def test_cells_that_matter_are_ringed_or_filled_for_a_player() -> None:
    pictures = [
        pygame.image.tobytes(drawn("connect4", marks, SIZES[0], ThemeName.DARK), "RGB")
        for marks in (
            BoardMarks(),
            BoardMarks(ringed=((3, 0),)),
            BoardMarks(ringed=((3, 1),)),
            BoardMarks(filled=((3, 0),)),
            BoardMarks(ringed=((10, 0),)),
        )
    ]
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("game_id", list(GAMES))
def test_marks_without_a_line_are_nothing(game_id: str) -> None:
    plain = drawn(game_id, None, SIZES[0], ThemeName.DARK)
    marked = drawn(game_id, BoardMarks(), SIZES[0], ThemeName.DARK)
    assert pygame.image.tobytes(plain, "RGB") == pygame.image.tobytes(marked, "RGB")


def test_moves_as_good_as_the_best_are_all_marked_best() -> None:
    """Of equal losses none looks better than another."""
    lost = tuple(Estimate(move, 0.0, Value.LOSS, 26) for move in (0, 1, 4))
    shown = BoardState(
        None, estimates=(*lost, Estimate(5, 0.0, Value.LOSS, 8), Estimate(6)), best=0
    )
    assert [move for move in range(7) if shown.is_best(move)] == [0, 1, 4]
    assert not any(BoardState(None, estimates=lost).is_best(move) for move in range(7))
    alone = replace(shown, favourite=True)  # of a bot that is looked into
    assert [move for move in range(7) if alone.is_best(move)] == [0]
