"""The moment of a recording that a step names by its content."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.lessons.record import At
from engine.protocols import Game, Rules
from engine.recording import Line, Recording, RecordingKind
from engine.trace.choice import preferred, preferred_in_tree
from engine.trace.tree import RootEvent


class Moment(NamedTuple):
    """The index of an event or of a sample of a recording; neither: its end."""

    event: int | None = None
    sample: int | None = None


END = Moment()


def find_moment(at: At, game: Game[Any], state: Any, recording: Recording) -> Moment | None:
    """Return the moment of a complete recording; None if nothing fits.

    `state` is the position of the decision.
    """
    if not (at.phase or at.line or at.lead):
        return END
    if at.lead:
        return _last_lead(game.parse_move(state, at.lead), at.phase, recording)
    line = parse_line(game, state, at.line)
    fitting = [
        (index, event)
        for index, event in enumerate(recording.events)
        if at.phase in ("", event.phase) and event.line[: len(line)] == line
    ]
    if at.largest:
        fitting = [each for each in fitting if hasattr(each[1], at.largest)]
        fitting.sort(key=lambda each: float(getattr(each[1], at.largest)), reverse=True)
    return Moment(event=fitting[0][0]) if fitting else None


def parse_line(game: Rules[Any], state: Any, text: str) -> Line:
    """Parse moves separated by spaces; raises MoveError for an illegal one."""
    line: list[int] = []
    for each in text.split():
        line.append(game.parse_move(state, each))
        state = game.play(state, line[-1])
    return tuple(line)


def _last_lead(move: int, phase: str, recording: Recording) -> Moment | None:
    """Return the last sample, or in a tree whose events are all there the last event of a phase
    (of any for ""), by which the bot would play a move."""
    samples, events = recording.samples, recording.events
    if recording.kind is RecordingKind.TREE and samples and not recording.left_out:
        moves = [belief.move for belief in samples[0].moves]
        for number in reversed(range(len(events))):
            event = events[number]
            if not isinstance(event, RootEvent) or phase not in ("", event.phase):
                continue
            if preferred_in_tree(moves, event.root) == move:
                return Moment(event=number)
    numbers = reversed(range(len(samples)))
    leads = (n for n in numbers if preferred(recording.kind, samples[n]) == move)
    return next((Moment(sample=number) for number in leads), None)
