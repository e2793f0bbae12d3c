"""Every language says the same things, and every key the program uses has a text."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest

from engine.messages import (
    CATEGORIES,
    LANGUAGES,
    Message,
    asset_folder,
    catalogue,
    category,
    is_written,
    message,
    plural_rules,
    render,
)
from engine.options import OptionKind
from engine.protocols import HUMAN
from engine.registry import BOTS, GAMES, PUZZLES, GameEntry, checked_options, text_in_force

ROOT = Path(__file__).resolve().parent.parent
AREAS = sorted(path.name for path in (asset_folder() / "locale" / "en").glob("*.json"))


def fields(text: str) -> set[str]:
    """The names between braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


VARIANTS = re.compile(rf"\.({'|'.join(CATEGORIES)}|=\d+)$")
EXACT = re.compile(r"\.=\d+$")  # a text for one number alone


def base(key: str) -> str:
    """The key of the sentence that a variant for some numbers belongs to."""
    return VARIANTS.sub("", key)


def sentences(language: str, area: str) -> dict[str, str]:
    """The texts of a file without its variants."""
    path = asset_folder() / "locale" / language / area
    texts = json.loads(path.read_text(encoding="utf-8"))
    return {key: text for key, text in texts.items() if base(key) == key}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_area_is_in_every_language(language: str) -> None:
    folder = asset_folder() / "locale" / language
    assert sorted(path.name for path in folder.glob("*.json")) == AREAS


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice(language: str) -> None:
    keys: Counter[str] = Counter()
    for path in (asset_folder() / "locale" / language).glob("*.json"):
        pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
        keys.update(key for key, _ in pairs)
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_keys_and_values(language: str) -> None:
    for area in AREAS:
        if area == "language.json":
            continue
        english, other = sentences("en", area), sentences(language, area)
        assert english.keys() == other.keys(), area
        for key in english:
            assert fields(english[key]) == fields(other[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_text_leaves_open_is_a_plain_name(language: str) -> None:
    """Attributes, conversions and formats that are fields themselves are not filled in."""
    for key, text in catalogue(language).items():
        for _, name, form, conversion in Formatter().parse(text):
            assert name is None or (name.isidentifier() and not conversion), key
            assert "{" not in (form or ""), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_how_it_writes_numbers(language: str) -> None:
    path = asset_folder() / "locale" / language / "language.json"
    keys = set(json.loads(path.read_text(encoding="utf-8")))
    facts = {f"language.{fact}" for fact in ("name", "thousands", "decimal", "percent")}
    assert facts <= keys <= facts | {f"plural.{name}" for name in CATEGORIES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_for_some_numbers_belong_to_a_sentence_and_to_the_language(language: str) -> None:
    """A variant may drop its number, never name a value the sentence does not get."""
    texts, rules = catalogue(language), plural_rules(language)
    for key in texts:
        if base(key) != key and not key.startswith("plural."):
            assert EXACT.search(key) or key.rpartition(".")[2] in rules, key
            assert fields(texts[key]) <= fields(texts[base(key)]) | {"count"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_with_one_variant_has_it_in_every_language_that_has_the_category(
    language: str,
) -> None:
    """English tells one from many wherever another language does, and the other way round."""
    for other in LANGUAGES:
        shared = plural_rules(language).keys() & plural_rules(other).keys() - {"many"}
        for name in shared:
            mine, theirs = (
                {
                    key.replace(".=1", ".one")
                    for key in catalogue(code)
                    if key.endswith((f".{name}", ".=1" if name == "one" else f".{name}"))
                    and key != f"plural.{name}"
                }
                for code in (language, other)
            )
            assert mine == theirs


COUNTS = (0, 1, 2, 5, 21)


def counted(language: str) -> dict[str, dict[int, str]]:
    """Every text that has a variant for a number, as it reads for each of the counts."""
    texts = catalogue(language)
    keys = {base(key) for key in texts if base(key) != key and not key.startswith("plural.")}
    found = {}
    for key in sorted(keys):
        named = {name for each in texts if base(each) == key for name in fields(texts[each])}
        values = dict.fromkeys(named - {"count"}, Numeral())
        found[key] = {n: render(message(key, **{**values, "count": n}), language) for n in COUNTS}
    return found


class Numeral(float):
    """A value that any format takes and that has no digit in it."""

    def __format__(self, form: str) -> str:
        return "…"

    def __str__(self) -> str:
        return "…"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_says_one_is_never_said_of_none(language: str) -> None:
    texts = catalogue(language)
    if category(plural_rules(language), 0) != "one":
        return
    for key, text in texts.items():
        if key.endswith(".one") and key != "plural.one":
            free = "count" in fields(text) or text == texts[base(key)]
            assert free or f"{base(key)}.=0" in texts, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_counted_text_reads_right_for_every_count(language: str) -> None:
    """The number told is the number meant, and no other; what is said of one is said of one."""
    texts = catalogue(language)
    for key, said in counted(language).items():
        numbered = "count" in fields(texts[key])
        for count in COUNTS:
            told = set(re.findall(r"(?<![\w²])\d+(?![\w²])", said[count]))
            fixed = set(re.findall(r"(?<![\w²{])\d+(?![\w²}])", texts[key]))
            assert told - {str(count)} <= fixed, (key, said[count])
            if numbered and count > 1:
                assert str(count) in told or f"{count}" in said[count], (key, said[count])
        if numbered:
            assert len(set(said.values())) >= len(COUNTS) - 1, (key, said)
            assert said[0] != said[1], (key, said[0])


# Nouns that differ in number; what one field holds besides is no number.
NOUNS = {
    "en": r"(games?|moves?|plies|ply|positions?|playouts?|nodes?|steps?|turns?|beads?|bags?|lines?"
    r"|cubes?|tries|try|mistakes?|states?|heaps?|replies|reply|entries|entry|stars?"
    r"|matches|processes|times)",
    "fr": r"(parties?|coups?|positions?|nœuds?|étapes?|tours?|mouvements?|billes?|expériences?"
    r"|sacs?|cubes?|essais?|erreurs?|états?|feuilles?|réponses?|entrées?|étoiles?|allumettes?"
    r"|solutions?)",
    "de": r"(Partien?|Probepartien?|Zufallspartien?|Zügen?|Zug|Halbzügen?|Halbzug|Stellungen?"
    r"|Schritten?|Schritt|Drehungen?|Perlen?|Versuchen?|Versuch"
    r"|Antworten?|Einträge|Eintrag|Sterne?|Streichhölzer|Streichholz|Prozesse)",
}
WORDS = ("side", "reason", "question", "move", "said")
# A number here is never one, or stands for no count of what follows.
NEVER_ONE = {
    **dict.fromkeys(
        ("match.pace.playouts", "match.pace.nodes", "match.pace.positions"),
        "a rate of one is not told",
    ),
    "arena.games": "refuses a number that is none or too large",
    "arena.positions_range": "refuses a number that is none or too large",
    "arena.jobs": "refuses a number that is too large",
    "arena.openings_end": "so many moves that hardly a game goes on",
    "arena.workers_die": "several times in a row",
    "bot.dfs.found": "a line of several moves was tried",
    "bot.optimal.loses.equal": "several are equal",
    "cli.positions": "a position that goes on has some that follow",
    "cube.too_long": "a limit",
    "cube.scramble_length": "a limit",
    "cube_inside.fewer": "twice at least",
    "cube_inside.met": "layers where both searches are under way",
    "cube_inside.met.pocketcube": "layers where both searches are under way",
    "cube_inside.trees.whole": "an example with its own numbers",
    "cube_inside.trees.halves": "an example with its own numbers",
    "dfs.too_long": "too many to print",
    "inspector.layers.totals": "a table of many positions",
    "inspector.trace.tried_more": "given up after thousands",
    "inspector.mc.leads_uneven": "one more than the fewest",
    "inspector.windows.saved_about": "told of more than a thousand",
    "news.turned.again": "twice at least",
    "news.turned.again.pocketcube": "twice at least",
    "news.turned.again.tiles": "twice at least",
    "playout.too_large": "a limit",
    "own.illegal.rules.too_large": "a limit",
    "retry.row.lost_in": "what is lost within two moves is lost at once",
    "solver.too_large": "a limit",
    "position.heaps.too_many": "refuses more than twelve",
    "puzzle.not_turns": "a limit",
    "puzzle.theme.long_plan": "a long one",
    "puzzle.too_large": "a limit",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_before_its_noun_has_the_singular_too(language: str) -> None:
    """`1 games` and `(1 nodes)`: the noun follows the count, or stands before its number."""
    texts, bare = catalogue(language), []
    assert NEVER_ONE.keys() <= {base(key) for key in texts}
    for key, text in texts.items():
        if base(key) in NEVER_ONE or base(key) != key:
            continue
        if key.startswith("lesson."):  # its numbers are known: tests/lessons
            continue
        for name, noun in re.findall(rf"{{(\w+)(?::[^}}]*)?}}[ \u00a0]{NOUNS[language]}\b", text):
            single = {f"{key}.one", f"{key}.=1"} & texts.keys()
            counts = name in ("count", "n") and bool(single)
            if name not in WORDS and not counts:
                bare.append((key, name, noun))
    assert bare == [], bare


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_clean(language: str) -> None:
    for key, text in catalogue(language).items():
        if key.startswith("language."):
            continue
        assert text == text.strip(), key
        assert text, key
        assert "  " not in text, key
        assert text.count("„") == (text.count("“") if language == "de" else 0), key
        if language == "en":
            assert not set("“”") & set(text), f"{key}: ‘ and ’ are the quotes"
            assert not re.search(r"[\d}] %", text), f"{key}: percent"
        if language == "fr":
            assert "'" not in re.sub(r"[URFDLBxyz0-9 ]'", "", text), f"{key}: apostrophe"


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_counted_number_of_a_step_stands_before_its_noun(language: str) -> None:
    """The singular follows the value `count` alone; a noun after any other would be wrong at 1."""
    numbers = "plies|left|saved|games|win|draw|loss|without_symmetry|proved"
    for key, text in catalogue(language).items():
        if key.startswith(("watch.ab.", "watch.layer", "watch.mcts.")):
            assert not re.search(rf"\{{({numbers})\}} \w", text), key
        if key.startswith("watch.") and base(key) == key and "{count} " in text:
            assert {f"{key}.one", f"{key}.=1"} & catalogue(language).keys(), key


KEY = re.compile(r"[a-z0-9_]+(\.[A-Za-z0-9_]+)+")
MAKERS = ("Message", "message", "tr", "notify", "Unsolvable")


def key_patterns(path: Path) -> set[str]:
    """The keys a file gives to messages, as patterns: f-string parts become one word or more."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        # Faults of the program itself, such as ValueError, carry no key and are shown to nobody.
        if name not in MAKERS and not name.endswith("Error"):
            continue
        first = node.args[0]
        choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
        for choice in choices:
            if isinstance(choice, ast.Constant) and KEY.fullmatch(str(choice.value)):
                found.add(re.escape(str(choice.value)))
            elif isinstance(choice, ast.JoinedStr) and name in MAKERS:
                found.add(
                    "".join(
                        re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
                        for part in choice.values
                    )
                )
    return found


SOURCES = [path for part in ("engine", "gui") for path in sorted((ROOT / part).rglob("*.py"))]


def test_every_key_used_has_a_text() -> None:
    keys = catalogue("en")
    patterns = {(path, pattern) for path in SOURCES for pattern in key_patterns(path)}
    literal = set(map(re.escape, keys))
    assert [
        f"{path.relative_to(ROOT)}: {pattern}"
        for path, pattern in sorted(patterns)
        if pattern not in literal and not any(re.fullmatch(pattern, key) for key in keys)
    ] == []


def words_of_entry(entry: GameEntry) -> set[str]:
    """The keys of what is said of a game or puzzle, and of its options."""
    wanted = {f"game.{entry.id}.{word}" for word in ("name", "tile")}
    for option in entry.options:
        wanted.add(f"game.option.{option.name}")
        if option.kind in (OptionKind.CHOICE, OptionKind.BOOL):
            wanted |= {f"game.option.{option.name}.{text}" for text in option.choices}
    return wanted


def test_every_game_and_option_has_its_words() -> None:
    entries = {**GAMES, **PUZZLES}.values()
    assert set().union(*map(words_of_entry, entries)) - catalogue("en").keys() == set()
    for entry in entries:
        assert is_written(text_in_force("rule", entry.build(checked_options(entry, {})))), entry.id


def test_every_player_has_its_words() -> None:
    keys = catalogue("en")
    for kind in (HUMAN, *BOTS):
        wanted = {f"player.{kind}.{word}" for word in ("name", "sentence", "detail")}
        if kind != HUMAN:
            entry = BOTS[kind]
            assert (f"player.{kind}.number" in keys) is (entry.number is not None), kind
            wanted |= {f"player.{kind}.suffix.{suffix}" for suffix in entry.suffixes}
            wanted |= {f"player.{kind}.word.{word}" for word in entry.words}
            wanted |= {f"player.{kind}.detail.{end}" for end in (*entry.suffixes, *entry.words)}
        assert wanted - keys.keys() == set()


def test_numbers_are_written_as_the_language_writes_them() -> None:
    text = message("player.number", text="mc:0", forms="mc:N", name="N", low=1, high=1_000_000)
    assert "1,000,000" in render(text, "en")
    assert "1\u202f000\u202f000" in render(text, "fr")
    assert "1.000.000" in render(text, "de")
    column = message("note.move.connect4", move="3")
    score = message("note.mcts", move=column, score=0.7149, count=1430)
    assert render(score, "en") == "column 3: 71% over 1,430 playouts"
    assert "71\u00a0%" in render(score, "fr")
    assert "71\u00a0% aus 1.430 Zufallspartien" in render(score, "de")


def test_one_and_none_follow_the_grammar_of_the_language() -> None:
    none = message("position.tictactoe.length", count=0)
    assert "0 characters" in render(none, "en")
    assert "0 caractère " in render(none, "fr")
    one = message("position.tictactoe.length", count=1)
    assert "1 character " in render(one, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_for_several_numbers_writes_the_number(language: str) -> None:
    """In French 0 is singular too: a text that says "one" in full stands for 1 alone."""
    rules, texts = plural_rules(language), catalogue(language)
    several = [name for name in rules if sum(category(rules, n) == name for n in range(1000)) > 1]
    silent = [
        key
        for key, text in texts.items()
        if key.endswith(tuple(f".{name}" for name in several)) and not key.startswith("plural.")
        if "{count}" not in text
    ]
    assert silent == []


def test_none_is_not_told_as_one() -> None:
    assert render(message("arena.count", count=0), "fr") == "0 expérience"
    assert render(message("arena.count", count=1), "fr") == "1 expérience"
    assert render(message("inspector.layers.plies", count=0), "fr") == "à 0 coup de la fin"
    values = {"move": "3", "nodes": 4}
    assert render(message("note.alphabeta.win", count=1, **values), "fr") == "3 gagne tout de suite"
    assert " 0 coup " in render(message("note.alphabeta.win", count=0, **values), "fr")
    # The text for none stands before that of its category, which in French holds 1 too.
    assert "finit avec ce coup" in render(message("puzzles.shown_later", count=0), "fr")


def test_a_message_inside_a_message_is_in_the_same_language() -> None:
    inner = message("list.or", head="1, 2", last="3")
    outer = message("rule.matches.misere", takes=inner)
    assert "1, 2 or 3" in render(outer, "en")
    assert "1, 2 ou 3" in render(outer, "fr")
    assert "1, 2 oder 3" in render(outer, "de")


def test_an_unknown_key_is_shown_as_it_is() -> None:
    assert render(Message("no.such.key"), "fr") == "no.such.key"


def test_a_long_text_within_a_sentence_is_cut() -> None:
    words = render(Message("files.replace", {"file": "x" * 20_000}))
    assert len(words) < 1000 and "…" in words and "Replace it" in words


BARE_SIGN = re.compile(r"(?<![\u00a0\u202f?])[:;!?»%](?=[\s.,)]|$)|«(?![\u00a0\u202f])")


def test_no_french_line_can_begin_with_a_colon() -> None:
    """Each two-part sign, quotation mark and percent sign keeps to its word by a no-break space."""
    for key, text in catalogue("fr").items():
        if not key.startswith(("plural.", "match.mark_")):  # the marks ? and ?? begin those lines
            assert not BARE_SIGN.search(re.sub(r"\{\w*[^}]*\}", "…", text)), key
    assert any("\u00a0:" in text for text in catalogue("fr").values())


def test_no_line_breaks_within_a_french_number() -> None:
    for key, text in catalogue("fr").items():
        assert not re.search(r"\d \d{3}(?!\d)", text), key
