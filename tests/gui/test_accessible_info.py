"""What a screen reader is told of every screen, read from the tree without a reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import accesskit
import pygame
import pytest

from engine.lessons.chapters import CHAPTERS
from engine.messages import LANGUAGES
from gui.access.adapter import actions_of, roles_of
from gui.access.tree import ROOT, AccessibleTree, NodeIds, TreeBuilder
from gui.kit.accessible import Role
from gui.kit.screen import Screen
from gui.lessons.card import joined
from gui.lessons.screen import LessonScreen
from gui.services import Services
from gui.settings import LessonProgress
from tests.gui.announcements import speak
from tests.gui.scenes import POPUPS, SCENES, entered, entered_popup
from tests.screen import the_screen

# What only adorns, or shows what a text beside it says as well.
SILENT = {
    *("Background", "BarBackground", "ChapterBackground", "Divider", "Drawing"),
    *("FramedBackground", "Label", "PlanMarkIcon", "Plate", "Shortened", "SmallIcon", "TokenMark"),
}
# What needs a name of its own.
CONTROLS = (Role.CHOICES, Role.SLIDER, Role.NUMBER, Role.SWITCH, Role.FIELD)


pytestmark = pytest.mark.usefixtures("no_shapes", "listening")


def read(screen: Screen, numbers: NodeIds) -> AccessibleTree:
    """The tree of a screen once it is drawn, as a reader gets it."""
    screen.touch()
    screen.draw(the_screen())
    return TreeBuilder(screen, screen.services.notices, numbers).tree


def faults(screen: Screen, tree: AccessibleTree) -> Iterator[str]:
    """What is wrong with a tree, one sentence each."""
    roles = roles_of(accesskit)
    heads = (node.said.name for node in tree.nodes.values() if node.said.role is Role.HEADING)
    page = next(heads, "") if screen.popup is None else None
    below = [child for node in tree.nodes.values() for child in node.children]
    if sorted(below) != sorted(tree.nodes.keys() - {ROOT}):
        yield "a node hangs nowhere, or twice"
    if tree.focus not in tree.nodes:
        yield "the focus is not in the tree"
    for node in tree.nodes.values():
        kind = type(node.widget).__name__
        if node.said.role not in roles:
            yield f"{kind} has no role"
        if not node.said.name.strip():
            yield f"a {node.said.role.name} of {kind} has no name"
        if node.said.role in CONTROLS and node.said.name == page:
            yield f"{kind} {node.widget and node.widget.key} is called by the heading of the page"
        if "access." in node.said.name or "spot." in node.said.name:
            yield f"{node.said.name} is not written"
        if node.said.press is not None and node.said.enabled and not actions_of(node):
            yield f"{node.said.name} cannot be pressed"
    told = {id(node.widget) for node in tree.nodes.values()}
    widget_group = screen.popup.widget_group if screen.popup is not None else screen.widget_group
    for widget in widget_group.widgets:
        if id(widget) not in told and (widget.focusable or type(widget).__name__ not in SILENT):
            yield f"{type(widget).__name__} {widget.key!r} is not in the tree"


def roles_in(tree: AccessibleTree) -> dict[int, Role]:
    """What every number stands for."""
    return {number: node.said.role for number, node in tree.nodes.items()}


def in_languages(screen: Screen, others: Sequence[str]) -> list[str]:
    """The faults of a screen in English and other languages, and of its numbers, built anew."""
    numbers, services = NodeIds(), screen.services
    first = read(screen, numbers)
    found = list(faults(screen, first))
    for language in others:
        speak(services, language)
        screen.enter(services.size)
        again = read(screen, numbers)
        found += faults(screen, again)
        known, now = roles_in(first), roles_in(again)
        both = known.keys() & now.keys()
        if any(known[n] != now[n] for n in both) or 2 * len(both) < len(known):
            found.append("built anew, its parts have other numbers")
    return found


@pytest.mark.one_of(2)
@pytest.mark.parametrize(
    ("scene", "others"),
    [
        *((scene, LANGUAGES[1 + n % 2 : 2 + n % 2]) for n, scene in enumerate(SCENES)),
        *(pytest.param(scene, LANGUAGES[1:], marks=pytest.mark.full) for scene in SCENES),
    ],
)
def test_every_widget_of_a_screen_is_told(
    services: Services, scene: str, others: Sequence[str]
) -> None:
    with entered(services, scene) as made:
        assert in_languages(made, others) == []


@pytest.mark.one_of(3)
@pytest.mark.parametrize("popup", POPUPS)
def test_every_widget_of_a_popup_is_told(services: Services, popup: str) -> None:
    with entered_popup(services, popup) as made:
        tree = read(made, NodeIds())
        assert list(faults(made, tree)) == []
        assert {node.said.role for node in tree.nodes.values()} & {Role.DIALOG, Role.MENU}
        assert tree.focus != ROOT
    pygame.event.clear()


def test_the_card_of_a_lesson_is_a_group_with_its_text(services: Services) -> None:
    with entered(services, "lesson answered") as made:
        nodes = read(made, NodeIds()).nodes
        groups = [node for node in nodes.values() if node.children and node.said.note]
        assert isinstance(made, LessonScreen)
        card = made.card_view_model()
    found = [each for each in groups if each.said.name == f"Step 4 of 10: {made.tr(card.title)}"]
    assert [each.said.role for each in found] == [Role.GROUP]
    parts = [nodes[number].said for number in found[0].children]
    for text in (joined(card.asked, made.tr), "Not quite", joined(card.text, made.tr)):
        assert text in found[0].said.note and text in [part.name for part in parts]
    assert [part.name for part in parts if part.role is Role.HEADING] == [made.tr(card.title)]
    assert {"lesson_next", "lesson_back"} <= {
        widget.key for number in found[0].children if (widget := nodes[number].widget)
    }
    inside = [number for node in nodes.values() for number in node.children]
    assert len(inside) == len(set(inside)) == len(nodes) - 1  # each part stands in one place


def test_the_dots_of_a_chapter_tell_how_much_is_done(services: Services) -> None:
    chapter = CHAPTERS[1]
    steps = tuple(step.id for step in chapter.steps)
    progress = LessonProgress(steps[2], steps[:2], steps)
    services.change(replace(services.settings, lessons={chapter.id: progress}))
    with entered(services, "learn") as made:
        said = [node.said for node in read(made, NodeIds()).nodes.values()]
    titles = [made.tr(chapter.key(step)) for step in chapter.steps[:-1]]  # all end alike
    dots = [each for each in said if each.role is Role.BUTTON and each.name in titles]
    assert [each.name for each in dots] == titles
    assert [bool(each.on) for each in dots] == [True, True, *[False] * (len(titles) - 2)]
