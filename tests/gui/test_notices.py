"""Where a notice stands: the cheapest of a few places, found without holding up a frame."""

from __future__ import annotations

import random

import pygame
import pytest

from gui.kit.notices import LOWER, Taken, notice_place, tried
from gui.services import Services

LONG = "This text is no position: the board has 1 row where 6 are wanted, from the top. " * 2
SIZES = [(640, 360), (960, 640), (1280, 800), (2560, 1440), (3840, 2160)]


def some_parts(size: tuple[int, int], count: int, seed: int) -> list[Taken]:
    dice = random.Random(seed)
    parts: list[Taken] = []
    for _ in range(count):
        x, y = dice.randrange(size[0]), dice.randrange(size[1])
        w, h = dice.randrange(1, size[0] // 3), dice.randrange(1, size[1] // 6)
        place = (x, y, w, h)
        parts.append((pygame.Rect(place) if dice.random() < 0.5 else place, 6 * dice.random()))
    return parts


def cost(box: pygame.Rect, parts: list[Taken]) -> float:
    """What a notice there would cost, part by part."""
    shared = ((box.clip(rect), each) for rect, each in parts)
    return LOWER * box.y + sum(part.w * part.h * each for part, each in shared)


@pytest.mark.parametrize("count", [0, 1, 40])
@pytest.mark.parametrize("size", SIZES[1:4])
def test_a_notice_takes_the_first_of_the_cheapest_places(
    services: Services, size: tuple[int, int], count: int
) -> None:
    services.resize(size)
    parts, shown = some_parts(size, count, seed=count), pygame.Rect((0, 0), size)
    boxes = list(tried(services.ui, shown, LONG))
    assert notice_place(services.ui, shown, LONG, parts) == min(
        boxes, key=lambda box: cost(box, parts)
    )
    if not parts:
        assert notice_place(services.ui, shown, LONG, parts) == boxes[0]
