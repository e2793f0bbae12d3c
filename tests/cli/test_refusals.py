"""Wrong command lines: exit 2, the usage and one sentence, never a traceback."""

from __future__ import annotations

import random
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import pytest

from engine.cli.console import COMMANDS
from engine.options import LARGEST_SEED
from gui.options import parse_window
from tests.cases import in_one_test
from tests.commands import printed, refused, run

HUGE = str(LARGEST_SEED + 1)


def refused_window(*words: str) -> str:
    """The sentence that the options of the window are refused with."""
    with redirect_stderr(StringIO()) as err, pytest.raises(SystemExit) as stop:
        parse_window([*words])
    assert stop.value.code == 2
    assert err.getvalue().startswith("usage: ") and "Traceback" not in err.getvalue()
    return err.getvalue().splitlines()[-1]


@pytest.mark.parametrize("seed", [HUGE, "9" * 400, "9" * 5000])
def test_a_seed_beyond_what_the_store_holds_is_refused(seed: str) -> None:
    words = ("nim", "--seed", seed)
    for sentence in (refused("analyse", *words), refused_window("--game", *words)):
        assert "from 0 to 9,223,372,036,854,775,807" in sentence


def test_the_largest_seed_is_taken() -> None:
    printed("analyse", "nim", "--player", "mc:5", "--seed", str(LARGEST_SEED))
    assert parse_window(["--seed", str(LARGEST_SEED)]).seed == LARGEST_SEED


def test_an_empty_player_or_folder_is_refused() -> None:
    assert "must not be empty" in refused("analyse", "nim", "--player", "")
    assert "must not be empty" in refused("train", "nim", "--against", "")
    assert "must not be empty" in refused_window("--first", " ")
    assert "not the name" in refused("history", "--data-dir", "")
    assert "not the name" in refused_window("--data-dir", "")


def test_train_offers_only_players_that_it_takes() -> None:
    unknown = refused("train", "nim", "--against", "xyz")
    human = refused("train", "nim", "--against", "human")
    assert "is not a player" in unknown and "human" not in unknown
    offered = unknown.split("choose from ")[1].rstrip(".")
    assert "mc:N" in offered and offered in human


def test_a_sweep_takes_one_place_for_the_budget() -> None:
    sentence = refused("sweep", "connect4", "mc:{}{}", "random", "--values", "1")
    assert "‘mc:{}{}’ has {} more than once" in sentence


FAULTS = {
    "de": {
        ("--position", "9,9"): "Die Stellung sagt nicht",
        ("--steps", "x"): "ist keine ganze Zahl",
        ("--option", "heaps"): "NAME=WERT",
        ("--option", "misere=true", "--option", "misere=true"): "zweimal",
        ("--option", "rows=4"): "Option",
    },
    "fr": {
        ("--position", "9,9"): "La position ne dit pas",
        ("--steps", "x"): "n’est pas un nombre entier",
        ("--option", "heaps"): "NOM=VALEUR",
        ("--option", "misere=true", "--option", "misere=true"): "deux fois",
        ("--option", "rows=4"): "option",
    },
}


@in_one_test(
    "language, arguments", [(each, more) for each, faults in FAULTS.items() for more in faults]
)
def test_a_fault_is_said_in_the_language_asked_for(
    language: str, arguments: tuple[str, ...]
) -> None:
    """It came in English; and its spaces that do not break were printed as codes."""
    ended = run("think", "nim", "--player", "mc:5", *arguments, "--lang", language)
    sentence = ended.err.splitlines()[-1]
    assert ended.code == 2 and FAULTS[language][arguments] in sentence and "\\" not in sentence


@pytest.mark.parametrize("player", ["human", "nobody"])
def test_only_players_that_the_game_takes_are_offered(player: str) -> None:
    for command in ("think", "analyse"):
        sentence = refused(command, "connect4", "--player", player)
        offered = sentence.split("choose from ")[1].rstrip(".").split(", ")
        assert {"mc:N/move", "optimal"} <= set(offered)
        assert not {"human", "kernel", "dfs", "dfs:improved", "learner"} & set(offered)
        sentence = refused(command, "matches", "--player", player)
        assert "kernel, dfs, dfs:improved, learner" in sentence


@pytest.mark.parametrize("command", ["history", "train nim"])
def test_a_data_folder_that_is_a_file_is_called_one(tmp_path: Path, command: str) -> None:
    """It said: cannot be used: File exists."""
    file = tmp_path / "games"
    file.write_text("")
    sentence = refused(*command.split(), "--data-dir", str(file), code=1)
    assert sentence.endswith("cannot be used: it is a file, not a folder.")


def test_an_option_given_twice_is_refused() -> None:
    twice = ["--option", "columns=7", "--option", "columns=5"]
    assert "‘columns’ is given twice" in refused("analyse", "connect4", *twice)
    assert "‘columns’ is given twice" in refused_window("--game", "connect4", *twice)
    assert parse_window([*twice[:2], "--option", "rows=5"]).options == {"columns": "7", "rows": "5"}


WRONG = [
    ["analyse", "chess"],
    ["analyse", "tiles"],
    ["analyse", "tictactoe", "--position", "XX"],
    ["analyse", "tictactoe", "--moves", "0 0"],
    ["analyse", "connect4", "--option", "colour=red"],
    ["analyse", "nim", "--player", "mastery:11"],
    ["analyse", "connect4", "--player", "kernel"],
    ["analyse"],
    ["cube", "--scramble", "R Q"],
    ["cube", "--state", "UUU"],
    ["cube", "--random", "-1"],
    ["cube", "--random", "1000000"],
    ["tiles"],
    ["tiles", "--position", "1 2 3/4 5 6/8 7 0"],
    ["tiles", "--position", "1 2 3/4 5 0", "--random", "3"],
    ["tiles", "--position", "1 2 3/4 5 0", "--size", "3x3"],
    ["tiles", "--random", "1001"],
    ["tiles", "--random", "3", "--size", "4x4"],
    ["tiles", "--random", "3", "--solver", "dijkstra"],
    ["tiles", "--random", "3", "--solver", "ida", "--heuristic", "euclid"],
    ["tiles", "--random", "3", "--heuristic", "manhattan"],
    ["arena", "nim", "random"],
    ["arena", "nim", "random", "first", "--games", "0"],
    ["arena", "connect4", "learner", "random"],
    ["arena", "nim", "human", "random"],
    ["sweep", "connect4", "mc:{}", "random", "--values", ""],
    ["sweep", "connect4", "mc:10", "random", "--values", "1,2"],
    ["sweep", "--preset", "nothing"],
    ["sweep", "nim", "mc:{}", "random", "--values", "1", "--csv", "a", "--plot", "a"],
    ["train", "connect4", "--games", "5"],
    ["explore", "--start", "0"],
    ["frobnicate"],
]


@in_one_test("arguments", WRONG)
def test_wrong_use_ends_with_2_and_one_sentence(arguments: list[str], tmp_path: Path) -> None:
    if arguments[0] == "train":
        arguments = [*arguments, "--data-dir", str(tmp_path)]
    assert refused(*arguments)


# Commands, what they are given, and words of the sentence about it.
SAID = [
    ("think", "tictactoe --player optimal --position", "XXXOO.... O", "over"),
    ("think", "tictactoe --player", "human", "person"),
    ("think", "tictactoe --player", "kernel", "a game without draws"),
    ("think", "", "tictactoe", "--player"),
    ("think", "tictactoe --player mc:9 --steps", "-1", "--steps"),
    ("why", "", "tictactoe", "of connect4 only"),
    ("why", "connect4 --moves", "0 1 0 1 0 1 0", "The game is over in this position"),
    ("why", "connect4 --position", "R Y", "1 row instead of 6"),
    ("why", "connect4 --nodes", "0", "is not a whole number from 1"),
    ("puzzle", "", "chess", "chess"),
    ("puzzle", "nim --level", "6", "levels go from 1 to 5"),
    *(("puzzle", "--day", day, "not a date") for day in ("yesterday", "2026-02-30")),
    *(("puzzle", "--day", day, "not a date") for day in ("2026-W10-1", "20260131")),
    ("puzzle", "--day 2026-01-01 --seed", "3", "not allowed"),
    ("puzzle", "--count", "0", "--count"),
    ("review", "", "tictactoe", "no moves"),
    ("review", "", "chess", "neither a game nor"),
    ("review", "x.jouons --moves", "1", "has its own moves"),
    ("review", "tictactoe --moves", "0 0", "0"),
]


@in_one_test("command, line, last, words", SAID)
def test_a_command_says_what_it_cannot_do(command: str, line: str, last: str, words: str) -> None:
    assert words in refused(command, *line.split(), last)
    assert "missing.jouons" in refused("review", "missing.jouons", code=1)


# A command, the largest number that it takes, and the sentence about one more.
BOUNDS = [
    (["explore", "--start"], 360),
    (["arena", "nim", "random", "first", "--games"], 1_000_000),
    (["arena", "nim", "random", "first", "--openings"], 1000),
    (["arena", "nim", "random", "first", "--positions"], 100_000),
    (["sweep", "nim", "mc:{}", "random", "--values", "1", "--games"], 1_000_000),
    (["sweep", "nim", "mc:{}", "random", "--values"], 1_000_000_000),
    (["cube", "--random"], 1000),
]


@in_one_test("command, largest", BOUNDS)
def test_a_refused_number_names_the_range_that_holds(command: list[str], largest: int) -> None:
    """explore named 1 to 1,000,000,000 for 0, and 1 to 999 for 3000."""
    for wrong in (str(largest + 1), "9" * 11, "-5"):
        fault = refused(*command, wrong)
        assert f"to {largest:,}." in fault or "whole numbers such as 1,2,4" in fault, fault


def test_the_largest_start_that_explore_names_is_printed() -> None:
    for how in ([], ["--improved"]):
        assert len(printed("explore", "--start", "360", *how).splitlines()) > 100


HOSTILE = [
    "", " ", "\n", "\0",
    "\x1b[31m", "\ud800", "%s%n", "{}", "{0.__class__}", "-", "--", "-1", "--=",
    "é" * 300, "\u034f", "\u202e", "٣", "²", "1e9", "0x10", "1_000", "+5", "-0", "NaN", "1,2,,3",
    "9" * 20, "9" * 5000, "a" * 100_000, "=", "a=", "=b", "heaps=", "heaps=0", "start=" + "9" * 30,
    "../../etc", "~nobody/x", "CON", "mc:", "mc:0", "mc:{}", "mc:{}/move", "mcts:" + "9" * 30,
    "human", "nim", "chess", "random", "learner", "--json", "--seed", "--option", "--games",
    "--help=1",
]  # fmt: skip
FLAGS = ["--seed", "--option", "--player", "--games", "--values", "--jobs", "--start", "--random",
         "--position", "--moves", "--metric", "--solver", "--preset", "--against"]  # fmt: skip


def test_300_hostile_command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is put together from hostile words ends with 2 and one sentence."""
    monkeypatch.chdir(tmp_path)
    rng, tried = random.Random(13), 0
    while tried < 300:
        words = [rng.choice([*COMMANDS, *HOSTILE])]
        for _ in range(rng.randint(1, 6)):
            words += rng.choices([*HOSTILE, *FLAGS], k=rng.randint(1, 2))
        # A word that no parser knows makes the line wrong even where the rest happens to be right.
        words.insert(rng.randint(1, len(words)), "--no-such-thing")
        sentence = (refused if words[0] in COMMANDS else refused_window)(*words)
        assert sentence.isprintable() and 10 < len(sentence) < 500, ascii(sentence)
        tried += 1
    assert list(tmp_path.iterdir()) == []


LINES = [
    ("analyse", "nim", "--position", "?"), ("analyse", "connect4", "--moves", "?"),
    ("analyse", "matches", "--player", "?"), ("analyse", "tictactoe", "--option", "?"),
    ("analyse", "?"), ("cube", "--scramble", "?"), ("cube", "--state", "?"),
    ("tiles", "--position", "?"), ("tiles", "--random", "?"),
    ("arena", "nim", "?", "random", "--games", "2", "--jobs", "1"),
    ("arena", "?", "first", "random", "--games", "2"),
    ("sweep", "nim", "?", "random", "--values", "1", "--games", "2", "--jobs", "1"),
    ("sweep", "nim", "mc:{}", "?", "--values", "1", "--games", "2", "--jobs", "1"),
    ("train", "nim", "--games", "2", "--against", "?"), ("train", "?", "--games", "2"),
]  # fmt: skip


def test_hostile_values_in_lines_that_are_right_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The value is taken, or refused by the command itself in one sentence."""
    monkeypatch.chdir(tmp_path)
    refusals = 0
    for line in LINES:
        for word in HOSTILE:
            if word.startswith("-"):
                continue
            data = ("--data-dir", "d") if line[0] in ("arena", "sweep", "train") else ()
            code, _, told = run(*(word if part == "?" else part for part in line), *data)
            assert code in (0, 2) and "Traceback" not in told, (line, ascii(word[:50]), code)
            if code == 2:
                refusals += 1
                sentence = told.splitlines()[-1]
                assert sentence.isprintable() and len(sentence) < 500, (line, ascii(word[:50]))
    assert refusals > 400
