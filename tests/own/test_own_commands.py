"""Own bots on the command line: listed, begun from a template, measured, in the arena."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cli import command_line
from engine.context import Context
from engine.messages import LANGUAGES
from engine.own.bot import OwnBot, OwnTask
from engine.own.source import FileKind, read_source, source_of
from engine.own.templates import KINDS, template
from engine.protocols import Outcome
from engine.registry import GAMES, make_game, make_puzzle
from engine.saves import SavedGame
from engine.store.store import Store
from gui.match.table import table_from_save
from tests.own.files import MARK, wait_until_none_is_left, write

ROOT = Path(__file__).resolve().parents[2]
FIRST = (
    '"""The first move."""\n\ndef choose(game, state, think):\n    return game.moves(state)[0]\n'
)
BROKEN = '"""Broken in line 4."""\n\ndef choose(game, state, think):\n    return mvoes[0]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with two bots: one plays, one is at fault in line 4."""
    write(tmp_path / "bots", "good", FIRST)
    write(tmp_path / "bots", "bad", BROKEN)
    return tmp_path


def run(folder: Path, *words: str) -> int:
    """Run a command in this process; its exit code."""
    return command_line.main([*words, "--data-dir", str(folder)])


def run_json(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> Any:
    """The JSON value that a command prints."""
    run(folder, *words, "--json")
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("kind", KINDS)
def test_a_starting_point_is_short_and_says_the_same_in_every_language(kind: str) -> None:
    sources = [
        source_of("bot.py", (("bot.py", template(kind, language).encode()),))
        for language in LANGUAGES
    ]
    assert {source.fault for source in sources} == {None}
    assert len({source.sentence for source in sources}) == len(LANGUAGES)
    for language in LANGUAGES:
        lines = template(kind, language).splitlines()
        assert len(lines) <= 40
        assert max(map(len, lines)) <= 100
        assert not any(word in template(kind, language) for word in ("@", "own.template"))


def bot_like(folder: Path, kind: str) -> OwnBot:
    """A bot of a starting point."""
    write(folder, kind, template(kind))
    return OwnBot(OwnTask(read_source(folder / f"{kind}.py"), "{}", 20.0))


@pytest.mark.parametrize("kind", KINDS[:-1])
def test_a_starting_point_plays_every_game_it_names_to_the_end(kind: str, tmp_path: Path) -> None:
    bot = bot_like(tmp_path, kind)
    for game_id, entry in GAMES.items():
        game: Any = make_game(game_id, entry.small)
        if bot.supports(game) is not None:
            assert kind == "kaggle"
            continue
        state, ply, states = game.initial(), 0, [game.initial()]
        moves: list[int] = []
        while game.outcome(state) is None:
            move = bot.choose(game, state, Context(ply)).move
            assert move is not None
            state, ply = game.play(state, move), ply + 1
            states.append(state)
            moves.append(move)
        bot.finished(game, states, moves, 0, Context(ply))
    bot.close()


def test_the_rules_take_a_win_and_block_a_loss(tmp_path: Path) -> None:
    bot, game = bot_like(tmp_path, "rules"), make_game("tictactoe")
    for position, move in (("XX.OO.... X", 2), ("XX.O..... O", 2), ("XX.OO.X.. O", 5)):
        assert bot.choose(game, game.parse(position), Context(3)).move == move


def test_monte_carlo_says_its_shares_and_plays_the_best(tmp_path: Path) -> None:
    bot, game = bot_like(tmp_path, "montecarlo"), make_game("tictactoe")
    decision = bot.choose(game, game.initial(), Context(1))
    scores = {each.move: each.score for each in decision.estimates}
    assert decision.move == max(scores, key=lambda move: scores[move] or 0)
    assert all(0.4 < (score or 0) < 0.9 for score in scores.values())
    assert decision.by_chance


def test_minimax_sees_a_forced_win(tmp_path: Path) -> None:
    bot, game = bot_like(tmp_path, "minimax"), make_game("matches", {"start": "4"})
    move = bot.choose(game, game.initial(), Context(1)).move
    assert move == game.parse_move(game.initial(), "3")


def test_the_learner_plays_more_often_what_has_won(tmp_path: Path) -> None:
    bot, game = bot_like(tmp_path, "learner"), make_game("matches", {"start": "4"})
    states = [game.initial()]
    take = game.parse_move(states[0], "3")
    states.append(game.play(states[0], take))
    states.append(game.play(states[1], game.parse_move(states[1], "1")))
    assert game.outcome(states[-1]) is Outcome.FIRST_WINS
    moves = [take, game.parse_move(states[1], "1")]
    before = [bot.choose(game, states[0], Context(seed)).move for seed in range(60)].count(take)
    for _ in range(20):
        bot.finished(game, states, moves, 0, Context(1))
        bot.finished(game, states, moves, 1, Context(1))
    after = [bot.choose(game, states[0], Context(seed)).move for seed in range(60)].count(take)
    assert before < 35 < 45 < after


def test_the_connectx_agent_begins_in_the_middle(tmp_path: Path) -> None:
    bot, game = bot_like(tmp_path, "kaggle"), make_game("connect4")
    assert bot.source().kind is FileKind.AGENT
    assert bot.choose(game, game.initial(), Context(1)).move == 3


def test_an_agent_may_take_the_observation_alone(tmp_path: Path) -> None:
    path = write(tmp_path, "alone", "def act(obs):\n    return obs.mark + 3\n")
    game = make_game("connect4")
    bot = OwnBot(OwnTask(read_source(path), "{}", 20.0))
    assert bot.choose(game, game.initial(), Context(1)).move == 4
    bot.close()


@pytest.mark.parametrize("puzzle_id", ["pocketcube", "tiles"])
def test_the_solver_finds_a_shortest_way(tmp_path: Path, puzzle_id: str) -> None:
    bot, puzzle = bot_like(tmp_path, "solver"), make_puzzle(puzzle_id)
    state = puzzle.goal()
    for move in (puzzle.moves(state)[0], puzzle.moves(state)[-1]):
        state = puzzle.play(state, move)
    assert len(bot.solve(puzzle, state, Context(1))) == 2


@pytest.mark.parametrize("page", ["README.md", "docs/own-bots.md"])
def test_a_bot_that_a_page_shows_wins_at_once(page: str, tmp_path: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    shown = re.findall(r"^```python\n(.*?def choose\(.*?)^```$", text, re.M | re.S)
    assert shown
    game = make_game("tictactoe")
    for number, code in enumerate(shown):
        write(tmp_path, f"bot_{number}", code)
        bot = OwnBot(OwnTask(read_source(tmp_path / f"bot_{number}.py"), "{}", 20.0))
        move = bot.choose(game, game.parse("XX.OO.... X"), Context(2)).move
        assert move == 2 or "outcome" not in code


def test_a_new_bot_is_written_listed_and_beats_chance(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(tmp_path, "bots", "new", "mine", "--like", "rules", "--lang", "fr") == 0
    path = Path(capsys.readouterr().out.strip())
    assert path == tmp_path / "bots" / "mine.py"
    (row,) = run_json(capsys, tmp_path, "bots")
    assert list(row) == ["bot", "file", "kind", "hash", "games", "sentence", "fault"]
    assert (row["bot"], row["kind"], row["fault"]) == ("own:mine", "bot", None)
    words = ("arena", "tictactoe", "own:mine", "random", "--games", "40", "--jobs", "2")
    result = run_json(capsys, tmp_path, *words)
    assert result["pairs"][0]["low"] > 0.5
    assert result["hashes"] == {"own:mine": row["hash"]}


def test_a_fault_in_the_arena_loses_the_game_and_the_run_goes_on(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    path, table = folder / "bots" / "bad.py", folder / "games.csv"
    words = ("arena", "tictactoe", "own:good", str(path), "random", "--games", "6")
    result = run_json(capsys, folder, *words, "--csv", str(table), "--judge")
    good, other, bad = result["pairs"]
    assert good["faults"] == {"a": 0, "b": 6}
    assert good["first_fault"] == {"a": None, "b": "Line 4: name ‘mvoes’ is not defined"}
    assert other["faults"] == {"a": 0, "b": 0}
    assert bad["faults"] == {"a": 6, "b": 0}
    assert (good["wins"], bad["losses"]) == (6, 6)
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 18
    assert list(rows[0])[-1] == "fault"
    assert sum(bool(row["fault"]) for row in rows) == 12


def test_the_number_of_processes_changes_no_game(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    write(
        folder / "bots",
        "learns",
        """
        def choose(game, state, think):
            n = think.memory["n"] = think.memory.get("n", 0) + 1
            return int(think.rng.choice(game.moves(state))) if n % 2 else game.moves(state)[0]

        def finished(game, moves, result, side, think):
            think.memory["n"] = 7
        """,
    )
    words = ("arena", "tictactoe", "own:learns", "random", "--games", "12")
    one, two = (run_json(capsys, folder, *words, "--jobs", jobs) for jobs in ("1", "2"))
    assert one == two


def test_positions_count_faults_and_ask_the_others(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    words = ("arena", "tictactoe", "own:good", "own:bad", "--positions", "4", "--jobs", "1")
    players = run_json(capsys, folder, *words)["players"]
    assert [each["faults"] for each in players] == [0, 4]
    assert players[1]["right"] == 0


def test_the_table_of_positions_ends_in_the_faults_of_own_bots(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    words = ("arena", "tictactoe", "own:good", "own:bad", "random", "--positions", "4")
    assert run(folder, *words, "--jobs", "1") == 0
    heading, *rows = capsys.readouterr().out.splitlines()
    assert heading.split()[-1] == "faults"
    assert [row.split()[-1] for row in rows] == ["0", "4", "–"]


def test_a_card_has_exact_figures_and_a_place_between_the_levels(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    words = ("bots", "check", "good", "--positions", "12", "--seed", "3")
    card = run_json(capsys, folder, *words, "--game", "tictactoe")
    assert list(card) == ["bot", "hash", "games"]
    (row,) = card["games"]
    assert list(row) == [
        *("game", "positions", "judged", "errors", "low", "high", "level", "median_ms"),
        *("longest_ms", "faults"),
    ]
    assert (row["positions"], row["judged"], row["faults"]) == (12, 12, [])
    assert row["low"] <= row["errors"] / 12 <= row["high"]
    assert 0 <= row["level"] <= 3
    assert run(folder, "bots", "check", "bad", "--game", "nim", "--positions", "2", "--json") == 1
    (row,) = json.loads(capsys.readouterr().out)["games"]
    assert [fault["line"] for fault in row["faults"]] == [4, 4]


def test_a_bot_without_an_answer_has_no_figures(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert run(folder, "bots", "check", "bad", "--game", "nim", "--positions", "1") == 1
    first, fault = capsys.readouterr().out.splitlines()
    assert first == "Nim: no answer to measure"
    assert "Line 4" in fault


def test_a_move_at_the_start_of_a_sentence_stays_as_it_is_written(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    write(
        folder / "bots",
        "cases",
        """
        def initial():
            return 0, 0

        def player(p):
            return p[1]

        def moves(p):
            n, me = p
            after = {"a": n + 1, "A": n + 2, "m9": n + 3}
            return {name: (n, 1 - me) for name, n in after.items()} if n < 3 else {}
        """,
    )
    for moves in ("a", "A"):
        run(folder, "think", "own:cases", "--player", "optimal", "--moves", moves)
    assert run(folder, "play", "own:cases", "--first", "optimal", "--second", "optimal") == 0
    lines = capsys.readouterr().out.splitlines()
    starts = [line.split("  ")[-1].split()[0] for line in lines if line.endswith("wins at once.")]
    assert {"m9", "A"} < {*starts}
    assert "M9" not in " ".join(lines)
    assert "    4  a loses in 2 moves." in lines


def test_a_perfect_file_is_on_the_place_of_perfect(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    write(
        folder / "bots",
        "kernel",
        """
        def choose(game, state, think):
            left, takes = sum(state.heaps), game.takes
            loses = [game.options["misere"] == "true"]
            for n in range(1, left + 1):
                loses.append(not any(loses[n - t] for t in takes if t <= n))
            def good(move):
                return loses[left - int(game.move_text(state, move))]
            return {move: float(good(move)) for move in game.moves(state)}
        """,
    )
    words = ("bots", "check", "kernel", "--game", "matches", "--positions", "20")
    (row,) = run_json(capsys, folder, *words)["games"]
    assert row["errors"] in (0, 20)
    assert row["errors"] or row["level"] == 3


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("think", "tictactoe", "--player", "own:bad"), 1, "Line 4: name ‘mvoes’ is not defined"),
        (("analyse", "nim", "--player", "own:bad"), 1, "Line 4: name ‘mvoes’ is not defined"),
        (("think", "tictactoe", "--player", "own:none"), 2, "There is no file "),
        (("think", "tictactoe", "--player", "no/such.py"), 2, "/no/such.py."),
        (("think", "tictactoe", "--player", "own:my bot"), 2, "‘my bot’ cannot be a name"),
        (("think", "tictactoe", "--player", "own:good@0123456789ab"), 2, "No text of good with"),
        (("arena", "nim", "own:good", "own:none"), 2, "There is no file "),
        (("arena", "nim", "own:good", "random", "--seconds", "x"), 2, "‘x’ is not a number"),
        (("bots", "check", "none"), 2, "There is no file "),
        (("bots", "check"), 2, "needs the name of a bot"),
        (("bots", "new", "1bot"), 2, "‘1bot’ cannot be a name here"),
        (("bots", "new", "../x"), 2, "‘../x’ cannot be a name here"),
        (("bots", "new", "good"), 2, "There is a file called good already"),
        (("bots", "new", "x", "--like", "chess"), 2, "‘chess’ is no starting point"),
        (("bots", "--like", "rules"), 2, "belongs to ‘bots new’"),
        (("bots", "check", "good", "--game", "chess"), 2, "not measured in chess"),
    ],
)
def test_bad_input_gets_one_sentence(
    capsys: pytest.CaptureFixture[str],
    folder: Path,
    words: tuple[str, ...],
    code: int,
    sentence: str,
) -> None:
    assert run(folder, *words) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_file_that_no_text_can_name_says_so_in_the_list(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    write(folder / "bots", "my-bot", FIRST)
    rows = {row["bot"]: row["fault"] for row in run_json(capsys, folder, "bots")}
    assert "cannot be a name here" in rows["own:my-bot"]
    assert rows["own:good"] is None


def test_two_files_of_one_name_are_two_players(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    paths = [str(write(tmp_path / each, "bot", FIRST.replace("0", each))) for each in ("0", "-1")]
    words = ("arena", "tictactoe", *paths, "--games", "2", "--jobs", "1")
    result = run_json(capsys, tmp_path, *words)
    assert list(result["hashes"]) == paths
    assert len(set(result["hashes"].values())) == 2


def test_a_folder_without_right_to_write_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bots").write_text("a file where the folder would be")
    assert run(tmp_path, "bots", "new", "mine") == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_former_text_plays_by_its_hash(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (row,) = [r for r in run_json(capsys, folder, "bots") if r["bot"] == "own:good"]
    assert run(folder, "think", "tictactoe", "--player", "own:good") == 0
    write(folder / "bots", "good", FIRST.replace("[0]", "[1]"))
    capsys.readouterr()
    for player, best in (("own:good", "1"), (f"own:good@{row['hash']}", "0")):
        assert run_json(capsys, folder, "think", "tictactoe", "--player", player)["best"] == best


@pytest.mark.linux("processes are looked up in /proc")
def test_a_command_prints_its_own_words_alone_and_leaves_no_process(folder: Path) -> None:
    write(
        folder / "bots",
        "loud",
        """
        import os, subprocess, sys
        def choose(game, state, think):
            print("printed"); print("error", file=sys.stderr); os.write(1, b"raw")
            subprocess.run("echo shell; sleep 100 &", shell=True)
            think.note("a note", {4: 1})
            return 4
        """,
    )
    words = ("think", "tictactoe", "--player", "own:loud", "--json", "--data-dir", str(folder))
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words],
        cwd=folder,
        env={MARK: str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert [step["phase"] for step in report["steps"]] == ["printed", "printed", "note"]
    assert (report["kind"], report["best"]) == ("notes", "4")
    assert report["samples"][-1]["moves"][4] == {
        "move": "4",
        "visits": None,
        "score": None,
        "low": None,
        "high": None,
    }
    wait_until_none_is_left(str(folder))


def test_nothing_of_own_bots_is_loaded_before_one_is_asked() -> None:
    script = (
        "import sys; from engine.cli import command_line, experiments\n"
        "command_line.main(['analyse', 'tictactoe', '--json'])\n"
        "from engine.arena import experiment, report\n"
        "print([name for name in sys.modules if name.startswith('engine.own')])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_saved_game_whose_bot_is_gone_can_be_reviewed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    saved = SavedGame("tictactoe", {}, "......... X", "own:gone", "random", 1, ("0", "4", "1"))
    path = tmp_path / "game.jouons"
    path.write_text(saved.to_json())
    assert command_line.main(["review", str(path)]) == 0
    table = table_from_save(saved)
    assert table.players.first == "own:gone"


def test_a_match_in_the_terminal_fills_the_memory(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    write(
        tmp_path / "bots",
        "learns",
        """
        def choose(game, state, think):
            return game.moves(state)[0]

        def finished(game, moves, result, side, think):
            think.memory[str(side)] = [len(moves), result]
        """,
    )
    words = ("play", "tictactoe", "--first", "own:learns", "--second", "first", "--seed", "1")
    assert run(tmp_path, *words) == 0
    store = Store(tmp_path)
    assert store.own_memory("learns") == '{"0": [7, 1.0]}'
    store.close()
