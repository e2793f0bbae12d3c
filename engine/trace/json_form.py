"""Conversion of recordings to JSON: `think --json` names every move by its text.

The form of an event or a result follows from its fields: a dataclass becomes an object, a tuple a
list, a number declared as Move or Reply the text of that move, and a LastMove that of its last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from engine.protocols import Game, line_texts
from engine.recording import Event, MethodResult, MoveOf, own_fields
from engine.trace.tree import TreeResult


class JsonForm:
    """The JSON form of a recording; `state` is the position of the decision."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game = game
        self.state = state
        self._after = state  # the position after the line of the event
        self._hints: dict[type, dict[str, Any]] = {}

    def event(self, event: Event) -> dict[str, Any]:
        """Return the fields of an event."""
        self._after = self.state
        for move in event.line:
            self._after = self.game.play(self._after, move)
        return {name: self._field(event, name) for name in own_fields(type(event))}

    def result(self, result: MethodResult | None) -> dict[str, Any]:
        """Return the fields of a result, none without one."""
        if result is None:
            return {}
        names = [each.name for each in fields(result) if not each.metadata.get("pictured")]
        named = {name: self._field(result, name) for name in names}
        if isinstance(result, TreeResult):
            _name_tree(self.game, self.state, result, named["tree"])
        return named

    def _field(self, owner: Event | MethodResult, name: str) -> Any:
        """Return a field: a value of the game as its name, everything else as in a list."""
        value = getattr(owner, name)
        if isinstance(value, Enum):
            return value.name.lower() if isinstance(value, int) else value.value
        return self._value(value, self._types(type(owner))[name])

    def _types(self, kind: type) -> dict[str, Any]:
        if kind not in self._hints:
            self._hints[kind] = get_type_hints(kind, include_extras=True)
        return self._hints[kind]

    def _value(self, value: Any, hint: Any) -> Any:
        origin, arguments = get_origin(hint), get_args(hint)
        if value is None:
            return None
        if origin in (Union, UnionType):
            inner = [each for each in arguments if each is not type(None)]
            return self._value(value, inner[0] if len(inner) == 1 else type(value))
        if origin is Annotated:
            return self._move(value, arguments[1])
        if is_dataclass(value):
            types = self._types(type(value))
            names = own_fields(type(value)) if isinstance(value, Event) else types
            return {name: self._value(getattr(value, name), types[name]) for name in names}
        if isinstance(value, tuple):
            own: Sequence[Any] = arguments
            if hasattr(value, "_fields"):
                own = list(self._types(type(value)).values())
            elif arguments[-1:] == (...,):
                own = arguments[:1] * len(value)
            return [self._value(each, one) for each, one in zip(value, own, strict=True)]
        return value

    def _move(self, value: Any, owner: MoveOf) -> Any:
        if owner in (MoveOf.LINE, MoveOf.LINE_END):
            texts = line_texts(self.game, self.state, value)
            return texts if owner is MoveOf.LINE else texts[-1]
        return self.game.move_text(self.state if owner is MoveOf.DECISION else self._after, value)


def _name_tree(
    game: Game[Any], state: Any, result: TreeResult, named: Sequence[dict[str, Any]]
) -> None:
    """Name the moves of the nodes, each by its parent's position; the root has no move."""
    positions: list[Any] = []
    for node, form in zip(result.tree, named, strict=True):
        if node.parent is None:
            positions.append(state)
            form["move"] = None
            continue
        before = positions[node.parent]
        positions.append(game.play(before, node.move))
        form["move"] = game.move_text(before, node.move)
