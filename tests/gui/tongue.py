"""A language nobody speaks, made of English while tests run: accents everywhere, 40 % longer.

It stands in for every translation to come. What is cut in it was made for English alone; a word
without accents on the screen is in no text file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from string import Formatter

import pytest

from engine import messages

ACCENTS = dict(zip("aeiouycnszAEIOUYCNSZ", "âéîöüÿçñšžÂÉÎÖÜŸÇÑŠŽ", strict=True))
DOUBLED = frozenset("aeiouynrs")
KEPT = ("language.", "plural.")  # signs and rules, no words


def told(text: str) -> str:
    """Words of the test tongue, of English ones."""
    return "".join(ACCENTS.get(letter, letter) * (1 + (letter in DOUBLED)) for letter in text)


def translated(template: str) -> str:
    """A text in the test tongue; its fields stay as they are."""
    made = []
    for before, name, spec, conversion in Formatter().parse(template):
        made.append(told(before).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            assert not conversion, "no text of the program has one"
            made.append(f"{{{name}:{spec}}}" if spec else f"{{{name}}}")
    return "".join(made)


def write_tongue(folder: Path) -> None:
    """Write the test tongue where the program looks for English."""
    for file in messages.locale_folder().glob("*/*.json"):
        texts = json.loads(file.read_text(encoding="utf-8"))
        if file.parent.name == "en":
            texts = {
                key: text if key.startswith(KEPT) else translated(text)
                for key, text in texts.items()
            }
        target = folder / file.parent.name / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(texts), encoding="utf-8")


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """Whatever says something in English says it in the test tongue."""
    write_tongue(folder)
    caches = (messages.catalogue, messages.plural_rules, messages._signs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(messages, "locale_folder", lambda: folder)
        for cache in caches:
            cache.cache_clear()
        yield
    for cache in caches:
        cache.cache_clear()
