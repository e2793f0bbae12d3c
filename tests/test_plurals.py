"""Plural categories, held against Babel's reading of the CLDR for every language it knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from babel import Locale, localedata

from engine import messages
from engine.messages import LANGUAGES, category, message, plural_rules, render, rule
from tests.cases import in_one_test

TONGUES = sorted(name for name in localedata.locale_identifiers() if "_" not in name)
NUMBERS = [
    *range(125),
    *range(200, 213),
    1000,
    1001,
    10_000,
    100_000,
    1_000_000,
    1_000_001,
    2_000_000,
]


def as_now_written(text: str) -> str:
    """Babel gives its rules in an older way of writing."""
    return text.replace(" not in ", " != ").replace(" in ", " = ").replace(" mod ", " % ")


def test_rules_of_the_cldr_are_read_as_babel_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = []
    monkeypatch.setattr(localedata, "_cache", {})  # the texts of all languages take 100 megabytes
    for tongue in TONGUES:
        expected = Locale(tongue).plural_form
        localedata._cache.clear()
        rules = {name: rule(as_now_written(text)) for name, text in expected.rules.items()}
        wrong += [(tongue, n) for n in NUMBERS if category(rules, n) != expected(n)]
    assert len(TONGUES) > 200 and wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_languages_have_the_rules_of_the_cldr(language: str) -> None:
    rules, expected = plural_rules(language), Locale(language).plural_form
    assert [category(rules, n) for n in NUMBERS] == [expected(n) for n in NUMBERS]


@in_one_test("text", ["", "n", "n = ", "n is 1", "x = 1", "n = 1 and", "n % = 2"])
def test_a_text_that_is_no_rule_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no plural rule"):
        rule(text)


POLISH = {
    "language.name": "Polski",
    "language.thousands": "\u00a0",
    "language.decimal": ",",
    "language.percent": "%",
    "plural.one": "i = 1 and v = 0",
    "plural.few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
    "plural.many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 "
    "or v = 0 and i % 100 = 12..14",
    "moves": "{count} ruchu",
    "moves.one": "{count} ruch",
    "moves.few": "{count} ruchy",
    "moves.many": "{count} ruchów",
}


def test_a_language_with_four_plurals_needs_no_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "locale" / "pl"
    folder.mkdir(parents=True)
    (folder / "language.json").write_text(json.dumps(POLISH), encoding="utf-8")
    monkeypatch.setattr(messages, "asset_folder", lambda: tmp_path)
    texts = [render(message("moves", count=n), "pl") for n in (1, 3, 5, 12, 22, 1000)]
    assert texts == ["1 ruch", "3 ruchy", "5 ruchów", "12 ruchów", "22 ruchy", "1\u00a0000 ruchów"]


@pytest.mark.parametrize(("value", "written"), [(0.575, "0.58"), (0.5749, "0.57"), (1.005, "1.01")])
def test_halves_go_up_in_decimals_as_in_percentages(value: float, written: str) -> None:
    """One value was 0.57 in a sentence and 58% below it."""
    said = render(message("watch.ab.horizon", line="1", score=value))
    assert f"its guess is {written} for" in said
