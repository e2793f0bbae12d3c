"""Screens as somebody hears them who cannot see the window."""

from __future__ import annotations

from gui.access.bridge import AccessibilityBridge
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.screen import Screen
from gui.lessons.guest import host_of
from gui.services import Services
from tests.gui.driver import enter
from tests.gui.scenes import SCENES
from tests.screen import the_screen


def speak(services: Services, language: str) -> None:
    """From now on everything is in this language; a screen is once it is entered anew."""
    host = host_of(services)  # a lesson draws with the tools of its host
    host.forced_language = language
    host.ui = host._make_ui()


def shown(services: Services, scene: str, language: str = "en") -> Screen:
    """A screen in a language, drawn once."""
    speak(services, language)
    screen = enter(SCENES[scene](services))
    screen.draw(the_screen())
    return screen


def told(screen: Screen, reader: AccessibilityBridge | None = None) -> list[AccessibleInfo]:
    """What is told of every part, to a new reader or to one that knows the screen."""
    read = reader if reader is not None else AccessibilityBridge(screen.services)
    return [node.said for node in read.read(screen).nodes.values()]


def of_role(
    screen: Screen, role: Role, reader: AccessibilityBridge | None = None
) -> dict[str, AccessibleInfo]:
    """The parts of a role by their names; of several called alike the first."""
    parts = reversed(told(screen, reader))
    return {said.name: said for said in parts if said.role is role}
