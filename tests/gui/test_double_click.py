"""A double click presses one thing: its second click never hits what the first has brought."""

from __future__ import annotations

from engine.lessons.chapters import CHAPTERS
from gui.app import App
from gui.kit import Button
from gui.kit.double_click import SECONDS
from gui.kit.layout import Column, Layout
from gui.kit.screen import Screen
from gui.lessons.opening import open_step
from gui.lessons.screen import LessonScreen
from gui.services import Services
from tests.gui.driver import click, find, top


def pause(app: App) -> None:
    """Let the time of a double click pass."""
    for _ in range(round(SECONDS / 0.05) + 1):
        app.frame(0.05)


def test_next_clicked_twice_turns_one_step(app: App, services: Services) -> None:
    steps = CHAPTERS[0].steps
    app.push(open_step(services, CHAPTERS[0], steps[0]))
    app.frame(0.05)

    def at() -> str:
        return top(app, LessonScreen).lesson.step.id

    place = find(app, "lesson_next").rect.center
    click(app, place)
    click(app, place)
    assert at() == steps[1].id
    pause(app)
    click(app, "lesson_next")
    assert at() == steps[2].id


class Renaming(Screen):
    """Its button gets other words at its first press; it counts the presses."""

    renames = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.presses = 0

    def press(self) -> None:
        self.presses += 1
        self.rebuild()

    def view(self) -> Layout:
        words = "Again" if self.presses and self.renames else "Go"
        return Column(Button(words, self.press, key="button"))


def test_only_other_words_stop_a_quick_second_press(app: App, services: Services) -> None:
    app.push(screen := Renaming(services))
    app.frame(0.05)
    click(app, "button")
    click(app, "button")
    assert screen.presses == 1
    pause(app)
    click(app, "button")
    click(app, "button")
    assert screen.presses == 3
