"""Pages for programmers: the examples of docs/engine.md run, and the tests that laws name exist."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path
from types import ModuleType

import pytest

from engine import protocols, session

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
LAWS = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"^## ([^\n]*)\n[^#]*?^```python\n(.*?)^```\n\n^```text\n(.*?)^```", re.M | re.S
)
EXAMPLES = {heading: (code, output) for heading, code, output in EXAMPLE.findall(PAGE)}


def test_every_example_of_the_page_is_run() -> None:
    assert len(EXAMPLES) == PAGE.count("```python") == PAGE.count("\n## ") == 10


@pytest.mark.parametrize("heading", EXAMPLES)
def test_an_example_of_the_page_prints_what_is_shown(heading: str) -> None:
    code, output = EXAMPLES[heading]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, {})
    assert printed.getvalue() == output


@pytest.mark.parametrize("module", [protocols, session], ids=lambda module: module.__name__)
def test_the_examples_of_docstrings_hold(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert failed == 0 and tried > 5


def test_every_law_names_a_test_that_exists() -> None:
    named = re.findall(r"^\|[^|]+\| `([\w/.]+)::(test_\w+)` \|$", LAWS, re.M)
    assert len(named) > 15
    for file, name in named:
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), name
