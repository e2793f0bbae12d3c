"""The settings of a game: the game, its rules, its players, and the effort of each bot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pygame

from engine.messages import JouonsError, Message
from engine.registry import ALL_GAMES, FIRST_GAME, GAMES, OWN, PUZZLES, is_own, is_puzzle
from gui.boards import board_of, make_view
from gui.kit import Icon
from gui.kit.command import Command, Commands
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
    icon_only,
    tx,
)
from gui.kit.screen import Screen
from gui.own.actions import OwnActions
from gui.own.bot_list import own_choice
from gui.own.files import first_letters
from gui.players.choice import YOURS
from gui.protocols import Open, Transition
from gui.services import Services
from gui.settings import GameSetup
from gui.setup.callbacks import SetupCallbacks
from gui.setup.games import games_card, games_rows
from gui.setup.model import SetupModel
from gui.setup.player import player_card
from gui.setup.rules import rules_card, start_card
from gui.theme import Theme

LEAST_PLAYER = 330  # least width of a player's card beside the other one
PLAY = 200


class SetupScreen(Screen):
    """Chooses a game and its players. Choices are saved on Play or on a change of the game.

    `own` is the player text of a bot that takes the second seat.
    """

    PREFIX = "setup"

    def __init__(self, services: Services, game_id: str, own: str = "") -> None:
        super().__init__(services)
        self.own = OwnActions(self)
        last = services.settings.last_game
        known_id = game_id if game_id in GAMES else last if is_own(game_id) else FIRST_GAME
        self.model = SetupModel(known_id, services.settings, self.own.files)
        if own:
            self.model.players[1].take(own)
        self.callbacks = SetupCallbacks(
            self.and_refresh,
            self.choose_game,
            self._type_position,
            self.train,
            self.ask_choice,
            self.own,
        )
        # The own game that is chosen, "" while none of them is; None for the games of Jouons.
        self.yours: str | None = None
        if is_own(game_id):
            self._choose_yours(game_id if game_id != f"{OWN}:" else "")

    # -- actions -------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        model, waits = self.model, self._waits()
        listed = (
            Command("swap", self.and_refresh(model.swap), Icon.SWAP),
            Command("defaults", self.and_refresh(model.defaults)),
            Command("from_position", self._toggle_position, on=model.typing_position),
            Command("play", self.play, Icon.PLAY, waits is None, primary=True),
        )
        by_id = {command.id: command for command in listed}
        if board_of(model.game_id).editing is not None:
            by_id["on_board"] = Command("on_board", self._on_board, Icon.PENCIL)
        return by_id

    def seat(self, player: str) -> bool:
        """Give a player the second seat."""
        self.own.files.look()
        self.model.players[1].take(player)
        self.rebuild()
        return True

    def tick(self, dt: float) -> bool:
        bots = any(player.group == YOURS for player in self.model.players)
        shown = bots or self.yours is not None
        if not shown or not self.own.files.update(dt):
            return False
        self.model.files_changed()
        self._follow()
        return True

    def on_event(self, event: pygame.event.Event) -> bool:
        pressed = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        if pressed:
            self.offered().do("play")
        return pressed

    def play(self) -> Transition | None:
        """Start the match, or report the faults."""
        model = self.model
        if not model.check():
            self.rebuild()
            return None
        self._keep()
        match = {
            "game": model.game(),
            "players": model.texts(),
            "given": model.start(),
            "alternate": model.alternate,
            "analysis": model.analysis,
        }
        return Open("match", match, instead=True, closes_matches=True)

    def train(self) -> None:
        """Open the training of the learner for this game with these options."""
        if not self.model.is_faulty():
            arguments = {"game_id": self.model.game_id, "options": self.model.options}
            self.go(Open("training", arguments))

    def _keep(self) -> None:
        setup: GameSetup | None = self.model.kept()
        if setup is not None:
            settings = self.services.settings
            if self.model.game_id in GAMES:
                settings = replace(settings, last_game=self.model.game_id)
            self.services.change(settings.with_setup(self.model.game_id, setup))

    def choose_game(self, index: int) -> None:
        """Switch to another game with its saved choices; a puzzle opens its own screen."""
        if index == len(ALL_GAMES):
            self._choose_yours(self.model.game_id if is_own(self.model.game_id) else "")
            return
        game_id, self.yours = ALL_GAMES[index], None
        if game_id in PUZZLES:
            self.go(Open("lab", {"puzzle": game_id}, instead=True))
        elif game_id != self.model.game_id:
            self._keep()
            self.model.turn_to(game_id, self.services.settings)
            self.rebuild()

    def _choose_yours(self, game_id: str) -> None:
        """Show the person's games with one of them chosen, with "" the only one if it is a game."""
        listed = [each.player for each in self.own.files.rules()]
        only = len(listed) == 1 and not self.own.files.is_puzzle(listed[0])
        self.choose_own(game_id or (listed[0] if only else ""))

    def choose_own(self, game_id: str) -> None:
        """Choose one of the person's games by its id, "" for none yet."""
        self.yours = game_id
        self.own.files.look()
        self._follow()
        self.rebuild()

    def _follow(self) -> None:
        """Turn to the own game that is chosen, once it can be played; open the lab of a puzzle."""
        if not self.yours or self.own.files.rules_fault(self.yours) is not None:
            return
        try:
            if is_puzzle(self.yours):
                self.go(Open("lab", {"puzzle": self.yours}, instead=True))
            elif self.yours != self.model.game_id:
                self._keep()
                self.model.turn_to(self.yours, self.services.settings)
        except JouonsError as error:  # its file has just changed
            self.services.notify(error.message, fault=True)

    def _waits(self) -> Message | None:
        """Return why Play waits; None if it does not."""
        if self.yours is None or self.yours == self.model.game_id:
            return self.model.own_fault()
        return self.own.files.rules_fault(self.yours) or Message("own.choose_game")

    def _toggle_position(self) -> None:
        self.model.toggle_position()
        self.rebuild()
        if self.model.typing_position:
            self.widget_group.focus_key("position")

    def _on_board(self) -> Transition:
        """Open the position editor."""
        model = self.model
        arguments = {"game": model.game(), "text": model.position, "take": model.type_position}
        return Open("position", arguments)

    def _type_position(self, text: str) -> None:
        if self.model.type_position(text):
            self.rebuild()

    # -- display -------------------------------------------------------------------------------

    def view(self) -> Layout:
        bar = self.bar(self.tr("setup.title"), self.tr("setup.subtitle"))
        yours = self.yours is not None
        chosen = len(ALL_GAMES) if yours else ALL_GAMES.index(self.model.game_id)
        letters = first_letters(self.own.files)
        cards = self._cards()
        offered, do = self.offered(), self.callbacks
        fault = self._waits()
        waits = "" if fault is None else self.tr("setup.play_waits", fault=fault)
        buttons, games = _buttons(offered, waits), games_card(self.ui, chosen, do, letters)
        beside = Row(
            Pad(games, 24, 20, 0, 24),
            Flexible(Box(_page(cards, buttons, 16), least_width=lambda t: t.tx(640) + t.px(24))),
            gap=0,
        )

        def below() -> Layout:
            return _page([games_rows(self.ui, chosen, do), *cards], buttons, 24)

        return Column(bar, Flexible(FirstFit(beside, below)), gap=0)

    def _cards(self) -> list[Layout]:
        model, ui, do = self.model, self.ui, self.callbacks
        listed: list[Layout] = []
        if self.yours is not None:
            choose, entries = self.choose_own, self.own.files.rules()
            content = own_choice(ui, entries, self.yours, choose, do.own, "games_", games=True)
            listed = [Card(content, ui.tr("own.games"), pad=24, head=tx(48), foot=16)]
            if self.yours != model.game_id:
                return listed
        view = make_view(model.game(), ui.theme, ui.brush, ui.tr)
        players = [player_card(ui, model, side, view.token, do) for side in (0, 1)]
        beside = [Flexible(Box(card, least_width=LEAST_PLAYER)) for card in players]
        cards: list[Layout] = [*listed, rules_card(ui, model, do)]
        cards.append(FirstFit(Row(*beside, gap=16), Column(*players)))
        if model.typing_position:
            offered = self.offered()
            on_board = offered.button("on_board") if "on_board" in offered.made else None
            cards.append(start_card(ui, model, do, on_board))
        return cards


def _buttons(offered: Commands, waits: str) -> Layout:
    """Return the buttons: all with words, or an icon for the swap.

    `waits` says why Play waits, "" if it does not.
    """
    swap, position, play = (offered.button(n) for n in ("swap", "from_position", "play"))
    play.tooltip = waits or play.tooltip
    defaults = offered.button("defaults", quiet=True)
    small = Box(icon_only(swap), 48)

    def row(left: list[Layout], right: list[Layout]) -> Layout:
        ends = [Row(*map(NoShrink, parts), gap=12) for parts in (left, right)]
        return Row(ends[0], Flexible(), ends[1], gap=6, height=48)

    def least_play(theme: Theme) -> int:
        return theme.tx(PLAY)

    return FirstFit(
        row([swap, defaults], [position, Box(play, least_width=least_play)]),
        row([small, defaults], [position, play]),
    )


def _page(cards: list[Layout], buttons: Layout, left: int) -> Layout:
    """Return cards that scroll, and the buttons below them."""
    body = Scroll(Pad(Column(*cards), left, 20, 24, 16))
    return Column(Flexible(body), Pad(buttons, left, 24, 24, 24), gap=0)
