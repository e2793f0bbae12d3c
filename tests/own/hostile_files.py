"""Files that do what no bot should, each with the fault it ends in and the line of that.

`hostile.txt` holds those that are plain text, each after a line with its name, the kind of its
fault (`fine` for a legal move) and the line that is named.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

HEAD = re.compile(r"^=== (\w+) (\w+) (\d+|-)\n", re.M)
TABLE = Path(__file__).with_name("hostile.txt")


class Hostile(NamedTuple):
    """A file, the kind of its fault, `fine` for a legal move, and the line that is named."""

    name: str
    data: bytes
    kind: str
    line: int | None = None


def plain_ones() -> list[Hostile]:
    """Those of the table."""
    _, *parts = HEAD.split(TABLE.read_text(encoding="utf-8"))
    rows = zip(parts[::4], parts[1::4], parts[2::4], parts[3::4], strict=True)
    return [
        Hostile(name, text.rstrip("\n").encode() + b"\n", kind, None if line == "-" else int(line))
        for name, kind, line, text in rows
    ]


CHOOSE = b"\ndef choose(g, s, t): return 0\n"
ODD_ONES = [
    Hostile("empty", b"", "load"),
    Hostile("half_saved", b"def choose(game, state, think):\n    return game.mo", "error", 2),
    Hostile("cut_in_a_text", b'def choose(g, s, t):\n    return "ab', "load", 2),
    Hostile("null_byte", b"def choose(g, s, t):\n    return 0\0\n", "load"),
    Hostile("not_utf8", b"def choose(g, s, t):\n    return '\xff'\n", "load", 2),
    Hostile("deep_brackets", b"x = " + b"(" * 300 + b")" * 300 + CHOOSE, "load", 1),
    Hostile("many_minus", b"x = " + b"-" * 50_000 + b"1" + CHOOSE, "load"),
    Hostile("too_large", b"x = '" + b"a" * 1_000_100 + b"'" + CHOOSE, "load"),
]
EVERY = [*ODD_ONES, *plain_ones()]
