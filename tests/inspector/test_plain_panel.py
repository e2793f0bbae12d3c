"""The plain panel: every step of a recording in its list, in the words of the game."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from engine.cli.think import record
from engine.messages import LANGUAGES
from engine.protocols import Game
from engine.recording import Recording
from engine.registry import make_game
from gui.i18n import Translator
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.panels import PlainPanel
from gui.kit import ListBox
from gui.paint import Brush
from gui.theme import Theme
from gui.ui import Ui


def refuse(*asked: object) -> NoReturn:
    """Stands for the callbacks that a list of sentences has no use for."""
    raise AssertionError(asked)


@pytest.mark.parametrize("player", ["mc:20", "alphabeta:3", "mastery:5"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_a_row_and_a_click_goes_there(player: str, language: str) -> None:
    ui = Ui(Theme(), Brush(), Translator(language))
    game = make_game("connect4", {"columns": "5", "rows": "4"})
    state = game.initial()
    decision, recording = record(game, state, player, 3)
    looked = first_step(game, player, decision.move, recording)
    steps: list[int] = []
    callbacks = PanelCallbacks(refuse, steps.append, refuse, refuse)
    picture = PlainPanel().picture(looked, ui, callbacks)
    assert isinstance(picture, ListBox)
    assert len(picture.rows) == len(recording.events) > 0
    assert not any("watch." in row.text for row in picture.rows)
    picture.choose(len(recording.events) - 1)
    assert steps == [len(recording.events) - 1]


def test_a_playout_names_the_sides_as_the_game_does() -> None:
    game = make_game("connect4", {})
    decision, recording = record(game, game.initial(), "mc:20", 3)
    looked = first_step(game, "mc:20", decision.move, recording)
    first = PlainPanel().sentence(looked)
    assert first is not None
    assert "red wins" in str(first).lower() or "yellow wins" in str(first).lower()


def first_step(
    game: Game[Any], player: str, move: int | None, recording: Recording
) -> InspectorFrame:
    return InspectorFrame(
        game=game,
        state=game.initial(),
        player=player,
        move=move,
        recording=recording,
        step=0,
        sample=None,
        effort=1,
        jumped=False,
        complete=True,
        at_end=False,
        truth=lambda line: None,
    )
