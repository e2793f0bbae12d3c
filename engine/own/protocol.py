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
from typing import Any

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
Frame = tuple[Any, ...]


class BrokenFrame(Exception):  # noqa: N818 - a state of the other process
    """The other process has ended, or sent something else than a frame."""


def _is_line(value: Any) -> bool:
    return type(value) is tuple and all(type(each) is int for each in value)


def _is_trace(value: Any) -> bool:
    return type(value) is tuple and all(
        type(call) is tuple and [*map(type, call)] == [str, int, str, str] for call in value
    )


def _is_scores(value: Any) -> bool:
    return value is None or (
        type(value) is tuple
        and all(type(pair) is tuple and [*map(type, pair)] == [int, float] for pair in value)
        and all(0 <= score <= 1 for _, score in value)
    )


def _is_values(value: Any) -> bool:
    return type(value) is dict and {type(each) for each in (*value, *value.values())} <= {str}


def _is(*kinds: type) -> Callable[[Any], bool]:
    return lambda value: type(value) in kinds


def _is_numbers(value: Any) -> bool:
    """Return whether these are the values of a sentence: texts and numbers by name."""
    return type(value) is dict and all(
        type(name) is str and type(each) in (str, int, float) for name, each in value.items()
    )


def _is_example(value: Any) -> bool:
    """Return whether this is a position to show: game, options, position, pairs of numbers."""
    if type(value) is not tuple or len(value) != 4:
        return value is None
    game, options, position, pairs = value
    return (
        type(game) is type(position) is str
        and _is_values(options)
        and type(pairs) is dict
        and {type(name) for name in pairs} <= {str}
        and all(
            type(pair) is tuple and [*map(type, pair)] == [float, float] for pair in pairs.values()
        )
    )


_is_memory = _is(str, type(None))
# The values after name and number of each frame that the process sends: it may send anything.
SHAPES: dict[str, tuple[Callable[[Any], bool], ...]] = {
    "ready": (),
    "worker": (_is(int),),
    "answer": (_is(int), _is_scores, _is(bool), _is_memory),
    "solution": (_is_line, _is_memory),
    "heard": (_is_memory,),
    "note": (_is(str), _is_scores, _is_line),
    "print": (_is(str),),
    "positions": (_is(bytes),) * 9,
    "enumerated": (_is(int),),
    "checked": (_is(str), _is_numbers, _is_example),
    "where": (_is_trace,),
    "fault": (_is(str), _is(str), _is_values, _is(int), _is(str), _is_trace),
}


def check_shape(frame: Frame) -> None:
    """Raise BrokenFrame for a frame that the process of a file does not send by itself."""
    shape = SHAPES.get(frame[0]) if type(frame[0]) is str else None
    values = frame[2:]
    if shape is None or len(values) != len(shape):
        raise BrokenFrame
    if not all(holds(value) for holds, value in zip(shape, values, strict=True)):
        raise BrokenFrame


def writable(text: str) -> str:
    """Return a text that any file can hold: lone halves of characters become `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


def packed(frame: Frame) -> bytes:
    """Return the bytes of a frame."""
    data = marshal.dumps(frame)
    return HEADER.pack(MARK, len(data)) + data


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
        try:
            frame = marshal.loads(bytes(rest[HEADER.size : HEADER.size + length]))
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
