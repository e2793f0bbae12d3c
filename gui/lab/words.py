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


class PuzzleTranslator(Translator):
    """A translator that prefers a puzzle's own text: `KEY.PUZZLE` to `KEY`."""

    def __init__(self, language: str, puzzle_id: str) -> None:
        super().__init__(language)
        self.puzzle_id = puzzle_id

    def __call__(self, text: Message | str, /, **values: Any) -> str:
        if isinstance(text, Message):
            return super().__call__(self.own(text))
        return super().__call__(self._own_key(text), **values)

    def own(self, text: Message | str) -> Message:
        """Return a message with the puzzle's own texts, in its values too."""
        text = Message(text) if isinstance(text, str) else text
        values = {
            name: self.own(value) if isinstance(value, Message) else value
            for name, value in text.values.items()
        }
        return Message(self._own_key(text.key), values)

    def _own_key(self, key: str) -> str:
        own = f"{key}.{self.puzzle_id}"
        return own if self.has(own) else key
