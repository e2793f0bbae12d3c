"""Colours: texts can be read, the focus is seen, and safe ones are told apart by every eye."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gui.theme import Colour, Palette, ThemeName, mix, palette
from tests.cases import in_one_test

READABLE = 4.5
SHAPES = 3.0  # what is no text but must be seen


def linear(colour: Colour) -> list[float]:
    """The parts of a colour as amounts of light, 0 to 1."""
    parts = (part / 255 for part in colour)
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it."""
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def text_pairs(c: Palette) -> Iterator[tuple[str, Colour, Colour]]:
    """Every text colour on every ground it is written on."""
    grounds = ("table", "table2", "panel", "raised", "hover")
    for ground in grounds:
        for ink in ("text", "text2"):
            yield f"{ink} on {ground}", getattr(c, ink), getattr(c, ground)
    for ground in ("table", "table2", "panel", "raised"):
        yield f"accent on {ground}", c.accent, getattr(c, ground)
    for share in (0.14, 0.2):  # toggled buttons, chosen segments
        yield f"accent on itself at {share}", c.accent, mix(c.panel, c.accent, share)
    yield "on_accent on accent", c.on_accent, c.accent
    for value in ("win", "draw", "loss"):
        yield f"on_value on {value}", c.on_value, getattr(c, value)
        yield f"{value} on panel", getattr(c, value), c.panel
    for take in ("take1", "take2", "take3"):
        yield f"take_ink on {take}", c.take_ink, getattr(c, take)


PALETTES = list(product(ThemeName, (False, True)))


@in_one_test("look, safe", PALETTES)
def test_texts_can_be_read(look: ThemeName, safe: bool) -> None:
    weak = {
        what: round(contrast(ink, ground), 2)
        for what, ink, ground in text_pairs(palette(look, safe))
        if contrast(ink, ground) < READABLE
    }
    assert weak == {}


@in_one_test("look, safe", PALETTES)
def test_the_focus_ring_can_be_seen(look: ThemeName, safe: bool) -> None:
    c = palette(look, safe)
    for ground in (c.table, c.panel, c.raised):
        assert contrast(c.focus, ground) >= SHAPES


def seen_by(kind: str, colour: Colour) -> Colour:
    """A colour as people without one kind of cone see it (Viénot, Brettel and Mollon 1999)."""
    rows = {
        "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
        "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    }[kind]
    mixed = [sum(w * v for w, v in zip(row, linear(colour), strict=True)) for row in rows]
    sharp = [min(1.0, max(0.0, v)) for v in mixed]
    back = [v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in sharp]
    return round(back[0] * 255), round(back[1] * 255), round(back[2] * 255)


def distance(a: Colour, b: Colour) -> float:
    """How far apart two colours look, roughly, in CIELAB units."""
    first, second = _lab(a), _lab(b)
    return float(sum((x - y) ** 2 for x, y in zip(first, second, strict=True)) ** 0.5)


def _lab(colour: Colour) -> tuple[float, float, float]:
    r, g, b = linear(colour)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@in_one_test("look", ThemeName)
@in_one_test("kind", ["protan", "deutan"])
def test_the_safe_palette_is_told_apart_by_every_eye(look: ThemeName, kind: str) -> None:
    c = palette(look, safe=True)
    for a, b in (("win", "draw"), ("draw", "loss"), ("win", "loss"), ("red", "yellow")):
        seen = seen_by(kind, getattr(c, a)), seen_by(kind, getattr(c, b))
        assert distance(*seen) >= 20, (a, b, distance(*seen))
