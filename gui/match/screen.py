"""The screen of a match: shows a Match and forwards the player's actions to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from engine.registry import name_of, player_name
from gui.boards import board_of
from gui.boards.board_screen import BoardScreen
from gui.boards.board_widget import BoardWidget
from gui.boards.common import BoardView
from gui.inspector.ask_page import AskCallbacks
from gui.inspector.decision_content import InspectorCallbacks, InspectorViewModel
from gui.kit import Button, Icon, TextField
from gui.kit.command import AndRefresh, Command
from gui.kit.layout import Layout, Pad
from gui.kit.popup import Choice
from gui.kit.screen import PageScreen
from gui.kit.widget import key_pressed
from gui.match.callbacks import MatchCallbacks
from gui.match.commands import lasting_commands, match_commands
from gui.match.inspector import inspector_view_model
from gui.match.inspector_page import inspector_page
from gui.match.model import Change, Match
from gui.match.page import FAULT_COMMANDS, board_part, cards_part
from gui.match.table import GameTable
from gui.match.view_model import MatchViewModel, make_view_model
from gui.own.actions import OwnActions
from gui.people import CHOICES
from gui.players.controls import kind_name
from gui.protocols import Pop, Transition
from gui.services import Services
from gui.shortcuts import Where


class MatchScreen(BoardScreen, PageScreen):
    """Shows a Match and forwards the player's actions to it."""

    PREFIX = "match"
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
        super().__init__(services)
        self.match = Match(services, table, analysis)
        self.own = OwnActions(self)
        self.renaming: int | None = None  # the side being renamed
        self.view_model: MatchViewModel = self.state_now()
        self.inspector: InspectorViewModel | None = None
        self.callbacks = self._make_callbacks()
        self._lasting = lasting_commands(self.match, self.callbacks)
        self._changes = table.changes
        self._question_open = False  # whether a question is shown beside the board
        self.opened_to_look = False  # opened with the inspector: Back leaves both

    def _make_callbacks(self) -> MatchCallbacks:
        match, do = self.match, self.and_refresh

        def on_step(change: Callable[..., object]) -> Callable[..., None]:
            def run(*values: object) -> None:
                match.stand_before()
                change(*values)

            return do(run)

        return MatchCallbacks(
            and_refresh=do,
            on_step=on_step,
            inspector=self._inspector_callbacks(on_step),
            play=self.play,
            teach=do(match.teach),
            copy=self.copy,
            answer=self.answer,
            open_path=self.open_path,
            paste=self.paste,
            ask_level=self.ask_level,
            rename=self.rename,
            name=self.name,
            choose_tab=self.choose_tab,
            edit=self.own.edit,
            choose_card=self.choose_card,
        )

    def _inspector_callbacks(self, on_step: AndRefresh) -> InspectorCallbacks:
        """Return the callbacks of the inspector, which change the match or the recording."""
        match, inspector, do = self.match, self.match.inspector, self.and_refresh
        return InspectorCallbacks(
            token=lambda player, diameter: self.board.token(player, diameter),
            go_to_step=on_step(inspector.go_to_step),
            choose=on_step(inspector.choose),
            toggle=on_step(inspector.toggle),
            show_ply=do(match.jump),
            close=do(match.toggle_inspector),
            ask=do(match.toggle_asking),
            asking=AskCallbacks(
                after=do,
                ask=do(match.ask_chosen),
                open_player=do(match.ask),
                more=self.choose_kind,
                think_again=do(match.think_again),
            ),
            go_to_phase=on_step(inspector.go_to_phase),
            scrub=on_step(inspector.scrub),
            step=on_step(inspector.step),
            set_speed=do(inspector.set_speed),
            choose_page=do(inspector.choose_page),
            train=lambda: self.offered().do("train"),
            fault_buttons=self.fault_buttons,
            edit=self.own.edit,
            run_again=do(match.run_again),
        )

    @property
    def makes_room(self) -> bool:
        """True, because its bot would delay the bot of a dropped game."""
        return True

    @property
    def wants_worker(self) -> bool:
        return True

    def release_worker(self) -> None:
        self.match.release_worker()

    @property
    def table(self) -> GameTable:
        return self.match.table

    @property
    def board(self) -> BoardView[Any]:
        """The view of the game on the table."""
        return self.view_for(self.table.game)

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

    def state_now(self) -> MatchViewModel:
        return make_view_model(self.match, self.renaming)

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
        name = self.tr(name_of(self.view_model.game.id))
        return self.bar(name, self.tr(self.view_model.rule))

    def page(self) -> Layout:
        view_model, ui, offered, view = self.view_model, self.ui, self.offered(), self.board
        do = self.callbacks
        if self.inspector is not None:
            board = self.board_widget(space=False)  # the space key plays the recording
            return inspector_page(view_model, self.inspector, ui, offered, board, do)
        left = board_part(view_model, ui, offered, view, self.board_widget(), do)
        beside = cards_part(view_model, ui, offered, view.token, do)
        return Pad(self.board_and_cards(left, beside), 24, 20, 24, 24)

    def board_widget(self, *, space: bool = True) -> BoardWidget:
        """Return the board; without `space` it leaves the space key to the screen."""
        ring = self.widget_group
        return BoardWidget(self.board, self.board_event, lambda: ring.ring, space=space)

    # -- actions -------------------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH, Where.INSPECTOR)

    def commands(self) -> Mapping[str, Command]:
        sharing = Command("sharing", partial(self.show_menu, self.SHARING), Icon.SHARE)
        by_id = match_commands(self.match, self.callbacks, self._lasting)
        return {**by_id, sharing.id: sharing}

    def play(self, move: int) -> None:
        """Play a person's move."""
        self.and_refresh(self.match.play)(move)

    def undo(self) -> None:
        """Go back to the person's previous turn."""
        self.and_refresh(self.match.undo)()

    def open_path(self, path: str | Path) -> Transition | None:
        """Load a saved game onto this table; return the way back from the files on success."""
        opened = self.match.open_path(path)
        self.show()
        return Pop() if opened else None

    def paste(self, text: str) -> Transition | None:
        """Set up a text on this table."""
        self.and_refresh(self.match.paste)(text)
        return None

    def choose_tab(self, tab: str) -> None:
        """Show another card, where tabs are needed; the setting also holds for the next match."""
        self.services.change(replace(self.services.settings, match_tab=tab))
        self.show()

    def choose_card(self, card: str) -> None:
        """Show the values over the game or the theory of the position; the setting is saved."""
        self.services.change(replace(self.services.settings, match_card=card))
        self.show()

    def toggle_look(self) -> None:
        """Toggle the inspector on the decision shown."""
        self.and_refresh(self.match.toggle_inspector)()

    def fault_buttons(self) -> Sequence[Button]:
        """Return what can be done about the fault of an own bot."""
        offered = self.offered()
        return [offered.button(name) for name in FAULT_COMMANDS]

    def choose_kind(self) -> None:
        """Open the menu of the bots that the page of questions shows under More."""
        segments, page = self.widget_group.find("ask_kinds"), self.inspector
        if segments is None or page is None or page.ask is None:
            return
        choose = self.and_refresh(self.match.asking.choice.choose)
        others = page.ask.others
        names = [self.tr(kind_name(kind, self.table.game)) for kind in others]
        lines = [
            Choice(name, partial(choose, kind)) for name, kind in zip(names, others, strict=True)
        ]
        width = segments.rect.w // (len(page.ask.kinds) + 1)
        place = pygame.Rect(segments.rect.right - width, segments.rect.y, width, segments.rect.h)
        self.open_menu(place, lines)

    def answer(self, take_back: bool) -> None:
        """Answer the question whether to take the last move back."""
        self.and_refresh(self.match.answer)(take_back)
        self.widget_group.focus_key("board", ring=self.widget_group.ring)

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
            self.and_refresh(self.match.stop)()
        else:
            super().back()

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.inspector is not None and key_pressed(event, pygame.K_SPACE):
            self.offered().do("run")
            return True
        return super().on_event(event)

    # -- people --------------------------------------------------------------------------------

    def rename(self, side: int | None) -> None:
        """Edit the name of the person on a side in place; -1 ends editing.

        None stands for the person to move, else for the first person; while a name is edited, for
        the other person at the table.
        """
        table = self.table
        editing = self.renaming
        if side is None and editing is not None and table.is_human(1 - editing):
            field = self.widget_group.find("name")
            if isinstance(field, TextField):
                self.match.rename(editing, field.text)
            side = 1 - editing
        elif side is None:
            side = table.side if table.human_turn else 0 if table.is_human(0) else 1
        self.renaming = side if side >= 0 else None
        self.show()
        self.widget_group.focus_key(
            "board" if self.renaming is None else "name", ring=self.widget_group.ring
        )

    def name(self, side: int, text: str) -> None:
        """Accept a typed name."""
        self.renaming = None
        self.and_refresh(self.match.rename)(side, text)

    def ask_level(self) -> None:
        """Open the menu of levels, the current one ticked."""
        chip = self.widget_group.find("level")
        anchor = chip.rect if chip is not None else pygame.Rect(self.size[0], 0, 0, 0)
        self.open_menu(anchor, [self._level_choice(level) for level in CHOICES])

    def _level_choice(self, level: str) -> Choice:
        image = Icon.CHECK if level == self.match.level else None
        play: Callable[[], None] = partial(self.and_refresh(self.match.play_level), level)
        return Choice(self.tr(player_name(level, self.table.game)), play, image)
