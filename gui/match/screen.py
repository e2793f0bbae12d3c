"""The screen of a match: what a person can do there, the board, and the cards round it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pygame

from engine.messages import Message
from engine.registry import learns
from gui import clipboard
from gui.boards import board_of, make_view
from gui.boards.board_widget import BoardWidget
from gui.boards.common import digit_of
from gui.kit import Icon
from gui.kit.command import Command, Commands
from gui.kit.layout import Box, Column, Fill, Layout, Over, Pad, Row
from gui.kit.popup import Choice
from gui.kit.screen import Screen
from gui.match import cards
from gui.match.model import Change, Match
from gui.match.seen import Seen, seen_of
from gui.match.table import Table
from gui.protocols import Open, Transition, View
from gui.services import Services
from gui.shortcuts import Where
from gui.theme import Theme

SIDE = 376  # the cards beside the board
LEAST_SIDE = 304


class MatchScreen(Screen):
    """Shows a Match and hands it what a person wants."""

    PREFIX = "match"
    MENU = (
        "leave_side_line",
        "new",
        "restart",
        "swap_sides",
        "setup",
        "save",
        "open",
        "copy",
        "copy_game",
        "paste",
        "statistics",
        "train",
    )

    def __init__(self, services: Services, table: Table, analysis: bool = False) -> None:
        super().__init__(services)
        self.match = Match(services, table, analysis)
        self._make_view()
        self.seen: Seen = seen_of(self.match)
        self._changes = table.changes

    @property
    def makes_room(self) -> bool:
        """Its bot would hold up the one of a dropped game."""
        return True

    def rest(self) -> None:
        self.match.rest()

    @property
    def table(self) -> Table:
        """The table of the match."""
        return self.match.table

    # -- showing -------------------------------------------------------------------------------

    def _make_view(self) -> None:
        """The board's view belongs to a game and speaks a language."""
        self._view_of = (self.table.game, self.ui.tr.language)
        self.board_view: View[Any] = make_view(
            self.table.game, self.ui.theme, self.ui.brush, self.ui.tr
        )

    def enter(self, size: tuple[int, int]) -> None:
        if self._view_of != (self.table.game, self.ui.tr.language):
            self._make_view()
        self.size = size
        self.popup = None  # a question still open is asked again
        self._changes = self.match.changes
        self.show()
        if self.desk.focus is None:
            self.desk.focus_key("board", ring=False)

    def show(self) -> None:
        """Show the match as it is now, say what it has to say, ask what it asks."""
        match, moved = self.match, self.match.changes != self._changes
        self._changes = match.changes
        if self._view_of[0] is not self.table.game:
            self._make_view()
        self.seen = seen_of(match)
        if moved and match.change is Change.PLAYED:
            sound = board_of(self.table.game.id).sound
            self.services.sounds.move(sound, self.table.outcome)
        if moved or not self.board_view.moving:
            self.board_view.show(self.seen.board, moved and match.change is not Change.PLACED)
        for told in match.take_told():
            self.services.notify(told.text, told.fault)
        self.rebuild()
        self._ask()

    def tick(self, dt: float) -> bool:
        moving = self.board_view.moving
        if self.match.update(dt, still=not moving):
            self.show()
        board = self.desk.find("board")
        if self.board_view.update(dt) and board is not None:
            self.desk.damage.append(board.rect)
        if moving and not self.board_view.moving:
            self.show()  # what became known while the disc fell is shown once it lies
        return False

    def leave(self) -> None:
        self.match.close()

    def view(self) -> Layout:
        seen, ui, offered = self.seen, self.ui, self.offered()
        bar = self.bar(self.tr(f"game.{seen.game.id}.name"), self.tr(seen.rule))
        buttons = cards.button_row(offered, self._buttons())
        left = Column(Fill(self._board(offered)), buttons, gap=20)
        token = self.board_view.token
        beside = cards.side(seen, ui, token, self.show_ply, self.choose_tab, self.choose_card)
        row = Row(Fill(left), Box(beside, self._side), gap=24)
        return Column(bar, Fill(Pad(row, 24, 20, 24, 24)), gap=0)

    def _side(self, theme: Theme) -> int:
        """The width of the cards; larger text needs more, the board keeps more than half."""
        wanted: float = max(LEAST_SIDE, theme.px(SIDE) * max(1.0, theme.text_scale**0.7))
        return round(min(self.size[0] * 0.44, wanted))

    def _board(self, offered: Commands) -> Layout:
        view, result = self.board_view, self.seen.result
        board = BoardWidget(view, self.board_event, lambda: self.desk.ring)
        shown = cards.with_graph(self.seen, self.ui, board)
        if result is None or view.moving:
            return shown
        return Over(shown, cards.ResultBanner(result, offered, view.token, view.banner_rect))

    def _buttons(self) -> list[str]:
        table = self.table
        back_and_on = table.outcome is not None or table.humans == 2
        others = ["previous", "next"] if back_and_on else ["pause", "play_now"]
        return ["undo", "redo", "hint", "analysis", *others]

    # -- what can be done ----------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH,)

    def commands(self) -> Mapping[str, Command]:
        made = [*self._moving(), *self._watching(), *self._games(), *self._leading_away()]
        return {command.id: command for command in made}

    def _then_show(self, change: Callable[..., object]) -> Callable[..., None]:
        """The same change of the match, shown."""

        def run(*values: object) -> None:
            change(*values)
            self.show()

        return run

    def _moving(self) -> list[Command]:
        """To and fro in the game."""
        match, table, session = self.match, self.table, self.table.session
        ply, whole, do = session.ply, len(session.all_moves), self._then_show
        return [
            Command("undo", do(match.undo), Icon.UNDO, table.can_undo, always=True),
            Command("redo", do(match.redo), Icon.REDO, table.can_redo, always=True),
            Command("first", lambda: self.show_ply(0)),
            Command("previous", lambda: self.show_ply(ply - 1), Icon.PLAY_BACK, ply > 0),
            Command("next", do(match.forward), Icon.PLAY, ply < whole),
            Command("last", lambda: self.show_ply(whole)),
        ]

    def _watching(self) -> list[Command]:
        """Hints, values, and the bots."""
        match, table, bots, do = self.match, self.table, self.match.bots, self._then_show
        hint = table.human_turn and match.hints_allowed
        waiting = table.waiting and table.outcome is None and not table.human_turn
        active = bots.thinking or waiting
        return [
            Command("hint", do(match.ask_hint), Icon.BULB, hint, always=True),
            Command("analysis", do(match.toggle_analysis), Icon.EYE, on=match.analysis),
            Command("pause", do(match.toggle_pause), Icon.PAUSE, on=bots.paused),
            Command(
                "play_now",
                do(match.play_now),
                Icon.PLAY,
                active,
                primary=active,
                text="go_on" if waiting else None,
            ),
        ]

    def _games(self) -> list[Command]:
        """Other games on this table."""
        match, table, do = self.match, self.table, self._then_show
        made = [
            Command("new", do(match.rematch), Icon.PLUS),
            Command("rematch", do(match.rematch), primary=True),
            Command("restart", do(match.restart), Icon.FIRST, bool(table.session.all_moves)),
            Command("swap_sides", do(match.swap_sides), Icon.SWAP),
            Command("copy", lambda: self.copy(table.session.text(), "match.copied"), Icon.COPY),
            Command("copy_game", self._copy_game, Icon.COPY),
            Command("paste", lambda: do(match.paste)(clipboard.get_text()), Icon.CLIPBOARD),
        ]
        if table.main_line is not None:
            made.append(Command("leave_side_line", do(match.leave_side_line), Icon.BACK))
        return made

    def _leading_away(self) -> list[Command]:
        """To other screens, opened by their names."""
        match, game = self.match, self.table.game
        made = [
            Command("setup", lambda: Open("setup", {"game_id": game.id}), Icon.GEAR),
            Command("save", lambda: Open("save", {"saved": match.saved()}), Icon.SAVE),
            Command("open", lambda: Open("open", {"take": self.open_path}), Icon.OPEN),
            Command("statistics", lambda: Open("statistics", {"game_id": game.id}), Icon.CHART),
        ]
        if any(learns(self.table.players.of(side)) for side in (0, 1)):
            made.append(Command("train", self._train, Icon.STEPS))
        return made

    def _train(self) -> Transition:
        self.match.rest()
        game = self.table.game
        return Open("training", {"game_id": game.id, "options": dict(game.options)})

    def _copy_game(self) -> None:
        self.copy(self.match.saved().to_json(), "match.copied_game")

    def open_path(self, path: Any) -> bool:
        """Put a saved game on this table; whether it could be."""
        opened = self.match.open_path(path)
        self.show()
        return opened

    def play(self, move: int) -> None:
        """A person plays a move."""
        self._then_show(self.match.play)(move)

    def undo(self) -> None:
        """Back to the person's previous turn."""
        self._then_show(self.match.undo)()

    def show_ply(self, ply: int) -> None:
        """Show another position of the game."""
        self._then_show(self.match.jump)(ply)

    def choose_tab(self, tab: str) -> None:
        """Another card, where they do not fit below one another; the next match begins with it."""
        self.services.change(replace(self.services.settings, match_tab=tab))
        self.show()

    def choose_card(self, card: str) -> None:
        """The value over the game, or what is inside the decision; kept like the tab."""
        self.services.change(replace(self.services.settings, match_card=card))
        self.show()

    def back(self) -> None:
        """Esc stops a thinking bot first."""
        if self.match.bots.thinking:
            self._then_show(self.match.stop)()
        else:
            super().back()

    def _ask(self) -> None:
        """Show the match's open question, which is its state; closing it is an answer too."""
        if self.match.question is None or self.popup is not None:
            return
        answer, question = self._then_show(self.match.answer), self.tr(self.match.question)
        back = Choice(self.tr("teach.take_back"), lambda: answer(True), Icon.UNDO, primary=True)
        keep = Choice(self.tr("teach.keep"), lambda: answer(False))
        self.ask(self.tr("teach.title"), question, [back, keep], dismissed=keep.action)

    # -- the board -----------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> bool:
        focused = self.desk.focus
        if focused is None or focused.key in ("board", "") or digit_of(event) is not None:
            return self.board_event(event)
        return False

    def board_event(self, event: pygame.event.Event) -> bool:
        """Give an event to the board; a move is played, a refusal is said."""
        answer = self.board_view.handle(event)
        if isinstance(answer, Message):
            self.services.notify(answer, fault=True)
            self.services.sounds.refuse()
        elif answer is not None:
            self.play(answer)
        return answer is not None
