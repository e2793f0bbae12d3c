"""The language of the window: messages to sentences, switched live."""

from __future__ import annotations

from typing import Any

from engine.messages import LANGUAGES, Message, catalogue, render

LANGUAGE_NAMES = {"en": "English", "fr": "Français"}


class Translator:
    """Renders messages in the present language; call it with a message, or a key and values."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"

    def __call__(self, text: Message | str, /, **values: Any) -> str:
        return render(text if isinstance(text, Message) else Message(text, values), self.language)

    def has(self, key: str) -> bool:
        """Whether a text exists for the key."""
        return key in catalogue(self.language)

    def number(self, value: int) -> str:
        """A whole number with the language's thousands separator."""
        return render(Message("gui.number", {"n": value}), self.language)
