"""The panel of alpha-beta: its windows are those of the search, its rows are in reach."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pygame
import pytest

from engine.cli.think import record
from engine.context import Context
from engine.messages import LANGUAGES
from engine.protocols import Game, Value
from engine.recording import EventLog, Recording
from engine.registry import make_game, oracle_for
from engine.trace.windows import (
    Cutoff,
    IterationStarted,
    MoveChosen,
    PositionDecided,
    PositionEntered,
    PositionLeft,
    ScoreBound,
    TableHit,
    WindowsResult,
)
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.windows import WindowsPanel, WindowTree, legend_of
from gui.inspector.windows_view_model import (
    IterationSteps,
    SearchStatus,
    WindowsViewModel,
    efforts_of,
    looks_of,
    windows_view_model,
)
from gui.kit.table import Table
from tests.cases import in_one_test
from tests.gui.driver import find, press
from tests.inspector.recorded_frames import at, looked_at, make_ui, picture_of, stage
from tests.kept import KeptLast
from tests.watch.events import result_of

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


def test_an_iteration_of_which_the_end_is_not_there_yet_is_open() -> None:
    whole = looked_at("connect4", "alphabeta:3")
    events = whole.recording.events
    second = events.places(IterationStarted)[1]
    part = EventLog(list(events)[: second + 9], second + 9)
    result = result_of(whole.recording, WindowsResult)
    meanwhile = replace(
        whole.recording, events=part, result=replace(result, depths=result.depths[:1])
    )
    growing = replace(whole, recording=meanwhile)
    for step in (second + 4, second + 8):
        seen = windows_view_model(at(growing, step), looks_of(growing.recording))
        assert [each.stand for each in seen.depths][:2] == [SearchStatus.DONE, SearchStatus.OPEN]
        assert seen.depths[1].positions


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


LOOKS = [
    ("tictactoe", {}, "X...O.... X", "alphabeta:4"),
    ("tictactoe", {"misere": "true"}, "", "alphabeta:3"),
    ("connect4", {}, "", "alphabeta:5"),
    ("connect4", {"columns": "5", "rows": "4"}, "", "alphabeta:6"),
    ("nim", {"heaps": "3,4,5", "misere": "true"}, "", "alphabeta:3"),
    ("subtraction", {}, "", "alphabeta:6"),
    ("matches", {}, "15 1", "alphabeta:8"),
]


@pytest.fixture(autouse=True, scope="module")
def kept_recordings() -> Iterator[None]:
    """Each case is decided once for all tests."""
    yield
    _decided.cache_clear()
    _looks_of.forget()


def decided(case: tuple[str, dict[str, str], str, str]) -> tuple[Game[Any], Any, Recording, int]:
    return _decided(LOOKS.index(case))


@cache
def _decided(number: int) -> tuple[Game[Any], Any, Recording, int]:
    game_id, options, text, player = LOOKS[number]
    game = make_game(game_id, options)
    state = game.parse(text) if text else game.initial()
    decision, recording = record(game, state, player, 5)
    assert decision.move is not None
    return game, state, recording, decision.move


def _looks(recording: Recording) -> tuple[list[IterationSteps], list[int]]:
    looks = looks_of(recording)
    return looks, efforts_of(looks, recording)


_looks_of = KeptLast(_looks)


def look_at(
    game: Game[Any], state: Any, recording: Recording, move: int, step: int, jumped: bool = False
) -> WindowsViewModel:
    looks, efforts = _looks_of(recording)
    effort = recording.samples[-1].effort if jumped else efforts[step]
    looked = InspectorFrame(
        game=game,
        state=state,
        player="alphabeta",
        move=move,
        recording=recording,
        step=step,
        sample=None,
        effort=effort,
        jumped=jumped,
        complete=True,
        truth=lambda line: None,
    )
    return windows_view_model(looked, looks)


@in_one_test("case", LOOKS)
def test_the_tree_holds_what_was_told_until_the_step(
    case: tuple[str, dict[str, str], str, str],
) -> None:
    game, state, recording, move = decided(case)
    starts = [i for i, step in enumerate(recording.events) if step.phase == "deepen"]
    mover = game.to_move(state)
    for index in range(0, len(recording.events), max(1, len(recording.events) // 150)):
        start = max(each for each in starts if each <= index)
        passed = recording.events[start : index + 1]
        told = {each.line: each for each in passed if isinstance(each, PositionLeft | MoveChosen)}
        seen = look_at(game, state, recording, move, index)
        shown = [node for level in seen.levels for node in level.nodes]
        assert len({node.line for node in shown}) == len(shown)
        for node in shown:
            assert (node.stand is SearchStatus.DONE) == (node.line in told)
            assert node.player == (mover + len(node.line) + 1) % 2
            assert 0 <= node.low <= node.high <= 1
            if node.stand is SearchStatus.DONE:
                mine = told[node.line].score
                after = 1 - node.player  # who moves then
                assert node.score == (mine if after == 0 else 1 - mine)
                assert node.plies == told[node.line].plies
        line = recording.events[index].line
        for length, level in enumerate(seen.levels[: len(line)]):
            path = level.nodes[level.path] if level.path >= 0 else None
            assert path is not None and path.line == line[: length + 1]
        roots = {node.line for node in seen.levels[0].nodes}
        assert roots == {(each,) for each in game.moves(state)}


@in_one_test("case", LOOKS)
def test_the_table_of_depths_is_the_engines(case: tuple[str, dict[str, str], str, str]) -> None:
    game, state, recording, move = decided(case)
    kept = result_of(recording, WindowsResult).depths
    looks = looks_of(recording)
    assert [look.depth for look in looks] == [each.depth for each in kept][: len(looks)]
    for look, each in zip(looks, kept, strict=False):
        if each.hits is None:
            continue  # it was not taken down whole
        assert look.entered(look.end - 1) == each.nodes
        steps = [recording.events[step] for step in range(look.start, look.end)]
        cuts = [step.saved for step in steps if isinstance(step, Cutoff)]
        hits = sum(isinstance(step, TableHit) for step in steps)
        assert (len(cuts), sum(cuts), hits) == (each.cuts, each.saved, each.hits)
        first, inside = (
            look_at(game, state, recording, move, step).depths
            for step in (look.start, (look.start + look.end) // 2)
        )
        place = looks.index(look)
        assert first[place].stand is SearchStatus.OPEN and first[place].positions == 0
        spent = inside[place].positions
        assert spent is not None and 0 < spent <= each.nodes
        assert all(depth.stand is SearchStatus.DONE for depth in inside[:place])
        assert all(depth.stand is SearchStatus.AHEAD for depth in inside[place + 1 :])
    last = look_at(game, state, recording, move, len(recording.events) - 1, recording.left_out > 0)
    assert all(depth.stand is SearchStatus.DONE for depth in last.depths)
    assert last.depths[-1].best is not None and last.depths[-1].best.line == (move,)


@in_one_test("case", LOOKS)
def test_efforts_ascend_and_end_with_what_was_spent(
    case: tuple[str, dict[str, str], str, str],
) -> None:
    _, _, recording, _ = decided(case)
    efforts = efforts_of(looks_of(recording), recording)
    assert len(efforts) == len(recording.events)
    assert efforts == sorted(efforts)
    if not recording.left_out:
        assert efforts[-1] == recording.samples[-1].effort


@in_one_test("case", LOOKS)
def test_a_bound_is_told_as_one_and_for_the_first_player(
    case: tuple[str, dict[str, str], str, str],
) -> None:
    game, state, recording, move = decided(case)
    left = [step for step in recording.events if isinstance(step, PositionLeft)]
    for each in left:  # at most a loss, or at least a win, is all there is to prove
        bare = ScoreBound.AT_LEAST if each.score > 0.5 else ScoreBound.AT_MOST
        assert each.plies is None or each.bound is not bare
    found = set()
    for index, step in enumerate(recording.events):
        if step.phase == "look" or step.phase == "deepen":
            continue
        seen = look_at(game, state, recording, move, index)
        node = next(n for level in seen.levels for n in level.nodes if n.line == step.line)
        mover = (game.to_move(state) + len(step.line)) % 2
        key = step.text.key
        if key.endswith(".most"):
            assert node.bound is (ScoreBound.AT_MOST if mover == 0 else ScoreBound.AT_LEAST)
        elif key.endswith(".least") or (step.phase == "cut" and not key.endswith(".win")):
            assert node.bound is (ScoreBound.AT_LEAST if mover == 0 else ScoreBound.AT_MOST)
        else:
            assert node.bound is None
        found.add(node.bound)
        if len(found) == 3 and index > 400:
            return
    assert ScoreBound.AT_MOST in found or ScoreBound.AT_LEAST in found


@in_one_test("case", LOOKS)
def test_a_cut_names_the_moves_that_are_not_looked_at(
    case: tuple[str, dict[str, str], str, str],
) -> None:
    game, state, recording, move = decided(case)
    events = enumerate(recording.events)
    cuts = [(index, step) for index, step in events if isinstance(step, Cutoff)]
    assert cuts
    for index, step in cuts[:200]:
        position = state
        for each in step.line:
            position = game.play(position, each)
        level = look_at(game, state, recording, move, index).levels[len(step.line)]
        assert level.cut is not None
        assert level.cut.event == step
        assert len(level.cut.moves) == step.left == len(step.rest)
        tried = {node.text for node in level.nodes}
        assert tried.isdisjoint(level.cut.moves)
        legal = {game.move_text(position, each) for each in game.moves(position)}
        assert tried | set(level.cut.moves) <= legal
        assert level.cut.player == game.to_move(position)
