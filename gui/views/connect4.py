"""Connect Four: a plate with holes, discs that fall behind it, value cards above the columns."""

from __future__ import annotations

import math

import pygame

from engine.games.connect4 import Stones
from engine.messages import Message
from gui.theme import Colour, mix
from gui.views.common import ENTER, BoardView, digit_of
from gui.views.discs import brackets, dashed_ring, disc, star
from gui.views.values import draw_estimate

HOLE = 0.405
PADDING = 0.21
LIP = 0.40
SIDE = 0.07
CORNER = 0.24
BOUNCE = 0.06
FALL_BASE, FALL_ROW = 60, 45


class ConnectFourView(BoardView[Stones]):
    """The board; a click on a column or its digit drops a disc."""

    def layout(self) -> None:
        columns, rows = self.game.columns, self.game.rows
        card = 0 if self.compact else self.theme.tx(88) + self.theme.px(16)
        room_h = self.rect.h - card - self.theme.px(4)
        wide = self.rect.w / (columns + 2 * PADDING)
        high = room_h / (rows + PADDING * 2 + self._lip() + SIDE)
        cap = self.theme.px(1000) / (columns + 2 * PADDING)
        self.cell = c = max(16, int(min(wide, high, cap)))
        size = (round((columns + 2 * PADDING) * c), round((rows + 2 * PADDING + self._lip()) * c))
        left = self.rect.centerx - size[0] // 2
        free = self.rect.h - card - size[1] - round(SIDE * c)
        top = self.rect.y + card + max(0, free // 2)
        self.plate = pygame.Rect((left, top), size)
        self.cards = pygame.Rect(left, top - card, size[0], card - self.theme.px(16))

    def _lip(self) -> float:
        """The strip of the plate that carries the column numbers, in cells."""
        return 0.0 if self.compact else LIP - 0.14

    def banner_rect(self) -> pygame.Rect | None:
        """Where the cards stand: the result of a finished game is shown there."""
        return self.cards

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """The middle of a hole, row 0 at the bottom."""
        x = self.plate.x + round((PADDING + column + 0.5) * self.cell)
        y = self.plate.y + round((PADDING + self.game.rows - row - 0.5) * self.cell)
        return x, y

    def column_rect(self, column: int) -> pygame.Rect:
        """The holes of a column."""
        x = self.plate.x + round((PADDING + column) * self.cell)
        top = self.plate.y + round(PADDING * self.cell)
        return pygame.Rect(x, top, self.cell, self.game.rows * self.cell)

    def motion(self) -> float:
        move = self.shown.last_move
        before = self.shown.previous
        if move is None or before is None:
            return 0.0
        rows = self.game.rows - self.game.landing(before, move)
        return self.theme.seconds(FALL_BASE + FALL_ROW * rows) * (1 + 2 * math.sqrt(BOUNCE) * 0.8)

    # -- events --------------------------------------------------------------------------------

    def _at(self, position: tuple[int, int]) -> int | None:
        area = self.plate.union(self.cards)
        if not area.collidepoint(position):
            return None
        column = int((position[0] - self.plate.x) / self.cell - PADDING)
        return min(int(self.game.columns) - 1, max(0, column))

    def handle(self, event: pygame.event.Event) -> int | Message | None:
        """A legal move, a sentence that says why not, or nothing."""
        if event.type == pygame.MOUSEMOTION:
            self.set_hover(self._at(event.pos))
        elif event.type == pygame.WINDOWLEAVE:
            self.set_hover(None)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            column = self._at(event.pos)
            return None if column is None else self._wanted(column)
        elif (digit := digit_of(event)) is not None:
            if digit < self.game.columns:
                return self._wanted(digit)
            return Message("board.columns", {"last": self.game.columns - 1})
        elif event.type == pygame.KEYDOWN and self.focused:
            return self._arrow(event)
        return None

    def _arrow(self, event: pygame.event.Event) -> int | Message | None:
        middle = self.game.columns // 2
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            cursor = middle if self.cursor is None else self.cursor + step
            self.set_cursor(min(self.game.columns - 1, max(0, cursor)))
        elif event.key in (*ENTER, pygame.K_DOWN) and self.cursor is not None:
            return self._wanted(self.cursor)
        return None

    def _wanted(self, column: int) -> int | Message:
        if column in self.shown.legal:
            return column
        return self.refuse("board.column_full", column=column)

    def key_moves(self) -> dict[str, int]:
        return {str(column): column for column in self.shown.legal}

    def token(self, player: int, diameter: int) -> pygame.Surface:
        """A red or yellow disc."""
        return disc(self.ui, player, diameter)

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Discs, plate, marks, cards, cursor."""
        state, shown = self.shown.state, self.shown
        falling = self._falling()
        self._draw_holes(surface)
        diameter = 2 * round(HOLE * self.cell * 0.985)
        for player, stones in enumerate(self.game.stones_of(state)):
            picture = disc(self.ui, player, diameter)
            for cell in self.game.cells(stones):
                place = self.centre(*cell)
                if falling is not None and cell == falling[0]:
                    place = (place[0], falling[1])
                surface.blit(picture, picture.get_rect(center=place))
        surface.blit(self._plate_picture(), self.plate.topleft)
        self._draw_ghosts(surface)
        line = self.game.winning_line(state)
        if line and not self.moving:
            self._draw_line(surface, line)
        if shown.last_move is not None and not self.moving:
            column = shown.last_move
            cell = (column, self.game.landing(state, column) - 1)
            grown = 1.12 if cell in line else 1.0
            brackets(self.ui, surface, self.centre(*cell), round(self.cell * 0.86 * grown))
        self._draw_cards(surface)
        if self.focused and self.cursor is not None:
            self.ring(surface, self.column_rect(self.cursor).inflate(-6, 0), self.cell // 3)

    def _falling(self) -> tuple[tuple[int, int], int] | None:
        """The falling disc's cell and its height on the screen now."""
        shown = self.shown
        if not self.moving or shown.last_move is None or shown.previous is None:
            return None
        column = shown.last_move
        row = self.game.landing(shown.previous, column)
        goal = self.centre(column, row)[1]
        start = self.plate.y - self.cell // 2
        distance = goal - start
        # Falling takes 1 unit of time, the bounce twice the root of its height.
        hop = 2 * math.sqrt(BOUNCE)
        time = self.share * (1 + hop)
        if time <= 1:
            return (column, row), round(start + distance * time * time)
        part = (time - 1) / hop
        return (column, row), round(goal - distance * BOUNCE * 4 * part * (1 - part))

    def _draw_holes(self, surface: pygame.Surface) -> None:
        area = self.plate.inflate(-round(0.2 * self.cell), -round(0.2 * self.cell))
        surface.fill(self.theme.colours.hole, area)

    def _plate_picture(self) -> pygame.Surface:
        c = self.cell
        side = max(2, round(SIDE * c))
        size = (self.plate.w, self.plate.h + side)
        key = (
            "plate",
            self.compact,
            c,
            self.game.columns,
            self.game.rows,
            self.theme.look,
            self.theme.text_u,
        )
        known = self.ui.brush.find(key)
        if known is not None:
            return known
        picture = self.ui.brush.kept(key, size, lambda big, k: self._draw_plate(big, k, side))
        for column in range(0 if self.compact else self.game.columns):
            x = round((PADDING + column + 0.5) * c)
            y = self.plate.h - round(self._lip() * c * 0.5) - round(PADDING * c * 0.42)
            self.theme.blit_text(
                picture, str(column), 14, (x, y), (255, 255, 255), bold=True, align=0.5
            )
        return picture

    def _draw_plate(self, big: pygame.Surface, k: int, side: int) -> None:
        c, colours = self.cell * k, self.theme.colours
        width, height = self.plate.w * k, self.plate.h * k
        radius = round(CORNER * c)
        below = pygame.Rect(0, side * k, width, height)
        pygame.draw.rect(big, colours.frame_side, below, border_radius=radius)
        face = pygame.Rect(0, 0, width, height)
        edge = mix(colours.frame, (255, 255, 255), 0.25)
        pygame.draw.rect(big, edge, face, border_radius=radius)
        inner = face.inflate(-2 * k, -2 * k)
        pygame.draw.rect(big, colours.frame, inner, border_radius=radius - k)
        strength = 0.24 if self.theme.look.value == "light" else 0.34
        for column in range(self.game.columns):
            for row in range(self.game.rows):
                x = (PADDING + column + 0.5) * c
                y = (PADDING + self.game.rows - row - 0.5) * c
                self._draw_hole(big, (x, y), c, strength)

    def _draw_hole(
        self, big: pygame.Surface, middle: tuple[float, float], c: int, strength: float
    ) -> None:
        radius, rim = HOLE * c, 0.035 * c
        pygame.draw.circle(big, self.theme.colours.frame_side, middle, radius + rim)
        # The shadow of the plate: the hole less the same circle a little lower.
        pygame.draw.circle(big, (0, 0, 0, round(255 * strength)), middle, radius)
        low = (middle[0], middle[1] + 0.05 * c)
        clip = pygame.Rect(0, 0, round(2 * radius) + 2, round(2 * radius) + 2)
        clip.center = (round(middle[0]), round(middle[1]))
        hole = pygame.Surface(clip.size, pygame.SRCALPHA)
        inside = (middle[0] - clip.x, middle[1] - clip.y)
        pygame.draw.circle(hole, (255, 255, 255, 255), inside, radius)
        lower = pygame.Surface(clip.size, pygame.SRCALPHA)
        pygame.draw.circle(lower, (255, 255, 255, 255), (low[0] - clip.x, low[1] - clip.y), radius)
        hole.blit(lower, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        big.blit(hole, clip, special_flags=pygame.BLEND_RGBA_SUB)

    def _draw_ghosts(self, surface: pygame.Surface) -> None:
        shown = self.shown
        player = self.game.to_move(shown.state)
        radius = round(HOLE * self.cell * 0.88)
        colour = self.theme.colours.player(player)
        legal = self.game.moves(shown.state)
        if self.moving:
            return
        wanted = {shown.planned, shown.hint}
        for column in (move for move in legal if move in wanted):
            place = self.centre(column, self.game.landing(shown.state, column))
            dashed_ring(self.ui, surface, place, radius, colour)
        pointed = self.hover if self.hover in shown.legal else None
        if pointed is None and self.focused and self.cursor in shown.legal:
            pointed = self.cursor
        if pointed is not None:
            ghost = disc(self.ui, player, 2 * round(HOLE * self.cell * 0.985)).copy()
            ghost.set_alpha(96)
            place = self.centre(pointed, self.game.landing(shown.state, pointed))
            surface.blit(ghost, ghost.get_rect(center=place))

    def _draw_line(self, surface: pygame.Surface, line: tuple[tuple[int, int], ...]) -> None:
        size = self.plate.size
        offset = self.plate.topleft
        runs = _runs(line)
        places = [[self.centre(*cell) for cell in run] for run in runs]
        local = [[(x - offset[0], y - offset[1]) for x, y in run] for run in places]
        dark = self.theme.look.value == "light"
        ink: Colour = (255, 252, 246)
        edge: Colour = (41, 36, 29) if dark else (20, 17, 10)

        def draw(big: pygame.Surface, k: int) -> None:
            for run in local:
                _capsule(big, k, run[0], run[-1], self.cell * 0.455, self.cell * 0.045, ink, edge)

        key = ("line", line, size, self.cell, ink, edge)
        surface.blit(self.ui.brush.kept(key, size, draw), offset)
        for run in places:
            for place in run:
                picture = star(self.ui, round(self.cell * 0.5))
                surface.blit(picture, picture.get_rect(center=place))

    def _draw_cards(self, surface: pygame.Surface) -> None:
        theme, shown, colours = self.theme, self.shown, self.theme.colours
        if not shown.estimates:
            return
        gap = min(theme.px(8), self.cell // 8)
        for estimate in shown.estimates:
            column = self.column_rect(estimate.move)
            rect = pygame.Rect(column.x + gap // 2, self.cards.y, column.w - gap, self.cards.h)
            best = estimate.move == shown.best
            ground = mix(colours.panel, colours.accent, 0.16) if best else colours.panel
            edge = colours.accent if best else colours.hair
            self.ui.brush.rounded(surface, rect, theme.px(10), ground, edge, 2 if best else 1)
            draw_estimate(self.ui, surface, estimate, rect.inflate(0, -theme.px(8)), best)
            if best:
                tip = (rect.centerx, rect.bottom + theme.px(10))
                half, top = theme.px(7), rect.bottom + theme.px(3)
                points = [(tip[0] - half, top), (tip[0] + half, top), tip]
                pygame.draw.polygon(surface, colours.accent, points)
        self._draw_row_names(surface)

    def _draw_row_names(self, surface: pygame.Surface) -> None:
        theme, shown = self.theme, self.shown
        exact = any(estimate.value is not None for estimate in shown.estimates)
        scored = any(estimate.score is not None for estimate in shown.estimates)
        names = [self.ui.tr("board.exact")] * exact + [self.ui.tr("board.playouts")] * scored
        room = self.cards.x - self.rect.x - theme.px(12)
        line = theme.tx(26)
        height = line * len(names) + (theme.tx(12) if scored else 0)
        y = self.cards.centery - height // 2 + line // 2
        for name in names:
            if theme.width(name, 14) <= room:
                at = (self.cards.x - theme.px(12), y)
                theme.blit_text(surface, name, 14, at, theme.colours.text2, align=1)
            y += line


def _runs(line: tuple[tuple[int, int], ...]) -> list[list[tuple[int, int]]]:
    """The straight runs of four or more among the winning cells."""
    cells, runs = set(line), []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in line:
            if (x - dx, y - dy) in cells:
                continue
            run = [(x, y)]
            while (run[-1][0] + dx, run[-1][1] + dy) in cells:
                run.append((run[-1][0] + dx, run[-1][1] + dy))
            if len(run) >= 4:
                runs.append(run)
    return runs


def _capsule(
    big: pygame.Surface,
    k: int,
    start: tuple[int, int],
    end: tuple[int, int],
    radius: float,
    width: float,
    ink: Colour,
    edge: Colour,
) -> None:
    """An outline round a run of discs, light with a dark edge."""
    a, b = pygame.Vector2(start) * k, pygame.Vector2(end) * k
    across = (b - a).rotate(90).normalize()
    border = max(1, round(width * 0.35)) * k
    for reach, colour in (
        (radius * k + width * k / 2 + border, edge),
        (radius * k + width * k / 2, ink),
        (radius * k - width * k / 2, edge),
        (radius * k - width * k / 2 - border, (0, 0, 0, 0)),
    ):
        side = across * reach
        pygame.draw.polygon(big, colour, [a + side, b + side, b - side, a - side])
        pygame.draw.circle(big, colour, a, reach)
        pygame.draw.circle(big, colour, b, reach)
