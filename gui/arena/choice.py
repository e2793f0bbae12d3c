"""Model of a player choice in the arena: a kind and its number, or a typed text. No pygame here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.levels import FIT, LEVELS
from engine.messages import JouonsError, excerpt
from engine.protocols import Game
from engine.registry import BOTS, bot_for, make_game, parse_player, supported_players
from gui.players.choice import PlayerChoice, group_of, usual_text

PLACE = "{}"  # placeholder of the budget in the player of a sweep
TEXT = "text"  # the field of the whole player


class ArenaChoice(PlayerChoice):
    """A player of an experiment. `swept`: its number is left open."""

    def __init__(
        self, game_id: str, options: Mapping[str, str], text: str = "", swept: bool = False
    ) -> None:
        self.game: Game[Any] = make_game(game_id, options)
        self.swept = swept
        able = supported_players(self.game)
        numbered = [kind for kind in able if BOTS[kind].number is not None]
        self.kinds = numbered if swept else [*LEVELS, FIT, *able]
        usual = "mcts" if "mcts" in self.kinds else self.kinds[0]
        super().__init__(text.replace(PLACE, "1") or usual_text(usual))
        self.advanced = False  # whether the field of the whole text is visible

    @property
    def text(self) -> str:
        """The player as text; in a sweep, {} replaces the number."""
        if not self.swept:
            return self.spec.text
        return f"{self.spec.kind}:{PLACE}{self.spec.tail}"

    def kinds_of(self, group: str) -> list[str]:
        """Return the kinds of a group."""
        return [kind for kind in self.kinds if group_of(parse_player(usual_text(kind))) == group]

    def show_text(self) -> None:
        """Show or hide the field of the text; an invalid text ends with it."""
        self.advanced = not self.advanced
        for each in (self.typed, self.faults):
            each.pop(TEXT, None)

    def type_text(self, typed: str) -> None:
        """Read a player from text; a fault is stored and changes nothing."""
        player = typed.replace(PLACE, "1") if self.swept else typed
        try:
            bot_for(self.game, player)
            if self.swept and parse_player(player).number is None:
                raise JouonsError("arena.template", text=excerpt(typed))
        except JouonsError as error:
            self.refuse(TEXT, typed, error.message)
            return
        self.take(player)

    def forms(self, game: Game[Any]) -> list[tuple[str, str]]:
        """Return the forms of its kind; in a sweep those with a number."""
        forms = super().forms(game)
        return [form for form in forms if not self.swept or parse_player(form[1]).number]
