"""Intervals, Elo and files."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from engine.arena import GameRecord, pairings
from engine.intervals import wilson
from engine.report import (
    SWEEP_HEADER,
    ReportError,
    SweepRow,
    Tally,
    elo,
    sweep_file,
    write_sweep,
)


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [
        (0.0, 10, 0.0, 0.2775),  # Newcombe 1998 and the usual tables
        (0.5, 10, 0.2366, 0.7634),
        (81 / 263, 263, 0.2553, 0.3662),
        (15 / 148, 148, 0.0624, 0.1605),
        (1.0, 300, 0.9874, 1.0),
    ],
)
def test_wilson(score: float, games: int, low: float, high: float) -> None:
    assert wilson(score, games) == pytest.approx((low, high), abs=6e-5)


def test_wilson_without_games_says_nothing() -> None:
    assert wilson(0.5, 0) == (0.0, 1.0)


def test_elo() -> None:
    assert elo(0.5, 100) == 0
    assert elo(10 / 11, 1000) == pytest.approx(400)
    assert elo(0.25, 100) == -elo(0.75, 100)
    assert elo(1.0, 100) == pytest.approx(919.5, abs=0.1)


def record(number: int, score: float) -> GameRecord:
    return GameRecord(0, number, 7, number % 2, "a", "b", score, 9, "", 1.0, 0.5, 5)


def test_tally_counts_by_starter() -> None:
    tally = Tally(pairings("nim", {}, ("random", "first"))[0])
    for number, score in enumerate((1.0, 0.0, 0.5, 1.0, 0.0)):
        tally.add(record(number, score))
    assert (tally.wins, tally.draws, tally.losses) == (2, 1, 2)
    assert (tally.starts, tally.wins_starting, tally.losses_starting) == (3, 1, 1)
    assert tally.score == 0.5
    assert tally.milliseconds == pytest.approx(100)


def test_the_table_of_a_sweep_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / sweep_file("McX-Random")
    write_sweep(path, [SweepRow(4, 0.75, 0.2, 0.05, 1.5, 300), SweepRow(8, 1, 0, 0, 2, 300)])
    assert path.name == "out-test1-McX-Random.csv"
    assert path.read_bytes() == (
        b"winR WinY tie ry ryt dt nGames value\n"
        b"0.750000 0.200000 0.050000 0.950000 1.000000 1.500000 300 4\n"
        b"1.000000 0.000000 0.000000 1.000000 1.000000 2.000000 300 8\n"
    )
    assert SWEEP_HEADER.split(" ") == ["winR", "WinY", "tie", "ry", "ryt", "dt", "nGames", "value"]


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(ReportError, match=r"y\.csv"):
        write_sweep(tmp_path / "x" / "y.csv", [])


def test_the_picture_of_a_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from gui.plot import save_sweep

    path = tmp_path / "sweep.png"
    save_sweep([SweepRow(4, 0.75, 0.2, 0.05, 1.5, 300, 0.7, 0.8)], path, "mc:{}/move")
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == (1000, 600)
