"""What is done for a reader who asks, and how AccessKit is met on each system, with a stand-in."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import accesskit
import pytest

from gui.access.adapter import Handlers, Translation, Wish, is_there_a_bus, open_adapter
from gui.access.reader import SECONDS_TO_WAKE, Reader
from gui.access.tree import ROOT, Tree, bare_tree
from gui.kit.screen import Screen
from gui.kit.spoken import Role
from gui.services import Services
from gui.system import Platform, System
from tests.gui.test_layout import SCENES, make_services
from tests.screen import the_screen


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    for made in make_services(tmp_path, (1280, 800), 1.0, "en"):
        made.listen(True)
        yield made


class Told:
    """Stands where the adapter is, and keeps what it is told."""

    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers
        self.updates: list[tuple[Tree, set[int]]] = []
        self.focused: list[bool] = []

    def update(self, tree: Tree, changed: Any) -> None:
        assert Translation(accesskit).update(tree, changed) is not None
        self.updates.append((tree, set(changed)))

    def focus_window(self, focused: bool) -> None:
        self.focused.append(focused)


def shown(services: Services, scene: str) -> Screen:
    screen = SCENES[scene](services)
    screen.enter(services.size)
    screen.draw(the_screen())
    return screen


def wish(reader: Reader, screen: Screen, role: Role, name: str, do: str, value: Any = None) -> None:
    """Ask for something of the part of a role and name."""
    nodes = reader.read(screen).nodes
    found = [n for n, node in nodes.items() if node.said.role is role and node.said.name == name]
    reader.grant(Wish(do, found[0], value), screen)
    screen.update(0.0)
    screen.draw(the_screen())


def said(reader: Reader, screen: Screen, role: Role, name: str) -> Any:
    """What is told of the part of a role and name."""
    nodes = reader.read(screen).nodes.values()
    return next(n.said for n in nodes if n.said.role is role and n.said.name == name)


def test_nothing_is_done_while_nobody_reads_and_all_is_told_once_somebody_does(
    services: Services,
) -> None:
    services.listen(False)
    screen, now, made = shown(services, "menu"), [0.0], list[Told]()
    reader = Reader(services, lambda: now[0])

    def make(handlers: Handlers) -> Told:
        made.append(Told(handlers))
        return made[0]

    reader.open(make)
    assert not reader.begin()
    reader.show(screen)
    reader.focus_window(False)
    assert (made[0].updates, made[0].focused) == ([], [])
    tree = made[0].handlers.wake()
    assert tree.nodes.keys() == {ROOT}, "a thread of AccessKit's own may not read the widgets"
    assert not reader.begin(), "AccessKit still holds its lock"
    now[0] = SECONDS_TO_WAKE
    assert reader.begin()
    screen.draw(the_screen())
    reader.show(screen)
    assert made[0].focused == [False]
    tree, changed = made[0].updates[0]
    assert changed == tree.nodes.keys() and len(changed) > 20
    reader.show(screen)
    assert len(made[0].updates) == 1, "nothing has changed"
    screen.desk.move_focus(1)
    reader.show(screen)
    assert made[0].updates[1][1] == set()
    assert made[0].updates[1][0].focus != ROOT
    made[0].handlers.sleep()
    reader.begin()
    reader.show(screen)
    assert len(made[0].updates) == 2
    assert services.ui.theme.heard is None


def test_controls_do_what_a_reader_asks_for(services: Services) -> None:
    screen, reader = shown(services, "preferences"), Reader(services)
    wish(reader, screen, Role.SLIDER, "Volume", "SET_VALUE", 12.0)
    low = said(reader, screen, Role.SLIDER, "Volume").number.now
    wish(reader, screen, Role.SLIDER, "Volume", "INCREMENT")
    assert (low, said(reader, screen, Role.SLIDER, "Volume").number.now) == (10, 15)
    before = said(reader, screen, Role.SWITCH, services.tr("preferences.teaching")).on
    wish(reader, screen, Role.SWITCH, services.tr("preferences.teaching"), "CLICK")
    assert said(reader, screen, Role.SWITCH, services.tr("preferences.teaching")).on is not before
    wish(reader, screen, Role.BUTTON, "Restore defaults", "CLICK")
    assert screen.popup is not None
    wish(reader, screen, Role.BUTTON, "Cancel", "CLICK")
    assert screen.popup is None


def test_fields_steppers_and_lists_do_what_a_reader_asks_for(services: Services) -> None:
    screen, reader = shown(services, "setup with numbers"), Reader(services)
    wish(reader, screen, Role.FIELD, "Playouts a move", "SET_VALUE", "777")
    assert said(reader, screen, Role.FIELD, "Playouts a move").value == "777"
    wish(reader, screen, Role.NUMBER, "Columns", "DECREMENT")
    assert said(reader, screen, Role.NUMBER, "Columns").value == "6"
    wish(reader, screen, Role.ROW, "Nim", "CLICK")
    assert said(reader, screen, Role.ROW, "Nim").selected
    wish(reader, screen, Role.BUTTON, "Play", "FOCUS")
    assert screen.desk.focus is not None and screen.desk.focus.key == "play"


def test_a_wish_for_what_is_gone_or_cannot_be_done_does_nothing(services: Services) -> None:
    screen, reader = shown(services, "match of nim"), Reader(services)
    before = reader.read(screen)
    reader.grant(Wish("CLICK", 10**9), screen)
    wish(reader, screen, Role.BUTTON, "Redo", "CLICK")
    assert reader.read(screen).nodes == before.nodes


def test_a_notice_is_told_and_closed_by_its_name(services: Services) -> None:
    screen, reader = shown(services, "menu"), Reader(services)
    services.notify("gui.sound_off", fault=True)
    wish(reader, screen, Role.FAULT, services.tr("gui.sound_off"), "CLICK")
    assert services.notices[0].over


# -- the three systems -----------------------------------------------------------------------------


class StandIn:
    """An adapter of AccessKit's that notes what it was made with and told."""

    def __init__(self, *given: Any) -> None:
        self.given = given
        self.updates: list[Any] = []
        self.focused: list[bool] = []
        self.raised = 0

    def update_if_active(self, factory: Callable[[], Any]) -> Any:
        self.updates.append(factory())
        return SimpleNamespace(raise_events=self._raise)

    def update_view_focus_state(self, focused: bool) -> Any:
        self.focused.append(focused)
        return SimpleNamespace(raise_events=self._raise)

    def update_window_focus_state(self, focused: bool) -> None:
        self.focused.append(focused)

    def _raise(self) -> None:
        self.raised += 1


def stand_in(forwarders: list[str]) -> ModuleType:
    """AccessKit as it is on every system at once."""
    kit: Any = ModuleType("accesskit")
    for name in ("Action", "Node", "Rect", "Role", "Toggled", "Live", "Tree", "TreeUpdate"):
        setattr(kit, name, getattr(accesskit, name))
    kit.unix = SimpleNamespace(Adapter=StandIn)
    kit.windows = SimpleNamespace(SubclassingAdapter=StandIn)
    kit.macos = SimpleNamespace(
        SubclassingAdapter=SimpleNamespace(for_window=StandIn),
        add_focus_forwarder_to_window_class=forwarders.append,
    )
    found: ModuleType = kit
    return found


@pytest.mark.parametrize("platform", Platform)
def test_each_system_gets_the_adapter_it_wants(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    forwarders, asked = list[str](), list[Wish]()
    monkeypatch.setitem(sys.modules, "accesskit", stand_in(forwarders))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    tree = bare_tree((640, 480))
    handlers = Handlers(lambda: tree, asked.append, lambda: None)
    bridge: Any = open_adapter(System(platform), "x11", {"window": 7}, handlers)
    made: StandIn = bridge.adapter
    linux = platform is Platform.LINUX
    wake, act = made.given[:2] if linux else made.given[1:]  # and on Linux one for the end
    assert linux or made.given[0] == 7
    assert forwarders == (["SDLWindow"] if platform is Platform.MACOS else [])
    assert wake().tree is not None
    act(SimpleNamespace(action=accesskit.Action.SET_VALUE, target=9, data=(0, "abc")))
    act(SimpleNamespace(action=accesskit.Action.SCROLL_DOWN, target=9, data=None))
    assert asked == [Wish("SET_VALUE", 9, "abc")]
    bridge.update(tree, {})
    assert (len(made.updates), made.raised) == (1, 1)
    bridge.focus_window(True)
    assert made.focused == ([] if platform is Platform.WINDOWS else [True])


def test_without_the_wheel_a_bus_or_a_screen_nobody_is_let_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handlers = Handlers(lambda: bare_tree((1, 1)), lambda wish: None, lambda: None)
    monkeypatch.setitem(sys.modules, "accesskit", None)
    assert open_adapter(System(Platform.WINDOWS), "windows", {"window": 7}, handlers) is None
    monkeypatch.setitem(sys.modules, "accesskit", stand_in([]))
    assert open_adapter(System(Platform.WINDOWS), "dummy", {}, handlers) is None
    assert open_adapter(System(Platform.WINDOWS), "windows", {"window": 7}, handlers) is not None
    assert not is_there_a_bus({})
    assert not is_there_a_bus({"XDG_RUNTIME_DIR": "/nowhere"})
