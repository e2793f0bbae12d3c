"""Picture of iterative deepening: a bar for each round, and the last positions of the path."""

from __future__ import annotations

import math

import pygame

from engine.trace.puzzle_search import PATH_SHOWN, ROUND_STEPS
from gui.boards.board import MakePuzzleArt
from gui.inspector.best_first_picture import draw_node, equation
from gui.inspector.best_first_view_model import DescentStep
from gui.kit.accessible import AccessibleInfo, Role, sentence
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size, Widget
from gui.theme import mix
from gui.ui import Ui

LEAST_SLOTS = 10  # rounds side by side


class DescentPicture(Widget):
    """The rounds as bars on a logarithmic scale above the path as small boards."""

    def __init__(self, step: DescentStep, draw: MakePuzzleArt) -> None:
        super().__init__("step")
        self.step = step
        self.thumbnail = draw

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        return min(theme.tx(640), max(theme.tx(420), width)), theme.tx(190)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe the rounds and the newest position."""
        rounds = [
            f"{ui.tr('ida.place', n=number, bound=each.bound)}: {ui.tr.number(each.visits)}"
            for number, each in enumerate(self.step.rounds, 1)
        ]
        newest = [f"{node.position}, {equation(node)}" for node in self.step.path[-1:]]
        return AccessibleInfo(Role.PICTURE, sentence([*rounds, *newest]))

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(10), c.table2, c.hair, 1)
        inner = self.rect.inflate(-theme.tx(24), -theme.tx(16))
        upper, lower = inner.copy(), inner.copy()
        upper.h = lower.h = inner.h // 2
        lower.bottom = inner.bottom
        self._draw_rounds(ui, target, upper)
        self._draw_path(ui, target, lower)

    def _head(
        self, ui: Ui, target: pygame.Surface, area: pygame.Rect, title: str, note: str
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        y = area.y + theme.line_height(14) // 2
        theme.blit_text(target, title, 14, (area.x, y), bold=True)
        x = area.x + theme.width(title, 14, True) + theme.tx(8)
        theme.blit_text(target, shorten(theme, note, 14, area.right - x), 14, (x, y), c.text2)

    def _draw_rounds(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw a bar for each round, its bound above and its positions below."""
        theme, c, rounds = ui.theme, ui.theme.colours, self.step.rounds
        note = ui.tr("ida.rounds_note", n=ROUND_STEPS)
        self._head(ui, target, area, ui.tr("ida.rounds"), note)
        line = theme.line_height(14)
        room = area.h - 3 * line - theme.tx(6)
        if room < theme.tx(8):
            return
        pitch = area.w / max(LEAST_SLOTS, len(rounds))
        largest = math.log10(max(1000, *(each.visits for each in rounds)))
        for index, each in enumerate(rounds):
            middle, base = round(area.x + pitch * (index + 0.5)), area.bottom - line
            high = max(2, round(room * math.log10(max(1, each.visits)) / largest))
            bar = pygame.Rect(0, 0, round(min(pitch * 0.5, theme.tx(36))), high)
            bar.midbottom = (middle, base)
            ink = mix(c.win, c.table2, 0.3) if each.over else c.accent
            ui.brush.rounded(target, bar, min(theme.px(3), bar.h // 2), ink)
            above = (middle, bar.y - line // 2)
            theme.blit_text(target, str(each.bound), 14, above, c.text, bold=True, align=0.5)
            below = (middle, base + line // 2)
            theme.blit_text(target, ui.tr.number(each.visits), 14, below, c.text2, align=0.5)

    def _draw_path(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw the last positions of the path with f = g + h."""
        theme, c, path = ui.theme, ui.theme.colours, self.step.path
        self._head(ui, target, area, ui.tr("ida.path"), ui.tr("ida.path_note"))
        line = theme.line_height(14)
        side = min(area.h - 2 * line - theme.tx(6), area.w // PATH_SHOWN - theme.tx(10))
        if side < theme.tx(16) or not path:
            return
        widest = max(theme.width(equation(node), 14, True) for node in path)
        pitch = min(area.w / PATH_SHOWN, max(side, widest) + theme.tx(26))
        for index, node in enumerate(path):
            box = pygame.Rect(0, 0, side, side)
            box.midtop = (round(area.x + pitch * (index + 0.5)), area.y + line + theme.tx(2))
            picture = self.thumbnail(node.position, box.size, theme, ui.brush)
            newest = index == len(path) - 1
            ink = c.text if not newest else c.loss if self.step.cut else c.accent
            draw_node(ui, target, picture, box, equation(node), ink, framed=newest)
