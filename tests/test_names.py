"""Names of types, modules and parameters, and how docstrings begin: the words of the field."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Words that say nothing of a type or a module to somebody who does not know the program.
EMPTY_WORDS = {
    *("seen", "told", "looked", "asked", "known", "shown", "kept", "keeping", "wanted", "doing"),
    *("looking", "wish", "thought", "crew", "house", "desk", "led", "whole", "glass"),
}
# Adjectives and letters where a noun is due: width, height, maximum, fraction, scale.
VAGUE_PARAMETERS = {"wide", "most", "share", "big", "k"}
RELATIVE = re.compile(r"(What|Whoever|Whose|Who|Whom|Which|Nobody|That)\b")
ONLY_A_NAME = re.compile(r"See `?[\w.]+`?\.?$")
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of the engine and the window by its path from the root."""
    paths = [path for room in ("engine", "gui") for path in sorted((ROOT / room).rglob("*.py"))]
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in [*paths, ROOT / "main.py"]
    }


def nodes(*kinds: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Every node of these kinds with the path of its module."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, kinds):
                yield path, node


def words_of(name: str) -> set[str]:
    """The words of a CamelCase or snake_case name, in small letters."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_a_class_name_stands_for_one_class() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path, node in nodes(ast.ClassDef):
        assert isinstance(node, ast.ClassDef)
        places[node.name].append(path)
    assert len(places) > 500
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_types_and_modules_carry_words_of_the_field() -> None:
    types = [
        (path, node.name) for path, node in nodes(ast.ClassDef) if isinstance(node, ast.ClassDef)
    ]
    modules = [(path, part) for path in trees() for part in Path(path).with_suffix("").parts]
    assert [found for found in types + modules if words_of(found[1]) & EMPTY_WORDS] == []


def test_docstrings_are_sentences_about_the_thing() -> None:
    faults = []
    for path, node in nodes(ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef):
        assert isinstance(node, Documented)
        docstring = ast.get_docstring(node) or ""
        if RELATIVE.match(docstring) or ONLY_A_NAME.match(docstring):
            faults.append(f"{path}: {docstring.splitlines()[0]}")
    assert faults == []


def test_parameters_are_nouns() -> None:
    faults = [
        f"{path}:{node.lineno} {node.arg}"
        for path, node in nodes(ast.arg)
        if isinstance(node, ast.arg) and node.arg in VAGUE_PARAMETERS
    ]
    assert faults == []
