"""Base of the screens of exercises: the question, the board, the buttons, the cards beside."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from engine.messages import Message
from gui.boards import board_of
from gui.boards.board_widget import BoardScreen, BoardWidget, PuzzleTable
from gui.boards.common import ENTER, BoardView, digit_of
from gui.boards.marks import Token, TokenMark
from gui.exercises.attempt import Attempt, ExerciseModel, ExerciseViewModel
from gui.exercises.exercise import AttemptPhase
from gui.exercises.problem import MoveAttempt, TurnsAttempt
from gui.kit import Background, Drawing, Icon, Label, Shortened, Spinner
from gui.kit.command import Command, Commands, by_id
from gui.kit.forms import button_groups
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
    TallestVariant,
    px,
)
from gui.kit.widget import key_pressed
from gui.protocols import PRESSED
from gui.services import Services
from gui.shortcuts import Where
from gui.sounds import Sound
from gui.ui import Ui

LEAST_BOARD = 200
STEPS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
INTERRUPTED_BY_A_TRY = (AttemptPhase.TRIED, AttemptPhase.REFUTED, AttemptPhase.EXPLAINING)


class ExerciseScreen(BoardScreen):
    """Shows the exercise of a model and passes every try to it."""

    PREFIX = "puzzles"
    TRIUMPH = True  # whether solving has a sound of its own
    model: ExerciseModel
    puzzle: PuzzleTable | None = None  # the board of a puzzle of one player

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.tab = 0
        self.exercise = ExerciseViewModel(Message("puzzles.making"))
        self._changes = -1
        self._last_try = LastTry()
        self._attempt: object = None  # the attempt on display

    # -- to be overridden --------------------------------------------------------------------

    @abstractmethod
    def refresh(self) -> ExerciseViewModel:
        """Make the view model of the screen and return that of its exercise."""

    @abstractmethod
    def beside(self) -> Layout:
        """Return the cards beside the board."""

    @abstractmethod
    def top(self) -> Layout:
        """Return the top bar."""

    @abstractmethod
    def buttons(self) -> Sequence[Sequence[str]]:
        """Return the commands below the board, in groups."""

    # -- view --------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        self.size = size
        self.popup = None
        self.run_or_notify(self.model.enter)
        self.show()

    def show(self) -> None:
        """Show the current state of the model, and its notices."""
        model, before = self.model, self.exercise
        self._changes = model.changes
        self.exercise = self.refresh()
        new, self._attempt = model.attempt is not self._attempt, model.attempt
        self.show_attempt(before, new)
        solved = AttemptPhase.SOLVED
        if self.TRIUMPH and self.exercise.phase is solved and before.phase is not solved:
            self.services.sounds.play(Sound.WIN)
        for notice in model.notices.take():
            self.services.notify(notice.text, notice.fault)
        self.rebuild()
        if self.widget_group.focus is None:
            self.widget_group.focus_key("board", ring=False)

    def show_attempt(self, before: ExerciseViewModel, new: bool) -> None:
        """Show the attempt on the board; moves made since `before` are animated."""
        attempt, shown = self.model.attempt, self.exercise.board
        if self.puzzle is not None:
            self.puzzle.free = self.turns is not None and self.turns.open
        if isinstance(attempt, TurnsAttempt):
            self._show_turns(attempt, new)
        if not isinstance(attempt, MoveAttempt) or shown is None:
            return
        game = attempt.exercise.game
        view = self.view_for(game, bare=True)
        same = not new and before.board is not None and before.board.state == shown.state
        if same and view.moving:
            return
        moved = not (new or same or attempt.placed) and bool(attempt.moves)
        view.show(shown, moved)
        if moved:
            self.services.sounds.move(board_of(game.id).sound, None)

    @property
    def turns(self) -> TurnsAttempt | None:
        """The attempt at a puzzle of turns, None for other puzzles."""
        attempt = self.model.attempt
        return attempt if isinstance(attempt, TurnsAttempt) else None

    def _show_turns(self, turns: TurnsAttempt, new: bool) -> None:
        handling = turns.handling
        if self.puzzle is None or self.puzzle.handling.id != handling.id:
            self.puzzle = PuzzleTable(self.ui, handling, self.turn, self._not_free)
        self.puzzle.handling = handling
        self.puzzle.view.adopt(self.services.settings)
        if new:
            self.puzzle.begin(turns.problem.position, turns.turns)
        elif self.puzzle.follow(turns.turns):
            self.services.sounds.play(self.puzzle.sound)
        self.puzzle.free = turns.open

    def news(self) -> Sequence[str]:
        """Announce the question or its result, or what was said of the last try."""
        exercise = self.exercise
        texts = (exercise.detail,) if exercise.is_answer else (exercise.title, exercise.detail)
        return [self.tr(each) for each in texts if each is not None]

    @property
    def moving(self) -> bool:
        """Whether an animation is running on the board."""
        if self.turns is not None:
            return self.puzzle is not None and self.puzzle.view.moving
        return self.board_view is not None and self.board_view.moving

    def tick(self, dt: float) -> bool:
        moving = self.moving
        self.model.update(dt, still=not moving)
        if self.model.changes != self._changes or self.model.notices:
            self.show()
        self.animate(dt)
        if moving and not self.moving:
            self.show()  # changes that waited for the end of the animation
        return False

    @property
    def wants_worker(self) -> bool:
        return True

    def release_worker(self) -> None:
        self.model.release_worker()

    def leave(self) -> None:
        self.model.release_worker()

    def view(self) -> Layout:
        (headline, slim), board = self.headlines(), self.board()
        below = button_row(self.offered(), self.buttons())
        usual = Column(headline, Flexible(Box(board, height=LEAST_BOARD)), below, gap=16)
        left = FirstFit(usual, Column(slim, Flexible(board), below, gap=8))
        page = Pad(self.board_and_cards(left, self.beside()), 24, 20, 24, 24)
        return Column(self.top(), Flexible(page), gap=0)

    def headlines(self) -> tuple[Layout, Layout]:
        """Return the part above the board, and a slim form of it for large text."""
        token = self.board_view.token if self.board_view is not None else None
        return headline(self.exercise, self.ui, token), slim(self.exercise, self.ui)

    def board(self) -> Layout:
        """Return the board, or nothing without an exercise."""
        if self.turns is not None and self.puzzle is not None:
            return self.puzzle.widget()
        if self.exercise.board is None or self.board_view is None:
            return Flexible()
        return BoardWidget(self.board_view, self.board_event, lambda: self.widget_group.ring)

    def choose_tab(self, tab: int) -> None:
        """Select a card where cards are tabs."""
        self.tab = tab
        self.show()

    # -- commands ----------------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.PUZZLES,)

    def commands(self) -> Mapping[str, Command]:
        """Return the commands of every exercise; after wrong tries the answer is offered."""
        model, attempt, act = self.model, self.model.attempt, self._on_attempt
        over = self.exercise.over
        explains = attempt is not None and attempt.explains
        back, on = (attempt is not None and attempt.can_step(way) for way in (-1, 1))
        can_refute = attempt is not None and attempt.can_refute
        can_hint = attempt is not None and attempt.can_hint
        can_show = attempt is not None and attempt.can_show
        offered = attempt is not None and attempt.offered
        turned = self.turns is not None and self.turns.can_undo
        return by_id(
            Command("undo", self._on_turns(TurnsAttempt.undo), Icon.UNDO, turned),
            Command("restart", self._on_turns(TurnsAttempt.restart), Icon.FIRST, turned),
            Command("hint", act(lambda each: each.hint()), Icon.BULB, can_hint),
            Command("again", act(lambda each: each.again()), Icon.UNDO, over or explains),
            Command("refute", act(lambda each: each.refute()), Icon.STEPS, can_refute, explains),
            Command("step_back", act(lambda each: each.step(-1)), Icon.PLAY_BACK, back),
            Command("step_on", act(lambda each: each.step(1)), Icon.PLAY, on),
            Command("show_me", self.and_refresh(model.show), Icon.EYE, can_show, primary=offered),
            Command("next_puzzle", self.and_refresh(model.next), Icon.FORWARD, primary=over),
        )

    # -- the board ---------------------------------------------------------------------------

    def board_event(self, event: pygame.event.Event) -> bool:
        """Pass the event to the board; while a try is refuted or explained, take that back first.

        So the event is the next try; Enter only takes back. The arrows step through an explanation.
        While no try is possible the board ignores the event.
        """
        attempt, view = self.model.attempt, self.board_view
        if attempt is None or view is None or self.exercise.board is None:
            return False
        if attempt.explains and key_pressed(event, *STEPS):
            self._on_attempt(lambda each: each.step(STEPS[event.key]))()
            return True
        if attempt.open or not is_try(event):
            self._last_try.note(event, view)
            return super().board_event(event)
        doubled = attempt.phase is AttemptPhase.TRIED and self._last_try.repeats(event, view)
        if attempt.phase in INTERRUPTED_BY_A_TRY and not attempt.over and not doubled:
            self.and_refresh(attempt.again)()
            if not is_enter(event):
                self._last_try.note(event, view)
                super().board_event(event)
        return True

    def play(self, move: int) -> None:
        """Try a move."""
        self._on_attempt(lambda attempt: attempt.play(move))()

    def _on_attempt(self, act: Callable[[Attempt], None]) -> Callable[[], None]:
        """Wrap an act of the person so that it does nothing without an exercise."""

        def run() -> None:
            if self.model.attempt is not None:
                act(self.model.attempt)

        return self.and_refresh(run)

    # -- puzzles of one player ---------------------------------------------------------------

    def _on_turns(self, act: Callable[[TurnsAttempt], None]) -> Callable[[], None]:
        return self._on_attempt(lambda each: act(each) if isinstance(each, TurnsAttempt) else None)

    def _not_free(self) -> None:
        """Take a wrong try back at once when a person moves on."""
        turns = self.turns
        if turns is not None and turns.phase is AttemptPhase.REFUTED:
            self.and_refresh(turns.again)()

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.turns is not None:
            return self.puzzle is not None and self.puzzle.press(event)
        return super().on_event(event)

    def turn(self, text: str, position: str) -> tuple[str, ...]:
        """Record a move by hand; return the moves since the puzzle's position."""
        turns = self.turns
        assert turns is not None and self.puzzle is not None
        turns.turn(text, position)
        self.services.sounds.play(self.puzzle.sound)
        return turns.turns


# -- parts -----------------------------------------------------------------------------------------


def button_row(offered: Commands, groups: Sequence[Sequence[str]]) -> Layout:
    """Lay out groups of buttons below the board, without the commands that do not exist."""
    there = [[name for name in group if name in offered.made] for group in groups]
    buttons = [[offered.button(name) for name in group] for group in there]
    return button_groups(buttons, ("undo", "restart"), 24)


def headline(exercise: ExerciseViewModel, ui: Ui, token: Token | None) -> Layout:
    """Lay out the question, or the result; whatever is said, the board below keeps its size."""
    detail = None if exercise.detail is None else ui.tr(exercise.detail)
    title = Label(ui.tr(exercise.title), 22, bold=True, key="asked")
    small = Label(detail, 16, quiet=not exercise.is_answer) if detail is not None else None
    titles = (Label(ui.tr(each), 22, bold=True) for each in exercise.titles)
    rooms = (Column(each, Label("\n", 16), gap=2) for each in titles)
    words = TallestVariant(Box(Column(title, small, gap=2), at=0.5), *rooms)
    row = Row(mark_of(exercise, token), Flexible(words), gap=16, height=80)
    return Over(Background(), Pad(row, 20, 4))


def mark_of(exercise: ExerciseViewModel, token: Token | None) -> Layout | None:
    """Return the sign before the question: work in progress, or the side to move."""
    if exercise.busy:
        return Box(Spinner("looking"), 24, at=0.5)
    if exercise.side is not None and token is not None:
        return Box(TokenMark(token, exercise.side, 48), at=0.5)
    return None


def slim(exercise: ExerciseViewModel, ui: Ui, below: Layout | None = None) -> Layout:
    """Lay out title and sentence in small letters, where large text leaves the board no height."""

    def words(title: Message, sentence: str, *keys: str) -> Layout:
        large = Shortened(ui.tr(title), 16, bold=True, maximum=2, key=keys[0])
        small = Shortened(sentence, 14, maximum=3, key=keys[1])
        return Column(large, small, gap=2)

    detail = "" if exercise.detail is None else ui.tr(exercise.detail)
    rooms = (words(each, "\n", "", "") for each in exercise.titles)
    return Column(
        TallestVariant(words(exercise.title, detail, "asked", "said"), *rooms), below, gap=2
    )


def progress(
    title: str, at: int, total: int, below: Layout | None = None, note: str = ""
) -> Layout:
    """Build the card with the number of this exercise and a quiet note."""
    first: Layout = Label(title, 22, bold=True)
    if note:  # below the number where it has no room beside it
        beside, below_it = (Label(note, 14, quiet=True, align=at, middle=True) for at in (1, 0))
        row = Row(NoShrink(first), Flexible(NoShrink(beside)), gap=12)
        first = FirstFit(row, Column(first, below_it, gap=0))
    steps = Box(Drawing(partial(_draw_steps, at, total)), least_width=64, height=px(8))
    return Card(Column(first, steps, below, gap=10), pad=20, head=12, foot=14)


def _draw_steps(at: int, total: int, ui: Ui, target: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw a bar for every exercise; the current one and those before it are bright."""
    c, gap = ui.theme.colours, min(ui.theme.px(8), rect.w // (4 * max(1, total)))
    step = (rect.w + gap) / max(1, total)
    for number in range(total):
        left = rect.x + round(number * step)
        width = max(2, round((number + 1) * step) - round(number * step) - gap)
        bar = pygame.Rect(left, rect.y, width, rect.h)
        ink = c.accent if number <= at else c.line
        ui.brush.rounded(target, bar, min(rect.h, width) // 2, ink)


# -- the events with which a person tries a move ---------------------------------------------------


def is_try(event: pygame.event.Event) -> bool:
    """Return whether an event is a click, a typed number or Enter."""
    if event.type == pygame.KEYDOWN:
        return event.key in ENTER or digit_of(event) is not None
    return event.type == PRESSED or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 1)


def is_enter(event: pygame.event.Event) -> bool:
    """Return whether an event is Enter, which only takes a refuted try back."""
    return event.type == pygame.KEYDOWN and event.key in ENTER


class LastTry:
    """Remembers where the last try pointed, so that a double click is one try."""

    def __init__(self) -> None:
        self._place: object = None

    def note(self, event: pygame.event.Event, view: BoardView[Any]) -> None:
        """Remember what a try points at; other events change nothing."""
        if is_try(event):
            self._place = _place_of(event, view)

    def repeats(self, event: pygame.event.Event, view: BoardView[Any]) -> bool:
        """Return whether an event points at the same as the last try."""
        return _place_of(event, view) == self._place


def _place_of(event: pygame.event.Event, view: BoardView[Any]) -> object:
    """Return the place of the board, or the key, that an event points at."""
    if event.type == pygame.MOUSEBUTTONDOWN:
        return view.at(event.pos)
    return event.spot if event.type == PRESSED else event.key
