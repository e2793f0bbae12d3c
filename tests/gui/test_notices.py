"""Where a notice stands: the cheapest of a few places, found without holding up a frame."""

from __future__ import annotations

import random

import pygame
import pytest

from gui.kit.notices import LOWER, MAXIMUM_PLACES, Taken, notice_place, tried
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


@pytest.mark.parametrize("text", ["Copied.", LONG])
@pytest.mark.parametrize("size", SIZES)
def test_a_large_window_has_no_more_places_to_try_for_a_notice(
    services: Services, size: tuple[int, int], text: str
) -> None:
    """Every eighth row and sixteenth column of a large window took up to 0.7 seconds."""
    services.resize(size)
    shapes = list(tried(services.ui, size, text))
    assert 1 <= len(shapes) <= 3
    for places in shapes:
        assert 0 < len(places.across) <= MAXIMUM_PLACES + 2
        assert 0 < len(places.down) <= MAXIMUM_PLACES + 1


@pytest.mark.parametrize("count", [0, 1, 40])
@pytest.mark.parametrize("size", SIZES[1:4])
def test_a_notice_takes_the_first_of_the_cheapest_places(
    services: Services, size: tuple[int, int], count: int
) -> None:
    """Asked place by place, part by part; every tenth place of each shape is enough to see."""
    services.resize(size)
    parts = some_parts(size, count, seed=count)
    found = notice_place(services.ui, pygame.Rect((0, 0), size), LONG, parts)
    assert pygame.Rect((0, 0), size).contains(found)
    boxes = [
        pygame.Rect((left, top), places.shape)
        for places in tried(services.ui, size, LONG)
        for top in places.down
        for left in places.across
    ]
    assert found in boxes
    sample = random.Random(1).sample(boxes, len(boxes) // 10)
    assert cost(found, parts) <= min(cost(box, parts) for box in sample) + 1e-6
    if not parts:
        assert found == boxes[0]
