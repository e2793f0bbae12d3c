"""The bridge between the window and a screen reader: sends the tree, performs requests."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from queue import SimpleQueue
from typing import Any
from weakref import ref

from gui.access.adapter import ActionRequest, Adapter, Handlers, InitialTreeCall
from gui.access.tree import (
    AccessibleNode,
    AccessibleTree,
    Announcer,
    NodeIds,
    TreeBuilder,
    bare_tree,
)
from gui.kit.accessible import AccessibleInfo
from gui.kit.screen import Screen
from gui.protocols import Transition
from gui.services import Services

OpenAdapter = Callable[[Handlers], Adapter | None]


class AccessibilityBridge:
    """The sender of the accessible tree to a screen reader; idle while none is running.

    The handlers may run in another thread: they only store their arguments, which the main thread
    processes.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        self.adapter: Adapter | None = None
        self.tree: AccessibleTree | None = None  # as last sent to the reader
        self._numbers = NodeIds()
        self._voice = Announcer()
        self._asked: ref[InitialTreeCall] | None = None  # the call of the present reader
        self._answered: ref[InitialTreeCall] | None = None  # the call the window was drawn for
        self._focused = True
        self._origin = 0, 0
        self._wishes: SimpleQueue[ActionRequest] = SimpleQueue()

    def open(self, make: OpenAdapter) -> None:
        """Create the adapter, so that screen readers find the window."""
        self.adapter = make(Handlers(self._wake, self._wishes.put, self._sleep))

    def follow(self, window: Mapping[str, Any]) -> None:
        """Attach to a new window, still hidden; readers must request its first tree."""
        self._sleep()
        if self.adapter is not None:
            self.adapter.follow(window)

    @property
    def _listener(self) -> ref[InitialTreeCall] | None:
        """The call of the present reader; None during AccessKit's initial-tree callback."""
        call = self._asked
        return call if call is not None and call() is None else None

    def _wake(self, call: InitialTreeCall) -> AccessibleTree:
        self._asked = ref(call)
        return bare_tree(self.services.size)

    def _sleep(self) -> None:
        self._asked = None

    def begin(self) -> bool:
        """Begin a frame; return True when a new reader requires everything to be redrawn."""
        listener = self._listener
        if listener is self._answered:
            return False
        self._answered = listener
        self.tree = None
        self._voice.forget()
        self.services.listen(listener is not None)
        return listener is not None

    def _may_tell(self) -> bool:
        """Whether the window was drawn for the latest reader, which may be new in this frame."""
        return self._answered is not None and self._answered is self._asked

    def see(self, origin: tuple[int, int]) -> None:
        """Note the place on the page that the window shows at its top left."""
        self._origin = origin

    def show(self, screen: Screen) -> None:
        """Send the changes of a screen since the last call."""
        if self.adapter is None or not self._may_tell():
            return
        self._voice.announce(screen)
        before, self.tree = self.tree, self.read(screen)
        if before is None:
            self.adapter.focus_window(self._focused)
        changed = changes(before, self.tree)
        if changed or before is None or before.focus != self.tree.focus:
            self.adapter.update(self.tree, changed)

    def read(self, screen: Screen) -> AccessibleTree:
        """Return the accessible tree of the window."""
        tree = TreeBuilder(screen, self.services.notices, self._numbers, self._voice.now).tree
        x, y = self._origin
        if x or y:
            for node in tree.nodes.values():
                left, top, width, height = node.place
                node.place = left - x, top - y, width, height
        return tree

    def focus_window(self, focused: bool) -> None:
        """Report that the window gained or lost the keyboard focus."""
        self._focused = focused
        if self.adapter is not None and self._may_tell():
            self.adapter.focus_window(focused)

    # -- requests --------------------------------------------------------------------------------

    def requests(self) -> Sequence[ActionRequest]:
        """Return the requests since the last frame."""
        return [self._wishes.get() for _ in range(self._wishes.qsize())]

    def perform(self, request: ActionRequest, screen: Screen) -> Transition | None:
        """Perform a request; do nothing if its node is gone or disabled."""
        node = self.read(screen).nodes.get(request.target)
        if node is None or not node.said.enabled:
            return None
        for notice in self.services.notices:
            notice.read = True
        if node.widget_group is not None and node.widget is not None and node.widget.focusable:
            node.widget_group.point(node.widget)
        _do(node.said, request)
        screen.touch()
        return screen.after_request()


def changes(known: AccessibleTree | None, now: AccessibleTree) -> dict[int, AccessibleNode]:
    """Return the nodes that differ from the reader's copy."""
    if known is None:
        return dict(now.nodes)
    before = known.nodes
    return {number: node for number, node in now.nodes.items() if before.get(number) != node}


def _do(info: AccessibleInfo, request: ActionRequest) -> None:
    acts = {"FOCUS": info.point, "CLICK": info.press, "SHOW_CONTEXT_MENU": info.menu}
    value, act = request.value, acts.get(request.action)
    if act is not None:
        act()
    elif request.action == "SET_VALUE":
        if info.write is not None and isinstance(value, str):
            info.write(value)
        elif info.go is not None and isinstance(value, int | float) and math.isfinite(value):
            info.go(float(value))  # other programs may send NaN and infinity
    elif request.action not in acts and info.step is not None:
        info.step(1 if request.action == "INCREMENT" else -1)
