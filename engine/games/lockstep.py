"""The common loop of bulk playouts: batches of bounded size, played to the end in lockstep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

from engine.recording import GameSampler

if TYPE_CHECKING:
    import numpy.typing as npt

Ints: TypeAlias = "npt.NDArray[np.int64]"
Flags: TypeAlias = "npt.NDArray[np.bool_]"


class Games(Protocol):
    """Many games that advance by the same number of plies at every step."""

    @property
    def size(self) -> int:
        """The number of games that have not been removed."""

    def play(self, rng: np.random.Generator) -> Flags:
        """Play some plies in all games; return the finished ones, which may continue at random."""

    def outcomes(self, over: Ints, second: Flags) -> Ints:
        """Return the outcomes of these games.

        `second` is true where the second player was to move at the start.
        """

    def tell(self, singles: GameSampler, numbers: Ints) -> None:
        """Record the last moves of the games with these numbers."""

    def keep(self, left: Ints) -> None:
        """Remove all other games."""


def play_out(
    games: Games,
    owner: Ints,
    second: Flags,
    rng: np.random.Generator,
    check: Callable[[], None],
    singles: GameSampler | None = None,
    start: int = 0,
) -> Ints:
    """Play games to the end; return counts of shape (owners, 3).

    `owner` has the row of each game, `second` for each row whether the second player is to move.
    `singles` samples the games, the first of which has the number `start`.
    """
    numbers = np.arange(start, start + games.size) if singles is not None else None
    keys = []
    while games.size:
        check()
        ended = games.play(rng)
        if singles is not None and numbers is not None:
            games.tell(singles, numbers)
        over = np.flatnonzero(ended)
        left = np.flatnonzero(np.logical_not(ended, out=ended))
        if len(over):
            whose = owner.take(over)
            outcome = games.outcomes(over, second.take(whose))
            keys.append(whose * 3 + outcome)
            owner = owner.take(left)
            if singles is not None and numbers is not None:
                singles.ended(numbers.take(over), outcome)
                numbers = numbers.take(left)
        games.keep(left)
    owners = len(second)
    return np.bincount(np.concatenate(keys), minlength=owners * 3).reshape(owners, 3)


def draw(rng: np.random.Generator, choices: Ints) -> Ints:
    """Draw for each k in `choices` a number 0 .. k - 1; each is off by less than k / 2**32."""
    size = len(choices)
    raw = rng.bit_generator.random_raw(-(-size // 2)).view(np.uint32)[:size]
    product = np.multiply(raw, choices.view(np.uint64), dtype=np.uint64)
    return np.right_shift(product, np.uint64(32)).view(np.int64)


def batches(states: int, repeats: Sequence[int] | int, size: int) -> Iterator[npt.NDArray[np.intp]]:
    """Yield arrays of state indices, each state `repeats` times in all, about `size` games at once.

    The arrays are never empty and differ in length by at most one; none is longer than 1.5 `size`,
    so that memory is bounded for any number of playouts.
    """
    wanted = np.full(states, repeats, np.int64) if isinstance(repeats, int) else np.array(repeats)
    ends = np.cumsum(wanted)
    total = int(ends[-1]) if states else 0
    parts = max(1, round(total / size))
    stop = 0
    for part in range(1, parts + 1):
        start, stop = stop, total * part // parts
        if stop > start:
            yield np.searchsorted(ends, np.arange(start, stop), side="right")
