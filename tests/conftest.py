"""Which tests run here and in which order, and a screen for those that open real windows.

By default the tests marked `full` are left out; `-m "full or not full"` runs everything. `.ci/run`
adds one of five parts of them with JOUONS_FULL_PART=1 to 5, and with JOUONS_EVERY_PROGRAM=1 makes
a failure of every test that is skipped elsewhere because a program is not installed.
"""

from __future__ import annotations

import atexit
import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import settings

from tests.full import FEW_EXAMPLES, MANY_EXAMPLES, runs_by_default
from tests.memory import Memory, has_room_for_programs
from tests.programs import is_there
from tests.screen import need

PARTS = 5
FULL_PART, EVERY_PROGRAM = "JOUONS_FULL_PART", "JOUONS_EVERY_PROGRAM"
# Tests that mostly wait for other processes begin first: the others run beside them.
FIRST = ("frozen", "window", "slow")
GARBAGE = (10_000, 20, 20)  # thresholds of Python's collector

# What is compiled is kept, also where Python is told to write none: a worker takes fifteen seconds
# to prepare the asserts of all tests, and each start of the program half a second.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The files of the tests lie in memory where it has room: on a disk each store waits for it.
FILES_IN_MEMORY, ROOM = "/dev/shm", 2**30
if "TMPDIR" not in os.environ and has_room_for_programs(FILES_IN_MEMORY, ROOM):
    os.environ["TMPDIR"] = tempfile.tempdir = FILES_IN_MEMORY

# Nobody's folders, settings or documents: a home of this run alone, empty at first. The workers of
# a run have that of the process that began them.
if "PYTEST_XDIST_WORKER" not in os.environ:
    home = tempfile.mkdtemp(prefix="jouons-home-")
    for name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
        os.environ[name] = home
    for name in list(os.environ):
        if re.fullmatch(r"XDG_\w+_(HOME|DIR)", name) and name != "XDG_RUNTIME_DIR":
            del os.environ[name]
    atexit.register(shutil.rmtree, home, ignore_errors=True)

memory = Memory()
for number in (FEW_EXAMPLES, MANY_EXAMPLES):
    settings.register_profile(str(number), max_examples=number, deadline=None)
settings.load_profile(str(FEW_EXAMPLES))


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores: some tests wait for windows, which leaves a core idle."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return cores + 1


def pytest_report_header() -> str | None:
    """Say which part of the full suite runs too."""
    part = os.environ.get(FULL_PART)
    return f"part {part} of {PARTS} of the full suite runs too" if part else None


def part_of(name: str) -> int:
    """The part of the full suite, 1 to 5, that a test belongs to."""
    return zlib.crc32(name.encode()) % PARTS + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is only of the full suite, or cannot run here; begin with what waits."""
    _mark_left_out(items)
    named = any("::" in argument for argument in config.args)
    if not config.option.markexpr and not named:
        part = int(os.environ.get(FULL_PART) or 0)
        left = [
            item
            for item in items
            if item.get_closest_marker("full") and part_of(item.nodeid) != part
        ]
        config.hook.pytest_deselected(items=left)
        gone = set(left)
        items[:] = [item for item in items if item not in gone]
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        reason = why_not(item, fixtures)
        if reason is not None:
            item.add_marker(pytest.mark.skip(reason=reason))
        elif "display" in fixtures:
            item.add_marker(pytest.mark.needs("Xvfb"))
    items.sort(key=_turn)


def why_not(item: pytest.Item, fixtures: Sequence[str]) -> str | None:
    """The reason a test cannot run on this platform, or None. On Linux every test runs."""
    if sys.platform.startswith("linux"):
        return None
    reasons = [str(mark.args[0]) for mark in item.iter_markers("linux")]
    if "display" in fixtures:
        reasons.append("opens a window on the screen of Xvfb, which only Linux has")
    return next(iter(reasons), None)


def _mark_left_out(items: list[pytest.Item]) -> None:
    """Of a test marked `one_of` most cases are of the full suite only."""
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("one_of")
        if mark is not None and not item.get_closest_marker("full"):
            name = item.nodeid.split("[")[0]
            if not runs_by_default(seen[name], *mark.args):
                item.add_marker(pytest.mark.full)
            seen[name] += 1


def _turn(item: pytest.Item) -> int:
    return next((turn for turn, mark in enumerate(FIRST) if item.get_closest_marker(mark)), 9)


def pytest_collection_finish() -> None:
    """The collected tests stay to the end: no search for garbage walks through them again.

    Recordings of a million objects are no garbage either: it is looked for less often.
    """
    memory.freeze()
    gc.set_threshold(*GARBAGE)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that needs a program is skipped where there is none, and fails in `.ci/run`."""
    wanted = {name: None for mark in item.iter_markers("needs") for name in mark.args}
    missing = [name for name in wanted if not is_there(name)]
    if missing:
        reason = f"needs {', '.join(missing)}, which `.ci/run` installs"
        (pytest.fail if os.environ.get(EVERY_PROGRAM) else pytest.skip)(reason)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """A worker stays small, whatever tests leave behind."""
    memory.give_back()


@pytest.fixture(
    scope="session",
    params=[FEW_EXAMPLES, pytest.param(MANY_EXAMPLES, marks=pytest.mark.full)],
)
def number_of_examples(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests of hypothesis that name no number of their own look at so many examples."""
    settings.load_profile(str(request.param))
    yield
    settings.load_profile(str(FEW_EXAMPLES))


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A screen of 1280x800 for the whole run."""
    read, write = os.pipe()
    server = subprocess.Popen(
        # It would begin anew when a window closes, and turn away the next one meanwhile.
        [
            *(need("Xvfb"), "-displayfd", str(write), "-screen", "0", "1280x800x24"),
            *("-nolisten", "tcp", "-noreset"),
        ],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait()
