"""View model of the puzzle screen, frozen: sentences as messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from engine.messages import Message, message
from engine.registry import ALL_GAMES
from gui.exercises.attempt import AttemptPhase, MoveAttempt, PuzzleAttempt, TurnsAttempt
from gui.exercises.model import Puzzles, PuzzleSource
from gui.exercises.texts import aim, only, theme
from gui.protocols import BoardState


@dataclass(frozen=True)
class SolvedPuzzle:
    """A solved puzzle of today; without its problem while that is being made."""

    game: str
    tries: Message
    aim: Message | None
    level: int


@dataclass(frozen=True)
class GameChoice:
    """One game with puzzles."""

    game: str
    chosen: bool
    solved: bool  # its puzzle of today


@dataclass(frozen=True)
class PuzzlesViewModel:
    """View model of the screen. Of the answer it contains only the state of the board."""

    game: str
    source: PuzzleSource
    date: date
    number: int
    wanted_level: int  # level of endless puzzles
    position: str  # of the puzzle, as text; empty while there is none
    options: Mapping[str, str]
    aim: Message
    detail: Message | None
    making: bool  # a puzzle is being made
    told: bool  # the detail is about a try, a hint or the solution
    side: int | None  # the player to move; None for the cube
    level: int
    theme: Message | None  # None until it may be shown
    tries: Message
    phase: AttemptPhase | None  # None while there is no puzzle
    board: BoardState[Any] | None
    turns: tuple[str, ...]  # made on the cube since its position
    turns_used: int | None
    can_hint: bool
    can_show: bool
    games: tuple[GameChoice, ...]
    today: tuple[SolvedPuzzle, ...]
    tab: int = 0

    @property
    def turning(self) -> bool:
        """Whether a cube accepts turns."""
        return self.phase is AttemptPhase.ASKING and self.turns_used is not None

    @property
    def has_theme(self) -> bool:
        """Whether there is a theme: a cube's would repeat the number of turns."""
        return self.phase is None or self.turns_used is None


def tries_of(count: int) -> Message:
    """Return the number of the successful try in words."""
    return Message("puzzles.first_try") if count == 1 else message("puzzles.tries", count=count)


def make_view_model(model: Puzzles, tab: int = 0) -> PuzzlesViewModel:
    """Build the view model from the model."""
    answer, problem = model.answer, model.answer.problem if model.answer is not None else None
    board, used, side = None, None, None
    turns: tuple[str, ...] = ()
    if isinstance(answer, MoveAttempt):
        board, side = answer.shown, answer.side
    elif isinstance(answer, TurnsAttempt):
        turns, used = answer.turns, answer.used
    waiting = Message("puzzles.making" if model.fault is None else "puzzles.failed")
    tried = Message("puzzles.no_try")
    if answer is not None and answer.solved_at is not None:
        tried = message("puzzles.tries_count", n=answer.solved_at)
    elif answer is not None and answer.wrong:
        tried = message("puzzles.wrong", count=answer.wrong)
    told = answer is not None and answer.said is not None
    over = answer is not None and answer.told
    return PuzzlesViewModel(
        game=problem.game if problem is not None else model.game,
        source=model.source,
        date=model.today.date,
        number=model.number,
        wanted_level=model.level,
        position=problem.position if problem is not None else "",
        options=problem.options if problem is not None else {},
        aim=aim(problem) if problem is not None else waiting,
        detail=_detail(answer) or model.fault,
        making=answer is None and model.fault is None,
        told=told,
        side=side,
        level=problem.level if problem is not None else 0,
        theme=theme(problem) if over and problem is not None and side is not None else None,
        tries=tried,
        phase=answer.phase if answer is not None else None,
        board=board,
        turns=turns,
        turns_used=used,
        can_hint=answer is not None and answer.can_hint,
        can_show=answer is not None and answer.can_show,
        games=tuple(
            GameChoice(game, game == model.game, game in model.today.solved) for game in ALL_GAMES
        ),
        today=_today(model),
        tab=tab,
    )


def _detail(answer: PuzzleAttempt | None) -> Message | None:
    """Return the last message; else the progress, or the condition of the puzzle."""
    if answer is None:
        return None
    if isinstance(answer, TurnsAttempt) and answer.open and answer.used:
        return message("puzzles.turns.made", n=answer.used, count=answer.problem.plies)
    return answer.said or only(answer.problem)


def _today(model: Puzzles) -> tuple[SolvedPuzzle, ...]:
    rows = []
    for game, tries in model.today.solved.items():
        problem = model.today.problems.get(game)
        said = aim(problem) if problem is not None else None
        rows.append(SolvedPuzzle(game, tries_of(tries), said, problem.level if problem else 0))
    return tuple(rows)
