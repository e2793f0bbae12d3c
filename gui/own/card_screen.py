"""Screen of the card of an own bot: how good it is, and each position in which it failed.

The table has what it throws away in each game, and its place between the levels.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from engine.arena.card import CardMistake, GameCard
from engine.levels import LEVELS
from engine.protocols import HUMAN
from engine.registry import GAMES, make_game, name_of, own_name
from gui.boards.previews import cut_art, preview
from gui.boards.values import interval_text, percent_text, thrown_bar
from gui.i18n import ago
from gui.kit import Button, Icon, Label, ProgressBar, Shortened, Spinner
from gui.kit.command import Command
from gui.kit.fields import FieldFault
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    Scroll,
    icon_only,
    tx,
)
from gui.kit.screen import PageScreen
from gui.kit.table import NOWHERE, Table, TableCell, TableColumn
from gui.own.bots import OwnActions
from gui.own.card_model import POSITIONS, BotCard, CardModel
from gui.own.position_list import PositionList, PositionRow, fault_cell
from gui.protocols import Open
from gui.services import Services
from gui.theme import mix
from gui.ui import Ui

REFRESH_SECONDS = 0.15
ART = (60, 44)
ROW = 50
BAR, SCALE, END = 120, 270, 34  # widths; END is the room of half a level's name beside the scale
DIM = 0.6  # of figures that are not those of the present text, or not complete
SHORTEST = 0.95  # milliseconds: a shorter time is told with a decimal


class CardScreen(PageScreen):
    """The card of one bot; the measuring goes on when the screen is left."""

    PREFIX = "card"
    HOME = "games"

    def __init__(self, services: Services, player: str) -> None:
        super().__init__(services)
        self.player = player
        self.model = services.outliving(CardModel, lambda: CardModel(lambda: services.store))
        self.chosen: str | None = None  # a game; None for the first one with something to list
        self._own = OwnActions(self)
        self._since = 0.0

    def enter(self, size: tuple[int, int]) -> None:
        self.run_or_notify(lambda: self.model.open(self.player))
        super().enter(size)

    @property
    def wants_worker(self) -> bool:
        """True: a bot below would take half the processor from the measuring."""
        return True

    def tick(self, dt: float) -> bool:
        self._since += dt
        if self._since < REFRESH_SECONDS:
            return False
        since, self._since = self._since, 0.0
        return self.model.update(since)

    # -- commands ----------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        model, source = self.model, self.model.card.source
        folder = model.path.parent if model.path is not None else None
        plays = source is not None and source.plays and model.card.fault is None
        listed = (
            Command("stop", self.and_refresh(model.stop), Icon.STOP),
            Command("go_on", self.and_refresh(model.go_on), Icon.PLAY),
            Command("again", self.and_refresh(model.measure), Icon.PLAY),
            Command("show_folder", lambda: self._own.show_folder(folder), Icon.OPEN),
            Command("edit", lambda: self._own.edit(self.player), Icon.PENCIL),
            Command("play", self._play, Icon.PLAY, plays, primary=True),
        )
        return {command.id: command for command in listed}

    def _play(self) -> Open:
        """Open a match against the bot: at the game played last, if it plays that."""
        games, last = self.model.card.games, self.services.settings.last_game
        game = make_game(last if last in games else games[0])
        return Open("match", {"game": game, "players": (HUMAN, self.player)})

    def _choose(self, row: int) -> None:
        self.chosen = self.model.card.games[row]
        self.rebuild()

    def _open_position(self, index: int) -> None:
        """Open a position with its exact values and the bot's answer; a puzzle's in the lab."""
        figures = self._figures()
        assert figures is not None
        at = _listed(figures)[index]
        if figures.game not in GAMES:
            self.go(Open("lab", {"puzzle": figures.game, "position": at.position}))
            return
        game = make_game(figures.game, at.options)
        look = {"look": self.player, "look_seed": at.seed}
        start = {"start": game.parse(at.position), **look, "analysis": True}
        self.go(Open("match", {"game": game, "players": (HUMAN, HUMAN), **start}))

    # -- layout ------------------------------------------------------------------------------------

    def top(self) -> Layout:
        source = self.model.card.source
        return self.bar(own_name(self.player), source.sentence if source is not None else "")

    def page(self) -> Layout:
        """Lay out the file above, its figures below; a low window scrolls over all of it."""
        state, results, title = self._state(), self._results(), self.tr("card.title")
        whole = Card(results, title, self.tr("card.note", count=POSITIONS), foot=12)
        around = (24, 20, 24, 24)
        return FirstFit(
            Pad(Column(state, Flexible(whole)), *around),
            Scroll(Pad(Column(state, Card(results, title, foot=12)), *around)),
        )

    def _state(self) -> Layout:
        """Lay out the file with the actions at its right, the measuring below."""
        tools = list(map(self.offered().button, ("show_folder", "edit", "play")))

        def row(*buttons: Button) -> Layout:
            ends = (NoShrink(Box(each, height=44, at=0.5)) for each in buttons)
            return Row(Flexible(Box(self._file(), least_width=200, at=0.5)), *ends)

        above = FirstFit(row(*tools), row(*map(icon_only, tools[:2]), tools[2]))
        return Card(Column(above, self._progress(), gap=tx(6)), pad=20, head=14, foot=14)

    def _file(self) -> Layout:
        model = self.model
        name = model.path.name if model.path is not None else f"{own_name(self.player)}.py"
        named = Shortened(name, 16, mono=True, maximum=1)
        if not model.changed_at:
            return named
        changed = self.tr("card.changed", ago=self.tr(ago(model.changed_at)))
        when = Shortened(changed, 14, quiet=True, maximum=1)
        beside = Row(NoShrink(named), NoShrink(when), Flexible(), gap=16)
        return FirstFit(beside, Column(named, when, gap=0))

    def _progress(self) -> Layout:
        """Lay out what is measured and how far, with the buttons that end or begin it."""
        model, card, tr = self.model, self.model.card, self.tr
        goes_on = card.fault is None and card.done < len(card.games)
        names = ("stop",) if model.running else ("go_on", "again") if goes_on else ("again",)
        buttons = [self.offered().button(name, size=14) for name in names]
        ends = [NoShrink(Box(each, height=32, at=0.5)) for each in buttons]
        if card.fault is not None:
            return Row(Flexible(Box(FieldFault(tr(card.fault)), at=0.5)), *ends)
        if not model.running:
            done = tr("card.games_done", done=card.done, count=len(card.games))
            return Row(Flexible(Label(done, 14, quiet=True, middle=True)), *ends, gap=8)
        figures, now = card.cards.get(card.playing), tr("card.starts")
        if figures is not None:
            game = tr(name_of(card.playing))
            now = tr("card.at", game=game, done=figures.positions, count=POSITIONS)
        bar = Flexible(Box(ProgressBar(card.fraction()), least_width=80, at=0.5))
        spinner, words = Box(Spinner("busy"), at=0.5), Label(now, 14, middle=True)
        return Row(NoShrink(spinner), NoShrink(words), bar, *ends, gap=12)

    def _results(self) -> Layout:
        """Lay out the table, and below it the positions of the chosen game."""
        card, figures = self.model.card, self._figures()
        at = card.games.index(figures.game) if figures is not None else -1
        table = card_table(self.ui, card, at, self._choose)
        failed = Flexible(self._positions(figures)) if figures is not None else None
        return Column(table, failed, gap=tx(8))

    def _figures(self) -> GameCard | None:
        """Return the chosen game, by default the first one with faults, else with errors."""
        card = self.model.card
        measured = [card.cards[game] for game in card.games if game in card.cards]
        chosen = [each for each in measured if each.game == self.chosen]
        failed = [each for each in measured if each.faults] or [e for e in measured if e.errors]
        return next(iter(chosen or failed), None)

    def _positions(self, figures: GameCard) -> Layout:
        rows = [self._row(figures.game, at) for at in _listed(figures)]
        name = self.tr(name_of(figures.game))
        title = self.tr(
            "card.failed", game=name, faults=len(figures.faults), count=len(figures.errors)
        )
        listed = PositionList(self.ui, rows, self._open_position, f"positions {figures.game}")
        listed.called = title
        none = Label(self.tr("card.nothing"), 14, quiet=True, middle=True, align=0.5)
        return Column(
            Label(title, 14, bold=True, maximum=1),
            Flexible(Over(listed, none if not rows else None)),
            gap=tx(4),
        )

    def _row(self, game_id: str, at: CardMistake) -> PositionRow:
        is_fault, text = at.fault is not None, self.tr(at.text)
        if game_id not in GAMES:
            return PositionRow(text, at.position, fault=is_fault)
        game = make_game(game_id, at.options)
        usual = make_game(game_id).options
        others = {name: text for name, text in at.options.items() if usual[name] != text}
        rules = " · ".join(f"{name} {text}" for name, text in others.items())
        return PositionRow(text, rules, fault=is_fault, game=game, state=game.parse(at.position))


def _listed(figures: GameCard) -> Sequence[CardMistake]:
    """Return the positions of a game in which the bot failed, faults first."""
    return [*figures.faults, *figures.errors]


# -- the table -------------------------------------------------------------------------------------


def card_table(ui: Ui, card: BotCard, chosen: int, choose: Callable[[int], None]) -> Table:
    """Return the table of a card, a row for each game."""
    head = partial(_head, ui)
    levels = any(each.level_errors for each in card.cards.values()) or not card.cards
    names = TableCell(ui.tr("card.place"), draw=_level_names, width=SCALE)
    columns = [
        TableColumn(head("game"), 0),
        TableColumn(head("thrown")),
        TableColumn(head("interval")),
        TableColumn(drop=1),
        *([TableColumn(names, 0.5, drop=3)] if levels else []),
        TableColumn(head("median"), drop=2),
        TableColumn(head("longest")),
        TableColumn(head("faults")),
    ]
    rows = [_row(ui, card, game, levels) for game in card.games]
    return Table(
        columns,
        rows,
        choose=lambda row, column: choose(row),
        at=(chosen, 0) if chosen >= 0 else NOWHERE,
        row_height=ROW,
        key="games",
    )


def _head(ui: Ui, name: str) -> str:
    return ui.tr(f"card.column.{name}")


def _row(ui: Ui, card: BotCard, game: str, levels: bool) -> list[str | TableCell]:
    size, figures = (ui.theme.tx(ART[0]), ui.theme.tx(ART[1])), card.cards.get(game)
    make = partial(preview, game, size, ui)
    name, c, note = ui.tr(name_of(game)), ui.theme.colours, ""
    if figures is None and card.fault is None:  # a file with a fault is measured in no game
        note = ui.tr("card.waits")
    elif figures is not None and not card.is_complete(game) and not card.is_old(game):
        note = ui.tr("card.of", count=figures.positions, all=POSITIONS)
    picture = cut_art(ui, ("card", game), size, make)
    named = TableCell(name, note=note, size=16, bold=True, picture=picture)
    shown = DIM if card.is_old(game) or game == card.playing else 1.0
    scale = TableCell(draw=partial(_scale, figures, shown), width=SCALE)
    scales = [scale] if levels else []
    if figures is None:
        figure = "" if card.fault is None else "–"
        return [named, figure, figure, "", *scales, figure, figure, figure]
    ink = mix(c.panel, c.text, shown)
    text = partial(TableCell, ink=ink)
    share = figures.share if figures.judged else None
    between = "–" if share is None else interval_text(ui, figures.interval, share)
    return [
        named,
        text("–" if share is None else percent_text(ui, share), size=16, bold=True),
        text(between, mono=True),
        TableCell(draw=partial(thrown_bar, share, shown=shown), width=BAR),
        *scales,
        *(text(time) for time in _times(ui, figures.seconds)),
        fault_cell(ui, len(figures.faults), ink),
    ]


def _times(ui: Ui, seconds: Sequence[float]) -> tuple[str, str]:
    """Return the median and the longest time of a decision."""
    if not seconds:
        return "–", "–"
    return _time(ui, statistics.median(seconds)), _time(ui, max(seconds))


def _time(ui: Ui, seconds: float) -> str:
    """Return a time in the unit that suits it."""
    if seconds >= 1:
        return ui.tr("card.seconds", seconds=seconds)
    key = "card.milliseconds" if 1000 * seconds >= SHORTEST else "card.part_millisecond"
    return ui.tr(key, ms=1000 * seconds)


def _at(ui: Ui, box: pygame.Rect, place: float) -> int:
    """Return where a place is on a scale: half the name of a level has room beside its ends."""
    scale = box.inflate(-2 * ui.theme.tx(END), 0)
    return round(scale.x + scale.w * place / (len(LEVELS) - 1))


def _level_names(ui: Ui, target: pygame.Surface, box: pygame.Rect) -> None:
    """Draw the names of the levels, each above its place on the scales."""
    theme, quiet = ui.theme, ui.theme.colours.text2
    for number, level in enumerate(LEVELS):
        at, name = (_at(ui, box, number), box.centery), ui.tr(f"player.{level}.name")
        theme.blit_text(target, name, 14, at, quiet, align=0.5)


def _scale(
    figures: GameCard | None, shown: float, ui: Ui, target: pygame.Surface, box: pygame.Rect
) -> None:
    """Draw the scale of the levels with the bot's place and its interval."""
    theme, c = ui.theme, ui.theme.colours
    left, right = _at(ui, box, 0), _at(ui, box, len(LEVELS) - 1)
    middle, thick, tick = box.centery, theme.px(4), theme.tx(14)
    line = pygame.Rect(left, middle - thick // 2, right - left, thick)
    ui.brush.rounded(target, line, thick // 2, c.line)
    for number in range(len(LEVELS)):
        target.fill(c.text2, (_at(ui, box, number) - 1, middle - tick // 2, 2, tick))
    if figures is None or figures.level is None:
        return
    ink = mix(c.panel, c.text, shown)
    low, high = figures.interval
    places = [figures.place(share) or 0.0 for share in (high, figures.share, low)]
    first, at, last = (_at(ui, box, place) for place in places)
    target.fill(ink, (first, middle - 1, last - first + 1, 3))
    for x in (first, last):
        target.fill(ink, (x - 1, middle - theme.tx(6), 3, 2 * theme.tx(6)))
    radius, dot = theme.tx(7), mix(c.panel, c.accent, shown)
    disc = pygame.Rect(0, 0, 2 * radius, 2 * radius)
    disc.center = (at, middle)
    ui.brush.rounded(target, disc, radius, dot, c.panel, 2)
