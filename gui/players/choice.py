"""The model of a player choice: its kind, its number, its form. No pygame here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.messages import JouonsError, Message, excerpt, message
from engine.protocols import HUMAN, Game
from engine.registry import BOTS, OWN, PlayerSpec, default_text, make_bot, parse_player
from gui.i18n import typed_number
from gui.people import CHOICES

NUMBER, CONSTANT = "number", "constant"  # the fields of a player
GROUPS = BY_LEVEL, BY_NAME, YOURS = "levels", "bots", "yours"  # of players, one shown at a time


class PlayerChoice:
    """A player as chosen. An invalid input is stored as a fault and changes nothing."""

    def __init__(self, text: str) -> None:
        self.spec = parse_player(text)
        self.group = group_of(self.spec)  # the group that is shown
        self._last: dict[str, str] = {}  # the player text chosen last in each other group
        self.typed: dict[str, str] = {}  # the text of each field while it is invalid
        self.faults: dict[str, Message] = {}  # of each field, and of the bot in this "game"

    @property
    def fault(self) -> Message | None:
        """The first fault, None for a valid choice."""
        return next(iter(self.faults.values()), None)

    @property
    def text(self) -> str:
        return self.spec.text

    @property
    def kind(self) -> str:
        """The kind of the player; an own bot is a kind of its own."""
        return self.spec.text if self.spec.kind == OWN else self.spec.kind

    def take(self, text: str) -> None:
        """Set a valid player text, and show its group; this ends every fault."""
        self.spec = parse_player(text)
        self.group = group_of(self.spec)
        self.drop_fault()

    def show_group(self, group: str, usual: str) -> None:
        """Show another group and choose the player chosen last in it, at first the usual one.

        With "" for the usual one there is none in this group, and the player stays.
        """
        self._last[group_of(self.spec)] = self.text
        player = self._last.get(group, usual)
        if player:
            self.take(player)
        self.group = group

    def choose(self, kind: str) -> None:
        """Choose another kind of player with its usual number."""
        self.take(usual_text(kind))

    def set_number(self, text: str) -> None:
        bounds = BOTS[self.spec.kind].number
        assert bounds is not None
        try:
            number = typed_number(text, bounds.low, bounds.high)
        except JouonsError as error:
            self.refuse(NUMBER, text, error.message)
            return
        self._change(NUMBER, replace(self.spec, number=number))

    def set_constant(self, text: str) -> None:
        """Set a typed exploration constant, with the decimal sign of any language."""
        usual = BOTS[self.spec.kind].constant
        assert usual is not None and self.spec.number is not None
        typed = text.strip().replace(",", ".")
        try:
            spec = parse_player(f"{replace(self.spec, constant=None).text}/c{typed}")
        except JouonsError:
            bounds = {"low": usual.low, "high": usual.high}
            fault = message("option.decimal", text=excerpt(text), **bounds)
            self.refuse(CONSTANT, text, fault)
            return
        plain = spec.constant == float(usual.default)
        self._change(CONSTANT, replace(spec, constant=None if plain else spec.constant))

    @property
    def constants(self) -> tuple[float, float] | None:
        """The exploration constant and the usual one; None for a bot without one."""
        entry = BOTS.get(self.spec.kind)
        if entry is None or entry.constant is None:
            return None
        usual = float(entry.constant.default)
        return usual if self.spec.constant is None else self.spec.constant, usual

    def _change(self, field: str, spec: PlayerSpec) -> None:
        """Take what a field says; the invalid input of another field of its kind stays."""
        fields = {NUMBER, CONSTANT} - {field}
        self.spec = spec
        self.typed = {name: text for name, text in self.typed.items() if name in fields}
        self.faults = {name: fault for name, fault in self.faults.items() if name in fields}

    def refuse(self, field: str, typed: str, fault: Message) -> None:
        """Store the invalid input of a field and its fault."""
        self.typed[field], self.faults[field] = typed, fault

    def drop_fault(self) -> None:
        """Drop the invalid inputs; the last valid choice remains."""
        self.typed, self.faults = {}, {}

    def check(self, game: Game[Any]) -> None:
        """Store a fault if the bot does not play the game; faults of invalid inputs stay."""
        self.faults.pop("game", None)
        try:
            fault = None if self.spec.kind == HUMAN else make_bot(self.spec.text).supports(game)
        except JouonsError as error:  # its file has gone
            fault = error.message
        if fault is not None:
            self.faults["game"] = fault

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


def group_of(spec: PlayerSpec) -> str:
    """Return the group of a player."""
    if spec.kind == OWN:
        return YOURS
    return BY_LEVEL if spec.kind == HUMAN or spec.kind in CHOICES else BY_NAME
