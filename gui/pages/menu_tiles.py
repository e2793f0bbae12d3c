"""Widgets of the first screen: the tiles of the games and the card of the puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pygame

from engine.messages import Message
from engine.registry import GAMES, make_game, name_of
from gui.boards.previews import cut_art, letters_art, preview, thumbnail
from gui.boards.words import own_key
from gui.exercises.exercise import aim
from gui.exercises.today import TodaysPuzzle
from gui.exercises.widgets import STARS, draw_stars
from gui.kit import ButtonKind, Icon, IconButton, Widget
from gui.kit.accessible import AccessibleInfo, sentences
from gui.kit.buttons import Pressable
from gui.kit.forms import dots_width, draw_dots
from gui.kit.icons import icon
from gui.kit.text_wrap import shorten, two_lines, wrap
from gui.kit.widget import ROOMY, Measured, Size
from gui.pads import PadButton, pressed
from gui.pages.lesson_art import tree_art
from gui.pages.menu_view_model import LearnViewModel, TileViewModel
from gui.protocols import BoardState
from gui.theme import SMALLEST_TARGET, Theme, hover_edge, mix
from gui.ui import Ui

NEW = 32  # the height of the button for a new game
ART = 84  # the least height of a picture
COMPACT_ART, COMPACT_LETTERS = 52, 40  # of a compact tile: by the window, and by its letters
LINES = 3  # of a sentence, at most
CHIP = 24  # the height of the mark of a game in progress
PUZZLE_HEIGHT = 96
COMPACT_HEIGHT = 56  # without the stars
PUZZLE_ART = (83, 72)
COMPACT_PUZZLE_ART = (54, 46)
OfGame = Callable[[str], None]  # an action of the game with this id
PEOPLE = {0: Icon.ROBOT, 1: Icon.PERSON, 2: Icon.PEOPLE}


def text_height(theme: Theme, lines: int, compact: bool) -> int:
    """Return the height of the part of a tile below its picture."""
    without_sentence = theme.tx(34) if compact else theme.tx(84) - theme.line_height(14)
    return without_sentence + theme.px(16) + lines * theme.line_height(14)


class MenuTile(Pressable):
    """The tile of a game: its picture, name, rule in one sentence, and its players or the turn.

    The tile of a game in progress shows its position, and a click continues it; the button beside
    the name starts a new one with the players chosen above. The menu key, the right button or Y of
    a gamepad opens a menu. A compact tile has no line of the players; where a game is in progress,
    it shows the turn instead of the rule.
    """

    new: IconButton | None = None
    mark = ""
    wrapped: Sequence[str] = ()
    lines = 1  # the room below the name, of the longest sentence of all tiles
    compact = False

    def __init__(
        self, ui: Ui, view_model: TileViewModel, open_it: OfGame, ask: OfGame, new: OfGame
    ) -> None:
        """Make the tile; `open_it` continues or starts its game, `ask` opens its menu."""
        super().__init__(partial(open_it, view_model.game), view_model.game)
        self.view_model = view_model
        self.game = view_model.game
        self.ask: Callable[[], None] = partial(ask, view_model.game)
        self.name = ui.tr(name_of(view_model.game))
        self.sentence = ui.tr(view_model.rule or f"game.{view_model.game}.tile")
        self.who = ui.tr(view_model.who)
        self.short = ui.tr(view_model.short)
        if not view_model.waiting:
            return
        self.mark, self.tooltip = ui.tr("menu.in_progress"), ui.tr("menu.waiting_tip")
        if view_model.fresh is not None:
            text = "menu.new_puzzle_tip" if view_model.puzzle else "menu.new_tip"
            tip = ui.tr(own_key(text, self.game), who=view_model.fresh)
            begin = partial(new, view_model.game)
            self.new = IconButton(Icon.PLUS, f"new {view_model.game}", begin, tip)
            self.new.kind = ButtonKind.PLAIN

    def words(self) -> str:
        return sentences(filter(None, (self.name, self.mark, self.sentence, self.who)))

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe the tile, with the menu of the right button."""
        info = super().accessible(ui)
        return info and replace(info, menu=self.ask)

    def handle(self, event: pygame.event.Event) -> bool:
        menu_key = event.type == pygame.KEYDOWN and (
            event.key == pygame.K_MENU
            or (event.key == pygame.K_F10 and event.mod & pygame.KMOD_SHIFT)
        )
        right = event.type == pygame.MOUSEBUTTONDOWN and event.button == 3
        if menu_key or right or pressed(event, PadButton.Y):
            self.ask()
            return True
        return super().handle(event)

    def _beside(self, theme: Theme) -> int:
        return theme.px(32) if self.compact else theme.px(40) + theme.tx(40)

    def _left(self, theme: Theme) -> int:
        return theme.px(16 if self.compact else 20)

    @property
    def text(self) -> str:
        """The text below the name."""
        return self.who if self.compact and self.mark else self.sentence

    def measure_min_width(self, ui: Ui) -> int:
        theme = ui.theme
        longest = max(theme.width(word, 14) for word in self.text.split())
        words = max(theme.width(self.name, 18, True), longest) + self._beside(theme)
        return max(words, self._first_line(ui))

    def lines_in(self, ui: Ui, width: int) -> int:
        """Return the number of lines of the sentence in a tile of this width."""
        return len(wrap(ui.theme, self.text, 14, width - self._beside(ui.theme)))

    def size_hint(self, ui: Ui, width: int) -> Size:
        needed = max(width, self.measure_min_width(ui)) if width < ROOMY else ui.theme.px(450)
        lines = self.lines_in(ui, needed)
        return needed, self.least_height(ui.theme, lines)

    def least_height(self, theme: Theme, lines: int) -> int:
        """Return the least height of a tile whose sentence has this number of lines."""
        art = theme.px(ART)
        if self.compact:
            art = theme.px(COMPACT_ART)
            if theme.u >= 1:  # beside large letters it would be a strip; small windows have no more
                art = max(art, theme.tx(COMPACT_LETTERS))
        return text_height(theme, lines, self.compact) + art

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self.wrapped = wrap(ui.theme, self.text, 14, rect.w - self._beside(ui.theme))
        yield from super().place(ui, rect)
        if self.new is not None:
            theme, side = ui.theme, max(SMALLEST_TARGET, ui.theme.tx(NEW))
            box = pygame.Rect(0, 0, side, side)
            box.topright = (rect.right - theme.px(10), self._art_bottom(theme) + theme.px(6))
            yield from self.new.place(ui, box)

    def _after_name(self, theme: Theme) -> int:
        """Return the distance from the left edge to the room after the name."""
        return self._left(theme) + theme.width(self.name, 18, True) + theme.px(12)

    def _first_line(self, ui: Ui) -> int:
        theme = ui.theme
        new = theme.tx(NEW) + 2 * theme.px(10) if self.new is not None else 0
        return self._after_name(theme) + (theme.tx(CHIP) if self.mark else 0) + new

    def _art_bottom(self, theme: Theme) -> int:
        return self.rect.bottom - text_height(theme, self.lines, self.compact)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        radius = theme.px(12)
        active = self.hovered or (self.focused and self.glow > 0)
        down, soft = (10, 20) if active else (6, 14)
        strength = c.shadow_tile
        ui.brush.shadow(target, rect, radius, c.shadow, strength, theme.px(down), theme.px(soft))
        ground = mix(c.panel, c.hover, self.glow * 0.5)
        ui.brush.rounded(target, rect, radius, ground)
        art = pygame.Rect(rect.x, rect.y, rect.w, self._art_bottom(theme) - rect.y)
        target.blit(self._art(ui, art.size, radius), art)
        ui.brush.rounded(target, rect, radius, None, hover_edge(c, self.glow), 1)
        x, y = rect.x + self._left(theme), art.bottom + theme.px(8) + theme.tx(16)
        step = theme.line_height(14)
        theme.blit_text(target, self.name, 18, (x, y), bold=True)
        if self.mark:
            self._draw_mark(ui, target, y)
        y += theme.tx(27)
        ink = c.text if self.text is not self.sentence else c.text2
        for number, line in enumerate(self.wrapped):
            theme.blit_text(target, line, 14, (x, y + number * step), ink)
        if not self.compact:
            who = y + (self.lines - 1) * step + theme.tx(25)
            self._draw_who(ui, target, who)
            middle = (art.bottom + rect.bottom) // 2
            self._draw_arrow(ui, target, active, middle if self.new is None else who - theme.tx(6))

    def _draw_who(self, ui: Ui, target: pygame.Surface, middle: int) -> None:
        """Draw the players or the turn; ivory for a game in progress."""
        theme, c = ui.theme, ui.theme.colours
        x, side = self.rect.x + theme.px(20), theme.tx(16)
        picture = icon(ui.brush, PEOPLE[self.view_model.people], side, c.text2)
        target.blit(picture, (x, middle - side // 2))
        x += theme.tx(24)
        room = self.rect.right - theme.tx(60) - x
        fits = theme.width(self.who, 14) <= room
        text = shorten(theme, self.who if fits else self.short, 14, room)
        if text != self.who:
            self.tooltip = self.who
        ink = c.text if self.view_model.waiting else c.text2
        theme.blit_text(target, text, 14, (x, middle), ink)

    def _draw_mark(self, ui: Ui, target: pygame.Surface, middle: float) -> None:
        theme, c = ui.theme, ui.theme.colours
        box = pygame.Rect(self.rect.x + self._after_name(theme), 0, theme.tx(CHIP), theme.tx(CHIP))
        box.centery = round(middle)
        ui.brush.rounded(target, box, theme.px(8), c.table2, c.line, 1)
        ui.brush.disc(target, box.center, theme.tx(10) / 2, c.accent)

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
        """Return the preview or the position in progress, with its upper corners rounded."""
        position = self.view_model.position
        puzzle = self.view_model.puzzle
        shown = puzzle if position is None else position[0].text(position[1])
        rules = () if position is None else tuple(sorted(position[0].options.items()))
        name = (self.game, shown, rules)
        return cut_art(
            ui,
            name,
            size,
            lambda: preview(self.game, size, ui, position, puzzle),
            radius,
        )


class LearnTile(MenuTile):
    """The tile of the lessons: it shows the chapter opened last, and its progress."""

    def __init__(self, ui: Ui, view_model: LearnViewModel, open_it: Callable[[], None]) -> None:
        Pressable.__init__(self, open_it, "learn")
        self.progress = view_model
        self.game = "learn"
        self.ask = open_it
        self.name = ui.tr("learn.title")
        self.sentence = ui.tr("learn.tile")
        self.who = self.short = ui.tr(view_model.chapter)

    def _draw_who(self, ui: Ui, target: pygame.Surface, middle: int) -> None:
        """Draw the dots of the chapter and its name."""
        theme, progress = ui.theme, self.progress
        left = pygame.Rect(self.rect.x + theme.px(20), 0, 0, theme.tx(20))
        left.centery = middle
        right = self.rect.right - theme.px(20)
        dots = (
            dots_width(theme, len(progress.done), progress.at) + theme.tx(8) if progress.done else 0
        )
        if dots and dots + theme.width(self.who, 14) <= right - left.x:
            draw_dots(ui, target, left, progress.done, progress.at)
            left.x += dots
        text = shorten(theme, self.who, 14, right - left.x)
        theme.blit_text(target, text, 14, (left.x, middle), theme.colours.text2)

    def _art(self, ui: Ui, size: tuple[int, int], radius: int) -> pygame.Surface:
        return cut_art(ui, ("learn",), size, lambda: tree_art(ui, size), radius)


class OwnTile(LearnTile):
    """The tile of a person's own games and puzzles, with their first letters."""

    def __init__(self, ui: Ui, letters: str, open_it: Callable[[], None]) -> None:
        super().__init__(ui, LearnViewModel(Message("own.games")), open_it)
        self.key, self.game, self.letters = "own", "own", letters
        self.name, self.sentence = ui.tr("player.group.yours"), ui.tr("own.tile")

    def _art(self, ui: Ui, size: tuple[int, int], radius: int) -> pygame.Surface:
        name = ("own", self.letters)
        return cut_art(ui, name, size, lambda: letters_art(self.letters, size, ui), radius)


class Tiles(Measured):
    """Tiles of equal size, centred; as many in a row as leave three lines to every sentence."""

    MOST = 1400
    HIGHEST = 300

    def __init__(self, tiles: Sequence[MenuTile], compact: bool = False) -> None:
        self.tiles = tiles
        self.compact = compact
        for tile in tiles:
            tile.compact = compact

    def divide(self, ui: Ui, width: int) -> tuple[int, int, int, int]:
        """Return columns and rows, and a column's width and lines: as many as leave room."""
        gap, room, total = ui.theme.px(24), min(width, ui.theme.px(self.MOST)), len(self.tiles)
        for count in (4, 3, 2, 1):
            if count == 4 and (total <= 6 or -(-total // 4) == -(-total // 3)):
                continue  # three fill as few rows
            each = (room - gap * (count - 1)) // count
            lines = max(tile.lines_in(ui, each) for tile in self.tiles)
            if each >= self.measure_min_width(ui) and lines <= LINES:
                break
        return count, -(-total // count), each, lines

    def _least_height(self, ui: Ui, lines: int) -> int:
        return max(tile.least_height(ui.theme, lines) for tile in self.tiles)

    def measure_min_width(self, ui: Ui) -> int:
        return max(tile.min_width(ui) for tile in self.tiles)

    def size_hint(self, ui: Ui, width: int) -> Size:
        needed = min(width, ui.theme.px(self.MOST))
        _, rows, _, lines = self.divide(ui, needed)
        return needed, rows * self._least_height(ui, lines) + ui.theme.px(16) * (rows - 1)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        (columns, rows, width, lines), gap = self.divide(ui, rect.w), ui.theme.px(16)
        fitting = (rect.h - gap * (rows - 1)) // rows
        height = max(self._least_height(ui, lines), min(fitting, ui.theme.px(self.HIGHEST)))
        across = width + ui.theme.px(24)
        left = rect.x + (rect.w - across * columns + ui.theme.px(24)) // 2
        for index, tile in enumerate(self.tiles):
            tile.lines = lines
            row, column = divmod(index, columns)
            x, y = left + column * across, rect.y + row * (height + gap)
            yield from tile.place(ui, pygame.Rect(x, y, width, height))


class PuzzleCard(Pressable):
    """A card that opens the screen of puzzles; it says if the puzzle is pending or failed."""

    def __init__(
        self,
        ui: Ui,
        puzzle: TodaysPuzzle | None,
        action: Callable[[], None],
        failed: bool = False,
        compact: bool = False,
    ) -> None:
        super().__init__(action, "puzzle")
        self.compact = compact
        self.art = COMPACT_PUZZLE_ART if compact else PUZZLE_ART
        self.puzzle = puzzle
        self.title = ui.tr("menu.puzzle")
        if puzzle is None:
            self.said = ui.tr("menu.puzzle_failed" if failed else "menu.puzzle_coming")
        elif puzzle.solved:
            self.said = ui.tr("menu.puzzle_solved" if puzzle.all_solved else "menu.puzzle_done")
        else:
            self.said = ui.tr(aim(puzzle.problem))

    def words(self) -> str:
        return sentences((self.title, self.said))

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the size; the sentence may take two lines, or be cut in a compact card."""
        theme = ui.theme
        height = theme.tx(COMPACT_HEIGHT if self.compact else PUZZLE_HEIGHT)
        around = theme.px(12 + 22 + 16) + theme.tx(self.art[0]) + theme.tx(32)
        words = [theme.width(self.title, 16, True)]
        if width >= ROOMY:
            words += [theme.width(self.said, 14), STARS * theme.tx(20)]
        elif not self.compact:
            words += [two_lines(theme, self.said, 14), STARS * theme.tx(20)]
        least = around + max(words)
        return least if width >= ROOMY else max(least, width), height

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect, radius = ui.theme, ui.theme.colours, self.rect, ui.theme.px(12)
        down, soft = theme.px(4), theme.px(10)
        ui.brush.shadow(target, rect, radius, c.shadow, c.shadow_card, down, soft)
        ground = mix(c.panel, c.hover, self.glow * 0.5)
        ui.brush.rounded(target, rect, radius, ground, hover_edge(c, self.glow), 1)
        size = theme.tx(self.art[0]), theme.tx(self.art[1])
        art = pygame.Rect((rect.x + theme.px(12), 0), size)
        art.centery = rect.centery
        self._draw_position(ui, target, art)
        x = art.right + theme.px(22)
        room = rect.right - theme.tx(32) - x
        lines = wrap(theme, self.said, 14, room, maximum=1 if self.compact else 2)
        self.tooltip = self.said if " ".join(lines) != self.said else ""
        line_step, several = theme.line_height(14), len(lines) > 1
        step = theme.tx(12 if self.compact else 32 if several else 25)
        title = shorten(theme, self.title, 16, room, bold=True)
        theme.blit_text(target, title, 16, (x, rect.centery - step), bold=True)
        first = step if self.compact else -line_step // 2 if several else 0
        for number, line in enumerate(lines):
            place = (x, rect.centery + first + number * line_step)
            theme.blit_text(target, line, 14, place, c.text2)
        if not self.compact:
            self._draw_level(ui, target, x, rect.centery + step)
        picture = icon(ui.brush, Icon.FORWARD, theme.tx(20), c.text2)
        middle = (rect.right - theme.tx(22), rect.centery)
        target.blit(picture, picture.get_rect(center=middle))

    def _draw_position(self, ui: Ui, target: pygame.Surface, art: pygame.Rect) -> None:
        if self.puzzle is None:
            return
        problem = self.puzzle.problem
        if problem.game not in GAMES:
            target.blit(preview(problem.game, art.size, ui), art)
            return
        game = make_game(problem.game, problem.options)
        key = (problem.game, tuple(problem.options.items()), problem.position)
        state = game.parse(problem.position)
        picture = thumbnail(game, BoardState(state), art.size, ui, key)
        target.blit(picture, art, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _draw_level(self, ui: Ui, target: pygame.Surface, x: int, middle: int) -> None:
        if self.puzzle is None:
            return
        theme, c = ui.theme, ui.theme.colours
        side = theme.tx(16)
        x = draw_stars(ui, target, self.puzzle.problem.level, side, (x, middle))
        if self.puzzle.solved:
            target.blit(icon(ui.brush, Icon.CHECK, side, c.win), (x, middle - side // 2))
