"""Looking inside a decision in the window: keys and clicks in, moments and marks out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pygame
import pytest

from engine.protocols import Value
from engine.registry import GAMES, make_bot, make_game
from engine.saves import SavedGame, save
from gui.inspector.decision_content import judged
from gui.inspector.ply_strip import PlyStrip
from gui.kit import Label
from gui.match.screen import MatchScreen
from tests.gui.driver import click, find, press, there, wait
from tests.gui.lab import SIZE
from tests.gui.matches import frame_of, opened, watched, whole
from tests.screen import the_screen
from tests.waiting import wait_for

pytestmark = pytest.mark.usefixtures("no_shapes")

Match = Callable[..., MatchScreen]


def played(match: Match, bot: str = "mcts:200", game: str = "connect4") -> MatchScreen:
    """A game in which the bot has made its first move, looked into."""
    scene = match("--game", game, "--first", bot, "--second", "human")
    wait(scene, lambda: scene.table.session.ply == 1)
    press(scene, pygame.K_i)
    watched(scene)
    return scene


def sentence(scene: MatchScreen) -> str:
    return find(scene, "sentence", Label).text


def test_i_opens_and_closes_and_it_stays_as_it_was_left(match: Match) -> None:
    scene = match("--game", "tictactoe", "--first", "random", "--second", "human")
    assert scene.widget_group.find("close_look") is None
    press(scene, pygame.K_i)
    assert scene.widget_group.find("close_look") is not None
    later = match("--game", "nim", "--first", "human", "--second", "random")
    assert later.widget_group.find("close_look") is not None
    press(later, pygame.K_ESCAPE)
    assert later.widget_group.find("close_look") is None
    assert not later.services.settings.inspector
    press(later, pygame.K_i)
    press(later, pygame.K_i)
    assert later.widget_group.find("close_look") is None


def test_the_decision_that_led_here_is_looked_into_and_comes_to_the_move_played(
    match: Match,
) -> None:
    scene = played(match)
    looked = frame_of(scene)
    assert looked.move == scene.table.session.all_moves[0]
    assert looked.at_end
    assert scene.inspector is not None
    assert scene.inspector.at == 0
    assert scene.view_model.board.marks is None, "the board shows the present position"
    assert scene.table.human_turn


def test_a_step_shows_the_position_before_with_its_marks_and_the_present_can_be_gone_back_to(
    match: Match,
) -> None:
    scene = played(match)
    press(scene, pygame.K_COMMA)
    assert scene.table.session.ply == 0
    looked = frame_of(scene)
    assert not looked.at_end
    assert scene.view_model.board.marks is not None
    press(scene, pygame.K_PERIOD)
    looked = frame_of(scene)
    assert looked.at_end
    press(scene, pygame.K_END)
    assert scene.table.session.ply == 1
    assert scene.table.human_turn


def test_the_board_marks_the_favourite_of_a_bot_alone_and_calls_it_so(match: Match) -> None:
    """A square that loses as soon was marked too, and both were told as "best move"."""
    people = ("--first", "human", "--second", "human", "--seed", "3")
    scene = opened(match, "--game", "tictactoe", "--position", "X...O...X O", *people)
    scene.match.inspected.ask("mc:2000")
    wait(scene, lambda: whole(scene) and scene.view_model.board.best is not None)
    wait(scene, lambda: all(each.value is not None for each in scene.view_model.board.estimates))
    board = scene.view_model.board
    assert {each.move for each in board.estimates if each.value is Value.LOSS} == {2, 6}
    assert board.best in (2, 6) and [*filter(board.is_best, range(9))] == [board.best]
    told = {move: scene.board.known_of(move) for move in range(9)}
    assert [move for move in told if scene.tr("spot.favourite") in told[move]] == [board.best]
    assert not any(scene.tr("spot.best") in words for words in told.values())


def test_space_plays_and_holds_unless_a_control_has_the_focus(match: Match) -> None:
    scene = played(match)
    scene.looking.go_to_step(0)
    scene.widget_group.focus_key("board", ring=False)
    press(scene, pygame.K_SPACE)
    assert scene.match.inspector.running
    wait(scene, lambda: scene.match.inspector.moment >= 1)
    press(scene, pygame.K_SPACE)
    assert not scene.match.inspector.running
    scene.widget_group.focus_key("close_look")
    press(scene, pygame.K_SPACE)
    assert scene.widget_group.find("strip") is None
    assert scene.table.session.ply == 0, "space played no move"


def test_the_strip_leads_to_every_ply_and_says_why_there_is_nothing_to_see(match: Match) -> None:
    scene = match(
        "--game", "connect4", "--first", "human", "--second", "mc:200", "--moves", "3 3 4"
    )
    wait(scene, lambda: scene.table.session.ply == 4)
    press(scene, pygame.K_i)
    strip = find(scene, "strip", PlyStrip)
    assert [ply.bright for ply in strip.plies] == [False, False, False, True]
    scene.draw(the_screen())
    pitch = strip._pitch
    click(scene, (strip.rect.x + pitch // 2, strip.rect.centery))
    assert scene.table.session.ply == 0
    assert scene.match.inspector.frame() is None
    assert "A person made this move (column 3)" in sentence(scene)
    scene.looking.show_ply(1)
    assert "was not saved with this game" in sentence(scene)
    assert scene.widget_group.find("think_again") is not None
    scene.looking.show_ply(3)
    looked = watched(scene)
    assert looked.move == scene.table.session.all_moves[3]


@pytest.mark.one_of(2)
@pytest.mark.parametrize(
    "player", ["mc:100", "mcts:100", "alphabeta:3", "optimal", "mastery:5", "random"]
)
def test_any_bot_can_be_asked_what_it_would_think_here(match: Match, player: str) -> None:
    moves = ["--moves", "3 3 4 2 3 3 2 2 1 0 0 0 1 1 5"]
    scene = opened(match, "--game", "connect4", "--first", "human", "--second", "human", *moves)
    assert scene.inspector is not None and scene.inspector.ask is not None
    assert scene.inspector.title.key == "inspector.your_turn"
    scene.looking.asking.open_player(player)
    looked = watched(scene)
    assert looked.player == player
    assert looked.state == scene.table.state
    assert scene.table.session.ply == 15, "nobody has moved"


def test_what_cannot_be_watched_is_one_sentence(match: Match) -> None:
    scene = opened(match, "--game", "connect4", "--first", "human", "--second", "human")
    scene.match.inspected.ask("kernel")
    scene.show()
    assert sentence(scene)
    assert "watch." not in sentence(scene)
    assert scene.match.inspector.frame() is None


def test_a_bot_at_the_table_is_seen_thinking_and_its_move_is_not_made_again(match: Match) -> None:
    scene = opened(match, "--game", "connect4", "--first", "human", "--second", "mcts:30000")
    scene.play(3)
    wait(scene, lambda: scene.match.inspector.frame() is not None)
    looked, playing = scene.match.inspector.frame(), scene.match.inspector.playing()
    assert looked is not None
    assert playing is not None
    if not looked.complete:
        assert not playing.ready
        assert not scene.commands()["run"].enabled
        assert scene.commands()["play_now"].primary
        assert scene.widget_group.find("play_now") is not None
    replay = scene.match.inspector.replay
    wait(scene, lambda: scene.table.session.ply == 2)
    watched(scene)
    assert scene.match.inspector.replay is replay, "what was taken down at the table is shown"
    assert scene.match.inspector.frame().move == scene.table.session.all_moves[1]  # type: ignore[union-attr]


def test_closing_while_it_is_made_again_ends_it_and_the_match_goes_on(match: Match) -> None:
    scene = opened(match, "--game", "connect4", "--first", "human", "--second", "mc:50")
    scene.match.inspected.ask("mc:1000000000")
    wait(scene, lambda: scene.match.inspector.busy)
    replay = there(scene.match.inspector.replay)
    press(scene, pygame.K_ESCAPE)
    wait_for(lambda: replay.job.done)
    scene.play(3)
    wait(scene, lambda: scene.table.session.ply == 2)


def test_undo_while_looking_inside_drops_what_was_looked_at(match: Match) -> None:
    scene = opened(match, "--game", "connect4", "--first", "human", "--second", "mcts:100")
    scene.play(3)
    wait(scene, lambda: scene.table.session.ply == 2)
    watched(scene)
    scene.undo()
    scene.update(0.02)
    assert scene.table.session.ply == 0
    scene.play(2)
    wait(scene, lambda: scene.table.session.ply == 2)
    looked = watched(scene)
    assert looked.state == scene.table.session.all_states[1]


def test_tab_goes_in_the_order_of_reading(match: Match) -> None:
    scene = played(match)
    order = [
        widget.key for widget in scene.widget_group.widgets if widget.focusable and widget.enabled
    ]
    wanted = ["inspector_ask", "strip", "phases", "tree", "scrubber", "run"]
    found = [key for key in order if key in wanted]
    assert found == wanted


def test_a_click_on_a_pill_goes_to_the_next_step_of_that_phase(match: Match) -> None:
    scene = played(match)
    scene.looking.go_to_step(0)
    for phase in ("select", "expand", "playout", "back_up", "select"):
        scene.looking.go_to_phase(phase)
        looked = frame_of(scene)
        assert looked.now is not None
        assert looked.now.phase == phase


def test_the_verdict_names_belief_and_truth(match: Match) -> None:
    scene = opened(match, "--game", "tictactoe", "--position", "X...O...X O", "--second", "human")
    scene.match.inspected.ask("mc:40000")
    wait(scene, lambda: whole(scene) and scene.match.inspector.truth((1,)) is not None)
    scene.show()
    would, best = find(scene, "verdict").judged  # type: ignore[attr-defined]
    assert would.move in ("2", "6")
    assert would.truth.value == -1
    assert best.truth.value == 0


def saved_in_the_third_game(match: Match, folder: Path, bot: str = "mcts:200") -> SavedGame:
    """A file of a series whose third game the bot has begun."""
    scene = match("--game", "connect4", "--first", bot, "--second", "human")
    scene.table.number = 2
    wait(scene, lambda: scene.table.session.ply == 1)
    save(folder / "third.jouons", scene.match.saved())
    return scene.match.saved()


@pytest.mark.parametrize("opened_in_another_match", [False, True])
def test_the_bot_of_an_opened_file_thinks_again_and_comes_to_the_move_it_made(
    match: Match, tmp_path: Path, opened_in_another_match: bool
) -> None:
    saved = saved_in_the_third_game(match, tmp_path)
    file = tmp_path / "third.jouons"
    scene = match("--game", "nim") if opened_in_another_match else match(str(file))
    if opened_in_another_match:
        assert scene.match.open_path(file)
    scene.toggle_look()
    scene.looking.show_ply(0)
    assert scene.table.decision_seed() == (saved.seed, 2, 0, 0)
    scene.looking.asking.think_again()
    looked = watched(scene)
    assert looked.move == scene.table.session.all_moves[0]
    assert scene.inspector is not None
    assert scene.inspector.title.key == "inspector.title.chose"


def test_a_bot_that_thinks_again_and_comes_to_another_move_says_so_and_can_still_be_asked(
    match: Match, tmp_path: Path
) -> None:
    saved = saved_in_the_third_game(match, tmp_path)
    scene = match("--game", "connect4")
    another = "0" if saved.moves[0] != "0" else "1"
    scene.match.open(replace(saved, moves=(another,)))
    scene.toggle_look()
    scene.looking.show_ply(0)
    scene.looking.asking.think_again()
    wait(scene, lambda: scene.match.inspector.notice is not None)
    assert another in sentence(scene) and saved.moves[0] in sentence(scene)
    assert "thinking again" in sentence(scene)
    scene.match.inspected.ask("mcts:200")
    looked = watched(scene)
    assert looked.move is not None
    assert scene.table.game.move_text(looked.state, looked.move) == saved.moves[0]


PLAYERS = ("mc:300", "mc:exact", "mcts:200", "alphabeta:3", "optimal", "kernel", "dfs", "learner")
WATCHED = [
    (game, player)
    for game in GAMES
    for player in PLAYERS
    if make_bot(player).supports(make_game(game)) is None
]
BY_TURNS = {
    (game, player)
    for (row, game), (column, player) in product(enumerate(GAMES), enumerate(PLAYERS))
    if (row + column) % 2 == 0
}


def test_a_move_as_good_as_the_best_is_named_the_best(match: Match) -> None:
    """Every first move holds the draw as long: the first of them is no better than the chosen."""
    scene = opened(match, "--game", "tictactoe", "--first", "human", "--second", "human")
    scene.match.inspected.ask("mc:400")
    wait(scene, lambda: whole(scene) and scene.match.inspector.truth((8,)) is not None)
    looked, panel = scene.match.inspector.frame(), scene.match.inspector.panel
    assert looked is not None
    assert panel is not None
    would, best = judged(looked, panel, scene.ui)
    assert would.move == best.move != "0"
    assert best.truth is not None


@pytest.mark.one_of(3)
@pytest.mark.parametrize(
    ("game", "player", "actions"),
    [
        # By default each game with every second player, by turns.
        *((*pair, 8) for pair in WATCHED if pair in BY_TURNS),
        *(pytest.param(*pair, 25, marks=pytest.mark.full) for pair in WATCHED),
    ],
)
def test_a_restless_hand_finds_no_moment_that_cannot_be_shown(
    match: Match, game: str, player: str, actions: int
) -> None:
    """Steps, tracks, clicks all over the picture, keys, tabs; every picture is drawn."""
    size = (SIZE, (960, 640))[PLAYERS.index(player) % 2]
    moves = ["--moves", "3 3 4 2 3 3 2 2 1 0 0 0 1 1 5"] if game == "connect4" else []
    scene = match("--game", game, "--first", "human", "--second", "human", *moves)
    scene.toggle_look()
    scene.match.inspected.ask(player)
    watched(scene)
    scene.enter(size)
    rng = np.random.default_rng(len(game) + len(player))
    keys = [pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN]
    keys += [pygame.K_COMMA, pygame.K_PERIOD, pygame.K_TAB, pygame.K_MINUS, pygame.K_PLUS]
    body = pygame.Rect(size[0] // 3, 120, size[0] * 2 // 3 - 40, 420)
    for _ in range(actions):
        kind = int(rng.integers(4))
        if kind == 0:
            scene.looking.scrub(float(rng.random()))
        elif kind == 1:
            place = (int(rng.integers(body.x, body.right)), int(rng.integers(body.y, body.bottom)))
            close = find(scene, "close_look")
            if not close.rect.inflate(20, 20).collidepoint(place):
                click(scene, place)
        elif kind == 2:
            press(scene, keys[int(rng.integers(len(keys)))])
        else:
            scene.looking.choose_page(int(rng.integers(2)))
        if scene.popup is not None:
            scene.close_popup()
        if scene.inspector is None:
            scene.toggle_look()
        scene.draw(the_screen())
        assert scene.inspector is not None
