"""Rows of the training screen: a score against chance, a bag of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from engine.protocols import bag_key
from gui.boards.values import score_bar
from gui.controls import Widget
from gui.controls.base import Ui

BAG_ROWS = 8
LOOKED_AT = 400


class ScoreRow(Widget):
    """A word, a score of 0 .. 1 as a bar, and the score in digits."""

    def __init__(self, rect: pygame.Rect, words: str, score: float | None) -> None:
        super().__init__(rect)
        self.words = words
        self.score = score

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        label = max(theme.width(ui.tr(f"training.{word}"), 16) for word in ("before", "after"))
        theme.blit_text(target, self.words, 16, (rect.x, rect.centery))
        digits = theme.width("100,0 %", 16, True)
        left = rect.x + label + theme.px(16)
        bar = pygame.Rect(left, 0, rect.right - digits - theme.px(16) - left, theme.tx(10))
        bar.centery = rect.centery
        if bar.w > theme.tx(20):
            score_bar(ui, target, bar, self.score or 0.0, c.win)
        words = "–" if self.score is None else ui.tr("training.percent", share=100 * self.score)
        theme.blit_text(target, words, 16, (rect.right, rect.centery), bold=True, align=1)


class BagRow(Widget):
    """A position and its bag: each move as wide as it is common."""

    def __init__(
        self, rect: pygame.Rect, position: str, moves: Sequence[tuple[str, int]], room: int
    ) -> None:
        super().__init__(rect)
        self.position = position
        self.moves = moves
        self.room = room
        self.tooltip = " · ".join(f"{name}×{count}" for name, count in moves)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        theme.blit_text(target, self.position, 14, (rect.x, rect.centery), c.text2, mono=True)
        tones = (c.take1, c.take2, c.take3)
        left = rect.x + self.room + theme.px(12)
        wide, total = rect.right - left, sum(count for _, count in self.moves)
        high, done = theme.tx(24), 0
        for index, (name, count) in enumerate(self.moves):
            start = left + wide * done // total
            done += count
            box = pygame.Rect(start, 0, left + wide * done // total - start, high)
            box.centery = rect.centery
            box.w -= 2
            ui.brush.rounded(target, box, theme.px(4), tones[index % 3])
            if theme.width(name, 14) + 6 <= box.w:
                theme.blit_text(target, name, 14, box.center, c.take_ink, align=0.5)


def first_positions(game: Any) -> list[Any]:
    """The first few positions with a choice, in the order they are met from the start.

    Positions that share a bag count once.
    """
    waiting, seen, found = [game.initial()], set(), []
    for state in waiting:
        legal = game.moves(state)
        if len(legal) > 1:
            found.append(state)
        if len(found) >= BAG_ROWS or len(waiting) > LOOKED_AT:
            break
        for move in legal:
            after = game.play(state, move)
            key = bag_key(game, after)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return found
