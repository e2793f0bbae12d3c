"""The first screen: a tile for every game, what can be continued, the way to everything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pygame

from engine.messages import LANGUAGES, JouonsError
from engine.registry import ALL_GAMES, GAMES, make_game
from gui.i18n import language_name
from gui.kit import Button, Icon, Kind, Label, Segments
from gui.kit.command import Command
from gui.kit.layout import (
    Box,
    Card,
    Column,
    Fill,
    Fit,
    Layout,
    Over,
    Pad,
    Row,
    Scroll,
    Whole,
    icon_only,
    tx,
)
from gui.kit.popup import Choice
from gui.kit.screen import Screen
from gui.pages.menu_tiles import GlobeMark, Strip, Tile, Tiles, text_height
from gui.pages.resume import BegunGames, Resume, Way
from gui.pages.welcome import strip_height, welcome_card
from gui.protocols import Open, Quit
from gui.services import Services
from gui.settings import Settings, sound_setup

MARGIN = 40
FOOT = ("arena", "preferences", "help", "quit")
WORDLESS = ("help", "preferences", "arena", "quit")  # the button whose icon says most comes first
ICONS = {Way.CONTINUE: Icon.PLAY, Way.NEW: Icon.PLUS, Way.ALL: Icon.CLOCK}


def play_now(settings: Settings, game_id: str) -> Open:
    """The way to a new match with the last settings; a puzzle has its own screen."""
    if game_id not in GAMES:
        return Open("cube")
    setup = sound_setup(settings.setup(game_id), game_id)
    game, players = make_game(game_id, setup.options), (setup.first, setup.second)
    return Open("match", {"game": game, "players": players, "alternate": setup.alternate})


class MenuScreen(Screen):
    """Every game in one click."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.model = BegunGames(services.keeping, lambda: services.store)

    def enter(self, size: tuple[int, int]) -> None:
        try:
            self.model.read()
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
        super().enter(size)

    def commands(self) -> Mapping[str, Command]:
        made = (
            Command("arena", lambda: Open("arena"), Icon.CHART),
            Command("preferences", lambda: Open("preferences"), Icon.GEAR),
            Command("help", lambda: Open("help"), Icon.HELP),
            Command("quit", Quit, Icon.CROSS),
            Command("open", lambda: Open("open")),
        )
        return {command.id: command for command in made}

    def back(self) -> None:
        """Esc leads nowhere from here: one leaves by Quit."""

    def open_game(self, game: str) -> None:
        """A tile was clicked: play at once with the last settings, or choose what to go on with."""
        ways = self.model.ways(game)
        if ways == [Way.NEW]:
            self.new_game(game)
            return
        tile = self.desk.find(game)
        assert isinstance(tile, Tile)
        height = text_height(self.ui.theme, tile.lines)
        anchor = pygame.Rect(tile.rect.x, tile.rect.bottom - height, tile.rect.w, 0)
        choices = [self._choice(way, game) for way in ways]
        self.open_menu(anchor.inflate(-self.ui.theme.px(24), 0), choices)

    def _choice(self, way: Way, game: str) -> Choice:
        label, image = self.tr(way.value, count=len(self.model.games)), ICONS[way]
        if way is Way.NEW:
            return Choice(label, lambda: self.new_game(game), image)
        if way is Way.ALL:
            return Choice(label, lambda: self.open_unfinished(game), image)
        newest = next(resume for resume in self.model.of(game) if resume.sound)
        where = newest.where(self.ui.tr)
        return Choice(label, lambda: self._continue(newest), image, shortcut=where)

    def open_unfinished(self, game: str = "") -> None:
        """All unfinished games; the newest of the given one is chosen."""
        self.go(Open("unfinished", {"game": game}))

    def new_game(self, game: str) -> None:
        """Play at once with the last settings."""
        if game in GAMES:  # a puzzle has no match or setup to open with
            self.services.change(replace(self.services.settings, last_game=game))
        self.go(play_now(self.services.settings, game))

    def _continue(self, resume: Resume) -> None:
        try:
            self.go(resume.going_on())
        except JouonsError as error:
            self.services.notify(error.message, fault=True)

    def _speak(self, index: int) -> None:
        self.services.change(replace(self.services.settings, language=LANGUAGES[index]))

    def _close_welcome(self) -> None:
        self.services.change(replace(self.services.settings, welcome_seen=True))
        self.rebuild()

    # -- arrows among the tiles ----------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> bool:
        arrows = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)
        if event.type == pygame.KEYDOWN and event.key in arrows:
            self._move_among_tiles(event.key)
            return True
        return False

    def _move_among_tiles(self, key: int) -> None:
        tiles = [widget for widget in self.desk.widgets if isinstance(widget, Tile)]
        here = next((n for n, tile in enumerate(tiles) if tile is self.desk.focus), None)
        if here is None:
            self.desk.focus_key(ALL_GAMES[0])
            return
        columns = sum(tile.rect.y == tiles[0].rect.y for tile in tiles)
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -columns}
        goal = here + steps.get(key, columns)
        if 0 <= goal < len(tiles):
            self.desk.focus_key(tiles[goal].key)

    # -- what is shown -------------------------------------------------------------------------

    def view(self) -> Layout:
        strip = self._strip()
        tiles = Tiles(
            [Tile(self.ui, game, len(self.model.of(game)), self.open_game) for game in ALL_GAMES]
        )
        content = Column(
            Pad(self._head(), MARGIN, 28, MARGIN, 4),
            Pad(strip, MARGIN, 0, MARGIN, 20) if strip is not None else None,
            Fill(Pad(tiles, MARGIN, 0, MARGIN, 12)),
            gap=0,
        )
        return Column(Fill(Scroll(content)), Pad(self._foot(), MARGIN, 12, MARGIN, 24), gap=0)

    def _head(self) -> Layout:
        sound = self.sound_button()
        sound.kind = Kind.PLAIN
        heading = Pad(Label("Jouons", 44, bold=True), 0, tx(-1), 0, 0)
        text = Label(self.tr("menu.subtitle"), 16, quiet=True)
        corner = Pad(Row(Fill(), sound), 0, 12, 0, 0)
        return Over(Pad(Column(heading, text, gap=tx(-3)), 0, 0, 0, tx(14)), Box(corner, at=0.0))

    def _strip(self) -> Layout | None:
        """The offer to continue, or the hint of the first start."""
        newest = self.model.newest
        if newest is not None:
            return self._resume(newest)
        if not self.services.settings.welcome_seen:
            return welcome_card(self.ui, self.open_help, self._close_welcome)
        return None

    def _resume(self, resume: Resume) -> Layout:
        """What it is, how many others there are, and the button; their number alone says enough."""
        count = len(self.model.games)
        all_of_them, number = self.tr("menu.unfinished", count=count), self.ui.tr.number(count)
        strip = Strip(self.ui, resume)
        go_on = Button(
            self.tr("menu.continue"),
            lambda: self._continue(resume),
            kind=Kind.PRIMARY,
            image=Icon.PLAY,
            key="continue",
            enabled=resume.sound,
        )

        def row(shown: Layout, listed: str, tip: str) -> Layout:
            found = Button(
                listed, self.open_unfinished, image=Icon.CLOCK, key="unfinished", tooltip=tip
            )
            buttons = [Whole(Box(button, height=44, at=0.5)) for button in (found, go_on)]
            return Row(Fill(shown), *buttons, gap=12, height=strip_height)

        content = Fit(row(Whole(strip), all_of_them, ""), row(strip, number, all_of_them))
        return Card(content, head=12, foot=12)

    def _foot(self) -> Layout:
        """Everything else; without room the buttons lose their words one by one, Quit the last."""
        offered, chosen = self.offered(), LANGUAGES.index(self.ui.tr.language)
        buttons = {name: offered.button(name) for name in FOOT}
        names = [language_name(code) for code in LANGUAGES]
        languages = Whole(Segments(names, chosen, self._speak, "language"))
        spoken = Row(GlobeMark(), languages, gap=tx(12))

        def row(wordless: Sequence[str]) -> Layout:
            entries = [icon_only(b) if name in wordless else b for name, b in buttons.items()]
            return Row(Row(*map(Whole, entries), gap=12), Fill(), spoken, gap=0, height=44)

        return Fit(*[row(WORDLESS[:count]) for count in range(len(WORDLESS) + 1)])
