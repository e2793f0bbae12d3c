"""Options of a game or player: accepted values and their check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.messages import excerpt
from engine.protocols import OptionError

LARGEST_SEED = 2**63 - 1  # the limit of an SQLite integer
LARGEST_COUNT = 10**9


class OptionKind(Enum):
    """The kind of value of an option."""

    CHOICE = "choice"
    BOOL = "bool"
    RANGE = "range"  # one whole number
    NUMBERS = "numbers"  # whole numbers separated by commas


@dataclass(frozen=True)
class Option:
    """A setting of a game or the number of a player, as text; low and high bound its numbers."""

    name: str
    default: str
    kind: OptionKind
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    maximum: int = 1  # how many numbers

    def check(self, text: str) -> str:
        """Return the text in normal form; raises OptionError, which names the accepted values."""
        words = text.strip()
        if self.kind in (OptionKind.CHOICE, OptionKind.BOOL):
            if words in self.choices:
                return words
            raise OptionError(
                "option.value",
                name=self.name,
                text=excerpt(words),
                accepted=", ".join(self.choices),
            )
        parts = [part.strip() for part in words.split(",")]
        if len(parts) <= self.maximum and all(
            is_number(part) and self.low <= int(part) <= self.high for part in parts
        ):
            return ",".join(str(int(part)) for part in parts)
        bounds = {"low": self.low, "high": self.high, "most": self.maximum}
        key = "option.range" if self.kind is OptionKind.RANGE else "option.numbers"
        raise OptionError(key, name=self.name, text=excerpt(words), **bounds)


def whole_number(text: str, low: int, high: int) -> int:
    """Parse a whole number; raises OptionError, which names the bounds."""
    digits = text.strip().lstrip("0") or text.strip()[-1:]
    # A text of a million digits is never converted.
    if digits.isascii() and digits.isdigit() and len(digits) <= len(str(high)):
        number = int(digits)
        if low <= number <= high:
            return number
    raise OptionError("option.whole", text=excerpt(text), low=low, high=high)


def is_number(text: str) -> bool:
    """Return whether the text is a whole number of at most twelve digits."""
    return text.isascii() and text.isdigit() and len(text) <= 12


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the numbers of a checked list."""
    return tuple(int(part) for part in text.split(","))
