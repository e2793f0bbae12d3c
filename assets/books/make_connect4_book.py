"""Makes connect4.book from scratch: exact scores of every Connect Four position up to 12 plies.

Run from the root of the project, with the development packages installed:

    python assets/books/make_connect4_book.py [OUTPUT]

How it is made:
1. numpy lists every position of the 7x6 board, ply by ply, one of each mirror pair. Positions in
   which the mover wins at once are not kept in the book: nobody has to look that up.
2. The 4,200,899 positions at ply 12 are scored by the public solver `bitbully`. It is a tool
   used here and in tests; its licence (AGPL) keeps it out of the program, which never imports it.
   Scores are facts: a win counts 22 minus the number of stones the winner has then played, a draw
   0, a loss the negative of the opponent's win.
3. Plies 11 to 0 follow by negamax from ply 12, again in numpy, and a sample of every ply is
   compared with what bitbully says of it without its own book.
4. The scores of a ply are written as a static function (Majewski, Wormald, Havas, Czech 1996): a
   key is hashed to one place in each of three blocks, and the xor of the three is the score. The
   keys need not be stored, 1.23 places a key are enough, and nothing has to be prepared to read.
   Every key is read back before the file is written.

It takes a few minutes and about 2 GB of memory. The layout of the file is described in
engine/solvers/connect4_book.py, which reads it.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.solvers.connect4_book import MAGIC, hashes, places

Words = npt.NDArray[np.uint64]
Scores = npt.NDArray[np.int8]

LAST_PLY = 12
KNOWN_AT_LAST_PLY = 4_200_899
COLUMNS, ROWS, STRIDE = 7, 6, 7
CELLS = COLUMNS * ROWS
BOTTOMS = [np.uint64(1 << c * STRIDE) for c in range(COLUMNS)]
TOPS = [np.uint64(1 << c * STRIDE + ROWS - 1) for c in range(COLUMNS)]
COLUMN = np.uint64((1 << STRIDE) - 1)
SLACK = 1.235
SAMPLE = 400


def has_four(stones: Words) -> npt.NDArray[np.bool_]:
    found = np.zeros(len(stones), bool)
    for step in (1, STRIDE - 1, STRIDE, STRIDE + 1):
        pairs = stones & stones >> np.uint64(step)
        found |= (pairs & pairs >> np.uint64(2 * step)) != 0
    return found


def spread(words: Words, stride: int, mirrored: bool = False) -> Words:
    """The same cells with another column stride, mirrored if asked."""
    result = np.zeros_like(words)
    for c in range(COLUMNS):
        target = COLUMNS - 1 - c if mirrored else c
        part = words >> np.uint64(c * STRIDE) & COLUMN
        result |= part << np.uint64(target * stride)
    return result


def canonical_keys(mover: Words, both: Words) -> Words:
    key = mover + both
    return np.minimum(key, spread(key, STRIDE, mirrored=True))


def children(mover: Words, both: Words) -> list[tuple[npt.NDArray[np.intp], Words, Words]]:
    """For each column: the rows it is open in, and (mover, both) after the drop."""
    result = []
    for bottom, top in zip(BOTTOMS, TOPS, strict=True):
        rows = np.flatnonzero(both & top == 0)
        before = both[rows]
        result.append((rows, mover[rows] ^ before, before | before + bottom))
    return result


class Level:
    """The unfinished positions of one ply, one of each mirror pair, sorted by key."""

    def __init__(self, mover: Words, both: Words) -> None:
        self.keys, first = np.unique(canonical_keys(mover, both), return_index=True)
        self.mover, self.both = mover[first], both[first]
        self.wins_at_once = np.zeros(len(first), bool)
        for rows, other, after in children(self.mover, self.both):
            self.wins_at_once[rows] |= has_four(other ^ after)
        self.scores: Scores = np.zeros(len(first), np.int8)

    def next(self) -> Level:
        parts = [(m[live], b[live]) for _, m, b in children(self.mover, self.both)
                 for live in [~has_four(m ^ b)]]  # fmt: skip
        return Level(np.concatenate([m for m, _ in parts]), np.concatenate([b for _, b in parts]))


def score_with_bitbully(level: Level, ply: int, rows: npt.NDArray[Any], book: bool) -> Scores:
    from bitbully import bitbully_core
    from bitbully_databases import BitBullyDatabases

    path = BitBullyDatabases.get_database_path("12-ply-dist")
    solver = bitbully_core.BitBullyCore(path) if book else bitbully_core.BitBullyCore()
    board, left = bitbully_core.BoardCore(), CELLS - ply
    both = spread(level.both[rows], 9).tolist()
    mover = spread(level.mover[rows], 9).tolist()
    scores = np.empty(len(rows), np.int8)
    for index, state in enumerate(zip(both, mover, strict=True)):
        board.setRawState(*state, left)
        scores[index] = solver.mtdf(board, 0)
    return scores


def score_from_next(level: Level, following: Level, ply: int) -> None:
    """Negamax over one ply; `following` must be scored."""
    best = np.full(len(level.keys), -100, np.int8)
    for rows, mover, both in children(level.mover, level.both):
        index = np.searchsorted(following.keys, canonical_keys(mover, both))
        index = np.minimum(index, len(following.keys) - 1)
        best[rows] = np.maximum(best[rows], -following.scores[index])
    best[level.wins_at_once] = (CELLS + 1 - ply) // 2
    level.scores = best


def check_sample(level: Level, ply: int, rng: np.random.Generator) -> None:
    """Compare with searches of bitbully without any book (with it, where they take too long)."""
    rows = np.flatnonzero(~level.wins_at_once)
    chosen = np.sort(rng.permutation(rows)[: SAMPLE if ply >= 10 else SAMPLE // 4])
    expected = score_with_bitbully(level, ply, chosen, book=ply < 10)
    if not np.array_equal(expected, level.scores[chosen]):
        raise SystemExit(f"ply {ply}: scores differ from bitbully")


def solve_places(keys: Words, values: npt.NDArray[np.uint8], seed: int, block: int) -> Any:
    """The places whose xor gives the values, or None when this seed does not work."""
    where = places(hashes(keys, seed), block)
    size = 3 * block
    degree = np.bincount(np.concatenate(where), minlength=size).astype(np.int32)
    owner = np.zeros(size, np.int64)  # the xor of the keys that meet in a place
    for column in where:
        np.bitwise_xor.at(owner, column, np.arange(len(keys)))
    rounds = []
    single = np.flatnonzero(degree == 1)
    left = len(keys)
    while len(single):
        peeled, first = np.unique(owner[single], return_index=True)
        rounds.append((peeled, single[first]))
        left -= len(peeled)
        touched = []
        for column in where:
            at = column[peeled]
            np.subtract.at(degree, at, 1)
            np.bitwise_xor.at(owner, at, peeled)
            touched.append(at)
        candidates = np.unique(np.concatenate(touched))
        single = candidates[degree[candidates] == 1]
    if left:
        return None
    result = np.zeros(size, np.uint8)
    for peeled, own in reversed(rounds):
        result[own] = 0
        total = values[peeled].copy()
        for column in where:
            total ^= result[column[peeled]]
        result[own] = total
    return result


def section(level: Level, ply: int) -> tuple[dict[str, int], bytes]:
    """The header entry and the packed places of one ply."""
    kept = ~level.wins_at_once
    keys, scores = level.keys[kept], level.scores[kept]
    low = int(scores.min())
    values = (scores - low).astype(np.uint8)
    bits = max(1, int(values.max()).bit_length())
    block = int(len(keys) * SLACK / 3) + 8
    seed = 1
    while (solved := solve_places(keys, values, seed, block)) is None:
        seed += 1
    first, second, third = (solved[at] for at in places(hashes(keys, seed), block))
    if not np.array_equal(first ^ second ^ third, values):
        raise SystemExit(f"ply {ply}: the places do not give the scores back")
    digits = solved[:, None] >> np.arange(bits, dtype=np.uint8) & 1
    packed = np.packbits(digits.astype(np.uint8).ravel(), bitorder="little").tobytes()
    entry = {"ply": ply, "count": len(keys), "low": low, "bits": bits}
    return entry | {"seed": seed, "block": block, "bytes": len(packed)}, packed


def main(output: Path) -> None:
    started = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - started:7.1f} s  {text}", file=sys.stderr, flush=True)

    empty = np.zeros(1, np.uint64)
    levels = [Level(empty, empty)]
    for ply in range(1, LAST_PLY + 1):
        levels.append(levels[-1].next())
        say(f"ply {ply}: {len(levels[-1].keys):,} unfinished positions")
    last = levels[LAST_PLY]
    to_score = np.flatnonzero(~last.wins_at_once)
    if len(to_score) != KNOWN_AT_LAST_PLY:
        raise SystemExit(f"{len(to_score):,} positions at ply 12 instead of {KNOWN_AT_LAST_PLY:,}")
    last.scores[:] = (CELLS + 1 - LAST_PLY) // 2
    last.scores[to_score] = score_with_bitbully(last, LAST_PLY, to_score, book=True)
    say("ply 12 scored")
    rng = np.random.default_rng(7)
    for ply in range(LAST_PLY, -1, -1):
        if ply < LAST_PLY:
            score_from_next(levels[ply], levels[ply + 1], ply)
        check_sample(levels[ply], ply, rng)
        say(f"ply {ply} agrees with bitbully")
    if levels[0].scores[0] != 1:
        raise SystemExit("the empty board must be won with the 21st stone")
    parts = [section(level, ply) for ply, level in enumerate(levels)]
    payload = b"".join(packed for _, packed in parts)
    header = {
        "columns": COLUMNS,
        "rows": ROWS,
        "sha256": hashlib.sha256(payload).hexdigest(),
        "sections": [entry for entry, _ in parts],
    }
    text = json.dumps(header).encode()
    output.write_bytes(MAGIC + len(text).to_bytes(4, "little") + text + payload)
    say(f"{output}: {output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("connect4.book"))
