"""Choosing a player for the arena: a kind and its number, or a text typed in. No pygame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.levels import FIT, LEVELS
from engine.messages import JouonsError
from engine.protocols import Game
from engine.registry import BOTS, bot_for, make_game, parse_player, supported_players
from gui.players.choice import PlayerChoice, usual_text

PLACE = "{}"  # where the budget goes in the player of a sweep


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

    @property
    def text(self) -> str:
        """The player as it is written; of a sweep with {} in the place of the number."""
        if not self.swept:
            return self.spec.text
        tail = f"/{self.spec.suffix}" if self.spec.suffix else ""
        return f"{self.spec.kind}:{PLACE}{tail}"

    def type_text(self, typed: str) -> None:
        """A player typed as text; a fault is kept and changes nothing."""
        player = typed.replace(PLACE, "1") if self.swept else typed
        try:
            bot_for(self.game, player)
            if self.swept and parse_player(player).number is None:
                raise JouonsError("arena.template", text=typed[:40])
        except JouonsError as error:
            self.refuse(typed, error.message)
            return
        self.take(player)

    def forms(self, game: Game[Any]) -> list[tuple[str, str]]:
        """Those of its kind; of a sweep those with a number."""
        forms = super().forms(game)
        return [form for form in forms if not self.swept or parse_player(form[1]).number]
