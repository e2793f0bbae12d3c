"""A drill of the user's own mistakes: the position before each, with the answer hidden.

No pygame here. Nothing on the screen depends on the good moves until one is tried or shown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from engine.messages import Message, is_written, message
from engine.naming import move_name, named_move
from engine.protocols import HUMAN, Game, Impartial, Value
from engine.puzzles.refutation import Missed, refutation, threats
from engine.registry import make_game, make_oracles, name_of
from engine.saves import SavedGame, replay
from engine.solvers.connect4_why import Explanation
from gui.app_context import AppContext
from gui.boards import board_of
from gui.boards.plan_search import Explainer, PlanQuestion
from gui.boards.words import reason, side_words, told_side
from gui.exercises.attempt import Attempt
from gui.exercises.drill import Drill, Drilled
from gui.exercises.exercise import AttemptPhase, Exercise
from gui.exercises.mistakes import (
    Mistake,
    ReviewedGame,
    Values,
    keep,
    review,
    review_known,
    stored_mistakes,
    worst_first,
)
from gui.exercises.problem import MoveAttempt
from gui.worker import JobSlot


@dataclass(frozen=True)
class MistakeExercise(Exercise):
    """The position before a mistake; the first of `wrong` is the move of the game."""

    mistake: Mistake = field(kw_only=True)
    plays_out = False

    def title(self, phase: AttemptPhase, move: int | None, helped: bool) -> Message:
        goal = goal_of(self.mistake)
        if phase is AttemptPhase.SHOWING:
            shown = self.right[0] if move is None else move
            return move_sentence(f"retry.showing.{goal}", self.game, self.start, shown)
        if move is None or phase not in (AttemptPhase.SOLVED, AttemptPhase.SHOWN):
            return self.ask
        key = "retry.shown"
        if phase is AttemptPhase.SOLVED:
            key = "retry.right" if helped else "retry.found"
        return move_sentence(f"{key}.{goal}", self.game, self.start, move)

    def comment(self, phase: AttemptPhase, tries: int, helped: bool) -> Message | None:
        return Message("retry.found_detail") if phase is AttemptPhase.SOLVED else None

    @property
    def not_it(self) -> Message:
        once = self.mistake.review.missed is Missed.WIN
        return Message("why.slower") if once else super().not_it

    @property
    def row(self) -> tuple[Message, Message, Message]:
        """The line in the list of all: the move, the same in few words, how soon it was lost."""
        mistake = self.mistake
        values = side_values(mistake, self.game)
        move = named_move(self.game, self.start, self.wrong[0])
        key = "retry.row_side" if values else "retry.row"
        whole = message(key, n=mistake.number, move=move, **values)
        return whole, message("retry.row_short", n=mistake.number, move=move), lost(mistake)

    @property
    def value_before(self) -> tuple[Value, Message] | None:
        """The value of the position, in words; None where it is unknown."""
        mistake, values = self.mistake, side_values(self.mistake, self.game)
        if mistake.before in (None, Value.LOSS):  # what could be seen says more than theory
            return None
        once = mistake.review.missed is Missed.WIN
        ending = "once" if once else mistake.before.name.lower()
        key = f"retry.before{'_side' if values else ''}.{ending}"
        return mistake.before, message(key, **values)

    @property
    def value_after(self) -> tuple[Message, Value, Message] | None:
        """The move of the game, the value it left, and the reason where that is short."""
        game, state, move, after = self.game, self.start, self.wrong[0], self.mistake.after
        if after is None:
            return None
        refuted = refutation(game, state, move)
        led = Message(f"retry.after.{after.name.lower()}")
        if refuted is not None:
            led = reason(game, game.play(state, move), refuted)
        return move_sentence("retry.after", game, state, move), after, led

    def tried(self, move: int) -> Message:
        """Return that a try does not work either."""
        name = move_name(self.game, self.start, move)
        return message(f"retry.tried.{goal_of(self.mistake)}", move=name)


def goal_of(mistake: Mistake) -> str:
    """Return the aim of the good moves: to win at once, to win, to hold the draw, or to be safe
    from a loss at once.
    """
    if mistake.review.missed is Missed.WIN:
        return "once"
    if not mistake.review.lost:
        return "safe"
    return "win" if mistake.before is Value.WIN else "draw"


def move_sentence(key: str, game: Game[Any], state: Any, move: int, **values: Message) -> Message:
    """Return a sentence about a move, in its variant for moves named as actions: take 2."""
    taking = isinstance(game, Impartial) and is_written(f"{key}.take")
    named = move_name(game, state, move)
    return message(f"{key}.take" if taking else key, move=named, **values)


def side_values(mistake: Mistake, game: Game[Any]) -> dict[str, Message]:
    """Return the side of the mistake as a value in a game of two people, else nothing."""
    if not mistake.saved.first == mistake.saved.second == HUMAN:
        return {}
    return {"side": told_side(game, mistake.side)}


def exercise_of(mistake: Mistake) -> MistakeExercise:
    game = make_game(mistake.saved.game, mistake.saved.options)
    session = replay(mistake.saved, game)
    state, values = session.state, side_values(mistake, game)
    played = mistake.review.move
    key = f"retry.{'ask_side' if values else 'ask'}.{goal_of(mistake)}"
    ask, detail = move_sentence(key, game, state, played, **values), Message("retry.click")
    threatened: tuple[int, ...] = ()
    if mistake.review.missed is Missed.BLOCK and threats(game, state):
        # Such a threat is drawn before the try: to see it is the lesson.
        threatened = threats(game, state)
        other = Message(side_words(game)[1 - mistake.side])
        ask = message("retry.threat", side=other, move=named_move(game, state, threatened[0]))
        if not values:
            detail = move_sentence("retry.threat_detail", game, state, played)
    return MistakeExercise(
        game,
        tuple(session.states),
        session.moves,
        mistake.review.good,
        ask,
        detail,
        (played,),
        threats=threatened,
        mistake=mistake,
    )


class MistakeDrill(Drill):
    """The mistakes of one game, or a person's stored ones of many."""

    def __init__(
        self,
        app_context: AppContext,
        game: str,
        saved: SavedGame | None = None,
        known: Values | None = None,
        ply: int | None = None,
        person: str = "",
        explained: Collection[Any] = (),
    ) -> None:
        """Prepare the drill; `known` holds values of the game that need no new analysis.

        `ply` is that of the mistake to begin with, by default the worst one. The answers in the
        positions `explained` are known: those mistakes count as shown.
        """
        kind = "retry.of_game" if saved is not None else "retry.of_kept"
        super().__init__(app_context, message(kind, game=name_of(game)))
        self.game = game
        self.person = person
        self.saved = saved  # the game just played; None for stored mistakes
        self.judged = False  # whether every move of the game has a judgement
        self._explained = explained
        self._known = known
        self._ply = ply
        self._searching = True
        self._untaught = 0  # mistakes too far from the end to be shown to this player
        self._noted: set[str] = set()  # already stored: another try counts on another occasion only
        self._job: JobSlot[ReviewedGame | None] = JobSlot(app_context.worker)
        self._explainer = Explainer(app_context, cache(make_oracles))

    @property
    def searching(self) -> bool:
        return self._searching

    def enter(self) -> None:
        """Find the mistakes. StoreError when the stored ones cannot be read."""
        if not self._searching or self._job:
            return
        if self.saved is not None:
            reviewed = review_known(self.saved, self._known) if self._known is not None else None
            if reviewed is not None:
                self._take_reviewed(reviewed)
            else:
                self._job.submit(partial(review, self.saved))
            return
        mistakes, damaged = stored_mistakes(self.app_context, self.game, self.person)
        if damaged:
            self.notices.add(message("retry.damaged", count=damaged), fault=True)
        self._take(mistakes)

    def _take_reviewed(self, review: ReviewedGame | None) -> None:
        self.judged = review is not None and not review.unknown
        if self.saved is not None and review is not None:
            keep(self.app_context, self.game, *review.kept(self.saved))
        # The last of equal ones first: it is the one that the banner of the game names.
        self._take(tuple(reversed(review.mistakes)) if review is not None else ())

    def _take(self, every: Sequence[Mistake]) -> None:
        self._searching = False
        mistakes = worst_first(every)
        self._untaught = len(every) - len(mistakes)
        self.exercises = [exercise_of(mistake) for mistake in mistakes]
        plies = [len(mistake.saved.moves) for mistake in mistakes]
        self._go(plies.index(self._ply) if self._ply in plies else 0)

    def update(self, dt: float, still: bool) -> None:
        job = self._job.take()
        if job is not None:
            if job.error is not None:
                self.notices.add(job.error, fault=True)
            self._take_reviewed(job.result)
        super().update(dt, still)
        question = self.plan_question
        if question is None or self.attempt is None or self.attempt.working:
            self._explainer.stop()
        elif self._explainer.update(question):
            self._changes += 1

    @property
    def plan_question(self) -> PlanQuestion | None:
        """The question for the plan against the mistake on the board, where there may be one."""
        attempt = self.attempt
        if not isinstance(attempt, MoveAttempt) or not board_of(self.game).plans:
            return None
        exercise = attempt.exercise
        after = exercise.game.play(exercise.start, exercise.wrong[0])
        lost = isinstance(exercise, MistakeExercise) and exercise.mistake.after is Value.LOSS
        return PlanQuestion(exercise.game, after, exercise.start) if lost else None

    @property
    def plan(self) -> Explanation | None:
        """The plan against the mistake on the board, once it is there and not over at once."""
        question = self.plan_question
        answer = None if question is None else self._explainer.of(question)
        return answer if answer is not None and answer.report and answer.report.positions else None

    def tell_plan(self) -> None:
        """Count the mistake as shown, because its plan tells the answer."""
        if self.attempt is not None and self.attempt.phase is not AttemptPhase.SOLVED:
            self.attempt.helped = True
            self._record(solved=False)

    def _attempt(self, exercise: Drilled) -> Attempt:
        attempt = super()._attempt(exercise)
        attempt.helped = isinstance(exercise, Exercise) and exercise.start in self._explained
        return attempt

    def release_worker(self) -> None:
        super().release_worker()
        self._explainer.stop()
        self._changes += bool(self._job)
        self._job.cancel()

    def _record(self, solved: bool) -> None:
        """Store the first try as well, which decides whether the mistake returns another time."""
        super()._record(solved)
        exercise, app_context = self.exercises[self.at], self.app_context
        assert isinstance(exercise, MistakeExercise)
        place = exercise.mistake.place
        if place in self._noted:
            return
        self._noted.add(place)
        app_context.write_queue.put(
            ("tried", place), lambda: app_context.store.try_mistake(place, solved)
        )

    def ending(self) -> tuple[Message, Message | None]:
        if self._searching:
            return Message("retry.looking"), None
        if self.exercises:
            title, detail = super().ending()
            return title, detail or Message("retry.done_rest")
        if self.saved is None:
            return Message("retry.none"), None
        if self._untaught:
            return Message("retry.none"), message("retry.none_far", count=self._untaught)
        return Message("retry.none"), Message(
            f"retry.none_{'detail' if self.judged else 'unknown'}"
        )


def lost(mistake: Mistake) -> Message:
    """Return how soon a mistake was lost."""
    if mistake.review.missed is Missed.WIN:
        return Message("retry.row.missed_win")
    if mistake.review.lost_in == 1 or mistake.review.missed is Missed.BLOCK:
        return Message("retry.row.at_once")
    if mistake.after is Value.DRAW:
        return Message("retry.row.draw")
    lost_in = mistake.review.lost_in
    return Message("retry.row.lost") if lost_in is None else message("retry.row.lost_in", n=lost_in)
