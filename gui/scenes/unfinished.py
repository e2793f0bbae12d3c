"""The unfinished games: continue one, remove one, take a removal back."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from engine.messages import JouonsError, Message
from gui.controls import Button, Icon, Kind, Label, ListBox, Row, Widget, icon
from gui.controls.base import Ui
from gui.controls.texts import Card
from gui.controls.words import shorten
from gui.protocols import Push
from gui.scenes.base import WidgetScene
from gui.scenes.resume import Resume, unfinished_games
from gui.scenes.sheets import middle_area
from gui.services import Services
from gui.shortcuts import Action, Where

WIDEST = 900


class UnfinishedList(ListBox):
    """Unfinished games, each with the picture of its position and two lines.

    A game is read when its row comes into sight: there may be very many.
    """

    def __init__(self, rect: pygame.Rect, scene: UnfinishedScene, height: int) -> None:
        tr = scene.ui.tr
        rows = [Row(game.name(tr)) for game in scene.games]
        super().__init__(
            rect, rows, height, scene.choose, chosen=scene.chosen, open_row=scene.go_on,
            scroll=scene.list_scroll,
        )  # fmt: skip
        self.games = scene.games

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c, row, game = ui.theme, ui.theme.colours, self.rows[index], self.games[index]
        box = rect.inflate(0, -theme.px(4))
        if index == self.chosen:
            ui.brush.rounded(target, box, theme.px(8), c.raised, c.accent, 1)
        elif index == self._pointed and self.hovered:
            ui.brush.rounded(target, box, theme.px(8), c.hover)
        pad, side = theme.px(12), box.h - theme.px(12)
        picture = game.picture((side, side), ui)
        if picture is not None:
            place = picture.get_rect(midleft=(box.x + pad, box.centery))
            target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        else:
            sign = icon(ui.brush, Icon.WARNING, theme.tx(24), c.loss)
            target.blit(sign, sign.get_rect(center=(box.x + pad + side // 2, box.centery)))
        x = box.x + 2 * pad + side
        room = box.right - pad - x
        up, down = box.centery - theme.tx(12), box.centery + theme.tx(13)
        words = shorten(theme, row.words, 16, room, bold=True)
        theme.blit_text(target, words, 16, (x, up), bold=True)
        ink = c.text2 if game.sound else c.loss
        sentence = shorten(theme, game.sentence(ui.tr), 14, room)
        theme.blit_text(target, sentence, 14, (x, down), ink)


class UnfinishedScene(WidgetScene):
    """All unfinished games, the newest first; `game` is the one whose newest is chosen."""

    def __init__(self, services: Services, game: str = "") -> None:
        super().__init__(services)
        self.games: list[Resume] = []
        self.chosen = 0
        self.list_scroll = 0
        self._wanted = game

    def enter(self, size: tuple[int, int]) -> None:
        self._read()
        super().enter(size)
        self.desk.focus_key("list", ring=False)

    def _read(self) -> None:
        self.games = unfinished_games(self.services)
        kinds = [game.entry.game for game in self.games]
        if self._wanted in kinds:
            self.chosen = kinds.index(self._wanted)
        self._wanted = ""
        self.chosen = max(0, min(self.chosen, len(self.games) - 1))

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH,)

    def on_action(self, action: Action) -> bool:
        if action is Action.UNDO:
            self.restore()
        return action is Action.UNDO

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            self.remove()
            return True
        return False

    def choose(self, index: int) -> None:
        """A game was pointed at."""
        self.chosen = index
        button = self.desk.find("go_on")
        if button is not None and button.enabled != self.games[index].sound:
            self.rebuild()

    def go_on(self, index: int) -> None:
        """Continue a game."""
        if self.games:
            scene = self.games[index].open(self.services)
            if scene is not None:
                self.go(Push(scene))

    def remove(self) -> None:
        """Remove the chosen game; it can be taken back."""
        if not self.games:
            return
        game = self.games[self.chosen]
        if game.entry.kept is None:
            self.services.notify("unfinished.not_written", fault=True)
            return
        try:
            self.services.keeping.remove(self.services.store, game.entry.kept)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        self.services.notify(Message("unfinished.removed", {"game": game.name(self.ui.tr)}))
        self._show()

    def restore(self) -> None:
        """Bring back what was removed last."""
        keeping = self.services.keeping
        if not keeping.removed:
            self.services.notify("unfinished.nothing_removed")
            return
        try:
            back = keeping.restore(self.services.store)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        self._show()
        rows = [game.entry.kept for game in self.games]
        self.chosen = rows.index(back) if back in rows else self.chosen
        self.rebuild()

    def _show(self) -> None:
        self._keep_scroll()
        self._read()
        self.rebuild()

    def _keep_scroll(self) -> None:
        old = self.desk.find("list")
        if isinstance(old, ListBox):
            self.list_scroll = old.scroll

    # -- building ------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        self._keep_scroll()
        theme, tr = self.ui.theme, self.tr
        bar = self.top_bar(tr("unfinished.title"), tr("unfinished.subtitle"))
        area = middle_area(self.ui, self.size, self.bar_height() + theme.px(16))
        width = min(area.w, max(theme.px(WIDEST), theme.tx(WIDEST)))
        area = pygame.Rect((self.size[0] - width) // 2, area.y, width, 0)
        buttons = self._buttons(area)
        foot = min(button.rect.y for button in buttons)
        place = pygame.Rect(area.x, area.y, area.w, foot - theme.px(16) - area.y)
        inner = place.inflate(-theme.px(24), -theme.px(24))
        if not self.games:
            words = Label(inner, tr("unfinished.none"), 16, quiet=True, align=0.5, middle=True)
            return [*bar, Card(place), words, *buttons]
        return [*bar, Card(place), UnfinishedList(inner, self, theme.tx(76)), *buttons]

    def _buttons(self, area: pygame.Rect) -> list[Button]:
        """Undo and remove at the left, the main one at the right; rows when too narrow."""
        theme, tr = self.ui.theme, self.tr
        sound = bool(self.games) and self.games[self.chosen].sound
        undo = f"{tr('unfinished.undo_tip')} ({self.ui.keys.label(Action.UNDO)})"
        none = pygame.Rect(0, 0, 0, 0)
        made = [
            Button(
                none, tr("unfinished.undo"), self.restore, image=Icon.UNDO, key="undo",
                tooltip=undo, enabled=bool(self.services.keeping.removed),
            ),
            Button(
                none, tr("unfinished.remove"), self.remove, image=Icon.BIN, key="remove",
                tooltip=tr("unfinished.remove_tip"), enabled=bool(self.games),
            ),
            Button(
                none, tr("menu.continue"), lambda: self.go_on(self.chosen), kind=Kind.PRIMARY,
                image=Icon.PLAY, key="go_on", enabled=sound,
            ),
        ]  # fmt: skip
        high, gap = theme.tx(44), theme.px(12)
        widths = [Button.width_for(self.ui, button.label, button.image) for button in made]
        rows = 1 if sum(widths) + 2 * gap <= area.w else 2
        bottom = self.size[1] - theme.px(24) - high
        top = bottom - (rows - 1) * (high + theme.px(8))
        x = area.x
        for button, width in zip(made, widths, strict=True):
            button.rect = pygame.Rect(x, top, width, high)
            x += width + gap
        made[-1].rect = pygame.Rect(area.right - widths[-1], bottom, widths[-1], high)
        return made
