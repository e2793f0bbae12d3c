"""What somebody who cannot see the window hears: names, values and announcements, in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.messages import LANGUAGES
from gui.access.reader import Reader
from gui.kit.screen import Screen
from gui.kit.spoken import Role, Spoken
from gui.services import Services
from tests.gui.test_layout import SCENES, make_services
from tests.screen import the_screen


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    for made in make_services(tmp_path, (1280, 800), 1.0, "en"):
        made.listen(True)
        yield made


def shown(services: Services, scene: str, language: str = "en") -> Screen:
    """A screen in a language, drawn once."""
    services.forced_language = language
    services.ui = services._make_ui()
    screen = SCENES[scene](services)
    screen.enter(services.size)
    screen.draw(the_screen())
    return screen


def told(screen: Screen) -> list[Spoken]:
    """What is told of every part."""
    return [node.said for node in Reader(screen.services).read(screen).nodes.values()]


def of_role(screen: Screen, role: Role) -> dict[str, Spoken]:
    """The parts of a role by their names."""
    return {said.name: said for said in told(screen) if said.role is role}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_choices_of_the_menu_are_called_by_the_labels_above_them(
    services: Services, language: str
) -> None:
    screen = shown(services, "menu", language)
    groups = of_role(screen, Role.CHOICES)
    for label in ("who.title", "who.computer", "preferences.language"):
        assert services.tr(label) in groups


def test_sizes_volume_and_waiting_are_told_as_the_eye_reads_them(services: Services) -> None:
    screen = shown(services, "preferences")
    size = of_role(screen, Role.NUMBER)["Text size"]
    sliders = of_role(screen, Role.SLIDER)
    volume, wait = sliders["Volume"], next(s for name, s in sliders.items() if "ait" in name)
    read = [(s.value, s.number.now) for s in (size, volume, wait) if s.number is not None]
    assert read == [("100 %", 100), ("60 %", 60), ("0.6 s", pytest.approx(0.6))]
    assert volume.number is not None and (volume.number.low, volume.number.high) == (0, 100)
    assert volume.go is not None and size.go is not None
    volume.go(34)
    assert services.settings.volume == pytest.approx(0.35, abs=0.051)
    size.go(150)
    assert services.settings.text_scale == pytest.approx(1.5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_of_the_sound_tells_whether_it_is_on(services: Services, language: str) -> None:
    screen = shown(services, "preferences", language)
    name = services.tr("access.sound")
    before = of_role(screen, Role.SWITCH)[name].on
    assert before is (not services.settings.muted)
    screen.toggle_mute()
    screen.enter(services.size)
    assert of_role(screen, Role.SWITCH)[name].on is not before
    screen.leave()
