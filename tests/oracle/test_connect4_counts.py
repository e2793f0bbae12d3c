"""The book against the published counts of all positions of Connect Four that are won, drawn, lost.

Source: the strong solution of the 7x6 board by Markus Böck (arXiv 2507.05267), made with binary
decision diagrams, another method on another machine; totals also in OEIS A212693.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from engine.games.connect4 import ConnectFour, Stones
from engine.solvers.connect4_book import Book, default_path, load_book
from engine.solvers.connect4_search import Searcher
from engine.solvers.connect4_threats import geometry_of
from tests.full import few_or_full

BOOKS = Path(__file__).resolve().parents[2] / "assets" / "books"
sys.path.insert(0, str(BOOKS))

from connect4_levels import (  # noqa: E402
    STRIDE,
    Level,
    Words,
    canonical_keys,
    children,
    has_four,
    places,
    spread,
)

# By ply: won, drawn and lost for the first player, finished positions included.
PUBLISHED = [
    (1, 0, 0),
    (1, 2, 4),
    (27, 12, 10),
    (35, 58, 145),
    (690, 200, 230),
    (1_080, 697, 2_486),
    (10_889, 1_943, 3_590),
    (17_507, 5_944, 31_408),
    (124_624, 14_676, 44_975),
    (197_749, 42_896, 317_541),
    (1_122_696, 97_532, 442_395),
    (1_734_122, 255_780, 2_578_781),
    (8_191_645, 541_825, 3_502_631),
    (12_333_735, 1_286_746, 17_308_630),
]
# Ply 10 takes 300 MB of memory, ply 12 2 GB, ply 13 5 GB; the last two agree too.
FEW_PLIES, MANY_PLIES = 10, 12


def mirror_images(keys: Words) -> npt.NDArray[np.int64]:
    """How many positions each key stands for: itself and its mirror image, or itself alone."""
    return np.where(spread(keys, STRIDE, mirrored=True) == keys, 1, 2)


def book_scores(book: Book, keys: Words, ply: int) -> npt.NDArray[np.int64]:
    """What `Book.score` answers, for many keys at once."""
    section = book._sections[ply]
    data = np.append(np.fromfile(default_path(), np.uint8)[section.start :], np.zeros(2, np.uint8))
    with np.errstate(over="ignore"):
        one = (keys + np.uint64(section.salt)) * np.uint64(0xBF58476D1CE4E5B9)
        one = (one ^ one >> np.uint64(31)) * np.uint64(0x94D049BB133111EB)
        one ^= one >> np.uint64(29)
        two = one * np.uint64(0x9E3779B97F4A7C15)
        two ^= two >> np.uint64(32)
        total = np.zeros(len(keys), np.int64)
        for place in places((one, two), section.block):
            at = place * section.bits
            byte = at >> 3
            word = data[byte].astype(np.int64) | data[byte + 1].astype(np.int64) << 8
            total ^= word >> (at & 7)
    return (total & (1 << section.bits) - 1) + section.low


def counted(level: Level, ply: int, book: Book, finished: int) -> tuple[int, int, int]:
    """Won, drawn, lost for the first player among the positions of one ply."""
    scores = np.ones(len(level.keys), np.int64)  # who wins at once is not asked about
    asked = ~level.wins_at_once
    scores[asked] = book_scores(book, level.keys[asked], ply)
    each = mirror_images(level.keys)
    won, drawn, lost = (int(each[hit].sum()) for hit in (scores > 0, scores == 0, scores < 0))
    lost += finished  # whoever is to move in a finished position has lost
    return (won, drawn, lost) if ply % 2 == 0 else (lost, drawn, won)


def finished_after(level: Level) -> int:
    """How many finished positions one more move leads to."""
    found = [
        canonical_keys(mover[over], both[over])
        for _, mover, both in children(level.mover, level.both)
        for over in [has_four(mover ^ both)]
    ]
    return int(mirror_images(np.unique(np.concatenate(found))).sum())


@pytest.fixture(scope="module")
def book() -> Book:
    return load_book(default_path())


def test_the_origin_of_the_book_is_that_of_this_book() -> None:
    path = default_path()
    origin = json.loads(path.with_name(path.name + ".origin.json").read_text(encoding="utf-8"))
    scorer = path.with_name(origin["scored_at_ply_13_by"])
    assert origin["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert origin["scorer_sha256"] == hashlib.sha256(scorer.read_bytes()).hexdigest()
    assert datetime.date.fromisoformat(origin["made"]) <= datetime.date.today()
    assert "make_connect4_book.py" in origin["command"]
    assert sum(origin["entries"]) > 16_000_000


def test_entries_of_the_last_ply_are_proved_again_by_search(book: Book) -> None:
    game, geometry = ConnectFour(), geometry_of(7, 6)
    searcher, rng, last = Searcher(geometry), np.random.default_rng(5), book.plies[-1]
    entries: list[Stones] = []
    while len(entries) < 6:
        state = game.initial()
        while state.all.bit_count() < last and (moves := game.moves(state)):
            state = game.play(state, int(rng.choice(moves)))
        wins_at_once = geometry.threats(*state) & geometry.drops(state.all)
        entries += [state] if game.moves(state) and not wins_at_once else []
    for state in entries:
        score = book.score(geometry.canonical_key(*state), last)
        assert searcher.reaches(*state, score) >= score
        assert searcher.reaches(*state, score + 1) <= score


@few_or_full("plies", FEW_PLIES, MANY_PLIES)
def test_as_many_positions_of_each_ply_are_won_drawn_and_lost_as_published(
    book: Book, plies: int
) -> None:
    level, finished = Level(np.zeros(1, np.uint64), np.zeros(1, np.uint64)), 0
    for ply, expected in enumerate(PUBLISHED[:plies]):
        assert counted(level, ply, book, finished) == expected, ply
        if ply + 1 < plies:
            level, finished = level.next(), finished_after(level)


def test_many_at_once_are_read_as_one_by_one(book: Book) -> None:
    level = Level(np.zeros(1, np.uint64), np.zeros(1, np.uint64))
    for _ in range(6):
        level = level.next()
    keys = level.keys[~level.wins_at_once]
    assert book_scores(book, keys, 6).tolist() == [book.score(int(key), 6) for key in keys]
