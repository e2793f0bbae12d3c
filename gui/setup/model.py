"""The choices before a match and their faults, independent of the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.messages import JouonsError, Message
from engine.registry import OWN, by_strength, entry_of, is_own, make_game
from engine.session import Session
from gui.own.files import OwnFiles
from gui.players.choice import BY_LEVEL, BY_NAME, YOURS, PlayerChoice, usual_text
from gui.settings import GameSetup, Settings, sound_setup


class SetupModel:
    """The choices for one game. `faults` has the keys "rules" and "position"."""

    def __init__(self, game_id: str, settings: Settings, files: OwnFiles | None = None) -> None:
        self.game_id = game_id
        self.settings = settings
        self.files = files or OwnFiles()
        self.position = ""
        self.typing_position = False
        self.faults: dict[str, Message] = {}
        self._made: tuple[tuple[str | None, ...], tuple[Any, tuple[str, ...]]] | None = None
        self._take(sound_setup(settings, game_id))

    def turn_to(self, game_id: str, settings: Settings) -> None:
        """Switch to another game with its saved choices; a typed position stays."""
        self.game_id, self.settings = game_id, settings
        self._take(sound_setup(settings, game_id))

    def _take(self, setup: GameSetup) -> None:
        defaults = {option.name: option.default for option in entry_of(self.game_id).options}
        self.options = {} if is_own(self.game_id) else defaults | dict(setup.options)
        self.players = [PlayerChoice(setup.first), PlayerChoice(setup.second)]
        self.alternate, self.analysis = setup.alternate, setup.analysis
        self.hints = setup.hints
        self.faults.clear()

    def defaults(self) -> None:
        """Restore the defaults of the game."""
        self._take(sound_setup(replace(self.settings, setups={}), self.game_id))

    def kept(self) -> GameSetup | None:
        """Return the choices to save, or None while there is a fault."""
        if self.is_faulty():
            return None
        first, second = self.texts()
        return GameSetup(
            dict(self.options), first, second, self.alternate, self.analysis, self.hints
        )

    def is_faulty(self) -> bool:
        """Whether there is a fault, which disables Play."""
        return bool(self.faults) or any(player.fault is not None for player in self.players)

    # -- rules ---------------------------------------------------------------------------------

    def game(self) -> Any:
        """Return the game as chosen, or with the defaults while an option is faulty."""
        return self._chosen()[0]

    def bots(self) -> tuple[str, ...]:
        """Return the bots that play the game, the weakest first."""
        return self._chosen()[1]

    def _chosen(self) -> tuple[Any, tuple[str, ...]]:
        """Return the game and its bots, cached until the game or its options change."""
        text = self.files.sound_hash(self.game_id)
        if self._made is not None and self._made[0][0] == self.game_id and text == "":
            return self._made[1]  # an own game whose new text is not ready
        chosen = (self.game_id, text, *self.options.values())
        if self._made is None or self._made[0] != chosen:
            try:
                game = make_game(self.game_id, self.options)
            except JouonsError:
                game = make_game(self.game_id)
            self._made = (chosen, (game, by_strength(game)))
        return self._made[1]

    def set_option(self, name: str, text: str) -> None:
        """Set an option; a fault is stored and disables Play."""
        self.options[name] = text
        self._check_rules()

    def _check_rules(self) -> None:
        self.faults.pop("rules", None)
        try:
            make_game(self.game_id, self.options)
        except JouonsError as error:
            self.faults["rules"] = _named_as_here(error.message)

    def use(self, preset: Mapping[str, str]) -> None:
        self.options |= dict(preset)
        self.faults.pop("rules", None)

    def uses(self, preset: Mapping[str, str]) -> bool:
        """Whether the options are those of a preset."""
        return all(self.options[name] == value for name, value in preset.items())

    def type_position(self, text: str) -> bool:
        """Set the text of the start position; true when that ends a fault."""
        self.position = text
        return self.faults.pop("position", None) is not None

    def toggle_position(self) -> None:
        """Toggle between the given position and the usual start."""
        self.typing_position = not self.typing_position
        self.faults.pop("position", None)

    # -- players -------------------------------------------------------------------------------

    def texts(self) -> tuple[str, str]:
        """Return both player texts."""
        first, second = self.players
        return first.text, second.text

    def swap(self) -> None:
        """Swap the two players."""
        self.players.reverse()
        for player in self.players:
            player.drop_fault()

    def show_group(self, side: int, group: str) -> None:
        """Show the levels, the bots by name or a person's own bots, and choose one of them."""
        own = self.files.entries(self.game()) if group == YOURS else ()
        usual = {BY_LEVEL: self.settings.level, BY_NAME: usual_text("mcts")}
        self.players[side].show_group(group, usual.get(group, own[0].player if own else ""))

    def own_fault(self) -> Message | None:
        """Return why an own game or bot that was chosen cannot play; None if nothing keeps it."""
        rules = self.files.rules_fault(self.game_id)
        if rules is not None:
            return rules
        own = (player.spec for player in self.players if player.spec.kind == OWN)
        faults = (self.files.fault_of(spec.text, self.game()) for spec in own)
        return next((fault for fault in faults if fault is not None), None)

    def files_changed(self) -> None:
        """Drop what was wrong with own bots: their files are others now."""
        for player in self.players:
            if player.spec.kind == OWN:
                player.drop_fault()

    # -- the start -----------------------------------------------------------------------------

    def check(self) -> bool:
        """Whether a match can begin; otherwise the faults are stored."""
        for player in self.players:
            player.check(self.game())
            own = self.files.fault_of(player.text, self.game())
            if own is not None:
                player.faults["game"] = own
        self._check_rules()
        try:
            self.start()
        except JouonsError as error:
            self.faults["position"] = error.message
        return not self.is_faulty()

    def start(self) -> Session[Any] | None:
        """Return the start, None for the usual one. Raises JouonsError for a bad text."""
        given = self.typing_position and self.position.strip()
        return Session.from_text(self.game(), self.position) if given else None


def _named_as_here(fault: Message) -> Message:
    """Return a fault of an option with the option's name of the window, not that of a command."""
    if fault.key not in ("option.value", "option.range", "option.numbers"):
        return fault
    values = dict(fault.values)
    values["name"] = Message(f"game.option.{values['name']}")
    return Message(f"setup.{fault.key}", values)
