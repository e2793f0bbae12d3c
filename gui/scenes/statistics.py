"""Results of the person at the window, per game and opponent, and finished games to see again."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from engine.messages import JouonsError, Message
from engine.protocols import Value
from engine.registry import GAMES, HUMAN
from engine.saves import from_json
from engine.store import FinishedGame
from gui.boards.sides import pair_words, player_words, side_words
from gui.boards.values import badge
from gui.controls import Button, Icon, Kind, Label, ListBox, Row, Widget
from gui.controls.base import Ui
from gui.controls.texts import Card, heading_height
from gui.controls.words import shorten
from gui.kit.popup import Choice
from gui.pages.resume import ago
from gui.protocols import Open
from gui.scenes.base import WidgetScene
from gui.scenes.records import SIDES, Record, Tally, person_value, records
from gui.scenes.sheets import Column, card, middle_area, tab_rows
from gui.services import Services

LISTED = 500


class GamesList(ListBox):
    """Finished games in two lines each, with the person's result."""

    def __init__(
        self, rect: pygame.Rect, scene: StatisticsScene, games: Sequence[FinishedGame], height: int
    ) -> None:
        rows = [Row(*scene.words_of(game)) for game in games]
        super().__init__(
            rect, rows, height, scene.choose_row, chosen=scene.chosen, open_row=scene.review,
            scroll=scene.list_scroll,
        )  # fmt: skip
        self.games = games

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c, row, game = ui.theme, ui.theme.colours, self.rows[index], self.games[index]
        box = rect.inflate(0, -theme.px(4))
        if index == self.chosen:
            ui.brush.rounded(target, box, theme.px(8), c.raised, c.accent, 1)
        elif index == self._pointed and self.hovered:
            ui.brush.rounded(target, box, theme.px(8), c.hover)
        side, pad = theme.tx(24), theme.px(12)
        value = person_value(game.first, game.second, game.result)
        if value is not None:
            target.blit(badge(ui, value, side), (box.x + pad, box.centery - side // 2))
        x = box.x + 2 * pad + side
        room = box.right - pad - x
        up, down = box.centery - theme.tx(11), box.centery + theme.tx(13)
        theme.blit_text(target, shorten(theme, row.words, 16, room), 16, (x, up))
        theme.blit_text(target, shorten(theme, row.note, 14, room), 14, (x, down), c.text2)


class StatisticsScene(WidgetScene):
    """One game at a time; the choice of the game stands at the top."""

    def __init__(self, services: Services, game_id: str) -> None:
        super().__init__(services)
        self.game_id = game_id if game_id in GAMES else next(iter(GAMES))
        self.chosen = 0
        self.list_scroll = 0
        self.records: dict[str, Record] = {}
        self.games: list[FinishedGame] = []

    def enter(self, size: tuple[int, int]) -> None:
        self._read()
        super().enter(size)

    def _read(self) -> None:
        """Read the store; a fault is said and shows as nothing kept."""
        self.records, self.games = {}, []
        try:
            store = self.services.store
            self.records = records(store.results(self.game_id))
            self.games = store.games(self.game_id, LISTED)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
        self.chosen = min(self.chosen, max(0, len(self.games) - 1))

    def choose_game(self, index: int) -> None:
        """Another game."""
        self.game_id = list(GAMES)[index]
        self.chosen = self.list_scroll = 0
        self.desk.scroll_to_top()
        self._read()
        self.rebuild()

    def choose_row(self, index: int) -> None:
        """A finished game was pointed at."""
        self.chosen = index

    def review(self, index: int) -> None:
        """Open a finished game in a match."""
        if not self.games:
            return
        try:
            saved = from_json(self.games[index].saved)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        self.go(Open("saved_match", {"saved": saved}))

    # -- words ---------------------------------------------------------------------------------

    def words_of(self, game: FinishedGame) -> tuple[str, str]:
        """The two lines of a finished game."""
        value = person_value(game.first, game.second, game.result)
        if value is not None:
            key = {Value.WIN: "won", Value.DRAW: "draw", Value.LOSS: "lost"}[value]
            result = self.tr(f"statistics.{key}")
        elif game.result in SIDES:
            side = SIDES[game.result]
            if game.first == game.second == HUMAN:
                winner = self.tr(side_words(game.game)[side])
            else:
                winner = player_words((game.first, game.second)[side], self.tr, short=True)
            result = self.tr(f"statistics.{game.result}", name=winner)
        else:
            result = self.tr("statistics.draw")
        plies = self.tr("statistics.plies", count=game.plies)
        note = self.tr("statistics.game", result=result, plies=plies, ago=ago(game.saved_at))
        return pair_words(game.first, game.second, self.tr), note

    # -- building ------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        self._keep_list_scroll()
        theme, tr = self.ui.theme, self.tr
        bar = self.top_bar(tr("statistics.title"), tr("statistics.subtitle"))
        top = self.bar_height()
        area = middle_area(self.ui, self.size, top + theme.px(16))
        names = [tr(f"game.{game}.name") for game in GAMES]
        here = list(GAMES).index(self.game_id)
        widgets, y = tab_rows(self.ui, area, names, here, self.choose_game, "games")
        y += theme.px(16)
        gap = theme.px(16)
        pair = (area.w - gap) // 2 >= theme.tx(440)
        width = (area.w - gap) // 2 if pair else area.w
        left, bottom = card(
            self.ui, pygame.Rect(area.x, y, width, 0), tr("statistics.against"), self._results
        )
        foot = self.size[1] - theme.px(24)
        list_top = y if pair else bottom + gap
        place = pygame.Rect(area.x + (width + gap if pair else 0), list_top, width, 0)
        least = theme.tx(60) * 4 + theme.tx(110)
        place.h = max(least, foot - list_top)
        if not pair:
            place.h = min(place.h, max(least, self.size[1] - top - theme.px(40)))
        widgets += [*left, *self._list(place)]
        self.body = pygame.Rect(0, top, self.size[0], self.size[1] - top)
        self.content_height = max(bottom, place.bottom) + theme.px(24) - top
        return [*bar, *widgets]

    def _keep_list_scroll(self) -> None:
        old = self.desk.find("list")
        if isinstance(old, GamesList) and old.games is self.games:
            self.list_scroll = old.scroll

    def _results(self, column: Column) -> None:
        if not self.records:
            column.words(self.tr("statistics.none"), quiet=True)
            column.gap(8)
            return
        wide = Tally.width_for(self.ui)
        for opponent, record in self.records.items():
            name = player_words(opponent, self.tr) if opponent else self.tr("statistics.total")
            if not opponent and len(self.records) == 2:
                continue  # one opponent: the sum says nothing new
            note = self.tr(
                "statistics.row", games=Message("statistics.counts", {"count": record.games}),
                best=record.best, now=record.run,
            )  # fmt: skip

            def tally(box: pygame.Rect, record: Record = record) -> Widget:
                return Tally(box, record)

            column.row(name, wide, tally, note=note, high=self.ui.theme.tx(32))
        label = self.tr("statistics.reset")
        column.gap(6)
        width = min(column.width, Button.width_for(self.ui, label, Icon.BIN))
        box = pygame.Rect(column.x, column.y, width, self.ui.theme.tx(44))
        column.add(Button(box, label, self.ask_reset, image=Icon.BIN, key="reset"))
        column.gap(6)

    def _list(self, rect: pygame.Rect) -> list[Widget]:
        theme, tr = self.ui.theme, self.tr
        pad = theme.px(16)
        count = tr("statistics.counts", count=len(self.games)) if self.games else ""
        frame = Card(rect, tr("statistics.games"), count)
        top = rect.y + heading_height(self.ui)
        inner = pygame.Rect(rect.x + pad, top, rect.w - 2 * pad, 0)
        if not self.games:
            words = tr("statistics.no_games")
            inner.h = Label.height(self.ui, words, 16, inner.w - theme.px(8))
            inner.x += theme.px(4)
            rect.h = min(rect.h, inner.bottom + theme.px(24) - rect.y)
            return [frame, Label(inner, words, 16, quiet=True)]
        label = tr("statistics.review")
        high = theme.tx(44)
        inner.h = rect.bottom - theme.px(16) - high - theme.px(12) - top
        width = min(inner.w, Button.width_for(self.ui, label, Icon.EYE))
        box = pygame.Rect(inner.right - width, rect.bottom - theme.px(16) - high, width, high)
        return [
            frame,
            GamesList(inner, self, self.games, theme.tx(60)),
            Button(
                box, label, lambda: self.review(self.chosen), kind=Kind.PRIMARY, image=Icon.EYE,
                key="review",
            ),
        ]  # fmt: skip

    # -- reset ---------------------------------------------------------------------------------

    def ask_reset(self) -> None:
        """Start the counts of this game afresh, after a question."""
        tr = self.tr
        self.ask(
            tr("statistics.reset"),
            tr("statistics.reset_question"),
            [
                Choice(tr("statistics.reset_yes"), self.reset, Icon.BIN, primary=True),
                Choice(tr("statistics.cancel"), self.close_popup),
            ],
        )

    def reset(self) -> None:
        """Count from zero; the games stay."""
        try:
            self.services.store.reset_statistics(self.game_id)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        self._read()
        self.rebuild()
        self.services.notify("statistics.reset_done")
