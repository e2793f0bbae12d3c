"""`think --json` names every move by its text, never by a number of the program's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from engine.cli.think import record, report
from engine.registry import make_bot, make_game
from tests.cases import in_one_test

FAR = 70_000  # no count in these reports is as large
LEFT_OUT = ("playouts", "decisive_playouts", "successors", "heuristic", "vast")
GAMES = {
    "tictactoe": ("X...O.... X", "XO..X..O. X"),
    "nim": ("2,3,2 0", "0,1,3 1"),
    "matches": ("7 1",),
    "subtraction": ("6 0",),
}
PLAYERS = (
    *("first", "random", "mc:20", "mc:exact", "mcts:40", "mcts:1", "alphabeta:4", "optimal"),
    *("mastery:5", "mastery:9", "kernel", "dfs", "dfs:improved", "learner"),
)
CASES = [
    (game_id, player)
    for game_id in GAMES
    for player in PLAYERS
    if make_bot(player).supports(make_game(game_id, {})) is None
]


class FarNumbers:
    """A game whose moves have numbers that nothing else in a report could be."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.num_moves = FAR + game.num_moves

    def __getattr__(self, name: str) -> Any:
        if name in LEFT_OUT:  # they would hand over the game's own numbers
            raise AttributeError(name)
        return getattr(self.game, name)

    def moves(self, state: Any) -> Sequence[int]:
        return [FAR + move for move in self.game.moves(state)]

    def play(self, state: Any, move: int) -> Any:
        return self.game.play(state, move - FAR)

    def move_text(self, state: Any, move: int) -> str:
        return str(self.game.move_text(state, move - FAR))

    def parse_move(self, state: Any, text: str) -> int:
        return FAR + int(self.game.parse_move(state, text))

    def symmetry_of_move(self, state: Any, move: int) -> int:
        return FAR + int(self.game.symmetry_of_move(state, move - FAR))


def numbers_in(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Every number of a report, with the names on the way to it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from numbers_in(inner, f"{path}.{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from numbers_in(inner, path)
    elif isinstance(value, int | float):
        yield path, value


def named_in(value: Any) -> Iterator[Any]:
    """Everything that a report calls a move, moves or a line of moves, at any depth."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in ("move", "bead", "reply") and inner is not None:
                yield inner
            elif name == "line" and isinstance(inner, list):
                yield from inner
            elif name in ("moves", "rest", "children", "decided"):
                yield from (each[0] if isinstance(each, list) else each for each in inner)
            yield from named_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from named_in(inner)


@in_one_test("game_id, player", CASES)
def test_every_move_in_the_report_is_its_text(game_id: str, player: str) -> None:
    game: Any = FarNumbers(make_game(game_id, {}))
    named: list[str] = []
    graph = player == "kernel" and game_id != "nim"  # it tells of numbers, not of moves
    for seed, text in enumerate(GAMES[game_id]):
        state = game.parse(text)
        decision, recording = record(game, state, player, seed)
        data = report(game, state, player, seed, decision, recording, None)
        again = json.loads(json.dumps(data))
        assert [place for place, number in numbers_in(again) if number >= FAR] == []
        named += [each for each in named_in(again) if not isinstance(each, dict)]
    assert named or graph, "no move is named at all"
    assert all(isinstance(each, str) for each in named)


def test_the_grown_tree_can_be_played_from_its_texts() -> None:
    game = make_game("nim", {})
    state = game.parse("2,3,2 0")
    decision, recording = record(game, state, "mcts:300", 1)
    tree = report(game, state, "mcts:300", 1, decision, recording, 0)["tree"]
    positions: list[Any] = []
    for node in tree:
        if node["parent"] is None:
            assert node["move"] is None
            positions.append(state)
        else:
            before = positions[node["parent"]]
            positions.append(game.play(before, game.parse_move(before, node["move"])))
    assert len(positions) > 20
