"""What a screen reader is told of a widget: what it is, its name, its state, what can be done.

Plain data: gui/access makes a tree of it, which the system's reader walks. What is told does not
hang on a reader being there, so tests read it without one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

Place = tuple[int, int, int, int]  # left, top, width, height in the window


class Role(Enum):
    """What a part of the window is to somebody who does not see it."""

    WINDOW = auto()
    DIALOG = auto()
    MENU = auto()
    MENU_LINE = auto()
    BUTTON = auto()
    SWITCH = auto()
    CHOICES = auto()  # of which one is taken
    CHOICE = auto()
    SLIDER = auto()
    NUMBER = auto()
    FIELD = auto()
    LIST = auto()
    ROW = auto()
    TEXT = auto()
    HEADING = auto()
    PICTURE = auto()
    PROGRESS = auto()
    GROUP = auto()  # a picture with parts, walked with the arrows
    BOARD = auto()
    NEWS = auto()  # said when it changes, once the reader has finished its sentence
    FAULT = auto()  # said at once


@dataclass(frozen=True, slots=True)
class NumericValue:
    """A number between two others, and how far apart its values are."""

    now: float
    low: float
    high: float
    step: float = 1.0


@dataclass(slots=True)  # never changed; frozen, its making would take three times as long
class AccessibleInfo:
    """What is told of a widget or of a part of one.

    Without a `name` it has that of the text before it. `note` is said after the rest, `on` and
    `selected` are None where there is no such thing. A part has a `key` of its own in its widget,
    and is `current` where the keyboard stands. What cannot be done is None.
    """

    role: Role
    name: str = ""
    value: str = ""
    note: str = ""
    shortcut: str = ""
    enabled: bool = True
    on: bool | None = None
    selected: bool | None = None
    number: NumericValue | None = None
    key: str = ""
    place: Place | None = None
    current: bool = False
    parts: tuple[AccessibleInfo, ...] = field(default=(), compare=False)
    press: Callable[[], object] | None = field(default=None, compare=False)
    menu: Callable[[], object] | None = field(default=None, compare=False)  # of more to do
    point: Callable[[], object] | None = field(default=None, compare=False)  # the keyboard there
    write: Callable[[str], object] | None = field(default=None, compare=False)
    go: Callable[[float], object] | None = field(default=None, compare=False)
    step: Callable[[int], object] | None = field(default=None, compare=False)


def sentence(texts: Iterable[str]) -> str:
    """Texts that stand beside one another, to be read one after another."""
    made = ""
    for text in texts:
        joint = "" if not made else " " if made[-1] in ".,:;!?…" or text[:1].islower() else ", "
        made += joint + text
    return made


def sentences(texts: Iterable[str]) -> str:
    """Sentences one after another, each with its end."""
    return " ".join(text if text[-1:] in ".!?…" else f"{text}." for text in texts if text)
