"""An oracle that solves nothing."""

from __future__ import annotations

from typing import Any

from engine.context import Context
from engine.protocols import Unsolvable
from engine.solvers.oracle import ExactValue, Oracle


class Unable(Oracle[Any]):
    """Finds every position too far from the end."""

    def values(self, state: Any, context: Context[Any], measured: bool = True) -> ExactValue:
        raise Unsolvable("solver.too_large", limit=12_345)
