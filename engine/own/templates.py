"""Starting points for a person's file: short programs with comments in a language.

A template is a Python text in assets/own; each `@name` in it stands for the text
`own.template.KIND.name`.
"""

from __future__ import annotations

import ast
import errno
import os
import re
from collections.abc import Sequence
from pathlib import Path

from engine.files import read_regular, reason, shown
from engine.messages import JouonsError, asset_folder, excerpt, message, render
from engine.own.source import ENDING, EXERCISES, LARGEST_FILE
from engine.protocols import OptionError

KINDS = ("random", "rules", "montecarlo", "minimax", "learner", "kaggle", "solver")
RULES_KINDS = ("subtraction", "tictactoe", "hexapawn", "river", "sliding")
PLACE = re.compile(r"@(\w+)")


class NewFileError(JouonsError):
    """A file that cannot be written; the message gives the reason."""


def template(kind: str, language: str | None = None, kinds: Sequence[str] = KINDS) -> str:
    """Return the text of a starting point; raises OptionError, which lists the kinds."""
    if kind not in kinds:
        raise OptionError("own.kind", text=excerpt(kind), accepted=", ".join(kinds))
    return filled(kind, language)


def exercise_template(chapter: str, language: str | None = None) -> str:
    """Return the file of an exercise, whose functions are empty but for their comments."""
    lines = filled(f"write_{chapter}", language).splitlines(keepends=True)
    for function in reversed(_functions(chapter)):
        lines[function.body[0].lineno - 1 : function.end_lineno] = ["    ...\n"]
    return "".join(lines)


def is_unwritten(chapter: str, text: bytes) -> bool:
    """Return whether all functions of an exercise are there and as empty as in its file.

    The text is one that can be parsed.
    """
    functions = _functions(chapter, text)
    return len(functions) == len(EXERCISES[chapter].functions) and all(map(_is_empty, functions))


def _is_empty(function: ast.FunctionDef) -> bool:
    match function.body:
        case [ast.Expr(ast.Constant(value))]:
            return value is ...
    return False


def solution(chapter: str, names: Sequence[str] = ()) -> str:
    """Return functions of the solution of an exercise, all by default, without comments."""
    lines = _raw(f"write_{chapter}").splitlines()
    functions = [each for each in _functions(chapter) if not names or each.name in names]
    parts = [lines[each.lineno - 1 : each.end_lineno] for each in functions]
    plain = ("\n".join(line for line in part if "# @" not in line) for part in parts)
    return "\n\n".join(plain) + "\n"


def _functions(chapter: str, text: str | bytes | None = None) -> list[ast.FunctionDef]:
    tree = ast.parse(_raw(f"write_{chapter}") if text is None else text)
    functions = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    return [each for each in functions if each.name in EXERCISES[chapter].functions]


def _raw(name: str) -> str:
    return (asset_folder() / "own" / f"{name}.template").read_text(encoding="utf-8")


def filled(kind: str, language: str | None = None) -> str:
    """Return a text of assets/own with its comments in a language."""

    def text(place: re.Match[str]) -> str:
        return render(message(f"own.template.{kind}.{place[1]}"), language)

    return PLACE.sub(text, _raw(kind))


def write_new(
    folder: Path,
    name: str,
    kind: str,
    language: str | None = None,
    kinds: Sequence[str] = KINDS,
) -> Path:
    """Write a starting point into a new file of the folder; return its path.

    Raises OptionError for a name that is none, or taken, and NewFileError if it cannot be written.
    """
    text = template(kind, language, kinds)
    return write_text(folder / f"{check_name(folder, name)}{ENDING}", text)


def copy_in(folder: Path, file: Path) -> Path:
    """Copy a person's file into the folder; return its path there.

    Raises OptionError for a file that is not there, and for a name that is none, or taken; and
    NewFileError if it cannot be read or written.
    """
    plain = check_name(folder, file.name)
    try:
        data = read_regular(file, LARGEST_FILE)
    except FileNotFoundError:
        raise OptionError("own.no_file", file=excerpt(str(file), 80)) from None
    except OSError as error:
        raise NewFileError("own.unreadable", file=shown(file), reason=reason(error)) from None
    return write_text(folder / f"{plain}{ENDING}", data)


def check_name(folder: Path, name: str) -> str:
    """Return the name of a new file without its ending.

    Raises OptionError for a name that is none, or taken.
    """
    plain = name.removesuffix(ENDING)
    if not plain.isidentifier() or len(plain) > 80:
        raise OptionError("own.name", name=excerpt(name))
    if os.path.lexists(folder / f"{plain}{ENDING}"):
        raise OptionError("own.taken", name=plain)
    return plain


def write_text(path: Path, text: str | bytes) -> Path:
    """Write a text into a new file, as `write_new` does; return its path."""
    data = text.encode() if isinstance(text, str) else text
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with open(descriptor, "wb") as file:
            file.write(data)
    except OSError as error:
        if error.errno == errno.EEXIST and path.exists():
            raise OptionError("own.taken", name=path.stem) from None
        raise NewFileError("own.unwritable", file=shown(path), reason=reason(error)) from None
    return path
