"""A match under the dummy driver: events in, positions out; bots in the worker."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from engine.messages import render
from engine.protocols import game_key
from engine.registry import GAMES
from engine.saves import from_json
from gui.boards.connect4 import ConnectFourView
from gui.match.screen import MatchScreen
from gui.match.start import match_from_options
from gui.match.thoughts import bag_rows
from gui.options import parse_window
from gui.services import Services
from tests.screen import the_screen

SIZE = (1280, 800)


@pytest.fixture
def match(services: Services) -> Callable[..., MatchScreen]:
    def make(*arguments: str) -> MatchScreen:
        scene = match_from_options(services, parse_window(arguments))
        assert isinstance(scene, MatchScreen)
        scene.enter(SIZE)
        return scene

    return make


def wait(scene: MatchScreen, until: Callable[[], bool], seconds: float = 10.0) -> None:
    """Let frames pass until something holds."""
    end = time.monotonic() + seconds
    surface = the_screen()
    while not until():
        assert time.monotonic() < end, "it did not happen in time"
        scene.update(0.02)
        if scene.dirty:
            scene.draw(surface)
        time.sleep(0.002)


def press(scene: MatchScreen, key: int, mod: int = 0, text: str = "") -> None:
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0))
    scene.update(0.02)


def click(scene: MatchScreen, place: tuple[int, int]) -> None:
    scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pygame.event.Event(kind, pos=place, button=1))
    scene.update(0.02)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_person_plays_a_whole_game_against_random(
    match: Callable[..., MatchScreen], game: str
) -> None:
    scene = match("--game", game, "--first", "human", "--second", "random")
    table = scene.table
    while table.outcome is None:
        wait(scene, lambda: table.human_turn or table.outcome is not None)
        if table.outcome is None:
            scene.play(table.game.moves(table.state)[0])
    kept = scene.services.store.games(game)
    assert len(kept) == 1
    assert from_json(kept[0].saved).moves == tuple(table.session.move_texts())
    assert scene.services.store.unfinished(game) == []


def test_a_late_answer_reaches_nobody(match: Callable[..., MatchScreen]) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "mc:1000000000")
    scene.play(3)
    wait(scene, lambda: scene.match.bots.thinking)
    job = scene.match.bots.job
    assert job is not None
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.table.session.ply == 0
    end = time.monotonic() + 2
    while not job.done:
        assert time.monotonic() < end, "the bot did not stop"
        time.sleep(0.001)
    for _ in range(20):
        scene.update(0.05)
    assert scene.table.session.ply == 0
    assert scene.table.human_turn


def test_play_now_answers_at_once(match: Callable[..., MatchScreen]) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "mc:1000000000")
    scene.play(3)
    wait(scene, lambda: scene.match.decision is not None and scene.match.bots.thinking)
    press(scene, pygame.K_RETURN, pygame.KMOD_CTRL)
    wait(scene, lambda: scene.table.session.ply == 2, 3)


def test_escape_stops_a_thinking_bot_and_go_on_lets_it_think_again(
    match: Callable[..., MatchScreen],
) -> None:
    scene = match("--game", "tictactoe", "--first", "mc:1000000000", "--second", "human")
    wait(scene, lambda: scene.match.bots.thinking)
    press(scene, pygame.K_ESCAPE)
    assert not scene.match.bots.thinking
    assert scene.table.waiting
    press(scene, pygame.K_RETURN, pygame.KMOD_CTRL)
    wait(scene, lambda: scene.match.bots.thinking)


def test_pause_holds_two_bots(match: Callable[..., MatchScreen]) -> None:
    scene = match("--game", "connect4", "--first", "random", "--second", "first")
    press(scene, pygame.K_p, text="p")
    for _ in range(40):
        scene.update(0.05)
    assert scene.table.session.ply == 0
    press(scene, pygame.K_p, text="p")
    wait(scene, lambda: scene.table.session.ply >= 2)


def test_clicks_that_mean_nothing_change_nothing(match: Callable[..., MatchScreen]) -> None:
    scene = match(
        "--game", "connect4", "--first", "human", "--second", "human", "--moves", "0 0 0 0 0 0"
    )
    scene.draw(the_screen())
    assert isinstance(scene.board_view, ConnectFourView)
    column = scene.board_view.column_rect(0).center
    click(scene, column)
    assert scene.table.session.ply == 6
    assert "full" in scene.services.notices[0].words
    click(scene, (5, 790))
    assert scene.table.session.ply == 6


def test_keys_play_and_digits_out_of_range_are_refused(match: Callable[..., MatchScreen]) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "human")
    press(scene, pygame.K_3, text="3")
    assert scene.table.session.moves == (3,)
    press(scene, pygame.K_9, text="9")
    assert scene.table.session.moves == (3,)
    assert "0 to 6" in scene.services.notices[0].words


def test_arrows_and_enter_play_on_a_focused_board(match: Callable[..., MatchScreen]) -> None:
    scene = match("--game", "tictactoe", "--first", "human", "--second", "human")
    scene.desk.focus_key("board")
    press(scene, pygame.K_LEFT)
    press(scene, pygame.K_RIGHT)
    press(scene, pygame.K_RETURN)
    assert scene.table.session.moves == (5,)


def test_hint_marks_a_winning_move_and_says_why(match: Callable[..., MatchScreen]) -> None:
    scene = match("--game", "matches", "--first", "human", "--second", "human")
    press(scene, pygame.K_h, text="h")
    wait(scene, lambda: scene.match.hint is not None)
    assert scene.table.game.move_text(scene.table.state, scene.match.hint or 0) == "3"
    assert "wins" in scene.services.notices[0].words


def test_analysis_shows_exact_values_and_marks_the_mistake(
    match: Callable[..., MatchScreen],
) -> None:
    scene = match("--game", "matches", "--first", "human", "--second", "human", "--moves", "1 2")
    press(scene, pygame.K_a, text="a")
    states = scene.table.session.all_states
    wait(scene, lambda: all(state in scene.match.analyst.known for state in states))
    assert scene.match.losses() == [2, 0]
    shown = scene.seen.board
    values = {estimate.move: estimate.value for estimate in shown.estimates}
    assert values == {0: -1, 1: -1, 2: -1}
    assert scene.seen.mistakes == 1


def test_a_damaged_opening_book_is_said_once_and_values_go_on(
    match: Callable[..., MatchScreen], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    book = tmp_path / "connect4.book"
    book.write_bytes(b"JOUONSC4")
    monkeypatch.setattr("engine.solvers.connect4.default_path", lambda: book)
    moves = "5 5 5 6 6 2 0 6 2 5 4 4 4 0 5 3 4 2 0 5 2 6 6 4 6 1"
    scene = match(
        "--game",
        "connect4",
        "--first",
        "human",
        "--second",
        "human",
        "--moves",
        moves,
        "--analysis",
    )
    wait(scene, lambda: scene.table.state in scene.match.analyst.known)
    assert all(estimate.value is not None for estimate in scene.seen.board.estimates)
    assert "opening book of Connect Four is damaged" in scene.services.notices[0].words
    scene.services.notices.clear()
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    wait(scene, lambda: scene.table.state in scene.match.analyst.known)
    assert not scene.services.notices


def test_paste_of_nonsense_leaves_the_table(
    match: Callable[..., MatchScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", "human", "--moves", "3 3")
    for text in ("", "XO....... X", "{", '{"format": 1}', "x" * 300_000, "5,4,3 0", "R" * 42):
        monkeypatch.setattr("gui.clipboard.get_text", lambda text=text: text)
        press(scene, pygame.K_v, pygame.KMOD_CTRL)
        assert scene.table.session.moves == (3, 3)
        assert scene.services.notices and scene.services.notices[0].fault


def test_a_pasted_position_can_be_undone(
    match: Callable[..., MatchScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = match("--game", "nim", "--first", "human", "--second", "human", "--moves", "1-2")
    monkeypatch.setattr("gui.clipboard.get_text", lambda: "3,4,5 1")
    press(scene, pygame.K_v, pygame.KMOD_CTRL)
    assert scene.table.session.text() == "3,4,5 1"
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.table.session.move_texts() == ["1-2"]


def test_the_learner_keeps_what_a_won_game_taught(match: Callable[..., MatchScreen]) -> None:
    scene = match(
        "--game", "matches", "--option", "start=2", "--first", "learner", "--second", "human"
    )
    table = scene.table
    while True:
        wait(scene, lambda: table.human_turn or table.outcome is not None)
        if table.outcome is None:
            scene.play(table.game.moves(table.state)[0])
        if table.outcome is not None and int(table.outcome) == 0:
            break
        if table.outcome is not None:
            table.alternate = False
            scene.offered().do("rematch")
    assert scene.match.keeper.learned == 1
    assert scene.services.store.load_bags("matches start=2 takes=1,2,3 misere=true")


def test_the_score_of_a_game_taken_back_is_taken_back(match: Callable[..., MatchScreen]) -> None:
    scene = match(
        "--game", "connect4", "--first", "human", "--second", "human", "--moves", "3 4 3 4 3 4"
    )
    scene.play(3)
    assert scene.table.series.wins == (1, 0)
    assert len(scene.services.store.games()) == 1
    scene.undo()
    assert scene.table.series.wins == (0, 0)
    assert scene.services.store.games() == []


def test_b2_inside_shows_the_bags_of_a_learner_in_second_seat(
    match: Callable[..., MatchScreen],
) -> None:
    scene = match("--game", "matches", "--option", "start=6", "--second", "learner")
    game, store = scene.table.game, scene.services.store
    # What it met as second player and what it met as first is the same bag.
    store.add_to_bags(game_key(game), {"5": {0: 90}, "4": {2: 380}})
    scene.play(game.parse_move(scene.table.state, "2"))
    wait(scene, lambda: scene.table.session.ply == 2)
    assert scene.match.decision is not None
    shown = {row.name: row.counts for row in bag_rows(scene.match) or ()}
    note = render(scene.match.decision.note)
    assert note.startswith("bag of 4: 3×381 "), note
    assert dict(shown["4"]) == {"1": 1, "2": 1, "3": 381}
    # It took 3 of 4 (all but surely): one is left for the person, who loses.
    scene.play(game.moves(scene.table.state)[0])
    wait(scene, lambda: scene.table.outcome is not None)
    rows = bag_rows(scene.match) or ()
    assert [row.name for row in rows if row.grown] == ["4"]
    assert dict({row.name: row.counts for row in rows}["4"])["3"] == 382
