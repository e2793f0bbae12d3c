"""Sampler of single games of a bulk run of playouts: their outcomes and some of their moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


class GameSampler:
    """Outcomes and moves of sampled single games of one bulk run.

    Game g of the run belongs to state 0 for g below its repeats, and so on. `outcomes[g]` is the
    column of its outcome; `moves` has the moves of the games in `wanted`, from their state to the
    end.
    """

    def __init__(self, wanted: Iterable[int] = ()) -> None:
        self.moves: dict[int, list[int]] = {game: [] for game in sorted(set(wanted))}
        self.outcomes: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self._wanted = np.array(list(self.moves), np.int64)

    def expect(self, games: int) -> None:
        """Set the number of games of the run."""
        self.outcomes = np.full(games, -1, np.int8)

    def ended(self, games: npt.NDArray[np.int64], outcomes: npt.NDArray[np.int64]) -> None:
        """Record the outcome columns of these games."""
        self.outcomes[games] = outcomes

    def places(self, games: npt.NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        """Yield (sampled game, its index in the ascending `games`) while the game goes on."""
        if not len(self._wanted) or not len(games):
            return
        indices = np.minimum(np.searchsorted(games, self._wanted), len(games) - 1)
        for game, index in zip(self._wanted.tolist(), indices.tolist(), strict=True):
            if games[index] == game:
                yield game, index
