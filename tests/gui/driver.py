"""What a person does at the window, and what one waits for there.

Each function takes what receives events: the application, a screen, a group of widgets, a widget or
the view of a board. After a press or a click the application or the screen runs one frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from gui.app import App
from gui.inspector.model import Inspector
from gui.kit.screen import Screen
from gui.kit.widget import Widget
from tests.screen import the_screen
from tests.waiting import let_pass

FRAME = 0.02  # seconds
NO_LETTER = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT
Point = tuple[int, int]


def send(target: Any, kind: int, **values: Any) -> Any:
    """Give an event to a target; where that leads, or what a widget or a view answers."""
    event = pygame.event.Event(kind, **values)
    return target._event(event) if isinstance(target, App) else target.handle(event)


def press(target: Any, key: int, mod: int = 0, text: str | None = None) -> Any:
    """Press a key and let it go; where that leads. `text` is what it writes, by default itself."""
    if text is None:
        text = chr(key) if 32 <= key < 127 and not mod & NO_LETTER else ""
    kinds = (pygame.KEYDOWN, pygame.KEYUP)
    return _do(target, kinds, key=key, mod=mod, unicode=text, scancode=0)


def click(target: Any, place: Point | str, button: int = 1, touch: bool = False) -> Any:
    """Click at a point, or on the widget of this key; where that leads."""
    at = find(target, place).rect.center if isinstance(place, str) else place
    kinds = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    return _do(target, kinds, pos=at, button=button, touch=touch)


def point(target: Any, place: Point, held: bool = False, touch: bool = False) -> Any:
    """Move the mouse to a point, perhaps with the left button held."""
    buttons = (int(held), 0, 0)
    return send(target, pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=buttons, touch=touch)


def drag(target: Any, start: Point, end: Point, steps: int = 8, touch: bool = False) -> Any:
    """Press at one point, move to another and let go there; what the last event answers."""
    send(target, pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=touch)
    for step in range(1, steps + 1):
        x, y = (start[axis] + (end[axis] - start[axis]) * step // steps for axis in (0, 1))
        point(target, (x, y), held=True, touch=touch)
    return send(target, pygame.MOUSEBUTTONUP, pos=end, button=1, touch=touch)


def find(target: Any, key: str) -> Widget:
    """The widget of this key, which is there: on the top screen of an application, or in a part."""
    top: Any = target.scenes[-1] if isinstance(target, App) else target
    widget = top.widget_group.find(key)
    assert isinstance(widget, Widget), key
    return widget


def wait(target: Any, until: Callable[[], object], dt: float = FRAME) -> None:
    """Let frames of `dt` seconds pass until something holds; a screen then shows it."""
    let_pass(lambda: run_frame(target, dt), until)
    if isinstance(target, Screen) and target.dirty:
        target.draw(the_screen())


def picture(screen: Screen) -> bytes:
    """What the screen shows now."""
    screen.draw(the_screen())
    return pygame.image.tobytes(the_screen(), "RGB")


def run_frame(target: Any, dt: float = FRAME) -> None:
    """Run one frame of the application, a screen or a model."""
    (target._frame if isinstance(target, App) else target.update)(dt)


def _do(target: Any, kinds: tuple[int, int], **values: Any) -> Any:
    """Send two events and run a frame; nothing after one that leads elsewhere."""
    first = None
    for kind in kinds:
        answer = send(target, kind, **values)
        if answer is not None and not isinstance(answer, bool | int):
            return answer
        first = answer if first is None else first
    if isinstance(target, App | Screen):
        run_frame(target)
    return first


def answered(inspector: Inspector) -> bool:
    """Whether the decision that an inspector shows is complete, or failed."""
    return inspector.replay is not None and not inspector.busy
