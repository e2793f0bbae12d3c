"""Undo, redo, jumps and replay against a plain list of moves."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.messages import excerpt
from engine.protocols import Game, MoveError, PositionError
from engine.registry import GAMES, make_game
from engine.session import Session


class Walk(RuleBasedStateMachine):
    """The model: every move made and not forgotten, and how many of them are shown."""

    @initialize(name=st.sampled_from(sorted(GAMES)))
    def begin(self, name: str) -> None:
        self.game: Game[Any] = make_game(name)
        self.session: Session[Any] = Session(self.game)
        self.line: list[int] = []
        self.shown = 0

    def position(self, ply: int) -> Any:
        state = self.game.initial()
        for move in self.line[:ply]:
            state = self.game.play(state, move)
        return state

    @precondition(lambda self: not self.session.over)
    @rule(choice=st.integers(0, 10_000))
    def play(self, choice: int) -> None:
        moves = self.game.moves(self.session.state)
        move = moves[choice % len(moves)]
        kept = self.line[self.shown : self.shown + 1] == [move]
        state = self.session.play(move)
        if not kept:
            self.line[self.shown :] = [move]
        self.shown += 1
        assert state == self.session.state

    @rule(move=st.integers(-3, 2000))
    def refuse(self, move: int) -> None:
        if move not in self.game.moves(self.session.state):
            with pytest.raises(MoveError):
                self.session.play(move)

    @rule()
    def undo(self) -> None:
        assert self.session.undo() is (self.shown > 0)
        self.shown = max(0, self.shown - 1)

    @rule()
    def redo(self) -> None:
        assert self.session.redo() is (self.shown < len(self.line))
        self.shown = min(len(self.line), self.shown + 1)

    @rule(choice=st.integers(0, 10_000))
    def jump(self, choice: int) -> None:
        self.shown = choice % (len(self.line) + 1)
        self.session.jump(self.shown)

    @rule()
    def jump_too_far(self) -> None:
        for ply in (-1, len(self.line) + 1):
            with pytest.raises(IndexError):
                self.session.jump(ply)

    @rule()
    def replay(self) -> None:
        texts = self.session.move_texts()
        again = Session.replay(self.game, self.game.text(self.game.initial()), texts)
        assert again.all_moves == self.session.all_moves
        assert again.state == self.position(len(self.line))

    @invariant()
    def agrees(self) -> None:
        session = self.session
        assert session.all_moves == tuple(self.line)
        assert session.moves == tuple(self.line[: self.shown])
        assert session.ply == self.shown
        assert session.states == [self.position(ply) for ply in range(self.shown + 1)]
        assert session.all_states == [self.position(ply) for ply in range(len(self.line) + 1)]
        assert session.state == session.states[-1]
        assert session.can_undo is (self.shown > 0)
        assert session.can_redo is (self.shown < len(self.line))
        assert session.over is (self.game.outcome(session.state) is not None)
        assert session.text() == self.game.text(session.state)


Walk.TestCase.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None, derandomize=True
)
TestWalk = Walk.TestCase


def test_playing_the_move_taken_back_keeps_the_rest_and_another_one_drops_it() -> None:
    session = Session(make_game("connect4"))
    for column in (3, 3, 4):
        session.play(column)
    session.jump(0)
    session.play(3)
    assert [*session.all_moves] == [3, 3, 4]
    session.play(0)
    assert [*session.all_moves] == [3, 0]


def test_a_session_can_start_from_any_position() -> None:
    game = make_game("tictactoe")
    session = Session.replay(game, "O.XXXOO.. X", ["1", "7", "8"])
    assert session.start == game.parse("O.XXXOO.. X")
    assert session.move_texts() == ["1", "7", "8"]
    assert session.over


def test_replay_names_the_ply_and_the_fault() -> None:
    with pytest.raises(MoveError) as caught:
        Session.replay(make_game("tictactoe"), None, ["4", "0", "4"])
    assert "3" in str(caught.value)
    assert "4" in str(caught.value)
    assert caught.value.message.values["ply"] == 3
    with pytest.raises(MoveError) as caught:
        Session.replay(make_game("matches"), "2 0", ["2", "1"])
    assert caught.value.message.values["fault"].key == "move.over"


def test_replay_refuses_a_position_that_cannot_exist() -> None:
    with pytest.raises(PositionError):
        Session.replay(make_game("connect4"), "RRRR R", [])


MOVES = {
    "tictactoe": "4 0 2 5 3 6",
    "connect4": "4 0 2 5 3 6",
    "nim": "1-2 3-1",
    "subtraction": "1 2 3",
    "matches": "3 2 1",
}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_text_is_a_position_or_moves(name: str) -> None:
    game = make_game(name)
    led = Session.from_text(game, f" {MOVES[name]}\n")
    assert led.move_texts() == MOVES[name].split() and led.start == game.initial()
    there = Session.from_text(game, led.text())
    assert (there.state, there.all_moves) == (led.state, ())


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_text_that_is_neither_names_what_it_is_not(name: str) -> None:
    game = make_game(name)
    for text in ("", "what is this", "\u0000", "4 " * 9 + "x"):
        with pytest.raises((PositionError, MoveError)):
            Session.from_text(game, text)
    with pytest.raises(PositionError):
        Session.from_text(game, "good 4 0")
    first, *_ = MOVES[name].split()
    with pytest.raises(MoveError) as caught:
        Session.from_text(game, f"{first} {first} and so on")
    assert caught.value.message.values["ply"] in (2, 3)


def test_a_quoted_text_that_is_cut_says_so() -> None:
    assert [excerpt(text, 4) for text in ("", "four", "fives")] == ["", "four", "fiv…"]
    with pytest.raises(PositionError) as caught:
        make_game("nim").parse("9" * 60 + " 0")
    assert "9" * 19 + "… is too large" in str(caught.value)
