"""Undo over values: what is kept, what is forgotten."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gui.undo import UndoStack


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
