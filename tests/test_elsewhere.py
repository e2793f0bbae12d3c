"""README promises that the test command runs on Windows and macOS, where some tests say why not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cases import in_one_test
from tests.elsewhere import NO_SCREEN, why_not

TESTS = Path(__file__).resolve().parent
# What only Linux has, or Windows has not; a file that uses one says so with a mark.
LINUX_ONLY = re.compile(r"Path\(\"/proc|pass_fds|need\(\"|signal\.SIG(?:KILL|INT|TERM|HUP)")
NOT_ON_WINDOWS = re.compile(r"symlink_to|mkfifo|preexec_fn|geteuid|\.chmod\(")
MARKED = re.compile(r"skipif\(\s*sys\.platform|mark\.linux\(\"[^\"]{10,}|[Xx]vfb")
SKIPPED_ON_WINDOWS = re.compile(
    r"skipif\(\s*sys\.platform == \"win32\"|mark\.linux\(\"|^@unix$", re.MULTILINE
)


def mark(*words: str) -> pytest.Mark:
    return pytest.Mark("linux", words, {}, _ispytest=True)


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_a_test_that_needs_linux_says_why_elsewhere(platform: str) -> None:
    assert why_not(platform, [mark("reads /proc")], []) == "reads /proc"
    assert why_not(platform, [], ["display", "tmp_path"]) == NO_SCREEN
    assert why_not(platform, [pytest.mark.slow.mark], ["tmp_path"]) is None


def test_on_linux_no_test_is_left_out() -> None:
    assert why_not("linux", [mark("reads /proc")], ["display"]) is None


def sources() -> list[Path]:
    found = [path for path in TESTS.rglob("test_*.py") if "benchmarks" not in path.parts]
    return [path for path in found if path != Path(__file__)]


@in_one_test("path", sources())
def test_a_file_of_tests_that_uses_what_others_have_not_says_so(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if LINUX_ONLY.search(text):
        assert MARKED.search(text), "mark what needs Linux: @pytest.mark.linux(reason)"
    if NOT_ON_WINDOWS.search(text):
        assert SKIPPED_ON_WINDOWS.search(text), "say why it does not run on Windows"
