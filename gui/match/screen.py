"""The screen of a match: what a person can do there, the board, and the cards round it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from engine.levels import LEVELS
from engine.messages import Message
from engine.puzzles_code import holds_code
from engine.registry import learns, usual_players
from gui import clipboard
from gui.boards import board_of, make_view
from gui.boards.board_widget import BoardWidget
from gui.boards.common import digit_of
from gui.boards.sides import player_message
from gui.glass import frame, transport
from gui.glass.frame import GlassSeen
from gui.glass.looked import Line
from gui.glass.model import Glass
from gui.kit import Button, Icon, Switch
from gui.kit.command import Command, Commands
from gui.kit.layout import Box, Column, Fill, Fit, Layout, Pad, Row, Wrap, icon_only, px
from gui.kit.popup import Choice
from gui.kit.screen import Screen
from gui.kit.widget import key_pressed
from gui.match import cards
from gui.match.looking import glass_seen
from gui.match.model import Change, Match
from gui.match.players import PlayersDo, banner, players_card, teach_card, turn_line
from gui.match.seen import Seen, seen_of
from gui.match.table import Table
from gui.people import CHOICES
from gui.protocols import Open, Transition, View
from gui.services import Services
from gui.shortcuts import Where
from gui.theme import Theme

SIDE = 376  # the cards beside the board
LEAST_SIDE = 304
LEFT = 440  # the board and what belongs to it beside a look inside
BASIC = ("undo", "redo", "hint", "look", "analysis")


class MatchScreen(Screen):
    """Shows a Match and hands it what a person wants."""

    PREFIX = "match"
    MENU = (
        "leave_side_line",
        "new",
        "restart",
        "swap_sides",
        "setup",
        "set_up",
        "save",
        "open",
        "copy",
        "copy_game",
        "paste",
        "statistics",
        "examples",
        "train",
    )

    def __init__(self, services: Services, table: Table, analysis: bool = False) -> None:
        super().__init__(services)
        self.match = Match(services, table, analysis)
        self._make_view()
        self.seen: Seen = seen_of(self.match)
        self.page = 0  # of the look inside, where picture and table have no room together
        self.glass: GlassSeen | None = None
        self._changes = table.changes
        self.hands = GlassHands(self)
        self._asked = False  # a question stands beside the board
        self.renaming: int | None = None  # the side whose name is being typed

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
        self.popup = None
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
        self.glass = glass_seen(match, self.page)
        # Beside a look inside there is room for values where no step needs the board.
        quiet = self.seen.board.marks is None and self.seen.analysis
        self.board_view.bare = self.glass is not None and not quiet
        if moved and match.change is Change.PLAYED:
            sound = board_of(self.table.game.id).sound
            self.services.sounds.move(sound, self.table.outcome)
        if moved or not self.board_view.moving:
            self.board_view.show(self.seen.board, moved and match.change is not Change.PLACED)
        for told in match.take_told():
            self.services.notify(told.text, told.fault)
        asked = self._asked
        self._asked = match.question is not None
        self.rebuild()
        if self._asked and not asked:
            self.desk.focus_key("take_back", ring=self.desk.ring)

    def tick(self, dt: float) -> bool:
        moving = self.board_view.moving
        if self.renaming is not None and (self.desk.focus is None or self.desk.focus.key != "name"):
            self.renaming = None
            self.show()
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
        seen, offered = self.seen, self.offered()
        bar = self.bar(self.tr(f"game.{seen.game.id}.name"), self.tr(seen.rule))
        if self.glass is not None:
            inside = Pad(self._looking(self.glass, offered), 24, 20, 24, 24)
            return Column(bar, Fill(inside), gap=0)
        buttons = cards.button_row(offered, self._buttons())
        left = Column(Fill(self._board(offered)), buttons, gap=20)
        row = Row(Fill(left), Box(self._beside(offered), self._side), gap=24)
        return Column(bar, Fill(Pad(row, 24, 20, 24, 24)), gap=0)

    def _looking(self, glass: GlassSeen, offered: Commands) -> Layout:
        """The board beside the panel of the look inside; where room is short, in it."""
        ui, hands = self.ui, self.hands
        commands = Commands(ui, transport.PREFIX, offered.made, self.go)
        rows = [["undo", "redo", "hint", "analysis"], ["look", *self._watched_buttons()]]
        buttons = Column(*(cards.even_row(offered, names) for names in rows), gap=8)
        said: tuple[str, ...] | None = None
        if glass.looked is not None and glass.panel is not None:
            said = tuple(map(self.tr, glass.panel.card(glass.looked))) if glass.shown else ()

        def board(small: bool) -> BoardWidget:
            ring = self.desk
            return BoardWidget(
                self.board_view, self.board_event, lambda: ring.ring, small=small, space=False
            )

        left = cards.beside_glass(self.seen, ui, self.board_view.token, board(False), said, buttons)
        beside = Row(Box(left, px(LEFT)), Fill(frame.tall(glass, ui, hands, commands)), gap=24)
        icons = Wrap(*(icon_only(offered.button(name)) for row in rows for name in row), gap=4)
        return Fit(beside, lambda: frame.with_board(glass, ui, hands, commands, board(True), icons))

    def _watched_buttons(self) -> list[str]:
        """To and fro in the game, else what can be asked of a thinking bot."""
        others = [name for group in self._buttons() for name in group if name not in BASIC]
        return others or ["pause", "play_now"]

    def _side(self, theme: Theme) -> int:
        """The width of the cards; larger text needs more, the board keeps more than half."""
        wanted: float = max(LEAST_SIDE, theme.px(SIDE) * max(1.0, theme.text_scale**0.7))
        return round(min(self.size[0] * 0.44, wanted))

    def _beside(self, offered: Commands) -> Layout:
        """The cards beside the board."""
        seen, ui, token = self.seen, self.ui, self.board_view.token
        do = PlayersDo(self.rename, self.name, self.ask_level, self.renaming)
        go_on = offered.button("play_now", size=14)
        over = seen.finished and not seen.analysis
        third: Callable[[], Layout] | None = None
        if over:
            third = partial(cards.curve, seen, ui, token, self.show_ply)
        elif seen.analysis:
            third = partial(cards.third, seen, ui, token, self.show_ply, self.choose_card)
        teach = None if over or not seen.humans else lambda: self._teach(offered)
        parts = cards.Parts(
            lambda: players_card(seen, ui, token, do, go_on),
            lambda: cards.moves(seen, ui, token, self.show_ply),
            third,
            teach,
        )
        return cards.side(seen, ui, parts, self.choose_tab)

    def _teach(self, offered: Commands) -> Layout:
        """The switch of teaching, or its question."""
        switch = Switch(self.seen.teaching, self._then_show(self.match.teach), "teach")
        answers = (offered.button("keep"), offered.button("take_back"))
        return teach_card(self.seen, self.ui, switch, answers)

    def _board(self, offered: Commands) -> Layout:
        """The board, and above it whose turn it is, or the result once the last move lies."""
        view, seen = self.board_view, self.seen
        board = BoardWidget(view, self.board_event, lambda: self.desk.ring)
        shown = cards.with_graph(seen, self.ui, board)
        shown = cards.with_offer(seen, self.ui, shown, self.play)
        head: Layout | None = None
        if seen.result is not None:
            if not view.moving:
                head = banner(seen.result, self.ui, view.token, self._follow_up(offered))
        elif not seen.board.estimates:
            head = turn_line(seen, self.ui, view.token)
        return cards.Headed(shown, head, view)

    def _follow_up(self, offered: Commands) -> list[Button]:
        """What can follow a game: quiet buttons first, the next game last."""
        buttons, count = [], self.seen.own_mistakes
        if "mistakes" in offered.made and count:
            seen = offered.button("mistakes")
            seen.label = self.tr("match.mistakes_seen", count=count)
            seen.image = Icon.MISTAKE
            buttons.append(seen)
        names = ["easier", "harder"] if self.seen.humans == 1 else ["swap_sides"]
        buttons += [offered.button(name) for name in names if name in offered.made]
        return [*buttons, offered.button("rematch")]

    def _buttons(self) -> list[list[str]]:
        """The buttons below the board, in groups."""
        table = self.table
        middle = ["hint"]
        if table.outcome is not None or not table.at_end:
            middle = ["previous", "next"]
        elif not table.humans:
            middle = ["pause", "play_now"]
        return [["undo", "redo"], middle, ["look", "analysis"]]

    # -- what can be done ----------------------------------------------------------------------

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH, Where.GLASS)

    def commands(self) -> Mapping[str, Command]:
        made = [*self._moving(), *self._watching(), *self._games(), *self._leading_away()]
        made += [*self._people(), *self._teaching()]
        found = {command.id: command for command in made}
        if self.services.settings.glass:
            found |= frame.glass_commands(self.match.glass, self.hands.doing)
            if found["play_now"].primary:
                found["run"] = replace(found["run"], primary=False)
        return found

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
            Command("look", self.toggle_look, Icon.LENS, on=self.services.settings.glass),
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

    def _people(self) -> list[Command]:
        """Who plays, and how well the computer does."""
        match, table, level, do = self.match, self.table, self.match.level, self._then_show
        made = []
        if table.humans:
            made.append(Command("rename", self._rename_somebody, Icon.PENCIL))
        if level:
            made.append(Command("level", self.ask_level, Icon.DOWN))
        winner = self.seen.result.winner if self.seen.result is not None else None
        lost = winner is not None and not table.is_human(winner)
        if lost and level in LEVELS[1:]:
            made.append(Command("easier", do(lambda: match.step_level(-1)), Icon.CHART))
        won = winner is not None and not lost
        if won and level in LEVELS[:-1]:
            made.append(Command("harder", do(lambda: match.step_level(1)), Icon.CHART))
        return made

    def _teaching(self) -> list[Command]:
        """What went wrong, and whether to take it back."""
        match, do = self.match, self._then_show
        made = [
            Command("next_mistake", do(match.next_mistake)),
            Command("what_was_better", do(match.what_was_better)),
        ]
        asked = match.question is not None
        return [
            *made,
            Command("take_back", lambda: self._answer(True), Icon.UNDO, asked, primary=True),
            Command("keep", lambda: self._answer(False), enabled=asked),
        ]

    def _games(self) -> list[Command]:
        """Other games on this table."""
        match, table, do = self.match, self.table, self._then_show
        made = [
            Command("new", do(match.rematch), Icon.PLUS),
            Command("rematch", do(match.rematch), Icon.PLAY, primary=True),
            Command("restart", do(match.restart), Icon.FIRST, bool(table.session.all_moves)),
            Command("swap_sides", do(match.swap_sides), Icon.SWAP),
            Command("copy", lambda: self.copy(table.session.text(), "match.copied"), Icon.COPY),
            Command("copy_game", self._copy_game, Icon.COPY),
            Command("paste", self._paste, Icon.CLIPBOARD),
        ]
        if table.main_line is not None:
            made.append(Command("leave_side_line", do(match.leave_side_line), Icon.BACK))
        return made

    def _paste(self) -> Transition | None:
        """A position or a game comes on the table; a shared puzzle opens beside it."""
        text = clipboard.get_text()
        if holds_code(text):
            return Open("puzzles", {"shared": text})
        self._then_show(self.match.paste)(text)
        return None

    def _leading_away(self) -> list[Command]:
        """To other screens, opened by their names."""
        match, game = self.match, self.table.game
        made = [
            Command("setup", lambda: Open("setup", {"game_id": game.id}), Icon.GEAR),
            Command("save", lambda: Open("save", {"saved": match.saved()}), Icon.SAVE),
            Command("open", lambda: Open("open", {"take": self.open_path}), Icon.OPEN),
            Command("mistakes", lambda: Open("mistakes", {"saved": match.saved()}), text="retry"),
            Command("statistics", lambda: Open("statistics", {"game_id": game.id}), Icon.CHART),
            Command("examples", lambda: Open("examples"), Icon.LENS),
        ]
        if board_of(game.id).editing is not None:
            made.append(Command("set_up", self._set_up, Icon.PENCIL))
        if any(learns(self.table.players.of(side)) for side in (0, 1)):
            made.append(Command("train", self._train, Icon.STEPS))
        return made

    def _set_up(self) -> Transition:
        """Another position, set up by hand from the one shown."""
        table = self.table
        arguments = {
            "game": table.game,
            "text": table.session.text(),
            "take": self.match.set_up,
        }
        return Open("position", arguments)

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

    def toggle_look(self) -> None:
        """Look inside the decision shown, or close it."""
        self._then_show(self.match.toggle_glass)()

    def back(self) -> None:
        """Esc drops what is being typed, keeps a move, closes the look inside, stops a bot."""
        if self.renaming is not None:
            self.rename(-1)
        elif self.match.question is not None:
            self._answer(False)
        elif self.services.settings.glass:
            self.toggle_look()
        elif self.match.bots.thinking:
            self._then_show(self.match.stop)()
        else:
            super().back()

    # -- people --------------------------------------------------------------------------------

    def rename(self, side: int) -> None:
        """Type the name of the person on a side, in its place; of nobody: -1."""
        self.renaming = side if side >= 0 else None
        self.show()
        self.desk.focus_key("board" if self.renaming is None else "name", ring=self.desk.ring)

    def _rename_somebody(self) -> None:
        """Of the person whose turn it is, else of the first."""
        table = self.table
        side = table.side if table.human_turn else 0 if table.is_human(0) else 1
        self.rename(side)

    def name(self, side: int, text: str) -> None:
        """A name was typed."""
        self.renaming = None
        self._then_show(self.match.rename)(side, text)

    def ask_level(self) -> None:
        """The levels, the present one ticked."""
        chip = self.desk.find("level")
        anchor = chip.rect if chip is not None else pygame.Rect(self.size[0], 0, 0, 0)
        self.open_menu(anchor, [self._level_choice(level) for level in CHOICES])

    def _level_choice(self, level: str) -> Choice:
        image = Icon.CHECK if level == self.match.level else None
        play = self._then_show(self.match.play_level)
        return Choice(self.tr(f"player.{level}.name"), lambda: play(level), image)

    # -- teaching ------------------------------------------------------------------------------

    def _answer(self, take_back: bool) -> None:
        self._then_show(self.match.answer)(take_back)
        self.desk.focus_key("board", ring=self.desk.ring)

    # -- the board -----------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> bool:
        focused = self.desk.focus
        if self.glass is not None and key_pressed(event, pygame.K_SPACE):
            self.offered().do("run")
            return True
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


class GlassHands:
    """What can be done in the look inside: a change of the match, or of what is looked at."""

    def __init__(self, screen: MatchScreen) -> None:
        self.screen = screen

    @property
    def glass(self) -> Glass:
        """What is looked into."""
        return self.screen.match.glass

    def doing(self, change: Callable[[], None]) -> Callable[[], None]:
        """The change, seen on the board: it shows the position before the decision."""

        def run() -> None:
            self.screen.match.stand_before()
            change()
            self.screen.show()

        return run

    def token(self, player: int, diameter: int) -> pygame.Surface:
        """The mark of a side."""
        return self.screen.board_view.token(player, diameter)

    def go_to_step(self, step: int) -> None:
        """Show that step."""
        self.doing(lambda: self.glass.go_to_step(step))()

    def go_to_phase(self, phase: str) -> None:
        """To the next step of that phase."""
        self.doing(lambda: self.glass.go_to_phase(phase))()

    def choose(self, line: Line) -> None:
        """Show a line on the board."""
        self.doing(lambda: self.glass.choose(line))()

    def toggle(self, line: Line) -> None:
        """Unfold what follows a line, or fold it."""
        self.doing(lambda: self.glass.toggle(line))()

    def scrub(self, share: float) -> None:
        """To a place on the track."""
        self.doing(lambda: self.glass.scrub(share))()

    def step(self, steps: int) -> None:
        """A step on or back."""
        self.doing(self.glass.on if steps > 0 else self.glass.back)()

    def set_speed(self, speed: int) -> None:
        """How fast it plays."""
        self.glass.set_speed(speed)
        self.screen.show()

    def choose_page(self, page: int) -> None:
        """Picture or table."""
        self.screen.page = page
        self.screen.show()

    def show_ply(self, ply: int) -> None:
        """Look into the decision of this ply."""
        self.screen.show_ply(ply)

    def close(self) -> None:
        """Close the look inside."""
        self.screen.toggle_look()

    def think_again(self) -> None:
        """The bot that sat there, once more from the same seed."""
        self.screen.match.think_again()
        self.screen.show()

    def ask(self) -> None:
        """A menu of everybody who plays this game."""
        screen = self.screen
        anchor = screen.desk.find("ask_here") or screen.desk.find("glass_ask")
        place = anchor.rect if anchor is not None else pygame.Rect(0, 0, 0, 0)
        choices = [
            Choice(screen.tr(player_message(text)), partial(self._asked, text))
            for text in usual_players(screen.table.game)
        ]
        screen.open_menu(place, choices)

    def _asked(self, player: str) -> None:
        self.screen.match.ask(player)
        self.screen.show()
