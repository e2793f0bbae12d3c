"""Small pictures of boards: the art of the menu tiles, and saved positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import pygame

from engine.registry import make_game
from gui.boards import board_of, make_view
from gui.paint import smooth
from gui.protocols import BoardState
from gui.theme import Colour, Tint
from gui.ui import Ui

SMALL = 120  # height in pixels under which a picture is drawn enlarged and reduced


def board_picture(
    game: Any, shown: BoardState[Any], size: tuple[int, int], ui: Ui
) -> pygame.Surface:
    """Return a position on a transparent background, without numbers."""
    picture = pygame.Surface(size, pygame.SRCALPHA)
    view = make_view(game, ui)
    view.compact = True
    view.shown = shown
    view.place(pygame.Rect((0, 0), size), ui)
    view.show(shown, False)
    view.draw(picture)
    return picture


def thumbnail(
    game: Any, shown: BoardState[Any], size: tuple[int, int], ui: Ui, key: Hashable
) -> pygame.Surface:
    """Return a small picture of a position, transparent around it, with premultiplied alpha.

    The brush caches it while it is in use; `key` names the position.
    """

    def draw(canvas: pygame.Surface, _factor: int) -> None:
        times = _enlarged(size)
        large = (times * size[0], times * size[1])
        picture = board_picture(game, shown, large, ui).premul_alpha()
        canvas.blit(pygame.transform.smoothscale(picture, size) if times > 1 else picture, (0, 0))

    name = ("thumbnail", key, size, ui.theme.look, ui.theme.safe_palette)
    return ui.brush.kept(name, size, draw, factor=1)


def _enlarged(size: tuple[int, int]) -> int:
    """Return the enlargement of a picture that keeps its lines from getting lost in pixels."""
    return max(1, -(-2 * SMALL // max(1, size[1]))) if size[1] < SMALL else 1


def drawn_large(
    size: tuple[int, int], ground: Colour, draw: Callable[[pygame.Surface], None]
) -> pygame.Surface:
    """Return a picture on a background; a small one is drawn enlarged and reduced."""
    times = _enlarged(size)
    large = pygame.Surface((times * size[0], times * size[1]))
    large.fill(ground)
    draw(large)
    return pygame.transform.smoothscale(large, size) if times > 1 else large


def letters_art(letters: str, size: tuple[int, int], ui: Ui) -> pygame.Surface:
    """Return the picture of a person's own games: their first letters, or a plus for none."""
    ground = ui.theme.colours.tints[Tint.OLIVE]

    def draw(large: pygame.Surface) -> None:
        theme, text = ui.theme, letters or "+"
        high = 0.5 * large.get_height() / theme.text_u
        room = 0.8 * large.get_width() / max(1, theme.width(text, high, True, True))
        middle = (large.get_width() / 2, large.get_height() / 2)
        high, ink = high * min(1.0, room), theme.colours.text
        theme.blit_text(large, text, high, middle, ink, bold=True, mono=True, align=0.5)

    return drawn_large(size, ground, draw)


def cut_art(
    ui: Ui,
    name: tuple[object, ...],
    size: tuple[int, int],
    make: Callable[[], pygame.Surface],
    radius: int = 0,
) -> pygame.Surface:
    """Return a picture with its upper corners rounded, cached by its name."""

    def cut(canvas: pygame.Surface, scale: int) -> None:
        box = pygame.Rect(0, 0, size[0] * scale, (size[1] + radius) * scale)
        pygame.draw.rect(canvas, (255, 255, 255), box, border_radius=radius * scale)

    def draw(canvas: pygame.Surface, _factor: int) -> None:
        canvas.blit(make(), (0, 0))
        if radius:
            canvas.blit(smooth(size, cut, 2), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)

    key = ("art", *name, size, ui.theme.look, ui.theme.safe_palette)
    return ui.brush.kept(key, size, draw, factor=1)


def preview(
    game_id: str,
    size: tuple[int, int],
    ui: Ui,
    position: tuple[Any, Any] | None = None,
    puzzle: str = "",
) -> pygame.Surface:
    """Draw the art of a menu tile: the game on its tint, at a position if one is given.

    A position of a `puzzle` is its text.
    """
    board = board_of(game_id)
    if board.art is not None and position is None:
        return board.art(puzzle, size, ui)
    if position is None:
        game = make_game(game_id)
        position = game, game.parse(board.sample) if board.sample else game.initial()
    (game, state), (across, down) = position, board.fills

    def draw(large: pygame.Surface) -> None:
        width, height = large.get_size()
        filled = width if across is None else min(width, round(height * across))
        box = pygame.Rect(0, 0, filled, round(height * down))
        box.center = (width // 2, height // 2)
        large.blit(board_picture(game, BoardState(state), box.size, ui), box)

    return drawn_large(size, ui.theme.colours.tints[board.tint], draw)
