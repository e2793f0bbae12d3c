"""The version of the program, written once in pyproject.toml; a package carries it in a file.

The version follows semver.org. From 1.0.0 on, later versions open the store and the saved games of
earlier ones.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNKNOWN = "unknown"
PACKAGED_FILE = Path("assets", "version.txt")  # written by build.spec
_LINE = re.compile(r'^version = "(\d+\.\d+\.\d+)"$', re.MULTILINE)


@cache
def version() -> str:
    """Return the version, such as `1.0.0`; UNKNOWN where its file is missing or damaged.

    A packaged program never reads a pyproject.toml that somebody puts beside it.
    """
    packaged = hasattr(sys, "frozen")
    try:
        text = (ROOT / (PACKAGED_FILE if packaged else "pyproject.toml")).read_text("utf-8")
    except (OSError, ValueError):
        return UNKNOWN
    line = re.fullmatch(r"(\d+\.\d+\.\d+)\s*", text) if packaged else _LINE.search(text)
    return line[1] if line else UNKNOWN
