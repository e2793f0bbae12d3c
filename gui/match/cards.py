"""The parts of a match screen: functions of what is seen and of what a click does."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from engine.messages import Message
from engine.protocols import Trace
from gui.boards import board_of
from gui.boards.cards import DetailCard
from gui.boards.sides import side_words
from gui.kit import Button, Label, Segments, Spinner, Widget
from gui.kit.command import Commands
from gui.kit.layout import (
    ROOMY,
    Box,
    Card,
    Column,
    Fill,
    Fit,
    Layout,
    Measured,
    Over,
    Pad,
    Row,
    Tabs,
    Whole,
    icon_only,
)
from gui.kit.widget import Size
from gui.match.history import HistoryCard
from gui.match.inside import BagsCard, TraceCard, WordsCard
from gui.match.moves import MovesCard
from gui.match.players import Banner, PlayerLine, PlayersCard, Token
from gui.match.seats import seats
from gui.match.seen import Result, Seat, Seen
from gui.match.thoughts import Bags, Words
from gui.settings import MATCH_CARDS, MATCH_TABS
from gui.theme import Theme
from gui.ui import Ui

LEAST_CARD = 188  # the height below which moves or values cannot be read
LEAST_BOARD = 280
GRAPH = 230

Jump = Callable[[int], None]
Choose = Callable[[str], None]


# -- below and above the board ---------------------------------------------------------------------


def button_row(commands: Commands, names: list[str]) -> Layout:
    """The buttons in pairs; without room all but the primary one lose their words, then it too."""

    def pairs(buttons: list[Button], between: int, within: int) -> Layout:
        """`between` and `within` pairs the gaps are never smaller."""
        boxed = [Whole(Box(b, least_width=0 if b.label else 44)) for b in buttons]
        groups = [Row(*boxed[i : i + 2], gap=8, least_gap=within) for i in range(0, len(boxed), 2)]
        return Row(*groups, gap=28, least_gap=between, height=44, align=0.5)

    whole = [commands.button(name) for name in names]
    small = [icon_only(button) for button in whole]
    mixed = [b if commands.made[b.key].primary else s for b, s in zip(whole, small, strict=True)]
    return Fit(pairs(whole, 28, 8), pairs(mixed, 4, 4), pairs(small, 4, 4))


def even_row(commands: Commands, names: list[str]) -> Layout:
    """The buttons in a row that fills its width; without room for their words, icons."""
    whole = [commands.button(name) for name in names]
    small = [icon_only(button) for button in whole]
    wide, narrow = (
        Row(*(Fill(Whole(b)) for b in made), gap=8, height=44) for made in (whole, small)
    )
    mixed = Row(*(Fill(b) for b in whole), gap=8, height=44)
    return Fit(wide, mixed, narrow)


def with_graph(seen: Seen, ui: Ui, board: Layout) -> Layout:
    """With analysis on, some games show a card below the board where both have room."""
    below = board_of(seen.game.id).below
    if below is None or not seen.analysis:
        return board
    card = below(seen.game, seen.board.state, ui.tr)
    card.key = "graph"
    graph = Headed(card)
    return Fit(
        Column(Fill(Box(board, height=LEAST_BOARD)), Box(graph, height=GRAPH, share=0.4)), board
    )


class ResultBanner(Measured):
    """How the game ended and what can follow, where the board has room for it."""

    def __init__(
        self,
        result: Result,
        commands: Commands,
        token: Token,
        where: Callable[[], pygame.Rect | None],
    ) -> None:
        self.result = result
        self.token = token
        self.where = where  # asked once the board has its place
        self.buttons = [commands.button("swap_sides"), commands.button("rematch")]
        for button in self.buttons:
            button.image = None

    def wanted(self, ui: Ui, width: int) -> Size:
        return 0, 0

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        middle = self.where()
        if middle is None:
            return
        theme, result = ui.theme, self.result
        headline, detail = ui.tr(result.text), ui.tr(result.detail)
        text = max(theme.width(headline, 22, True), theme.width(detail, 14))
        side = theme.tx(44)
        buttons = sum(b.measure(ui, ROOMY)[0] for b in self.buttons)
        natural = text + side + buttons + theme.px(100)
        width = min(max(middle.w, min(natural, theme.px(640))), natural + 200)
        box = pygame.Rect(0, 0, width, min(middle.h, theme.tx(88)))
        box.center = middle.center
        box.clamp_ip(pygame.Rect(0, 0, rect.right, rect.bottom))
        short = natural > box.w
        winner = None if short else result.winner
        picture = self.token(winner, side) if winner is not None else None
        yield from Banner(headline, detail, picture).place(ui, box)
        shown = [Whole(button) for button in self.buttons[1 if short else 0 :]]
        height = min(side, box.h - 8)
        row = pygame.Rect(box.x, 0, box.w - theme.px(16), height)
        row.centery = box.centery
        yield from Row(Fill(), *shown, gap=12).place(ui, row)


def beside_glass(
    seen: Seen, ui: Ui, token: Token, board: Layout, said: tuple[str, ...], buttons: Layout
) -> Layout:
    """The left part while somebody looks inside: players, board, what lies on it, buttons."""
    two = seats([_line(seat, ui) for seat in seen.seats], token)
    big = Fill(Box(board, height=LEAST_BOARD))
    if not said:
        return Column(two, big, buttons)
    heading, *lines = said
    text = Column(
        Label(heading, 16, bold=True, maximum=1),
        *(Label(line, 14, quiet=True, maximum=2) for line in lines),
        gap=2,
    )
    return Fit(Column(two, big, Card(text, pad=12, inner=20), buttons), Column(two, big, buttons))


# -- beside the board ------------------------------------------------------------------------------


def side(seen: Seen, ui: Ui, token: Token, jump: Jump, tab: Choose, card: Choose) -> Layout:
    """The cards below one another where they have room, else as tabs."""
    pages: list[tuple[str, Callable[[], Layout]]] = [
        (ui.tr("match.tab_players"), lambda: players(seen, ui, token)),
        (ui.tr("match.moves"), lambda: moves(seen, ui, token, jump)),
        (ui.tr("match.tab_value"), lambda: third(seen, ui, token, jump, card)),
    ]
    rest: list[Layout] = [
        Fill(Box(pages[1][1](), height=LEAST_CARD)),
        Box(pages[2][1](), height=LEAST_CARD, share=0.27),
    ]
    stacked = [Column(players(seen, ui, token, whole), *rest) for whole in (True, False)]
    at = MATCH_TABS.index(seen.tab)
    return Fit(*stacked, Tabs(*pages, at=at, choose=lambda i: tab(MATCH_TABS[i]), key="tabs"))


def players(seen: Seen, ui: Ui, token: Token, whole: bool = False) -> Layout:
    """Both players, whose turn it is, and what a thinking bot is doing.

    `whole` asks for room for every word of that; otherwise what has no room is cut.
    """
    tr, status = ui.tr, seen.status
    card = PlayersCard(
        [_line(seat, ui) for seat in seen.seats],
        token,
        tr(status.text),
        [tr(line) for line in status.lines],
        tr(status.elapsed) if status.elapsed is not None else "",
        status.share,
        seen.thinking,
        whole,
    )
    if not seen.thinking:
        return card
    spinner = Row(Box(Spinner("spinner"), 24, 24, at=0))
    return Over(card, Pad(spinner, 20, _below_seats, 0, 0))


def _below_seats(theme: Theme) -> int:
    return theme.px(24) + 2 * theme.tx(56) + theme.tx(4)


def _line(seat: Seat, ui: Ui) -> PlayerLine:
    wins = ui.tr.number(seat.wins)
    return PlayerLine(ui.tr(seat.name), ui.tr(seat.detail), seat.human, wins, seat.to_move)


def moves(seen: Seen, ui: Ui, token: Token, jump: Jump) -> Layout:
    """The list of moves, mistakes marked."""
    count = seen.mistakes
    note = ui.tr("match.mistakes", count=count) if count else ""
    better = [ui.tr(move.better) if move.better is not None else "" for move in seen.moves]
    return MovesCard(ui.tr("match.moves"), note, seen.moves, better, seen.ply, token, jump)


def third(seen: Seen, ui: Ui, token: Token, jump: Jump, choose: Choose) -> Layout:
    """Value over the game, or what the bot or this game shows of the decision."""
    labels = [ui.tr(f"match.panel_{name}") for name in MATCH_CARDS]
    at = MATCH_CARDS.index(seen.card)
    switch = Segments(labels, at, lambda i: choose(MATCH_CARDS[i]), "panel")
    card = inside(seen, ui) if at else history(seen, ui, token, jump)
    return Headed(card, switch)


def history(seen: Seen, ui: Ui, token: Token, jump: Jump) -> HistoryCard:
    """The graph and the strip of values."""
    first = Message(side_words(seen.game.id)[0])
    names = (
        ui.tr("match.side_wins", side=first),
        ui.tr("match.draw_word"),
        ui.tr("match.side_loses", side=first),
    )
    return HistoryCard(seen.history, seen.ply, seen.plies, token, jump, names)


def inside(seen: Seen, ui: Ui) -> DetailCard:
    """What the decision carries, a learner's bags, or what belongs to the game."""
    shown, panel = seen.inside, board_of(seen.game.id).panel
    if isinstance(shown, Trace):
        return TraceCard(shown)
    if isinstance(shown, Bags):
        return BagsCard(shown.rows)
    if isinstance(shown, Words) or panel is None:
        lines = shown.lines if isinstance(shown, Words) else ()
        return WordsCard([(t if isinstance(t, str) else ui.tr(t), mono) for t, mono in lines])
    return panel(seen.game, seen.board.state, ui.tr)


class Headed(Measured):
    """A card that leaves room for a switch at its top, or for its heading."""

    def __init__(self, card: DetailCard | HistoryCard, switch: Segments | None = None) -> None:
        self.card = card
        self.switch = switch

    def wanted(self, ui: Ui, width: int) -> Size:
        if self.switch is None:
            return 0, 0
        sides = ui.theme.px(24)
        return self.switch.measure(ui, max(0, width - sides))[0] + sides, 0

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        theme = ui.theme
        self.card.top = theme.tx(32)
        yield from self.card.place(ui, rect)
        if self.switch is not None:
            box = pygame.Rect(
                rect.x + theme.px(12), rect.y + theme.px(10), rect.w - theme.px(24), 0
            )
            box.h = self.switch.measure(ui, box.w)[1]
            self.card.top = box.bottom - rect.y
            yield from self.switch.place(ui, box)
