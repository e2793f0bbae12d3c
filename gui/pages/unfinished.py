"""The screen of unfinished games: continue one, remove one, undo a removal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pygame

from engine.messages import Message
from gui.boards import board_of
from gui.boards.previews import letters_art, thumbnail
from gui.kit import Icon, Label, ListRow, Widget, icon
from gui.kit.command import Command, by_id
from gui.kit.layout import Card, Centred, Column, Flexible, Layout, NoShrink, Pad, Row
from gui.kit.lists import PictureList
from gui.kit.screen import Screen
from gui.lab.saving import LabSummary
from gui.match.table import GameTable
from gui.pages.resumable import ResumableGame, ResumableGames
from gui.protocols import BoardState
from gui.services import Services
from gui.shortcuts import Where
from gui.theme import Colour, Theme
from gui.ui import Ui


def picture_of(resume: ResumableGame, size: tuple[int, int], ui: Ui) -> pygame.Surface:
    """Draw the present position of a game, premultiplied; a warning when it cannot be opened."""
    table = resume.table
    if isinstance(table, LabSummary):
        draw = board_of(resume.entry.game).thumbnail
        if draw is None:  # a person's own puzzle
            return letters_art(resume.name(ui.tr)[:1].upper(), size, ui)
        return draw(table.position, size, ui).premul_alpha()
    if not isinstance(table, GameTable):
        sign = icon(ui.brush, Icon.WARNING, ui.theme.tx(24), ui.theme.colours.loss)
        return sign.premul_alpha()
    return thumbnail(table.game, BoardState(table.state), size, ui, resume.entry.saved)


@dataclass(eq=False)
class UnfinishedList(PictureList):
    """A list of unfinished games, each with the picture of its position and two lines.

    A game is parsed when its row becomes visible, because there may be very many.
    """

    lines = 2
    games: Sequence[ResumableGame] = field(kw_only=True)

    def picture(self, ui: Ui, index: int, side: int) -> pygame.Surface:
        return picture_of(self.games[index], (side, side), ui)

    def sentence(self, ui: Ui, index: int) -> str:
        return self.games[index].sentence(ui.tr)

    def ink(self, ui: Ui, index: int) -> Colour:
        c = ui.theme.colours
        return c.text2 if self.games[index].sound else c.loss

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll offset even if a game was removed or restored."""
        super().adopt_state(old)
        if isinstance(old, UnfinishedList):
            self.scroll = old.scroll
            self.reveal(self.chosen)


class UnfinishedScreen(Screen):
    """All unfinished games, the newest first; the newest one of `game` is selected."""

    PREFIX = "unfinished"
    HOME = "list"

    def __init__(self, services: Services, game: str = "") -> None:
        super().__init__(services)
        self.model = ResumableGames(services.write_queue, lambda: services.store, game)

    def enter(self, size: tuple[int, int]) -> None:
        self.run_or_notify(self.model.read)
        super().enter(size)

    def commands(self) -> Mapping[str, Command]:
        model = self.model
        return by_id(
            Command("undo", self.restore, Icon.UNDO, enabled=model.removed, always=True),
            Command("remove", self.remove, Icon.BIN, enabled=bool(model.games)),
            Command("go_on", self.go_on, Icon.PLAY, enabled=model.sound, primary=True),
        )

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH,)

    def on_event(self, event: pygame.event.Event) -> bool:
        pressed = event.type == pygame.KEYDOWN
        if pressed and event.key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            self.offered().do("remove")
            return True
        return False

    def choose(self, index: int) -> None:
        """Select a game."""
        before, self.model.chosen = self.model.sound, index
        if before != self.model.sound:
            self.rebuild()

    def go_on(self) -> None:
        """Continue the selected game; a notice explains a failure."""
        self.run_or_notify(lambda: self.go(self.model.games[self.model.chosen].going_on()))

    def _open_row(self, index: int) -> None:
        self.model.chosen = index
        self.go_on()

    def remove(self) -> None:
        """Remove the selected game; `restore` undoes it."""

        def run() -> None:
            name = self.model.remove().name(self.ui.tr)
            self.services.notify(Message("unfinished.removed", {"game": name}))

        if self.run_or_notify(run):
            self.rebuild()

    def restore(self) -> None:
        """Undo the last removal."""
        if not self.model.removed:
            self.services.notify("unfinished.nothing_removed")
        elif self.run_or_notify(self.model.restore):
            self.rebuild()

    # -- layout ---------------------------------------------------------------------------

    def view(self) -> Layout:
        def widest(theme: Theme) -> int:
            return max(theme.px(900), theme.tx(900))

        tr, model = self.tr, self.model
        shown: Layout = Label(tr("unfinished.none"), quiet=True, align=0.5, middle=True)
        if model.games:
            shown = UnfinishedList(
                [ListRow(game.name(self.ui.tr)) for game in model.games],
                self.ui.theme.tx(76),
                self.choose,
                games=model.games,
                chosen=model.chosen,
                open_row=self._open_row,
            )
        offered = self.offered()
        undo, remove, go_on = (NoShrink(offered.button(n)) for n in ("undo", "remove", "go_on"))
        buttons = Row(undo, remove, Flexible(), go_on, gap=12, height=44)
        page = Column(Flexible(Card(shown, pad=12, foot=12)), buttons)
        bar = self.bar(tr("unfinished.title"), tr("unfinished.subtitle"))
        return Column(bar, Flexible(Pad(Centred(page, widest), 24, 16, 24, 24)), gap=0)
