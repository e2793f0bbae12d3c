"""Text form of the lab: the cube, its undo history, the attempt, solutions, the painted letters.

A step that is one turn after the step before is written as that turn, any other one in full. The
writer reuses the parts of the text, so that a turn costs the same in a long history. Only the
newest answers keep their solutions; older steps keep their cubes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from engine.files import parse_json
from engine.games.cube_facelets import check_facelets
from engine.games.cube_notation import FACES, Turn, parse_turns, turns_text
from engine.messages import JouonsError
from engine.saves import FORMAT as GAME_FORMAT
from engine.saves import SaveError
from gui.cube.attempt import CountReason, SolveAttempt
from gui.cube.snapshot import CubeSnapshot, CubeSource, Metric, Solver, SolverAnswer
from gui.cube.texts import EMPTY
from gui.undo import MAX_STEPS, UndoStack

LAB_FORMAT = 1
LARGEST_TEXT = 20_000_000
MAX_ANSWERS = 50  # answers that keep their solutions
MAX_SECONDS = 1e7  # of an attempt or a search

# Errors that an invalid text can cause.
FAULTS = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError)
Data = Mapping[str, Any]


@dataclass(frozen=True)
class LabState:
    """State of a lab that a save restores."""

    history: UndoStack[CubeSnapshot]
    attempts: Mapping[int, SolveAttempt]
    painting: UndoStack[str] | None = None
    measured: tuple[int, Metric] | None = None  # the attempt whose shortest solution is computed


@dataclass(frozen=True)
class LabSummary:
    """Summary of a lab for a list: the cube, turns made by hand, whether it is being painted."""

    facelets: str
    turns: int
    solved: bool
    painting: bool


class LabWriter:
    """Writes the text of one lab repeatedly."""

    def __init__(self) -> None:
        # Keys are the identities of a step and its predecessor, which `_alive` keeps valid.
        self._texts: dict[tuple[int, int], str] = {}
        self._answers: dict[int, str] = {}
        self._alive: tuple[CubeSnapshot, ...] = ()

    def text(self, state: LabState, now: float) -> str:
        """Return the lab as JSON; attempts under way last until `now`."""
        steps = state.history.states
        present = steps[state.history.at]
        attempts = {step.attempt for step in steps}
        painting, measured = state.painting, state.measured
        head = {
            # Older programs must report a save of a newer version.
            "format": GAME_FORMAT + 1,
            "lab": LAB_FORMAT,
            "program": "jouons",
            "facelets": present.facelets,
            "turns": len(present.trail) + present.ply,
            "at": state.history.at,
            "attempts": {
                str(number): _attempt_data(attempt, now)
                for number, attempt in state.attempts.items()
                if number in attempts
            },
            "painting": painting and {"at": painting.at, "steps": list(painting.states)},
            "measured": measured and [measured[0], measured[1].value],
        }
        parts = json.dumps(head)[:-1], self._steps(steps), self._solutions(steps)
        return '{}, "steps": [{}], "answers": {{{}}}}}'.format(*parts)

    def _steps(self, steps: tuple[CubeSnapshot, ...]) -> str:
        pairs = list(zip((None, *steps[:-1]), steps, strict=True))
        keys = [(id(before), id(step)) for before, step in pairs]
        known = self._texts
        texts = [
            known.get(key) or json.dumps(_step_data(*pair))
            for key, pair in zip(keys, pairs, strict=True)
        ]
        self._texts, self._alive = dict(zip(keys, texts, strict=True)), steps
        return ", ".join(texts)

    def _solutions(self, steps: Sequence[CubeSnapshot]) -> str:
        """Return the newest answers, each once."""
        found: dict[int, SolverAnswer] = {}
        for step in reversed(steps):
            if step.answer is not None and len(found) < MAX_ANSWERS:
                found.setdefault(id(step.answer), step.answer)
        self._answers = {
            number: self._answers.get(number) or _answer_text(answer)
            for number, answer in found.items()
        }
        return ", ".join(self._answers.values())


def _answer_name(answer: SolverAnswer) -> str:
    """Return a key that identifies an answer."""
    return f"{answer.base} {answer.metric.value} {answer.solver.value} {answer.seconds}"


def _answer_text(answer: SolverAnswer) -> str:
    data = {
        "length": answer.length,
        "count": answer.count,
        "visited": answer.visited,
        "one_way": answer.one_way,
        "solutions": [turns_text(line) for line in answer.solutions],
    }
    return f"{json.dumps(_answer_name(answer))}: {json.dumps(data)}"


def _step_data(before: CubeSnapshot | None, step: CubeSnapshot) -> str | dict[str, object]:
    """Return one turn from the step before, or the complete step."""
    made = (step.solution[: step.ply] or step.trail)[-1:]
    if before is not None and made:
        after = before.after(made[0])
        if after == step and after.attempt == step.attempt:
            return made[0].text
    data: dict[str, object] = {
        "facelets": step.facelets,
        "source": step.source.value,
        "scramble": turns_text(step.scramble),
        "seed": step.seed,
        "trail": turns_text(step.trail),
        "left": step.left,
        "attempt": step.attempt,
    }
    if step.answer is not None:
        line = turns_text(step.solution[: step.ply])
        data |= {"answer": _answer_name(step.answer), "choice": step.choice, "line": line}
    return data


def _attempt_data(attempt: SolveAttempt, now: float) -> dict[str, object]:
    return {
        "start": _step_data(None, replace(attempt.start, answer=None)),
        "why": attempt.why.value,
        "made": turns_text(attempt.made),
        "seconds": attempt.seconds(now),
        "over": attempt.over,
    }


# -- reading -------------------------------------------------------------------------------------


def read_lab(text: str, now: float) -> LabState:
    """Read a lab from its text, its clocks starting at `now`. SaveError when it is invalid."""
    try:
        return _lab(_parsed(text), now)
    except SaveError:
        raise
    except (*FAULTS, JouonsError):
        raise SaveError("save.lab") from None


def read_summary(text: str) -> LabSummary:
    """Read the summary of a lab for a list. SaveError when it is invalid."""
    data = _parsed(text)
    try:
        facelets = check_facelets(data["facelets"])
        turns, painting = int(data["turns"]), data.get("painting") is not None
    except (*FAULTS, JouonsError):
        raise SaveError("save.lab") from None
    return LabSummary(facelets, turns, CubeSnapshot(facelets).solved, painting)


def _parsed(text: str) -> Data:
    if len(text) > LARGEST_TEXT:
        raise SaveError("save.too_large", most=LARGEST_TEXT)
    try:
        data = parse_json(text)
    except ValueError:
        raise SaveError("save.not_json") from None
    version = data.get("lab") if isinstance(data, dict) else None
    if isinstance(version, bool) or not isinstance(version, int):
        raise SaveError("save.foreign")
    if version > LAB_FORMAT:
        raise SaveError("save.future", version=version, known=LAB_FORMAT)
    return data  # type: ignore[no-any-return]


def _lab(data: Data, now: float) -> LabState:
    answers = {name: _answer(name, kept) for name, kept in data["answers"].items()}
    attempts = {int(number): _attempt(kept, now) for number, kept in data["attempts"].items()}
    steps: list[CubeSnapshot] = []
    if len(data["steps"]) > MAX_STEPS + 1:
        raise ValueError("more than undo remembers")
    for kept in data["steps"]:
        step = steps[-1].after(_turn(kept)) if isinstance(kept, str) else _step(kept, answers)
        steps.append(step if step.attempt in attempts else replace(step, attempt=0))
    painted, measured = data["painting"], data["measured"]
    painting = None
    if painted is not None:
        painting = UndoStack.of(list(map(_letters, painted["steps"])), _index(painted["at"]))
    history = UndoStack.of(steps, _index(data["at"]))
    pending = (int(measured[0]), Metric(measured[1])) if measured is not None else None
    if pending is not None and pending[0] not in attempts:
        pending = None
    return LabState(history, attempts, painting, pending)


def _answer(name: str, data: Data) -> SolverAnswer:
    base, metric, solver, seconds = name.split(" ")
    visited = tuple(map(int, data["visited"]))
    return SolverAnswer(
        check_facelets(base),
        Metric(metric),
        Solver(solver),
        int(data["length"]),
        int(data["count"]),
        tuple(map(_turns, data["solutions"])),
        (visited[0], visited[1]),
        int(data["one_way"]),
        _seconds(seconds),
    )


def _attempt(data: Data, now: float) -> SolveAttempt:
    attempt = SolveAttempt(_step(data["start"], {}), CountReason(data["why"]))
    attempt.go_on(_turns(data["made"]), _seconds(data["seconds"]), bool(data["over"]), now)
    return attempt


def _step(data: Data, answers: Mapping[str, SolverAnswer]) -> CubeSnapshot:
    """Read a complete step; without solutions if its answer was not saved."""
    seed, line = data["seed"], _turns(data.get("line", ""))
    step = CubeSnapshot(
        check_facelets(data["facelets"]),
        CubeSource(data["source"]),
        _turns(data["scramble"]),
        None if seed is None else int(seed),
        _turns(data["trail"]),
        left=bool(data["left"]),
        attempt=int(data["attempt"]),
    )
    answer = answers.get(data.get("answer", ""))
    if answer is None:
        return replace(step, trail=(*step.trail, *line))
    choice = _index(data["choice"])
    solved = replace(step, answer=answer).at(choice, len(line))
    if solved.facelets != step.facelets or solved.solution[: len(line)] != line:
        raise ValueError("another cube")
    return solved


def _turns(text: str) -> tuple[Turn, ...]:
    """Read turns separated by spaces, more of them than a typed scramble may have."""
    return tuple(map(_turn, text.split()))


@cache
def _turn(text: str) -> Turn:
    [turn] = parse_turns(text)
    return turn


def _seconds(number: float | str) -> float:
    return min(MAX_SECONDS, max(0.0, float(number)))


def _letters(text: str) -> str:
    if len(text) != 24 or not set(text) <= {*FACES, EMPTY}:
        raise ValueError("no cube")
    return text


def _index(number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError("no index")
    return number
