"""Sentences as data: a key and its values, rendered in a language for display.

The engine makes messages, the command line renders them in the language of `--lang` and the window
in the chosen one. The texts are in assets/locale/LANGUAGE/*.json, flat {"key": "text"} files that
are merged; a text uses str.format fields, and `{name:capital}` for a field at the start of a
sentence.

language.json has the language's name, its number format and its plural rules: a key may have
variants KEY.one, KEY.few and so on, one for each plural category, selected by the value `count`. A
text for one number alone, such as `KEY.=0` or `KEY.=1`, takes precedence: where a category includes
more numbers than 1, only such a text may say "none", "at once" or "the only one". The rules are
those of Unicode's CLDR for whole numbers, one text a category, such as `"plural.few": "n % 10 =
2..4 and n % 100 != 12..14"`; a number that no rule matches is `other` (the syntax:
unicode.org/reports/tr35/tr35-numbers.html).
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from pathlib import Path
from string import Formatter
from typing import Any

from engine.intervals import percent

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


LANGUAGES = ("en", "fr", "de")
FIRST_LANGUAGE = LANGUAGES[0]  # whose texts stand in for those that another one lacks
SHOWN_FILES = 3  # the most missing or damaged files that a sentence lists
LONGEST_VALUE = 600  # characters of a text within a sentence
CAPITAL = "capital"  # the format of a field at the start of a sentence
# A file's name, a person's sentence, a move's text: no sentence changes them.
AS_WRITTEN = ("own.player", "own.sentence", "note.move")


def asset_folder() -> Path:
    """Return the folder of assets, in the sources or in the packaged program."""
    bundle = getattr(sys, "_MEIPASS", None)
    root = Path(bundle) if bundle else Path(__file__).resolve().parent.parent
    return root / "assets"


def locale_folder() -> Path:
    """Return the folder of texts, which has one folder for each language."""
    return asset_folder() / "locale"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence not yet rendered in a language; values may contain other messages."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return render(self)


def message(key: str, /, **values: Any) -> Message:
    """Make a Message from a key and values."""
    return Message(key, values)


def message_data(text: Message) -> dict[str, Any]:
    """Return a message as data for JSON: its values are plain, or messages."""
    values = {
        name: message_data(value) if isinstance(value, Message) else value
        for name, value in text.values.items()
    }
    return {"key": text.key, "values": values}


def message_from(data: Any) -> Message:
    """Read the data of `message_data`; raises ValueError for anything else."""
    match data:
        case {"key": str(key), "values": dict(values)}:
            return Message(key, {name: _value_from(value) for name, value in values.items()})
    raise ValueError


def _value_from(value: Any) -> Any:
    """Return a value of a message; a list of JSON was a tuple."""
    if isinstance(value, list):
        return tuple(map(_value_from, value))
    return message_from(value) if isinstance(value, dict) else value


def excerpt(text: str, length: int = 40) -> str:
    """Return a text as a message quotes it: what is longer than `length` characters ends with …"""
    return text if len(text) <= length else f"{text[: length - 1]}…"


class JouonsError(Exception):
    """A fault that a user can cause: its message is one clear sentence, without a traceback."""

    def __init__(self, key: str, /, **values: Any) -> None:
        self.message = Message(key, values)
        super().__init__(key)

    def __str__(self) -> str:
        return render(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.message.key, **self.message.values), ()


# The space that some languages use before two-part and percent signs and inside quotation marks.
HELD_SPACE = re.compile(r" (?=[:;!?»%])|(?<=«) ")


class TextsError(Exception):
    """The English texts cannot be read, so no sentence can be rendered; its own text is English."""


@cache
def _fields(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    """Parse a template into (literal text, field name, format); cached, since parsing is slow."""
    return tuple((before, name, spec) for before, name, spec, _ in Formatter().parse(template))


@cache
def _read_texts(folder: Path) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Read the texts of a language's folder; return them and the names of damaged files.

    Every language has the same files. A text that cannot be filled in is left out.
    """
    texts: dict[str, str] = {}
    damaged = []
    english = (
        {} if folder.name == FIRST_LANGUAGE else _read_texts(folder.with_name(FIRST_LANGUAGE))[0]
    )
    for name in sorted({file.name for file in folder.parent.glob("*/*.json")}):
        try:
            read = json.loads((folder / name).read_text(encoding="utf-8"))
            strings = {str(key): text for key, text in read.items() if isinstance(text, str)}
        except (OSError, ValueError, AttributeError, RecursionError):
            damaged.append(f"{folder.name}/{name}")
            continue
        sound = {key: text for key, text in strings.items() if _is_sound(key, text, english)}
        texts.update(sound)
        if len(sound) < len(strings):
            damaged.append(f"{folder.name}/{name}")
    return texts, tuple(damaged)


def _is_sound(key: str, text: str, english: Mapping[str, str]) -> bool:
    """Return whether a text can be filled in: its fields are valid, and those of the English one.

    A variant for a number may have the fields of its key, and the number.
    """
    if key.startswith("plural.") or ("{" not in text and "}" not in text):
        return True
    try:
        parts = _fields(text)
        for _, _, spec in parts:
            if spec and spec != CAPITAL:
                format(0, spec)
    except ValueError:
        return False
    originals = [english[each] for each in (key, key.rpartition(".")[0]) if each in english]
    allowed = {None, "count", *(name for each in originals for _, name, _ in _fields(each))}
    return not originals or all(name in allowed for _, name, _ in parts)


def damaged_texts(language: str) -> tuple[str, ...]:
    """Return the missing or damaged files of a language, as paths in the folder of texts."""
    return _read_texts(locale_folder() / language)[1]


def damaged_files(names: Sequence[str]) -> Message:
    """Return the sentence about missing or damaged files of the program."""
    return message("file.damaged", files=", ".join(names[:SHOWN_FILES]), count=len(names))


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return every text of one language; spaces before two-part and percent signs do not break.

    Texts of another language that are missing, or cannot be read or filled in, are English. Raises
    TextsError if the English ones cannot.
    """
    texts, damaged = _read_texts(locale_folder() / language)
    if language == FIRST_LANGUAGE and (damaged or not texts):
        name = ", ".join(damaged) or FIRST_LANGUAGE
        raise TextsError(f"the texts cannot be read ({name}): install the program again")
    if language != FIRST_LANGUAGE:
        # A plural variant of an English text does not replace a text that needs none.
        missing = {k: t for k, t in catalogue(FIRST_LANGUAGE).items() if _base(k) not in texts}
        texts = {**missing, **texts}
    return {
        key: text if key.startswith("plural.") else HELD_SPACE.sub("\u00a0", text)
        for key, text in texts.items()
    }


def _base(key: str) -> str:
    """Return the key of a text without its plural variant; of a plural rule, that of its file."""
    if key.startswith("plural."):
        return "language.name"
    stem, _, last = key.rpartition(".")
    return stem if last in CATEGORIES or last.startswith("=") else key


def is_written(key: str) -> bool:
    """Return whether a key has a text; every language has the same keys."""
    return key in catalogue(FIRST_LANGUAGE)


@cache
def plural_rules(language: str) -> Mapping[str, Rule]:
    """Return the plural categories of a language, each with its rule."""
    texts = catalogue(language)
    return {name: rule(texts[key]) for name in CATEGORIES if (key := f"plural.{name}") in texts}


@lru_cache(maxsize=1024)
def _plural(language: str, count: int) -> str:
    """Return the plural category of a number; cached, since screens reuse the same few numbers."""
    return category(plural_rules(language), count)


# Control characters by code -> their visible form, such as \n.
VISIBLE = {code: ascii(chr(code))[1:-1] for code in (*range(32), *range(127, 160))}


def fields_of(key: str) -> set[str]:
    """Return the names of the fields of a text; every language has the same ones."""
    return {
        name for _, name, _ in _fields(catalogue(FIRST_LANGUAGE).get(key, key)) if name is not None
    }


@cache
def _signs(language: str) -> Mapping[int, str]:
    """Return the signs of a language in numbers, by those of Python's formats."""
    texts = catalogue(language)
    signs = (texts["language.thousands"], texts["language.decimal"], texts["language.percent"])
    return str.maketrans(dict(zip(",.%", signs, strict=True)))


def _written(value: Any, format_spec: str, language: str) -> str:
    """Return a value in a format, its numbers with the signs of the language."""
    if isinstance(value, Message):
        format_spec = "" if _begins_as_written(value, language) else format_spec
        value = render(value, language)
    elif isinstance(value, str):
        # A text from a user must not break the sentence into lines, nor fill the window.
        value = value if len(value) <= LONGEST_VALUE else value[:LONGEST_VALUE] + "…"
        value = value.translate(VISIBLE)
    if format_spec == CAPITAL:
        words = str(value)
        return f"{words[:1].upper()}{words[1:]}"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return format(value, format_spec)
    if isinstance(value, int) and not format_spec:
        format_spec = ","
    if format_spec.endswith("f") and type(value) is float and math.isfinite(value):
        # Halves go up, as in percentages: one value has one figure.
        digits = int(format_spec.strip(".f") or 0)
        value = math.floor(round(value * 10**digits, 6) + 0.5) / 10**digits
    if format_spec.endswith("%") and 0 < value < 1:  # 0 and 100 stand for exact shares alone
        value = percent(value, int(format_spec.strip(".%") or 0)) / 100
    return format(value, format_spec).translate(_signs(language))


def number_text(value: int, language: str) -> str:
    """Return a whole number with the language's thousands separator."""
    return f"{value:,}".translate(_signs(language))


def figure(value: float, form: str) -> str:
    """Return a number as the spoken language writes it, in a format such as `.1%`."""
    return _written(value, form, spoken())


_spoken = [FIRST_LANGUAGE]  # the languages of the commands that run, the present one at the end


@contextmanager
def spoken_in(language: str) -> Iterator[None]:
    """Render every message without a language of its own in this one, for a command."""
    _spoken.append(language)
    try:
        yield
    finally:
        _spoken.pop()


def spoken() -> str:
    """Return the language of the command that runs, else English."""
    return _spoken[-1]


def render(text: Message, language: str | None = None) -> str:
    """Render the sentence in a language, by default that of the command that runs, else English.

    An unknown key is rendered as itself.
    """
    language = language or spoken()
    template = _template_of(text, language)
    if "{" not in template and "}" not in template:
        return template
    parts = []
    for before, name, spec in _fields(template):
        parts.append(before)
        if name is not None:
            parts.append(_written(text.values[name], spec or "", language))
    return "".join(parts)


def _template_of(text: Message, language: str) -> str:
    """Return the text of a key, or its variant for the number in the sentence."""
    texts = catalogue(language)
    template = texts.get(text.key, text.key)
    count = text.values.get("count")
    if isinstance(count, int):
        template = texts.get(f"{text.key}.{_plural(language, count)}", template)
        template = texts.get(f"{text.key}.={count}", template)
    return template


def _begins_as_written(text: Message, language: str) -> bool:
    """Return whether a sentence begins with a person's own text, such as the move `m9`."""
    if text.key in AS_WRITTEN:
        return True
    before, name, _ = next(iter(_fields(_template_of(text, language))), ("", None, None))
    first = None if before or name is None else text.values[name]
    return isinstance(first, Message) and _begins_as_written(first, language)
