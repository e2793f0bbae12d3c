"""What git may do to the files of this project on a system with other line ends."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("assets", "docs", "engine", "gui", "tests")


def kept_files() -> list[Path]:
    """The files of the project, without what Python and tools leave behind."""
    return [
        path
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".work"
    ]


def test_git_never_changes_what_is_no_text_and_keeps_the_line_ends_of_text() -> None:
    lines = (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
    binary = {line.split()[0].removeprefix("*") for line in lines if line.endswith(" binary")}
    assert "* text=auto eol=lf" in lines
    found = set()
    for path in kept_files():
        data = path.read_bytes()
        if b"\0" in data:
            found.add(path.suffix)
        else:
            assert b"\r\n" not in data or path.suffix in binary, path
    assert found == binary
