"""The list of a person's own bots, with the buttons that write, edit and find them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from gui.kit import Button, Icon, Label, ListBox, ListRow, icon
from gui.kit.fields import FieldFault
from gui.kit.icons import triangle
from gui.kit.layout import Box, Column, Flexible, Layout, NoShrink, Row, Wrap, tx
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size
from gui.own.actions import OwnActions
from gui.own.files import OwnEntry
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
        entries: Sequence[OwnEntry],
        faults: Sequence[str],
        chosen: int,
        choose: Callable[[int], None],
        card: Callable[[int], None] | None,
        ui: Ui,
        key: str,
    ) -> None:
        rows = [
            ListRow(entry.name, entry.sentence, fault)
            for entry, fault in zip(entries, faults, strict=True)
        ]
        height = ui.theme.tx(FAULTY_ROW if any(faults) else ROW) + ui.theme.px(APART)
        super().__init__(rows, height, choose, chosen=chosen, open_row=card, key=key)
        self.card, self._tip = card, ui.tr("own.how_good")
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
        if pressed and index >= 0 and self.card is not None:
            self.card(index)
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
        if self.card is not None:
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


def own_choice(
    ui: Ui,
    entries: Sequence[OwnEntry],
    player: str,
    choose: Callable[[str], None],
    do: OwnActions,
    key: str,
    *,
    games: bool = False,
    new: Callable[[], None] | None = None,
) -> Layout:
    """Return the list of files and its buttons; `choose` gets the player text of a line.

    `player` is the present choice, which may be a file that has gone. Of `games` no line has a
    card. `new` asks for a new file, by default for one that is chosen then.
    """
    players = [entry.player for entry in entries]
    at = players.index(player) if player in players else -1
    create = new or partial(do.new, choose, games)
    named = (
        ("new_game" if games else "new", Icon.PLUS, create),
        ("edit", Icon.PENCIL, lambda: do.edit(player)),
        ("show_folder", Icon.OPEN, do.show_folder),
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
    listed = _list(ui, entries, at, choose, None if games else do.card, key)
    row = Wrap(*(Box(NoShrink(each), height=40) for each in buttons))
    return Column(listed, gone, row, hint, gap=tx(8))


def _list(
    ui: Ui,
    entries: Sequence[OwnEntry],
    at: int,
    choose: Callable[[str], None],
    card: Callable[[str], None] | None,
    key: str,
) -> OwnList:
    """Return the list; a file that is not ready yet says so in the place of its sentence."""
    counting = ui.tr("own.counting")
    faults = ["" if entry.fault is None else ui.tr(entry.fault) for entry in entries]
    shown = [
        entry if entry.ready or entry.fault else replace(entry, sentence=counting)
        for entry in entries
    ]
    opened = None if card is None else lambda line: card(entries[line].player)
    listed = OwnList(
        shown, faults, at, lambda line: choose(entries[line].player), opened, ui, f"{key}own"
    )
    listed.called = ui.tr("player.group.yours")
    return listed
