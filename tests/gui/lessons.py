"""Waiting for a step of a lesson."""

from __future__ import annotations

import pygame

from gui.lessons.screen import LessonScreen


def ready(screen: LessonScreen) -> None:
    """Run frames until the screen stands as its step wants it, with every value in its text."""
    for _ in range(3000):
        screen.update(0.05)
        if screen.ready:
            screen.update(0.05)
            return
        pygame.time.wait(2)
    raise AssertionError("the step never stood at its moment")
