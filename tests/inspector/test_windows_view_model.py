"""What the panel of alpha-beta shows is what the recording counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.cli.think import record
from engine.protocols import Game
from engine.recording import Recording
from engine.registry import make_game
from engine.trace.windows import Cutoff, MoveChosen, PositionLeft, ScoreBound, WindowsResult
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.windows_view_model import (
    IterationSteps,
    SearchStatus,
    WindowsViewModel,
    efforts_of,
    looks_of,
    windows_view_model,
)
from tests.cases import in_one_test
from tests.kept import KeptLast
from tests.watch.events import result_of

CASES = [
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
    return _decided(CASES.index(case))


@cache
def _decided(number: int) -> tuple[Game[Any], Any, Recording, int]:
    game_id, options, text, player = CASES[number]
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


@in_one_test("case", CASES)
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


@in_one_test("case", CASES)
def test_the_table_of_depths_is_the_engines(case: tuple[str, dict[str, str], str, str]) -> None:
    game, state, recording, move = decided(case)
    kept = result_of(recording, WindowsResult).depths
    looks = looks_of(recording)
    assert [look.depth for look in looks] == [each.depth for each in kept][: len(looks)]
    for look, each in zip(looks, kept, strict=False):
        if each.hits is None:
            continue  # it was not taken down whole
        assert look.entered(look.end - 1) == each.nodes
        assert look.sums(look.end - 1) == (each.cuts, each.saved, each.hits)
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


@in_one_test("case", CASES)
def test_efforts_ascend_and_end_with_what_was_spent(
    case: tuple[str, dict[str, str], str, str],
) -> None:
    _, _, recording, _ = decided(case)
    efforts = efforts_of(looks_of(recording), recording)
    assert len(efforts) == len(recording.events)
    assert efforts == sorted(efforts)
    if not recording.left_out:
        assert efforts[-1] == recording.samples[-1].effort


@in_one_test("case", CASES)
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


@in_one_test("case", CASES)
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


def test_a_recording_that_grows_is_read_on_where_it_ended() -> None:
    _, _, recording, _ = decided(CASES[3])
    whole = looks_of(recording)
    for length in (1, 40, whole[2].start, whole[2].start + 1, len(recording.events) - 1):
        shorter = looks_of(replace(recording, events=recording.events.until(length)))
        again = looks_of(recording, shorter)
        assert [(look.start, look.end, look.depth) for look in again] == [
            (look.start, look.end, look.depth) for look in whole
        ]
        assert efforts_of(again, recording) == efforts_of(whole, recording)
