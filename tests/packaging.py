"""The packaged program, for the tests and benchmarks that run it."""

from __future__ import annotations

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
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=280, cwd=ROOT,
    )  # fmt: skip
    if done.returncode:
        pytest.fail(f"the program could not be packaged: {done.stdout[-1000:]}")
    return place / "dist" / "Jouons"
