"""Text that has to fit: broken into lines, or shortened."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from gui.theme import MOST_DRAWN, Theme

# Our own texts have no longer word. What is longer comes from outside and is broken anywhere.
LONGEST_WORD = 30


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
    if len(words) > MOST_DRAWN:  # from outside; too long to be kept
        return _wrapped(theme, words, size, width, bold, most, mono)
    return theme.remember(
        ("wrap", words, size, width, bold, most, mono),
        lambda: tuple(_wrapped(theme, words, size, width, bold, most, mono)),
    )


def _wrapped(
    theme: Theme, words: str, size: float, width: int, bold: bool, most: int, mono: bool
) -> Sequence[str]:
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in _pieces(theme, paragraph, size, width, bold, mono):
            longer = f"{line} {word}" if line else word
            if not line or theme.width(longer, size, bold, mono) <= width:
                line = longer
                continue
            lines.append(line)
            line = word
            if most and len(lines) > most:
                break  # the rest of it is not shown: it need not be measured
        lines.append(line)
    if most and len(lines) > most:
        rest = " ".join(lines[most - 1 :])
        lines = [*lines[: most - 1], shorten(theme, rest, size, width, bold, mono)]
    return lines


def _pieces(
    theme: Theme, paragraph: str, size: float, width: int, bold: bool, mono: bool
) -> Iterator[str]:
    """The words of a paragraph; a path or the like, wider than the line, in parts that fit."""
    for word in paragraph.split(" "):
        while len(word) > LONGEST_WORD and theme.width(word, size, bold, mono) > width:
            fits = max(1, _fitting(theme, word, size, width, bold, mono))
            yield word[:fits]
            word = word[fits:]
        yield word


def _fitting(theme: Theme, words: str, size: float, width: int, bold: bool, mono: bool) -> int:
    """How many characters from the start fit into a width."""
    ends = range(1, min(len(words), MOST_DRAWN) + 1)
    return bisect_right(ends, width, key=lambda end: theme.width(words[:end], size, bold, mono))


def shorten(
    theme: Theme, words: str, size: float, width: int, bold: bool = False, mono: bool = False
) -> str:
    """The text, cut with an ellipsis if it is wider than `width` pixels."""
    if len(words) <= MOST_DRAWN and theme.width(words, size, bold, mono) <= width:
        return words
    ends = range(1, min(len(words), MOST_DRAWN))
    fits = bisect_right(
        ends, width, key=lambda end: theme.width(words[:end] + "…", size, bold, mono)
    )
    return words[:fits].rstrip() + "…"


def shorten_middle(theme: Theme, words: str, size: float, width: int) -> str:
    """The text, its middle replaced by an ellipsis if it is too wide: for paths, whose ends count.

    Two thirds of what stays are of the end, where the name is.
    """
    if len(words) <= MOST_DRAWN and theme.width(words, size) <= width:
        return words

    def cut(kept: int) -> str:
        head = kept // 3
        return words[:head] + "…" + words[len(words) - (kept - head) :]

    most = min(len(words), MOST_DRAWN)
    return cut(bisect_right(range(1, most), width, key=lambda kept: theme.width(cut(kept), size)))


def two_line_width(theme: Theme, words: str, size: float, bold: bool = False) -> int:
    """The least width in which a text fits on two lines, or on one if it is one word."""
    return theme.remember(
        ("two lines", words, size, bold), lambda: _two_line_width(theme, words, size, bold)
    )


def _two_line_width(theme: Theme, words: str, size: float, bold: bool) -> int:
    parts = words.split(" ")
    whole = theme.width(words, size, bold)
    halves = (
        max(
            theme.width(" ".join(parts[:cut]), size, bold),
            theme.width(" ".join(parts[cut:]), size, bold),
        )
        for cut in range(1, len(parts))
    )
    return min(halves, default=whole)


def longest_word(
    theme: Theme, words: str, size: float, bold: bool = False, mono: bool = False
) -> int:
    """The width of the widest piece that `wrap` never breaks; a hard space is no place to break."""

    def measure() -> int:
        pieces = (word[-LONGEST_WORD:] for word in words.replace("\n", " ").split(" "))
        return max(theme.width(piece, size, bold, mono) for piece in pieces)

    return theme.remember(("longest", words, size, bold, mono), measure)
