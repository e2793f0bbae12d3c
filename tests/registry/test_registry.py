"""Games, their sizes, options and player texts: read, normalised, or refused with the choice."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import weakref
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.context import Context
from engine.messages import LANGUAGES, catalogue, render
from engine.protocols import HUMAN, Decision, OptionError
from engine.registry import (
    BOTS,
    GAMES,
    PUZZLES,
    BotEntry,
    bot_for,
    default_text,
    learns,
    lookahead_for,
    make_bot,
    make_game,
    make_puzzle,
    oracle_for,
    parse_player,
    player_detail,
    player_forms,
    player_name,
    rule_text,
)
from engine.solvers.alphabeta import DepthSearch
from engine.solvers.heap_theory import HeapOracle
from engine.solvers.oracle import TableOracle
from tests.cases import in_one_test
from tests.solvers.slow_values import reachable

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_seven_boards_in_order() -> None:
    assert list(GAMES) == ["tictactoe", "connect4", "nim", "subtraction", "matches"]
    assert list(PUZZLES) == ["pocketcube", "tiles"]


def test_sliding_tiles_have_three_sizes() -> None:
    assert make_puzzle("tiles").options == {"size": "3x3"}
    with pytest.raises(OptionError) as caught:
        make_puzzle("tiles", {"size": "4x4"})
    assert "3x3, 2x3, 2x4" in str(caught.value)


@in_one_test(
    "name, options",
    [
        ("tictactoe", {"draw": "draw", "misere": "false"}),
        ("connect4", {"columns": "7", "rows": "6", "begins": "red"}),
        ("nim", {"heaps": "5,4,3,2,1", "misere": "false"}),
        ("subtraction", {"start": "21", "takes": "1,2,3", "misere": "false"}),
        ("matches", {"start": "16", "takes": "1,2,3", "misere": "true"}),
    ],
)
def test_a_game_has_its_default_options(name: str, options: dict[str, str]) -> None:
    assert dict(make_game(name).options) == options
    assert list(make_game(name).options) == [option.name for option in GAMES[name].options]


def test_options_are_brought_to_their_normal_form() -> None:
    assert make_game("nim", {"heaps": " 03, 4 ,5"}).options["heaps"] == "3,4,5"
    assert make_game("matches", {"takes": "3,1,3"}).options["takes"] == "1,3"
    assert make_game("connect4", {"columns": "08"}).options["columns"] == "8"


@in_one_test(
    "name, options, hint",
    [
        ("chess", {}, "tictactoe, connect4, nim, subtraction, matches"),
        ("", {}, "tictactoe"),
        ("tictactoe", {"size": "4"}, "draw, misere"),
        ("tictactoe", {"draw": "first"}, "draw, second"),
        ("tictactoe", {"misere": "yes"}, "false, true"),
        ("connect4", {"columns": "9"}, "whole numbers from 4 to 8"),
        ("connect4", {"rows": "3"}, "whole numbers from 4 to 7"),
        ("connect4", {"rows": "-4"}, "whole numbers from 4 to 7"),
        ("connect4", {"rows": "six"}, "whole numbers from 4 to 7"),
        ("connect4", {"rows": ""}, "whole numbers from 4 to 7"),
        ("connect4", {"rows": "9" * 5000}, "whole numbers from 4 to 7"),
        ("nim", {"heaps": "0"}, "1 to 99"),
        ("nim", {"heaps": "5,,3"}, "1 to 99"),
        ("nim", {"heaps": "100"}, "1 to 99"),
        ("nim", {"heaps": ",".join("1" * 13)}, "12"),
        ("subtraction", {"start": "0"}, "whole numbers from 1 to 999"),
        ("subtraction", {"takes": "0,1"}, "1 to 99"),
        ("matches", {"start": "1", "takes": "2,3"}, "smallest take is 2"),
    ],
)
def test_wrong_settings_say_what_is_accepted(name: str, options: dict[str, str], hint: str) -> None:
    with pytest.raises(OptionError) as caught:
        make_game(name, options)
    assert hint in str(caught.value)
    assert len(str(caught.value)) < 250


@in_one_test(
    "text",
    [
        "human", "first", "random", "mc:1000", "mc:32/move", "mc:exact", "mcts:20000",
        "mcts:500/leaf", "mcts:500/c0.25", "mcts:500/leaf/c1.4",
        "alphabeta:6", "optimal", "kernel", "mastery:0", "mastery:10", "dfs", "dfs:improved",
        "learner", "mc:1000000000", "easy", "medium", "hard", "perfect", "fit", "fit:0", "fit:14",
    ],
)  # fmt: skip
def test_player_texts_round_trip(text: str) -> None:
    assert parse_player(text).text == text
    assert parse_player(f" {text} ").text == text
    for language in LANGUAGES:
        for words in (player_name(text), player_detail(text)):
            assert render(words, language) != words.key


def test_player_texts_are_normalised() -> None:
    assert parse_player("mc:0032/move").text == "mc:32/move"


@in_one_test(
    "text",
    ["", "mc", "mc:", "Human", "nobody", "human:1", "first:", "mastery", "alphabeta", "optimum"],
)
def test_unknown_players_are_told_every_possibility(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_player(text)
    for form in player_forms():
        assert form in str(caught.value)


@in_one_test(
    "text, hint",
    [
        ("mastery:11", "0 to 10"),
        ("mastery:-1", "0 to 10"),
        ("mc:0", "1 to 1,000,000,000"),
        ("mc:abc", "mc:N/move"),
        ("mc:1e3", "mc:exact"),
        ("mc:5/turn", "mc:N/move"),
        ("mc:5/", "mc:N/move"),
        ("mc:\u0663", "mc:N"),
        ("mcts:10000001", "10,000,000"),
        ("mcts:10/c4.1", "from 0 to 4"),
        ("mcts:10/c1/leaf", "mcts:N/leaf"),
        ("alphabeta:0", "alphabeta:D"),
        ("dfs:better", "dfs:improved"),
        ("first:1", "first"),
        ("easy:1", "easy"),
        ("fit:15", "0 to 14"),
        ("fit:", "fit:R"),
        ("mc:" + "9" * 5000, "1 to 1,000,000,000"),
    ],
)
def test_wrong_numbers_and_endings_are_told_what_is_possible(text: str, hint: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_player(text)
    assert hint in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_person_is_no_bot() -> None:
    with pytest.raises(OptionError) as caught:
        make_bot("human")
    assert "mc:N" in str(caught.value)


def test_the_rule_in_force_follows_the_options() -> None:
    def rule(name: str, **options: str) -> str:
        return str(rule_text(make_game(name, options)))

    assert "draw" in rule("tictactoe")
    assert "for O" in rule("tictactoe", draw="second")
    assert "loses" in rule("tictactoe", draw="second", misere="true")
    assert "wins" in rule("nim")
    assert "loses" in rule("nim", misere="true")
    assert rule("subtraction", takes="1,3,4") == "Go down by 1, 3 or 4. Whoever reaches 0 wins."
    assert rule("matches", takes="1,2") == "Take 1 or 2. Whoever takes the last match loses."


def test_where_one_may_not_be_taken_the_rule_says_who_cannot_move() -> None:
    for name, takes in (("subtraction", "2,3"), ("matches", "2"), ("matches", "5,7")):
        for misere, ending in (("false", "loses."), ("true", "wins.")):
            game = make_game(name, {"takes": takes, "misere": misere})
            said = str(rule_text(game))
            assert "Whoever cannot " in said and said.endswith(ending)


def test_random_plays_every_move_about_equally() -> None:
    game = make_game("connect4")
    bot, context = make_bot("random"), Context[Decision](seed=1)
    counts = [0] * 7
    for _ in range(7000):
        counts[bot.choose(game, game.initial(), context).move or 0] += 1
    assert all(abs(count - 1000) < 150 for count in counts)


def test_default_texts_are_players() -> None:
    for entry in BOTS.values():
        assert parse_player(default_text(entry)).text == default_text(entry)


def test_importing_the_registry_builds_nothing() -> None:
    code = (
        "import sys, engine.registry; "
        "print([m for m in sys.modules if m.startswith(('engine.games.', 'engine.bots.', "
        "'engine.solvers', 'pygame', 'sqlite3'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@in_one_test("entry", BOTS.values())
def test_a_bot_that_says_it_learns_has_all_that_learning_needs(entry: BotEntry) -> None:
    text = default_text(entry)
    made = make_bot(text)
    assert learns(text) is all(hasattr(made, name) for name in ("reward", "save", "reset"))
    assert not learns(HUMAN)


@in_one_test("game_id", GAMES)
def test_a_game_is_solved_and_looked_at_by_its_own_solvers_if_it_has_any(game_id: str) -> None:
    game, own = make_game(game_id), game_id == "connect4"
    assert isinstance(oracle_for(game), TableOracle | HeapOracle) is not own
    assert isinstance(lookahead_for(game), DepthSearch) is not own


def test_a_game_is_free_again_once_its_bot_was_made() -> None:
    game = make_game("nim")
    bot_for(game, "random")
    kept = weakref.ref(game)
    del game
    gc.collect()
    assert kept() is None


PUBLISHED = {"connect4": (7, 42)}  # and 4,531,985,219,092 positions (OEIS A212693)


@cache
def size(game_id: str) -> tuple[int, ...]:
    """Most choices of a move, moves of the longest game, number of positions, by the graph."""
    if game_id in PUBLISHED:
        return PUBLISHED[game_id]
    game: Any = make_game(game_id)

    @cache
    def longest(position: Any) -> int:
        after = [game.play(position, move) for move in game.moves(position)]
        return max((1 + longest(child) for child in after), default=0)

    positions = [*reachable(game, game.initial())]
    choices = max(len(game.moves(position)) for position in positions)
    return choices, longest(game.initial()), len(positions)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_help_tells_the_size(name: str, language: str) -> None:
    last = catalogue(language)[f"help.{name}"].rpartition(". ")[2]
    numbers = [int(re.sub(r"\D", "", each)) for each in re.findall(r"\d[\d.,\u202f]*", last)]
    assert tuple(numbers[: len(size(name))]) == size(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_on_width_tells_three_sizes(language: str) -> None:
    text = catalogue(language)["lesson.ends.width.new.shown"]
    pairs = [(int(wide), int(deep)) for wide, deep in re.findall(r"\((\d+)\D+(\d+)", text)]
    assert pairs == [size(name)[:2] for name in ("tictactoe", "matches", "connect4")]
