"""Steps of a release that every system shares: the check of a tag, the archive, the notes.

    python release.py check v1.0.0     the tag names the version of pyproject.toml
    python release.py archive          dist/jouons-1.0.0-linux-x86_64.tar.gz of the packaged folder
    python release.py notes            the section of this version in CHANGELOG.md

An archive made twice of the same files has the same bytes.
"""

from __future__ import annotations

import gzip
import platform
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from engine.version import version

ROOT = Path(__file__).resolve().parent
DIST = ROOT / "dist"
SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
MACHINES = {"amd64": "x86_64", "aarch64": "arm64"}
FIRST_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


def archive_name(system: str, machine: str) -> str:
    """Return the name of an archive, such as `jouons-1.0.0-linux-x86_64.tar.gz`."""
    machine = MACHINES.get(machine.lower(), machine.lower())
    ending = "zip" if system == "win32" else "tar.gz"
    return f"jouons-{version()}-{SYSTEMS[system]}-{machine}.{ending}"


def make_archive(folder: Path, target: Path) -> None:
    """Pack a folder into a .zip or .tar.gz, in the order of names, without times and owners."""
    if target.suffix == ".zip":
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
            for path in _files(folder):
                entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), FIRST_ZIP_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                file.writestr(entry, path.read_bytes())
        return
    with (
        target.open("wb") as raw,
        gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        for path in _files(folder):
            name = path.relative_to(folder.parent).as_posix()
            tar.add(path, name, recursive=False, filter=_anonymous)


def _files(folder: Path) -> Iterator[Path]:
    """Yield all files and links below a folder; a link to a folder is not followed."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            yield from _files(path)
        else:
            yield path


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry


def notes() -> str:
    """Return the section of this version in CHANGELOG.md, without its heading."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = rf"^## \[{re.escape(version())}\][^\n]*\n(.*?)(?=^## \[|^\[|\Z)"
    section = re.search(heading, text, re.MULTILINE | re.DOTALL)
    if section is None:
        sys.exit(f"release.py: CHANGELOG.md has no section for {version()}.")
    return section[1].strip()


def main(arguments: list[str]) -> None:
    """Run one step; exits with a sentence where it cannot be done."""
    match arguments:
        case ["check", tag]:
            if tag != f"v{version()}":
                sys.exit(f"release.py: the tag is {tag}, and pyproject.toml says {version()}.")
        case ["archive"]:
            folder = DIST / ("Jouons.app" if sys.platform == "darwin" else "Jouons")
            if not folder.is_dir():
                sys.exit(f"release.py: {folder} is missing: run PyInstaller with build.spec first.")
            target = DIST / archive_name(sys.platform, platform.machine())
            make_archive(folder, target)
            print(target)
        case ["notes"]:
            print(notes())
        case _:
            sys.exit((__doc__ or "").strip())


if __name__ == "__main__":
    main(sys.argv[1:])
