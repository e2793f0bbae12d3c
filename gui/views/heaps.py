"""Nim: heaps of flat pebbles; a click on a pebble takes it and all above it."""

from __future__ import annotations

import pygame

from engine.games.heaps import Heaps
from engine.messages import Message
from engine.protocols import Estimate
from gui.theme import Colour, mix
from gui.views.common import ENTER, BoardView, digit_of, ease_out
from gui.views.values import badge, percent

TONES: tuple[Colour, ...] = (
    (216, 205, 186), (140, 160, 166), (160, 139, 133), (201, 184, 136), (178, 165, 142),
)  # fmt: skip
HALF_WIDTH, HALF_HEIGHT, STEP = 25.0, 10.5, 19.5
MOST_DRAWN = 14


class NimView(BoardView[Heaps]):
    """The heaps side by side on a board; digits take from the heap under the cursor."""

    def layout(self) -> None:
        count = len(self.game.start)
        wide = (self.rect.w - self.theme.px(80)) / max(1, count) / (2 * HALF_WIDTH + 22)
        tallest = min(MOST_DRAWN, max(self.game.start))
        foot = 0 if self.compact else self.theme.tx(64)
        high = (self.rect.h - foot - self.theme.px(60)) / (tallest * STEP + 40)
        self.unit = max(0.3, min(wide, high, self.theme.u * (0.85 if self.compact else 2.6)))
        self.gap = round((2 * HALF_WIDTH + 22) * self.unit)
        width = self.gap * count
        self.left = self.rect.centerx - width // 2
        body = (tallest * STEP + 30) * self.unit
        self.floor = round(self.rect.centery + (body - foot) / 2)

    def state_changed(self) -> None:
        count = len(self.shown.state.heaps)
        if count != len(self.game.start):
            return
        if self.cursor is not None and not self.shown.state.heaps[self.cursor[0]]:
            self.cursor = None

    def motion(self) -> float:
        return self.theme.seconds(270)

    def banner_rect(self) -> pygame.Rect | None:
        """The free space above the heaps."""
        return pygame.Rect(self.rect.x, self.rect.y, self.rect.w, self.theme.tx(88))

    def _drawn(self, heap: int) -> int:
        """How many pebbles of a heap are drawn; a larger heap shows its count on the lowest."""
        return min(MOST_DRAWN, self.shown.state.heaps[heap])

    def centre(self, heap: int, level: int) -> tuple[int, int]:
        """The middle of a pebble, level 0 at the bottom."""
        x = self.left + round((heap + 0.5) * self.gap)
        y = self.floor - round((level * STEP + HALF_HEIGHT + 2) * self.unit)
        return x, y

    def _level(self, heap: int, rank: int) -> int:
        """Where the pebble of a rank (0 lowest) is drawn in a heap of any size."""
        size = self.shown.state.heaps[heap]
        return rank if size <= MOST_DRAWN else rank - (size - MOST_DRAWN)

    def _at(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """The heap and how many a click here takes."""
        heap = (position[0] - self.left) // self.gap if self.gap else -1
        heaps = self.shown.state.heaps
        if not 0 <= heap < len(heaps) or not heaps[heap]:
            return None
        drawn = self._drawn(heap)
        top = self.centre(heap, drawn - 1)[1] - round(HALF_HEIGHT * self.unit) - 4
        if not top <= position[1] <= self.floor + 4:
            return None
        level = int((self.floor - position[1]) / (STEP * self.unit))
        return heap, drawn - min(drawn - 1, max(0, level))

    # -- events --------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> int | Message | None:
        """A legal move, a sentence that says why not, or nothing."""
        if event.type == pygame.MOUSEMOTION:
            self.set_hover(self._at(event.pos))
        elif event.type == pygame.WINDOWLEAVE:
            self.set_hover(None)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            where = self._at(event.pos)
            return None if where is None else self._wanted(*where)
        elif (digit := digit_of(event)) is not None:
            return self._wanted((self.cursor or self._first_heap())[0], digit)
        elif event.type == pygame.KEYDOWN and self.focused:
            return self._arrow(event)
        return None

    def _first_heap(self) -> tuple[int, int]:
        heaps = self.shown.state.heaps
        return next((heap for heap, size in enumerate(heaps) if size), 0), 1

    def _arrow(self, event: pygame.event.Event) -> int | Message | None:
        heaps = self.shown.state.heaps
        heap, amount = self.cursor or self._first_heap()
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            stops = [index for index, size in enumerate(heaps) if size]
            if not stops:
                return None
            if self.cursor is not None and heap in stops:
                heap = stops[(stops.index(heap) + step) % len(stops)]
            self.set_cursor((heap, min(amount, heaps[heap])))
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            step = 1 if event.key == pygame.K_DOWN else -1
            if self.cursor is not None:
                amount = min(heaps[heap], max(1, amount + step))
            self.set_cursor((heap, amount))
        elif event.key in ENTER and self.cursor is not None:
            return self._wanted(heap, amount)
        return None

    def _wanted(self, heap: int, amount: int) -> int | Message:
        move = self.game.join(heap, amount)
        if move in self.shown.legal:
            return int(move)
        left = self.shown.state.heaps[heap]
        if not left:
            return self.refuse("board.empty_heap")
        return self.refuse("board.too_far", takes=left)

    def key_moves(self) -> dict[str, int]:
        heap = (self.cursor or self._first_heap())[0]
        moves = {str(amount): self.game.join(heap, amount) for amount in range(1, 10)}
        return {key: move for key, move in moves.items() if move in self.shown.legal}

    def token(self, player: int, diameter: int) -> pygame.Surface:
        """A pebble in the player's colour, first with a ring, second with a dot."""
        from gui.views.discs import disc

        return disc(self.ui, player, diameter)

    # -- drawing -------------------------------------------------------------------------------

    def _preview(self) -> tuple[int, int] | None:
        """The heap and amount that is about to be taken."""
        if not self.shown.legal:
            return None
        if self.hover is not None:
            return self.hover  # type: ignore[no-any-return]
        return self.cursor if self.focused else None

    def draw(self, surface: pygame.Surface) -> None:
        """Board, pebbles, counts, values, cursor."""
        theme, colours = self.theme, self.theme.colours
        count = len(self.shown.state.heaps)
        board = pygame.Rect(0, 0, self.gap * count + round(30 * self.unit), round(9 * self.unit))
        board.midtop = (self.left + self.gap * count // 2, self.floor)
        self.ui.brush.rounded(surface, board, board.h // 2, mix(colours.table, (0, 0, 0), 0.35))
        preview = self._preview()
        for heap in range(count):
            self._draw_heap(surface, heap, preview)
            if self.compact:
                continue
            y = self.floor + round(9 * self.unit) + theme.tx(18)
            x = self.centre(heap, 0)[0]
            strong = preview is not None and preview[0] == heap
            words = self._count_words(heap, preview)
            ink = colours.accent if strong else colours.text
            theme.blit_text(surface, words, 16, (x, y), ink, bold=True, align=0.5)
        self._draw_leaving(surface)
        self._draw_values(surface)
        if self.focused and self.cursor is not None:
            self._draw_cursor(surface)

    def _count_words(self, heap: int, preview: tuple[int, int] | None) -> str:
        left = self.shown.state.heaps[heap]
        if preview is not None and preview[0] == heap and preview[1] <= left:
            return f"{left} - {preview[1]} = {left - preview[1]}"
        return str(left)

    def _draw_heap(
        self, surface: pygame.Surface, heap: int, preview: tuple[int, int] | None
    ) -> None:
        drawn = self._drawn(heap)
        taken = preview[1] if preview is not None and preview[0] == heap else 0
        hint = self._hinted(heap)
        for level in range(drawn):
            chosen = level >= drawn - taken
            x, y = self.centre(heap, level)
            if chosen:
                y -= round(6 * self.unit)
            lit = chosen or level >= drawn - hint
            picture = self.pebble(heap * 3 + level, level, lit)
            surface.blit(picture, picture.get_rect(center=(x, y)))
        if self.shown.state.heaps[heap] > MOST_DRAWN:
            x, y = self.centre(heap, 0)
            words = f"× {self.shown.state.heaps[heap]}"
            self.theme.blit_text(surface, words, 14, (x, y), (20, 17, 10), bold=True, align=0.5)

    def _hinted(self, heap: int) -> int:
        for move in (self.shown.hint, self.shown.planned):
            if move is not None:
                where, amount = self.game.split(move)
                if where == heap:
                    return int(amount)
        return 0

    def pebble(self, tone: int, level: int, lit: bool) -> pygame.Surface:
        """A flat stone with a soft light on top."""
        unit = self.unit * (1 - 0.012 * min(level, 8))
        half = (HALF_WIDTH * unit, HALF_HEIGHT * unit)
        size = (round(2 * half[0]) + 6, round(2 * half[1]) + 8)
        stone = TONES[tone % len(TONES)]
        accent = self.theme.colours.accent

        def draw(big: pygame.Surface, k: int) -> None:
            box = pygame.Rect(0, 0, round(2 * half[0] * k), round(2 * half[1] * k))
            box.center = (size[0] * k // 2, size[1] * k // 2)
            if lit:
                pygame.draw.ellipse(big, accent, box.inflate(5 * k, 5 * k))
            pygame.draw.ellipse(
                big, mix(stone, (30, 24, 20), 0.45), box.move(0, round(1.4 * unit * k))
            )
            pygame.draw.ellipse(big, stone, box)
            top = box.inflate(-round(0.34 * box.w), -round(0.5 * box.h))
            top.move_ip(-round(0.08 * box.w), -round(0.16 * box.h))
            pygame.draw.ellipse(big, mix(stone, (255, 255, 255), 0.22), top)

        key = ("pebble", tone % len(TONES), round(unit * 100), lit, accent)
        return self.ui.brush.kept(key, size, draw)

    def _draw_leaving(self, surface: pygame.Surface) -> None:
        """The pebbles just taken rise and fade."""
        shown = self.shown
        if not self.moving or shown.last_move is None or shown.previous is None:
            return
        heap, amount = self.game.split(shown.last_move)
        left = min(MOST_DRAWN, shown.state.heaps[heap])
        rise = round(40 * self.unit * ease_out(self.share))
        for level in range(left, min(MOST_DRAWN, left + amount)):
            x, y = self.centre(heap, level)
            picture = self.pebble(heap * 3 + level, level, False).copy()
            picture.set_alpha(round(255 * (1 - self.share)))
            surface.blit(picture, picture.get_rect(center=(x, y - rise)))

    def _best_of_heaps(self) -> dict[int, Estimate]:
        """The best estimate for each heap; for the heap under the mouse, that of the take."""
        found: dict[int, Estimate] = {}
        preview = self._preview()
        for estimate in self.shown.estimates:
            heap, amount = self.game.split(estimate.move)
            if preview is not None and preview[0] == heap:
                if preview[1] == amount:
                    found[heap] = estimate
                continue
            known = found.get(heap)
            if known is None or _rank(estimate) > _rank(known):
                found[heap] = estimate
        return found

    def _draw_values(self, surface: pygame.Surface) -> None:
        theme, colours = self.theme, self.theme.colours
        y = self.floor + round(9 * self.unit) + theme.tx(46)
        for heap, estimate in self._best_of_heaps().items():
            x = self.centre(heap, 0)[0]
            amount = self.game.split(estimate.move)[1]
            best = estimate.move == self.shown.best
            words = f"-{amount}"
            if estimate.value is None and estimate.score is not None:
                words += f"  {percent(self.ui, estimate.score)}"
            side = theme.tx(20) if estimate.value is not None else 0
            width = theme.width(words, 14, best) + side + theme.tx(6)
            ink = colours.accent if best else colours.text2
            at = (x - width // 2, y)
            theme.blit_text(surface, words, 14, at, ink, bold=best)
            if estimate.value is not None:
                picture = badge(self.ui, estimate.value, side)
                surface.blit(picture, (x + width // 2 - side, y - side // 2))

    def _draw_cursor(self, surface: pygame.Surface) -> None:
        heap, amount = self.cursor
        drawn = self._drawn(heap)
        low = self.centre(heap, max(0, drawn - amount))
        high = self.centre(heap, max(0, drawn - 1))
        half = round(HALF_WIDTH * self.unit) + 4, round(HALF_HEIGHT * self.unit) + 6
        rect = pygame.Rect(0, 0, 2 * half[0], low[1] - high[1] + 2 * half[1])
        rect.midbottom = (low[0], low[1] + half[1] - round(6 * self.unit))
        self.ring(surface, rect, self.theme.px(10))


def _rank(estimate: Estimate) -> tuple[float, float]:
    """Better moves rank higher."""
    if estimate.value is not None:
        hurry = -estimate.value * (estimate.remoteness or 0)
        return float(estimate.value), float(hurry)
    return (estimate.score or 0.0) * 2 - 1, 0.0
