"""One step of a recorded decision, as the panels receive it. No pygame here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.naming import MoveText, named_line
from engine.protocols import Estimate, Game
from engine.watch import Recording, Sample, Step

Line = tuple[int, ...]


@dataclass(frozen=True)
class InspectorFrame:
    """A decision at one step, with everything that a panel may use."""

    game: Game[Any]
    state: Any  # the position before the decision
    player: str  # the player text of the bot
    move: int | None  # the move of the decision; None until the replay is complete
    recording: Recording
    step: int  # index of the last recorded step until now; -1: none yet
    sample: Sample | None  # the belief about each move at this moment
    effort: int  # playouts, nodes or positions spent until now
    # Beyond the recorded steps only samples exist: this moment is one of them.
    jumped: bool
    complete: bool  # False while the recording still grows
    # Returns the exact estimate of the last move of a line from `state`, for its player; None if
    truth: Callable[[Line], Estimate | None]
    at_end: bool = False  # the last moment of a complete recording: the decision itself
    whole: int = 0  # playouts, nodes or positions it takes in all, as far as is known
    # The exact chance of every move against random play, 0 .. 1; empty where it is not known.
    chances: Mapping[int, float] = field(default_factory=dict)
    chosen: Line = ()  # the line a person chose in the picture, shown on the board
    toggled: frozenset[Line] = frozenset()  # lines a person unfolded (or folded)
    past: tuple[Any, ...] = ()  # the positions of the game before this one

    @property
    def line(self) -> Line:
        """The line on the board: the one the user chose, else that of the step."""
        return self.chosen or (self.now.line if self.now is not None else ())

    def told(self, line: Line) -> MoveText:
        """Return the moves of a line as a sentence names them."""
        return named_line(self.game, self.state, line)

    @property
    def now(self) -> Step | None:
        """The step of this moment; None before the first one, and after a jump."""
        return None if self.jumped or self.step < 0 else self.recording.steps[self.step]
