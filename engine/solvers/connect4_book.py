"""The opening book of Connect Four 7x6: exact scores of the positions up to 13 plies.

assets/books/make_connect4_book.py makes the file and describes the method. Layout: MAGIC, the
length of the header (4 bytes, little-endian), the header (JSON), then one section a ply. A section
holds 3 * block slots of `bits` bits, packed from the lowest bit on. The key of a position is
hashed to one slot in each third; the xor of the three plus `low` is the score. The file stores no
keys: a position outside the book gets a meaningless score, so `score` accepts only reachable
unfinished positions without an immediate win, of a ply in `plies`. The checksum file beside the
book covers all of it, header included, in the format of `sha256sum`.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.files import read_regular
from engine.messages import JouonsError, asset_folder

MAGIC = b"JOUONSC4"
LARGEST_BOOK = 2**26
LARGEST_CHECKSUM = 1000
_MASK = (1 << 64) - 1
_FIRST = 0x9E3779B97F4A7C15
_SECOND = 0xBF58476D1CE4E5B9
_THIRD = 0x94D049BB133111EB
Words = npt.NDArray[np.uint64]


class BookError(JouonsError):
    """The opening book is missing or damaged."""


def hashes(keys: Words, seed: int) -> tuple[Words, Words]:
    """Hash each key to two words; `Book.score` computes the same with plain integers."""
    one = (keys + np.uint64(seed * _FIRST & _MASK)) * np.uint64(_SECOND)
    one ^= one >> np.uint64(31)
    one *= np.uint64(_THIRD)
    one ^= one >> np.uint64(29)
    two = one * np.uint64(_FIRST)
    return one, two ^ two >> np.uint64(32)


def places(mixed: tuple[Words, Words], block: int) -> tuple[npt.NDArray[np.int64], ...]:
    """Return the three slots of each key, one array a third."""
    one, two = mixed
    half, size, low = np.uint64(32), np.uint64(block), np.uint64(0xFFFFFFFF)
    thirds = ((one & low) * size >> half, (one >> half) * size >> half, (two & low) * size >> half)
    return tuple(part.astype(np.int64) + third * block for third, part in enumerate(thirds))


class _Section(NamedTuple):
    salt: int
    block: int
    bits: int
    low: int
    start: int  # of the section, in bytes from the start of the file


class Book:
    """An opening book in memory; a lookup takes a microsecond.

    A score is the number of stones the winner still has in hand after winning, plus one, negative
    when the opponent wins, 0 for a draw.
    """

    def __init__(self, data: bytes) -> None:
        """Read the header of a file. Raises BookError, ValueError, KeyError or TypeError."""
        start = len(MAGIC) + 4
        length = int.from_bytes(data[len(MAGIC) : start], "little")
        if not data.startswith(MAGIC):
            raise BookError("connect4.book_damaged")
        header = json.loads(data[start : start + length])
        start += length
        self.columns = header["columns"]
        self.rows = header["rows"]
        self._data = data
        self._sections: dict[int, _Section] = {}
        for entry in header["sections"]:
            salt = entry["seed"] * _FIRST & _MASK
            section = _Section(salt, entry["block"], entry["bits"], entry["low"], start)
            self._sections[entry["ply"]] = section
            start += entry["bytes"]
        if start != len(data):
            raise BookError("connect4.book_damaged")
        self.plies = range(len(self._sections))

    def score(self, key: int, ply: int) -> int:
        """Return the score of a canonical key (mover's stones + all stones) at a ply."""
        salt, block, bits, low, start = self._sections[ply]
        one = (key + salt) * _SECOND & _MASK
        one = (one ^ one >> 31) * _THIRD & _MASK
        one ^= one >> 29
        two = one * _FIRST & _MASK
        two ^= two >> 32
        first = (one & 0xFFFFFFFF) * block >> 32
        second = ((one >> 32) * block >> 32) + block
        third = ((two & 0xFFFFFFFF) * block >> 32) + 2 * block
        data, total = self._data, 0
        for slot in (first, second, third):
            place = start + (slot * bits >> 3)
            total ^= int.from_bytes(data[place : place + 2], "little") >> (slot * bits & 7)
        return (total & (1 << bits) - 1) + low


def default_path() -> Path:
    """Return the path of the book among the assets."""
    return asset_folder() / "books" / "connect4.book"


def checksum_path(book: Path) -> Path:
    """Return the path of the checksum file of a book."""
    return book.with_name(book.name + ".sha256")


def checksum_line(book: Path, data: bytes) -> str:
    """Return the content of the checksum file, in the format of `sha256sum --check`."""
    return f"{hashlib.sha256(data).hexdigest()}  {book.name}\n"


@cache
def shared_book(path: Path) -> Book:
    """Return the book of a path, read and checked once in a process.

    Raises BookError as `load_book` does; a book that failed is read again at the next call.
    """
    return load_book(path)


def load_book(path: Path) -> Book:
    """Read and check a book. Raises BookError when it is missing or damaged."""
    try:
        data = read_regular(path, LARGEST_BOOK)
    except OSError as fault:
        raise BookError("connect4.book_missing") from fault
    try:
        digest = read_regular(checksum_path(path), LARGEST_CHECKSUM).split()[0]
        if hashlib.sha256(data).hexdigest().encode() == digest:
            return Book(data)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as fault:
        raise BookError("connect4.book_damaged") from fault
    raise BookError("connect4.book_damaged")
