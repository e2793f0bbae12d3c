"""The lessons: a card for each chapter, and one for the positions worth a look, with their list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame

from engine.lessons.chapters import CHAPTERS, MORE, worth_a_look
from engine.lessons.record import Chapter, Step
from engine.registry import GAMES, make_game, name_of
from engine.session import Session
from gui.boards.previews import cut_art, preview
from gui.kit import Button, ButtonKind, Label
from gui.kit.accessible import AccessibleInfo
from gui.kit.buttons import Pressable
from gui.kit.forms import step_dots, widest
from gui.kit.layout import (
    Box,
    Card,
    Centred,
    Column,
    Flexible,
    Grid,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    Scroll,
    px,
    tx,
)
from gui.kit.screen import PageScreen
from gui.lessons import walk
from gui.own.position_list import PositionList, PositionRow
from gui.pages.lesson_art import bars_art, tree_art
from gui.paint import card
from gui.people import computer_name
from gui.protocols import Open
from gui.theme import hover_edge
from gui.ui import Ui

ART = 156  # the height of a picture
CARD = 314  # the height of a card at the usual text size
LEAST = 300  # the least width of a card
MINUTES = 1.5  # of a step
PICTURES: Mapping[str, Callable[[Ui, tuple[int, int]], pygame.Surface]] = {
    "montecarlo": tree_art,
    "compare": bars_art,
    "ends": lambda ui, size: preview("pocketcube", size, ui),
    "solved": lambda ui, size: preview("nim", size, ui),
    "matches": lambda ui, size: preview("matches", size, ui),
    "more": lambda ui, size: preview("tictactoe", size, ui),
}


class ChapterBackground(Pressable):
    """The card of a chapter with its picture; `first` gives it a brass edge.

    A click anywhere on it opens the chapter, as its button does, which keys and screen readers use.
    """

    focusable = False

    def __init__(self, chapter: Chapter, first: bool, action: Callable[[], None]) -> None:
        super().__init__(action, f"card {chapter.id}")
        self.chapter = chapter
        self.first = first

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Return None: the button says the same."""
        return None

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, rect = ui.theme, self.rect
        card(target, ui.brush, theme, rect)
        radius, name = theme.px(12), self.chapter.id
        art = pygame.Rect(rect.x, rect.y, rect.w, theme.px(ART))
        make = partial(PICTURES[name], ui, art.size)
        target.blit(cut_art(ui, ("chapter", name), art.size, make, radius), art)
        edge = theme.colours.accent if self.first else hover_edge(theme.colours, self.glow)
        ui.brush.rounded(target, rect, radius, None, edge, 2 if self.first else 1)


class LearnScreen(PageScreen):
    """The five chapters and the positions worth a look; one card is brass."""

    def enter(self, size: tuple[int, int]) -> None:
        super().enter(size)
        if self.widget_group.focus is None:
            self.widget_group.focus_key(self._next.id, ring=False)

    @property
    def _next(self) -> Chapter:
        """The chapter to go on with: the one opened last, else the first that is not done."""
        settings = self.services.settings
        begun = [each for each in CHAPTERS if not walk.is_over(settings, each)] or list(CHAPTERS)
        return next((each for each in begun if each.id == settings.last_lesson), begun[0])

    def top(self) -> Layout:
        return self.bar(self.tr("learn.title"), self.tr("learn.subtitle"))

    def page(self) -> Layout:
        chapters = [self._chapter(number, each) for number, each in enumerate(CHAPTERS, 1)]
        grid = Grid(*chapters, self._worth_a_look(), columns=3, gap=24)
        note = Label(self.tr("learn.note"), 14, quiet=True)
        return Scroll(Pad(Column(grid, note, gap=16), 24, 20, 24, 24), "learn")

    def _chapter(self, number: int, chapter: Chapter) -> Layout:
        state, steps = walk.progress(self.services.settings, chapter), chapter.steps
        done = tuple(step.id in state.done for step in steps)
        begun, over = bool(state.steps), walk.is_over(self.services.settings, chapter)
        ids = [step.id for step in steps]
        at = ids.index(state.at) if begun and not over and state.at in ids else None
        if state.right is not None and over:
            note = self.tr("learn.right", right=state.right)
        elif over:
            note = self.tr("learn.done")
        elif at is not None:
            note = self.tr("learn.at", n=at + 1, count=len(ids))
        else:
            note = self.tr("learn.minutes", count=round(MINUTES * len(ids)))
        word = "again" if over else "go_on" if begun else "begin"
        titles = [self.tr(chapter.key(step)) for step in steps]
        dots = step_dots(
            done, at, titles, lambda index: self.go(walk.opened(chapter, steps[index]))
        )
        show = partial(self.open_chapter, chapter)
        return self._card(chapter, f"{number}  ", dots, note, word, show)

    def _worth_a_look(self) -> Layout:
        note = self.tr("learn.positions", count=len(worth_a_look()))
        return self._card(MORE, "", None, note, "open", self.open_positions)

    def _card(
        self,
        chapter: Chapter,
        number: str,
        dots: Layout | None,
        note: str,
        word: str,
        action: Callable[[], None],
    ) -> Layout:
        name, first = self.tr(f"lesson.{chapter.id}"), chapter is self._next
        kind = ButtonKind.PRIMARY if first else ButtonKind.PLAIN
        button = Button(self.tr(f"learn.{word}"), action, kind=kind, key=chapter.id)
        button.called = f"{button.label}: {name}"
        title = Label(f"{number}{name}", 18, bold=True)
        sentence = Label(self.tr(f"lesson.{chapter.id}.sentence"), 14, quiet=True)
        words = Label(note, 14, quiet=True, middle=True)
        title.click_through = sentence.click_through = words.click_through = True
        foot = words if dots is None else Column(dots, words, gap=0)
        end = Row(Flexible(foot), NoShrink(Box(button, height=tx(40))), gap=8)
        inner = Pad(Column(title, sentence, Flexible(), end, gap=4), 20, 12, 16, 12)
        content = Pad(inner, 0, ART, 0, 0)
        whole = Over(ChapterBackground(chapter, first, action), content)
        return Box(Box(whole, height=px(CARD)), least_width=LEAST)

    def open_chapter(self, chapter: Chapter) -> None:
        """Open a chapter where it was left."""
        self.go(walk.opened(chapter, walk.resume_step(self.services.settings, chapter)))

    def open_positions(self) -> None:
        """Open the list of the positions worth a look."""
        self.go(Open("worth_a_look"))


class WorthALookScreen(PageScreen):
    """The positions worth a look; a click opens one with its card of the lesson."""

    HOME = "positions"

    def top(self) -> Layout:
        return self.bar(self.tr("lesson.more"), self.tr("lesson.more.sentence"))

    def page(self) -> Layout:
        steps = worth_a_look()

        def open_step(index: int) -> None:
            self.go(walk.opened(*steps[index], alone=True))

        rows = [self._row(chapter, step) for chapter, step in steps]
        listed = PositionList(self.ui, rows, open_step, "positions")
        return Pad(Centred(Card(listed, pad=12, foot=12), widest), 24, 20, 24, 24)

    def _row(self, chapter: Chapter, step: Step) -> PositionRow:
        place, title = step.place, self.tr(chapter.key(step))
        about = self.tr(name_of(place.game))
        if place.game not in GAMES:
            return PositionRow(title, about, puzzle=place.game)
        if place.player:
            about += f" · {self.tr(computer_name(place.player))}"
        game = make_game(place.game, place.options)
        session = Session.replay(game, place.position or None, place.moves.split())
        return PositionRow(title, about, game=game, state=session.state)
