"""The examples in the window: listed, opened at their position, asking the bot they are about."""

from __future__ import annotations

import time

import pytest

from engine.examples import EXAMPLES, Example
from engine.registry import GAMES
from gui.inspector.inspector_frame import InspectorFrame
from gui.kit.screen import Screen
from gui.lab.screen import LabScreen
from gui.match.screen import MatchScreen
from gui.pages.examples import ExampleCard, ExamplesScreen
from gui.protocols import Open, Pop
from gui.screens import open_screen
from gui.services import Services
from tests.examples.test_examples import asked
from tests.gui.lab import SIZE

PLAYED = [example for example in EXAMPLES if example.game in GAMES]


def listed(services: Services) -> ExamplesScreen:
    screen = ExamplesScreen(services)
    screen.enter(SIZE)
    return screen


def open_one(services: Services, example: Example) -> Screen:
    """Press its card, and go where that leads."""
    screen = listed(services)
    card = screen.widget_group.find(f"example_{example.id}")
    assert isinstance(card, ExampleCard)
    card.action()
    assert isinstance(screen.next, Open)
    found = open_screen(services, screen.next)
    assert isinstance(found, Screen)
    found.enter(SIZE)
    return found


def test_every_example_has_a_card(services: Services) -> None:
    cards = [w for w in listed(services).widget_group.widgets if isinstance(w, ExampleCard)]
    assert [card.example for card in cards] == list(EXAMPLES)


@pytest.mark.parametrize("example", PLAYED, ids=lambda example: example.id)
def test_a_card_opens_its_position_with_its_bot_asked(services: Services, example: Example) -> None:
    screen = open_one(services, example)
    assert isinstance(screen, MatchScreen)
    game, state = screen.table.game, screen.table.state
    assert game.id == example.game
    assert not example.position or game.text(state) == example.position
    assert {name: game.options[name] for name in example.options} == dict(example.options)
    assert screen.table.human_turn, "one can try it"
    found = looked(screen)
    assert found.player == example.player
    assert found.state == state
    assert found.move in game.moves(state)
    screen.leave()


def looked(screen: MatchScreen) -> InspectorFrame:
    """What the look inside shows once the decision is made."""
    found = None
    while found is None or not found.complete:
        screen.update(0.02)
        time.sleep(0.001)
        found = screen.match.inspector.frame()
    return found


def test_what_is_looked_into_is_the_decision_the_sentence_is_about(services: Services) -> None:
    for name in ("late", "many_games", "naive"):
        example = next(each for each in EXAMPLES if each.id == name)
        screen = open_one(services, example)
        assert isinstance(screen, MatchScreen)
        found = looked(screen)
        assert found.move is not None
        assert found.game.move_text(found.state, found.move) == asked(name)[0]
        screen.leave()


def test_the_cube_opens_with_its_search_looked_into(services: Services) -> None:
    example = next(each for each in EXAMPLES if each.game == "pocketcube")
    screen = open_one(services, example)
    assert isinstance(screen, LabScreen)
    assert screen.lab.inside.open
    look = None
    while look is None or look.searched.length is None:
        screen.update(0.02)
        time.sleep(0.001)
        look = screen.lab.inside.frame()
    assert (look.searched.length, look.searched.count) == (10, 5)
    screen.leave()


@pytest.mark.parametrize("game", ["tictactoe", "pocketcube"])
def test_f6_one_step_leads_back_from_an_example(services: Services, game: str) -> None:
    example = next(each for each in EXAMPLES if each.game == game)
    screen = open_one(services, example)
    screen.back()
    assert isinstance(screen.next, Pop) and not services.settings.inspector
    screen.leave()


@pytest.mark.parametrize("where", ["menu", "match", "lab"])
def test_they_are_one_command_away(services: Services, where: str) -> None:
    wanted = Open("match", {"game": _nim(), "players": ("human", "human")})
    wanted = {"match": wanted, "lab": Open("lab", {"puzzle": "pocketcube"})}.get(where, Open(where))
    screen = open_screen(services, wanted)
    assert isinstance(screen, Screen)
    screen.enter(SIZE)
    screen.offered().do("examples")
    assert screen.next == Open("examples")
    screen.leave()


def _nim() -> object:
    from engine.registry import make_game

    return make_game("nim", {})
