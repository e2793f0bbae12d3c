"""Texts of cubes: scrambles, facelets, the paint box and the forms."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from engine.games.cube_facelets import SOLVED
from engine.protocols import MoveError, PositionError
from gui.boards.cube_texts import fault_of, looks_like_facelets
from gui.controls import Button
from gui.scenes.cube_dialogs import Form
from gui.scenes.cube_history import Metric, Source
from gui.scenes.cube_lab import CubeLabScene
from gui.scenes.cube_solving import read_cube, scrambled
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
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab()
    before = scene.now
    scene.start_painting(TWISTED)
    assert scene.painting is not None
    assert scene.painting.net.faults
    use = scene.desk.find(scene.tr("cube_lab.paint.use"))
    assert isinstance(use, Button)
    assert not use.enabled
    press(scene, pygame.K_ESCAPE)
    assert scene.painting is None
    assert scene.now == before


def test_a_painted_cube_is_taken_and_painting_can_be_undone(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab()
    click_on(scene, "cube_lab.paint")
    assert scene.painting is not None
    painting = scene.painting
    painting.clear()
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert painting.letters == scene.now.facelets
    painting.change(SOLVED)
    scene.rebuild()
    click_on(scene, scene.tr("cube_lab.paint.use"))
    assert scene.painting is None
    assert (scene.now.facelets, scene.now.source) == (SOLVED, Source.PAINTED)
    scene.undo()
    assert scene.now.source is Source.TYPED


def test_facelets_not_painted_yet_are_counted() -> None:
    fault, where = fault_of("." * 3 + SOLVED[3:])
    assert fault is not None
    assert fault.values["count"] == 3
    assert not where
    assert fault_of(SOLVED) == (None, frozenset())


def test_the_scramble_form_refuses_nonsense_and_takes_numbers(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab()
    before = scene.now
    scene.menu.ask_scramble()
    form = scene.popup
    assert isinstance(form, Form)
    for length in ("-1", "1000000", "many", ""):
        form.fields[0].text = length
        form.confirm()
        assert form.fault
        assert not form.closed
        assert scene.now == before
    form.fields[0].text, form.fields[1].text = "7", "3"
    form.confirm()
    assert form.closed
    assert scene.now == scrambled(7, 3, Metric.QUARTER)
