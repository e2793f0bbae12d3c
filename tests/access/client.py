"""A screen reader of few words: runs under the system's Python and hears over AT-SPI.

It knows nothing of the program. A line of JSON on the standard input is a question, a line on the
standard output its answer; `tests/access/reader.py` asks.
"""

import json
import sys
import time
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

STATES = {
    "focused": Atspi.StateType.FOCUSED,
    "checked": Atspi.StateType.CHECKED,
    "selected": Atspi.StateType.SELECTED,
    "enabled": Atspi.StateType.SENSITIVE,
    "modal": Atspi.StateType.MODAL,
}
heard: list[str] = []


def switch_on() -> None:
    """Tell the session that somebody reads, as a screen reader does when it starts."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    value = GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True)))
    where = ("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set")
    bus.call_sync(*where, value, None, Gio.DBusCallFlags.NONE, -1, None)


def window() -> Any:
    """The window of the only program there is."""
    while True:
        listen()
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            program = desktop.get_child_at_index(index)
            if program is not None and program.get_child_count():
                program.set_cache_mask(Atspi.Cache.NONE)
                return program.get_child_at_index(0)
        time.sleep(0.05)


def listen() -> None:
    """Take what was said since."""
    context = GLib.MainContext.default()
    while context.pending():
        context.iteration(False)


def children(node: Any) -> list[Any]:
    """What is below a node; one that has just gone is left out."""
    found = [node.get_child_at_index(index) for index in range(node.get_child_count())]
    return [child for child in found if child is not None]


def told(node: Any) -> dict[str, Any]:
    """A node and all below it."""
    states, actions = node.get_state_set(), node.get_action_iface()
    value = node.get_value_iface()
    return {
        "name": node.get_name(),
        "role": node.get_role_name(),
        "note": node.get_description(),
        "states": [name for name, state in STATES.items() if states.contains(state)],
        "actions": actions.get_n_actions() if actions is not None else 0,
        "value": value.get_current_value() if value is not None else None,
        "below": [told(child) for child in children(node)],
    }


def names(node: Any) -> list[str]:
    """What everything is called, in the order of reading."""
    return [node.get_name(), *(name for child in children(node) for name in names(child))]


def spots(root: Any, board: str) -> list[Any]:
    """The parts of a board."""
    return [
        child for node in children(root) if node.get_name() == board for child in children(node)
    ]


def find(node: Any, name: str) -> Any:
    """The first node of a name that can be pressed, in the order of reading."""
    for child in children(node):
        if child.get_name() == name and child.get_action_iface() is not None:
            return child
        found = find(child, name)
        if found is not None:
            return found
    return None


def answer(root: Any, question: dict[str, Any]) -> Any:
    """What a question is answered with."""
    if question["do"] == "tree":
        return told(root)
    if question["do"] == "names":
        return names(root)
    if question["do"] == "spots":
        return [child.get_name() for child in spots(root, question["of"])]
    if question["do"] == "heard":
        return heard
    if question["do"] == "take":
        here = spots(root, question["of"])
        node = next((child for child in here if child.get_name() == question["name"]), None)
    else:
        node = find(root, question["name"])
    if node is None:
        return False
    if question["do"] == "set":
        return node.get_value_iface().set_current_value(question["value"])
    return bool(node.get_action_iface().do_action(0))


def main() -> None:
    """Answer until nobody asks any more."""
    switch_on()
    Atspi.init()
    listener = Atspi.EventListener.new(lambda event: heard.append(str(event.any_data)))
    listener.register("object:announcement")
    root = window()
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        listen()
        try:
            said = answer(root, json.loads(line))
        except GLib.Error as error:  # a part that went while it was being read
            said = {"fault": error.message}
        print(json.dumps(said), flush=True)


main()
