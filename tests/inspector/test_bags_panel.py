"""A learner looked into: its bags are those of the memory, the draw is in them, its curve kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from engine.bots.learner import Learner
from engine.bots.training import train
from engine.context import Context
from engine.messages import Message
from engine.protocols import Value, bag_key, game_key
from engine.recording import Event
from engine.registry import make_game, oracle_for
from engine.session import Session
from engine.store.store import Store
from engine.trace.bags import BagDrawn, BagOpened, BagsLearned
from gui.inspector.bags import BagGrid, BagsPanel, tone
from gui.inspector.inspector_frame import InspectorFrame
from gui.kit.chart import Chart, LineSeries
from tests.gui.driver import find, press
from tests.gui.layouts import faults
from tests.inspector.recorded_frames import (
    at,
    every_stage,
    in_languages,
    looked_at,
    make_ui,
    picture_of,
    stage,
)

pytestmark = pytest.mark.usefixtures("no_shapes")

Case = tuple[str, dict[str, str], str]
Folder = Callable[..., Path]
Opened = Callable[..., InspectorFrame]

CASES: list[Case] = [
    ("matches", {}, "11 1"),
    ("subtraction", {"misere": "true"}, ""),
    ("nim", {}, ""),
    ("tictactoe", {}, "X...O.... X"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """The data folder of a learner after so many games, which is trained once."""
    ready: dict[str, Path] = {}

    def trained(case: Case, games: int = 60) -> Path:
        key = f"{case[:2]} {games}"
        if key not in ready:
            ready[key] = tmp_path_factory.mktemp("bags")
            store = Store(ready[key])
            if games:
                train(make_game(*case[:2]), Learner(store), games, None, 1, Context(1), 10)
            store.close()
        return ready[key]

    return trained


@pytest.fixture(scope="module")
def opened(folder: Folder) -> Opened:
    """What a trained learner thinks of a position, recorded once."""
    kept: dict[str, InspectorFrame] = {}

    def looked(case: Case, games: int = 60) -> InspectorFrame:
        key = f"{case} {games}"
        if key not in kept:
            game_id, options, text = case
            store = Store(folder(case, games))
            kept[key] = looked_at(game_id, "learner", text, options, memory=store)
            store.close()
        return kept[key]

    return looked


def step_of(looked: InspectorFrame, kind: type[Event]) -> int:
    """The step of the only event of a class."""
    ((step, _),) = looked.events(kind)
    return step


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_bag_is_shown_as_the_memory_keeps_it(
    case: Case, folder: Folder, opened: Opened
) -> None:
    looked = opened(case)
    game, state = looked.game, looked.state
    seen = BagsPanel().view_model(looked)
    store = Store(folder(case))
    learner = Learner(store)
    kept = store.load_bags(game_key(game))
    assert kept.keys() <= {bag.entry.bag for bag in seen.bags}
    for bag in seen.bags:
        position = game.parse(bag.entry.bag if seen.boards else f"{bag.entry.bag} 0")
        counts = learner.bags(game).pairs(position)
        assert bag.entry.moves == tuple((game.move_text(position, m), n) for m, n in counts)
        assert bag.entry.present == (bag.entry.bag == bag_key(game, state))
        if not seen.boards:
            exact = oracle_for(game).values(position, Context(0))
            assert bag.entry.lost == (exact.value is Value.LOSS)
            wins = {e.move for e in exact.estimates if e.value is Value.WIN}
            assert set(bag.entry.right) == {
                game.move_text(position, m) for m, _ in counts if m in wins
            }
    learning = store.learning(game_key(game))
    assert (seen.games, seen.curve) == (60, learning.curve)
    assert {bag.entry.bag for bag in seen.bags if bag.grown} == set(learning.grown)
    store.close()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_draw_is_told_when_it_was_made(case: Case, opened: Opened) -> None:
    looked = opened(case)
    panel = BagsPanel()
    opened_at, drawn_at = (step_of(looked, kind) for kind in (BagOpened, BagDrawn))
    before, after = panel.view_model(at(looked, opened_at)), panel.view_model(at(looked, drawn_at))
    assert before.drawn is None
    assert panel.choice(at(looked, opened_at)) is None
    choice = panel.choice(at(looked, drawn_at))
    assert choice is not None
    assert after.drawn == looked.game.move_text(looked.state, choice)
    assert after.present is not None and after.drawn in dict(after.present.entry.moves)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_steps_before_the_draw_are_the_bags_after_so_many_games(
    case: Case, opened: Opened
) -> None:
    """Beads of that moment under the names of the position, as a shorter training leaves them."""
    looked, panel = opened(case), BagsPanel()
    game, state = looked.game, looked.state
    learned = looked.events(BagsLearned)
    assert [event.games for _, event in learned] == [1, 2, 5, 10, 20, 50]
    assert panel.phases(looked) == ("learned", "bag", "draw")
    for step, event in learned:
        seen = panel.view_model(at(looked, step))
        learner = Learner()
        train(game, learner, event.games, None, 1, Context(1), 10)
        assert seen.moment == event.games and seen.drawn is None
        assert not any(bag.grown for bag in seen.bags)
        grown = sum(any(count > 1 for _, count in bag.entry.moves) for bag in seen.bags)
        told = {"count": event.games, "grown": grown, "whole": len(seen.bags)}
        assert event.text == Message("watch.learned", told)
        for bag in seen.bags:
            position = state
            if not bag.entry.present:
                position = game.parse(bag.entry.bag if seen.boards else f"{bag.entry.bag} 0")
            counts = learner.bags(game).pairs(position)
            assert bag.entry.moves == tuple((game.move_text(position, m), n) for m, n in counts)
    assert panel.phases(looked_at("matches", "learner")) == ("bag", "draw")


def test_a_bag_shows_every_move_whatever_its_width(opened: Opened) -> None:
    """In Nim a bag of fifteen moves showed two of them."""
    looked = opened(CASES[2])
    drawn = stage(BagsPanel(), looked, make_ui())
    picture = picture_of(drawn)
    grid = drawn.widget_group.find("inspector picture")
    assert isinstance(grid, BagGrid)
    box = grid.cell(grid.visible()[0])
    moves = grid.view_model.bags[grid.visible()[0]].entry.moves
    assert len(moves) == 15
    foot = box.bottom - make_ui().theme.tx(12) - 1
    inks = [tuple(picture.get_at((x, foot)))[:3] for x in range(box.x + 2, box.right - 2)]
    tones = [tuple(tone(make_ui(), index)) for index in range(3)]
    runs = [ink for ink, before in zip(inks, [None, *inks], strict=False) if ink != before]
    assert [ink for ink in runs if ink in tones] == [tones[i % 3] for i in range(15)]


@pytest.mark.parametrize(("height", "rows"), [(110, 1), (195, 2), (280, 3)])
def test_two_rows_of_bags_are_in_sight_or_all_where_stacks_are_low(height: int, rows: int) -> None:
    looked, ui = looked_at("matches", "learner"), make_ui()
    grid = BagGrid(BagsPanel().view_model(looked), looked.game, ui)
    grid.rect = pygame.Rect(0, 0, 600, height)
    grid.lay_out(ui)
    assert (grid.count, grid.columns) == (16, 6)
    assert len(grid.visible()) == min(16, 6 * rows)
    assert all(grid.rect.contains(grid.cell(index)) for index in grid.visible())


def test_the_bags_of_this_game_come_first_where_positions_are_boards(opened: Opened) -> None:
    looked = opened(CASES[3], 0)
    game = looked.game
    session = Session.replay(game, None, ["0", "4"])
    past = tuple(session.states[:-1])
    seen = BagsPanel().view_model(at(looked, 1, past=past))
    first = [bag.entry.bag for bag in seen.bags[:3]]
    assert first[0] == bag_key(game, looked.state)
    assert set(first[1:]) == {bag_key(game, state) for state in past}


def test_right_moves_of_a_board_are_those_that_keep_its_value() -> None:
    looked = looked_at("tictactoe", "learner", "XX.OO.... X")
    present = BagsPanel().view_model(looked).present
    assert present is not None and present.entry.right == ("2",) and present.entry.lost is False
    looked = looked_at("tictactoe", "learner", "XX.OO.... X", known=False)
    present = BagsPanel().view_model(looked).present
    assert present is not None and not present.entry.right and present.entry.lost is None


@pytest.mark.one_of(2)
@pytest.mark.parametrize("case", CASES, ids=str)
@in_languages
def test_no_step_has_a_fault_at_any_size(case: Case, language: str, opened: Opened) -> None:
    for games in (0, 60):
        looked = opened(case, games)
        for step in (0, 1):
            for drawn in every_stage(BagsPanel(), at(looked, step), language):
                assert faults(drawn) == []
                picture_of(drawn)


def test_the_arrows_walk_the_bags_and_the_wheel_scrolls() -> None:
    looked = looked_at("tictactoe", "learner")
    drawn = stage(BagsPanel(), looked, make_ui())
    picture_of(drawn)
    grid = drawn.widget_group.find("inspector picture")
    assert isinstance(grid, BagGrid) and grid.at == 0
    press(find(drawn, "inspector picture"), pygame.K_RIGHT)
    press(find(drawn, "inspector picture"), pygame.K_DOWN)
    assert grid.at == 1 + grid.columns
    for _ in range(30):
        press(find(drawn, "inspector picture"), pygame.K_DOWN)
    picture_of(drawn)
    assert grid.at > grid.columns and grid.at in grid.visible()
    assert grid.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2))
    picture_of(drawn)
    last = grid.visible()[-1]
    assert last < grid.at
    assert grid.tip(grid.cell(last).center)
    grid.take(grid.cell(last).center)
    assert grid.at == last
    bag, foot = grid.view_model.bags[last], (grid.rect.x + 2, grid.rect.bottom - 2)
    assert bag.untouched and grid.tip(foot).count("(once)") == len(bag.entry.moves), "the whole bag"
    later = stage(BagsPanel(), looked, make_ui())
    fresh = later.widget_group.find("inspector picture")
    assert isinstance(fresh, BagGrid)
    fresh.adopt_state(grid)
    assert (fresh.at, fresh.scroll) == (grid.at, grid.scroll)


def test_the_curve_is_drawn_from_its_first_game_to_its_last(opened: Opened) -> None:
    looked = opened(CASES[0], 200)
    drawn = stage(BagsPanel(), looked, make_ui())
    picture = picture_of(drawn)
    curve = find(drawn, "inspector curve", Chart)
    (line,) = (mark for mark in curve.marks if isinstance(mark, LineSeries))
    assert curve.horizontal.high == 200 and line.points[-1][0] == 200
    inside = picture.subsurface(curve.rect.clip(picture.get_rect()))
    accent = drawn.ui.theme.colours.accent
    assert pygame.mask.from_threshold(inside, accent, (6, 6, 6, 255)).count() > 100
