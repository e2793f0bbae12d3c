"""Translation of messages into sentences of the present language."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from typing import Any

from engine.messages import (
    FIRST_LANGUAGE,
    LANGUAGES,
    Message,
    catalogue,
    message,
    number_text,
    render,
)
from engine.options import whole_number


def language_name(code: str) -> str:
    """Return the name of a language in that language."""
    return render(Message("language.name"), code)


class Translator:
    """A renderer of messages in one language; call it with a message, or a key and values."""

    def __init__(self, language: str = FIRST_LANGUAGE) -> None:
        self.language = language if language in LANGUAGES else FIRST_LANGUAGE
        self._plain: dict[str, str] = {}  # cache of sentences without values; a screen has dozens

    def __call__(self, text: Message | str, /, **values: Any) -> str:
        if isinstance(text, str) and not values:
            if text not in self._plain:
                self._plain[text] = render(Message(text), self.language)
            return self._plain[text]
        return render(text if isinstance(text, Message) else Message(text, values), self.language)

    def has(self, key: str) -> bool:
        """Whether a text exists for the key."""
        return key in catalogue(self.language)

    def number(self, value: int) -> str:
        """Format a whole number with the language's thousands separator."""
        return number_text(value, self.language)


@cache
def _thousands() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for the separators of all languages and for a number with separators."""
    signs = {" ", *(catalogue(code)["language.thousands"] for code in LANGUAGES)}
    sign = "[" + re.escape("".join(sorted(signs))) + "]"
    return re.compile(sign), re.compile(rf"\d{{1,3}}(?:{sign}\d{{3}})+")


def plain_number(text: str) -> str:
    """Remove the thousands separators of a number; return any other text unchanged."""
    sign, apart = _thousands()
    typed = text.strip()
    return sign.sub("", typed) if apart.fullmatch(typed) else text


def typed_number(text: str, low: int, high: int) -> int:
    """Parse a typed whole number, with or without the thousands separators of any language.

    Raises OptionError, which names the bounds, for any other text.
    """
    return whole_number(plain_number(text), low, high)


def ago(saved_at: str, now: datetime | None = None) -> Message:
    """Return the age of a time stamp: minutes, hours of the same day, or days of the calendar."""
    now = now if now is not None else datetime.now().astimezone()
    try:
        then = datetime.fromisoformat(saved_at).astimezone(now.tzinfo)
        minutes = int((now - then).total_seconds() / 60)
    except (ValueError, TypeError, OverflowError):
        return message("ago.now")
    if minutes < 1:
        return message("ago.now")
    if minutes < 60:
        return message("ago.minutes", count=minutes)
    days = (now.date() - then.date()).days
    return message("ago.days", count=days) if days else message("ago.hours", count=minutes // 60)
