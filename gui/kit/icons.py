"""The icons: white SVG files on a 24 x 24 grid in assets/icons, inked by the theme."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from pathlib import Path

import pygame

from gui.paint import Brush
from gui.theme import Colour, asset


class Icon(Enum):
    """The icons of the program."""

    BACK = "back"
    FORWARD = "forward"
    SOUND = "sound"
    MUTE = "mute"
    GEAR = "gear"
    HELP = "help"
    MENU = "menu"
    UNDO = "undo"
    REDO = "redo"
    BULB = "bulb"
    EYE = "eye"
    PAUSE = "pause"
    PLAY = "play"
    PLAY_BACK = "play_back"
    STOP = "stop"
    FIRST = "first"
    LAST = "last"
    ROBOT = "robot"
    PERSON = "person"
    GLOBE = "globe"
    SWAP = "swap"
    DICE = "dice"
    CLIPBOARD = "clipboard"
    COPY = "copy"
    CODE = "code"
    DOWNLOAD = "download"
    CHART = "chart"
    SAVE = "save"
    OPEN = "open"
    BIN = "bin"
    PLUS = "plus"
    MINUS = "minus"
    CROSS = "cross"
    CHECK = "check"
    WARNING = "warning"
    CLOCK = "clock"
    PENCIL = "pencil"
    STEPS = "steps"
    DOWN = "down"
    EXIT = "exit"
    TROPHY = "trophy"
    PEOPLE = "people"
    MISTAKE = "mistake"
    SCISSORS = "scissors"
    LENS = "lens"
    SHARE = "share"
    LOCK = "lock"
    PLAN = "plan"


def icon(brush: Brush, image: Icon, side: int, ink: Colour) -> pygame.Surface:
    """Return the icon in a square of `side` pixels on a transparent background, cached.

    A file that is missing or damaged is an empty picture.
    """

    def draw(canvas: pygame.Surface, scale: int) -> None:
        with suppress(pygame.error, OSError):
            canvas.blit(pygame.image.load_sized_svg(_file(image), canvas.get_size()), (0, 0))
            canvas.fill((*ink, 255), special_flags=pygame.BLEND_RGBA_MULT)

    return brush.kept(("icon", image, side, ink), (side, side), draw)


def triangle(brush: Brush, side: int, ink: Colour) -> pygame.Surface:
    """Return the mark of a fault, the triangle of a loss, `side` pixels wide, cached."""

    def draw(canvas: pygame.Surface, scale: int) -> None:
        width, height = canvas.get_size()
        pygame.draw.polygon(canvas, ink, [(0, 0), (width - 1, 0), (width / 2, height - 1)])

    return brush.kept(("triangle", side, ink), (side, side * 7 // 8), draw)


def missing_icons() -> list[str]:
    """Return the missing files as paths in the assets folder."""
    return [f"icons/{image.value}.svg" for image in Icon if not _file(image).is_file()]


def _file(image: Icon) -> Path:
    return asset(f"icons/{image.value}.svg")
