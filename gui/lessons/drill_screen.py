"""The screen of the three positions at the end of a chapter, led by a card as the steps are.

The positions stand as pictures: with their results, at the end with the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.arena.comparisons import Comparison
from engine.intervals import wilson
from engine.lessons.record import Chapter
from engine.messages import Message, message
from engine.registry import rule_text
from gui.arena.results import percent_axis, result_colours
from gui.boards.values import percent_text
from gui.exercises.drill import ComparisonAttempt
from gui.exercises.drill_screen import DrillScreen
from gui.exercises.exercise import AttemptPhase, answer_of
from gui.exercises.problem import MoveAttempt
from gui.exercises.screen import button_row
from gui.exercises.widgets import LARGE, PositionThumb
from gui.kit import Icon, Label
from gui.kit.accessible import sentences
from gui.kit.chart import Chart, ChartAxis, StackedBar, StackedBars, Tick
from gui.kit.command import Command, by_id
from gui.kit.forms import facts_card
from gui.kit.layout import Box, Card, Column, Flexible, Layout, Row, Scroll
from gui.lessons import walk
from gui.lessons.drill import ChapterDrill
from gui.lessons.page import Stage, lesson_page
from gui.lessons.step_state import AnswerVerdict, AnswerViewModel, CardViewModel, Texts
from gui.protocols import Pop, Transition
from gui.services import Services
from gui.shortcuts import Where
from gui.ui import Ui

TABLES, PLACES = ("comparison.first", "comparison.second"), (0.25, 0.75)
RULE_SCORE, RULE_GAMES = 0.6, (10, 100, 1000)
ONLY = "puzzles.only"  # the sentence that one move alone is right


class ChapterDrillScreen(DrillScreen):
    """Shows the positions one after another; missed ones can be tried again, or others drawn."""

    model: ChapterDrill

    def __init__(self, services: Services, chapter: Chapter) -> None:
        super().__init__(services, ChapterDrill(services, chapter))
        self.tab = 1  # the board, below a strip with the question

    def top(self) -> Layout:
        chapter = self.tr(f"lesson.{self.model.chapter.id}")
        return self.bar(self.tr(self.model.title), chapter)

    # -- view --------------------------------------------------------------------------------

    def view(self) -> Layout:
        view_model, ui, offered = self.card_view_model(), self.ui, self.offered()
        stage, choose = self.stage(), self.and_refresh(self.model.choose)
        buttons, title = offered.called("lessons"), self.tr(view_model.title)
        names = self.tr("lessons.tab"), self.tr("lessons.tab.match")
        tabs, forms = (names, self.tab, self.choose_tab), [lambda: stage.beside]

        def pick(tab: bool) -> Layout:
            return button_row(offered, self.buttons())

        page = lesson_page(view_model, ui, buttons, stage, forms, pick, choose, *tabs, title)
        return Column(self.top(), Flexible(page), gap=0)

    def stage(self) -> Stage:
        """Return the positions for the place above the card, and the board or the results."""
        model, comparison = self.model, self.comparison
        if model.compares:
            above, solved = rule_card(self.ui), solved_comparisons
        else:
            above = positions_row(model, self.ui, self.and_refresh(model.choose))
            solved = solved_positions
        if model.finished and model.exercises:
            return Stage(above, solved(model, self.ui), alone=True)
        if comparison is not None:
            solved_now = bool(comparison.solved_at) if self.exercise.over else None
            return Stage(above, comparison_chart(comparison.comparison, self.ui, solved_now), True)
        return Stage(above, Box(self.board(), height=200), alone=True)

    @property
    def comparison(self) -> ComparisonAttempt | None:
        """The attempt at a question about two experiments, None for other questions."""
        attempt = self.model.attempt
        return attempt if isinstance(attempt, ComparisonAttempt) else None

    def _answers(self) -> tuple[AnswerViewModel, ...]:
        attempt = self.comparison
        if attempt is None:
            return ()
        verdicts = dict.fromkeys(attempt.tried, AnswerVerdict.WRONG)
        if self.exercise.over:
            verdicts[attempt.comparison.right] = AnswerVerdict.RIGHT
        none = AnswerVerdict.NONE
        texts = enumerate(map(Message, TABLES))
        return tuple(AnswerViewModel(text, verdicts.get(index, none)) for index, text in texts)

    def card_view_model(self) -> CardViewModel:
        model, exercise, count = self.model, self.exercise, len(self.model.exercises)
        refuted = exercise.phase in (AttemptPhase.REFUTED, AttemptPhase.EXPLAINING)
        verdict = AnswerVerdict.WRONG if refuted else AnswerVerdict.NONE
        if exercise.phase is AttemptPhase.SOLVED or (refuted and exercise.over):
            verdict = AnswerVerdict.RIGHT
        attempt, asked = model.attempt, model.attempt is not None
        rule: Texts = ()
        if isinstance(attempt, MoveAttempt):
            rule = (rule_text(attempt.exercise.game),)
        ask = (exercise.title,)
        detail = () if exercise.detail is None else (exercise.detail,)
        if rule and exercise.detail is not None and exercise.detail.key.startswith(ONLY):
            detail = (Message(ONLY),)  # in its own form for a game it tells the rule once more
        answered = exercise.is_answer and bool(detail)
        key = "comparison.of" if model.compares else "exercise.of"
        number = message(key, n=model.at + 1, count=count)
        return CardViewModel(
            chapter=Message(f"lesson.{model.chapter.id}"),
            title=number if asked else model.title,
            number=walk.number_of(model.chapter),
            at=model.at if asked else -1,
            done=tuple(bool(model.result(each)) for each in range(count)),
            titles=tuple(message(key, n=n, count=count) for n in range(1, count + 1)),
            asked=ask if answered else (),
            text=detail if answered else (*rule, *ask, *detail),
            brief=detail if answered else ask,
            answers=self._answers(),
            verdict=verdict,
            picks=asked and self.comparison is None,
        )

    def buttons(self) -> Sequence[Sequence[str]]:
        """Return the commands in the card, above the way back and on."""
        model = self.model
        if model.attempt is None:
            missed = ("try_missed",) if model.missed else ()
            return [] if model.searching else [(*missed, "another")]
        if self.exercise.phase is AttemptPhase.EXPLAINING:
            return [("again", "refute"), ("step_back", "step_on")]
        if self.exercise.over:
            return [("again", "refute")]
        if self.turns is not None and self.turns.open:
            return [("undo", "hint", "show_me")]
        return [("hint", "refute", "show_me")]

    # -- commands ----------------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.LESSON, *super().places())

    def _go_on(self) -> Transition:
        """Return the transition to the next chapter, where it was left; after the last one, out."""
        chapter = walk.chapter_after(self.model.chapter)
        if chapter is None:
            return Pop()
        step = walk.resume_step(self.services.settings, chapter)
        return walk.opened(chapter, step, instead=True)

    def _last_step(self) -> Transition:
        chapter = self.model.chapter
        return walk.opened(chapter, chapter.steps[-1], instead=True)

    def commands(self) -> Mapping[str, Command]:
        inherited, model = dict(super().commands()), self.model
        last = walk.chapter_after(model.chapter) is None
        if model.attempt is not None:
            text = "next" if self.exercise.over else "skip"
            on = Command(
                "lesson_next", self.and_refresh(model.next), primary=self.exercise.over, text=text
            )
        else:
            done = model.finished and not model.missed
            text = "finish" if last else "next_chapter"
            on = Command("lesson_next", self._go_on, primary=done, text=text)
        restart = inherited["restart"]
        return inherited | by_id(
            on,
            Command("another", self.and_refresh(model.another), Icon.DICE),
            *(
                Command(f"answer_{index + 1}", self.and_refresh(partial(each.choose, index)))
                for each in filter(None, (self.comparison,))
                for index in range(len(TABLES))
            ),
            Command("lesson_back", self._last_step, text="back"),
            Command("lesson_again", restart.run, Icon.FIRST, restart.enabled, text="restart"),
            Command("lesson_leave", lambda: Pop(), Icon.CROSS, text="leave"),
            Command("lesson_card", partial(self.choose_tab, 0), Icon.BACK, text="card"),
        )


def solved_comparisons(model: ChapterDrill, ui: Ui) -> Layout:
    """Lay out the comparisons of a finished drill with their answers."""
    cards = []
    for number, each in enumerate(model.exercises):
        if isinstance(each, Comparison):
            solved = model.result(number)
            answer = message("lessons.positions.answer", move=Message(TABLES[each.right]))
            verdict = Label(_verdict(ui, solved), 16, bold=True)
            words = Row(verdict, Flexible(), Label(ui.tr(answer), 16))
            cards.append(Column(words, comparison_tables(each, ui, solved), gap=8))
    return Scroll(Column(*cards, gap=24), "positions")


def positions_row(model: ChapterDrill, ui: Ui, choose: Callable[[int], None]) -> Layout:
    """Lay out the positions above the card."""
    thumbs = [_thumb(model, ui, n, partial(choose, n)) for n in range(len(model.problems))]
    row = Row(*(Flexible(Box(thumb, at=0)) for thumb in thumbs), gap=12)
    return Column(Card(row, ui.tr(model.title), foot=16), Flexible())


def solved_positions(model: ChapterDrill, ui: Ui) -> Layout:
    """Lay out the positions of a finished drill with their answers."""
    cards = []
    for number, problem in enumerate(model.problems):
        thumb = _thumb(model, ui, number, lambda: None, large=True)
        verdict = Label(_verdict(ui, model.result(number)), 16, bold=True)
        texts = (verdict, Label(ui.tr(answer_of(problem)), 16))
        words = Flexible(Box(Column(*texts, gap=8), at=0.5))
        cards.append(Card(Row(Box(thumb, LARGE[0]), words, gap=16), pad=16, foot=16))
    return Scroll(Column(*cards, gap=16), "positions")


def _verdict(ui: Ui, solved: bool | None) -> str:
    return ui.tr("lessons.positions.found" if solved else "lessons.positions.missed")


def _thumb(
    model: ChapterDrill, ui: Ui, number: int, choose: Callable[[], None], *, large: bool = False
) -> PositionThumb:
    solved, asked = model.result(number), model.attempt is not None
    words = [ui.tr("exercise.of", n=number + 1, count=len(model.problems))]
    if solved is not None:
        words.append(_verdict(ui, solved))
    problem, key, now = model.problems[number], f"position {number}", asked and number == model.at
    thumb = PositionThumb(problem, sentences(words), choose, key, solved, now=now, large=large)
    thumb.enabled = asked
    return thumb


# -- two experiments -------------------------------------------------------------------------------


def rule_card(ui: Ui) -> Layout:
    """Lay out how far from the truth 60 % may lie, by the number of games."""
    rows = {
        ui.tr("comparison.of_games", games=games): _between(ui, wilson(RULE_SCORE, games))
        for games in RULE_GAMES
    }
    return Column(facts_card(ui.tr("comparison.rule", score=RULE_SCORE), rows), Flexible())


def _between(ui: Ui, interval: tuple[float, float]) -> str:
    return ui.tr("comparison.between", low=interval[0], high=interval[1])


def comparison_tables(comparison: Comparison, ui: Ui, solved: bool | None) -> Layout:
    """Lay out two experiments; with their intervals once it is `solved`, or the answer shown."""
    tables = (_table(comparison, number, ui, solved) for number in range(2))
    return Row(*map(Flexible, tables), gap=24)


def comparison_chart(comparison: Comparison, ui: Ui, solved: bool | None) -> Layout:
    """Lay out the games won and lost as bars above the tables."""
    won, _, lost = result_colours(ui)
    bars = [
        StackedBar(
            x,
            [(tally.score, won), (1 - tally.score, lost)],
            None if solved is None else tally.interval,
            percent_text(ui, tally.score),
            False,
        )
        for x, tally in zip(PLACES, comparison.tallies, strict=True)
    ]
    ticks = [Tick(x, ui.tr(name), line=False) for x, name in zip(PLACES, TABLES, strict=True)]
    chart = Chart(ChartAxis(ticks=ticks), percent_axis(ui), [StackedBars(bars)], key="picture")
    tables = comparison_tables(comparison, ui, solved)
    return Column(Flexible(Card(Box(chart, height=120))), tables, gap=16)


def _table(comparison: Comparison, number: int, ui: Ui, solved: bool | None) -> Layout:
    tally, tr = comparison.tallies[number], ui.tr
    rows = {
        tr("arena.games_heading"): tr.number(tally.games),
        tr("comparison.won"): tr.number(tally.wins),
        tr("comparison.lost"): tr.number(tally.losses),
        tr("arena.column.score"): tr("comparison.score", score=tally.score),
    }
    if solved is not None:
        rows[tr("arena.column.interval")] = _between(ui, tally.interval)
    return facts_card(tr(TABLES[number]), rows)
