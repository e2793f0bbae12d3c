"""The training of the learner: the plan, the games, what is kept of them."""

from __future__ import annotations

import pygame
import pytest

from engine.bots.learner import Learner
from engine.bots.training import TrainingReport
from engine.messages import JouonsError
from engine.protocols import bag_key, game_key
from engine.registry import make_game
from gui.inspector.bags import BagGrid
from gui.kit.chart import Chart, LineSeries
from gui.kit.fields import FieldFault
from gui.services import Services
from gui.setup.screen import SetupScreen
from gui.training.screen import TrainingScreen
from gui.worker import Job
from tests.gui.driver import enter, enter_on, find, follow, labels_of, press, there, wait
from tests.waiting import let_pass, wait_for

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)


def entered(services: Services, game: str) -> TrainingScreen:
    return enter(TrainingScreen(services, game, {}))


def wait_for_work(scene: TrainingScreen) -> None:
    model = scene.model
    let_pass(lambda: scene.update(0.05), lambda: model.job is None and not model.loading)


def test_the_number_follows_the_slider(services: Services) -> None:
    scene = entered(services, "matches")
    scene.model.set_games("none")
    scene.rebuild()
    scene.widget_group.focus_key("games slider")
    press(scene, pygame.K_END)
    assert scene.model.games == 100_000
    assert getattr(find(scene, "games"), "text", "") == "100,000"
    assert not any(isinstance(widget, FieldFault) for widget in scene.widget_group.widgets)
    assert scene.widget_group.focus is scene.widget_group.find("games slider")


def test_training_raises_the_score_and_is_kept(services: Services) -> None:
    scene = entered(services, "matches")
    assert scene.model.known == 0
    enter_on(scene, "start")
    assert scene.model.job is not None
    wait_for_work(scene)
    report = there(scene.model.report)
    assert (report.games, report.planned) == (1000, 1000)
    assert report.before is not None and report.after is not None
    assert report.after > 0.85 > 0.6 > report.before
    # Two measurements of the same bags differ a little: the number of games says how much.
    labels = labels_of(scene)
    assert any("games each time: 1,000" in text for text in labels)
    bags = services.store.load_bags(game_key(make_game("matches")))
    assert len(bags) == scene.model.known > 0


def test_stop_keeps_what_was_learned_and_measures(services: Services) -> None:
    scene = TrainingScreen(services, "nim", {"heaps": "5,4,3,2,1"})
    scene.model.set_games("1000000")
    scene.enter(SIZE)
    scene.start()
    wait(scene, lambda: scene.model.report is not None and scene.model.report.games >= 100)
    # Bags full of beads never stand below "Nothing learned yet".
    learned = [bag for bag in scene.model.bags.bags if not bag.untouched]
    assert scene.model.known >= len(learned) > 0
    press(scene, pygame.K_ESCAPE)
    assert scene.next is None, "Esc stops the training before it leaves"
    assert scene.model.stopping and scene.tr("training.stopping") in labels_of(scene)
    wait_for_work(scene)
    assert scene.model.report is not None
    assert 100 <= scene.model.report.games < 1_000_000
    assert scene.model.report.after is not None
    assert scene.model.known > 0


def test_it_is_measured_before_the_first_game_and_after_the_last(services: Services) -> None:
    model = TrainingScreen(services, "nim", {}).model
    assert not model.measuring
    model.job = Job(lambda context: TrainingReport(10, 10, 0, 0, 0), 0)
    for games, before, measured in ((0, None, True), (0, 0.5, False), (10, 0.5, True)):
        model.report = TrainingReport(10, games, 0, 0, 0, before)
        assert model.measuring is measured


def test_a_training_that_could_not_begin_says_why_and_has_no_result(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def train(*_: object) -> None:
        raise JouonsError("store.not_written", reason="database is locked")

    monkeypatch.setattr("engine.bots.training.train", train)
    scene = TrainingScreen(services, "nim", {})
    scene.enter(SIZE)
    scene.start()
    wait_for_work(scene)
    assert "database is locked" in services.notices[-1].text
    assert scene.model.report is None and scene.tr("training.idle") in labels_of(scene)


def test_against_a_bot_only_the_learner_learns(services: Services) -> None:
    scene = TrainingScreen(services, "matches", {})
    scene.model.set_games("50")
    scene.model.set_against("optimal")
    scene.enter(SIZE)
    scene.start()
    wait_for_work(scene)
    report = there(scene.model.report)
    assert report.wins + report.draws + report.losses == 50


def test_forgetting_asks_first(services: Services) -> None:
    game = make_game("matches")
    services.store.add_to_bags(game_key(game), {bag_key(game, game.initial()): {1: 4}})
    scene = entered(services, "matches")
    wait_for_work(scene)
    assert scene.model.known == 1
    enter_on(scene, "reset")
    press(scene, pygame.K_ESCAPE)
    assert scene.model.known == 1
    press(scene, pygame.K_RETURN)
    press(scene, pygame.K_TAB)
    press(scene, pygame.K_RETURN)
    assert scene.model.known == 0
    assert services.store.load_bags(game_key(game)) == {}


@pytest.mark.parametrize("text", ["", "0", "abc", "1000001", "-3", "1.5", "²", "9" * 30])
def test_an_impossible_number_is_said_below_the_field(services: Services, text: str) -> None:
    scene = entered(services, "matches")
    scene.model.set_games(text)
    assert scene.model.fault is not None
    assert scene.model.games == 1000
    scene.start()
    assert scene.model.job is None
    scene.model.set_games("1,000,000")
    assert scene.model.fault is None
    assert scene.model.games == 1_000_000


def test_leaving_ends_the_training(services: Services) -> None:
    scene = TrainingScreen(services, "matches", {})
    scene.model.set_games("1000000")
    scene.enter(SIZE)
    scene.start()
    job = there(scene.model.job)
    scene.leave()
    wait_for(lambda: job.done)


def test_a_game_without_learner_says_so(services: Services) -> None:
    scene = entered(services, "connect4")
    assert scene.widget_group.find("start") is None
    scene.start()
    assert scene.model.job is None


@pytest.mark.parametrize("name", ["tictactoe", "nim", "subtraction", "matches"])
def test_every_bag_of_the_game_is_shown(services: Services, name: str) -> None:
    scene = entered(services, name)
    assert scene.model.loading, "the worker walks through the game"
    wait_for_work(scene)
    game = scene.model.game
    bags = scene.model.bags
    learner = Learner()
    met, waiting = set(), [game.initial()]
    while waiting:
        state = waiting.pop()
        if game.moves(state) and learner.bags(game).place(state).key not in met:
            met.add(learner.bags(game).place(state).key)
            waiting += [game.play(state, move) for move in game.moves(state)]
    assert {bag.entry.bag for bag in bags.bags} == met
    assert all(bag.untouched for bag in bags.bags)
    assert isinstance(scene.widget_group.find("bags"), BagGrid)


def test_the_bags_and_the_curve_grow_while_it_trains(services: Services) -> None:
    scene = TrainingScreen(services, "nim", {})
    scene.model.set_games("1000000")
    scene.enter(SIZE)
    scene.start()
    let_pass(lambda: scene.update(0.05), lambda: scene.model.bags.games >= 200)
    seen = scene.model
    assert seen.job is not None
    assert any(not bag.untouched for bag in seen.bags.bags)
    grid, curve = scene.widget_group.find("bags"), scene.widget_group.find("inspector curve")
    assert isinstance(grid, BagGrid) and isinstance(curve, Chart)
    (line,) = (mark for mark in curve.marks if isinstance(mark, LineSeries))
    assert grid.view_model.games == curve.horizontal.high > 0 and len(line.points) > 3
    scene.model.stop()
    wait_for_work(scene)
    kept = services.store.learning(game_key(scene.model.game))
    seen = scene.model
    assert (seen.bags.games, seen.bags.curve) == (kept.games, kept.curve)
    assert seen.report is not None and kept.games == seen.report.games


def test_the_training_opens_from_the_setup_with_its_options(services: Services) -> None:
    scene = SetupScreen(services, "matches")
    scene.model.players[1].take("learner")
    scene.enter(SIZE)
    scene.model.set_option("start", "21")
    going = enter_on(scene, "train1")
    training = follow(services, going, TrainingScreen)
    assert dict(training.model.game.options)["start"] == "21"
