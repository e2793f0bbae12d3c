"""Starting points for a person's file: short programs with comments in a language.

A template is a Python text in assets/own; each `@name` in it stands for the text
`own.template.KIND.name`.
"""

from __future__ import annotations

import errno
import os
import re
from functools import partial
from pathlib import Path

from engine.files import reason, shown
from engine.messages import JouonsError, asset_folder, excerpt, message, render
from engine.own.source import ENDING
from engine.protocols import OptionError

KINDS = ("random", "rules", "montecarlo", "minimax", "learner", "kaggle", "solver")
PLACE = re.compile(r"@(\w+)")


class NewFileError(JouonsError):
    """A file that cannot be written; the message gives the reason."""


def template(kind: str, language: str | None = None) -> str:
    """Return the text of a starting point; raises OptionError, which lists the kinds."""
    if kind not in KINDS:
        raise OptionError("own.kind", text=excerpt(kind), accepted=", ".join(KINDS))
    text = (asset_folder() / "own" / f"{kind}.template").read_text(encoding="utf-8")
    return PLACE.sub(partial(_text, kind, language), text)


def _text(kind: str, language: str | None, place: re.Match[str]) -> str:
    return render(message(f"own.template.{kind}.{place[1]}"), language)


def write_new(folder: Path, name: str, kind: str, language: str | None = None) -> Path:
    """Write a starting point into a new file of the folder; return its path.

    Raises OptionError for a name that is none, or taken, and NewFileError if it cannot be written.
    """
    plain = name.removesuffix(ENDING)
    if not plain.isidentifier() or len(plain) > 80:
        raise OptionError("own.name", name=excerpt(name))
    text = template(kind, language)
    path = folder / f"{plain}{ENDING}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as error:
        if error.errno == errno.EEXIST and path.exists():
            raise OptionError("own.taken", name=plain) from None
        raise NewFileError("own.unwritable", file=shown(path), reason=reason(error)) from None
    except OSError as error:
        raise NewFileError("own.unwritable", file=shown(path), reason=reason(error)) from None
    return path
