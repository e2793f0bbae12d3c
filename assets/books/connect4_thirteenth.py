"""Scores of the positions after 13 stones, for make_connect4_book.py.

No public solver has them ready, so connect4_scorer.c searches for them, helped by what the ply
before says: a position is worth at least as much as its best parent leaves it, and when only one
child can be what makes its parent's score, it is.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import numpy.typing as npt
from connect4_levels import Level, Scores, canonical_keys, children

UNSCORED = 127
RECORD = np.dtype(
    [("mover", "<u8"), ("both", "<u8"), ("low", "i1"), ("score", "i1"), ("padding", "V6")]
)
Indices = npt.NDArray[np.int64]


def family(parent: Level, following: Level) -> list[tuple[Indices, Indices]]:
    """For each column: rows of parents, and rows of the unfinished positions they lead to."""
    result = []
    for rows, mover, both in children(parent.mover, parent.both):
        keys = canonical_keys(mover, both)
        found = np.minimum(np.searchsorted(following.keys, keys), len(following.keys) - 1)
        live = following.keys[found] == keys
        result.append((rows[live], found[live]))
    return result


def lower_bounds(parent: Level, following: Level) -> Scores:
    """What the parents leave: a position is worth at least minus the score of each."""
    low = np.full(len(following.keys), -100, np.int8)
    for rows, found in family(parent, following):
        np.maximum.at(low, found, -parent.scores[rows])
    low[following.wins_at_once] = 15
    return low


def settled(parent: Level, following: Level, low: Scores) -> npt.NDArray[np.bool_]:
    """The positions whose bound is their score: some parent has no other that can be its best."""
    pairs = []
    for rows, found in family(parent, following):
        best = ~parent.wins_at_once[rows] & (low[found] == -parent.scores[rows])
        pairs.append(rows[best].astype(np.int64) * len(low) + found[best])
    rows, found = np.divmod(np.unique(np.concatenate(pairs)), len(low))
    alone = np.bincount(rows, minlength=len(parent.keys))[rows] == 1
    result = np.zeros(len(low), bool)
    result[found[alone]] = True
    return result


def prepare(parent: Level, following: Level, work: Path) -> None:
    """Write the file the scorer works on."""
    low = lower_bounds(parent, following)
    scores = np.where(settled(parent, following, low), low, UNSCORED)
    kept = np.flatnonzero(~following.wins_at_once)
    records = np.zeros(len(kept), RECORD)
    records["mover"], records["both"] = following.mover[kept], following.both[kept]
    records["low"], records["score"] = low[kept], scores[kept]
    records.tofile(work)


def search(work: Path, seconds: int, table_bits: int) -> None:
    """Compile the scorer and let it go on with the file for so long."""
    source = Path(__file__).with_name("connect4_scorer.c")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "connect4_scorer"
        flags = ["-O3", "-march=native", "-pthread"]
        subprocess.run(["cc", *flags, "-o", program, source], check=True)
        threads = os.cpu_count() or 1
        task = [work, "13", seconds, table_bits, threads]
        subprocess.run([program, *map(str, task)], check=True)


def read_scores(following: Level, work: Path) -> None:
    """Take over the scores of the file; ends the program while it has not got them all."""
    records = np.fromfile(work, RECORD)
    keys = canonical_keys(records["mover"], records["both"])
    found = np.searchsorted(following.keys, keys)
    if len(records) != int((~following.wins_at_once).sum()) or not np.array_equal(
        following.keys[np.minimum(found, len(following.keys) - 1)], keys
    ):
        raise SystemExit(f"{work} holds other positions; remove it to begin anew")
    missing = int((records["score"] == UNSCORED).sum())
    if missing:
        raise SystemExit(f"ply 13: {missing:,} positions have no score yet; go on with --minutes")
    following.scores = np.full(len(following.keys), 15, np.int8)
    following.scores[found] = records["score"]
