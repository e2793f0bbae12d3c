"""Games of an experiment to look at again, and experiments of the past."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from engine.arena import GameRecord
from engine.messages import JouonsError
from engine.registry import make_game
from engine.saves import SavedGame
from gui.arena.cards import results, stacked_results
from gui.arena.model import Seen, past_result
from gui.kit import Icon, Label, ListBox, ListRow
from gui.kit.command import Command
from gui.kit.layout import Box, Card, Centred, Column, Fill, Fit, Layout, Over, Pad, Row, Scroll, px
from gui.kit.screen import Screen
from gui.protocols import Open, Push
from gui.services import Services


class ListScreen(Screen):
    """A list over the whole screen; Enter or a double click opens a row."""

    PREFIX = "arena"
    TITLE = ""
    EMPTY = ""
    OPEN = ""  # the id of the command that opens the chosen row

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.chosen = 0

    @abstractmethod
    def rows(self) -> list[ListRow]:
        """What is listed."""

    @abstractmethod
    def open_row(self, index: int) -> None:
        """A row was opened."""

    def _choose(self, index: int) -> None:
        self.chosen = index

    def commands(self) -> Mapping[str, Command]:
        able = bool(self.rows())
        opening = Command(self.OPEN, lambda: self.open_row(self.chosen), Icon.EYE, able)
        return {self.OPEN: opening}

    def view(self) -> Layout:
        rows = self.rows()
        listed = ListBox(
            rows,
            self.ui.theme.tx(36),
            self._choose,
            chosen=min(self.chosen, len(rows) - 1),
            open_row=self.open_row,
            mono=True,
        )
        text = self.tr(self.EMPTY)
        empty = Label(text, quiet=True, align=0.5, middle=True) if not rows else None
        button = Box(self.offered().button(self.OPEN), height=44)
        page = Column(Fill(Card(Over(listed, empty), pad=12, foot=12)), Row(Fill(), button))
        bar = self.bar(self.tr(self.TITLE), self.tr("arena.count", count=len(rows)))
        return Column(bar, Fill(Pad(Centred(page, px(1100)), 24, 20, 24, 24)), gap=0)


class GamesScreen(ListScreen):
    """Every game of an experiment, to be opened in a match."""

    TITLE = "arena.review"
    EMPTY = "arena.no_games"
    OPEN = "open_game"

    def __init__(self, services: Services, game: str, records: Sequence[GameRecord]) -> None:
        super().__init__(services)
        self.game = game
        self.records = records

    def rows(self) -> list[ListRow]:
        rows = []
        for record in self.records:
            first, second = (record.a, record.b)[:: 1 if record.starter == 0 else -1]
            side = record.score if record.starter == 0 else 1 - record.score
            result = {1: "1 - 0", 0.5: "½ - ½", 0: "0 - 1"}[side]
            note = self.tr("arena.plies", count=record.plies)
            rows.append(ListRow(f"{record.number + 1:>4}  {first} – {second}  {result}", note))
        return rows

    def open_row(self, index: int) -> None:
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
        self.go(Open("saved_match", {"saved": saved}))


class PastScreen(ListScreen):
    """Experiments kept in the store; opening one shows its picture and its table."""

    TITLE = "arena.past"
    EMPTY = "arena.no_past"
    OPEN = "open_past"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        try:
            self.kept = services.store.experiments()
        except JouonsError as error:
            services.notify(error.message, fault=True)
            self.kept = []

    def rows(self) -> list[ListRow]:
        return [ListRow(title, _when(saved_at)) for _, title, _, saved_at in self.kept]

    def open_row(self, index: int) -> None:
        _, title, data, saved_at = self.kept[index]
        try:
            self.go(Push(ResultScreen(self.services, title, saved_at, past_result(data))))
        except JouonsError as error:
            self.services.notify(error.message, fault=True)


class ResultScreen(Screen):
    """The picture and the table of a past experiment."""

    def __init__(self, services: Services, title: str, saved_at: str, seen: Seen) -> None:
        super().__init__(services)
        self.title = title
        self.saved_at = saved_at
        self.seen = seen

    def view(self) -> Layout:
        theme = self.ui.theme
        height = self.size[1] - self.bar_height() - theme.px(20) - theme.px(24)
        fitting = Pad(results(self.ui, self.seen, height), 24, 20, 24, 24)
        page = Scroll(Pad(stacked_results(self.ui, self.seen), 24, 20, 24, 24))
        bar = self.bar(self.tr("arena.past"), f"{self.title} · {_when(self.saved_at)}")
        return Column(bar, Fill(Fit(fitting, page)), gap=0)


def _when(saved_at: str) -> str:
    return saved_at.replace("T", " ")[:16]
