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

from engine.files import read_regular
from engine.messages import JouonsError, asset_folder

MAGIC = b"JOUONSC4"
LARGEST_BOOK = 2**26
LARGEST_CHECKSUM = 1000
MASK = (1 << 64) - 1
FIRST = 0x9E3779B97F4A7C15
SECOND = 0xBF58476D1CE4E5B9
THIRD = 0x94D049BB133111EB


class BookError(JouonsError):
    """The opening book is missing or damaged."""


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
        self._data = data
        self._sections: dict[int, _Section] = {}
        for entry in header["sections"]:
            salt = entry["seed"] * FIRST & MASK
            section = _Section(salt, entry["block"], entry["bits"], entry["low"], start)
            self._sections[entry["ply"]] = section
            start += entry["bytes"]
        if start != len(data):
            raise BookError("connect4.book_damaged")
        self.plies = range(len(self._sections))

    def score(self, key: int, ply: int) -> int:
        """Return the score of a canonical key (mover's stones + all stones) at a ply."""
        salt, block, bits, low, start = self._sections[ply]
        one = (key + salt) * SECOND & MASK
        one = (one ^ one >> 31) * THIRD & MASK
        one ^= one >> 29
        two = one * FIRST & MASK
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


# A book is read and checked once in a process; one that failed is read again at the next call.
shared_book = cache(load_book)
