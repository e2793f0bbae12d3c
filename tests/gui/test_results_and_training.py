"""Results of the person, finished games opened again, and the training of the learner."""

from __future__ import annotations

import time

import pygame
import pytest

from engine.bots.learner import Learner
from engine.protocols import Value, bag_key, game_key
from engine.registry import make_game
from engine.saves import SavedGame
from gui.controls import ListBox
from gui.protocols import Open, Push
from gui.scenes.match import MatchScene
from gui.scenes.records import person_value, records
from gui.scenes.statistics import StatisticsScene
from gui.scenes.training import TrainingScene
from gui.scenes.training_rows import first_positions
from gui.screens import open_screen
from gui.services import Services
from gui.setup.screen import SetupScreen

SIZE = (1280, 800)


def press(scene: StatisticsScene | TrainingScene, key: int) -> object:
    event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
    return scene.handle(event)


def wait(scene: TrainingScene, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while scene.job is not None:
        assert time.monotonic() < end, "the training did not end"
        scene.update(0.05)
        time.sleep(0.002)


# -- results --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "result", "value"),
    [
        ("human", "random", "first", Value.WIN),
        ("human", "random", "second", Value.LOSS),
        ("random", "human", "first", Value.LOSS),
        ("random", "human", "second", Value.WIN),
        ("random", "human", "draw", Value.DRAW),
        ("human", "human", "first", None),
        ("random", "first", "draw", None),
    ],
)
def test_how_the_person_fared(first: str, second: str, result: str, value: Value | None) -> None:
    assert person_value(first, second, result) == value


def test_records_count_runs_of_wins_per_opponent() -> None:
    won, lost, drawn = (
        ("human", "random", "first"),
        ("random", "human", "first"),
        ("human", "random", "draw"),
    )
    found = records([won, won, lost, ("human", "mc:10", "first"), won, ("human", "human", "first")])
    assert list(found) == ["", "random", "mc:10"], "the last opponent first"
    random = found["random"]
    assert (random.won, random.drawn, random.lost) == (3, 0, 1)
    assert (random.run, random.best) == (1, 2)
    whole = found[""]
    assert (whole.games, whole.won, whole.run, whole.best) == (5, 4, 2, 2)
    assert records([drawn])["random"].run == 0
    assert records([("human", "human", "first")]) == {}


def finish(services: Services, first: str, second: str, moves: str, result: str) -> None:
    saved = SavedGame("tictactoe", {}, "......... X", first, second, 3, tuple(moves.split()))
    plies = len(saved.moves)
    services.store.add_game("tictactoe", first, second, 3, result, plies, saved.to_json())


def test_a_finished_game_is_opened_and_counted_only_once(services: Services) -> None:
    finish(services, "human", "random", "0 3 1 4 2", "first")
    scene = StatisticsScene(services, "tictactoe")
    scene.enter(SIZE)
    scene.desk.focus_key("list")
    going = press(scene, pygame.K_RETURN)
    assert isinstance(going, Push)
    match = going.scene
    assert isinstance(match, MatchScene)
    match.enter(SIZE)
    for _ in range(5):
        match.update(0.02)
    assert match.table.session.move_texts() == ["0", "3", "1", "4", "2"]
    assert match.table.outcome is not None
    assert len(services.store.games("tictactoe")) == 1
    match.leave()


def test_looking_at_a_finished_game_leaves_the_game_in_progress(services: Services) -> None:
    finish(services, "human", "random", "0 3 1 4 2", "first")
    services.store.keep_unfinished(None, "tictactoe", "the game in progress")
    scene = StatisticsScene(services, "tictactoe")
    scene.enter(SIZE)
    scene.review(0)
    assert isinstance(scene.next, Push)
    match = scene.next.scene
    assert isinstance(match, MatchScene)
    match.enter(SIZE)
    match.undo()
    match.jump(0)
    match.jump(5)
    assert services.store.unfinished("tictactoe")[0].saved == "the game in progress"
    assert len(services.store.games("tictactoe")) == 1
    match.leave()


def test_a_damaged_game_in_the_list_is_said_in_one_sentence(services: Services) -> None:
    services.store.add_game("tictactoe", "human", "random", 1, "first", 5, "{ nonsense")
    finish(services, "human", "nobody:3", "0 0", "first")
    scene = StatisticsScene(services, "tictactoe")
    scene.enter(SIZE)
    for index in (0, 1):
        scene.review(index)
        assert scene.next is None
        assert services.notices[-1].fault
        services.notices.clear()


def test_reset_counts_afresh_and_keeps_the_games(services: Services) -> None:
    finish(services, "human", "random", "0 3 1 4 2", "first")
    scene = StatisticsScene(services, "tictactoe")
    scene.enter(SIZE)
    assert scene.records["random"].won == 1
    scene.desk.focus_key("reset")
    press(scene, pygame.K_RETURN)
    assert scene.popup is not None
    press(scene, pygame.K_ESCAPE)
    assert scene.records
    press(scene, pygame.K_RETURN)
    press(scene, pygame.K_RETURN)
    assert scene.records == {}
    assert len(scene.games) == 1


def test_another_game_is_chosen_at_the_top(services: Services) -> None:
    finish(services, "human", "random", "0 3 1 4 2", "first")
    scene = StatisticsScene(services, "matches")
    scene.enter(SIZE)
    assert scene.desk.find("list") is None
    scene.choose_game(0)
    found = scene.desk.find("list")
    assert isinstance(found, ListBox)
    assert found.rows[0].words == "You – Random"
    assert found.rows[0].note == "You won · 5 moves · just now"


# -- training --------------------------------------------------------------------------------


def test_training_raises_the_score_and_is_kept(services: Services) -> None:
    scene = TrainingScene(services, "matches", {})
    scene.enter(SIZE)
    assert scene.known == 0
    scene.desk.focus_key("start")
    press(scene, pygame.K_RETURN)
    assert scene.job is not None
    wait(scene)
    report = scene.report
    assert report is not None
    assert (report.games, report.planned) == (1000, 1000)
    assert report.before is not None and report.after is not None
    assert report.after > 0.85 > 0.6 > report.before
    bags = services.store.load_bags(game_key(make_game("matches")))
    assert len(bags) == scene.known > 0


def test_stop_keeps_what_was_learned_and_measures(services: Services) -> None:
    scene = TrainingScene(services, "nim", {"heaps": "5,4,3,2,1"})
    scene.set_games("1000000")
    scene.enter(SIZE)
    scene.start()
    end = time.monotonic() + 20
    while scene.report is None or scene.report.games < 100:
        assert time.monotonic() < end
        scene.update(0.05)
        time.sleep(0.002)
    press(scene, pygame.K_ESCAPE)
    assert scene.next is None, "Esc stops the training before it leaves"
    wait(scene)
    assert scene.report is not None
    assert 100 <= scene.report.games < 1_000_000
    assert scene.report.after is not None
    assert scene.known > 0


def test_against_a_bot_only_the_learner_learns(services: Services) -> None:
    scene = TrainingScene(services, "matches", {})
    scene.set_games("50")
    scene.set_against("optimal")
    scene.enter(SIZE)
    scene.start()
    wait(scene)
    report = scene.report
    assert report is not None
    assert report.wins + report.draws + report.losses == 50


def test_forgetting_asks_first(services: Services) -> None:
    game = make_game("matches")
    services.store.add_to_bags(game_key(game), {bag_key(game, game.initial()): {1: 4}})
    scene = TrainingScene(services, "matches", {})
    scene.enter(SIZE)
    assert scene.known == 1
    scene.desk.focus_key("reset")
    press(scene, pygame.K_RETURN)
    press(scene, pygame.K_ESCAPE)
    assert scene.known == 1
    press(scene, pygame.K_RETURN)
    press(scene, pygame.K_RETURN)
    assert scene.known == 0
    assert services.store.load_bags(game_key(game)) == {}


@pytest.mark.parametrize("text", ["", "0", "abc", "1000001", "-3", "1.5", "9" * 30])
def test_an_impossible_number_is_said_below_the_field(services: Services, text: str) -> None:
    scene = TrainingScene(services, "matches", {})
    scene.enter(SIZE)
    scene.set_games(text)
    assert scene.fault is not None
    assert scene.games == 1000
    scene.start()
    assert scene.job is None
    scene.set_games("1,000,000")
    assert scene.fault is None
    assert scene.games == 1_000_000


def test_leaving_ends_the_training(services: Services) -> None:
    scene = TrainingScene(services, "matches", {})
    scene.set_games("1000000")
    scene.enter(SIZE)
    scene.start()
    job = scene.job
    assert job is not None
    scene.leave()
    end = time.monotonic() + 5
    while not job.done:
        assert time.monotonic() < end
        time.sleep(0.002)


def test_a_game_without_learner_says_so(services: Services) -> None:
    scene = TrainingScene(services, "connect4", {})
    scene.enter(SIZE)
    assert scene.desk.find("start") is None
    scene.start()
    assert scene.job is None


@pytest.mark.parametrize("name", ["tictactoe", "nim", "subtraction", "matches"])
def test_the_first_positions_start_at_the_start_and_have_a_choice(name: str) -> None:
    game = make_game(name)
    found = first_positions(game)
    assert found[0] == game.initial()
    assert all(len(game.moves(state)) > 1 for state in found)
    assert len({Learner().bags(game).place(state).key for state in found}) == len(found)


def test_the_training_opens_from_the_setup_with_its_options(services: Services) -> None:
    scene = SetupScreen(services, "matches")
    scene.model.players[1] = "learner"
    scene.enter(SIZE)
    scene.model.set_option("start", "21")
    scene.desk.focus_key("train1")
    event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    going = scene.handle(event)
    assert isinstance(going, Open)
    training = open_screen(services, going)
    assert isinstance(training, TrainingScene)
    assert dict(training.game.options)["start"] == "21"
