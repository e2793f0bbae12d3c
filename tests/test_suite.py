"""What holds of every test: no clock judges it, no home is read, and it names what it needs."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest

from engine.folders import Folders
from gui.system import System
from tests import programs
from tests.cases import in_one_test

TESTS = Path(__file__).resolve().parent
FILES = [path for path in sorted(TESTS.rglob("*.py")) if "benchmarks" not in path.parts]
NEED, NEEDS = re.compile(r"\bneed\(\"([^\"]+)\"\)"), re.compile(r"\bneeds\(([^)]*)\)")
# Files that may read a clock: they choose random moments, measure work, draw it for people, or end
# what would never end.
CLOCKS = {
    *("effort.py", "test_kills.py", "test_interrupts.py", "stored_session.py", "test_mcts.py"),
    *("pictures.py", "test_suite.py", "test_survey.py", "waiting.py"),
}
CLOCK = re.compile(
    r"\b(?:monotonic|perf_counter|process_time|thread_time|time\.time)\b|\btimeout=(?!5\))"
    # A thread or an event that is waited for so long.
    r"|(?<=[\w\]])(?<!time)\.(?:join|wait)\(\d"
    # Giving up after so many looks with a pause after each.
    r"|^( *)for _ in range\(\d+\):\n(?:\1 .*\n)*?\1 .*(?:sleep|time\.wait)\(",
    re.MULTILINE,
)
# What only Linux has, or Windows has not; a file that uses one says so with a mark.
LINUX_ONLY = re.compile(r"Path\(\"/proc|pass_fds|need\(\"|signal\.SIG(?:KILL|INT|TERM|HUP)")
NOT_ON_WINDOWS = re.compile(r"symlink_to|mkfifo|preexec_fn|geteuid|\.chmod\(")
MARKED = re.compile(r"skipif\(\s*sys\.platform|mark\.linux\(\"[^\"]{10,}|[Xx]vfb")
SKIPPED_ON_WINDOWS = re.compile(
    r"skipif\(\s*sys\.platform == \"win32\"|mark\.linux\(\"|^@unix$", re.MULTILINE
)


def test_a_test_that_uses_a_program_says_that_it_needs_it() -> None:
    silent = []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        said = " ".join(["sh", *programs.READER, *NEEDS.findall(text)])
        used = [] if path.name == "conftest.py" else NEED.findall(text)
        silent += [f"{path.name}: {name}" for name in used if name not in said]
    assert silent == []


@in_one_test("path", [path for path in FILES if path.name.startswith("test_")])
def test_a_file_of_tests_that_uses_what_others_have_not_says_so(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path != Path(__file__) and LINUX_ONLY.search(text):
        assert MARKED.search(text), "mark what needs Linux: @pytest.mark.linux(reason)"
    if path != Path(__file__) and NOT_ON_WINDOWS.search(text):
        assert SKIPPED_ON_WINDOWS.search(text), "say why it does not run on Windows"


def test_no_test_reads_the_home_of_whoever_runs_it() -> None:
    temporary = Path(tempfile.gettempdir())
    places = [Path.home(), System().documents(), *vars(Folders.find(None)).values()]
    assert [place for place in places if not place.is_relative_to(temporary)] == []


def test_no_test_is_judged_by_a_clock() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in FILES}
    assert [name for name in texts if name not in CLOCKS and CLOCK.search(texts[name])] == []


def test_every_case_of_one_test_is_tried_and_every_faulty_one_named() -> None:
    tried: list[int] = []

    @in_one_test("number", range(3), label=lambda number: f"of {number}")
    def odd(number: int) -> None:
        tried.append(number)
        assert number % 2

    with pytest.raises(BaseExceptionGroup) as faults:
        odd()
    assert tried == [0, 1, 2]
    notes = [fault.__notes__ for fault in faults.value.exceptions]
    assert notes == [["in the case of 0"], ["in the case of 2"]]
