"""Plural categories as Unicode's CLDR writes them, for whole numbers.

The rules of a language are in assets/locale/LANGUAGE/language.json, one text a category:
`"plural.one": "n = 1"`, `"plural.few": "n % 10 = 2..4 and n % 100 != 12..14"`. A number that no
rule matches is `other`. The syntax is that of unicode.org/reports/tr35/tr35-numbers.html, "Plural
rules syntax".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

CATEGORIES = ("zero", "one", "two", "few", "many")
OTHER = "other"

Rule = Callable[[int], bool]
# A whole number has no digits after the point (v w f t) and is written without exponent (c e).
_OPERANDS = {"n": 1, "i": 1, **dict.fromkeys("vwftce", 0)}
_RELATION = re.compile(r"([nivwftce])(?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


def rule(text: str) -> Rule:
    """Parse a rule: the result says whether a whole number >= 0 belongs to the category.

    Raises ValueError where the text is no rule.
    """
    choices = [[_relation(part) for part in one.split(" and ")] for one in text.split(" or ")]
    return lambda number: any(all(holds(number) for holds in choice) for choice in choices)


def _relation(text: str) -> Rule:
    """Parse one comparison: operand, modulus, = or !=, numbers and ranges."""
    match = _RELATION.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"no plural rule: {text!r}")
    factor, modulus, equal = _OPERANDS[match[1]], int(match[2] or 0), match[3] == "="
    ranges = []
    for part in match[4].split(","):
        low, _, high = part.partition("..")
        ranges.append(range(int(low), int(high or low) + 1))

    def holds(number: int) -> bool:
        value = number * factor % modulus if modulus else number * factor
        return any(value in one for one in ranges) == equal

    return holds


def category(rules: Mapping[str, Rule], number: int) -> str:
    """Return the category of a number, `other` where no rule matches."""
    return next((name for name, holds in rules.items() if holds(abs(number))), OTHER)
