"""The unfolded cube for painting: 24 facelets, a palette of six colours, mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.games.cube_notation import FACES
from gui.boards.handling import BLANK, DraftPosition
from gui.boards.pocketcube.paint import PLASTIC, letter_ink, sticker_colours
from gui.boards.pocketcube.view import colour_word
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.buttons import ACTIVATE
from gui.kit.icons import Icon, icon
from gui.kit.widget import ARROW_KEYS, NOWHERE, Size, Widget, key_pressed
from gui.theme import mix
from gui.ui import Ui

# Column and row, in faces, of each face of the net.
PLACES = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}
COLUMNS, ROWS = 8, 6
GAP = 0.22  # between faces, in cells
NAME = 0.5  # the height of the name above a face, in cells
PALETTE_ROOM = 1.6  # below the net, in cells
HIGH = ROWS + 2 * GAP + 3 * NAME  # the height of the net with the names, in cells
KEYS = {getattr(pygame, f"K_{face.lower()}"): face for face in FACES}


def cell_of(facelet: int) -> tuple[int, int]:
    """Return column 0 .. 7 and row 0 .. 5 of a facelet in the net."""
    x, y = PLACES[FACES[facelet // 4]]
    return 2 * x + facelet % 2, 2 * y + facelet % 4 // 2


CELLS = {cell_of(facelet): facelet for facelet in range(24)}


class Net(Widget):
    """Draws a painted cube and reports clicks and keys to `paint`; it changes nothing itself."""

    focusable = True
    drags = True

    def __init__(self, draft: DraftPosition, safe: bool, paint: Callable[[int, str], None]) -> None:
        super().__init__("net")
        self.letters = draft.marks
        self.faults = draft.faulty
        self.safe = safe  # palette for colour-blind users
        self.paint = paint
        self.chosen = "U"
        self.cursor = 0
        self.painting = False  # the mouse button is down

    def adopt_state(self, old: Widget) -> None:
        """Keep the chosen colour, the cursor, and the current stroke."""
        if isinstance(old, Net):
            self.chosen, self.cursor, self.painting = old.chosen, old.cursor, old.painting

    @property
    def grabs(self) -> bool:
        return self.painting

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Request cells large enough to click; the widget takes any additional space."""
        return min(ui.theme.tx(320), max(ui.theme.tx(180), width)), ui.theme.tx(160)

    def focus_rect(self) -> pygame.Rect:
        """Return an empty rectangle: the net draws its own cursor."""
        return NOWHERE

    # -- layout ----------------------------------------------------------------------------------

    @property
    def cell(self) -> int:
        """The side of a facelet in pixels."""
        across = self.rect.w / (COLUMNS + 3 * GAP)
        down = self.rect.h / (HIGH + PALETTE_ROOM)
        return max(8, int(min(across, down)))

    def box(self, facelet: int) -> pygame.Rect:
        cell = self.cell
        column, row = cell_of(facelet)
        gap = round(cell * GAP)
        left = self.rect.centerx - (COLUMNS * cell + 3 * gap) // 2
        x = left + column * cell + column // 2 * gap
        names = round(cell * NAME) * (row // 2 + 1)
        y = self.rect.y + row * cell + row // 2 * gap + names
        return pygame.Rect(x, y, cell, cell)

    def swatch(self, face: str) -> pygame.Rect:
        """Return the rectangle of a palette colour."""
        cell = self.cell
        side = round(cell * 1.05)
        step = side + round(cell * 0.32)
        width = 5 * step + side
        x = self.rect.centerx - width // 2 + FACES.index(face) * step
        y = self.rect.y + round(HIGH * cell) + round(cell * 0.45)
        return pygame.Rect(x, y, side, side)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe the 24 facelets with their colours, and the six colours of the palette."""
        facelets = [self._told_facelet(ui, facelet) for facelet in range(24)]
        colours = [self._told_colour(ui, face) for face in FACES]
        return AccessibleInfo(Role.BOARD, ui.tr("access.net"), parts=(*facelets, *colours))

    def _told_facelet(self, ui: Ui, facelet: int) -> AccessibleInfo:
        tr, letter, box = ui.tr, self.letters[facelet], self.box(facelet)
        empty = letter == BLANK
        colour = tr("spot.unpainted") if empty else colour_word(tr, letter, self.safe)
        face = tr(f"spot.face.{FACES[facelet // 4]}")
        return AccessibleInfo(
            Role.BUTTON,
            tr("spot.facelet", face=face, n=facelet % 4 + 1, colour=colour),
            note=tr("spot.faulty") if facelet in self.faults else "",
            key=str(facelet),
            place=(box.x, box.y, box.w, box.h),
            current=facelet == self.cursor,
            press=lambda: self._paint(facelet, self.chosen),
            point=lambda: setattr(self, "cursor", facelet),
        )

    def _told_colour(self, ui: Ui, face: str) -> AccessibleInfo:
        box = self.swatch(face)
        return AccessibleInfo(
            Role.CHOICE,
            colour_word(ui.tr, face, self.safe),
            selected=face == self.chosen,
            key=face,
            place=(box.x, box.y, box.w, box.h),
            press=lambda: setattr(self, "chosen", face),
        )

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Choose a colour with a click on the palette; clear a facelet with the right button."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event.pos, event.button)
        elif event.type == pygame.MOUSEMOTION:
            if self.painting:
                self._paint(self._facelet_at(event.pos), self.chosen)
            return self.painting
        elif event.type == pygame.MOUSEBUTTONUP:
            self.painting = self.painting and event.button != 1
        else:
            return self._key(event)
        return True

    def _press(self, position: tuple[int, int], button: int) -> None:
        for face in FACES:
            if self.swatch(face).inflate(8, 8).collidepoint(position):
                self.chosen = face
                return
        facelet = self._facelet_at(position)
        if facelet is not None and button in (1, 3):
            self.cursor = facelet
            self.painting = button == 1
            self._paint(facelet, self.chosen if button == 1 else BLANK)

    def _facelet_at(self, position: tuple[int, int]) -> int | None:
        return next((f for f in range(24) if self.box(f).collidepoint(position)), None)

    def _paint(self, facelet: int | None, letter: str) -> None:
        if facelet is not None and self.letters[facelet] != letter:
            self.paint(facelet, letter)

    def _key(self, event: pygame.event.Event) -> bool:
        facelet = self.cursor
        if key_pressed(event, *ARROW_KEYS):
            self.cursor = self._beside(ARROW_KEYS[event.key])
        elif key_pressed(event, *KEYS):
            self.chosen = KEYS[event.key]
            self.cursor = (facelet + 1) % 24
            self._paint(facelet, self.chosen)
        elif key_pressed(event, *ACTIVATE):
            self._paint(facelet, self.chosen)
        elif key_pressed(event, pygame.K_BACKSPACE):
            self.cursor = (facelet - 1) % 24
            self._paint(self.cursor, BLANK)
        elif key_pressed(event, pygame.K_DELETE):
            self._paint(facelet, BLANK)
        else:
            return False
        return True

    def _beside(self, step: tuple[int, int]) -> int:
        column, row = cell_of(self.cursor)
        for distance in range(1, COLUMNS + 1):
            cell = ((column + distance * step[0]) % COLUMNS, (row + distance * step[1]) % ROWS)
            if cell in CELLS:
                return CELLS[cell]
        return self.cursor

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c, cell = ui.theme.colours, self.cell
        for face in FACES:
            first = FACES.index(face) * 4
            ground = self.box(first).union(self.box(first + 3)).inflate(cell // 9, cell // 9)
            ui.brush.rounded(target, ground, max(2, cell // 7), PLASTIC, c.line, 1)
            name, size = ui.tr(f"spot.face.{face}"), min(14.0, cell * 0.4 / ui.theme.text_u)
            above = (ground.centerx, ground.y - round(cell * NAME / 2))
            ui.theme.blit_text(target, name, size, above, c.text2, align=0.5)
        for facelet in range(24):
            box = self.box(facelet).inflate(-max(2, cell // 9), -max(2, cell // 9))
            self._facelet(ui, target, box, self.letters[facelet], facelet in self.faults)
        if self.focused:
            self._ring(ui, target, self.box(self.cursor), cell // 7)
        for face in FACES:
            box = self.swatch(face)
            self._facelet(ui, target, box, face, False)
            if face == self.chosen:
                ui.brush.rounded(target, box.inflate(10, 10), cell // 5 + 5, None, c.accent, 3)
            self._count(ui, target, box, face)

    def _ring(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, radius: int) -> None:
        ui.brush.rounded(target, box.inflate(6, 6), radius + 3, None, ui.theme.colours.focus, 2)

    def _facelet(
        self, ui: Ui, target: pygame.Surface, box: pygame.Rect, letter: str, faulty: bool
    ) -> None:
        c, radius = ui.theme.colours, max(2, self.cell // 7)
        if letter == BLANK:
            hollow = mix(PLASTIC, (255, 255, 255), 0.14)
            ui.brush.rounded(target, box, radius, hollow)
        else:
            colour = sticker_colours(self.safe)[letter]
            ui.brush.rounded(target, box, radius, colour)
            size = min(20.0, self.cell * 0.42 / ui.theme.text_u)
            ink = letter_ink(colour)
            ui.theme.blit_text(target, letter, size, box.center, ink, bold=True, align=0.5)
        if faulty:
            ui.brush.rounded(target, box.inflate(4, 4), radius + 2, None, c.loss, 3)
            side = max(10, self.cell // 3)
            mark = icon(ui.brush, Icon.WARNING, side, c.loss)
            ground = pygame.Rect(0, 0, side + 4, side + 4)
            ground.topright = (box.right + 2, box.top - 2)
            ui.brush.rounded(target, ground, 4, c.panel)
            target.blit(mark, mark.get_rect(center=ground.center))

    def _count(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, face: str) -> None:
        """Draw how many facelets of a colour are painted; four is correct."""
        c, number = ui.theme.colours, self.letters.count(face)
        ink = c.loss if number > 4 else c.text2 if number < 4 else c.text
        where = (box.centerx, box.bottom + ui.theme.tx(14))
        size = min(14.0, self.cell * 0.7 / ui.theme.text_u)
        ui.theme.blit_text(target, f"{number}/4", size, where, ink, align=0.5)
