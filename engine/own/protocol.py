"""Frames between Jouons and the process of a person's file: tuples of plain values.

A frame has a mark and its length before its content. Questions go to the process as `marshal` packs
them, positions and rules inside of them pickled. What comes back is JSON, which makes no objects of
classes, and of a known shape: the process may send anything. The first value of a frame is its
name, the second the number of the question it belongs to; an answer has the name of its question.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from struct import Struct
from typing import Any

from engine.files import fits

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
MOST_PARTS = LARGEST_MEMORY + 200_000  # signs that part values of JSON; texts may hold them too
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
    "load": (int,),
    "game": (),
    "choose": (int, Scores | None, bool, str | None),
    "solve": (Line, str | None),
    "finished": (str | None,),
    "check": (str, dict[str, str | int | float], Example | None),
    "enumerate": (int,),
    "note": (str, Scores | None, Line),
    "print": (str,),
    "positions": (str,) * 9,
    "where": (Trace,),
    "fault": (str, str, dict[str, str], int, str, Trace),
}


def check_shape(frame: Frame) -> None:
    """Raise BrokenFrame for a frame that the process of a file does not send by itself."""
    shape = SHAPES.get(frame[0]) if type(frame[0]) is str else None
    values = frame[2:]
    if shape is None or len(values) != len(shape) or not all(map(fits, shape, values)):
        raise BrokenFrame
    for kind, scores in zip(shape, values, strict=True):
        if kind == Scores | None and not all(0 <= score <= 1 for _, score in scores or ()):
            raise BrokenFrame


def writable(text: str) -> str:
    """Return a text that any file can hold: lone halves of characters become `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


def packed(data: bytes) -> bytes:
    """Return the bytes of a frame with this content."""
    return HEADER.pack(MARK, len(data)) + data


def read_answer(data: bytes) -> Frame:
    """Read the content of a frame from the process; raises ValueError for too many values."""
    if sum(map(data.count, (b",", b"[", b"{"))) > MOST_PARTS:
        raise ValueError
    frame: Frame = _tuples(json.loads(data.decode()))
    return frame


def _tuples(value: Any) -> Any:
    """Return a value of JSON with its lists as the tuples that they were."""
    if isinstance(value, dict):
        return {name: _tuples(each) for name, each in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


class FrameReader:
    """Takes frames out of the pieces that `read` returns; b"" is the end.

    `loads` reads the content of a frame, and raises ValueError and the like for a wrong one.
    """

    def __init__(self, read: Callable[[], bytes], loads: Callable[[bytes], Any]) -> None:
        self._read, self._loads = read, loads
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
            frame = self._loads(bytes(rest[HEADER.size : HEADER.size + length]))
        except (ValueError, EOFError, TypeError, RecursionError):
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
