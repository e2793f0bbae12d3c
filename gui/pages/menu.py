"""The first screen: the players, a tile for every game and links to all other screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import pygame

from engine.folders import own_settings
from engine.messages import LANGUAGES, JouonsError
from engine.registry import ALL_GAMES, GAMES, OWN, make_game
from gui.boards.words import own_key
from gui.exercises.today import Today, TodaysPuzzle
from gui.i18n import language_name
from gui.kit import Button, ButtonKind, Icon, Label, Segments, Shortened, SmallIcon
from gui.kit.command import Command, by_id
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
from gui.kit.popup import Choice
from gui.kit.screen import Screen
from gui.pages.menu_tiles import LearnTile, MenuTile, OwnTile, PuzzleCard, Tiles
from gui.pages.menu_view_model import TileViewModel, learn_tile, tile_of
from gui.pages.resumable import ResumableGame, ResumableGames
from gui.people import CHOICES
from gui.protocols import Open, Quit, Transition
from gui.services import Services
from gui.settings import Settings, sound_setup

MARGIN = 40
PUZZLE = 282  # the least width of the puzzle's card
ONE_OR_TWO = 256  # the width of the choice of one or two players
LEVEL_CHOICE = 472
CHOICE = 44  # the height of the choices
FOOT = ("arena", "results", "preferences", "help", "quit")


def _heading(text: str) -> Label:
    return Label(text, 14, quiet=True, maximum=1)


def play_now(settings: Settings, game_id: str) -> Open:
    """Return the transition to a new match with the last settings, or to a puzzle's screen."""
    if game_id not in GAMES:
        return Open("lab", {"puzzle": game_id, "fresh": True})
    setup = sound_setup(settings, game_id)
    game, players = make_game(game_id, setup.options), (setup.first, setup.second)
    return Open("match", {"game": game, "players": players, "alternate": setup.alternate})


def _letters(services: Services) -> str:
    """Return the first letters of own games; loads nothing where the folder has no file."""
    if not any(own_settings().folder.glob("*.py")):
        return ""
    from gui.own.files import OwnFiles

    return services.outliving(OwnFiles, OwnFiles).letters()


class MenuScreen(Screen):
    """The menu: starts every game by one click, against the computer or for two people."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.model = ResumableGames(services.write_queue, lambda: services.store)
        self.tiles: tuple[TileViewModel, ...] = ()
        self.learn = learn_tile(services.settings)
        self.letters = ""  # of the person's own games
        self.beyond = 0  # the number of games in progress without a tile
        self.today = services.outliving(Today, lambda: Today(services))
        self.puzzle: TodaysPuzzle | None = None

    def enter(self, size: tuple[int, int]) -> None:
        for read in (self.model.read, self.today.read):
            self.run_or_notify(read)
        self.today.want(self.today.game)
        self._look()
        super().enter(size)

    def tick(self, dt: float) -> bool:
        new = self.today.update()
        if new:
            self._look()
        return new

    @property
    def wants_worker(self) -> bool:
        return True

    def release_worker(self) -> None:
        self.today.release_worker()

    def _look(self) -> None:
        """Compute the view models of the tiles, so that building only lays them out."""
        settings = self.services.settings
        self.puzzle = self.today.puzzle
        self.beyond = self.model.beyond
        self.letters = _letters(self.services)
        self.learn = learn_tile(settings)
        self.tiles = tuple(tile_of(settings, game, self.model.of(game)) for game in ALL_GAMES)

    def commands(self) -> Mapping[str, Command]:
        return by_id(
            Command("arena", lambda: Open("arena"), Icon.CHART),
            Command("results", self._show_results, Icon.TROPHY),
            Command("preferences", lambda: Open("preferences"), Icon.GEAR),
            Command("help", lambda: Open("help"), Icon.HELP),
            Command("quit", Quit, Icon.EXIT),
            Command("open", lambda: Open("open")),
            Command("unfinished", lambda: Open("unfinished"), Icon.CLOCK),
        )

    def _show_results(self) -> Transition:
        """Return the transition to the results of the game finished last, else of the last begun.

        A fault of the store is told by the page of results.
        """
        game = self.services.settings.last_game
        with suppress(JouonsError):
            game = next((each.game for each in self.services.store.games(limit=1)), game)
        return Open("statistics", {"game_id": game})

    def back(self) -> None:
        """Do nothing at Esc: only Quit leaves the menu."""

    # -- games ---------------------------------------------------------------------------------

    def open_game(self, game: str) -> None:
        """Continue the game in progress of a tile, else start a new one at once."""
        waiting = self.model.waiting(game)
        if waiting is not None:
            self._continue(waiting)
        else:
            self.new_game(game)

    def ask_game(self, game: str) -> None:
        """Open the menu of a tile: continue, new game, unfinished games."""
        tile = self.widget_group.find(game)
        assert tile is not None
        fresh = "menu.new_game" if game in GAMES else own_key("cube_lab.menu.new", game)
        choices = [Choice(self.tr(fresh), lambda: self.new_game(game), Icon.PLUS)]
        waiting = self.model.waiting(game)
        if waiting is not None:
            go_on = Choice(self.tr("menu.continue"), lambda: self._continue(waiting), Icon.PLAY)
            choices.insert(0, go_on)
        if self.model.of(game):
            words = self.tr("menu.all_unfinished", count=len(self.model.games))
            listed = Open("unfinished", {"game": game})
            choices.append(Choice(words, lambda: self.go(listed), Icon.CLOCK))
        theme = self.ui.theme
        anchor = tile.rect.inflate(-theme.px(24), -theme.tx(90))
        self.open_menu(anchor, choices)

    def new_game(self, game: str) -> None:
        """Start a game with the last settings; a notice leads back to the game in progress."""
        if game in GAMES:  # a puzzle has no match or setup
            self.services.change(replace(self.services.settings, last_game=game))
        waiting = self.model.waiting(game)
        self.go(play_now(self.services.settings, game))
        if waiting is not None:
            self.services.notify("menu.put_away")

    def _continue(self, resume: ResumableGame) -> None:
        def run() -> None:
            going = resume.going_on()
            if resume.entry.game in GAMES:
                self.services.change(replace(self.services.settings, last_game=resume.entry.game))
            self.go(going)

        self.run_or_notify(run)

    # -- who plays -----------------------------------------------------------------------------

    def choose_people(self, index: int) -> None:
        """Choose one player against the computer (0) or two players (1)."""
        self._play_with(two_players=bool(index), level=self.services.settings.level)

    def choose_level(self, index: int) -> None:
        """Choose the level of the computer."""
        self._play_with(two_players=False, level=CHOICES[index])

    def _play_with(self, *, two_players: bool, level: str) -> None:
        settings = self.services.settings.with_table(two_players=two_players, level=level)
        self.services.change(settings)
        self._look()
        self.rebuild()

    # -- arrows among the tiles ----------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> bool:
        arrows = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)
        if event.type == pygame.KEYDOWN and event.key in arrows:
            self._move_among_tiles(event.key)
            return True
        return False

    def _move_among_tiles(self, key: int) -> None:
        tiles = [widget for widget in self.widget_group.widgets if isinstance(widget, MenuTile)]
        here = next((n for n, tile in enumerate(tiles) if tile is self.widget_group.focus), None)
        if here is None:
            self.widget_group.focus_key(ALL_GAMES[0])
            return
        columns = sum(tile.rect.y == tiles[0].rect.y for tile in tiles)
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -columns}
        goal = here + steps.get(key, columns)
        if 0 <= goal < len(tiles):
            self.widget_group.focus_key(tiles[goal].key)

    # -- what is shown -------------------------------------------------------------------------

    def view(self) -> Layout:
        """Lay out the page; a window too low for all tiles takes smaller ones under one row."""
        page = FirstFit(self._page(), lambda: Scroll(self._page(compact=True), margin=True))
        return Column(Flexible(page), Pad(self._foot(), MARGIN, 12, MARGIN, 24), gap=0)

    def _page(self, compact: bool = False) -> Layout:
        listed = [*map(self._tile, self.tiles)]
        if self.letters:
            own = Open("setup", {"game_id": f"{OWN}:"})
            listed.append(OwnTile(self.ui, self.letters, partial(self.go, own)))
        listed.append(LearnTile(self.ui, self.learn, partial(self.go, Open("learn"))))
        tiles = Tiles(listed, compact)
        # In the order of Tab the games come first, then the players, then the sound button.
        below = Column(
            Pad(self._cards(compact), MARGIN, 0, MARGIN, 12 if compact else 16),
            Flexible(Pad(tiles, MARGIN, 0, MARGIN, 8)),
            gap=0,
            first=1,
        )
        top, up = (10, 10) if compact else (28, 40)
        column = Column(Pad(self._head(compact), MARGIN, top, MARGIN, 4), Flexible(below), gap=0)
        return Over(column, Pad(self._sound(compact), MARGIN, up, MARGIN, 0))

    def _tile(self, view_model: TileViewModel) -> MenuTile:
        return MenuTile(self.ui, view_model, self.open_game, self.ask_game, self.new_game)

    def _head(self, compact: bool) -> Layout:
        text = Shortened(self.tr("menu.subtitle"), 16, quiet=True, maximum=1)
        if compact:
            # The button of unfinished games takes the room of the subtitle.
            name = NoShrink(Label("Jouons", 30, bold=True))
            beside = None if self.beyond else Flexible(Pad(text, 0, tx(8), 0, 0))
            return Pad(Row(name, beside, gap=20), 0, 0, tx(64), tx(8))
        heading = Pad(Label("Jouons", 44, bold=True), 0, tx(-1), 0, 0)
        return Pad(Column(heading, text, gap=tx(-3)), 0, 0, 0, tx(14))

    def _sound(self, compact: bool) -> Layout:
        """Lay out the buttons at the right of the name of the program."""
        sound = self.sound_button()
        sound.kind = ButtonKind.PLAIN
        offered, wordy = self.offered(), []
        if self.beyond:
            wordy.append(offered.button("unfinished"))
            wordy[-1].label = self.tr("menu.beyond", count=self.beyond)

        size = 30 if compact else 44  # of the letters of the name, which are below
        start = Flexible(Box(Row(), least_width=lambda theme: theme.width("Jouons", size, True)))
        return Box(Row(start, *map(NoShrink, wordy), sound, gap=12), at=0.0)

    def _cards(self, compact: bool) -> Layout:
        who = self._who(compact)
        opened = Open("puzzles", {"game_id": self.today.game})
        show, failed = partial(self.go, opened), self.today.failed
        puzzle = PuzzleCard(self.ui, self.puzzle, show, failed, compact)
        if compact:
            beside = Row(NoShrink(who), Flexible(puzzle), gap=16)
            return FirstFit(beside, Column(who, puzzle, gap=8))
        # The card is above the last column of tiles, as wide as one of them or as its words.
        return Row(Flexible(NoShrink(who)), Box(puzzle, least_width=PUZZLE), gap=24)

    def _who(self, compact: bool) -> Layout:
        """Lay out the card of the players: one person and the computer's level, or two people.

        A compact card is one row without headings, with a button that opens a menu of the levels.
        """
        tr, settings = self.tr, self.services.settings
        two, both = settings.two_players, [tr("who.alone_choice"), tr("who.both_choice")]
        people = Segments(both, int(two), self.choose_people, "people")
        people.called = tr("who.title")
        names, at = [tr(f"player.{name}.name") for name in CHOICES], CHOICES.index(settings.level)
        if compact:
            ask = partial(self.ask_choice, "level", names, at, self.choose_level)
            level = Button(names[at], ask, image=Icon.DOWN, key="level", enabled=not two)
            controls = (NoShrink(Box(each, height=CHOICE)) for each in (people, level))
            return Card(Row(*controls, gap=16), pad=16, head=10, foot=10)
        levels = Segments(names, at, self.choose_level, "levels")
        levels.enabled, levels.called = not two, tr("who.computer")
        sentence = tr("who.two_sentence" if two else f"level.{settings.level}.sentence")
        who = Column(_heading(tr("who.title")), Box(people, ONE_OR_TWO, CHOICE), gap=6)
        about = NoShrink(Label(sentence, 14, quiet=True, align=1, maximum=1))
        head = Row(NoShrink(_heading(tr("who.computer"))), Flexible(about), gap=12)
        computer = Column(head, Box(levels, LEVEL_CHOICE, CHOICE), gap=6)
        return Card(Row(who, Flexible(computer), gap=24), pad=20, head=10, foot=14)

    def _foot(self) -> Layout:
        """Lay out the foot; short of room all buttons but Quit are icons, and languages codes."""
        offered, chosen = self.offered(), LANGUAGES.index(self.ui.tr.language)
        buttons = {name: offered.button(name) for name in FOOT}
        quit_button = buttons.pop("quit")
        names = [language_name(code) for code in LANGUAGES]
        codes = [code.upper() for code in LANGUAGES]

        def speak(index: int) -> None:
            self.services.change(replace(self.services.settings, language=LANGUAGES[index]))

        def row(entries: Iterable[Button], languages: Sequence[str]) -> Layout:
            switch = Segments(languages, chosen, speak, "language")
            switch.called = self.tr("preferences.language")
            spoken = Row(Box(SmallIcon(Icon.GLOBE, 20), 24), NoShrink(switch), gap=tx(12))
            ways = Row(*map(NoShrink, entries), gap=12)
            end = Pad(NoShrink(quit_button), 16, 0, 0, 0)
            return Row(ways, Flexible(), spoken, end, gap=0, height=44)

        entries = buttons.values()
        return FirstFit(row(entries, names), row(map(icon_only, entries), codes))
