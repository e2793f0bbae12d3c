"""Model of the page that asks bots: the next question, all answers, and the rows it shows.

No pygame here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.arena.survey import Survey, SurveyAnswer, Surveyor, SurveyProgress, answer_of, ladder
from engine.messages import JouonsError, Message, message
from engine.naming import MoveText, listed_move, listed_text
from engine.options import LARGEST_SEED
from engine.protocols import Estimate, Game, Memory, Unit, Value, game_key
from engine.registry import (
    BOTS,
    by_strength,
    default_text,
    is_own,
    learns,
    parse_player,
    player_detail,
    player_name,
)
from gui.i18n import typed_number
from gui.inspector.replay import Replay
from gui.own.files import OwnFiles
from gui.players.choice import PlayerChoice
from gui.worker import Job, JobSlot, Worker

FIRST_CHOICE = default_text(BOTS["mcts"])
REMEMBERED = 40  # positions whose answers are kept
Seed = tuple[int, ...]


class AskModel:
    """The questions about the position in the inspector, and their answers."""

    def __init__(self, worker: Worker, memory: Callable[[], Memory], files: OwnFiles) -> None:
        self.memory = memory
        self.open = False  # the page stands in place of a recording
        self.choice = PlayerChoice(FIRST_CHOICE)
        self.typed_seed = ""  # "": the seed of the game
        self.seed_fault: Message | None = None
        self.marked = ""  # the row of the keyboard, by its player
        self.fault: Message | None = None  # why the last survey ended early
        self.changes = 0  # counts the visible changes
        self.game: Game[Any] | None = None
        self.state: Any = None
        self.kinds: Sequence[str] = ()  # of the bots that play this game, weakest first
        self.own: Sequence[str] = ()  # the person's own bots that play it
        self.files = files
        self._files_changes = files.changes
        self._game_seed: Seed = ()
        self._kept: dict[object, Survey] = {}
        self._job: JobSlot[Survey] = JobSlot(worker)
        self._surveyor: Surveyor | None = None
        self._reports = 0
        self._due = False  # a survey was begun and is not complete

    # -- the position ----------------------------------------------------------------------------

    def turn_to(self, game: Game[Any], state: Any, seed: Seed) -> None:
        """Ask about another position; `seed` is that of the decision in the game."""
        if self.game is game and self.state == state and self._game_seed == seed:
            return
        self.stop()
        if self.game is None or game_key(self.game) != game_key(game):
            self._surveyor = None
            self.kinds = by_strength(game)
        self.files.look()
        if self.files.changes != self._files_changes:  # others look at the files as well
            self._files_changes = self.files.changes
            self.forget_learners()
        self.own = self.files.players(game)
        if self.choice.kind not in (*self.kinds, *self.own):
            self.choice.choose(self.kinds[-1])
        self.game, self.state, self._game_seed = game, state, seed
        self.marked, self.fault = "", None
        self.changes += 1

    @property
    def votes(self) -> Mapping[int, int]:
        """The number of bots that would play each move, of those that have answered."""
        return Counter(answer.move for answer in self.survey.answers.values())

    @property
    def seed(self) -> Seed:
        """The seed of the next question: as typed, or that of the game."""
        return (int(self.typed_seed),) if self.typed_seed else self._game_seed

    @property
    def _key(self) -> object:
        assert self.game is not None
        return game_key(self.game), self.state, self.seed, tuple(self.own)

    @property
    def survey(self) -> Survey:
        """The answers to this position with this seed."""
        assert self.game is not None
        if self._key not in self._kept:
            while len(self._kept) >= REMEMBERED:
                del self._kept[next(iter(self._kept))]
            self._kept[self._key] = Survey((*ladder(self.game), *self.own))
        return self._kept[self._key]

    @survey.setter
    def survey(self, survey: Survey) -> None:
        self._kept[self._key] = survey

    # -- the next question -----------------------------------------------------------------------

    def set_seed(self, text: str) -> None:
        """Set a typed seed; an empty text stands for the seed of the game."""
        self.stop()
        self.seed_fault = None
        self.changes += 1
        if not text.strip():
            self.typed_seed = ""
            return
        try:
            self.typed_seed = str(typed_number(text, 0, LARGEST_SEED))
        except JouonsError as error:
            self.seed_fault = error.message

    def add(self, player: str) -> None:
        """Add a player that is opened to the answers of this position."""
        if player not in self.survey.players:
            self.survey = replace(self.survey, players=(*self.survey.players, player))
        self.choice.take(player)
        self.marked = player
        self.changes += 1

    def take(self, replay: Replay) -> None:
        """Take the answer of a player that was opened alone, once it is complete."""
        request, decision = replay.question, replay.decision
        asked = (request.state, request.seed) == (self.state, self.seed)
        if decision is None or not asked or request.made is not None:
            return
        survey = self.survey
        # A recording takes time of its own, so the answer has none.
        player, answer = request.player, answer_of(request.player, decision, None)
        before = survey.answers.get(player)
        same = before is not None and (before.move, before.belief) == (answer.move, answer.belief)
        if player in survey.players and not same:
            self.survey = replace(survey, answers={**survey.answers, player: answer})
            self.changes += 1

    def know(self, exact: tuple[Estimate, ...] | None) -> None:
        """Take the exact values of the moves, if they are known from elsewhere."""
        if exact and not self.survey.exact:
            self.survey = replace(self.survey, exact=exact)
            self.changes += 1

    # -- everybody -------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether the worker asks everybody."""
        return bool(self._job)

    @property
    def complete(self) -> bool:
        """Whether everybody has been asked."""
        return not self.survey.unasked

    def ask_everybody(self) -> None:
        """Ask every bot that has not been asked yet; after all have, with another seed."""
        if self.complete:
            self.set_seed(str((int(self.typed_seed or "0") + 1) % (LARGEST_SEED + 1)))
        self._due, self.fault = not self.complete, None
        self.changes += 1

    def forget_learners(self) -> None:
        """Drop the answers of bots that learn, which may have learned meanwhile, and of own bots.

        The file of an own bot may have changed.
        """
        for key, survey in self._kept.items():
            every = (*survey.answers, *survey.refusals)
            stale = {name for name in every if is_own(name) or learns(name)}
            given = {name: each for name, each in survey.answers.items() if name not in stale}
            refusals = {name: why for name, why in survey.refusals.items() if name not in stale}
            self._kept[key] = replace(survey, answers=given, refusals=refusals)
        self._surveyor = None
        self.changes += 1

    def stop(self) -> None:
        """Ask nobody else; the answers so far stay."""
        self._due = False
        self._drop()

    def _drop(self) -> None:
        self.changes += bool(self._job)
        self._job.cancel()
        if self.game is not None:
            self.survey = replace(self.survey, progress=None)

    def update(self, free: bool) -> None:
        """Take new answers; begin or pause the survey as the worker is free."""
        if self._job.job is not None:
            self._collect(self._job.job)
        if self._due and not free:
            self._drop()
        elif self._due and not self._job:
            self._start()

    def _start(self) -> None:
        game, state, seed = self.game, self.state, self.seed
        assert game is not None
        if self._surveyor is None:
            self._surveyor = Surveyor(game, self.memory())
        surveyor, begun = self._surveyor, self.survey
        self._job.submit(lambda context: surveyor.ask(state, seed, context, begun))
        self._reports = 0
        self.changes += 1

    def _collect(self, job: Job[Survey]) -> None:
        done = self._job.take() is not None  # read first: the last report comes before it
        if job.reports != self._reports:
            self._reports = job.reports
            self.survey = self._merged(job.latest)
            self.changes += 1
        if done:
            self._due = False
            self.fault = job.error
            if job.result is not None:
                self.survey = self._merged(job.result)
            self.changes += 1

    def _merged(self, survey: Survey) -> Survey:
        """Return a survey with what is known besides, which the job did not know yet."""
        here = self.survey
        answers, exact = {**survey.answers, **here.answers}, survey.exact or here.exact
        return replace(survey, players=here.players, answers=answers, exact=exact)

    def mark(self, player: str) -> None:
        """Mark a row."""
        self.marked = player
        self.changes += 1


MAIN_KINDS = ("mc", "mcts", "alphabeta", "optimal")  # the others are under More


@dataclass(frozen=True)
class AnswerRow:
    """One bot and its answer; `move` is None before it has a favourite."""

    player: str
    name: Message
    detail: Message
    move: MoveText | None = None
    answer: SurveyAnswer | None = None  # once it has decided
    truth: Estimate | None = None
    thrown: Message | None = None  # what the move gives away; None while it is not known
    keeps: bool = False  # it gives nothing away
    progress: SurveyProgress | None = None  # while it is thinking
    refusal: Message | None = None  # why it cannot answer this position


@dataclass(frozen=True)
class AskViewModel:
    """Everything the page shows."""

    game: Game[Any]
    side: int
    said: Message | None  # why the page stands in place of a decision; None if it was asked for
    again: Message | None  # the button that lets the bot to move think; None without one
    can_return: bool  # there is a recording to go back to
    model: AskModel  # which the controls change
    kinds: tuple[str, ...]
    others: tuple[str, ...]  # the kinds under More
    rows: tuple[AnswerRow, ...]
    longest_move: MoveText  # of the position
    shown: str  # the player whose recording is in the inspector
    answered: int
    able: int  # the bots that answer this position
    best: tuple[MoveText, Estimate] | None  # the name and the value of the best move
    card: tuple[Message, ...]


def ask_view_model(
    model: AskModel, shown: str, said: Message | None, again: Message | None, can_return: bool
) -> AskViewModel:
    """Return the view model of the page; `shown` is the player whose recording is open."""
    game, state = model.game, model.state
    assert game is not None
    survey = model.survey
    best = survey.best
    texts = [game.move_text(state, move) for move in game.moves(state)]
    return AskViewModel(
        game=game,
        side=game.to_move(state),
        said=said,
        again=again,
        can_return=can_return,
        model=model,
        kinds=tuple(kind for kind in MAIN_KINDS if kind in model.kinds),
        others=tuple(kind for kind in (*model.kinds, *model.own) if kind not in MAIN_KINDS),
        rows=tuple(_row(game, state, survey, player) for player in survey.players),
        longest_move=listed_text(game, max(texts, key=len)),
        shown=shown,
        answered=len(survey.answers),
        able=survey.able,
        best=None if best is None else (listed_move(game, state, best.move), best),
        card=answers_card(survey),
    )


def _row(game: Game[Any], state: Any, survey: Survey, player: str) -> AnswerRow:
    named = player, player_name(player, game), player_detail(player)
    answer, progress = survey.answers.get(player), survey.progress
    if answer is None:
        thinking = progress if progress is not None and progress.player == player else None
        move = None if thinking is None or thinking.move is None else thinking.move
        text = None if move is None else listed_move(game, state, move)
        return AnswerRow(*named, text, progress=thinking, refusal=survey.refusals.get(player))
    review, text = survey.review(answer), listed_move(game, state, answer.move)
    truth, thrown, keeps = survey.truth(answer), None, review.lost == 0
    if review.lost is not None and review.value is not None:
        what = "nothing" if keeps else review.value.name.lower()
        thrown = Message(f"think.thrown.{what}")
    return AnswerRow(*named, text, answer, truth, thrown, keeps)


def answers_card(survey: Survey) -> tuple[Message, ...]:
    """Return the heading and the lines about the answers so far."""
    count = len(survey.answers)
    if not count:
        return ()
    heading, numbers = message("ask.answers", count=count), Message("ask.votes")
    reviews = [survey.review(answer) for answer in survey.answers.values()]
    judged = [review for review in reviews if review.lost is not None]
    if not judged or judged[0].value is None:
        return heading, numbers
    value = judged[0].value
    if value is Value.LOSS:
        return heading, numbers, Message("ask.all_lose")
    right = sum(not review.lost for review in judged)
    key = "ask.hold" if value is Value.DRAW else "ask.win"
    return heading, numbers, message(key, count=right)


def progress_of(progress: SurveyProgress) -> tuple[float | None, Message | None]:
    """Return the part of its depth or budget that a thinking bot has done, also in words.

    None stands where neither is known.
    """
    whole, done = parse_player(progress.player).number, progress.depth
    if done is not None and whole is not None:
        return done / whole, message("ask.depth", depth=done, whole=whole)
    done, whole = progress.effort, progress.budget
    if not whole or progress.unit is not Unit.PLAYOUTS:
        return None, None
    return done / whole, message("ask.effort", effort=done, whole=whole)
