"""Bots and analysis of a match: what runs in the worker, and what has come of it.

A bot's job is tied to the position it was asked about. When the position changes, the job is
cancelled and its handle dropped: a late answer has nobody to reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.messages import JouonsError, Message
from engine.protocols import Bot, Decision, Estimate, Unsolvable
from engine.registry import learns, make_bot
from gui.services import Services
from gui.table import Table
from gui.worker import Job

if TYPE_CHECKING:
    from engine.context import Context
    from engine.solvers.exact import Exact, Oracles

PERSON_SEES_OWN_MOVE = 0.25
SHOWN_EVERY = 0.1  # seconds between two pictures of a thinking bot
ANALYSIS_PLAYOUTS = 20_000


class Bots:
    """The bots of both sides and the decision under way."""

    def __init__(self, services: Services, table: Table) -> None:
        self.services = services
        self.table = table
        self.job: Job[Decision] | None = None
        self.decision: Decision | None = None  # the last report or answer, for the panels
        self.since_change = 0.0
        self.paused = False  # by the person
        self.held = False  # by a question that is still open
        self.fault: Message | None = None
        self._bots: dict[str, Bot] = {}
        self._changes = table.changes
        self._since_shown = 0.0

    def bot(self, side: int) -> Bot:
        """The bot of a side, made once for each player text."""
        text = self.table.players.of(side)
        # A learner reads its bags anew for every game: the one before may have added to them.
        key = f"{text} {self.table.number}" if learns(text) else text
        if key not in self._bots:
            memory = self.services.store if learns(text) else None
            self._bots[key] = make_bot(text, memory)
        return self._bots[key]

    @property
    def thinking(self) -> bool:
        """Whether a bot is at work now."""
        return self.job is not None and not self.job.done

    def follow(self) -> bool:
        """Drop what was asked about another position; true when there was one."""
        changed = self.table.changes != self._changes
        if changed:
            self.position_changed()
        return changed

    def position_changed(self) -> None:
        """Nothing asked before counts any more; thoughts that led to no move are dropped."""
        if self.job is not None:
            self.job.cancel()
            self.job = None
            self.decision = None
        self.since_change = 0.0
        self.fault = None
        self._changes = self.table.changes

    def wants_to_start(self) -> bool:
        """Whether a bot is to move and nothing holds it back."""
        table = self.table
        if table.outcome is not None or table.is_human(table.side) or table.waiting:
            return False
        return self.job is None and self.fault is None and not (self.paused or self.held)

    def start(self) -> None:
        """Ask the bot to move to decide."""
        table = self.table
        game, state = table.game, table.state
        self.decision = None
        try:
            bot = self.bot(table.side)
        except JouonsError as error:  # a learner whose memory cannot be opened
            self.fault = error.message
            table.waiting = True
            return
        self._since_shown = 0.0

        def work(context: Context[Decision]) -> Decision:
            return bot.choose(game, state, context)

        self.job = self.services.worker.submit(work, table.decision_seed())

    def stop(self) -> None:
        """Stop thinking; the bot waits until it is asked to go on."""
        if self.job is not None:
            self.job.cancel()
            self.job = None
        self.table.waiting = True

    def delay(self) -> float:
        """Seconds a move stays on the table before a bot answers it."""
        if self.table.humans:
            return PERSON_SEES_OWN_MOVE if self.services.settings.motion != "NONE" else 0.0
        return self.services.settings.bot_delay

    def update(self, dt: float, still: bool) -> tuple[bool, int | None]:
        """Poll; (whether something to show changed, a move to play now).

        `still` says that the board shows no animation, so that a move may follow.
        """
        changed = self.follow()
        self.since_change += dt
        if self.wants_to_start():
            self.start()
            return True, None
        job = self.job
        if job is None:
            return changed, None
        if not job.done:
            self._since_shown += dt
            if self._since_shown < SHOWN_EVERY:
                return False, None
            self._since_shown = 0.0
            self.decision = job.latest if job.latest is not None else self.decision
            return True, None
        return self._finished(job, still)

    def _finished(self, job: Job[Decision], still: bool) -> tuple[bool, int | None]:
        if job.error is not None or job.result is None:
            self.fault = job.error or Message("match.no_answer")
            self.job = None
            self.table.waiting = True
            return True, None
        first = self.decision is not job.result
        self.decision = job.result
        if not still or self.since_change < self.delay() or self.paused or self.held:
            return first, None
        self.job = None
        return True, job.result.move


class Known:
    """What analysis found out about one position."""

    def __init__(
        self, exact: Exact | None, estimates: tuple[Estimate, ...], score: float | None
    ) -> None:
        self.exact = exact
        self.estimates = estimates
        self.score = score  # for the first player, 0 .. 1

    @property
    def best(self) -> int | None:
        """The best move: by exact value and remoteness, else by score."""
        return best_move(self.estimates)


def best_move(estimates: tuple[Estimate, ...]) -> int | None:
    """The move of the best estimate, the first of equals; None without estimates."""
    return max(estimates, key=lambda each: each.rank).move if estimates else None


class Analyst:
    """Values of the positions of a game, worked out in the worker while it has nothing to do."""

    def __init__(self, services: Services, table: Table) -> None:
        self.services = services
        self.table = table
        self.known: dict[Any, Known] = {}
        self.partial: dict[Any, Known] = {}
        self.job: Job[Known] | None = None
        self._about: Any = None
        self._warned: Message | None = None
        self._oracles: Oracles | None = None
        self._reports = 0
        self._game = table.game

    def of(self, state: Any) -> Known | None:
        """What is known of a position, finished or not."""
        return self.known.get(state) or self.partial.get(state)

    def stop(self) -> None:
        """A bot needs the worker, or nobody looks any more."""
        if self.job is not None:
            self.job.cancel()
            self.job = None

    def update(self, wanted: list[Any]) -> bool:
        """Work on the first wanted position that is not known; true when something came."""
        if self._game is not self.table.game:
            self._game = self.table.game
            self.known.clear()
            self.partial.clear()
            self.stop()
        changed = self._collect()
        missing = next((state for state in wanted if state not in self.known), None)
        if missing is None:
            self.stop()
        elif self.job is None or self._about != missing:
            self.stop()
            self._start(missing)
        return changed

    def _collect(self) -> bool:
        job = self.job
        if job is None:
            return False
        changed = False
        if job.reports != self._reports:
            self._reports = job.reports
            found = job.latest
            if getattr(found, "estimates", None):
                self.partial[self._about] = Known(None, tuple(found.estimates), None)
                changed = True
        if job.done:
            if job.result is not None:
                self.known[self._about] = job.result
            elif job.error is not None:
                self.known[self._about] = Known(None, (), None)
            self.job = None
            self._warn()
            changed = True
        return changed

    def _warn(self) -> None:
        """Say once what limits the answers, such as a damaged opening book."""
        assert self._oracles is not None
        notice = self._oracles.of(self.table.game).notice
        if notice is not None and notice != self._warned:
            self._warned = notice
            self.services.notify(Message("match.analysis_limited", {"reason": notice}), fault=True)

    def _start(self, state: Any) -> None:
        from engine.bots.monte_carlo import MonteCarlo
        from engine.registry import make_oracles

        if self._oracles is None:
            self._oracles = make_oracles()
        oracles, game = self._oracles, self.table.game

        def work(context: Context[Any]) -> Known:
            player = game.to_move(state)
            try:
                exact = oracles.of(game).values(state, context)
            except Unsolvable:
                answer = MonteCarlo(ANALYSIS_PLAYOUTS).choose(game, state, context)
                scores = [e.score for e in answer.estimates if e.score is not None]
                top = max(scores) if scores else 0.5
                return Known(None, answer.estimates, top if player == 0 else 1 - top)
            if exact.value is None:
                return Known(None, exact.estimates, None)
            score = (exact.value + 1) / 2
            return Known(exact, exact.estimates, score if player == 0 else 1 - score)

        self._about = state
        self._reports = 0
        self.job = self.services.worker.submit(work, 1)

    def loss_of(self, state: Any, move: int) -> int:
        """How many steps of value a move gives away: 0, 1 (win to draw, draw to loss) or 2."""
        found = self.known.get(state)
        if found is None or found.exact is None or found.exact.value is None:
            return 0
        value = next((e.value for e in found.estimates if e.move == move), None)
        return 0 if value is None else int(found.exact.value) - int(value)
