"""Typed access to the events and the result of a recording."""

from __future__ import annotations

from typing import TypeVar

from engine.recording import Event, MethodResult, Recording

E = TypeVar("E", bound=Event)
R = TypeVar("R", bound=MethodResult)


def events_of(recording: Recording, kind: type[E]) -> list[E]:
    """The events of a class, in their order."""
    return [event for _, event in recording.events.of(kind)]


def result_of(recording: Recording, kind: type[R]) -> R:
    """The final data of the method, which must be there."""
    assert isinstance(recording.result, kind)
    return recording.result
