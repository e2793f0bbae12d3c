"""Which puzzle comes: of the day, endless, shared as a text, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import product
from typing import Any

import pytest

from engine.context import Context
from engine.messages import LANGUAGES
from engine.puzzles.problems import DAILY, HARD, Problem, day_problem
from engine.puzzles.text import code_of
from engine.registry import ALL_GAMES
from gui.exercises.exercise import MAX_SHARED, AttemptPhase, only, share_text
from gui.exercises.puzzles import Puzzles, PuzzleSource
from gui.exercises.today import Today, hard_key
from gui.i18n import Translator
from tests.full import few_or_full
from tests.home import Home
from tests.puzzles.samples import MANY, some
from tests.puzzles.solving import (
    DAY,
    made_once,
    moves_of,
    opened,
    phase_of,
    solve_until,
    wrong_move,
)
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("puzzles_are_made_once")


def test_the_first_puzzle_comes_in_every_game(
    home: Home, monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    monkeypatch.setattr("engine.puzzles.problems.TRIES", tries)
    monkeypatch.setattr("gui.exercises.today.day_problem", day_problem)
    day_problem("connect4", 1)  # what is read once for a program
    for game in ALL_GAMES:
        opened(home, game).release_worker()


def test_solving_is_kept_with_its_tries_and_next_leads_on(home: Home, model: Puzzles) -> None:
    moves_of(model).play(moves_of(model).exercise.right[0])
    model.update(0.1, still=True)
    assert home.store.solved(DAY.toordinal()) == {"connect4": 1}
    assert [*model.today.solved] == ["connect4"]
    seen = []
    for _ in ALL_GAMES:
        model.next()
        solve_until(model, lambda: model.attempt is not None)
        seen.append((model.source, model.game))
    others = len(ALL_GAMES) - 1
    assert [source for source, _ in seen] == [PuzzleSource.DAY] * others + [PuzzleSource.ENDLESS]
    assert {game for _, game in seen[:others]} == {*ALL_GAMES} - {"connect4"}


def test_a_hard_puzzle_of_the_day_stands_beside_the_one_for_everybody(
    home: Home, model: Puzzles
) -> None:
    easy = model.problem
    model.choose_source(PuzzleSource.HARD)
    solve_until(model, lambda: model.attempt is not None)
    hard = model.problem
    assert easy is not None and hard is not None and easy.game == hard.game == "connect4"
    assert easy.level in DAILY and hard.level in HARD
    moves_of(model).play(moves_of(model).exercise.right[0])
    model.update(0.1, still=True)
    assert [*model.today.solved] == [hard_key("connect4")]
    assert [game for game in ALL_GAMES if model.is_solved(game)] == ["connect4"]
    model.choose_source(PuzzleSource.DAY)
    assert not any(map(model.is_solved, ALL_GAMES))
    home.store.add_solved(DAY.toordinal(), "chess.hard", 1)  # of another version
    again = Today(home, lambda: DAY)  # after a new start of the program
    again.read()
    assert again.solved == {hard_key("connect4"): 1}
    model.choose_source(PuzzleSource.HARD)
    model.next()
    solve_until(model, lambda: model.attempt is not None)
    assert model.problem is not None and model.problem.level in HARD


def test_a_new_day_has_new_puzzles(home: Home) -> None:
    days = [DAY]
    today = Today(home, lambda: days[0])
    today.problems["nim"] = day_problem("nim", DAY.toordinal())
    today.solve("nim", 2)
    today.read()
    assert today.solved == {"nim": 2}
    days[0] = date(2026, 11, 22)
    today.read()
    assert (today.problems, today.solved) == ({}, {})


def test_a_puzzle_left_over_midnight_is_booked_on_its_own_day_alone(home: Home) -> None:
    days = [DAY, date(2026, 11, 22)]
    now = [DAY]
    today = Today(home, lambda: now[0])
    model = opened(home, "tictactoe", today)
    old = moves_of(model)
    old.play(wrong_move(old))
    solve_until(model, lambda: phase_of(old) is AttemptPhase.ASKING)
    old.play(old.exercise.right[0])
    now[0] = days[1]
    model.enter()  # back from the preferences, say, before another frame was drawn
    solve_until(model, lambda: model.attempt is not None)
    model.update(0.1, still=True)
    assert model.attempt is not old and model.attempt is not None
    assert model.problem == day_problem("tictactoe", days[1].toordinal())
    first, second = (day.toordinal() for day in days)
    assert [home.store.solved(day) for day in (first, second)] == [{"tictactoe": 2}, {}]
    assert "tictactoe" in home.store.tried(first) and not home.store.tried(second)
    assert (today.solved, model.attempt.wrong) == ({}, 0)


def test_endless_puzzles_are_the_same_from_the_same_seed(home: Home) -> None:
    def first(count: int) -> list[Problem]:
        model = Puzzles(home, Today(home, lambda: DAY), 9, "connect4")
        model.choose_source(PuzzleSource.ENDLESS)
        found = []
        for _ in range(count):
            solve_until(model, lambda: model.attempt is not None)
            assert model.problem is not None
            found.append(model.problem)
            model.next()
        model.release_worker()
        return found

    made = first(4)
    assert made == first(4)
    assert len({problem.position for problem in made}) > 1


def test_the_puzzle_of_the_day_follows_from_the_date_alone(home: Home) -> None:
    today = Today(home, lambda: DAY)
    assert today.game == ALL_GAMES[DAY.toordinal() % len(ALL_GAMES)] and today.puzzle is None
    other, *_ = (game for game in ALL_GAMES if game != today.game)
    today.problems[other] = day_problem("nim", DAY.toordinal())
    assert today.puzzle is None, "another game's puzzle does not stand for it"
    today.problems[today.game] = problem = day_problem("matches", DAY.toordinal())
    seen: list[tuple[bool, bool]] = []
    for game in (other, today.game, *ALL_GAMES):
        offer = today.puzzle
        assert offer is not None and offer.problem is problem
        seen.append((offer.solved, offer.all_solved))
        today.solve(game, 1)
    assert seen[:3] == [(False, False), (False, False), (True, False)]
    assert today.puzzle is not None and today.puzzle.all_solved
    week = [Today(home, lambda day=day: DAY + timedelta(day)).game for day in range(7)]
    assert sorted(week) == sorted(ALL_GAMES)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Games whose puzzles cannot be made; changed by the test."""
    games: set[str] = set()

    def made(game: str, day: int, levels: Sequence[int], context: Context[Any]) -> Problem:
        if game in games:
            raise ImportError("no search")
        return made_once(game, day, levels)

    monkeypatch.setattr("gui.exercises.today.day_problem", made)
    return games


def test_a_puzzle_that_cannot_be_made_is_said_and_takes_no_other_with_it(
    home: Home, broken: set[str]
) -> None:
    """The circle turned for ever, and the games behind it had no puzzle that day."""
    broken.add("tictactoe")
    today = Today(home, lambda: DAY)
    model = Puzzles(home, today, 5, "tictactoe")
    model.enter()
    assert model.making and model.exercise.detail is None
    solve_until(model, lambda: not model.busy)
    assert not model.making and "no search" in str(model.exercise.detail)
    solve_until(model, lambda: not today.busy)
    assert today.problems.keys() == set(ALL_GAMES) - {"tictactoe"}
    assert today.faults.keys() == {"tictactoe"} and not today.failed
    broken.clear()
    model.choose_game("tictactoe")
    solve_until(model, lambda: model.attempt is not None)
    assert model.exercise.phase is AttemptPhase.ASKING and not today.faults


def test_where_no_puzzle_can_be_made_the_menu_says_so(home: Home, broken: set[str]) -> None:
    broken.update(ALL_GAMES)
    today = Today(home, lambda: DAY)
    today.want("nim")
    assert not today.failed
    let_pass(today.update, lambda: not today.busy)
    assert today.failed and today.puzzle is None
    today.want("nim")
    assert today.busy and not today.failed, "wanted again it is tried again"
    today.release_worker()


@pytest.mark.one_of(2)
@few_or_full("count", 3, MANY)
@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_shared_text_is_short_and_opens_the_same_puzzle(
    home: Home, game: str, count: int
) -> None:
    model = Puzzles(home, Today(home, lambda: DAY), 5, "tictactoe")
    for problem, language in product(some(game, count), LANGUAGES):
        text = share_text(Translator(language), problem, DAY)
        assert len(text) <= MAX_SHARED
        assert text.endswith(code_of(problem))
        assert text.startswith("Jouons 21")
    model.open_text(f"look at this:\n{text}\n")
    solve_until(model, lambda: model.source is PuzzleSource.SHARED)
    assert model.attempt is not None
    assert model.problem == problem


@pytest.mark.parametrize("text", ["hello", "nim 0 0", "connect4 xyz", "x" * 100_000])
def test_a_text_that_is_no_puzzle_is_said_and_the_present_one_stays(
    model: Puzzles, text: str
) -> None:
    before = model.attempt
    model.open_text(text)
    solve_until(model, lambda: bool(model.notices))
    (notice,) = model.notices.take()
    assert notice.fault
    assert notice.text.key.startswith("puzzle.")
    assert model.attempt is before
    assert model.source is PuzzleSource.DAY


def test_a_text_that_is_no_puzzle_leaves_a_wrong_try_to_its_refutation(model: Puzzles) -> None:
    answer = moves_of(model)
    answer.play(wrong_move(answer))
    model.open_text("hello")
    solve_until(model, lambda: bool(model.notices))
    solve_until(model, lambda: answer.phase is AttemptPhase.REFUTED)
    solve_until(model, lambda: answer.phase is AttemptPhase.ASKING)
    assert model.attempt is answer and answer.can_hint


def test_a_try_whose_work_was_stopped_is_refuted_all_the_same(model: Puzzles) -> None:
    answer = moves_of(model)
    answer.play(wrong_move(answer))
    answer.close()
    solve_until(model, lambda: answer.phase is AttemptPhase.REFUTED)


def test_a_shared_text_looked_at_is_not_lost_when_the_worker_is_wanted_above(
    model: Puzzles,
) -> None:
    problem = day_problem("nim", 1000)
    model.open_text(code_of(problem))
    model.release_worker()
    model.update(0.05, still=True)
    assert model.source is PuzzleSource.DAY
    model.enter()
    solve_until(model, lambda: model.source is PuzzleSource.SHARED)
    assert model.attempt is not None and model.problem == problem


def test_a_cube_puzzle_says_how_it_counts_a_half_turn() -> None:
    """In half turns one counts as one: the sentence for quarter turns would be false."""
    quarter = day_problem("pocketcube", 1)
    half = replace(quarter, options={"metric": "half"})
    said = {each.options["metric"]: Translator("en")(only(each)) for each in (quarter, half)}
    assert said["quarter"].endswith("A half turn counts as two.")
    assert said["half"].endswith("A half turn counts as one.")
