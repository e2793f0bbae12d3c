"""Many small cases in one test: a case may take a millisecond, but pytest needs five an item."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import TypeVar

import pytest

Case = TypeVar("Case")
Test = Callable[..., None]


def in_one_test(
    names: str, cases: Iterable[Case], label: Callable[[Case], str] = repr
) -> Callable[[Test], Test]:
    """Try a test on every case, like `pytest.mark.parametrize`, but as one item.

    All cases are tried, with the same fixtures. The faults are raised together, each with a note
    that holds the label of its case.
    """
    keys = names.replace(" ", "").split(",")
    every = [*cases]

    def wrap(test: Test) -> Test:
        @wraps(test)
        def whole(**fixtures: object) -> None:
            assert every, "there is no case"
            faults: list[BaseException] = []
            for case in every:
                values: object = case if len(keys) > 1 else (case,)
                assert isinstance(values, tuple)
                try:
                    test(**fixtures, **dict(zip(keys, values, strict=True)))
                except (Exception, pytest.fail.Exception) as fault:
                    fault.add_note(f"in the case {label(case)}")
                    faults.append(fault)
            if faults:
                raise BaseExceptionGroup(f"{len(faults)} of {len(every)} cases", faults)

        # pytest asks for the fixtures of this function, not for those of the one it wraps.
        del whole.__wrapped__
        old = signature(test)
        others = [each for each in old.parameters.values() if each.name not in keys]
        assert len(old.parameters) == len(others) + len(keys), names
        whole.__signature__ = old.replace(parameters=others)  # type: ignore[attr-defined]
        return whole

    return wrap
