"""What tests of a match at the window share."""

from __future__ import annotations

from collections.abc import Callable

from engine.protocols import Estimate, Value
from gui.inspector.inspector_frame import InspectorFrame
from gui.kit.command import Command
from gui.match.screen import MatchScreen

Match = Callable[..., MatchScreen]


def offered(scene: MatchScreen, key: str) -> Command:
    """What a screen can do, whether it shows a button of it or not."""
    return scene.commands()[key]


def estimates(*values: tuple[Value | None, float | None]) -> tuple[Estimate, ...]:
    return tuple(Estimate(n, score, value) for n, (value, score) in enumerate(values))


def frame_of(scene: MatchScreen) -> InspectorFrame:
    """The moment of the decision that is looked into."""
    frame = scene.match.inspector.frame()
    assert frame is not None
    return frame
