"""Exact chances of uniformly random play in Connect Four, by enumeration in bulk.

The positions that follow are collected ply by ply as arrays, each once, and their chances are
computed backwards: the mean over the legal columns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.games.connect4_playouts import Lockstep, Words, word
from engine.games.lockstep import Flags, Ints
from engine.protocols import Chances, Unsolvable

Floats = npt.NDArray[np.float64]


class _Layer(NamedTuple):
    """All positions of one ply; mover and both as in Stones."""

    mover: Words
    both: Words
    won: Flags  # by the player who has just moved


class _Drop(NamedTuple):
    """One column: the rows of a layer that may play it, and their children in the next layer."""

    rows: Ints
    children: Ints


def exact_chances(
    tables: Lockstep, mover: int, both: int, check: Callable[[], None], limit: int
) -> dict[int, Chances]:
    """Return for each legal column the chances (first wins, draw, second wins).

    The position is unfinished. `check` is called every few milliseconds. Raises Unsolvable when
    more than `limit` positions follow; mirror images count twice.
    """
    none = np.zeros(1, np.bool_)
    layers = [_Layer(np.array([mover], np.uint64), np.array([both], np.uint64), none)]
    drops: list[list[_Drop]] = []
    positions = 0
    while layers[-1].mover.size:
        dropped, layer = _next_layer(tables, layers[-1], check, limit - positions)
        if layer is None:
            raise Unsolvable("playout.too_large", limit=limit)
        positions += layer.mover.size
        drops.append(dropped)
        layers.append(layer)
    chances = np.zeros((0, 3))
    for index in range(len(layers) - 2, 0, -1):
        check()
        second_moves = bool(both.bit_count() + index & 1)
        chances = _chances(layers[index], drops[index], chances, second_moves)
    return {
        column: (float(first), float(draw), float(second))
        for column, drop in enumerate(drops[0])
        if drop.rows.size
        for first, draw, second in chances[drop.children].tolist()
    }


def _next_layer(
    tables: Lockstep, layer: _Layer, check: Callable[[], None], room: int
) -> tuple[list[_Drop], _Layer | None]:
    """Return the moves of a layer and the layer they lead to; None for more than `room` rows."""
    going = np.flatnonzero(~layer.won)
    mover, both = layer.mover[going], layer.both[going]
    keys = np.zeros(0, np.uint64)
    parts: list[tuple[Ints, Words, Words, Words]] = []
    for column in range(tables.columns):
        check()
        bottom = 1 << column * tables.stride
        free = np.flatnonzero(both & word(bottom << tables.rows - 1) == 0)
        after = both[free] | both[free] + word(bottom)
        other = mover[free] ^ both[free]
        key = other + after  # unique, because `after` has one more bit a column than `other`
        parts.append((going[free], key, other, after))
        keys = np.union1d(keys, key)
        if keys.size > room:
            return [], None
    drops: list[_Drop] = []
    new_mover, new_both = np.zeros_like(keys), np.zeros_like(keys)
    for rows, key, other, after in parts:
        check()
        children = np.searchsorted(keys, key)
        new_mover[children], new_both[children] = other, after
        drops.append(_Drop(rows, children))
    moved = new_mover ^ new_both
    scratch, out, total = (np.empty_like(moved) for _ in range(3))
    won = tables.fours(moved, out, scratch, total) != 0
    return drops, _Layer(new_mover, new_both, won)


def _chances(layer: _Layer, drops: list[_Drop], after: Floats, second_moves: bool) -> Floats:
    """Return the chances of each position of a layer from those of the layer after it."""
    chances = np.zeros((layer.mover.size, 3))
    moves = np.zeros(layer.mover.size)
    for drop in drops:
        chances[drop.rows] += after[drop.children]
        moves[drop.rows] += 1
    chances /= np.maximum(moves, 1)[:, None]
    full = moves == 0
    chances[full] = (0.0, 1.0, 0.0)
    chances[layer.won] = (1.0, 0.0, 0.0) if second_moves else (0.0, 0.0, 1.0)
    return chances
