"""A person's own games and puzzles: enumerated, solved, refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from engine.bots.optimal import best_play
from engine.context import Context
from engine.messages import render
from engine.own import games
from engine.own.enumeration import NOT_OVER
from engine.own.faults import OwnFault
from engine.own.rules import TableParts
from engine.own.source import FileKind, read_source
from engine.protocols import Game, OptionError, PositionError, game_key
from engine.registry import make_bot, make_game, make_puzzle, oracle_for
from engine.solvers.puzzle_solvers import PuzzleSolvers
from engine.solvers.tabulate import ValueTable, walk
from tests.own.files import MARK, bot_of, wait_until_none_is_left, write

ENDS = '''
    """Take one or two from either end; whoever cannot move loses."""

    def initial():
        return (3, 1, 2), 0

    def player(p):
        return p[1]

    def moves(p):
        heaps, me = p
        answers = {}
        for name, heap in (("left", 0), ("right", len(heaps) - 1)):
            for take in (1, 2):
                if heaps and heaps[heap] >= take:
                    after = list(heaps)
                    after[heap] -= take
                    answers[f"{name}{take}"] = tuple(filter(None, after)), 1 - me
        return answers

    def show(p):
        return " ".join(map(str, p[0])) + f" {p[1]}"
'''
CORRIDOR = '''
    """Five fields in a row, with a step that leads only down."""
    goal = 0

    def initial():
        return 4

    def moves(p):
        steps = {"down": p - 1, "up": p + 1, "jump": p - 2}
        return {name: after for name, after in steps.items() if 0 <= after <= 4}
'''


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.folders._own_settings", [(tmp_path / "data", 20.0)])


def game_of(folder: Path, text: str, name: str = "my_game") -> Game[Any]:
    """The game of a new file."""
    return make_game(str(write(folder, name, text)))


def puzzle_of(folder: Path, text: str) -> Any:
    """The puzzle of a new file."""
    return make_puzzle(str(write(folder, "my_puzzle", text)))


def test_a_game_has_the_values_that_the_plain_table_finds(tmp_path: Path) -> None:
    game = game_of(tmp_path, ENDS)
    table = ValueTable(game)
    table.solve(game.initial())
    oracle = oracle_for(game)
    states = [state for state, _ in walk(game, game.initial(), 1000)]
    assert len(states) == len(table) == 24
    for state in states:
        exact = oracle.values(state, Context(0))
        assert (exact.value, exact.remoteness) == table.value(state)
        assert exact.estimates == table.estimates(state)


def test_positions_and_moves_are_read_as_they_are_written(tmp_path: Path) -> None:
    game = game_of(tmp_path, ENDS)
    assert game.text(game.initial()) == "((3, 1, 2), 0)"
    after = game.play(0, game.parse_move(0, "left2"))
    assert {game.parse(text) for text in ("((1,1,2),1)", "(1, 1, 2), 1", "1 1 2 1")} == {after}
    with pytest.raises(PositionError, match="no position that can be reached"):
        game.parse("((9, 9), 0)")


def test_bots_play_an_own_game_to_its_end(tmp_path: Path) -> None:
    game = game_of(tmp_path, ENDS)
    for player in ("random", "first", "mc:50", "mcts:50", "alphabeta:3", "optimal", "kernel"):
        bot, state = make_bot(player), game.initial()
        assert bot.supports(game) is None
        while game.outcome(state) is None:
            decision = bot.choose(game, state, Context(1))
            assert decision.move is not None and decision.move in game.moves(state)
            state = game.play(state, decision.move)


def test_another_text_is_another_game_and_the_former_one_can_be_made(tmp_path: Path) -> None:
    bots = tmp_path / "data" / "bots"
    write(bots, "ends", ENDS)
    before = make_game("own:ends")
    write(bots, "ends", ENDS.replace("(3, 1, 2)", "(1, 1)"))
    after = make_game("own:ends")
    assert game_key(before) != game_key(after)
    assert after.text(0) == "((1, 1), 0)"
    assert make_game("own:ends", dict(before.options)).text(0) == before.text(0)
    with pytest.raises(OptionError, match="not a puzzle"):
        make_puzzle("own:ends")


def test_a_puzzle_without_ways_back_is_solved_by_all_that_can(tmp_path: Path) -> None:
    puzzle = puzzle_of(tmp_path, CORRIDOR)
    solvers = PuzzleSolvers(puzzle)
    assert solvers.available == ("table",)
    for solver in ("table", "astar", "ida"):
        result = solvers.solve(puzzle.initial(), solver, None, Context(0))
        lines = [[puzzle.words[move] for move in line] for line in result.lines()]
        assert (result.length, result.count, lines) == (2, 1, [["jump", "jump"]])
    back = PuzzleSolvers(puzzle.with_goal("4"))
    assert back.solve(puzzle.parse("0"), "astar", None, Context(0)).length == 4


def test_a_far_goal_has_its_distance(tmp_path: Path) -> None:
    text = CORRIDOR.replace("return 4", "return 5000").replace("<= 4", "<= 5000")
    puzzle = puzzle_of(tmp_path, text.replace('"jump": p - 2', '"again": p'))
    result = PuzzleSolvers(puzzle).solve(0, "table", None, Context(0))
    assert (result.length, result.count) == (5000, 1)
    assert len(next(result.lines())) == 5000


def test_several_goals_are_reached_by_every_solver(tmp_path: Path) -> None:
    text = """
        def initial():
            return 5

        def goal(p):
            return p in (0, 10)

        def moves(p):
            return {name: p + step for name, step in (("l", -1), ("r", 1)) if 0 <= p + step <= 10}

        def distance(p):
            return min(p, 10 - p)
    """
    puzzle = puzzle_of(tmp_path, text)
    solvers = PuzzleSolvers(puzzle)
    assert solvers.available == ("twoway", "table", "astar", "ida")
    for solver in solvers.available:
        result = solvers.solve(0, solver, solvers.chosen_heuristic(solver, None), Context(0))
        assert (result.length, result.count, len(list(result.lines()))) == (5, 2, 2)
    assert puzzle.move_text(0, puzzle.inverse(puzzle.parse_move(0, "l"))) == "r"


def test_random_games_in_bulk_follow_the_plain_rules(tmp_path: Path) -> None:
    from engine.solvers.playout import exact_outcomes, outcome_counts

    game = game_of(tmp_path, ENDS)
    chances = exact_outcomes(game, 0, lambda: None)
    for move, (first, _, _) in chances.items():
        rng = np.random.Generator(np.random.PCG64(1))
        counts = outcome_counts(game, [game.play(0, move)], 20_000, rng, lambda: None)[0]
        assert abs(counts[0] / 20_000 - first) < 0.02


GAME = """
    def initial():
        return 3

    def player(p):
        return {player}

    def moves(p):
        return {moves}
"""
USUAL = {"player": "p % 2", "moves": "{str(n): p - n for n in (1,) if n <= p}"}
FAULTS = {
    "the game need not end: one can come back to": {"moves": '{"a": 4 if p == 3 else 3}'},
    "there are games with more moves than 10000": {"moves": '{"a": p + 1}'},
    "the players must take turns": {"player": "0"},
    "holds a list, which can change": {"moves": '{"a": [p]}'},
    "more than 2000000 positions": {
        "moves": '{f"{n}": (p if isinstance(p, int) else p[0]) * 150 + n for n in range(150)}'
    },
    "must return 0 or 1; for 3 it is none": {"player": "None"},
    "must return a dictionary": {"moves": "[p - 1]"},
    "cannot be the text of a move": {"moves": '{"a b": p - 1}'},
    "at most 200 in a position": {"moves": '{f"{n}": p + n for n in range(201)}'},
    "line 8: integer": {"moves": '{"a": p - 1 if p > 1 else 1 // 0}'},
    "no answer within": {"moves": "exec('while True: pass')"},
    "its process ended": {"moves": '__import__("os")._exit(3)'},
    "is 1 at 1, where there are still moves": {
        "moves": "{'a': p - 1} if p else {}\n\ndef result(p):\n    return 1 if p == 1 else 0"
    },
    "is 0 at 2, where there are still moves": {
        "moves": "{'a': p - 1} if p else {}\n\ndef result(p):\n    return {0: 1, 2: 0}.get(p)"
    },
    "at the end; for 0 it is ‘won’": {
        "moves": "{'a': p - 1} if p else {}\n\ndef result(p):\n    return None if p else 'won'"
    },
    "changes the position it is asked about": {
        "moves": "p.step()\n\nclass Walk(list):\n    __hash__ = object.__hash__\n"
        "    def step(self):\n        self.append(1)\n        return {}\n\n"
        "def initial():\n    return Walk()",
        "player": "0",
    },
    "‘show’ must return a text": {
        "moves": "{'a': p - 1} if p else {}\n\ndef show(p):\n    return p"
    },
    "two different positions are written": {
        "player": "0 if p == 3 else 1",
        "moves": '{"a": object()}',
    },
}


@pytest.mark.parametrize("sentence", FAULTS)
def test_a_game_at_fault_is_refused_in_one_sentence(
    sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "within" in sentence:
        monkeypatch.setattr("engine.folders._own_settings", [(tmp_path / "data", 0.3)])
    text = dedent(GAME)
    for name, value in {**USUAL, **FAULTS[sentence]}.items():
        text = text.replace(f"{{{name}}}", value)
    with pytest.raises(OwnFault) as fault:
        game_of(tmp_path, text)
    assert sentence in render(fault.value.message).lower()
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("initial player", "A game needs a function ‘moves’, and this file has none."),
        ("player moves", "A game needs a function ‘initial’, and this file has none."),
        ("initial moves", "A game needs a function ‘player’, and this file has none."),
        ("goal moves", "A puzzle needs ‘initial’, and this file has none."),
        ("scramble goal", "A puzzle needs ‘moves’, and this file has none."),
    ],
)
def test_rules_that_lack_a_function_name_it(names: str, sentence: str, tmp_path: Path) -> None:
    text = "".join(f"def {name}(p=0): return {{}}\n" for name in names.split())
    source = read_source(write(tmp_path, "lacks", text))
    assert source.has_rules and source.fault is not None
    assert render(source.fault.message) == sentence
    bot = read_source(write(tmp_path, "bot", f"{text}def choose(think): return 0\n"))
    assert (bot.kind, bot.fault) == (FileKind.BOT, None)


def test_a_result_that_is_one_formula_may_be_asked_before_the_end(tmp_path: Path) -> None:
    misere = ENDS + "\n    def result(p):\n        return 1 if p[1] == 0 else -1\n"
    plain, other = game_of(tmp_path, ENDS, "plain"), game_of(tmp_path, misere, "misere")
    ends = [state for state in range(24) if not plain.moves(state)]
    assert [other.outcome(state) for state in ends] != [plain.outcome(state) for state in ends]


@pytest.mark.parametrize(
    ("distance", "sentence"),
    [
        ("return p + 1", "must not be too high: for 4 it is 5, but the goal is only 2 away"),
        ("return 'far'", "must return a number from 0; for 4 it is ‘far’"),
    ],
)
def test_a_wrong_distance_is_refused(distance: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(OwnFault, match=sentence):
        puzzle_of(tmp_path, f"{CORRIDOR}\n    def distance(p):\n        {distance}\n")


def test_rules_stay_in_the_cache_until_the_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "data" / "bots", "ends", ENDS)
    parts = make_game("own:ends").parts  # type: ignore[attr-defined]
    monkeypatch.setattr("engine.own.games._rules", {})
    monkeypatch.setattr("engine.own.games._enumerated", None)
    assert make_game("own:ends").parts == parts  # type: ignore[attr-defined]
    monkeypatch.undo()
    (file,) = (tmp_path / "data" / "cache").iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    monkeypatch.setattr("engine.own.games._rules", {})
    monkeypatch.setattr("engine.folders._own_settings", [(tmp_path / "data", 20.0)])
    assert make_game("own:ends").parts == parts  # type: ignore[attr-defined]


ENDLESS = TableParts(
    counts=bytes((1, 1)),
    moves=bytes(8),
    after=bytes((1, 0, 0, 0, 0, 0, 0, 0)),
    players=bytes((0, 1)),
    results=bytes((NOT_OVER, NOT_OVER)),
    distances=b"",
    positions=b"here\0there\0",
    shows=b"",
    words=b"go\0",
)


@pytest.mark.parametrize("limit", [games.LARGEST_UNPACKED, 100])
def test_a_cache_with_an_endless_game_or_too_much_in_it_is_counted_anew(
    limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "data" / "bots", "ends", ENDS)
    game: Any = make_game("own:ends")
    if limit > 100:
        games._keep(game.source, ENDLESS)
    monkeypatch.setattr(games, "LARGEST_UNPACKED", limit)
    assert games._cached(game.source, game.id, Context(0)) is None
    monkeypatch.setattr(games, "_rules", {})
    assert make_game("own:ends").parts == game.parts  # type: ignore[attr-defined]


FORGER = """
    import sys
    from base64 import b64encode
    from engine.own.runner import FileRunner

    def initial():
        return 0

    def player(p):
        return 0

    def moves(p):
        for frame in list(sys._current_frames().values()):
            while frame is not None:
                runner = frame.f_locals.get("self")
                if isinstance(runner, FileRunner):
                    for parts in {pieces}:
                        runner.send("positions", *(b64encode(part).decode() for part in parts))
                    runner.send("enumerate", 1)
                frame = frame.f_back
        return {{}}
"""


@pytest.mark.parametrize(
    "parts",
    [
        "",
        'b"", b"", b"", b"", b"", b"", b"", b"", b""',
        'b"\\1", bytes(4), b"\\7\\0\\0\\0", b"\\0", b"\\3", b"", b"a\\0", b"", b"m\\0"',
        'b"\\1", bytes(3), bytes(4), b"\\0", b"\\3", b"", b"a\\0", b"", b"m\\0"',
        'b"\\0", b"", b"", b"\\7", b"\\0", b"", b"a\\0", b"", b""',
        'b"\\0", b"", b"", b"\\0", b"\\0", b"", b"\\xff\\0", b"", b""',
        'b"\\0", b"", b"", b"\\0", b"\\3", b"", b"a\\0", b"", b""',
    ],
)
def test_forged_positions_are_a_fault_of_their_file(parts: str, tmp_path: Path) -> None:
    with pytest.raises(OwnFault, match="process ended"):
        game_of(tmp_path, FORGER.format(pieces=f"[({parts})]" if parts else []))
    sound = 'b"\\0", b"", b"", b"\\0", b"\\0", b"", b"a\\0", b"", b""'
    assert game_of(tmp_path, FORGER.format(pieces=f"[({sound})]")).text(0) == "a"


HOSTILE = {
    "os.fork()": "fine",
    "threading.Thread(target=time.sleep, args=(600,)).start()": "fine",
    "subprocess.Popen(['sleep', '600'], start_new_session=True)": "fine",
    "sys.exit(0)": "error",
    "[0] * 10**10": "error",
    "globals().update(moves=None) or moves(p)": "error",
    "os.closerange(0, 64)": "died",
    "os.kill(os.getpid(), 9)": "died",
    "[print('x' * 10**6) for _ in iter(int, 1)]": "time",
    "time.sleep(600)": "time",
}


@pytest.mark.linux("processes are looked up in /proc")
@pytest.mark.parametrize("act", HOSTILE)
def test_a_hostile_game_ends_in_one_true_sentence(
    act: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(MARK, str(tmp_path))
    if HOSTILE[act] == "time":
        monkeypatch.setattr("engine.folders._own_settings", [(tmp_path / "data", 0.5)])
    text = dedent(GAME).replace("{player}", "p % 2")
    text = text.replace("{moves}", f"{{}} if not p else (({act}), {{'a': p - 1}})[1]")
    imports = "import os, subprocess, sys, threading, time\n"
    kind = "fine"
    try:
        assert len(game_of(tmp_path, imports + text).moves(0)) == 1
    except OwnFault as fault:
        kind = fault.kind.value
        assert str(fault).isprintable()
    assert kind == HOSTILE[act]
    wait_until_none_is_left(str(tmp_path))
    assert capfd.readouterr() == ("", "")


def test_an_own_bot_refuses_a_game_whose_table_cannot_travel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = bot_of(tmp_path, "def choose(game, state, think):\n    return game.moves(state)[0]\n")
    game = game_of(tmp_path, ENDS)
    assert bot.supports(game) is None
    assert bot.choose(game, 0, Context(1)).move == game.moves(0)[0]
    monkeypatch.setattr("engine.own.bot.LARGEST_FRAME", 100)
    assert "too many positions" in str(bot.supports(game))


def test_a_line_among_draws_has_the_length_that_is_told(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        """
        AFTER = {0: (1,), 1: (2, 9), 2: (3,), 3: (4,), 4: (5,), 5: (), 9: ()}

        def initial():
            return 0, 0

        def player(p):
            return p[1]

        def moves(p):
            return {f"to{each}": (each, 1 - p[1]) for each in AFTER[p[0]]}

        def result(p):
            return 0
        """,
    )
    oracle, start = oracle_for(game), game.initial()
    exact = oracle.values(start, Context(0))
    line = best_play(game, start, oracle, Context(0))
    assert exact.remoteness == len(line) == 2


def test_a_fault_keeps_the_letters_of_a_function(tmp_path: Path) -> None:
    with pytest.raises(OwnFault) as caught:
        game_of(tmp_path, ENDS.replace("def moves(p):", "def moves(p, q):"))
    assert render(caught.value.message, "en").startswith("moves() missing 1 required")
