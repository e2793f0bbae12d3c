"""Attempt at one puzzle: the board, the moves tried, hints, the solution.

No pygame here. A wrong move is played, the best reply follows, and both are taken back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from functools import partial
from typing import Any, Generic

from engine.context import Context
from engine.messages import Message, message
from engine.protocols import Estimate, Game, Impartial, Outcome, Puzzle, S, Unsolvable, Value
from engine.puzzles import Goal, Problem, PuzzleJudge
from engine.registry import make_game, make_puzzle
from engine.store import DailyPuzzleState
from gui.app_context import AppContext
from gui.boards.sides import side_words
from gui.exercises.line import BETWEEN_MOVES, PATIENCE, Line, best_line, ending
from gui.protocols import BoardState
from gui.worker import Job

BEFORE_REPLY = 0.35  # seconds before the reply to a tried move
REFUTED = 2.4  # seconds of its refutation
HINTS = 2


class AttemptPhase(Enum):
    """Phase of an attempt."""

    ASKING = 0
    TRIED = 1  # a wrong move is on the board
    REFUTED = 2  # the reply that refutes it, too
    SOLVED = 3
    SHOWING = 4  # playing the solution
    SHOWN = 5


class PuzzleAttempt(ABC):
    """Base of the two kinds of attempt. `changes` grows with every visible change."""

    def __init__(self, problem: Problem, app_context: AppContext) -> None:
        self.problem = problem
        self.app_context = app_context
        self.phase = AttemptPhase.ASKING
        self.wrong = 0  # number of wrong moves
        self.hints = 0  # number of hints
        self.helped = False  # the solution was shown
        self.solved_at: int | None = None  # the number of the successful try
        self.said: Message | None = None  # about the last try, hint or solution
        self.changes = 0
        self._wait = 0.0

    def go_on(self, tried: DailyPuzzleState, solved_at: int | None) -> None:
        """Restore an attempt of an earlier session."""
        self.wrong, self.helped = tried.wrong, tried.shown
        self.solved_at = solved_at

    @property
    def tried_so_far(self) -> DailyPuzzleState:
        """The attempt as the store records it."""
        return DailyPuzzleState(self.wrong, self.helped)

    @property
    def open(self) -> bool:
        """Whether a try is possible."""
        return self.phase is AttemptPhase.ASKING

    @property
    def over(self) -> bool:
        """Whether the puzzle is solved or its solution was shown."""
        return self.phase in (AttemptPhase.SOLVED, AttemptPhase.SHOWN)

    @property
    def told(self) -> bool:
        """Whether the theme may be shown."""
        return self.over or self.helped or self.solved_at is not None

    @property
    def can_hint(self) -> bool:
        """Whether there is a hint left."""
        return self.open and self.hints < HINTS

    @property
    def can_show(self) -> bool:
        """Whether the solution may be played now."""
        return self.phase is not AttemptPhase.SHOWING

    def _become(self, phase: AttemptPhase, said: Message | None, wait: float = 0.0) -> None:
        self.phase, self.said, self._wait = phase, said, wait
        self.changes += 1

    def _solve(self) -> None:
        self.solved_at = self.solved_at or self.wrong + 1
        first = message("puzzles.solved", count=self.solved_at)
        said = message("puzzles.yes") if self.helped else first
        self._become(AttemptPhase.SOLVED, said)

    def hint(self) -> None:
        """Give the next of two hints."""
        if self.can_hint:
            self.hints += 1
            self._become(AttemptPhase.ASKING, self._hint())

    def show(self) -> None:
        """Play the solution."""
        if self.can_show:
            self.helped = self.helped or self.phase is not AttemptPhase.SOLVED
            self._begin()
            self._become(AttemptPhase.SHOWING, self._showing(), BETWEEN_MOVES)

    def again(self) -> None:
        """Restore the position of the puzzle; the message about the last try remains."""
        refuted = self.phase is AttemptPhase.REFUTED
        self.close()
        self._begin()
        self._become(AttemptPhase.ASKING, self.said if refuted else None)

    def update(self, dt: float, still: bool) -> None:
        """Advance by `dt` seconds; `still` while the board has no animation."""
        if self.open or self.over or not still:
            return
        self._wait -= dt
        if self.phase is AttemptPhase.SHOWING:
            self._show_on()
        elif self.phase is AttemptPhase.TRIED:
            if self._wait <= 0:
                self._refute()
        elif self._wait <= 0:
            self.again()

    @property
    def working(self) -> bool:
        """Whether the user waits for the worker to answer a try or to show a line."""
        return False

    def close(self) -> None:  # noqa: B027 - a hook, not a duty
        """Cancel its jobs in the worker; the next update restarts them."""

    @abstractmethod
    def _begin(self) -> None:
        """Restore the position of the puzzle."""

    @abstractmethod
    def _hint(self) -> Message:
        """Give the next hint and return its text."""

    def _showing(self) -> Message:
        """Return the text during the solution."""
        return Message("puzzles.showing")

    @abstractmethod
    def _show_on(self) -> None:
        """Play the next move of the solution when it is due."""

    @abstractmethod
    def _refute(self) -> None:
        """Show the refutation of the try."""


class MoveAttempt(PuzzleAttempt, Generic[S]):
    """A puzzle of a two-player game: one move is correct."""

    def __init__(self, problem: Problem, app_context: AppContext) -> None:
        super().__init__(problem, app_context)
        self.game: Game[S] = make_game(problem.game, problem.options)
        self.start = self.game.parse(problem.position)
        self.side = self.game.to_move(self.start)
        self.right = self.game.parse_move(self.start, problem.solution[0])
        self.tried: tuple[int, ...] = ()
        self.states: list[S] = [self.start]
        self.moves: list[int] = []
        self._job: Job[Any] | None = None

    @property
    def shown(self) -> BoardState[S]:
        """State of the board."""
        state, asked = self.states[-1], self.open
        return BoardState(
            state,
            self.states[-2] if self.moves else None,
            self.moves[-1] if self.moves else None,
            tuple(self.game.moves(state)) if asked else (),
            hint=self.right if asked and self.hints == HINTS else None,
            tried=self.tried if asked else (),
        )

    def play(self, move: int) -> None:
        """Try a legal move."""
        if not self.open:
            return
        self._make(move)
        if move == self.right:
            self._solve()
            return
        self.wrong += 1
        if move not in self.tried:
            self.tried = (*self.tried, move)
        self._ask_reply()
        self._become(AttemptPhase.TRIED, None, BEFORE_REPLY)

    def _ask_reply(self) -> None:
        self._job = self.app_context.worker.submit(partial(_reply, self.game, self.states[-1]))

    @property
    def working(self) -> bool:
        return self._job is not None and not self._job.done

    def close(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _make(self, move: int) -> None:
        self.states.append(self.game.play(self.states[-1], move))
        self.moves.append(move)

    def _begin(self) -> None:
        self.close()
        self.states, self.moves = [self.start], []

    def _hint(self) -> Message:
        """Cross out half of the wrong moves first, then ring the correct one."""
        if self.hints == HINTS:
            return Message("puzzles.hint.move")
        wrong = [move for move in self.game.moves(self.start) if move != self.right]
        if len(wrong) < 2:
            return Message("puzzles.hint.pair")
        # From both ends in turn: one complete half of the board would reveal the answer.
        order = [wrong[index // 2 if index % 2 else -1 - index // 2] for index in range(len(wrong))]
        crossed = order[: len(wrong) // 2]
        self.tried = tuple(dict.fromkeys((*self.tried, *crossed)))
        return Message("puzzles.hint.half")

    def _refute(self) -> None:
        if self._job is None:
            self._ask_reply()  # another job cancelled it
            return
        if not self._job.done:
            return
        best: Estimate | None = self._job.result
        self._job = None
        if best is not None:
            self._make(best.move)
        self._become(AttemptPhase.REFUTED, self._refutation(best), REFUTED)

    def _refutation(self, best: Estimate | None) -> Message:
        """Return the consequence of the wrong move."""
        outcome = self.game.outcome(self.states[-1]) if best is None else None
        if outcome is not None:
            return Message("puzzles.ends.draw" if outcome is Outcome.DRAW else "puzzles.ends.loss")
        if best is None or best.value is None:
            return Message("puzzles.not_it")
        key = "puzzles.lets.win" if best.value is Value.WIN else "puzzles.lets.draw"
        if isinstance(self.game, Impartial):
            return Message(f"{key}.other")
        return message(key, side=Message(side_words(self.game.id)[1 - self.side]))

    def _show_on(self) -> None:
        if self._job is None:
            work = partial(best_line, self.game, self.start, self.right)
            self._job = self.app_context.worker.submit(work)
        if self._wait > 0:
            return
        line = self._job.latest or Line((self.right,))
        if len(line.moves) > len(self.moves):
            self._make(line.moves[len(self.moves)])
            self._become(AttemptPhase.SHOWING, self.said, BETWEEN_MOVES)
        elif self._job.done or self._wait < -PATIENCE:
            self.close()
            said = ending(self.game, self.states[-1], self.moves, self.problem.plies)
            self._become(AttemptPhase.SHOWN, said or Message("puzzles.shown"))


def _reply(game: Game[S], state: S, context: Context[Any]) -> Estimate | None:
    """Return the best reply in a position; None if there is none or it is out of reach."""
    if not game.moves(state):
        return None
    try:
        estimates = PuzzleJudge(context).values(game, state)
    except Unsolvable:
        return None
    return max(estimates, key=lambda each: (each.rank, -each.move))


class TurnsAttempt(PuzzleAttempt):
    """A puzzle of the cube: any solution of minimum length is correct."""

    def __init__(self, problem: Problem, app_context: AppContext) -> None:
        super().__init__(problem, app_context)
        self.puzzle: Puzzle[Any] = make_puzzle(problem.game, problem.options)
        self.line = tuple(problem.solution[0].split())
        self.turns: tuple[str, ...] = ()  # since the position of the puzzle

    @property
    def used(self) -> int:
        """The number of turns in the metric of this cube."""
        double = self.problem.options.get("metric") == "quarter"
        return sum(2 if double and turn.endswith("2") else 1 for turn in self.turns)

    def turn(self, text: str, facelets: str) -> None:
        """Record a turn by hand, which leads to `facelets`."""
        if not self.open:
            return
        if self.turns and text == _taken_back(self.turns[-1]):
            self.turns = self.turns[:-1]
            self._become(AttemptPhase.ASKING, None)
            return
        self.turns = (*self.turns, text)
        if self.puzzle.parse(facelets) == self.puzzle.goal() and self.used <= self.problem.plies:
            self._solve()
        elif self.used >= self.problem.plies:
            self.wrong += 1
            self._become(AttemptPhase.TRIED, None, BEFORE_REPLY)
        else:
            self._become(AttemptPhase.ASKING, None)

    def undo(self) -> None:
        """Undo the last turn."""
        self._keep(len(self.turns) - 1)

    def restart(self) -> None:
        """Undo every turn; it counts as no try."""
        self._keep(0)

    def _keep(self, count: int) -> None:
        if self.open and self.turns:
            self.turns = self.turns[:count]
            self._become(AttemptPhase.ASKING, None)

    def _begin(self) -> None:
        self.turns = ()

    def _showing(self) -> Message:
        return message("puzzles.turns.shown", turns=" ".join(self.line))

    def _hint(self) -> Message:
        """Name the first layer, then the first turn."""
        first = self.line[0]
        self._begin()
        if self.hints == HINTS:
            return message("puzzles.hint.turn", turn=first)
        return message("puzzles.hint.layer", layer=Message(f"puzzles.layer.{first[0]}"))

    def _refute(self) -> None:
        said = message("puzzles.turns.wrong", count=self.problem.plies)
        self._become(AttemptPhase.REFUTED, said, REFUTED)

    def _show_on(self) -> None:
        if self._wait > 0:
            return
        if len(self.turns) < len(self.line):
            self.turns = self.line[: len(self.turns) + 1]
            self._become(AttemptPhase.SHOWING, self.said, BETWEEN_MOVES)
        else:
            self._become(AttemptPhase.SHOWN, self.said)


def _taken_back(turn: str) -> str:
    """Return the inverse of a turn, in the usual notation."""
    return {"'": turn[0], "2": turn}.get(turn[1:], turn[0] + "'")


def answer_to(problem: Problem, app_context: AppContext) -> PuzzleAttempt:
    """Return the attempt for a problem: by a move, or by turns."""
    if problem.goal is Goal.SOLVE:
        return TurnsAttempt(problem, app_context)
    return MoveAttempt(problem, app_context)
