"""Texts of the lab in the words of its puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.messages import Message, is_written
from gui.i18n import Translator


def specific(key: str, options: Mapping[str, str]) -> str:
    """Return the key of a text with the first option that has a text of its own."""
    names = (f"{key}.{value}" for value in options.values())
    return next(filter(is_written, names), key)


def own_key(key: str, puzzle_id: str) -> str:
    """Return the key of a puzzle's own text, `KEY.PUZZLE`, where it has one, else the key."""
    own = f"{key}.{puzzle_id}"
    return own if is_written(own) else key


class PuzzleTranslator(Translator):
    """A translator that prefers a puzzle's own text: `KEY.PUZZLE` to `KEY`."""

    def __init__(self, language: str, puzzle_id: str) -> None:
        super().__init__(language)
        self.puzzle_id = puzzle_id

    def __call__(self, text: Message | str, /, **values: Any) -> str:
        if isinstance(text, Message):
            return super().__call__(self.own(text))
        return super().__call__(own_key(text, self.puzzle_id), **values)

    def has(self, key: str) -> bool:
        return super().has(own_key(key, self.puzzle_id))

    def own(self, text: Message | str) -> Message:
        """Return a message with the puzzle's own texts, in its values too."""
        text = Message(text) if isinstance(text, str) else text
        values = {
            name: self.own(value) if isinstance(value, Message) else value
            for name, value in text.values.items()
        }
        return Message(own_key(text.key, self.puzzle_id), values)
