"""The first screen: every game in sight, and one click or key from a match."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from engine.messages import LANGUAGES
from engine.registry import ALL_GAMES, GAMES, PUZZLES
from gui.access.tree import ROOT, NodeIds, TreeBuilder
from gui.kit import Button
from gui.kit.screen import Screen
from gui.match.screen import MatchScreen
from gui.pages.menu import MenuScreen
from gui.pages.menu_tiles import MenuTile, PuzzleCard
from gui.people import CHOICES
from gui.protocols import Open
from gui.services import Services
from gui.settings import GameSetup, from_json, to_json
from tests.gui.driver import click, enter, enter_on, find, follow, press, there, widgets_of
from tests.gui.lab import opened_on
from tests.gui.matches import entered_match
from tests.gui.rooms import ServicesIn
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")


def opened(services: Services) -> MenuScreen:
    return enter(MenuScreen(services))


def tiles(scene: MenuScreen) -> list[MenuTile]:
    return widgets_of(scene, MenuTile)


def in_sight(scene: MenuScreen) -> pygame.Rect:
    """Return the part of the window where nothing covers a tile."""
    if scene.widget_group.scrollers:
        return scene.widget_group.scrollers[0].body
    quit_button = find(scene, "quit")
    width, _height = scene.services.size
    return pygame.Rect(0, 0, width, quit_button.rect.y)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 800), (2560, 1440)])
def test_every_game_is_in_sight(
    services_in: ServicesIn, size: tuple[int, int], language: str
) -> None:
    scene = opened(services_in(size, 1.0, language))
    found = tiles(scene)
    assert [tile.game for tile in found] == [*GAMES, *PUZZLES, "learn"]
    assert not any(each.maximum for each in scene.widget_group.scrollers)
    assert all(in_sight(scene).contains(tile.rect) for tile in found)


def test_arrows_walk_over_the_tiles_and_enter_opens_one(services: Services) -> None:
    scene = opened(services)
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT):
        press(scene, key)
    focus = scene.widget_group.focus
    assert focus is not None and focus.key == list(GAMES)[4]
    assert isinstance(press(scene, pygame.K_RETURN), Open)
    assert services.settings.last_game == list(GAMES)[4]


@pytest.mark.parametrize("scene", ["match", "setup"])
def test_after_the_cube_a_match_and_a_setup_open_on_the_last_game(
    services: Services, scene: str
) -> None:
    """It was kept as the last game, and the window ended with a sentence or a fault."""
    menu = opened(services)
    menu.new_game("nim")
    menu.new_game("pocketcube")
    assert services.settings.last_game == "nim"
    kept = to_json(replace(services.settings, last_game="pocketcube"))
    services.settings = from_json(kept)
    opened_on(services, "--scene", scene)[-1].enter(services.size)


def test_the_games_are_what_tab_and_a_reader_meet_first(services: Services) -> None:
    """Before the loudspeaker and before who plays."""
    menu = opened(services)
    stops = [widget.key for widget in menu.widget_group.widgets if widget.focusable]
    assert stops[: len(ALL_GAMES)] == list(ALL_GAMES)
    assert stops.index("sound") > len(ALL_GAMES) and stops.index("sound") < stops.index("arena")
    menu.widget_group.move_focus(1)
    assert menu.widget_group.focus is menu.widget_group.find(ALL_GAMES[0])
    tree = TreeBuilder(menu, (), NodeIds()).tree
    told = [tree.nodes[number].said for number in tree.nodes[ROOT].children]
    names = [said.name for said in told if said.press is not None]
    assert [name.split(".")[0] for name in names[: len(ALL_GAMES)]] == [
        menu.tr(f"game.{game}.name") for game in ALL_GAMES
    ]
    assert told[0].name == "Jouons"


# -- who plays -------------------------------------------------------------------------------------


def clicked(scene: Screen, key: str, share: float = 0.5) -> Open | None:
    """Click in a widget, so far from its left edge; where that leads."""
    box = find(scene, key).rect
    going = click(scene, (round(box.x + share * box.w), box.centery))
    assert going is None or isinstance(going, Open)
    return going


@pytest.mark.one_of(3)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("index", range(len(CHOICES)))
def test_a_level_starts_within_two_clicks(services: Services, game: str, index: int) -> None:
    scene = opened(services)
    assert clicked(scene, "levels", (index + 0.5) / len(CHOICES)) is None
    going = clicked(scene, game)
    assert going is not None and going.arguments["players"] == ("human", CHOICES[index])
    match = follow(services, going, MatchScreen)
    assert match.table.players.second == CHOICES[index]


@pytest.mark.parametrize("game", GAMES)
def test_two_people_start_within_two_clicks(services: Services, game: str) -> None:
    services.change(replace(services.settings, people=("Anna", "Leo")))
    scene = opened(services)
    clicked(scene, "people", 0.75)
    assert all("Anna against Leo" in tile.who for tile in tiles(scene) if tile.game in GAMES)
    assert not find(scene, "levels").enabled
    going = there(clicked(scene, game))
    match = follow(services, going, MatchScreen)
    assert match.table.players.names == ("Anna", "Leo")


def test_who_plays_is_kept(services: Services) -> None:
    scene = opened(services)
    clicked(scene, "levels", 0.9)
    kept = from_json(to_json(services.settings))
    assert kept.level == "fit" and not kept.two_players
    clicked(scene, "people", 0.75)
    assert from_json(to_json(services.settings)).two_players


def test_what_a_games_setup_said_is_over_when_the_menu_says_otherwise(services: Services) -> None:
    own = GameSetup({"heaps": "3,4,5"}, "mc:10", "human")
    services.change(services.settings.with_setup("nim", own))
    scene = opened(services)
    tile = find(scene, "nim", MenuTile)
    assert tile.who == "You against Monte Carlo 10"
    clicked(scene, "levels", 0.1)
    tile = find(scene, "nim", MenuTile)
    assert tile.who == "You against the computer (Easy)"
    assert services.settings.setup("nim").options == {"heaps": "3,4,5"}, "only the players"


def test_levels_without_room_side_by_side_are_a_menu(services_in: ServicesIn) -> None:
    scene = opened(services_in((960, 640), 2.0, "fr"))
    assert scene.widget_group.find("levels") is None
    clicked(scene, "level")
    assert scene.popup is not None
    lines = widgets_of(scene.popup, Button)
    assert [line.label for line in lines] == ["Facile", "Moyen", "Difficile", "Parfait", "Adapté"]
    lines[3].action()
    assert scene.services.settings.level == "perfect"


def test_the_tile_says_the_rule_of_the_game_that_a_click_begins(services: Services) -> None:
    """It said the usual rule while the click opened 999 matches with other takes."""
    setup = services.settings.setup("matches")
    options = {**setup.options, "start": "999", "takes": "2,4"}
    services.settings = services.settings.with_setup("matches", replace(setup, options=options))
    menu = opened(services)
    said = {name: menu.widget_group.find(name) for name in ("matches", "connect4")}
    matches, connect4 = said["matches"], said["connect4"]
    assert isinstance(matches, MenuTile) and isinstance(connect4, MenuTile)
    assert matches.sentence == "Take 2 or 4. Whoever cannot take any more wins."
    assert connect4.sentence == services.tr("game.connect4.tile")


def test_the_puzzle_of_the_day_is_on_the_menu_and_opens(services: Services) -> None:
    scene = opened(services)
    let_pass(lambda: scene.update(0.02), lambda: scene.puzzle is not None)
    assert scene.puzzle is not None
    assert find(scene, "puzzle", PuzzleCard).puzzle is scene.puzzle
    going = clicked(scene, "puzzle")
    assert going == Open("puzzles", {"game_id": scene.puzzle.problem.game})
    scene.release_worker()


def test_results_open_at_the_game_finished_last(services: Services) -> None:
    """They opened at the game begun last, and said that no game was finished."""
    scene = opened(services)
    services.change(replace(services.settings, last_game="matches"))
    assert clicked(scene, "results") == Open("statistics", {"game_id": "matches"})
    services.store.add_game("nim", "human", "easy", 1, "first", 9, "{}")
    services.store.add_game("tictactoe", "human", "easy", 2, "second", 9, "{}")
    assert clicked(scene, "results") == Open("statistics", {"game_id": "tictactoe"})
    scene.release_worker()


@pytest.mark.parametrize("by_key", [False, True])
def test_a_tile_in_progress_offers_a_new_game_with_the_choice_above(
    services: Services, by_key: bool
) -> None:
    """The choice was without effect on it, and nothing in sight told how to begin anew."""
    match = entered_match(services, "--game", "connect4", "--second", "human")
    match.play(3)
    match.leave()
    scene = opened(services)
    scene.choose_level(CHOICES.index("easy"))
    assert "Easy" in find(scene, "new connect4", Button).tooltip
    assert scene.widget_group.find("new nim") is None, "the tile itself begins one"
    if by_key:
        going = enter_on(scene, "new connect4")
    else:
        going = clicked(scene, "new connect4")
    assert isinstance(going, Open) and going.arguments["players"] == ("human", "easy")
    going = clicked(scene, "connect4")
    assert going is not None and "saved" in going.arguments, "a click beside it goes on"


@pytest.mark.one_of(2)
@pytest.mark.parametrize("size", [(960, 640), (1280, 800), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize(("scale", "rows"), [(1.5, 2), (2.0, 1)])
def test_rows_of_tiles_are_in_sight_with_large_letters(
    services_in: ServicesIn, size: tuple[int, int], scale: float, rows: int
) -> None:
    """At 150 % half a row of tiles was in sight at 1280x800, and none at 200 %."""
    for language in LANGUAGES:
        scene = opened(services_in(size, scale, language))
        whole = {tile.rect.y for tile in tiles(scene) if in_sight(scene).contains(tile.rect)}
        assert len(whole) >= rows, language
        theme = scene.ui.theme
        least = 50 if size == (960, 640) or scale < 2 else 78  # below it pictures were strips
        assert all(
            tile._art_bottom(theme) - tile.rect.y >= theme.px(least) for tile in tiles(scene)
        )
