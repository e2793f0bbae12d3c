"""Text that has to fit: broken into lines, or shortened."""

from __future__ import annotations

from collections.abc import Sequence

from gui.theme import Theme


def wrap(
    theme: Theme,
    words: str,
    size: float,
    width: int,
    bold: bool = False,
    most: int = 0,
    mono: bool = False,
) -> Sequence[str]:
    """Break a text into lines that fit a width in pixels; a newline breaks too.

    With `most`, at most that many lines, the last one shortened with an ellipsis.
    """
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if not line or theme.width(longer, size, bold, mono) <= width:
                line = longer
            else:
                lines.append(line)
                line = word
        lines.append(line)
    if most and len(lines) > most:
        rest = " ".join(lines[most - 1 :])
        lines = [*lines[: most - 1], shorten(theme, rest, size, width, bold, mono)]
    return lines


def shorten(
    theme: Theme, words: str, size: float, width: int, bold: bool = False, mono: bool = False
) -> str:
    """The text, cut with an ellipsis if it is wider than `width` pixels."""
    if theme.width(words, size, bold, mono) <= width:
        return words
    while words and theme.width(words + "…", size, bold, mono) > width:
        words = words[:-1]
    return words.rstrip() + "…"
