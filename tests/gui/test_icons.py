"""The icons, which are files that a designer can edit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest

from gui.kit import Icon, icons
from gui.kit.icons import icon, missing_icons
from gui.paint import Brush
from gui.theme import asset

INK = (230, 180, 90)


@pytest.mark.parametrize("side", [14, 24, 48])
def test_every_icon_is_drawn_in_the_ink_that_is_asked_for(side: int) -> None:
    for image in Icon:
        picture = icon(Brush(), image, side, INK)
        assert picture.get_size() == (side, side)
        solid = pygame.surfarray.array_alpha(picture) > 100
        colours = pygame.surfarray.array3d(picture)[solid]
        assert len(colours) and np.abs(colours.astype(int) - INK).max() <= 4, image


def test_every_file_belongs_to_an_icon() -> None:
    files = {path.stem for path in asset("icons").glob("*.svg")}
    assert files == {image.value for image in Icon}


def test_an_icon_without_a_sound_file_is_empty_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(icons, "asset", lambda name: tmp_path / Path(name).name)
    (tmp_path / "gear.svg").write_text("<svg")
    for image in (Icon.GEAR, Icon.BACK):
        assert not pygame.surfarray.array_alpha(icon(Brush(), image, 24, INK)).any()
    assert "icons/back.svg" in missing_icons() and "icons/gear.svg" not in missing_icons()
