"""Screen of puzzles: the board, the aim, and the cards beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.puzzles.problems import LEVELS
from engine.registry import ALL_GAMES, name_of
from gui import clipboard
from gui.exercises.attempt import ExerciseViewModel
from gui.exercises.exercise import AttemptPhase, aim, day_text, share_text
from gui.exercises.puzzles import OF_TODAY, Puzzles, PuzzleSource
from gui.exercises.screen import ExerciseScreen, mark_of, slim
from gui.exercises.today import HARD_MARK, Today
from gui.exercises.widgets import GameTile, Stars
from gui.kit import Icon, Label, Segments, Shortened, SmallIcon
from gui.kit.accessible import sentence
from gui.kit.command import Command, by_id
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
from gui.services import Services

HEADER = 600  # the height of the aim above the board
LEAST_TODAY = 150
SOURCES = (PuzzleSource.DAY, PuzzleSource.HARD, PuzzleSource.ENDLESS)


class PuzzlesScreen(ExerciseScreen):
    """Shows the puzzles of the day, endless ones and shared ones."""

    model: Puzzles

    def __init__(self, services: Services, game_id: str = "", shared: str = "") -> None:
        super().__init__(services)
        today = services.outliving(Today, lambda: Today(services))
        game = game_id or services.settings.last_game
        self.model = Puzzles(services, today, services.fresh_seed(), game, shared)

    # -- view --------------------------------------------------------------------------------------

    def refresh(self) -> ExerciseViewModel:
        return self.model.exercise

    def top(self) -> Layout:
        offered = self.offered()
        tools = [offered.button("open_shared", labelled=False, quiet=True), offered.button("share")]
        return self.bar(self.tr("puzzles.title"), self.tr("puzzles.subtitle"), extra=tools)

    def headlines(self) -> tuple[Layout, Layout]:
        problem = self.model.problem
        stars = None if problem is None else Row(Stars(problem.level, 12), Flexible())
        return self._header(), slim(self.exercise, self.ui, stars)

    def buttons(self) -> Sequence[Sequence[str]]:
        if self.exercise.phase is AttemptPhase.EXPLAINING:
            return ("again", "refute"), ("step_back", "step_on"), ("next_puzzle",)
        first = "again" if self.exercise.over else "hint"
        turns = self.turns
        asked = turns is not None and (turns.open or turns.can_undo)
        turning = ("undo", "restart") if asked else ()
        middle = (first, "show_me") if turns is not None else (first, "refute", "show_me")
        return turning, middle, ("next_puzzle",)

    # -- commands ----------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        inherited, turns = dict(super().commands()), self.turns
        if self.exercise.phase is AttemptPhase.SOLVED and turns is None:
            inherited["show_me"] = replace(inherited["show_me"], text="see_end")
        return inherited | by_id(
            Command("share", self.share, Icon.SHARE, self.model.problem is not None),
            Command("open_shared", self.paste, Icon.CLIPBOARD),
        )

    def share(self) -> None:
        """Copy the puzzle to the clipboard, without its answer."""
        problem, model = self.model.problem, self.model
        if problem is not None:
            day = model.today.date if model.source in OF_TODAY else None
            self.copy(share_text(self.ui.tr, problem, day), "puzzles.copied")

    def paste(self) -> None:
        """Open a shared puzzle from the clipboard."""
        text = clipboard.get_text()
        if text.strip():
            self.and_refresh(self.model.open_text)(text)
        else:
            self.services.notify("puzzles.clipboard_empty", fault=True)

    # -- above the board ---------------------------------------------------------------------------

    def _header(self) -> Layout:
        """Lay out the aim or the fault of the last attempt, and the difficulty."""
        tr, exercise, problem = self.tr, self.exercise, self.model.problem
        mark = mark_of(exercise, self.board_view.token if self.board_view is not None else None)
        if exercise.phase is None and not exercise.busy:
            mark = Box(SmallIcon(Icon.WARNING, 24, fault=True), at=0.5)
        title = Label(tr(exercise.title), 26, bold=True)
        detail_text = "" if exercise.detail is None else tr(exercise.detail)
        detail = Label(detail_text, 16, quiet=not exercise.is_answer, key="said")
        # The board below must keep its size when a sentence takes two lines.
        text = Box(Column(title, TallestVariant(detail, Label("\n", 16)), gap=2), at=0.5)
        ends: list[Layout] = []
        if problem is not None:
            word = Label(tr(f"puzzles.level.{problem.level}"), 14, quiet=True, align=1)
            stars = Column(Box(Stars(problem.level)), word, gap=4)
            ends = [NoShrink(Box(stars, at=0.5))]
        return Centred(Row(mark, Flexible(text), *ends, gap=16, height=72), tx(HEADER))

    # -- beside the board --------------------------------------------------------------------------

    def beside(self) -> Layout:
        """Lay out the cards in a column if they fit, else today's puzzles on a tab of their own."""
        # The height of the longest text is reserved: no click on a tile moves the tiles.
        forms = (self._source_card(each) for each in (PuzzleSource.DAY, PuzzleSource.ENDLESS))
        source = TallestVariant(self._source_card(self.model.source), *forms)
        games, today = self._games_card(), self._today_card()

        def tabs() -> Layout:
            names = map(self.tr, ("puzzles.tab_today", "puzzles.today"))
            pages = zip(names, (Scroll(Column(source, games, Flexible())), today), strict=True)
            return Tabs(*pages, at=self.tab, choose=self.choose_tab, key="tabs")

        return FirstFit(Column(source, games, Flexible(Box(today, height=LEAST_TODAY))), tabs)

    def _source_card(self, source: PuzzleSource) -> Layout:
        """Build the card of a source, daily or endless, with the facts of this puzzle."""
        tr, model = self.tr, self.model
        names = [tr(f"puzzles.{name}") for name in ("of_the_day", "hard", "endless")]
        chosen = SOURCES.index(source) if source in SOURCES else -1
        choose = self.and_refresh(lambda index: model.choose_source(SOURCES[index]))
        left, right = tr("puzzles.shared"), ""
        if source in OF_TODAY:
            left, right = day_text(self.ui.tr, model.today.date), tr("puzzles.same")
        elif source is PuzzleSource.ENDLESS:
            left, right = (
                tr("puzzles.number", n=model.number + 1),
                tr(f"puzzles.level.{model.level}"),
            )
        first = Row(Label(left, 16, bold=True), Flexible(), Label(right, 14, quiet=True, align=1))
        rows = [_pair(tr("puzzles.tries_name"), tr(model.tries))]
        if model.has_theme or source is not model.source:
            sign = SmallIcon(Icon.LOCK) if model.theme is None else None
            theme = tr(model.theme or "puzzles.theme_later")
            rows.insert(0, _pair(tr("puzzles.theme"), theme, sign))
        if source is PuzzleSource.ENDLESS:
            rows.insert(0, self._level_row())
        hair = Box(Divider(), height=exactly(1))
        facts = Pad(Column(first, hair, *rows, gap=10), 8, 0)
        switch = Segments(names, chosen, choose, "source", size=14)
        switch.called = sentence(names)
        return Card(Column(Box(switch, height=48), facts, gap=12), pad=12, foot=14)

    def _level_row(self) -> Layout:
        choose = self.and_refresh(lambda index: self.model.choose_level(LEVELS[index]))
        at, tip = LEVELS.index(self.model.level), self.tr("puzzles.stars_tip")
        stars = Segments([str(each) for each in LEVELS], at, choose, "stars", tip, 14)
        name = Box(Label(self.tr("puzzles.stars"), 14, quiet=True), at=0.5)
        return Row(name, Flexible(stars), gap=12)

    def _games_card(self) -> Layout:
        tr, model, tick = self.tr, self.model, self.tr("puzzles.solved_today")
        choose = self.and_refresh(model.choose_game)
        tiles = (
            GameTile(
                each,
                tr(name_of(each)),
                choose,
                each == model.game,
                tick if model.is_solved(each) else "",
            )
            for each in ALL_GAMES
        )
        return Card(Grid(*tiles, columns=3, gap=12), tr("puzzles.from"), foot=16)

    def _today_card(self) -> Layout:
        tr, solved = self.tr, self.model.today.solved
        if not solved:
            words = Label(tr("puzzles.none_today"), 14, quiet=True, key="nothing solved")
            return Card(words, tr("puzzles.today"))
        rows = (self._solved_row(key, tries) for key, tries in solved.items())
        listed = Column(Flexible(Scroll(Pad(Column(*rows, gap=8), 20, 0, 20, 8), "today")))
        note = tr("puzzles.count", count=len(solved))
        return Card(listed, tr("puzzles.today"), note, inner=0, foot=8)

    def _solved_row(self, key: str, tries: int) -> Layout:
        """Lay out a solved puzzle: its game and level, then its aim and the number of tries.

        Aim and level are missing while the puzzle is being made.
        """
        tr, problem = self.tr, self.model.today.problems.get(key)
        title = Label(tr(name_of(key.removesuffix(HARD_MARK))), 16, bold=True)
        count = Label(tr("puzzles.tries", count=tries), 14, quiet=True)
        words = "" if problem is None else tr(aim(problem)).rstrip(". ")
        stars = None if problem is None else NoShrink(Box(Stars(problem.level, 14), at=0.5))
        first = Row(Flexible(title), stars, gap=8)
        second = Row(Flexible(Label(words, 14, quiet=True)), NoShrink(count), gap=12)
        sign = NoShrink(Box(SmallIcon(Icon.CHECK, 18, accent=True), at=0.5))
        return Row(sign, Flexible(Column(first, second, gap=0)), gap=14)


def _pair(name: str, value: str, sign: SmallIcon | None = None) -> Layout:
    mark = Box(sign, at=0.5) if sign is not None else None
    ends = Shortened(value, 14, maximum=1, align=1)
    return Row(NoShrink(Label(name, 14, quiet=True)), Flexible(), mark, ends, gap=12)
