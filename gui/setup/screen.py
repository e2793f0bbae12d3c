"""The settings of a game: the game, its rules, its players, and the effort of each bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from engine.messages import JouonsError, Message
from engine.options import Option, OptionKind, is_number
from engine.protocols import HUMAN, Game
from engine.registry import (
    ALL_GAMES,
    FIRST_GAME,
    GAMES,
    OWN,
    PUZZLES,
    entry_of,
    is_own,
    is_puzzle,
    learns,
    rule_text,
)
from engine.session import Session
from gui.boards import board_of, make_view
from gui.boards.marks import Token, TokenMark
from gui.boards.words import side_words
from gui.kit import Button, Icon, Label, Segments, Stepper, Switch, TextField
from gui.kit.command import Command, by_id
from gui.kit.fields import FieldFault
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
    Wrap,
    icon_only,
    tx,
)
from gui.kit.screen import Screen
from gui.own.bots import OwnActions
from gui.people import CHOICES
from gui.players.choice import BY_NAME, YOURS
from gui.players.controls import (
    constant_choice,
    form_choice,
    group_choice,
    kind_buttons,
    kind_sentence,
    number_choice,
)
from gui.protocols import Open, Transition
from gui.services import Services
from gui.settings import GameSetup
from gui.setup.games import games_card
from gui.setup.model import SetupModel

LEAST_PLAYER = 330  # least width of a player's card beside the other one
PLAY = 200
LARGEST_SLIDER = 1_000_000
COLUMNS = 3  # columns of kinds
FEW = 20  # up to this many numbers get a stepper, more a text field


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
        # The own game that is chosen, "" while none of them is; None for the games of Jouons.
        self.yours: str | None = None
        if is_own(game_id):
            self._choose_yours(game_id if game_id != f"{OWN}:" else "")

    # -- actions -------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Command]:
        model, waits = self.model, self._waits()
        listed = by_id(
            Command("swap", self.and_refresh(model.swap), Icon.SWAP),
            Command("defaults", self.and_refresh(model.defaults)),
            Command("from_position", self._toggle_position, on=model.typing_position),
            Command("play", self.play, Icon.PLAY, waits is None, primary=True),
        )
        if board_of(model.game_id).editing is not None:
            listed["on_board"] = Command("on_board", self._on_board, Icon.PENCIL)
        return listed

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
        listed = self.own.files.rules()
        only = len(listed) == 1 and not listed[0].puzzle
        self.choose_own(game_id or (listed[0].player if only else ""))

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

    def type_position(self, text: str) -> None:
        """Take the typed start position."""
        if self.model.type_position(text):
            self.rebuild()

    # -- display -------------------------------------------------------------------------------

    def view(self) -> Layout:
        bar = self.bar(self.tr("setup.title"), self.tr("setup.subtitle"))
        chosen = ALL_GAMES.index(self.model.game_id) if self.yours is None else len(ALL_GAMES)
        games = games_card(self.ui, chosen, self.choose_game, self.own.files.letters())
        body = Scroll(Pad(Column(*self._cards()), 16, 20, 24, 16))
        page = Column(Flexible(body), Pad(self._buttons(), 16, 24, 24, 24), gap=0)
        return Column(bar, Flexible(Row(Pad(games, 24, 20, 0, 24), Flexible(page), gap=0)), gap=0)

    def _cards(self) -> list[Layout]:
        model, ui = self.model, self.ui
        cards: list[Layout] = []
        if self.yours is not None:
            choose, entries = self.choose_own, self.own.files.rules()
            content = self.own.choice(entries, self.yours, choose, "games_", games=True)
            cards = [Card(content, ui.tr("own.games"), pad=24, head=tx(48), foot=16)]
            if self.yours != model.game_id:
                return cards
        view = make_view(model.game(), ui)
        players = [player_card(self, side, view.token) for side in (0, 1)]
        beside = [Flexible(Box(card, least_width=LEAST_PLAYER)) for card in players]
        cards += [rules_card(self), FirstFit(Row(*beside, gap=16), Column(*players))]
        if model.typing_position:
            cards.append(start_card(self))
        return cards

    def _buttons(self) -> Layout:
        offered, fault = self.offered(), self._waits()
        swap, position, play = (offered.button(n) for n in ("swap", "from_position", "play"))
        if fault is not None:
            play.tooltip = self.tr("setup.play_waits", fault=fault)
        defaults = offered.button("defaults", quiet=True)

        def row(swap: Layout, play: Layout) -> Layout:
            return Row(swap, defaults, Flexible(), position, play, gap=12, height=48)

        compact = row(Box(icon_only(swap), 48), play)
        return FirstFit(row(NoShrink(swap), Box(play, least_width=PLAY)), compact)


# -- the rules -------------------------------------------------------------------------------------


def rules_card(screen: SetupScreen) -> Layout:
    """Return a control for each option, the presets, the alternation of sides, and switches."""

    tr, model = screen.tr, screen.model
    entry, fault = entry_of(model.game_id), model.faults.get("rules")
    options = [_option(screen, option) for option in entry.options]
    controls = Wrap(
        Wrap(*options, gap=28, row_gap=16) if options else None,
        Wrap(*_presets(screen), gap=8, row_gap=tx(8)) if entry.presets else None,
        gap=28,
        row_gap=tx(8),
    )
    foot = Column(
        FieldFault(tr(fault)) if fault is not None else None,
        Wrap(*_foot(screen), gap=28, row_gap=4),
        gap=tx(4),
    )
    # A summary of the chosen options, beside the heading where it fits.
    title, rule = tr("setup.rules"), tr(rule_text(model.game()))
    beside = Column(controls, foot, gap=tx(14))
    below = Column(controls, Label(rule, 14, quiet=True), foot, gap=tx(14))
    return FirstFit(
        Card(beside, title, rule, pad=24, head=tx(48), foot=8),
        Card(below, title, pad=24, head=tx(48), foot=8),
    )


def _option(screen: SetupScreen, option: Option) -> Layout:
    """Return an option beside its name."""
    name = Label(screen.tr(f"game.option.{option.name}"), 16, middle=True)
    change = screen.and_refresh(partial(screen.model.set_option, option.name))
    return Row(NoShrink(name), _control(screen, option, change), gap=12, height=40)


def _control(screen: SetupScreen, option: Option, change: Callable[..., None]) -> Layout:
    """Return segments for a choice, a stepper for few numbers, a field for other options."""
    text, key = screen.model.options[option.name], f"option {option.name}"
    if option.kind in (OptionKind.CHOICE, OptionKind.BOOL):
        labels = [screen.tr(f"game.option.{option.name}.{choice}") for choice in option.choices]
        chosen = option.choices.index(text) if text in option.choices else 0
        return Segments(labels, chosen, lambda i: change(option.choices[i]), key)
    if option.kind is OptionKind.RANGE and option.high - option.low <= FEW:
        number = int(text if is_number(text) else option.default)
        return Stepper(number, option.low, option.high, lambda n: change(str(n)), key)
    field = TextField(text, commit=change, key=key, faulty="rules" in screen.model.faults)
    return Box(field, 96 if option.kind is OptionKind.RANGE else 200)


def _presets(screen: SetupScreen) -> list[Layout]:
    """Return a button for each preset, which sets the options of a known game."""
    model = screen.model
    return [
        Button(
            " · ".join(preset.values()),
            screen.and_refresh(partial(model.use, preset)),
            on=model.uses(preset),
            key=f"preset{number}",
        )
        for number, preset in enumerate(entry_of(model.game_id).presets)
    ]


def _foot(screen: SetupScreen) -> list[Layout]:
    """Return the alternation of sides, and the switches for help."""
    tr, model = screen.tr, screen.model

    def setter(name: str) -> Callable[..., None]:
        return screen.and_refresh(lambda now: setattr(model, name, bool(now)))

    labels = [tr("setup.stay"), tr("setup.take_turns")]
    sides = Segments(labels, int(model.alternate), setter("alternate"), "sides")
    sides.tooltip = tr("setup.sides_tip")
    controls: list[tuple[str, Layout]] = [("sides", sides)]
    for name, on in (("hints", model.hints), ("analysis", model.analysis)):
        controls.append((name, Box(Switch(on, setter(name), name), 60)))
    rows: list[Layout] = []
    for name, control in controls:
        label = Label(tr(f"setup.{name}"), 16, middle=True)
        rows.append(Row(label, control, gap=12, height=44))
    return rows


# -- a player --------------------------------------------------------------------------------------


def player_card(screen: SetupScreen, side: int, token: Token) -> Layout:
    """Return the choice of a player: its group, the players of that group, their settings."""

    player, model = screen.model.players[side], screen.model
    head = _player_head(screen, side, token)
    parts: list[Layout] = [Pad(head, 0, 0, 0, 8 if player.group == BY_NAME else 16)]
    if player.group == YOURS:
        choose = screen.and_refresh(player.take)
        entries = model.files.entries(model.game())
        parts.append(screen.own.choice(entries, player.text, choose, f"player{side}_"))
    else:
        parts.append(Pad(_kinds(screen, side), 0, 0, 0, 14))
        parts += _player_settings(screen, side)
    return Card(Column(*parts, gap=0), pad=24, head=16, foot=16)


def _player_head(screen: SetupScreen, side: int, token: Token) -> Layout:
    """Return the mark and name of the side, the turn order, and the groups of players."""

    tr, model = screen.tr, screen.model
    name = Label(tr(side_words(model.game())[side]), 16, bold=True, maximum=1)
    order = Label(tr(f"setup.moves_{'second' if side else 'first'}"), 14, quiet=True)
    show = screen.and_refresh(partial(model.show_group, side))
    groups = group_choice(screen.ui, model.players[side], show, f"group{side}")
    named = Pad(Column(name, order, gap=tx(-2)), 0, tx(-2), 0, 0)
    words = Row(NoShrink(named), Flexible(), Box(groups, height=40, at=0.5), gap=16)
    return FirstFit(Row(TokenMark(token, side, 40), Flexible(words), gap=16), words)


def _kinds(screen: SetupScreen, side: int) -> Layout:
    """Return the choice of a person and the levels, with the sentence of the chosen one below it.

    The bots may need so many rows that their sentence stands above them.
    """
    model, player = screen.model, screen.model.players[side]
    by_name = player.group == BY_NAME
    buttons = kind_buttons(
        screen.ui,
        player.spec.kind,
        model.bots() if by_name else (HUMAN, *CHOICES),
        model.game(),
        screen.and_refresh(player.choose),
        COLUMNS,
        f"player{side}",
        small=by_name,
    )
    parts = [buttons, kind_sentence(screen.ui, player, model.game())]
    return Column(*(reversed(parts) if by_name else parts), gap=8)


def _player_settings(screen: SetupScreen, side: int) -> list[Layout]:
    """Return the forms of the bot, its number and exploration, and why it cannot play."""
    ui, player, refresh = screen.ui, screen.model.players[side], screen.and_refresh
    key = f"player{side}_"
    parts: list[Layout] = []
    forms = form_choice(ui, player, player.forms(screen.model.game()), refresh, f"form{side}")
    if forms is not None:
        parts.append(Pad(forms, 0, 0, 0, 8))
    number = number_choice(ui, player, refresh, key, LARGEST_SLIDER)
    constant = constant_choice(ui, player, refresh, key)
    parts += [Pad(part, 0, 0, 0, 4) for part in (number, constant) if part is not None]
    if learns(player.text):
        button = Button(ui.tr("match.train"), screen.train, key=f"train{side}")
        parts.append(Pad(Row(button), 0, 0, 0, 8))
    if "game" in player.faults:
        parts.append(Pad(FieldFault(ui.tr(player.faults["game"])), 0, 0, 0, 4))
    return parts


# -- the start -------------------------------------------------------------------------------------


def start_card(screen: SetupScreen) -> Layout:
    """Return a field for the start position, its fault, and the board itself."""
    tr, model, offered = screen.tr, screen.model, screen.offered()
    game, fault = model.game(), model.faults.get("position")
    example = str(game.text(game.initial()))
    field = TextField(
        model.position,
        change=screen.type_position,
        key="position",
        faulty=fault is not None,
        hint=tr("setup.position_hint", moves=_some_moves(game), example=example),
    )
    on_board = NoShrink(offered.button("on_board")) if "on_board" in offered.made else None
    content = Column(
        Row(Flexible(field), on_board, height=44),
        FieldFault(tr(fault)) if fault is not None else None,
        gap=4,
    )
    return Box(Card(content, pad=24, head=12, foot=12), height=84)


def _some_moves(game: Game[Any]) -> str:
    """Return two moves from the initial position as text, those in the middle."""
    session = Session(game)
    for _ in range(2):
        legal = game.moves(session.state)
        if legal:
            session.play(legal[len(legal) // 2])
    return " ".join(session.move_texts())
