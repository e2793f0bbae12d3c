"""Texts of a puzzle: the aim, the difficulty, and the text to share."""

from __future__ import annotations

from datetime import date
from typing import Any

from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Rules
from engine.puzzles.problems import Goal, Problem
from engine.puzzles.text import code_of
from engine.registry import PUZZLES, make_game, make_puzzle, name_of, rule_values, text_in_force
from gui.boards.words import side_words
from gui.i18n import Translator

MAX_SHARED = 120  # characters of the text to share


def aim(problem: Problem) -> Message:
    """Return the aim of a problem."""
    if problem.goal is Goal.SOLVE:
        puzzle = make_puzzle(problem.game, problem.options)
        return of_game("puzzles.aim.solve", puzzle, count=problem.plies)
    game = make_game(problem.game, problem.options)
    side = Message(side_words(game)[game.to_move(game.parse(problem.position))])
    return of_game(f"puzzles.aim.{problem.goal.value}", game, side=side)


def only(problem: Problem) -> Message:
    """Return the sentence that only one move works, with the rule in force if it matters."""
    make = make_puzzle if problem.game in PUZZLES else make_game
    rules: Rules[Any] = make(problem.game, problem.options)
    return of_game("puzzles.only", rules)


def answer_of(problem: Problem) -> Message:
    """Return the sentence that tells the answer of a problem."""
    if problem.goal is Goal.SOLVE:
        return message("lessons.positions.answer", move=problem.solution[0])
    game = make_game(problem.game, problem.options)
    state = game.parse(problem.position)
    move = game.parse_move(state, problem.solution[0])
    return message("lessons.positions.answer", move=move_name(game, state, move))


def of_game(key: str, rules: Rules[Any], **values: Message | int | str) -> Message:
    """Return the text under the rules in force, which may name them."""
    return Message(text_in_force(key, rules), {**rule_values(rules), **values})


def day_text(tr: Translator, day: date, *, short: bool = False) -> str:
    """Format a date."""
    month = tr(f"month.{day.month}.short" if short else f"month.{day.month}")
    if short:
        return tr("puzzles.day_short", day=day.day, month=month)
    return tr("puzzles.day", day=day.day, month=month, year=str(day.year))


def share_text(tr: Translator, problem: Problem, day: date | None) -> str:
    """Return the text that shares a puzzle: without the answer, at most MAX_SHARED characters.

    Where the words do not fit with the position, the last of them are omitted.
    """
    code = code_of(problem)
    name = tr(name_of(problem.game))
    game = tr("puzzles.share.stars", game=name, count=problem.level)
    when = tr("puzzles.share.today", day=day_text(tr, day, short=True)) if day is not None else ""
    begin = when or tr("puzzles.share.any")
    for words in (f"{begin} {game} {tr(aim(problem))}", f"{begin} {game}", begin):
        if len(words) + 1 + len(code) <= MAX_SHARED:
            return f"{words} {code}"
    return code
