"""The suite itself: tests skipped for want of a program, parts of the full suite, clocks."""

from __future__ import annotations

import gc
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PyInstaller.exceptions import PythonLibraryNotFoundError

from tests import conftest, programs
from tests.effort import milliseconds
from tests.full import runs_by_default
from tests.memory import Memory

GROWTH = 15_000_000  # bytes; less than a worker may grow by, so that this one stays small
TESTS = Path(__file__).resolve().parent
FILES = [path for path in sorted(TESTS.rglob("*.py")) if "benchmarks" not in path.parts]
NEED, NEEDS = re.compile(r"\bneed\(\"([^\"]+)\"\)"), re.compile(r"\bneeds\(([^)]*)\)")
# Files that may read a clock: they choose random moments, measure work, or draw it for people.
CLOCKS = {
    *("effort.py", "test_kills.py", "test_interrupts.py", "stored_session.py", "test_mcts.py"),
    *("pictures.py", "cube_shots.py", "test_suite.py", "test_survey.py"),
}
CLOCK = re.compile(
    r"\b(?:monotonic|perf_counter|process_time|thread_time|time\.time)\b|\btimeout=(?!5\))"
    # A thread or an event that is waited for so long.
    r"|(?<=[\w\]])(?<!time)\.(?:join|wait)\(\d"
    # Giving up after so many looks with a pause after each.
    r"|^( *)for _ in range\(\d+\):\n(?:\1 .*\n)*?\1 .*(?:sleep|time\.wait)\(",
    re.MULTILINE,
)


class Item:
    """A test, as far as the hooks of the suite look at one."""

    def __init__(
        self, name: str, *marks: pytest.MarkDecorator, fixtures: tuple[str, ...] = ()
    ) -> None:
        self.nodeid = name
        self.fixturenames = fixtures
        self.marks = [mark.mark for mark in marks]

    def iter_markers(self, name: str | None = None) -> Iterator[pytest.Mark]:
        yield from (mark for mark in self.marks if name in (None, mark.name))

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next(self.iter_markers(name), None)

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.append(mark.mark)


def collected(items: list[Item], expression: str = "", *arguments: str) -> list[str]:
    """The names of the tests that run, in their order."""
    hook = SimpleNamespace(pytest_deselected=lambda items: None)
    option = SimpleNamespace(markexpr=expression)
    config: Any = SimpleNamespace(option=option, args=arguments, hook=hook)
    found: Any = list(items)
    conftest.pytest_collection_modifyitems(config, found)
    return [item.nodeid for item in found]


@pytest.mark.linux("elsewhere these tests are skipped with another reason")
def test_a_test_is_skipped_with_the_program_it_needs_and_fails_where_all_are_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    item: Any = Item("one", pytest.mark.needs("sh", "no-such-program"))
    monkeypatch.delenv(conftest.EVERY_PROGRAM, raising=False)
    with pytest.raises(pytest.skip.Exception, match="needs no-such-program,"):
        conftest.pytest_runtest_setup(item)
    monkeypatch.setenv(conftest.EVERY_PROGRAM, "1")
    with pytest.raises(pytest.fail.Exception, match="needs no-such-program,"):
        conftest.pytest_runtest_setup(item)
    there: Any = Item("two", pytest.mark.needs("sh"))
    conftest.pytest_runtest_setup(there)


@pytest.mark.parametrize("name", programs.ELSEWHERE)
def test_what_is_no_program_on_the_path_can_be_missing_too(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> str:
        raise PythonLibraryNotFoundError("there is none")

    monkeypatch.setattr(programs, "SYSTEM_PYTHON", "/no/python")
    monkeypatch.setattr(programs, "LIBRARIES", (Path("/no/folder"),))
    monkeypatch.setattr(programs, "get_python_library_path", missing)
    assert programs.ELSEWHERE[name]() is False


def test_a_test_that_uses_a_program_says_that_it_needs_it() -> None:
    silent = []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        said = " ".join(["sh", *programs.READER, *NEEDS.findall(text)])
        used = [] if path.name == "conftest.py" else NEED.findall(text)
        silent += [f"{path.name}: {name}" for name in used if name not in said]
    assert silent == []


def test_a_test_with_a_screen_needs_xvfb() -> None:
    item = Item("one", fixtures=("display",))
    collected([item])
    wanted = [mark.args for mark in item.iter_markers("needs")]
    assert wanted == ([("Xvfb",)] if sys.platform == "linux" else [])


FULL = [Item(f"test {number}", pytest.mark.full) for number in range(500)]
USUAL = Item("usual")


def test_the_full_suite_is_left_out_unless_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(conftest.FULL_PART, raising=False)
    every = [USUAL, *FULL]
    assert collected(every) == ["usual"]
    assert len(collected(every, "full or not full")) == len(every)
    assert len(collected(every, "", "tests/test_x.py::test_one")) == len(every)


def test_five_parts_are_the_full_suite_and_each_is_about_a_fifth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: Counter[str] = Counter()
    for part in range(1, conftest.PARTS + 1):
        monkeypatch.setenv(conftest.FULL_PART, str(part))
        names = collected([USUAL, *FULL])
        assert "usual" in names and 70 < len(names) < 135
        ran.update(names)
    assert ran == {"usual": conftest.PARTS, **{item.nodeid: 1 for item in FULL}}


def test_of_many_cases_one_of_so_many_runs_and_the_others_are_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(conftest.FULL_PART, raising=False)

    def cases() -> list[Item]:
        product = [Item(f"x.py::one[{a}-{b}]", pytest.mark.one_of(3)) for a in "ab" for b in "cdef"]
        return [*product, *(Item(f"x.py::two[{c}]", pytest.mark.one_of(2)) for c in range(4))]

    chosen = ["one[a-c]", "one[a-e]", "one[b-d]", "one[b-f]", "two[0]", "two[2]"]
    assert collected(cases()) == [f"x.py::{name}" for name in chosen]
    assert len(collected(cases(), "full or not full")) == 12


@pytest.mark.parametrize("of", [2, 3, 4])
@pytest.mark.parametrize("columns", range(1, 13))
def test_each_value_of_a_list_is_met(of: int, columns: int) -> None:
    met = [number for number in range(columns * of * 4) if runs_by_default(number, of)]
    assert {number % columns for number in met} == set(range(columns))
    assert abs(len(met) - columns * 4) <= 2


def test_tests_that_wait_for_other_programs_begin_first() -> None:
    slow, frozen = Item("slow", pytest.mark.slow), Item("frozen", pytest.mark.frozen)
    window = Item("window", pytest.mark.slow, pytest.mark.window)
    assert collected([USUAL, slow, window, frozen]) == ["frozen", "window", "slow", "usual"]


@pytest.mark.linux("memory is read in /proc")
@pytest.mark.parametrize("frozen", [False, True])
def test_what_only_holds_itself_is_freed_once_a_worker_has_grown(
    frozen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after somebody has kept it from the collector, as a window that runs does."""
    monkeypatch.setattr("tests.memory.GROWTH", GROWTH)
    memory = Memory()
    memory.give_back()
    level = memory.held()
    circle: list[object] = [b"\1" * (2 * GROWTH)]
    circle.append(circle)
    assert memory.held() > level + GROWTH
    del circle
    if frozen:
        gc.freeze()
    memory.give_back()
    assert memory.held() < level + GROWTH


@cache
def kept() -> object:
    return object()


@pytest.mark.linux("memory is read in /proc")
def test_tests_keep_nothing_for_each_other_once_a_worker_holds_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.memory.GROWTH", 0)
    first = kept()
    for much, same in ((10**15, True), (0, False)):
        monkeypatch.setattr("tests.memory.MUCH", much)
        Memory().give_back()
        assert (kept() is first) == same, much


def test_work_is_measured_by_other_work() -> None:
    def work(number: int) -> None:
        sum(len(str(each)) for each in range(number))

    small = milliseconds(lambda: work(20_000), times=5)
    large = milliseconds(lambda: work(200_000), times=5)
    assert 4 < large / small < 25


def test_no_test_is_judged_by_a_clock() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in FILES}
    assert [name for name in texts if name not in CLOCKS and CLOCK.search(texts[name])] == []


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("thread.join(10)", True),
        ("threads[0].join(0.05)", True),
        ("now = time.time()", True),
        ("if True:\n  for _ in range(30):\n    frame()\n    time.sleep(1)\n", True),
        ("thread.join()", False),
        ("event.wait(HANG)", False),
        ("pygame.time.wait(2)", False),
        ("for _ in range(3):\n  frame()\ntime.sleep(1)\n", False),
    ],
)
def test_a_clock_is_seen(text: str, judged: bool) -> None:
    assert bool(CLOCK.search(text)) == judged
