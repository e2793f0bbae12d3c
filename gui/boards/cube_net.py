"""The unfolded cube, to be painted: 24 facelets, a palette of six colours, mouse and keyboard."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from engine.games.cube_notation import FACES
from gui.boards.cube_paint import PLASTIC, letter_ink, sticker_colours
from gui.controls.icons import Icon, icon
from gui.paint import Brush
from gui.theme import Theme, mix

EMPTY = "."
# Column and row, in faces, of each face of the net.
PLACES = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}
COLUMNS, ROWS = 8, 6
GAP = 0.22  # between faces, in cells
PALETTE_ROOM = 1.6  # below the net, in cells
KEYS = {getattr(pygame, f"K_{face.lower()}"): face for face in FACES}
ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}


@dataclass(frozen=True)
class Paint:
    """A facelet and the letter it gets; `.` clears it."""

    facelet: int
    letter: str


def cell_of(facelet: int) -> tuple[int, int]:
    """Column 0 .. 7 and row 0 .. 5 of a facelet in the net."""
    x, y = PLACES[FACES[facelet // 4]]
    return 2 * x + facelet % 2, 2 * y + facelet % 4 // 2


CELLS = {cell_of(facelet): facelet for facelet in range(24)}


class NetView:
    """Draws a painted net and says what a click or key paints; it changes nothing itself."""

    def __init__(self, theme: Theme, brush: Brush) -> None:
        self.theme = theme
        self.brush = brush
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.letters = EMPTY * 24
        self.faults: frozenset[int] = frozenset()
        self.chosen = "U"
        self.cursor = 0
        self.focused = False
        self.safe = False
        self.painting = False

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Take the area to draw in."""
        self.rect = rect.copy()
        self.theme = theme

    def show(self, letters: str, faults: frozenset[int] = frozenset()) -> None:
        """Draw these 24 letters (`.` is not painted yet); faulty facelets are marked."""
        self.letters = letters
        self.faults = faults

    # -- places --------------------------------------------------------------------------------

    @property
    def cell(self) -> int:
        """The side of a facelet in pixels."""
        across = self.rect.w / (COLUMNS + 3 * GAP)
        down = self.rect.h / (ROWS + 2 * GAP + PALETTE_ROOM)
        return max(8, int(min(across, down)))

    def box(self, facelet: int) -> pygame.Rect:
        """Where a facelet is drawn."""
        cell = self.cell
        column, row = cell_of(facelet)
        gap = round(cell * GAP)
        left = self.rect.centerx - (COLUMNS * cell + 3 * gap) // 2
        x = left + column * cell + column // 2 * gap
        y = self.rect.y + row * cell + row // 2 * gap
        return pygame.Rect(x, y, cell, cell)

    def swatch(self, face: str) -> pygame.Rect:
        """Where a colour of the palette is drawn."""
        cell = self.cell
        side = round(cell * 1.05)
        step = side + round(cell * 0.32)
        width = 5 * step + side
        x = self.rect.centerx - width // 2 + FACES.index(face) * step
        y = self.rect.y + round((ROWS + 2 * GAP) * cell) + round(cell * 0.45)
        return pygame.Rect(x, y, side, side)

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Paint | None:
        """What the event paints. A click on the palette chooses; the right button clears."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            return self._press(event.pos, event.button)
        if event.type == pygame.MOUSEMOTION and self.painting:
            return self._paint(self._facelet_at(event.pos), self.chosen)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.painting = False
        if event.type == pygame.KEYDOWN and self.focused:
            return self._key(event)
        return None

    def _press(self, position: tuple[int, int], button: int) -> Paint | None:
        for face in FACES:
            if self.swatch(face).inflate(8, 8).collidepoint(position):
                self.chosen = face
                return None
        facelet = self._facelet_at(position)
        if facelet is None:
            return None
        self.cursor = facelet
        self.painting = button == 1
        return self._paint(facelet, self.chosen if button == 1 else EMPTY)

    def _facelet_at(self, position: tuple[int, int]) -> int | None:
        return next((f for f in range(24) if self.box(f).collidepoint(position)), None)

    def _paint(self, facelet: int | None, letter: str) -> Paint | None:
        if facelet is None or self.letters[facelet] == letter:
            return None
        return Paint(facelet, letter)

    def _key(self, event: pygame.event.Event) -> Paint | None:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return None
        facelet = self.cursor
        if event.key in ARROWS:
            self.cursor = self._beside(ARROWS[event.key])
        elif event.key in KEYS:
            self.chosen = KEYS[event.key]
            self.cursor = (facelet + 1) % 24
            return self._paint(facelet, self.chosen)
        elif event.key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER):
            return self._paint(facelet, self.chosen)
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            if event.key == pygame.K_BACKSPACE:
                self.cursor = (facelet - 1) % 24
                facelet = self.cursor
            return self._paint(facelet, EMPTY)
        return None

    def takes(self, event: pygame.event.Event) -> bool:
        """Whether a key press is one the net knows."""
        known = {*ARROWS, *KEYS, pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER}
        known |= {pygame.K_BACKSPACE, pygame.K_DELETE}
        if event.type != pygame.KEYDOWN:
            return False
        plain = not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
        return event.key in known and plain

    def _beside(self, step: tuple[int, int]) -> int:
        column, row = cell_of(self.cursor)
        for distance in range(1, COLUMNS + 1):
            cell = ((column + distance * step[0]) % COLUMNS, (row + distance * step[1]) % ROWS)
            if cell in CELLS:
                return CELLS[cell]
        return self.cursor

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface) -> None:
        """Draw the net, its faults and cursor, and the palette."""
        c, cell = self.theme.colours, self.cell
        for face in FACES:
            first = FACES.index(face) * 4
            ground = self.box(first).union(self.box(first + 3)).inflate(cell // 9, cell // 9)
            self.brush.rounded(target, ground, max(2, cell // 7), PLASTIC, c.line, 1)
        for facelet in range(24):
            box = self.box(facelet).inflate(-max(2, cell // 9), -max(2, cell // 9))
            self._facelet(target, box, self.letters[facelet], facelet in self.faults)
        if self.focused:
            self._ring(target, self.box(self.cursor), cell // 7)
        for face in FACES:
            box = self.swatch(face)
            self._facelet(target, box, face, False)
            if face == self.chosen:
                self.brush.rounded(target, box.inflate(10, 10), cell // 5 + 5, None, c.accent, 3)
            self._count(target, box, face)

    def _ring(self, target: pygame.Surface, box: pygame.Rect, radius: int) -> None:
        self.brush.rounded(target, box.inflate(6, 6), radius + 3, None, self.theme.colours.focus, 2)

    def _facelet(self, target: pygame.Surface, box: pygame.Rect, letter: str, faulty: bool) -> None:
        c, radius = self.theme.colours, max(2, self.cell // 7)
        if letter == EMPTY:
            hollow = mix(PLASTIC, (255, 255, 255), 0.14)
            self.brush.rounded(target, box, radius, hollow)
        else:
            colour = sticker_colours(self.safe)[letter]
            self.brush.rounded(target, box, radius, colour)
            size = min(20.0, self.cell * 0.42 / self.theme.text_u)
            ink = letter_ink(colour)
            self.theme.blit_text(target, letter, size, box.center, ink, bold=True, align=0.5)
        if faulty:
            self.brush.rounded(target, box.inflate(4, 4), radius + 2, None, c.loss, 3)
            side = max(10, self.cell // 3)
            mark = icon(self.brush, Icon.WARNING, side, c.loss)
            ground = pygame.Rect(0, 0, side + 4, side + 4)
            ground.topright = (box.right + 2, box.top - 2)
            self.brush.rounded(target, ground, 4, c.panel)
            target.blit(mark, mark.get_rect(center=ground.center))

    def _count(self, target: pygame.Surface, box: pygame.Rect, face: str) -> None:
        """How many facelets of a colour are painted; four is right."""
        c, number = self.theme.colours, self.letters.count(face)
        ink = c.loss if number > 4 else c.text2 if number < 4 else c.text
        where = (box.centerx, box.bottom + self.theme.tx(14))
        self.theme.blit_text(target, f"{number}/4", 14, where, ink, align=0.5)
