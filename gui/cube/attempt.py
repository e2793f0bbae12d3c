"""Model of one cube solved by hand: its moves, its clock, and whether it counts.

Every turn by hand counts as a move. Undo and redo turn a layer, so they count too; turning the
whole cube does not. The clock runs from the first move to the last one, while the cube is in the
lab. A result counts only for a long enough scramble drawn by the program, solved without help: no
solver, no visible distance from the table, no inspector.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engine.games.cube_notation import FACES, Turn, turns_text
from engine.store import SolvedCube
from gui.cube.snapshot import CubeSnapshot, Metric

LEAST_TURNS = 20  # minimum length of a scramble that counts


class CountReason(Enum):
    """Reason why a solved cube counts for the best results, or does not."""

    COUNTS = "counts"
    GIVEN = "given"  # not drawn by the program
    SHORT = "short"
    HELPED = "helped"


@dataclass(frozen=True)
class SolveStats:
    """Moves and whole seconds of an attempt; `over` once the cube is solved."""

    turns: int
    seconds: int
    over: bool


@dataclass(frozen=True)
class SolveResult:
    """Result of a cube solved by hand, in one metric; `shortest` is computed afterwards."""

    metric: Metric
    turns: int
    seconds: float
    shortest: int
    scramble: str
    why: CountReason

    def kept(self) -> SolvedCube:
        """Convert to the record of the store."""
        milliseconds = round(1000 * self.seconds)
        return SolvedCube(self.metric.value, self.turns, milliseconds, self.shortest, self.scramble)


class SolveAttempt:
    """One cube from the first move by hand until it is solved."""

    def __init__(self, start: CubeSnapshot, why: CountReason) -> None:
        self.start = start
        self.why = why
        self.made: list[Turn] = []
        self._began: float | None = None
        self._ended: float | None = None

    @property
    def under_way(self) -> bool:
        """Whether a first move was made and the cube is not solved yet."""
        return self._began is not None and self._ended is None

    @property
    def over(self) -> bool:
        """Whether the cube is solved."""
        return self._ended is not None

    def help(self) -> None:
        """Record the use of help: the attempt does not count any more."""
        if not self.over and self.why is CountReason.COUNTS:
            self.why = CountReason.HELPED

    def turn(self, turn: Turn, now: float) -> None:
        """Record a turn by hand, or an undone one."""
        if self.over or turn.name not in FACES:
            return
        if self._began is None:
            self._began = now
        self.made.append(turn)

    def go_on(self, made: Iterable[Turn], seconds: float, over: bool, now: float) -> None:
        """Restore moves and time of an earlier session; the clock continues at `now`."""
        self.made = list(made)
        if self.made:
            self._began = now - seconds
            self._ended = now if over else None

    def end(self, now: float) -> None:
        """Stop the clock: the cube is solved."""
        if self.under_way:
            self._ended = now

    def seconds(self, now: float) -> float:
        """Return the duration until `now` or until the cube was solved."""
        if self._began is None:
            return 0.0
        return (now if self._ended is None else self._ended) - self._began

    def turns(self, metric: Metric) -> int:
        """Return the number of moves; two equal quarter turns of one face make one half turn."""
        quarters = [(turn.name, turn.signed) for turn in self.made]
        if metric is Metric.QUARTER:
            return sum(abs(signed) for _, signed in quarters)
        runs: list[tuple[str, int]] = []
        for name, signed in quarters:
            if runs and runs[-1] == (name, signed) and abs(signed) == 1:
                runs[-1] = name, 2 * signed
            else:
                runs.append((name, signed))
        return len(runs)

    def tally(self, metric: Metric, now: float) -> SolveStats:
        """Return the current statistics."""
        return SolveStats(self.turns(metric), int(self.seconds(now)), self.over)

    def solved(self, metric: Metric, shortest: int, now: float) -> SolveResult:
        """Return the result in a metric."""
        scramble = turns_text(self.start.scramble)
        return SolveResult(
            metric, self.turns(metric), self.seconds(now), shortest, scramble, self.why
        )


def worth(start: CubeSnapshot, drawn: bool) -> CountReason:
    """Return whether a solution of this cube would count, with the reason."""
    if not drawn:
        return CountReason.GIVEN
    return CountReason.COUNTS if len(start.scramble) >= LEAST_TURNS else CountReason.SHORT


def clock_text(seconds: float) -> str:
    """Format minutes and seconds, with hours if there are any."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
