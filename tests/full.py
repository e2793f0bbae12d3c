"""The two sizes of a test: a few cases by default, all of them in the full suite."""

from __future__ import annotations

from typing import Any

import pytest

FEW_EXAMPLES, MANY_EXAMPLES = 200, 2000
GOLDEN = 0.6180339887498949


def few_or_full(name: str, few: object, *full: object) -> pytest.MarkDecorator:
    """Give a test `few` by default, and each value of `full` in the full suite."""
    return pytest.mark.parametrize(
        name, [few, *(pytest.param(each, marks=pytest.mark.full) for each in full)]
    )


def examples(test: Any) -> Any:
    """Try a test of hypothesis, which says nothing of their number, on 200 examples or 2,000."""
    return pytest.mark.usefixtures("number_of_examples")(test)


def runs_by_default(number: int, of: int) -> bool:
    """Tell whether a case, counted from 0, is among those that run where one of so many does.

    Cases are the product of several lists. Multiples of the golden ratio keep in step with the
    length of none, so that every value of each is met if there are some cases more than values.
    """
    return number * GOLDEN % 1 < 1 / of
