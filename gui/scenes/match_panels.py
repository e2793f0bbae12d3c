"""The cards beside the board: players, moves, value over the game, and the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from engine.protocols import Value
from gui.controls import Icon, icon
from gui.controls.base import Ui, Widget, key_pressed, shorten, wrap
from gui.paint import card
from gui.theme import mix
from gui.views.values import badge

Token = Callable[[int, int], pygame.Surface]


@dataclass(frozen=True)
class PlayerLine:
    """One of the two players as the card shows it."""

    name: str
    detail: str
    human: bool
    score: str
    to_move: bool


class PlayersCard(Widget):
    """Both players with their score, whose turn it is, and what a thinking bot is doing."""

    def __init__(
        self,
        rect: pygame.Rect,
        players: Sequence[PlayerLine],
        token: Token,
        status: str,
        lines: Sequence[str],
        elapsed: str = "",
        share: float | None = None,
        busy: bool = False,
    ) -> None:
        super().__init__(rect, "players")
        self.players = players
        self.token = token
        self.status = status
        self.lines = lines
        self.elapsed = elapsed
        self.share = share
        self.busy = busy

    @staticmethod
    def height(ui: Ui) -> int:
        """The height that holds everything."""
        return ui.theme.px(28) + ui.theme.tx(212)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme = ui.theme
        card(target, ui.brush, theme, self.rect)
        y = self.rect.y + theme.px(12)
        self.tooltip = ""
        for player, line in enumerate(self.players):
            box = pygame.Rect(
                self.rect.x + theme.px(12), y, self.rect.w - theme.px(24), theme.tx(56)
            )
            self._draw_player(ui, target, box, player, line)
            y = box.bottom + theme.px(4)
        self._draw_status(ui, target, y + theme.px(4))

    def _draw_player(
        self, ui: Ui, target: pygame.Surface, box: pygame.Rect, player: int, line: PlayerLine
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        if line.to_move:
            ui.brush.rounded(target, box, theme.px(10), mix(c.panel, c.accent, 0.08), c.accent, 2)
        diameter = theme.tx(34)
        picture = self.token(player, diameter)
        middle = box.x + theme.tx(28)
        target.blit(picture, picture.get_rect(center=(middle, box.centery)))
        right = box.right - theme.tx(14)
        theme.blit_text(target, line.score, 22, (right, box.centery), bold=True, align=1)
        face = right - max(theme.tx(34), theme.width(line.score, 22, True) + theme.tx(16))
        image = Icon.PERSON if line.human else Icon.ROBOT
        side = theme.tx(20)
        left = middle + theme.tx(32)
        room = face - side - left - theme.tx(8)
        if max(theme.width(line.name, 16, True), theme.width(line.detail, 14)) > room:
            # The words need the place of the sign.
            room = right - theme.width(line.score, 22, True) - theme.tx(10) - left
        else:
            sign = icon(ui.brush, image, side, c.text2)
            target.blit(sign, (face - side, box.centery - side // 2))
        name = shorten(theme, line.name, 16, room, True)
        detail = shorten(theme, line.detail, 14, room)
        if (name, detail) != (line.name, line.detail):
            whole = f"{line.name}, {line.detail}"
            self.tooltip = f"{self.tooltip}\n{whole}" if self.tooltip else whole
        theme.blit_text(target, name, 16, (left, box.centery - theme.tx(11)), bold=True)
        theme.blit_text(target, detail, 14, (left, box.centery + theme.tx(11)), c.text2)

    def _draw_status(self, ui: Ui, target: pygame.Surface, y: int) -> None:
        theme, c = ui.theme, ui.theme.colours
        left, right = self.rect.x + theme.px(20), self.rect.right - theme.px(20)
        middle = y + theme.tx(16)
        x = left + (theme.tx(32) if self.busy else 0)  # the spinner stands there
        room = right - x - (theme.width(self.elapsed, 16) + theme.tx(8) if self.elapsed else 0)
        words = shorten(theme, self.status, 16, room, True)
        theme.blit_text(target, words, 16, (x, middle), bold=True)
        if self.elapsed:
            theme.blit_text(target, self.elapsed, 16, (right, middle), align=1)
        y += theme.tx(32)
        if self.share is not None:
            bar = pygame.Rect(left, y, right - left, max(5, theme.px(8)))
            ui.brush.rounded(target, bar, bar.h // 2, c.line)
            width = max(bar.h, round(bar.w * min(1.0, self.share)))
            done = pygame.Rect(bar.x, bar.y, width, bar.h)
            ui.brush.rounded(target, done, bar.h // 2, c.accent)
            y = bar.bottom + theme.px(4)
        bottom = self.rect.bottom - theme.px(6)
        step = theme.line_height(14)
        for words in self.lines:
            for line in wrap(theme, words, 14, right - left, most=2):
                if y + step <= bottom + 2:
                    theme.blit_text(target, line, 14, (left, y + step / 2), c.text2)
                y += step


@dataclass(frozen=True)
class MoveEntry:
    """One move of the list; `loss` how many steps of value it gave away."""

    text: str
    player: int
    loss: int = 0
    better: str = ""


class MovesCard(Widget):
    """The moves two by two; a click or the arrows go to one."""

    focusable = True

    def __init__(
        self,
        rect: pygame.Rect,
        title: str,
        note: str,
        moves: Sequence[MoveEntry],
        ply: int,
        token: Token,
        jump: Callable[[int], None],
    ) -> None:
        super().__init__(rect, "moves")
        self.title = title
        self.note = note
        self.moves = moves
        self.ply = ply
        self.token = token
        self.jump = jump
        self.scroll: int | None = None  # first column shown; None follows the position
        self._places: list[tuple[pygame.Rect, int]] = []
        self._pages = 0

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
            better = self.moves[pointed - 1].better if pointed else ""
            changed, self.tooltip = better != self.tooltip, better
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
        """Columns of move pairs, as many rows as fit; the column of the position is in sight."""
        theme, c = ui.theme, ui.theme.colours
        self._places = []
        step = theme.tx(28)
        rows = max(1, area.h // step)
        lead = self.moves[0].player if self.moves else 0
        widest = max((theme.width(m.text, 16, mono=True) for m in self.moves), default=0)
        cell = theme.tx(36) + widest + theme.tx(20)
        number_width = theme.tx(32)
        columns = max(1, area.w // (2 * cell + number_width))
        width = area.w // columns
        pairs = (len(self.moves) + lead + 1) // 2
        needed = -(-pairs // rows)
        self._pages = max(0, needed - columns)
        at = max(0, (max(0, self.ply - 1) + lead) // 2) // rows
        follow = max(0, min(self._pages, at - columns + 1))
        first = follow if self.scroll is None else min(self.scroll, self._pages)
        for index, move in enumerate(self.moves):
            pair, half = divmod(index + lead, 2)
            column, row = divmod(pair, rows)
            if not first <= column < first + columns:
                continue
            x = area.x + (column - first) * width
            y = area.y + row * step + step // 2
            if half == 0 or index == 0:
                at_right = (x + number_width - theme.tx(8), y)
                theme.blit_text(target, str(pair + 1), 14, at_right, c.text2, align=1)
            room = (width - number_width) // 2
            box = pygame.Rect(x + number_width + half * room, y - step // 2 + 1, room, step - 2)
            self._draw_move(ui, target, box, move, index + 1)

    def _draw_move(
        self, ui: Ui, target: pygame.Surface, box: pygame.Rect, move: MoveEntry, ply: int
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        if ply == self.ply:
            ui.brush.rounded(target, box, theme.px(8), mix(c.panel, c.accent, 0.14), c.accent, 1)
        picture = self.token(move.player, theme.tx(12))
        target.blit(picture, picture.get_rect(center=(box.x + theme.tx(14), box.centery)))
        x = box.x + theme.tx(26)
        later = ply > self.ply
        ink = c.text2 if later else c.text
        theme.blit_text(target, move.text, 16, (x, box.centery), ink, mono=True)
        if move.loss:
            x += theme.width(move.text, 16, mono=True) + theme.tx(2)
            marks = "?" * move.loss
            theme.blit_text(target, marks, 14, (x, box.centery), c.loss, bold=True, mono=False)
        self._places.append((box, ply))


@dataclass(frozen=True)
class HistoryPoint:
    """What is known of the position after a ply: a score of the first player, an exact value."""

    score: float | None
    value: Value | None  # for the first player
    mistake: int = 0  # steps of value the move to here gave away


class HistoryCard(Widget):
    """The value over the game: a line for the score, a strip of three lanes for exact values."""

    focusable = True

    def __init__(
        self,
        rect: pygame.Rect,
        title: str,
        points: Sequence[HistoryPoint],
        ply: int,
        length: int,
        token: Token,
        jump: Callable[[int], None],
        names: tuple[str, str, str],
        top: int = 0,
    ) -> None:
        super().__init__(rect, "history")
        self.title = title
        self.points = points
        self.ply = ply
        self.length = max(1, length, len(points) - 1)
        self.token = token
        self.jump = jump
        self.names = names
        self.top = top
        self._plot = pygame.Rect(0, 0, 1, 1)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self._plot.inflate(8, 40).collidepoint(event.pos):
                share = (event.pos[0] - self._plot.x) / max(1, self._plot.w)
                self.jump(max(0, min(len(self.points) - 1, round(share * self.length))))
            return True
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if key_pressed(event, *step):
            self.jump(max(0, min(len(self.points) - 1, self.ply + step[event.key])))
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        card(target, ui.brush, theme, self.rect)
        left, right = self.rect.x + theme.px(20), self.rect.right - theme.px(20)
        top = self.rect.y + theme.px(8) + theme.tx(34)
        if self.title:
            at = (left, self.rect.y + theme.px(8) + theme.tx(16))
            theme.blit_text(target, self.title, 16, at, bold=True)
        top += self.top
        legend = theme.tx(28)
        bottom = self.rect.bottom - theme.px(8) - legend - theme.tx(20)
        side = theme.tx(16)
        plot = pygame.Rect(left + theme.tx(28), top, right - left - theme.tx(28), bottom - top)
        self._plot = plot
        if plot.h < theme.tx(30):
            return
        ui.brush.rounded(target, plot, theme.px(8), c.table2)
        for player, y in ((0, plot.top + side // 2), (1, plot.bottom - side // 2)):
            picture = self.token(player, side)
            target.blit(picture, picture.get_rect(center=(left + side // 2, y)))
        for x in range(plot.x, plot.right, 8):
            target.fill(c.line, (x, plot.centery, 4, 1))
        self._draw_line(ui, target, plot)
        self._draw_strip(ui, target, plot)
        self._draw_legend(ui, target, left, right)

    def _x(self, ply: int) -> int:
        return self._plot.x + round(self._plot.w * ply / self.length)

    def _draw_line(self, ui: Ui, target: pygame.Surface, plot: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        inner = plot.inflate(0, -theme.px(8))
        places = [
            (self._x(ply), inner.bottom - round(inner.h * point.score))
            for ply, point in enumerate(self.points)
            if point.score is not None
        ]
        for start, end in pairwise(with_crossings(places, plot.centery)):
            colour = c.red if start[1] + end[1] < 2 * plot.centery else c.yellow
            foot = [(end[0], plot.centery), (start[0], plot.centery)]
            pygame.draw.polygon(target, mix(c.table2, colour, 0.5), [start, end, *foot])
        for start, end in pairwise(places):
            pygame.draw.aaline(target, c.text, start, end, 2)
        side = theme.tx(12)
        heights = dict(places)
        for ply, point in enumerate(self.points):
            y = heights.get(self._x(ply))
            if point.mistake and y is not None:
                sign = icon(ui.brush, Icon.WARNING, side, c.loss)
                target.blit(
                    sign, sign.get_rect(midbottom=(self._x(ply), max(plot.y + side, y - 4)))
                )
        now = heights.get(self._x(self.ply))
        if now is not None:
            ui.brush.disc(target, (self._x(self.ply), now), theme.px(5), c.accent)

    def _draw_strip(self, ui: Ui, target: pygame.Surface, plot: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        top, lane = plot.bottom + theme.tx(5), max(3, theme.tx(4))
        width = max(2, round(plot.w / self.length) - 2)
        for ply in range(self.length + 1):
            x = self._x(ply) - width // 2
            value = self.points[ply].value if ply < len(self.points) else None
            if value is None:
                target.fill(c.line, (x, top + lane + lane // 2, width, 1))
            else:
                y = top + lane * (1 - int(value))
                ui.brush.rounded(target, pygame.Rect(x, y, width, lane), 1, c.value(int(value)))

    def _draw_legend(self, ui: Ui, target: pygame.Surface, left: int, right: int) -> None:
        theme = ui.theme
        y = self.rect.bottom - theme.px(8) - theme.tx(12)
        side = theme.tx(18)
        total = sum(theme.width(name, 14) + side + theme.tx(6) for name in self.names)
        gap = (right - left - total) // 3
        if gap < theme.tx(4):
            return
        x = left
        for value, name in zip((Value.WIN, Value.DRAW, Value.LOSS), self.names, strict=True):
            target.blit(badge(ui, value, side), (x, y - side // 2))
            x += side + theme.tx(6)
            theme.blit_text(target, name, 14, (x, y))
            x += theme.width(name, 14) + min(gap, theme.tx(20))


def with_crossings(places: Sequence[tuple[int, int]], middle: int) -> list[tuple[int, int]]:
    """The points of a line, and those where it crosses a height."""
    whole: list[tuple[int, int]] = []
    for point in places:
        if whole and (whole[-1][1] - middle) * (point[1] - middle) < 0:
            (x0, y0), (x1, y1) = whole[-1], point
            whole.append((round(x0 + (x1 - x0) * (middle - y0) / (y1 - y0)), middle))
        whole.append(point)
    return whole


class Banner(Widget):
    """The result of a finished game."""

    def __init__(
        self, rect: pygame.Rect, words: str, detail: str, picture: pygame.Surface | None
    ) -> None:
        super().__init__(rect, "banner")
        self.words = words
        self.detail = detail
        self.picture = picture

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.shadow(
            target, self.rect, theme.px(12), c.shadow, c.shadow_card, theme.px(4), theme.px(10)
        )
        ui.brush.rounded(target, self.rect, theme.px(12), c.panel, c.accent, 2)
        x = self.rect.x + theme.px(20)
        if self.picture is not None:
            place = self.picture.get_rect(midleft=(x, self.rect.centery))
            target.blit(self.picture, place)
            x = place.right + theme.px(16)
        theme.blit_text(target, self.words, 22, (x, self.rect.centery - theme.tx(13)), bold=True)
        below = (x, self.rect.centery + theme.tx(15))
        theme.blit_text(target, self.detail, 14, below, c.text2)
