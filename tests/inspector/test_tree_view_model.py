"""The tree that is shown is the tree that was grown, at its end and at every step."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import log
from typing import Any

import pytest

from engine.bots import mcts
from engine.bots.tree_nodes import RootMove
from engine.cli.think import record
from engine.protocols import Value
from engine.recording import Recording
from engine.registry import make_game
from engine.trace.choice import preferred_in_tree
from engine.trace.tree import BackedUp, Expanded, Searched, Selected, TreeResult
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.tree import TreePanel
from gui.inspector.tree_view_model import (
    MAX_NODES,
    PHASES,
    GrowingTree,
    finished_tree,
    sampled_tree,
    tree_view_model,
)
from tests.inspector.recorded_frames import at, looked_at
from tests.watch.events import result_of

CASES = [
    ("connect4", {}, "......./......./.Y.Y.../.Y.RR../RRYRY.Y/RYYRRRY R", "mcts:1500"),
    ("connect4", {"columns": "5", "rows": "4"}, "", "mcts:400"),
    ("tictactoe", {}, "", "mcts:600"),
    ("nim", {"heaps": "3,4,5"}, "", "mcts:500"),
    ("matches", {}, "", "mcts:200"),
]


def grown(case: tuple[str, dict[str, str], str, str]) -> Recording:
    game_id, options, text, player = case
    game = make_game(game_id, options)
    state = game.parse(text) if text else game.initial()
    return record(game, state, player, 5)[1]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[3]}")
def test_the_tree_made_of_steps_is_the_one_the_search_kept(case: Any) -> None:
    recording = grown(case)
    assert recording.left_out == 0
    tree, last = GrowingTree(), len(recording.events) - 1
    tree.take(recording)
    stored = result_of(recording, TreeResult).tree
    kept = finished_tree(stored)
    assert kept.known(last) == len(stored) > 10
    for line in kept._nodes:
        if not line or kept.at(line[:-1], last).proven is not None:  # type: ignore[union-attr]
            continue  # what follows a position decided by the rules is not told
        mine, theirs = tree.at(line, last), kept.at(line, last)
        assert mine is not None
        assert theirs is not None
        assert mine.proven == theirs.proven, line
        if mine.proven is None:
            assert mine.visits == theirs.visits, line
            assert mine.mean == pytest.approx(theirs.mean)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[3]}")
def test_every_step_shows_what_it_told(case: Any) -> None:
    """The path with its visits, the moves opened, every move of the position."""
    recording = grown(case)
    tree = GrowingTree()
    tree.take(recording)
    moves = [belief.move for belief in recording.samples[0].moves]
    for number, step in enumerate(recording.events):
        if isinstance(step, BackedUp):
            for depth, (visits, wins) in enumerate(step.path):
                node = tree.at(step.line[:depth], number)
                assert node is not None
                assert node.visits == visits
                assert node.mean == (pytest.approx(wins / visits) if visits else None)
            for move, entry in zip(moves, step.root, strict=True):
                child = tree.at((move,), number)
                assert child is not None
                assert child.visits == entry[0]
        if isinstance(step, Expanded):
            opened = [node.line[-1] for node in tree.children(step.line, number)]
            assert opened == list(step.moves)
            assert tree.children(step.line, number - 1) == []


@pytest.mark.parametrize(("player", "seeds"), [("mcts:30", 12), ("mcts:300", 12), ("mcts:3000", 4)])
def test_the_move_it_would_play_in_the_end_is_the_one_it_plays(player: str, seeds: int) -> None:
    for seed in range(seeds):
        looked = looked_at("connect4", player, CASES[0][2], seed=seed)
        panel = TreePanel()
        steps = looked.recording.events
        told = panel.choice(at(looked, len(steps) - 1))
        assert told == looked.move


def test_efforts_are_the_playouts_counted_so_far() -> None:
    looked = looked_at("connect4", "mcts:600")
    panel, recording = TreePanel(), looked.recording
    efforts = list(panel.efforts(recording))
    assert len(efforts) == len(recording.events)
    assert efforts == sorted(efforts)
    assert efforts[-1] == recording.samples[-1].effort
    assert {sample.effort for sample in recording.samples} <= set(efforts)


def test_moves_of_the_position_have_rows_of_their_own_and_a_chosen_line_is_the_path() -> None:
    """Replies that are proved equal share a row; the moves one decides between do not."""
    looked = looked_at("tictactoe", "mcts:300", "X...O...X O")
    seen = TreePanel().view_model(looked)
    moves = [each for each in seen.nodes if len(each.node.line) == 1]
    assert len(moves) == 6 and not any(each.replies for each in moves)
    assert all(each.node.proven is not None for each in moves)
    for each in moves:
        chosen = replace(looked, chosen=each.node.line)
        assert TreePanel().view_model(chosen).path == each.node.line


def test_rows_are_kept_and_the_rest_is_counted() -> None:
    looked = looked_at("connect4", "mcts:2000")
    tree, last = GrowingTree(), len(looked.recording.events) - 1
    tree.take(looked.recording)
    for rows in (6, 12):
        path = looked.recording.events[-1].line
        seen = tree_view_model(tree, last, path, rows, frozenset())
        lines = [shown.node.line for shown in seen.nodes]
        assert len(lines) == len(set(lines))
        assert seen.rows <= rows + 2  # the path may take its own
        assert {path[:depth] for depth in range(1, len(path) + 1)} <= set(lines)
        assert seen.known == tree.known(last)
        for shown in seen.nodes:
            below = [line for line in lines if line[:-1] == shown.node.line]
            if not shown.replies and shown.node.proven is None:
                grouped = sum(
                    len(each.replies) or 1
                    for each in seen.nodes
                    if each.node.line[:-1] == shown.node.line
                )
                whole = len(tree.children(shown.node.line, last))
                assert shown.hidden == whole - (grouped if below else 0)


def test_two_thousand_nodes_can_be_walked() -> None:
    looked = looked_at("connect4", "mcts:4000")
    tree, last = GrowingTree(), len(looked.recording.events) - 1
    tree.take(looked.recording)
    seen = tree_view_model(tree, last, (), 12, frozenset({()}))
    shown = sum(len(node.replies) or 1 for node in seen.nodes)
    assert 1_000 < shown <= MAX_NODES
    rows = [node.row for node in seen.nodes]
    assert max(rows) <= seen.rows


def test_what_is_unfolded_shows_every_reply() -> None:
    looked = looked_at("connect4", "mcts:1000")
    tree, last = GrowingTree(), len(looked.recording.events) - 1
    tree.take(looked.recording)
    seen = tree_view_model(tree, last, (), 12, frozenset({(3,)}))
    replies = {
        reply
        for node in seen.nodes
        if node.node.line[:1] == (3,) and len(node.node.line) == 2
        for reply in (node.replies or node.node.line[-1:])
    }
    assert replies == {node.line[-1] for node in tree.children((3,), last)}


def test_a_proof_is_shown_where_the_search_proved() -> None:
    looked = looked_at("tictactoe", "mcts:600", "XX.OO.... X")
    tree, last = GrowingTree(), len(looked.recording.events) - 1
    tree.take(looked.recording)
    assert looked.recording.samples
    finished = finished_tree(result_of(looked.recording, TreeResult).tree)
    proved = [node for node in finished._nodes.values() if node.proven is not None]
    assert proved
    for node in proved:
        mine = tree.at(node.line, last)
        assert mine is None or mine.proven in (None, node.proven)


def test_between_steps_and_end_the_moves_of_the_position_are_told() -> None:
    looked = looked_at("connect4", "mcts:3000")
    sample = looked.recording.samples[len(looked.recording.samples) // 2]
    tree = sampled_tree(sample)
    assert [node.visits for node in tree.children((), 0)] == [each.visits for each in sample.moves]
    assert not tree.children((3,), 0)


def test_the_choice_is_that_of_the_search() -> None:
    def played(*root: tuple[int, float, Value | None]) -> int | None:
        return preferred_in_tree([0, 1], [RootMove(*each) for each in root])

    assert played((10, 5.0, None), (12, 1.0, None)) == 1
    assert played((10, 5.0, None), (0, 0.0, Value.WIN)) == 1
    assert played((10, 4.0, None), (0, 0.0, Value.DRAW)) == 1
    assert played((10, 6.0, None), (0, 0.0, Value.DRAW)) == 0
    assert played((0, 0.0, None), (0, 0.0, None)) is None
    assert mcts.EXPLORATION > 0


def test_virtual_playouts_of_a_batch_are_told_as_such() -> None:
    looked = looked_at("connect4", "mcts:2000")
    panel = TreePanel()
    steps = looked.recording.events
    promised = [
        number
        for number, step in enumerate(steps)
        if isinstance(step, Selected) and any(step.virtual)
    ]
    assert promised
    rows = panel._rows(at(looked, promised[-1]))
    last = steps[promised[-1]]
    assert isinstance(last, Selected)
    assert [row.promised for row in rows.values()] == list(last.virtual)
    assert [row.stats.visits for row in rows.values()] == [entry.visits for entry in last.root]
    bounds = [row.bound for row in rows.values() if row.stats.proven is None]
    told = [
        bound
        for bound, entry in zip(last.root_bounds, last.root, strict=True)
        if entry.proven is None
    ]
    assert bounds == told
    followed = steps[promised[-1]].line[0]
    best = max(rows, key=lambda move: rows[move].bound or 0.0)
    assert best == followed  # the branch followed is the one with the best bound


@pytest.mark.parametrize("player", ["mcts:15", "mcts:2000", "mcts:100/leaf"])
def test_the_bound_belongs_to_the_playouts_and_the_average_beside_it(player: str) -> None:
    """After a back-up the new playouts stood beside the bound of before."""
    looked, panel, seen = looked_at("connect4", player), TreePanel(), 0
    for number, step in enumerate(looked.recording.events):
        if not isinstance(step, BackedUp):
            continue
        whole = step.path[0].visits
        for row in panel._rows(at(looked, number)).values():
            visits, mean = row.stats.visits, row.stats.mean()
            if row.stats.proven is None and visits:
                assert mean is not None
                width = mcts.EXPLORATION * (log(whole + 1) / visits) ** 0.5
                assert row.bound == pytest.approx(mean + width)
                seen += visits > 1
    assert seen


def test_one_leaf_at_a_time_the_next_selection_has_the_bounds_of_the_back_up() -> None:
    events = looked_at("connect4", "mcts:100/leaf").recording.events
    pairs = [
        (before.root_bounds, after.root_bounds)
        for before, after in pairwise(events)
        if isinstance(before, BackedUp) and isinstance(after, Selected) and after.line
    ]
    assert len(pairs) > 10
    for before, after in pairs:
        assert before == pytest.approx(after)


@pytest.fixture(scope="module")
def settled() -> InspectorFrame:
    """A decision that ends by searches, long before its playouts are spent."""
    game = make_game("connect4", {})
    state = game.initial()
    for move in (3, 2, 3, 3, 3, 2, 2, 3, 2, 6, 2, 2, 3):
        state = game.play(state, move)
    return looked_at("connect4", "mcts:6000", game.text(state), known=False)


def test_nodes_shown_and_known_are_counted_alike(settled: InspectorFrame) -> None:
    """The position itself is in both numbers."""
    panel = TreePanel()
    for number in range(30):
        seen = panel.view_model(at(settled, number))
        assert seen.shown <= seen.known
        drawn = 1 + sum(len(node.replies) or 1 for node in seen.nodes)
        assert seen.shown == drawn
    assert panel.view_model(at(settled, 0)).shown == 1


def test_a_search_names_columns_and_winner_and_is_a_stage_of_its_own(
    settled: InspectorFrame,
) -> None:
    """Who wins is a side, moves are columns, and the stepper names the search."""
    panel, sides = TreePanel(), {"Red", "Yellow"}
    events = enumerate(settled.recording.events)
    searches = [(number, step) for number, step in events if isinstance(step, Searched)]
    assert searches
    for number, step in searches:
        moment = at(settled, number)
        said = str(panel.sentence(moment))
        assert "Search: " in said
        assert "whoever" not in said
        moves = ", ".join(map(str, step.line))
        assert f"column{'s' * (len(step.line) > 1)} {moves} " in said or not step.line, said
        proved = step.proved[-1]
        if proved:
            last = (settled.game.to_move(settled.state) + len(step.line) - 1) % 2
            winner = ("Red", "Yellow")[last if proved > 0 else 1 - last]
            assert said.endswith(f"{winner} wins.")
            assert not any(side in said for side in sides - {winner})
        assert panel.phases(moment)[-1] == "search"
    assert panel.phases(at(settled, 0)) == ("look", *PHASES), "no phase of a round ran before"
    assert "search" not in panel.phases(at(settled, 3))


def test_the_last_step_says_what_is_proved_and_played(settled: InspectorFrame) -> None:
    """f31: a search that stopped early names its budget."""
    last = replace(at(settled, len(settled.recording.events) - 1), at_end=True)
    effort = settled.recording.samples[-1].effort
    assert effort < 6000
    said = str(TreePanel().sentence(last))
    assert "wins" in said and f"Move chosen: column {settled.move}. Playouts through it: " in said
    assert said.endswith(f" of {effort:,} (budget: 6,000).")
