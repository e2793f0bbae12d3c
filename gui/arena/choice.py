"""Choosing a player for the arena: a kind and its strength, or a text typed in. No pygame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.levels import FIT, LEVELS
from engine.messages import JouonsError, Message
from engine.protocols import Game
from engine.registry import (
    BOTS,
    PlayerSpec,
    bot_for,
    default_text,
    make_bot,
    make_game,
    parse_player,
    supported_players,
)
from gui.i18n import typed_number

PLACE = "{}"  # where the budget goes in the player of a sweep


class PlayerChoice:
    """One player being chosen. `swept`: its number is left open."""

    def __init__(
        self, game_id: str, options: Mapping[str, str], text: str = "", swept: bool = False
    ) -> None:
        self.game: Game[Any] = make_game(game_id, options)
        self.swept = swept
        able = supported_players(self.game)
        numbered = [kind for kind in able if BOTS[kind].number is not None]
        self.kinds = numbered if swept else [*LEVELS, FIT, *able]
        self.advanced = False
        self.typed: str | None = None  # while it says nothing that can play
        self.fault: Message | None = None
        self.spec = PlayerSpec("")
        self._take(text.replace(PLACE, "1") if text else _default(self._usual()))

    def _usual(self) -> str:
        return "mcts" if "mcts" in self.kinds else self.kinds[0]

    @property
    def text(self) -> str:
        """The player as it is written; of a sweep with {} in the place of the number."""
        if not self.swept:
            return self.spec.text
        tail = f"/{self.spec.suffix}" if self.spec.suffix else ""
        return f"{self.spec.kind}:{PLACE}{tail}"

    def choose(self, kind: str) -> None:
        """Another kind, with its usual number."""
        self._take(_default(kind))

    def set_number(self, text: str) -> None:
        """Another strength; a fault is kept and changes nothing."""
        bounds = BOTS[self.spec.kind].number
        assert bounds is not None
        try:
            number = typed_number(text, bounds.low, bounds.high)
        except JouonsError as error:
            self.typed, self.fault = text, error.message
            return
        self._try(replace(self.spec, number=number).text, text)

    def type_text(self, text: str) -> None:
        """A player typed as text; a fault is kept and changes nothing."""
        self._try(text.replace(PLACE, "1") if self.swept else text, text)

    def _try(self, player: str, typed: str) -> None:
        try:
            bot_for(self.game, player)
            spec = parse_player(player)
            if self.swept and spec.number is None:
                raise JouonsError("arena.template", text=typed[:40])
        except JouonsError as error:
            self.typed, self.fault = typed, error.message
            return
        self._take(player)

    def _take(self, player: str) -> None:
        self.spec, self.typed, self.fault = parse_player(player), None, None

    def forms(self) -> list[tuple[str, str]]:
        """(key of the words, player text) of the forms of a kind: in all, per move, exact."""
        entry, spec = BOTS.get(self.spec.kind), self.spec
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
        for word in () if self.swept else entry.words:
            text = f"{spec.kind}:{word}"
            if make_bot(text).supports(self.game) is None:
                forms.append((f"player.{spec.kind}.word.{word}", text))
        return forms if len(forms) > 1 else []

    def take_form(self, text: str) -> None:
        """Another form of the same kind."""
        self._take(text)


def _default(kind: str) -> str:
    """A kind with its usual number; a level has none."""
    return default_text(BOTS[kind]) if kind in BOTS else kind
