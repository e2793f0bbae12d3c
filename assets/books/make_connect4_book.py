"""Makes connect4.book from scratch: scores of every Connect Four position up to 13 plies.

Run from the root of the project, with the development packages and a C compiler installed:

    python assets/books/make_connect4_book.py [--output FILE] [--work FILE] [--minutes N]

How it is made:
1. numpy lists every position of the 7x6 board, ply by ply, one of each mirror pair. Positions in
   which the mover wins at once are not kept in the book: nobody has to look that up.
2. The 4,200,899 positions at ply 12 are scored by the public solver `bitbully`. It is a tool
   used here and in tests; its licence (AGPL) keeps it out of the program, which never imports it.
   Scores are facts: a win counts 22 minus the number of stones the winner has then played, a draw
   0, a loss the negative of the opponent's win.
3. Plies 11 to 0 follow by negamax from ply 12, again in numpy, and a sample of every ply is
   compared with what bitbully says of it without its own book.
4. The 10,881,076 positions at ply 13 are searched one by one (see connect4_thirteenth.py). It
   takes some hours: each run goes on for `--minutes`, and the file `--work` keeps what was found.
   When all are known, ply 12 is compared with what follows from them.
5. The scores of a ply are written as a static function (Majewski, Wormald, Havas, Czech 1996): a
   key is hashed to one place in each of three blocks, and the xor of the three is the score. The
   keys need not be stored, 1.23 places a key are enough, and nothing has to be prepared to read.
   Every key is read back before the file is written.

Without step 4 it takes a few minutes, and about 4 GB of memory. The layout of the file is
described in engine/solvers/connect4_book.py, which reads it.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import importlib.metadata
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import connect4_thirteenth as thirteenth
from connect4_levels import (
    CELLS,
    COLUMNS,
    ROWS,
    Level,
    Scores,
    Words,
    canonical_keys,
    children,
    hashes,
    places,
    spread,
)

from engine.solvers.connect4_book import MAGIC, checksum_line, checksum_path

SOLVED_PLY = 12
KNOWN_AT_SOLVED_PLY = 4_200_899
TABLE_BITS = 30  # 8 GB, for the search at ply 13
SLACK = 1.235
SAMPLE = 400
Say = Callable[[str], None]


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


def check_against_next(level: Level, following: Level, say: Say) -> None:
    """The last ply of bitbully must follow from the one after it."""
    expected = level.scores
    score_from_next(level, following, SOLVED_PLY)
    if not np.array_equal(level.scores, expected):
        raise SystemExit("ply 12: the scores do not follow from those of ply 13")
    say("ply 12 follows from ply 13")


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


def score_thirteenth(last: Level, work: Path, minutes: float, say: Say) -> Level:
    """The ply behind the last one of the public solver."""
    following = last.next()
    if not work.exists():
        thirteenth.prepare(last, following, work)
    if minutes:
        thirteenth.search(work, int(60 * minutes), TABLE_BITS)
    thirteenth.read_scores(following, work)
    say(f"ply 13: {len(following.keys):,} unfinished positions, all scored")
    return following


def write(output: Path, levels: list[Level]) -> None:
    parts = [section(level, ply) for ply, level in enumerate(levels)]
    payload = b"".join(packed for _, packed in parts)
    header = {
        "columns": COLUMNS,
        "rows": ROWS,
        "sha256": hashlib.sha256(payload).hexdigest(),
        "sections": [entry for entry, _ in parts],
    }
    text = json.dumps(header).encode()
    book = MAGIC + len(text).to_bytes(4, "little") + text + payload
    output.write_bytes(book)
    checksum_path(output).write_text(checksum_line(output, book), encoding="utf-8", newline="\n")
    written = json.dumps(origin(book, levels), indent=1) + "\n"
    output.with_name(output.name + ".origin.json").write_text(
        written, encoding="utf-8", newline="\n"
    )


def origin(book: bytes, levels: list[Level]) -> dict[str, Any]:
    """Where the book comes from: what a doubter needs to make it again."""
    scorer = Path(__file__).with_name("connect4_scorer.c")
    return {
        "sha256": hashlib.sha256(book).hexdigest(),
        "made": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": "python assets/books/make_connect4_book.py --minutes N, until ply 13 is known",
        "scored_at_ply_12_by": f"bitbully {importlib.metadata.version('bitbully')}",
        "scored_at_ply_13_by": scorer.name,
        "scorer_sha256": hashlib.sha256(scorer.read_bytes()).hexdigest(),
        "entries": [int((~level.wins_at_once).sum()) for level in levels],
    }


def main(output: Path, work: Path, minutes: float) -> None:
    started = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - started:7.1f} s  {text}", file=sys.stderr, flush=True)

    empty = np.zeros(1, np.uint64)
    levels = [Level(empty, empty)]
    for ply in range(1, SOLVED_PLY + 1):
        levels.append(levels[-1].next())
        say(f"ply {ply}: {len(levels[-1].keys):,} unfinished positions")
    last = levels[SOLVED_PLY]
    to_score = np.flatnonzero(~last.wins_at_once)
    if len(to_score) != KNOWN_AT_SOLVED_PLY:
        raise SystemExit(f"{len(to_score):,} positions at ply 12, not {KNOWN_AT_SOLVED_PLY:,}")
    last.scores[:] = (CELLS + 1 - SOLVED_PLY) // 2
    last.scores[to_score] = score_with_bitbully(last, SOLVED_PLY, to_score, book=True)
    say("ply 12 scored")
    rng = np.random.default_rng(7)
    for ply in range(SOLVED_PLY, -1, -1):
        if ply < SOLVED_PLY:
            score_from_next(levels[ply], levels[ply + 1], ply)
        check_sample(levels[ply], ply, rng)
        say(f"ply {ply} agrees with bitbully")
    if levels[0].scores[0] != 1:
        raise SystemExit("the empty board must be won with the 21st stone")
    levels.append(score_thirteenth(last, work, minutes, say))
    check_against_next(last, levels[-1], say)
    check_sample(levels[-1], SOLVED_PLY + 1, rng)
    say("ply 13 agrees with bitbully")
    write(output, levels)
    say(f"{output}: {output.stat().st_size:,} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make the opening book of Connect Four.")
    here = Path(__file__)
    parser.add_argument("--output", type=Path, default=here.with_name("connect4.book"))
    parser.add_argument("--work", type=Path, default=here.with_name("connect4.work"))
    parser.add_argument("--minutes", type=float, default=0)
    main(**vars(parser.parse_args()))
