"""The tree of a depth-first search beside its rows, and heaps that follow the line looked at."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from engine.registry import make_game
from gui.boards import make_view
from gui.boards.common import BoardView
from gui.inspector.trace_tree import TriedTree
from gui.protocols import BoardMarks, BoardState
from tests.inspector.recorded_frames import at, looked_at, make_ui

CASES = [("matches", "9 0"), ("nim", "3,2,1 0"), ("subtraction", "7 0")]


@pytest.mark.parametrize(("game_id", "text"), CASES)
@pytest.mark.parametrize("player", ["dfs", "dfs:improved"])
def test_the_tree_holds_what_was_tried_until_the_step(game_id: str, text: str, player: str) -> None:
    looked = looked_at(game_id, player, text)
    events = looked.recording.events
    for step in range(len(events)):
        tree = TriedTree(at(looked, step))
        lines = {event.line for event in events[: step + 1]}
        assert set(tree.left) == lines and tree.known(step) == len(lines)
        for line in lines:
            state = looked.state
            for move in line:
                state = looked.game.play(state, move)
            assert looked.game.text(state).split(" ")[0] == tree.left[line]
            after = [node.line for node in tree.children(line, step)]
            assert after == [each.line for each in events[: step + 1] if each.line[:-1] == line
                             and each.line]  # fmt: skip


HEAPS = [
    ("nim", "5,4,3,2,1 0", ["2-3", "1-5", "2-1"], [3, 5, 1]),
    ("matches", "16 0", ["3", "1", "2"], [3, 1, 2]),
    ("subtraction", "12 0", ["3", "1", "2"], [1, 1, 1]),
]


@pytest.mark.parametrize(("game_id", "text", "moves", "counts"), HEAPS)
def test_heaps_follow_the_line(
    game_id: str, text: str, moves: list[str], counts: list[int]
) -> None:
    """Every object that a move takes is marked, each at a place of its own."""
    game, ui = make_game(game_id), make_ui()
    state: Any = game.parse(text)
    view = make_view(game, ui.theme, ui.brush, ui.tr)
    assert isinstance(view, BoardView)
    view.place(pygame.Rect(0, 0, 480, 400), ui.theme)
    line, places, start = [], [], state
    for move_text in moves:
        line.append(game.parse_move(state, move_text))
        places.append(view.places_taken(state, line[-1]))
        state = game.play(state, line[-1])
    assert [len(each) for each in places] == counts
    centres = [centre for each in places for centre, _ in each]
    assert len(set(centres)) == len(centres)

    def drawn(marks: BoardMarks | None) -> pygame.Surface:
        view.show(BoardState(start, marks=marks), False)
        surface = pygame.Surface((480, 400))
        view.draw(surface)
        return surface

    plain, marked = drawn(None), drawn(BoardMarks(tuple(line), len(line)))
    for x, y in centres:
        around = [(x + dx, y + dy) for dx in (-4, 0, 4) for dy in (-4, 0, 4)]
        assert any(plain.get_at(place) != marked.get_at(place) for place in around)
