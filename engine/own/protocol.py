"""Frames between Jouons and the process of a person's file: tuples of plain values.

A frame has a mark and its length before the tuple, in the form of `marshal`, which makes no objects
of classes: what the process sends cannot run anything here. Positions and rules go to the process
pickled, inside of a frame. The first value of a frame is its name, the second the number of the
question it belongs to.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from struct import Struct
from types import UnionType
from typing import Any, get_args, get_origin

HIDDEN_COMMAND = "own-process"
LOAD_SECONDS = 20.0
HURRY_SECONDS = 0.5  # from the request to the end of the process
BOT_MEMORY = 2_000_000_000  # bytes of data
RULES_MEMORY = 4_000_000_000  # of a process that enumerates positions
PRINTED = 65_536  # the most characters of output kept of one decision
MOST_NOTES = 10_000  # of one decision
LONGEST_NOTE = 2_000  # characters
LARGEST_MEMORY = 1_000_000  # characters of JSON
PIECE = 65_536  # bytes read at once
MARK = b"jou1"
HEADER = Struct("<4sI")
LARGEST_FRAME = 64_000_000  # bytes
MOST_PARTS = 200_000  # values of a frame, those within others included
PLAIN_FORM = 2  # the version of `marshal` in which only names refer to others
COUNT = Struct("<i")
WIDTHS = {b"N": 0, b"T": 0, b"F": 0, b"0": 0, b"{": 0, b"i": 4, b"R": 4, b"g": 8}  # by code
Frame = tuple[Any, ...]


class BrokenFrame(Exception):  # noqa: N818 - a state of the other process
    """The other process has ended, or sent something else than a frame."""


Line = tuple[int, ...]
Trace = tuple[tuple[str, int, str, str], ...]  # file, line, function, source line of each call
Scores = tuple[tuple[int, float], ...]  # by move
# A position to show: game, options, text, and by moves the person's number beside the exact one.
Example = tuple[str, dict[str, str], str, dict[str, tuple[float, float]]]
# The values after name and number of each frame that the process sends: it may send anything.
SHAPES: dict[str, tuple[Any, ...]] = {
    "ready": (),
    "worker": (int,),
    "answer": (int, Scores | None, bool, str | None),
    "solution": (Line, str | None),
    "heard": (str | None,),
    "note": (str, Scores | None, Line),
    "print": (str,),
    "positions": (bytes,) * 9,
    "enumerated": (int,),
    "checked": (str, dict[str, str | int | float], Example | None),
    "where": (Trace,),
    "fault": (str, str, dict[str, str], int, str, Trace),
}


def check_shape(frame: Frame) -> None:
    """Raise BrokenFrame for a frame that the process of a file does not send by itself."""
    shape = SHAPES.get(frame[0]) if type(frame[0]) is str else None
    values = frame[2:]
    if shape is None or len(values) != len(shape) or not all(map(_is_of, shape, values)):
        raise BrokenFrame
    for kind, scores in zip(shape, values, strict=True):
        if kind == Scores | None and not all(0 <= score <= 1 for _, score in scores or ()):
            raise BrokenFrame


def _is_of(kind: Any, value: Any) -> bool:
    """Return whether a value and all its parts are of exactly these types."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return any(_is_of(each, value) for each in parts)
    if type(value) is not (origin or kind):
        return False
    if origin is dict:
        return all(_is_of(parts[0], key) and _is_of(parts[1], value[key]) for key in value)
    if origin is tuple:
        expected = (parts[0],) * len(value) if parts[-1] is ... else parts
        return len(expected) == len(value) and all(map(_is_of, expected, value))
    return True


def writable(text: str) -> str:
    """Return a text that any file can hold: lone halves of characters become `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


def packed(frame: Frame) -> bytes:
    """Return the bytes of a frame."""
    data = marshal.dumps(frame, PLAIN_FORM)
    return HEADER.pack(MARK, len(data)) + data


def promises_no_more(data: bytes) -> bool:
    """Return whether marshalled data has the values that it says.

    `marshal` makes room for as many values as a count promises, however few follow.
    """
    at, parts = 0, 0
    while at < len(data):
        code, at = data[at : at + 1], at + 1
        if code in WIDTHS:
            at += WIDTHS[code]
        elif code in (b"s", b"u", b"t", b"l", b"(", b"[") and at + COUNT.size <= len(data):
            count = int(COUNT.unpack_from(data, at)[0])
            count = 2 * abs(count) if code == b"l" else count
            if not 0 <= count <= len(data) - at:
                return False
            at += COUNT.size + (0 if code in (b"(", b"[") else count)
            parts += count if code in (b"(", b"[") else 0
        else:
            return False
        if parts > MOST_PARTS:
            return False
    return at == len(data)


class FrameReader:
    """Takes frames out of the pieces that `read` returns; b"" is the end."""

    def __init__(self, read: Callable[[], bytes]) -> None:
        self._read = read
        self._rest = bytearray()

    def waiting(self) -> Frame | None:
        """Return a frame that is already there, else None. Raises BrokenFrame for anything else."""
        rest = self._rest
        if len(rest) < HEADER.size:
            return None
        mark, length = HEADER.unpack_from(rest)
        if mark != MARK or length > LARGEST_FRAME:
            raise BrokenFrame
        if len(rest) < HEADER.size + length:
            return None
        data = bytes(rest[HEADER.size : HEADER.size + length])
        if not promises_no_more(data):
            raise BrokenFrame
        try:
            frame = marshal.loads(data)
        except (ValueError, EOFError, TypeError):
            raise BrokenFrame from None
        del rest[: HEADER.size + length]
        if not isinstance(frame, tuple) or len(frame) < 2:
            raise BrokenFrame
        return frame

    def fill(self) -> None:
        """Read a piece; raises BrokenFrame at the end."""
        piece = self._read()
        if not piece:
            raise BrokenFrame
        self._rest += piece

    def next(self) -> Frame:
        """Return the next frame, waiting for it. Raises BrokenFrame at the end."""
        while (frame := self.waiting()) is None:
            self.fill()
        return frame
