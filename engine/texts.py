"""Text from outside, made safe: what a file, the clipboard, a field or a name may bring along."""

from __future__ import annotations

import re
import unicodedata

REPLACEMENT = "\ufffd"
# Halves of characters: Python keeps what it could not decode as such; nothing can write them.
_HALVES = re.compile("[\ud800-\udfff]+")
_BREAKS = re.compile("\r\n?|[\u0085\u2028\u2029]")
# Control characters but for the line break and the tab, and the marks that turn the direction of
# what follows: they would make a text look like another.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+"
)
_UNSEEN = frozenset({"Mn", "Me", "Cc", "Cf", "Cs", "Zl", "Zp"})


def clean(text: str | bytes, maximum: int) -> str:
    """One line of at most `maximum` characters that can be shown, kept and written anywhere.

    Bytes are UTF-8, read with replacement. Line breaks and tabs become spaces; a text in which
    nothing can be seen is empty.
    """
    if isinstance(text, str) and len(text) <= maximum and text.isascii() and text.isprintable():
        return text
    line = clean_lines(text, maximum).replace("\n", " ").replace("\t", " ")
    return line if shows(line) else ""


def clean_lines(text: str | bytes, maximum: int) -> str:
    """The same for a text that may have several lines; its line breaks and tabs stay."""
    words = text[:maximum]
    if isinstance(words, bytes):
        words = words.decode("utf-8", "replace")
    words = _HALVES.sub(REPLACEMENT, words)
    return _CONTROLS.sub("", _BREAKS.sub("\n", words))


def shows(text: str) -> bool:
    """Whether there is anything in it but marks that have no width of their own."""
    return any(unicodedata.category(character) not in _UNSEEN for character in text)
