"""The menu's card of the puzzle of the day: its position, its task and its difficulty."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.registry import GAMES, make_game
from gui.boards.previews import cached_thumbnail, preview
from gui.exercises.texts import aim
from gui.exercises.today import TodaysPuzzle
from gui.exercises.widgets import STARS, star
from gui.kit import Icon, icon
from gui.kit.accessible import sentences
from gui.kit.buttons import Pressable
from gui.kit.text_wrap import shorten, wrap
from gui.kit.widget import ROOMY, Size
from gui.protocols import BoardState
from gui.theme import hover_edge, mix
from gui.ui import Ui

HEIGHT = 96
COMPACT_HEIGHT = 56  # without the stars
ART = (83, 72)
COMPACT_ART = (54, 46)


class PuzzleCard(Pressable):
    """A card that opens the screen of puzzles; it says if the puzzle is pending or failed."""

    def __init__(
        self,
        ui: Ui,
        puzzle: TodaysPuzzle | None,
        action: Callable[[], None],
        failed: bool = False,
        compact: bool = False,
    ) -> None:
        super().__init__(action, "puzzle")
        self.compact = compact
        self.art = COMPACT_ART if compact else ART
        self.puzzle = puzzle
        self.title = ui.tr("menu.puzzle")
        if puzzle is None:
            self.said = ui.tr("menu.puzzle_failed" if failed else "menu.puzzle_coming")
        elif puzzle.solved:
            self.said = ui.tr("menu.puzzle_solved" if puzzle.all_solved else "menu.puzzle_done")
        else:
            self.said = ui.tr(aim(puzzle.problem))

    def words(self) -> str:
        return sentences((self.title, self.said))

    def _words(self, ui: Ui) -> int:
        """Return the width of the longest line."""
        theme = ui.theme
        stars = STARS * theme.tx(20)
        return max(theme.width(self.title, 16, True), theme.width(self.said, 14), stars)

    def _around(self, ui: Ui) -> int:
        theme = ui.theme
        return theme.px(12 + 22 + 16) + theme.tx(self.art[0]) + theme.tx(32)

    def size_hint(self, ui: Ui, width: int) -> Size:
        natural = self._words(ui) + self._around(ui)
        height = ui.theme.tx(COMPACT_HEIGHT if self.compact else HEIGHT)
        return natural if width >= ROOMY else max(self.measure_min_width(ui), width), height

    def measure_min_width(self, ui: Ui) -> int:
        """Return the least width; the sentence may take two lines, or be cut in a compact card."""
        theme = ui.theme
        words = theme.width(self.title, 16, True)
        if not self.compact:
            whole = theme.width(self.said, 14)
            widths = range(whole // 2, whole, theme.tx(8))
            half = next((w for w in widths if len(wrap(theme, self.said, 14, w)) <= 2), whole)
            words = max(words, half, STARS * theme.tx(20))
        return words + self._around(ui)

    def measure_preferred_width(self, ui: Ui) -> int:
        return self._words(ui) + self._around(ui)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect, radius = ui.theme, ui.theme.colours, self.rect, ui.theme.px(12)
        down, soft = theme.px(4), theme.px(10)
        ui.brush.shadow(target, rect, radius, c.shadow, c.shadow_card, down, soft)
        ground = mix(c.panel, c.hover, self.glow * 0.5)
        ui.brush.rounded(target, rect, radius, ground, hover_edge(c, self.glow), 1)
        size = theme.tx(self.art[0]), theme.tx(self.art[1])
        art = pygame.Rect((rect.x + theme.px(12), 0), size)
        art.centery = rect.centery
        self._draw_position(ui, target, art)
        x = art.right + theme.px(22)
        room = rect.right - theme.tx(32) - x
        lines = wrap(theme, self.said, 14, room, maximum=1 if self.compact else 2)
        self.tooltip = self.said if " ".join(lines) != self.said else ""
        line_step, several = theme.line_height(14), len(lines) > 1
        step = theme.tx(12 if self.compact else 32 if several else 25)
        title = shorten(theme, self.title, 16, room, bold=True)
        theme.blit_text(target, title, 16, (x, rect.centery - step), bold=True)
        first = step if self.compact else -line_step // 2 if several else 0
        for number, line in enumerate(lines):
            place = (x, rect.centery + first + number * line_step)
            theme.blit_text(target, line, 14, place, c.text2)
        if not self.compact:
            self._draw_level(ui, target, x, rect.centery + step)
        picture = icon(ui.brush, Icon.FORWARD, theme.tx(20), c.text2)
        middle = (rect.right - theme.tx(22), rect.centery)
        target.blit(picture, picture.get_rect(center=middle))

    def _draw_position(self, ui: Ui, target: pygame.Surface, art: pygame.Rect) -> None:
        if self.puzzle is None:
            return
        problem = self.puzzle.problem
        if problem.game not in GAMES:
            target.blit(preview(problem.game, art.size, ui.theme, ui.brush), art)
            return
        game = make_game(problem.game, problem.options)
        key = (problem.game, tuple(problem.options.items()), problem.position)
        state = game.parse(problem.position)
        picture = cached_thumbnail(game, BoardState(state), art.size, ui, key)
        target.blit(picture, art, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _draw_level(self, ui: Ui, target: pygame.Surface, x: int, middle: int) -> None:
        """Draw the stars of the difficulty, and a tick after them when it is solved."""
        if self.puzzle is None:
            return
        theme, c = ui.theme, ui.theme.colours
        side = theme.tx(16)
        for number in range(STARS):
            lit = number < self.puzzle.problem.level
            ink = c.accent if lit else mix(c.panel, c.line, 0.75)
            target.blit(star(ui.brush, side, ink), (x, middle - side // 2))
            x += theme.tx(20)
        if self.puzzle.solved:
            target.blit(icon(ui.brush, Icon.CHECK, side, c.win), (x, middle - side // 2))
