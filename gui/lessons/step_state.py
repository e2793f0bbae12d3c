"""The state of one step of a lesson: the answer, the task, and what its card says. No pygame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from enum import Enum

from engine.lessons.live import filled
from engine.lessons.record import At, Chapter, LiveValue, Step
from engine.messages import Message, fields_of, is_written
from gui.lessons.writing import HINTS, WritingModel

Texts = tuple[Message, ...]  # sentences, one behind another


class AnswerVerdict(Enum):
    """The verdict on an answer; the value is the end of its text's key."""

    NONE = ""
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True)
class AnswerViewModel:
    """One of the offered answers; `verdict` is NONE until it is chosen or known to be right."""

    text: Message
    verdict: AnswerVerdict


@dataclass(frozen=True)
class CardViewModel:
    """The view model of the card; `asked` is the question once an answer replaces it.

    `brief` is the question, and then the sentence that follows the answer.
    """

    chapter: Message
    title: Message
    number: int  # of the chapter
    at: int  # index of the step
    done: tuple[bool, ...]  # of every step of the chapter; empty for one alone
    titles: Texts  # of every step of the chapter, as before its answer
    asked: Texts
    text: Texts
    brief: Texts
    answers: tuple[AnswerViewModel, ...]
    verdict: AnswerVerdict
    picks: bool  # a move on the board is the answer, and none is given
    waits: bool = False  # numbers of the text are still worked out: the answers wait for them
    writing: WritingModel | None = None  # the check of a file


@dataclass(eq=False)
class StepState:
    """The answer and the task of one step. `given` is the last answer, or the move picked.

    A step `alone` is no part of the way through its chapter, and counts for no progress.
    """

    chapter: Chapter
    step: Step
    _: KW_ONLY
    alone: bool = False
    writing: WritingModel | None = None  # of a step where a file is written
    given: str = ""
    revealed: bool = False  # the right answer was shown without a guess
    found: bool = False  # the right move was picked

    def __post_init__(self) -> None:
        self.performed = self.writing is not None and self.writing.passed  # the task is done

    @property
    def index(self) -> int:
        """The index of the step in its chapter."""
        return [each.id for each in self.chapter.steps].index(self.step.id)

    @property
    def picks(self) -> bool:
        """Whether a move on the board is still the answer."""
        question = self.step.question
        return question is not None and not question.answers and not self.found

    @property
    def asks(self) -> bool:
        """Whether the answer is still unknown: none is given, or not yet the right move."""
        question = self.step.question
        return question is not None and (not self.given or (self.picks and bool(question.right)))

    @property
    def complete(self) -> bool:
        """Whether nothing is left to answer or to do."""
        to_do = self.step.do or self.step.write
        return bool(not self.step.question or self.given) and (not to_do or self.performed)

    @property
    def verdict(self) -> AnswerVerdict:
        """The verdict on the last answer."""
        question = self.step.question
        if question is None or not self.given or self.revealed:
            return AnswerVerdict.NONE
        return AnswerVerdict.RIGHT if self.given in question.right else AnswerVerdict.WRONG

    def answer(self, answer: str) -> None:
        """Take an answer or the text of a picked move."""
        self.given, self.revealed = answer, False
        self.found = self.found or self.verdict is AnswerVerdict.RIGHT

    def tell(self, otherwise: str = "") -> None:
        """Show the right answer without a guess; where none is right, another one."""
        question = self.step.question
        if question is not None:
            self.given = next(iter((*question.right, *question.answers)), otherwise)
            self.revealed = self.found = True

    def destination(self) -> At | None:
        """Return the moment, or the moves, to which the last answer leads."""
        question = self.step.question
        return question.show.get(self.given) if question is not None else None

    # -- texts ---------------------------------------------------------------------------------

    def card(
        self, values: Mapping[str, LiveValue | None], number: int, done: set[str]
    ) -> CardViewModel:
        """Return the view model of the card."""
        question, fields = self.step.question, dict(filled(values))

        def text(ending: str) -> Message:
            return Message(self.chapter.key(self.step, ending), fields)

        def has(ending: str) -> bool:
            return is_written(self.chapter.key(self.step, ending))

        asked: Texts = ()
        shown = tuple(map(text, filter(has, (".say", ".ask"))))
        missing = {name for name, value in values.items() if value is None}
        waits = not self.given and any(missing & fields_of(each.key) for each in shown)
        shown = (Message("lessons.waiting"),) if waits else shown
        brief = shown[-1:]
        if question is not None and self.given:
            # Somebody who tries again reads all of it.
            asked = shown if self.asks or self.revealed else brief
            sentence = text(question.ending(self.given))
            if missing & fields_of(sentence.key):
                sentence = Message("lessons.working")
            brief = shown = (sentence,)
        elif self.writing is not None and not self.performed and self.writing.hints:
            shown = (Message(f"write.hint.{self.chapter.id}.{min(self.writing.hints, HINTS)}"),)
        elif self.performed and has(".done"):
            asked = shown[:1] if self.writing is None else ()
            brief = shown = (text(".done"),)
        return CardViewModel(
            chapter=Message("lesson.more" if self.alone else f"lesson.{self.chapter.id}"),
            title=text(".then" if has(".then") and self.complete else ""),
            number=0 if self.alone else number,
            at=self.index,
            done=() if self.alone else tuple(step.id in done for step in self.chapter.steps),
            titles=tuple(Message(self.chapter.key(step)) for step in self.chapter.steps),
            asked=asked,
            text=shown,
            brief=brief,
            answers=tuple(
                AnswerViewModel(text(f".{each}"), self._verdict_of(each))
                for each in (question.answers if question is not None else ())
            ),
            verdict=self.verdict,
            picks=self.picks,
            waits=waits,
            writing=self.writing,
        )

    def _verdict_of(self, answer: str) -> AnswerVerdict:
        question = self.step.question
        if question is None or not self.given:
            return AnswerVerdict.NONE
        if answer in question.right:
            return AnswerVerdict.RIGHT
        return AnswerVerdict.WRONG if answer == self.given else AnswerVerdict.NONE
