"""The sizes of games that the help tells: choices a move, longest game, number of positions."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from engine.context import Context
from engine.messages import LANGUAGES, catalogue
from engine.registry import GAMES, PUZZLES, GameSize, make_game, make_puzzle
from engine.solvers.puzzle_solvers import PuzzleSolvers
from tests.solvers.slow_values import reachable

# Positions of Connect Four after 0, 1, 2 ... moves (OEIS A212693; Edlund 2008).
AFTER_MOVES = (
    *(1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683, 12236101),
    *(30929111, 75437595, 176541259, 394591391, 858218743, 1763883894, 3568259802, 6746155945),
    *(12673345045, 22010823988, 38263228189, 60830813459, 97266114959, 140728569039),
    *(205289508055, 268057611944, 352626845666, 410378505447, 479206477733, 488906447183),
    *(496636890702, 433471730336, 370947887723, 266313901222, 183615682381, 104004465349),
    *(55156010773, 22695896495, 7811825938, 1459332899),
)


@pytest.mark.parametrize("game_id", [name for name in GAMES if name != "connect4"])
def test_the_size_of_a_game_is_that_of_its_graph(game_id: str) -> None:
    game: Any = make_game(game_id)

    def children(position: Any) -> list[Any]:
        return [game.play(position, move) for move in game.moves(position)]

    @cache
    def longest(position: Any) -> int:
        return max((1 + longest(child) for child in children(position)), default=0)

    positions = [*reachable(game, game.initial())]
    choices = max(len(game.moves(position)) for position in positions)
    assert GAMES[game_id].size == GameSize(choices, longest(game.initial()), len(positions))


def test_the_size_of_connect_four_is_the_published_one() -> None:
    game: Any = make_game("connect4")
    layer = {game.initial()}
    for expected in AFTER_MOVES[:7]:
        assert len(layer) == expected
        layer = {game.play(state, move) for state in layer for move in game.moves(state)}
    assert GAMES["connect4"].size == GameSize(7, len(AFTER_MOVES) - 1, sum(AFTER_MOVES))


@pytest.mark.parametrize("puzzle_id", PUZZLES)
def test_the_size_of_a_puzzle_is_that_of_its_table(puzzle_id: str) -> None:
    puzzle: Any = make_puzzle(puzzle_id)
    table = PuzzleSolvers(puzzle).table(Context(0))
    farthest = int(table.distances.max())
    states = (puzzle.position(number) for number in range(0, len(table.distances), 997))
    choices = max(len(puzzle.moves(state)) for state in states)
    assert PUZZLES[puzzle_id].size == GameSize(choices, farthest, len(table.distances))


def width_and_length(name: str) -> tuple[int, int]:
    """Choices a move, and moves of the longest game."""
    size = GAMES[name].size
    assert size is not None
    return size.choices, size.longest


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_help_tells_the_size(name: str, language: str) -> None:
    last = catalogue(language)[f"help.{name}"].rpartition(". ")[2]
    told = [int(re.sub(r"\D", "", each)) for each in re.findall(r"\d[\d.,\u202f]*", last)]
    assert tuple(told[:2]) == width_and_length(name)
    assert name == "connect4" or GAMES[name].size == GameSize(*told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_on_width_tells_three_sizes(language: str) -> None:
    told = catalogue(language)["lesson.ends.width.new.shown"]
    pairs = [(int(wide), int(deep)) for wide, deep in re.findall(r"\((\d+)\D+(\d+)", told)]
    assert pairs == [width_and_length(name) for name in ("tictactoe", "matches", "connect4")]
