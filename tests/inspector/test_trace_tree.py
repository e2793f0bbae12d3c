"""The tree of a depth-first search beside its rows, and heaps that follow the line looked at."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from engine.registry import make_game
from gui.boards import make_view
from gui.boards.common import BoardView
from gui.inspector.trace import TracePanel
from gui.inspector.trace_tree import TriedTree, TriedTreePicture
from gui.protocols import BoardMarks, BoardState
from tests.inspector.recorded_frames import Part, at, looked_at, make_ui, picture_of, stage

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


@pytest.mark.parametrize("size", [(768, 420), (900, 480)])
def test_the_tree_stands_beside_the_rows_opened_on_its_root(size: tuple[int, int]) -> None:
    looked = looked_at("matches", "dfs", "9 0")
    drawn = stage(TracePanel(), at(looked, len(looked.recording.events) - 1), make_ui(), size)
    picture_of(drawn)
    tree = drawn.widget_group.find("tree")
    assert isinstance(tree, TriedTreePicture) and tree.tree is not None
    assert drawn.widget_group.find("inspector picture") is not None
    assert tree.scroll == tree._across == 0 and tree.rect.collidepoint(tree._root_spot())
    assert len(tree.tree.nodes) == len(looked.recording.events) - 1
    spots = [tree._spot(shown) for shown in tree.tree.nodes]
    assert len(set(spots)) == len(spots)
    assert "left" in tree.tip((spots[0][0] + 2, spots[0][1]))


@pytest.mark.parametrize("size", [(700, 300), (680, 330), (728, 296), (900, 420)])
def test_the_end_of_the_line_is_in_sight_with_its_heaps(size: tuple[int, int]) -> None:
    """The tree was cut at its right edge: `3,0,(`."""
    ui = make_ui()
    looked = looked_at("nim", "dfs", "3,4,5 0")
    for step in range(1, len(looked.recording.events)):
        now = at(looked, step)
        drawn = stage(TracePanel(), now, ui, size, Part.PICTURE)
        picture_of(drawn)
        tree = drawn.widget_group.find("tree")
        assert isinstance(tree, TriedTreePicture) and tree.tree is not None
        end = next(shown for shown in tree.tree.nodes if shown.node.line == now.line)
        x, y = tree._spot(end)
        heaps = ui.theme.width(tree.tried.left[now.line], 14, True)
        assert tree.rect.left <= x and x + ui.theme.tx(20) + heaps <= tree.rect.right
        assert tree.rect.top < y < tree.rect.bottom


def test_where_there_is_little_width_the_rows_stand_alone() -> None:
    looked = looked_at("matches", "dfs", "9 0")
    drawn = stage(TracePanel(), looked, make_ui(), (520, 420))
    assert drawn.widget_group.find("tree") is None
    assert drawn.widget_group.find("inspector picture") is not None


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
