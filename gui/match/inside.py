"""Cards that show how a bot thinks: bags of moves, the trace of a search, words."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from engine.protocols import Trace
from gui.boards.cards import DetailCard
from gui.kit import Widget
from gui.kit.words import shorten, wrap
from gui.match.thoughts import BagRow
from gui.theme import Colour
from gui.ui import Ui


class BagsCard(DetailCard):
    """The learner's bags of one heap, or of the present position, with what the last game added."""

    def __init__(self, rows: Sequence[BagRow]) -> None:
        super().__init__()
        self.rows = rows

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        step = theme.tx(30)
        self.content = step * len(self.rows)
        tones = (c.take1, c.take2, c.take3)
        name_width = max((theme.width(row.name, 14) for row in self.rows), default=0) + theme.tx(10)
        right = theme.tx(86)
        y = area.y - self.scroll
        for bag in self.rows:
            if y + step >= area.y and y <= area.bottom:
                row = pygame.Rect(area.x, y, area.w, step)
                if bag.present:
                    box = row.inflate(4, -2)
                    ui.brush.rounded(target, box, theme.px(8), None, c.text, 1)
                at = (area.x + theme.tx(4), row.centery)
                theme.blit_text(target, shorten(theme, bag.name, 14, name_width), 14, at)
                width = area.w - name_width - right
                bar = pygame.Rect(
                    area.x + name_width, row.centery - theme.tx(10), width, theme.tx(20)
                )
                self._draw_bar(ui, target, bar, bag.counts, tones)
                total = str(sum(count for _, count in bag.counts))
                at = (area.right - right + theme.tx(44), row.centery)
                theme.blit_text(target, total, 14, at, c.text2, align=1)
                if bag.grown:
                    at = (area.right - theme.tx(4), row.centery)
                    theme.blit_text(target, "+1", 14, at, c.accent, bold=True, align=1)
            y += step

    @staticmethod
    def _draw_bar(
        ui: Ui,
        target: pygame.Surface,
        bar: pygame.Rect,
        counts: Sequence[tuple[str, int]],
        tones: tuple[Colour, ...],
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        total = sum(count for _, count in counts) or 1
        x = float(bar.x)
        for index, (move, count) in enumerate(counts):
            width = bar.w * count / total
            part = pygame.Rect(round(x), bar.y, max(2, round(width) - 2), bar.h)
            ui.brush.rounded(target, part, min(theme.px(4), part.w // 2), tones[index % len(tones)])
            text = f"{move}: {count}"
            if theme.width(text, 14) + 6 > part.w:
                text = str(count)
            if theme.width(text, 14) + 6 <= part.w:
                theme.blit_text(target, text, 14, part.center, c.take_ink, align=0.5)
            x += width


class TraceCard(DetailCard):
    """The depth-first search as a tree; a click on a line folds or unfolds it."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self.trace = trace
        self.closed: set[tuple[int, ...]] = set()
        self._lines: list[tuple[pygame.Rect, tuple[int, ...]]] = []

    def take_over(self, old: Widget) -> None:
        """What was folded stays folded."""
        super().take_over(old)
        if isinstance(old, TraceCard):
            self.closed = old.closed

    def click(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for rect, path in self._lines:
                if rect.collidepoint(event.pos):
                    self.closed ^= {path}
                    return True
        return False

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        step = theme.tx(24)
        self._lines = []
        y = area.y - self.scroll
        top = y
        stack: list[tuple[Trace, tuple[int, ...]]] = [(self.trace, ())]
        while stack:
            node, path = stack.pop()
            rect = pygame.Rect(area.x, y, area.w, step)
            if rect.bottom >= area.y and rect.y <= area.bottom:
                x = area.x + min(len(path), 12) * theme.tx(12)
                sign = "" if not node.children else "+ " if path in self.closed else "– "
                text = f"{sign}{node.move_text or node.state_text}  {ui.tr(node.note)}"
                ink = c.text if node.chosen else c.text2
                line = shorten(theme, text, 14, area.right - x)
                theme.blit_text(target, line, 14, (x, rect.centery), ink, bold=node.chosen)
            self._lines.append((rect, path))
            y += step
            if path not in self.closed:
                children = list(enumerate(node.children))
                stack.extend((child, (*path, index)) for index, child in reversed(children))
        self.content = y - top


class WordsCard(DetailCard):
    """The bot's sentence and the line of play it expects."""

    def __init__(self, sentences: Sequence[tuple[str, bool]]) -> None:
        super().__init__()
        self.sentences = sentences  # text, whether it is moves

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        y = area.y - self.scroll
        top = y
        for sentence, mono in self.sentences:
            size = 16 if mono else 14
            step = theme.line_height(size)
            for line in wrap(theme, sentence, size, area.w, mono=mono):
                ink = c.text if mono else c.text2
                theme.blit_text(target, line, size, (area.x, y + step / 2), ink, mono=mono)
                y += step
            y += theme.px(6)
        self.content = y - top
