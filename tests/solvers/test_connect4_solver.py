"""The Connect Four solver against slow enumeration, against bitbully, and against itself."""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.context import Cancelled, Context
from engine.games.connect4 import ConnectFour, Stones
from engine.messages import Message
from engine.protocols import Estimate, Outcome, Unsolvable, Value
from engine.registry import make_bot
from engine.solvers import connect4_search
from engine.solvers.connect4 import Connect4Oracle
from engine.solvers.connect4_book import (
    MAGIC,
    Book,
    BookError,
    checksum_line,
    checksum_path,
    default_path,
    load_book,
)
from engine.solvers.connect4_search import CHECK_EVERY, Searcher, SearchUnusableError
from engine.solvers.connect4_threats import Geometry, geometry_of
from engine.solvers.oracle import ExactValue, Hurried
from gui.worker import Worker
from tests.commands import refused, run
from tests.full import few_or_full
from tests.hostile import damaged
from tests.interrupted import StopAt
from tests.solvers.another_solver import AnotherSolver, another_solver
from tests.solvers.slow_values import reachable, slow_values
from tests.waiting import let_pass

STANDARD = ConnectFour()


@pytest.fixture(scope="module")
def oracle() -> Connect4Oracle:
    return Connect4Oracle(STANDARD)


@pytest.fixture(scope="module")
def bitbully() -> Iterator[AnotherSolver]:
    with another_solver() as solver:
        yield solver


def random_state(game: ConnectFour, plies: int, rng: random.Random) -> tuple[Stones, list[int]]:
    """An unfinished position after that many random plies, and the moves that lead to it."""
    while True:
        state, moves = game.initial(), list[int]()
        for _ in range(plies):
            legal = game.moves(state)
            if not legal:
                break
            moves.append(rng.choice(legal))
            state = game.play(state, moves[-1])
        if len(moves) == plies and game.moves(state):
            return state, moves


def solve(oracle: Connect4Oracle, state: Stones) -> ExactValue:
    return oracle.values(state, Context(0))


def after(estimates: tuple[Estimate, ...], move: int) -> Estimate:
    return next(estimate for estimate in estimates if estimate.move == move)


def assert_like_slow(game: ConnectFour, oracle: Connect4Oracle, state: Stones, slow: Any) -> None:
    exact = solve(oracle, state)
    assert (exact.value, exact.remoteness) == slow(state)
    for estimate in exact.estimates:
        value, plies = slow(game.play(state, estimate.move))
        assert (estimate.value, estimate.remoteness) == (-value, plies + 1)
    assert [estimate.move for estimate in exact.estimates] == list(game.moves(state))


@few_or_full("opening", "1 2", "")
def test_some_positions_of_the_smallest_board(opening: str) -> None:
    """Every 97th of those that can follow an opening, in the full suite of all."""
    game = ConnectFour(4, 4)
    oracle, slow = Connect4Oracle(game), slow_values(game)
    start = game.initial()
    for move in opening.split():
        start = game.play(start, int(move) - 1)
    states = sorted(reachable(game, start))
    assert len(states) == {"1 2": 41_357, "": 161_029}[opening]
    for state in states[::97]:
        assert_like_slow(game, oracle, state, slow)


@pytest.mark.parametrize(
    ("columns", "rows", "plies"),
    [
        *((5, 4, 9), (4, 5, 9), (5, 5, 15), (4, 7, 18), (4, 6, 14), (8, 4, 22)),
        *((6, 5, 20), (5, 6, 20), (7, 5, 25), (6, 6, 26)),
    ],
)
def test_other_boards_near_the_end(columns: int, rows: int, plies: int) -> None:
    """Odd numbers of cells too: there the players do not have equally many stones."""
    game = ConnectFour(columns, rows)
    oracle, slow = Connect4Oracle(game), slow_values(game)
    rng = random.Random(columns * rows)
    for number in range(12):
        state, _ = random_state(game, plies + number % 3, rng)
        assert_like_slow(game, oracle, state, slow)


@pytest.mark.parametrize("columns", [4, 5])
def test_small_empty_boards_are_draws_to_the_last_stone(columns: int) -> None:
    game = ConnectFour(columns, 4)
    exact = solve(Connect4Oracle(game), game.initial())
    assert (exact.value, exact.remoteness) == (Value.DRAW, columns * 4)


def expected(score: int, plies: int) -> tuple[Value, int]:
    """Value and remoteness from a score of bitbully, for the player to move after `plies`."""
    if not score:
        return Value.DRAW, 42 - plies
    winner = plies % 2 if score > 0 else 1 - plies % 2
    stones = 22 - abs(score)  # of the winner, at the end
    last = 2 * stones - 1 if winner == 0 else 2 * stones
    return Value(1 if score > 0 else -1), last - plies


def compare_with_bitbully(
    oracle: Connect4Oracle, bitbully: AnotherSolver, plies: int, positions: int
) -> None:
    """All columns of random positions, and the positions themselves."""
    rng = random.Random(plies)
    for _ in range(positions):
        state, _ = random_state(STANDARD, plies, rng)
        scores = bitbully.scores(STANDARD.text(state))
        exact = solve(oracle, state)
        for estimate in exact.estimates:
            known = expected(scores[estimate.move], plies)
            assert (estimate.value, estimate.remoteness) == known
        legal = [scores[move] for move in STANDARD.moves(state)]
        assert (exact.value, exact.remoteness) == expected(max(legal), plies)


@pytest.mark.one_of(3)
@pytest.mark.parametrize("plies", [*range(12), *range(16, 41)])
def test_random_positions_against_bitbully(
    oracle: Connect4Oracle, bitbully: AnotherSolver, plies: int
) -> None:
    compare_with_bitbully(oracle, bitbully, plies, 4 if plies < 20 else 8)


@pytest.mark.slow
@few_or_full("every", 3, 1)
@pytest.mark.parametrize("plies", [12, 13, 14, 15])
def test_positions_where_the_book_ends_against_bitbully(
    oracle: Connect4Oracle, bitbully: AnotherSolver, plies: int, every: int
) -> None:
    compare_with_bitbully(oracle, bitbully, plies, (20 if plies == 12 else 3) // every)


def test_the_empty_board_is_won_in_the_centre_with_the_last_but_one_stone(
    oracle: Connect4Oracle,
) -> None:
    exact = solve(oracle, STANDARD.initial())
    assert (exact.value, exact.remoteness) == (Value.WIN, 41)
    assert [e.value for e in exact.estimates] == [-1, -1, 0, 1, 0, -1, -1]
    assert [e.remoteness for e in exact.estimates] == [40, 42, 42, 41, 42, 42, 40]


def can_win(state: Stones) -> bool:
    """Whether the player to move can make four at once."""
    won = Outcome.win_of(STANDARD.to_move(state))
    after = (STANDARD.play(state, move) for move in STANDARD.moves(state))
    return any(STANDARD.outcome(each) is won for each in after)


@pytest.mark.slow
@few_or_full("many", 400, 1500)
@pytest.mark.parametrize("ply", [12, 13])
def test_the_book_agrees_with_the_search_behind_it(ply: int, many: int) -> None:
    """Positions whose loser cannot hold out for long, so that the search is quick."""
    book, geometry = load_book(default_path()), Geometry(7, 6)
    searcher, rng, compared = Searcher(geometry), random.Random(ply), 0
    while compared < many:
        state, _ = random_state(STANDARD, ply, rng)
        if can_win(state):
            continue
        known = book.score(geometry.canonical_key(*state), ply)
        if abs(known) < 9:
            continue
        assert searcher.reaches(*state, known) == known
        assert searcher.reaches(*state, known + 1) == known
        compared += 1


def test_the_book_is_small_and_settles_every_move_of_the_twelfth_ply() -> None:
    assert default_path().stat().st_size < 15_000_000
    book, rng = load_book(default_path()), random.Random(12)
    assert list(book.plies) == list(range(14))
    oracle = Connect4Oracle(STANDARD)
    for _ in range(1000):
        state, _ = random_state(STANDARD, 12, rng)
        context = Context[Any](0)
        context.ask_hurry()  # no time to search
        exact = oracle.values(state, context)
        assert exact.effort == 0
        assert all(estimate.remoteness is not None for estimate in exact.estimates)


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "flipped", "header"])
def test_a_damaged_book_is_said_and_the_search_goes_on(tmp_path: Path, damage: str) -> None:
    data = bytearray(default_path().read_bytes())
    path = tmp_path / "connect4.book"
    if damage == "flipped":
        data[len(data) // 2] ^= 1
    elif damage == "header":
        data[20] ^= 0xFF
    shutil.copy(checksum_path(default_path()), tmp_path)
    content = {"empty": b"", "cut": bytes(data[:-1000])}.get(damage, bytes(data))
    if damage != "missing":
        path.write_bytes(content)
    with pytest.raises(BookError):
        load_book(path)
    oracle = Connect4Oracle(STANDARD, path, node_limit=CHECK_EVERY)
    late, _ = random_state(STANDARD, 30, random.Random(1))
    assert solve(oracle, late) == solve(Connect4Oracle(STANDARD), late)
    with pytest.raises(Unsolvable, match=r"opening book .* too far from the end"):
        solve(oracle, STANDARD.initial())
    assert oracle.notice is not None
    assert ("missing" in str(oracle.notice)) == (damage == "missing")
    middle, _ = random_state(STANDARD, 26, random.Random(2))
    answer = solve(oracle, middle)
    assert answer.value is solve(Connect4Oracle(STANDARD), middle).value


def test_the_checksum_of_the_book_covers_its_header(tmp_path: Path) -> None:
    """Other numbers in the header loaded, and answered nonsense."""
    data = default_path().read_bytes()
    path = tmp_path / "connect4.book"
    shutil.copy(checksum_path(default_path()), tmp_path)
    for before, after in ((b'"seed": 1,', b'"seed": 2,'), (b'"low": -15', b'"low": -14')):
        assert before in data[:1400]
        path.write_bytes(data.replace(before, after, 1))
        with pytest.raises(BookError):
            load_book(path)
    path.write_bytes(data)
    load_book(path)
    checksum_path(path).unlink()
    with pytest.raises(BookError):
        load_book(path)


def small_book(folder: Path) -> tuple[Path, bytes]:
    """The first plies of the book as a book of their own."""
    data = default_path().read_bytes()
    start = len(MAGIC) + 4
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    header = json.loads(data[start : start + length])
    header["sections"] = header["sections"][:5]
    size = sum(section["bytes"] for section in header["sections"])
    text = json.dumps(header).encode()
    book = MAGIC + len(text).to_bytes(4, "little") + text + data[start + length :][:size]
    path = folder / "small.book"
    checksum_path(path).write_text(checksum_line(path, book))
    path.write_bytes(book)
    return path, book


def test_300_damages_of_the_book_are_all_found(tmp_path: Path) -> None:
    path, book = small_book(tmp_path)
    assert isinstance(load_book(path), Book)
    rng = random.Random(3)
    for _ in range(300):
        worse = damaged(book, rng)
        if worse != book:
            path.write_bytes(worse)
            with pytest.raises(BookError):
                load_book(path)
    path.write_bytes(book)
    for line in (b"", b"\xff" * 80, b"0" * 64, b"x" * 2000):
        checksum_path(path).write_bytes(line)
        with pytest.raises(BookError):
            load_book(path)


def test_a_board_too_large_is_said_plainly() -> None:
    game = ConnectFour(8, 7)
    oracle = Connect4Oracle(game, node_limit=2 * CHECK_EVERY)
    with pytest.raises(Unsolvable, match="8 by 7"):
        solve(oracle, game.initial())
    assert oracle.notice is None


def test_stopped_at_any_check_it_still_answers_right_afterwards() -> None:
    state, _ = random_state(STANDARD, 19, random.Random(8))
    plain = solve(Connect4Oracle(STANDARD), state)
    oracle = Connect4Oracle(STANDARD)
    counter = StopAt(-1, False)
    Connect4Oracle(STANDARD).values(state, counter)
    checks = -1 - counter.left
    assert checks > 3
    for at in range(1, checks):
        with pytest.raises(Cancelled):
            Connect4Oracle(STANDARD).values(state, StopAt(at, False))
    for at in range(1, checks):
        try:
            partial = oracle.values(state, StopAt(at, True))
        except Hurried:
            continue
        for ours, full in zip(partial.estimates, plain.estimates, strict=True):
            assert ours.value in (None, full.value)
            assert ours.remoteness in (None, full.remoteness)
    again = solve(oracle, state)
    assert [(e.value, e.remoteness) for e in again.estimates] == [
        (e.value, e.remoteness) for e in plain.estimates
    ]


def test_who_wins_is_reported_before_how_fast(oracle: Connect4Oracle) -> None:
    state, _ = random_state(STANDARD, 14, random.Random(1))
    listener = StopAt(-1, False)
    Connect4Oracle(STANDARD).values(state, listener)
    known = [sum(e.value is not None for e in d.estimates) for d in listener.reports]
    measured = [sum(e.remoteness is not None for e in d.estimates) for d in listener.reports]
    assert known == sorted(known) and measured == sorted(measured)
    assert any(
        k == len(listener.reports[0].estimates) > m for k, m in zip(known, measured, strict=True)
    )


def test_finished_positions_have_nothing_left() -> None:
    oracle = Connect4Oracle(STANDARD)
    state = STANDARD.initial()
    for move in (0, 1, 0, 1, 0, 1, 0):
        state = STANDARD.play(state, move)
    assert solve(oracle, state) == ExactValue(Value.LOSS, 0, ())


def test_threats_kept_up_to_date_are_those_counted_afresh() -> None:
    for game in (STANDARD, ConnectFour(8, 7), ConnectFour(4, 4), ConnectFour(5, 7)):
        geometry, rng = Geometry(game.columns, game.rows), random.Random(1)
        for number in range(80):
            state, _ = random_state(game, number % (game.columns * game.rows - 3), rng)
            for stones in (state.mover, state.all ^ state.mover):
                assert geometry.threats(stones, state.all) == game.threats(stones, state.all)


# Who wins from the empty board, for the first player: John Tromp's table of small boards.
FIRST_POSITIONS = {
    (4, 4): 0, (4, 5): 0, (4, 6): 0, (4, 7): 0, (5, 4): 0, (5, 5): 0, (5, 6): 0, (5, 7): 0,
    (6, 4): -1, (6, 5): 0, (6, 6): -1, (7, 4): 0, (7, 5): 0, (8, 4): -1,
}  # fmt: skip


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(size, marks=pytest.mark.full) if size[0] * size[1] > 25 else size
        for size in FIRST_POSITIONS
    ],
    ids=str,
)
def test_the_first_position_is_solved_by_search_alone(size: tuple[int, int]) -> None:
    """14 sizes without a book; 12 million nodes are less than 20 seconds."""
    game = ConnectFour(*size)
    exact = Connect4Oracle(game).values(game.initial(), Context(0), measured=False)
    assert exact.value == FIRST_POSITIONS[size]
    assert all(estimate.value is not None for estimate in exact.estimates)
    values = [estimate.value for estimate in exact.estimates]
    assert values == values[::-1]
    assert exact.effort < 12_000_000


def test_no_other_size_is_searched_without_a_limit() -> None:
    """Where the search does not come to an end it stops, with the same answer from any table."""
    game = ConnectFour(6, 7)
    state, _ = random_state(game, 16, random.Random(4))
    later, _ = random_state(game, 18, random.Random(5))
    kept = Connect4Oracle(game, node_limit=8 * CHECK_EVERY)
    answers: list[ExactValue | None] = []
    for oracle in (kept, kept, Connect4Oracle(game, node_limit=8 * CHECK_EVERY)):
        try:
            answers.append(solve(oracle, state))
        except Unsolvable:
            answers.append(None)
        if oracle is kept:
            try:
                solve(oracle, later)
            except Unsolvable:
                continue
    assert answers[0] == answers[1] == answers[2]


def test_unmeasured_a_question_finds_the_same_values() -> None:
    game = ConnectFour(6, 5)
    for seed in range(4):
        state, _ = random_state(game, 12, random.Random(seed))
        whole = Connect4Oracle(game).values(state, Context(0))
        found = Connect4Oracle(game).values(state, Context(0), measured=False)
        assert found.value is whole.value and found.effort <= whole.effort
        for one, other in zip(found.estimates, whole.estimates, strict=True):
            assert one.value is other.value
            assert one.remoteness in (None, other.remoteness)


PIECES = ("connect4_search.lua", "connect4_zugzwang.lua")
BEHIND_THE_BOOK = "3 3 3 3 3 3 2 2 2 2 2 2 4 4"


@pytest.fixture
def without_lua(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an old environment is after an update: the package was never installed."""
    monkeypatch.setitem(sys.modules, "lupa", None)


@pytest.mark.usefixtures("without_lua")
def test_what_the_book_answers_alone_needs_no_lua() -> None:
    ended = run("analyse", "connect4", "--json")
    assert (ended.code, ended.err) == (0, "")


@pytest.mark.usefixtures("without_lua")
@pytest.mark.parametrize("asked", [["--moves", BEHIND_THE_BOOK], ["--player", "mcts:1000"]])
def test_without_lua_one_sentence_names_the_package_and_the_command(asked: list[str]) -> None:
    sentence = refused("analyse", "connect4", *asked, code=1)
    assert "‘lupa’" in sentence and "pip install -r requirements.txt" in sentence


@pytest.mark.usefixtures("without_lua")
def test_the_worker_says_so_too_and_works_on() -> None:
    game, worker = ConnectFour(), Worker()
    state = game.initial()
    for move in map(int, BEHIND_THE_BOOK.split()):
        state = game.play(state, move)
    failing = worker.submit(lambda context: Connect4Oracle(game).values(state, context))
    player = worker.submit(lambda context: make_bot("mcts:100").choose(game, state, context))
    next_one = worker.submit(lambda context: 7)
    let_pass(lambda: None, lambda: next_one.done)
    assert failing.error == player.error == Message("connect4.no_lua")
    assert next_one.result == 7


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("fault", ["missing", "empty", "cut", "not Lua", "not UTF-8"])
def test_a_damaged_piece_of_the_search_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: str, fault: str
) -> None:
    home = Path(connect4_search.__file__)
    for name in PIECES:
        shutil.copy(home.with_name(name), tmp_path)
    monkeypatch.setattr(connect4_search, "__file__", str(tmp_path / home.name))
    Searcher(geometry_of(5, 4))  # whole, it works from here
    file = tmp_path / piece
    data = file.read_bytes()
    contents = {
        "empty": b"",
        "cut": data[: len(data) // 2],
        "not Lua": b"nothing that makes sense",
        "not UTF-8": b"\xff" + data,
    }
    file.unlink()
    if fault in contents:
        file.write_bytes(contents[fault])
    with pytest.raises(SearchUnusableError, match=piece):
        Searcher(geometry_of(5, 4))
    with pytest.raises(SearchUnusableError, match=piece):
        state = ConnectFour(5, 4).initial()
        Connect4Oracle(ConnectFour(5, 4)).values(state, Context(0, threads=3))


@pytest.mark.slow
@pytest.mark.usefixtures("without_lua")
def test_without_lua_selftest_goes_on_and_says_once_what_is_missing() -> None:
    code, out, err = run("selftest")
    lines = out.splitlines()
    failed = [line for line in lines if line.startswith("FAIL")]
    assert failed and all(line.split()[1] == "connect4" for line in failed)
    assert "ok   connect4 random" in lines and "ok   nim optimal" in lines
    assert lines.index(failed[-1]) < lines.index("ok   nim optimal")
    assert "ok   pocketcube" in lines
    assert lines[-1] == f"{len(failed)} checks failed."
    assert code == 1 and err.count("\n") == 1
    assert "‘lupa’" in err and "pip install -r requirements.txt" in err
