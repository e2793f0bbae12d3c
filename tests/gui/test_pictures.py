"""The tool that compares the window before and after a change finds what changed, and only that."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from tests.gui.pictures import BASE, WIDGETS, Configuration, compare, record

PLAIN = [Configuration()]


@pytest.fixture
def recorded(tmp_path: Path) -> tuple[Path, Path]:
    """The same two screens recorded twice."""
    folders = tmp_path / "before", tmp_path / "after"
    for folder in folders:
        assert record(folder, ["match ended", "open"], PLAIN, lambda words: None) == 4
    return folders


def test_two_recordings_of_the_same_code_are_equal(
    recorded: tuple[Path, Path], tmp_path: Path
) -> None:
    said: list[str] = []
    assert compare(*recorded, tmp_path / "out", said.append) == 0
    assert said == ["4 equal, 0 differ, 0 alone"]
    assert not (tmp_path / "out").exists()


def test_a_pixel_and_a_moved_widget_are_found(recorded: tuple[Path, Path], tmp_path: Path) -> None:
    path = recorded[1] / "open@1280x800-1-en-dark.png"
    picture = pygame.image.load(path)
    picture.set_at((20, 30), (1, 2, 3))
    pygame.image.save(picture, path)
    widgets = json.loads((recorded[1] / WIDGETS).read_text("utf-8"))
    widgets["match_ended@1280x800-1-en-dark"][-1][1][0] += 3
    (recorded[1] / WIDGETS).write_text(json.dumps(widgets), encoding="utf-8")
    said: list[str] = []
    assert compare(*recorded, tmp_path / "out", said.append) == 2
    assert "open@1280x800-1-en-dark.png: 1 pixels" in said
    assert any(words.startswith("match_ended@") and "at most 3 pixels" in words for words in said)
    drawn = pygame.image.load(tmp_path / "out" / path.name)
    assert drawn.get_size() == (3 * BASE[0] + 16, BASE[1])
    assert drawn.get_at((2 * BASE[0] + 36, 30))[:3] == (255, 40, 40)
