"""Games of an experiment to look at again, and experiments of the past."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import pygame

from engine.arena import GameRecord
from engine.messages import JouonsError
from engine.registry import make_game
from engine.saves import SavedGame
from gui.controls import Button, Card, Icon, Label, ListBox, Row, Widget
from gui.protocols import Push
from gui.scenes.base import WidgetScene
from gui.services import Services


class _ListScene(WidgetScene):
    """A list over the whole screen; Enter or a double click opens a row."""

    title_key = ""
    empty_key = ""
    open_key = ""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.chosen = 0

    @abstractmethod
    def rows(self) -> list[Row]:
        """What is listed."""

    @abstractmethod
    def open_row(self, index: int) -> None:
        """A row was opened."""

    def _choose(self, index: int) -> None:
        self.chosen = index

    def build(self) -> Sequence[Widget]:
        theme, rows = self.ui.theme, self.rows()
        bar = self.top_bar(self.tr(self.title_key), self.tr("arena.count", count=len(rows)))
        top = self.bar_height() + theme.px(20)
        width = min(self.size[0] - theme.px(48), theme.px(1100))
        card = pygame.Rect((self.size[0] - width) // 2, top, width, 0)
        card.h = self.size[1] - top - theme.px(40) - theme.tx(44)
        area = card.inflate(-theme.px(24), -theme.px(24))
        box = ListBox(
            area,
            rows,
            theme.tx(36),
            self._choose,
            chosen=min(self.chosen, len(rows) - 1),
            open_row=self.open_row,
            mono=True,
        )
        label = self.tr(self.open_key)
        button = Button(
            pygame.Rect(
                0,
                card.bottom + theme.px(16),
                Button.width_for(self.ui, label, Icon.EYE),
                theme.tx(44),
            ),
            label,
            self._open_chosen,
            image=Icon.EYE,
            enabled=bool(rows),
            key="open",
        )
        button.rect.right = card.right
        widgets: list[Widget] = [*bar, Card(card), box, button]
        if not rows:
            words = self.tr(self.empty_key)
            widgets.append(Label(area, words, quiet=True, align=0.5, middle=True))
        return widgets

    def _open_chosen(self) -> None:
        if 0 <= self.chosen < len(self.rows()):
            self.open_row(self.chosen)


class ArenaGamesScene(_ListScene):
    """Every game of the last experiment, to be opened in a match."""

    title_key = "arena.review"
    empty_key = "arena.no_games"
    open_key = "arena.open_game"

    def __init__(self, services: Services, game: str, records: list[GameRecord]) -> None:
        super().__init__(services)
        self.game = game
        self.records = sorted(records, key=lambda record: (record.pairing, record.number))

    def rows(self) -> list[Row]:
        rows = []
        for record in self.records:
            first, second = (record.a, record.b)[:: 1 if record.starter == 0 else -1]
            side = record.score if record.starter == 0 else 1 - record.score
            result = {1: "1 - 0", 0.5: "½ - ½", 0: "0 - 1"}[side]
            note = self.tr("arena.plies", count=record.plies)
            rows.append(Row(f"{record.number + 1:>4}  {first} – {second}  {result}", note))
        return rows

    def open_row(self, index: int) -> None:
        from gui.scenes.match_start import match_from_save

        record = self.records[index]
        first, second = (record.a, record.b)[:: 1 if record.starter == 0 else -1]
        game: Any = make_game(self.game)
        saved = SavedGame(
            self.game,
            dict(game.options),
            game.text(game.initial()),
            first,
            second,
            record.seed,
            tuple(record.moves.split()),
        )
        scene = match_from_save(self.services, saved)
        if scene is not None:
            self.go(Push(scene))


class PastExperimentsScene(_ListScene):
    """Experiments kept in the store; opening one shows its numbers."""

    title_key = "arena.past"
    empty_key = "arena.no_past"
    open_key = "arena.open_past"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        try:
            self.kept = services.store.experiments()
        except JouonsError as error:
            services.notify(error.message, fault=True)
            self.kept = []

    def rows(self) -> list[Row]:
        return [Row(title, saved_at.replace("T", " ")[:16]) for _, title, _, saved_at in self.kept]

    def open_row(self, index: int) -> None:
        from gui.kit.popup import Choice

        _, title, data, _ = self.kept[index]
        tallies = data.get("tallies", []) if isinstance(data, dict) else []
        lines = [
            self.tr(
                "arena.past_line",
                a=tally["a"],
                b=tally["b"],
                wins=tally["wins"],
                draws=tally["draws"],
                losses=tally["losses"],
                share=100 * tally["score"],
            )
            for tally in tallies[:14]
        ]
        close = Choice(self.tr("arena.close"), lambda: None, primary=True)
        self.ask(title, "\n".join(lines) or self.tr("arena.no_games"), [close])
