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
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BufferedReader
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.files import open_regular, read_regular
from engine.messages import JouonsError, asset_folder

MAGIC = b"JOUONSC4"
LARGEST_BOOK = 2**26
LARGEST_CHECKSUM = 1000
COST_OF_LOOKUP = 2**18  # bytes that are read in the time of a lookup in the file
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
    size: int  # in bytes


class Book:
    """An opening book in its file; a lookup takes a few microseconds.

    A section is looked up in the file until that has cost as much as to read the section, which
    from then on lies in memory. The file is open only during a read. When it has changed since the
    last read, its checksum is compared again.

    A score is the number of stones the winner still has in hand after winning, plus one, negative
    when the opponent wins, 0 for a draw.
    """

    def __init__(self, path: Path, digest: bytes) -> None:
        """Check the file against its digest (hexadecimal) and read the header.

        Raises BookError when the file is missing or is not the one of the digest.
        """
        self._path = path
        self._digest = digest
        self._checked: tuple[int, int] | None = None  # length and time of the checked file
        self._asked: Counter[int] = Counter()  # lookups in the file, by ply
        self._kept: dict[int, bytes] = {}
        self._sections: dict[int, _Section] = {}
        with self._opened() as file:
            length = os.fstat(file.fileno()).st_size
            start = len(MAGIC) + 4
            opening = file.read(start)
            start += int.from_bytes(opening[len(MAGIC) :], "little")
            if not opening.startswith(MAGIC) or start > length:
                raise BookError("connect4.book_damaged")
            header = json.loads(file.read(start - len(opening)))
        self.columns = header["columns"]
        self.rows = header["rows"]
        for entry in header["sections"]:
            self._sections[entry["ply"]] = _Section(
                entry["seed"] * _FIRST & _MASK,
                entry["block"],
                entry["bits"],
                entry["low"],
                start,
                entry["bytes"],
            )
            start += entry["bytes"]
        if start != length:
            raise BookError("connect4.book_damaged")
        self.plies = range(len(self._sections))

    def score(self, key: int, ply: int) -> int:
        """Return the score of a canonical key (mover's stones + all stones) at a ply.

        Raises BookError when the file has gone or changed since it was opened.
        """
        salt, block, bits, low, _, _ = self._sections[ply]
        one = (key + salt) * _SECOND & _MASK
        one = (one ^ one >> 31) * _THIRD & _MASK
        one ^= one >> 29
        two = one * _FIRST & _MASK
        two ^= two >> 32
        data = self._kept.get(ply)
        first = ((one & 0xFFFFFFFF) * block >> 32) * bits
        second = (((one >> 32) * block >> 32) + block) * bits
        third = (((two & 0xFFFFFFFF) * block >> 32) + 2 * block) * bits
        if data is None:
            total = self._read(ply, (first, second, third))
        else:
            total = int.from_bytes(data[first >> 3 : (first >> 3) + 2], "little") >> (first & 7)
            total ^= int.from_bytes(data[second >> 3 : (second >> 3) + 2], "little") >> (second & 7)
            total ^= int.from_bytes(data[third >> 3 : (third >> 3) + 2], "little") >> (third & 7)
        return (total & (1 << bits) - 1) + low

    def _read(self, ply: int, places: tuple[int, int, int]) -> int:
        """Return the xor of the slots at three places, in bits from the start of the section."""
        section, total = self._sections[ply], 0
        self._asked[ply] += 1
        with self._opened() as file:
            if self._asked[ply] * COST_OF_LOOKUP >= section.size:
                self._kept[ply] = self._part(file, section.start, section.size)
            for place in places:
                byte = place >> 3
                pair = self._part(file, section.start + byte, min(2, section.size - byte))
                total ^= int.from_bytes(pair, "little") >> (place & 7)
        return total

    @staticmethod
    def _part(file: BufferedReader, start: int, size: int) -> bytes:
        file.seek(start)
        part = file.read(size)
        if len(part) != size:
            raise BookError("connect4.book_damaged")
        return part

    @contextmanager
    def _opened(self) -> Iterator[BufferedReader]:
        """Open the file at its start; faults are BookErrors."""
        try:
            with open_regular(self._path, LARGEST_BOOK) as file:
                kind = os.fstat(file.fileno())
                stamp = kind.st_size, kind.st_mtime_ns
                if stamp != self._checked:
                    if hashlib.file_digest(file, "sha256").hexdigest().encode() != self._digest:
                        raise BookError("connect4.book_damaged")
                    file.seek(0)
                    self._checked = stamp
                yield file
        except OSError as fault:
            raise BookError("connect4.book_missing") from fault


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
    """Return the book of a path, opened and checked once in a process.

    Raises BookError as `load_book` does; a book that failed is opened again at the next call.
    """
    return load_book(path)


def load_book(path: Path) -> Book:
    """Open and check a book. Raises BookError when it is missing or damaged."""
    try:
        digest = b"".join(read_regular(checksum_path(path), LARGEST_CHECKSUM).split()[:1])
    except OSError:
        digest = b""  # of no file
    try:
        return Book(path, digest)
    except (ValueError, KeyError, TypeError) as fault:
        raise BookError("connect4.book_damaged") from fault
