"""The bots of a table: their worker jobs and decisions.

A job belongs to one position. When the position changes, the job is cancelled and its handle
dropped, so that a late answer is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from engine.levels import FIT, fit_text, kept_rung
from engine.messages import JouonsError, Message, message
from engine.protocols import Bot, Decision, FollowsGames
from engine.registry import OWN, is_own, learns, make_bot
from gui.app_context import AppContext, NoticeQueue
from gui.inspector.replay import GrowingRecorder, Replay, ReplayRequest
from gui.match.table import DecisionRecord, GameTable
from gui.own.fault import FaultViewModel, as_own_fault, fault_view_model, is_own_fault
from gui.own.files import LOOK_SECONDS
from gui.worker import Job

if TYPE_CHECKING:
    from engine.context import Context
    from engine.own.bot import OwnBot
    from engine.own.source import OwnSource

PERSON_SEES_OWN_MOVE = 0.25
SHOWN_EVERY = 0.1  # seconds between two pictures of a thinking bot


class Bots:
    """The bots of both sides and their current job."""

    def __init__(self, app_context: AppContext, table: GameTable, notices: NoticeQueue) -> None:
        self.app_context = app_context
        self._notices = notices
        self._told: list[Job[None]] = []
        self.table = table
        self.job: Job[Decision] | None = None
        self.latest: Decision | None = None  # the last report, or the answer, of the job
        self.since_change = 0.0
        self.fault: Message | None = None
        self.watched: Replay | None = None  # records the job while the inspector is open
        self.saved = False  # the file at fault was saved since
        self._player = ""  # the player text of the current job
        self._instead = ""  # the player text that makes this one move for the bot
        self._texts: dict[str, OwnSource] = {}  # of each own bot, the text of its last decision
        self._since_look = 0.0  # at the file at fault
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
        self.fault, self._instead = None, ""

    def close(self) -> None:
        """End the processes of own bots."""
        self.position_changed()
        self._bots.clear()

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
            player = self._player = self._instead or self.text(table.side)
            bot = self.bot(player)
            self._look_at_text(player, bot)
        except JouonsError as error:  # its stored memory cannot be read, or its file has gone
            self.fail(as_own_fault(error.message) if is_own(self._player) else error.message)
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
                work = partial(bot.finished, game, states, moves, side)
                self._told.append(self.app_context.worker.submit(work))

    def fail(self, fault: Message) -> None:
        """Stop the bot and keep its fault for display."""
        self.stop()
        self.fault, self.saved, self._instead = fault, False, ""

    def go_on(self) -> None:
        """Make a thinking bot answer at once, or start a waiting one."""
        if self.job is not None and not self.job.done:
            self.table.paused = False
            self.job.hurry()
        elif self.table.waiting and self.table.outcome is None:
            self.table.waiting = False
            self.fault = None
            self.table.paused = False

    def let_move(self, player: str) -> None:
        """Let another player make this one move for a bot at fault."""
        self._instead = player
        self.go_on()

    @property
    def own_fault(self) -> FaultViewModel | None:
        """The fault of an own bot that the game waits for; None without one."""
        if self.fault is None or not is_own_fault(self.fault) or self.table.outcome is not None:
            return None
        text = self._texts.get(self._player)
        return fault_view_model(self._player, self.fault, text, saved=self.saved)

    def _look_at_text(self, player: str, bot: Bot) -> None:
        """Keep the text that decides now, and tell when it is another one than before."""
        if not is_own(player):
            return
        before = self._texts.pop(player, None)
        now = self._texts[player] = cast("OwnBot", bot).source()
        if before is not None and before.hash != now.hash and now.fault is None:
            self._notices.add(message("own.reloaded", name=now.name), here=True)

    def _follow_file(self, dt: float) -> bool:
        """Look now and then whether the file at fault was saved; true when it was."""
        self._since_look += dt
        if not is_own_fault(self.fault) or self.saved or self._since_look < LOOK_SECONDS:
            return False
        self._since_look, text = 0.0, self._texts.get(self._player)
        try:
            now = cast("OwnBot", self.bot(self._player)).source().hash
        except JouonsError:
            return False
        self.saved = text is None or now != text.hash
        return self.saved

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
                self._notices.add(ended.error, fault=True)
        if self.wants_to_start(held):
            self.start()
            return True, None
        job = self.job
        if job is None:
            return self._follow_file(dt), None
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
        player = self._player
        if player in self._texts and "@" not in player and player.startswith(f"{OWN}:"):
            player = f"{player}@{self._texts[player].hash}"  # this text, whatever is saved later
        return True, DecisionRecord(answer, player, table.decision_seed(), hurried)
