"""Model of the inspector: replay of one decision, current moment, transport. No pygame here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from engine.messages import JouonsError, Message, message
from engine.protocols import Estimate, Memory, Value
from engine.recording import Line, RecordingKind
from engine.solvers.tabulate import exact_estimate
from engine.trace.choice import preferred
from engine.trace.notes import Noted
from engine.trace.tree import PlayedOut
from gui.inspector.inspector_frame import InspectorFrame, position_after
from gui.inspector.playback import Lane, Playback, Timeline
from gui.inspector.replay import Replay, ReplayRequest, begin, count_chances
from gui.worker import JobSlot, Worker

if TYPE_CHECKING:
    from gui.inspector.panel import Panel

SPEEDS = (2, 8, 40)  # steps a second
PLACE_NOTE = Message("inspector.strip_tip")
Exact = Callable[[Any], Sequence[Estimate] | None]


class Inspector(Playback[InspectorFrame, "Panel"]):
    """The decision under inspection, or a sentence that says why there is none."""

    speeds = tuple(speed / SPEEDS[0] for speed in SPEEDS)

    def __init__(self, worker: Worker, memory: Callable[[], Memory], exact: Exact) -> None:
        super().__init__()
        self.worker = worker
        self.memory = memory
        self.exact = exact
        self.question: ReplayRequest | None = None
        self.replay: Replay | None = None
        self.notice: Message | None = None  # the reason if there is no picture
        self.chosen: Line = ()
        self.toggled: frozenset[Line] = frozenset()
        self.plain = False  # shares and exact values are not shown, only counts of wins
        self._chances: Mapping[int, float] = {}  # under random play, once they are counted
        self._counting: JobSlot[dict[int, float]] = JobSlot(worker)
        self._requested: tuple[InspectorFrame, list[Any]] | None = None
        self._positions: dict[Line, Any] = {}  # after the lines of the picture

    # -- the decision ----------------------------------------------------------------------------

    def look(self, question: ReplayRequest) -> None:
        """Open this decision; does nothing if it is open already."""
        if self.question is not None and question.same(self.question):
            return
        self.close()
        self.question = question
        try:
            self.replay = begin(question, self.worker, self.memory)
        except JouonsError as error:
            self.notice = error.message
        self.changes += 1

    def follow(self, replay: Replay) -> None:
        """Open a decision that is being made at the table."""
        if self.question is not None and replay.question.same(self.question):
            return
        self.close()
        self.question, self.replay = replay.question, replay
        self.changes += 1

    def say(self, notice: Message) -> None:
        """Show a sentence instead of a decision."""
        if self.notice != notice or self.question is not None:
            self.close()
            self.notice = notice
            self.changes += 1

    def close(self) -> None:
        """Cancel the running work and drop the recording."""
        if self.replay is not None:
            self.replay.cancel()
        self._counting.cancel()
        self.question = self.replay = self.notice = None
        self.panel = self._framed = self._requested = None
        self._chances, self._positions = {}, {}
        self.chosen, self.toggled = (), frozenset()
        self.rewind()

    @property
    def pace(self) -> float:
        return SPEEDS[0]

    @property
    def busy(self) -> bool:
        """Whether the worker replays the decision or has it in its queue."""
        replay = self.replay
        return replay is not None and not (replay.complete or replay.fault is not None)

    # -- time ----------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        """Advance by `dt` seconds; return True if the view must be refreshed."""
        replay = self.replay
        if replay is not None and replay.update():
            self._take(replay)
        counted = self._counting.take()
        if counted is not None:
            self._chances = counted.result or {}
            self.changes += 1
        self.advance(dt)
        return self.report()

    def _take(self, replay: Replay) -> None:
        self.changes += 1
        recording, decision = replay.recording, replay.decision
        if replay.fault is not None:
            self.notice = replay.fault
            self.panel = self._timeline = None
        elif recording is not None:
            self.show_recording(recording, decision.effort if decision is not None else 0)
            if replay.complete and recording.kind is RecordingKind.PLAYOUTS:
                self._counting.submit(partial(count_chances, replay.question))

    def panels(self) -> Mapping[RecordingKind, type[Panel]]:
        from gui.inspector.panels import PANELS

        return PANELS

    # -- the transport -------------------------------------------------------------------------

    def _go(self, moment: int) -> None:
        if self._timeline is not None:
            self.chosen = ()
        super()._go(moment)

    def go_to(self, event: int | None, sample: int | None) -> None:
        """Go to a step or a sample of the recording; with neither, to the decision itself."""
        self.running = False
        timeline = self._timeline
        if timeline is None:
            return
        if event is None:
            event = timeline.last if sample is None else timeline.moment_of_sample(sample)
        self._go(event)

    def go_to_phase(self, phase: str) -> None:
        """Go to the next step of a phase; after the last one, to the first."""
        replay = self.replay
        if replay is None or replay.recording is None:
            return
        events = replay.recording.events
        later = [*range(self.moment + 1, len(events)), *range(min(self.moment, len(events)))]
        step = next((index for index in later if events[index].phase == phase), None)
        if step is not None:
            self.go_to_step(step)

    def choose(self, line: Line) -> None:
        """Show a line on the board; the same line again restores that of the step."""
        self.chosen = () if line == self.chosen else line
        self.changes += 1

    def toggle(self, line: Line) -> None:
        """Unfold or fold the successors of a line."""
        self.toggled = self.toggled ^ {line}
        self.changes += 1

    # -- view --------------------------------------------------------------------------------------

    def know_more(self) -> None:
        """Count a change: new exact values may alter the frame."""
        self.changes += 1

    def frame_key(self) -> Line:
        return self.chosen

    def make_frame(self, timeline: Timeline) -> InspectorFrame | None:
        question, replay = self.question, self.replay
        if question is None or replay is None:
            return None
        recording, moment = timeline.recording, self.moment
        sampled = timeline.sample(moment)
        at_end = replay.complete and moment == timeline.last
        if at_end:
            sampled = len(recording.samples) - 1
        decision = replay.decision
        return InspectorFrame(
            game=question.game,
            state=question.state,
            player=question.player,
            move=decision.move if decision is not None else None,
            recording=recording,
            step=timeline.step(moment),
            sample=recording.samples[sampled] if sampled >= 0 else None,
            effort=timeline.effort(moment),
            jumped=timeline.jumped(moment),
            complete=replay.complete,
            at_end=at_end,
            truth=cache(self.truth),
            chances=self._chances,
            chosen=self.chosen,
            toggled=self.toggled,
            past=question.past,
            plain=self.plain,
            won={
                each.move: each.playouts_won
                for each in (decision.estimates if decision is not None and at_end else ())
                if each.playouts_won is not None
            },
            alone=replay.recorder.alone,
            seconds=replay.recorder.seconds,
            positions=self._positions,
        )

    def truth(self, line: Line) -> Estimate | None:
        """Return the exact value of the last move of a line for its player, if it is known."""
        if self.question is None or not line:
            return None
        before, game = self._after(line[:-1]), self.question.game
        outcome = game.outcome(self._after(line))
        if outcome is not None:
            value = Value(round(2 * outcome.score(game.to_move(before)) - 1))
            return exact_estimate(line[-1], value, 1)
        estimates = self.exact(before)
        estimate = next((each for each in estimates or () if each.move == line[-1]), None)
        return None if estimate is None or estimate.value is None else estimate

    def _after(self, line: Line) -> Any:
        assert self.question is not None
        return position_after(self.question.game, self.question.state, line, self._positions)

    def requests(self) -> list[Any]:
        """Return the positions whose exact values are needed, by descending priority."""
        frame, panel = self.frame(), self.panel
        if frame is None or panel is None or self.busy:
            return []
        if self._requested is None or self._requested[0] is not frame:
            parents = dict.fromkeys(line[:-1] for line in panel.asks(frame) if line)
            states = dict.fromkeys(map(self._after, ((), *parents)))
            over = frame.game.outcome
            self._requested = frame, [state for state in states if over(state) is None]
        return self._requested[1]

    @property
    def ready(self) -> bool:
        complete = self.replay is not None and self.replay.complete
        return complete and self._timeline is not None

    def place(self) -> tuple[Message, ...]:
        frame, timeline = self.frame(), self._timeline
        if frame is None or timeline is None:
            return ()
        valued = any(lane.value is not None for lane in self.lanes())
        return (place_text(frame, timeline), *((PLACE_NOTE,) if valued else ()))

    def lanes(self) -> tuple[Lane, ...]:
        """Return the exact value of the preferred move, stretch by stretch."""
        timeline, lanes = self._timeline, list[Lane]()
        if timeline is None:
            return ()
        samples = timeline.recording.samples
        shares = [timeline.share_of_effort(sample.effort) for sample in samples]
        if len(shares) == 1:
            shares = [0.0]  # every moment has the same belief
        ends = [*shares[1:], 1.0] if shares else []
        for sample, start, end in zip(samples, shares, ends, strict=True):
            move = preferred(timeline.recording.kind, sample)
            if sample is samples[-1] and self.replay is not None and self.replay.decision:
                move = self.replay.decision.move
            truth = self.truth((move,)) if move is not None else None
            value = truth.value if truth is not None else None
            if lanes and lanes[-1].value == value:
                lanes[-1] = Lane(lanes[-1].start, end, value)
            else:
                lanes.append(Lane(start, end, value))
        return tuple(lanes)


COUNTED = {
    RecordingKind.PLAYOUTS: "playouts",
    RecordingKind.TREE: "playouts",
    RecordingKind.WINDOWS: "nodes",
}


def place_text(frame: InspectorFrame, timeline: Timeline) -> Message:
    """Return the progress of the work at this moment."""
    if frame.recording.kind is RecordingKind.NOTES:
        notes = frame.recording.events.places(Noted)
        number = sum(place <= frame.step for place in notes)
        return message("own.at_note", number=number, count=len(notes))
    counted = COUNTED.get(frame.recording.kind)
    sampled = frame.recording.samples
    if counted is None or not sampled or not sampled[-1].effort:
        return message("inspector.at.steps", number=frame.step + 1, whole=timeline.steps)
    # A running playout is counted when its result is backed up.
    number = frame.effort + isinstance(frame.now, PlayedOut)
    return message(f"inspector.at.{counted}", number=number, whole=timeline.whole)
