"""The form of the panel of Look inside: the highest that fits, whatever the build before had."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from gui.kit import Label
from gui.kit.layout import Box, FirstFit, LastForm, Layout, Lowering, arrange, exactly
from gui.services import Services
from gui.ui import Ui
from tests.gui.scenes import SCENES, make_services

pytestmark = pytest.mark.usefixtures("no_shapes")

HEIGHTS = (400, 300, 200, 100)
SCENES_OF_FORMS = (
    "match looked into",
    "match looked into, its figures",
    "match looked into, plots",
    "match looked into, rows",
    "match looked into, chances",
    "match looked into, a trace",
    "match looked into, a sentence",
    "match looked into, a person to move",
    "match asked",
)
WINDOWS = (
    ((800, 600), 1.0, "en"),
    ((960, 640), 1.25, "de"),
    ((960, 640), 1.5, "fr"),
    ((1280, 800), 1.5, "fr"),
    ((800, 1200), 1.25, "de"),
)


@pytest.mark.parametrize(
    ("room", "chosen"), [(500, 0), (399, 1), (250, 2), (200, 2), (100, 3), (99, None)]
)
def test_the_highest_form_that_fits_is_chosen_wherever_the_search_begins(
    services: Services, room: int, chosen: int | None
) -> None:
    ui, rect, least = services.ui, pygame.Rect(0, 0, 300, room), Label("least")
    for before in (None, 0, 1, 2, 3):
        labels = [Label(str(height)) for height in HEIGHTS]
        made: list[int] = []

        def form(number: int, labels: list[Label] = labels, made: list[int] = made) -> Layout:
            made.append(number)
            return Box(labels[number], height=exactly(HEIGHTS[number]))

        last = LastForm()
        last.number = before
        forms = Lowering(*(partial(form, number) for number in range(len(HEIGHTS))), last=last)
        placed = arrange(ui, FirstFit(forms, least), rect)
        assert placed == [least if chosen is None else labels[chosen]]
        assert last.number == chosen and len(made) == len(set(made))
        if before == chosen is not None:
            assert set(made) == {max(0, chosen - 1), chosen}, "no other form was built"


@pytest.mark.parametrize("name", SCENES_OF_FORMS)
def test_a_lower_form_of_the_panel_fits_wherever_a_higher_one_does(
    tmp_path: Path, name: str
) -> None:
    """Else the form would depend on the build before."""
    tried = []
    fits = Lowering.fits

    def noting(self: Lowering, ui: Ui, width: int, height: int | None) -> bool:
        found = [self.form(number).fits(ui, width, height) for number in range(len(self.forms))]
        tried.append(found)
        return fits(self, ui, width, height)

    for number, window in enumerate(WINDOWS):
        folder = tmp_path / str(number)
        with contextmanager(make_services)(folder, *window) as services:
            screen = SCENES[name](services)
            with patch.object(Lowering, "fits", noting):
                screen.enter(window[0])
            screen.leave()
    assert tried
    for found in tried:
        assert found == sorted(found), "from the highest form to the lowest"
