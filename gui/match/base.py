"""The base of the screen of a match: it holds the model and acts; cards are given it whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from engine.registry import player_name
from gui.boards.board_widget import BoardScreen, BoardWidget
from gui.boards.common import BoardView
from gui.inspector.ask_page import AskCallbacks
from gui.inspector.decision_content import InspectorCallbacks, InspectorViewModel
from gui.kit import Button
from gui.kit.popup import Choice
from gui.kit.screen import PageScreen
from gui.match.model import Match
from gui.match.table import GameTable
from gui.match.view_model import MatchViewModel, make_view_model
from gui.own.bots import OwnActions
from gui.people import CHOICES
from gui.players.controls import kind_name
from gui.protocols import Pop, Transition
from gui.services import Services

FAULT_COMMANDS = ("own_easy", "own_again", "own_edit")


class MatchBase(BoardScreen, PageScreen):
    """Holds a Match and acts on it."""

    PREFIX = "match"

    def __init__(self, services: Services, table: GameTable, analysis: bool = False) -> None:
        super().__init__(services)
        self.match = Match(services, table, analysis)
        self.own = OwnActions(self)
        self.renaming: int | None = None  # the side being renamed
        self.view_model: MatchViewModel = self.state_now()
        self.inspector: InspectorViewModel | None = None
        self.looking = self._inspector_callbacks()

    def on_step(self, change: Callable[..., object]) -> Callable[..., None]:
        """Wrap a change of the inspector: it shows the position before the decision first."""

        def run(*values: object) -> None:
            self.match.inspected.stand_before()
            change(*values)

        return self.and_refresh(run)

    def _inspector_callbacks(self) -> InspectorCallbacks:
        """Return the callbacks of the inspector, which change the match or the recording."""
        match, inspector, do = self.match, self.match.inspector, self.and_refresh
        on_step = self.on_step
        return InspectorCallbacks(
            token=lambda player, diameter: self.board.token(player, diameter),
            go_to_step=on_step(inspector.go_to_step),
            choose=on_step(inspector.choose),
            toggle=on_step(inspector.toggle),
            show_ply=do(match.jump),
            close=do(match.inspected.toggle),
            ask=do(match.inspected.toggle_asking),
            asking=AskCallbacks(
                after=do,
                ask=do(match.inspected.ask_chosen),
                open_player=do(match.inspected.ask),
                more=self.choose_kind,
                think_again=do(match.inspected.think_again),
            ),
            go_to_phase=on_step(inspector.go_to_phase),
            scrub=on_step(inspector.scrub),
            step=on_step(inspector.step),
            set_speed=do(inspector.set_speed),
            choose_page=do(inspector.choose_page),
            train=lambda: self.offered().do("train"),
            fault_buttons=self.fault_buttons,
            edit=self.own.edit,
            run_again=do(match.inspected.run_again),
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

    def state_now(self) -> MatchViewModel:
        return make_view_model(self.match)

    def board_widget(self, *, space: bool = True) -> BoardWidget:
        """Return the board; without `space` it leaves the space key to the screen."""
        ring = self.widget_group
        return BoardWidget(self.board, self.board_event, lambda: ring.ring, space=space)

    # -- actions -------------------------------------------------------------------------------

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
        self.and_refresh(self.match.inspected.toggle)()

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

    # -- people --------------------------------------------------------------------------------

    def rename(self, side: int | None) -> None:
        """Edit the name of the person on a side in place; -1 ends editing.

        None stands for the person to move, else for the first person.
        """
        table = self.table
        if side is None:
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
        names = [self.tr(player_name(level, self.table.game)) for level in CHOICES]
        play = self.and_refresh(lambda at: self.match.play_level(CHOICES[at]))
        button = "level" if self.widget_group.find("level") is not None else "menu"
        self.ask_choice(button, names, CHOICES.index(self.match.level), play)
