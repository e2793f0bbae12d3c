"""The sliding tiles: what hands can do, their art, the board, setting up by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from engine.games.sliding_tiles import SlidingTiles
from engine.messages import Message
from engine.protocols import MoveError
from engine.solvers.puzzle_solvers import NO_HEURISTIC
from gui.boards.board import Board
from gui.boards.cell_editor import CellEditor
from gui.boards.common import area, digit_of
from gui.boards.handling import BLANK, DraftPosition, Handling, Marks, Move, TextMove
from gui.boards.matches import felt
from gui.boards.previews import drawn_large
from gui.boards.puzzle_view import AnimatedMove, FlatPuzzleView
from gui.i18n import Translator
from gui.kit.accessible import AccessibleInfo, Place, Role
from gui.kit.widget import ARROW_KEYS, Size, key_pressed
from gui.sounds import Sound
from gui.theme import Colour, ThemeName, Tint, mix
from gui.ui import Ui

# -- positions -------------------------------------------------------------------------------------


GAP = "0"
Cell = tuple[int, int]  # row and column


def cells_of(position: str) -> dict[str, Cell]:
    """Return the row and the column of every tile and of the gap."""
    rows = [row.split() for row in position.split("/")]
    return {
        tile: (row, column) for row, tiles in enumerate(rows) for column, tile in enumerate(tiles)
    }


def shape_of(position: str) -> tuple[int, int]:
    """Return the number of rows and of columns."""
    rows = position.split("/")
    return len(rows), len(rows[0].split())


def slides(position: str, tile: str) -> tuple[str, ...]:
    """Return the tiles that slide when one in line with the gap is pushed, the first one first.

    Empty for a tile that is not in line with the gap.
    """
    cells = cells_of(position)
    at = {cell: each for each, cell in cells.items()}
    (row, column), (gap_row, gap_column) = cells[tile], cells[GAP]
    if tile == GAP or (row != gap_row and column != gap_column):
        return ()
    down, across = _sign(row - gap_row), _sign(column - gap_column)
    steps = max(abs(row - gap_row), abs(column - gap_column))
    return tuple(at[gap_row + down * n, gap_column + across * n] for n in range(1, steps + 1))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


class TilesHandling(Handling):
    """Moves are the numbers of the tiles that slide."""

    puzzle: SlidingTiles

    def read_moves(self, text: str) -> tuple[Move, ...]:
        """Parse numbers of tiles, with or without spaces between them."""
        tiles = [tile for tile in text if not tile.isspace()]
        for tile in tiles:
            if tile not in self.palette or tile == GAP:
                accepted = ", ".join(self.palette[:-1])
                raise MoveError("tiles.no_tile", text=tile, accepted=accepted)
        return tuple(map(TextMove, tiles))

    def is_position(self, text: str) -> bool:
        return "/" in text or GAP in text

    def joined(self, marks: Marks) -> str:
        columns = self.puzzle.columns
        rows = (marks[start : start + columns] for start in range(0, len(marks), columns))
        return "/".join(map(" ".join, rows))

    def heuristic_terms(self, name: str, position: str) -> Mapping[str, int]:
        if name == NO_HEURISTIC:
            return {}
        terms = self.puzzle.heuristic_terms(name, self.state(position))
        return {str(tile): term for tile, term in terms.items()}

    def clue(self, position: str, line: Sequence[Move]) -> Message:
        cells = cells_of(position)
        (row, column), (gap_row, gap_column) = cells[line[0].text], cells[GAP]
        if row != gap_row:
            return Message(f"puzzles.hint.slide.{'up' if gap_row < row else 'down'}")
        return Message(f"puzzles.hint.slide.{'left' if gap_column < column else 'right'}")


# -- art -------------------------------------------------------------------------------------------


IVORY, LIGHT_EDGE, FOOT, INK = (240, 230, 206), (252, 246, 230), (150, 122, 80), (66, 46, 26)
RIM, SPACE = 0.12, 0.04  # as fractions of a tile's side
CORNER, DIGIT, FOOT_HEIGHT = 0.14, 0.5, 0.035  # as fractions of a tile's side
BADGE, DISC = 0.13, (32, 38, 38)  # the radius and the colour of a tile's distance


class Tray:
    """The measures of a tray that is centred in an area."""

    def __init__(self, area: pygame.Rect, rows: int, columns: int) -> None:
        # The rim, and a space before each tile and after the last one.
        across, down = (n + 2 * RIM + (n + 1) * SPACE for n in (columns, rows))
        self.side = max(2, int(min(area.w / across, area.h / down)))
        inner = self._measure(rows, columns)
        while self.side > 2 and any(
            each + 2 * self.rim > room for each, room in zip(inner, area.size, strict=True)
        ):
            self.side -= 1  # in a small tray the least rim and space take more
            inner = self._measure(rows, columns)
        self.rect = area.copy()
        self.rect.size = (inner[0] + 2 * self.rim, inner[1] + 2 * self.rim)
        self.rect.center = area.center

    def _measure(self, rows: int, columns: int) -> tuple[int, int]:
        """Set rim and space of the present side; return the size within the rim."""
        self.rim, self.space = max(2, round(self.side * RIM)), max(1, round(self.side * SPACE))
        pitch = self.side + self.space
        return columns * pitch + self.space, rows * pitch + self.space

    def cell(self, cell: tuple[float, float]) -> pygame.Rect:
        """Return the square of a row and a column, which may lie between two."""
        pitch, edge = self.side + self.space, self.rim + self.space
        x = self.rect.x + edge + round(cell[1] * pitch)
        y = self.rect.y + edge + round(cell[0] * pitch)
        box = self.rect.copy()
        box.update(x, y, self.side, self.side)
        return box


def draw_tray(target: pygame.Surface, tray: Tray, ui: Ui) -> None:
    theme, brush = ui.theme, ui.brush
    c, rect, radius = theme.colours, tray.rect, max(2, round(tray.rim * 1.1))
    inside = rect.inflate(-2 * tray.rim, -2 * tray.rim)
    if theme.look is ThemeName.CONTRAST:
        brush.rounded(target, rect, radius, c.felt, c.line, max(1, tray.rim // 4))
        return
    brush.shadow(target, rect, radius, c.shadow, 0.4, max(1, tray.rim // 3), tray.rim)
    brush.rounded(target, rect, radius, c.wood, mix(c.wood, (255, 255, 255), 0.2), 1)
    picture = brush.kept(
        ("tiles felt", inside.size, theme.look),
        inside.size,
        lambda canvas, _: felt(canvas, theme.u, canvas.get_rect(), (c.felt, c.felt_dark)),
        factor=1,
    )
    brush.rounded(target, inside.inflate(2, 2), radius // 2, mix(c.wood_dark, (0, 0, 0), 0.45))
    target.blit(picture, inside)


def draw_tile(
    target: pygame.Surface,
    box: pygame.Rect,
    number: str,
    ui: Ui,
    *,
    hovered: bool = False,
    faint: float = 0.0,
) -> None:
    """Draw a tile; a `faint` one (0 to 1) is mixed with the felt."""
    theme, brush, c, radius = ui.theme, ui.brush, ui.theme.colours, max(2, round(box.w * CORNER))
    foot = max(1, round(box.w * FOOT_HEIGHT))

    def shade(colour: Colour) -> Colour:
        return mix(colour, c.felt_dark, faint)

    face = pygame.Rect(box.x, box.y, box.w, box.h - foot)
    if theme.look is ThemeName.CONTRAST:
        brush.rounded(target, box, radius, (0, 0, 0), c.accent if hovered else c.line, 2)
        ink: Colour = mix(c.text, (0, 0, 0), faint)
    else:
        brush.rounded(target, box, radius, shade(FOOT))
        top = mix(IVORY, (255, 255, 255), 0.35) if hovered else IVORY
        brush.rounded(target, face, radius, shade(top), shade(LIGHT_EDGE), max(1, box.w // 60))
        ink = shade(INK)
    size = box.h * DIGIT / max(0.01, theme.text_u)
    theme.blit_text(target, number, size, face.center, ink, bold=True, align=0.5)


def draw_badge(target: pygame.Surface, box: pygame.Rect, number: int, ui: Ui) -> None:
    """Draw a number on a disc in the upper right corner of a tile."""
    theme = ui.theme
    radius = max(theme.px(7), round(box.w * BADGE))
    centre = (box.right - round(radius * 1.15), box.y + round(radius * 1.15))
    ui.brush.disc(target, centre, radius, DISC)
    size = radius * 1.25 / max(0.01, theme.text_u)
    theme.blit_text(target, str(number), size, centre, LIGHT_EDGE, bold=True, align=0.5)


def draw_position(target: pygame.Surface, room: pygame.Rect, position: str, ui: Ui) -> Tray:
    """Draw a still position in a room; return the measures of its tray."""
    tray = Tray(room, *shape_of(position))
    draw_tray(target, tray, ui)
    for number, cell in cells_of(position).items():
        if number != GAP:
            draw_tile(target, tray.cell(cell), number, ui)
    return tray


def between(first: Cell, second: Cell, fraction: float) -> tuple[float, float]:
    """Return a place between two cells."""
    (row, column), (down, across) = first, (second[0] - first[0], second[1] - first[1])
    return row + fraction * down, column + fraction * across


# -- the board -------------------------------------------------------------------------------------


# The direction in which a tile slides: rows and columns from the gap to that tile.
Direction = tuple[int, int]


class TilesView(FlatPuzzleView):
    """Draws the tray and its tiles."""

    _pointer: tuple[int, int] | None = None  # of the mouse over the board

    def tray(self) -> Tray:
        """Return the tray, in the middle of the whole area as far as its stage reaches."""
        margin = max(4, min(self.stage.w, self.stage.h) // 60)
        area = self.stage.inflate(-2 * margin, -2 * margin)
        tray = Tray(area, *shape_of(self.position))
        tray.rect.centerx = self.rect.centerx
        tray.rect.clamp_ip(area)
        return tray

    # -- moves -----------------------------------------------------------------------------------

    def slide(self, tile: str) -> Move | Message:
        """Return the move that slides a tile towards the gap, with those between."""
        line = slides(self.target, tile)
        return TextMove(" ".join(line)) if line else Message("board.tiles.not_in_line")

    def push(self, direction: Direction, *, farthest: bool = False) -> Move | Message:
        """Return the move of the tile on one side of the gap, or of all tiles on that side."""
        cells = cells_of(self.target)
        at = {cell: tile for tile, cell in cells.items()}
        (row, column), (down, across) = cells[GAP], direction
        line = []
        while (row := row + down, column := column + across) in at:
            line.append(at[row, column])
        if not line:
            return Message("board.tiles.edge")
        return self.slide(line[-1 if farthest else 0])

    def handle(self, event: pygame.event.Event) -> Move | Message | None:
        """Slide the clicked tile, with those between it and the gap."""
        if event.type == pygame.MOUSEMOTION:
            self._point_at(event.pos)
        elif event.type == pygame.WINDOWLEAVE:
            self._point_at(None)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            tile = self._tile_at(event.pos)
            return self.slide(tile) if tile and tile != GAP else None
        return None

    def typed(self, event: pygame.event.Event) -> Move | Message | None:
        digit = digit_of(event)
        return self.slide(str(digit)) if digit and str(digit) in cells_of(self.target) else None

    def arrow(self, event: pygame.event.Event) -> Move | Message | bool:
        """Slide a tile in the direction of an arrow; with Shift the whole line."""
        if not key_pressed(event, *ARROW_KEYS):
            return False
        across, down = ARROW_KEYS[event.key]
        return self.push((-down, -across), farthest=bool(event.mod & pygame.KMOD_SHIFT))

    def _tile_at(self, position: tuple[int, int]) -> str:
        tray = self.tray()
        cells = cells_of(self.target).items()
        return next((tile for tile, cell in cells if tray.cell(cell).collidepoint(position)), "")

    @property
    def _hovered(self) -> str:
        """The tile under the mouse, if it can slide."""
        tile = self._tile_at(self._pointer) if self._pointer is not None else ""
        return tile if tile and slides(self.target, tile) else ""

    def _point_at(self, position: tuple[int, int] | None) -> None:
        before, self._pointer = self._hovered, position
        self._changed |= before != self._hovered

    # -- screen readers --------------------------------------------------------------------------

    def accessible(
        self, tr: Translator, place: Place, play: Callable[[Move], None]
    ) -> AccessibleInfo:
        """Describe every cell; a tile in line with the gap is a button."""
        tray = self.tray()
        parts = []
        for tile, cell in sorted(cells_of(self.target).items(), key=lambda each: each[1]):
            where = {"row": cell[0] + 1, "column": cell[1] + 1}
            key = "spot.tiles.gap" if tile == GAP else "spot.tiles.tile"
            line = slides(self.target, tile)
            press = partial(play, TextMove(" ".join(line))) if line else None
            parts.append(
                AccessibleInfo(
                    Role.BUTTON if press else Role.TEXT,
                    tr(key, tile=tile, **where),
                    key=tile,
                    place=area(tray.cell(cell)),
                    press=press,
                )
            )
        return AccessibleInfo(Role.BOARD, tr("access.board"), parts=tuple(parts))

    # -- drawing ---------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, motion: AnimatedMove | None, fraction: float) -> None:
        tray = self.tray()
        draw_tray(surface, tray, self.ui)
        after = cells_of(motion.after) if motion is not None else {}
        under_mouse = self._hovered if motion is None else ""
        for tile, cell in cells_of(self.position).items():
            if tile != GAP:
                box = tray.cell(between(cell, after.get(tile, cell), fraction))
                hovered = tile == under_mouse
                draw_tile(surface, box, tile, self.ui, hovered=hovered)
                if motion is None and tile in self.terms:
                    draw_badge(surface, box, self.terms[tile], self.ui)


# -- setting up by hand ----------------------------------------------------------------------------


PALETTE_ROOM = 0.24  # of the height, below the tray


class TilesEditor(CellEditor[str]):
    """A tray; a tile that was put down makes the next missing one the chosen tile."""

    title = "access.tiles_editor"

    def __init__(
        self, draft: DraftPosition, shape: tuple[int, int], paint: Callable[[int, str], None]
    ) -> None:
        self.rows, columns = shape
        super().__init__("net", draft.marks, draft.faulty, "1", BLANK, paint, columns)
        self.palette = (*map(str, range(1, len(draft.marks))), GAP)

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(320), max(ui.theme.tx(180), width)), ui.theme.tx(160)

    def tray(self) -> Tray:
        area = self.rect.copy()
        area.h = round(area.h * (1 - PALETTE_ROOM))
        return Tray(area, self.rows, self.columns)

    def box(self, cell: int) -> pygame.Rect:
        return self.tray().cell(divmod(cell, self.columns))

    def swatch(self, mark: str) -> pygame.Rect:
        """Return the square of a tile of the palette; the gap comes last."""
        area, count = self.rect.copy(), len(self.cells)
        area.h = round(area.h * PALETTE_ROOM * 0.8)
        area.bottom = self.rect.bottom
        return Tray(area, 1, count).cell((0, (int(mark) - 1) % count))

    def cell_name(self, ui: Ui, cell: int) -> str:
        mark = self.cells[cell]
        row, column = divmod(cell, self.columns)
        kind = {GAP: "gap", BLANK: "empty"}.get(mark, "tile")
        return ui.tr(f"spot.tiles.{kind}", tile=mark, row=row + 1, column=column + 1)

    def mark_name(self, ui: Ui, mark: str) -> str:
        return ui.tr("spot.tiles.the_gap") if mark == GAP else mark

    def paint(self, cell: int, mark: str) -> None:
        """Put a tile on a cell, and choose the next one that is missing."""
        left = set(self.palette) - {*self.cells, mark}
        if mark != BLANK and left:
            self.chosen = min(left, key=lambda each: (each == GAP, each))
        super().paint(cell, mark)

    def typed(self, event: pygame.event.Event) -> str | None:
        mark = str(digit_of(event))
        return mark if mark in self.palette else None

    def draw_board(self, ui: Ui, target: pygame.Surface) -> None:
        draw_tray(target, self.tray(), ui)

    def draw_mark(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, mark: str) -> None:
        if mark == BLANK:
            line = ui.theme.colours.line
            ui.brush.rounded(target, box.inflate(-4, -4), box.w // 7, None, line, 1)
        elif mark != GAP:
            draw_tile(target, box, mark, ui)

    def draw_swatch(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, mark: str) -> None:
        c = ui.theme.colours
        if mark == GAP:
            ui.brush.rounded(target, box, box.w // 7, c.felt_dark, c.line, 1)
        else:
            faint = 0.6 if mark in self.cells else 0.0
            draw_tile(target, box, mark, ui, faint=faint)


# -- small pictures --------------------------------------------------------------------------------


SAMPLE = "1 2 3/4 8 5/7 0 6"


def picture(position: str, size: tuple[int, int], ui: Ui) -> pygame.Surface:
    """Draw a position on the tile's background."""

    def draw(large: pygame.Surface) -> None:
        area = large.get_rect()
        inner = area.inflate(-area.w // 12, -area.h // 12)
        draw_position(large, inner, position or SAMPLE, ui)

    return drawn_large(size, ui.theme.colours.tints[Tint.OLIVE], draw)


def thumbnail(position: str, size: tuple[int, int], ui: Ui) -> pygame.Surface:
    """Return a small picture of a position on a transparent background; cached by the brush."""

    def draw(canvas: pygame.Surface, scale: int) -> None:
        draw_position(canvas, canvas.get_rect(), position, ui)

    return ui.brush.kept(("tiles", position, size, ui.theme.look), size, draw, factor=1)


BOARD = Board(
    TilesView,
    art=picture,
    tint=Tint.OLIVE,
    sound=Sound.DROP,
    handling=TilesHandling,
    thumbnail=thumbnail,
    flat=True,
    editor=lambda puzzle, draft, settings, paint: TilesEditor(
        draft, (puzzle.rows, puzzle.columns), paint
    ),
)
