"""Notation of turns: R U' F2 and rotations x y z, tolerant of missing spaces and all primes."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.protocols import MoveError

FACES = "URFDLB"
ROTATIONS = "xyz"
TURNING = FACES + ROTATIONS
PRIMES = "'’′`´ʹ‘"
MAX_TURNS = 1000
TOKEN = re.compile(rf"\s*([URFDLBxyzXYZ])(?:(2)[{PRIMES}]?|[{PRIMES}](2)?)?")


class Turn(NamedTuple):
    """A face or rotation letter and the number of quarter turns clockwise: 1, 2 or 3."""

    name: str
    quarters: int

    @property
    def text(self) -> str:
        """The usual notation."""
        return self.name + ("", "", "2", "'")[self.quarters]

    @property
    def signed(self) -> int:
        """The signed number of quarter turns clockwise: 1, 2 or -1."""
        return self.quarters if self.quarters < 3 else -1

    @property
    def inverse(self) -> Turn:
        """The turn that takes this one back."""
        return Turn(self.name, 4 - self.quarters)


def parse_turns(text: str) -> list[Turn]:
    """Parse a sequence; spaces may be missing. Raises MoveError for the first faulty token.

    A lower-case rotation letter may be written upper case; faces are upper case.
    """
    turns: list[Turn] = []
    place = 0
    text = text.rstrip()
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            faulty = (
                text[place:].split()[0][:12] if text[place:].split() else text[place : place + 1]
            )
            raise MoveError("cube.token", token=faulty, place=len(turns) + 1)
        letter = token.group(1)
        name = letter.lower() if letter.lower() in ROTATIONS else letter
        mark = token.group(0).strip()[1:]
        quarters = 2 if "2" in mark else 3 if mark else 1
        turns.append(Turn(name, quarters))
        place = token.end()
        if len(turns) > MAX_TURNS:
            raise MoveError("cube.too_long", most=MAX_TURNS)
    return turns
