"""Puzzles and mistakes for tests, and waiting for what is answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from typing import Any

import numpy as np

from engine.context import Context
from engine.puzzles.problems import DAILY, Problem, day_problem
from engine.registry import make_game
from engine.saves import SavedGame
from engine.store.store import Store
from gui.exercises.attempt import Attempt
from gui.exercises.exercise import AttemptPhase
from gui.exercises.mistake_drill import MistakeDrill
from gui.exercises.mistakes import Mistake, MistakeCollector, review, stored_mistakes
from gui.exercises.problem import MoveAttempt
from gui.exercises.puzzles import Puzzles
from gui.exercises.today import Today
from tests.home import Home
from tests.waiting import let_pass


def solve_until(model: Any, holds: Callable[[], object]) -> None:
    """Let time pass until something holds; it stands still while the worker is asked.

    An attempt waits only so many seconds for the worker, which on a loaded machine takes longer.
    """

    def frame() -> None:
        asked = model.attempt is not None and model.attempt.working
        model.update(0.0 if asked else 0.05, still=True)

    let_pass(frame, holds)


DAY = date(2026, 11, 21)


def opened(home: Home, game: str, today: Today | None = None) -> Puzzles:
    """The screen of puzzles without a window, with the puzzle of the day of a game."""
    model = Puzzles(home, today or Today(home, lambda: DAY), 5, game)
    model.enter()
    solve_until(model, lambda: model.attempt is not None)
    return model


@cache
def made_once(game: str, day: int, levels: Sequence[int] = DAILY) -> Problem:
    return day_problem(game, day, levels)


def phase_of(answer: Attempt) -> AttemptPhase:
    return answer.phase


def moves_of(model: Puzzles) -> MoveAttempt:
    assert isinstance(model.attempt, MoveAttempt)
    return model.attempt


def wrong_move(answer: MoveAttempt) -> int:
    return int(
        next(
            m
            for m in answer.exercise.game.moves(answer.exercise.start)
            if m != answer.exercise.right[0]
        )
    )


def own_mistakes(saved: SavedGame, context: Context[Any]) -> list[Mistake]:
    """The mistakes of every person in a game, in order."""
    return list(review(saved, context).mistakes)


def random_game(
    game_id: str, seed: int, players: tuple[str, str] = ("human", "random")
) -> SavedGame:
    game, rng = make_game(game_id), np.random.Generator(np.random.PCG64(seed))
    state, moves = game.initial(), []
    while game.moves(state):
        move = int(rng.choice(game.moves(state)))
        moves.append(game.move_text(state, move))
        state = game.play(state, move)
    start = game.text(game.initial())
    return SavedGame(game_id, dict(game.options), start, *players, seed, tuple(moves))


def with_mistakes(game_id: str, least: int = 1) -> SavedGame:
    return next(
        saved
        for saved in (random_game(game_id, seed) for seed in range(100))
        if len(own_mistakes(saved, Context(0))) >= least
    )


def keep_game(store: Store, saved: SavedGame, names: tuple[str, str] = ("", "")) -> None:
    players = (saved.first, saved.second)
    text, moves = saved.to_json(), len(saved.moves)
    store.add_game(saved.game, *players, saved.seed, "second", moves, text, names=names)


def retry(home: Home, game_id: str, saved: SavedGame | None = None) -> MistakeDrill:
    model = MistakeDrill(home, game_id, saved)
    model.enter()
    solve_until(model, lambda: not model.searching)
    return model


def attempt_of(model: MistakeDrill) -> MoveAttempt:
    assert isinstance(model.attempt, MoveAttempt)
    return model.attempt


def of(seed: int, players: tuple[str, str]) -> SavedGame:
    return random_game("tictactoe", seed, players)


BLOCK_MISSED = "3 5 0 2 1 3 1 1 1 5 1 5 5 2 2 4 3 4"  # a far loss first, then a threat overlooked


def lost_game(level: str = "medium") -> SavedGame:
    game = make_game("connect4")
    start, moves = game.text(game.initial()), tuple(BLOCK_MISSED.split())
    return SavedGame("connect4", dict(game.options), start, "human", level, 1, moves)


def drill(home: Home, level: str, known: Callable[[Any], Any], ply: int | None = None) -> Any:
    model = MistakeDrill(home, "connect4", lost_game(level), known, ply)
    model.enter()
    return model


def gathered(home: Home, game_id: str, person: str = "") -> int:
    gathering = MistakeCollector(home, game_id)
    gathering.begin(person)
    let_pass(gathering.update, lambda: not gathering.busy)
    return len(stored_mistakes(home, game_id, person)[0])
