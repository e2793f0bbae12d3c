"""Exact values and chances of the position of a step, by the texts of its moves."""

from __future__ import annotations

import re
from typing import Any

from engine.context import Context
from engine.lessons.live import filled, read
from engine.lessons.record import LiveData
from engine.messages import Message, render
from engine.protocols import Value
from engine.puzzles.problems import PuzzleJudge
from engine.solvers.playout import exact_outcomes
from tests.lessons.places import NAMES, exact, position_of, question_of, step_of


def text_of(name: str, move: int) -> str:
    game, state = position_of(step_of(name).place)
    return str(game.move_text(state, move))


def values(name: str) -> dict[str, Value | None]:
    return {text_of(name, each.move): each.value for each in exact(name)}


def lasting(name: str) -> dict[str, int | None]:
    """How many moves the game lasts after each move, with best play."""
    return {text_of(name, each.move): each.remoteness for each in exact(name)}


def moves_with(name: str, value: Value) -> list[str]:
    return [move for move, each in values(name).items() if each is value]


def won(name: str) -> dict[str, int | None]:
    """The moves that win, each with the moves to the end."""
    return {move: lasting(name)[move] for move in moves_with(name, Value.WIN)}


def lost(name: str) -> dict[str, int | None]:
    """The moves that lose, each with the moves to the end."""
    return {move: lasting(name)[move] for move in moves_with(name, Value.LOSS)}


def chances(name: str) -> dict[str, tuple[float, float, float]]:
    """The exact chances of win, draw and loss of each move against random play."""
    game, state = position_of(step_of(name).place)
    found = exact_outcomes(game, state, lambda: None)
    mover = game.to_move(state)
    return {
        text_of(name, move): (each if mover == 0 else (each[2], each[1], each[0]))
        for move, each in found.items()
    }


def line_of(game: Any, state: Any) -> list[str]:
    """The moves of best play of both sides to the end."""
    texts = []
    for move in PuzzleJudge(Context(0)).line(game, state):
        texts.append(str(game.move_text(state, move)))
        state = game.play(state, move)
    return texts


def numbers(name: str, answer: str, data: LiveData) -> list[int]:
    """The numbers in an answer, as it stands on the screen."""
    chapter, step = NAMES[name]
    key = chapter.key(step, f".{answer}")
    said = render(Message(key, filled(read(step, data))))
    return [int(each.replace(",", "")) for each in re.findall(r"\d[\d,]*", said)]


def nearest(name: str, value: float, data: LiveData) -> tuple[str, ...]:
    """The answer whose number is the nearest to a value."""
    found = {answer: numbers(name, answer, data) for answer in question_of(name).answers}
    assert all(len(each) == 1 for each in found.values()), found
    return (min(found, key=lambda answer: abs(found[answer][0] - value)),)


def exactly(name: str, value: int, data: LiveData) -> tuple[str, ...]:
    """The answers with this very number."""
    return tuple(
        answer for answer in question_of(name).answers if numbers(name, answer, data) == [value]
    )
