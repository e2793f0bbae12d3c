"""Tic-tac-toe: three by three, marks drawn with a round brush."""

from __future__ import annotations

import pygame

from engine.games.tictactoe import Marks
from engine.messages import Message
from gui.views.common import ENTER, BoardView, digit_of, ease_out
from gui.views.values import draw_estimate

MARK_RADIUS = 0.27
MARK_WIDTH = 0.075
LINE_WIDTH = 0.022
STEPS = {
    pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1),
}  # fmt: skip


class TicTacToeView(BoardView[Marks]):
    """The board; a click or a digit 0 .. 8 marks a cell."""

    def layout(self) -> None:
        side = min(self.rect.w, self.rect.h, self.theme.px(640))
        self.board = pygame.Rect(0, 0, side // 3 * 3, side // 3 * 3)
        self.board.center = self.rect.center
        self.cell = self.board.w // 3

    def motion(self) -> float:
        return self.theme.seconds(180)

    def banner_rect(self) -> pygame.Rect | None:
        """No place above the board is free."""
        return None

    def cell_rect(self, cell: int) -> pygame.Rect:
        """The square of a cell."""
        row, column = divmod(cell, 3)
        return pygame.Rect(
            self.board.x + column * self.cell, self.board.y + row * self.cell, self.cell, self.cell
        )

    def _at(self, position: tuple[int, int]) -> int | None:
        if not self.board.collidepoint(position):
            return None
        column = min(2, (position[0] - self.board.x) // self.cell)
        return min(2, (position[1] - self.board.y) // self.cell) * 3 + column

    def handle(self, event: pygame.event.Event) -> int | Message | None:
        """A legal move, a sentence that says why not, or nothing."""
        if event.type == pygame.MOUSEMOTION:
            self.set_hover(self._at(event.pos))
        elif event.type == pygame.WINDOWLEAVE:
            self.set_hover(None)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            cell = self._at(event.pos)
            return None if cell is None else self._wanted(cell)
        elif (digit := digit_of(event)) is not None:
            return self._wanted(digit) if digit < 9 else Message("board.cells")
        elif event.type == pygame.KEYDOWN and self.focused:
            return self._arrow(event)
        return None

    def _arrow(self, event: pygame.event.Event) -> int | Message | None:
        cursor = 4 if self.cursor is None else self.cursor
        if event.key in STEPS:
            dx, dy = STEPS[event.key]
            row, column = divmod(cursor, 3)
            moved = (0, 0) if self.cursor is None else (dx, dy)
            column, row = min(2, max(0, column + moved[0])), min(2, max(0, row + moved[1]))
            self.set_cursor(3 * row + column)
        elif event.key in ENTER and self.cursor is not None:
            return self._wanted(self.cursor)
        return None

    def _wanted(self, cell: int) -> int | Message:
        if cell in self.shown.legal:
            return cell
        return self.refuse("board.occupied")

    def key_moves(self) -> dict[str, int]:
        return {str(cell): cell for cell in self.shown.legal}

    def token(self, player: int, diameter: int) -> pygame.Surface:
        """A cross or a nought."""
        return mark(self, player, diameter, 0.30, 0.15)

    def draw(self, surface: pygame.Surface) -> None:
        """Lines, marks, estimates, winning line, cursor."""
        colours = self.theme.colours
        width = max(2, round(LINE_WIDTH * self.board.w))
        for index in (1, 2):
            at = index * self.cell - width // 2
            pad = width
            across = pygame.Rect(
                self.board.x + at, self.board.y + pad, width, self.board.h - 2 * pad
            )
            down = pygame.Rect(self.board.x + pad, self.board.y + at, self.board.w - 2 * pad, width)
            for line in (across, down):
                self.ui.brush.rounded(surface, line, width // 2, colours.grid)
        line = self.game.winning_line(self.shown.state)
        for player, cells in enumerate(self.shown.state):
            for cell in range(9):
                if cells >> cell & 1:
                    self._draw_mark(surface, player, cell)
        self._draw_hints(surface)
        if line and not self.moving:
            self._draw_line(surface, line)
        if self.focused and self.cursor is not None:
            rect = self.cell_rect(self.cursor).inflate(-self.cell // 6, -self.cell // 6)
            self.ring(surface, rect, self.theme.px(10))

    def _draw_mark(self, surface: pygame.Surface, player: int, cell: int) -> None:
        last = cell == self.shown.last_move
        picture = mark(self, player, self.cell, MARK_RADIUS, MARK_WIDTH * 3 * 0.75)
        place = self.cell_rect(cell)
        if last and self.moving:
            shown = round(self.cell * ease_out(self.share))
            surface.blit(picture, place, (0, 0, self.cell, shown))
            return
        surface.blit(picture, place)
        if last:
            self._brackets(surface, place.inflate(-self.cell // 6, -self.cell // 6))

    def _brackets(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        colour, arm = self.theme.colours.text, max(8, self.cell // 10)
        width = max(2, self.theme.px(3))
        for x, sx in ((rect.left, 1), (rect.right, -1)):
            for y, sy in ((rect.top, 1), (rect.bottom, -1)):
                across = pygame.Rect(min(x, x + sx * arm), min(y, y + sy * width), arm, width)
                down = pygame.Rect(min(x, x + sx * width), min(y, y + sy * arm), width, arm)
                surface.fill(colour, across)
                surface.fill(colour, down)

    def _draw_hints(self, surface: pygame.Surface) -> None:
        shown, colours = self.shown, self.theme.colours
        inset = -self.cell // 6
        for estimate in shown.estimates:
            rect = self.cell_rect(estimate.move).inflate(inset, inset)
            best = estimate.move == shown.best
            if best:
                radius = self.theme.px(10)
                self.ui.brush.rounded(surface, rect, radius, colours.panel, colours.accent, 2)
            draw_estimate(self.ui, surface, estimate, rect, best)
        player = self.game.to_move(shown.state)
        for cell, strength in ((shown.planned, 70), (shown.hint, 120), (self._pointed(), 90)):
            if cell is None or (cell == shown.planned and shown.estimates):
                continue
            ghost = mark(self, player, self.cell, MARK_RADIUS, MARK_WIDTH * 3 * 0.75).copy()
            ghost.set_alpha(strength)
            surface.blit(ghost, self.cell_rect(cell))
        if shown.hint is not None:
            rect = self.cell_rect(shown.hint).inflate(inset, inset)
            self.ui.brush.rounded(surface, rect, self.theme.px(10), None, colours.accent, 2)

    def _pointed(self) -> int | None:
        return self.hover if self.hover in self.shown.legal else None

    def _draw_line(self, surface: pygame.Surface, line: tuple[int, ...]) -> None:
        lines = [cells for cells in _lines(line) if len(cells) == 3]
        for cells in lines:
            start = pygame.Vector2(self.cell_rect(cells[0]).center)
            end = pygame.Vector2(self.cell_rect(cells[-1]).center)
            out = (end - start).normalize() * self.cell * 0.34
            size = self.board.size
            a, b = start - out - self.board.topleft, end + out - self.board.topleft
            width = max(3, round(0.016 * self.board.w))
            colour = self.theme.colours.text

            def draw(
                big: pygame.Surface,
                k: int,
                a: pygame.Vector2 = a,
                b: pygame.Vector2 = b,
                width: int = width,
                colour: tuple[int, int, int] = colour,
            ) -> None:
                _round_line(big, colour, a * k, b * k, width * k)

            key = ("ttt line", cells, size, colour)
            surface.blit(self.ui.brush.kept(key, size, draw), self.board)


def _lines(cells: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The rows, columns and diagonals wholly inside the cells."""
    every = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return [line for line in every if all(cell in cells for cell in line)]


def _round_line(
    big: pygame.Surface,
    colour: tuple[int, int, int],
    a: pygame.Vector2,
    b: pygame.Vector2,
    width: float,
) -> None:
    across = (b - a).rotate(90).normalize() * width / 2
    pygame.draw.polygon(big, colour, [a + across, b + across, b - across, a - across])
    for end in (a, b):
        pygame.draw.circle(big, colour, end, width / 2)


def mark(
    view: TicTacToeView, player: int, side: int, radius: float, width: float
) -> pygame.Surface:
    """A cross (player 0) or a nought in a square; radius and width as shares of the side."""
    colours = view.theme.colours
    colour = colours.nought if player else colours.cross

    def draw(big: pygame.Surface, k: int) -> None:
        whole = side * k
        middle = pygame.Vector2(whole / 2, whole / 2)
        reach, stroke = radius * whole, width * whole
        if player:
            pygame.draw.circle(big, colour, middle, reach + stroke / 2, round(stroke))
        else:
            arm = reach * 0.95
            for turn in (45, 135):
                out = pygame.Vector2(arm, 0).rotate(turn)
                _round_line(big, colour, middle - out, middle + out, stroke)

    key = ("mark", player, side, radius, width, colour)
    return view.ui.brush.kept(key, (side, side), draw)
