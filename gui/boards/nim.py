"""Nim: heaps of flat pebbles; a click on a pebble takes it and all above it."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from engine.games.heaps import MAX_HEAPS, HeapGame, Heaps
from engine.messages import Message, message
from engine.protocols import Estimate
from engine.solvers.heap_theory import HeapTheory
from gui.boards.board import Board
from gui.boards.common import ENTER, around
from gui.boards.editing import HeapEditing
from gui.boards.heap_view import RISE, HeapView, faded
from gui.boards.marks import hint_ring
from gui.boards.values import badge_and_words, badge_width, look_of, take_card, worth_text
from gui.kit import Label
from gui.kit.layout import Column, Flexible, Layout, Scroll
from gui.kit.table import Table, TableCell, TableColumn
from gui.protocols import BoardTarget
from gui.theme import Colour, ThemeName, Tint, mix
from gui.ui import Ui

# -- pebbles ---------------------------------------------------------------------------------------


TONES: tuple[Colour, ...] = (
    (216, 205, 186),
    (199, 180, 135),
    (178, 165, 142),
    (160, 139, 133),
    (140, 160, 166),
)
HALF_WIDTH, HALF_HEIGHT, STEP = 25.0, 10.5, 19.5


def askew(heap: int, rank: int) -> tuple[int, float, float]:
    """Return the tone, sideways shift and size of a pebble; a hash makes them repeatable."""
    word = ((heap * 1000 + rank) * 2654435761 + 12345) & 0xFFFFFFFF
    tone = (rank - heap) % len(TONES)
    shift = ((word >> 9 & 255) / 255 - 0.5) * 0.14
    # Few different sizes, because each needs a picture of its own.
    return tone, shift, 1 - 0.02 * (min(rank, 9) // 2) - 0.04 * (word >> 18 & 1)


def pebble(
    ui: Ui, tone: int, half: tuple[float, float], edge: Colour | None, loose: bool
) -> pygame.Surface:
    """Return a centred stone with a soft light on top; `edge` outlines a chosen one.

    Only a `loose` one casts a shadow: in a tight stack shadows would add up to black.
    """
    pad = max(2, round(half[1] * 0.5))
    size = (2 * round(half[0]) + 2 * pad, 2 * round(half[1]) + 2 * pad)
    stone = TONES[tone]
    contrast = ui.theme.look is ThemeName.CONTRAST

    def draw(canvas: pygame.Surface, scale: int) -> None:
        box = pygame.Rect(0, 0, round(2 * half[0] * scale), round(2 * half[1] * scale))
        box.center = (size[0] * scale // 2, size[1] * scale // 2)
        if loose and not contrast:
            below = box.move(round(0.08 * box.h), round(0.18 * box.h))
            _soft(canvas, below, round(pad * scale * 0.5))
        if edge is not None:
            grow = max(2 * scale, round((0.16 if loose else 0.06) * box.h))
            pygame.draw.ellipse(canvas, edge, box.inflate(grow, grow))
        _stone(canvas, box, stone)

    key = ("pebble", tone, round(half[0] * 8), round(half[1] * 8), edge, contrast, loose)
    return ui.brush.kept(key, size, draw)


def _soft(canvas: pygame.Surface, box: pygame.Rect, reach: int) -> None:
    """Draw a shadow that fades outwards."""
    steps = 5
    for step in range(steps):
        grow = 2 * reach * (steps - 1 - step) // steps
        ink = (0, 0, 0, 70 * (step + 1) // steps)
        pygame.draw.ellipse(canvas, ink, box.inflate(grow, grow))


def _stone(canvas: pygame.Surface, box: pygame.Rect, stone: Colour) -> None:
    """Draw a stone: dark at the lower rim, lighter upwards, with a light on the upper left."""
    pygame.draw.ellipse(canvas, mix(stone, (20, 18, 24), 0.42), box)
    steps = 14
    for step in range(steps):
        fraction = step / (steps - 1)
        narrower, lower = 0.05 * box.w * fraction, (0.10 + 0.22 * fraction) * box.h
        layer = box.inflate(-round(narrower), -round(lower))
        layer.bottom = box.bottom - round((0.10 + 0.16 * fraction) * box.h)
        shade = mix(mix(stone, (20, 18, 24), 0.16), mix(stone, (255, 255, 255), 0.05), fraction)
        pygame.draw.ellipse(canvas, shade, layer)
    light = box.inflate(-round(0.52 * box.w), -round(0.72 * box.h))
    light.move_ip(-round(0.10 * box.w), -round(0.20 * box.h))
    for step in range(6):
        fraction = step / 5
        spot = light.inflate(-round(0.4 * light.w * fraction), -round(0.4 * light.h * fraction))
        pygame.draw.ellipse(canvas, mix(stone, (255, 255, 255), 0.06 + 0.24 * fraction), spot)


# -- the heaps in binary ---------------------------------------------------------------------------


def nim_words(game: HeapGame, state: Heaps) -> Message:
    """Return the advice of Nim theory for a position, from the same theory the kernel bot plays."""
    theory = HeapTheory.of(game)
    return message(f"match.nim.{theory.plan(state.heaps)}", xor=theory.nim_sum(state.heaps))


def binary_card(game: HeapGame, state: Heaps, ui: Ui) -> Layout:
    """Lay out the heaps as rows of bits, their xor, and the advice of the theory."""
    c, total = ui.theme.colours, 0
    for heap in state.heaps:
        total ^= heap
    bits = max(3, max([total, *state.heaps]).bit_length())

    def row(name: TableCell, number: int, ink: Colour) -> list[TableCell]:
        cells = [name, TableCell(str(number), ink=ink, size=16, bold=True)]
        for place in reversed(range(bits)):
            on = number >> place & 1
            odd = total >> place & 1
            shade = mix(c.panel, c.text2, 0.6) if not on else c.accent if odd else c.text
            cells.append(TableCell(str(on), ink=shade, size=16, mono=True, width=8))
        return cells

    rows = [
        row(TableCell(str(number), ink=c.text2), heap, c.text)
        for number, heap in enumerate(state.heaps, start=1)
    ]
    rows.append(row(TableCell("xor", ink=c.text2, mono=True), total, c.accent if total else c.text))
    columns = [TableColumn(align=0), TableColumn(), *[TableColumn(align=0.5)] * bits]
    table = Table(
        columns, rows, row_height=26, least_row=19, head_height=0, packed=True, total=True
    )
    text = Label(ui.tr(nim_words(game, state)), 14, quiet=True)
    return Scroll(Column(Flexible(table), text, gap=8), "detail")


# -- the board -------------------------------------------------------------------------------------


PLACE = 2 * HALF_WIDTH + 9  # the width of one heap
LARGEST = 3.0  # the unit of a stone, in pixels of a usual window
JUMP = 10  # step of the cursor with Shift
LABEL, LEAST_LABEL = 0.8, 0.5  # scales of a value on a pebble: the usual one, the least


class NimView(HeapView):
    """The heaps side by side on a board; digits take from the heap under the cursor.

    `hover` and `cursor` hold a heap and an amount.
    """

    count = tallest = 0  # the largest counts so far, which the layout has room for

    def layout(self) -> None:
        heaps = self.shown.state.heaps
        self.count = len(heaps)
        self.tallest = max(1, *self.game.start, *heaps)
        theme = self.theme
        area = self.room()
        foot = 0 if self.compact else theme.tx(58)
        room = area.h - foot
        width = self.rect.w / (self.count * PLACE + 40)
        # A tall heap keeps the width of its stones; they overlap more.
        layers = min(self.tallest, 9)
        height = room / ((layers - 1) * STEP + 2 * HALF_HEIGHT + 20)
        self.unit = min(width, height) if self.compact else min(width, height, LARGEST * theme.u)
        body = room - (2 * HALF_HEIGHT + 20) * self.unit
        self.step = min(STEP * self.unit, body / max(1, self.tallest - 1))
        self.gap = PLACE * self.unit
        self.left = self.rect.centerx - self.gap * self.count / 2
        used = (self.tallest - 1) * self.step + (2 * HALF_HEIGHT + 8) * self.unit
        self.floor = round(area.y + (room + used) / 2)
        self.cards = self.strip()

    def state_changed(self) -> None:
        heaps = self.shown.state.heaps
        if len(heaps) != self.count or max(heaps) > self.tallest:
            self.layout()
        self.rising.forget()
        self.hover = None if self.hover is None else self._within(*self.hover)
        self.cursor = None if self.cursor is None else self._within(*self.cursor)

    def _within(self, heap: int, amount: int) -> tuple[int, int] | None:
        """Return the heap with the amount limited to its size; None when it is empty or missing."""
        heaps = self.shown.state.heaps
        if heap >= len(heaps) or not heaps[heap]:
            return None
        return heap, min(amount, heaps[heap])

    def centre(self, heap: int, rank: int) -> tuple[int, int]:
        """Return the centre of a pebble, rank 0 at the bottom."""
        x = self.left + (heap + 0.5) * self.gap
        return round(x), round(self.floor - HALF_HEIGHT * self.unit - rank * self.step)

    def place_of(self, move: int) -> tuple[tuple[int, int], int]:
        heap, amount = self.game.split(move)
        place = self.centre(heap, self.shown.state.heaps[heap] - amount)
        return place, max(6, round(min(HALF_HEIGHT * self.unit, self.step * 0.6)))

    def places_taken(self, state: Heaps, move: int) -> list[tuple[tuple[int, int], int]]:
        heap, amount = self.game.split(move)
        size = state.heaps[heap]
        radius = max(6, round(min(HALF_HEIGHT * self.unit, self.step * 0.5)))
        return [(self.centre(heap, rank), radius) for rank in range(size - amount, size)]

    def at(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """Return the heap and the amount that a click here takes, or None."""
        heap = int((position[0] - self.left) // self.gap)
        heaps = self.shown.state.heaps
        if not 0 <= heap < len(heaps):
            return None
        half = HALF_HEIGHT * self.unit
        top = self.centre(heap, heaps[heap] - 1)[1] - half
        if not heaps[heap]:
            # An empty heap is a target too, so that a click there explains why nothing happens.
            return (heap, 1) if self.floor - 3 * half <= position[1] <= self.floor else None
        if not top - 4 <= position[1] <= self.floor + 4:
            return None
        # Only the upper part of a pebble is visible, except of the topmost one.
        rank = int((self.floor - position[1]) // self.step) if self.step else 0
        return heap, heaps[heap] - min(heaps[heap] - 1, max(0, rank))

    # -- events --------------------------------------------------------------------------------

    def spots(self) -> list[BoardTarget]:
        """Return each heap, followed by its possible takes."""
        targets: list[BoardTarget | None] = []
        for heap, size in enumerate(self.shown.state.heaps):
            targets.append(self._heap_spot(heap, size))
            if self.shown.legal:
                targets += [self._take_spot(heap, amount, size) for amount in range(1, size + 1)]
        return [spot for spot in targets if spot is not None]

    def _heap_spot(self, heap: int, size: int) -> BoardTarget:
        text = "spot.nim.empty" if not size else "spot.nim"
        name = self.ui.tr(text, heap=heap + 1, count=size)
        place = around(self.centre(heap, max(0, size - 1)), max(8, round(self.gap / 2)))
        return BoardTarget(f"heap {heap}", name, place)

    def _take_spot(self, heap: int, amount: int, size: int) -> BoardTarget | None:
        move = self.game.join(heap, amount)
        if move is None:
            return None
        name = self.ui.tr("spot.nim.take", heap=heap + 1, left=size, count=amount)
        return self.named_spot(int(move), name, (heap, amount), f"take {heap}-{amount}")

    def typed(self, digit: int) -> int | Message:
        return self.move_at(((self.cursor or self._first_heap())[0], digit))

    def _first_heap(self) -> tuple[int, int]:
        heaps = self.shown.state.heaps
        return next((heap for heap, size in enumerate(heaps) if size), 0), 1

    def first_cursor(self) -> tuple[int, int] | None:
        return self._first_heap() if any(self.shown.state.heaps) else None

    def arrow(self, event: pygame.event.Event) -> int | Message | None:
        heaps = self.shown.state.heaps
        heap, amount = self.cursor or self._first_heap()
        filled = [index for index, size in enumerate(heaps) if size]
        by = JUMP if event.mod & pygame.KMOD_SHIFT else 1
        steps = {pygame.K_UP: -by, pygame.K_DOWN: by}
        if not filled:
            return self.refuse("board.empty_heap") if event.key in ENTER else None
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.set_hover(None)
            if self.cursor is not None:
                step = 1 if event.key == pygame.K_RIGHT else -1
                heap = filled[(filled.index(heap) + step) % len(filled)]
            self.set_cursor((heap, min(amount, heaps[heap])))
        elif event.key in steps:
            self.set_hover(None)
            if self.cursor is not None:
                amount = min(heaps[heap], max(1, amount + steps[event.key]))
            self.set_cursor((heap, amount))
        elif event.key in ENTER and self.cursor is not None:
            return self.move_at((heap, amount))
        return None

    def move_at(self, where: tuple[int, int]) -> int | Message:
        heap, amount = where
        move = self.game.join(heap, amount)
        if move in self.shown.legal:
            return int(move)
        left = self.shown.state.heaps[heap]
        if not left:
            return self.refuse("board.empty_heap")
        return self.refuse("board.amount", count=left)

    # -- drawing -------------------------------------------------------------------------------

    def _preview(self) -> tuple[int, int] | None:
        """Return the heap and amount that a click or Enter would take, or None."""
        where = self.hover if self.hover is not None else self.cursor if self.focused else None
        if where is None or self.game.join(*where) not in self.shown.legal:
            return None
        return int(where[0]), int(where[1])

    def chosen(self) -> list[tuple[int, int]]:
        heap, amount = self._preview() or (0, 0)
        size = self.shown.state.heaps[heap]
        return [(heap, rank) for rank in range(size - amount, size)]

    def paint(self, surface: pygame.Surface) -> None:
        self._draw_board(surface)
        for heap in range(len(self.shown.state.heaps)):
            self._draw_heap(surface, heap)
        self._draw_leaving(surface)
        if self.compact:
            return
        self._draw_counts(surface)
        self._draw_values(surface)
        if self.shown.marks is None:
            for estimate in self.shown.estimates:
                self._draw_label(surface, estimate)
        hint, accent = self.shown.hint, self.theme.colours.accent
        bare = not self.moving and not self.shown.estimates  # a value stands where the ring would
        if hint is not None and bare:  # the hover has the same edge
            hint_ring(self.ui, surface, *self.place_of(hint), accent)
        if self.focused and self.cursor is not None:
            self._draw_cursor(surface)

    def _draw_board(self, surface: pygame.Surface) -> None:
        width = round(self.gap * self.count + 4 * self.unit)
        board = pygame.Rect(0, 0, width, max(3, round(8 * self.unit)))
        board.midtop = (self.rect.centerx, self.floor - round(2 * self.unit))
        contrast = self.theme.look is ThemeName.CONTRAST
        ink = self.theme.colours.line if contrast else (0, 0, 0)
        strength = 255 if contrast else 70 if self.theme.look is ThemeName.LIGHT else 96

        def draw(canvas: pygame.Surface, scale: int) -> None:
            radius = board.h * scale // 2
            pygame.draw.rect(canvas, (*ink, strength), canvas.get_rect(), border_radius=radius)

        key = ("plank", board.size, ink, strength)
        surface.blit(self.ui.brush.kept(key, board.size, draw), board)

    def _picture(self, heap: int, rank: int, edge: Colour | None) -> tuple[pygame.Surface, int]:
        """Return a pebble's picture and its shift to the side."""
        tone, shift, size = askew(heap, rank)
        unit = self.unit * size
        loose = self.step > 0.6 * STEP * self.unit or rank == 0
        picture = pebble(self.ui, tone, (HALF_WIDTH * unit, HALF_HEIGHT * unit), edge, loose)
        return picture, round(shift * HALF_WIDTH * self.unit)

    def _draw_heap(self, surface: pygame.Surface, heap: int) -> None:
        size = self.shown.state.heaps[heap]
        edges = dict(self._marked(heap))
        preview, accent = self._preview(), self.theme.colours.accent
        chosen = preview[1] if preview is not None and preview[0] == heap else 0
        for rank in range(size):
            edge = accent if rank >= size - chosen else edges.get(rank)
            picture, shift = self._picture(heap, rank, edge)
            x, y = self.centre(heap, rank)
            y -= round(self._rise(heap) * self.rising.height((heap, rank)))
            surface.blit(picture, picture.get_rect(center=(x + shift, y)))

    def _rise(self, heap: int) -> int:
        """Return how far a pebble rises, less where its heap reaches the top of the board."""
        top = self.centre(heap, max(0, self.shown.state.heaps[heap] - 1))[1]
        free = top - round(HALF_HEIGHT * self.unit) - self.rect.y - 2
        return max(0, min(self.theme.px(RISE), free))

    def _marked(self, heap: int) -> Iterator[tuple[int, Colour]]:
        """Yield the ranks of a bot's planned take and of a hint, with the colour of their edge."""
        shown, colours = self.shown, self.theme.colours
        player = colours.player(shown.state.mover)
        for move, ink in ((shown.planned, player), (shown.hint, colours.accent)):
            if move is not None and not self.moving:
                where, amount = self.game.split(move)
                size = shown.state.heaps[heap]
                if where == heap:
                    yield from ((rank, ink) for rank in range(size - amount, size))

    def _draw_leaving(self, surface: pygame.Surface) -> None:
        """Draw the pebbles just taken as they rise and fade out."""
        shown = self.shown
        if not self.moving or shown.last_move is None or shown.previous is None:
            return
        heap, _ = self.game.split(shown.last_move)
        up, gone = self.leaving()
        height = round(self.theme.px(RISE) * up + 40 * self.unit * gone)
        for rank in range(shown.state.heaps[heap], shown.previous.heaps[heap]):
            picture, shift = self._picture(heap, rank, self.theme.colours.accent)
            x, y = self.centre(heap, rank)
            place = picture.get_rect(center=(x + shift, y - height))
            surface.blit(faded(picture, gone), place)

    def _draw_counts(self, surface: pygame.Surface) -> None:
        theme, preview = self.theme, self._preview()
        y = self.floor + round(8 * self.unit) + theme.tx(18)
        names = [self.ui.tr("heap.number", number=heap + 1) for heap in range(self.count)]
        if max(theme.width(name, 14) for name in names) > self.gap - theme.tx(8):
            names = [f"({heap + 1})" for heap in range(self.count)]
        for heap, left in enumerate(self.shown.state.heaps):
            x, ink, text = self.centre(heap, 0)[0], theme.colours.text, str(left)
            if preview is not None and preview[0] == heap:
                ink, text = theme.colours.accent, f"{left} \u2013 {preview[1]}"
                if theme.width(text, 16, True) > self.gap - theme.tx(4):
                    text = f"\u2013{preview[1]}"
            elif not left:
                ink = theme.colours.text2
            theme.blit_text(surface, text, 16, (x, y), ink, bold=True, align=0.5)
            below = (x, y + theme.tx(22))
            marks = self.shown.marks
            if marks is None or not marks.line or below[1] + theme.tx(44) < self.rect.bottom:
                # else the line of a search step stands there
                theme.blit_text(surface, names[heap], 14, below, theme.colours.text2, align=0.5)

    def _best_of_heaps(self) -> dict[int, Estimate]:
        """Return the best estimate of each heap; for the heap in use, the estimate of that take."""
        best_of, preview = dict[int, Estimate](), self._preview()

        def order(estimate: Estimate) -> tuple[object, ...]:
            return estimate.rank, estimate.move == self.shown.best

        for estimate in sorted(self.shown.estimates, key=order, reverse=True):
            heap, amount = self.game.split(estimate.move)
            if preview is None or preview[0] != heap or preview[1] == amount:
                best_of.setdefault(heap, estimate)
        return best_of

    def _draw_values(self, surface: pygame.Surface) -> None:
        """Draw a card above each heap: an amount and its value."""
        theme = self.theme
        width = min(round(self.gap) - max(2, theme.px(4)), theme.tx(104))
        for heap, estimate in self._best_of_heaps().items():
            rect = pygame.Rect(0, self.cards.y, width, self.cards.h)
            rect.centerx = self.centre(heap, 0)[0]
            best = self.shown.is_best(estimate.move)
            amount = message("board.take", count=self.game.split(estimate.move)[1])
            take_card(self.ui, surface, rect, amount, estimate, best)

    def _draw_label(self, surface: pygame.Surface, estimate: Estimate) -> None:
        """Draw the value of a move on the lowest pebble it takes, if its visible part has room."""
        value, (heap, amount) = look_of(estimate), self.game.split(estimate.move)
        rank = self.shown.state.heaps[heap] - amount
        if value is None or rank < 0:
            return
        theme, c, best = self.theme, self.theme.colours, self.shown.is_best(estimate.move)
        x, y = self.centre(heap, rank)
        y += round(HALF_HEIGHT * self.unit - self.step / 2)
        y -= round(self._rise(heap) * self.rising.height((heap, rank)))
        width, height = round(1.7 * HALF_WIDTH * self.unit), int(self.step) - 1
        scale = min(LABEL, LABEL * height / max(1, theme.tx(24)))
        ground = pygame.Rect(0, 0, width, min(height, theme.tx(24))).move_to(center=(x, y))
        if scale < LEAST_LABEL:
            return
        words = worth_text(self.ui, estimate)
        ground.w = min(width, badge_width(self.ui, words, scale) + theme.tx(12))
        ground.centerx = x
        edge = c.accent if best else c.hair
        self.ui.brush.rounded(surface, ground, ground.h // 2, c.panel, edge, 2 if best else 1)
        exact = estimate.value is not None
        badge_and_words(self.ui, surface, value, ground.center, words, exact, scale)

    def _draw_cursor(self, surface: pygame.Surface) -> None:
        heap, amount = self.cursor
        size = self.shown.state.heaps[heap]
        low, high = self.centre(heap, size - amount), self.centre(heap, size - 1)
        half = round(HALF_WIDTH * self.unit) + 4, round(HALF_HEIGHT * self.unit) + 2
        rect = pygame.Rect(0, 0, 2 * half[0], low[1] - high[1] + 2 * half[1])
        lift = round(self.theme.px(RISE) * self.rising.height((heap, size - 1)))
        rect.midtop = (low[0], high[1] - half[1] - lift)
        self.ring(surface, rect, self.theme.px(10))


BOARD = Board(
    NimView,
    sample="5,4,3,2,1 0",
    fills=(2.1, 1.0),
    tint=Tint.VIOLET,
    plies=lambda game: sum(game.start),
    panel=binary_card,
    editing=HeapEditing(lambda game: game.largest, heaps=MAX_HEAPS),
)
