"""The list of moves of a match: click one to see its position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from gui.boards.token import Token
from gui.kit import Icon, icon
from gui.kit.accessible import AccessibleInfo
from gui.kit.text_wrap import shorten
from gui.kit.widget import Widget, key_pressed
from gui.match.view_model import PlayedMove
from gui.paint import card
from gui.theme import mix
from gui.ui import Ui


class MovesCard(Widget):
    """The moves in pairs; a click or the arrows show the position after one."""

    focusable = True
    rolls = True

    def __init__(
        self,
        title: str,
        note: str,
        sides: tuple[str, str],
        moves: Sequence[PlayedMove],
        texts: Sequence[str],
        better: Sequence[str],
        ply: int,
        token: Token,
        jump: Callable[[int], None],
    ) -> None:
        super().__init__("moves")
        self.title = title
        self.note = note
        self.sides = sides
        self.moves = moves
        self.texts = texts
        # Numbers are aligned in columns; words need no alignment.
        self.mono = all(isinstance(move.text, str) for move in moves)
        self.better = better  # a better move for each mistake, else ""
        self.ply = ply
        self.token = token
        self.jump = jump
        self.scroll: int | None = None  # first column shown; None follows the position
        self._places: list[tuple[pygame.Rect, int]] = []
        self._cut: set[int] = set()  # moves too wide to write in full; their tooltip shows all
        self._pages = 0
        self.bar: pygame.Rect | None = None  # the scroll bar; None when everything is visible

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll position while the same ply is shown."""
        if isinstance(old, MovesCard) and old.ply == self.ply:
            self.scroll, self.tooltip = old.scroll, old.tooltip

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Return the moves in words, in pairs as drawn."""
        lead = self.moves[0].player if self.moves else 0
        rounds: list[list[str]] = [[] for _ in range((len(self.moves) + lead + 1) // 2)]
        for index, move in enumerate(self.moves):
            rounds[(index + lead) // 2].append(self._move_words(ui, move))
        pairs = [
            ui.tr("access.round", n=number, moves=", ".join(made))
            for number, made in enumerate(rounds, 1)
        ]
        info = super().accessible(ui)
        note = ". ".join(filter(None, ("; ".join(pairs), self.note)))
        return info and replace(info, name=self.title, note=note)

    def _move_words(self, ui: Ui, move: PlayedMove) -> str:
        """Return one move in words with its side, and whether it was a mistake."""
        words = ui.tr("access.move", side=self.sides[move.player], move=move.named)
        if not move.loss:
            return words
        return ui.tr("access.mistake" if move.loss == 1 else "access.blunder", move=words)

    def tip_at_focus(self) -> str:
        return self._tip(self.ply)

    def _tip(self, ply: int) -> str:
        """Return the better move of a mistake, or the full text of a shortened move."""
        if not 0 < ply <= len(self.texts):
            return ""
        return self.better[ply - 1] or (self.texts[ply - 1] if ply in self._cut else "")

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for rect, ply in self._places:
                if rect.collidepoint(event.pos):
                    self.jump(ply)
            return True
        if event.type == pygame.MOUSEWHEEL and self._pages:
            self.scroll = max(0, min(self._pages, (self.scroll or 0) - event.y))
            return True
        if event.type == pygame.MOUSEMOTION:
            pointed = next((ply for rect, ply in self._places if rect.collidepoint(event.pos)), 0)
            tip = self._tip(pointed)
            changed, self.tooltip = tip != self.tooltip, tip
            return changed
        steps = {
            pygame.K_LEFT: self.ply - 1,
            pygame.K_RIGHT: self.ply + 1,
            pygame.K_UP: self.ply - 2,
            pygame.K_DOWN: self.ply + 2,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.moves),
        }
        if key_pressed(event, *steps):
            self.jump(max(0, min(len(self.moves), steps[event.key])))
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        card(target, ui.brush, theme, self.rect)
        left, right = self.rect.x + theme.px(20), self.rect.right - theme.px(20)
        middle = self.rect.y + theme.px(8) + theme.tx(16)
        theme.blit_text(target, self.title, 16, (left, middle), bold=True)
        if self.note:
            theme.blit_text(target, self.note, 14, (right, middle), c.text2, align=1)
            side = theme.tx(14)
            x = right - theme.width(self.note, 14) - side - theme.tx(8)
            target.blit(icon(ui.brush, Icon.WARNING, side, c.loss), (x, middle - side // 2))
        top = middle + theme.tx(20)
        area = pygame.Rect(left - 4, top, right - left + 8, self.rect.bottom - theme.px(10) - top)
        self._draw_moves(ui, target, area)

    def _draw_moves(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw columns of move pairs, as many rows as fit, with the current column visible."""
        theme, c = ui.theme, ui.theme.colours
        self._places = []
        self._cut = set()
        step = theme.tx(28)
        rows = max(1, area.h // step)
        lead = self.moves[0].player if self.moves else 0
        widest = max((theme.width(text, 16, mono=self.mono) for text in self.texts), default=0)
        cell = theme.tx(36) + widest + theme.tx(20)
        number_width = theme.tx(32)
        columns = max(1, area.w // (2 * cell + number_width))
        width = area.w // columns
        pairs = (len(self.moves) + lead + 1) // 2
        # Several columns scroll one by one, a single one row by row.
        step_rows, shown = (rows, columns) if columns > 1 else (1, rows)
        self._pages = max(0, -(-pairs // step_rows) - shown)
        at = max(0, (max(0, self.ply - 1) + lead) // 2) // step_rows
        follow = max(0, min(self._pages, at - shown + 1))
        page = follow if self.scroll is None else min(self.scroll, self._pages)
        first = step_rows * page
        self._draw_bar(ui, target, area, page, columns == 1, shown)
        for index, move in enumerate(self.moves):
            pair, half = divmod(index + lead, 2)
            column, row = divmod(pair - first, rows)
            if not 0 <= column < columns:
                continue
            x = area.x + column * width
            y = area.y + row * step + step // 2
            if half == 0 or index == 0:
                at_right = (x + number_width - theme.tx(8), y)
                theme.blit_text(target, str(pair + 1), 14, at_right, c.text2, align=1)
            room = (width - number_width) // 2
            box = pygame.Rect(x + number_width + half * room, y - step // 2 + 1, room, step - 2)
            self._draw_move(ui, target, box, move, index + 1)

    def _draw_bar(
        self, ui: Ui, target: pygame.Surface, area: pygame.Rect, page: int, down: bool, shown: int
    ) -> None:
        """Draw the scroll bar of a longer list: at its right, or below it where columns scroll."""
        self.bar = None
        if not self._pages:
            return
        theme = ui.theme
        whole, width = self._pages + shown, max(3, theme.px(4))
        bar = pygame.Rect(0, 0, width, area.h * shown // whole)
        bar.topleft = (self.rect.right - theme.px(8) - width, area.y + area.h * page // whole)
        if not down:
            bar = pygame.Rect(0, 0, area.w * shown // whole, width)
            foot = self.rect.bottom - theme.px(3) - width
            bar.topleft = (area.x + area.w * page // whole, foot)
        ui.brush.rounded(target, bar, width // 2, theme.colours.line)
        self.bar = bar

    def _draw_move(
        self, ui: Ui, target: pygame.Surface, box: pygame.Rect, move: PlayedMove, ply: int
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        if ply == self.ply:
            ui.brush.rounded(target, box, theme.px(8), mix(c.panel, c.accent, 0.14), c.accent, 1)
        picture = self.token(move.player, theme.tx(12))
        target.blit(picture, picture.get_rect(center=(box.x + theme.tx(14), box.centery)))
        x = box.x + theme.tx(26)
        marks = "?" * move.loss
        room = box.right - x - theme.tx(2) - theme.width(marks, 14, bold=True)
        text = shorten(theme, self.texts[ply - 1], 16, room, mono=self.mono)
        if text != self.texts[ply - 1]:
            self._cut.add(ply)
        later = ply > self.ply
        ink = c.text2 if later else c.text
        theme.blit_text(target, text, 16, (x, box.centery), ink, mono=self.mono)
        if move.loss:
            x += theme.width(text, 16, mono=self.mono) + theme.tx(2)
            theme.blit_text(target, marks, 14, (x, box.centery), c.loss, bold=True, mono=False)
        self._places.append((box, ply))
