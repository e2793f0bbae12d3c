"""Waiting for a step of a lesson."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol, TypeVar, overload

import pygame

from engine.lessons.chapters import find_step
from gui.kit.screen import Screen
from gui.lessons.card import joined
from gui.lessons.guest import host_of
from gui.lessons.match import LessonMatch
from gui.lessons.opening import open_step
from gui.lessons.screen import LessonScreen
from gui.services import Services
from tests.gui.driver import click

ROUNDS = 3  # the end of a job may begin another one


def said(screen: LessonScreen) -> str:
    """The text of the card as it is read."""
    return joined(screen.card_view_model().text, screen.tr)


def ready(screen: LessonScreen) -> None:
    """Run frames until the worker has nothing left to do and the card every value of its text.

    No frame passes while the worker works, which would only take its processor from it.
    """
    rest, rounds = screen.services.worker.submit(lambda context: None), 0
    while rounds < ROUNDS:
        if rest.done:
            screen.update(0.05)
            text = said(screen)
            assert "–" not in text
            if text not in (screen.tr("lessons.waiting"), screen.tr("lessons.working")):
                rest, rounds = screen.services.worker.submit(lambda context: None), rounds + 1
        pygame.time.wait(2)


def step_named(services: Services, name: str) -> LessonScreen:
    """The screen of a step, by its name; not entered."""
    found = find_step(name)
    assert found is not None, name
    return open_step(services, *found)


Shown = TypeVar("Shown", bound=LessonScreen)


class Asked(Protocol):
    """Opens a step by its name, at its moment; perhaps one of a kind."""

    @overload
    def __call__(self, name: str) -> LessonScreen: ...
    @overload
    def __call__(self, name: str, kind: type[Shown]) -> Shown: ...


def files(folder: Path) -> dict[str, bytes]:
    """The content of every file of a data folder but the settings."""
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "settings" not in path.name
    }


def click_move(screen: LessonMatch, text: str) -> None:
    """Click the place on the board where a move is played."""
    move = screen.match.table.game.parse_move(screen.match.table.state, text)
    spot = next(each for each in screen.board.spots() if each.move == move)
    click(screen, pygame.Rect(spot.place).center)


def in_tabs(screen: LessonScreen) -> None:
    """Lay a step out with letters so large that card and stage are tabs."""
    host = host_of(screen.services)
    host.change(replace(host.settings, text_scale=1.5))
    host.resize((960, 640))
    screen.enter(host.size)
    assert screen.widget_group.find("lesson_tabs") is not None


def texts_of(screen: Screen) -> list[str]:
    return [getattr(widget, "text", "") for widget in screen.widget_group.widgets]
