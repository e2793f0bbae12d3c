"""Which letters of values are drawn: they may stand only on what is exact."""

from __future__ import annotations

from typing import Any

import pytest

from engine.protocols import Value
from gui.paint import Brush


def letters_drawn(monkeypatch: pytest.MonkeyPatch) -> list[Value]:
    """The values of which a badge with a letter is drawn from now on."""
    found: list[Value] = []
    for name in ("kept", "find"):
        monkeypatch.setattr(Brush, name, _listening(getattr(Brush, name), found))
    return found


def _listening(method: Any, found: list[Value]) -> Any:
    def listen(self: Brush, key: Any, *more: Any, **named: Any) -> Any:
        if isinstance(key, tuple) and key[0] == "badge" and key[3]:
            found.append(key[1])
        return method(self, key, *more, **named)

    return listen
