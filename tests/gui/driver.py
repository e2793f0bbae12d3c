"""What a person does at the window, and what one waits for there.

Each function takes what receives events: the application, a screen, a group of widgets, a widget or
the view of a board. After a press or a click the application or the screen runs one frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast, overload

import pygame

from gui.app import App
from gui.inspector.model import Inspector
from gui.kit.screen import Screen
from gui.kit.texts import Label
from gui.kit.widget import Widget, WidgetGroup
from gui.protocols import Open
from gui.screens import open_screen
from gui.services import Services
from tests.screen import the_screen
from tests.waiting import let_pass

FRAME = 0.02  # seconds
NO_LETTER = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT
Point = tuple[int, int]
Kind = TypeVar("Kind", bound=Widget)
OnDesk = TypeVar("OnDesk", bound=Screen)
Value = TypeVar("Value")


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


def hold(target: Any, place: Point) -> Any:
    """Press the left button at a point; what a widget or a view answers."""
    return send(target, pygame.MOUSEBUTTONDOWN, pos=place, button=1)


def let_go(target: Any, place: Point) -> Any:
    """Let the left button go at a point; what a widget or a view answers."""
    return send(target, pygame.MOUSEBUTTONUP, pos=place, button=1)


def enter_on(target: Any, key: str) -> Any:
    """Give the focus to the widget of this key and press Enter; where that leads."""
    _group(target).focus_key(key)
    return press(target, pygame.K_RETURN)


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


@overload
def find(target: Any, key: str) -> Widget: ...
@overload
def find(target: Any, key: str, kind: type[Kind]) -> Kind: ...
def find(target: Any, key: str, kind: type[Widget] = Widget) -> Widget:
    """The widget of this key and kind, which is there, or else the test fails."""
    widget = _group(target).find(key)
    assert isinstance(widget, kind), key
    return widget


def of(kind: Callable[..., Value], value: object) -> Value:
    """What is of this class, or else the test fails."""
    assert isinstance(value, cast(type, kind)), type(value)
    return cast(Value, value)


def there(value: Value | None) -> Value:
    """What is there, or else the test fails."""
    assert value is not None
    return value


def top(app: App, kind: Callable[..., OnDesk]) -> OnDesk:
    """The screen of an application that is seen, which is of this class."""
    return of(kind, app.scenes[-1])


def enter(screen: OnDesk) -> OnDesk:
    """A screen, entered in the window of its services."""
    screen.enter(screen.services.size)
    return screen


def follow(services: Services, going: object, kind: Callable[..., OnDesk]) -> OnDesk:
    """The screen that a transition opens, which is of this class, entered."""
    return enter(of(kind, open_screen(services, of(Open, going))))


def widgets_of(target: Any, kind: type[Kind]) -> list[Kind]:
    """The widgets of a kind, in the order of Tab."""
    return [each for each in _group(target).widgets if isinstance(each, kind)]


def labels_of(target: Any) -> list[str]:
    """The texts of all labels, in the order of Tab."""
    return [each.text for each in widgets_of(target, Label)]


def _group(target: Any) -> WidgetGroup:
    """The widgets of the top screen of an application, of a screen, of a popup, or a group."""
    top: Any = target.scenes[-1] if isinstance(target, App) else target
    group: WidgetGroup = getattr(top, "widget_group", top)
    return group


def wait(target: Any, until: Callable[[], object], dt: float = FRAME) -> None:
    """Let frames of `dt` seconds pass until something holds; a screen then shows it."""
    let_pass(lambda: run_frame(target, dt), until)
    if isinstance(target, Screen) and target.dirty:
        target.draw(the_screen())


def picture(screen: Screen) -> bytes:
    """What the screen shows now."""
    screen.draw(the_screen())
    return pygame.image.tobytes(the_screen(), "RGB")


def frames(target: Any, count: int, dt: float = FRAME) -> None:
    """Run so many frames of `dt` seconds, of an application with its guard against faults."""
    for _ in range(count):
        (target.frame if isinstance(target, App) else target.update)(dt)


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
