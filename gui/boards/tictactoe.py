"""Tic-tac-toe: three by three, marks drawn with a round brush."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from engine.games.tictactoe import Marks
from engine.messages import Message
from gui.boards.board import Board
from gui.boards.common import ENTER, BoardView, area, ease_out
from gui.boards.editing import GridEditing
from gui.boards.marks import brackets, ghost, number, threat_mark
from gui.boards.values import draw_estimate, draw_shares, value_card
from gui.kit.widget import ARROW_KEYS
from gui.paint import round_line
from gui.protocols import BoardMarks as StepMarks
from gui.protocols import BoardTarget, BoardThreats
from gui.sounds import Sound
from gui.theme import Colour, Tint

MARK_RADIUS = 0.27
MARK_WIDTH = 0.075
LINE_WIDTH = 0.022
WINNING_WIDTH = 0.02
STROKE_TIME = 180
NUMBER, LARGEST_NUMBER = 0.13, 0.2  # the size of a cell's number, in cells; of the largest text
NUMBERED = 0.28  # the upper part of a cell with its number, to which a small cell keeps
SMALL_CELL = 70  # in a smaller cell an estimate is as wide as the cell
FIGURES = 38  # the height of a score with its bar


class TicTacToeView(BoardView[Marks]):
    """The board of nine cells; a click or a digit 0 .. 8 marks a cell."""

    VALUES_ABOVE = False

    def layout(self) -> None:
        room = self.room()
        side = min(room.w, room.h)
        side = side if self.compact else min(side - self.theme.px(8), self.theme.px(1000))
        self.cell = max(3, side // 3)
        self.board = pygame.Rect(0, 0, 3 * self.cell, 3 * self.cell)
        self.board.center = room.center

    def motion(self) -> float:
        self._stroke = self.theme.seconds(STROKE_TIME)
        strike = self.theme.seconds(STROKE_TIME) if self._finished() else 0.0
        return self._stroke + strike

    def _finished(self) -> bool:
        return bool(self.game.winning_line(self.shown.state))

    @property
    def _drawn(self) -> float:
        """The drawn fraction of the last mark, 0 .. 1."""
        return ease_out(min(1.0, self.clock / self._stroke)) if self.moving else 1.0

    def cell_rect(self, cell: int) -> pygame.Rect:
        row, column = divmod(cell, 3)
        x, y = self.board.x + column * self.cell, self.board.y + row * self.cell
        return pygame.Rect(x, y, self.cell, self.cell)

    def at(self, position: tuple[int, int]) -> int | None:
        if not self.board.collidepoint(position):
            return None
        column = min(2, (position[0] - self.board.x) // self.cell)
        return min(2, (position[1] - self.board.y) // self.cell) * 3 + column

    def place_of(self, move: int) -> tuple[tuple[int, int], int]:
        return self.cell_rect(move).center, round(self.cell * 0.3)

    def vote_place(self, move: int) -> tuple[tuple[int, int], int]:
        (x, y), radius = self.place_of(move)
        if not self.shown.estimates:
            return (x, y), radius
        # Beside the value, which fills the middle of the cell.
        return (x + round(1.1 * radius), y - round(1.1 * radius)), round(0.4 * radius)

    def spots(self) -> list[BoardTarget]:
        return [self._spot(cell) for cell in range(9)]

    def _spot(self, cell: int) -> BoardTarget:
        row, column = divmod(cell, 3)
        crosses, _ = self.shown.state
        taken = any(cells >> cell & 1 for cells in self.shown.state)
        text = f"spot.tictactoe.{'empty' if not taken else 'x' if crosses >> cell & 1 else 'o'}"
        name = self.ui.tr(text, cell=cell, row=row + 1, column=column + 1)
        spot = self.named_spot(cell, name, cell, f"cell {cell}")
        return replace(spot, place=area(self.cell_rect(cell)))

    def typed(self, digit: int) -> int | Message:
        if digit < 9:
            self.set_cursor(digit)
            return self.move_at(digit)
        return Message("board.cells")

    def first_cursor(self) -> int:
        return 4

    def arrow(self, event: pygame.event.Event) -> int | Message | None:
        if event.key in ARROW_KEYS:
            (across, down), cursor = ARROW_KEYS[event.key], self.cursor
            if cursor is None:
                across, down, cursor = 0, 0, self.first_cursor()
            row, column = divmod(cursor, 3)
            self.set_cursor(3 * min(2, max(0, row + down)) + min(2, max(0, column + across)))
        elif event.key in ENTER and self.cursor is not None:
            return self.move_at(self.cursor)
        return None

    def move_at(self, cell: int) -> int | Message:
        if cell in self.shown.legal:
            return cell
        return self.refuse("board.occupied")

    def token(self, player: int, diameter: int) -> pygame.Surface:
        return mark(self, player, diameter, 0.29, 0.19)

    def paint(self, surface: pygame.Surface) -> None:
        self._draw_lines(surface)
        for player, cells in enumerate(self.shown.state):
            for cell in range(9):
                if cells >> cell & 1:
                    self._draw_mark(surface, player, cell)
        self._draw_hints(surface)
        if not self.compact:
            self._draw_numbers(surface, self.shown.state.first | self.shown.state.second)
        if self._finished() and self._drawn == 1:
            fraction = 1.0
            if self.moving:
                fraction = (self.clock - self._stroke) / (self.duration - self._stroke)
            self._draw_winning(surface, ease_out(fraction))
        if self.focused and self.cursor is not None:
            rect = self.cell_rect(self.cursor).inflate(-self.cell // 6, -self.cell // 6)
            self.ring(surface, rect, self.theme.px(10))

    def paint_marks(self, surface: pygame.Surface, marks: StepMarks) -> None:
        """Draw numbered marks, frames round the chosen ones."""
        state, inset = self.shown.state, -self.cell // 6
        for which, cell in enumerate(marks.line, start=1):
            place, chosen = self.cell_rect(cell), which <= marks.chosen
            picture = mark(self, self.game.to_move(state), self.cell, MARK_RADIUS, MARK_WIDTH * 3)
            surface.blit(ghost(picture, chosen), place)
            if chosen:
                frame = place.inflate(inset, inset)
                accent = self.theme.colours.accent
                self.ui.brush.rounded(surface, frame, self.theme.px(10), None, accent, 2)
            # The number of the square stands in the other corner.
            corner = (place.right - self.cell // 4, place.y + self.cell // 4)
            number(self.ui, surface, corner, which, max(12, self.cell // 5))
            state = self.game.play(state, cell)

    def cell_boxes(self) -> Sequence[pygame.Rect]:
        return [self.cell_rect(cell) for cell in range(9)]

    def paint_cells(self, surface: pygame.Surface, contents: Sequence[int]) -> None:
        self._draw_lines(surface)
        self._draw_numbers(surface, sum(1 << cell for cell, held in enumerate(contents) if held))
        for cell, held in enumerate(contents):
            if held:
                picture = mark(self, held - 1, self.cell, MARK_RADIUS, MARK_WIDTH * 3)
                surface.blit(picture, self.cell_rect(cell))

    def _draw_lines(self, surface: pygame.Surface) -> None:
        width = max(2, round(LINE_WIDTH * self.board.w))
        long = self.board.w - 2 * width
        for index in (1, 2):
            down = pygame.Rect(0, self.board.y + width, width, long)
            down.centerx = self.board.x + index * self.cell
            across = pygame.Rect(self.board.x + width, 0, long, width)
            across.centery = self.board.y + index * self.cell
            for line in (down, across):
                self.ui.brush.rounded(surface, line, width // 2, self.theme.colours.grid)

    def _draw_numbers(self, surface: pygame.Surface, taken: int) -> None:
        """Draw the number of each cell that is not taken, as texts name it, in its corner."""
        theme = self.theme
        part = min(LARGEST_NUMBER, NUMBER * max(1.0, theme.text_scale))
        size = min(14.0, part * self.cell / theme.text_u)
        for cell in range(9):
            if not taken >> cell & 1:
                rect = self.cell_rect(cell)
                # A larger number begins where a smaller one does: within the frame of a card.
                grown = (part - NUMBER) / 2
                at = (rect.x + (0.16 + grown) * self.cell, rect.y + (0.175 + grown) * self.cell)
                theme.blit_text(surface, str(cell), size, at, theme.colours.text2, align=0.5)

    def _draw_mark(self, surface: pygame.Surface, player: int, cell: int) -> None:
        picture = mark(self, player, self.cell, MARK_RADIUS, MARK_WIDTH * 3)
        place = self.cell_rect(cell)
        if cell != self.shown.last_move:
            surface.blit(picture, place)
            return
        # Revealed from the left to the right.
        surface.blit(picture, place, (0, 0, round(place.w * self._drawn), place.h))
        if self._drawn == 1 and not self.compact:
            inks = (self.theme.colours.text, self.theme.colours.table)
            brackets(self.ui, surface, place.center, round(self.cell * 0.9), 0.1, inks)

    def _draw_hints(self, surface: pygame.Surface) -> None:
        shown, colours = self.shown, self.theme.colours
        if self.moving:
            return
        inset, radius = -self.cell // 6, self.theme.px(10)
        scale = min(1.6, max(1.0, self.cell / self.theme.tx(110)))
        pointed = self.hover if self.hover in shown.legal else None
        for estimate in shown.estimates:
            rect = self.cell_rect(estimate.move).inflate(inset, inset)
            best = shown.is_best(estimate.move)
            if best:
                value_card(self.ui, surface, rect, best)
            if self.cell < self.theme.tx(SMALL_CELL) and not self.compact:
                top = self.cell_rect(estimate.move).y + round(NUMBERED * self.cell)
                rect.update(rect.x, top, rect.w, rect.bottom - top)
                scale = min(1.0, rect.h / self.theme.tx(FIGURES))
            share = shown.shares.get(estimate.move)
            if share is not None and estimate.score is not None:
                draw_shares(self.ui, surface, estimate.score, share, rect, scale)
            elif estimate.move != pointed:
                draw_estimate(self.ui, surface, estimate, rect, best, scale)
        player = self.game.to_move(shown.state)
        for cell, strength in ((shown.planned, 70), (shown.hint, 120), (pointed, 90)):
            if cell is None or (cell == shown.planned and shown.estimates):
                continue
            ghost = mark(self, player, self.cell, MARK_RADIUS, MARK_WIDTH * 3).copy()
            ghost.set_alpha(strength)
            surface.blit(ghost, self.cell_rect(cell))
        if shown.hint is not None:
            rect = self.cell_rect(shown.hint).inflate(inset, inset)
            self.ui.brush.rounded(surface, rect, radius, None, colours.accent, 2)

    def _draw_winning(self, surface: pygame.Surface, fraction: float) -> None:
        """Draw a line over each winning three, only a fraction of it during the animation."""
        for cells in _lines(self.game.winning_line(self.shown.state)):
            self._strike_out(surface, cells, self.theme.colours.text, fraction)

    def paint_threats(self, surface: pygame.Surface, threats: BoardThreats) -> None:
        """Draw each cell that would give three in a line, and the line."""
        state, colours = self.shown.state, self.theme.colours
        colour = colours.win if threats.own else colours.loss
        if threats.after is not None:
            state = self.game.play(state, threats.after)
        for move in threats.moves:
            threat_mark(self.ui, surface, *self.place_of(move), colour, threats.own)
            for cells in _lines(self.game.line_through(state, threats.player, move)):
                self._strike_out(surface, cells, colour)

    def _strike_out(
        self, surface: pygame.Surface, cells: tuple[int, ...], colour: Colour, fraction: float = 1
    ) -> None:
        """Draw a line over three cells, or its first part."""
        width = max(2, round(WINNING_WIDTH * self.board.w))
        start = pygame.Vector2(self.cell_rect(cells[0]).center)
        end = pygame.Vector2(self.cell_rect(cells[-1]).center)
        out = (end - start).normalize() * self.cell * 0.34
        start, end = start - out, end + out
        area = pygame.Rect(min(start.x, end.x), min(start.y, end.y), 0, 0)
        area.size = (round(abs(end.x - start.x)), round(abs(end.y - start.y)))
        area.inflate_ip(2 * width, 2 * width)
        a, b = start - area.topleft, end - area.topleft

        def draw(canvas: pygame.Surface, scale: int) -> None:
            round_line(canvas, colour, a * scale, b * scale, width * scale)

        key = ("ttt winning", cells, self.cell, colour)
        picture = self.ui.brush.kept(key, area.size, draw, factor=2)
        part = pygame.Rect((0, 0), area.size)
        if fraction < 1 and area.w <= 2 * width:
            part.h = round(area.h * fraction)
        elif fraction < 1:
            part.w = round(area.w * fraction)
            if a.x > b.x:
                part.x = area.w - part.w
        surface.blit(picture, (area.x + part.x, area.y + part.y), part)


def _lines(cells: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the rows, columns and diagonals that lie entirely inside the cells."""
    every = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return [line for line in every if all(cell in cells for cell in line)]


def mark(
    view: TicTacToeView, player: int, side: int, radius: float, width: float
) -> pygame.Surface:
    """Return a cross (player 0) or a nought; radius and width as fractions of the side."""
    colours = view.theme.colours
    colour = colours.nought if player else colours.cross

    def draw(canvas: pygame.Surface, scale: int) -> None:
        whole = side * scale
        middle = pygame.Vector2(whole / 2, whole / 2)
        reach, stroke = radius * whole, width * whole
        if player:
            pygame.draw.circle(canvas, colour, middle, reach + stroke / 2, round(stroke))
            return
        # As wide and as high as the nought.
        for turn in (45, 135):
            out = pygame.Vector2(reach * 0.97, 0).rotate(turn) * 2**0.5
            round_line(canvas, colour, middle - out, middle + out, stroke)

    key = ("mark", player, side, radius, width, colour)
    return view.ui.brush.kept(key, (side, side), draw)


BOARD = Board(
    TicTacToeView,
    sample="O.X.XOX.. O",
    fills=(0.76, 0.76),
    tint=Tint.BLUE,
    sides=("side.cross", "side.nought"),
    sound=Sound.PLACE,
    plies=lambda game: 9,
    editing=GridEditing(lambda game: "XO", lambda game: (3, 3)),
)
