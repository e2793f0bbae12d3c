"""Write it yourself: the gap fails, the solution passes, and typical mistakes are named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cli import command_line
from engine.context import Context
from engine.folders import use_own_settings
from engine.lessons.chapters import CHAPTERS
from engine.lessons.exercises import ItemResult, check_exercise, items_of
from engine.messages import LANGUAGES, catalogue
from engine.own.bot import OwnBot
from engine.own.faults import OwnFault
from engine.own.source import EXERCISES, OwnSource, SourceReader, read_source
from engine.own.templates import exercise_template, is_unwritten, solution
from engine.protocols import OptionError
from engine.registry import make_bot, make_game, make_puzzle, oracle_for
from tests.own.files import solved_template

ALL = [*EXERCISES]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of bots that `own:NAME` means."""
    use_own_settings(tmp_path)
    (tmp_path / "bots").mkdir()
    yield tmp_path / "bots"
    use_own_settings()


def source_at(folder: Path, text: str) -> OwnSource:
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    return read_source(path)


def results_of(folder: Path, chapter: str, text: str) -> dict[str, ItemResult]:
    """The results of a text, by item."""
    results = check_exercise(source_at(folder, text), chapter, Context(1))
    return {each.item: each for each in results}


def mistaken(chapter: str, right: str, wrong: str) -> str:
    """The solution of a chapter with one mistake."""
    text = solved_template(chapter)
    assert right in text
    return text.replace(right, wrong)


def test_every_chapter_has_an_exercise() -> None:
    assert [chapter.id for chapter in CHAPTERS] == ALL


@pytest.mark.parametrize("chapter", ALL)
def test_a_solution_is_short_and_its_file_says_the_same_in_every_language(chapter: str) -> None:
    assert len([line for line in solution(chapter).splitlines() if line]) <= 15
    for language in LANGUAGES:
        lines = solved_template(chapter, language).splitlines()
        assert max(map(len, lines)) <= 100
        assert len(exercise_template(chapter, language).splitlines()) <= 20
        assert not any("@" in line or "own.template" in line for line in lines)
        assert all(catalogue(language)[f"write.hint.{chapter}.{number}"] for number in (1, 2, 3))


@pytest.mark.parametrize("chapter", ALL)
def test_the_gap_fails_everywhere_and_is_no_player(chapter: str, folder: Path) -> None:
    results = results_of(folder, chapter, exercise_template(chapter))
    assert [*results] == items_of(chapter)
    assert all(each.text is not None and str(each.text) for each in results.values())
    source = read_source(folder / "mine.py")
    assert source.fault is None and not source.passed and not source.plays and not source.solves


@pytest.mark.parametrize("chapter", ALL)
def test_the_solution_passes(chapter: str, folder: Path) -> None:
    language = LANGUAGES[ALL.index(chapter) % len(LANGUAGES)]
    results = results_of(folder, chapter, solved_template(chapter, language))
    assert {item: str(each.text) for item, each in results.items() if each.text} == {}
    assert read_source(folder / "mine.py").passed


# Chapter, what is right, the mistake, the item that fails, and the end of the sentence's key.
MISTAKES = [
    ("montecarlo", "+ winners.count(0) / 2) / n", ") / n", "shares", "share"),
    ("montecarlo", "        me = 3 - me\n", "", "playout", "playout.1"),
    ("montecarlo", "    board = list(board)\n", "", "playout", "changed"),
    ("montecarlo", "in range(9):\n        if", "in range(8):\n        if", "shares", "shares"),
    ("montecarlo", "return shares", "return max(shares, key=shares.get)", "shares", "shares"),
    ("compare", "play(a, b) if game % 2 == 0 else 1 - play(b, a)", "play(a, b)", "match", "seats"),
    ("compare", "1 - play(b, a)", "play(b, a)", "match", "points"),
    ("compare", "range(games)", "range(games - 1)", "match", "games"),
    ("compare", "(z / (2 * games)) ** 2) ** 0.5", "0) ** 0.5", "interval", "range"),
    ("compare", "1.96", "1.28", "interval", "covered"),
    ("compare", "return max(0, middle - reach)", "return str(0)", "interval", "interval"),
    ("compare", "return points", "return str(points)", "match", "points"),
    ("ends", "end = len(layers[0]) > len(layers[1])", "end = 0", "both", "turns"),
    ("ends", "[inverse(each) for", "[each for", "shortest", "unsolved"),
    ("ends", "return there[middle]", "return [0, 1] + there[middle]", "shortest", "long"),
    ("ends", "return there[middle]", "return 5 or there[middle]", "shortest", "solution"),
    ("solved", "not all(", "not any(", "wins", "wins"),
    ("solved", "values = {} if values is None else values", "values = {}", "once", "once"),
    (
        "solved",
        "boards += [board, board[6:] + board[3:6] + board[:3]]",
        "boards += [board]",
        *("canonical", "apart"),
    ),
    ("solved", "return min(boards)", "return sorted(board)", "canonical", "unhashable"),
    ("solved", "return min(boards)", "return sum(board)", "canonical", "together"),
    ("matches", "and (after or not last_loses)", "", "kernel", "kernel.extra.true"),
    ("matches", "not any(", "any(", "kernel", "kernel.missing.false"),
    ("matches", "for take in bag for _ in range(bag[take])", "for take in bag", "draw", "draw"),
    ("matches", "return rng.choice([", "return (bag.clear(), [", "draw", "changed"),
    ("matches", "numbers.append(left)", "numbers.append(str(left))", "kernel", "kernel"),
    ("montecarlo", "] = (winners", "] = 'x' or (winners", "shares", "shares"),
    ("montecarlo", "return shares", "return {'a': 1, 0: 1}", "shares", "shares"),
    ("matches", "moves if won else ()", "moves", "reward", "reward.false"),
    ("matches", "in moves if won", "in moves[-1:] if won", "reward", "reward.true"),
]


@pytest.mark.one_of(4)
@pytest.mark.parametrize(("chapter", "right", "wrong", "item", "key"), MISTAKES)
def test_a_typical_mistake_is_named(
    chapter: str, right: str, wrong: str, item: str, key: str, folder: Path
) -> None:
    result = results_of(folder, chapter, mistaken(chapter, right, wrong))[item]
    assert result.text is not None and result.text.key == f"write.wrong.{key}", result
    sentence = str(result.text)
    assert not re.search(r"\{[a-z]", sentence) and sentence.endswith(".")
    assert not read_source(folder / "mine.py").passed


def test_a_formula_for_nim_is_refuted_by_another_game(folder: Path) -> None:
    text = mistaken(
        "solved",
        "    values = {} if values is None else values\n",
        "    if isinstance(position, tuple) and isinstance(position[0], tuple):\n"
        "        total = 0\n        for heap in position[0]:\n            total ^= heap\n"
        "        return total != 0\n"
        "    values = {} if values is None else values\n",
    )
    result = results_of(folder, "solved", text)["wins"]
    assert result.example is not None and result.example[1]["misere"] == "true"


RIGHT_RECURSION = "return any(not wins(after, moves) for after in moves(position))"


@pytest.mark.parametrize("written", ["wins", "canonical"])
def test_a_right_search_that_remembers_nothing_fails_by_its_questions_alone(
    written: str, folder: Path
) -> None:
    text = exercise_template("solved").replace("...", RIGHT_RECURSION, 1)
    if written == "canonical":
        text = mistaken("solved", "values = {} if values is None else values", "values = {}")
    results = results_of(folder, "solved", text)
    assert results["wins"].text is None
    once = results["once"].text
    assert once is not None and once.key == "write.wrong.once"
    assert (results["canonical"].text is None) == (written == "canonical")


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ("return all(not wins(after, moves) for after in moves(position))", "wins"),
        ("while True:\n        moves(position)", "once"),
    ],
)
def test_a_search_that_remembers_nothing_is_judged_where_it_ends(
    body: str, key: str, folder: Path
) -> None:
    text = exercise_template("solved").replace("...", body, 1)
    result = results_of(folder, "solved", text)["wins"]
    assert result.text is not None and result.text.key == f"write.wrong.{key}"


@pytest.mark.parametrize("chapter", ALL)
def test_a_file_is_unwritten_in_every_language_until_one_function_is_filled(chapter: str) -> None:
    for language in LANGUAGES:
        text = exercise_template(chapter, language)
        assert is_unwritten(chapter, text.encode())
        assert not is_unwritten(chapter, text.replace("    ...\n", "    return 1\n", 1).encode())
    other = ALL[ALL.index(chapter) - 1]
    assert not is_unwritten(chapter, exercise_template(other).encode())
    deep = text.replace("...", "return " + "+".join("1" * 600), 1)
    assert not is_unwritten(chapter, deep.encode())


def test_the_smallest_counterexample_has_the_numbers_of_each_square(folder: Path) -> None:
    text = mistaken("montecarlo", "+ winners.count(0) / 2) / n", ") / n")
    example = results_of(folder, "montecarlo", text)["shares"].example
    assert example is not None
    game_id, options, position, numbers = example
    game = make_game(game_id, options)
    state = game.parse(position)
    assert {game.move_text(state, move) for move in game.moves(state)} == {*numbers}
    assert len(numbers) == 1  # a full board is the smallest drawn one
    assert [*numbers.values()] == [(0.0, 0.5)]


def test_a_fault_has_its_line_and_the_other_items_are_checked(folder: Path) -> None:
    text = mistaken("matches", "return rng.choice", "return rgn.choice")
    results = results_of(folder, "matches", text)
    assert results["kernel"].text is None and results["reward"].text is None
    fault = results["draw"].fault
    line = text[: text.index("rgn")].count("\n") + 1
    assert fault is not None and fault.line == line and str(line) in str(results["draw"].text)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("while True: pass", "time"),
        ("import os; os._exit(0)", "died"),
        ("raise SystemExit", "error"),
        ("return type('Odd', (list,), {'__iter__': None})()", "error"),
        ("print('x' * 10**7); return kernel(n, takes, last_loses)", "error"),
    ],
)
def test_a_hostile_function_costs_its_item_alone(body: str, kind: str, folder: Path) -> None:
    text = mistaken("matches", "    numbers = []\n", f"    {body}\n")
    source = source_at(folder, text)
    limit = 2.0 if kind == "time" else 60.0
    results = check_exercise(source, "matches", Context(1), limit)
    fault = results[0].fault
    assert fault is not None and fault.kind.value == kind
    assert [each.item for each in results] == items_of("matches")
    wrong = [each for each in results[1:] if each.text is not None]
    assert kind == "time" or not wrong  # on a slow machine 2 s may be short for them, too


def test_the_exercise_of_another_chapter_is_refused(folder: Path) -> None:
    with pytest.raises(OptionError, match="solved"):
        results_of(folder, "solved", solved_template("matches"))
    with pytest.raises(OwnFault, match="chess"):
        results_of(folder, "solved", 'EXERCISE = "chess"\n')


# -- once it has passed, the file is a player ------------------------------------------------------


def passed_bot(folder: Path, chapter: str) -> OwnBot:
    """The bot of the solution of a chapter."""
    results_of(folder, chapter, solved_template(chapter))
    return OwnBot(SourceReader(folder / "mine.py"), 20.0)


def test_an_exercise_that_has_not_passed_says_so_and_plays_once_it_has(folder: Path) -> None:
    source_at(folder, solved_template("montecarlo"))
    bot, game = make_bot("own:mine"), make_game("tictactoe")
    assert "not passed" in str(bot.supports(game))
    check_exercise(read_source(folder / "mine.py"), "montecarlo", Context(1))
    assert bot.supports(game) is None
    assert bot.supports(make_game("nim")) is not None
    decision = bot.choose(game, game.parse("O.XXXOO.. X"), Context(1))
    scores = {each.move: each.score for each in decision.estimates}
    assert scores[8] == pytest.approx(0.5) and scores[1] == pytest.approx(0.75, abs=0.1)
    (folder / "mine.py").write_text(exercise_template("montecarlo"), encoding="utf-8")
    assert "not passed" in str(bot.supports(game))


@pytest.mark.parametrize(
    ("game_id", "options"),
    [("nim", {"misere": "true"}), ("tictactoe", {}), ("tictactoe", {"draw": "second"})],
)
def test_who_wins_plays_perfectly(game_id: str, options: Any, folder: Path) -> None:
    bot, game = passed_bot(folder, "solved"), make_game(game_id, options)
    oracle, state = oracle_for(game), game.initial()
    while game.outcome(state) is None:
        move = bot.choose(game, state, Context(1)).move
        assert move is not None
        estimates = oracle.values(state, Context(0)).estimates
        values = {each.move: each.value for each in estimates}
        assert values[move] is max(value for value in values.values() if value is not None)
        state = game.play(state, game.moves(state)[-1] if game.to_move(state) else move)


def test_the_learner_plays_with_bags_that_have_grown(folder: Path) -> None:
    bot, game = passed_bot(folder, "matches"), make_game("matches")
    random, won = make_bot("random"), 0
    for number in range(40):
        state, ply = game.initial(), 0
        while game.outcome(state) is None:
            side = bot if game.to_move(state) == number % 2 else random
            move = side.choose(game, state, Context((number, ply))).move
            assert move is not None
            state, ply = game.play(state, move), ply + 1
        outcome = game.outcome(state)
        won += outcome is not None and outcome.score(number % 2) == 1
    assert won >= 33


@pytest.mark.parametrize("puzzle_id", ["pocketcube", "tiles"])
def test_both_ends_solves_puzzles(puzzle_id: str, folder: Path) -> None:
    bot, puzzle = passed_bot(folder, "ends"), make_puzzle(puzzle_id)
    assert bot.source().solves
    state = puzzle.goal()
    for move in (puzzle.moves(state)[0], puzzle.moves(state)[-1]):
        state = puzzle.play(state, move)
    assert len(bot.solve(puzzle, state, Context(1))) == 2
    assert bot.supports(make_game("tictactoe")) is not None


# -- the command -----------------------------------------------------------------------------------


def run(folder: Path, *words: str) -> int:
    """Run `bots write`; its exit code."""
    return command_line.main(["bots", "write", *words, "--data-dir", str(folder)])


def test_the_command_writes_the_file_then_checks_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bots" / EXERCISES["matches"].file
    assert run(tmp_path, "matches", "--lang", "fr") == 0
    assert capsys.readouterr().out.strip() == str(path)
    assert path.read_text("utf-8") == exercise_template("matches", "fr")
    assert run(tmp_path, "matches") == 1
    assert "‘kernel’" in capsys.readouterr().out
    path.write_text(solved_template("matches"), encoding="utf-8")
    assert run(tmp_path, "matches") == 0
    assert capsys.readouterr().out.count("✓") == 4
    assert command_line.main(["bots", "--data-dir", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["kind"] == "exercise"


def test_the_command_checks_any_file_and_prints_each_item(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "class" / "ann.py"
    assert run(tmp_path, "matches", str(path)) == 0
    text = mistaken("matches", "moves if won else ()", "moves")
    path.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert run(tmp_path, "matches", str(path), "--json") == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["exercise"], data["passed"], data["file"]) == ("matches", False, str(path))
    assert data["hash"] == read_source(path).hash
    assert {each["item"]: each["passed"] for each in data["items"]} == {
        "kernel": True,
        "draw": True,
        "reward": False,
        "learns": False,
    }
    assert data["items"][2]["position"] == "5 0"


@pytest.mark.parametrize("words", [(), ("chess",), ("solved", "FILE")])
def test_wrong_use_is_said_in_one_sentence(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = source_at(tmp_path, solved_template("matches")).path
    assert run(tmp_path, *(path if word == "FILE" else word for word in words)) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 2 and "solved" in lines[1]


def test_an_exercise_that_has_not_passed_is_not_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = source_at(tmp_path, solved_template("solved")).path
    assert command_line.main(["bots", "check", path, "--data-dir", str(tmp_path)]) == 2
    assert "not passed" in capsys.readouterr().err
