"""The two sizes of a test: a few cases by default, all of them in the full suite."""

from __future__ import annotations

from typing import Any

import pytest

FEW_EXAMPLES, MANY_EXAMPLES = 200, 2000


def few_or_full(name: str, few: object, *full: object) -> pytest.MarkDecorator:
    """Give a test `few` by default, and each value of `full` in the full suite."""
    return pytest.mark.parametrize(
        name, [few, *(pytest.param(each, marks=pytest.mark.full) for each in full)]
    )


def examples(test: Any) -> Any:
    """Try a test of hypothesis, which says nothing of their number, on 200 examples or 2,000."""
    return pytest.mark.usefixtures("number_of_examples")(test)
