"""Sanitising of untrusted text: from files, the clipboard, input fields and names."""

from __future__ import annotations

import re
import unicodedata

REPLACEMENT = "\ufffd"
# Lone surrogates: Python represents undecodable bytes by them, and they cannot be encoded.
_HALVES = re.compile("[\ud800-\udfff]+")
_BREAKS = re.compile("\r\n?|[\u0085\u2028\u2029]")
# Control characters except line break and tab, and marks that change the direction of the following
# text: they would make a text look like another.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+"
)
_UNSEEN = frozenset({"Mn", "Me", "Cc", "Cf", "Cs", "Zl", "Zp"})


def clean(text: str | bytes, maximum: int) -> str:
    """Return one line of at most `maximum` characters that can be shown, stored and written.

    Bytes are decoded as UTF-8 with replacement. Line breaks and tabs become spaces; a text without
    visible characters becomes empty.
    """
    if isinstance(text, str) and len(text) <= maximum and text.isascii() and text.isprintable():
        return text
    line = clean_lines(text, maximum).replace("\n", " ").replace("\t", " ")
    return line if shows(line) else ""


def clean_lines(text: str | bytes, maximum: int) -> str:
    """Return the text sanitised as by `clean`, but with its line breaks and tabs."""
    words = text[:maximum]
    if isinstance(words, bytes):
        words = words.decode("utf-8", "replace")
    words = _HALVES.sub(REPLACEMENT, words)
    return _CONTROLS.sub("", _BREAKS.sub("\n", words))


def shows(text: str) -> bool:
    """Return whether the text has any visible character."""
    return any(unicodedata.category(character) not in _UNSEEN for character in text)
