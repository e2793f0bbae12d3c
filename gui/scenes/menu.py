"""The first screen: six tiles, what can be continued, and the way to everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from engine.messages import LANGUAGES
from engine.registry import ALL_GAMES
from gui.controls import Button, Icon, Kind, Label, Segments, Widget
from gui.kit.popup import Choice
from gui.protocols import Open, Push, Quit
from gui.scenes import welcome
from gui.scenes.base import WidgetScene
from gui.scenes.menu_tiles import GlobeMark, Strip, Tile
from gui.scenes.resume import Resume, unfinished_games
from gui.services import Services
from gui.shortcuts import Action

LANGUAGE_NAMES = {"en": "English", "fr": "Français"}


@dataclass(frozen=True)
class _Grid:
    columns: int
    width: int
    height: int
    gap_x: int
    gap_y: int
    lines: int  # of the sentence below a name


class MenuScene(WidgetScene):
    """Six games in one click."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.games: list[Resume] = []  # unfinished, the newest first
        self.resume: Resume | None = None

    def enter(self, size: tuple[int, int]) -> None:
        self.games = unfinished_games(self.services)
        self.resume = next((game for game in self.games if game.sound), None)
        super().enter(size)

    def unfinished(self, game: str) -> list[Resume]:
        """The unfinished ones of a game, the newest first."""
        return [resume for resume in self.games if resume.entry.game == game]

    def back(self) -> None:
        """Esc leads nowhere from here: one leaves by Quit."""

    def _quit(self) -> None:
        self.go(Quit())

    def open_game(self, game: str) -> None:
        """A tile was clicked: play at once with the last settings, or choose what to go on with."""
        begun = self.unfinished(game)
        if begun:
            self._ask_how(game, begun)
        else:
            self.new_game(game)

    def _ask_how(self, game: str, begun: Sequence[Resume]) -> None:
        tile = self.desk.find(game)
        assert isinstance(tile, Tile)
        newest = next((resume for resume in begun if resume.sound), None)
        lines = [
            Choice(self.tr("menu.new_game"), lambda: self.new_game(game), Icon.PLUS),
            Choice(
                self.tr("menu.all_unfinished", count=len(self.games)),
                lambda: self.open_unfinished(game),
                Icon.CLOCK,
            ),
        ]
        if newest is not None:
            where, label = newest.where(self.ui.tr), self.tr("menu.continue")
            go_on = Choice(label, lambda: self._continue(newest), Icon.PLAY, shortcut=where)
            lines.insert(0, go_on)
        words = Tile.text_height(self.ui, tile.lines)
        anchor = pygame.Rect(tile.rect.x, tile.rect.bottom - words, tile.rect.w, 0)
        self.open_menu(anchor.inflate(-self.ui.theme.px(24), 0), lines)

    def open_unfinished(self, game: str = "") -> None:
        """All unfinished games; the newest of the given one is chosen."""
        self.go(Open("unfinished", {"game": game}))

    def new_game(self, game: str) -> None:
        """Play at once with the last settings."""
        from gui.match.start import play_now

        self.services.change(replace(self.services.settings, last_game=game))
        self.go(play_now(self.services, game))

    def on_action(self, action: Action) -> bool:
        if action is Action.OPEN:
            self.open_file()
            return True
        return False

    def open_file(self) -> None:
        """Choose a .jouons file."""
        from gui.pages.files import OpenScreen

        self.go(Push(OpenScreen(self.services)))

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (
            pygame.K_LEFT,
            pygame.K_RIGHT,
            pygame.K_UP,
            pygame.K_DOWN,
        ):
            return self._move_among_tiles(event.key)
        return False

    def _move_among_tiles(self, key: int) -> bool:
        focus = self.desk.focus
        if focus is None or focus.key not in ALL_GAMES:
            self.desk.focus_key(ALL_GAMES[0])
            return True
        step = {
            pygame.K_LEFT: -1,
            pygame.K_RIGHT: 1,
            pygame.K_UP: -self._grid().columns,
            pygame.K_DOWN: self._grid().columns,
        }[key]
        goal = ALL_GAMES.index(focus.key) + step
        if 0 <= goal < len(ALL_GAMES):
            self.desk.focus_key(ALL_GAMES[goal])
        return True

    # -- layout --------------------------------------------------------------------------------

    def _grid(self) -> _Grid:
        theme = self.ui.theme
        margin, gap = theme.px(40), theme.px(24)
        room = min(self.size[0] - 2 * margin, theme.px(1400))
        # As many tiles in a row as leave two lines to every sentence.
        for columns in (3, 2, 1):
            width = (room - gap * (columns - 1)) // columns
            words = [(self.tr(f"game.{g}.name"), self.tr(f"game.{g}.tile")) for g in ALL_GAMES]
            needed = [Tile.lines_for(self.ui, *pair, width) for pair in words]
            if columns == 1 or (min(needed) and max(needed) <= 2):
                break
        lines = max(1, *needed)
        rows = -(-len(ALL_GAMES) // columns)
        top, bottom = self._tiles_top(), self._bar_top()
        gap_y = theme.px(16)
        fitting = (bottom - theme.px(24) - top - gap_y * (rows - 1)) // rows
        least = Tile.text_height(self.ui, lines) + theme.px(96)
        return _Grid(columns, width, max(least, min(fitting, theme.px(300))), gap, gap_y, lines)

    def _head_height(self) -> int:
        return self.ui.theme.px(28) + self.ui.theme.tx(74) + self._subtitle_height()

    def _subtitle_height(self) -> int:
        width = self.size[0] - 2 * self.ui.theme.px(40)
        return Label.height(self.ui, self.tr("menu.subtitle"), 16, width)

    def _strip_height(self) -> int:
        return self.ui.theme.px(24) + self.ui.theme.tx(56)

    def _tiles_top(self) -> int:
        top = self._head_height() + self.ui.theme.px(4)
        if self.games:
            top += self._strip_height() + self.ui.theme.px(20)
        elif welcome.wanted(self):
            top += welcome.height(self.ui, self._strip().w) + self.ui.theme.px(20)
        return top

    def _strip(self) -> pygame.Rect:
        """Where the offer to continue stands, or the hint of the first start."""
        margin = self.ui.theme.px(40)
        top = self._head_height() + self.ui.theme.px(4)
        return pygame.Rect(margin, top, self.size[0] - 2 * margin, self._strip_height())

    def _bar_top(self) -> int:
        return self.size[1] - self.ui.theme.px(24) - self.ui.theme.tx(44)

    def build(self) -> Sequence[Widget]:
        widgets = [*self._head()]
        theme, grid = self.ui.theme, self._grid()
        left = (self.size[0] - grid.columns * grid.width - grid.gap_x * (grid.columns - 1)) // 2
        if self.games:
            widgets += self._resume_strip(self.resume or self.games[0])
        elif welcome.wanted(self):
            strip = self._strip()
            strip.h = welcome.height(self.ui, strip.w)
            widgets += welcome.build(self, strip)
        top = self._tiles_top()
        bottom = top
        for index, game in enumerate(ALL_GAMES):
            row, column = divmod(index, grid.columns)
            x = left + column * (grid.width + grid.gap_x)
            y = top + row * (grid.height + grid.gap_y)
            bottom = y + grid.height
            box = pygame.Rect(x, y, grid.width, grid.height)
            widgets.append(Tile(box, game, self, grid.lines))
        body_top = 0
        bar_top = self._bar_top() - theme.px(12)
        self.body = pygame.Rect(0, body_top, self.size[0], bar_top - body_top)
        self.content_height = bottom + theme.px(8) - body_top
        return [*widgets, *self._bar()]

    def _head(self) -> list[Widget]:
        theme = self.ui.theme
        margin = theme.px(40)
        width = self.size[0] - 2 * margin
        y = theme.px(28)
        title = pygame.Rect(margin, y, width, theme.tx(62))
        words = pygame.Rect(margin, y + theme.tx(60), width, self._subtitle_height())
        side = theme.tx(40)
        muted = self.services.settings.muted
        sound = Button(
            pygame.Rect(self.size[0] - margin - side, theme.px(40), side, side),
            "",
            self.toggle_mute,
            image=Icon.MUTE if muted else Icon.SOUND,
            key="sound",
            tooltip=f"{self.tr('gui.sound_tip')} ({self.ui.keys.label(Action.MUTE)})",
        )
        return [
            Label(title, "Jouons", 44, bold=True, middle=True),
            Label(words, self.tr("menu.subtitle"), 16, quiet=True),
            sound,
        ]

    def _resume_strip(self, resume: Resume) -> list[Widget]:
        theme = self.ui.theme
        rect = self._strip()
        label = self.tr("menu.continue")
        box = pygame.Rect(0, 0, Button.width_for(self.ui, label, Icon.PLAY), theme.tx(44))
        box.midright = (rect.right - theme.px(20), rect.centery)
        go_on = Button(
            box,
            label,
            lambda: self._continue(resume),
            kind=Kind.PRIMARY,
            image=Icon.PLAY,
            key="continue",
            enabled=resume.sound,
        )
        words = self.tr("menu.unfinished", count=len(self.games))
        gap = theme.px(12)
        right = box.x - gap - Strip.words_left(self.ui, rect) - theme.px(24)
        width = Button.width_for(self.ui, words, Icon.CLOCK)
        if width + Strip.words_width(self.ui, resume) > right:  # the number alone says enough
            label = self.ui.tr.number(len(self.games))
        else:
            label = words
        width = Button.width_for(self.ui, label, Icon.CLOCK)
        place = pygame.Rect(box.x - gap - width, box.y, width, box.h)
        listed = Button(
            place, label, self.open_unfinished, image=Icon.CLOCK, key="unfinished",
            tooltip="" if label == words else words,
        )  # fmt: skip
        return [Strip(rect, resume, place.x - gap), listed, go_on]

    def _continue(self, resume: Resume) -> None:
        scene = resume.open(self.services)
        if scene is not None:
            self.go(Push(scene))

    def _bar(self) -> list[Widget]:
        theme = self.ui.theme
        margin, height = theme.px(40), theme.tx(44)
        y = self._bar_top()
        widgets: list[Widget] = []
        x = margin
        entries = (
            ("arena", Icon.CHART, self._open_arena),
            ("preferences", Icon.GEAR, self.open_preferences),
            ("help", Icon.HELP, self.open_help),
            ("quit", Icon.CROSS, self._quit),
        )
        chosen = LANGUAGES.index(self.ui.tr.language)
        names = [LANGUAGE_NAMES[code] for code in LANGUAGES]
        right = Segments.width_for(self.ui, names)
        full = sum(
            Button.width_for(self.ui, self.tr(f"gui.{key}"), image) + theme.px(12)
            for key, image, _ in entries
        )
        labels = margin * 2 + full + right + theme.tx(44) <= self.size[0]
        for key, image, action in entries:
            words = self.tr(f"gui.{key}")
            label = words if labels else ""
            width = Button.width_for(self.ui, label, image)
            tip = "" if labels else words
            box = pygame.Rect(x, y, width, height)
            widgets.append(Button(box, label, action, image=image, key=key, tooltip=tip))
            x += width + theme.px(12)
        box = pygame.Rect(self.size[0] - margin - right, y, right, height)
        widgets.append(GlobeMark(pygame.Rect(box.x - theme.tx(36), y, theme.tx(24), height)))
        widgets.append(Segments(box, names, chosen, self._speak, "language"))
        for widget in widgets:
            widget.pinned = True
        return widgets

    def _speak(self, index: int) -> None:
        self.services.change(replace(self.services.settings, language=LANGUAGES[index]))

    def _open_arena(self) -> None:
        self.go(Open("arena"))
