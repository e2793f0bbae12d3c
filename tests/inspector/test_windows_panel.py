"""The panel of alpha-beta in the window: nothing cut, every row where the keyboard reaches it."""

from __future__ import annotations

import re

import pygame
import pytest

from engine.context import Context
from engine.messages import LANGUAGES
from engine.protocols import Value
from engine.registry import make_game, oracle_for
from engine.trace.windows import (
    Cutoff,
    IterationStarted,
    PositionDecided,
    PositionEntered,
    PositionLeft,
    ScoreBound,
)
from gui.inspector.windows import WindowsPanel, WindowTree, legend_of
from gui.inspector.windows_view_model import SearchStatus
from gui.kit.table import Table
from tests.gui.driver import find, press
from tests.inspector.recorded_frames import (
    at,
    looked_at,
    make_ui,
    picture_of,
    stage,
)

pytestmark = pytest.mark.usefixtures("no_shapes")

CASES = [("connect4", "alphabeta:4"), ("tictactoe", "alphabeta:3"), ("nim", "alphabeta:2"),
         ("matches", "alphabeta:6")]  # fmt: skip


def test_a_click_on_a_move_goes_to_the_step_that_told_of_it() -> None:
    looked = looked_at("connect4", "alphabeta:4")
    cut = next(i for i, s in enumerate(looked.recording.events) if s.phase == "cut")
    drawn = stage(WindowsPanel(), at(looked, cut), make_ui())
    picture_of(drawn)
    tree = next(w for w in drawn.widget_group.widgets if isinstance(w, WindowTree))
    steps = {}
    for rect, node in tree._places:
        before = len(drawn.act.steps)
        tree.take(rect.center)
        if len(drawn.act.steps) > before:
            steps[node.line] = drawn.act.steps[-1]
    assert steps
    for line, step in steps.items():
        told = looked.recording.events[step]
        assert told.line == line


def test_the_arrows_walk_the_tree_and_enter_opens() -> None:
    looked = looked_at("connect4", "alphabeta:3")
    step = next(i for i, s in enumerate(looked.recording.events) if len(s.line) == 2)
    line = looked.recording.events[step].line
    drawn = stage(WindowsPanel(), at(looked, step), make_ui())
    press(find(drawn, "inspector picture"), pygame.K_LEFT)
    assert drawn.act.chosen[-1] == line[:1]
    drawn = stage(WindowsPanel(), at(looked, step, chosen=line[:1]), make_ui())
    press(find(drawn, "inspector picture"), pygame.K_RIGHT)
    assert len(drawn.act.chosen[-1]) == 2
    press(find(drawn, "inspector picture"), pygame.K_RETURN)
    assert drawn.act.steps


def test_the_table_goes_to_the_start_of_a_depth() -> None:
    looked = looked_at("connect4", "alphabeta:4")
    drawn = stage(WindowsPanel(), at(looked, 5), make_ui())
    picture_of(drawn)
    table = drawn.widget_group.find("inspector table")
    assert isinstance(table, Table)
    for (row, _), rect in sorted(table._places.items()):
        if row == 0:
            click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=rect.center)
            table.handle(click)
    told = [looked.recording.events[step] for step in drawn.act.steps]
    depths = [step.depth for step in told if isinstance(step, IterationStarted)]
    assert depths == [1, 2, 3, 4] and len(told) == 4


def test_the_last_step_says_what_is_played_and_what_it_is_worth() -> None:
    looked = looked_at("connect4", "alphabeta:4")
    panel, last = WindowsPanel(), at(looked, len(looked.recording.events) - 1)
    said = panel.sentence(last)
    assert said is not None
    assert re.fullmatch(r"Move chosen: column \d \(\d+% for Red\)\.", str(said)), said
    assert f"column {looked.move}" in str(said)
    seen = panel.view_model(last)
    assert seen.levels[0].nodes[seen.levels[0].path].line == (looked.move,)
    assert [depth.stand for depth in seen.depths] == [SearchStatus.DONE] * 4


def test_its_scores_are_never_called_playouts() -> None:
    looked = looked_at("connect4", "alphabeta:4", known=False)
    panel = WindowsPanel()
    for language in LANGUAGES:
        ui = make_ui(language=language)
        for step in range(0, len(looked.recording.events), 7):
            sentence = panel.sentence(at(looked, step))
            assert sentence is not None
            text = ui.tr(sentence)
            assert "{" not in text and "inspector." not in text
            assert not any(name in text for name in ("playout", "partie aléatoire", "robepartie"))


@pytest.mark.parametrize("moves", ["", "R"])
def test_every_score_says_whose_it_is(moves: str) -> None:
    """Scores are those of the first player; while Yellow chooses, the lowest is the best for it."""
    board = f"{'......./' * 5}{moves or '.'}...... {'Y' if moves else 'R'}"
    looked, ui = looked_at("connect4", "alphabeta:3", board), make_ui()
    panel = WindowsPanel()
    told = 0
    for step in range(0, len(looked.recording.events), 3):
        sentence = panel.sentence(at(looked, step))
        assert sentence is not None
        text = ui.tr(sentence)
        told += "%" in text
        assert "%" not in text or "Red" in text.partition("%")[2] or "scores for Red" in text, text
    assert told > 20
    said = " ".join(entry.text for entry in legend_of(looked, ui).entries)
    assert ("Yellow wants it low" in said) is bool(moves)


BEFORE_THE_END = "3 2 3 3 3 2 2 3 2 6 2 2 3"  # Yellow to move, and it wins


def late_game() -> str:
    game = make_game("connect4", {})
    state = game.initial()
    for move in BEFORE_THE_END.split():
        state = game.play(state, int(move))
    return game.text(state)


def test_badges_and_shares_are_of_the_same_side() -> None:
    """A true result beside Red's share is what it is for Red, whoever made the move."""
    looked = looked_at("connect4", "alphabeta:3", late_game())
    panel, seen_by = WindowsPanel(), set()
    for step in range(0, len(looked.recording.events), 5):
        seen = panel.view_model(at(looked, step))
        for node in (node for level in seen.levels for node in level.nodes):
            known = looked.truth(node.line)
            if known is None or known.value is None:
                continue
            assert node.truth is not None
            assert node.truth is (known.value if node.player == 0 else Value(-known.value))
            assert node.winner is None or node.truth is (Value.LOSS if node.winner else Value.WIN)
            seen_by.add(node.player)
    assert seen_by == {0, 1}
    root = panel.view_model(at(looked, len(looked.recording.events) - 1)).node((1,))
    assert root is not None
    assert root.truth is Value.LOSS, "Yellow moves, and wins: Red loses"
    assert "true result for Red" in str(legend_of(looked, make_ui()).entries)


def test_a_cut_names_the_reply_that_set_its_bound() -> None:
    """The other side really has that reply: it was searched before, and is worth the bound."""
    looked = looked_at("connect4", "alphabeta:4", "", {"columns": "5", "rows": "4"})
    panel, named = WindowsPanel(), 0
    for index, event in enumerate(looked.recording.events):
        if not isinstance(event, Cutoff) or named > 60:
            continue
        frame = at(looked, index)
        told = panel.sentence(frame)
        assert told is not None
        if told.key != "inspector.windows.cut_against":
            continue
        named += 1
        view_model = panel.view_model(frame)
        node = view_model.node(event.line)
        assert node is not None
        against = view_model.node(event.reply)
        assert against is not None and against.step < index and against.player == node.player
        *before, _ = against.line
        assert event.line[: len(before)] == tuple(before) and against.line != event.line
        left = looked.recording.events[against.step]
        assert isinstance(left, PositionLeft)
        # Both scores are for the side that moves to the cut position.
        owed = 1 - event.beta
        has = 1 - left.score
        assert has == pytest.approx(owed) and left.bound is not ScoreBound.AT_LEAST
        assert 1 - event.score <= owed + 1e-9, "it would get no more here"
    assert named > 20


def test_a_cut_below_a_proved_win_names_the_win() -> None:
    """Where the other side wins already, the sentence named nothing to compare with."""
    looked = looked_at("tictactoe", "alphabeta:6", "....X.... O")
    panel, oracle = WindowsPanel(), oracle_for(looked.game)
    keys: set[str] = set()
    cuts = [i for i, each in enumerate(looked.recording.events) if isinstance(each, Cutoff)]
    for index in cuts[::9]:
        frame = at(looked, index)
        told, event = panel.sentence(frame), looked.recording.events[index]
        assert told is not None
        keys.add(told.key)
        if told.key != "inspector.windows.cut_beaten":
            continue
        assert isinstance(event, Cutoff)
        against = panel.view_model(frame).node(event.reply)
        assert against is not None and against.step < index and against.line != event.line
        state = looked.state
        for move in against.line:
            state = looked.game.play(state, move)
        assert oracle.values(state, Context(0)).value is Value.LOSS, "of who moves after it"
        assert looked.game.to_move(state) == 1 - against.player
    assert "inspector.windows.cut" not in keys
    assert "inspector.windows.cut_beaten" in keys


def test_a_drawn_end_is_told_as_a_draw_and_not_as_a_share() -> None:
    looked, panel, ui = (
        looked_at("tictactoe", "alphabeta:9", "XOXXO.OX. O"),
        WindowsPanel(),
        make_ui(),
    )
    told = []
    for step, event in enumerate(looked.recording.events):
        if isinstance(event, PositionDecided):
            sentence = panel.sentence(at(looked, step))
            assert sentence is not None
            told.append(ui.tr(sentence))
    assert told == [
        f"After squares {line}, the game is decided: a draw." for line in ("5, 8", "8, 5")
    ]


def test_a_line_of_takes_names_them_as_takes() -> None:
    looked, panel, ui = looked_at("nim", "alphabeta:2"), WindowsPanel(), make_ui(language="fr")
    entered = [
        step
        for step, event in enumerate(looked.recording.events)
        if isinstance(event, PositionEntered) and len(event.line) == 1
    ]
    sentence = panel.sentence(at(looked, entered[0]))
    assert sentence is not None
    assert ui.tr(sentence).startswith("Après la prise de 1 du tas 1,")
