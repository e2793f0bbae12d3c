"""A recording that grows in the worker, and the replay of a decision with one. No pygame here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from engine.arena.experiment import Bags, SnapshotMemory
from engine.context import Context
from engine.messages import JouonsError, Message, message
from engine.naming import move_name
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
    StoredBags,
    Unit,
    Unsolvable,
    Variation,
    bag_key,
    game_key,
)
from engine.recording import (
    MAX_EVENTS,
    Belief,
    Event,
    LateEvent,
    MethodResult,
    Recorder,
    Recording,
    RecordingKind,
)
from engine.registry import bot_for, learns, player_name
from engine.solvers.playout import exact_outcomes
from gui.worker import Job, Worker

HANDED_OVER = 0.1  # seconds between two snapshots of a growing recording
BagCounts = dict[str, dict[int, int]]  # by bag and move
R = TypeVar("R")


class GrowingRecorder(Recorder):
    """Recorder that another thread may read: `latest` is a snapshot of the recording.

    `alone`: of a learner's bags only the one of the position is known as it was.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        alone: bool = False,
        max_events: int = MAX_EVENTS,
    ) -> None:
        super().__init__(max_events)
        self.alone = alone
        self.latest: Recording | None = None
        self.on_effort: Callable[[int], None] = lambda effort: None
        self._clock = clock
        self._due = 0.0

    def add(self, event: Event | LateEvent) -> None:
        super().add(event)
        self._hand_over()

    def sample(self, effort: int, beliefs: Callable[[], Iterable[Belief]]) -> None:
        super().sample(effort, beliefs)
        self.on_effort(effort)
        self._hand_over()

    def finish(self, result: MethodResult) -> None:
        super().finish(result)
        self.latest = self.recording()

    def _hand_over(self) -> None:
        now = self._clock()
        # An own bot may be silent after a note, so that no later step would hand it over.
        if now >= self._due or self.kind is RecordingKind.NOTES:
            self._due = now + HANDED_OVER
            self.latest = self.recording()


class RecordedJob(Generic[R]):
    """A job with its recorder; `update` takes what the worker has handed over."""

    def __init__(self, job: Job[R], recorder: GrowingRecorder) -> None:
        self.job = job
        self.recorder = recorder
        self.recording: Recording | None = None
        self.fault: Message | None = None
        self.complete = False

    def update(self) -> bool:
        """Take the latest snapshot from the worker; return True if there is something new."""
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
            self.complete = True

    def mismatch(self, answer: R) -> Message | None:
        """Return why this is not the expected result, or None if it is."""
        return None

    def cancel(self) -> None:
        if not self.job.done:
            self.job.cancel()


@dataclass(frozen=True)
class ReplayRequest:
    """A decision to replay: its position, its player, and everything it depended on."""

    game: Game[Any]
    state: Any
    player: str
    seed: tuple[int, ...]
    stored: Decision | None = None  # the expected result; None if it was not stored
    hurried: int | None = None  # the effort at which the bot was hurried
    past: tuple[Any, ...] = ()  # the positions of the game before this one
    made: int | None = None  # its move, where the rest was not stored
    # The lesson that learners took from this game, which they may not have had; None without one.
    gained: tuple[BagChange, ...] | None = None

    def same(self, other: ReplayRequest) -> bool:
        """Whether both requests replay the same decision, whatever their expected results."""
        return self._asks() == other._asks()

    def _asks(self) -> tuple[Any, ...]:
        return game_key(self.game), self.state, self.player, self.seed, self.made


class PastMemory(SnapshotMemory):
    """Memory of a learner as it was at a decision, all bags of one moment; nothing changes it.

    `alone`: the other bags of that moment are not known, so it has only that of the position.
    `learning` is the progress until then, `earlier` the bags kept until then.
    """

    def __init__(
        self, bags: Bags, learning: Learning, alone: bool, earlier: Mapping[int, StoredBags]
    ) -> None:
        super().__init__(bags)
        self.alone = alone
        self._earlier = earlier
        self._learning = learning

    def learning(self, game: str) -> Learning:
        """Return the learning curve until that moment."""
        return self._learning

    def add_lesson(self, game: str, lesson: Learning) -> None:
        """Ignored: a replay does not train the learner."""

    def earlier_bags(self, game: str) -> Mapping[int, StoredBags]:
        """Return the bags kept until that moment, by the games learned from."""
        return self._earlier

    def keep_bags(self, game: str, games: int, bags: StoredBags) -> None:
        """Ignored: a replay does not change the learner."""


def memory_then(question: ReplayRequest, memory: Memory) -> Memory:
    """Return the bags that a learner's decision was drawn from.

    Today's bags if it has learned from no game since, or without the lesson of this game if that
    was the only one; else the bags kept at that number of games; else the bag of the position
    alone.
    """
    game, state, stored = question.game, question.state, question.stored
    if stored is None or not isinstance(stored.detail, Bag):
        return memory
    key, place, then = game_key(game), bag_key(game, state), stored.detail.games
    bag = {game.symmetry_of_move(state, move): count for move, count in stored.detail.counts}

    def held(bags: StoredBags) -> bool:
        counts = bags.get(place, {})
        return all(counts.get(move, START_COUNT) == count for move, count in bag.items())

    today = memory.load_bags(key)
    diary = memory if isinstance(memory, Diary) else None
    learning = diary.learning(key) if diary is not None else Learning()
    if learning.games == then and held(today):
        return memory
    archived = diary.earlier_bags(key) if diary is not None else {}
    earlier = {games: held_counts for games, held_counts in archived.items() if games <= then}
    until = tuple(point for point in learning.curve if point[0] <= then)
    past = replace(learning, games=then, curve=until, grown=())
    stored_bags = archived.get(then)
    if learning.games == then + 1 and question.gained is not None:
        stored_bags = _without(today, question.gained)
    if stored_bags is not None and held(stored_bags):
        bags = {each: dict(counts) for each, counts in stored_bags.items()}
        return PastMemory({key: bags}, past, False, earlier)
    return PastMemory({key: {place: bag}}, past, True, earlier)


def _without(today: StoredBags, gained: Iterable[BagChange]) -> BagCounts:
    bags = {each: dict(counts) for each, counts in today.items()}
    for change in gained:
        if bags.get(change.place, {}).get(change.move, START_COUNT) > START_COUNT:
            bags[change.place][change.move] -= 1
    return bags


class Replay(RecordedJob[Decision]):
    """One decision in progress or finished, with a recorder; `update` takes its results."""

    def __init__(
        self,
        question: ReplayRequest,
        job: Job[Decision],
        recorder: GrowingRecorder,
        *,
        at_table: bool = False,
    ) -> None:
        super().__init__(job, recorder)
        self.question = question
        self.at_table = at_table  # the bot at the table is thinking: this object must not cancel it

    @property
    def decision(self) -> Decision | None:
        """The decision, once it is complete and is the stored one."""
        return self.job.result if self.complete else None

    def mismatch(self, answer: Decision) -> Message | None:
        """Return why this is not the stored decision, or None if it is."""
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
        """Cancel the job, unless it belongs to the bot at the table."""
        if not self.at_table:
            super().cancel()


def begin(question: ReplayRequest, worker: Worker, memory: Callable[[], Memory]) -> Replay:
    """Start the replay of a decision in the worker.

    Raises JouonsError, one sentence, if the player does not play this game, the position is final,
    or the learner's memory cannot be read.
    """
    game, state = question.game, question.state
    if game.outcome(state) is not None:
        raise JouonsError("inspector.over")
    memory_used = memory_then(question, memory()) if learns(question.player) else None
    bot = bot_for(game, question.player, memory_used, once=True)
    recorder = GrowingRecorder(alone=isinstance(memory_used, PastMemory) and memory_used.alone)

    work = partial(decide_again, question, bot, recorder)
    return Replay(question, worker.submit(work, question.seed), recorder)


def count_chances(question: ReplayRequest, context: Context[Any]) -> dict[int, float]:
    """Return the exact chance of every move under random play.

    The result is empty if too many positions follow this one.
    """
    mine = 2 * question.game.to_move(question.state)
    try:
        outcomes = exact_outcomes(question.game, question.state, context.check)
    except Unsolvable:
        return {}
    return {move: chance[mine] + chance[1] / 2 for move, chance in outcomes.items()}


def decide_again(
    question: ReplayRequest, bot: Bot, recorder: GrowingRecorder, context: Context[Decision]
) -> Decision:
    """Repeat the decision with the recorder, hurried at the same effort."""
    context.recorder = recorder
    if question.hurried is None:
        return bot.choose(question.game, question.state, context)
    stored, effort = question.stored, question.hurried
    if stored is None or stored.unit is Unit.PLAYOUTS:

        def on_effort(spent: int) -> None:
            if spent >= effort:
                context.ask_hurry()

        recorder.on_effort = on_effort
        on_effort(0)
    else:
        detail = stored.detail
        depth = detail.depth if isinstance(detail, Variation) else None
        context = _hurried_at_depth(depth, question, context)
    return bot.choose(question.game, question.state, context)


def _hurried_at_depth(
    depth: int | None, question: ReplayRequest, outer: Context[Decision]
) -> Context[Decision]:
    """Return a context that hurries the bot once it has reported a depth, at once for None."""

    def on_report(decision: Decision) -> None:
        if isinstance(decision.detail, Variation) and decision.detail.depth == depth:
            context.ask_hurry()

    context: Context[Decision] = outer.part(question.seed, on_report)
    context.recorder = outer.recorder
    if depth is None:
        context.ask_hurry()
    return context
