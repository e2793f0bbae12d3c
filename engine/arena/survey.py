"""A survey: every bot of a game answers one position, from the weakest to perfect play.

Each bot gets the same seed, so its answer is the one it gives when it is asked alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.context import Context, Seed
from engine.levels import is_wide
from engine.messages import Message
from engine.protocols import (
    Decision,
    Estimate,
    Game,
    Memory,
    OptionError,
    PlayerFault,
    PositionBot,
    Unit,
    Unsolvable,
    Variation,
)
from engine.puzzles.review import MoveReview, best_estimate, judge
from engine.registry import BOTS, bot_for, by_strength, default_text, make_bot, make_oracles
from engine.solvers.oracle import Hurried

Clock = Callable[[], float]  # in seconds
SLOW = "optimal"  # its proof may take minutes: it is asked last where it is not quick
TICK = 1 / 64  # seconds: the steps in which processor time goes on under Windows


@dataclass(frozen=True, slots=True)
class SurveyAnswer:
    """The answer of one bot; `belief` is its own estimate of its move.

    `seconds` is the processor time of its thinking, which other work does not lengthen. It is None
    where it would tell nothing: the answer was recorded, or used the exact values that another bot
    had worked out.
    """

    player: str
    move: int
    belief: Estimate
    unit: Unit
    seconds: float | None
    note: Message


@dataclass(frozen=True, slots=True)
class SurveyProgress:
    """The bot that is thinking, with its favourite so far and the part of its work done.

    `depth` is the depth in plies it has searched, None for a method without one.
    """

    player: str
    move: int | None = None
    effort: int = 0
    budget: int | None = None
    unit: Unit = Unit.PLAYOUTS
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Survey:
    """The answers so far; `exact` has the exact estimates of all moves, () until they are known.

    `refusals` has the reasons of the bots that cannot answer this position.
    """

    players: tuple[str, ...]  # in the order of the ladder
    answers: Mapping[str, SurveyAnswer] = field(default_factory=dict)
    exact: tuple[Estimate, ...] = ()
    progress: SurveyProgress | None = None  # None once everybody has answered
    refusals: Mapping[str, Message] = field(default_factory=dict)

    @property
    def able(self) -> int:
        """The number of bots that answer this position, as far as it is known."""
        return len(self.players) - len(self.refusals)

    @property
    def unasked(self) -> tuple[str, ...]:
        """The bots that have neither answered nor refused."""
        done = self.answers.keys() | self.refusals.keys()
        return tuple(player for player in self.players if player not in done)

    def truth(self, answer: SurveyAnswer) -> Estimate | None:
        """Return the exact value of the bot's move, None while it is not known."""
        estimates = (each for each in self.exact if each.move == answer.move)
        return next((each for each in estimates if each.value is not None), None)

    def review(self, answer: SurveyAnswer) -> MoveReview:
        """Return what the move of the bot gives away."""
        return judge(1, 0, answer.move, self.exact)

    @property
    def best(self) -> Estimate | None:
        """The exact value of the best move, None while it is not known."""
        rated = [each for each in self.exact if each.value is not None]
        return best_estimate(rated, len(self.exact))


def answer_of(player: str, decision: Decision, seconds: float | None) -> SurveyAnswer:
    """Return a bot's decision as an answer."""
    assert decision.move is not None
    belief = next(each for each in decision.estimates if each.move == decision.move)
    return SurveyAnswer(player, decision.move, belief, decision.unit, seconds, decision.note)


def ladder(game: Game[Any]) -> tuple[str, ...]:
    """Return the bots that a survey asks: each kind with several numbers, the weakest first.

    Some may not answer every position (`mc:exact` where too many positions follow).
    """
    texts: list[str] = []
    for kind in by_strength(game):
        entry = BOTS[kind]
        numbers = entry.surveyed_wide if is_wide(game) else entry.surveyed
        texts += [f"{kind}:{number}" for number in numbers] or [default_text(entry)]
        words = [f"{kind}:{word}" for word in entry.words]
        # Enumeration finds out only after minutes that a game of very many moves is too large.
        texts += [w for w in words if not (is_wide(game) and isinstance(make_bot(w), PositionBot))]
    return tuple(texts)


def clocks_of(kind: str) -> tuple[Clock, Clock]:
    """Return the clock on the wall and that of the processor for a kind of bot.

    The exact search works on several threads, so its time is that of the whole process. A person's
    own bot works in another process: only the wall tells its time.
    """
    if kind not in BOTS:
        return time.perf_counter, time.perf_counter
    several = BOTS[kind].exact
    return time.perf_counter, time.process_time if several else time.thread_time


class Surveyor:
    """Asks the bots of a game one after the other.

    Perfect play, mastery and the exact values share one oracle, so that nothing is proved twice.
    """

    def __init__(self, game: Game[Any], memory: Memory | None = None) -> None:
        self.game = game
        self.clocks = clocks_of
        self._memory = memory
        self._state: object = None  # the position of the oracles
        self._oracles = make_oracles()
        self._valued = False  # whether they have its exact values
        self._ready: set[str] = set()  # kinds whose modules and tables are loaded

    def ask(
        self, state: Any, seed: Seed, context: Context[Survey], begun: Survey | None = None
    ) -> Survey:
        """Ask every bot about an unfinished position; reports the survey after each answer.

        A bot that cannot answer this position is among the refusals. `begun` is a survey of this
        position to continue. Raises Cancelled.
        """
        survey = Survey(ladder(self.game)) if begun is None else begun
        if state != self._state:
            self._state, self._oracles, self._valued = state, make_oracles(), False
        for player in self._order(survey, state):
            survey = replace(survey, progress=SurveyProgress(player))
            context.report(survey)
            try:
                answer = self._answer(player, state, seed, survey, context)
            except (OptionError, PlayerFault, Unsolvable) as error:
                survey = replace(survey, refusals={**survey.refusals, player: error.message})
                context.report(survey)
                continue
            survey = replace(survey, answers={**survey.answers, player: answer})
            context.report(survey)
            if player == SLOW and not survey.exact:
                survey = replace(survey, exact=self._exact(state, context))
        if not survey.exact:
            survey = replace(survey, exact=self._exact(state, context))
        return replace(survey, progress=None)

    def _order(self, survey: Survey, state: Any) -> list[str]:
        """Return the order of the questions: perfect play first if it is quick, else last.

        A bot that answers only some positions of this game comes after the others, because it may
        work long before it finds that this is none of them.
        """
        quick = self._oracles.of(self.game).is_quick(state)

        def turn(player: str) -> int:
            if player == SLOW:
                return -1 if quick else 2
            return int(make_bot(player).supports(self.game) is not None)

        return sorted(survey.unasked, key=turn)

    def _answer(
        self, player: str, state: Any, seed: Seed, survey: Survey, context: Context[Survey]
    ) -> SurveyAnswer:
        def on_report(report: Decision) -> None:
            depth = report.detail.depth if isinstance(report.detail, Variation) else None
            work = (report.effort, report.budget, report.unit, depth)
            context.report(replace(survey, progress=SurveyProgress(player, report.move, *work)))

        kind = player.partition(":")[0]
        self._get_ready(kind, state, context)
        bot = bot_for(self.game, player, self._memory, self._oracles, once=True)
        clocks = self.clocks(kind)
        before = [clock() for clock in clocks]
        decision = bot.choose(self.game, state, context.part(seed, on_report))
        wall, processor = (clock() - at for clock, at in zip(clocks, before, strict=True))
        seconds: float | None = processor or min(wall, TICK)
        solved = any(each.value is not None for each in decision.estimates)
        if kind in BOTS and BOTS[kind].exact and solved:
            seconds = None if self._valued else seconds
            self._valued = True
        return answer_of(player, decision, seconds)

    def _get_ready(self, kind: str, state: Any, context: Context[Survey]) -> None:
        """Load the modules and tables of a kind, before the time of its first bot is taken."""
        entry = BOTS.get(kind)
        plain = entry is not None and entry.surveyed and not entry.exact
        if plain and kind not in self._ready:
            make_bot(f"{kind}:1").choose(self.game, state, context.part(0))
            self._ready.add(kind)

    def _exact(self, state: Any, context: Context[Survey]) -> tuple[Estimate, ...]:
        """Return the exact values of the moves, () where the position cannot be solved."""
        try:
            oracle = self._oracles.of(self.game)
            estimates = oracle.values(state, context.part(0), oracle.is_near(state)).estimates
            self._valued = True
            return estimates
        except (Unsolvable, Hurried):
            return ()
