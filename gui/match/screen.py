"""The screen of a match, and the ways to begin one: new, saved, or from the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from engine.protocols import Game, OptionError
from engine.registry import checked_options, entry_of, is_own, make_game, name_of, rule_text
from engine.saves import SavedGame, faults_of_the_file, load
from engine.session import Session
from gui.boards import board_of
from gui.kit import Icon
from gui.kit.command import Command
from gui.kit.layout import Layout, Pad
from gui.kit.widget import key_pressed
from gui.match.base import MatchBase
from gui.match.commands import match_commands
from gui.match.inspector import inspector_page, inspector_view_model
from gui.match.model import Change
from gui.match.page import board_part, cards_part
from gui.match.table import GameTable, Players, check_players, table_from_save
from gui.options import WindowOptions
from gui.services import Services
from gui.settings import Settings, sound_setup
from gui.shortcuts import Where
from gui.write_queue import SaveSlot


class MatchScreen(MatchBase):
    """Shows a Match and forwards the player's actions to it."""

    MENU: Sequence[str] = (
        "stop",
        "leave_side_line",
        "new",
        "restart",
        "swap_sides",
        "setup",
        "sharing",
        "statistics",
        "train",
    )
    SHARING = ("set_up", "paste", "copy", "copy_game", "save", "open")

    def __init__(self, services: Services, table: GameTable, analysis: bool = False) -> None:
        super().__init__(services, table, analysis)
        self._changes = table.changes
        self._question_open = False  # whether a question is shown beside the board
        self.opened_to_look = False  # opened with the inspector: Back leaves both

    # -- display -------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        self.size = size
        self.popup = None
        self._changes = self.match.table.changes
        self.show()
        if self.widget_group.focus is None:
            self.widget_group.focus_key("board", ring=False)

    def show(self) -> None:
        """Show the current state of the match, its notices and its open question."""
        match, moved, board = self.match, self.match.table.changes != self._changes, self.board
        self._changes = match.table.changes
        self.view_model = self.state_now()
        self.inspector = inspector_view_model(match)
        # The inspector leaves room for values while no step needs the board.
        quiet = self.view_model.board.marks is None and self.view_model.analysis
        board.bare = self.inspector is not None and not quiet
        if moved and match.change is Change.PLAYED:
            sound = board_of(self.table.game.id).sound
            self.services.sounds.move(sound, self.table.outcome)
        if moved or not board.moving:
            board.show(self.view_model.board, moved and match.change is not Change.PLACED)
        for notice in match.notices.take():
            say = self.notify_here if notice.here else self.services.notify
            say(notice.text, notice.fault)
        before, self._question_open = self._question_open, match.question is not None
        self.rebuild()
        if self._question_open and not before:
            self.widget_group.focus_key("take_back", ring=self.widget_group.ring)

    def news(self) -> Sequence[str]:
        return [self.tr(text) for text in self.view_model.news]

    def tick(self, dt: float) -> bool:
        moving = self.board.moving
        if self.renaming is not None and (
            self.widget_group.focus is None or self.widget_group.focus.key != "name"
        ):
            self.renaming = None
            self.show()
        if self.match.update(dt, still=not moving):
            self.show()
        self.animate(dt)
        if moving and not self.board.moving:
            self.show()  # results that arrived during the animation
        return False

    def leave(self) -> None:
        self.match.close()

    def top(self) -> Layout:
        game = self.table.game
        return self.bar(self.tr(name_of(game.id)), self.tr(rule_text(game)))

    def page(self) -> Layout:
        offered = self.offered()
        if self.inspector is not None:
            return inspector_page(self, self.inspector, offered)
        left, beside = board_part(self, offered), cards_part(self, offered)
        return Pad(self.board_and_cards(left, beside), 24, 20, 24, 24)

    # -- actions -------------------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH, Where.INSPECTOR)

    def commands(self) -> Mapping[str, Command]:
        sharing = Command("sharing", partial(self.show_menu, self.SHARING), Icon.SHARE)
        return {**match_commands(self), sharing.id: sharing}

    def board_event(self, event: pygame.event.Event) -> bool:
        """Handle a board event; a move while a question is open replaces the questioned one."""
        if self.match.question is not None:
            if self.board.handle(event) is None:
                return False
            self.answer(True)
        return super().board_event(event)

    def back(self) -> None:
        """Handle Esc: cancel renaming, keep the move, close the inspector, or stop a bot."""
        if self.renaming is not None:
            self.rename(-1)
        elif self.match.question is not None:
            self.answer(False)
        elif self.match.inspected.asking_shown and self.match.inspector.notice is None:
            self.and_refresh(self.match.inspected.toggle_asking)()
        elif self.services.settings.inspector:
            self.toggle_look()
            if self.opened_to_look:
                super().back()
        elif self.match.bots.thinking:
            self.and_refresh(self.match.bots.stop)()
        else:
            super().back()

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.inspector is not None and key_pressed(event, pygame.K_SPACE):
            self.offered().do("run")
            return True
        return super().on_event(event)


# -- the beginning of a match ----------------------------------------------------------------------


def new_match(
    services: Services,
    game: Game[Any],
    players: tuple[str, str],
    start: Any = None,
    *,
    alternate: bool = True,
    analysis: bool = False,
    seed: int | None = None,
    look: str = "",
    look_seed: tuple[int, ...] = (),
    given: Session[Any] | None = None,
) -> MatchScreen:
    """Create a match, from a position if one is given; analysis may also be on by the settings.

    A `given` session was set up by hand: it is saved before its first move. A player in `look`
    opens the inspector on that player's decision about the first move, with `look_seed` if given.
    """
    session = Session(game, start) if given is None else given
    seed = services.fresh_seed() if seed is None else seed
    seated = Players.at(players, services.settings.people)
    table = GameTable(game, seated, seed=seed, alternate=alternate, session=session)
    if given is not None:
        table.take_as_given()
    screen = MatchScreen(services, table, analysis)
    if look:
        screen.match.inspected.look_at(look, look_seed)
        screen.opened_to_look = True
    return screen


def saved_match(
    services: Services,
    saved: SavedGame,
    record: SaveSlot | None = None,
    given: bool = False,
) -> MatchScreen:
    """Create a match that continues a saved game, with its record as that unfinished one.

    A `given` one was opened from a file and is saved from now on. Raises JouonsError for an invalid
    save.
    """
    table = table_from_save(saved, record)
    if given:
        table.take_as_given()
    return MatchScreen(services, table)


def requested_table(settings: Settings, options: WindowOptions, seed: int) -> GameTable:
    """Return the table of the command line.

    Raises SaveError for a faulty file, another JouonsError for invalid arguments.
    """
    table = _table_of(settings, options, seed)
    table.take_as_given()
    return table


def _table_of(settings: Settings, options: WindowOptions, seed: int) -> GameTable:
    if options.file is not None:
        with faults_of_the_file():
            table = table_from_save(load(options.file))
        if options.game not in (None, table.game.id):
            raise OptionError("option.with_file", name="--game")
        return table
    game_id = options.game or settings.last_game
    setup = sound_setup(settings, game_id)
    usual = {} if is_own(game_id) else checked_options(entry_of(game_id), setup.options)
    game = make_game(game_id, options.options or usual)
    texts = (options.first or setup.first, options.second or setup.second)
    players = Players.at(texts, settings.people)
    check_players(game, players)
    moves = (options.moves or "").split()
    session = Session.replay(game, options.position, moves)
    return GameTable(game, players, seed=seed, alternate=setup.alternate, session=session)
