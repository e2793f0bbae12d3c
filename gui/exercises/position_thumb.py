"""A position of a puzzle as a picture that can be chosen, with its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

import pygame

from engine.puzzles.problems import Goal, Problem
from engine.registry import make_game
from gui.boards.previews import cut_art, preview
from gui.kit import Icon, icon
from gui.kit.buttons import Pressable
from gui.kit.widget import Size
from gui.theme import mix
from gui.ui import Ui

SMALL, LARGE = (96, 84), (200, 180)


@dataclass(eq=False)
class PositionThumb(Pressable):
    """A position: ringed while it is asked, with a tick once found and a cross once missed."""

    problem: Problem
    spoken: str
    choose: Callable[[], None]
    key: str
    found: bool | None
    _: KW_ONLY
    now: bool = False
    large: bool = False

    def __post_init__(self) -> None:
        super().__init__(self.choose, self.key)

    def words(self) -> str:
        return self.spoken

    def size_hint(self, ui: Ui, width: int) -> Size:
        across, down = LARGE if self.large else SMALL
        return ui.theme.px(across), ui.theme.px(down)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c, theme, rect = ui.theme.colours, ui.theme, self.rect
        target.blit(self._art(ui), rect)
        edge = c.accent if self.now else mix(c.line, c.text, 0.4 * self.glow)
        ui.brush.rounded(target, rect, 0, None, edge, 2 if self.now else 1)
        if self.found is not None:
            side, radius = theme.px(16), theme.px(11)
            centre = (rect.right - radius - 3, rect.y + radius + 3)
            ui.brush.disc(target, centre, radius, c.accent if self.found else c.raised)
            ink = c.on_accent if self.found else c.loss
            sign = icon(ui.brush, Icon.CHECK if self.found else Icon.CROSS, side, ink)
            target.blit(sign, sign.get_rect(center=centre))

    def _art(self, ui: Ui) -> pygame.Surface:
        problem, size = self.problem, self.rect.size
        place = (problem.game, *problem.options.items(), problem.position)

        def draw() -> pygame.Surface:
            position, puzzle = None, problem.position
            if problem.goal is not Goal.SOLVE:
                game = make_game(problem.game, problem.options)
                position, puzzle = (game, game.parse(problem.position)), ""
            return preview(problem.game, size, ui.theme, ui.brush, position, puzzle)

        return cut_art(ui, ("thumb", *place), size, draw)
