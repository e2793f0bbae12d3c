"""Pictures of the lessons, drawn without loading them: a tree and bars."""

from __future__ import annotations

import pygame

from engine.registry import make_game
from gui.boards.previews import board_picture, drawn_large
from gui.protocols import BoardState
from gui.theme import Tint, mix
from gui.ui import Ui

BARS = (0.78, 0.92, 0.92, 0.95, 0.99, 1.0, 1.0)
LEAVES = 6
POSITION = "O.XXXOO.. X"


def tree_art(ui: Ui, size: tuple[int, int]) -> pygame.Surface:
    """Draw a tree of three moves, two replies each, with one line in brass."""
    c = ui.theme.colours
    ground = c.tints[Tint.BLUE]
    quiet = mix(ground, c.text, 0.28)

    def draw(large: pygame.Surface) -> None:
        width, height = large.get_size()
        unit = min(height / 160, width / 300)
        left = (width - 250 * unit) / 2
        columns = [left + unit * x for x in (0, 80, 165, 250)]
        leaves = [height / 2 + unit * 23 * (row - 2.5) for row in range(LEAVES)]
        middles = [(leaves[2 * row] + leaves[2 * row + 1]) / 2 for row in range(3)]
        root = (columns[0], height / 2)
        for bright in (False, True):
            for row, y in enumerate(leaves):
                on = row == 3
                if on is not bright:
                    continue
                middle = (columns[1], middles[row // 2])
                ink, wide = (c.accent, 4) if on else (quiet, 1.6)
                for start, end in ((root, middle), (middle, (columns[2], y))):
                    _curve(large, start, end, ink, max(1, round(wide * unit)))
                pygame.draw.line(
                    large, ink, (columns[2], y), (columns[3], y), max(1, round(wide * unit))
                )
        for row, y in enumerate(leaves):
            ink = c.accent if row == 3 else quiet
            pygame.draw.circle(large, ink, (columns[2], y), 8 * unit)
            pygame.draw.circle(large, c.win if row == 1 else ink, (columns[3], y), 8 * unit)
        for at, bright in ((root, True), *(((columns[1], y), y == middles[1]) for y in middles)):
            _small_board(large, at, unit, c.accent if bright else quiet, ui)

    return drawn_large(size, ground, draw)


def _curve(
    target: pygame.Surface,
    start: tuple[float, float],
    end: tuple[float, float],
    ink: tuple[int, int, int],
    width: int,
) -> None:
    points = []
    for step in range(17):
        t = step / 16
        bend = t * t * (3 - 2 * t)
        points.append((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * bend))
    pygame.draw.lines(target, ink, False, points, width)


def _small_board(
    target: pygame.Surface,
    at: tuple[float, float],
    unit: float,
    edge: tuple[int, int, int],
    ui: Ui,
) -> None:
    c = ui.theme.colours
    side = 34 * unit
    box = pygame.Rect(0, 0, round(side), round(side))
    box.center = (round(at[0]), round(at[1]))
    pygame.draw.rect(target, c.table, box, border_radius=round(6 * unit))
    pygame.draw.rect(target, edge, box, max(1, round(2 * unit)), border_radius=round(6 * unit))
    game = make_game("tictactoe")
    shown = BoardState(game.parse(POSITION))
    inner = box.inflate(-round(8 * unit), -round(8 * unit))
    target.blit(board_picture(game, shown, inner.size, ui), inner)


def bars_art(ui: Ui, size: tuple[int, int]) -> pygame.Surface:
    """Draw seven bars of wins and losses."""
    c = ui.theme.colours

    def draw(large: pygame.Surface) -> None:
        width, height = large.get_size()
        step, high = min(35 * height / 160, width / 8), round(height * 0.76)
        left = (width - step * len(BARS)) / 2
        for index, share in enumerate(BARS):
            box = pygame.Rect(round(left + index * step), 0, round(step * 0.7), high)
            box.centery = height // 2
            pygame.draw.rect(large, c.yellow, box, border_radius=round(box.w * 0.18))
            won = pygame.Rect(box.x, 0, box.w, round(high * share))
            won.bottom = box.bottom
            pygame.draw.rect(large, c.red, won, border_radius=round(box.w * 0.18))

    return drawn_large(size, c.tints[Tint.NAVY], draw)
