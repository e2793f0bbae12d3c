"""The statistics screen: results by game and opponent, and finished games to replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from engine.intervals import whole_percent
from engine.messages import JouonsError, Message
from engine.protocols import HUMAN, Game, OptionError, Value
from engine.puzzles.review import Regret
from engine.registry import ALL_GAMES, FIRST_GAME, PUZZLES, is_own, make_game, name_of
from engine.saves import from_json
from engine.store.store import FinishedGame
from gui.boards import board_of
from gui.boards.values import badge, percent_text
from gui.boards.words import UNNAMED, player_words, side_words
from gui.exercises.mistakes import MistakeCollector
from gui.i18n import Translator, ago
from gui.kit import Button, Icon, Label, ListBox, ListRow, Widget
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
from gui.kit.screen import Screen
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size
from gui.pages.puzzle_results import PuzzleResults, puzzle_result_cards, read_puzzle_results
from gui.pages.records import SIDES, Record, Results, person_value, read_results
from gui.pages.resumable import ResumableGame, ResumableGames
from gui.people import computer_name
from gui.protocols import Open
from gui.services import Services
from gui.theme import Theme, mix
from gui.ui import Ui

LEAST_CARD = 440  # the least width of a card in two columns
GAME_ROW = 60
LEAST_ROWS = 4
MAX_BEGUN = 3  # the most unfinished games listed
LAST = 8  # games averaged in each point of the curve
CURVE = 64
MAX_PEOPLE = 6  # the most persons offered


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
                ui, self.rows, self.results, self.chosen, self.choose_row, self.review
            )
            games = games_card(ui, listed, offered)
        won = Column(*(card for card in (against, begun, again) if card is not None))

        # Long results scroll by themselves; the list beside them keeps the window's height.
        left, right = Scroll(Pad(Box(won, at=0), 24, 16, 8, 24)), Pad(games, 8, 16, 24, 24)
        halves = (Flexible(Box(part, least_width=_least_half)) for part in (left, right))
        beside = Column(Pad(tabs, 24, 16, 24, 0), Flexible(Row(*halves, gap=0)), gap=0)
        narrow = Scroll(Pad(Column(tabs, won, Flexible(games)), 24, 16, 24, 24))
        page = FirstFit(beside, narrow)
        bar = self.bar(self.tr("statistics.title"), self.tr("statistics.subtitle"))
        return Column(bar, Flexible(Centred(page, _page_width)), gap=0)


def _least_half(theme: Theme) -> int:
    return theme.tx(LEAST_CARD) + theme.px(24) + theme.px(8)


def _page_width(theme: Theme) -> int:
    return widest(theme) + 2 * theme.px(24)


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
        rows.append(named(name, ResultBadges(record), tr(games), height=32))
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


class ResultBadges(Widget):
    """The numbers of wins, draws and losses, each with its badge."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record

    @staticmethod
    def _cell(theme: Theme) -> int:
        """Return the width of one badge with its number."""
        return theme.tx(24) + theme.px(6) + theme.width("0000", 16, True)

    def size_hint(self, ui: Ui, width: int) -> Size:
        return 3 * self._cell(ui.theme), ui.theme.tx(24)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, record = ui.theme, self.record
        side = theme.tx(24)
        x = self.rect.x
        counts = (record.won, record.drawn, record.lost)
        for value, count in zip((Value.WIN, Value.DRAW, Value.LOSS), counts, strict=True):
            target.blit(badge(ui, value, side), (x, self.rect.centery - side // 2))
            anchor = (x + side + theme.px(6), self.rect.centery)
            theme.blit_text(target, ui.tr.number(count), 16, anchor, bold=True)
            x += self._cell(theme)


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


class FinishedGamesList(ListBox):
    """A list of finished games in two lines each, with the person's result."""

    def __init__(
        self,
        ui: Ui,
        rows: Sequence[ListRow],
        results: Results,
        chosen: int,
        choose: Callable[[int], None],
        open_row: Callable[[int], None],
    ) -> None:
        height = ui.theme.tx(GAME_ROW)
        super().__init__(rows, height, choose, chosen=chosen, open_row=open_row)
        self.results = results

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return a size for a few rows; the list scrolls and shortens long texts."""
        needed = min(ui.theme.tx(LEAST_CARD), max(ui.theme.tx(120), width))
        return needed, LEAST_ROWS * self.row_height

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c, row = ui.theme, ui.theme.colours, self.rows[index]
        box = rect.inflate(0, -theme.px(4))
        self.draw_ground(ui, target, index, box)
        side, pad = theme.tx(24), theme.px(12)
        value = _value(self.results, self.results.games[index])
        if value is not None:
            target.blit(badge(ui, value, side), (box.x + pad, box.centery - side // 2))
        x = box.x + 2 * pad + side
        room = box.right - pad - x
        up, down = box.centery - theme.tx(11), box.centery + theme.tx(13)
        theme.blit_text(target, shorten(theme, row.text, 16, room), 16, (x, up))
        theme.blit_text(target, shorten(theme, row.note, 14, room), 14, (x, down), c.text2)


def _value(results: Results, game: FinishedGame) -> Value | None:
    """Return the selected person's result in a finished game."""
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
    """Return the sentence of the two players."""
    if texts[0] == texts[1] == HUMAN and not any(names):
        return tr("statistics.two_people")
    parts = [
        name or (tr("match.you") if text == HUMAN else _computers(tr, text))
        for text, name in zip(texts, names, strict=True)
    ]
    return tr("statistics.pair", first=parts[0], second=parts[1])


def _computers(tr: Translator, text: str) -> str:
    """Return the name of a bot, or all levels of a computer that changed its level."""
    return " / ".join(_opponent(tr, each) for each in text.split())
