"""The statistics screen: results by game and opponent, and finished games to replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pygame

from engine.intervals import whole_percent
from engine.messages import JouonsError, Message
from engine.protocols import HUMAN, Game, OptionError, Value
from engine.puzzles.review import Regret
from engine.registry import ALL_GAMES, FIRST_GAME, PUZZLES, is_own, make_game, name_of
from engine.saves import from_json
from engine.store.store import FinishedGame, PuzzleResult, Store
from gui.boards import board_of, handlings_of
from gui.boards.handling import Handlings
from gui.boards.values import badge, percent_text
from gui.boards.words import UNNAMED, PuzzleTranslator, player_words, side_words
from gui.exercises.mistakes import MistakeCollector
from gui.i18n import Translator, ago
from gui.kit import Button, Drawing, Icon, Label, ListRow
from gui.kit.accessible import sentence
from gui.kit.buttons import CONTROL
from gui.kit.chart import Chart, ChartAxis, LineSeries, Marker, Tick
from gui.kit.command import Command, Commands, by_id
from gui.kit.forms import named, sheet, tab_row, widest
from gui.kit.layout import (
    Box,
    Card,
    Centred,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
)
from gui.kit.lists import PictureList
from gui.kit.screen import Screen
from gui.kit.widget import Size
from gui.lab.snapshot import Bests, clock_text
from gui.pages.records import SIDES, Record, Results, opponents, person_value, read_results
from gui.pages.resumable import ResumableGame, ResumableGames
from gui.people import computer_name
from gui.protocols import Open
from gui.services import Services
from gui.theme import Theme, mix
from gui.ui import Ui

LEAST_CARD = 440  # the least width of a card in two columns
GAME_ROW = 60
BADGE = 24
LEAST_ROWS = 4
MAX_BEGUN = 3  # the most unfinished games listed
LAST = 8  # games averaged in each point of the curve
CURVE = 64
MAX_PEOPLE = 6  # the most persons offered
LISTED = 20  # the newest results of a puzzle shown


@dataclass(frozen=True)
class PuzzleResults:
    """The best results of each variant, and the newest of all with the times of saving."""

    bests: Mapping[str, Bests] = field(default_factory=dict)
    newest: tuple[tuple[PuzzleResult, str], ...] = ()


class StatisticsScreen(Screen):
    """The statistics of one game at a time; the choice of the game is at the top."""

    PREFIX = "statistics"
    HOME = "list"

    def __init__(self, services: Services, game_id: str) -> None:
        super().__init__(services)
        self.game_id = game_id if game_id in ALL_GAMES or is_own(game_id) else FIRST_GAME
        self.listed: Sequence[str] = ALL_GAMES
        self.chosen = 0
        self.person = services.settings.people[0]
        self.results = Results()
        self.solved = PuzzleResults()
        self.rows: list[ListRow] = []  # the texts of the finished games
        self.trying = MistakeCollector(services, self.game_id)
        self.begun = ResumableGames(services.write_queue, lambda: services.store)

    def enter(self, size: tuple[int, int]) -> None:
        self._read()
        super().enter(size)

    def tick(self, dt: float) -> bool:
        return self.trying.update()

    @property
    def wants_worker(self) -> bool:
        return True

    def release_worker(self) -> None:
        self.trying.release_worker()

    def leave(self) -> None:
        self.trying.release_worker()

    def _read(self) -> None:
        """Read the store; on a fault, show a notice and empty results."""
        self.results, self.solved = Results(), PuzzleResults()
        self.trying.release_worker()
        self.trying = MistakeCollector(self.services, self.game_id)

        def read() -> None:
            self.begun.read()
            own = filter(is_own, (*self.services.store.games_played(), self.game_id))
            self.listed = [*ALL_GAMES, *dict.fromkeys(own)]
            if self.game_id in PUZZLES:
                self.solved = read_puzzle_results(self.services.store, self.game_id)
                return
            self.results = read_results(self.services.store, self.game_id, self.person)
            self.trying.begin(self.results.person)

        self.run_or_notify(read)
        self.rows = [game_row(self.ui.tr, game, self.results) for game in self.results.games]
        self.chosen = min(self.chosen, max(0, len(self.rows) - 1))

    # -- commands ----------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        return by_id(
            Command("review", lambda: self.review(self.chosen), Icon.EYE, primary=True),
            Command("unfinished", lambda: Open("unfinished", {"game": self.game_id}), Icon.CLOCK),
            Command("lab", lambda: Open("lab", {"puzzle": self.game_id}), Icon.PLAY),
            Command("try_again", self._try_again, Icon.UNDO, self.trying.count > 0),
        )

    def choose_game(self, index: int) -> None:
        """Show another game."""
        self.game_id = self.listed[index]
        self.chosen = 0
        self.widget_group.scroll_to_top()
        self._read()
        self.rebuild()

    def choose_person(self, index: int) -> None:
        """Show another person's results."""
        self.person = self.results.people[:MAX_PEOPLE][index]
        self._read()
        self.rebuild()

    def choose_row(self, index: int) -> None:
        """Select a finished game."""
        self.chosen = index

    def review(self, index: int) -> None:
        """Open a finished game in a match."""
        text = self.results.games[index].saved
        self.run_or_notify(lambda: self.go(Open("saved_match", {"saved": from_json(text)})))

    def go_on(self, game: ResumableGame) -> None:
        """Continue an unfinished game; a notice explains a failure."""
        self.run_or_notify(lambda: self.go(game.going_on()))

    def _try_again(self) -> Open:
        return Open("mistakes", {"game_id": self.game_id, "person": self.trying.person})

    # -- layout -------------------------------------------------------------------------

    def view(self) -> Layout:
        ui, offered = self.ui, self.offered()
        names = [self.tr(name_of(game)) for game in self.listed]
        at, ask = self.listed.index(self.game_id), self.ask_choice
        tabs = tab_row(names, at, self.choose_game, "games", ask)
        mine = self.begun.of(self.game_id)
        begun = begun_card(ui, mine, offered, self.go_on) if self.begun.games else None
        if self.game_id in PUZZLES:
            against, games = puzzle_result_cards(ui, self.game_id, self.solved, offered)
            again = None
        else:
            against = results_card(ui, self.game_id, self.results, self.choose_person)
            again = trying_card(ui, self.trying, offered)
            listed = FinishedGamesList(
                self.rows,
                ui.theme.tx(GAME_ROW),
                self.choose_row,
                results=self.results,
                chosen=self.chosen,
                open_row=self.review,
            )
            games = games_card(ui, listed, offered)
        won = Column(*(card for card in (against, begun, again) if card is not None))

        def half(theme: Theme) -> int:
            return theme.tx(LEAST_CARD) + theme.px(24) + theme.px(8)

        def whole(theme: Theme) -> int:
            return widest(theme) + 2 * theme.px(24)

        # Long results scroll by themselves; the list beside them keeps the window's height.
        left, right = Scroll(Pad(Box(won, at=0), 24, 16, 8, 24)), Pad(games, 8, 16, 24, 24)
        halves = (Flexible(Box(part, least_width=half)) for part in (left, right))
        beside = Column(Pad(tabs, 24, 16, 24, 0), Flexible(Row(*halves, gap=0)), gap=0)
        narrow = Scroll(Pad(Column(tabs, won, Flexible(games)), 24, 16, 24, 24))
        page = FirstFit(beside, narrow)
        bar = self.bar(self.tr("statistics.title"), self.tr("statistics.subtitle"))
        return Column(bar, Flexible(Centred(page, whole)), gap=0)


# -- results ---------------------------------------------------------------------------------------


def results_card(ui: Ui, game_id: str, results: Results, choose: Callable[[int], None]) -> Layout:
    """Return the card of results by opponent, with a choice of person if there are several."""
    tr, records = ui.tr, results.records
    title = tr("statistics.against")
    if not records:
        none = tr("statistics.none", game=tr(name_of(game_id)))
        return sheet(title, Label(none, quiet=True), foot=22)
    rows: list[Layout] = []
    people = list(results.people[:MAX_PEOPLE])
    if len(people) > 1 and results.person in people:
        names = [name or tr("match.you") for name in people]
        at = people.index(results.person)
        rows.append(tab_row(names, at, choose, "person"))
    for opponent, record in records.items():
        if not opponent and len(records) == 2:
            continue  # one opponent: the total would be equal
        name = _opponent(tr, opponent) if opponent else tr("statistics.total")
        games = Message("statistics.counts", {"count": record.games})
        rows.append(named(name, _result_badges(tr, record), tr(games), height=32))
    return sheet(title, *rows, foot=20)


def _opponent(tr: Translator, text: str) -> str:
    """Return the name of an opponent; one saved by another version stays unchanged."""
    kind, space, name = text.partition(" ")
    if kind == HUMAN and space:
        return name or tr("statistics.somebody")
    try:
        return tr(computer_name(text))
    except OptionError:
        return text


def _result_badges(tr: Translator, record: Record) -> Layout:
    counts = {Value.WIN: record.won, Value.DRAW: record.drawn, Value.LOSS: record.lost}
    cells = [
        Row(
            Box(Drawing(partial(_draw_badge, value)), BADGE, BADGE, at=0.5),
            Box(Label(tr.number(count), bold=True, middle=True), 44),
            gap=6,
        )
        for value, count in counts.items()
    ]
    return Row(*cells, gap=0)


def _draw_badge(value: Value, ui: Ui, target: pygame.Surface, rect: pygame.Rect) -> None:
    target.blit(badge(ui, value, rect.w), rect)


# -- mistakes --------------------------------------------------------------------------------------


def rolling(games: Sequence[Regret]) -> list[float]:
    """Return the rolling fraction of wasted moves, for each game with something to lose."""
    judged = [game for game in games if game.judged]
    sums = (sum(judged[max(0, n - LAST) : n], Regret()) for n in range(1, len(judged) + 1))
    return [each.fraction or 0.0 for each in sums]


def trying_card(ui: Ui, trying: MistakeCollector, offered: Commands) -> Layout | None:
    """Return the card of positions and curve, or None without an analysed game."""
    tr, whole = ui.tr, sum(trying.games, Regret())
    if not trying.count and not whole.judged:
        return None
    count = tr("trying.count", count=trying.count)
    button = Box(offered.button("try_again"), height=44)
    words = Flexible(Label(count, 16, bold=True, middle=True))
    first = Row(words, NoShrink(button), gap=16)
    shares = rolling(trying.games)
    fraction = whole_percent(whole.fraction or 0)
    text = tr("trying.regret", errors=whole.errors, count=whole.judged, share=fraction)
    below = [Label(text, 14, quiet=True)] if whole.judged else []
    if trying.games:
        below.append(Label(tr("trying.missed", missed=trying.missed), 14, quiet=True))
    curve = [regret_chart(ui, shares)] if len(shares) > 1 else []
    return Card(Column(first, *curve, *below, gap=12), tr("trying.title"), pad=24, foot=18)


def regret_chart(ui: Ui, shares: Sequence[float]) -> Chart:
    """Return the chart of fractions, from 0 to the largest, over the games, the newest last."""
    c, top = ui.theme.colours, max(0.1, *shares)
    points = list(enumerate(shares))
    ticks = [Tick(share, percent_text(ui, share)) for share in (0, top)]
    marks = [Marker(x, y, mix(c.loss, c.text, 0.2), 3) for x, y in points]
    return Chart(
        ChartAxis(0, len(shares) - 1),
        ChartAxis(0, top, ticks),
        [LineSeries(points, c.loss), *marks],
        size=(120, 120, CURVE),
        key="regret",
    )


# -- unfinished games ------------------------------------------------------------------------------


def begun_card(
    ui: Ui,
    games: Sequence[ResumableGame],
    offered: Commands,
    go_on: Callable[[ResumableGame], None],
) -> Layout:
    """Return the card of the newest unfinished games of one kind, with the way to all."""
    tr = ui.tr
    rows: list[Layout] = []
    for index, game in enumerate(games[:MAX_BEGUN]):
        words, key = game.sentence(tr), f"resume{index}"
        row = Button(words, partial(go_on, game), image=Icon.PLAY, key=key, size=14)
        row.centred = False
        rows.append(Box(row, height=CONTROL))
    if len(games) > MAX_BEGUN:
        rows.append(Label(tr("statistics.more", count=len(games) - MAX_BEGUN), 14, quiet=True))
    button = Row(Box(offered.button("unfinished"), height=44))
    return sheet(tr("unfinished.title"), *rows, Pad(button, 0, 6, 0, 0), gap=4, foot=20)


# -- finished games --------------------------------------------------------------------------------


def games_card(ui: Ui, listed: FinishedGamesList, offered: Commands) -> Layout:
    """Return the card of finished games, with the button that opens the selected one."""
    tr = ui.tr
    title = tr("statistics.games")
    if not listed.rows:
        empty = Label(tr("statistics.no_games"), quiet=True)
        return Box(Card(empty, title, foot=24), at=0)
    button = Row(Flexible(), Box(offered.button("review"), height=44))
    content = Column(Flexible(listed), button, gap=12)
    return Card(content, title, tr("statistics.counts", count=len(listed.rows)), inner=16, foot=16)


@dataclass(eq=False)
class FinishedGamesList(PictureList):
    """A list of finished games in two lines each, with the person's result."""

    side = BADGE
    results: Results = field(kw_only=True)

    def picture(self, ui: Ui, index: int, side: int) -> pygame.Surface | None:
        value = _value(self.results, self.results.games[index])
        return None if value is None else badge(ui, value, side).premul_alpha()

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return a size for a few rows; the list scrolls and shortens long texts."""
        needed = min(ui.theme.tx(LEAST_CARD), max(ui.theme.tx(120), width))
        return needed, LEAST_ROWS * self.row_height


def _value(results: Results, game: FinishedGame) -> Value | None:
    names = results.names.get(game.id, ("", ""))
    return person_value(game.first, game.second, game.result, names, results.person)


def _rules(game: FinishedGame) -> Game[Any]:
    """Return the game with its options; with the usual ones where the saved text is damaged."""
    try:
        return make_game(game.game, from_json(game.saved).options)
    except JouonsError:
        return make_game(game.game)


def game_row(tr: Translator, game: FinishedGame, results: Results) -> ListRow:
    """Return the two lines of a finished game."""
    names, value = results.names.get(game.id, ("", "")), _value(results, game)
    texts = (game.first, game.second)
    if value is not None:
        key = {Value.WIN: "won", Value.DRAW: "draw", Value.LOSS: "lost"}[value]
        result = tr(f"statistics.{key}")
    elif game.result in SIDES:
        result = _won(tr, game, texts, names)
    else:
        result = tr("statistics.draw")
    plies = tr("statistics.plies", count=game.plies)
    note = tr("statistics.game", result=result, plies=plies, ago=ago(game.saved_at))
    return ListRow(_pair(tr, texts, names), note)


def _won(tr: Translator, game: FinishedGame, texts: tuple[str, str], names: tuple[str, str]) -> str:
    """Return the sentence of the winner, who may have only the name of a side or none."""
    side = SIDES[game.result]
    winner = names[side]
    if texts[side] != HUMAN:
        winner = player_words(texts[side], tr, short=True)
    elif not winner:
        word = board_of(game.game).sides[side]
        if word in UNNAMED:  # needs no rules, which a person's own game may have lost
            return tr("match.wins", side=Message(UNNAMED[word]))
        winner = tr(side_words(_rules(game))[side])
    return tr(f"statistics.{game.result}", name=winner)


def _pair(tr: Translator, texts: tuple[str, str], names: tuple[str, str]) -> str:
    if texts[0] == texts[1] == HUMAN and not any(names):
        return tr("statistics.two_people")
    parts = [
        name or (tr("match.you") if text == HUMAN else _computers(tr, text))
        for text, name in zip(texts, names, strict=True)
    ]
    return tr("statistics.pair", first=parts[0], second=parts[1])


def _computers(tr: Translator, text: str) -> str:
    """Return the name of a bot, or all levels of a computer that changed its level."""
    return " / ".join(_opponent(tr, each) for each in opponents(text))


# -- puzzles ---------------------------------------------------------------------------------------


def read_puzzle_results(store: Store, puzzle_id: str) -> PuzzleResults:
    """Read the results of a puzzle. Raises StoreError when that fails."""
    variants = [each.variant for each in handlings_of(puzzle_id).variants({})]
    bests = {variant: Bests.read(store, variant) for variant in variants}
    return PuzzleResults(bests, tuple(store.solved_puzzles(variants, LISTED)))


def puzzle_result_cards(
    ui: Ui, puzzle_id: str, results: PuzzleResults, offered: Commands
) -> tuple[Layout, Layout]:
    """Return the card of the best results and that of the newest ones."""
    own = replace(ui, tr=PuzzleTranslator(ui.tr.language, puzzle_id))
    tr = own.tr
    button = Pad(Row(Box(offered.button("lab"), height=44)), 0, 6, 0, 0)
    best = sheet(
        tr("cube_hand.title"),
        *best_lists(own, handlings_of(puzzle_id), results.bests),
        Label(tr("cube_hand.rule"), 14, quiet=True),
        button,
        foot=20,
    )
    rows: list[Layout] = [
        Column(Label(result_line(result, own), 16), Label(tr(ago(saved)), 14, quiet=True), gap=0)
        for result, saved in results.newest
    ]
    none = Label(tr("statistics.by_hand_none"), quiet=True)
    return best, Box(sheet(tr("statistics.by_hand"), *(rows or [none])), at=0)


def best_lists(ui: Ui, handlings: Handlings, bests: Mapping[str, Bests]) -> list[Layout]:
    """Lay out the best results of every variant by moves and by time."""
    return [
        part
        for handling in handlings.variants({})
        for part in _variant(handling.puzzle.options, bests[handling.variant], ui)
    ]


def _variant(options: Mapping[str, str], bests: Bests, ui: Ui) -> Iterator[Layout]:
    tr = ui.tr
    if options:
        names = [tr(f"game.option.{name}.{value}") for name, value in options.items()]
        yield Label(sentence(names), 16, bold=True)
    if not bests.moves:
        yield Label(tr("cube_hand.none"), 14, quiet=True)
        return
    lists = [
        Column(
            Label(tr(f"cube_hand.by_{name}"), 14, quiet=True),
            *(Label(result_line(result, ui), 14) for result in results),
            gap=4,
        )
        for name, results in (("turns", bests.moves), ("time", bests.time))
    ]
    yield Row(*map(Flexible, lists), gap=16)


def result_line(result: PuzzleResult, ui: Ui) -> str:
    """Return the moves and the time of a result, and the length of a shortest solution."""
    moves = ui.tr("cube_hand.best_turns", count=result.moves)
    time = clock_text(result.milliseconds / 1000)
    return ui.tr("cube_hand.row", turns=moves, time=time, shortest=result.shortest)
