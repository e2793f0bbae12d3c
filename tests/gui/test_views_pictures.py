"""The shapes of values, the art of the menu, and small pictures of positions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame
import pytest

from engine.protocols import Estimate, Value
from engine.registry import GAMES, PUZZLES, make_game
from gui.boards import board_of
from gui.boards.previews import preview, thumbnail
from gui.boards.values import badge, draw_estimate, leaning, score_bar
from gui.i18n import Translator
from gui.paint import Brush
from gui.protocols import BoardState
from gui.theme import Theme, ThemeName
from gui.ui import Ui
from tests.cases import in_one_test


@pytest.fixture(autouse=True)
def _window() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    yield


def ui_of(look: ThemeName = ThemeName.DARK, language: str = "en", safe: bool = False) -> Ui:
    return Ui(Theme(look, safe_palette=safe), Brush(), Translator(language))


@in_one_test("filled", [True, False])
@in_one_test("look", ThemeName)
def test_values_are_told_apart_by_their_shape_alone(look: ThemeName, filled: bool) -> None:
    ui = ui_of(look)
    shapes = {v: pygame.surfarray.array_alpha(badge(ui, v, 24, filled)) > 127 for v in Value}
    for a in Value:
        for b in Value:
            if a is not b:
                assert (shapes[a] != shapes[b]).mean() > 0.06


@pytest.mark.parametrize("value", Value)
def test_an_exact_value_is_filled_and_an_estimate_is_an_outline(value: Value) -> None:
    ui = ui_of()
    colour = ui.theme.colours.value(value)

    def share(filled: bool) -> float:
        pixels = pygame.surfarray.array3d(badge(ui, value, 48, filled))
        return float((np.abs(pixels.astype(int) - colour).max(axis=2) < 12).mean())

    assert share(True) > 1.6 * share(False) > 0


@pytest.mark.parametrize(
    ("score", "value"), [(0.9, Value.WIN), (0.5, Value.DRAW), (0.1, Value.LOSS)]
)
def test_a_score_leans_to_a_value(score: float, value: Value) -> None:
    assert leaning(score) is value


def test_the_bar_of_a_score_is_as_long_as_the_score() -> None:
    ui = ui_of()
    ink = (1, 250, 2)
    lengths = []
    for score in (0.0, 0.25, 0.5, 0.75, 1.0):
        surface = pygame.Surface((120, 20))
        score_bar(ui, surface, pygame.Rect(10, 6, 100, 8), score, ink)
        row = pygame.surfarray.array3d(surface)[:, 10]
        lengths.append(int((np.abs(row.astype(int) - ink).max(axis=1) < 40).sum()))
    assert lengths[0] <= 1
    assert lengths == sorted(lengths)
    assert lengths[-1] >= 96
    assert abs(lengths[1] - 25) <= 2


@pytest.mark.one_of(3)
@pytest.mark.parametrize("look", ThemeName)
@pytest.mark.parametrize("size", [(384, 160), (92, 68), (690, 288), (30, 200)])
def test_every_game_has_its_art_at_every_size(look: ThemeName, size: tuple[int, int]) -> None:
    theme, brush = Theme(look), Brush()
    seen = set()
    for game in [*GAMES, *PUZZLES]:
        art = preview(game, size, theme, brush)
        assert art.get_size() == size
        tint = theme.colours.tints[board_of(game).tint]
        assert art.get_at((0, 0))[:3] == tint
        pixels = pygame.surfarray.array3d(art)
        assert (pixels != tint).any(axis=2).mean() > 0.02
        seen.add(pygame.image.tobytes(art, "RGB"))
    assert len(seen) == len(GAMES) + len(PUZZLES)


@in_one_test("game_id", GAMES)
@in_one_test("side", [20, 56, 160])
def test_a_thumbnail_shows_the_position_within_its_square(game_id: str, side: int) -> None:
    theme, brush = Theme(), Brush()
    game = make_game(game_id)
    state = game.initial()
    later = game.play(game.play(state, game.moves(state)[0]), game.moves(state)[1])
    pictures = []
    for position in (state, later):
        picture = thumbnail(game, BoardState(position), (side, side), theme, brush)
        assert picture.get_size() == (side, side)
        alpha = pygame.surfarray.array_alpha(picture)
        assert alpha.max() > 120
        if game_id != "connect4":
            assert alpha[0, 0] == 0
        pictures.append(pygame.image.tobytes(picture, "RGBA"))
    assert pictures[0] != pictures[1]


def test_of_a_move_of_which_nothing_is_known_no_shape_is_drawn() -> None:
    surface = pygame.Surface((120, 90))
    draw_estimate(ui_of(), surface, Estimate(0), surface.get_rect(), False)
    assert surface.get_bounding_rect().size == (120, 90)
    assert pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255)).count() == 120 * 90
