"""Undo, redo, series and side lines of the table, with and without bots."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.messages import Message
from engine.protocols import Outcome, PositionError
from engine.saves import SavedGame
from gui.boards.words import side_words
from gui.match.sentences import starter_sentence
from gui.match.table import GameTable, Players, Series, players_of
from gui.undo import UndoStack
from tests.home import new_table


def table(first: str, second: str, game: str = "connect4") -> GameTable:
    return new_table(game, {}, Players(first, second), seed=5)


def test_undo_against_a_bot_goes_back_to_the_persons_turn() -> None:
    played = table("human", "random")
    for move in (3, 3, 2, 2):
        played.play(move)
    assert played.undo()
    assert list(played.session.moves) == [3, 3]
    assert played.human_turn


def test_undo_while_the_bot_is_to_move_takes_the_persons_move_back() -> None:
    played = table("human", "random")
    for move in (3, 3, 2):
        played.play(move)
    played.undo()
    assert list(played.session.moves) == [3, 3]
    played.redo()
    assert played.session.moves == (3, 3, 2)


def test_the_move_of_a_bot_that_started_is_not_taken_back() -> None:
    """There is no turn of the person's own before it."""
    played = table("random", "human")
    played.play(3)
    assert not played.can_undo and not played.undo()
    assert played.session.ply == 1 and played.human_turn
    played.play(2)
    played.play(4)
    assert played.can_undo and played.undo()
    assert played.session.moves == (3,) and not played.can_undo


def test_where_a_bot_started_undo_of_a_new_game_leads_to_the_game_before() -> None:
    played = table("random", "human")
    for move in (3, 2, 4):
        played.play(move)
    played.restart()
    played.play(5)
    assert played.can_undo and played.undo()
    assert played.session.moves == (3, 2, 4)
    assert played.redo()
    assert list(played.session.moves) == [5] and played.human_turn


def test_restart_and_new_game_can_be_undone() -> None:
    played = table("human", "human")
    played.play(3)
    played.play(4)
    played.restart()
    assert played.session.ply == 0
    played.undo()
    assert played.session.moves == (3, 4)
    assert played.redo()
    assert played.session.ply == 0


def test_the_starter_alternates_and_the_score_follows_the_player() -> None:
    played = table("human", "mc:10")
    for move in (3, 4, 3, 4, 3, 4, 3):
        played.play(move)
    assert played.outcome is Outcome.FIRST_WINS
    assert played.series == Series((1, 0), 0, 1)
    played.rematch()
    assert (played.players.first, played.players.second) == ("mc:10", "human")
    assert played.series.wins == (0, 1)


def test_in_a_series_of_connect_four_everybody_keeps_the_colour() -> None:
    """Red became yellow from game to game without a word."""
    played = table("human", "mc:10")
    for begins in ("yellow", "red"):
        for move in (3, 4, 3, 4, 3, 4, 3):
            played.play(move)
        played.rematch()
        person = 0 if played.is_human(0) else 1
        assert played.game.options["begins"] == begins
        assert side_words(played.game)[person] == "side.red"
        key = "match.starts_other.yours" if begins == "yellow" else "match.starts_you.yours"
        said = starter_sentence(played)
        assert said.key == key and said.values["side"] == Message("side.red")
    played.undo()
    assert played.game.options["begins"] == "yellow", "the game before comes with its colours"
    of_bots = starter_sentence(table("mc:10", "random"))  # the colour is that of the one named
    assert of_bots.key == "match.starts_other.theirs"
    assert of_bots.values["side"] == Message("side.red")


def test_a_position_in_which_the_other_colour_began_is_set_up() -> None:
    played = table("human", "human")
    empty = "/".join(["......."] * 5)
    played.set_up(f"{empty}/...Y... R")
    assert played.game.options["begins"] == "yellow" and played.side == 1
    with pytest.raises(PositionError) as caught:
        played.set_up(f"{empty}/..YYY.. R")
    assert caught.value.message.key == "position.counts"
    assert played.game.text(played.state) == f"{empty}/...Y... R", "what was there stays"


def test_a_side_line_leaves_the_game_as_it_was() -> None:
    played = table("human", "human")
    for move in (3, 4, 3, 4):
        played.play(move)
    played.jump(1)
    played.play(0)
    assert list(played.session.all_moves) == [3, 0]
    assert played.main_line is not None
    played.leave_side_line()
    assert played.session.all_moves == (3, 4, 3, 4)


def test_another_move_after_undo_replaces_what_was_taken_back() -> None:
    played = table("human", "human")
    for move in (3, 4, 3):
        played.play(move)
    played.undo()
    played.play(0)
    assert played.session.all_moves == (3, 4, 0)
    assert played.main_line is None


def test_two_bots_never_share_a_seed() -> None:
    played = table("mc:10", "mc:10")
    seen = set()
    for move in (3, 3, 2, 2):
        seen.add(played.decision_seed())
        played.play(move)
    assert len(seen) == 4
    assert table("mc:10", "mc:10").decision_seed() in seen
    assert [played.decision_seed(ply) in seen for ply in range(4)] == [True] * 4


class Hands(RuleBasedStateMachine):
    """Anything a person may do to a table leaves it sound."""

    def __init__(self) -> None:
        super().__init__()
        self.table = table("human", "random", "tictactoe")

    @precondition(lambda self: self.table.outcome is None)
    @rule(pick=st.integers(0, 8))
    def play(self, pick: int) -> None:
        moves = self.table.game.moves(self.table.state)
        self.table.play(moves[pick % len(moves)])

    @rule()
    def undo(self) -> None:
        before, record = self.table.session.ply, self.table.record
        assert self.table.can_undo is self.table.undo()
        if self.table.record is record and self.table.session.ply != before:
            assert self.table.session.ply < before
            assert self.table.human_turn

    @rule(fraction=st.floats(0, 1))
    def jump(self, fraction: float) -> None:
        self.table.jump(round(fraction * len(self.table.session.all_moves)))

    @rule(way=st.sampled_from(["redo", "restart", "rematch", "swap_sides", "leave_side_line"]))
    def another(self, way: str) -> None:
        getattr(self.table, way)()

    @invariant()
    def sound(self) -> None:
        session = self.table.session
        state = session.start
        for move, kept in zip(session.all_moves, session.all_states, strict=False):
            assert state == kept
            assert move in self.table.game.moves(state)
            state = self.table.game.play(state, move)
        assert min(self.table.series.wins) >= 0
        assert {self.table.players.first, self.table.players.second} == {"human", "random"}


Hands.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestHands = Hands.TestCase


def test_an_amended_state_is_the_one_that_redo_brings_back() -> None:
    stack = UndoStack("a")
    stack.become("b")
    stack.amend("b at another place")
    stack.undo()
    assert stack.now == "a"
    stack.redo()
    assert stack.now == "b at another place"


def test_only_so_many_steps_are_kept() -> None:
    stack = UndoStack(0, maximum=3)
    for number in range(1, 10):
        stack.become(number)
    while stack.undo():
        pass
    assert stack.now == 6


@given(st.lists(st.sampled_from(["undo", "redo", *"abc"]), max_size=40))
def test_it_walks_along_one_line_of_states(steps: list[str]) -> None:
    line, at, stack = ["a"], 0, UndoStack("a")
    for step in steps:
        if step == "undo":
            assert stack.undo() is (at > 0)
            at = max(0, at - 1)
        elif step == "redo":
            assert stack.redo() is (at < len(line) - 1)
            at = min(len(line) - 1, at + 1)
        else:
            stack.become(step)
            if step != line[at]:
                line = [*line[: at + 1], step]
                at += 1
        assert stack.now == line[at]
        assert (stack.can_undo, stack.can_redo) == (at > 0, at < len(line) - 1)


@pytest.mark.parametrize(
    ("names", "kept"),
    [(["Ann", 3], ("Ann", "")), (["Ann"], ("", "")), (["A", "B", "C"], ("", "")), (5, ("", ""))],
)
def test_of_a_saved_game_only_sound_names_and_earlier_players_are_taken(
    names: object, kept: tuple[str, str]
) -> None:
    extra = {"names": names, "earlier": ["easy", 5, "chess", "", ["hard"], "medium"]}
    saved = SavedGame("nim", {}, "", "human", "hard", 1, (), extra=extra)
    players = players_of(saved)
    assert players.names == kept and players.earlier == ("easy", "medium")
