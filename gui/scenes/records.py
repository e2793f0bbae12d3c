"""A person's results against each opponent, and the widget that shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from engine.protocols import Value
from engine.registry import HUMAN
from gui.boards.values import badge
from gui.controls import Widget
from gui.controls.base import Ui

SIDES = {"first": 0, "second": 1}


@dataclass
class Record:
    """What a person reached against one opponent; `run` is the present run of wins."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    run: int = 0
    best: int = 0

    @property
    def games(self) -> int:
        """How many games."""
        return self.won + self.drawn + self.lost

    def add(self, value: Value) -> None:
        """One more game, later than those before."""
        self.won += value is Value.WIN
        self.drawn += value is Value.DRAW
        self.lost += value is Value.LOSS
        self.run = self.run + 1 if value is Value.WIN else 0
        self.best = max(self.best, self.run)


def person_value(first: str, second: str, result: str) -> Value | None:
    """How the one person of a game fared; None without a person, or with two."""
    if (first == HUMAN) == (second == HUMAN):
        return None
    if result not in SIDES:
        return Value.DRAW
    winner = (first, second)[SIDES[result]]
    return Value.WIN if winner == HUMAN else Value.LOSS


def records(results: Iterable[tuple[str, str, str]]) -> dict[str, Record]:
    """Opponent to record, from (first, second, result) of games in the order they were played.

    The entry under the empty text counts all opponents together. The opponent played last comes
    first.
    """
    found: dict[str, Record] = {}
    whole = Record()
    for first, second, result in results:
        value = person_value(first, second, result)
        if value is None:
            continue
        opponent = second if first == HUMAN else first
        record = found.pop(opponent, None) or Record()
        record.add(value)
        found[opponent] = record
        whole.add(value)
    return {"": whole, **dict(reversed(found.items()))} if found else {}


class Tally(Widget):
    """Won, drawn and lost, each with its badge."""

    def __init__(self, rect: pygame.Rect, record: Record) -> None:
        super().__init__(rect)
        self.record = record

    @staticmethod
    def cell(ui: Ui) -> int:
        """The width of one badge with its number."""
        return ui.theme.tx(24) + ui.theme.px(6) + ui.theme.width("0000", 16, True)

    @staticmethod
    def width_for(ui: Ui) -> int:
        """The width of the three."""
        return 3 * Tally.cell(ui)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, record = ui.theme, self.record
        side = theme.tx(24)
        x = self.rect.x
        for value, count in (
            (Value.WIN, record.won), (Value.DRAW, record.drawn), (Value.LOSS, record.lost)
        ):  # fmt: skip
            target.blit(badge(ui, value, side), (x, self.rect.centery - side // 2))
            words = ui.tr.number(count)
            theme.blit_text(
                target, words, 16, (x + side + theme.px(6), self.rect.centery), bold=True
            )
            x += self.cell(ui)
