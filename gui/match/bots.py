"""The bots of a table: their worker jobs and decisions.

A job belongs to one position. When the position changes, the job is cancelled and its handle
dropped, so that a late answer is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.levels import FIT, fit_text, kept_rung
from engine.messages import JouonsError, Message
from engine.protocols import Bot, Decision, FollowsGames, Game
from engine.registry import learns, make_bot
from gui.app_context import AppContext
from gui.inspector.recorded_job import GrowingRecorder
from gui.inspector.replay import Replay, ReplayRequest
from gui.match.table import DecisionRecord, GameTable
from gui.worker import Job

if TYPE_CHECKING:
    from engine.context import Context

PERSON_SEES_OWN_MOVE = 0.25
SHOWN_EVERY = 0.1  # seconds between two pictures of a thinking bot


class Bots:
    """The bots of both sides and their current job."""

    def __init__(
        self, app_context: AppContext, table: GameTable, on_fault: Callable[[Message], None]
    ) -> None:
        self.app_context = app_context
        self._on_fault = on_fault  # gets the fault of a bot that was told of the end of a game
        self._told: list[Job[None]] = []
        self.table = table
        self.job: Job[Decision] | None = None
        self.latest: Decision | None = None  # the last report, or the answer, of the job
        self.since_change = 0.0
        self.fault: Message | None = None
        self.watched: Replay | None = None  # records the job while the inspector is open
        self._player = ""  # the player text of the current job
        self._bots: dict[str, Bot] = {}
        self._since_shown = 0.0

    def text(self, side: int) -> str:
        """Return the player text of a side; the adaptive opponent with its current level."""
        table = self.table
        text = table.players.of(side)
        if text != FIT:
            return text
        rung = self.app_context.store.rung(table.players.names[1 - side], table.game.id)
        return fit_text(kept_rung(rung))

    def bot(self, text: str) -> Bot:
        """Return the bot of a player text, cached except for learners.

        A learner is made anew for every decision, because its bags may have changed since the last
        one, by a game, by training, or by another window.
        """
        if learns(text):
            return make_bot(text, self.app_context.store)
        if text not in self._bots:
            self._bots[text] = make_bot(text, self.app_context.store)
        return self._bots[text]

    @property
    def thinking(self) -> bool:
        """Whether a bot is deciding now."""
        return self.job is not None and not self.job.done

    def position_changed(self) -> None:
        """Drop the job of the previous position."""
        self._drop()
        self.since_change = 0.0
        self.fault = None

    def _drop(self) -> None:
        if self.job is not None:
            self.job.cancel()
        self.job = self.latest = self.watched = None

    def wants_to_start(self, held: bool) -> bool:
        """Whether a bot is to move and nothing prevents it."""
        table = self.table
        if table.outcome is not None or table.is_human(table.side) or table.waiting:
            return False
        return self.job is None and self.fault is None and not (self.table.paused or held)

    def start(self) -> None:
        """Start the decision of the bot to move."""
        table = self.table
        game, state = table.game, table.state
        try:
            player = self._player = self.text(table.side)
            bot = self.bot(player)
        except JouonsError as error:  # its stored memory cannot be read
            self.fail(error.message)
            return
        self.latest = None
        self._since_shown = 0.0

        recorder = GrowingRecorder() if self.app_context.settings.inspector else None

        def work(context: Context[Decision]) -> Decision:
            context.recorder = recorder
            return bot.choose(game, state, context)

        self.job = self.app_context.worker.submit(work, table.decision_seed())
        if recorder is not None:
            past = tuple(table.session.states[:-1])
            question = ReplayRequest(game, state, player, table.decision_seed(), past=past)
            self.watched = Replay(question, self.job, recorder, at_table=True)

    def stop(self) -> None:
        """Stop thinking; the bot waits until `go_on`."""
        self._drop()
        self.table.waiting = True

    def game_ended(self, states: Sequence[Any], moves: Sequence[int]) -> None:
        """Tell the bots that follow their games of one that has ended."""
        for side in (0, 1):
            bot, game = self._bots.get(self.table.players.of(side)), self.table.game
            if isinstance(bot, FollowsGames):
                work = partial(_tell, bot, game, states, moves, side)
                self._told.append(self.app_context.worker.submit(work))

    def fail(self, fault: Message) -> None:
        """Stop the bot and keep its fault for display."""
        self.stop()
        self.fault = fault

    def go_on(self) -> None:
        """Make a thinking bot answer at once, or start a waiting one."""
        if self.job is not None and not self.job.done:
            self.table.paused = False
            self.job.hurry()
        elif self.table.waiting and self.table.outcome is None:
            self.table.waiting = False
            self.fault = None
            self.table.paused = False

    def pause(self) -> None:
        """Toggle pause."""
        self.table.paused = not self.table.paused
        if self.job is not None:
            self.job.pause(self.table.paused)

    def delay(self) -> float:
        """Return the seconds that a move stays on the board before a bot answers it."""
        if self.table.humans:
            return PERSON_SEES_OWN_MOVE if self.app_context.settings.motion != "NONE" else 0.0
        return self.app_context.settings.bot_delay

    def update(self, dt: float, *, still: bool, held: bool) -> tuple[bool, DecisionRecord | None]:
        """Poll the job: whether the display changed, and the decision whose move is due now.

        `still` says that the board shows no animation, so that a move may follow; `held` that a
        question to the player is open.
        """
        self.since_change += dt
        for ended in [each for each in self._told if each.done]:
            self._told.remove(ended)
            if ended.error is not None:
                self._on_fault(ended.error)
        if self.wants_to_start(held):
            self.start()
            return True, None
        job = self.job
        if job is None:
            return False, None
        if job.done:
            return self._finished(job, still and not held)
        self._since_shown += dt
        if self._since_shown < SHOWN_EVERY:
            return False, None
        self._since_shown = 0.0
        self.latest = job.latest if job.latest is not None else self.latest
        return True, None

    def _finished(self, job: Job[Decision], free: bool) -> tuple[bool, DecisionRecord | None]:
        answer = job.result
        if answer is None:
            self.fail(job.error or Message("match.no_answer"))
            return True, None
        first = self.latest is not answer
        self.latest = answer
        if not free or self.since_change < self.delay() or self.table.paused:
            return first, None
        table = self.table
        hurried = answer.effort if job.context.hurry else None
        return True, DecisionRecord(answer, self._player, table.decision_seed(), hurried)


def _tell(
    bot: FollowsGames,
    game: Game[Any],
    states: Sequence[Any],
    moves: Sequence[int],
    side: int,
    context: Context[Any],
) -> None:
    bot.finished(game, states, moves, side, context)
