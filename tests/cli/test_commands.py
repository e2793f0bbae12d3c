"""The commands, `play` among them: what they print, on which stream, and how they end."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.cli import think as cli_think
from engine.folders import Folders
from engine.messages import spoken_in
from engine.registry import make_game
from engine.saves import SavedGame
from engine.solvers.connect4 import Connect4Oracle
from engine.store.store import Store
from engine.store.store_file import FILE_NAME
from tests.commands import printed, refused, reported, run
from tests.own.files import write

ROOT = Path(__file__).resolve().parents[2]
FIELDS = [
    "game", "position", "to_move", "over", "result", "value", "remoteness", "best", "note", "moves",
]  # fmt: skip
MOVE_FIELDS = ["move", "value", "remoteness", "score", "outcomes", "playouts"]


def program(*arguments: str) -> list[str]:
    """The program itself, as a command."""
    return [sys.executable, str(ROOT / "main.py"), *arguments]


def test_analyse_gives_exact_values() -> None:
    report = reported("analyse", "matches")
    assert list(report) == FIELDS
    assert [list(move) for move in report["moves"]] == [MOVE_FIELDS] * 3
    assert (report["value"], report["best"], report["to_move"]) == ("win", "3", 0)
    values = {move["move"]: move["value"] for move in report["moves"]}
    assert values == {"1": "loss", "2": "loss", "3": "win"}
    best = next(move for move in report["moves"] if move["move"] == "3")
    assert best["remoteness"] == report["remoteness"]


def test_analyse_says_when_the_opening_book_is_damaged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The search goes on alone: late positions keep their values, early ones get estimates."""
    book = tmp_path / "connect4.book"
    book.write_bytes(b"JOUONSC4 and nothing that makes sense")
    monkeypatch.setattr("engine.solvers.connect4.default_path", lambda: book)
    # It gives up sooner on the early ones.
    monkeypatch.setattr(Connect4Oracle, "_limit", lambda _: 100_000)
    moves = "5 5 5 6 6 2 0 6 2 5 4 4 4 0 5 3 4 2 0 5 2 6 6 4 6 1"
    late = reported("analyse", "connect4", "--moves", moves)
    assert late["value"] is not None and "Connect Four opening book is damaged" in late["note"]
    ended = run("analyse", "connect4", "--json")
    early = json.loads(ended.out)
    assert early["value"] is None and all(move["playouts"] for move in early["moves"])
    assert "Connect Four opening book is damaged" in ended.err and ended.err.count("\n") == 1


def test_analyse_exact_chances() -> None:
    report = reported("analyse", "tictactoe", "--position", "O.XXXOO.. X", "--player", "mc:exact")
    wins = {move["move"]: move["outcomes"][0] for move in report["moves"]}
    assert wins == {"1": 0.5, "7": 0.5, "8": 0.0}


def test_analyse_counts_playouts() -> None:
    report = reported("analyse", "connect4", "--player", "mc:70", "--seed", "4")
    assert sum(move["playouts"] for move in report["moves"]) == 70
    assert all(abs(sum(move["outcomes"]) - 1) < 1e-9 for move in report["moves"])
    again = reported("analyse", "connect4", "--player", "mc:70", "--seed", "4")
    assert report == again


def test_a_finished_position() -> None:
    report = reported("analyse", "tictactoe", "--moves", "0 3 1 4 2")
    assert report["over"] is True
    assert (report["result"], report["to_move"], report["remoteness"]) == ("first", None, 0)
    assert (report["value"], report["moves"], report["best"]) == ("loss", [], None)


def test_analyse_counts_positions_with_and_without_symmetry() -> None:
    counted = "5,478 positions from here on, this one included; 765 up to symmetry."
    assert counted in printed("analyse", "tictactoe")
    last = printed("analyse", "matches", "--position", "1 0")  # one move, one end
    assert "2 positions from here on, this one included; 2 up" in last
    vast = printed("analyse", "nim", "--option", "heaps=" + ",".join(["99"] * 12))
    assert "up to symmetry" not in vast


def test_analyse_asks_a_learner_with_what_is_kept(tmp_path: Path) -> None:
    data = ["--data-dir", str(tmp_path)]
    printed("train", "matches", "--games", "200", "--seed", "4", *data)
    asked = ("matches", "--player", "learner")
    report = reported("analyse", *asked, *data)
    thought = reported("think", *asked, *data)["samples"][-1]["moves"]
    assert [each["score"] for each in report["moves"]] == [each["score"] for each in thought]
    untaught = reported("analyse", *asked, "--data-dir", str(tmp_path / "elsewhere"))
    assert report["note"] != untaught["note"]


@pytest.mark.parametrize("solver", ["bidirectional", "table"])
def test_each_solver_of_the_cube_reports_all_shortest_solutions(
    solver: str, tmp_path: Path
) -> None:
    report = reported(
        "cube", "--scramble", "R U' F2", "--solver", solver, "--all",
        "--data-dir", str(tmp_path),
    )  # fmt: skip
    keys = [
        "state", "metric", "length", "count", "solutions", "solver", "visited", "one_way",
        "seconds",
    ]  # fmt: skip
    assert list(report) == keys
    assert (report["length"], report["count"]) == (4, 2)
    assert report["one_way"] == 1 + 6 + 27 + 120 + 534
    assert sorted(report["solutions"]) == ["F F U R'", "F' F' U R'"]


def test_a_solved_cube() -> None:
    report = reported("cube", "--state", "UUUURRRRFFFFDDDDLLLLBBBB")
    assert (report["length"], report["count"], report["solutions"]) == (0, 1, [""])
    assert all(
        line.strip() for line in printed("cube", "--state", "UUUURRRRFFFFDDDDLLLLBBBB").splitlines()
    )


def test_random_scrambles_follow_the_seed() -> None:
    states = {reported("cube", "--random", "9", "--seed", str(seed))["state"] for seed in (1, 1, 2)}
    assert len(states) == 2


@pytest.mark.parametrize("solver", ["twoway", "table", "astar", "ida"])
def test_each_solver_of_tiles_reports_what_it_knows(solver: str) -> None:
    line = ("tiles", "--position", "0 1 2/4 8 3/7 6 5", "--solver", solver)
    report = reported(*line, "--all")
    keys = [
        "state", "size", "length", "count", "solutions", "solver", "heuristic", "looked_at",
        "stored", "expanded", "one_way", "seconds",
    ]  # fmt: skip
    assert list(report) == keys
    assert (report["state"], report["size"]) == ("0 1 2/4 8 3/7 6 5", "3x3")
    assert (report["length"], report["count"], report["one_way"]) == (8, 1, 268)
    assert report["solutions"] == ["1 2 3 5 6 8 5 6"]
    guided = solver in ("astar", "ida")
    assert report["heuristic"] == ("manhattan" if guided else None)
    assert (report["expanded"] is not None) is guided
    assert report["stored"] == (9 if solver == "ida" else report["looked_at"])
    assert len(reported(*line)["solutions"]) == 1


def test_tiles_print_what_they_found() -> None:
    line = ["tiles", "--position", "4 5 0/1 2 3", "--size", "2x3", "--solver", "astar"]
    text = printed(*line, "--heuristic", "none", "--all")
    assert text.splitlines()[:2] == ["4 5 0/1 2 3", "21 moves; shortest solutions: 4"]
    assert text.count("\n  ") == 4
    assert "breadth-first search looks at 360" in text
    assert "with the heuristic none: 359" in text
    assert "already in order" in printed("tiles", "--random", "0")


def test_tiles_take_the_size_from_the_position() -> None:
    for text, size in (("4 5 0/1 2 3", "2x3"), ("1 2 3 4/5 6 7 0", "2x4")):
        assert reported("tiles", "--position", text)["size"] == size


def test_tiles_of_every_size_follow_the_seed() -> None:
    for size, tiles in (("3x3", 9), ("2x3", 6), ("2x4", 8)):
        states = [
            reported("tiles", "--random", "40", "--size", size, "--seed", str(seed))["state"]
            for seed in (1, 1, 2)
        ]
        assert states[0] == states[1] != states[2]
        assert len(states[0].replace("/", " ").split()) == tiles


def test_train_learns_and_keeps(tmp_path: Path) -> None:
    report = reported(
        "train", "matches", "--games", "300", "--data-dir", str(tmp_path), "--seed", "1"
    )
    assert list(report) == [
        "game", "games", "wins", "losses", "draws", "vs_random_before", "vs_random_after",
    ]  # fmt: skip
    assert report["wins"] + report["losses"] + report["draws"] == report["games"] == 300
    assert report["vs_random_after"] > report["vs_random_before"] + 0.2
    store = Store(tmp_path)
    assert store.load_bags("matches start=16 takes=1,2,3 misere=true")
    store.close()


def test_games_and_players_list_everything() -> None:
    games = reported("games")
    ids = ["tictactoe", "connect4", "nim", "subtraction", "matches", "pocketcube", "tiles"]
    assert [game["id"] for game in games] == ids
    for entry in games + reported("players"):
        assert list(entry) == ["id", "name", "options"]
        for option in entry["options"]:
            assert set(option) in ({"name", "default", "choices"}, {"name", "default", "range"})


def test_players_promises_nothing_on_boards_that_cannot_be_solved() -> None:
    """It named no mistakes at all, also for an 8x7 board of Connect Four."""
    lines = {line.split()[0]: line for line in printed("players").splitlines()}
    assert all("on boards it can solve" in lines[name] for name in ("optimal", "perfect"))


def test_history_lists_finished_games_and_those_in_progress(tmp_path: Path) -> None:
    store = Store(tmp_path)
    saved = SavedGame("nim", {}, "1,2 0", "human", "random", 5, ("1-1", "2-2"))
    store.add_game("nim", "human", "random", 5, "second", 2, saved.to_json())
    store.keep_unfinished(None, "nim", saved.to_json())
    store.keep_unfinished(None, "own:river", '{"format": 2, "lab": 2, "program": "jouons"}')
    store.close()
    assert run("history", "--data-dir", str(tmp_path)).err == ""
    games = reported("history", "--data-dir", str(tmp_path))["games"]
    assert [game["result"] for game in games] == ["second", None]
    assert list(games[0]) == ["game", "first", "second", "seed", "moves", "result", "saved_at"]
    assert games[0]["moves"] == ["1-1", "2-2"]


def test_history_lists_every_game_up_to_the_position_shown(tmp_path: Path) -> None:
    store = Store(tmp_path)
    saved = SavedGame("nim", {}, "1,2 0", "human", "random", 5, ("1-1", "2-1", "2-1"))
    with store._file.change() as db:
        db.executemany(
            "INSERT INTO games (game, first, second, seed, result, plies, saved, saved_at)"
            " VALUES ('nim', 'human', 'random', ?, 'second', 3, ?, 'then')",
            [(seed, saved.to_json()) for seed in range(5000)],
        )
    taken_back = SavedGame("nim", {}, "1,2 0", "human", "random", 5, ("1-1", "2-1"), ply=1)
    store.keep_unfinished(None, "nim", taken_back.to_json())
    store.close()
    games = reported("history", "--data-dir", str(tmp_path))["games"]
    assert len(games) == 5001
    assert games[0]["moves"] == ["1-1", "2-1", "2-1"]
    assert (games[-1]["moves"], games[-1]["result"]) == (["1-1"], None)
    assert printed("history", "--data-dir", str(tmp_path)).count("\n") == 5001


def test_history_names_rules_that_are_not_the_usual_ones(tmp_path: Path) -> None:
    """Two games with different rules looked the same."""
    games: tuple[tuple[str, dict[str, str], str, str], ...] = (
        ("nim", {"misere": "true"}, "5,4,3,2,1 0", "nim misere=true  "),
        ("nim", {"misere": "false"}, "5,4,3,2,1 0", "nim  "),
        ("nim", {}, "1,2,0,0,0 1", "nim 1,2,0,0,0 1  "),
        ("chess", {"clock": "5"}, "e4", "chess e4 clock=5  "),
    )
    store = Store(tmp_path)
    for game, options, start, _ in games:
        saved = SavedGame(game, options, start, "human", "random", 5, ("1-1",))
        store.keep_unfinished(None, game, saved.to_json())
    store.close()
    lines = printed("history", "--data-dir", str(tmp_path)).splitlines()
    for line, (*_, rules) in zip(reversed(lines), games, strict=True):
        assert f"  {rules}human" in line


def test_explore_prints_a_tree() -> None:
    lines = printed("explore", "--start", "5").splitlines()
    assert lines[0].startswith("* 5")
    assert lines[1].startswith("  * 3 > 2") and lines[-1] == "So it takes 3."


# -- streams, exit codes ---------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_ends_with_1(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    arena = ("arena", "nim", "random", "first", "--games", "2")
    assert refused(*arena, "--csv", str(blocked / "x.csv"), code=1)
    assert refused("train", "nim", "--games", "2", "--data-dir", str(blocked), code=1)


def test_think_accounts_for_every_playout() -> None:
    """Playouts of a move that was refuted are taken out again: their number is told."""
    line = ["think", "connect4", "--player", "mcts:2000", "--moves", "3", "--seed", "1"]
    told = printed(*line, "--steps", "1").split("Estimate of each move at the end:")[1]
    counted = [int(each.replace(",", "")) for each in re.findall(r"\(([\d,]+)\)\n", told)]
    refuted = re.search(r"now proved lost: (\d+)", told)
    assert refuted is not None
    assert sum(counted) + int(refuted[1]) == 2000


NUMBER_SIGNS = {"en": (",", "."), "fr": ("\u202f", ","), "de": (".", ",")}


def test_think_writes_all_numbers_as_its_language_does() -> None:
    """Steps from 1,000 on, playouts, scores and intervals, as the sentences between them."""
    game = make_game("subtraction")
    asked = (game, game.initial(), "mcts:4000", 1)
    decision, recording = cli_think.record(*asked)
    for language, (thousands, decimal) in NUMBER_SIGNS.items():
        with spoken_in(language):
            data = cli_think.report(*asked, decision, recording, 1001)
            # The first line names the player as it is typed.
            _, *told = cli_think.lines(data, str(decision.note))
        numbers = re.findall(r"\d+[.,\u202f]\d+", "\n".join(told))
        assert f"1{thousands}001" in numbers
        for number in numbers:
            whole, sign, rest = re.split(r"([.,\u202f])", number)
            score = sign == decimal and whole in "01" and len(rest) in (2, 3)
            constant = number == f"0{decimal}5"  # of exploration
            assert score or constant or (sign == thousands and len(rest) == 3), (language, number)
        assert not re.search(r"(?<![\d.,\u202f])\d{4}", "\n".join(told))
        last = data["samples"][-1]
        assert last["effort"] == 4000
        assert all(
            type(each["score"]) is float and type(each["visits"]) is int for each in last["moves"]
        )


def test_the_program_itself(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "main.py")]
    done = subprocess.run(
        [*command, "analyse", "nim", "--json"], capture_output=True, text=True,
        cwd=tmp_path, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert json.loads(done.stdout)["best"] in {"1-1", "3-1", "5-1"}
    wrong = subprocess.run(
        [*command, "--game", "chess"], capture_output=True, text=True, check=False,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
    )  # fmt: skip
    assert wrong.returncode == 2
    assert "usage" in wrong.stderr
    assert "Traceback" not in wrong.stderr


@pytest.mark.parametrize(
    "line",
    [
        ("analyse", "matches", "--player", "learner"),
        ("think", "matches", "--player", "learner"),
        ("arena", "matches", "learner", "random", "--games", "2", "--jobs", "1"),
        ("train", "matches", "--games", "2"),
        ("history",),
    ],
    ids=lambda line: line[0],
)
def test_every_command_says_that_a_damaged_store_was_set_aside(
    tmp_path: Path, line: tuple[str, ...]
) -> None:
    (tmp_path / FILE_NAME).write_text("this is no database")
    ended = run(*line, "--data-dir", str(tmp_path))
    assert ended.code == 0 and f"{FILE_NAME}.damaged-1" in ended.err


def test_head_is_silent() -> None:
    for line in (["players"], ["games", "--json"], ["--help"]):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "w") as gone:
            done = subprocess.run(
                program(*line), stdout=gone, stderr=subprocess.PIPE, text=True, check=False
            )
        assert (done.returncode, done.stderr) == (0, ""), line


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_json_can_be_read_whatever_the_pipe_speaks(encoding: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    saved = SavedGame("nim", {}, "1,2 0", "Zoé ☃", "random", 5, ("1-1",))
    store.keep_unfinished(None, "nim", saved.to_json())
    store.close()
    done = subprocess.run(
        program("history", "--json", "--data-dir", str(tmp_path)),
        env={**os.environ, "PYTHONIOENCODING": encoding},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert json.loads(done.stdout.decode("utf-8"))["games"][0]["first"] == "Zoé ☃"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_output_on_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            program("games"), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr


def test_a_fault_of_the_program_is_one_line_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(store: object) -> None:
        raise TypeError("nobody thought of this: é\ud800")

    monkeypatch.setattr(Store, "unfinished", broken)
    log = Folders.find(tmp_path).log / "jouons.log"
    assert log.name in refused("history", "--data-dir", str(tmp_path), code=1)
    assert "nobody thought of this: é" in log.read_text(encoding="utf-8")


def test_the_arena_names_a_bound_and_how_many_games_differ() -> None:
    command = ["arena", "matches", "optimal", "first", "--games", "100", "--jobs", "1"]
    line = printed(*command)
    assert "1.000 [0.224, 1.000]  Elo -216 or more  2 different games  " in line
    data = reported(*command)
    pair = data["pairs"][0]
    assert (pair["different"], pair["elo"], pair["elo_high"]) == (2, None, None)
    assert pair["low"] == pytest.approx(0.2236, abs=1e-4) and pair["elo_low"] < 0


def test_a_sweep_says_how_many_games_differ(tmp_path: Path) -> None:
    command = ["sweep", "matches", "alphabeta:{}", "first", "--values", "20", "--games", "40"]
    row = printed(*command, "--jobs", "1", "--csv", str(tmp_path / "x.csv")).splitlines()[1]
    assert "[0.224, 1.000]" in row and row.endswith("2 different games")


def played(folder: Path, answers: str, *line: str) -> str:
    """What a match prints that gets these answers, one a line."""
    given = io.StringIO("".join(f"{each}\n" for each in answers.split()))
    with patch("sys.stdin", given):
        ended = run("play", *line, "--data-dir", str(folder))
    assert (ended.code, ended.err) == (0, "")
    return ended.out


def test_a_match_shows_the_board_asks_again_and_offers_a_new_game(tmp_path: Path) -> None:
    line = ("tictactoe", "--second", "first")
    out = played(tmp_path, "9 4 4 x 2 6 maybe y 4 2 6 n", *line)
    assert out.startswith("0 1 2\n3 4 5\n6 7 8\nThe first player (X) is to move.\nj ? ")
    assert out.count("The game is over: the first player won.") == 2
    assert "Square 4 is taken; free squares: 1 2 3 5 6 7 8" in out
    assert "‘x’ is not a square" in out and "‘9’" in out
    assert out.count("New game (y/n)? ") == 3  # maybe, y and n
    assert "played square 0. " in out and out.endswith("Goodbye.\n")


@pytest.mark.parametrize("answers", ["", "3", "3 3 nonsense"])
def test_the_end_of_the_input_ends_a_match_politely(answers: str, tmp_path: Path) -> None:
    out = played(tmp_path, answers, "connect4", "--second", "easy")
    assert out.endswith("j ? \nGoodbye.\n")
    assert "playouts" not in out, "a level says its move and nothing else"
    assert out == played(tmp_path, answers, "connect4", "--second", "easy")


@pytest.mark.parametrize(
    ("language", "yes", "question"),
    [("fr", "o", "Nouvelle partie (o/n)"), ("de", "j", "Neues Spiel (j/n)?")],
)
def test_a_match_speaks_three_languages(
    language: str, yes: str, question: str, tmp_path: Path
) -> None:
    answers = f"1 1 1 {yes} 1 1 1 n"
    line = ("matches", "--option", "start=3", "--second", "human", "--lang", language)
    out = played(tmp_path, answers, *line)
    assert out.count(question) == 2 and "  3  |||" in out


def test_bots_play_each_other_and_a_learner_learns_from_its_win(tmp_path: Path) -> None:
    line = ("nim", "--option", "heaps=1,2", "--first", "learner", "--second", "first")
    for seed in range(6):
        out = played(tmp_path, "", *line, "--seed", str(seed))
        assert "j ?" not in out and "New game" not in out
    store = Store(tmp_path)
    bags = store.load_bags("nim heaps=1,2 misere=false")
    store.close()
    assert any(count > 1 for bag in bags.values() for count in bag.values())


def test_a_player_that_cannot_play_is_refused(tmp_path: Path) -> None:
    for line in (("tictactoe", "--second", "dfs"), ("tiles",), ("nim", "--first", "nobody")):
        assert refused("play", *line, "--data-dir", str(tmp_path))


def test_a_bot_that_learns_draws_anew_after_each_game(tmp_path: Path) -> None:
    """It drew the same numbers after every game of a match."""
    text = """
        def choose(game, state, think):
            return game.moves(state)[0]
        def finished(game, moves, result, side, think):
            think.memory.setdefault("drawn", []).append(float(think.rng.random()))
    """
    write(tmp_path / "bots", "drawer", text)
    played(tmp_path, "3 4 8 y 3 4 8 n", "tictactoe", "--second", "own:drawer")
    store = Store(tmp_path)
    first, second = json.loads(store.own_memory("drawer"))["drawn"]
    store.close()
    assert first != second
