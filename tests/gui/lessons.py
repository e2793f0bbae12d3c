"""Waiting for a step of a lesson."""

from __future__ import annotations

import pygame

from gui.lessons.card import joined
from gui.lessons.screen import LessonScreen

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
