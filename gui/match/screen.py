"""The screen of a match: shows a Match and forwards the player's actions to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import pygame

from engine.registry import name_of, rule_text
from gui.boards import board_of
from gui.kit import Icon
from gui.kit.command import Command
from gui.kit.layout import Layout, Pad
from gui.kit.widget import key_pressed
from gui.match.base import MatchBase
from gui.match.commands import match_commands
from gui.match.inspector import inspector_view_model
from gui.match.inspector_page import inspector_page
from gui.match.model import Change
from gui.match.page import board_part, cards_part
from gui.match.table import GameTable
from gui.services import Services
from gui.shortcuts import Where


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
        before = self._question_open
        self._question_open = match.question is not None
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
        elif self.match.asking_shown and self.match.inspector.notice is None:
            self.and_refresh(self.match.toggle_asking)()
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
