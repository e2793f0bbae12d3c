"""The base of the screens of lessons: an ordinary screen with the card of a step beside it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from engine.lessons.live import read
from engine.lessons.record import LiveData, LiveValue
from engine.own.templates import solution
from engine.registry import BOTS
from gui.kit import Icon
from gui.kit.command import Command, by_id
from gui.kit.fields import TextField
from gui.kit.layout import Column, Flexible, Layout
from gui.kit.screen import PageScreen
from gui.lessons import walk
from gui.lessons.card import CodePopup, check_news, joined, verdict_text
from gui.lessons.guest import host_of
from gui.lessons.page import Stage, lesson_page
from gui.lessons.step_state import CardViewModel, StepState
from gui.lessons.writing import HINTS, WritingModel
from gui.protocols import HelpTopic, Open, Pop, Transition
from gui.shortcuts import Action, Where

CARD_TAB, STAGE_TAB = 0, 1
ANSWERS = (Action.ANSWER_1, Action.ANSWER_2, Action.ANSWER_3)


class LessonScreen(PageScreen):
    """The part of a step's screen that all places share; it stands before the screen's own class.

    `lesson` is set before the screen is made, `lesson_tab` is the open one of two tabs.
    """

    BELOW = "learn"

    lesson: StepState
    card: CardViewModel  # of the last build
    lesson_tab = CARD_TAB
    _waits = False  # the answers, for the numbers of the question
    _data: LiveData | None = None  # of the values
    _values: Mapping[str, LiveValue | None] = {}
    _shown_values: Mapping[str, LiveValue | None] = {}
    _counted: object = None  # the counts of the last frame
    _settled: object = None  # the counts of the screen once it stood at the step's moment

    # -- to be overridden --------------------------------------------------------------------

    @abstractmethod
    def stage(self) -> Stage:
        """Return the parts of the screen around the card."""

    @abstractmethod
    def live_data(self) -> LiveData:
        """Return what the live values of the texts are read from."""

    @abstractmethod
    def counts(self) -> object:
        """Return what changes as soon as the screen is no longer as the step left it."""

    def answered(self) -> None:
        """Show on the stage where the last answer leads."""

    def own_buttons(self) -> Layout | None:
        """Return the buttons of the card in the place of answers, where it has none."""
        return None

    # -- life --------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        super().enter(size)
        if self.lesson.picks:
            first = "board"
        else:
            to_do = "write_open" if self.lesson.step.write else "answer_1"
            first = "lesson_next" if self.lesson.complete else to_do
        if self.widget_group.focus is None or self._settled is None:
            self.widget_group.focus_key(first, ring=False)

    def leave(self) -> None:
        super().leave()
        if self.lesson.writing is not None:
            self.lesson.writing.close()
        self.services.close()

    def handle(self, event: pygame.event.Event) -> Transition | None:
        """Let plain digits answer an open question with buttons before the board takes them."""
        question, focus = self.lesson.step.question, self.widget_group.focus
        if question is not None and question.answers and not self.lesson.given:
            action = self.ui.keys.action_of(event, Where.LESSON)
            typing = self.popup is not None or isinstance(focus, TextField)
            if action in ANSWERS and not typing and self.on_action(action):
                return self._take_next()
        return super().handle(event)

    def update(self, dt: float) -> Transition | None:
        host_of(self.services).write_queue.update(dt)
        waited = self._waits
        transition = super().update(dt)
        counts = self.counts()
        if self._settled is None and counts is not None and counts == self._counted:
            self._settled = counts
            self.show()
        self._counted = counts
        if self.lesson.writing is not None and self.lesson.writing.update(dt):
            self._checked(self.lesson.writing)
        if None in self._shown_values.values() and self.values() != self._shown_values:
            self.show()  # a value of the text has arrived
        if waited and not self._waits and not self.widget_group.ring:  # no key has moved the focus
            self.widget_group.focus_key("answer_1", ring=False)
        return transition

    def settle(self) -> None:
        """Take the screen as it is now for the step's own state."""
        self._settled = self.counts()

    @property
    def changed(self) -> bool:
        """Whether the person has changed the screen since it stood as the step left it."""
        return self._settled is not None and self._settled != self.counts()

    def values(self) -> Mapping[str, LiveValue | None]:
        """Return the live values of the texts, read again once the data are others."""
        data = self.live_data()
        if data != self._data:
            self._data, self._values = data, read(self.lesson.step, data)
        return self._values

    def card_view_model(self) -> CardViewModel:
        chapter = self.lesson.chapter
        done = set(walk.progress(host_of(self.services).settings, chapter).done)
        number = walk.number_of(chapter)
        self._shown_values = self.values()
        return self.lesson.card(self._shown_values, number, done)

    def news(self) -> Sequence[str]:
        """Announce the step, its verdict and its text before the news of the screen."""
        card, tr = self.card, self.tr
        own = (
            verdict_text(card.verdict, tr) if card.asked else tr(card.title),
            joined(card.text, tr),
        )
        checked = check_news(card.writing, tr) if card.writing is not None else ()
        return [*filter(None, own), *checked, *super().news()]

    # -- layout ------------------------------------------------------------------------------

    def view(self) -> Layout:
        ui, offered = self.services.ui, self.offered().called("lessons")
        self.card = view_model = self.card_view_model()
        self._waits = view_model.waits

        def pick(tab: bool) -> Layout | None:
            to_do = view_model.picks or not (view_model.answers or self.lesson.complete)
            return offered.button("lesson_pick") if tab and to_do else self.own_buttons()

        names = self.tr("lessons.tab"), self.tr(f"lessons.{self._tab_text}")
        stage, tab = self.stage(), (self.lesson_tab, self.choose_lesson_tab)
        forms = self.forms(stage)
        page = lesson_page(view_model, ui, offered, stage, forms, pick, self.open_step, names, *tab)
        return Column(self.top(), Flexible(page), gap=0)

    @property
    def _tab_text(self) -> str:
        place = self.lesson.step.place
        return "tab.inside" if place.screen == "match" and place.player else f"tab.{place.screen}"

    @property
    def covered(self) -> bool:
        """Whether Look inside would give the answer away: until any answer, right or wrong."""
        question = self.lesson.step.question
        return self.lesson.step.covered and question is not None and not self.lesson.given

    def forms(self, stage: Stage) -> Sequence[Callable[[], Layout]]:
        """Return the forms of the stage as a tab, the widest first, that of the screen last."""
        return [*stage.forms(), self.page]

    def choose_lesson_tab(self, tab: int) -> None:
        """Show the card or the stage, where they are tabs."""
        self.lesson_tab = tab
        self.show()
        if self.widget_group.focus is None:  # it was on the other tab
            first = "lesson_next" if tab == CARD_TAB else "lesson_card"
            self.widget_group.focus_key(first, self.widget_group.ring)

    # -- commands ----------------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.LESSON, *super().places())

    def commands(self) -> Mapping[str, Command]:
        """Return the commands of the screen and of the card; only Next may be brass."""
        inherited = {
            name: replace(each, primary=False) for name, each in super().commands().items()
        }
        return inherited | by_id(*self._own_commands())

    def _own_commands(self) -> list[Command]:
        lesson, question = self.lesson, self.lesson.step.question
        answers = question.answers if question is not None else ()
        choose, stage = self.choose_lesson_tab, "pick" if lesson.picks else self._tab_text
        first = lesson.alone or walk.neighbour(lesson.chapter, lesson.step, -1) is None
        with_code = bool(lesson.step.code) and not lesson.asks  # it may say the answer
        return [
            Command("lesson_back", partial(self._turn, -1), enabled=not first, text="back"),
            Command("lesson_next", partial(self._turn, 1), primary=lesson.complete, text="next"),
            Command("lesson_again", self._again, Icon.UNDO, self.changed, text="again"),
            Command("lesson_leave", lambda: Pop(), Icon.CROSS, text="leave"),
            Command("lesson_pick", partial(choose, STAGE_TAB), Icon.FORWARD, text=stage),
            Command("lesson_card", partial(choose, CARD_TAB), Icon.BACK, text="card"),
            Command("show_me", self.tell, Icon.EYE, self.tells, text="show_me"),
            Command("lesson_code", self._show_code, Icon.CODE, with_code, text="code"),
            *self._write_commands(),
            *(self._answer_command(*each) for each in enumerate(answers, start=1)),
        ]

    def _answer_command(self, number: int, answer: str) -> Command:
        choose = partial(self.choose_answer, answer)
        return Command(f"answer_{number}", choose, enabled=not self._waits, text="answer")

    def _write_commands(self) -> list[Command]:
        writing, do = self.lesson.writing, self.and_refresh
        if writing is None:
            return []
        hint = "hint" if not writing.hints else "next_hint"
        if writing.hints >= HINTS or writing.passed:
            hint = "solution"
        file, first = "open" if writing.exists else "start", not self.lesson.complete
        return [
            Command("write_hint", do(partial(self._hint, writing)), text=hint),
            Command(
                "write_open",
                do(partial(self._open, writing)),
                Icon.PENCIL,
                primary=first,
                text=file,
            ),
        ]

    def _hint(self, writing: WritingModel) -> None:
        """Show the next hint, and once there is none left a solution."""
        if writing.passed or not writing.give_hint():
            self._show_code()

    def _show_code(self) -> None:
        """Show over the screen how the method of the step is written, or a solution."""
        step, chapter = self.lesson.step, self.lesson.chapter.id
        title = self.tr("write.solution" if step.write else "lessons.code")
        copy, text = partial(self.copy, done="write.copied"), solution(chapter, step.code)
        self.popup = CodePopup(self.ui, self.size, title, text, copy, self.close_popup)
        self.show()

    def _open(self, writing: WritingModel) -> None:
        """Write the file if there is none, and open it in the person's editor."""
        if self.run_or_notify(lambda: writing.begin(self.ui.tr.language)):
            self.services.edit(writing.path)

    def _checked(self, writing: WritingModel) -> None:
        """Show the results of a check, on the board too: the step opens anew at another place."""
        self.lesson.performed = writing.passed
        self._note_done()
        lesson = self.lesson
        step = next(each for each in lesson.chapter.steps if each.id == lesson.step.id)
        if writing.place(step) != lesson.step.place:
            self.go(walk.opened(lesson.chapter, step, instead=True, alone=lesson.alone))
        self.show()

    def on_action(self, action: Action) -> bool:
        """Handle the keys of the card before those of the screen."""
        return self.offered().press(action) or super().on_action(action)

    def choose_answer(self, answer: str) -> None:
        """Take one of the offered answers."""
        self.lesson.answer(answer)
        self.after_answer()

    @property
    def tells(self) -> bool:
        """Whether something can be shown without a guess."""
        return self.lesson.step.question is not None

    def tell(self) -> None:
        """Show the right answer without a guess."""
        self.lesson.tell()
        self.after_answer()

    def after_answer(self) -> None:
        """Save that the step is done, and show where its answer leads, also where the card was."""
        self._note_done()
        self.answered()
        self.choose_lesson_tab(STAGE_TAB)

    def perform(self) -> None:
        """Note that the task is done."""
        if not self.lesson.performed:
            self.lesson.performed = True
            self._note_done()
            self.show()

    def _note_done(self) -> None:
        """Save that the step is done by the person's own answer or task."""
        if self.lesson.complete and not self.lesson.alone and not self.lesson.revealed:
            walk.note_done(host_of(self.services), self.lesson.chapter, self.lesson.step)

    def open_step(self, index: int) -> None:
        """Open another step of the chapter, by its index."""
        chapter = self.lesson.chapter
        self.go(walk.opened(chapter, chapter.steps[index], instead=True))

    def _turn(self, by: int) -> Transition:
        """Return the transition to the step before or after this one, or out of the chapter."""
        chapter, step = self.lesson.chapter, self.lesson.step
        if self.lesson.alone:
            return Pop()
        other = walk.neighbour(chapter, step, by)
        if other is None:
            return Open("lesson_drill", {"chapter": chapter.id}, instead=True)
        return walk.opened(chapter, other, instead=True)

    def _again(self) -> Transition:
        lesson = self.lesson
        return walk.opened(lesson.chapter, lesson.step, instead=True, alone=lesson.alone)

    def bots(self) -> Sequence[str]:
        """Return the bots that the step is about, as texts."""
        place = self.lesson.step.place
        return (place.player, *(place.seats or ()))

    def open_help(self) -> None:
        """Open the help on the chapter, the keys, and the game and bots of the step."""
        chapter, game = self.lesson.chapter.id, self.lesson.step.place.game
        texts = (f"lesson.{chapter}.sentence", f"lessons.article.{chapter}")
        kinds = dict.fromkeys(text.partition(":")[0] for text in self.bots())
        players = tuple(kind for kind in kinds if kind in BOTS)
        self.go(Open("help", {"topic": HelpTopic(f"lesson.{chapter}", texts, game, players)}))

    def back(self) -> None:
        """Leave the lesson, for Esc and the arrow at the top left."""
        self.go(Pop())
