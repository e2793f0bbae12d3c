"""The first screen: six tiles, what can be continued, and the way to everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from engine.messages import LANGUAGES
from engine.registry import GAMES, PUZZLES
from gui.controls import Button, Icon, Kind, Label, Segments, Widget
from gui.controls.base import Ui
from gui.controls.buttons import Pressable
from gui.controls.icons import icon
from gui.paint import card, smooth
from gui.protocols import Push, Quit
from gui.scenes import welcome
from gui.scenes.base import WidgetScene
from gui.scenes.resume import Resume, latest_resume
from gui.services import Services
from gui.shortcuts import Action, label_of
from gui.theme import mix
from gui.views import preview

LANGUAGE_NAMES = {"en": "English", "fr": "Français"}


class Tile(Pressable):
    """A game: its picture, its name and one sentence."""

    def __init__(self, rect: pygame.Rect, game: str, scene: MenuScene) -> None:
        super().__init__(rect, lambda: scene.open_game(game), game)
        self.game = game
        self.name = scene.tr(f"game.{game}.name")
        self.sentence = scene.tr(f"game.{game}.tile")

    @staticmethod
    def text_height(ui: Ui) -> int:
        """The height of the part below the picture."""
        return ui.theme.tx(56) + ui.theme.px(16)

    @staticmethod
    def text_width(ui: Ui, name: str, sentence: str) -> int:
        """The width at which nothing is cut."""
        widest = max(ui.theme.width(name, 18, True), ui.theme.width(sentence, 14))
        return widest + ui.theme.px(40) + ui.theme.tx(40)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        radius = theme.px(12)
        active = self.hovered or (self.focused and self.glow > 0)
        down, soft = (10, 20) if active else (6, 14)
        strength = c.shadow_tile
        ui.brush.shadow(target, rect, radius, c.shadow, strength, theme.px(down), theme.px(soft))
        ground = mix(c.panel, c.hover, self.glow * 0.5)
        ui.brush.rounded(target, rect, radius, ground)
        art = pygame.Rect(rect.x, rect.y, rect.w, rect.h - self.text_height(ui))
        target.blit(self._art(ui, art.size, radius), art)
        edge, width = (c.accent, 2) if active else (c.hair, 1)
        ui.brush.rounded(target, rect, radius, None, edge, width)
        x, middle = rect.x + theme.px(20), (art.bottom + rect.bottom) / 2
        theme.blit_text(target, self.name, 18, (x, middle - theme.tx(13)), bold=True)
        quiet = (x, middle + theme.tx(14))
        theme.blit_text(target, self.sentence, 14, quiet, c.text2)
        self._draw_arrow(ui, target, active, middle)

    def _draw_arrow(self, ui: Ui, target: pygame.Surface, active: bool, middle: float) -> None:
        theme, c = ui.theme, ui.theme.colours
        centre = (self.rect.right - theme.tx(34), round(middle))
        if active:
            ui.brush.disc(target, centre, theme.tx(18), c.accent)
            picture = icon(ui.brush, Icon.PLAY, theme.tx(16), c.on_accent)
            centre = (centre[0] + theme.tx(1), centre[1])
        else:
            picture = icon(ui.brush, Icon.FORWARD, theme.tx(20), c.text2)
        target.blit(picture, picture.get_rect(center=centre))

    def _art(self, ui: Ui, size: tuple[int, int], radius: int) -> pygame.Surface:
        """The preview with its upper corners rounded."""
        key = ("tile", self.game, size, ui.theme.look, ui.theme.safe_palette)

        def draw(_big: pygame.Surface, _k: int) -> None:
            return None

        art = ui.brush.find(key)
        if art is None:
            art = ui.brush.kept(key, size, draw)
            picture = preview(self.game, size, ui.theme, ui.brush)
            art.blit(picture, (0, 0))

            def cut(big: pygame.Surface, k: int) -> None:
                box = pygame.Rect(0, 0, size[0] * k, (size[1] + radius) * k)
                pygame.draw.rect(big, (255, 255, 255), box, border_radius=radius * k)

            art.blit(smooth(size, cut, 2), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return art


class Strip(Widget):
    """The card that offers to continue the last unfinished game."""

    def __init__(self, rect: pygame.Rect, resume: Resume) -> None:
        super().__init__(rect)
        self.resume = resume

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        card(target, ui.brush, theme, rect)
        side = rect.h - theme.px(24)
        picture = self.resume.picture((side, side), ui)
        place = picture.get_rect(midleft=(rect.x + theme.px(20), rect.centery))
        target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        x = rect.x + theme.px(20) + side + theme.px(24)
        theme.blit_text(
            target, self.resume.title(ui.tr), 18, (x, rect.centery - theme.tx(13)), bold=True
        )
        below = (x, rect.centery + theme.tx(14))
        theme.blit_text(target, self.resume.sentence(ui.tr), 14, below, c.text2)


@dataclass(frozen=True)
class _Grid:
    columns: int
    width: int
    height: int
    gap_x: int
    gap_y: int


class MenuScene(WidgetScene):
    """Six games in one click."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.resume: Resume | None = None

    def enter(self, size: tuple[int, int]) -> None:
        self.resume = latest_resume(self.services)
        super().enter(size)

    def back(self) -> None:
        self.go(Quit())

    def open_game(self, game: str) -> None:
        """A tile was clicked: play at once with the last settings."""
        from gui.scenes.match_start import play_now

        self.services.change(replace(self.services.settings, last_game=game))
        self.go(Push(play_now(self.services, game)))

    def on_action(self, action: Action) -> bool:
        if action is Action.OPEN:
            self.open_file()
            return True
        return False

    def open_file(self) -> None:
        """Choose a .jouons file."""
        from gui.scenes.files import OpenScene

        self.go(Push(OpenScene(self.services)))

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.DROPFILE:
            from gui.scenes.match_start import open_saved

            scene = open_saved(self.services, event.file)
            if scene is not None:
                self.go(Push(scene))
            return True
        if event.type == pygame.KEYDOWN and event.key in (
            pygame.K_LEFT,
            pygame.K_RIGHT,
            pygame.K_UP,
            pygame.K_DOWN,
        ):
            return self._move_among_tiles(event.key)
        return False

    def _move_among_tiles(self, key: int) -> bool:
        games = [*GAMES, *PUZZLES]
        focus = self.desk.focus
        if focus is None or focus.key not in games:
            self.desk.focus_key(games[0])
            return True
        step = {
            pygame.K_LEFT: -1,
            pygame.K_RIGHT: 1,
            pygame.K_UP: -self._grid().columns,
            pygame.K_DOWN: self._grid().columns,
        }[key]
        goal = games.index(focus.key) + step
        if 0 <= goal < len(games):
            self.desk.focus_key(games[goal])
        return True

    # -- layout --------------------------------------------------------------------------------

    def _grid(self) -> _Grid:
        theme = self.ui.theme
        margin, gap = theme.px(40), theme.px(24)
        room = min(self.size[0] - 2 * margin, theme.px(1400))
        games = [*GAMES, *PUZZLES]
        wanted = max(
            Tile.text_width(self.ui, self.tr(f"game.{g}.name"), self.tr(f"game.{g}.tile"))
            for g in games
        )
        columns = next((n for n in (3, 2) if (room - gap * (n - 1)) // n >= wanted), 1)
        width = (room - gap * (columns - 1)) // columns
        rows = -(-len(games) // columns)
        top, bottom = self._tiles_top(), self._bar_top()
        gap_y = theme.px(16)
        fitting = (bottom - theme.px(24) - top - gap_y * (rows - 1)) // rows
        least = Tile.text_height(self.ui) + theme.px(96)
        return _Grid(columns, width, max(least, min(fitting, theme.px(300))), gap, gap_y)

    def _head_height(self) -> int:
        return self.ui.theme.px(28) + self.ui.theme.tx(74) + self._subtitle_height()

    def _subtitle_height(self) -> int:
        width = self.size[0] - 2 * self.ui.theme.px(40)
        return Label.height(self.ui, self.tr("menu.subtitle"), 16, width)

    def _strip_height(self) -> int:
        return self.ui.theme.px(24) + self.ui.theme.tx(56)

    def _tiles_top(self) -> int:
        top = self._head_height() + self.ui.theme.px(4)
        if self.resume is not None:
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
        if self.resume is not None:
            widgets += self._resume_strip(self.resume)
        elif welcome.wanted(self):
            strip = self._strip()
            strip.h = welcome.height(self.ui, strip.w)
            widgets += welcome.build(self, strip)
        top = self._tiles_top()
        bottom = top
        for index, game in enumerate([*GAMES, *PUZZLES]):
            row, column = divmod(index, grid.columns)
            x = left + column * (grid.width + grid.gap_x)
            y = top + row * (grid.height + grid.gap_y)
            bottom = y + grid.height
            widgets.append(Tile(pygame.Rect(x, y, grid.width, grid.height), game, self))
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
            tooltip=f"{self.tr('gui.sound_tip')} ({label_of(Action.MUTE)})",
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
        )
        return [Strip(rect, resume), go_on]

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
        from gui.scenes.arena import ArenaScene

        self.go(Push(ArenaScene(self.services)))


class GlobeMark(Widget):
    """The globe beside the languages."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        side = ui.theme.tx(20)
        picture = icon(ui.brush, Icon.GLOBE, side, ui.theme.colours.text2)
        target.blit(picture, picture.get_rect(center=self.rect.center))
