"""The list of moves of a game: where one can go to a position, click its move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from gui.boards.marks import Token
from gui.boards.words import PlayedMove
from gui.kit.accessible import AccessibleInfo
from gui.kit.scroll import ScrollView
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size, Widget, key_pressed
from gui.theme import mix
from gui.ui import Ui

LINE = 28
BAR_ROOM = 8  # kept free at the right for the bar


def listed_texts(moves: Sequence[PlayedMove], ui: Ui) -> list[str]:
    """Return the texts of moves as they stand in the list."""
    return [move.text if isinstance(move.text, str) else ui.tr(move.text) for move in moves]


@dataclass(eq=False)
class MoveList(ScrollView):
    """The moves in pairs, in as many columns as needed and as fit.

    Long moves stand one below the other.
    A click or the arrows show a position, the move of which stays in sight; without `jump` the
    arrows scroll.
    """

    focusable = True

    title: str
    note: str
    sides: tuple[str, str]
    moves: Sequence[PlayedMove]
    texts: Sequence[str]
    better: Sequence[str]  # a better move for each mistake, else ""
    ply: int
    token: Token
    jump: Callable[[int], None] | None

    def __post_init__(self) -> None:
        super().__init__("moves")
        self.called = self.title
        # Numbers are aligned in columns; words need no alignment.
        self.mono = all(isinstance(move.text, str) for move in self.moves)
        self._boxes: list[pygame.Rect] = []  # of all moves, in the unscrolled content
        self._cut: set[int] = set()  # moves too wide to write in full; their tooltip shows all

    def size_hint(self, ui: Ui, width: int) -> Size:
        least = ui.theme.tx(180)
        return min(ui.theme.tx(320), max(least, width)), 3 * ui.theme.tx(LINE)

    def content_extent(self) -> int:
        return self._boxes[-1].bottom if self._boxes else 0

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll offset while the same ply is shown."""
        if isinstance(old, MoveList) and old.ply == self.ply:
            self._boxes, self.tooltip = old._boxes, old.tooltip
            self.adopt_scroll(old)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Return the moves in words, in pairs as drawn."""
        lead = self.moves[0].player if self.moves else 0
        rounds: list[list[str]] = [[] for _ in range((len(self.moves) + lead + 1) // 2)]
        for index, move in enumerate(self.moves):
            rounds[(index + lead) // 2].append(self._move_words(ui, move))
        pairs = [
            ui.tr("access.round", n=number, moves=", ".join(texts))
            for number, texts in enumerate(rounds, 1)
        ]
        info = super().accessible(ui)
        note = ". ".join(filter(None, ("; ".join(pairs), self.note)))
        return info and replace(info, note=note)

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

    def box_of(self, ply: int) -> pygame.Rect:
        """Return the rectangle in the window of the move that led to a ply."""
        return self._boxes[ply - 1].move(self.rect.x, self.rect.y - self.scroll)

    def _ply_at(self, position: tuple[int, int]) -> int:
        """Return the ply after the move under a point, 0 for none."""
        plies = range(1, len(self._boxes) + 1)
        return next((ply for ply in plies if self.box_of(ply).collidepoint(position)), 0)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            ply = self._ply_at(event.pos)
            if ply and self.jump is not None:
                self.jump(ply)
            return True
        if event.type == pygame.MOUSEMOTION:
            tip = self._tip(self._ply_at(event.pos))
            changed, self.tooltip = tip != self.tooltip, tip
            return changed
        if self.jump is None:
            return self._scroll_by_key(event) or super().handle(event)
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
        return super().handle(event)

    def _scroll_by_key(self, event: pygame.event.Event) -> bool:
        line, end = self.wheel_pixels, self.content_extent()
        ways = {pygame.K_UP: -line, pygame.K_DOWN: line, pygame.K_HOME: -end, pygame.K_END: end}
        if not key_pressed(event, *ways):
            return False
        self._rolled = True
        return self.scroll_to(self.scroll + ways[event.key])

    # -- drawing ---------------------------------------------------------------------------------

    def _lay_out(self, ui: Ui) -> tuple[int, int]:
        """Compute the box of every move; return the number of columns and their width."""
        theme = ui.theme
        self.wheel_pixels = line = theme.tx(LINE)
        lead = self.moves[0].player if self.moves else 0
        widest = max((theme.width(text, 16, mono=self.mono) for text in self.texts), default=0)
        number, room = theme.tx(32), self.rect.w - BAR_ROOM
        columns = max(1, room // (2 * (theme.tx(56) + widest) + number))
        width = room // columns
        lines = max(1, self.rect.h // line)
        columns = min(columns, max(1, -(-(len(self.moves) + lead) // (2 * lines))))
        half = (width - number) // 2
        stacked = widest + theme.tx(44) > half
        if stacked:  # the second move of a pair below the first
            columns, half = 1, room - number
        self._boxes = []
        for index in range(len(self.moves)):
            pair, second = divmod(index + lead, 2)
            row, column = divmod(pair, columns)
            if stacked:
                row, second = index + lead, 0
            box = pygame.Rect(column * width + number + second * half, row * line, half, line)
            self._boxes.append(box)
        if self._boxes:
            box = self._boxes[max(0, self.ply - 1)]
            self.follow(box.top, box.bottom)
        return columns, width

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        if not self.moves:
            at = (self.rect.x + ui.theme.tx(4), self.rect.y + ui.theme.tx(LINE) // 2)
            ui.theme.blit_text(target, ui.tr("match.no_moves"), 14, at, ui.theme.colours.text2)
            return
        columns, width = self._lay_out(ui)
        lead = self.moves[0].player
        self._cut = set()
        with self.clipped(target):
            for index, move in enumerate(self.moves):
                box = self.box_of(index + 1)
                if not box.colliderect(self.rect):
                    continue
                pair, second = divmod(index + lead, 2)
                if not second or not index:
                    x = self.rect.x + pair % columns * width + ui.theme.tx(24)
                    ink, at = ui.theme.colours.text2, (x, box.centery)
                    ui.theme.blit_text(target, str(pair + 1), 14, at, ink, align=1)
                self._draw_move(ui, target, box.inflate(0, -2), move, index + 1)
        self.draw_bar(ui, target)

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
