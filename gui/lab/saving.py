"""The choices of a lab in the settings, and everything else it keeps as a text.

The text has position, undo history, attempts, solutions, a position being set up.

A step that is one move after the step before is written as that turn, any other one in full. The
writer reuses the parts of the text, so that a move costs the same in a long history. Only the
newest answers keep their solutions; older steps keep their positions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.files import JsonError, parse_json
from engine.messages import JouonsError
from engine.options import is_number
from engine.protocols import LONGEST_SCRAMBLE, MoveError
from engine.saves import FORMAT as GAME_FORMAT
from engine.saves import SaveError
from engine.solvers.puzzle_solvers import SOLVERS, PuzzleSolvers
from gui.boards.handling import BLANK, Handling, Handlings, Marks, Move, moves_text
from gui.lab.snapshot import PositionSource, PuzzleSnapshot, SolveAttempt, SolverAnswer
from gui.settings import Settings
from gui.undo import MAX_STEPS, UndoStack

FIRST_SOLVER = "twoway"
LENGTHS = {"easy": 3, "medium": 6, "full": 60}  # the moves of a scramble of each level
LAB_FORMAT = 3  # 2 in version 1.0.0, which can be read
LARGEST_TEXT = 20_000_000
MAX_ANSWERS = 50  # answers that keep their solutions
MAX_SECONDS = 1e7  # of an attempt or a search

# Errors that an invalid text can cause.
FAULTS = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError)
Data = Mapping[str, Any]


@dataclass(frozen=True)
class LabChoices:
    """Options of the puzzle, solver and display."""

    options: Mapping[str, str] = field(default_factory=dict)  # of the puzzle
    solver: str = FIRST_SOLVER
    length: int = LENGTHS["easy"]  # of a new scramble
    speed: float = 1.0
    look: bool = False  # whether the inspector is open
    whole: bool = False  # whether the whole lab is shown, or only what a beginner needs

    @classmethod
    def kept_in(cls, settings: Settings, handlings: Handlings) -> LabChoices:
        """Read the choices from the settings; an invalid one becomes its default."""
        options = settings.setup(handlings.id).options
        puzzle = handlings.of(options).puzzle
        length, solver = options.get("length", ""), options.get("solver", "")
        available = PuzzleSolvers(puzzle).available
        valid = is_number(length) and int(length) <= LONGEST_SCRAMBLE
        return cls(
            puzzle.options,
            solver if solver in available else available[0],
            int(length) if valid else cls.length,
            settings.lab_speed,
            options.get("look") == "true",
            options.get("whole") == "true",
        )

    def put_into(self, settings: Settings, puzzle_id: str) -> Settings:
        """Return the settings with these choices."""
        setup = settings.setup(puzzle_id)
        own = {
            **self.options,
            "solver": self.solver,
            "length": str(self.length),
            "look": "true" if self.look else "false",
            "whole": "true" if self.whole else "false",
        }
        setup = replace(setup, options={**setup.options, **own})
        return replace(settings, lab_speed=self.speed).with_setup(puzzle_id, setup)


# -- the text ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LabState:
    """State of a lab that a save restores."""

    history: UndoStack[PuzzleSnapshot]
    attempts: Mapping[int, SolveAttempt]
    drafts: UndoStack[Marks] | None = None  # of a position that is being set up
    # The attempt whose shortest solution is computed, with the options of the puzzle.
    measured: tuple[int, Mapping[str, str]] | None = None
    aside: bool = False  # the position being set up was left half done


@dataclass(frozen=True)
class LabSummary:
    """Summary of a lab for a list: the position, and the number of moves made."""

    position: str
    moves: int
    solved: bool
    painting: bool  # a position is being set up
    played: tuple[int, int] | None = None  # moves of a solution made, and its length


class LabWriter:
    """Writes the text of one lab repeatedly."""

    def __init__(self, handlings: Handlings) -> None:
        self.handlings = handlings
        # Keys are the identities of a step and its predecessor, which `_alive` keeps valid.
        self._texts: dict[tuple[int, int], str] = {}
        self._answers: dict[int, str] = {}
        self._alive: tuple[PuzzleSnapshot, ...] = ()

    def text(self, state: LabState, now: float) -> str:
        """Return the lab as JSON; attempts under way last until `now`."""
        steps = state.history.states
        present = steps[state.history.at]
        attempts = {step.attempt for step in steps}
        drafts, measured = state.drafts, state.measured
        head = {
            # Older programs must report a save of a newer version.
            "format": GAME_FORMAT + 1,
            "lab": LAB_FORMAT,
            "program": "jouons",
            "position": present.position,
            "turns": len(present.trail) + present.ply,
            "played": [present.ply, len(present.solution)] if present.ply else None,
            "at": state.history.at,
            "attempts": {
                str(number): _attempt_data(attempt, now)
                for number, attempt in state.attempts.items()
                if number in attempts
            },
            "painting": drafts
            and {"at": drafts.at, "steps": [*map(list, drafts.states)], "aside": state.aside},
            "measured": measured and [measured[0], dict(measured[1])],
        }
        parts = json.dumps(head)[:-1], self._steps(steps), self._solutions(steps)
        return '{}, "steps": [{}], "answers": {{{}}}}}'.format(*parts)

    def _steps(self, steps: tuple[PuzzleSnapshot, ...]) -> str:
        pairs = list(zip((None, *steps[:-1]), steps, strict=True))
        keys = [(id(before), id(step)) for before, step in pairs]
        cached = self._texts
        texts = [
            cached.get(key) or json.dumps(_step_data(*pair, self.handlings))
            for key, pair in zip(keys, pairs, strict=True)
        ]
        self._texts, self._alive = dict(zip(keys, texts, strict=True)), steps
        return ", ".join(texts)

    def _solutions(self, steps: Sequence[PuzzleSnapshot]) -> str:
        """Return the newest answers, each once."""
        answers: dict[int, SolverAnswer] = {}
        for step in reversed(steps):
            if step.answer is not None and len(answers) < MAX_ANSWERS:
                answers.setdefault(id(step.answer), step.answer)
        self._answers = {
            number: self._answers.get(number) or _answer_text(answer)
            for number, answer in answers.items()
        }
        return ", ".join(self._answers.values())


def _answer_name(answer: SolverAnswer) -> str:
    options = " ".join(answer.options.values())
    return f"{answer.base} {options} {answer.solver} {answer.seconds}"


def _answer_text(answer: SolverAnswer) -> str:
    data = {
        "length": answer.length,
        "count": answer.count,
        "base": answer.base,
        "options": dict(answer.options),
        "solver": answer.solver,
        "seconds": answer.seconds,
        "looked_at": answer.looked_at,
        "one_way": answer.one_way,
        "solutions": [moves_text(line) for line in answer.solutions],
    }
    return f"{json.dumps(_answer_name(answer))}: {json.dumps(data)}"


def _step_data(
    before: PuzzleSnapshot | None, step: PuzzleSnapshot, handlings: Handlings
) -> str | dict[str, object]:
    """Return one move from the step before, or the complete step."""
    last_move = (step.solution[: step.ply] or step.trail)[-1:]
    if before is not None and last_move and _leads(before, last_move[0], step, handlings):
        return last_move[0].text
    return _full_step(step)


def _leads(before: PuzzleSnapshot, move: Move, step: PuzzleSnapshot, handlings: Handlings) -> bool:
    try:
        after = before.after(move, handlings.fitting({}, before.position))
    except MoveError:
        return False
    return after == step and after.attempt == step.attempt


def _full_step(step: PuzzleSnapshot) -> dict[str, object]:
    data: dict[str, object] = {
        "position": step.position,
        "source": step.source.value,
        "scramble": moves_text(step.scramble),
        "seed": step.seed,
        "trail": moves_text(step.trail),
        "attempt": step.attempt,
    }
    if step.answer is not None:
        line = moves_text(step.solution[: step.ply])
        data |= {"answer": _answer_name(step.answer), "choice": step.choice, "line": line}
    return data


def _attempt_data(attempt: SolveAttempt, now: float) -> dict[str, object]:
    return {
        "start": _full_step(replace(attempt.start, answer=None)),
        "drawn": attempt.drawn,
        "helped": attempt.helped,
        "made": moves_text(attempt.made),
        "seconds": attempt.seconds(now),
        "over": attempt.over,
    }


# -- reading -------------------------------------------------------------------------------------


def read_lab(text: str, handlings: Handlings, now: float) -> LabState:
    """Read a lab from its text, its clocks starting at `now`; raises as `read_summary` does."""
    handlings.of({})
    try:
        return _LabReader(handlings, now).lab(_parsed(text))
    except SaveError:
        raise
    except (*FAULTS, JouonsError):
        raise SaveError("save.lab") from None


def read_summary(text: str, handlings: Handlings) -> LabSummary:
    """Read the summary of a lab for a list. SaveError when it is invalid.

    Raises another JouonsError where a person's own puzzle has gone, or has a fault.
    """
    data = _parsed(text)
    handlings.of({})
    try:
        handling, position = _position(data, handlings)
        moves, painted = int(data["turns"]), data.get("painting")
        painting = painted is not None and not painted["aside"]
        ply, length = map(int, data.get("played") or (0, 0))
    except (*FAULTS, JouonsError):
        raise SaveError("save.lab") from None
    played = (ply, length) if ply else None
    return LabSummary(position, moves, handling.solved(position), painting, played)


def _parsed(text: str) -> Data:
    if len(text) > LARGEST_TEXT:
        raise SaveError("save.too_large", most=LARGEST_TEXT)
    try:
        data = parse_json(text)
    except JsonError as error:
        raise SaveError("save.not_json", reason=error.reason) from None
    version = data.get("lab") if isinstance(data, dict) else None
    if isinstance(version, bool) or not isinstance(version, int):
        raise SaveError("save.foreign")
    if version > LAB_FORMAT:
        raise SaveError("save.future_format", version=version, known=LAB_FORMAT)
    return data  # type: ignore[no-any-return]


def _position(data: Data, handlings: Handlings) -> tuple[Handling, str]:
    """Return the position of a step and the variant in which it is possible."""
    handling = handlings.fitting({}, data["position"])
    return handling, handling.check(data["position"])


class _LabReader:
    """Reads the parts of a lab; raises one of FAULTS or JouonsError for an invalid one."""

    def __init__(self, handlings: Handlings, now: float) -> None:
        self.handlings = handlings
        self.now = now
        self._moves: dict[str, Move] = {}  # read before

    def lab(self, data: Data) -> LabState:
        answers = {name: self._answer(entry) for name, entry in data["answers"].items()}
        attempts = {int(number): self._attempt(entry) for number, entry in data["attempts"].items()}
        steps: list[PuzzleSnapshot] = []
        if len(data["steps"]) > MAX_STEPS + 1:
            raise ValueError("more than undo remembers")
        for entry in data["steps"]:
            step = self._next(steps[-1], entry) if isinstance(entry, str) else None
            step = step or self._step(entry, answers)
            steps.append(step if step.attempt in attempts else replace(step, attempt=0))
        history = UndoStack.of(steps, _index(data["at"]))
        painted, measured = data["painting"], data["measured"]
        drafts, aside = None, False
        if painted is not None:
            aside = bool(painted["aside"])
            drafts = UndoStack.of([*map(self._draft, painted["steps"])], _index(painted["at"]))
        pending = (int(measured[0]), self._options(measured[1])) if measured else None
        if pending is not None and pending[0] not in attempts:
            pending = None
        return LabState(history, attempts, drafts, pending, aside)

    def _next(self, before: PuzzleSnapshot, text: str) -> PuzzleSnapshot:
        """Return the step that is one move after another."""
        [move] = self._line(text)
        return before.after(move, self.handlings.fitting({}, before.position))

    def _answer(self, data: Data) -> SolverAnswer:
        base = self.handlings.fitting(data["options"], data["base"]).check(data["base"])
        return SolverAnswer(
            base,
            self._options(data["options"]),
            SOLVERS[SOLVERS.index(data["solver"])],
            int(data["length"]),
            int(data["count"]),
            tuple(map(self._line, data["solutions"])),
            int(data["looked_at"]),
            int(data["one_way"]),
            _seconds(data["seconds"]),
        )

    def _attempt(self, data: Data) -> SolveAttempt:
        why = data.get("why")  # in place of both in saves of version 1.0.0
        drawn = bool(data.get("drawn", why == "counts"))
        attempt = SolveAttempt(self._step(data["start"], {}), drawn)
        attempt.helped = bool(data.get("helped", why == "helped"))
        line, seconds = self._line(data["made"]), _seconds(data["seconds"])
        attempt.go_on(line, seconds, bool(data["over"]), self.now)
        return attempt

    def _step(self, data: Data, answers: Mapping[str, SolverAnswer]) -> PuzzleSnapshot:
        """Read a complete step; without solutions if its answer was not saved."""
        seed, line = data["seed"], self._line(data.get("line", ""))
        handling, position = _position(data, self.handlings)
        step = PuzzleSnapshot(
            position,
            PositionSource(data["source"]),
            self._line(data["scramble"]),
            None if seed is None else int(seed),
            self._line(data["trail"]),
            attempt=int(data["attempt"]),
        )
        answer = answers.get(data.get("answer", ""))
        if answer is None:
            return replace(step, trail=(*step.trail, *line))
        choice = _index(data["choice"])
        solved = replace(step, answer=answer).at(choice, len(line), handling)
        if solved.position != position or solved.solution[: len(line)] != line:
            raise ValueError("another position")
        return solved

    def _options(self, options: Data) -> Mapping[str, str]:
        read_options = self.handlings.of(options).puzzle.options
        if read_options != options:
            raise ValueError("no options")
        return read_options

    def _line(self, text: str) -> tuple[Move, ...]:
        """Read moves separated by spaces, more of them than a typed scramble may have."""
        return tuple(map(self._move, text.split()))

    def _move(self, text: str) -> Move:
        if text not in self._moves:
            [self._moves[text]] = self.handlings.of({}).read_moves(text)
        return self._moves[text]

    def _draft(self, marks: Sequence[str]) -> Marks:
        """Read the marks of any variant of the puzzle."""
        for handling in self.handlings.variants({}):
            possible = {*handling.palette, BLANK}
            if len(marks) == len(handling.marks(handling.goal)) and {*marks} <= possible:
                return tuple(marks)
        raise ValueError("no position")


def _seconds(number: float | str) -> float:
    return min(MAX_SECONDS, max(0.0, float(number)))


def _index(number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError("no index")
    return number
