"""Screen of puzzles: the board or cube, the aim, and the cards beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from engine.messages import JouonsError
from engine.protocols import Game
from gui import clipboard
from gui.boards import board_of
from gui.boards.board_screen import BoardScreen
from gui.boards.board_widget import BoardWidget
from gui.boards.common import ENTER, digit_of
from gui.boards.cube_table import CubeTable
from gui.exercises import cards
from gui.exercises.attempt import AttemptPhase, MoveAttempt, PuzzleAttempt, TurnsAttempt
from gui.exercises.model import Puzzles, PuzzleSource
from gui.exercises.texts import share_text
from gui.exercises.today import Today
from gui.exercises.view_model import PuzzlesViewModel, make_view_model
from gui.kit import Icon
from gui.kit.command import Command
from gui.kit.layout import Box, Column, Flexible, Layout, Pad, Row
from gui.protocols import PRESSED
from gui.services import Services
from gui.shortcuts import Where
from gui.sounds import Sound


class PuzzlesScreen(BoardScreen):
    """Shows the model of puzzles and passes the user's input to it."""

    PREFIX = "puzzles"

    def __init__(self, services: Services, game_id: str = "", shared: str = "") -> None:
        super().__init__(services)
        today = services.outliving(Today, lambda: Today(services))
        game = game_id or services.settings.last_game
        self.model = Puzzles(services, today, services.fresh_seed(), game)
        self.shared = shared
        self.tab = 0
        self.cube: CubeTable | None = None
        self.view_model: PuzzlesViewModel = make_view_model(self.model)
        self._changes = -1
        self._answer: PuzzleAttempt | None = None

    # -- view --------------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        self.size = size
        self.popup = None
        try:
            self.model.enter()
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
        if self.shared:
            self.model.open_text(self.shared)
            self.shared = ""
        self.show()

    def show(self) -> None:
        """Show the current state of the model, and its notices."""
        model, before = self.model, self.view_model
        self._changes = model.changes
        self.view_model = make_view_model(model, self.tab)
        answer = model.answer
        new, self._answer = answer is not self._answer, answer
        if isinstance(answer, MoveAttempt):
            self._show_board(answer.game, self.view_model, before, new)
        elif isinstance(answer, TurnsAttempt):
            self._show_cube(new)
        if self.cube is not None:
            self.cube.free = isinstance(answer, TurnsAttempt) and answer.open
        if (
            answer is not None
            and answer.phase is AttemptPhase.SOLVED
            and before.phase is not AttemptPhase.SOLVED
        ):
            self.services.sounds.play(Sound.WIN)
        for text, fault in list(model.told):
            self.services.notify(text, fault)
        model.told.clear()
        self.rebuild()
        if self.widget_group.focus is None:
            self.widget_group.focus_key("board", ring=False)
            self.widget_group.focus_key("cube", ring=False)

    def _show_board(
        self, game: Game[Any], view_model: PuzzlesViewModel, before: PuzzlesViewModel, new: bool
    ) -> None:
        view, shown = self.view_for(game, bare=True), view_model.board
        assert shown is not None
        if new or before.board is None or shown.state != before.board.state or not view.moving:
            moved = not new and before.board is not None and shown.state != before.board.state
            forward = moved and shown.last_move is not None
            view.show(shown, forward)
            if forward:
                self.services.sounds.move(board_of(game.id).sound, None)

    def _show_cube(self, new: bool) -> None:
        view_model, settings = self.view_model, self.services.settings
        if self.cube is None:
            self.cube = CubeTable(self.ui, self.turn)
        self.cube.view.letters = settings.cube_letters
        self.cube.view.safe_colours = settings.safe_palette
        if new:
            self.cube.begin(view_model.position, view_model.turns)
        elif self.cube.follow(view_model.turns):
            self.services.sounds.play(Sound.TURN)

    def news(self) -> Sequence[str]:
        """Announce the aim, or the result of the last try."""
        view_model = self.view_model
        said = (view_model.detail,) if view_model.told else (view_model.aim, view_model.detail)
        return [self.tr(each) for each in said if each is not None]

    @property
    def _moving(self) -> bool:
        answer = self.model.answer
        if isinstance(answer, TurnsAttempt):
            return self.cube is not None and self.cube.view.moving
        return self.board_view is not None and self.board_view.moving

    def tick(self, dt: float) -> bool:
        moving = self._moving
        self.model.update(dt, still=not moving)
        if self.model.changes != self._changes or self.model.told:
            self.show()
        self.animate(dt)
        if moving and not self._moving:
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
        view_model, ui, offered = self.view_model, self.ui, self.offered()
        tools = [offered.button("open_shared", labelled=False, quiet=True), offered.button("share")]
        bar = self.bar(self.tr("puzzles.title"), self.tr("puzzles.subtitle"), extra=tools)
        first = "again" if view_model.phase in (AttemptPhase.SOLVED, AttemptPhase.SHOWN) else "hint"
        turning = ("undo", "restart") if view_model.turning else ()
        buttons = cards.button_row(offered, turning, (first, "show_me"), ("next_puzzle",))
        token = self.board_view.token if self.board_view is not None else None
        left = cards.over_board(view_model, ui, token, self._board(), buttons)
        choices = cards.PuzzleChoices(
            self.choose_source, self.choose_level, self.choose_game, self.choose_tab
        )
        beside = cards.side(view_model, ui, choices, self.keep)
        row = Row(Flexible(left), Box(beside, self.side_width), gap=24)
        return Column(bar, Flexible(Pad(row, 24, 20, 24, 24)), gap=0)

    def _board(self) -> Layout:
        if self.view_model.phase is None:
            return Flexible()
        if self.view_model.board is None:
            assert self.cube is not None
            return self.cube.widget()
        assert self.board_view is not None
        return BoardWidget(self.board_view, self.board_event, lambda: self.widget_group.ring)

    # -- commands ----------------------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.PUZZLES,)

    def commands(self) -> Mapping[str, Command]:
        view_model, do = self.view_model, self.and_refresh
        over, there = (
            view_model.phase in (AttemptPhase.SOLVED, AttemptPhase.SHOWN),
            view_model.phase is not None,
        )
        made = (
            Command("hint", do(self._hint), Icon.BULB, view_model.can_hint),
            Command("again", do(self._again), Icon.UNDO, over),
            Command(
                "show_me",
                do(self._show_me),
                Icon.EYE,
                view_model.can_show,
                text="see_end"
                if view_model.phase is AttemptPhase.SOLVED and view_model.board is not None
                else None,
            ),
            Command(
                "undo", do(self._undo), Icon.UNDO, view_model.turning and bool(view_model.turns)
            ),
            Command(
                "restart",
                do(self._restart),
                Icon.FIRST,
                view_model.turning and bool(view_model.turns),
            ),
            Command("next_puzzle", do(self.model.next), Icon.FORWARD, primary=over),
            Command("share", self.share, Icon.SHARE, there),
            Command("open_shared", self.paste, Icon.CLIPBOARD),
        )
        return {command.id: command for command in made}

    def _hint(self) -> None:
        if self.model.answer is not None:
            self.model.answer.hint()

    def _again(self) -> None:
        if self.model.answer is not None:
            self.model.answer.again()

    def _show_me(self) -> None:
        if self.model.answer is not None:
            self.model.answer.show()

    def _undo(self) -> None:
        if isinstance(self.model.answer, TurnsAttempt):
            self.model.answer.undo()

    def _restart(self) -> None:
        if isinstance(self.model.answer, TurnsAttempt):
            self.model.answer.restart()

    def choose_source(self, source: PuzzleSource) -> None:
        """Choose the puzzle of the day, or endless puzzles."""
        self.and_refresh(self.model.choose_source)(source)

    def choose_level(self, level: int) -> None:
        """Choose the level of endless puzzles."""
        self.and_refresh(self.model.choose_level)(level)

    def choose_game(self, game: str) -> None:
        """Choose a puzzle of another game."""
        self.and_refresh(self.model.choose_game)(game)

    def choose_tab(self, tab: int) -> None:
        """Select a card where cards are tabs."""
        self.tab = tab
        self.show()

    def share(self) -> None:
        """Copy the puzzle to the clipboard, without its answer."""
        answer = self.model.answer
        if answer is not None:
            day = self.view_model.date if self.view_model.source is PuzzleSource.DAY else None
            self.copy(share_text(self.ui.tr, answer.problem, day), "puzzles.copied")

    def paste(self) -> None:
        """Open a shared puzzle from the clipboard."""
        text = clipboard.get_text()
        if text.strip():
            self.and_refresh(self.model.open_text)(text)
        else:
            self.services.notify("puzzles.clipboard_empty", fault=True)

    # -- the board and the cube ----------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> bool:
        if isinstance(self.model.answer, TurnsAttempt):
            return self.cube is not None and self.cube.press(event)
        return super().on_event(event)

    def board_event(self, event: pygame.event.Event) -> bool:
        """Pass the event to the board; during a refutation, Enter or a move takes it back first.

        While no try is possible the board ignores the event.
        """
        answer = self.model.answer
        if not isinstance(answer, MoveAttempt):
            return False
        if answer.open or not _is_try(event):
            return super().board_event(event)
        if answer.phase is AttemptPhase.REFUTED:
            self.and_refresh(answer.again)()
            if event.type != pygame.KEYDOWN or event.key not in ENTER:
                super().board_event(event)
        return True

    def play(self, move: int) -> None:
        """Try a move."""
        answer = self.model.answer
        if isinstance(answer, MoveAttempt):
            self.and_refresh(answer.play)(move)

    def turn(self, text: str, facelets: str) -> tuple[str, ...]:
        """Record a layer turn by hand; return the turns since the puzzle's position."""
        answer = self.model.answer
        assert isinstance(answer, TurnsAttempt)
        answer.turn(text, facelets)
        self.services.sounds.play(Sound.TURN)
        return answer.turns


def _is_try(event: pygame.event.Event) -> bool:
    """Whether the event is a click, a typed number or Enter."""
    if event.type == pygame.KEYDOWN:
        return event.key in ENTER or digit_of(event) is not None
    return event.type == PRESSED or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 1)
