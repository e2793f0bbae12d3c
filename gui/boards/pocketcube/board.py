"""The Pocket Cube in a person's hands, the unfolded cube for painting, and its record.

Hands hold it in any orientation and turn all six faces and the whole cube.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

import pygame

from engine.games.cube_facelets import (
    FACES,
    SOLVED,
    TURNING,
    HeldCube,
    Turn,
    apply,
    check_facelets,
    parse_turns,
)
from engine.games.pocket_cube import PocketCube
from engine.messages import Message, message
from gui.boards.board import Board, ViewToggle
from gui.boards.cell_editor import CellEditor
from gui.boards.handling import BLANK, DraftPosition, Handling, Marks, Move
from gui.boards.pocketcube.paint import PLASTIC, letter_ink, sticker_colours
from gui.boards.pocketcube.stage import preview, thumbnail
from gui.boards.pocketcube.view import CubeView, colour_word
from gui.kit.icons import Icon
from gui.kit.widget import Size, Widget, key_pressed
from gui.sounds import Sound
from gui.theme import Tint, mix
from gui.ui import Ui


class CubeHandling(Handling):
    """Positions are 24 facelets in any orientation, moves are turns of faces and of the cube."""

    puzzle: PocketCube
    goal = SOLVED

    @property
    def variant(self) -> str:
        return self.puzzle.metric

    def check(self, text: str) -> str:
        return check_facelets(text)

    def state(self, position: str) -> int:
        return self.puzzle.state_of(HeldCube(position))

    def solved(self, position: str) -> bool:
        return HeldCube(position).solved

    def goal_of(self, position: str) -> str:
        return HeldCube(position).solved_alike().facelets

    def moves(self, position: str) -> Sequence[Move]:
        return [Turn(name, quarters) for name in TURNING for quarters in (1, 3, 2)]

    def play(self, position: str, move: Move) -> str:
        turn = cast(Turn, move)
        return apply(position, turn.name, turn.quarters)

    def read_moves(self, text: str) -> tuple[Move, ...]:
        return tuple(parse_turns(text))

    def solver_moves(self, position: str, line: Iterable[int]) -> tuple[Move, ...]:
        return tuple(self.puzzle.turns[move] for move in line)

    def count(self, moves: Sequence[Move]) -> int:
        """Return the number of turns; two equal quarter turns of one face make one half turn."""
        turns = [(turn.name, turn.signed) for turn in cast(Sequence[Turn], moves)]
        if self.puzzle.metric == "quarter":
            return sum(abs(signed) for _, signed in turns)
        runs: list[tuple[str, int]] = []
        for name, signed in turns:
            if runs and runs[-1] == (name, signed) and abs(signed) == 1:
                runs[-1] = name, 2 * signed
            else:
                runs.append((name, signed))
        return len(runs)

    def counts(self, move: Move) -> bool:
        return cast(Turn, move).name in FACES

    def clue(self, position: str, line: Sequence[Move]) -> Message:
        name = cast(Turn, line[0]).name
        return message("puzzles.hint.layer", layer=Message(f"puzzles.layer.{name}"))

    def is_position(self, text: str) -> bool:
        """Return whether a text is facelets: letters alone, in long words."""
        words = text.split()
        letters = "".join(words)
        return len(letters) > 12 and letters.isalpha() and max(map(len, words)) >= 4

    def marks(self, position: str) -> Marks:
        return tuple("".join(position.split()))


# -- painting --------------------------------------------------------------------------------------


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


class Net(CellEditor[str]):
    """The unfolded cube; the mouse paints a stroke over several facelets."""

    title = "access.net"
    palette = tuple(FACES)
    drags = True

    def __init__(self, draft: DraftPosition, safe: bool, paint: Callable[[int, str], None]) -> None:
        super().__init__("net", draft.marks, draft.faulty, "U", BLANK, paint, COLUMNS)
        self.safe = safe  # palette for colour-blind users
        self.painting = False  # the mouse button is down

    def adopt_state(self, old: Widget) -> None:
        """Keep the current stroke too."""
        super().adopt_state(old)
        if isinstance(old, Net):
            self.painting = old.painting

    @property
    def grabs(self) -> bool:
        return self.painting

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Request cells large enough to click; the widget takes any additional space."""
        return min(ui.theme.tx(320), max(ui.theme.tx(180), width)), ui.theme.tx(160)

    # -- layout ----------------------------------------------------------------------------------

    @property
    def cell(self) -> int:
        """The side of a facelet in pixels."""
        across = self.rect.w / (COLUMNS + 3 * GAP)
        down = self.rect.h / (HIGH + PALETTE_ROOM)
        return max(8, int(min(across, down)))

    def box(self, cell: int) -> pygame.Rect:
        side = self.cell
        column, row = cell_of(cell)
        gap = round(side * GAP)
        left = self.rect.centerx - (COLUMNS * side + 3 * gap) // 2
        x = left + column * side + column // 2 * gap
        names = round(side * NAME) * (row // 2 + 1)
        y = self.rect.y + row * side + row // 2 * gap + names
        return pygame.Rect(x, y, side, side)

    def swatch(self, mark: str) -> pygame.Rect:
        cell = self.cell
        side = round(cell * 1.05)
        step = side + round(cell * 0.32)
        width = 5 * step + side
        x = self.rect.centerx - width // 2 + FACES.index(mark) * step
        y = self.rect.y + round(HIGH * cell) + round(cell * 0.45)
        return pygame.Rect(x, y, side, side)

    def beside(self, across: int, down: int) -> int:
        """Return the next facelet in a direction, past the empty corners of the net."""
        column, row = cell_of(self.cursor)
        for distance in range(1, COLUMNS + 1):
            place = ((column + distance * across) % COLUMNS, (row + distance * down) % ROWS)
            if place in CELLS:
                return CELLS[place]
        return self.cursor

    def cell_name(self, ui: Ui, cell: int) -> str:
        mark = self.cells[cell]
        colour = ui.tr("spot.unpainted") if mark == BLANK else self.mark_name(ui, mark)
        face = ui.tr(f"spot.face.{FACES[cell // 4]}")
        return ui.tr("spot.facelet", face=face, n=cell % 4 + 1, colour=colour)

    def mark_name(self, ui: Ui, mark: str) -> str:
        return colour_word(ui.tr, mark, self.safe)

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Paint a stroke with the left button, beside the usual keys and clicks."""
        if event.type == pygame.MOUSEMOTION:
            cell = self.cell_at(event.pos) if self.painting else None
            if cell is not None:
                self.use(cell)
            return self.painting
        if event.type == pygame.MOUSEBUTTONUP:
            self.painting = self.painting and event.button != 1
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.painting = self.cell_at(event.pos) is not None
        return super().handle(event)

    def typed(self, event: pygame.event.Event) -> str | None:
        """Return the colour of a letter, which becomes the chosen one."""
        if not key_pressed(event, *KEYS):
            return None
        self.chosen = KEYS[event.key]
        return self.chosen

    # -- drawing -------------------------------------------------------------------------------

    def draw_board(self, ui: Ui, target: pygame.Surface) -> None:
        c, cell = ui.theme.colours, self.cell
        for face in FACES:
            first = FACES.index(face) * 4
            ground = self.box(first).union(self.box(first + 3)).inflate(cell // 9, cell // 9)
            ui.brush.rounded(target, ground, max(2, cell // 7), PLASTIC, c.line, 1)
            name, size = ui.tr(f"spot.face.{face}"), min(14.0, cell * 0.4 / ui.theme.text_u)
            above = (ground.centerx, ground.y - round(cell * NAME / 2))
            ui.theme.blit_text(target, name, size, above, c.text2, align=0.5)

    def draw_mark(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, mark: str) -> None:
        inset = max(2, self.cell // 9)
        self._draw_facelet(ui, target, box.inflate(-inset, -inset), mark)

    def draw_swatch(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, mark: str) -> None:
        self._draw_facelet(ui, target, box, mark)
        self._draw_count(ui, target, box, mark)

    def _draw_facelet(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, letter: str) -> None:
        radius = max(2, self.cell // 7)
        if letter == BLANK:
            ui.brush.rounded(target, box, radius, mix(PLASTIC, (255, 255, 255), 0.14))
            return
        colour = sticker_colours(self.safe)[letter]
        ui.brush.rounded(target, box, radius, colour)
        size, ink = min(20.0, self.cell * 0.42 / ui.theme.text_u), letter_ink(colour)
        ui.theme.blit_text(target, letter, size, box.center, ink, bold=True, align=0.5)

    def _draw_count(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, face: str) -> None:
        """Draw how many facelets of a colour are painted; four is correct."""
        c, number = ui.theme.colours, self.cells.count(face)
        ink = c.loss if number > 4 else c.text2 if number < 4 else c.text
        where = (box.centerx, box.bottom + ui.theme.tx(14))
        size = min(14.0, self.cell * 0.7 / ui.theme.text_u)
        ui.theme.blit_text(target, f"{number}/4", size, where, ink, align=0.5)


BOARD = Board(
    CubeView,
    art=preview,
    tint=Tint.TEAL,
    sound=Sound.TURN,
    handling=CubeHandling,
    thumbnail=thumbnail,
    editor=lambda puzzle, draft, settings, paint: Net(draft, settings.safe_palette, paint),
    orbits=True,
    toggles=(
        ViewToggle("letters", "cube_letters", letter="A"),
        ViewToggle("safe", "safe_palette", icon=Icon.EYE),
    ),
)
