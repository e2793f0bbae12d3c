"""What tests of a match at the window share."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.protocols import Estimate, Value
from gui.inspector.inspector_frame import InspectorFrame
from gui.kit.command import Command
from gui.match.screen import MatchScreen, requested_table
from gui.options import WindowOptions, parse_window
from gui.services import Services
from tests.gui.driver import enter, press, there, wait

Match = Callable[..., MatchScreen]


def offered(scene: MatchScreen, key: str) -> Command:
    """What a screen can do, whether it shows a button of it or not."""
    return scene.commands()[key]


def estimates(*values: tuple[Value | None, float | None]) -> tuple[Estimate, ...]:
    return tuple(Estimate(n, score, value) for n, (value, score) in enumerate(values))


def frame_of(scene: MatchScreen) -> InspectorFrame:
    """The moment of the decision that is looked into."""
    return there(scene.match.inspector.frame())


def whole(scene: MatchScreen) -> bool:
    """Whether the decision that is looked into is thought to its end."""
    frame = scene.match.inspector.frame()
    return frame is not None and frame.complete


def watched(scene: MatchScreen) -> InspectorFrame:
    """The decision that is looked into, once it is thought to its end."""
    wait(scene, lambda: whole(scene))
    return frame_of(scene)


def opened(match: Match, *arguments: str) -> MatchScreen:
    """A match that is looked into."""
    scene: MatchScreen = match(*arguments)
    press(scene, pygame.K_i)
    return scene


def match_from_options(services: Services, options: WindowOptions) -> MatchScreen:
    """A match at the table that was asked for."""
    table = requested_table(services.settings, options, services.fresh_seed())
    return MatchScreen(services, table, options.analysis)


def asked_match(services: Services, *arguments: str) -> MatchScreen:
    """A match as the command line asks for it; not entered."""
    return match_from_options(services, parse_window(arguments))


def entered_match(services: Services, *arguments: str) -> MatchScreen:
    """A match as the command line asks for it, shown in the window."""
    return enter(asked_match(services, *arguments))
