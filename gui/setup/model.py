"""What is chosen before a match, and what is wrong with it; knows nothing of the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.messages import JouonsError, Message
from engine.registry import (
    BOTS,
    GAMES,
    HUMAN,
    PlayerSpec,
    by_strength,
    default_text,
    make_bot,
    make_game,
    parse_player,
)
from gui.i18n import typed_number
from gui.people import CHOICES
from gui.settings import GameSetup, Settings, sound_setup


class SetupModel:
    """The choices for one game. A fault stands under `rules`, `position`, `player0`, `player1`."""

    def __init__(self, game_id: str, settings: Settings) -> None:
        self.game_id = game_id
        self.settings = settings
        self.position = ""
        self.typing_position = False
        self.faults: dict[str, Message] = {}
        self._made: tuple[tuple[str, ...], tuple[Any, tuple[str, ...]]] | None = None
        self._take(sound_setup(settings, game_id))

    def _take(self, setup: GameSetup) -> None:
        defaults = {option.name: option.default for option in GAMES[self.game_id].options}
        self.options = defaults | dict(setup.options)
        self.players = [setup.first, setup.second]
        self.advanced = [parse_player(text).kind not in self.kinds() for text in self.players]
        self.alternate, self.analysis = setup.alternate, setup.analysis
        self.hints = setup.hints
        self.faults.clear()

    def defaults(self) -> None:
        """What the game starts with."""
        self._take(sound_setup(replace(self.settings, setups={}), self.game_id))

    def kept(self) -> GameSetup | None:
        """What is to be kept for the game; nothing while something is wrong."""
        if self.faults:
            return None
        first, second = self.players
        return GameSetup(
            dict(self.options), first, second, self.alternate, self.analysis, self.hints
        )

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

    def show_advanced(self, side: int, wanted: bool) -> None:
        """Show the bots by name; without them the computer plays at a level again."""
        self.advanced[side] = wanted
        if not wanted and self.spec(side).kind not in self.kinds():
            self.choose(side, self.settings.level)

    def _chosen(self) -> tuple[Any, tuple[str, ...]]:
        """Both, made when the options are others."""
        options = tuple(self.options.values())
        if self._made is None or self._made[0] != options:
            try:
                game = make_game(self.game_id, self.options)
            except JouonsError:
                game = make_game(self.game_id)
            self._made = (options, (game, by_strength(game)))
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

    def spec(self, side: int) -> PlayerSpec:
        """A player as chosen."""
        return parse_player(self.players[side])

    def swap(self) -> None:
        """The two players change places."""
        self.players.reverse()
        self.advanced.reverse()
        for side in (0, 1):
            self.faults.pop(f"player{side}", None)

    def choose(self, side: int, kind: str) -> None:
        """Take another kind of player, with its default number."""
        self.players[side] = HUMAN if kind == HUMAN else default_text(BOTS[kind])
        self.faults.pop(f"player{side}", None)

    def set_number(self, side: int, text: str) -> None:
        """Take a typed number; a fault is kept and changes nothing."""
        spec = self.spec(side)
        bounds = BOTS[spec.kind].number
        assert bounds is not None
        try:
            number = typed_number(text, bounds.low, bounds.high)
        except JouonsError as error:
            self.faults[f"player{side}"] = error.message
            return
        self.players[side] = replace(spec, number=number).text
        self.faults.pop(f"player{side}", None)

    def forms(self, side: int) -> list[tuple[str, str]]:
        """(key of the label, player text) of the forms of a kind: per move, exact, improved."""
        spec = self.spec(side)
        entry = BOTS.get(spec.kind)
        if entry is None or not (entry.suffixes or entry.words):
            return []
        number = spec.number
        if number is None and entry.number is not None:
            number = int(entry.number.default)
        forms = [(f"player.{spec.kind}.plain", PlayerSpec(spec.kind, number).text)]
        forms += [
            (f"player.{spec.kind}.suffix.{suffix}", PlayerSpec(spec.kind, number, suffix).text)
            for suffix in entry.suffixes
        ]
        game = self.game()
        for word in entry.words:
            text = f"{spec.kind}:{word}"
            if make_bot(text).supports(game) is None:
                forms.append((f"player.{spec.kind}.word.{word}", text))
        return forms

    # -- the start -----------------------------------------------------------------------------

    def check(self) -> bool:
        """Whether a match can begin; what is wrong is among the faults then."""
        game = self.game()
        for side, text in enumerate(self.players):
            key = f"player{side}"
            if parse_player(text).kind == HUMAN:
                self.faults.pop(key, None)
                continue
            reason = make_bot(text).supports(game)
            if reason is not None:
                self.faults[key] = reason
        try:
            make_game(self.game_id, self.options)
        except JouonsError as error:
            self.faults["rules"] = error.message
        try:
            self.start()
        except JouonsError as error:
            self.faults["position"] = error.message
        return not self.faults

    def start(self) -> Any | None:
        """The position to start from, None for the usual one. JouonsError for nonsense."""
        wanted = self.typing_position and self.position.strip()
        return self.game().parse(self.position) if wanted else None
