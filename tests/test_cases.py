"""A test of many cases tries all of them, and names each faulty one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import in_one_test


def test_every_faulty_case_is_named_and_no_case_is_left_out() -> None:
    tried: list[int] = []

    @in_one_test("number", range(5), label=lambda number: f"of {number}")
    def odd(number: int) -> None:
        tried.append(number)
        if number == 2:
            pytest.fail("two")
        assert number % 2, number

    with pytest.raises(BaseExceptionGroup) as found:
        odd()
    assert tried == [*range(5)]
    assert [fault.__notes__ for fault in found.value.exceptions] == [
        [f"in the case of {number}"] for number in (0, 2, 4)
    ]


def test_a_test_without_a_case_fails() -> None:
    @in_one_test("number", [])
    def never(number: int) -> None:
        assert number

    with pytest.raises(AssertionError, match="no case"):
        never()


@in_one_test("number, text", [(1, "1"), (2, "2")])
def test_cases_have_values_and_fixtures(text: str, tmp_path: Path, number: int) -> None:
    (tmp_path / text).touch()
    assert len([*tmp_path.iterdir()]) == number


def test_a_value_that_the_test_does_not_take_is_refused() -> None:
    with pytest.raises(AssertionError, match="numbr"):

        @in_one_test("numbr", [1])
        def misspelt(number: int) -> None:
            assert number
