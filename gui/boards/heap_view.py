"""The base classes of the boards of heaps: what is chosen rises, what was taken rises and fades."""

from __future__ import annotations

from collections.abc import Collection, Hashable

import pygame

from engine.games.heaps import HeapGame, Heaps
from engine.messages import Message, message
from engine.registry import one_of
from gui.boards.board import Offer
from gui.boards.common import ENTER, BoardView, area, ease_out
from gui.boards.values import take_card
from gui.kit.widget import ARROW_KEYS
from gui.protocols import BoardTarget
from gui.ui import Ui

RISE = 12
RISE_TIME, LEAVE_TIME = 90, 180


class Rising:
    """Rise and fall animations of things by key: the chosen ones rise, the others sink."""

    def __init__(self) -> None:
        self._heights: dict[Hashable, float] = {}

    def forget(self) -> None:
        """Drop every height at once, because the position has changed."""
        self._heights.clear()

    def step(self, chosen: Collection[Hashable], dt: float, seconds: float) -> bool:
        """Advance the animations; true when anything moved. `seconds` is the time of a rise."""
        part, before = dt / seconds if seconds else 1.0, self._heights
        moved = {
            key: before.get(key, 0.0) + (part if key in chosen else -part)
            for key in {*chosen, *before}
        }
        self._heights = {key: min(1.0, height) for key, height in moved.items() if height > 0}
        return self._heights != before

    def height(self, key: Hashable) -> float:
        """Return the eased height of a thing, 0 .. 1."""
        return ease_out(self._heights.get(key, 0.0))


class HeapView(BoardView[Heaps]):
    """A board of heaps; subclasses draw the things at the heights in `rising`."""

    def __init__(self, game: HeapGame, ui: Ui) -> None:
        super().__init__(game, ui)
        self.rising = Rising()

    def motion(self) -> float:
        return self.theme.seconds(RISE_TIME) + self.theme.seconds(LEAVE_TIME)

    def chosen(self) -> Collection[Hashable]:
        """Return the things that a click would take, by their keys: they rise."""
        return ()

    def update(self, dt: float) -> bool:
        chosen = [] if self.moving else self.chosen()
        risen = self.rising.step(chosen, dt, self.theme.seconds(RISE_TIME))
        return super().update(dt) or risen

    def leaving(self) -> tuple[float, float]:
        """Return how far the things just taken have risen and faded, each from 0 to 1."""
        rise = RISE_TIME / (RISE_TIME + LEAVE_TIME)
        up, gone = self.fraction / rise, (self.fraction - rise) / (1 - rise)
        return ease_out(min(1.0, up)), ease_out(max(0.0, gone))


def faded(picture: pygame.Surface, gone: float) -> pygame.Surface:
    """Return a picture of which the part `gone` (0 to 1) has faded."""
    if not gone:
        return picture
    picture = picture.copy()
    picture.set_alpha(round(255 * (1 - gone)))
    return picture


# -- one heap --------------------------------------------------------------------------------------


MAX_OFFERED = 5  # the largest number of amounts with a button of their own


class SingleHeapView(HeapView):
    """A board whose moves are amounts; `hover` and `cursor` hold an amount."""

    @property
    def left(self) -> int:
        return int(self.shown.state.heaps[0])

    def _allowed(self) -> list[int]:
        return [amount for amount in self.game.takes if amount <= self.left]

    def spots(self) -> list[BoardTarget]:
        """Return the size of the heap, followed by each allowed amount."""
        tr, left, own = self.ui.tr, self.left, f"spot.{self.game.id}"
        kind = own if tr.has(own) else "spot.heap"
        targets = [BoardTarget("left", tr(kind, count=left), area(self.rect))]
        for amount in self._allowed() if self.shown.legal else ():
            name = tr(f"{kind}.take", count=amount, left=left, rest=left - amount)
            move = self.game.join(0, amount)
            if move is not None:
                targets.append(self.named_spot(int(move), name, amount, f"take {amount}"))
        return targets

    def first_cursor(self) -> int | None:
        return next(iter(self._allowed()), None)

    def stands(self, cursor: int) -> bool:
        return cursor in self._allowed()

    def arrow(self, event: pygame.event.Event) -> int | Message | None:
        takes = self._allowed()
        if not takes:
            return None
        if event.key in ARROW_KEYS:
            more = event.key in (pygame.K_LEFT, pygame.K_UP)
            if self.cursor in takes:
                place = takes.index(self.cursor) + (1 if more else -1)
                self.set_cursor(takes[min(len(takes) - 1, max(0, place))])
            else:
                self.set_cursor(takes[0])
        elif event.key in ENTER and self.cursor is not None:
            return self.move_at(self.cursor)
        return None

    def move_at(self, amount: int) -> int | Message:
        move = self.game.join(0, amount)
        if move in self.shown.legal:
            return int(move)
        return self.refuse("board.takes", takes=one_of([str(each) for each in self._allowed()]))

    def preview(self) -> int:
        """Return the amount that a click or Enter would take; 0 when none or not allowed."""
        amount = self.hover if self.hover is not None else self.cursor if self.focused else None
        if amount is not None and self.game.join(0, amount) in self.shown.legal:
            return int(amount)
        return 0

    def hinted(self) -> int:
        """Return the amount of the hint; 0 without one."""
        return self._amount(self.shown.hint)

    def planned(self) -> int:
        """Return the amount of a bot's planned move; 0 without one."""
        return self._amount(self.shown.planned)

    def _amount(self, move: int | None) -> int:
        return 0 if move is None else int(self.game.split(move)[1])

    def draw_take_cards(self, surface: pygame.Surface, strip: pygame.Rect) -> None:
        """Draw the estimate of each amount on cards side by side, centred in a strip."""
        by_amount = {self.game.split(each.move)[1]: each for each in self.shown.estimates}
        estimates = sorted(by_amount.items())
        if not estimates:
            return
        gap = self.theme.px(8)
        width = min(self.theme.tx(96), strip.w // len(estimates) - gap)
        x = strip.centerx - (len(estimates) * (width + gap) - gap) // 2
        for amount, estimate in estimates:
            rect = pygame.Rect(x, strip.y, width, strip.h)
            best = self.shown.is_best(estimate.move)
            offered = _offered(self.game, amount)
            take_card(self.ui, surface, rect, offered, estimate, best)
            x += width + gap


def takes_offered(game: HeapGame, state: Heaps) -> Offer:
    """Return a button for each amount the rules allow, and the size of the heap as text."""
    left = message(f"left.{game.id}", count=int(state.heaps[0]))
    amounts = list(game.takes or ())[:MAX_OFFERED]
    moves = [(_offered(game, each), game.join(0, each)) for each in amounts]
    return Offer(left, [(text, move) for text, move in moves if move is not None])


def _offered(game: HeapGame, amount: int) -> Message:
    """Return an amount in the words of the game: 2 matches are taken, 2 steps are walked."""
    return message(f"offer.{game.id}", count=amount)
