"""Looking inside one decision: its replay, the moment shown, the transport. No pygame here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.messages import JouonsError, Message, message
from engine.protocols import Estimate, Memory, Value
from engine.watch import Recording, RecordingKind
from gui.inspector.inspector_frame import InspectorFrame, Line
from gui.inspector.replay import Replay, ReplayRequest, begin, count_chances
from gui.inspector.timeline import Timeline
from gui.worker import Job, Worker

if TYPE_CHECKING:
    from gui.inspector.panel import Panel

SPEEDS = (2, 8, 40)  # steps a second
Exact = Callable[[Any], Sequence[Estimate] | None]


@dataclass(frozen=True)
class Lane:
    """A stretch of the scrubber in which the move it would play had one true value."""

    start: float  # shares of the track
    end: float
    value: Value | None  # None: not known


@dataclass(frozen=True)
class PlaybackState:
    """Where the transport stands."""

    moment: int
    last: int
    fraction: float
    lanes: tuple[Lane, ...]
    running: bool
    speed: int  # an index into SPEEDS
    place: Message  # how far the work had come, such as playout 12 of 2,000
    ready: bool  # False while the recording still grows


class Inspector:
    """One decision that is looked into, or a sentence that says why there is nothing to see."""

    def __init__(
        self, worker: Worker, memory: Callable[[], Memory], exact: Exact, speed: int = 0
    ) -> None:
        self.worker = worker
        self.memory = memory
        self.exact = exact
        self.question: ReplayRequest | None = None
        self.replay: Replay | None = None
        self.notice: Message | None = None  # why there is no picture
        self.moment = 0
        self.running = False
        self.speed = speed
        self.touched = False  # a person has gone to a moment: new ones do not pull it along
        self.chosen: Line = ()
        self.toggled: frozenset[Line] = frozenset()
        self.changes = 0  # grows whenever there is something else to show
        self._panel: Panel | None = None
        self._timeline: Timeline | None = None
        self._chances: Job[dict[int, float]] | None = None  # under random play, exactly
        self._counted = False  # whether these have been shown
        self._looked: tuple[tuple[object, ...], InspectorFrame | None] | None = None
        self._told = 0  # the changes that `update` has told of
        self._passed = 0.0
        self._lanes: tuple[object, tuple[Lane, ...]] | None = None

    # -- what is looked at ---------------------------------------------------------------------

    def look(self, question: ReplayRequest) -> None:
        """Look into this decision; nothing happens while it is looked into already."""
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
        """Look into a decision that is being made at the table."""
        if self.question is not None and replay.question.same(self.question):
            return
        self.close()
        self.question, self.replay = replay.question, replay
        self.changes += 1

    def say(self, notice: Message) -> None:
        """There is nothing to look into, and this is why."""
        if self.notice != notice or self.question is not None:
            self.close()
            self.notice = notice
            self.changes += 1

    def close(self) -> None:
        """End what runs, forget what was shown."""
        if self.replay is not None:
            self.replay.cancel()
        if self._chances is not None:
            self._chances.cancel()
        self.question = self.replay = self.notice = self._chances = None
        self._panel = self._timeline = self._lanes = self._looked = None
        self.moment, self.running, self.touched = 0, False, False
        self.chosen, self.toggled = (), frozenset()
        self._passed = 0.0

    @property
    def busy(self) -> bool:
        """Whether the worker makes, or is to make, the decision again."""
        replay = self.replay
        return replay is not None and not (replay.complete or replay.fault is not None)

    # -- time ----------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        """Let time pass; true when there is something else to show."""
        replay = self.replay
        if replay is not None and replay.update():
            self._take(replay)
        if self._chances is not None and self._chances.done and not self._counted:
            self._counted = True
            self.changes += 1
        if self.running:
            self._run(dt)
        before, self._told = self._told, self.changes
        return before != self.changes

    def _take(self, replay: Replay) -> None:
        self.changes += 1
        if replay.fault is not None:
            self.notice = replay.fault
            self._panel = self._timeline = None
        elif replay.recording is not None:
            self._show(replay.recording)

    def _show(self, recording: Recording) -> None:
        """A recording, or more of it."""
        from gui.inspector.panels import PANELS  # they draw: nobody needs them before

        kind = PANELS[recording.kind]
        if type(self._panel) is not kind:
            self._panel = kind()
        panel = self._panel
        whole = 0
        if self.replay is not None and self.replay.decision is not None:
            whole = self.replay.decision.effort
        self._timeline = Timeline(
            recording, panel.efforts(recording), panel.stops(recording), whole
        )
        if not self.touched:
            self.moment = self._timeline.last
        self._lanes = None
        question, complete = self.question, self.replay is not None and self.replay.complete
        if question is not None and complete and recording.kind is RecordingKind.PLAYOUTS:
            self._counted = False
            self._chances = count_chances(question, self.worker)

    def _run(self, dt: float) -> None:
        timeline = self._timeline
        if timeline is None:
            return
        self._passed += dt * SPEEDS[self.speed]
        while self._passed >= 1 and self.running:
            self._passed -= 1
            self._go(timeline.after(self.moment))
            self.running = self.moment < timeline.last

    # -- the transport -------------------------------------------------------------------------

    def _go(self, moment: int) -> None:
        timeline = self._timeline
        if timeline is None:
            return
        self.touched = True
        self.chosen = ()
        moment = min(timeline.last, max(0, moment))
        if moment != self.moment:
            self.moment = moment
            self.changes += 1

    def first(self) -> None:
        """To the first moment."""
        self.running = False
        self._go(0)

    def last(self) -> None:
        """To the decision itself."""
        self.running = False
        if self._timeline is not None:
            self._go(self._timeline.last)

    def back(self) -> None:
        """One step back."""
        self.running = False
        if self._timeline is not None:
            self._go(self._timeline.before(self.moment))

    def on(self) -> None:
        """One step on."""
        self.running = False
        if self._timeline is not None:
            self._go(self._timeline.after(self.moment))

    def play(self) -> None:
        """Go on by itself, from the start when it stands at the end; or hold."""
        timeline = self._timeline
        if timeline is None or not timeline.last:
            return
        self.running = not self.running
        self._passed = 0.0
        self.changes += 1
        if self.running and self.moment == timeline.last:
            self._go(0)

    def scrub(self, fraction: float) -> None:
        """To the moment nearest to a place on the track."""
        self.running = False
        if self._timeline is not None:
            self._go(self._timeline.at_share(fraction))

    def go_to_step(self, step: int) -> None:
        """To a step of the recording."""
        self.running = False
        self._go(step)

    def go_to_phase(self, phase: str) -> None:
        """To the next step of a phase; from the last one, to the first."""
        replay = self.replay
        if replay is None or replay.recording is None:
            return
        steps = replay.recording.steps
        later = [*range(self.moment + 1, len(steps)), *range(min(self.moment, len(steps)))]
        found = next((index for index in later if steps[index].phase == phase), None)
        if found is not None:
            self.go_to_step(found)

    def set_speed(self, speed: int) -> None:
        """One of the three."""
        self.speed = min(len(SPEEDS) - 1, max(0, speed))
        self.changes += 1

    def choose(self, line: Line) -> None:
        """Show a line on the board; the same one again shows the step's own."""
        self.chosen = () if line == self.chosen else line
        self.changes += 1

    def toggle(self, line: Line) -> None:
        """Unfold what follows a line, or fold it."""
        self.toggled = self.toggled ^ {line}
        self.changes += 1

    # -- what is shown -------------------------------------------------------------------------

    @property
    def panel(self) -> Panel | None:
        """The panel of this recording, once there is one."""
        return self._panel

    def know_more(self) -> None:
        """Exact values have come: what is shown beside a belief may have changed."""
        self.changes += 1

    def frame(self) -> InspectorFrame | None:
        """The present moment; None as long as there is nothing to show.

        The same object as long as there is nothing else to see.
        """
        key = (self.changes, self.moment, self.chosen, self._timeline)
        if self._looked is None or self._looked[0] != key:
            self._looked = (key, self._look_now())
        return self._looked[1]

    def _look_now(self) -> InspectorFrame | None:
        question, replay, timeline = self.question, self.replay, self._timeline
        if question is None or replay is None or timeline is None:
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
            whole=timeline.whole,
            truth=self.truth,
            chances=(self._chances.result if self._chances is not None else None) or {},
            chosen=self.chosen,
            toggled=self.toggled,
            past=question.past,
        )

    def truth(self, line: Line) -> Estimate | None:
        """What is exactly known of the last move of a line, for the one who makes it."""
        if self.question is None or not line:
            return None
        known = self.exact(self._after(line[:-1]))
        found = next((each for each in known or () if each.move == line[-1]), None)
        return None if found is None or found.value is None else found

    def _after(self, line: Line) -> Any:
        assert self.question is not None
        state = self.question.state
        for move in line:
            state = self.question.game.play(state, move)
        return state

    def requests(self) -> list[Any]:
        """The positions whose exact values would be shown, the most wanted first."""
        frame, panel = self.frame(), self._panel
        if frame is None or panel is None or self.busy:
            return []
        parents = dict.fromkeys(line[:-1] for line in panel.asks(frame) if line)
        states = [self._after(line) for line in ((), *parents)]
        over = frame.game.outcome
        return [state for state in dict.fromkeys(states) if over(state) is None]

    def playing(self) -> PlaybackState | None:
        """The transport as it stands."""
        frame, timeline = self.frame(), self._timeline
        if frame is None or timeline is None:
            return None
        return PlaybackState(
            self.moment,
            timeline.last,
            timeline.fraction(self.moment),
            self.lanes(),
            self.running,
            self.speed,
            place_text(frame, timeline),
            frame.complete,
        )

    def lanes(self) -> tuple[Lane, ...]:
        """The true value of the move it would have played, stretch by stretch."""
        timeline, panel, question = self._timeline, self._panel, self.question
        if timeline is None or panel is None or question is None:
            return ()
        known = self.exact(question.state)
        key = (timeline, known)
        if self._lanes is None or self._lanes[0] != key:
            self._lanes = (key, self._made_lanes(timeline, panel))
        return self._lanes[1]

    def _made_lanes(self, timeline: Timeline, panel: Panel) -> tuple[Lane, ...]:
        lanes: list[Lane] = []
        samples = timeline.recording.samples
        shares = [timeline.share_of_effort(sample.effort) for sample in samples]
        if len(shares) == 1:
            shares = [0.0]  # all it ever believed
        ends = [*shares[1:], 1.0] if shares else []
        for sample, start, end in zip(samples, shares, ends, strict=True):
            move = panel.choice_at(sample)
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
    """How far the work had come at this moment."""
    counted = COUNTED.get(frame.recording.kind)
    sampled = frame.recording.samples
    if counted is None or not sampled or not sampled[-1].effort:
        return message("inspector.at.steps", number=frame.step + 1, whole=timeline.steps)
    now = frame.now
    underway = (
        now is not None and now.phase == "playout" and frame.recording.kind is RecordingKind.TREE
    )
    number = frame.effort + underway  # the one shown is counted when its result goes back up
    return message(f"inspector.at.{counted}", number=number, whole=timeline.whole)
