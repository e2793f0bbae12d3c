"""Texts of cubes: scrambles, facelets, the paint box and the forms."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from engine.games.cube_facelets import SOLVED
from engine.protocols import MoveError, PositionError
from gui.cube.forms import TextForm
from gui.cube.screen import CubeScreen
from gui.cube.snapshot import CubeSource, Metric
from gui.cube.texts import fault_of, looks_like_facelets, read_cube, scrambled
from gui.kit import Button
from tests.gui.lab import SCRAMBLE, TWISTED, click_on, press


def test_a_seed_gives_the_same_scramble_again() -> None:
    one, two = (scrambled(60, 5, Metric.QUARTER) for _ in range(2))
    assert one == two
    assert len(one.scramble) == 60
    assert scrambled(60, 6, Metric.QUARTER) != one
    text = " ".join(turn.text for turn in one.scramble)
    assert read_cube(text).facelets == one.facelets


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("R U Q", MoveError),
        ("UUUURRRRFFFFDDDDLLLLBBB", PositionError),
        ("UUUUXXXXFFFFDDDDLLLLBBBB", PositionError),
        (TWISTED, PositionError),
    ],
)
def test_bad_texts_are_refused_in_one_sentence(text: str, fault: type[Exception]) -> None:
    with pytest.raises(fault) as caught:
        read_cube(text)
    assert str(caught.value).strip()
    assert "\n" not in str(caught.value)


def test_facelets_and_turns_are_told_apart() -> None:
    assert looks_like_facelets(SOLVED)
    assert looks_like_facelets("UUUU RRRR FFFF DDDD LLLL BBBB")
    assert not looks_like_facelets(SCRAMBLE)
    assert not looks_like_facelets("RUF")
    assert not looks_like_facelets("")


def test_an_impossible_painting_is_marked_and_cannot_be_used(
    lab: Callable[..., CubeScreen],
) -> None:
    scene = lab()
    before = scene.lab.now
    scene.lab.start_painting(TWISTED)
    assert scene.lab.painting is not None
    assert scene.lab.painting.view_model().faulty
    scene.update(0.02)
    use = scene.widget_group.find("use")
    assert isinstance(use, Button)
    assert not use.enabled
    press(scene, pygame.K_ESCAPE)
    assert scene.lab.painting is None
    assert scene.lab.now == before


def test_a_painted_cube_is_taken_and_painting_can_be_undone(
    lab: Callable[..., CubeScreen],
) -> None:
    scene = lab()
    click_on(scene, "paint")
    assert scene.lab.painting is not None
    painting = scene.lab.painting
    click_on(scene, "clear")
    assert painting.letters == "." * 24
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert painting.letters == scene.lab.now.facelets
    click_on(scene, "solved")
    click_on(scene, "use")
    assert scene.lab.painting is None
    assert (scene.lab.now.facelets, scene.lab.now.source) == (SOLVED, CubeSource.PAINTED)
    scene.lab.undo()
    assert scene.lab.now.source is CubeSource.TYPED


def test_facelets_not_painted_yet_are_counted() -> None:
    fault, where = fault_of("." * 3 + SOLVED[3:])
    assert fault is not None
    assert fault.values["count"] == 3
    assert not where
    assert fault_of(SOLVED) == (None, frozenset())


def test_the_scramble_form_refuses_nonsense_and_takes_numbers(
    lab: Callable[..., CubeScreen],
) -> None:
    scene = lab()
    before = scene.lab.now
    scene.ask_scramble()
    form = scene.popup
    assert isinstance(form, TextForm)
    for length in ("-1", "1000000", "many", ""):
        form.fields[0].text = length
        form.confirm()
        assert form.fault
        assert not form.closed
        assert scene.lab.now == before
    form.fields[0].text, form.fields[1].text = "7", "3"
    form.confirm()
    assert form.closed
    assert scene.lab.now == scrambled(7, 3, Metric.QUARTER)
