"""No language tells another number than another, or gives it to another noun."""

from __future__ import annotations

import re
from re import Pattern

import pytest

from engine.messages import LANGUAGES, catalogue
from engine.protocols import Value
from gui.boards.values import LETTER_KEYS
from tests.test_locale import base

FIELD = re.compile(r"\{[^}]*\}")
GROUPED = re.compile(r"(?<=\d)[.,\u202f\u00a0 ](?=\d)")  # a mark between the digits of a number
# The nouns that the letters of the marks on a board stand for.
NOUNS = {Value.WIN: "cli.word.win", Value.DRAW: "cli.word.draw", Value.LOSS: "cli.word.loss"}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_no_text_but_a_name_is_the_english_one(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    for key in english.keys() & other.keys():
        words = re.findall(r"[^\W\d_]{2,}", FIELD.sub(" ", other[key]))
        name = all(word[0].isupper() for word in words)
        assert len(words) < 2 or name or other[key] != english[key], (key, other[key])


def numbers(text: str) -> set[str]:
    """The numbers that stand in a text itself; one may be a word or an article elsewhere."""
    bare = FIELD.sub(" ", text).replace("Puissance 4", "")
    return set(re.findall(r"\d+", GROUPED.sub("", bare))) - {"1"}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_language_tells_the_same_numbers(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    for key in english.keys() & other.keys():
        if base(key) == key and key != "key.home":  # the key is called Pos1 in German
            assert numbers(english[key]) == numbers(other[key]), (key, english[key], other[key])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letter_of_a_mark_begins_the_word_it_stands_for(language: str) -> None:
    texts = catalogue(language)
    for value, noun in NOUNS.items():
        assert texts[LETTER_KEYS[value]] == texts[noun][0].upper(), value


# Counted nouns: singular, plural. A language may have the same word for both (Haufen, Fehler).
COUNTED = {
    "en": (
        r"(game|move|ply|position|playout|step|turn|bead|bag|heap|mistake|match|entry|line|cube)\b",
        r"(game|move|position|playout|step|turn|bead|bag|heap|mistake|line|cube)s\b"
        r"|(plies|matches|entries)\b",
    ),
    "fr": (
        r"(partie|coup|position|étape|tour|mouvement|bille|sac|erreur|allumette|réponse|entrée)\b",
        r"(partie|coup|position|étape|tour|mouvement|bille|sac|erreur|allumette|réponse|entrée)s\b",
    ),
    "de": (
        r"(Partie|(Halbz|Z)ug|Stellung|Zufallspartie|Schritt|Drehung|Perle|Antwort|Eintrag)\b",
        r"(Partien|(Halbz|Z)ügen?|Stellungen|Zufallspartien|Schritten?|Drehungen|Perlen|Antworten"
        r"|Einträgen?)\b",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_noun_after_a_counted_number_agrees_with_it(language: str) -> None:
    singular, plural = COUNTED[language]
    texts, seen = catalogue(language), 0
    for key, text in texts.items():
        one = key.endswith((".one", ".=1"))
        if f"{key}.one" not in texts and not one:
            continue
        seen += bool(re.search(rf"{{count}} ({singular if one else plural})", text))
        assert not re.search(rf"{{count}} ({plural if one else singular})", text), (key, text)
    assert seen > 25


# Nouns and other words before a value, in English, French and German.
BEFORE_VALUES = (
    *(("heap", "tas", "Haufen"), ("column", "colonne", "Spalte"), ("row", "rangée", "Zeile")),
    *(("square", "case", "Feld"), ("layer", "couche", "Schicht"), ("level", "niveau", "Stufe")),
    *(("position", "position", "Stellung"), ("depth", "profondeur", "Tiefe")),
    *(("step", "étape", "Schritt"), ("distance", "distance", "Entfernung")),
    *(("bound", "limite", "Schranke"), ("after", "après", "nach")),
    *(("playout", "partie aléatoire", "Zufallspartie"), ("format", "format", "Format")),
)


def before_values(text: str, words: Pattern[str]) -> dict[str, set[str]]:
    """The values that stand behind each of the words."""
    found: dict[str, set[str]] = {}
    for word, value in words.findall(text):
        found.setdefault(word.lower(), set()).add(value)
    return found


@pytest.mark.parametrize(("place", "language"), [(1, "fr"), (2, "de")])
def test_a_noun_stands_before_the_same_value_in_every_language(place: int, language: str) -> None:
    """Two values that changed places would make a sentence on another heap."""
    pairs = {each[0]: each[place].lower() for each in BEFORE_VALUES}
    ours, theirs = (
        re.compile(rf"\b({'|'.join(words)})[ \u00a0]\{{(\w+)", re.I)
        for words in (pairs.keys(), pairs.values())
    )
    english, other = catalogue("en"), catalogue(language)
    compared = 0
    for key in english.keys() & other.keys():
        values, told = before_values(english[key], ours), before_values(other[key], theirs)
        for word in values:
            if pairs[word] in told:
                compared += 1
                assert told[pairs[word]] == values[word], (key, english[key], other[key])
    assert compared > 150
