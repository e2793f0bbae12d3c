"""The asked positions of a drill as pictures: with their results, at the end with the answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from engine.intervals import wilson
from engine.lessons.comparisons import Comparison
from engine.messages import Message, message
from engine.naming import move_name
from engine.puzzles.problems import Goal, Problem
from engine.registry import make_game
from gui.arena.charts import percent_axis, result_colours
from gui.boards.previews import preview
from gui.boards.values import percent_text
from gui.kit import Icon, Label, icon
from gui.kit.accessible import sentences
from gui.kit.buttons import Pressable
from gui.kit.chart import Chart, ChartAxis, StackedBar, StackedBars, Tick
from gui.kit.layout import Box, Card, Column, FirstFit, Flexible, Layout, Row, Scroll
from gui.kit.widget import Size
from gui.lessons.drill import ChapterDrill
from gui.lessons.page import facts_card
from gui.theme import mix
from gui.ui import Ui

SMALL, LARGE = (96, 84), (200, 180)
TABLES, PLACES = ("comparison.first", "comparison.second"), (0.25, 0.75)
RULE_SCORE, RULE_GAMES = 0.6, (10, 100, 1000)


class PositionThumb(Pressable):
    """A position: ringed while it is asked, with a tick once found and a cross once missed."""

    def __init__(
        self,
        problem: Problem,
        words: str,
        choose: Callable[[], None],
        key: str,
        found: bool | None,
        *,
        now: bool = False,
        large: bool = False,
    ) -> None:
        super().__init__(choose, key)
        self.problem = problem
        self.spoken = words
        self.found = found
        self.now = now
        self.large = large

    def words(self) -> str:
        return self.spoken

    def size_hint(self, ui: Ui, width: int) -> Size:
        across, down = LARGE if self.large else SMALL
        return ui.theme.px(across), ui.theme.px(down)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c, theme, rect = ui.theme.colours, ui.theme, self.rect
        target.blit(self._art(ui), rect)
        edge = c.accent if self.now else mix(c.line, c.text, 0.4 * self.glow)
        ui.brush.rounded(target, rect, 0, None, edge, 2 if self.now else 1)
        if self.found is not None:
            side, radius = theme.px(16), theme.px(11)
            centre = (rect.right - radius - 3, rect.y + radius + 3)
            ui.brush.disc(target, centre, radius, c.accent if self.found else c.raised)
            ink = c.on_accent if self.found else c.loss
            sign = icon(ui.brush, Icon.CHECK if self.found else Icon.CROSS, side, ink)
            target.blit(sign, sign.get_rect(center=centre))

    def _art(self, ui: Ui) -> pygame.Surface:
        problem, size = self.problem, self.rect.size
        place = (problem.game, *problem.options.items(), problem.position)
        key = ("thumb", place, size, ui.theme.look, ui.theme.safe_palette)
        picture = ui.brush.find(key)
        if picture is None:
            picture = ui.brush.kept(key, size, lambda _big, _k: None)
            position, puzzle = None, problem.position
            if problem.goal is not Goal.SOLVE:
                game = make_game(problem.game, problem.options)
                state, puzzle = game.parse(problem.position), ""
                position = game, state
            drawn = preview(problem.game, size, ui.theme, ui.brush, position, puzzle)
            picture.blit(drawn, (0, 0))
        return picture


def answer_of(problem: Problem) -> Message:
    """Return the sentence that tells the answer of a problem."""
    if problem.goal is Goal.SOLVE:
        return message("lessons.positions.answer", move=problem.solution[0])
    game = make_game(problem.game, problem.options)
    state = game.parse(problem.position)
    move = game.parse_move(state, problem.solution[0])
    return message("lessons.positions.answer", move=move_name(game, state, move))


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
        tr("arena.filter.won"): tr.number(tally.wins),
        tr("arena.filter.lost"): tr.number(tally.losses),
        tr("arena.column.score"): tr("comparison.score", score=tally.score),
    }
    if solved is not None:
        rows[tr("arena.column.interval")] = _between(ui, tally.interval)
    return facts_card(tr(TABLES[number]), rows)


def solved_comparisons(model: ChapterDrill, ui: Ui) -> Layout:
    """Lay out the comparisons of a finished drill with their answers."""
    cards = []
    for number, each in enumerate(model.exercises):
        if isinstance(each, Comparison):
            solved = model.result(number)
            verdict = ui.tr(f"lessons.positions.{'found' if solved else 'missed'}")
            answer = message("lessons.positions.answer", move=Message(TABLES[each.right]))
            words = Row(Label(verdict, 16, bold=True), Flexible(), Label(ui.tr(answer), 16))
            cards.append(Column(words, comparison_tables(each, ui, solved), gap=8))
    return Scroll(Column(*cards, gap=24), "positions")


def positions_row(model: ChapterDrill, ui: Ui, choose: Callable[[int], None]) -> Layout:
    """Lay out the positions above the card."""
    thumbs = [_thumb(model, ui, n, partial(choose, n)) for n in range(len(model.problems))]
    row = Row(*(Flexible(Box(thumb, at=0)) for thumb in thumbs), gap=12)
    return Column(Card(row, ui.tr(model.title), foot=16), Flexible())


def solved_positions(model: ChapterDrill, ui: Ui) -> Layout:
    """Lay out the positions of a finished drill with their answers."""
    above, beside = [], []
    for number, problem in enumerate(model.problems):
        verdict = ui.tr(
            "lessons.positions.found" if model.result(number) else "lessons.positions.missed"
        )
        thumb = _thumb(model, ui, number, lambda: None, large=True)
        texts = (Label(verdict, 16, bold=True), Label(ui.tr(answer_of(problem)), 16))
        above.append(Card(Column(Box(thumb, at=0.5), *texts, gap=8), pad=16, foot=16))
        words = Flexible(Box(Column(*texts, gap=8), at=0.5))
        beside.append(Card(Row(Box(thumb, LARGE[0]), words, gap=16), pad=16, foot=16))
    row = Row(*map(Flexible, above), gap=16)
    stacked = Scroll(Column(*beside, gap=16), "positions")
    return FirstFit(Column(Flexible(), row, Flexible()), stacked)


def _thumb(
    model: ChapterDrill, ui: Ui, number: int, choose: Callable[[], None], *, large: bool = False
) -> PositionThumb:
    solved, asked = model.result(number), model.attempt is not None
    words = [ui.tr("exercise.of", n=number + 1, count=len(model.problems))]
    if solved is not None:
        words.append(ui.tr("lessons.positions.found" if solved else "lessons.positions.missed"))
    thumb = PositionThumb(
        model.problems[number],
        sentences(words),
        choose,
        f"position {number}",
        solved,
        now=asked and number == model.at,
        large=large,
    )
    thumb.enabled = asked
    return thumb
