"""Puzzles are what they say: one good move, proved by solvers that the generator does not use."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice
from typing import Any

import pytest

from engine.context import Context
from engine.messages import render
from engine.protocols import Estimate, Game, Value
from engine.puzzles.problems import (
    HARD,
    LADDER,
    LEVELS,
    Goal,
    Graders,
    Problem,
    PuzzleError,
    PuzzleJudge,
    PuzzleTheme,
    day_problem,
    find,
    level_of,
    only_good_move,
    problems,
)
from engine.puzzles.text import problem_of, short_theme, theme_sentence
from engine.registry import ALL_GAMES, make_bot, make_game, make_puzzle
from tests.commands import printed, refused, reported, run
from tests.full import few_or_full
from tests.puzzles.samples import FEW, MANY, SEED, some
from tests.solvers.another_solver import another_solver

FIRST_DAY = date(2026, 11, 21).toordinal()
FROM_MOVER = {Goal.WIN: 1, Goal.DRAW: 0}


@few_or_full("count", FEW, 60)
def test_connect4_puzzles_agree_with_another_solver(count: int) -> None:
    game: Any = make_game("connect4")
    with another_solver() as solver:
        for problem in some("connect4", count):
            scores = solver.scores(problem.position)
            signs = {move: (score > 0) - (score < 0) for move, score in scores.items()}
            best = FROM_MOVER[problem.goal]
            right = [str(move) for move, sign in signs.items() if sign >= best]
            assert right == list(problem.solution)
            assert signs[int(problem.solution[0])] == best
            state = game.parse(problem.position)
            for column in game.moves(state):
                after = game.play(state, column)
                assert not game.has_four(after.all ^ after.mover)


@pytest.mark.parametrize(
    ("code", "theme"),
    [
        ("nim 1,5 0", PuzzleTheme.ZUGZWANG),
        ("nim 1,1,3 0 misere=true", PuzzleTheme.ZUGZWANG),
        ("connect4 ..R..R./..Y..YY/.YR..RR/.RR.YYY/RYY.RYR/RYRRYYR Y", PuzzleTheme.FOLLOW_UP),
        ("connect4 YY..R.R/RR.YR.Y/YY.RY.R/RR.YY.R/RR.YR.Y/YRYRYYR Y", PuzzleTheme.ZUGZWANG),
        ("tictactoe ..X..OXOX O", PuzzleTheme.TWO_THREATS),
        ("tictactoe ..OXXOXOX O", PuzzleTheme.ONLY_BLOCK),
        ("tictactoe ..XOXXOO. X misere=true", PuzzleTheme.ZUGZWANG),
        ("subtraction 6 0 takes=2,3 misere=true", PuzzleTheme.ZUGZWANG),
        # Nothing is threatened, so that nothing is blocked.
        ("connect4 .YR.Y/YRY.R/RYRRR/YRRYY/YYYRR R columns=5 rows=5", PuzzleTheme.ONLY_SAFE),
        # It wins, too: a block all the same, and no long plan.
        ("connect4 .7/.7/.7/.RY.4/RYY.4/RRR.YYR Y", PuzzleTheme.ONLY_BLOCK),
    ],
)
def test_the_theme_is_the_first_that_one_can_see(code: str, theme: PuzzleTheme) -> None:
    assert problem_of(code, Context(0)).theme is theme


def test_cube_puzzles_list_every_shortest_solution() -> None:
    cube = make_puzzle("pocketcube")
    for problem in some("pocketcube", FEW):
        start = cube.parse(problem.position)
        for line in problem.solution:
            state = start
            for turn in line.split():
                state = cube.play(state, cube.parse_move(state, turn))
            assert state == cube.goal()
            assert len(line.split()) == problem.plies
        if problem.plies <= 4:  # every sequence of so many turns, tried out
            ends = [start]
            for _ in range(problem.plies):
                ends = [cube.play(state, move) for state in ends for move in cube.moves(state)]
            assert ends.count(cube.goal()) == len(problem.solution)


@few_or_full("count", FEW, MANY)
@pytest.mark.parametrize("game_id", ALL_GAMES)
def test_puzzles_are_different_and_of_every_kind_asked_for(game_id: str, count: int) -> None:
    made = some(game_id, count)
    assert len({(tuple(p.options.items()), p.position) for p in made}) == count
    assert len({p.level for p in made}) >= 3
    assert {p.level for p in made} <= set(LEVELS)
    assert next(problems(game_id, SEED, [1])).level == 1


@few_or_full("days", 2, 20)
@pytest.mark.parametrize("game_id", ALL_GAMES)
def test_the_puzzle_of_a_day_is_for_everybody_and_a_hard_one_beside_it(
    game_id: str, days: int
) -> None:
    for day in range(FIRST_DAY, FIRST_DAY + days):
        assert day_problem(game_id, day).level in (2, 3)
        assert day_problem(game_id, day, HARD).level in (4, 5)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("nim 3,3,4 0", "Leave two equal heaps"),
        ("nim 1,1,1,3 0", "Leave 4 heaps of one"),
        ("nim 1,4 0 misere=true", "Leave a single pebble"),
        ("nim 3,5,4 0", "Leave heaps whose xor is 0"),
        ("matches 12 0", "Leave 9 matches"),
        ("subtraction 14 0", "Go to 12"),
        ("connect4 YY..R.R/RR.YR.Y/YY.RY.R/RR.YY.R/RR.YR.Y/YRYRYYR Y", "Every answer loses"),
    ],
)
def test_a_theme_is_told_in_the_words_of_the_game(code: str, words: str) -> None:
    problem = problem_of(code, Context(0))
    assert render(short_theme(problem)) == words
    if problem.game != "connect4":
        assert render(theme_sentence(problem)) == f"{words}: every reply loses."


def test_a_day_has_the_same_puzzle_everywhere_and_another_one_the_next_day() -> None:
    today = date(2026, 11, 21).toordinal()
    code = (
        f"from engine.puzzles.problems import day_problem\nprint(day_problem('connect4', {today}))"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == str(day_problem("connect4", today))
    days = [day_problem("connect4", today + n).position for n in range(5)]
    assert len(set(days)) == 5


def test_all_games_take_turns() -> None:
    assert [problem.game for problem in find(None, 4, len(ALL_GAMES) + 1)] == [
        *ALL_GAMES,
        ALL_GAMES[0],
    ]


def test_the_command_prints_puzzles_as_json() -> None:
    made = reported("puzzle", "connect4", "--seed", "5", "--count", "2")
    assert len(made) == 2
    keys = {"game", "options", "position", "goal", "solution", "plies", "level", "theme"}
    assert all(each.keys() == keys for each in made)
    days = reported("puzzle", "--day", "2026-11-21")
    assert [each["game"] for each in days] == list(ALL_GAMES)
    assert {each["level"] for each in days} <= {2, 3}


@few_or_full("tries", 60, 2000)  # the search gives up sooner
def test_a_level_that_a_game_does_not_have_is_said(
    monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    monkeypatch.setattr("engine.puzzles.problems.MAX_TRIES", tries)
    monkeypatch.setattr(
        "engine.puzzles.problems.TRIES", 2
    )  # with one try more puzzles are missed by all
    line = ("puzzle", "tictactoe", "--level", "5", "--count", "50")
    assert "No level 5 puzzle" in refused(*line, code=1)


@few_or_full("count", 1, 3)
def test_the_command_prints_the_text_that_opens_the_puzzle_in_the_window(count: int) -> None:
    for game_id in ALL_GAMES:
        made = some(game_id, count)
        out = printed("puzzle", game_id, "--seed", str(SEED), "--count", str(count))
        codes = [line for line in out.splitlines() if not line.startswith(" ")]
        assert [code.split(" ", 1)[0] for code in codes] == [game_id] * count
        for text, problem in zip(codes, made, strict=True):
            assert text.removeprefix(f"{game_id} ").startswith(problem.position)
        assert [problem_of(text, Context(0)) for text in codes] == made
    lines = printed("puzzle", "subtraction", "--count", "6", "--seed", "3").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("subtraction 24 0 start=24"))
    takes = lines[at].partition("takes=")[2].split(",")
    assert all(take in lines[at + 1] for take in takes)  # the rule in force names them


@few_or_full("tries", 700, 2000)  # the search gives up sooner
def test_the_puzzles_there_are_come_with_their_number(
    monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    monkeypatch.setattr("engine.puzzles.problems.MAX_TRIES", tries)
    code, out, err = run("puzzle", "pocketcube", "--level", "1", "--count", "26", "--json")
    made = json.loads(out)
    assert code == 0
    assert len(made) == len({each["position"] for each in made}) == 24
    assert {each["level"] for each in made} == {1}
    assert err.strip() == "Only 24 puzzles were found; you asked for 26."


def test_a_game_without_such_a_puzzle_does_not_hide_those_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def of_two_games(
        game_id: str, seed: int, levels: Sequence[int]
    ) -> Iterator[Problem]:  # two of each, but for a game that has none
        if game_id == "tictactoe":
            raise PuzzleError("puzzle.none_at_all", game=game_id)
        yield from islice(problems(game_id, seed, levels), 2)
        raise PuzzleError("puzzle.none_at_all", game=game_id)

    monkeypatch.setattr("engine.puzzles.problems.ALL_GAMES", ("tictactoe", "nim", "matches"))
    monkeypatch.setattr("engine.puzzles.problems.problems", of_two_games)
    assert [each.game for each in find(None, 3, 9)] == ["nim", "matches", "nim", "matches"]
    assert [each.game for each in find(None, 3, 9, maximum=1)] == ["nim", "matches"]
    with pytest.raises(PuzzleError):
        list(find("tictactoe", 3, 1))


def solved(code: str) -> tuple[Game[Any], Any, tuple[Estimate, ...], Estimate]:
    """The game and the position of a code, the values of its moves, and the only good one."""
    name, _, position = code.partition(" ")
    game = make_game(name)
    state = game.parse(position)
    estimates = PuzzleJudge(Context(0)).values(game, state)
    solution = only_good_move(estimates)
    assert solution is not None
    return game, state, estimates, solution


@pytest.mark.parametrize("code", ["nim 3,5,4 0", "tictactoe ..X..OXOX O", "subtraction 14 0"])
def test_the_grade_is_that_of_all_tries_although_not_all_are_made(
    monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr("engine.puzzles.problems.TRIES", 3)
    game, state, estimates, solution = solved(code)
    judge = PuzzleJudge(Context(0))
    tried = [
        make_bot(text).choose(game, state, Context(seed)).move
        for text in LADDER
        for seed in range(3)
    ]
    missed = sum(move != solution.move for move in tried) / len(tried)
    grade = level_of(estimates, solution, missed)
    assert 0 < missed < 1 and judge.grade(game, state, estimates, solution) == grade
    for level in LEVELS:
        wanted = grade if level == grade else None
        assert judge.grade(game, state, estimates, solution, [level]) == wanted


def test_a_draw_is_as_deep_as_the_losses_of_the_other_moves() -> None:
    """How long the game goes on after the right move makes it no harder to find."""

    def level(draw: int, loss: int) -> int:
        solution = Estimate(0, 0.5, Value.DRAW, draw)
        lost = [Estimate(move, 0.0, Value.LOSS, loss) for move in (1, 2)]
        return level_of((solution, *lost), solution, 0.1)

    assert level(3, 2) == level(25, 2) < level(3, 24)


@pytest.mark.parametrize(
    "code", ["connect4 .7/.7/.7/.7/...Y.3/..RYR.2 R", "nim 3,5,4 0", "nim 1,2 0"]
)
def test_the_ladder_makes_the_moves_of_its_players_asked_alone(code: str) -> None:
    """Alpha-beta of several depths is asked once, also where the search is soon decided."""
    name, board, mover = code.split()
    game = make_game(name)
    state = game.parse(re.sub(r"[.](\d)", lambda dots: "." * int(dots[1]), board) + " " + mover)
    seeds = (0, 1)
    alone = [make_bot(t).choose(game, state, Context(seed)).move for t in LADDER for seed in seeds]
    together = Graders().moves(game, state, Context(9), seeds)
    assert sorted(map(str, together)) == sorted(map(str, alone))
