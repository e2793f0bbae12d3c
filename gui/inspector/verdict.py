"""Two rows of marks: the preferred move beside the best one, and the phases of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from engine.protocols import Estimate, Value
from gui.boards.token import Token
from gui.boards.values import badge, score_bar
from gui.kit import Icon, icon
from gui.kit.chart import ChartLegend, LegendEntry
from gui.kit.widget import Size, Widget, key_pressed
from gui.theme import mix
from gui.ui import Ui


@dataclass(frozen=True)
class ChoiceVerdict:
    """A move in words, with its exact value."""

    name: str  # Plays, Best
    move: str
    player: int
    truth: Estimate | None


class Verdict(Widget):
    """Belief and truth: the move the bot would play and the best move, on two lines if need be."""

    def __init__(self, judged: Sequence[ChoiceVerdict], token: Token, tooltip: str = "") -> None:
        super().__init__("verdict", tooltip)
        self.judged = judged
        self.token = token

    def size_hint(self, ui: Ui, width: int) -> Size:
        line, widths = ui.theme.tx(28), [self._width(ui, each) for each in self.judged]
        whole = sum(widths) + ui.theme.tx(20) * max(0, len(widths) - 1)
        return (whole, line) if width >= whole else (max(widths), line * len(widths))

    @staticmethod
    def _width(ui: Ui, judged: ChoiceVerdict) -> int:
        theme = ui.theme
        width = theme.width(judged.name, 14) + theme.tx(8 + 16 + 6)
        width += theme.width(judged.move, 16, True) + theme.tx(4)
        if judged.truth is not None:
            width += theme.tx(8 + 20 + 4)
            if judged.truth.remoteness is not None:
                width += theme.width(ui.tr.number(judged.truth.remoteness), 16, True)
        return width

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme = ui.theme
        wide, high = self.size_hint(ui, self.rect.w)
        line = theme.tx(28)
        x, y = self.rect.right - wide, self.rect.centery - (high - line) // 2
        for judged in self.judged:
            if high > line:
                self._draw_one(ui, target, self.rect.right - self._width(ui, judged), y, judged)
                y += line
            else:
                self._draw_one(ui, target, x, y, judged)
                x += self._width(ui, judged) + theme.tx(20)

    def _draw_one(
        self, ui: Ui, target: pygame.Surface, x: int, middle: int, judged: ChoiceVerdict
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        theme.blit_text(target, judged.name, 14, (x, middle), c.text2)
        x += theme.width(judged.name, 14) + theme.tx(8)
        picture = self.token(judged.player, theme.tx(16))
        target.blit(picture, picture.get_rect(midleft=(x, middle)))
        x += theme.tx(22)
        theme.blit_text(target, judged.move, 16, (x, middle), bold=True)
        x += theme.width(judged.move, 16, True) + theme.tx(8)
        truth = judged.truth
        if truth is None or truth.value is None:
            return
        shape = badge(ui, truth.value, theme.tx(20))
        target.blit(shape, shape.get_rect(midleft=(x, middle)))
        if truth.remoteness is not None:
            at = (x + theme.tx(24), middle)
            theme.blit_text(target, ui.tr.number(truth.remoteness), 16, at, bold=True)


class Pills(Widget):
    """Phases of a round: finished ones ticked, the current one bright, later ones dim."""

    focusable = True

    def __init__(
        self, phases: Sequence[tuple[str, str]], now: str, go: Callable[[str], None]
    ) -> None:
        super().__init__("phases")
        self.phases = phases  # phase, and its name
        self.now = now
        self.go = go
        self._boxes: list[tuple[pygame.Rect, str]] = []

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Request full names; short of space, all but the current and the widest are numbers."""
        gaps, (wide, narrow) = len(self.phases) - 1, self._gaps(ui)
        natural = sum(self._widths(ui, False)) + wide * gaps
        least = sum(self._widths(ui, True)) + narrow * gaps
        return min(natural, max(least, width)), ui.theme.tx(36)

    @staticmethod
    def _gaps(ui: Ui) -> tuple[int, int]:
        """Return the gap between two pills, and the least one."""
        return ui.theme.tx(12), ui.theme.tx(5)

    def _widths(self, ui: Ui, short: bool) -> list[int]:
        """Return the width of every pill; in the short form any one of them may have its name."""
        theme = ui.theme
        names = [theme.width(name, 14, True) + theme.tx(42) for _, name in self.phases]
        if not short:
            return names
        return [theme.tx(32)] * (len(names) - 1) + [max(names)]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for box, phase in self._boxes:
                if box.collidepoint(event.pos):
                    self.go(phase)
            return True
        order = [phase for phase, _ in self.phases]
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if key_pressed(event, *steps):
            at = order.index(self.now) if self.now in order else 0
            self.go(order[(at + steps[event.key]) % len(order)])
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        order = [phase for phase, _ in self.phases]
        at = order.index(self.now) if self.now in order else -1
        x, height = self.rect.x, theme.tx(28)
        gap, narrow = self._gaps(ui)
        short = self.rect.w < sum(self._widths(ui, False)) + gap * (len(order) - 1)
        if self.rect.w < sum(self._widths(ui, short)) + gap * (len(order) - 1):
            gap = narrow
        self._boxes = []
        for number, (phase, whole) in enumerate(self.phases):
            name = whole if not short or number == max(at, 0) else ""
            width = theme.width(name, 14, True) + theme.tx(42) if name else theme.tx(32)
            box = pygame.Rect(x, self.rect.centery - height // 2, width, height)
            if number:
                target.fill(c.line, (x - gap + 2, box.centery, gap - 4, 1))
            if number == at:
                fill, edge, ink = mix(c.panel, c.accent, 0.14), c.accent, c.accent
            elif number < at:
                fill, edge, ink = c.raised, c.line, c.text
            else:
                fill, edge, ink = c.panel, c.hair, c.text2
            ui.brush.rounded(target, box, height // 2, fill, edge, 1)
            left = box.x + theme.tx(12)
            if number < at:
                tick = icon(ui.brush, Icon.CHECK, theme.tx(14), ink)
                beside = tick.get_rect(midleft=(left, box.centery))
                target.blit(tick, beside if name else tick.get_rect(center=box.center))
            else:
                at_left = (left, box.centery)
                theme.blit_text(target, str(number + 1), 14, at_left, ink, bold=number == at)
            named_at = (left + theme.tx(20), box.centery)
            theme.blit_text(target, name, 14, named_at, ink, bold=number == at)
            self._boxes.append((box, phase))
            x = box.right + gap


def verdict_legend(ui: Ui, believes: bool) -> ChartLegend:
    """Return the meanings of bar, badge and tick.

    Without beliefs there is the badge alone: exact values need no tick beside them.
    """
    c, side = ui.theme.colours, ui.theme.tx(16)
    true = LegendEntry(ui.tr("inspector.true"), badge(ui, Value.WIN, side))
    if not believes:
        return ChartLegend([true], align=1.0)
    bar, height = pygame.Surface((side, side), pygame.SRCALPHA), ui.theme.tx(6)
    score_bar(ui, bar, pygame.Rect(0, (side - height) // 2, side, height), 0.62, c.win)
    tick = icon(ui.brush, Icon.CHECK, ui.theme.tx(14), c.text2)
    believed = LegendEntry(ui.tr("inspector.believed"), bar)
    return ChartLegend([believed, true, LegendEntry(ui.tr("inspector.proved"), tick)], align=1.0)
