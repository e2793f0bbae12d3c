"""How much memory the window takes when somebody does 20,000 things without leaving it."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest

from tests.gui.test_soak import MAX_MEGABYTES, memory_told


@pytest.mark.timeout(1800)
def test_memory_is_level_through_twenty_thousand_actions(tmp_path: Path) -> None:
    told = memory_told(20_000, tmp_path)
    print(f"\nMB: first 2,000 {told[7]}, last {told[-1]}, most {max(told)}")
    assert max(told) < MAX_MEGABYTES, told
    quarter = len(told) // 4
    assert statistics.mean(told[-quarter:]) < statistics.mean(told[quarter : 2 * quarter]) + 20
