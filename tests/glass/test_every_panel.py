"""Every bot on every game it plays can be looked into, at every step, in every position."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from engine.cli_think import line_text
from gui.glass.looked import Looked
from gui.glass.panels import PANELS
from tests.glass.staged import at, looked_at, make_ui, picture_of, stage
from tests.watch.test_recordings import CASES, case_id, positions


def moments(looked: Looked) -> list[Looked]:
    """Its first, its middle and its last moment, and that beyond the steps."""
    last = len(looked.recording.steps) - 1
    return [*(at(looked, step) for step in sorted({0, last // 2, last})), looked]


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_every_moment_has_its_picture(case: tuple[str, dict[str, str], str]) -> None:
    game_id, options, player = case
    ui = make_ui()
    game: Any = looked_at(game_id, "random", "", options, known=False).game
    for seed, state in enumerate(islice(positions(game, 3), 2)):
        looked = looked_at(game_id, player, game.text(state), options, seed, known=seed == 0
                           and game_id != "connect4")  # fmt: skip
        panel = PANELS[looked.recording.kind]()
        for moment in moments(looked):
            picture_of(stage(panel, moment, ui))
            line_text(game, state, panel.marks(moment).line)
            for line in panel.asks(moment):
                line_text(game, state, line)
            sentence = panel.sentence(moment)
            if sentence is not None:
                assert "{" not in ui.tr(sentence) and "glass." not in ui.tr(sentence)
            for said in panel.card(moment):
                assert "{" not in ui.tr(said) and "glass." not in ui.tr(said)
            for phase in panel.phases(moment):
                assert ui.tr.has(f"glass.phase.{phase}")
        efforts = panel.efforts(looked.recording)
        assert len(efforts) == len(looked.recording.steps)
        assert list(efforts) == sorted(efforts)
        stops = list(panel.stops(looked.recording))
        assert stops == sorted(set(stops)) and stops[-1] < len(efforts)
