"""AccessKit, which hands the tree to the reader of this system; nothing where it is missing.

Its wheel is optional, and it is imported when a window is there to be read. What the three systems
want differs a little, and is told apart here alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from gui.access.tree import ROOT, AccessibleNode, AccessibleTree
from gui.kit.accessible import Role
from gui.system import INVISIBLE, Platform, System


@dataclass(frozen=True)
class ActionRequest:
    """What a reader asks for: an action of a node, with a text or a number where one belongs."""

    action: str
    target: int
    value: str | float | None = None


class Adapter(Protocol):
    """The way to the reader; it asks for nothing while nobody reads."""

    def update(self, tree: AccessibleTree, changed: Mapping[int, AccessibleNode]) -> None:
        """Tell the nodes that changed, and what has the keyboard."""

    def focus_window(self, focused: bool) -> None:
        """Whether the window has the keyboard."""

    def follow(self, window: Mapping[str, Any]) -> None:
        """Go over to another window, which is hidden and not known to any reader yet."""


class InitialTreeCall:
    """Lives as long as AccessKit's question for the first tree, and is gone with its answer.

    AccessKit holds a lock while it asks, and an answer needs the interpreter: a call of ours in
    that moment would wait for ever. Once this is gone AccessKit needs the interpreter no more.
    """


@dataclass(frozen=True)
class Handlers:
    """Called in the middle of a frame, on Linux from a thread of AccessKit's own.

    Only on Linux is it told that nobody reads any more.
    """

    wake: Callable[[InitialTreeCall], AccessibleTree]  # somebody reads from now on; the first tree
    wish: Callable[[ActionRequest], None]
    sleep: Callable[[], None]  # nobody reads any more


def is_there_a_bus(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether readers could reach a program on Linux at all: over the bus of the session."""
    if environment.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    folder = environment.get("XDG_RUNTIME_DIR", "")
    return bool(folder) and os.path.exists(os.path.join(folder, "bus"))


def open_adapter(
    system: System, driver: str, window: Mapping[str, Any], handlers: Handlers
) -> Adapter | None:
    """The adapter for a window; None where nobody could read it.

    `window` is what SDL knows of it. On Windows and macOS it must not have been shown yet.
    """
    if driver in INVISIBLE or (system.platform is Platform.LINUX and not is_there_a_bus()):
        return None
    try:
        kit = import_module("accesskit")
    except ImportError:
        return None  # the optional wheel is not installed
    return _Bridge(kit, system.platform, window, handlers)


class Translation:
    """Our tree in AccessKit's words."""

    def __init__(self, kit: Any) -> None:
        self.kit = kit
        self.roles = roles_of(kit)
        self.actions = {name: getattr(kit.Action, name) for name in ACTIONS}

    def whole(self, tree: AccessibleTree) -> Any:
        """A tree nobody knows yet."""
        update = self.update(tree, tree.nodes)
        update.tree = self.kit.Tree(ROOT)
        return update

    def update(self, tree: AccessibleTree, changed: Mapping[int, AccessibleNode]) -> Any:
        """The nodes that changed, and what has the keyboard; never nothing."""
        update = self.kit.TreeUpdate(tree.focus)
        update.nodes.extend([(number, self._node(node)) for number, node in changed.items()])
        return update

    def _node(self, node: AccessibleNode) -> Any:
        said, kit = node.said, self.kit
        made = kit.Node(self.roles[said.role])
        left, top, width, height = node.place
        made.set_bounds(kit.Rect(left, top, left + width, top + height))
        if said.role in PLAIN:
            made.set_value(said.name)  # a text's words are its value; no label is read
        else:
            made.set_label(said.name)
            if said.value:
                made.set_value(said.value)
        if said.note:
            made.set_description(said.note)
        if said.shortcut:
            made.set_keyboard_shortcut(said.shortcut)
        if node.children:
            made.set_children(list(node.children))
        self._state(made, node)
        for name in actions_of(node):
            made.add_action(self.actions[name])
        return made

    def _state(self, made: Any, node: AccessibleNode) -> None:
        said, kit = node.said, self.kit
        if not said.enabled:
            made.set_disabled()
        if said.on is not None:
            made.set_toggled(kit.Toggled.TRUE if said.on else kit.Toggled.FALSE)
        if said.selected is not None:
            made.set_selected(said.selected)
            if said.role is Role.CHOICE:
                made.set_toggled(kit.Toggled.TRUE if said.selected else kit.Toggled.FALSE)
        if said.number is not None:
            made.set_numeric_value(float(said.number.now))
            made.set_min_numeric_value(float(said.number.low))
            made.set_max_numeric_value(float(said.number.high))
            made.set_numeric_value_step(float(said.number.step))
        if node.modal:
            made.set_modal()
        if said.role is Role.FAULT:
            made.set_live(kit.Live.ASSERTIVE)
        elif said.role is Role.NEWS:
            made.set_live(kit.Live.POLITE)


class _Bridge:
    """The adapter of this system."""

    def __init__(
        self, kit: Any, platform: Platform, window: Mapping[str, Any], handlers: Handlers
    ) -> None:
        self.handlers = handlers
        self.platform = platform
        self.translation = Translation(kit)
        self.names = {int(getattr(kit.Action, name)): name for name in ACTIONS}
        if platform is Platform.MACOS:
            # SDL gives the keyboard to its window, whose class does not ask what is in it.
            kit.macos.add_focus_forwarder_to_window_class("SDLWindow")
        self.follow(window)

    def follow(self, window: Mapping[str, Any]) -> None:
        kit, wake, act = self.translation.kit, self._wake, self._act
        if self.platform is Platform.WINDOWS:
            self.adapter = kit.windows.SubclassingAdapter(window["window"], wake, act)
        elif self.platform is Platform.MACOS:
            self.adapter = kit.macos.SubclassingAdapter.for_window(window["window"], wake, act)
        else:
            self.adapter = kit.unix.Adapter(wake, act, self.handlers.sleep)

    def update(self, tree: AccessibleTree, changed: Mapping[int, AccessibleNode]) -> None:
        # Made before the call: a fault in the midst of one would end the program, not the frame.
        made = self.translation.update(tree, changed)
        events = self.adapter.update_if_active(lambda: made)
        if events is not None:
            events.raise_events()

    def focus_window(self, focused: bool) -> None:
        if self.platform is Platform.MACOS:
            events = self.adapter.update_view_focus_state(focused)
            if events is not None:
                events.raise_events()
        elif self.platform is Platform.LINUX:
            self.adapter.update_window_focus_state(focused)

    def _wake(self) -> Any:
        call = InitialTreeCall()  # goes with this frame, after all that it does
        return self.translation.whole(self.handlers.wake(call))

    def _act(self, request: Any) -> None:
        name = self.names.get(int(request.action))
        if name is not None:
            value = request.data[1] if request.data is not None else None
            self.handlers.wish(ActionRequest(name, int(request.target), value))


PLAIN = (Role.TEXT, Role.NEWS, Role.FAULT)
ACTIONS = ("CLICK", "FOCUS", "SET_VALUE", "INCREMENT", "DECREMENT", "SHOW_CONTEXT_MENU")


def actions_of(node: AccessibleNode) -> list[str]:
    """What can be done with a node, by AccessKit's names."""
    said = node.said
    if not said.enabled:
        return []
    found = []
    if said.press is not None:
        found.append("CLICK")
    if said.menu is not None:
        found.append("SHOW_CONTEXT_MENU")
    if said.point is not None or (
        node.widget is not None and node.widget.focusable and said.place is None
    ):
        found.append("FOCUS")
    if said.write is not None or said.go is not None:
        found.append("SET_VALUE")
    if said.step is not None:
        found += ["INCREMENT", "DECREMENT"]
    return found


def roles_of(kit: Any) -> dict[Role, Any]:
    """What AccessKit calls our roles."""
    role = kit.Role
    return {
        Role.WINDOW: role.WINDOW,
        Role.DIALOG: role.DIALOG,
        Role.MENU: role.MENU,
        Role.MENU_LINE: role.MENU_ITEM,
        Role.BUTTON: role.BUTTON,
        Role.SWITCH: role.SWITCH,
        Role.CHOICES: role.RADIO_GROUP,
        Role.CHOICE: role.RADIO_BUTTON,
        Role.SLIDER: role.SLIDER,
        Role.NUMBER: role.SPIN_BUTTON,
        Role.FIELD: role.TEXT_INPUT,
        Role.LIST: role.LIST_BOX,
        Role.ROW: role.LIST_BOX_OPTION,
        Role.TEXT: role.LABEL,
        Role.HEADING: role.HEADING,
        Role.PICTURE: role.IMAGE,
        Role.PROGRESS: role.PROGRESS_INDICATOR,
        Role.GROUP: role.GROUP,
        Role.BOARD: role.GROUP,
        Role.NEWS: role.LABEL,
        Role.FAULT: role.LABEL,
    }
