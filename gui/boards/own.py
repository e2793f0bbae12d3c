"""The board of an own game or puzzle: its text in the fixed font, its moves as buttons below."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pygame

from engine.messages import Message
from engine.naming import named_move
from engine.own.rules import OwnPuzzle
from engine.protocols import PositionError
from gui.boards.board import Board
from gui.boards.common import ENTER, BoardView, area, digit_of
from gui.boards.handling import Handling, Move, TextMove
from gui.boards.puzzle_view import AnimatedMove, FlatPuzzleView
from gui.boards.values import badge_and_words, look_of, worth_text
from gui.kit.chip_flow import flow_lines, line_boxes
from gui.kit.text_wrap import shorten
from gui.kit.widget import ARROW_KEYS, key_pressed
from gui.protocols import BoardState, BoardTarget
from gui.sounds import Sound
from gui.theme import Colour, Theme, mix
from gui.ui import Ui

LARGEST, SMALLEST = 72, 9  # sizes of the letters of a position
LINE = 1.25  # the distance of two lines, in heights of a letter's box
CHIP = 56  # the height of a button, with a line for its value
WIDER = 1.2  # than its column: a letter that another font lends is made smaller
PART = 0.62  # of the room, at most, that the buttons take
RING = 5  # pixels below the buttons, for the focus ring round one
ONWARD = -1  # the place of the button that shows the next moves


@dataclass(frozen=True)
class _Letters:
    """The lines of a picture, the size of their letters, and the extent of one in pixels."""

    lines: tuple[str, ...]
    size: float
    wide: float
    high: float

    @property
    def extent(self) -> tuple[int, int]:
        longest = max(map(len, self.lines), default=0)
        return round(longest * self.wide), round(len(self.lines) * self.high)


def fitted(theme: Theme, lines: tuple[str, ...], room: tuple[int, int], largest: float) -> _Letters:
    """Return lines with the largest letters that fit; of too many letters the first ones."""
    plain = tuple(line.expandtabs(4) for line in lines)
    unit, high = theme.width("0" * 40, 40, mono=True) / 1600, theme.text_u * LINE
    columns, rows = max(1, *map(len, plain), 1), max(1, len(plain))
    size = min(largest, room[0] / (columns * unit), room[1] / (rows * high))
    while size > SMALLEST and theme.width("0" * columns, size, mono=True) > room[0]:
        size *= 0.97  # letters come in whole pixels
    size = max(size, SMALLEST)
    # What fits by exactly is not cut by a rounding error.
    cells = (room[0] / (size * unit), room[1] / (size * high))
    across, down = (max(1, int(each + 1e-6)) for each in cells)
    if len(plain) > down:
        plain = (*plain[: down - 1], "…")
    cut = (line if len(line) <= across else f"{line[: across - 1]}…" for line in plain)
    return _Letters(tuple(cut), size, size * unit, size * high)


def draw_letters(
    ui: Ui, target: pygame.Surface, centre: tuple[int, int], letters: _Letters, before: _Letters
) -> None:
    """Draw a picture, each letter in its column; where the last move changed it, in the accent."""
    theme, c = ui.theme, ui.theme.colours
    size = letters.extent
    same = [*map(len, letters.lines)] == [*map(len, before.lines)]

    def draw(canvas: pygame.Surface, _factor: int) -> None:
        for row, line in enumerate(letters.lines):
            old = before.lines[row] if same else line
            for column, letter in enumerate(line):
                at = ((column + 0.5) * letters.wide, (row + 0.5) * letters.high)
                ink = c.text if letter == old[column] else c.accent
                lent = theme.width(letter, letters.size, mono=True) / letters.wide
                high = letters.size / (lent if lent > WIDER else 1.0)
                theme.blit_text(canvas, letter, high, at, ink, mono=True, align=0.5)

    key = ("own picture", letters, before.lines if same else (), theme.look, theme.safe_palette)
    picture = ui.brush.find(key) or ui.brush.kept(key, size, draw, factor=1)
    target.blit(picture, picture.get_rect(center=centre))


class OwnView(BoardView[int]):
    """A position as text, and a button for each move; `hover` and `cursor` hold a button's place.

    More buttons than fit come by pages, which the last button turns.
    """

    VALUES_ABOVE = False
    page = 0
    _chips: tuple[tuple[int, pygame.Rect], ...] = ()  # the places in view, and their rectangles

    def layout(self) -> None:
        """Place the buttons at the foot, and leave the rest to the picture."""
        room, theme = self.room(), self.theme
        self._moves = tuple(self.game.moves(self.shown.state))
        self._names = [self.game.move_text(self.shown.state, move) for move in self._moves]
        self._chips, foot = (), 0
        if self._moves and not self.compact:
            room.h -= RING
            most = max(theme.tx(CHIP), round(room.h * PART))
            foot = self._place_chips(room.inflate(-theme.px(16), 0), most)
        gap = theme.tx(26) if foot else 0
        self.board = room.copy()
        self.board.h = max(1, room.h - foot - gap)
        # In the gap and the margin of the picture: over no letter of it, under no mark of a button.
        self._line = self.board.copy()
        self._line.h += max(0, gap - theme.tx(9))

    def _place_chips(self, room: pygame.Rect, height: int) -> int:
        """Place the buttons in at most so much height; return what they take."""
        theme = self.theme
        high, apart = theme.tx(CHIP), theme.px(8)
        widths = [
            max(theme.tx(72), theme.width(name, 16, True, True) + theme.tx(24))
            for name in self._names
        ]
        lines = flow_lines(widths, apart, room.w)
        rows = max(1, (height + apart) // (high + apart))
        # With several pages the last line has the button that turns them.
        each = len(lines) if len(lines) <= rows else max(1, rows - 1)
        self._pages = [lines[start : start + each] for start in range(0, len(lines), each)]
        self.page = min(self.page, len(self._pages) - 1)
        placed = [[(at, min(room.w, widths[at])) for at in line] for line in self._pages[self.page]]
        if len(self._pages) > 1:
            placed.append([(ONWARD, theme.tx(72))])
        foot, chips = len(placed) * (high + apart) - apart, list[tuple[int, pygame.Rect]]()
        for row, line in enumerate(placed):  # each centred
            places, across = zip(*line, strict=True)
            left = room.centerx - (sum(across) + apart * (len(line) - 1)) // 2
            top = room.bottom - foot + row * (high + apart)
            chips += zip(places, line_boxes(across, apart, left, top, high), strict=True)
        self._chips = tuple(chips)
        return foot

    def state_changed(self) -> None:
        self.page = 0
        self.layout()

    # -- places ----------------------------------------------------------------------------------

    def at(self, position: tuple[int, int]) -> int | None:
        return next((place for place, rect in self._chips if rect.collidepoint(position)), None)

    def stands(self, cursor: int) -> bool:
        return any(place == cursor for place, _ in self._chips)

    def first_cursor(self) -> int | None:
        return self._chips[0][0] if self._chips else None

    def place_of(self, move: int) -> tuple[tuple[int, int], int] | None:
        """Return the upper right corner of a move's button, where a mark hides no text."""
        chips = (rect for at, rect in self._chips if at >= 0 and self._moves[at] == move)
        rect = next(chips, None)
        return None if rect is None else (rect.topright, self.theme.tx(11))

    def places_taken(self, state: int, move: int) -> list[tuple[tuple[int, int], int]]:
        """Return the button of the first move of a line; later moves have none yet."""
        spot = self.place_of(move) if state == self.shown.state else None
        return [] if spot is None else [spot]

    def line_area(self) -> pygame.Rect:
        return self._line

    def spots(self) -> list[BoardTarget]:
        """Return the picture as text, and every move, also of the other pages."""
        state = self.shown.state
        targets = [BoardTarget("picture", "\n".join(self.game.diagram(state)), area(self.board))]
        in_view = dict(self._chips)
        for place, move in enumerate(self._moves):
            name = self.ui.tr(named_move(self.game, state, move))
            where = place if place in in_view else None
            rect = in_view.get(place, self.rect)
            targets.append(replace(self.named_spot(move, name, where), place=area(rect)))
        if ONWARD in in_view:
            name = self.ui.tr("board.own.more")
            targets.append(BoardTarget("more", name, area(in_view[ONWARD]), ONWARD))
        return targets

    def move_at(self, where: int) -> int | Message | None:  # type: ignore[override]
        """Return the move of a button, or why it has none; the button of the page turns it."""
        if where == ONWARD:
            self.page = (self.page + 1) % len(self._pages)
            self.layout()
            self.set_cursor(ONWARD if self.focused else None)
            self._changed = True
            return None
        move = self._moves[where]
        return move if move in self.shown.legal else self.refuse("board.own.moves")

    def typed(self, digit: int) -> int | Message:
        names = dict(zip(self._names, self._moves, strict=True))
        move = names.get(str(digit))
        return move if move in self.shown.legal else self.refuse("board.own.moves")

    def arrow(self, event: pygame.event.Event) -> int | Message | None:
        places = [place for place, _ in self._chips]
        if not places:
            return None
        if event.key in ENTER:
            return None if self.cursor is None else self.move_at(self.cursor)
        if self.cursor not in places:
            self.set_cursor(places[0])
            return None
        here = places.index(self.cursor)
        across, down = ARROW_KEYS.get(event.key, (0, 0))
        if across:
            self.set_cursor(places[min(len(places) - 1, max(0, here + across))])
        elif down:
            self.set_cursor(self._beyond(self._chips[here][1], down))
        return None

    def _beyond(self, here: pygame.Rect, way: int) -> int:
        """Return the nearest button of the next line below or above, else the present one."""
        further = [(p, r) for p, r in self._chips if (r.y - here.y) * way > 0]
        line = min((abs(rect.y - here.y) for _, rect in further), default=0)
        near = [(abs(r.centerx - here.centerx), p) for p, r in further if abs(r.y - here.y) == line]
        return min(near)[1] if near else int(self.cursor)

    # -- drawing ---------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        theme, c, shown = self.theme, self.theme.colours, self.shown
        pad = theme.px(8 if self.compact else 28)
        room = (self.board.w - 2 * pad, self.board.h - 2 * pad)
        largest = LARGEST * (2 if self.compact else 1)
        letters = fitted(theme, tuple(self.game.diagram(shown.state)), room, largest)
        before = letters
        if shown.previous is not None and shown.last_move is not None and not self.compact:
            before = fitted(theme, tuple(self.game.diagram(shown.previous)), room, largest)
        if not self.compact:
            plate = pygame.Rect(0, 0, *letters.extent).inflate(2 * pad, 2 * pad)
            plate.center = self.board.center
            self.ui.brush.rounded(surface, plate, theme.px(12), c.panel, c.hair, 1)
        draw_letters(self.ui, surface, self.board.center, letters, before)
        for place, rect in self._chips:
            self._draw_chip(surface, place, rect)
        if self.focused and self.stands(self.cursor):
            self.ring(surface, dict(self._chips)[self.cursor], theme.px(10))

    def _draw_chip(self, surface: pygame.Surface, place: int, rect: pygame.Rect) -> None:
        theme, c, shown = self.theme, self.theme.colours, self.shown
        move = None if place == ONWARD else self._moves[place]
        legal = move is None or move in shown.legal
        best = move is not None and shown.is_best(move)
        ground, edge = (c.raised, c.line) if legal else (c.panel, c.hair)
        marked = best or (move is not None and move == shown.hint)
        if marked:
            ground, edge = mix(ground, c.accent, 0.16), c.accent
        elif move is not None and move == shown.planned:
            edge = c.player(self.game.to_move(shown.state))
        ground = c.hover if legal and place == self.hover else ground
        wide = 2 if edge in (c.accent, c.player(0), c.player(1)) else 1
        self.ui.brush.rounded(surface, rect, theme.px(10), ground, edge, wide)
        ink = c.text if legal else c.text2
        if move is None:
            text = f"{self.page + 1}/{len(self._pages)}"
            theme.blit_text(surface, text, 14, rect.center, ink, bold=True, align=0.5)
        else:
            self._draw_name(surface, place, move, rect, ink)

    def _draw_name(
        self, surface: pygame.Surface, place: int, move: int, rect: pygame.Rect, ink: Colour
    ) -> None:
        """Draw the text of a move, and its value below it."""
        theme = self.theme
        estimate = next((each for each in self.shown.estimates if each.move == move), None)
        value = None if estimate is None else look_of(estimate)
        text = shorten(theme, self._names[place], 16, rect.w - theme.tx(12), True, True)
        x, y = rect.center
        above = y if value is None else y - theme.tx(12)
        theme.blit_text(surface, text, 16, (x, above), ink, bold=True, mono=True, align=0.5)
        if value is None or estimate is None:
            return
        words, exact = worth_text(self.ui, estimate), estimate.value is not None
        badge_and_words(self.ui, surface, value, (x, y + theme.tx(13)), words, exact, 0.85)


class OwnHandling(Handling):
    """A person's puzzle: it may have several goals, and moves without a way back."""

    puzzle: OwnPuzzle

    @property
    def start(self) -> str:
        return self.puzzle.text(self.puzzle.initial())

    @property
    def scrambles(self) -> bool:
        return self.puzzle.reversible

    def solved(self, position: str) -> bool:
        return self.state(position) in self.puzzle.goals

    def is_position(self, text: str) -> bool:
        with suppress(PositionError):
            return bool(self.check(text))
        return False

    def paintable(self, text: str) -> None:
        """Return None: a position is typed, not set up by hand."""


class OwnPuzzleView(FlatPuzzleView):
    """A puzzle on the board of games, which draws the picture and takes clicks and keys."""

    def __init__(self, handling: Handling, ui: Ui) -> None:
        super().__init__(handling, ui)
        self.table = OwnView(handling.puzzle, ui)
        self.table.bare = True
        self._set("")

    def _set(self, before: str) -> None:
        """Show the present position on the table; `before` is the one it came from, "" if none."""
        puzzle, state = self.handling.puzzle, self.handling.state(self.target)
        previous = self.handling.state(before) if before else state
        led = (move for move in puzzle.moves(previous) if puzzle.play(previous, move) == state)
        legal, move = tuple(puzzle.moves(state)), next(led, None)
        shown = BoardState(state, legal=legal, previous=previous, last_move=move)
        self._drawn = self.target
        self.table.show(shown, False)

    def _follow(self) -> None:
        if self._drawn != self.target:
            self._set(self._drawn)

    def place(self, rect: pygame.Rect, ui: Ui, stage: pygame.Rect | None = None) -> None:
        super().place(rect, ui, stage)
        margin = ui.theme.px(16)
        self._follow()
        self.table.place(self.stage.inflate(-2 * margin, -2 * margin), ui)

    def _answered(self, answer: int | Message | None) -> Move | Message | None:
        """Return a move of the table as one by hand."""
        self._changed |= self.table.update(0.0)
        if answer is None or isinstance(answer, Message):
            return answer
        return TextMove(self.handling.puzzle.move_text(self.handling.state(self.target), answer))

    def handle(self, event: pygame.event.Event) -> Move | Message | None:
        self._follow()
        return self._answered(self.table.handle(event))

    def typed(self, event: pygame.event.Event) -> Move | Message | None:
        digit = digit_of(event)
        return None if digit is None else self._answered(self.table.typed(digit))

    def arrow(self, event: pygame.event.Event) -> Move | Message | bool:
        if not key_pressed(event, *ARROW_KEYS, *ENTER[:2]):
            return False
        self._follow()
        self.table.focused = True
        return self._answered(self.table.arrow(event)) or True

    def duration(self, move: Move) -> float:
        """Return 0: a text jumps."""
        return 0.0

    def paint(self, surface: pygame.Surface, motion: AnimatedMove | None, fraction: float) -> None:
        self._follow()
        self.table.draw(surface)


def _view(rules: Any, ui: Ui) -> OwnView | OwnPuzzleView:
    return (OwnPuzzleView if isinstance(rules, Handling) else OwnView)(rules, ui)


BOARD = Board(_view, sound=Sound.PLACE, handling=OwnHandling)
