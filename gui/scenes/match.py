"""A match: the board, the two players, the moves, and what is known of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from engine.messages import JouonsError, Message
from gui.boards import board_of, make_view
from gui.boards.common import digit_of
from gui.controls import Segments, Spinner, Widget
from gui.protocols import Push, Shown, View
from gui.scenes.base import WidgetScene
from gui.scenes.match_board import BoardWidget
from gui.scenes.match_buttons import match_buttons
from gui.scenes.match_details import card_below
from gui.scenes.match_hints import Hints
from gui.scenes.match_keep import Keeper
from gui.scenes.match_layout import MatchLayout, arrange, button_row
from gui.scenes.match_menu import GameMenu
from gui.scenes.match_report import Report
from gui.scenes.match_shown import shown
from gui.scenes.match_thinking import Analyst, Bots
from gui.services import Services
from gui.shortcuts import Action, Where
from gui.table import Table


class MatchScene(WidgetScene):
    """Owns the table, the board view, the bots and the analysis of one match."""

    def __init__(self, services: Services, table: Table, analysis: bool = False) -> None:
        super().__init__(services)
        self.table = table
        self.analysis = analysis
        self.bots = Bots(services, table)
        self.analyst = Analyst(services, table)
        self.keeper = Keeper(services, table)
        self.menu = GameMenu(self)
        self.report = Report(self)
        self.hints = Hints(self)
        self.tab = 0
        self.panel = 0
        self.view: View[Any] = make_view(table.game, self.ui.theme, self.ui.brush, self.ui.tr)
        self.board: BoardWidget | None = None
        self._view_key: object = (table.game, self.ui.tr.language)
        self._changes = -1

    # -- the board -----------------------------------------------------------------------------

    def _make_view(self) -> None:
        key = (self.table.game, self.ui.tr.language)
        if key != self._view_key:
            self._view_key = key
            self.view = make_view(self.table.game, self.ui.theme, self.ui.brush, self.ui.tr)
            self._changes = -1

    def shown(self) -> Shown[Any]:
        """What the board draws now."""
        return shown(self)

    def sync(self, animate: bool = True) -> None:
        """Show the table as it is."""
        changed = self.table.changes != self._changes
        if changed:
            self._changes = self.table.changes
            self.bots.follow()  # before anything is shown: no thoughts about another position
            self.hints.forget()
            self._make_view()
        if changed and self.board is None:
            self.rebuild()
        self.view.show(self.shown(), animate and changed)
        if changed:
            self.keeper.keep()
            self.rebuild()

    def refresh(self) -> None:
        """Estimates or clocks changed, the position did not."""
        moving = self.view.moving
        if not moving:
            self.view.show(self.shown(), False)
        self.rebuild()

    # -- life ----------------------------------------------------------------------------------

    def enter(self, size: tuple[int, int]) -> None:
        super().enter(size)
        self._make_view()
        self.rebuild()
        self.view.show(self.shown(), False)
        self._changes = self.table.changes

    def leave(self) -> None:
        self.bots.position_changed()
        self.analyst.stop()
        self.keeper.keep()

    def tick(self, dt: float) -> None:
        self.bots.held = self.menu.asking
        changed, move = self.bots.update(dt, not self.view.moving)
        if move is not None:
            self.play(move, by_bot=True)
        elif changed:
            self.refresh()
        if self.table.changes != self._changes:
            self.sync()
        if not self.bots.thinking and self.analyst.update(self._wanted_positions()):
            self._analysis_came()
        elif self.bots.thinking:
            self.analyst.stop()
        moving = self.view.moving
        if self.view.update(dt) and self.board is not None:
            self.desk.damage.append(self.board.rect)
        if moving and not self.view.moving:
            # What became known while the disc fell is shown once it lies.
            self.refresh()

    def _wanted_positions(self) -> list[Any]:
        """What the analysis is to work on, the most wanted first."""
        table = self.table
        state = table.state
        wanted: list[Any] = []
        if (self.analysis or self.hints.wanted) and table.outcome is None:
            wanted.append(state)
        if self.analysis or self.table.outcome is not None:
            states = table.session.all_states
            wanted += [s for s in reversed(states) if table.game.outcome(s) is None]
        elif self.services.settings.teaching:
            wanted.append(state)
        return wanted if table.outcome is not None or wanted else []

    def _analysis_came(self) -> None:
        self.hints.analysis_came()
        self.refresh()

    # -- what people do ------------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH,)

    def play(self, move: int, by_bot: bool = False) -> None:
        """Play a move; a fault is said and changes nothing."""
        state = self.table.state
        try:
            self.table.play(move)
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        self.services.sounds.move(board_of(self.table.game.id).sound, self.table.outcome)
        self.sync()
        if not by_bot:
            self._teach(state, move)

    def _teach(self, state: Any, move: int) -> None:
        if self.services.settings.teaching and self.analyst.loss_of(state, move):
            self.menu.offer_take_back(state, move)

    def on_action(self, action: Action) -> bool:
        actions: dict[Action, Callable[[], None]] = {
            Action.UNDO: self.undo,
            Action.REDO: self.redo,
            Action.HINT: self.hints.ask,
            Action.ANALYSIS: self.toggle_analysis,
            Action.PAUSE: self.toggle_pause,
            Action.PLAY_NOW: self.play_now,
            Action.FIRST: lambda: self.jump(0),
            Action.PREVIOUS: lambda: self.jump(max(0, self.table.session.ply - 1)),
            Action.NEXT: self.forward,
            Action.LAST: lambda: self.jump(len(self.table.session.all_moves)),
        }
        if action in actions:
            actions[action]()
            return True
        return self.menu.on_action(action)

    def back(self) -> None:
        if self.bots.thinking:
            self.stop()
        else:
            super().back()

    def undo(self) -> None:
        """Back to the person's previous turn; works while a bot thinks."""
        if self.table.undo():
            self.sync(animate=False)
        else:
            self.services.notify("match.nothing_to_undo")

    def redo(self) -> None:
        """Forward again."""
        if self.table.redo():
            self.sync()
        else:
            self.services.notify("match.nothing_to_redo")

    def jump(self, ply: int) -> None:
        """Show another position of the game."""
        self.table.jump(ply)
        self.sync(animate=False)

    def forward(self) -> None:
        """One ply on."""
        session = self.table.session
        if session.can_redo:
            self.table.jump(session.ply + 1)
            self.sync()

    def stop(self) -> None:
        """The bot stops and waits."""
        self.bots.stop()
        self.refresh()

    def play_now(self) -> None:
        """A thinking bot answers at once; a waiting one begins."""
        job = self.bots.job
        if job is not None and not job.done:
            self.bots.paused = False
            job.hurry()
        elif self.table.waiting and self.table.outcome is None:
            self.table.waiting = False
            self.bots.fault = None
            self.bots.paused = False
        self.refresh()

    def toggle_pause(self) -> None:
        """Bots hold, or go on."""
        if self.table.humans == 2:
            return
        self.bots.paused = not self.bots.paused
        if self.bots.job is not None:
            self.bots.job.pause(self.bots.paused)
        self.refresh()

    def toggle_analysis(self) -> None:
        """Values on the board, or a quiet board."""
        self.analysis = not self.analysis
        if not self.analysis:
            self.analyst.stop()
        self.refresh()

    def rematch(self) -> None:
        """The next game of the series."""
        self.table.rematch()
        self.sync(animate=False)

    def swap_sides(self) -> None:
        """The players change sides."""
        self.table.swap_sides()
        self.sync(animate=False)

    def on_event(self, event: pygame.event.Event) -> bool:
        focused = self.desk.focus
        if focused is None or focused.key in ("board", ""):
            return self.board_event(event)
        if digit_of(event) is not None:
            return self.board_event(event)
        return False

    def board_event(self, event: pygame.event.Event) -> bool:
        """Give an event to the board; a move is played, a refusal is said."""
        answer = self.view.handle(event)
        if isinstance(answer, Message):
            self.services.notify(answer, fault=True)
            self.services.sounds.refuse()
            return True
        if answer is not None:
            self.play(answer)
            return True
        return False

    # -- building ------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        game = self.table.game
        bar = self.top_bar(
            self.tr(f"game.{game.id}.name"),
            self.report.rule(),
            self.menu.open,
            self.tr("match.menu"),
        )
        buttons = match_buttons(self)
        layout = arrange(self.ui, self.size, self.bar_height(), buttons)
        area, graph = card_below(self, layout.board)
        board = BoardWidget(area, self)
        self.board = board
        self.view.place(area, self.ui.theme)
        widgets: list[Widget] = [*bar, board, *graph]
        widgets += self._banner()
        widgets += button_row(self.ui, layout, buttons)
        widgets += self._side(layout)
        return widgets

    def _banner(self) -> list[Widget]:
        outcome = self.table.outcome
        place = self.view.banner_rect()
        if outcome is None or place is None or self.view.moving:
            return []
        if self.analysis and not self.table.at_end:
            return []
        return self.report.banner(place, outcome)

    def _side(self, layout: MatchLayout) -> list[Widget]:
        widgets: list[Widget] = []
        report = self.report
        if layout.tabs is not None:
            names = [
                self.tr("match.tab_players"),
                self.tr("match.moves"),
                self.tr("match.tab_value"),
            ]
            widgets.append(Segments(layout.tabs, names, self.tab, self._choose_tab, "tabs"))
        if layout.players is not None and (layout.tabs is None or self.tab == 0):
            widgets += report.players(layout.players)
            if self.bots.thinking:
                widgets.append(self._spinner(layout.players))
        if layout.moves is not None and (layout.tabs is None or self.tab == 1):
            widgets.append(report.moves(layout.moves))
        if layout.value is not None and (layout.tabs is None or self.tab == 2):
            widgets += report.value(layout.value)
        return widgets

    def _spinner(self, card: pygame.Rect) -> Spinner:
        theme = self.ui.theme
        side = theme.tx(24)
        y = card.y + theme.px(24) + 2 * theme.tx(56) + theme.tx(4)
        place = pygame.Rect(card.x + theme.px(20), y, side, side)
        spinner = Spinner(place, "spinner")
        old = self.desk.find("spinner")
        if isinstance(old, Spinner):
            spinner.turned = old.turned
        return spinner

    def _choose_tab(self, index: int) -> None:
        self.tab = index
        self.rebuild()

    def choose_panel(self, index: int) -> None:
        """Value history, or what the bot thinks."""
        self.panel = index
        self.rebuild()

    def open_scene(self, scene: Any) -> None:
        """Leave for another scene above this one."""
        self.go(Push(scene))
