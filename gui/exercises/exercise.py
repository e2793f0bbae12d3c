"""A position with a hidden answer, the sentences about it, the text to share. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any

from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Estimate, Game, Rules
from engine.puzzles.problems import Goal, Problem
from engine.puzzles.text import code_of
from engine.registry import PUZZLES, make_game, make_puzzle, name_of, rule_values, text_in_force
from gui.boards.words import side_words
from gui.i18n import Translator

MAX_SHARED = 120  # characters of the text to share


class AttemptPhase(Enum):
    """Phase of an attempt at an exercise."""

    ASKING = 0
    TRIED = 1  # a wrong move is on the board
    REFUTED = 2  # the reply that refutes it, too
    SOLVED = 3
    SHOWING = 4  # playing the solution
    SHOWN = 5
    EXPLAINING = 6  # the steps of an explanation are on the board


@dataclass(frozen=True)
class Exercise:
    """A position of a two-player game; each move of `right` solves it.

    `moves` led from the first of `states` to the last, which is the position asked about.
    """

    game: Game[Any]
    states: tuple[Any, ...]
    moves: tuple[int, ...]
    right: tuple[int, ...]  # the first one is shown as the answer
    ask: Message
    detail: Message | None = None  # below the question, until something is tried
    wrong: tuple[int, ...] = ()  # crossed out from the beginning
    plies: int | None = None  # of best play from here to the end, where known
    threats: tuple[int, ...] = ()  # of the opponent, drawn from the beginning
    estimates: tuple[Estimate, ...] = ()  # of its moves, drawn at the position
    plays_out = True  # the solution is played to the end of the game; else it is explained

    @property
    def start(self) -> Any:
        """The position asked about."""
        return self.states[-1]

    @property
    def side(self) -> int:
        """The player to move."""
        return self.game.to_move(self.start)

    @property
    def not_it(self) -> Message:
        """The sentence about a wrong try that nothing refutes."""
        return Message("puzzles.not_it")

    def title(self, phase: AttemptPhase, move: int | None, helped: bool) -> Message:
        """Return the headline; `move` is the first one on the board, if any."""
        return self.ask

    def comment(self, phase: AttemptPhase, tries: int, helped: bool) -> Message | None:
        """Return the sentence below the headline once solved, and while or after the solution."""
        return comment(phase, tries, helped)


def comment(phase: AttemptPhase, tries: int, helped: bool) -> Message:
    """Return the usual sentence about a solved or shown exercise."""
    if phase is AttemptPhase.SOLVED:
        return Message("puzzles.yes") if helped else message("puzzles.solved", count=tries)
    return Message("puzzles.showing" if phase is AttemptPhase.SHOWING else "puzzles.shown")


# -- puzzles ---------------------------------------------------------------------------------------


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
