"""The detail card of Nim: the heaps in binary, one below another, and their xor."""

from __future__ import annotations

import pygame

from engine.games.heaps import HeapGame, Heaps
from engine.messages import Message, message
from engine.solvers.heap_theory import HeapTheory
from gui.boards.cards import DetailCard
from gui.i18n import Translator
from gui.kit import Label
from gui.kit.text_wrap import wrap
from gui.theme import mix
from gui.ui import Ui


def nim_words(game: HeapGame, state: Heaps) -> Message:
    """Return the advice of Nim theory for a position, from the same theory the kernel bot plays."""
    theory = HeapTheory.of(game)
    return message(f"match.nim.{theory.plan(state.heaps).value}", xor=theory.nim_sum(state.heaps))


def binary_card(game: HeapGame, state: Heaps, tr: Translator) -> DetailCard:
    """Return the card for a position, with the advice of the theory."""
    return BinaryCard(state.heaps, tr(nim_words(game, state)))


class BinaryCard(DetailCard):
    """The heaps as rows of bits."""

    def __init__(self, heaps: tuple[int, ...], text: str) -> None:
        super().__init__()
        self.heaps = heaps
        self.text = text

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        total = 0
        for heap in self.heaps:
            total ^= heap
        bits = max(3, max([total, *self.heaps]).bit_length())
        rows = [(str(index + 1), heap) for index, heap in enumerate(self.heaps)]
        text_height = Label.height(ui, self.text, 14, area.w)
        step = min(theme.tx(26), max(theme.tx(19), (area.h - text_height - 8) // (len(rows) + 1)))
        self.content = step * (len(rows) + 1) + text_height + 8
        cell = theme.tx(26)
        left = area.x + theme.tx(70)
        y = area.y + step // 2 - self.scroll
        for name, heap in rows:
            theme.blit_text(target, name, 14, (area.x, y), c.text2)
            theme.blit_text(target, str(heap), 16, (area.x + theme.tx(50), y), bold=True, align=1)
            self._bits(ui, target, heap, bits, left, y, cell, total)
            y += step
        target.fill(c.line, (area.x, y - step // 2, theme.tx(70) + bits * cell, 1))
        theme.blit_text(target, "xor", 14, (area.x, y), c.text2, mono=True)
        ink = c.accent if total else c.text
        theme.blit_text(target, str(total), 16, (area.x + theme.tx(50), y), ink, bold=True, align=1)
        self._bits(ui, target, total, bits, left, y, cell, total)
        y += step // 2 + 8
        for line in wrap(theme, self.text, 14, area.w):
            theme.blit_text(target, line, 14, (area.x, y + theme.line_height(14) / 2), c.text2)
            y += theme.line_height(14)

    @staticmethod
    def _bits(
        ui: Ui,
        target: pygame.Surface,
        number: int,
        bits: int,
        left: int,
        y: int,
        cell: int,
        xor: int,
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        for bit in range(bits):
            place = bits - 1 - bit
            on = number >> place & 1
            ink = c.text if on else mix(c.panel, c.text2, 0.6)
            if xor >> place & 1 and on:
                ink = c.accent
            x = left + bit * cell + cell // 2
            theme.blit_text(target, str(on), 16, (x, y), ink, mono=True, align=0.5)
