"""Connect Four: a plate with holes, discs that fall behind it, value cards above the columns."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pygame

from engine.games.connect4 import Stones
from engine.messages import Message
from engine.solvers.connect4_why_text import PlanMark, PlanView
from gui.boards.board import Board
from gui.boards.common import ENTER, BoardView, area
from gui.boards.editing import GridEditing
from gui.boards.marks import (
    brackets,
    dashed_ring,
    disc,
    ghost,
    hint_ring,
    number,
    ring,
    spot_filled,
    star,
    threat_mark,
)
from gui.boards.plan_marks import READABLE_ON_PLATE, draw_mark, fence_picture, plan_ink
from gui.boards.plate import (
    CORNER,
    HOLE,
    PADDING,
    SIDE,
    plate,
    runs_of,
    thickness,
    winning_capsules,
)
from gui.boards.values import card_pointer, draw_estimate, value_card
from gui.kit.widget import ARROW_KEYS
from gui.protocols import BoardMarks, BoardTarget, BoardThreats
from gui.sounds import Sound
from gui.theme import Colour, Motion, Tint

LIP, LARGEST_LIP = 0.26, 0.42  # the height of the strip of numbers, in cells; of the largest text
BOUNCE = 0.06
FALL_BASE, FALL_ROW = 60, 45
LINE_TIME = 180
SIDES = ("side.red", "side.yellow")


class ConnectFourView(BoardView[Stones]):
    """The plate with its discs; a click on a column or its digit drops a disc."""

    def layout(self) -> None:
        columns, rows = self.game.columns, self.game.rows
        room, strip = self.room(), self.strip()
        below = 0 if self.compact else self.theme.px(14)  # for the shadow
        room.h -= below
        width = room.w / (columns + 2 * PADDING)
        height = room.h / (rows + PADDING * 2 + self._lip() + SIDE)
        cap = width if self.compact else self.theme.px(1000) / (columns + 2 * PADDING)
        self._fall = self._hop = self._strike = 0.0
        self.cell = c = max(4, int(min(width, height, cap)))
        size = (round((columns + 2 * PADDING) * c), round((rows + 2 * PADDING + self._lip()) * c))
        left = room.centerx - size[0] // 2
        top = room.y + max(0, (room.h - size[1] - round(SIDE * c)) // 2)
        self.plate = pygame.Rect((left, top), size)
        self.cards = pygame.Rect(left, top - self.theme.px(16) - strip.h, size[0], strip.h)

    def _lip(self) -> float:
        """Return the height of the strip with the column numbers, in cells."""
        return 0.0 if self.compact else min(LARGEST_LIP, LIP * max(1.0, self.theme.text_scale))

    def above(self) -> int:
        return self.plate.y

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """Return the centre of a hole in pixels, row 0 at the bottom."""
        x = self.plate.x + round((PADDING + column + 0.5) * self.cell)
        y = self.plate.y + round((PADDING + self.game.rows - row - 0.5) * self.cell)
        return x, y

    def place_of(self, move: int) -> tuple[tuple[int, int], int]:
        place = self.centre(move, self.game.landing(self.shown.state, move))
        return place, round(HOLE * self.cell * 0.88)

    def column_rect(self, column: int) -> pygame.Rect:
        """Return the rectangle of a column's holes."""
        x = self.plate.x + round((PADDING + column) * self.cell)
        top = self.plate.y + round(PADDING * self.cell)
        return pygame.Rect(x, top, self.cell, self.game.rows * self.cell)

    def motion(self) -> float:
        move, before = self.shown.last_move, self.shown.previous
        if move is None or before is None:
            return 0.0
        rows = self.game.rows - self.game.landing(before, move)
        self._fall = self.theme.seconds(FALL_BASE + FALL_ROW * rows)
        # Falling takes one unit of time, a bounce twice the root of its height.
        self._hop = 2 * math.sqrt(BOUNCE) if self.theme.motion is Motion.FULL else 0.0
        line = self.game.winning_line(self.shown.state)
        self._strike = self.theme.seconds(LINE_TIME) if line else 0.0
        return self._fall * (1 + self._hop) + self._strike

    @property
    def _falls(self) -> bool:
        """Whether the last disc is still falling or bouncing."""
        return self.moving and self.clock < self._fall * (1 + self._hop)

    # -- events --------------------------------------------------------------------------------

    def at(self, position: tuple[int, int]) -> int | None:
        area = self.plate.union(self.cards)
        if not area.collidepoint(position):
            return None
        column = int((position[0] - self.plate.x) / self.cell - PADDING)
        return min(int(self.game.columns) - 1, max(0, column))

    def spots(self) -> list[BoardTarget]:
        held: dict[tuple[int, int], str] = {}
        for side, stones in zip(self._sides(), self.game.stones_of(self.shown.state), strict=True):
            held |= dict.fromkeys(self.game.cells(stones), self.ui.tr(side))
        return [self._spot(column, held) for column in range(self.game.columns)]

    def _spot(self, column: int, held: Mapping[tuple[int, int], str]) -> BoardTarget:
        """Return the target of a column, its discs named from the bottom."""
        tr, rows = self.ui.tr, self.game.rows
        stack = [held[column, row] for row in range(rows) if (column, row) in held]
        filled, discs = len(stack), ", ".join(stack)
        if not filled:
            name = tr("spot.connect4.empty", column=column, rows=rows)
        else:
            name = tr("spot.connect4", column=column, count=filled, rows=rows, discs=discs)
        key, place = f"column {column}", area(self.column_rect(column))
        if filled == rows:
            return BoardTarget(key, name, place, column)
        spot = replace(self.named_spot(column, name, column, key), place=place)
        return replace(spot, note=", ".join(filter(None, (spot.note, self._plan_words(column)))))

    def typed(self, digit: int) -> int | Message:
        if digit < self.game.columns:
            self.set_cursor(digit)
            return self.move_at(digit)
        return Message("board.columns", {"last": self.game.columns - 1})

    def first_cursor(self) -> int:
        return int(self.game.columns) // 2

    def arrow(self, event: pygame.event.Event) -> int | Message | None:
        across, _ = ARROW_KEYS.get(event.key, (0, 0))
        if across:
            cursor = self.first_cursor() if self.cursor is None else self.cursor + across
            self.set_cursor(min(self.game.columns - 1, max(0, cursor)))
        elif self.cursor is not None and event.key in ENTER:
            return self.move_at(self.cursor)
        return None

    def move_at(self, column: int) -> int | Message:
        if column in self.shown.legal:
            return column
        return self.refuse("board.column_full", column=column)

    def token(self, player: int, diameter: int) -> pygame.Surface:
        return disc(self.ui, self._colour(player), diameter)

    def _colour(self, player: int) -> int:
        """Return 0 where the player's discs are red, 1 where they are yellow."""
        return "RY".index(self.game.letters[player])

    def _sides(self) -> list[str]:
        return [SIDES[self._colour(player)] for player in (0, 1)]

    # -- drawing -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        state, shown = self.shown.state, self.shown
        falling = self._falling()
        discs: list[tuple[int, tuple[int, int]]] = []
        for player, stones in enumerate(self.game.stones_of(state)):
            for cell in self.game.cells(stones):
                x, y = self.centre(*cell)
                falls = falling is not None and cell == falling[0]
                discs.append((player, (x, falling[1] if falling and falls else y)))
        self._draw_plate(surface, discs)
        if shown.plan is not None and not self.moving:
            self._draw_plan(surface, shown.plan)
        self._draw_ghosts(surface)
        line = self.game.winning_line(state)
        if shown.last_move is not None and not self._falls:
            column = shown.last_move
            cell = (column, self.game.landing(state, column) - 1)
            # Outside the capsule of a winning line, which is drawn over the brackets.
            outside = cell in line and not self.moving
            side = round(self.cell * (1.14 if outside else 0.86))
            brackets(self.ui, surface, self.centre(*cell), side, 0.12 if outside else 0.2)
        if line and not self._falls:
            self._draw_line(surface, line)
        self._draw_cards(surface)
        if self.focused and self.cursor is not None and self.game.outcome(state) is None:
            self.ring(surface, self.column_rect(self.cursor).inflate(-6, 0), self.cell // 3)

    def paint_marks(self, surface: pygame.Surface, marks: BoardMarks) -> None:
        """Draw numbered discs where they would fall, the chosen ones ringed, and a winning line."""
        state, radius = self.shown.state, round(HOLE * self.cell * 0.985)
        for which, column in enumerate(marks.line, start=1):
            place = self.centre(column, self.game.landing(state, column))
            chosen = which <= marks.chosen
            picture = ghost(self.token(self.game.to_move(state), 2 * radius), chosen)
            surface.blit(picture, picture.get_rect(center=place))
            if chosen:
                ring(self.ui, surface, place, radius, self.theme.colours.accent)
            number(self.ui, surface, place, which, radius)
            state = self.game.play(state, column)
        for cells, draw in ((marks.ringed, ring), (marks.filled, spot_filled)):
            for cell, player in cells:
                place = self.centre(*divmod(cell, self.game.stride))
                draw(self.ui, surface, place, radius // 2, self.theme.colours.player(player))
        self._draw_capsules(surface, self.game.winning_line(state))

    def paint_threats(self, surface: pygame.Surface, threats: BoardThreats) -> None:
        """Draw each hole that would give four in a line, and the line."""
        state, colours = self.shown.state, self.theme.colours
        colour = colours.win if threats.own else colours.loss
        if threats.after is not None:
            state = self.game.play(state, threats.after)
        standing = [(state, column) for column in threats.moves]
        opened = [(self.game.play(state, column), column) for column in threats.above]
        for before, column in (*standing, *opened):
            row = self.game.landing(before, column)
            line = self.game.line_through(before, threats.player, column)
            self._draw_capsules(surface, line, colour)
            radius = round(HOLE * self.cell * 0.985)
            threat_mark(self.ui, surface, self.centre(column, row), radius, colour, threats.own)

    def _draw_capsules(
        self, surface: pygame.Surface, line: tuple[tuple[int, int], ...], *ink: Colour
    ) -> None:
        if line:
            runs = tuple((self.centre(*run[0]), self.centre(*run[-1])) for run in runs_of(line))
            surface.blit(*winning_capsules(self.ui, runs, self.cell, *ink))

    def _falling(self) -> tuple[tuple[int, int], int] | None:
        """Return the cell of the falling disc and its current height in the window, or None."""
        shown = self.shown
        if not self._falls or shown.last_move is None or shown.previous is None:
            return None
        column = shown.last_move
        row = self.game.landing(shown.previous, column)
        goal = self.centre(column, row)[1]
        start = self.plate.y - self.cell // 2
        distance = goal - start
        time = self.clock / self._fall
        if time <= 1:
            return (column, row), round(start + distance * time * time)
        part = (time - 1) / self._hop
        return (column, row), round(goal - distance * BOUNCE * 4 * part * (1 - part))

    def cell_boxes(self) -> Sequence[pygame.Rect]:
        box, rows = pygame.Rect(0, 0, self.cell, self.cell), reversed(range(self.game.rows))
        cells = [(column, row) for row in rows for column in range(self.game.columns)]
        return [box.move_to(center=self.centre(*cell)) for cell in cells]

    def paint_cells(self, surface: pygame.Surface, contents: Sequence[int]) -> None:
        boxes = zip(contents, self.cell_boxes(), strict=True)
        self._draw_plate(surface, [(held - 1, box.center) for held, box in boxes if held])

    def _draw_plate(
        self, surface: pygame.Surface, discs: Sequence[tuple[int, tuple[int, int]]]
    ) -> None:
        """Draw the numbered plate before discs, each of a player and with its centre."""
        self._draw_ground(surface)
        diameter = 2 * round(HOLE * self.cell * 0.985)
        for player, place in discs:
            picture = self.token(player, diameter)
            surface.blit(picture, picture.get_rect(center=place))
        lip = None if self.compact else round(self._lip() * self.cell)
        columns, rows = self.game.columns, self.game.rows
        holes = [self.centre(column, row) for column in range(columns) for row in range(rows)]
        surface.blit(plate(self.ui, self.plate, self.cell, holes, lip), self.plate.topleft)

    def _draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the shadow of the plate and the background seen through its holes."""
        theme, colours = self.theme, self.theme.colours
        if not self.compact:
            size = self.plate.w, self.plate.h + thickness(self.cell)
            whole = pygame.Rect(self.plate.topleft, size)
            strength, down, soft = colours.shadow_tile, theme.px(5), theme.px(12)
            radius = round(CORNER * self.cell)
            self.ui.brush.shadow(surface, whole, radius, colours.shadow, strength, down, soft)
        inset = -round(0.2 * self.cell)
        surface.fill(colours.hole, self.plate.inflate(inset, inset))

    def _draw_ghosts(self, surface: pygame.Surface) -> None:
        shown = self.shown
        player = self.game.to_move(shown.state)
        colours, legal = self.theme.colours, self.game.moves(shown.state)
        if self.moving:
            return
        if shown.planned is not None and shown.planned in legal:
            ink = colours.player(player)
            dashed_ring(self.ui, surface, *self.place_of(shown.planned), ink)
        if shown.hint is not None and shown.hint in legal:
            hint_ring(self.ui, surface, *self.place_of(shown.hint), colours.accent)
        pointed = self.hover if self.hover in shown.legal else None
        if pointed is None and self.focused and self.cursor in shown.legal:
            pointed = self.cursor
        if pointed is not None:
            ghost = self.token(player, 2 * round(HOLE * self.cell * 0.985)).copy()
            ghost.set_alpha(96)
            place = self.centre(pointed, self.game.landing(shown.state, pointed))
            surface.blit(ghost, ghost.get_rect(center=place))

    def _draw_plan(self, surface: pygame.Surface, plan: PlanView) -> None:
        """Draw the marks of a plan, and the numbers of the rows that its sentences name."""
        theme, state, rows = self.theme, self.shown.state, self.game.rows
        colours = theme.colours
        colour = colours.player(self._colour(plan.holder))
        fenced = plan_ink(colours.frame_side, colour, READABLE_ON_PLATE)
        for column in plan.fences:
            empty = range(self.game.landing(state, column), rows)
            if not empty:
                continue
            box = pygame.Rect(0, 0, round(0.95 * self.cell), self.cell * len(empty))
            box.midtop = self.column_rect(column).midtop
            at = [(x - box.x, y - box.y) for x, y in (self.centre(column, row) for row in empty)]
            radius = (HOLE + 0.035) * self.cell
            surface.blit(fence_picture(self.ui, box.size, self.cell, at, radius, fenced), box)
        ink = plan_ink(colours.hole, colour)
        marked = {cell for cell, mark, _ in plan.cells if mark is not PlanMark.END}
        for cell, mark, step in plan.cells:
            if cell[1] >= self.game.landing(state, cell[0]):
                around = mark is PlanMark.END and cell in marked
                place = self.centre(*cell)
                draw_mark(self.ui, surface, place, self.cell, ink, mark, step, around)
        for row in range(rows):
            place = (self.plate.x - theme.px(10), self.centre(0, row)[1])
            theme.blit_text(surface, str(row + 1), 14, place, colours.text2, align=1)

    def _plan_words(self, column: int) -> str:
        plan, tr = self.shown.plan, self.ui.tr
        if plan is None:
            return ""
        side = tr(self._sides()[plan.holder])
        words = [
            tr(f"plan.mark.{mark.value}", side=side, row=cell[1] + 1, step=step)
            for cell, mark, step in plan.cells
            if cell[0] == column
        ]
        if column in plan.fences:
            key = "never" if column in plan.never else "fence"
            words.append(tr(f"plan.mark.{key}", side=side))
        return ", ".join(words)

    def _draw_line(self, surface: pygame.Surface, line: tuple[tuple[int, int], ...]) -> None:
        places = [[self.centre(*cell) for cell in run] for run in runs_of(line)]
        runs = tuple((run[0], run[-1]) for run in places)
        picture, corner = winning_capsules(self.ui, runs, self.cell)
        area = picture.get_rect(topleft=corner)
        if self.moving and self._strike:
            # Revealed from the left to the right, or downwards.
            fraction = (self.clock - self._fall * (1 + self._hop)) / self._strike
            if area.w > 1.5 * self.cell:
                part = pygame.Rect(0, 0, round(area.w * fraction), area.h)
            else:
                part = pygame.Rect(0, 0, area.w, round(area.h * fraction))
            surface.blit(picture, area, part)
            return
        surface.blit(picture, area)
        for place in (place for run in places for place in run):
            mark = star(self.ui, round(self.cell * 0.5))
            surface.blit(mark, mark.get_rect(center=place))

    def _draw_cards(self, surface: pygame.Surface) -> None:
        theme, shown = self.theme, self.shown
        if not shown.estimates:
            return
        gap = min(theme.px(8), self.cell // 8)
        for estimate in shown.estimates:
            column = self.column_rect(estimate.move)
            rect = pygame.Rect(column.x + gap // 2, self.cards.y, column.w - gap, self.cards.h)
            best = shown.is_best(estimate.move)
            value_card(self.ui, surface, rect, best)
            draw_estimate(self.ui, surface, estimate, rect.inflate(0, -theme.px(8)), best)
            if best:
                card_pointer(self.ui, surface, rect)
        self._draw_row_names(surface)

    def _draw_row_names(self, surface: pygame.Surface) -> None:
        theme, shown = self.theme, self.shown
        exact = any(estimate.value is not None for estimate in shown.estimates)
        scored = any(estimate.score is not None for estimate in shown.estimates)
        if exact and self.cell < theme.tx(56):
            scored = False  # narrow cards show exact values only
        names = [self.ui.tr("board.exact")] * exact
        if scored:
            unit = next(e.unit for e in shown.estimates if e.score is not None)
            names.append(self.ui.tr(f"board.{unit}"))
        room = self.cards.x - self.rect.x - theme.px(12)
        line = theme.tx(26)
        height = line * len(names) + (theme.tx(12) if scored else 0)
        y = self.cards.centery - height // 2 + line // 2
        for name in names:
            if theme.width(name, 14) <= room:
                at = (self.cards.x - theme.px(12), y)
                theme.blit_text(surface, name, 14, at, theme.colours.text2, align=1)
            y += line


BOARD = Board(
    ConnectFourView,
    sample="......./......./.Y.Y.../.Y.RR../RRYRY.Y/RYYRRRY R",
    fills=(None, 0.82),
    tint=Tint.NAVY,
    sides=SIDES,
    turned=lambda game: game.begins == "yellow",
    sound=Sound.DROP,
    plans=True,
    plies=lambda game: game.columns * game.rows,
    editing=GridEditing(
        lambda game: game.letters, lambda game: (game.columns, game.rows), between="/", falling=True
    ),
)
