"""A person's own bots and games on a screen: the list to choose from, and its actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pygame

from engine.folders import own_settings
from engine.messages import JouonsError, excerpt, message
from engine.own.source import ENDING
from engine.own.templates import copy_in
from engine.registry import OWN, own_name
from gui.kit import Button, Icon, Label, ListBox, ListRow, icon
from gui.kit.fields import FieldFault
from gui.kit.icons import triangle
from gui.kit.layout import Box, Column, Flexible, Layout, NoShrink, Row, Wrap, tx
from gui.kit.popup import Choice
from gui.kit.screen import Screen
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size
from gui.own.files import OwnEntry, OwnFiles
from gui.own.new_bot import NewFilePopup
from gui.protocols import Open
from gui.theme import mix
from gui.ui import Ui

ROW, FAULTY_ROW, APART = 58, 78, 8  # the heights of a line, of one with a fault, between two
MOST, MOST_FAULTY = 4, 3  # lines in view, without and with a fault; more of them scroll
LEAST_LINE = 220
CHEVRON = 44  # the width of the place of a click that opens the card


class OwnList(ListBox):
    """The files by name, each with its sentence; a fault is a third line.

    The chevron of a line opens its card, as Enter and a double click do; without `card` there is
    none.
    """

    def __init__(
        self,
        ui: Ui,
        entries: Sequence[OwnEntry],
        chosen: int,
        choose: Callable[[str], None],
        card: Callable[[str], None] | None,
        key: str,
    ) -> None:
        rows = [_row(ui, entry) for entry in entries]
        faulty = any(row.tooltip for row in rows)
        height = ui.theme.tx(FAULTY_ROW if faulty else ROW) + ui.theme.px(APART)
        super().__init__(
            rows, height, lambda line: choose(entries[line].player), chosen=chosen, key=key
        )
        if card is not None:
            self.open_row = lambda line: card(entries[line].player)
        self._tip, self.called = ui.tr("own.how_good"), ui.tr("player.group.yours")
        self._chevron = 0 if card is None else ui.theme.tx(CHEVRON)

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the size of a few lines, whose sentences may be cut."""
        faulty = any(row.tooltip for row in self.rows)
        lines = min(MOST_FAULTY if faulty else MOST, len(self.rows))
        return max(ui.theme.tx(LEAST_LINE), width), lines * self.row_height

    def handle(self, event: pygame.event.Event) -> bool:
        aside = hasattr(event, "pos") and event.pos[0] >= self.rect.right - self._chevron
        if event.type == pygame.MOUSEMOTION:
            self.tooltip = self._tip if aside else ""
        index = self._at(event.pos[1]) if aside else -1
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if pressed and index >= 0 and self.open_row is not None:
            self.open_row(index)
            return True
        return super().handle(event)

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c, row = ui.theme, ui.theme.colours, self.rows[index]
        box = pygame.Rect(rect.x, rect.y, rect.w, rect.h - theme.px(APART))
        chosen, radius = index == self.chosen, theme.px(10)
        ground = mix(c.raised, c.accent, 0.12) if chosen else c.raised
        ground = c.hover if index == self._pointed and self.hovered else ground
        edge, wide = (c.accent, 2) if chosen else (c.hair, 1)
        ui.brush.rounded(target, box, radius, ground, edge, wide)
        left, room = box.x + theme.tx(14), box.w - theme.tx(28) - self._chevron
        if self.open_row is not None:
            side = theme.tx(18)
            chevron = icon(ui.brush, Icon.FORWARD, side, c.text)
            target.blit(chevron, (box.right - theme.tx(16) - side, box.centery - side // 2))
        lines = bool(row.note) + bool(row.tooltip)  # below the name
        y = box.centery - theme.tx(10 * lines)
        name = shorten(theme, row.text, 16, room, True)
        theme.blit_text(target, name, 16, (left, y), bold=True)
        note = shorten(theme, row.note, 14, room)
        theme.blit_text(target, note, 14, (left, y + theme.tx(21)), c.text2)
        if row.tooltip:
            middle, sign = y + theme.tx(20 * lines + 1), triangle(ui.brush, theme.tx(12), c.loss)
            target.blit(sign, sign.get_rect(center=(left + theme.tx(8), middle)))
            fault = shorten(theme, row.tooltip, 14, room - theme.tx(24))
            theme.blit_text(target, fault, 14, (left + theme.tx(24), middle))


def _row(ui: Ui, entry: OwnEntry) -> ListRow:
    """Return the line of a file; one that is not ready yet says so in place of its sentence."""
    fault = "" if entry.fault is None else ui.tr(entry.fault)
    counts = not entry.ready and not fault
    return ListRow(entry.name, ui.tr("own.counting") if counts else entry.sentence, fault)


class OwnActions:
    """The actions of one screen; `files` are shared by all screens."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self.files = screen.services.outliving(OwnFiles, OwnFiles)

    def new(self, take: Callable[[str], None], games: bool = False) -> None:
        """Ask for a new bot or, with `games`, game; open its file, and hand its text on."""
        screen = self._screen

        def created(name: str) -> None:
            screen.popup = None
            take(f"{OWN}:{name}")
            self.edit(f"{OWN}:{name}")

        screen.popup = NewFilePopup(screen.ui, screen.size, self.files, created, games)

    def card(self, player: str) -> None:
        """Open the card of a bot."""
        self._screen.go(Open("own_card", {"player": player}))

    def edit(self, player: str) -> None:
        """Open the file of a bot in the system's editor, or say where it is."""
        path = Path(player) if player.endswith(ENDING) else self.files.path(own_name(player))
        self._screen.services.edit(path)

    def show_folder(self, folder: Path | None = None) -> None:
        """Show a folder, by default that of the bots, in the file manager, and say where it is."""
        folder = self.files.folder if folder is None else folder
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self._screen.services.system.show_folder(folder)
        self._screen.services.notify(message("own.folder", folder=str(folder)))

    def choice(
        self,
        entries: Sequence[OwnEntry],
        player: str,
        choose: Callable[[str], None],
        key: str,
        *,
        games: bool = False,
        new: Callable[[], None] | None = None,
    ) -> Layout:
        """Return the list of files and its buttons; `choose` gets the player text of a line.

        `player` is the present choice, which may be a file that has gone. Of `games` no line has a
        card. `new` asks for a new file, by default for one that is chosen then.
        """
        ui, players = self._screen.ui, [entry.player for entry in entries]
        at = players.index(player) if player in players else -1
        named = (
            ("new_game" if games else "new", Icon.PLUS, new or partial(self.new, choose, games)),
            ("edit", Icon.PENCIL, lambda: self.edit(player)),
            ("show_folder", Icon.OPEN, self.show_folder),
        )
        buttons = [
            Button(ui.tr(f"own.{name}"), act, image=image, key=f"{key}{name}", size=14)
            for name, image, act in named
        ]
        buttons[1].enabled = at >= 0
        hint = Label(ui.tr("own.drop_here"), 14, quiet=True)
        is_gone = at < 0 and player.startswith("own:") and "@" not in player
        gone = FieldFault(ui.tr("own.game_gone" if games else "own.gone")) if is_gone else None
        if not entries:
            empty = Label(ui.tr("own.no_games_yet" if games else "own.nothing_yet"), 14, quiet=True)
            alone = Row(NoShrink(buttons[0]), Flexible(), height=40)
            return Column(gone, empty, alone, hint, gap=tx(10))
        card = None if games else self.card
        listed = OwnList(ui, entries, at, choose, card, f"{key}own")
        row = Wrap(*(Box(NoShrink(each), height=40) for each in buttons))
        return Column(listed, gone, row, hint, gap=tx(8))


def add_dropped(screen: Screen, file: Path) -> None:
    """Ask whether to add a file to the bots folder; one that lies there is chosen at once."""
    if file.parent.absolute() == own_settings().folder.absolute():
        _choose(screen, file.stem)
        return
    tr = screen.tr
    choices = [
        Choice(tr("own.drop_yes"), partial(_add, screen, file), Icon.PLUS),
        Choice(tr("gui.cancel"), screen.close_popup, primary=True),
    ]
    screen.ask(tr("own.drop_question"), tr("own.drop_says", file=excerpt(file.name, 80)), choices)


def _add(screen: Screen, file: Path) -> None:
    try:
        path = copy_in(own_settings().folder, file)
    except JouonsError as error:
        screen.services.notify(error.message, fault=True)
        return
    _choose(screen, path.stem)


def _choose(screen: Screen, name: str) -> None:
    """Choose a game; give a bot a seat in the settings that are open, else in the last game's."""
    player = f"{OWN}:{name}"
    files = screen.services.outliving(OwnFiles, OwnFiles)
    files.look()  # at the new file
    source = files.source(name)
    if source is not None and source.has_rules:
        screen.go(Open("setup", {"game_id": player}))
        return
    if not screen.seat(player):
        game = screen.services.settings.last_game
        screen.go(Open("setup", {"game_id": game, "own": player}))
