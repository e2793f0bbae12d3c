"""Kernel and depth first looked into: rows, heaps and tree are what recording and solver say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from engine.bots.search_trace import ExistenceSearch, breadth_first, tree_size
from engine.context import Context
from engine.messages import LANGUAGES
from engine.protocols import Outcome, Value
from engine.recording import EventLog
from engine.registry import make_game, oracle_for
from engine.solvers.heap_theory import heaps_of, kernel_of_heaps
from engine.trace.heaps import HeapAdded, MoveWeighed, NumberDecided, PositionTried, TraceResult
from gui.boards import make_view
from gui.boards.common import BoardView
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.kernel import KernelPanel, ways_of
from gui.inspector.trace import TraceList, TracePanel, TriedPositions, TriedTreePicture
from gui.kit.table import Table
from gui.protocols import BoardMarks, BoardState
from tests.cases import in_one_test
from tests.gui.driver import find, press
from tests.gui.layouts import faults
from tests.inspector.recorded_frames import (
    Followed,
    at,
    every_stage,
    in_languages,
    looked_at,
    make_ui,
    picture_of,
    stage,
)
from tests.watch.events import result_of

pytestmark = pytest.mark.usefixtures("no_shapes")

Case = tuple[str, dict[str, str], str]
HEAPS: list[Case] = [
    ("subtraction", {}, ""),
    ("subtraction", {"misere": "true"}, ""),
    ("matches", {}, ""),
    ("matches", {"start": "60"}, ""),
    ("matches", {"start": "9", "misere": "false", "takes": "2,3"}, ""),
    ("nim", {}, ""),
    ("nim", {"heaps": "3,4,5", "misere": "true"}, ""),
]


def opened(case: Case, player: str, known: bool = True) -> InspectorFrame:
    game_id, options, text = case
    return looked_at(game_id, player, text, options, known=known)


# -- the kernel ------------------------------------------------------------------------------------


@in_one_test("case", HEAPS)
def test_the_graph_grows_from_the_end_to_the_kernel(case: Case) -> None:
    looked = opened(case, "kernel")
    game, state = looked.game, looked.state
    for index, _ in enumerate(looked.recording.events):
        told = [way.reached for way in ways_of(at(looked, index))]
        weighed = [step for step, _ in looked.events(MoveWeighed)]
        numbers = [step for step, _ in looked.events(NumberDecided)]
        if numbers:
            assert told == [index == numbers[-1]] * len(told), "once the graph is built"
        else:
            assert told == [step <= index for step in weighed]
    if looked.events(NumberDecided):
        members = tuple(each.number for _, each in looked.events(NumberDecided) if each.member)
        assert members == kernel_of_heaps(game, state)
    else:
        assert tuple(each.size for _, each in looked.events(HeapAdded)) == heaps_of(state)
    exact = {e.move: e.value for e in oracle_for(game).values(state, Context(0)).estimates}
    ways = ways_of(looked)
    assert {way.move: way.good for way in ways} == {
        move: value is Value.WIN for move, value in exact.items()
    }
    assert [way.move for way in ways if way.played] == [looked.move]
    for way in ways:
        assert way.truth is not None and way.truth.value is exact[way.move]


def test_a_heap_has_its_xor_once_it_is_added() -> None:
    looked = opened(("nim", {"heaps": "3,4,5"}, ""), "kernel")
    for index in range(3):
        drawn = stage(KernelPanel(), at(looked, index), make_ui())
        (table,) = (each for each in drawn.widget_group.widgets if isinstance(each, Table))
        assert [row[2].text for row in table.rows] == [
            text if place <= index else ""
            for place, text in enumerate(("011 = 3", "111 = 7", "010 = 2"))
        ]


def test_the_moves_of_a_number_wait_until_it_is_decided() -> None:
    """A frame drawn meanwhile read those of an early number, which has fewer, as its own."""
    looked = opened(("matches", {}, "14 0"), "kernel")
    for events in range(len(looked.recording.events)):
        log = EventLog(list(looked.recording.events)[:events], events)
        meanwhile = replace(looked.recording, events=log, result=None)
        assert ways_of(replace(looked, recording=meanwhile)) == []
    assert len(ways_of(looked)) == 3


def test_the_arrows_walk_the_graph_and_a_click_goes_to_a_number() -> None:
    looked = opened(HEAPS[0], "kernel")
    drawn = stage(KernelPanel(), at(looked, 7), make_ui())
    picture_of(drawn)
    press(find(drawn, "inspector picture"), pygame.K_LEFT)
    press(find(drawn, "inspector picture"), pygame.K_RIGHT)
    assert drawn.act.steps == [8, 6]
    graph = drawn.widget_group.find("inspector picture")
    assert graph is not None
    places = graph._places  # type: ignore[attr-defined]
    assert sorted(places) == list(range(22))
    graph.take(places[12])  # type: ignore[attr-defined]
    assert drawn.act.steps[-1] == 12
    press(find(drawn, "inspector values"), pygame.K_RIGHT)
    assert drawn.act.chosen


# -- depth first -----------------------------------------------------------------------------------


@in_one_test("case", HEAPS)
@in_one_test("player", ["dfs", "dfs:improved"])
def test_the_trace_is_walked_in_the_order_of_the_search(case: Case, player: str) -> None:
    looked = opened(case, player, known=False)
    steps = looked.recording.events
    for index in range(0, len(steps), max(1, len(steps) // 40)):
        assert TriedPositions(at(looked, index)).rows == [*steps[: index + 1]]


@in_one_test("case", HEAPS)
def test_best_play_beside_each_move_is_the_solvers(case: Case) -> None:
    looked = opened(case, "dfs")
    game, oracle = looked.game, oracle_for(looked.game)
    seen = TriedPositions(looked)
    for row in seen.rows[1:]:
        state = looked.state
        for move in row.line[:-1]:
            state = game.play(state, move)
        exact = {e.move: e for e in oracle.values(state, Context(0)).estimates}
        truth, better = seen.judged(row)
        assert truth is not None and truth.value is not None
        mine = looked.player_of(row.line) == looked.mover
        made, best = exact[row.line[-1]].value, max(exact.values(), key=lambda e: e.rank).value
        assert made is not None and best is not None
        over = game.outcome(game.play(state, row.line[-1]))
        if over is None:
            assert truth.value == (made if mine else -made)
        assert (better is not None) == (best > made)
        if better is not None:
            assert exact[game.parse_move(state, better[0])].value is best


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_of_the_trace_is_told_with_what_is_left_and_whose_turn(language: str) -> None:
    looked = opened(("matches", {}, "8 0"), "dfs", known=False)
    ui = make_ui(language=language)
    for index, step in looked.events(PositionTried):
        sentence = TracePanel().sentence(at(looked, index))
        assert sentence is not None
        text = ui.tr(sentence)
        assert "{" not in text and str(sum(step.heaps)) in text
        side = ui.tr("watch.second" if step.player else "watch.first")
        assert (f" {side} " in text) is any(step.heaps), "nobody is to move at the end"
        keys = [line.key for line in TracePanel().card(at(looked, index))]
        assert ("inspector.trace.mover" in keys) is any(step.heaps)
        if step.line:
            moves = " ".join(str(move + 1) for move in step.line)
            assert f" {moves} " in text.replace(",", "").replace(":", "")


def test_the_whole_tree_from_eight_matches_is_counted() -> None:
    looked = opened(("matches", {}, "8 0"), "dfs", known=False)
    assert result_of(looked.recording, TraceResult).whole_tree == 177


@pytest.mark.parametrize("text", ["5,4,3,2,1 0", "3,4,5 1"])
def test_the_tree_is_counted_line_by_line(text: str) -> None:
    game = make_game("nim", {"heaps": "3,4,5"} if text.startswith("3") else {})
    small = game.parse("0,1,2 0" if text.startswith("3") else "0,0,1,2,0 0")

    def count(state: object) -> int:
        return 1 + sum(count(game.play(state, move)) for move in game.moves(state))

    assert tree_size(game, small) == count(small)
    assert tree_size(game, game.parse(text), limit=5) is None


@in_one_test("case", HEAPS)
@in_one_test("improved", [False, True])
def test_breadth_first_finds_a_shortest_line(case: Case, improved: bool) -> None:
    game = make_game(case[0], case[1])
    state = game.initial()
    wide = breadth_first(game, state, improved)
    deep = ExistenceSearch(game, state, improved)
    line = deep.run()
    assert wide.complete
    assert (wide.line is None) == (not line)
    if wide.line is not None:
        assert wide.line <= len(line)
    looked = opened(case, "dfs:improved" if improved else "dfs", known=False)
    searches = result_of(looked.recording, TraceResult).searches
    assert searches.depth_first.positions == deep.positions
    assert searches.breadth_first == wide
    level, found = [state], None
    for plies in range(1, 8):
        level = [game.play(s, m) for s in level for m in game.moves(s)][:60_000]
        if any(game.outcome(s) is Outcome.win_of(game.to_move(state)) for s in level):
            found = plies
            break
    if found is not None and len(level) < 60_000:
        assert wide.line == found


@pytest.mark.parametrize(
    ("game_id", "options"), [("nim", {"heaps": "40,50,60,70"}), ("matches", {"start": "999"})]
)
def test_comparing_costs_little_however_large_the_game(
    game_id: str, options: dict[str, str]
) -> None:
    game = make_game(game_id, options)
    assert tree_size(game, game.initial()) is None
    breadth_first(game, game.initial())


def test_it_is_given_up_where_it_is_too_wide() -> None:
    game = make_game("nim", {"heaps": "40,50,60,70"})
    wide = breadth_first(game, game.initial(), limit=3_000)
    assert not wide.complete and wide.line is None and wide.positions > 3_000


@pytest.mark.one_of(3)
@pytest.mark.parametrize("case", [*HEAPS, ("matches", {}, "8 0")], ids=str)
@in_languages
def test_no_step_of_the_trace_has_a_fault(case: Case, language: str) -> None:
    looked = opened(case, "dfs")
    last = len(looked.recording.events) - 1
    for step in (0, last):
        for drawn in every_stage(TracePanel(), at(looked, step), language):
            assert faults(drawn) == []
            picture_of(drawn)


def test_the_arrows_walk_the_trace() -> None:
    looked = opened(("matches", {}, "8 0"), "dfs", known=False)
    drawn = stage(TracePanel(), looked, make_ui())
    press(find(drawn, "inspector picture"), pygame.K_UP)
    assert drawn.act.steps == [len(looked.recording.events) - 2]
    press(find(drawn, "inspector picture"), pygame.K_HOME)
    assert drawn.act.steps[-1] == 0


def test_a_badge_of_the_trace_is_of_the_same_side_as_its_sentence() -> None:
    """A row that says the game is won there does not carry the badge of who lost it."""
    looked = looked_at("matches", "dfs")
    seen = TriedPositions(looked)
    notes = [row.text.values["note"].key for row in seen.rows]
    won, lost = (
        [row for row, key in zip(seen.rows, notes, strict=True) if key == f"dfs.{result}"]
        for result in ("won", "lost")
    )
    assert won
    for rows, value in ((won, Value.WIN), (lost, Value.LOSS)):
        for row in rows:
            truth, _ = seen.judged(row)
            assert truth is not None and truth.value is value
    for row in seen.rows[1:]:
        truth, better = seen.judged(row)
        mine = looked.player_of(row.line) == looked.mover
        if not mine and truth is not None and better is not None:
            assert better[1] is not None and better[1].rank < truth.rank, (
                "the opponent's best reply is worse for the searcher"
            )


def test_a_row_of_the_trace_tells_its_own_value_before_the_better_move() -> None:
    looked, ui = looked_at("matches", "dfs"), make_ui()
    seen, drawn = TriedPositions(looked), pygame.Surface((600, 40))
    rows = TraceList(seen, looked, ui, Followed().callbacks(looked.game, ui))
    words = set()
    for row in seen.rows[1:]:
        truth, better = seen.judged(row)
        if truth is None or better is None or better[1] is None:
            continue
        ui.theme.heard = []
        rows._draw_truth(ui, drawn, row, 590, 20, 580)
        told, ui.theme.heard = ui.theme.heard, None
        mine = looked.player_of(row.line) == looked.mover
        word = ui.tr("inspector.trace.answer" if mine else "inspector.trace.answer_other")
        assert told == [str(truth.remoteness), word, better[0], str(better[1].remoteness)]
        words.add(word)
    assert words == {"better:", "best reply:"}


CASES = [("matches", "9 0"), ("nim", "3,2,1 0"), ("subtraction", "7 0")]


@pytest.mark.parametrize(("game_id", "text"), CASES)
@pytest.mark.parametrize("player", ["dfs", "dfs:improved"])
def test_the_tree_holds_what_was_tried_until_the_step(game_id: str, text: str, player: str) -> None:
    looked = looked_at(game_id, player, text)
    events = looked.recording.events
    for step in range(len(events)):
        frame = at(looked, step)
        follow = Followed().callbacks(frame.game, make_ui())
        picture = TriedTreePicture(TriedPositions(frame), frame, make_ui(), follow)
        lines = {event.line for event in events[: step + 1]}
        assert set(picture.left) == lines
        for line in lines:
            state = looked.state
            for move in line:
                state = looked.game.play(state, move)
            assert looked.game.text(state).split(" ")[0] == picture.left[line]


LINES = [
    ("nim", "5,4,3,2,1 0", ["2-3", "1-5", "2-1"], [3, 5, 1]),
    ("matches", "16 0", ["3", "1", "2"], [3, 1, 2]),
    ("subtraction", "12 0", ["3", "1", "2"], [1, 1, 1]),
]


@pytest.mark.parametrize(("game_id", "text", "moves", "counts"), LINES)
def test_heaps_follow_the_line(
    game_id: str, text: str, moves: list[str], counts: list[int]
) -> None:
    """Every object that a move takes is marked, each at a place of its own."""
    game, ui = make_game(game_id), make_ui()
    state: Any = game.parse(text)
    view = make_view(game, ui)
    assert isinstance(view, BoardView)
    view.place(pygame.Rect(0, 0, 480, 400), ui)
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
