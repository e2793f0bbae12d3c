"""Own games and puzzles on the command line: begun, checked, solved, played, reviewed."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from engine.cli import command_line
from engine.context import Context
from engine.messages import LANGUAGES
from engine.own.games import text_for_save
from engine.own.source import source_of
from engine.own.templates import RULES_KINDS, template
from engine.registry import make_bot, make_game, oracle_for
from engine.saves import SavedGame, save
from engine.solvers.tabulate import walk
from tests.own.files import write

EIGHT = '''
    """The eight tiles."""
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)

    def initial():
        return (8, 6, 7, 2, 5, 4, 3, 0, 1)

    def moves(tiles):
        gap = tiles.index(0)
        near = [gap + 3, gap - 3] + [gap - 1] * (gap % 3 > 0) + [gap + 1] * (gap % 3 < 2)
        answers = {}
        for cell in near:
            if 0 <= cell < 9:
                after = list(tiles)
                after[gap], after[cell] = tiles[cell], 0
                answers[str(tiles[cell])] = tuple(after)
        return answers
'''


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.folders._own_settings", [(tmp_path, 20.0)])


def run(folder: Path, *words: str) -> int:
    """Run a command in this process; its exit code."""
    return command_line.main([*words, "--data-dir", str(folder)])


def run_json(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> Any:
    """The JSON value that a command prints, which ends well."""
    assert run(folder, *words, "--json") == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("kind", RULES_KINDS)
def test_a_starting_point_is_short_sound_and_solved_in_every_language(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = set()
    for language in LANGUAGES:
        text = template(kind, language, RULES_KINDS)
        assert len(text.splitlines()) <= 40
        assert max(map(len, text.splitlines())) <= 100
        assert "@" not in text
        assert source_of("rules.py", (("rules.py", text.encode()),)).has_rules
        word = f"{kind}_{language}"
        assert run(tmp_path, "games", "new", word, "--like", kind, "--lang", language) == 0
        assert run(tmp_path, "games", "check", word) == 0
        capsys.readouterr()
        checked = run_json(capsys, tmp_path, "games", "check", word)
        assert checked["fault"] is None
        sizes.add(checked["positions"])
        run_json(capsys, tmp_path, "solve", f"own:{word}")
    assert len(sizes) == 1


def solved_like(
    kind: str, folder: Path, capsys: pytest.CaptureFixture[str], *words: str
) -> dict[str, Any]:
    """The answer of `solve` about a starting point."""
    run(folder, "games", "new", "mine", "--like", kind)
    capsys.readouterr()
    solved: dict[str, Any] = run_json(capsys, folder, "solve", "own:mine", *words)
    return solved


def test_tic_tac_toe_from_a_file_has_our_values_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solved = solved_like("tictactoe", tmp_path, capsys)
    assert (solved["positions"], solved["value"], solved["winner"]) == (5478, "draw", None)
    assert solved["kernel"] is None and sum(solved["layers"]) == 5478
    own, ours = make_game("own:mine"), make_game("tictactoe")
    assert "draw" in str(make_bot("kernel").supports(own))
    oracles = oracle_for(own), oracle_for(ours)
    for state, _ in walk(own, 0, 6000):
        board = own.text(state).strip("'")
        same = ours.parse(f"{board} {'XO'[own.to_move(state)]}")
        if own.outcome(state) is not None:
            assert own.outcome(state) == ours.outcome(same)
            continue
        found_own, found_ours = (
            oracle.values(each, Context(0))
            for oracle, each in zip(oracles, (state, same), strict=True)
        )
        assert (found_own.value, found_own.remoteness) == (found_ours.value, found_ours.remoteness)


def test_the_second_player_wins_hexapawn_and_the_table_holds_the_kernel(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hexapawn.csv"
    solved = solved_like("hexapawn", tmp_path, capsys, "--table", str(file))
    assert (solved["value"], solved["winner"], solved["remoteness"]) == ("loss", 1, 6)
    rows = list(csv.DictReader(file.open(encoding="utf-8")))
    assert len(rows) == solved["positions"] == 135
    losing = {row["position"] for row in rows if row["value"] == "loss"}
    assert {row["position"] for row in rows if row["kernel"] == "1"} == losing
    assert len(losing) == solved["kernel"]
    assert rows[0]["best"] == "7-4"
    assert run(tmp_path, "solve", "own:mine", "--table", str(file)) == 2


def test_the_eight_tiles_from_a_file_have_their_positions_and_longest_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(write(tmp_path, "eight", EIGHT))
    solved = run_json(capsys, tmp_path, "solve", file)
    assert (solved["positions"], solved["length"], solved["count"]) == (181_440, 31, 40)
    back = run_json(
        *(capsys, tmp_path, "solve", file, "--solver", "twoway"),
        *("--from", "(1, 2, 3, 4, 5, 6, 7, 0, 8)", "--to", "(8, 6, 7, 2, 5, 4, 3, 0, 1)"),
    )
    assert back["length"] == 30 and len(back["solutions"][0]) == 30


def test_both_ways_across_the_river_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solved = solved_like("river", tmp_path, capsys, "--all", "--solver", "twoway")
    assert (solved["length"], solved["count"], len(solved["solutions"])) == (7, 2, 2)
    assert all(line[0] == line[-1] == "goat" for line in solved["solutions"])
    estimated = solved_like("sliding", tmp_path / "other", capsys)
    assert (estimated["solver"], estimated["length"]) == ("astar", 15)
    words = ("--from", "OX.XXOO", "--to", "XXX.OOO")
    assert run_json(capsys, tmp_path / "other", "solve", "own:mine", *words)["length"] == 6


def test_an_own_game_stands_wherever_a_game_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, "games", "new", "mine", "--like", "hexapawn")
    run(tmp_path, "bots", "new", "rival", "--like", "rules")
    capsys.readouterr()
    best = run_json(capsys, tmp_path, "analyse", "own:mine")
    assert (best["game"], best["value"], best["best"]) == ("own:mine", "loss", "7-4")
    thought = run_json(capsys, tmp_path, "think", "own:mine", "--player", "mcts:50")
    assert thought["best"] in {"6-3", "7-4", "8-5"}
    played = run_json(
        *(capsys, tmp_path, "arena", "own:mine", "optimal", "own:rival", "--games", "6"),
        *("--jobs", "2", "--judge"),
    )
    assert played["hashes"].keys() == {"own:mine", "own:rival"}
    assert sum(played["pairs"][0][each] for each in ("wins", "draws", "losses")) == 6
    judged = run_json(capsys, tmp_path, "review", "own:mine", "--moves", "6-3 1-4")
    assert [each["better"] for each in judged["moves"]] == [[], ["1-3"]]
    asked = ("arena", "own:mine", "optimal", "--positions", "3")
    assert run_json(capsys, tmp_path, *asked)["players"][0]["share"] == 1


def test_a_save_from_elsewhere_runs_its_program_only_if_trusted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, "games", "new", "mine", "--like", "subtraction")
    game: Any = make_game("own:mine")
    extra, start = text_for_save(game), game.text(game.initial())
    players = ("human", "human")
    saved = SavedGame("own:mine", game.options, start, *players, 1, ("3", "1"), extra=extra)
    file = tmp_path / "game.jouons"
    save(file, saved)
    assert run(tmp_path, "review", str(file)) == 0
    monkeypatch.setattr("engine.own.games._texts", {})
    other = tmp_path / "other"
    assert run(other, "review", str(file)) == 1
    assert "--trust" in capsys.readouterr().err
    assert run(other, "review", str(file), "--trust") == 0
    monkeypatch.setattr("engine.own.games._texts", {})
    save(file, SavedGame("own:mine", {"hash": "0" * 12}, start, *players, 1, (), extra=extra))
    assert run(other, "review", str(file), "--trust") == 1


def test_a_wrong_word_is_refused_and_a_fault_ends_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, "games", "new", "mine")
    write(tmp_path / "bots", "circle", EIGHT.replace("goal =", "player = lambda tiles: 0 #"))
    capsys.readouterr()
    refused = (
        ("solve", "own:mine", "--solver", "astar"),
        ("solve", "own:missing"),
        ("games", "new", "other", "--like", "chess"),
        ("games", "new"),
        ("games", "check", "mine", "--like", "river"),
    )
    for words in refused:
        assert run(tmp_path, *words) == 2
    capsys.readouterr()
    assert run(tmp_path, "solve", "own:circle") == 1
    printed = capsys.readouterr()
    assert printed.out == "" and len(printed.err.splitlines()) <= 3
    assert "players must take turns" in printed.err
    assert run(tmp_path, "games", "check", "circle", "--json") == 1
    assert "take turns" in json.loads(capsys.readouterr().out)["fault"]


def test_own_games_are_listed_after_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built_in = run_json(capsys, tmp_path, "games")
    write(tmp_path / "bots", "mine", EIGHT)
    write(tmp_path / "bots", "a_bot", "def choose(game, state, think):\n    return 0\n")
    own = {"id": "own:mine", "name": "mine", "options": []}
    assert run_json(capsys, tmp_path, "games") == [*built_in, own]
    assert run(tmp_path, "games") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "own:mine     The eight tiles."
