"""An oracle that solves nothing."""

from __future__ import annotations

from typing import Any

from engine.context import Context
from engine.messages import Message
from engine.protocols import Unsolvable
from engine.solvers.oracle import ExactValue


class Unable:
    """Finds every position too far from the end."""

    notice: Message | None = None

    def is_near(self, state: Any) -> bool:
        return True

    def is_quick(self, state: Any) -> bool:
        return True

    def values(self, state: Any, context: Context[Any], measured: bool = True) -> ExactValue:
        raise Unsolvable("solver.too_large", limit=12_345)
