"""Screen of mistakes to retry: the position before each, with the answer hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from engine.messages import JouonsError
from engine.registry import make_game
from engine.saves import SavedGame
from gui.boards import board_of
from gui.boards.board_screen import BoardScreen
from gui.boards.board_widget import BoardWidget
from gui.exercises import retry_cards as cards
from gui.exercises.cards import button_row
from gui.exercises.mistakes import Values
from gui.exercises.retry import Retry, RetryPhase, RetryPosition
from gui.exercises.retry_view_model import RetryViewModel, make_view_model
from gui.kit import Icon
from gui.kit.command import Command
from gui.kit.layout import Box, Column, Flexible, Layout, Pad, Row
from gui.protocols import Open, Pop, Transition
from gui.services import Services
from gui.shortcuts import Where


class RetryScreen(BoardScreen):
    """Shows the mistakes of a game, or stored ones of many, and passes every try to the model."""

    PREFIX = "retry"

    def __init__(
        self,
        services: Services,
        game_id: str,
        saved: SavedGame | None = None,
        known: Values | None = None,
    ) -> None:
        super().__init__(services)
        self.model = Retry(services, saved.game if saved is not None else game_id, saved, known)
        self.tab = 0
        self.view_model: RetryViewModel = make_view_model(self.model)
        self._place: RetryPosition | None = None
        self._changes = -1

    # -- view --------------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        self.size = size
        self.popup = None
        try:
            self.model.begin()
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
        self.show()

    def show(self) -> None:
        """Show the current state of the model, and its notices."""
        before, self._changes = self.view_model, self.model.changes
        self.view_model = make_view_model(self.model, self.tab)
        place = self.model.place
        if place is not None and self.view_model.board is not None:
            new, self._place = place is not self._place, place
            self._show_board(place, self.view_model, before, new)
        for text, fault in list(self.model.told):
            self.services.notify(text, fault)
        self.model.told.clear()
        self.rebuild()
        if self.widget_group.focus is None:
            self.widget_group.focus_key("board", ring=False)

    def _show_board(
        self, place: RetryPosition, view_model: RetryViewModel, before: RetryViewModel, new: bool
    ) -> None:
        view, shown = self.view_for(place.game, bare=True), view_model.board
        assert shown is not None
        same = not new and before.board is not None and before.board.state == shown.state
        if same and view.moving:
            return
        made = not new and not same and bool(place.moves)
        view.show(shown, made)
        if made:
            self.services.sounds.move(board_of(place.game.id).sound, None)

    def news(self) -> Sequence[str]:
        said = (self.view_model.title, self.view_model.detail)
        return [self.tr(each) for each in said if each is not None]

    def tick(self, dt: float) -> bool:
        view = self.board_view
        moving = view is not None and view.moving
        self.model.update(dt, still=not moving)
        if self.model.changes != self._changes or self.model.told:
            self.show()
        self.animate(dt)
        if moving and view is not None and not view.moving:
            self.show()
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
        bar = self.bar(self.tr("retry.title"), self.tr(view_model.subtitle))
        token = self.board_view.token if self.board_view is not None else None
        buttons = button_row(offered, *self._buttons())
        left = cards.over_board(view_model, ui, token, self._board(), buttons)
        beside = cards.side(view_model, ui, token, self.choose_tab)
        row = Row(Flexible(left), Box(beside, self.side_width), gap=24)
        return Column(bar, Flexible(Pad(row, 24, 20, 24, 24)), gap=0)

    def _board(self) -> Layout:
        if self.view_model.board is None or self.board_view is None:
            return Flexible()
        return BoardWidget(self.board_view, self.board_event, lambda: self.widget_group.ring)

    def _buttons(self) -> list[tuple[str, ...]]:
        stage = self.view_model.stage
        if stage in (RetryPhase.LOOKING, RetryPhase.DONE):
            return [("close",)]
        if stage in (RetryPhase.FOUND, RetryPhase.SHOWN):
            return [("again", "play_on"), ("next_puzzle",)]
        return [("show_me",), ("next_puzzle",)]

    # -- commands ----------------------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.PUZZLES,)

    def commands(self) -> Mapping[str, Command]:
        stage, do = self.view_model.stage, self.and_refresh
        over = stage in (RetryPhase.FOUND, RetryPhase.SHOWN)
        asked = stage is RetryPhase.ASKING
        made = (
            Command("show_me", do(self.model.show), Icon.EYE, asked),
            Command("again", do(self.model.again), Icon.UNDO, over),
            Command("play_on", self._play_on, Icon.PLAY, over),
            Command(
                "next_puzzle",
                do(self.model.next),
                Icon.FORWARD,
                stage not in (RetryPhase.LOOKING, RetryPhase.DONE),
                primary=over,
                text=None if over else "skip",
            ),
            Command("close", lambda: Pop(), Icon.CHECK, primary=stage is RetryPhase.DONE),
        )
        return {command.id: command for command in made}

    def choose_tab(self, tab: int) -> None:
        """Select a card where cards are tabs."""
        self.tab = tab
        self.show()

    def _play_on(self) -> Transition | None:
        """Open a new game of the same players from the position on the board."""
        place = self.model.place
        if place is None:
            return None
        saved = place.mistake.saved
        game = make_game(saved.game, saved.options)
        players = (saved.first, saved.second)
        over = not game.moves(place.states[-1])
        start = place.start if over else place.states[-1]
        return Open("match", {"game": game, "players": players, "start": start})

    # -- the board -----------------------------------------------------------------------------

    def board_event(self, event: pygame.event.Event) -> bool:
        return self.view_model.board is not None and super().board_event(event)

    def play(self, move: int) -> None:
        """Try a move with the usual sound, whatever its value."""
        tried = self.model.stage is RetryPhase.ASKING
        self.and_refresh(self.model.play)(move)
        if tried and self.model.stage is RetryPhase.ASKING:
            self.services.sounds.move(board_of(self.model.game).sound, None)
