"""Playouts are told as they are played, and what tree search believes is told as belief."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cli.think import lines, record, report
from engine.context import Context
from engine.messages import Message, catalogue, render
from engine.naming import line_name, move_name
from engine.protocols import Outcome, Value
from engine.recording import Recorder
from engine.registry import make_bot, make_game
from engine.trace.playouts import ChancesResult
from engine.trace.tree import PlayedOut
from gui.inspector.chances_picture import ChanceTree, told_chances
from gui.inspector.tree_picture import told_node
from gui.inspector.tree_view_model import NodeViewModel
from tests.claims.truth import Truth
from tests.contract.test_decisive_playouts import allowed
from tests.inspector.recorded_frames import looked_at
from tests.watch.events import events_of, result_of

BOARDS = (
    "......./......./......./....Y../..R.RYY/RRYRYRY R",
    "......./......./......./......./.R..YY./.RYRRY. R",
)


@pytest.mark.parametrize("text", BOARDS)
def test_playouts_of_connect_four_keep_what_their_sentence_says(text: str) -> None:
    game: Any = make_game("connect4")
    state = game.parse(text)
    told = events_of(record(game, state, "mcts:400", 3)[1], PlayedOut)
    assert {step.text.key for step in told} == {"watch.mcts.playout.decisive.connect4"}
    moves = 0
    for step in told:
        position = state
        for place, move in enumerate(step.line):
            if place >= step.tree:
                assert move in allowed(game, position)
                moves += 1
            position = game.play(position, move)
        ending = step.text.values["ending"]
        assert ending.values["count"] == len(step.line) - step.tree
        assert (game.outcome(position) is Outcome.DRAW) == ("draw" in ending.key)
    assert moves > 100


@pytest.mark.parametrize(
    ("text", "endings"),
    [
        ("OX.XOOXOX X", {"a draw at once"}),
        ("XOXOXX..O O", {"a draw one move later", "the first player wins one move later"}),
        ("OXOXXOX.. O", {"the second player wins at once", "a draw one move later"}),
    ],
)
def test_a_playout_counts_the_moves_after_the_one_it_names(text: str, endings: set[str]) -> None:
    game = make_game("tictactoe")
    _, recording = record(game, game.parse(text), "mc:9", 3)
    told = (step.text.values.get("ending") for step in recording.events)
    assert {render(each) for each in told if each is not None} == endings


def test_no_other_game_speaks_of_discs() -> None:
    for game_id, text in (("tictactoe", "X...O.... X"), ("nim", ""), ("matches", "")):
        looked = looked_at(game_id, "mcts:60", text)
        told = " ".join(render(step.text) for step in looked.recording.events)
        assert "Playout: " in told and "disc" not in told and "square under" not in told


@pytest.mark.parametrize("text", ["O.XXXOO.. X", "XO.OX.OX. X"])
def test_a_node_of_the_chance_tree_says_whose_chance_it_is(text: str) -> None:
    looked = looked_at("tictactoe", "mc:exact", text)
    game, state, truth = looked.game, looked.state, Truth(looked.game)
    tree = ChanceTree(result_of(looked.recording, ChancesResult).tree, game.to_move(state))
    for entry in result_of(looked.recording, ChancesResult).tree:
        line = entry.line
        if not line:
            continue
        place = state
        for move in line:
            place = game.play(place, move)
        first, draw, second = map(float, truth.chances(place))
        said = render(told_chances(line, tree, looked))
        mover = game.to_move(state)
        mine = first if mover == 0 else second
        words = f"{'XO'[mover]} wins {mine:.1%} of the time and draws {draw:.1%}"
        assert said.endswith(words), said
        assert "playout" not in said


def test_a_node_of_a_search_tree_names_its_playouts_and_whose_mean_it_is() -> None:
    looked = looked_at("tictactoe", "mcts:50", "X...O.... X", known=False)

    def said(node: NodeViewModel) -> str:
        return render(told_node(node, looked))

    assert said(NodeViewModel((7,), 3, 0.5)) == "square 7: 3 playouts, average 50% for X"
    assert said(NodeViewModel((7, 8), 1, 0.0)) == "squares 7, 8: 1 playout, average 0% for O"
    assert said(NodeViewModel((7, 8), 0, None)) == "squares 7, 8: no playouts yet"
    assert said(NodeViewModel((7, 8), 9, 1.0, Value.WIN)) == "squares 7, 8: proved win for O"
    assert said(NodeViewModel((7, 8), 9, 0.0, Value.LOSS)) == "squares 7, 8: proved win for X"
    assert said(NodeViewModel((7, 8), 9, 0.5, Value.DRAW)) == "squares 7, 8: proved draw"


@pytest.mark.parametrize("game_id", ["tictactoe", "connect4", "nim"])
def test_means_of_chosen_playouts_have_no_interval(game_id: str) -> None:
    game = make_game(game_id)
    state = game.initial()
    decision, recording = record(game, state, "mcts:300", 2)
    data = report(game, state, "mcts:300", 2, decision, recording, None)
    open_moves = 0
    for sample in data["samples"]:
        for each in sample["moves"]:
            sure = each["low"] is not None
            assert not sure or each["low"] == each["high"] == each["score"]
            open_moves += not sure
    assert open_moves
    printed = "\n".join(lines(data, ""))
    assert "[" not in printed.split(" of each move")[1]
    assert "These are only estimates" in printed


def test_independent_playouts_keep_their_interval() -> None:
    game = make_game("tictactoe")
    recorder = Recorder()
    make_bot("mc:90").choose(game, game.initial(), Context(1, recorder=recorder))
    for belief in recorder.recording().samples[-1].moves:
        assert belief.low is not None and belief.high is not None
        assert belief.low < belief.high and not belief.sure


def test_a_move_is_named_one_way_in_every_sentence_of_an_answer() -> None:
    """Of one move too: `7` here and `square 7` there, `1` and `1 step` were two names."""
    for game_id, name in (("tictactoe", "square"), ("connect4", "column"), ("matches", "taking")):
        game = make_game(game_id)
        state = game.initial()
        texts = [game.move_text(state, move) for move in game.moves(state)]
        for player in ("mc:20", "mc:exact", "alphabeta:2", "optimal", "mcts:30", "first", "random"):
            if game_id == "connect4" and player in ("mc:exact", "optimal"):
                continue  # from the first position
            decision, recording = record(game, state, player, 1)
            told = [render(decision.note), *(render(step.text) for step in recording.events)]
            for text in texts:
                bare = [each for each in told if each.startswith(f"{text} ")]
                assert bare == []
            assert any(name in each.lower() for each in told)
    game = make_game("nim")
    first = game.moves(game.initial())[0]
    listed = line_name(game, game.initial(), [first])
    assert isinstance(listed, Message)
    assert render(listed) in render(move_name(game, game.initial(), first))


def printed(game_id: str, text: str, player: str) -> str:
    game = make_game(game_id)
    state = game.parse(text)
    decision, recording = record(game, state, player, 1)
    return "\n".join(lines(report(game, state, player, 1, decision, recording, 1), ""))


def test_what_is_proved_is_not_called_an_estimate() -> None:
    """It stood over values that were all proved, before any playout, and over some."""
    whole, some = catalogue("en")["think.chosen"], catalogue("en")["think.chosen_some"]
    won = printed("tictactoe", "XX.OO.... X", "mcts:100")
    assert whole not in won and some not in won
    assert some in printed("tictactoe", "XX..O.... O", "mcts:100")
    assert whole in printed("tictactoe", "......... X", "mcts:100")


def test_too_many_moves_leave_their_replies_alone_and_it_is_said() -> None:
    game = make_game("nim", {"heaps": "99,99"})
    steps = record(game, game.initial(), "mcts:3", 1)[1].events
    many = render(steps[0].text)
    assert render(Message("watch.mcts.look.moves")) in many
