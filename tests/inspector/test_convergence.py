"""What the plots of flat Monte Carlo show is what was counted, beside the exact chances."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pygame
import pytest

from engine.games.tictactoe import TicTacToe
from engine.protocols import Estimate, Outcome, Value
from engine.recording import Line
from engine.trace.choice import preferred
from engine.trace.playouts import ChancesComputed, ChancesResult
from gui.inspector.chances_picture import ChancesPicture, ChanceTree, fraction_text
from gui.inspector.convergence import ConvergencePanel, beliefs_of, chances_of, series_of, shares_of
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.plots import Plots
from gui.kit.chart import PlotArea
from gui.ui import Ui
from tests.gui.driver import press
from tests.inspector.recorded_frames import (
    Followed,
    Part,
    at,
    looked_at,
    make_ui,
    picture_of,
    stage,
)
from tests.watch.events import result_of

TRAP = "X...O...X O"  # 58 % against random play, and lost in four
SMALL = "O.XXXOO.. X"


def chance(game: Any, state: Any, player: int) -> float:
    """The expected score of a player under random play, by plain recursion."""
    outcome = game.outcome(state)
    if outcome is not None:
        return Outcome(outcome).score(player)
    moves = game.moves(state)
    return float(sum(chance(game, game.play(state, move), player) for move in moves)) / len(moves)


@pytest.mark.parametrize("player", ["mc:900", "mc:200/move", "mc:40000"])
def test_the_points_of_a_curve_are_the_beliefs_that_were_taken_down(player: str) -> None:
    looked = looked_at("tictactoe", player, TRAP)
    series = series_of(looked.recording)
    assert looked.sample is not None
    for belief in looked.sample.moves:
        points = series[belief.move]
        games = [point.games for point in points]
        assert games == sorted(set(games))
        assert points[-1].games == belief.visits
        assert points[-1].mean == belief.score
        assert all(point.low <= point.mean <= point.high for point in points)


@pytest.mark.parametrize("game_id", ["tictactoe", "connect4", "nim", "matches"])
def test_the_leader_in_the_end_is_the_move_it_plays(game_id: str) -> None:
    for seed in range(4):
        looked = looked_at(game_id, "mc:2000", seed=seed)
        panel = ConvergencePanel()
        assert looked.sample is not None
        assert preferred(looked.recording.kind, looked.sample) == looked.move
        curves = panel.curves(looked)
        assert [curve.move for curve in curves if curve.leads] == [looked.move]


def test_the_trap_is_told_and_why_more_playouts_cannot_help() -> None:
    looked = looked_at("tictactoe", "mc:40000", TRAP)
    assert looked.move in (2, 6)
    told = str(ConvergencePanel().sentence(looked))
    assert "it loses in 4" in told
    assert "holds the draw" in told
    exact = looked_at("tictactoe", "mc:exact", TRAP)
    known = str(ConvergencePanel().sentence(replace(looked, chances=chances_of(exact))))
    assert "More playouts" in known
    # A leader by luck: another move has the larger exact chance, and more playouts find it.
    lucky = {move: 0.9 - chances_of(exact)[move] for move in chances_of(exact)}
    known = str(ConvergencePanel().sentence(replace(looked, chances=lucky)))
    assert "More playouts" not in known and "it loses in 4" in known
    told = str(ConvergencePanel().sentence(replace(exact, at_end=True)))
    assert "it loses in 4" in told
    assert "More playouts" not in told, "all of them are counted already"
    assert told.index("it loses") < told.index("One other move has the same"), "it is the leader"


def test_a_loss_of_unknown_length_is_told_without_a_number() -> None:
    """It lost "in 0 moves"."""
    looked = looked_at("tictactoe", "mc:40000", TRAP)

    def told(better: int) -> str:
        def unmeasured(line: Line) -> Estimate | None:
            truth = looked.truth(line)
            if truth is None or truth.value is None:
                return truth
            return replace(truth, value=Value(truth.value + better), remoteness=None)

        return str(ConvergencePanel().sentence(replace(looked, truth=unmeasured)))

    assert "it loses, while" in told(0) and "holds the draw" in told(0)
    assert "it only draws, while" in told(1) and "wins." in told(1)


def test_nothing_is_said_against_a_move_that_is_best() -> None:
    looked = looked_at("tictactoe", "mc:2000", "XX.OO.... X")
    assert looked.move == 2
    assert "More playouts" not in str(ConvergencePanel().sentence(looked))


def test_exact_chances_are_those_of_plain_recursion() -> None:
    looked = looked_at("tictactoe", "mc:exact", TRAP)
    game, player = looked.game, looked.game.to_move(looked.state)
    chances = chances_of(looked)
    assert chances.keys() == set(game.moves(looked.state))
    for move, known in chances.items():
        assert known == pytest.approx(chance(game, game.play(looked.state, move), player))
    for win, draw, loss in shares_of(looked.recording).values():
        assert win + draw + loss == pytest.approx(1)


def test_the_tree_of_chances_holds_every_line_and_its_exact_chance() -> None:
    looked = looked_at("tictactoe", "mc:exact", SMALL)
    game = TicTacToe()
    tree = ChanceTree(result_of(looked.recording, ChancesResult).tree, game.to_move(looked.state))

    def check(line: tuple[int, ...], state: Any) -> int:
        won, drawn, lost = tree.shares(line)
        assert won + drawn / 2 == pytest.approx(chance(game, state, 0))
        assert won + drawn + lost == pytest.approx(1)
        moves = game.moves(state)
        assert sorted(child[-1] for child in tree.children(line)) == sorted(moves)
        return 1 + sum(check((*line, move), game.play(state, move)) for move in moves)

    assert check((), looked.state) == 1 + len(tree.lines) == 16


def shares(game: Any, state: Any) -> tuple[Fraction, Fraction]:
    """How often X wins and draws under random play, exactly, by plain recursion."""
    outcome = game.outcome(state)
    if outcome is not None:
        return Fraction(outcome is Outcome.FIRST_WINS), Fraction(outcome is Outcome.DRAW)
    after = [shares(game, game.play(state, move)) for move in game.moves(state)]
    won, drawn = (sum(part, Fraction(0)) / len(after) for part in zip(*after, strict=True))
    return won, drawn


def test_the_numbers_of_the_tree_are_the_shares_of_wins_of_the_side_to_move() -> None:
    looked = looked_at("tictactoe", "mc:exact", SMALL)
    game = TicTacToe()
    tree = ChanceTree(result_of(looked.recording, ChancesResult).tree, 0)
    for line in [(), (1,), (7,), (8,), (1, 7), (1, 8), (8, 1)]:
        state = looked.state
        for move in line:
            state = game.play(state, move)
        won, drawn = shares(game, state)
        assert fraction_text(tree.shares(line)[0]) == str(won)
        assert tree.shares(line)[1] == pytest.approx(float(drawn))
    assert [fraction_text(tree.shares((move,))[0]) for move in (1, 7, 8)] == ["1/2", "1/2", "0"]
    assert fraction_text(tree.shares(())[0]) == "1/3"
    assert fraction_text(2**0.5 / 2) == ""


@pytest.mark.parametrize("height", [340, 520])
def test_a_small_tree_shows_a_board_for_each_position(height: int) -> None:
    looked, ui, panel = looked_at("tictactoe", "mc:exact", SMALL), make_ui(), ConvergencePanel()
    assert panel.table(looked, ui, Followed().callbacks(looked.game, ui)) is None
    drawn = stage(panel, looked, ui, (768, height), Part.PICTURE)
    picture_of(drawn)
    picture = drawn.widget_group.find("tree")
    assert isinstance(picture, ChancesPicture) and len(picture.tree.over) == 6
    assert len({picture.tree.rows[line] for line in picture.tree.over}) == 6
    for line in picture.tree.lines:  # every position is under the mouse where it is drawn
        box = picture._box(line)
        assert picture.rect.contains(box)
        assert "random play" in picture.tip(box.center)
    for arrow, line in ((pygame.K_RIGHT, (1,)), (pygame.K_DOWN, (7,)), (pygame.K_RIGHT, (7, 1))):
        press(picture, arrow)
        assert picture.at == line
    press(picture, pygame.K_RETURN)
    assert drawn.act.chosen == [(7, 1)]


def test_the_tree_of_chances_asks_for_the_exact_value_of_each_of_its_lines() -> None:
    looked = looked_at("tictactoe", "mc:exact", SMALL)
    lines = [node.line for node in result_of(looked.recording, ChancesResult).tree if node.line]
    assert lines and [*ConvergencePanel().asks(looked)] == lines


def test_a_large_position_has_no_tree_and_shows_bars() -> None:
    looked = looked_at("tictactoe", "mc:exact", TRAP)
    assert not ConvergencePanel().asks(looked)
    assert looked.recording.result is None
    assert all(curve.shares is not None for curve in ConvergencePanel().curves(looked))


def test_a_single_game_lies_on_the_board_with_its_first_move_chosen() -> None:
    looked = looked_at("connect4", "mc:700")
    panel = ConvergencePanel()
    step = at(looked, 3, at_end=False)
    marks = panel.marks(step)
    assert marks.line == looked.recording.events[3].line
    assert marks.chosen == 1
    assert panel.estimates(step) == ()


def test_on_the_board_belief_and_truth_stand_together() -> None:
    looked = looked_at("tictactoe", "mc:2000", TRAP)
    estimates = ConvergencePanel().estimates(looked)
    assert looked.sample is not None
    scores = {belief.move: belief.score for belief in looked.sample.moves}
    assert {each.move: each.score for each in estimates} == scores
    values = {each.move: each.value for each in estimates}
    assert values[2] is Value.LOSS
    assert values[1] is Value.DRAW


def test_a_step_of_all_games_counted_marks_its_move_on_the_board_and_in_the_list() -> None:
    looked = looked_at("tictactoe", "mc:exact")
    panel, ui = ConvergencePanel(), make_ui()
    steps = looked.events(ChancesComputed)
    assert len(steps) == 9
    for place, (step, event) in enumerate(steps):
        moment, move = at(looked, step, at_end=False), event.move
        assert panel.marks(moment).line == (move,)
        assert all(each.move < move for each in panel.estimates(moment))
        drawn = stage(panel, moment, ui, (700, 420), Part.PICTURE)
        picture_of(drawn)
        plots = drawn.widget_group.find("plots")
        assert isinstance(plots, Plots)
        assert plots.current == move
        box = next(plots.cell(i) for i, curve in enumerate(plots.curves) if curve.move == move)
        assert plots.rect.contains(box), f"row {place} is scrolled into sight"


def test_a_move_that_leads_says_how_many_are_level_with_it() -> None:
    """Of three moves with the same share one was called the leader."""
    seen = set()
    for seed in range(6):
        made = looked_at("tictactoe", "mc:10", "XX.OO.... X", seed=seed)
        looked = replace(made, at_end=True)
        believed = [each.score for each in beliefs_of(looked).values()]
        assert looked.move is not None
        level = believed.count(beliefs_of(looked)[looked.move].score) - 1
        told = str(ConvergencePanel().sentence(looked))
        assert ("other move" in told) is (level > 0)
        assert level < 2 or f"{level} other moves" in told
        seen.add(level > 0)
    assert seen == {True, False}


def test_equal_chances_are_level_whatever_the_order_of_their_sums() -> None:
    """Of 5/6 and 5/6 one was larger in the last digit, and no other move had the same."""
    looked = replace(looked_at("tictactoe", "mc:exact", "..OX.O..X X"), at_end=True)
    chances = chances_of(looked)
    level = [move for move in chances if chances[move] == pytest.approx(max(chances.values()))]
    assert len(level) == 2 and chances[level[0]] != chances[level[1]]
    assert "One other move has the same" in str(ConvergencePanel().sentence(looked))


@pytest.mark.parametrize(
    ("playouts", "told"),
    [
        (1, "After 1 playout per move"),
        (7, "After 1 playout per move"),
        (10, "After 1 or 2 playouts per move"),
        (14, "After 2 playouts per move"),
        (25, "After 3 or 4 playouts per move"),
    ],
)
def test_the_playouts_per_move_are_those_of_every_move(playouts: int, told: str) -> None:
    """The sentence had those of the leader alone: 2 where four of seven moves had 1."""
    for seed in range(3):
        looked = replace(looked_at("connect4", f"mc:{playouts}", seed=seed), at_end=True)
        counts = {belief.visits for belief in beliefs_of(looked).values()}
        assert str(ConvergencePanel().sentence(looked)).startswith(f"{told}, column")
        assert told.startswith(f"After {' or '.join(map(str, sorted(counts)))} playout")


CROWDED = "XO..X.... O"  # its worst squares have 6 to 17 %


def drawn_plots(looked: InspectorFrame, ui: Ui, size: tuple[int, int]) -> Plots:
    """The plots at the end of a decision, drawn, with the texts in them."""
    ui.theme.heard = []
    end = replace(looked, at_end=True)
    drawn = stage(ConvergencePanel(), end, ui, size, Part.PICTURE)
    picture_of(drawn)
    ui.theme.heard = None
    plots = drawn.widget_group.find("plots")
    assert isinstance(plots, Plots)
    return plots


def test_a_plot_reaches_from_0_to_100_percent_and_its_ends_are_written() -> None:
    """Means of 6 and 15 % lay on the bottom line, which was 20 %."""
    looked, ui = looked_at("tictactoe", "mc:1000", CROWDED), make_ui()
    chances = chances_of(looked_at("tictactoe", "mc:exact", CROWDED))
    plots = drawn_plots(looked, ui, (760, 420))
    assert {"0%", "50%", "100%"} <= set(plots.drawn_texts)
    area = pygame.Rect(10, 10, 200, 100)
    plot = PlotArea(area, *plots.axes(ui))
    means = [belief.score for belief in beliefs_of(looked).values()]
    for value in (*chances.values(), *means, 0.0, 0.5, 1.0):
        assert value is not None
        assert plot.y(value) == pytest.approx(area.bottom - 100 * value, abs=0.51)


@pytest.mark.parametrize(("playouts", "last"), [(7, 1), (10, 2), (60, 9), (300, 43)])
def test_a_plot_ends_at_the_number_of_playouts_that_is_written_there(
    playouts: int, last: int
) -> None:
    """The second of two playouts was drawn at 30 % of an axis that ended with "2"."""
    looked, ui = looked_at("connect4", f"mc:{playouts}"), make_ui()
    plots = drawn_plots(looked, ui, (760, 420))
    area = pygame.Rect(10, 10, 200, 100)
    plot = PlotArea(area, *plots.axes(ui))
    assert plot.x(1) == area.left
    assert plot.x(last) == (area.right if last > 1 else area.left)
    assert {"1", str(last)} <= set(plots.drawn_texts)
