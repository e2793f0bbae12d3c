"""The packaged program, for the tests and benchmarks that run it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def packaged(place: Path) -> Path:
    """Build the program somewhere; its folder. The test fails with what the packager said."""
    done = subprocess.run(
        [
            sys.executable, "-m", "PyInstaller", str(ROOT / "build.spec"), "--noconfirm",
            "--distpath", str(place / "dist"), "--workpath", str(place / "work"),
        ],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
    )  # fmt: skip
    if done.returncode:
        pytest.fail(f"the program could not be packaged: {done.stdout[-1000:]}")
    return place / "dist" / "Jouons"


def packaged_once(factory: pytest.TempPathFactory) -> Path:
    """The program's folder, built by the first worker of a run that asks; the others wait."""
    import fcntl  # not on Windows, where nothing is packaged

    place = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent  # that of the whole run
    place /= "un dossier accentu\u00e9"
    place.mkdir(exist_ok=True)
    with open(place / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # ends with the file, however the worker ends
        made = place / "made"
        if not made.exists():
            packaged(place)
            made.touch()
    return place / "dist" / "Jouons"
