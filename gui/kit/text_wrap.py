"""Line breaking and shortening of text to a width."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from gui.theme import MAX_DRAWN, Theme

# Our own texts have no longer word; a longer one comes from outside and may break anywhere.
LONGEST_WORD = 30
AHEAD = 24  # words looked at for a line; a text of a million is never cut into all of its words
ENDING_DOT = "\u00a0\u00b7 "  # between parts of a sentence; never at the start of a line


Measure = Callable[[str], int]  # the width of a text in pixels


def wrap(
    theme: Theme,
    text: str,
    size: float,
    width: int,
    bold: bool = False,
    maximum: int = 0,
    mono: bool = False,
) -> Sequence[str]:
    """Break a text into lines that fit a width in pixels; a newline breaks too.

    With `maximum`, at most that many lines, the last one shortened with an ellipsis.
    """
    measure = _measure(theme, size, bold, mono)
    if len(text) > MAX_DRAWN:  # too long for the cache
        return _wrapped(measure, text, width, maximum)
    key = ("lines", text, size, width, bold, maximum, mono)
    return theme.remember(key, lambda: tuple(_wrapped(measure, text, width, maximum)))


def _measure(theme: Theme, size: float, bold: bool, mono: bool) -> Measure:
    return lambda text: theme.width(text, size, bold, mono)


def _wrapped(measure: Measure, text: str, width: int, maximum: int) -> Sequence[str]:
    lines: list[str] = []
    for paragraph in text.replace(" \u00b7 ", ENDING_DOT).split("\n"):
        pieces = _pieces(measure, paragraph, width)
        words = list(islice(pieces, AHEAD))
        while words:
            if len(words) > 1 and not words[0]:  # no line begins with a space
                words = [*words[1:], *islice(pieces, 1)]
                continue
            count = _fitting_words(measure, words, width)
            while count == len(words) and (more := list(islice(pieces, AHEAD))):
                words += more
                count = _fitting_words(measure, words, width)
            lines.append(" ".join(words[:count]))
            words = [*words[count:], *islice(pieces, count)]
            if maximum and len(lines) > maximum:
                lines += words[:1]  # with which the last line is too long; the rest is not measured
                break
    if maximum and len(lines) >= maximum:  # the last one may be one wide word
        rest = " ".join(lines[maximum - 1 :])
        lines = [*lines[: maximum - 1], _shortened(measure, rest, width)]
    return lines


def _fitting_words(measure: Measure, words: Sequence[str], width: int) -> int:
    """Return the number of words that fit on a line, at least one; often all of them do."""
    if len(words) == 1 or measure(" ".join(words)) <= width:
        return len(words)
    return 1 + bisect_right(
        range(2, len(words)), width, key=lambda count: measure(" ".join(words[:count]))
    )


def _pieces(measure: Measure, paragraph: str, width: int) -> Iterator[str]:
    """Yield the words of a paragraph; split a word wider than the line, such as a path."""
    for word in paragraph.split(" "):
        while len(word) > LONGEST_WORD and measure(word) > width:
            fits = max(1, _fitting(measure, word, width))
            yield word[:fits]
            word = word[fits:]
        yield word


def _fitting(measure: Measure, text: str, width: int, ending: str = "") -> int:
    """Return the number of leading characters that fit into a width with an ending."""
    ends = range(1, min(len(text), MAX_DRAWN) + 1)
    return bisect_right(ends, width, key=lambda end: measure(text[:end] + ending))


def _shortened(measure: Measure, text: str, width: int) -> str:
    if len(text) <= MAX_DRAWN and measure(text) <= width:
        return text
    return text[: _fitting(measure, text, width, "…")].rstrip() + "…"


def shorten(
    theme: Theme, text: str, size: float, width: int, bold: bool = False, mono: bool = False
) -> str:
    """Return the text, cut with an ellipsis if it is wider than `width` pixels."""
    return _shortened(_measure(theme, size, bold, mono), text, width)


def shorten_name(
    theme: Theme, text: str, size: float, width: int, bold: bool = False, mono: bool = False
) -> str:
    """Return the text, cut if need be before the number at its end, by which names differ."""
    measure = _measure(theme, size, bold, mono)
    head = text.rstrip("0123456789.,\u00a0\u202f ")
    number = text[len(head) :]
    room = width - measure(number)
    if not number or not head or room < measure(head[:2] + "…"):
        return _shortened(measure, text, width)
    return _shortened(measure, head, room) + number


def shorten_start(theme: Theme, text: str, size: float, width: int) -> str:
    """Return the text with an ellipsis for its beginning if it is too wide: for paths."""
    return shorten(theme, text[::-1], size, width)[::-1]


def longest_word(
    theme: Theme, text: str, size: float, bold: bool = False, mono: bool = False
) -> int:
    """Return the width of the widest piece `wrap` never breaks; it keeps no-break spaces."""

    def measure() -> int:
        pieces = (word[-LONGEST_WORD:] for word in text.replace("\n", " ").split(" "))
        return max(theme.width(piece, size, bold, mono) for piece in pieces)

    return theme.remember(("longest", text, size, bold, mono), measure)


def two_lines(theme: Theme, text: str, size: float, bold: bool = False) -> int:
    """Return the least width at which a text without line breaks needs at most two lines."""

    def measure() -> int:
        words = text.split(" ")
        halves = ((words[:at], words[at:]) for at in range(1, len(words) + 1))
        return min(max(theme.width(" ".join(half), size, bold) for half in both) for both in halves)

    return theme.remember(("two lines", text, size, bold), measure)
