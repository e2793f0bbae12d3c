"""What hostile files hold and hostile systems answer, and what any refusal must be."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.messages import LANGUAGES, JouonsError, Message, render

unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def one_sentence(fault: JouonsError | Message) -> None:
    """A fault is told in one sentence of each language, which can be drawn and kept."""
    for language in LANGUAGES:
        text = render(fault if isinstance(fault, Message) else fault.message, language)
        assert "\n" not in text and len(text) < 400, text
        assert "Errno" not in text and "Traceback" not in text, text
        text.encode("utf-8")


STRANGE: tuple[Any, ...] = (
    None, True, -1, 0.5, 2**63, 10**400, "", "\0", "\ud800", "x" * 5000, "\u034f\u202e", [], {},
    [[]], {"a": {}}, [None] * 3, ["3", "9"], "nim", "human", "mcts:" + "9" * 50, [1, 2], [-1, -2],
    {"heaps": "9" * 5000}, {"\ud800": "x"}, float("inf"), float("nan"), "9" * 4300, [0] * 20_000,
)  # fmt: skip


def hostile(good: dict[str, Any], seed: int) -> Iterator[bytes]:
    """300 files near a good one: values replaced, names lost, bytes flipped, cut, put in."""
    rng = random.Random(seed)
    for number in range(300):
        data: Any = dict(good)
        for _ in range(rng.randint(1, 3)):
            data[rng.choice(sorted(good))] = rng.choice(STRANGE)
        if number % 3 == 1:
            data.pop(rng.choice(sorted(data)))
        whole = bytearray(json.dumps(data).replace(" " * 4, " ").encode())
        if number % 3 == 2:
            for _ in range(rng.randint(1, 20)):
                at = rng.randrange(len(whole))
                whole[at : at + rng.randint(0, 9)] = rng.randbytes(rng.randint(0, 4))
        yield bytes(whole)


def damaged(data: bytes, rng: random.Random) -> bytes:
    whole = bytearray(data)
    kind = rng.randrange(6)
    if kind == 0:
        del whole[rng.randrange(len(whole)) :]
    elif kind == 1:
        at = rng.randrange(len(whole))
        whole[at : at + 4096] = bytes(min(4096, len(whole) - at))
    else:
        # Most into the head and the first page, where the tables are described.
        end = (100, 4096, len(whole), len(whole))[kind - 2]
        for _ in range(rng.choice((1, 3, 30))):
            whole[rng.randrange(min(end, len(whole)))] = rng.randrange(256)
    return bytes(whole)


class HeldError(OSError):
    """What Windows raises; `winerror` cannot be given elsewhere."""

    winerror = 32


def held(times: int, error: OSError, act: Callable[..., Any]) -> Callable[..., Any]:
    """`act` as it goes while another program holds the file so many times."""
    left = [times]

    def try_it(*arguments: Any, **more: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            raise error
        return act(*arguments, **more)

    return try_it
