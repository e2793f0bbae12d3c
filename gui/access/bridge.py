"""Keeps whoever reads the window told of what is on it, and does what they ask for."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import Any
from weakref import ref

from gui.access.adapter import ActionRequest, Adapter, Handlers, InitialTreeCall
from gui.access.announcer import Announcer
from gui.access.tree import AccessibleNode, AccessibleTree, NodeIds, TreeBuilder, bare_tree
from gui.kit.accessible import AccessibleInfo
from gui.kit.screen import Screen
from gui.protocols import Transition
from gui.services import Services

OpenAdapter = Callable[[Handlers], Adapter | None]


class AccessibilityBridge:
    """While nobody reads, `show` does nothing at all.

    The handlers are called from another thread: they only note; all else is done by the window.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        self.adapter: Adapter | None = None
        self.tree: AccessibleTree | None = None  # as the reader knows it
        self._numbers = NodeIds()
        self._voice = Announcer()
        self._asked: ref[InitialTreeCall] | None = None  # by whoever reads now
        self._answered: ref[InitialTreeCall] | None = None  # whom the window was drawn for
        self._focused = True
        self._wishes: SimpleQueue[ActionRequest] = SimpleQueue()

    def open(self, make: OpenAdapter) -> None:
        """Let readers find the window."""
        self.adapter = make(Handlers(self._wake, self._wishes.put, self._sleep))

    def follow(self, window: Mapping[str, Any]) -> None:
        """The program has another window, still hidden; whoever read the last one must ask anew."""
        self._sleep()
        if self.adapter is not None:
            self.adapter.follow(window)

    @property
    def _listener(self) -> ref[InitialTreeCall] | None:
        """Who reads the window now and may be told something; nobody while AccessKit asks."""
        asked = self._asked
        return asked if asked is not None and asked() is None else None

    def _wake(self, call: InitialTreeCall) -> AccessibleTree:
        self._asked = ref(call)
        return bare_tree(self.services.size)

    def _sleep(self) -> None:
        self._asked = None

    def begin(self) -> bool:
        """Once a frame: true when everything must be drawn, because somebody has begun to read."""
        listener = self._listener
        if listener is self._answered:
            return False
        self._answered = listener
        self.tree = None
        self._voice.forget()
        self.services.listen(listener is not None)
        return listener is not None

    def _may_tell(self) -> bool:
        """Whether who asked last, perhaps within this frame, is who the window was drawn for."""
        return self._answered is not None and self._answered is self._asked

    def show(self, screen: Screen) -> None:
        """Tell what has changed since the last time."""
        if self.adapter is None or not self._may_tell():
            return
        self._voice.announce(screen)
        known, self.tree = self.tree, self.read(screen)
        if known is None:
            self.adapter.focus_window(self._focused)
        changed = changes(known, self.tree)
        if changed or known is None or known.focus != self.tree.focus:
            self.adapter.update(self.tree, changed)

    def read(self, screen: Screen) -> AccessibleTree:
        """What is on the window."""
        return TreeBuilder(screen, self.services.notices, self._numbers, self._voice.now).tree

    def focus_window(self, focused: bool) -> None:
        """The window has got or lost the keyboard."""
        self._focused = focused
        if self.adapter is not None and self._may_tell():
            self.adapter.focus_window(focused)

    # -- wishes --------------------------------------------------------------------------------

    def wishes(self) -> Sequence[ActionRequest]:
        """What was asked for since the last frame."""
        found = []
        while True:
            try:
                found.append(self._wishes.get_nowait())
            except Empty:
                return found

    def perform(self, wish: ActionRequest, screen: Screen) -> Transition | None:
        """Do what a reader asks for; nothing if it is not there or not possible any more."""
        node = self.read(screen).nodes.get(wish.target)
        if node is None or not node.said.enabled:
            return None
        for notice in self.services.notices:
            notice.read = True
        if node.widget_group is not None and node.widget is not None and node.widget.focusable:
            node.widget_group.point(node.widget)
        _do(node.said, wish)
        screen.touch()
        return screen.after_wish()


def changes(known: AccessibleTree | None, now: AccessibleTree) -> dict[int, AccessibleNode]:
    """The nodes a reader does not know as they are."""
    if known is None:
        return dict(now.nodes)
    before = known.nodes
    return {number: node for number, node in now.nodes.items() if before.get(number) != node}


def _do(said: AccessibleInfo, wish: ActionRequest) -> None:
    if wish.action == "FOCUS":
        if said.point is not None:
            said.point()
    elif wish.action == "CLICK":
        if said.press is not None:
            said.press()
    elif wish.action == "SHOW_CONTEXT_MENU":
        if said.menu is not None:
            said.menu()
    elif wish.action == "SET_VALUE":
        if said.write is not None and isinstance(wish.value, str):
            said.write(wish.value)
        elif said.go is not None and isinstance(wish.value, int | float):
            _go(said.go, float(wish.value))
    elif said.step is not None:
        said.step(1 if wish.action == "INCREMENT" else -1)


def _go(go: Callable[[float], object], number: float) -> None:
    """Whatever a program sends over the bus arrives here: no number and infinity too."""
    if math.isfinite(number):
        go(number)
