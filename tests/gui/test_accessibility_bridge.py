"""What is done for a reader who asks, and how AccessKit is met on each system, with a stand-in."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from inspect import signature
from threading import Event, Thread
from types import ModuleType, SimpleNamespace
from typing import Any
from weakref import ref

import accesskit
import pytest

from gui.access.adapter import (
    ActionRequest,
    Adapter,
    Handlers,
    InitialTreeCall,
    Translation,
    is_there_a_bus,
    open_adapter,
)
from gui.access.bridge import AccessibilityBridge
from gui.access.tree import ROOT, AccessibleTree, bare_tree
from gui.kit import Icon
from gui.kit.accessible import Role
from gui.kit.popup import Popup
from gui.kit.screen import Screen
from gui.pages.menu_tiles import MenuTile
from gui.services import Notice, Services
from gui.system import Platform, System
from tests.gui.announcements import of_role, shown
from tests.gui.driver import there
from tests.screen import the_screen
from tests.waiting import HANG

pytestmark = pytest.mark.usefixtures("listening")


class Told(Adapter):
    """Stands where the adapter is, and keeps what it is told."""

    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers
        self.updates: list[tuple[AccessibleTree, set[int]]] = []
        self.focused: list[bool] = []
        self.windows: list[Any] = []

    def follow(self, window: Any) -> None:
        self.windows.append(window["window"])

    def update(self, tree: AccessibleTree, changed: Any) -> None:
        assert Translation(accesskit).update(tree, changed) is not None
        self.updates.append((tree, set(changed)))

    def focus_window(self, focused: bool) -> None:
        self.focused.append(focused)


def wish(
    reader: AccessibilityBridge, screen: Screen, role: Role, name: str, do: str, value: Any = None
) -> None:
    """Ask for something of the part of a role and name."""
    nodes = reader.read(screen).nodes
    found = [n for n, node in nodes.items() if node.said.role is role and node.said.name == name]
    reader.perform(ActionRequest(do, found[0], value), screen)
    screen.update(0.0)
    screen.draw(the_screen())


def number_of(reader: AccessibilityBridge, screen: Screen, role: Role, name: str) -> float:
    """The number that the part of a role and name stands at."""
    number = there(of_role(screen, role, reader)[name].number)
    return number.now


def opened(services: Services) -> tuple[AccessibilityBridge, Told]:
    """A bridge that nobody reads yet, and what it tells."""
    made = list[Told]()
    services.listen(False)
    reader = AccessibilityBridge(services)

    def make(handlers: Handlers) -> Told:
        made.append(Told(handlers))
        return made[0]

    reader.open(make)
    return reader, made[0]


def listened_to(services: Services, screen: Screen) -> tuple[AccessibilityBridge, Told]:
    """A reader whom all was told."""
    reader, told = opened(services)
    told.handlers.wake(InitialTreeCall())
    assert reader.begin()
    screen.draw(the_screen())
    reader.show(screen)
    assert len(told.updates) == 1
    return reader, told


def test_nothing_is_done_while_nobody_reads_and_all_is_told_once_somebody_does(
    services: Services,
) -> None:
    services.listen(False)
    screen = shown(services, "menu")
    reader, told = opened(services)
    assert not reader.begin()
    reader.show(screen)
    reader.focus_window(False)
    assert (told.updates, told.focused) == ([], [])
    call = InitialTreeCall()
    tree = told.handlers.wake(call)
    assert tree.nodes.keys() == {ROOT}, "a thread of AccessKit's own may not read the widgets"
    assert not reader.begin(), "AccessKit still holds its lock"
    del call
    assert reader.begin()
    screen.draw(the_screen())
    reader.show(screen)
    assert told.focused == [False]
    tree, changed = told.updates[0]
    assert changed == tree.nodes.keys() and len(changed) > 20
    reader.show(screen)
    assert len(told.updates) == 1, "nothing has changed"
    screen.widget_group.move_focus(1)
    reader.show(screen)
    assert told.updates[1][1] == set()
    assert told.updates[1][0].focus != ROOT
    told.handlers.sleep()
    reader.begin()
    reader.show(screen)
    assert len(told.updates) == 2
    assert services.ui.theme.heard is None


def test_who_begins_to_read_within_a_frame_is_told_nothing_before_the_next(
    services: Services,
) -> None:
    """AccessKit may hold its lock again, and does not know the parts that were told before."""
    screen = shown(services, "menu")
    reader, told = listened_to(services, screen)
    told.handlers.sleep()
    call = InitialTreeCall()
    told.handlers.wake(call)
    screen.widget_group.move_focus(1)
    reader.show(screen)
    reader.focus_window(False)
    assert (len(told.updates), told.focused) == (1, [True])
    assert not reader.begin() and not services.listening
    del call
    reader.show(screen)
    assert len(told.updates) == 1, "the window was not drawn for this one"
    assert reader.begin()
    reader.show(screen)
    assert told.updates[1][1] == told.updates[1][0].nodes.keys()


def test_another_window_is_told_as_a_whole(services: Services) -> None:
    screen = shown(services, "menu")
    reader, told = listened_to(services, screen)
    reader.follow({"window": 8})
    reader.show(screen)
    assert (told.windows, len(told.updates)) == ([8], 1)
    told.handlers.wake(InitialTreeCall())
    assert reader.begin()
    reader.show(screen)
    assert told.updates[1][1] == told.updates[1][0].nodes.keys()


def test_controls_do_what_a_reader_asks_for(services: Services) -> None:
    screen, reader = shown(services, "preferences"), AccessibilityBridge(services)
    wish(reader, screen, Role.SLIDER, "Volume", "SET_VALUE", 12.0)
    low = number_of(reader, screen, Role.SLIDER, "Volume")
    wish(reader, screen, Role.SLIDER, "Volume", "INCREMENT")
    assert (low, number_of(reader, screen, Role.SLIDER, "Volume")) == (10, 15)
    before = of_role(screen, Role.SWITCH, reader)[services.tr("preferences.teaching")].on
    wish(reader, screen, Role.SWITCH, services.tr("preferences.teaching"), "CLICK")
    assert (
        of_role(screen, Role.SWITCH, reader)[services.tr("preferences.teaching")].on is not before
    )
    screen.ask_before(lambda: None, "training.reset", Icon.BIN)
    wish(reader, screen, Role.BUTTON, "Cancel", "CLICK")
    assert screen.popup is None


def test_fields_steppers_and_lists_do_what_a_reader_asks_for(services: Services) -> None:
    screen, reader = shown(services, "setup with numbers"), AccessibilityBridge(services)
    wish(reader, screen, Role.FIELD, "Playouts per turn", "SET_VALUE", "777")
    assert of_role(screen, Role.FIELD, reader)["Playouts per turn"].value == "777"
    wish(reader, screen, Role.NUMBER, "Columns", "DECREMENT")
    assert of_role(screen, Role.NUMBER, reader)["Columns"].value == "6"
    wish(reader, screen, Role.ROW, "Nim", "CLICK")
    assert of_role(screen, Role.ROW, reader)["Nim"].selected
    wish(reader, screen, Role.BUTTON, "Play", "FOCUS")
    assert screen.widget_group.focus is not None and screen.widget_group.focus.key == "play"


def test_a_tile_opens_the_menu_of_its_right_button(services: Services) -> None:
    screen, reader = shown(services, "menu with a game to continue"), AccessibilityBridge(services)
    tiles = [
        node.said
        for node in reader.read(screen).nodes.values()
        if isinstance(node.widget, MenuTile)
    ]
    asked = [said.name for said in tiles if said.name.startswith("Connect Four")]
    wish(reader, screen, Role.BUTTON, asked[0], "SHOW_CONTEXT_MENU")
    assert screen.popup is not None


def test_a_wish_for_what_is_gone_or_cannot_be_done_does_nothing(services: Services) -> None:
    screen, reader = shown(services, "match of nim"), AccessibilityBridge(services)
    before = reader.read(screen)
    reader.perform(ActionRequest("CLICK", 10**9), screen)
    wish(reader, screen, Role.BUTTON, "Redo", "CLICK")
    assert reader.read(screen).nodes == before.nodes


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_none_moves_no_slider_and_no_stepper(
    services: Services, number: float
) -> None:
    reader = AccessibilityBridge(services)
    for scene, role, name in (
        ("preferences", Role.SLIDER, "Volume"),
        ("setup with numbers", Role.NUMBER, "Columns"),
    ):
        screen = shown(services, scene)
        before = number_of(reader, screen, role, name)
        wish(reader, screen, role, name, "SET_VALUE", number)
        assert number_of(reader, screen, role, name) == before


def test_a_notice_is_told_and_closed_by_its_name(services: Services) -> None:
    screen, reader = shown(services, "menu"), AccessibilityBridge(services)
    services.notify("gui.sound_off", fault=True)
    wish(reader, screen, Role.FAULT, services.tr("gui.sound_off"), "CLICK")
    assert services.notices[0].over


def test_a_notice_and_a_popup_never_get_the_number_of_one_that_is_gone(services: Services) -> None:
    """Else the same words would not be said again, or a known part would become another."""
    screen, reader = shown(services, "menu"), AccessibilityBridge(services)
    numbers = set[int]()
    for modal in (True, False) * 4:
        services.notices = [Notice("The same", False)]
        screen.popup = Popup(services.ui, modal)
        nodes = reader.read(screen).nodes
        assert reader.read(screen).nodes == nodes
        now = nodes.keys() - {ROOT}
        assert len(now) == 2 and numbers.isdisjoint(now)
        numbers |= now


# -- the three systems -----------------------------------------------------------------------------


class StandIn:
    """What the adapters of AccessKit have in common; it notes what it is told."""

    def __init__(self, activation: Callable[[], Any], action: Callable[[Any], None]) -> None:
        self.wake, self.act = activation, action
        self.window: int | None = None
        self.updates: list[Any] = []
        self.focused: list[bool] = []
        self.raised = 0

    def _queued(self) -> Any:
        return SimpleNamespace(raise_events=self._raise)

    def _raise(self) -> None:
        self.raised += 1


class OnLinux(StandIn):
    """Its events go out by themselves; it is told when nobody reads any more."""

    def __init__(
        self,
        activation_handler: Callable[[], Any],
        action_handler: Callable[[Any], None],
        deactivation_handler: Callable[[], None],
    ) -> None:
        super().__init__(activation_handler, action_handler)
        self.sleep = deactivation_handler

    def update_if_active(self, update_factory: Callable[[], Any]) -> None:
        self.updates.append(update_factory())

    def update_window_focus_state(self, is_focused: bool) -> None:
        self.focused.append(is_focused)


class OnWindows(StandIn):
    """It sees itself whether its window has the keyboard."""

    def __init__(
        self,
        hwnd: int,
        activation_handler: Callable[[], Any],
        action_handler: Callable[[Any], None],
    ) -> None:
        super().__init__(activation_handler, action_handler)
        self.window = hwnd

    def update_if_active(self, update_factory: Callable[[], Any]) -> Any:
        self.updates.append(update_factory())
        return self._queued()


class OnMacOS(StandIn):
    """Made for a window, not for a view."""

    def update_if_active(self, update_factory: Callable[[], Any]) -> Any:
        self.updates.append(update_factory())
        return self._queued()

    def update_view_focus_state(self, is_focused: bool) -> Any:
        self.focused.append(is_focused)
        return self._queued()

    @classmethod
    def for_window(
        cls,
        window: int,
        activation_handler: Callable[[], Any],
        action_handler: Callable[[Any], None],
    ) -> OnMacOS:
        made = cls(activation_handler, action_handler)
        made.window = window
        return made


def stand_in(platform: Platform, forwarders: list[str]) -> ModuleType:
    """AccessKit as it is on a system: each wheel has the adapter of its own alone."""
    kit: Any = ModuleType("accesskit")
    for name in ("Action", "Node", "Rect", "Role", "Toggled", "Live", "Tree", "TreeUpdate"):
        setattr(kit, name, getattr(accesskit, name))
    if platform is Platform.WINDOWS:
        kit.windows = SimpleNamespace(SubclassingAdapter=OnWindows)
    elif platform is Platform.MACOS:
        kit.macos = SimpleNamespace(
            SubclassingAdapter=OnMacOS,
            add_focus_forwarder_to_window_class=forwarders.append,
        )
    else:
        kit.unix = SimpleNamespace(Adapter=OnLinux)
    found: ModuleType = kit
    return found


@pytest.mark.parametrize("platform", Platform)
def test_each_system_gets_the_adapter_it_wants(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    forwarders, asked = list[str](), list[ActionRequest]()
    monkeypatch.setitem(sys.modules, "accesskit", stand_in(platform, forwarders))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    tree = bare_tree((640, 480))
    handlers = Handlers(lambda call: tree, asked.append, lambda: None)
    bridge: Any = open_adapter(System(platform), "x11", {"window": 7}, handlers)
    made: StandIn = bridge.adapter
    assert made.window == (None if platform is Platform.LINUX else 7)
    assert forwarders == (["SDLWindow"] if platform is Platform.MACOS else [])
    assert made.wake().tree is not None
    made.act(SimpleNamespace(action=accesskit.Action.SET_VALUE, target=9, data=(0, "abc")))
    made.act(SimpleNamespace(action=accesskit.Action.SCROLL_DOWN, target=9, data=None))
    assert asked == [ActionRequest("SET_VALUE", 9, "abc")]
    bridge.update(tree, {})
    queued = platform is not Platform.LINUX
    assert (len(made.updates), made.raised) == (1, queued)
    bridge.focus_window(True)
    assert made.focused == ([] if platform is Platform.WINDOWS else [True])
    bridge.follow({"window": 8})
    assert bridge.adapter.window == (None if platform is Platform.LINUX else 8)
    assert len(forwarders) == (platform is Platform.MACOS), "a class takes a method only once"


@pytest.mark.linux("AccessKit asks from a thread of its own on Linux alone")
def test_the_question_for_the_first_tree_is_over_only_when_its_thread_has_gone_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long it takes: a call of ours would meet the lock that AccessKit holds."""
    monkeypatch.setitem(sys.modules, "accesskit", stand_in(Platform.LINUX, []))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    calls, asked, go_on = list[ref[InitialTreeCall]](), Event(), Event()

    def wake(call: InitialTreeCall) -> AccessibleTree:
        calls.append(ref(call))
        return bare_tree((640, 480))

    handlers = Handlers(wake, lambda wish: None, lambda: None)
    bridge: Any = open_adapter(System(Platform.LINUX), "x11", {}, handlers)
    translate = bridge.translation.whole

    def translate_slowly(tree: AccessibleTree) -> Any:
        asked.set()
        assert go_on.wait(HANG)
        return translate(tree)

    bridge.translation.whole = translate_slowly
    thread = Thread(target=bridge.adapter.wake)
    thread.start()
    assert asked.wait(HANG)
    during = there(calls[0]())
    del during
    go_on.set()
    thread.join(HANG)
    assert calls[0]() is None


def test_a_fault_in_a_translation_is_an_ordinary_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raised within the binding's call it would be a panic, which the guard does not take."""
    monkeypatch.setitem(sys.modules, "accesskit", stand_in(Platform.WINDOWS, []))
    handlers = Handlers(lambda call: bare_tree((1, 1)), lambda wish: None, lambda: None)
    bridge: Any = open_adapter(System(Platform.WINDOWS), "windows", {"window": 7}, handlers)
    monkeypatch.setattr(
        bridge.adapter, "update_if_active", lambda factory: pytest.fail("it was called")
    )
    nonsense: Any = {ROOT: None}
    with pytest.raises(AttributeError):
        bridge.update(bare_tree((1, 1)), nonsense)


def test_without_the_wheel_a_bus_or_a_screen_nobody_is_let_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handlers = Handlers(lambda call: bare_tree((1, 1)), lambda wish: None, lambda: None)
    monkeypatch.setitem(sys.modules, "accesskit", None)
    assert open_adapter(System(Platform.WINDOWS), "windows", {"window": 7}, handlers) is None
    monkeypatch.setitem(sys.modules, "accesskit", stand_in(Platform.WINDOWS, []))
    assert open_adapter(System(Platform.WINDOWS), "dummy", {}, handlers) is None
    assert open_adapter(System(Platform.WINDOWS), "windows", {"window": 7}, handlers) is not None
    assert not is_there_a_bus({})
    assert not is_there_a_bus({"XDG_RUNTIME_DIR": "/nowhere"})


@pytest.mark.linux("the wheel has the adapter of its own system alone")
def test_the_stand_in_wants_what_the_bindings_want() -> None:
    real = accesskit.unix.Adapter
    assert list(signature(OnLinux).parameters) == list(signature(real).parameters)
    for name in ("update_if_active", "update_window_focus_state"):
        wanted = signature(getattr(real, name)).parameters
        assert list(signature(getattr(OnLinux, name)).parameters) == list(wanted)


def test_each_request_waits_for_the_next_frame_and_comes_once(services: Services) -> None:
    reader, told = opened(services)
    asked = [ActionRequest("focus", 1, None), ActionRequest("click", 2, None)]
    for each in asked:
        told.handlers.wish(each)
    assert [*reader.requests()] == asked
    assert [*reader.requests()] == []
