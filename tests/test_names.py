"""Names of types, modules and parameters, and how docstrings begin: the words of the field."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
# Words that say nothing of a type or a module to somebody who does not know the program.
EMPTY_WORDS = {
    *("seen", "told", "looked", "asked", "known", "shown", "kept", "keeping", "wanted", "doing"),
    *("looking", "wish", "thought", "crew", "house", "desk", "led", "whole", "glass"),
}
# Adjectives and letters where a noun is due: width, height, maximum, fraction, scale.
VAGUE_PARAMETERS = {"wide", "most", "share", "big", "k"}
RELATIVE = re.compile(r"(What|Whoever|Whose|Who|Whom|Which|Nobody|That)\b")
# Participles where a variable should say what it holds: match, bot, text, lines.
EMPTY_LOCALS = {"found", "made", "said", "told", "known", "kept", "looked", "wish", "thought"}
ONLY_A_NAME = re.compile(r"See `?[\w.]+`?\.?$")
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Names(NamedTuple):
    """The names of one module, and its docstrings."""

    classes: list[str]
    parameters: list[tuple[int, str]]  # with their lines
    docstrings: list[str]
    locals: list[tuple[int, str]]  # names that functions store to, with their lines


@cache
def names() -> dict[str, Names]:
    """Those of every module of the engine and the window by its path from the root."""
    paths = [path for room in ("engine", "gui") for path in sorted((ROOT / room).rglob("*.py"))]
    return {
        path.relative_to(ROOT).as_posix(): names_of(path.read_text("utf-8"))
        for path in [*paths, ROOT / "main.py"]
    }


def names_of(source: str) -> Names:
    """The names of a module; its tree is not kept, for those of all modules take much memory."""
    found = Names([], [], [], [])
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            found.classes.append(node.name)
        if isinstance(node, ast.arg):
            found.parameters.append((node.lineno, node.arg))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            stored = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
            found.locals.extend(
                (each.lineno, each.id) for each in stored if isinstance(each.ctx, ast.Store)
            )
        if isinstance(node, Documented):
            found.docstrings.append(ast.get_docstring(node) or "")
    return found


def words_of(name: str) -> set[str]:
    """The words of a CamelCase or snake_case name, in small letters."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_a_class_name_stands_for_one_class() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path, found in names().items():
        for name in found.classes:
            places[name].append(path)
    assert len(places) > 500
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_types_and_modules_carry_words_of_the_field() -> None:
    types = [(path, name) for path, found in names().items() for name in found.classes]
    modules = [(path, part) for path in names() for part in Path(path).with_suffix("").parts]
    assert [found for found in types + modules if words_of(found[1]) & EMPTY_WORDS] == []


def test_docstrings_are_sentences_about_the_thing() -> None:
    assert [
        f"{path}: {docstring.splitlines()[0]}"
        for path, found in names().items()
        for docstring in found.docstrings
        if RELATIVE.match(docstring) or ONLY_A_NAME.match(docstring)
    ] == []


def test_parameters_are_nouns() -> None:
    assert [
        f"{path}:{line} {name}"
        for path, found in names().items()
        for line, name in found.parameters
        if name in VAGUE_PARAMETERS
    ] == []


def test_locals_say_what_they_hold() -> None:
    assert [
        f"{path}:{line} {name}"
        for path, found in names().items()
        for line, name in found.locals
        if name in EMPTY_LOCALS
    ] == []


def test_the_name_of_a_test_says_what_holds() -> None:
    """No number of a list that is not in the repository, such as `test_b2_` or `test_67_`."""
    code = re.compile(r"def (test_(?:[a-z]{1,2}\d+|\d{1,2})_\w*)")
    tests = sorted((ROOT / "tests").rglob("*.py"))
    assert len(tests) > 200
    assert [
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in tests
        for name in code.findall(path.read_text("utf-8"))
    ] == []


def test_what_a_person_does_is_defined_once() -> None:
    """Press, click, drag and wait in the driver alone: copies of it differ in what they forget."""
    copy = re.compile(r"^def (press|click|drag|wait|find)\(", re.MULTILINE)
    texts = {path: path.read_text("utf-8") for path in sorted((ROOT / "tests").rglob("*.py"))}
    places = {path.name for path, text in texts.items() if copy.search(text)}
    assert places == {"driver.py", "client.py"}, "and in the client of screen readers, by name"


def test_no_file_of_tests_is_longer_than_600_lines() -> None:
    """One idea a file: whoever looks for a test reads names, not pages."""
    paths = sorted((ROOT / "tests").rglob("*.py"))
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in paths}
    assert {name: count for name, count in lines.items() if count > 600} == {}
