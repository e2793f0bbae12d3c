"""The model of a player choice: its kind, its number, its form. No pygame here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.messages import JouonsError, Message, excerpt, message
from engine.protocols import HUMAN, Game
from engine.registry import BOTS, PlayerSpec, default_text, make_bot, parse_player
from gui.i18n import typed_number


class PlayerChoice:
    """A player as chosen. An invalid input is stored as a fault and changes nothing."""

    def __init__(self, text: str) -> None:
        self.spec = parse_player(text)
        self.advanced = False  # whether the advanced choices are visible
        self.typed: str | None = None  # the typed number while it is invalid
        self.typed_constant: str | None = None  # the same of the exploration constant
        self._fault: Message | None = None  # of the number, or of the bot in this game
        self._constant_fault: Message | None = None

    @property
    def fault(self) -> Message | None:
        """The first fault, None for a valid choice."""
        return self._fault or self._constant_fault

    @property
    def text(self) -> str:
        return self.spec.text

    def take(self, text: str) -> None:
        """Set a valid player text; this ends every fault."""
        self.spec = parse_player(text)
        self.drop_fault()

    def choose(self, kind: str) -> None:
        """Choose another kind of player with its usual number."""
        self.take(usual_text(kind))

    def set_number(self, text: str) -> None:
        bounds = BOTS[self.spec.kind].number
        assert bounds is not None
        try:
            number = typed_number(text, bounds.low, bounds.high)
        except JouonsError as error:
            self.refuse(text, error.message)
            return
        self.spec = replace(self.spec, number=number)
        self.typed = self._fault = None

    def set_constant(self, text: str) -> None:
        """Set a typed exploration constant, with the decimal sign of any language."""
        usual = BOTS[self.spec.kind].constant
        assert usual is not None and self.spec.number is not None
        typed = text.strip().replace(",", ".")
        try:
            spec = parse_player(f"{replace(self.spec, constant=None).text}/c{typed}")
        except JouonsError:
            bounds = {"low": usual.low, "high": usual.high}
            self._constant_fault = message("option.decimal", text=excerpt(text), **bounds)
            self.typed_constant = text
            return
        plain = spec.constant == float(usual.default)
        self.spec = replace(spec, constant=None if plain else spec.constant)
        self.typed_constant = self._constant_fault = None

    @property
    def constant(self) -> float | None:
        """The exploration constant, None for a bot without one."""
        entry = BOTS.get(self.spec.kind)
        if entry is None or entry.constant is None:
            return None
        return float(entry.constant.default) if self.spec.constant is None else self.spec.constant

    def refuse(self, typed: str, fault: Message) -> None:
        """Store an invalid input and its fault."""
        self.typed, self._fault = typed, fault

    def drop_fault(self) -> None:
        """Drop the invalid input; the last valid choice remains."""
        self.typed = self.typed_constant = self._fault = self._constant_fault = None

    def check(self, game: Game[Any]) -> None:
        """Store a fault if the bot does not play the game; the fault of an invalid input stays."""
        if self.typed is None:
            person = self.spec.kind == HUMAN
            self._fault = None if person else make_bot(self.spec.text).supports(game)

    def forms(self, game: Game[Any]) -> list[tuple[str, str]]:
        """Return (label key, player text) of the forms of the kind: in all, per move, exact."""
        spec, entry = self.spec, BOTS.get(self.spec.kind)
        if entry is None:
            return []
        number = spec.number
        if number is None and entry.number is not None:
            number = int(entry.number.default)
        forms = []
        for suffix in ("", *entry.suffixes):
            label = f"suffix.{suffix}" if suffix else "plain"
            text = PlayerSpec(spec.kind, number, suffix, spec.constant).text
            forms.append((f"player.{spec.kind}.{label}", text))
        for word in entry.words:
            text = f"{spec.kind}:{word}"
            if make_bot(text).supports(game) is None:
                forms.append((f"player.{spec.kind}.word.{word}", text))
        return forms


def usual_text(kind: str) -> str:
    """Return a kind with its usual number; a person and a level have none."""
    return default_text(BOTS[kind]) if kind in BOTS else kind
