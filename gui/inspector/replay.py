"""A decision made again in the worker, taken down while it is made. No pygame here."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.context import Cancelled, Context
from engine.messages import JouonsError, Message, message
from engine.naming import move_name
from engine.playout import exact_outcomes
from engine.protocols import (
    START_COUNT,
    Bag,
    BagChange,
    Bot,
    Decision,
    Diary,
    Game,
    Learning,
    Memory,
    Unit,
    Unsolvable,
    bag_key,
    game_key,
    is_vast,
)
from engine.registry import bot_for, learns, player_name
from engine.watch import Belief, Recorder, Recording
from gui.worker import Job, Worker

HANDED_OVER = 0.1  # seconds between two looks at a recording that grows
BagCounts = dict[str, dict[int, int]]  # by bag and move


@dataclass(frozen=True)
class ReplayRequest:
    """A decision to look into: where, by whom, and all that it hung on."""

    game: Game[Any]
    state: Any
    player: str
    seed: tuple[int, ...]
    stored: Decision | None = None  # what it must come to; None where nothing was kept
    hurried: int | None = None  # the effort at which it was told to answer at once
    past: tuple[Any, ...] = ()  # the positions of the game before this one
    made: int | None = None  # the move it came to, where no more was kept of it
    gained: tuple[BagChange, ...] = ()  # what learners have learned from this game since

    def same(self, other: ReplayRequest) -> bool:
        """Whether it asks for the same thinking, whatever is known of how it ended."""
        return self._asks() == other._asks()

    def _asks(self) -> tuple[Any, ...]:
        return game_key(self.game), self.state, self.player, self.seed, self.made


class GrowingRecorder(Recorder):
    """A recorder that another thread may look at: `latest` is what it had taken down by then.

    `alone`: of a learner's bags that of the position is taken down and no other.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, alone: bool = False) -> None:
        super().__init__()
        self._alone = alone
        self.latest: Recording | None = None
        self.on_effort: Callable[[int], None] = lambda effort: None
        self._clock = clock
        self._due = 0.0

    def step(self, phase: str, text: Message, line: tuple[int, ...] = (), **facts: object) -> None:
        super().step(phase, text, line, **facts)
        self._hand_over()

    def sample(self, effort: int, beliefs: Callable[[], Iterable[Belief]]) -> None:
        super().sample(effort, beliefs)
        self.on_effort(effort)
        self._hand_over()

    def show(self, name: str, value: Any) -> None:
        if self._alone and name == "bags":
            value = [bag for bag in value if bag["present"]]
            super().show("alone", True)
        super().show(name, value)

    def _hand_over(self) -> None:
        now = self._clock()
        if now >= self._due:
            self._due = now + HANDED_OVER
            self.latest = self.recording()


class PastMemory:
    """A learner's memory as it was at a decision, all its bags of one moment.

    `alone`: what the other bags held then was not kept, so there is only that of the position.
    """

    def __init__(self, bags: BagCounts, learning: Learning, alone: bool) -> None:
        self.alone = alone
        self._bags = bags
        self._learning = replace(learning, grown=())  # what grew since is not in these bags

    def learning(self, game: str) -> Learning:
        """How it has come along until today."""
        return self._learning

    def add_lesson(self, game: str, lesson: Learning) -> None:
        """Never: who only looks learns nothing."""
        raise AssertionError("a replay learned something")

    def load_bags(self, game: str) -> dict[str, dict[int, int]]:
        """Those of then."""
        return {place: dict(bag) for place, bag in self._bags.items()}

    def add_to_bags(
        self, game: str, added: Mapping[str, Mapping[int, int]], afresh: Collection[str] = ()
    ) -> None:
        """Never: who only looks learns nothing."""
        raise AssertionError("a replay learned something")

    def reset_bags(self, game: str) -> None:
        """Never."""
        raise AssertionError("a replay forgot something")


def memory_then(question: ReplayRequest, memory: Memory) -> Memory:
    """The bags that a learner's decision was drawn from.

    Those of today where its own bag has not changed; else those of today without what this game
    taught; else its own bag alone.
    """
    game, state, stored = question.game, question.state, question.stored
    if stored is None or not isinstance(stored.detail, Bag):
        return memory
    key, place = game_key(game), bag_key(game, state)
    bag = {game.symmetry_of_move(state, move): count for move, count in stored.detail.counts}

    def held(bags: BagCounts) -> bool:
        kept = bags.get(place, {})
        return all(kept.get(move, START_COUNT) == count for move, count in bag.items())

    bags = {each: dict(counts) for each, counts in memory.load_bags(key).items()}
    if held(bags):
        return memory
    learning = memory.learning(key) if isinstance(memory, Diary) else Learning()
    for change in question.gained:
        if bags.get(change.place, {}).get(change.move, START_COUNT) > START_COUNT:
            bags[change.place][change.move] -= 1
    if held(bags):
        return PastMemory(bags, learning, False)
    return PastMemory({place: bag}, learning, True)


class Replay:
    """One decision being made, or made, with a recorder; `update` sees what has come of it."""

    def __init__(
        self,
        question: ReplayRequest,
        job: Job[Decision],
        recorder: GrowingRecorder,
        *,
        at_table: bool = False,
    ) -> None:
        self.question = question
        self.job = job
        self.recorder = recorder
        self.at_table = at_table  # it is the bot at the table that thinks: not ours to end
        self.recording: Recording | None = None
        self.decision: Decision | None = None
        self.fault: Message | None = None
        self.complete = False

    def update(self) -> bool:
        """Take what the worker has handed over; true when there is something new."""
        if self.complete or self.fault is not None:
            return False
        if self.job.done:
            self._finish()
            return True
        latest = self.recorder.latest
        if latest is self.recording:
            return False
        self.recording = latest
        return True

    def _finish(self) -> None:
        answer = self.job.result
        if answer is None:
            self.fault = self.job.error or Message("match.no_answer")
            return
        self.fault = self.mismatch(answer)
        if self.fault is None:
            self.recording = self.recorder.recording()
            self.decision = answer
            self.complete = True

    def mismatch(self, answer: Decision) -> Message | None:
        """Why this is not the decision that was kept, if it is not."""
        question, stored = self.question, self.question.stored
        then = stored.move if stored is not None else question.made
        if then is None or then == answer.move:
            return None
        game, state = question.game, question.state
        return message(
            "inspector.not_the_same" if stored is not None else "inspector.not_again",
            player=player_name(question.player, game),
            then=move_name(game, state, then),
            now=move_name(game, state, answer.move) if answer.move is not None else "",
        )

    def cancel(self) -> None:
        """End it at once, if it still runs for whoever looks inside alone."""
        if not self.job.done and not self.at_table:
            self.job.cancel()


def begin(question: ReplayRequest, worker: Worker, memory: Callable[[], Memory]) -> Replay:
    """Make a decision again in the worker.

    Raises JouonsError, one sentence, where the player does not play this game or the position is
    an end, or the learner's memory cannot be read.
    """
    game, state = question.game, question.state
    if game.outcome(state) is not None:
        raise JouonsError("inspector.over")
    kept = memory_then(question, memory()) if learns(question.player) else None
    bot = bot_for(game, question.player, kept)
    recorder = GrowingRecorder(alone=isinstance(kept, PastMemory) and kept.alone)

    def work(context: Context[Decision]) -> Decision:
        return decide_again(question, bot, context, recorder)

    job = worker.submit(work, np.random.SeedSequence(question.seed))
    return Replay(question, job, recorder)


def count_chances(question: ReplayRequest, worker: Worker) -> Job[dict[int, float]] | None:
    """The exact chance of every move under random play, worked out in the worker.

    None for a game that nobody can count; empty where too many positions follow this one.
    """
    game, state = question.game, question.state
    if is_vast(game):
        return None
    mine = 2 * game.to_move(state)

    def work(context: Context[Any]) -> dict[int, float]:
        try:
            found = exact_outcomes(game, state, context.check)
        except Unsolvable:
            return {}
        return {move: chance[mine] + chance[1] / 2 for move, chance in found.items()}

    return worker.submit(work)


def decide_again(
    question: ReplayRequest, bot: Bot, context: Context[Decision], recorder: GrowingRecorder
) -> Decision:
    """The decision with the recorder; told to answer at once where it was told so then."""
    context.recorder = recorder
    if question.hurried is None:
        return bot.choose(question.game, question.state, context)
    unit = Unit.PLAYOUTS if question.stored is None else question.stored.unit
    if unit is Unit.NODES:
        context = _HurriedAt(context, question, _looks_within(question, bot, context))
    elif unit is Unit.PLAYOUTS:
        _hurry_at(question.hurried, context, recorder)
    else:
        context.ask_hurry()
    return bot.choose(question.game, question.state, context)


def _hurry_at(effort: int, context: Context[Decision], recorder: GrowingRecorder) -> None:
    def on_effort(spent: int) -> None:
        if spent >= effort:
            context.ask_hurry()

    recorder.on_effort = on_effort
    on_effort(0)


class _ReplayContext(Context[Decision]):
    """A decision from its seed once more, ended when the one that asks for it is."""

    def __init__(self, outer: Context[Decision], question: ReplayRequest) -> None:
        super().__init__(np.random.SeedSequence(question.seed), self.heard)
        self._outer = outer

    def check(self) -> None:
        self._outer.check()
        super().check()

    def heard(self, decision: Decision) -> None:
        """A report of how far it has come."""


class _StopAfterReports(_ReplayContext):
    """Counts the reports up to an effort, then ends."""

    def __init__(self, outer: Context[Decision], question: ReplayRequest, effort: int) -> None:
        super().__init__(outer, question)
        self.effort = effort
        self.reports = 0

    def heard(self, decision: Decision) -> None:
        if decision.effort > self.effort:
            self.cancel()
        else:
            self.reports += 1


class _HurriedAt(_ReplayContext):
    """Told to answer at once after so many reports."""

    def __init__(self, outer: Context[Decision], question: ReplayRequest, reports: int) -> None:
        super().__init__(outer, question)
        self.recorder = outer.recorder
        self.left = reports
        if not reports:
            self.ask_hurry()

    def heard(self, decision: Decision) -> None:
        self.left -= 1
        if self.left <= 0:
            self.ask_hurry()


def _looks_within(question: ReplayRequest, bot: Bot, outer: Context[Decision]) -> int:
    """How many looks a look-ahead had finished when it was told to answer, by their nodes."""
    assert question.hurried is not None
    trial = _StopAfterReports(outer, question, question.hurried)
    with suppress(Cancelled):
        whole = bot.choose(question.game, question.state, trial)
        if whole.effort == question.hurried:
            return trial.reports + 1  # it was told so when it had all but answered
    outer.check()  # it may have been the outer one that ended it
    return trial.reports
