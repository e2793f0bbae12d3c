"""Adapter to AccessKit, which passes the tree to the system's screen reader, if installed.

Its wheel is optional and is imported only when a window opens. This module alone handles the
differences between the three systems.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from gui.access.tree import ROOT, AccessibleNode, AccessibleTree
from gui.kit.accessible import Role
from gui.system import INVISIBLE, Platform, System


@dataclass(frozen=True)
class ActionRequest:
    """A request of a screen reader: an action on a node, with a text or a number if needed."""

    action: str
    target: int
    value: str | float | None = None


class InitialTreeCall:
    """A token alive during AccessKit's initial-tree callback.

    AccessKit holds a lock during the callback, which needs the interpreter: a call from our side
    in that moment would deadlock. Once the token is gone, calls are safe.
    """


@dataclass(frozen=True)
class Handlers:
    """Callbacks of the adapter, run in the middle of a frame, on Linux in a thread of AccessKit.

    Only Linux calls `sleep`.
    """

    wake: Callable[[InitialTreeCall], AccessibleTree]  # a reader starts; returns the tree
    wish: Callable[[ActionRequest], None]
    sleep: Callable[[], None]  # the last screen reader stops


def is_there_a_bus(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a D-Bus session exists, over which screen readers work on Linux."""
    if environment.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    folder = environment.get("XDG_RUNTIME_DIR", "")
    return bool(folder) and os.path.exists(os.path.join(folder, "bus"))


def open_adapter(
    system: System, driver: str, window: Mapping[str, Any], handlers: Handlers
) -> Adapter | None:
    """Return the adapter of a window; None where no screen reader could work.

    `window` is SDL's window information. On Windows and macOS the window must still be hidden.
    """
    if driver in INVISIBLE or (system.platform is Platform.LINUX and not is_there_a_bus()):
        return None
    try:
        kit = import_module("accesskit")
    except ImportError:
        return None  # the optional wheel is not installed
    return Adapter(kit, system.platform, window, handlers)


class Translation:
    """A converter of our tree into AccessKit's types."""

    def __init__(self, kit: Any) -> None:
        self.kit = kit
        self.roles = roles_of(kit)
        self.actions = {name: getattr(kit.Action, name) for name in ACTIONS}

    def whole(self, tree: AccessibleTree) -> Any:
        """Return the update for a complete new tree."""
        update = self.update(tree, tree.nodes)
        update.tree = self.kit.Tree(ROOT)
        return update

    def update(self, tree: AccessibleTree, changed: Mapping[int, AccessibleNode]) -> Any:
        """Return the update with the changed nodes and the focus."""
        update = self.kit.TreeUpdate(tree.focus)
        update.nodes.extend([(number, self._node(node)) for number, node in changed.items()])
        return update

    def _node(self, node: AccessibleNode) -> Any:
        info, kit = node.said, self.kit
        node_made = kit.Node(self.roles[info.role])
        left, top, width, height = node.place
        node_made.set_bounds(kit.Rect(left, top, left + width, top + height))
        if info.role in PLAIN:
            node_made.set_value(info.name)  # readers speak the value of a text, not its label
        else:
            node_made.set_label(info.name)
            if info.value:
                node_made.set_value(info.value)
        if info.note:
            node_made.set_description(info.note)
        if info.shortcut:
            node_made.set_keyboard_shortcut(info.shortcut)
        if node.children:
            node_made.set_children(list(node.children))
        self._state(node_made, node)
        for name in actions_of(node):
            node_made.add_action(self.actions[name])
        return node_made

    def _state(self, made: Any, node: AccessibleNode) -> None:
        info, kit = node.said, self.kit
        if not info.enabled:
            made.set_disabled()
        if info.on is not None:
            made.set_toggled(kit.Toggled.TRUE if info.on else kit.Toggled.FALSE)
        if info.selected is not None:
            made.set_selected(info.selected)
            if info.role is Role.CHOICE:
                made.set_toggled(kit.Toggled.TRUE if info.selected else kit.Toggled.FALSE)
        if info.number is not None:
            made.set_numeric_value(float(info.number.now))
            made.set_min_numeric_value(float(info.number.low))
            made.set_max_numeric_value(float(info.number.high))
            made.set_numeric_value_step(float(info.number.step))
        if node.modal:
            made.set_modal()
        if info.role is Role.FAULT:
            made.set_live(kit.Live.ASSERTIVE)
        elif info.role is Role.NEWS:
            made.set_live(kit.Live.POLITE)


class Adapter:
    """The connection to the screen reader of this system; inactive while none is running."""

    def __init__(
        self, kit: Any, platform: Platform, window: Mapping[str, Any], handlers: Handlers
    ) -> None:
        self.handlers = handlers
        self.platform = platform
        self.translation = Translation(kit)
        self.names = {int(getattr(kit.Action, name)): name for name in ACTIONS}
        if platform is Platform.MACOS:
            # SDL focuses its window, whose class does not forward the focus to the content.
            kit.macos.add_focus_forwarder_to_window_class("SDLWindow")
        self.follow(window)

    def follow(self, window: Mapping[str, Any]) -> None:
        """Attach to another window, which must be hidden and new to any reader."""
        kit, wake, act = self.translation.kit, self._wake, self._act
        if self.platform is Platform.WINDOWS:
            self.adapter = kit.windows.SubclassingAdapter(window["window"], wake, act)
        elif self.platform is Platform.MACOS:
            self.adapter = kit.macos.SubclassingAdapter.for_window(window["window"], wake, act)
        else:
            self.adapter = kit.unix.Adapter(wake, act, self.handlers.sleep)

    def update(self, tree: AccessibleTree, changed: Mapping[int, AccessibleNode]) -> None:
        """Send the changed nodes and the focus."""
        # Built before the call: an exception in the callback would end the program, not the frame.
        update = self.translation.update(tree, changed)
        events = self.adapter.update_if_active(lambda: update)
        if events is not None:
            events.raise_events()

    def focus_window(self, focused: bool) -> None:
        """Report whether the window has the keyboard focus."""
        if self.platform is Platform.MACOS:
            events = self.adapter.update_view_focus_state(focused)
            if events is not None:
                events.raise_events()
        elif self.platform is Platform.LINUX:
            self.adapter.update_window_focus_state(focused)

    def _wake(self) -> Any:
        call = InitialTreeCall()  # deleted with this stack frame, after the callback's work
        return self.translation.whole(self.handlers.wake(call))

    def _act(self, request: Any) -> None:
        name = self.names.get(int(request.action))
        if name is not None:
            value = request.data[1] if request.data is not None else None
            self.handlers.wish(ActionRequest(name, int(request.target), value))


PLAIN = (Role.TEXT, Role.NEWS, Role.FAULT)
ACTIONS = ("CLICK", "FOCUS", "SET_VALUE", "INCREMENT", "DECREMENT", "SHOW_CONTEXT_MENU")


def actions_of(node: AccessibleNode) -> list[str]:
    """Return the possible actions of a node, by AccessKit's names."""
    info = node.said
    if not info.enabled:
        return []
    names = []
    if info.press is not None:
        names.append("CLICK")
    if info.menu is not None:
        names.append("SHOW_CONTEXT_MENU")
    if info.point is not None or (
        node.widget is not None and node.widget.focusable and info.place is None
    ):
        names.append("FOCUS")
    if info.write is not None or info.go is not None:
        names.append("SET_VALUE")
    if info.step is not None:
        names += ["INCREMENT", "DECREMENT"]
    return names


ROLE_NAMES = {  # AccessKit's names of roles, where they are not ours
    Role.MENU_LINE: "MENU_ITEM",
    Role.CHOICES: "RADIO_GROUP",
    Role.CHOICE: "RADIO_BUTTON",
    Role.NUMBER: "SPIN_BUTTON",
    Role.FIELD: "TEXT_INPUT",
    Role.LIST: "LIST_BOX",
    Role.ROW: "LIST_BOX_OPTION",
    Role.PICTURE: "IMAGE",
    Role.PROGRESS: "PROGRESS_INDICATOR",
    Role.BOARD: "GROUP",
    **dict.fromkeys(PLAIN, "LABEL"),
}


def roles_of(kit: Any) -> dict[Role, Any]:
    """Return AccessKit's roles by ours."""
    return {role: getattr(kit.Role, ROLE_NAMES.get(role, role.name)) for role in Role}
