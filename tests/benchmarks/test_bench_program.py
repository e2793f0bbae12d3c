"""Start, idle use, memory and size of the whole program, from source and packaged (Linux).

Prints and records; asserts nothing about time, which noise could fail. The packaged program is
built first, unless JOUONS_FOLDER names a folder that holds it.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.packaging import ROOT
from tests.packaging import packaged as build

ENV = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
CACHES = Path("/proc/sys/vm/drop_caches")
EVERYTHING = [
    ["--scene", "menu"],
    ["--scene", "cube"],
    ["--game", "connect4", "--analysis", "--moves", "3 6 4 2 3 4 3 3 4 6 0 1"],
    ["--game", "connect4", "--first", "mcts:100000", "--second", "optimal", "--analysis"],
]


@pytest.fixture(scope="module")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the packaged program."""
    given = os.environ.get("JOUONS_FOLDER")
    return Path(given) if given else build(tmp_path_factory.mktemp("packaged"))


@pytest.fixture(scope="module", params=["source", "packaged"])
def program(request: pytest.FixtureRequest) -> list[str]:
    """The command that opens the window."""
    if request.param == "source":
        return [sys.executable, str(ROOT / "main.py")]
    return [str(request.getfixturevalue("packaged") / "Jouons")]


def seconds(command: Sequence[str], folder: Path) -> float:
    """To open the window, show the first frame and end."""
    started = time.perf_counter()
    subprocess.run(
        [*command, "--frames", "1", "--data-dir", str(folder)], env=ENV, check=True, timeout=60
    )
    return time.perf_counter() - started


def test_first_frame(program: list[str], tmp_path: Path) -> None:
    """Warm 0.5 s, cold 1 s from source; packaged 1.5 s."""
    warm = statistics.median([seconds(program, tmp_path) for _ in range(7)])
    cold = "not measured: only root may empty the caches"
    if os.access(CACHES, os.W_OK):
        subprocess.run(["sync"], check=True)
        CACHES.write_text("3")
        cold = f"{seconds(program, tmp_path):.2f} s"
    print(f"\nfirst frame and end: warm {warm:.2f} s, cold {cold}")


@contextmanager
def opened(command: Sequence[str], folder: Path) -> Iterator[int]:
    """The number of the process of a window, which is killed in the end."""
    with subprocess.Popen([*command, "--data-dir", str(folder)], env=ENV) as running:
        yield running.pid
        running.kill()


def used(process: int) -> float:
    """Processor seconds so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("scene", EVERYTHING[:3], ids=["menu", "cube", "match"])
def test_idle(program: list[str], scene: list[str], tmp_path: Path) -> None:
    """Less than 5 % of a core when nothing happens."""
    with opened([*program, *scene], tmp_path) as process:
        time.sleep(8)
        before, started = used(process), time.monotonic()
        time.sleep(10)
        share = (used(process) - before) / (time.monotonic() - started)
    print(f"\nidle: {share:.1%} of a core")


@pytest.mark.parametrize("scene", EVERYTHING, ids=["menu", "cube", "match", "thinking"])
def test_memory(program: list[str], scene: list[str], tmp_path: Path) -> None:
    """At most 250 MB with every table built."""
    with opened([*program, *scene], tmp_path) as process:
        time.sleep(12)
        status = Path(f"/proc/{process}/status").read_text()
    most = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert most is not None
    print(f"\nmost memory: {int(most[1]) / 1000:.0f} MB")


def test_size(packaged: Path, tmp_path: Path) -> None:
    """The folder under 120 MB, its download under 45 MB."""
    whole = sum(path.stat().st_size for path in packaged.rglob("*") if not path.is_symlink())
    subprocess.run(
        ["tar", "cJf", str(tmp_path / "all.tar.xz"), packaged.name], cwd=packaged.parent, check=True
    )
    packed = (tmp_path / "all.tar.xz").stat().st_size
    print(f"\nfolder {whole / 1e6:.0f} MB, download {packed / 1e6:.0f} MB")
