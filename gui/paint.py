"""Anti-aliased shapes: drawn at several times their size, reduced once, and cached.

pygame's own filled shapes have jagged edges. These functions only draw on transparent surfaces;
shapes drawn in every frame come from the cache.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import pygame

from gui.theme import Colour, Theme

FACTOR = 4
CACHE_BYTES = 32_000_000


class Brush:
    """A painter of anti-aliased shapes with a cache, least recently used pictures out first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._bytes = 0

    def kept(
        self,
        key: Hashable,
        size: tuple[int, int],
        draw: Callable[[pygame.Surface, int], None],
        factor: int = FACTOR,
    ) -> pygame.Surface:
        """Return the picture cached under `key`, made by `draw(surface, factor)` at the first call.

        Use a smaller factor for large pictures: the surface takes factor² times the memory.
        """
        surface = self._kept.get(key)
        if surface is not None:
            self._kept.move_to_end(key)
            return surface
        surface = smooth(size, draw, factor)
        self._kept[key] = surface
        self._bytes += surface.get_width() * surface.get_height() * 4
        while self._bytes > CACHE_BYTES and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.get_width() * old.get_height() * 4
        return surface

    def find(self, key: Hashable) -> pygame.Surface | None:
        """Return the picture cached under a key, or None."""
        return self._kept.get(key)

    def forget(self) -> None:
        """Clear the cache, because the palette has changed."""
        self._kept.clear()
        self._bytes = 0

    def rounded(
        self,
        target: pygame.Surface,
        rect: pygame.Rect,
        radius: int,
        fill: Colour | None,
        edge: Colour | None = None,
        edge_width: int = 1,
    ) -> None:
        """Draw a rounded rectangle, filled, edged or both."""
        if rect.w <= 0 or rect.h <= 0:
            return
        radius = max(0, min(radius, rect.w // 2, rect.h // 2))
        if fill is not None:
            pygame.draw.rect(target, fill, rect.inflate(-2 * radius, 0))
            pygame.draw.rect(target, fill, rect.inflate(0, -2 * radius))
        if edge is not None:
            self._straight_edges(target, rect, radius, edge, edge_width)
        if radius:
            self._corners(target, rect, radius, fill, edge, edge_width)

    @staticmethod
    def _straight_edges(
        target: pygame.Surface, rect: pygame.Rect, radius: int, edge: Colour, width: int
    ) -> None:
        across, down = rect.w - 2 * radius, rect.h - 2 * radius
        x, y = rect.x + radius, rect.y + radius
        target.fill(edge, (x, rect.y, across, width))
        target.fill(edge, (x, rect.bottom - width, across, width))
        target.fill(edge, (rect.x, y, width, down))
        target.fill(edge, (rect.right - width, y, width, down))

    def _corners(
        self,
        target: pygame.Surface,
        rect: pygame.Rect,
        radius: int,
        fill: Colour | None,
        edge: Colour | None,
        edge_width: int,
    ) -> None:
        side = 2 * radius

        def draw(canvas: pygame.Surface, scale: int) -> None:
            centre = (radius * scale, radius * scale)
            if edge is not None:
                pygame.draw.circle(canvas, edge, centre, radius * scale)
                inner = fill if fill is not None else (*edge, 0)
                pygame.draw.circle(canvas, inner, centre, (radius - edge_width) * scale)
            elif fill is not None:
                pygame.draw.circle(canvas, fill, centre, radius * scale)

        disc = self.kept(("corner", radius, fill, edge, edge_width), (side, side), draw)
        r = radius
        target.blit(disc, rect.topleft, (0, 0, r, r))
        target.blit(disc, (rect.right - r, rect.y), (r, 0, r, r))
        target.blit(disc, (rect.x, rect.bottom - r), (0, r, r, r))
        target.blit(disc, (rect.right - r, rect.bottom - r), (r, r, r, r))

    def disc(
        self, target: pygame.Surface, centre: tuple[float, float], radius: float, fill: Colour
    ) -> None:
        side = 2 * round(radius) + 2

        def draw(canvas: pygame.Surface, scale: int) -> None:
            pygame.draw.circle(canvas, fill, (side * scale / 2, side * scale / 2), radius * scale)

        picture = self.kept(("disc", round(radius * 4), fill), (side, side), draw)
        target.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))

    def shadow(
        self,
        target: pygame.Surface,
        rect: pygame.Rect,
        radius: int,
        colour: Colour,
        strength: float,
        down: int,
        soft: int,
    ) -> None:
        """Draw a soft shadow under a rounded rectangle; nothing when the theme has none."""
        if strength <= 0 or rect.w <= 0 or rect.h <= 0:
            return
        margin = 2 * soft
        size = (rect.w + 2 * margin, rect.h + 2 * margin)
        key, ink = (
            ("shadow", size, radius, colour, strength, soft),
            (*colour, round(255 * strength)),
        )
        picture = self.kept(key, size, lambda canvas, _k: _cast(canvas, margin, radius, ink), 1)
        target.blit(picture, (rect.x - margin, rect.y - margin + down))


def _cast(
    picture: pygame.Surface, margin: int, radius: int, ink: tuple[int, int, int, int]
) -> None:
    """Fill a picture with the soft shadow of the rounded rectangle `margin` inside its edge.

    It is blurred at a quarter of its size.
    """
    width, height = picture.get_size()
    small = pygame.Surface((width // FACTOR, height // FACTOR), pygame.SRCALPHA)
    small.fill((*ink[:3], 0))
    inner = small.get_rect().inflate(-2 * margin // FACTOR, -2 * margin // FACTOR)
    pygame.draw.rect(small, ink, inner, 0, radius // FACTOR)
    small = pygame.transform.gaussian_blur(small, max(1, margin // 4 // FACTOR), False)
    pygame.transform.smoothscale(small, (width, height), picture)


def smooth(
    size: tuple[int, int], draw: Callable[[pygame.Surface, int], None], factor: int = FACTOR
) -> pygame.Surface:
    """Return a transparent anti-aliased picture; `draw` gets a surface `factor` times as large."""
    width, height = max(1, size[0]), max(1, size[1])
    canvas = pygame.Surface((width * factor, height * factor), pygame.SRCALPHA)
    draw(canvas, factor)
    if factor == 1:
        return canvas
    # Averaging colour and opacity separately would darken the edges, so average premultiplied.
    canvas.premul_alpha_ip()
    small = pygame.transform.smoothscale(canvas, (width, height))
    return unpremultiply(small)


def unpremultiply(surface: pygame.Surface) -> pygame.Surface:
    """Convert a picture from premultiplied to straight alpha, in place, and return it."""
    import numpy as np

    colours = pygame.surfarray.pixels3d(surface)
    opacity = pygame.surfarray.pixels_alpha(surface)
    soft = (opacity > 0) & (opacity < 255)
    values = colours[soft].astype(np.uint32) * 255 // opacity[soft].astype(np.uint32)[:, None]
    colours[soft] = np.minimum(values, 255).astype(np.uint8)
    return surface


def round_line(
    canvas: pygame.Surface,
    colour: Colour | tuple[int, int, int, int],
    a: pygame.typing.Point,
    b: pygame.typing.Point,
    width: float,
) -> None:
    """Draw a line with round ends, without antialiasing."""
    start, end = pygame.Vector2(a), pygame.Vector2(b)
    across = (end - start).rotate(90).normalize() * width / 2
    corners = [start + across, end + across, end - across, start - across]
    pygame.draw.polygon(canvas, colour, corners)
    for middle in (start, end):
        pygame.draw.circle(canvas, colour, middle, width / 2)


@contextmanager
def clipped(target: pygame.Surface, rect: pygame.Rect) -> Iterator[None]:
    """Draw inside a rectangle alone, and inside the present clip."""
    before = target.get_clip()
    target.set_clip(rect.clip(before))
    yield
    target.set_clip(before)


def card(
    target: pygame.Surface, brush: Brush, theme: Theme, rect: pygame.Rect, *, marked: bool = False
) -> None:
    """Draw a quiet panel with its edge and shadow; a `marked` one has the accent's edge."""
    colours, radius = theme.colours, theme.px(12)
    down, soft = theme.px(4), theme.px(10)
    brush.shadow(target, rect, radius, colours.shadow, colours.shadow_card, down, soft)
    edge, width = (colours.accent, 2) if marked else (colours.hair, 1)
    brush.rounded(target, rect, radius, colours.panel, edge, width)
