"""What is chosen before a match, and what is wrong with it; knows nothing of the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.messages import JouonsError, Message
from engine.protocols import HUMAN
from engine.registry import GAMES, by_strength, make_game
from gui.people import CHOICES
from gui.players.choice import PlayerChoice
from gui.settings import GameSetup, Settings, sound_setup


class SetupModel:
    """The choices for one game. A fault stands under `rules` or `position`, or with its player."""

    def __init__(self, game_id: str, settings: Settings) -> None:
        self.game_id = game_id
        self.settings = settings
        self.position = ""
        self.typing_position = False
        self.faults: dict[str, Message] = {}
        self._made: tuple[tuple[str, ...], tuple[Any, tuple[str, ...]]] | None = None
        self._take(sound_setup(settings, game_id))

    def turn_to(self, game_id: str, settings: Settings) -> None:
        """Another game, with what was chosen for it; a position that was typed stays."""
        self.game_id, self.settings = game_id, settings
        self._take(sound_setup(settings, game_id))

    def _take(self, setup: GameSetup) -> None:
        defaults = {option.name: option.default for option in GAMES[self.game_id].options}
        self.options = defaults | dict(setup.options)
        self.players = [PlayerChoice(setup.first), PlayerChoice(setup.second)]
        for player in self.players:
            player.advanced = player.spec.kind not in self.kinds()
        self.alternate, self.analysis = setup.alternate, setup.analysis
        self.hints = setup.hints
        self.faults.clear()

    def defaults(self) -> None:
        """What the game starts with."""
        self._take(sound_setup(replace(self.settings, setups={}), self.game_id))

    def kept(self) -> GameSetup | None:
        """What is to be kept for the game; nothing while something is wrong."""
        if self.is_faulty():
            return None
        first, second = self.texts()
        return GameSetup(
            dict(self.options), first, second, self.alternate, self.analysis, self.hints
        )

    def is_faulty(self) -> bool:
        """Whether something is wrong; Play waits then."""
        return bool(self.faults) or any(player.fault is not None for player in self.players)

    # -- rules ---------------------------------------------------------------------------------

    def game(self) -> Any:
        """The game as chosen, or with the defaults while an option is faulty."""
        return self._chosen()[0]

    def kinds(self) -> tuple[str, ...]:
        """A person, and the levels of the computer."""
        return (HUMAN, *CHOICES)

    def bots(self) -> tuple[str, ...]:
        """The bots by name that play the game, the weakest first."""
        return self._chosen()[1]

    def _chosen(self) -> tuple[Any, tuple[str, ...]]:
        """Both, made when the game or its options are others."""
        chosen = (self.game_id, *self.options.values())
        if self._made is None or self._made[0] != chosen:
            try:
                game = make_game(self.game_id, self.options)
            except JouonsError:
                game = make_game(self.game_id)
            self._made = (chosen, (game, by_strength(game)))
        return self._made[1]

    def set_option(self, name: str, text: str) -> None:
        """Take an option; a fault is kept and Play waits."""
        self.options[name] = text
        self.faults.pop("rules", None)
        try:
            make_game(self.game_id, self.options)
        except JouonsError as error:
            self.faults["rules"] = error.message

    def use(self, preset: Mapping[str, str]) -> None:
        """Take options that are known to go together."""
        self.options |= dict(preset)
        self.faults.pop("rules", None)

    def uses(self, preset: Mapping[str, str]) -> bool:
        """Whether the options are those of a preset."""
        return all(self.options[name] == value for name, value in preset.items())

    def type_position(self, text: str) -> bool:
        """Take the text of a position to start from; whether that ends a fault."""
        self.position = text
        return self.faults.pop("position", None) is not None

    def toggle_position(self) -> None:
        """Start from a position, or from the beginning after all."""
        self.typing_position = not self.typing_position
        self.faults.pop("position", None)

    # -- players -------------------------------------------------------------------------------

    def texts(self) -> tuple[str, str]:
        """Both players as they are written."""
        first, second = self.players
        return first.text, second.text

    def swap(self) -> None:
        """The two players change places."""
        self.players.reverse()
        for player in self.players:
            player.drop_fault()

    def show_advanced(self, side: int, wanted: bool) -> None:
        """Show the bots by name; without them the computer plays at a level again."""
        player = self.players[side]
        player.advanced = wanted
        if not wanted and player.spec.kind not in self.kinds():
            player.choose(self.settings.level)

    # -- the start -----------------------------------------------------------------------------

    def check(self) -> bool:
        """Whether a match can begin; what is wrong stands among the faults then."""
        for player in self.players:
            player.check(self.game())
        try:
            make_game(self.game_id, self.options)
        except JouonsError as error:
            self.faults["rules"] = error.message
        try:
            self.start()
        except JouonsError as error:
            self.faults["position"] = error.message
        return not self.is_faulty()

    def start(self) -> Any | None:
        """The position to start from, None for the usual one. JouonsError for nonsense."""
        wanted = self.typing_position and self.position.strip()
        return self.game().parse(self.position) if wanted else None
