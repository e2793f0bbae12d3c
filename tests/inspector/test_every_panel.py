"""Every bot on every game it plays can be looked into, at every step, in every position."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest

from engine.messages import LANGUAGES, render
from engine.protocols import line_texts
from gui.inspector.decision_content import judged
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel
from gui.inspector.panels import PANELS
from gui.ui import Ui
from tests.gui.layouts import faults
from tests.gui.letters import letters_drawn
from tests.inspector.recorded_frames import (
    at,
    every_stage,
    in_languages,
    looked_at,
    make_ui,
    picture_of,
    stage,
)
from tests.inspector.test_heap_panels import HEAPS
from tests.inspector.test_layers_panel import CASES as LAYERS_CASES
from tests.inspector.test_windows_panel import CASES as WINDOWS_CASES
from tests.watch.test_recordings import CASES, case_id, positions

pytestmark = pytest.mark.usefixtures("no_shapes")


Case = tuple[str, dict[str, str], str]


def moments(looked: InspectorFrame) -> list[InspectorFrame]:
    """Its first, its middle and its last moment, and that beyond the steps."""
    last = len(looked.recording.events) - 1
    return [*(at(looked, step) for step in sorted({0, last // 2, last})), looked]


SHORT_MOVE = re.compile(r"\b\d+-\d+\b")  # of Nim, which a person reads as a sum


def tells_moves_in_words(panel: Panel, moment: InspectorFrame, ui: Ui) -> None:
    """No sentence of the panel names a move as files do: 4-1."""
    said = [panel.sentence(moment), *panel.card(moment)]
    if moment.step == 0:
        said += [event.text for event in moment.recording.events]
    for language in LANGUAGES:
        for each in said:
            assert each is None or not SHORT_MOVE.search(render(each, language)), each
    for verdict in judged(moment, panel, ui):
        assert not SHORT_MOVE.search(verdict.move)


@pytest.mark.parametrize("player", ["mc:70", "mcts:70", "alphabeta:2", "random", "mastery:0"])
def test_win_draw_loss_letters_stand_only_on_what_is_exact(
    player: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the empty board these know nothing for sure, and nothing true is told beside them."""
    letters = letters_drawn(monkeypatch)
    looked = looked_at("connect4", player, known=False)
    panel = PANELS[looked.recording.kind]()
    for moment in moments(looked):
        picture_of(stage(panel, moment, make_ui()))
    assert not letters


@pytest.mark.one_of(3)
@pytest.mark.parametrize(
    ("game_id", "options", "text", "player"),
    [
        *LAYERS_CASES,
        *((game_id, options, text, "kernel") for game_id, options, text in HEAPS),
        *((game_id, {}, "", player) for game_id, player in WINDOWS_CASES),
    ],
)
@in_languages
def test_no_moment_of_a_panel_has_a_fault_at_any_size(
    game_id: str, options: dict[str, str], text: str, player: str, language: str
) -> None:
    looked = looked_at(game_id, player, text, options, known=False)
    panel = PANELS[looked.recording.kind]()
    for moment in moments(looked):
        for drawn in every_stage(panel, moment, language):
            assert faults(drawn) == []
            picture_of(drawn)


def by_turns() -> list[Case]:
    """Each player in each of its games with one of the rules, by turns."""
    rules: dict[tuple[str, str], list[Case]] = {}
    for case in CASES:
        rules.setdefault((case[0], case[2]), []).append(case)
    return [cases[turn % len(cases)] for turn, cases in enumerate(rules.values())]


def test_every_rule_has_its_turn() -> None:
    assert {case_id((game, options, "")) for game, options, _ in by_turns()} == {
        case_id((game, options, "")) for game, options, _ in CASES
    }


@pytest.mark.one_of(3)
@pytest.mark.parametrize(
    ("case", "places"),
    [
        *(pytest.param(case, 1, id=case_id(case)) for case in by_turns()),
        *(pytest.param(each, 2, id=f"{case_id(each)}-2", marks=pytest.mark.full) for each in CASES),
    ],
)
def test_every_moment_has_its_picture(case: Case, places: int) -> None:
    game_id, options, player = case
    ui = make_ui()
    game: Any = looked_at(game_id, "random", "", options, known=False).game
    for seed, state in enumerate(islice(positions(game, 3), places)):
        looked = looked_at(game_id, player, game.text(state), options, seed, known=seed == 0
                           and game_id != "connect4")  # fmt: skip
        panel = PANELS[looked.recording.kind]()
        for moment in moments(looked):
            picture_of(stage(panel, moment, ui))
            line_texts(game, state, panel.marks(moment).line)
            for line in panel.asks(moment):
                line_texts(game, state, line)
            sentence = panel.sentence(moment)
            if game_id == "nim":
                tells_moves_in_words(panel, moment, ui)
            if sentence is not None:
                assert "{" not in ui.tr(sentence) and "inspector." not in ui.tr(sentence)
            for said in panel.card(moment):
                assert "{" not in ui.tr(said) and "inspector." not in ui.tr(said)
            for phase in panel.phases(moment):
                assert ui.tr.has(f"inspector.phase.{phase}")
        efforts = panel.efforts(looked.recording)
        assert len(efforts) == len(looked.recording.events)
        assert list(efforts) == sorted(efforts)
        stops = list(panel.stops(looked.recording))
        assert stops == sorted(set(stops)) and stops[-1] < len(efforts)
