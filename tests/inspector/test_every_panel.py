"""Every bot on every game it plays can be looked into, at every step, in every position."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, NoReturn

import pytest

from engine.cli.think import record
from engine.messages import LANGUAGES, render
from engine.protocols import Game, line_texts
from engine.recording import Recording
from engine.registry import make_game
from gui.i18n import Translator
from gui.inspector.decision_content import judged
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.panels import PANELS, PlainPanel
from gui.kit import ListBox
from gui.paint import Brush
from gui.theme import Theme
from gui.ui import Ui
from tests.gui.layouts import faults
from tests.gui.shared_brush import letters_drawn
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
