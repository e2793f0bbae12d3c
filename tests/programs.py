"""Programs that tests need and a bare machine may lack; `.ci/run` installs them all."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

from PyInstaller.depend.bindepend import get_python_library_path
from PyInstaller.exceptions import PythonLibraryNotFoundError

# Debian's python3-gi and gir1.2-atspi-2.0 are made for the system's own Python.
SYSTEM_PYTHON = "/usr/bin/python3"
GI = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
LAUNCHER = "at-spi-bus-launcher"
LIBRARIES = (Path("/usr/libexec"), Path("/usr/lib/at-spi2-core"))
# What a test that is heard by a screen reader needs.
READER = ("Xvfb", "dbus-daemon", LAUNCHER, "python3-gi with Atspi")
# What a test that packages the program needs.
PACKAGER = ("objdump", "objcopy", "shared library of Python")


def _has_gi() -> bool:
    if shutil.which(SYSTEM_PYTHON) is None:
        return False
    done = subprocess.run(
        [SYSTEM_PYTHON, "-W", "ignore", "-c", GI], capture_output=True, check=False
    )
    return done.returncode == 0


def _has_launcher() -> bool:
    return any(next(folder.rglob(LAUNCHER), None) is not None for folder in LIBRARIES)


def _has_library() -> bool:
    try:
        return bool(get_python_library_path())
    except PythonLibraryNotFoundError:
        return False


# Those that are not simply found on the path.
ELSEWHERE: dict[str, Callable[[], bool]] = {
    "python3-gi with Atspi": _has_gi,
    LAUNCHER: _has_launcher,
    "shared library of Python": _has_library,
}


@cache
def is_there(name: str) -> bool:
    """Whether a program is installed, by the name that a mark `needs` gives."""
    find = ELSEWHERE.get(name)
    return find() if find is not None else shutil.which(name) is not None
