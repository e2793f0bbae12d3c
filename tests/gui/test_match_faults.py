"""Faults of the match that were seen once, each as the test that keeps it from coming back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.messages import LANGUAGES
from engine.saves import from_json
from gui.boards.heap_graph import GraphCard, graph_card
from gui.boards.sides import pair_words
from gui.controls import Button
from gui.match.keeper import saved_game
from gui.match.screen import MatchScreen
from gui.match.start import match_from_options, open_saved
from gui.match.table import Players, new_table
from gui.options import parse_window
from gui.services import Services
from tests.gui.test_match_scene import SIZE, click, press, wait

Match = Callable[..., MatchScreen]


@pytest.fixture
def match(services: Services) -> Match:
    def make(*arguments: str) -> MatchScreen:
        scene = match_from_options(services, parse_window(arguments))
        assert isinstance(scene, MatchScreen)
        scene.enter(SIZE)
        return scene

    return make


def offered(scene: MatchScreen, key: str) -> Button:
    found = scene.desk.find(key)
    assert isinstance(found, Button)
    return found


@pytest.mark.parametrize("bot", ["mc:1000000000", "mcts:10000000", "alphabeta:40"])
def test_b1_undo_while_a_bot_thinks_shows_the_persons_turn_at_once(match: Match, bot: str) -> None:
    scene = match("--game", "connect4", "--first", "human", "--second", bot)
    scene.play(3)
    wait(scene, lambda: scene.match.bots.thinking and scene.match.decision is not None)
    job = scene.match.bots.job
    scene.undo()
    assert job is not None and job.cancelled
    assert not scene.match.bots.thinking
    assert scene.seen.board.estimates == ()
    assert scene.seen.board.legal == tuple(range(7))
    assert scene.tr(scene.seen.status.words) == "Your turn"
    assert not offered(scene, "play_now").enabled
    assert offered(scene, "hint").enabled
    assert scene.desk.find("spinner") is None


def asked(match: Match, services: Services) -> MatchScreen:
    """A match with teaching on, its question open, the bot to move."""
    services.change(replace(services.settings, teaching=True))
    scene = match("--game", "matches", "--first", "human", "--second", "first")
    wait(scene, lambda: scene.table.state in scene.match.analyst.known)
    scene.play(0)  # 16 - 1 leaves 15; only 3 wins
    assert scene.match.question is not None
    for _ in range(30):
        scene.update(0.05)
    assert scene.table.session.ply == 1, "the bot waits for the answer"
    return scene


@pytest.mark.parametrize("way", ["escape", "beside", "resize", "keep"])
def test_b7_a_take_back_question_closed_in_any_way_pauses_nothing(
    match: Match, services: Services, way: str
) -> None:
    scene = asked(match, services)
    if way == "resize":
        services.resize((960, 640))
        scene.enter((960, 640))
        assert scene.popup is not None, "the question is still open, so it is asked again"
    elif way == "beside":
        click(scene, (3, 3))
    if way == "keep":
        press(scene, pygame.K_TAB)
        press(scene, pygame.K_RETURN)
        scene.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode=""))
    else:
        press(scene, pygame.K_ESCAPE)
    assert scene.popup is None
    assert scene.match.question is None
    assert not scene.match.bots.paused
    wait(scene, lambda: scene.table.session.ply == 2)


def test_b7_taking_back_shows_the_position_before(match: Match, services: Services) -> None:
    scene = asked(match, services)
    press(scene, pygame.K_RETURN)
    scene.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode=""))
    assert scene.popup is None
    assert scene.table.session.ply == 0
    assert scene.table.human_turn


def test_b7_the_pause_of_the_person_outlives_the_question(match: Match, services: Services) -> None:
    scene = asked(match, services)
    scene.match.bots.paused = True
    press(scene, pygame.K_ESCAPE)
    for _ in range(30):
        scene.update(0.05)
    assert scene.match.bots.paused
    assert scene.table.session.ply == 1


def refused_file(folder: Path) -> Path:
    """A game of tic-tac-toe whose second player is a bot for heaps."""
    saved = saved_game(new_table("tictactoe", {}, Players("human", "random"), seed=1))
    path = folder / "kernel.jouons"
    path.write_text(replace(saved, second="kernel").to_json(), encoding="utf-8")
    return path


def test_c3_a_file_with_a_bot_that_cannot_play_its_game_is_refused(
    match: Match, services: Services, tmp_path: Path
) -> None:
    path = refused_file(tmp_path)
    assert open_saved(services, path) is None
    assert "‘kernel’ cannot play tictactoe" in services.notices[-1].words
    scene = match("--game", "nim", "--first", "human", "--second", "human", "--moves", "1-1")
    services.notices.clear()
    assert not scene.open_path(path)
    assert "‘kernel’ cannot play tictactoe" in services.notices[-1].words
    assert scene.table.session.move_texts() == ["1-1"]
    scene.match.open(
        from_json(json.dumps(json.loads(path.read_text()) | {"players": ["human"] * 2}))
    )
    assert scene.table.game.id == "tictactoe"


@pytest.mark.parametrize("language", LANGUAGES)
def test_c10_two_persons_are_not_you_against_you(services: Services, language: str) -> None:
    services.change(replace(services.settings, language=language))
    you = services.tr("match.you")
    assert you not in pair_words("human", "human", services.tr)
    assert you in pair_words("human", "mc:100", services.tr)


def test_c10_with_two_bots_the_next_starter_is_named(match: Match) -> None:
    moves = ["--moves", "0 3 1 4 2"]
    scene = match("--game", "tictactoe", "--first", "mc:10", "--second", "random", *moves)
    scene.table.counted = True
    scene.show()
    lines = [scene.tr(line) for line in scene.seen.status.lines]
    assert any("Random" in line for line in lines)
    assert not any("The bot" in line for line in lines)


@pytest.mark.parametrize("game", ["matches", "subtraction"])
def test_c10_after_the_end_nothing_is_said_of_moves_into_the_kernel(
    match: Match, game: str
) -> None:
    options = ["--option", "start=3", "--first", "human", "--second", "human"]
    scene = match("--game", game, *options, "--moves", "3")
    assert scene.table.outcome is not None
    rules: Any = scene.table.game
    card = graph_card(rules, scene.table.state, scene.ui.tr)
    assert isinstance(card, GraphCard)
    assert "kernel" not in card.words
