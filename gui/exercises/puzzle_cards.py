"""The parts of the puzzle screen, as functions of view model and callbacks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.messages import Message
from engine.puzzles.problems import LEVELS, PuzzleTheme
from engine.registry import name_of
from gui.boards.token import Token, TokenMark
from gui.exercises.exercise_view_model import ExerciseViewModel
from gui.exercises.parts import slim
from gui.exercises.puzzles import OF_TODAY, Puzzles, PuzzleSource
from gui.exercises.puzzles_view_model import PuzzlesViewModel, SolvedPuzzle
from gui.exercises.texts import day_text
from gui.exercises.widgets import GameTile, Stars
from gui.kit import Icon, Label, Segments, SmallIcon, Spinner
from gui.kit.command import AndRefresh
from gui.kit.forms import tab_row
from gui.kit.layout import (
    Box,
    Card,
    Centred,
    Column,
    FirstFit,
    Flexible,
    Grid,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
    Tabs,
    TallestVariant,
    exactly,
    tx,
)
from gui.kit.texts import Divider
from gui.ui import Ui

HEADER = 600  # the height of the aim above the board
LEAST_TODAY = 150
SOURCES = (PuzzleSource.DAY, PuzzleSource.HARD, PuzzleSource.ENDLESS)


# -- above the board -------------------------------------------------------------------------------


def header(view_model: PuzzlesViewModel, ui: Ui, token: Token | None) -> Layout:
    """Lay out the aim or the fault of the last attempt, and the difficulty."""
    tr, exercise = ui.tr, view_model.exercise
    mark: Layout | None = None
    if view_model.making:
        mark = Box(Spinner("making"), 24, at=0.5)
    elif exercise.phase is None:
        mark = Box(SmallIcon(Icon.WARNING, 24, fault=True), at=0.5)
    elif exercise.side is not None and token is not None:
        mark = Box(TokenMark(token, exercise.side, 48), at=0.5)
    title = Label(tr(exercise.title), 26, bold=True)
    detail_text = "" if exercise.detail is None else tr(exercise.detail)
    detail = Label(detail_text, 16, quiet=not exercise.is_answer, key="said")
    # The board below must keep its size when a sentence takes two lines.
    text = Box(Column(title, TallestVariant(detail, Label("\n", 16)), gap=2), at=0.5)
    if not view_model.level:
        return Centred(Row(mark, Flexible(text), gap=16, height=72), tx(HEADER))
    word = tr(f"puzzles.level.{view_model.level}")
    stars = Column(Box(Stars(view_model.level)), Label(word, 14, quiet=True, align=1), gap=4)
    wide = Row(mark, Flexible(text), NoShrink(Box(stars, at=0.5)), gap=16, height=72)
    return Centred(wide, tx(HEADER))


def slim_header(exercise: ExerciseViewModel, level: int, ui: Ui) -> Layout:
    """Lay out the header in small letters, where large text leaves the board no height."""
    return slim(exercise, ui, Row(Stars(level, 12), Flexible()) if level else None)


# -- beside the board ------------------------------------------------------------------------------


def side(
    view_model: PuzzlesViewModel,
    ui: Ui,
    model: Puzzles,
    and_refresh: AndRefresh,
    tab: tuple[int, Callable[[int], None]],
) -> Layout:
    """Lay out the cards in a column if they fit, else today's puzzles on a tab of their own."""
    # The height of the longest text is reserved: no click on a tile moves the tiles.
    longest = replace(view_model, has_theme=True, theme=_longest_theme(ui))
    forms = (replace(longest, source=each) for each in (PuzzleSource.DAY, PuzzleSource.ENDLESS))
    source = TallestVariant(
        *(source_card(each, ui, model, and_refresh) for each in (view_model, *forms))
    )
    games = games_card(view_model, ui, and_refresh(model.choose_game))
    whole = Column(today_card(view_model, ui, whole=True), Flexible(), gap=0)

    def tabs() -> Layout:
        chosen, solved = Scroll(Column(source, games, Flexible())), Scroll(whole)
        names = map(ui.tr, ("puzzles.tab_today", "puzzles.today"))
        pages = zip(names, (chosen, solved), strict=True)
        return Tabs(*pages, at=tab[0], choose=tab[1], key="tabs")

    today = Box(FirstFit(whole, today_card(view_model, ui)), height=LEAST_TODAY)
    return FirstFit(Column(source, games, Flexible(today)), tabs)


def _longest_theme(ui: Ui) -> Message:
    names = [f"puzzles.theme.{each.value}" for each in PuzzleTheme if each is not PuzzleTheme.TURNS]
    themes = [*names, "theme.left.several"]
    return Message(max(themes, key=lambda key: len(ui.tr(key))))


def source_card(
    view_model: PuzzlesViewModel, ui: Ui, model: Puzzles, and_refresh: AndRefresh
) -> Layout:
    """Build the card of the source, daily or endless, with the facts of this puzzle."""
    tr = ui.tr
    names = [tr(f"puzzles.{name}") for name in ("of_the_day", "hard", "endless")]
    chosen = SOURCES.index(view_model.source) if view_model.source in SOURCES else -1
    choose = and_refresh(lambda index: model.choose_source(SOURCES[index]))
    switch = tab_row(names, chosen, choose, "source")
    if view_model.source in OF_TODAY:
        left, right = day_text(tr, view_model.date), tr("puzzles.same")
    elif view_model.source is PuzzleSource.ENDLESS:
        left, right = (
            tr("puzzles.number", n=view_model.number + 1),
            tr(f"puzzles.level.{view_model.wanted_level}"),
        )
    else:
        left, right = tr("puzzles.shared"), ""
    first = Row(Label(left, 16, bold=True), Flexible(), Label(right, 14, quiet=True, align=1))
    theme_key = view_model.theme
    sign = SmallIcon(Icon.LOCK) if theme_key is None else None
    theme = tr(theme_key or "puzzles.theme_later")
    rows = [pair(tr("puzzles.tries_name"), tr(view_model.tries))]
    if view_model.has_theme:
        rows.insert(0, pair(tr("puzzles.theme"), theme, sign))
    hair = Box(Divider(), height=exactly(1))
    if view_model.source is PuzzleSource.ENDLESS:
        rows.insert(0, level_row(view_model, ui, and_refresh(model.choose_level)))
    content = Column(switch, Pad(Column(first, hair, *rows, gap=10), 8, 0), gap=12)
    return Card(content, pad=12, foot=14)


def level_row(view_model: PuzzlesViewModel, ui: Ui, choose: Callable[[int], None]) -> Layout:
    """Lay out the choice of the difficulty of endless puzzles."""
    tip = ui.tr("puzzles.stars_tip")
    stars = Segments(
        [str(each) for each in LEVELS],
        view_model.wanted_level - 1,
        lambda index: choose(LEVELS[index]),
        "stars",
        tip,
        14,
    )
    name = Box(Label(ui.tr("puzzles.stars"), 14, quiet=True), at=0.5)
    return Row(name, Flexible(stars), gap=12)


def pair(name: str, value: str, sign: SmallIcon | None = None) -> Layout:
    """Lay out a name with its value at the right."""
    mark = Box(sign, at=0.5) if sign is not None else None
    return Row(
        Label(name, 14, quiet=True),
        Flexible(),
        mark,
        Label(value, 14, align=1),
        gap=12,
        least_gap=6,
    )


def games_card(view_model: PuzzlesViewModel, ui: Ui, choose: Callable[[str], None]) -> Layout:
    tr, tick = ui.tr, ui.tr("puzzles.solved_today")
    tiles = [
        GameTile(
            each.game,
            tr(name_of(each.game)),
            choose,
            each.chosen,
            tick if each.solved else "",
        )
        for each in view_model.games
    ]
    return Card(Grid(*tiles, columns=3, gap=12), tr("puzzles.from"), foot=16)


def today_card(view_model: PuzzlesViewModel, ui: Ui, whole: bool = False) -> Layout:
    """Build the card of puzzles solved today; `whole` at full height, else it scrolls."""
    tr = ui.tr
    if not view_model.today:
        words = Label(tr("puzzles.none_today"), 14, quiet=True, key="nothing solved")
        return Card(words, tr("puzzles.today"))
    rows = [_solved_row(row, ui) for row in view_model.today]
    note = tr("puzzles.count", count=len(rows))
    listed = Pad(Column(*rows, gap=8), 20, 0, 20, 8)
    content = listed if whole else Column(Flexible(Scroll(listed, "today")))
    return Card(content, tr("puzzles.today"), note, inner=0, foot=8)


def _solved_row(row: SolvedPuzzle, ui: Ui) -> Layout:
    """Lay out a solved puzzle: its game and level, then its aim and the number of tries."""
    tr = ui.tr
    aim = _as_part(tr(row.aim)) if row.aim is not None else ""
    return solved_row(tr(name_of(row.game)), aim, tr(row.tries), row.level)


def solved_row(name: str, aim: str, tries: str, level: int) -> Layout:
    """Lay out the texts of a solved puzzle; the tries go below in a short line."""
    title, count = Label(name, 16, bold=True), Label(tries, 14, quiet=True)
    words = Label(aim, 14, quiet=True) if aim else None
    stars = Row(NoShrink(title), Flexible(), NoShrink(Box(Stars(level, 14), at=0.5)), gap=8)
    beside = Row(NoShrink(words), Flexible(), NoShrink(count), gap=12) if words else count
    content = Column(
        stars if level else title,
        FirstFit(beside, Column(words, count, gap=0)),
        gap=0,
    )
    return Row(
        NoShrink(Box(SmallIcon(Icon.CHECK, 18, accent=True), at=0.5)), Flexible(content), gap=14
    )


def _as_part(sentence: str) -> str:
    """Return a sentence without its full stop."""
    return sentence.rstrip(". ")
