"""Accessible descriptions of widgets: role, name, state and actions.

Plain data: gui/access builds a tree from it for the system's screen reader. The data does not
depend on a running reader, so tests check it without one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

Place = tuple[int, int, int, int]  # left, top, width, height in the window


class Role(Enum):
    """The role of a part of the window for a screen reader."""

    WINDOW = auto()
    DIALOG = auto()
    MENU = auto()
    MENU_LINE = auto()
    BUTTON = auto()
    SWITCH = auto()
    CHOICES = auto()  # one of them is selected
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
    GROUP = auto()  # a panel with the parts on it, or a picture whose parts the arrow keys visit
    BOARD = auto()
    NEWS = auto()  # announced when it changes, after the reader's present sentence
    FAULT = auto()  # announced at once


@dataclass(frozen=True, slots=True)
class NumericValue:
    """A number, its range and its step."""

    now: float
    low: float
    high: float
    step: float = 1.0


@dataclass(slots=True)  # never mutated; frozen=True would triple the cost of construction
class AccessibleInfo:
    """The accessible description of a widget or of a part of one.

    Without a `name` it takes that of the text before it. The reader speaks `note` last. `on` and
    `selected` are None where they do not apply. A part has a `key` unique in its widget and is
    `current` where the keyboard's cursor is. An action that is impossible is None.
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
    menu: Callable[[], object] | None = field(default=None, compare=False)  # the context menu
    point: Callable[[], object] | None = field(default=None, compare=False)  # moves the cursor
    write: Callable[[str], object] | None = field(default=None, compare=False)
    go: Callable[[float], object] | None = field(default=None, compare=False)
    step: Callable[[int], object] | None = field(default=None, compare=False)


def sentence(texts: Iterable[str]) -> str:
    """Join neighbouring texts into one for a screen reader."""
    joined = ""
    for text in texts:
        joint = "" if not joined else " " if joined[-1] in ".,:;!?…" or text[:1].islower() else ", "
        joined += joint + text
    return joined


def sentences(texts: Iterable[str]) -> str:
    """Join sentences, each with its final punctuation."""
    return " ".join(text if text[-1:] in ".!?…" else f"{text}." for text in texts if text)
