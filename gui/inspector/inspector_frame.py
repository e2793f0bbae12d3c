"""One step of a recorded decision, as the panels receive it. No pygame here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine.naming import MoveText, named_line
from engine.protocols import Estimate, Game, Value
from engine.recording import Event, Line, MethodResult, Recording, Sample

E = TypeVar("E", bound=Event)
R = TypeVar("R", bound=MethodResult)
MOST_POSITIONS = 10_000  # kept at a time


@dataclass(frozen=True, kw_only=True, eq=False)
class RecordingFrame:
    """A recording at one step; frames are equal only if they are the same object."""

    recording: Recording
    step: int  # index of the last recorded event until now; -1: none yet
    complete: bool  # False while the recording still grows
    # Beyond the recorded events only samples exist: this moment is one of them.
    jumped: bool = False

    @property
    def now(self) -> Event | None:
        """The event of this moment; None before the first one, and after a jump."""
        return None if self.jumped or self.step < 0 else self.recording.events[self.step]

    def events(self, kind: type[E]) -> list[tuple[int, E]]:
        """Return every recorded event of a class with its index, also those after this moment."""
        return self.recording.events.of(kind)

    def latest(self, kind: type[E]) -> E | None:
        """Return the last event of a class until this moment."""
        log = self.recording.events
        places = log.places(kind)
        last = bisect_right(places, self.step) - 1
        event = log[places[last]] if last >= 0 else None
        return event if isinstance(event, kind) else None

    def result(self, kind: type[R]) -> R | None:
        """Return the final data of the method; None without any."""
        result = self.recording.result
        return result if isinstance(result, kind) else None


@dataclass(frozen=True, kw_only=True, eq=False)
class InspectorFrame(RecordingFrame):
    """A decision at one step, with everything that a panel may use."""

    game: Game[Any]
    state: Any  # the position before the decision
    player: str  # the player text of the bot
    move: int | None  # the move of the decision; None until the replay is complete
    sample: Sample | None  # the belief about each move at this moment
    effort: int  # playouts, nodes or positions spent until now
    # Returns the exact estimate of the last move of a line from `state`, None while it is unknown.
    truth: Callable[[Line], Estimate | None]
    at_end: bool = False  # the last moment of a complete recording: the decision itself
    # The exact chance of every move against random play, 0 .. 1; empty where it is not known.
    chances: Mapping[int, float] = field(default_factory=dict)
    chosen: Line = ()  # the line a person chose in the picture, shown on the board
    toggled: frozenset[Line] = frozenset()  # lines a person unfolded (or folded)
    past: tuple[Any, ...] = ()  # the positions of the game before this one
    plain: bool = False  # shares and exact values are not shown, only counts of wins
    won: Mapping[int, int] = field(default_factory=dict)  # playouts won, once it has decided
    alone: bool = False  # the other bags of a learner at that moment are not known
    seconds: tuple[float, float] | None = None  # that the answer of an own bot took, of its limit
    # The positions after lines, kept from frame to frame: every picture asks for the same ones.
    positions: dict[Line, Any] = field(default_factory=dict)

    @property
    def line(self) -> Line:
        """The line on the board: the one the user chose, else that of the step."""
        return self.chosen or (self.now.line if self.now is not None else ())

    def after(self, line: Line) -> Any:
        """Return the position after a line."""
        return position_after(self.game, self.state, line, self.positions)

    @property
    def mover(self) -> int:
        """The player who decides."""
        return self.game.to_move(self.state)

    def player_of(self, line: Line) -> int:
        """Return the player of a line's last move; both take turns."""
        return (self.mover + len(line) + 1) % 2

    @property
    def truths(self) -> list[Estimate]:
        """The exact estimates of the moves, as far as they are known."""
        estimates = (self.truth((move,)) for move in self.game.moves(self.state))
        return [each for each in estimates if each is not None]

    def truth_for(self, player: int, line: Line) -> Estimate | None:
        """Return the exact estimate of a line's last move with its value for a player."""
        truth = self.truth(line)
        if truth is None or truth.value is None or self.player_of(line) == player:
            return truth
        return replace(truth, value=Value(-truth.value))

    def named(self, line: Line) -> MoveText:
        """Return the moves of a line as a sentence names them."""
        return named_line(self.game, self.state, line)

    def estimate(self, move: int, score: float | None, **more: Any) -> Estimate:
        """Return a belief about a move, with its exact value where that is known."""
        truth = self.truth((move,))
        value, plies = (None, None) if truth is None else (truth.value, truth.remoteness)
        return Estimate(move, score, value, plies, **more)

    def move_text(self, *line: int) -> str:
        """Return the text of a move, or of the last move of a line."""
        return self.game.move_text(self.after(line[:-1]), line[-1])


def position_after(game: Game[Any], start: Any, line: Line, positions: dict[Line, Any]) -> Any:
    """Return the position after a line; `positions` keeps a number of those asked for."""
    if not line:
        return start
    if line not in positions:
        before = positions.get(line[:-1])
        state, moves = (start, line) if before is None else (before, line[-1:])
        for move in moves:
            state = game.play(state, move)
        if len(positions) >= MOST_POSITIONS:
            positions.clear()
        positions[line] = state
    return positions[line]
