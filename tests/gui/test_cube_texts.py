"""Texts of cubes: scrambles, facelets, the paint box and the forms."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from engine.games.cube_facelets import SOLVED
from engine.protocols import MoveError, PositionError
from gui.boards.handling import BLANK
from gui.kit import Button
from gui.kit.text_form import TextForm
from gui.lab.screen import LabScreen
from gui.lab.snapshot import PositionSource
from gui.lab.texts import scrambled
from tests.gui.driver import click, find, of, press
from tests.gui.lab import SCRAMBLE, TWISTED, USUAL, read_cube


def test_a_seed_gives_the_same_scramble_again() -> None:
    one, two = (scrambled(USUAL, 60, 5) for _ in range(2))
    assert one == two
    assert len(one.scramble) == 60
    assert scrambled(USUAL, 60, 6) != one
    text = " ".join(turn.text for turn in one.scramble)
    assert read_cube(text).position == one.position


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
    assert USUAL.is_position(SOLVED)
    assert USUAL.is_position("UUUU RRRR FFFF DDDD LLLL BBBB")
    assert not USUAL.is_position(SCRAMBLE)
    assert not USUAL.is_position("RUF")
    assert not USUAL.is_position("")


def test_an_impossible_painting_is_marked_and_cannot_be_used(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab()
    before = scene.lab.now
    scene.lab.start_painting(tuple(TWISTED))
    assert scene.lab.draft is not None and scene.lab.draft.faulty
    scene.update(0.02)
    assert not find(scene, "use", Button).enabled
    press(scene, pygame.K_ESCAPE)
    assert scene.lab.drafts is None
    assert scene.lab.now == before


def test_a_painted_cube_is_taken_and_painting_can_be_undone(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab()
    click(scene, "paint")
    assert scene.lab.drafts is not None
    painting = scene.lab.drafts
    click(scene, "clear")
    assert painting.now == (BLANK,) * 24
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert painting.now == tuple(scene.lab.now.position)
    click(scene, "solved")
    click(scene, "use")
    assert scene.lab.drafts is None
    assert (scene.lab.now.position, scene.lab.now.source) == (SOLVED, PositionSource.PAINTED)
    scene.lab.undo()
    assert scene.lab.now.source is PositionSource.TYPED


def test_facelets_not_painted_yet_are_counted() -> None:
    fault, where = USUAL.fault((BLANK,) * 3 + tuple(SOLVED[3:]))
    assert fault is not None
    assert fault.values["count"] == 3
    assert not where
    assert USUAL.fault(tuple(SOLVED)) == (None, frozenset())


def test_the_scramble_form_refuses_nonsense_and_takes_numbers(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab()
    before = scene.lab.now
    scene.ask_scramble()
    form = of(TextForm, scene.popup)
    wrong = [(each, "") for each in ("-1", "1001", "many", "", "²")]
    for length, seed in (*wrong, ("12", "²"), ("12", "9" * 30)):
        form.fields[0].text, form.fields[1].text = length, seed
        form.confirm()
        assert form.fault
        assert not form.closed
        assert scene.lab.now == before
    form.fields[0].text, form.fields[1].text = "7", "1,003"
    form.confirm()
    assert form.closed
    assert scene.lab.now == scrambled(USUAL, 7, 1003)
    scene.ask_scramble()
    form = of(TextForm, scene.popup)
    form.fields[0].text = "7"  # without a seed
    form.confirm()
    assert form.closed and scene.lab.now != scrambled(USUAL, 7, 1003)
