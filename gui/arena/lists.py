"""Lists of the arena: games to review, stored experiments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

import pygame

from engine.arena.experiment import Pairing
from engine.messages import JouonsError, Message
from engine.protocols import Value
from engine.registry import make_game
from engine.saves import SavedGame
from engine.store.experiments import GameRecord, StoredExperiment
from gui.arena.form import ExperimentForm
from gui.arena.model import ArenaModel, ArenaViewModel
from gui.boards.values import badge
from gui.kit import Icon, Label, ListBox, ListRow, Widget
from gui.kit.command import Command, by_id
from gui.kit.layout import (
    Box,
    Card,
    Centred,
    Column,
    Flexible,
    Layout,
    NoShrink,
    Over,
    Pad,
    Wrap,
    px,
)
from gui.kit.lists import OpeningList
from gui.kit.screen import Screen
from gui.kit.text_wrap import shorten
from gui.protocols import Open, Pop
from gui.services import Services
from gui.ui import Ui

VALUES = {0: Value.LOSS, 1: Value.DRAW, 2: Value.WIN}
GAME_ROW = 40


class ArenaGamesList(OpeningList):
    """Games from the side of one player; there may be very many."""

    def __init__(self, ui: Ui, view_model: ArenaViewModel, open_row: Callable[[int], None]) -> None:
        super().__init__(
            [ListRow("")] * len(view_model.games),  # their texts are made when they are drawn
            ui.theme.tx(GAME_ROW),
            open_row,
            open_row=open_row,
            key="games",
        )
        self.view_model = view_model
        self.longest = max(map(attrgetter("plies"), view_model.games), default=0)

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll offset of the same list, even if it has grown."""
        if isinstance(old, ArenaGamesList):
            before, now = old.view_model, self.view_model
            if (before.cell, before.played) == (now.cell, now.played):
                self.scroll = min(self.max_scroll, old.scroll)
                self.chosen = min(old.chosen, len(self.rows) - 1)

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        """Draw a game; where room is short all rows leave the same words out."""
        theme, c, tr = ui.theme, ui.theme.colours, ui.tr
        game = self.view_model.listed(index)
        x, middle = self.draw_number(ui, target, index, rect, game.record.number + 1), rect.centery
        picture = badge(ui, VALUES[game.score], theme.tx(22))
        target.blit(picture, picture.get_rect(midleft=(x, middle)))
        x, right, gap = x + theme.tx(32), self.draw_arrow(ui, target, rect), theme.tx(12)
        plies, first = tr("arena.moves", count=game.record.plies), tr("arena.moved_first")
        longest, room = theme.width(tr("arena.moves", count=self.longest), 14), right - x
        if self.view_model.played.judge:
            words = tr("arena.unjudged")
            if game.mistakes is not None:
                words = tr("arena.mistakes", own=game.mistakes[0], theirs=game.mistakes[1])
            least = theme.width(tr.number(self.longest), 14) + gap
            words = shorten(theme, words, 14, room - least)
            theme.blit_text(target, words, 14, (right, middle), c.text2, align=1)
            most = (self.longest + 1) // 2  # moves of one side
            room -= theme.width(tr("arena.mistakes", own=most, theirs=most), 14) + gap
        count = plies if longest <= room else tr.number(game.record.plies)
        theme.blit_text(target, count, 14, (x, middle))
        if game.began and longest + gap + theme.width(first, 14) <= room:
            theme.blit_text(target, first, 14, (x + longest + gap, middle), c.text2)


def opened_game(form: ExperimentForm, pairing: Pairing, record: GameRecord) -> Open:
    """Open a game of an experiment as a match, for review move by move."""
    game = make_game(form.game, form.options)
    first, second = (pairing.a, pairing.b)[:: 1 if record.starter == 0 else -1]
    saved = SavedGame(
        form.game,
        dict(game.options),
        game.text(form.start().state(game)),
        first,
        second,
        record.seed,
        tuple(record.moves.split()),
    )
    return Open("saved_match", {"saved": saved})


class PastScreen(Screen):
    """Screen of the stored experiments: open, delete."""

    PREFIX = "arena"
    HOME = "list"

    def __init__(self, services: Services, model: ArenaModel) -> None:
        super().__init__(services)
        self.model = model
        self.chosen = 0
        self.kept: list[StoredExperiment] = []
        self._read()

    def _read(self) -> None:
        try:
            self.kept = self.model.kept()
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
        self.chosen = min(self.chosen, max(0, len(self.kept) - 1))

    def _choose(self, index: int) -> None:
        self.chosen = index

    def commands(self) -> Mapping[str, Command]:
        able = bool(self.kept)
        return by_id(
            Command("delete", self._ask, Icon.BIN, able),
            Command("open_past", lambda: self._open(self.chosen), Icon.EYE, able, primary=True),
        )

    def _open(self, index: int) -> None:
        if self.run_or_notify(lambda: self._show(self.kept[index])):
            self.go(Pop())

    def _show(self, kept: StoredExperiment) -> None:
        """Open a stored experiment and report its damaged rows."""
        left_out = self.model.open(kept)
        if left_out:
            self.services.notify(Message("arena.rows_left_out", {"count": left_out}))

    def _ask(self) -> None:
        number = self.kept[self.chosen].id

        def remove() -> None:
            if self.run_or_notify(lambda: self.model.remove(number)):
                self._read()
                self.rebuild()

        self.ask_before(remove, "arena.delete", Icon.BIN)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE:
            self.offered().do("delete")
            return True
        return False

    def _row(self, kept: StoredExperiment) -> ListRow:
        data = kept.data if isinstance(kept.data, dict) else {}
        done, total = data.get("done"), data.get("total")
        note = kept.saved_at.replace("T", " ")[:16]  # to the minute
        if isinstance(done, int) and isinstance(total, int) and done < total:
            note = f"{self.tr('arena.stopped_at', done=done, total=total)}  ·  {note}"
        return ListRow(kept.title, note)

    def view(self) -> Layout:
        rows = [self._row(experiment) for experiment in self.kept]
        listed = ListBox(
            rows,
            self.ui.theme.tx(GAME_ROW),
            self._choose,
            chosen=min(self.chosen, len(rows) - 1),
            open_row=self._open,
        )
        text = self.tr("arena.no_past")
        empty = Label(text, quiet=True, align=0.5, middle=True) if not rows else None
        offered = self.offered()
        delete, opened = (
            NoShrink(Box(offered.button(name), height=44)) for name in ("delete", "open_past")
        )
        page = Column(Flexible(Card(Over(listed, empty), pad=12, foot=12)), Wrap(delete, opened))
        bar = self.bar(self.tr("arena.past"), self.tr("arena.count", count=len(rows)))
        return Column(bar, Flexible(Pad(Centred(page, px(1100)), 24, 20, 24, 24)), gap=0)
