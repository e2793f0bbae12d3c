"""A share is shown as 0 % or 100 % only where it is exactly that, everywhere the same way."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from engine.intervals import percent, whole_percent
from engine.messages import LANGUAGES, catalogue, message, render

ROOT = Path(__file__).resolve().parents[2]
CLOSE = (1e-6, 1e-4, 1 / 300)
# A share that is rounded by hand; a share of the room on the screen is none.
BY_HAND = re.compile(r"(share|low|high)=round\(100|share=100 \*|round\(100 \* \w*fraction")


@pytest.mark.parametrize("digits", [0, 1, 2])
def test_only_nothing_and_all_are_0_and_100(digits: int) -> None:
    assert (percent(0.0, digits), percent(1.0, digits)) == (0, 100)
    for share in CLOSE:
        assert 0 < percent(share, digits) <= 1
        assert 99 <= percent(1 - share, digits) < 100


@pytest.mark.parametrize("digits", [0, 1, 2])
def test_all_others_are_rounded(digits: int) -> None:
    for share in np.random.default_rng(1).uniform(0.02, 0.98, 500).tolist():
        assert abs(percent(share, digits) - 100 * share) <= 0.5 / 10**digits + 1e-6
    assert (percent(0.125, 0), percent(0.0625, 1), whole_percent(0.335)) == (13, 6.3, 34)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_with_shares_keep_the_rule(language: str) -> None:
    texts = [key for key, text in catalogue(language).items() if re.search(r"\{\w+:\.\d%\}", text)]
    assert {"note.mc", "watch.chances", "arena.thrown_away"} <= set(texts)
    for share in CLOSE:
        values = {"win": 1 - share, "draw": 0.5, "loss": share, "move": "1"}
        told = render(message("watch.chances", **values), language)
        assert not re.search(r"\b100|\b0[.,]0\D", told), told
    whole = render(message("watch.chances", win=1.0, draw=0.0, loss=0.0, move="1"), language)
    assert "100" in whole


def test_no_share_is_rounded_by_hand() -> None:
    for path in [*(ROOT / "gui").rglob("*.py"), *(ROOT / "engine").rglob("*.py")]:
        if path.name != "intervals.py":
            assert not BY_HAND.search(path.read_text(encoding="utf-8")), path
