"""The settings of a game: what is chosen is kept and reaches the match."""

from __future__ import annotations

import pygame
import pytest

from engine.registry import ALL_GAMES, GAMES, by_strength, make_game, rule_text, supported_players
from gui.kit import Button, Segments, TextField
from gui.match.screen import MatchScreen
from gui.players.choice import PlayerChoice
from gui.protocols import Open
from gui.services import Services
from gui.settings import GameSetup, Settings
from gui.setup.model import SetupModel
from gui.setup.screen import SetupScreen
from tests.gui.driver import enter, find, follow, press

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)


def opened(services: Services, game: str) -> SetupScreen:
    return enter(SetupScreen(services, game))


def press_space_on(scene: SetupScreen, key: str) -> None:
    """Focus a control and press Space on it."""
    scene.widget_group.focus_key(key)
    press(scene, pygame.K_SPACE)


def show_group(scene: SetupScreen, group: int) -> None:
    """Choose a group of players for the second seat."""
    find(scene, "group1", Segments).change(group)


@pytest.mark.parametrize("game", list(GAMES))
def test_everything_is_in_sight_at_1280x800(services: Services, game: str) -> None:
    """No scrolling for the usual window, whoever plays."""
    scene = opened(services, game)
    assert scene.widget_group.scrollers[0].maximum == 0
    for widget in scene.widget_group.widgets:
        assert widget.rect.right <= SIZE[0] and widget.rect.bottom <= SIZE[1]


@pytest.mark.parametrize("switch", ["hints", "analysis"])
def test_a_switch_is_kept_for_the_game_when_it_is_played(services: Services, switch: str) -> None:
    scene = opened(services, "nim")
    before = getattr(scene.model, switch)
    press_space_on(scene, switch)
    assert getattr(scene.model, switch) is not before
    scene.play()
    assert getattr(services.settings.setup("nim"), switch) is not before
    assert services.settings.last_game == "nim"
    assert getattr(services.settings.setup("matches"), switch) is before


def test_without_hints_the_match_gives_none(services: Services) -> None:
    from gui.match.screen import MatchScreen
    from gui.match.table import GameTable, Players

    scene = opened(services, "matches")
    press_space_on(scene, "hints")
    scene.play()
    match = MatchScreen(services, GameTable(scene.model.game(), Players("human", "human"), seed=1))
    match.enter(SIZE)
    assert find(match, "hint").enabled is False
    match.match.ask_hint()
    match.show()
    assert "Hints are turned off" in services.notices[0].text
    assert not match.match.hint_wanted


def test_a_wrong_position_is_said_below_its_field_and_a_right_one_starts(
    services: Services,
) -> None:
    scene = opened(services, "nim")
    scene.offered().do("from_position")
    for wrong in ("5,4,x 0", "1,2", "9" * 200):
        scene.model.type_position(wrong)
        scene.play()
        assert "position" in scene.model.faults
    scene.model.type_position("3,2 1")
    assert "position" not in scene.model.faults
    scene.play()
    assert not scene.model.is_faulty()


def test_a_match_starts_from_moves_in_the_field_of_the_position(services: Services) -> None:
    scene = opened(services, "nim")
    scene.offered().do("from_position")
    scene.model.type_position("1-2 1-9")
    assert scene.play() is None
    assert "Move 2" in str(scene.model.faults["position"])
    scene.model.type_position("1-2 3-1")
    asked = scene.play()
    match = follow(services, asked, MatchScreen)
    assert match.table.session.move_texts() == ["1-2", "3-1"] and match.table.record.given


def test_swap_and_defaults(services: Services) -> None:
    scene = opened(services, "connect4")
    texts = scene.model.texts()
    scene.offered().do("swap")
    assert scene.model.texts() == texts[::-1]
    scene.model.set_option("columns", "5")
    assert scene.model.game().columns == 5
    scene.offered().do("defaults")
    assert scene.model.game().columns == 7
    assert scene.model.texts() == ("human", services.settings.level)


def test_an_option_that_cannot_be_stops_play_and_is_said(services: Services) -> None:
    scene = opened(services, "nim")
    scene.model.set_option("heaps", "5,x")
    assert "rules" in scene.model.faults
    scene.play()
    assert services.settings.setup("nim").options == {}
    scene.model.set_option("heaps", "5,4")
    assert not scene.model.is_faulty()


def test_a_fault_of_a_number_goes_with_its_player() -> None:
    model = SetupModel(
        "connect4", Settings().with_setup("connect4", GameSetup({}, "human", "mcts:20000"))
    )
    model.players[1].set_number("many")
    assert model.texts() == ("human", "mcts:20000") and model.kept() is None
    model.swap()
    assert model.texts() == ("mcts:20000", "human") and not model.is_faulty()


def test_what_was_typed_wrongly_stays_in_its_field_until_something_else_is_chosen(
    services: Services,
) -> None:
    """The setup of a match as the arena does; Play waits, and goes on with another form."""
    scene = opened(services, "connect4")
    player = scene.model.players[1]
    player.take("mc:500")
    scene.rebuild()
    player.set_number("many")
    scene.rebuild()
    field = find(scene, "player1_number", TextField)
    assert (field.text, field.faulty) == ("many", True)
    scene.play()
    assert scene.next is None and player.fault is not None
    forms = find(scene, "form1", Segments)
    forms.change(1)
    assert player.text == "mc:500/move"
    assert not scene.model.is_faulty()


def test_a_bot_is_at_fault_in_a_game_it_does_not_play_and_in_no_other() -> None:
    choice = PlayerChoice("learner")
    choice.check(make_game("connect4"))
    assert choice.fault is not None and choice.text == "learner"
    choice.check(make_game("nim"))
    assert choice.fault is None


def test_another_game_keeps_what_was_chosen_for_the_first(services: Services) -> None:
    scene = opened(services, "nim")
    scene.model.set_option("heaps", "3,4")
    scene.choose_game(ALL_GAMES.index("matches"))
    assert scene.model.game_id == "matches"
    scene.choose_game(ALL_GAMES.index("nim"))
    assert scene.model.options["heaps"] == "3,4"
    scene.choose_game(ALL_GAMES.index("pocketcube"))
    assert scene.next == Open("lab", {"puzzle": "pocketcube"}, instead=True)


@pytest.mark.parametrize("game", ["tictactoe", "nim", "subtraction"])
def test_misere_is_explained_where_it_is_chosen(services: Services, game: str) -> None:
    scene = opened(services, game)

    def told() -> set[str]:
        labels = {getattr(widget, "note", "") for widget in scene.widget_group.widgets}
        return labels | {getattr(widget, "text", "") for widget in scene.widget_group.widgets}

    for choice in ("false", "true"):
        scene.model.set_option("misere", choice)
        scene.rebuild()
        assert scene.tr(rule_text(make_game(game, scene.model.options))) in told()
    assert any("loses" in str(words) for words in told())


def test_bots_by_name_stand_in_their_group_from_the_weakest_to_the_strongest(
    services: Services,
) -> None:
    scene = opened(services, "connect4")
    assert scene.widget_group.find("player1 mcts") is None
    show_group(scene, 1)
    assert scene.model.bots()[0] == "random" and scene.model.bots()[-1] == "optimal"
    assert find(scene, "player1 mcts").tooltip == services.tr("player.mcts.sentence")
    press_space_on(scene, "player1 mcts")
    assert scene.model.players[1].text == "mcts:2000"
    show_group(scene, 0)
    assert scene.model.players[1].text == services.settings.level, "a level again"


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_of_a_game_has_its_place_in_the_order_of_strength(game: str) -> None:
    made = make_game(game)
    assert sorted(GAMES[game].by_strength.split()) == sorted(supported_players(made))
    assert by_strength(made) == tuple(GAMES[game].by_strength.split())


def test_on_a_board_too_large_to_be_solved_perfect_is_called_nearly_perfect(
    services: Services,
) -> None:
    """The name follows the size that is chosen, and so does what is promised of it."""
    scene = opened(services, "connect4")
    for columns, rows, kind in (("8", "7", "perfect.nearly"), ("7", "5", "perfect")):
        scene.model.set_option("columns", columns)
        scene.model.set_option("rows", rows)
        scene.rebuild()
        button = find(scene, "player1 perfect", Button)
        assert button.label == services.tr(f"player.{kind}.name")
        assert button.tooltip == services.tr(f"player.{kind}.sentence")


@pytest.mark.parametrize(
    ("game_id", "option", "text", "sentence"),
    [
        ("matches", "start", "", "For ‘Start’, give a whole number from 1 to 999."),
        (
            "nim",
            "heaps",
            "5,x",
            "For ‘Heaps’, give up to 12 whole numbers from 1 to 99, separated by commas.",
        ),
        *(
            ("connect4", "columns", text, "For ‘Columns’, give a whole number from 4 to 8.")
            for text in ("12", "²")
        ),
    ],
)
def test_a_faulty_option_is_called_as_on_the_screen(
    services: Services, game_id: str, option: str, text: str, sentence: str
) -> None:
    scene = opened(services, game_id)
    scene.model.set_option(option, text)
    scene.rebuild()
    assert services.tr(scene.model.faults["rules"]) == sentence
    assert scene.widget_group.find("fault") is not None
