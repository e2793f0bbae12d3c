"""Colours, fonts and sizes, shared by all screens."""

from __future__ import annotations

import struct
import warnings
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pygame

from engine.messages import JouonsError, asset_folder
from engine.texts import clean
from gui.settings import Motion as Motion
from gui.settings import ThemeName as ThemeName

Colour = tuple[int, int, int]
T = TypeVar("T")
TEXT_CACHE_BYTES = 6_000_000
KNOWN_ENTRIES = 20_000  # the most cached widths and lines of texts
MAX_DRAWN = 4_000  # characters of one line; more than any window can show
WIDEST_DRAWN = 16_000  # pixels of one line
SMALLEST_TARGET = 32
LEAST_PAGE = (640, 400)  # of a screen, as lengths of texts
FONTS = ("NotoSans-Regular", "NotoSans-Bold", "FiraCode-Regular")


def asset(name: str) -> Path:
    """Return the path of a file in the assets folder, also in the packaged program."""
    return asset_folder() / name


def rgb(text: str) -> Colour:
    """Return the colour of six hexadecimal digits."""
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def mix(a: Colour, b: Colour, fraction: float) -> Colour:
    """Return the colour between `a` (fraction 0) and `b` (fraction 1)."""
    red, green, blue = (round(x + (y - x) * fraction) for x, y in zip(a, b, strict=True))
    return red, green, blue


class Tint(IntEnum):
    """The background tint of a game's tile in the menu; each theme defines the colours."""

    BLUE = 0
    NAVY = 1
    VIOLET = 2
    OLIVE = 3
    RUST = 4
    TEAL = 5
    GREY = 6


@dataclass(frozen=True)
class Palette:
    """The colour tokens of one theme."""

    table: Colour
    table2: Colour
    panel: Colour
    raised: Colour
    hover: Colour
    hair: Colour
    line: Colour
    text: Colour
    text2: Colour
    disabled: Colour
    accent: Colour
    on_accent: Colour
    focus: Colour
    win: Colour
    draw: Colour
    loss: Colour
    on_value: Colour
    red: Colour
    red_rim: Colour
    yellow: Colour
    yellow_rim: Colour
    frame: Colour
    frame_side: Colour
    hole: Colour
    cross: Colour  # tic-tac-toe X
    nought: Colour  # tic-tac-toe O
    grid: Colour  # tic-tac-toe lines
    take1: Colour
    take2: Colour
    take3: Colour
    take_ink: Colour
    wood: Colour
    wood_dark: Colour
    felt: Colour
    felt_dark: Colour
    tints: tuple[Colour, ...]  # backgrounds of the menu's tiles, by Tint
    shadow: Colour
    shadow_card: float
    shadow_tile: float

    def value(self, value: int) -> Colour:
        """Return the colour of a loss (-1), draw (0) or win (1)."""
        return (self.draw, self.win, self.loss)[value]

    def player(self, player: int) -> Colour:
        """Return red for the first player, yellow for the second."""
        return self.red if player == 0 else self.yellow


def hover_edge(colours: Palette, glow: float) -> Colour:
    """Return the edge of what is under the mouse; accent and focus mean chosen and focused.

    `glow` is the progress of the hover, 0 .. 1.
    """
    return mix(colours.hair, colours.text2, glow)


def _colours(text: str) -> list[Colour]:
    return [rgb(word) for word in text.split()]


# Values are blue, neutral and orange, red discs darker and yellow ones lighter: differences that
# people with any common colour blindness see. The colours from win to yellow's rim.
SAFE_VALUES = {
    ThemeName.DARK: ("5CB8F2 E9E2D2 F0823C", "C8401F 8F2A12 F5E663 B8A92A"),
    ThemeName.LIGHT: ("0B5FA5 5B554B AB4100", "C2381A 85240E F2DF4A AD9A1C"),
    ThemeName.CONTRAST: ("66C2FF FFFFFF FF9A57", "E8502F FFFFFF FFF07A 000000"),
}


@cache
def palette(look: ThemeName, safe: bool = False) -> Palette:
    """Return the palette of a theme; `safe` suits colour-blind people."""
    palette = _palette(look)
    if not safe:
        return palette
    values, discs = (_colours(part) for part in SAFE_VALUES[look])
    names = ("win", "draw", "loss", "red", "red_rim", "yellow", "yellow_rim")
    colours: dict[str, Any] = dict(zip(names, [*values, *discs], strict=True))
    return replace(palette, **colours)


def _palette(look: ThemeName) -> Palette:
    ground, values, boards, marks, tints = {
        ThemeName.DARK: (
            "18211F 1D2826 222E2B 2D3B37 374741 31403B 3F504A F5F0E6 B7C2B9 9AA79F",
            "E6B45A 2A1D05 FFD98A 3FC79B 74BDF0 F2854A 0E1614",
            "E2574C B93C36 F3C551 C9952B 2F6299 234B78 132520",
            "F07A60 74BDF0 5E7388",
            "26384A 22344F 3A3046 353B26 45302A 1F3F3C 2F3436",
        ),
        ThemeName.LIGHT: (
            "EFE8DB F5EFE4 FFFCF6 F2EBDD E8DFCD E4DAC7 CDBFA6 29241D 625A4D 6F675B",
            "875210 FFFFFF 875210 00775A 0B66A8 B44700 FFFFFF",
            "D8483E A9312A F0BE45 B98420 336CA8 25527F EFE8DB",
            "D2553B 1F76B8 8AA2B8",
            "CBDAE7 C2D0E8 DDD2E4 DADFBF DFB79E BFDDD5 DAD6CC",
        ),
        ThemeName.CONTRAST: (
            "000000 000000 0B0B0B 1A1A1A 333333 8C8C8C FFFFFF FFFFFF E6E6E6 B0B0B0",
            "FFD84D 000000 FFD84D 4DE3B0 7CC8FF FF9A57 000000",
            "FF6B5E FFFFFF FFE066 000000 1F4FA0 FFFFFF 000000",
            "FF8A75 7CC8FF FFFFFF",
            "000000 000000 000000 000000 000000 000000 000000",
        ),
    }[look]
    felt = "000000 000000" if look is ThemeName.CONTRAST else "24493F 1E3D35"
    takes = "74BDF0 EADFC6 DE93BB 14110A B98552 8C5F37 " + felt
    colours = _colours(" ".join([ground, values, boards, marks, takes]))
    names = [field.name for field in fields(Palette)][: len(colours)]
    shadow, card, tile = {
        ThemeName.DARK: (rgb("000000"), 0.26, 0.38),
        ThemeName.LIGHT: (rgb("4A3A1E"), 0.11, 0.16),
        ThemeName.CONTRAST: (rgb("000000"), 0.0, 0.0),
    }[look]
    rest: dict[str, Any] = dict(zip(names, colours, strict=True))
    return Palette(
        **rest, tints=tuple(_colours(tints)), shadow=shadow, shadow_card=card, shadow_tile=tile
    )


@lru_cache(maxsize=8)
def _known_at(text_u: float) -> dict[tuple[object, ...], Any]:
    """Return what themes with one size of text remember of their texts."""
    return {}


def _bytes(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * 4


SAMPLE = 16  # the size at which a font is asked for its letters
NO_LETTER = "\U0010fffd"
LENDER = "FiraCode-Regular"  # has signs of the texts that Noto Sans lacks here, such as ≤
# Fonts of the system, as `match_font` names them, with letters and signs that ours lack.
SUBSTITUTES = (
    *("dejavusans", "notosanssymbols2", "segoeuisymbol", "applesymbols", "arialunicodems"),
    *("notosanscjksc", "notosanscjkjp", "microsoftyahei", "pingfangsc", "hiraginosansgb"),
    *("wenquanyimicrohei", "malgungothic", "yugothic", "notosanshebrew", "notosansarabic"),
)


@cache
def _substitutes() -> list[str]:
    """Return the font files of the system that lend letters; looked for once a text needs one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a system without a list of its fonts
        matched = map(pygame.font.match_font, SUBSTITUTES)
        return [str(path) for path in matched if path is not None]


@cache
def _font_with(letter: str, name: str) -> str:
    """Return the first font with a letter: the one of this name, the lender, one of the system."""
    if letter.isascii():
        return name
    ours = (each for each in (name, LENDER) if _has(each, letter))
    return next(ours, None) or next((p for p in _substitutes() if _has(p, letter)), name)


def _font_name(bold: bool, mono: bool) -> str:
    return "FiraCode-Regular" if mono else "NotoSans-Bold" if bold else "NotoSans-Regular"


def _has(name: str, letter: str) -> bool:
    """Return whether a font draws a letter otherwise than one that no font has."""
    with suppress(pygame.error, OSError, UnicodeError):
        font = _load(name, SAMPLE)
        drawn = [font.render(each, False, (0, 0, 0)) for each in (letter, NO_LETTER)]
        return len({pygame.image.tobytes(each, "RGBA") for each in drawn}) == 2
    return False


def _load(name: str, pixels: int) -> pygame.font.Font:
    """Return a font of the assets by its name, or one of the system by its path."""
    return pygame.font.Font(name, pixels) if Path(name).is_absolute() else load_font(name, pixels)


def load_font(name: str, pixels: int) -> pygame.font.Font:
    """Load a font of the assets, or a substitute if its file is missing or damaged.

    Raises JouonsError when no font is available.
    """
    for each in dict.fromkeys((name, *FONTS)):
        if is_sound_font(each):
            # SDL_ttf sizes fonts by the em box, as the mockups do.
            with suppress(pygame.error, OSError, ValueError):
                return pygame.font.Font(asset(f"fonts/{each}.ttf"), pixels)
    try:
        return pygame.font.Font(None, pixels)
    except (pygame.error, OSError):
        raise JouonsError("gui.no_fonts") from None


def damaged_fonts() -> list[str]:
    """Return the missing or damaged font files as paths in the assets folder."""
    return [f"fonts/{name}.ttf" for name in FONTS if not is_sound_font(name)]


@cache
def is_sound_font(name: str) -> bool:
    """Return whether every table of a font file of the assets matches its checksum.

    SDL_ttf opens damaged files and crashes, or draws nothing, when it renders them. The format is
    that of OpenType, "Organization of an OpenType Font".
    """
    try:
        data = asset(f"fonts/{name}.ttf").read_bytes()
        (count,) = struct.unpack_from(">H", data, 4)
        tables = [struct.unpack_from(">4sIII", data, 12 + 16 * index) for index in range(count)]
    except (OSError, struct.error):
        return False
    return count > 0 and all(_is_sound_table(data, *table) for table in tables)


def _is_sound_table(data: bytes, tag: bytes, checksum: int, start: int, length: int) -> bool:
    table = data[start : start + length]
    if len(table) < length:
        return False
    words = np.frombuffer(table + bytes(-length % 4), ">u4")
    total = int(words.sum(dtype=np.uint64))
    if tag == b"head":
        total -= int(words[2])  # the sum of the whole file, written last
    return total % 2**32 == checksum


def window_units(size: tuple[int, int], text_scale: float) -> tuple[float, float]:
    """Return the real pixels of a length of margins, and of one of texts, in a window."""
    u = min(2.0, max(0.75, min(size[0] / 1280, size[1] / 800)))
    return u, max(u, 0.875) * text_scale


def page_size(window: tuple[int, int], text_scale: float) -> tuple[int, int]:
    """Return the size that a screen is laid out for: the window, or more where it is too small.

    Screens are designed for a room (the window divided by the size of its text) of 960x600 or more.
    The least length of a page in letters is that of such a room in the largest text, so a window
    with this room is its own page; a smaller one shows a part of the page and scrolls.
    """
    unit = window_units(window, text_scale)[1]
    width, height = (round(unit * length) for length in LEAST_PAGE)
    return max(window[0], width), max(window[1], height)


@dataclass(eq=False)
class Theme:
    """A palette at a window size and text scale; renders and caches texts.

    Sizes passed to its methods are those of the mockups (1280x800 at 100 %), in pixels. `px` is for
    boards, margins and gaps, `tx` for text and for controls, which grow with their text.
    """

    look: ThemeName = ThemeName.DARK
    size: tuple[int, int] = (1280, 800)
    text_scale: float = 1.0
    motion: Motion = Motion.FULL
    safe_palette: bool = False

    def __post_init__(self) -> None:
        self.colours = palette(self.look, self.safe_palette)
        self.u, self.text_u = window_units(self.size, self.text_scale)
        self.heard: list[str] | None = None  # the texts drawn, while a screen reader is on
        self._texts: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._texts_bytes = 0
        self._known = _known_at(self.text_u)
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}

    def px(self, length: float) -> int:
        """Return a length of a board or a margin in real pixels."""
        return round(length * self.u)

    def tx(self, length: float) -> int:
        """Return a length of text or a control; controls never fall below SMALLEST_TARGET."""
        real = round(length * self.text_u)
        return max(SMALLEST_TARGET, real) if 36 <= length <= 56 else real

    def _letters(self, size: float) -> int:
        """Return the height of a font in real pixels."""
        return max(6, round(size * self.text_u))

    def seconds(self, milliseconds: float) -> float:
        """Return the duration of a motion; the setting for short motion limits it to 120 ms."""
        if self.motion is Motion.NONE:
            return 0.0
        if self.motion is Motion.SHORT:
            return min(0.12, milliseconds / 2000)
        return milliseconds / 1000

    def font(self, size: float, bold: bool = False, mono: bool = False) -> pygame.font.Font:
        """Return a font at a mockup size: Noto Sans, or Fira Code for moves and numbers."""
        return self._font(_font_name(bold, mono), size)

    def _font(self, name: str, size: float) -> pygame.font.Font:
        key = (name, self._letters(size))
        if key not in self._fonts:
            self._fonts[key] = _load(*key)
        return self._fonts[key]

    def text(
        self,
        text: str,
        size: float,
        colour: Colour | None = None,
        bold: bool = False,
        mono: bool = False,
    ) -> pygame.Surface:
        """Render one line of text through the cache; do not draw on the result.

        Accepts any text: it omits unprintable characters and cuts text too long for any window.
        """
        ink = colour or self.colours.text
        key = (text, size, ink, bold, mono)
        surface = self._texts.get(key)
        if surface is not None:
            self._texts.move_to_end(key)
            return surface
        surface = self._render(clean(text, MAX_DRAWN), size, ink, bold, mono)
        self._texts[key] = surface
        self._texts_bytes += _bytes(surface)
        while self._texts_bytes > TEXT_CACHE_BYTES and len(self._texts) > 1:
            self._texts_bytes -= _bytes(self._texts.popitem(last=False)[1])
        return surface

    def _render(
        self, text: str, size: float, ink: Colour, bold: bool, mono: bool
    ) -> pygame.Surface:
        font = self.font(size, bold, mono)
        if self.width(text, size, bold, mono) > WIDEST_DRAWN:
            ends = range(1, len(text))
            fits = bisect_right(ends, WIDEST_DRAWN, key=lambda end: font.size(text[:end])[0])
            text = text[:fits]
        try:
            surfaces = [
                (each, each.render(part, True, ink))
                for part, each in self._runs(text, size, bold, mono)
            ]
        except pygame.error:  # only characters of zero width
            return pygame.Surface((0, font.get_height()), pygame.SRCALPHA)
        if len(surfaces) == 1:
            return surfaces[0][1]
        width = sum(surface.get_width() for _, surface in surfaces)
        line, x = pygame.Surface((width, font.get_height()), pygame.SRCALPHA), 0
        for each, surface in surfaces:
            line.blit(surface, (x, font.get_ascent() - each.get_ascent()))
            x += surface.get_width()
        return line

    def _runs(
        self, text: str, size: float, bold: bool, mono: bool
    ) -> Sequence[tuple[str, pygame.font.Font]]:
        """Return the parts of a text with their fonts: other ones lend letters that ours lack."""
        name = _font_name(bold, mono)
        if text.isascii():
            return ((text, self._font(name, size)),)
        runs = groupby(text, lambda letter: _font_with(letter, name))
        return [("".join(run), self._font(each, size)) for each, run in runs]

    def blit_text(
        self,
        target: pygame.Surface,
        text: str,
        size: float,
        anchor: tuple[float, float],
        colour: Colour | None = None,
        *,
        bold: bool = False,
        mono: bool = False,
        align: float = 0.0,
    ) -> pygame.Rect:
        """Draw a line whose capitals are vertically centred on the anchor; return its rectangle.

        `align` is the fraction of the width left of the anchor: 0 left, 0.5 centre, 1 right.
        """
        if self.heard is not None and text:
            self.heard.append(text)
        surface = self.text(text, size, colour, bold, mono)
        font = self.font(size, bold, mono)
        cap = 0.714 * self._letters(size)
        top = anchor[1] + cap / 2 - font.get_ascent()
        where = (round(anchor[0] - align * surface.get_width()), round(top))
        return target.blit(surface, where)

    def remember(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the result of `make`, cached by key for this size of text; do not modify it.

        Screens are rebuilt often from the same texts: measuring them is most of the work.
        """
        entry: T | None = self._known.get(key)
        if entry is None:
            entry = self._known[key] = make()
            if len(self._known) > KNOWN_ENTRIES:
                del self._known[next(iter(self._known))]  # the oldest
        return entry

    def width(self, text: str, size: float, bold: bool = False, mono: bool = False) -> int:
        """Return the width of a line in real pixels; like `text` it accepts any text."""
        key = (text, size, bold, mono)
        return self.remember(key, lambda: self._measured(*key))

    def _measured(self, text: str, size: float, bold: bool, mono: bool) -> int:
        try:
            runs = self._runs(clean(text, MAX_DRAWN), size, bold, mono)
            return sum(font.size(part)[0] for part, font in runs)
        except pygame.error:  # only characters of zero width
            return 0

    def line_height(self, size: float) -> int:
        """Return the distance of two lines in real pixels."""
        return round(self._letters(size) * 1.45)
