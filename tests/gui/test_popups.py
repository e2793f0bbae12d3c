"""Every popup is closed without choosing: by Esc, by a click beside it, by another size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from gui.pages.help import HelpScreen
from tests.gui.driver import send
from tests.gui.restless import Way, close_popup, opened
from tests.gui.scenes import POPUPS, SCENES

pytestmark = pytest.mark.usefixtures("no_shapes")


@pytest.mark.one_of(3)
@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("name", POPUPS)
def test_a_popup_goes_away_and_chooses_nothing(tmp_path: Path, name: str, way: Way) -> None:
    app = opened(tmp_path)
    try:
        screen, open_it = POPUPS[name]
        made: Any = SCENES[screen](app.services)
        app.push(made)
        settings, popup = app.services.settings, open_it(made) or made.popup
        assert popup is not None
        close_popup(app, popup, way)
        if popup.modal and way is Way.BESIDE:
            assert made.popup is popup, "a question waits for its answer"
            close_popup(app, popup, Way.ESCAPE)
        app._frame(0.016)
        assert made.popup is None
        assert app.scenes[-1] is made, "only the popup was closed"
        assert app.services.settings == settings
        send(app, pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode="")
        assert isinstance(app.scenes[-1], HelpScreen), "the screen obeys again"
    finally:
        app.close()
