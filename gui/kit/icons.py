"""The icons, drawn by code on a 24 x 24 grid: no files to load, sharp at every size."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from itertools import pairwise

import pygame

from gui.paint import Brush
from gui.theme import Colour


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
    FULL_SCREEN = "full_screen"
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


class _Pen:
    """A pen that draws round-ended strokes in units of the 24 x 24 grid."""

    def __init__(self, surface: pygame.Surface, unit: float, ink: Colour) -> None:
        self.surface = surface
        self.unit = unit
        self.ink = ink

    def line(self, *points: tuple[float, float], width: float = 2.0) -> None:
        unit = self.unit
        for (x0, y0), (x1, y1) in pairwise(points):
            length = math.hypot(x1 - x0, y1 - y0) or 1.0
            across = (width / 2 * (y1 - y0) / length, width / 2 * (x0 - x1) / length)
            quad = [
                ((x0 + across[0]) * unit, (y0 + across[1]) * unit),
                ((x1 + across[0]) * unit, (y1 + across[1]) * unit),
                ((x1 - across[0]) * unit, (y1 - across[1]) * unit),
                ((x0 - across[0]) * unit, (y0 - across[1]) * unit),
            ]
            pygame.draw.polygon(self.surface, self.ink, quad)
        for x, y in points:
            self.dot(x, y, width / 2)

    def dot(self, x: float, y: float, radius: float) -> None:
        centre = (x * self.unit, y * self.unit)
        pygame.draw.circle(self.surface, self.ink, centre, radius * self.unit)

    def hole(self, x: float, y: float, radius: float) -> None:
        centre = (x * self.unit, y * self.unit)
        pygame.draw.circle(self.surface, (*self.ink, 0), centre, radius * self.unit)

    def ring(self, x: float, y: float, radius: float, width: float = 2.0) -> None:
        self.arc(x, y, radius, 0, 360, width)

    def arc(
        self, x: float, y: float, radius: float, start: float, end: float, width: float = 2.0
    ) -> None:
        steps = max(8, round(abs(end - start) / 6))
        angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
        self.line(
            *((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles), width=width
        )

    def fill(self, *points: tuple[float, float]) -> None:
        pygame.draw.polygon(
            self.surface, self.ink, [(x * self.unit, y * self.unit) for x, y in points]
        )

    def box(self, x: float, y: float, w: float, h: float, r: float, width: float = 0) -> None:
        u = self.unit
        rect = pygame.Rect(round(x * u), round(y * u), round(w * u), round(h * u))
        pygame.draw.rect(self.surface, self.ink, rect, round(width * u), border_radius=round(r * u))


def _gear(pen: _Pen) -> None:
    pen.ring(12, 12, 4.6, 2.2)
    for tooth in range(8):
        a = math.radians(45 * tooth)
        pen.line(
            (12 + 6.4 * math.cos(a), 12 + 6.4 * math.sin(a)),
            (12 + 8.8 * math.cos(a), 12 + 8.8 * math.sin(a)),
            width=2.4,
        )
    pen.dot(12, 12, 1.6)


def _sound(pen: _Pen) -> None:
    pen.fill((3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15))
    pen.arc(12, 12, 4.2, -45, 45)
    pen.arc(12, 12, 8, -45, 45)


def _mute(pen: _Pen) -> None:
    pen.fill((3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15))
    pen.line((15, 9.5), (20, 14.5))
    pen.line((20, 9.5), (15, 14.5))


def _help(pen: _Pen) -> None:
    pen.ring(12, 12, 8.6)
    pen.arc(12, 9.8, 2.6, 180, 370, 1.9)
    pen.line((14.2, 11), (12, 12.6), (12, 13.6), width=1.9)
    pen.dot(12, 16.8, 1.25)


def _undo(pen: _Pen, flip: bool = False) -> None:
    def x(value: float) -> float:
        return 24 - value if flip else value

    pen.line((x(5), 9), (x(14), 9))
    angles = [math.radians(-90 + 180 * i / 24) for i in range(25)]
    pen.line(*((x(14 + 4.8 * math.cos(a)), 13.8 + 4.8 * math.sin(a)) for a in angles))
    pen.line((x(14), 18.6), (x(9), 18.6))
    pen.line((x(9), 4.6), (x(4.6), 9), (x(9), 13.4))


def _bulb(pen: _Pen) -> None:
    pen.arc(12, 9.5, 6, 125, 415)
    pen.line((8.6, 14.4), (9.4, 17), (14.6, 17), (15.4, 14.4))
    pen.line((10, 20.6), (14, 20.6))


def _eye(pen: _Pen) -> None:
    upper = [(2.5 + 19 * i / 16, 12 - 5.6 * math.sin(math.pi * i / 16)) for i in range(17)]
    lower = [(x, 24 - y) for x, y in upper]
    pen.line(*upper, width=1.9)
    pen.line(*lower, width=1.9)
    pen.dot(12, 12, 2.9)


def _lens(pen: _Pen) -> None:
    pen.ring(10.2, 10.2, 6.4, 2.0)
    pen.line((15.2, 15.2), (20.6, 20.6), width=2.4)
    pen.dot(10.2, 10.2, 1.9)


def _robot(pen: _Pen) -> None:
    pen.box(4.5, 8, 15, 11.5, 3, 1.9)
    pen.dot(9.2, 13.6, 1.5)
    pen.dot(14.8, 13.6, 1.5)
    pen.line((12, 8), (12, 5))
    pen.dot(12, 4.4, 1.6)
    pen.line((2.2, 12.5), (2.2, 15.5), width=1.8)
    pen.line((21.8, 12.5), (21.8, 15.5), width=1.8)


def _person(pen: _Pen) -> None:
    pen.dot(12, 8, 4.2)
    pen.fill(
        *(
            (12 + 8 * math.cos(a), 20.5 - 7 * math.sin(a))
            for a in (math.pi * i / 24 for i in range(25))
        )
    )


def _globe(pen: _Pen) -> None:
    pen.ring(12, 12, 8.6, 1.7)
    loop = [math.radians(15 * i) for i in range(25)]
    pen.line(*((12 + 3.9 * math.cos(a), 12 + 8.6 * math.sin(a)) for a in loop), width=1.7)
    pen.line((3.6, 12), (20.4, 12), width=1.7)


def _swap(pen: _Pen) -> None:
    pen.line((4, 8), (20, 8))
    pen.line((16, 4), (20, 8), (16, 12))
    pen.line((20, 16), (4, 16))
    pen.line((8, 12), (4, 16), (8, 20))


def _dice(pen: _Pen) -> None:
    pen.box(4, 4, 16, 16, 3.5, 2)
    for x, y in ((8.4, 8.4), (15.6, 8.4), (12, 12), (8.4, 15.6), (15.6, 15.6)):
        pen.dot(x, y, 1.5)


def _clipboard(pen: _Pen) -> None:
    pen.box(5, 5, 14, 16, 2.5, 2)
    pen.box(8.5, 2.8, 7, 5, 1.4)


def _copy(pen: _Pen) -> None:
    pen.box(8, 8, 12, 13, 2.5, 2)
    pen.line((5, 16), (5, 5), (15, 5))


def _download(pen: _Pen) -> None:
    pen.line((12, 3.5), (12, 14.5))
    pen.line((7.5, 10.5), (12, 15), (16.5, 10.5))
    pen.line((4, 16.5), (4, 20.5), (20, 20.5), (20, 16.5))


def _chart(pen: _Pen) -> None:
    pen.box(4, 12, 4, 8, 1)
    pen.box(10, 5, 4, 15, 1)
    pen.box(16, 9, 4, 11, 1)


def _save(pen: _Pen) -> None:
    pen.box(4, 4, 16, 16, 2.5, 2)
    pen.box(8, 4, 8, 5, 0.6)
    pen.box(7.5, 13, 9, 7, 0.8, 1.8)


def _open(pen: _Pen) -> None:
    pen.line((3.5, 18.5), (3.5, 6), (9.5, 6), (11.5, 8.5), (20, 8.5), (20, 11))
    pen.line((3.5, 18.5), (6.5, 11.5), (22, 11.5), (19, 18.5), (3.5, 18.5))


def _bin(pen: _Pen) -> None:
    pen.line((4, 6.5), (20, 6.5))
    pen.line((9, 6), (9.5, 3.5), (14.5, 3.5), (15, 6))
    pen.line((6, 7), (7, 20.5), (17, 20.5), (18, 7))


def _warning(pen: _Pen) -> None:
    pen.fill((2.5, 4), (21.5, 4), (12, 21))


def _full_screen(pen: _Pen) -> None:
    for sx in (0, 1):
        for sy in (0, 1):
            pen.line(
                *((24 - x if sx else x, 24 - y if sy else y) for x, y in ((4, 9), (4, 4), (9, 4)))
            )


def _clock(pen: _Pen) -> None:
    pen.ring(12, 12, 8.6)
    pen.line((12, 7), (12, 12), (15.5, 14))


def _pencil(pen: _Pen) -> None:
    pen.line((5, 19), (6, 14.5), (16.5, 4), (20, 7.5), (9.5, 18), (5, 19), width=1.9)


def _steps(pen: _Pen) -> None:
    pen.line((4, 20), (4, 15), (9.5, 15), (9.5, 10), (15, 10), (15, 5), (20, 5))


def _scissors(pen: _Pen) -> None:
    pen.ring(6, 17.5, 2.8)
    pen.ring(6, 6.5, 2.8)
    pen.line((8.2, 15.8), (20, 6.5))
    pen.line((8.2, 8.2), (20, 17.5))


def _menu(pen: _Pen) -> None:
    for y in (6, 12, 18):
        pen.line((4, y), (20, y))


def _pause(pen: _Pen) -> None:
    for x in (6, 14):
        pen.box(x, 4.5, 4, 15, 1)


def _first(pen: _Pen) -> None:
    pen.fill((20, 4), (8, 12), (20, 20))
    pen.box(4, 4, 3, 16, 0.8)


def _last(pen: _Pen) -> None:
    pen.fill((4, 4), (16, 12), (4, 20))
    pen.box(17, 4, 3, 16, 0.8)


def _plus(pen: _Pen) -> None:
    pen.line((5.5, 12), (18.5, 12))
    pen.line((12, 5.5), (12, 18.5))


def _cross(pen: _Pen) -> None:
    pen.line((6, 6), (18, 18))
    pen.line((18, 6), (6, 18))


def _exit(pen: _Pen) -> None:
    pen.line((11, 4), (4.5, 4), (4.5, 20), (11, 20))
    pen.line((9.5, 12), (19.5, 12))
    pen.line((15.5, 7.5), (20, 12), (15.5, 16.5))


def _trophy(pen: _Pen) -> None:
    pen.fill((7, 3.5), (17, 3.5), (16.4, 10.5), (14.2, 13.4), (9.8, 13.4), (7.6, 10.5))
    pen.arc(6.6, 7, 2.9, 90, 270, 1.7)
    pen.arc(17.4, 7, 2.9, -90, 90, 1.7)
    pen.line((12, 13), (12, 18))
    pen.line((8.2, 19.8), (15.8, 19.8), width=2.6)


def _people(pen: _Pen) -> None:
    for x in (7, 17):
        pen.dot(x, 9, 3.2)
        angles = (math.pi * i / 24 for i in range(25))
        pen.fill(*((x + 5 * math.cos(a), 19 - 5.4 * math.sin(a)) for a in angles))


def _share(pen: _Pen) -> None:
    pen.line((17.5, 5.5), (6.5, 12), (17.5, 18.5), width=1.8)
    for x, y in ((17.5, 5.5), (6.5, 12), (17.5, 18.5)):
        pen.dot(x, y, 3)


def _lock(pen: _Pen) -> None:
    pen.box(5, 10.5, 14, 10, 2)
    pen.arc(12, 10.5, 4.4, 180, 360, 2.2)


DRAWINGS: dict[Icon, Callable[[_Pen], None]] = {
    Icon.BACK: lambda pen: pen.line((14.5, 5.5), (8, 12), (14.5, 18.5)),
    Icon.FORWARD: lambda pen: pen.line((9.5, 5.5), (16, 12), (9.5, 18.5)),
    Icon.SOUND: _sound,
    Icon.MUTE: _mute,
    Icon.GEAR: _gear,
    Icon.HELP: _help,
    Icon.MENU: _menu,
    Icon.UNDO: _undo,
    Icon.REDO: lambda pen: _undo(pen, True),
    Icon.BULB: _bulb,
    Icon.EYE: _eye,
    Icon.LENS: _lens,
    Icon.PAUSE: _pause,
    Icon.PLAY: lambda pen: pen.fill((6, 3.5), (20, 12), (6, 20.5)),
    Icon.PLAY_BACK: lambda pen: pen.fill((18, 3.5), (4, 12), (18, 20.5)),
    Icon.STOP: lambda pen: pen.box(5.5, 5.5, 13, 13, 1.5),
    Icon.FIRST: _first,
    Icon.LAST: _last,
    Icon.ROBOT: _robot,
    Icon.PERSON: _person,
    Icon.GLOBE: _globe,
    Icon.SWAP: _swap,
    Icon.DICE: _dice,
    Icon.CLIPBOARD: _clipboard,
    Icon.COPY: _copy,
    Icon.DOWNLOAD: _download,
    Icon.CHART: _chart,
    Icon.SAVE: _save,
    Icon.OPEN: _open,
    Icon.BIN: _bin,
    Icon.PLUS: _plus,
    Icon.MINUS: lambda pen: pen.line((5.5, 12), (18.5, 12)),
    Icon.CROSS: _cross,
    Icon.CHECK: lambda pen: pen.line((4.5, 12.5), (10, 18), (19.5, 6.5)),
    Icon.WARNING: _warning,
    Icon.FULL_SCREEN: _full_screen,
    Icon.CLOCK: _clock,
    Icon.PENCIL: _pencil,
    Icon.STEPS: _steps,
    Icon.SHARE: _share,
    Icon.LOCK: _lock,
    Icon.DOWN: lambda pen: pen.line((6, 9), (12, 15.5), (18, 9)),
    Icon.EXIT: _exit,
    Icon.TROPHY: _trophy,
    Icon.PEOPLE: _people,
    Icon.MISTAKE: lambda pen: pen.fill((1.5, 3), (22.5, 3), (12, 22)),
    Icon.SCISSORS: _scissors,
}


def icon(brush: Brush, image: Icon, side: int, ink: Colour) -> pygame.Surface:
    """Return the icon in a square of `side` pixels on a transparent background, cached."""

    def draw(canvas: pygame.Surface, scale: int) -> None:
        DRAWINGS[image](_Pen(canvas, side * scale / 24, ink))

    return brush.kept(("icon", image, side, ink), (side, side), draw)
