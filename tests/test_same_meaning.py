"""No language says the opposite of another, and none tells another number."""

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
# Words that exclude one another: a text with one of them has no other alone in another language.
OPPOSITES: list[dict[str, dict[str, str]]] = [
    {
        "win": {
            "en": r"\bw[io]n(s|ning|ners?)?\b",
            "fr": r"\bgagn|\bgains?\b|\bvict|\bremport",
            "de": r"gewinn|gewonnen|gewann|\bsieg",
        },
        "draw": {"en": r"\bdraws?\b|\bdrawn\b", "fr": r"\bnulles?\b", "de": r"remis\b"},
        "loss": {
            "en": r"\blos(e|es|t|ing|s|ses|er)\b",
            "fr": r"\bperd|\bpertes?\b|\bdéfait",
            "de": r"verl[io]e?r|verlust|niederlage",
        },
    },
    {
        "undo": {"en": r"\bundo", "fr": r"\bannul|\brepr(end|is)", "de": r"zurück"},
        "redo": {"en": r"\bredo", "fr": r"\brétabl|\brefai", "de": r"wiederhol|wiederherst"},
    },
    {
        "first": {"en": r"\bfirst\b", "fr": r"\bpremi[eè]re?s?\b", "de": r"\berste"},
        "second": {"en": r"\bsecond\b", "fr": r"\bseconde?\b|\bdeuxième\b", "de": r"\bzweite"},
        "last": {"en": r"\blast\b", "fr": r"\bderni[eè]re?s?\b", "de": r"\bletzte"},
    },
    {
        "red": {"en": r"\bred\b", "fr": r"\brouges?\b", "de": r"\brot"},
        "yellow": {"en": r"\byellow\b", "fr": r"\bjaunes?\b", "de": r"\bgelb"},
    },
    {
        "open": {"en": r"^open\b", "fr": r"^ouvrir\b", "de": r"öffnen\b"},
        "close": {"en": r"^close\b", "fr": r"^fermer\b", "de": r"schließen\b"},
        "save": {"en": r"^save\b", "fr": r"^enregistrer\b", "de": r"speichern\b"},
        "delete": {"en": r"^delete\b", "fr": r"^supprimer\b", "de": r"löschen\b"},
    },
    {
        "odd": {"en": r"\bodd\b", "fr": r"\bimpair", "de": r"\bungerade"},
        "even": {"en": r"\beven number", "fr": r"\bpair\b", "de": r"\bgerade Zahl|ist gerade\b"},
    },
    {
        "more": {
            "en": r"\bor more\b|\bat least\b",
            "fr": r"\bou plus\b|\bau moins\b",
            "de": r"\boder mehr\b|\bmindestens\b",
        },
        "less": {
            "en": r"\bor less\b|\bat most\b",
            "fr": r"\bou moins\b|\bau (plus|maximum)\b",
            "de": r"\boder weniger\b|\bhöchstens\b",
        },
    },
    {
        "fewest": {
            "en": r"\b(few|low|small|short)est\b|\bleast\b",
            "fr": r"\ble (moins|plus petit|plus court)",
            "de": r"\bwenigst|\bkleinst|\bkürzest|\bniedrigst",
        },
        "most": {
            "en": r"\b(high|larg|long)est\b",
            "fr": r"\bplus (grand|haut|long)",
            "de": r"\bgrößt|\bhöchste[rsn]?\b|\blängst",
        },
    },
    {
        "left": {"en": r"\b(the|at|to) left\b", "fr": r"\bgauche\b", "de": r"\blinke?s?\b"},
        "right": {
            "en": r"\b(the|at|to) right\b",
            "fr": r"\bdroite\b",
            "de": r"\brechts\b|\brechte",
        },
    },
    {
        "above": {
            "en": r"\babove\b|\btop\b",
            "fr": r"\bdessus\b|\bhaut\b",
            "de": r"\boben\b|\büber\b",
        },
        "below": {
            "en": r"\bbelow\b|\bbottom\b",
            "fr": r"\bdessous\b|\bbas\b",
            "de": r"\bunten\b|\bunter\b",
        },
    },
    {
        "easier": {"en": r"\beasi", "fr": r"\bfacile", "de": r"\bleicht"},
        "harder": {"en": r"\bhard", "fr": r"\bdifficile|\bdure?\b", "de": r"\bschwer|\bschwier"},
    },
    {
        "previous": {"en": r"\bprevious\b", "fr": r"\bprécédent", "de": r"\bvorig|\bvorherig"},
        "next": {"en": r"\bnext\b", "fr": r"\bsuivant|\bprochain", "de": r"\bnächst"},
    },
    {
        "depth": {"en": r"\bdepth[- ]first", "fr": r"\ben profondeur", "de": r"\btiefensuche"},
        "breadth": {"en": r"\bbreadth[- ]first", "fr": r"\ben largeur", "de": r"\bbreitensuche"},
    },
]
# The nouns that the letters of the marks on a board stand for.
NOUNS = {Value.WIN: "cli.word.win", Value.DRAW: "cli.word.draw", Value.LOSS: "cli.word.loss"}


def said(words: dict[str, dict[str, str]], text: str, language: str) -> set[str]:
    """The ideas that a text without its values has a word for."""
    return {idea for idea, forms in words.items() if re.search(forms[language], text, re.I)}


def without_values(texts: dict[str, str]) -> dict[str, str]:
    return {key: FIELD.sub(" ", text) for key, text in texts.items()}


def spoken(language: str) -> dict[str, str]:
    """The texts of a language; French tells one alone where English has its singular."""
    return {key.replace(".=1", ".one"): text for key, text in catalogue(language).items()}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_no_text_says_the_opposite_of_the_english_one(language: str) -> None:
    english, other = without_values(spoken("en")), without_values(spoken(language))
    compared = 0
    for words in OPPOSITES:
        for key in english.keys() & other.keys():
            ours = said(words, english[key], "en")
            theirs = said(words, other[key], language) if ours else set()
            compared += bool(theirs)
            assert not theirs or ours & theirs, (key, english[key], other[key])
    assert compared > 450


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
