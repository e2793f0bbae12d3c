"""The first screen: every game in sight, and one click or key from a match."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

import engine.arena.pool
from engine.messages import LANGUAGES, Message, message
from engine.puzzles.problems import day_problem
from engine.registry import ALL_GAMES, GAMES, PUZZLES
from engine.store.store_file import StoreFile
from gui.access.tree import ROOT, NodeIds, TreeBuilder
from gui.arena.base import arena_of
from gui.arena.form import ExperimentForm, ExperimentKind
from gui.arena.screen import ArenaScreen
from gui.exercises.today import TodaysPuzzle
from gui.kit import Button
from gui.kit.screen import Screen
from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.pages.menu import FOOT, REFRESH_SECONDS, MenuScreen
from gui.pages.menu_tiles import MenuTile
from gui.pages.puzzle_card import PuzzleCard
from gui.people import CHOICES, computer_name
from gui.protocols import Open
from gui.screens import open_screen
from gui.services import Services
from gui.settings import GameSetup, Settings, SettingsFile, from_json, to_json
from gui.theme import page_size
from tests.gui.driver import click, find, press
from tests.gui.lab import opened_on
from tests.gui.questions import match_from_options
from tests.gui.scenes import SCENES, make_services
from tests.screen import the_screen
from tests.waiting import let_pass, wait_for

pytestmark = pytest.mark.usefixtures("no_shapes")


def opened(folder: Path, size: tuple[int, int], language: str, scale: float = 1.0) -> MenuScreen:
    pygame.display.init()
    pygame.display.set_mode(page_size(size, scale))
    settings = Settings(muted=True, motion="NONE", language=language, text_scale=scale)
    services = Services(settings, SettingsFile(folder), folder, size, language, 7)
    scene = MenuScreen(services)
    scene.enter(services.size)
    return scene


def tiles(scene: MenuScreen) -> list[MenuTile]:
    return [widget for widget in scene.widget_group.widgets if isinstance(widget, MenuTile)]


def in_sight(scene: MenuScreen) -> pygame.Rect:
    """Return the part of the window where nothing covers a tile."""
    body = scene.widget_group.body
    if body is not None:
        return body
    quit_button = scene.widget_group.find("quit")
    assert quit_button is not None
    width, _height = scene.services.size
    return pygame.Rect(0, 0, width, quit_button.rect.y)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 800), (2560, 1440)])
def test_every_game_is_in_sight(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    scene = opened(tmp_path, size, language)
    found = tiles(scene)
    assert [tile.game for tile in found] == [*GAMES, *PUZZLES, "learn"]
    assert scene.widget_group.max_scroll == 0
    assert all(in_sight(scene).contains(tile.rect) for tile in found)
    scene.services.close()


def test_arrows_walk_over_the_tiles_and_enter_opens_one(services: Services) -> None:
    services.change(replace(services.settings))
    scene = MenuScreen(services)
    scene.enter(services.size)
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT):
        scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
    focus = scene.widget_group.focus
    assert focus is not None and focus.key == list(GAMES)[4]
    enter = {"key": pygame.K_RETURN, "mod": 0, "unicode": "\r", "scancode": 0}
    kinds = (pygame.KEYDOWN, pygame.KEYUP)
    steps = [scene.handle(pygame.event.Event(kind, enter)) for kind in kinds]
    assert any(isinstance(step, Open) for step in steps)
    assert services.settings.last_game == list(GAMES)[4]


@pytest.mark.parametrize("scene", ["match", "setup"])
def test_after_the_cube_a_match_and_a_setup_open_on_the_last_game(
    services: Services, scene: str
) -> None:
    """It was kept as the last game, and the window ended with a sentence or a fault."""
    menu = MenuScreen(services)
    menu.enter(services.size)
    menu.new_game("nim")
    menu.new_game("pocketcube")
    assert services.settings.last_game == "nim"
    kept = to_json(replace(services.settings, last_game="pocketcube"))
    services.settings = from_json(kept)
    opened_on(services, "--scene", scene)[-1].enter(services.size)


def test_the_games_are_what_tab_and_a_reader_meet_first(services: Services) -> None:
    """Before the loudspeaker and before who plays."""
    menu = open_screen(services, Open("menu"))
    assert isinstance(menu, MenuScreen)
    menu.enter(services.size)
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


@pytest.mark.parametrize(
    ("language", "scale"), [("fr", 1.5), ("en", 1.5), ("fr", 1.25), ("de", 1.0)]
)
def test_quit_keeps_its_word_the_longest(tmp_path: Path, language: str, scale: float) -> None:
    """The other buttons at the foot lose theirs together."""
    scene = opened(tmp_path, (960, 640), language, scale)
    buttons: list[Any] = [find(scene, name) for name in FOOT]
    words = {button.key: button.label for button in buttons}
    assert words.pop("quit") and all(words.values()) == any(words.values())
    scene.services.close()


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
    scene = MenuScreen(services)
    scene.enter(services.size)
    assert clicked(scene, "levels", (index + 0.5) / len(CHOICES)) is None
    going = clicked(scene, game)
    assert going is not None and going.arguments["players"] == ("human", CHOICES[index])
    match = open_screen(services, going)
    match.enter(services.size)
    assert isinstance(match, MatchScreen) and match.table.players.second == CHOICES[index]
    match.leave()


@pytest.mark.parametrize("game", GAMES)
def test_two_people_start_within_two_clicks(services: Services, game: str) -> None:
    services.change(replace(services.settings, people=("Anna", "Leo")))
    scene = MenuScreen(services)
    scene.enter(services.size)
    clicked(scene, "people", 0.75)
    assert all("Anna against Leo" in tile.who for tile in tiles(scene) if tile.game in GAMES)
    levels = scene.widget_group.find("levels")
    assert levels is not None and not levels.enabled
    going = clicked(scene, game)
    assert going is not None
    match = open_screen(services, going)
    assert isinstance(match, MatchScreen) and match.table.players.names == ("Anna", "Leo")


def test_who_plays_is_kept(services: Services) -> None:
    scene = MenuScreen(services)
    scene.enter(services.size)
    clicked(scene, "levels", 0.9)
    kept = from_json(to_json(services.settings))
    assert kept.level == "fit" and not kept.two_players
    clicked(scene, "people", 0.75)
    assert from_json(to_json(services.settings)).two_players


def test_what_a_games_setup_said_is_over_when_the_menu_says_otherwise(services: Services) -> None:
    own = GameSetup({"heaps": "3,4,5"}, "mc:10", "human")
    services.change(services.settings.with_setup("nim", own))
    scene = MenuScreen(services)
    scene.enter(services.size)
    tile = scene.widget_group.find("nim")
    assert isinstance(tile, MenuTile) and tile.who == "You against Monte Carlo 10"
    clicked(scene, "levels", 0.1)
    tile = scene.widget_group.find("nim")
    assert isinstance(tile, MenuTile) and tile.who == "You against the computer (Easy)"
    assert services.settings.setup("nim").options == {"heaps": "3,4,5"}, "only the players"


def test_levels_without_room_side_by_side_are_a_menu(tmp_path: Path) -> None:
    scene = opened(tmp_path, (960, 640), "fr", 2.0)
    assert scene.widget_group.find("levels") is None
    clicked(scene, "level")
    assert scene.popup is not None
    lines = [w for w in scene.popup.widget_group.widgets if isinstance(w, Button)]
    assert [line.label for line in lines] == ["Facile", "Moyen", "Difficile", "Parfait", "Adapté"]
    lines[3].action()
    assert scene.services.settings.level == "perfect"
    scene.services.close()


@pytest.mark.parametrize(
    ("size", "most"), [("2x3", "21 moves"), ("3x3", "31 moves"), ("2x4", "36 moves")]
)
def test_the_tile_of_the_sliding_tiles_speaks_of_its_size(
    services: Services, size: str, most: str
) -> None:
    setup = services.settings.setup("tiles")
    options = {**setup.options, "size": size}
    changed = services.settings.with_setup("tiles", replace(setup, options=options))
    services.settings = changed
    menu = MenuScreen(services)
    menu.enter((1280, 800))
    tile = menu.widget_group.find("tiles")
    assert isinstance(tile, MenuTile)
    assert most in tile.sentence and size.replace("x", " × ") in tile.sentence


def test_the_tile_says_the_rule_of_the_game_that_a_click_begins(services: Services) -> None:
    """It said the usual rule while the click opened 999 matches with other takes."""
    setup = services.settings.setup("matches")
    options = {**setup.options, "start": "999", "takes": "2,4"}
    services.settings = services.settings.with_setup("matches", replace(setup, options=options))
    menu = MenuScreen(services)
    menu.enter((1280, 800))
    said = {name: menu.widget_group.find(name) for name in ("matches", "connect4")}
    matches, connect4 = said["matches"], said["connect4"]
    assert isinstance(matches, MenuTile) and isinstance(connect4, MenuTile)
    assert matches.sentence == "Take 2 or 4. Whoever cannot take any more wins."
    assert connect4.sentence == services.tr("game.connect4.tile")


def test_building_the_menu_reads_no_database(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = MenuScreen(services)
    scene.enter(services.size)

    def refused(*_: object) -> None:
        raise AssertionError("read while building")

    monkeypatch.setattr(StoreFile, "read", refused)
    monkeypatch.setattr(StoreFile, "change", refused)
    scene.rebuild()
    clicked(scene, "levels", 0.9)


def test_the_puzzle_of_the_day_is_on_the_menu_and_opens(services: Services) -> None:
    scene = MenuScreen(services)
    scene.enter(services.size)
    let_pass(lambda: scene.update(0.02), lambda: scene.puzzle is not None)
    assert scene.puzzle is not None
    card = scene.widget_group.find("puzzle")
    assert isinstance(card, PuzzleCard) and card.puzzle is scene.puzzle
    going = clicked(scene, "puzzle")
    assert going == Open("puzzles", {"game_id": scene.puzzle.problem.game})
    scene.release_worker()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "scale"), [((960, 640), 1.5), ((2560, 1440), 2.0)], ids=str)
def test_the_card_of_the_puzzle_reads_whole_in_every_state(
    tmp_path: Path, size: tuple[int, int], scale: float, language: str
) -> None:
    """Beside the other cards it ended in an ellipsis once the puzzle was solved."""
    scene = opened(tmp_path, size, language, scale)
    card = scene.widget_group.find("puzzle")
    assert isinstance(card, PuzzleCard)
    for state in ("coming", "failed", "done", "solved"):
        card.said = scene.tr(f"menu.puzzle_{state}")
        card.draw(scene.ui, the_screen())
        assert not card.tooltip
    scene.services.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_puzzle_of_the_day_changes_the_layout_of_the_menu(tmp_path: Path, language: str) -> None:
    """A long sentence on its card took the room of the tiles, which all became compact."""
    scene = opened(tmp_path, (1280, 800), language)
    before = [tile.rect for tile in tiles(scene)]
    assert not any(tile.compact for tile in tiles(scene))
    for game in ALL_GAMES:
        for solved in (False, True):
            scene.puzzle = TodaysPuzzle(day_problem(game, 739_000), solved, all_solved=False)
            scene.rebuild()
            card = scene.widget_group.find("puzzle")
            assert card is not None
            card.draw(scene.ui, the_screen())
            assert [tile.rect for tile in tiles(scene)] == before, (game, solved)
            assert not card.tooltip, "its sentence is not cut"
    scene.services.close()


def test_a_compact_tile_of_a_game_in_progress_names_the_level(tmp_path: Path) -> None:
    """The level chosen above is that of new games; this one was begun with another."""
    scene = opened(tmp_path, (960, 640), "en", 1.5)
    turn = message("who.your_turn", other=computer_name("easy"))
    short = Message("match.your_turn")
    scene.tiles = (replace(scene.tiles[0], who=turn, short=short, waiting=True), *scene.tiles[1:])
    scene.rebuild()
    tile = tiles(scene)[0]
    assert tile.compact and "".join(tile.wrapped).count("Easy") == 1
    scene.services.close()


def test_results_open_at_the_game_finished_last(services: Services) -> None:
    """They opened at the game begun last, and said that no game was finished."""
    scene = MenuScreen(services)
    scene.enter(services.size)
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
    match = match_from_options(services, parse_window(["--game", "connect4", "--second", "human"]))
    assert isinstance(match, MatchScreen)
    match.enter(services.size)
    match.play(3)
    match.leave()
    scene = MenuScreen(services)
    scene.enter(services.size)
    scene.choose_level(CHOICES.index("easy"))
    button = scene.widget_group.find("new connect4")
    assert isinstance(button, Button)
    assert scene.tr("menu.new") == button.label and "Easy" in button.tooltip
    assert scene.widget_group.find("new nim") is None, "the tile itself begins one"
    if by_key:
        scene.widget_group.focus_key("new connect4")
        going = press(scene, pygame.K_RETURN)
    else:
        going = clicked(scene, "new connect4")
    assert isinstance(going, Open) and going.arguments["players"] == ("human", "easy")
    going = clicked(scene, "connect4")
    assert going is not None and "saved" in going.arguments, "a click beside it goes on"


@pytest.mark.one_of(2)
@pytest.mark.parametrize("size", [(960, 640), (1280, 800), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize(("scale", "rows"), [(1.5, 2), (2.0, 1)])
def test_rows_of_tiles_are_in_sight_with_large_letters(
    tmp_path: Path, size: tuple[int, int], scale: float, rows: int
) -> None:
    """At 150 % half a row of tiles was in sight at 1280x800, and none at 200 %."""
    for language in LANGUAGES:
        scene = opened(tmp_path / language, size, language, scale)
        whole = {tile.rect.y for tile in tiles(scene) if in_sight(scene).contains(tile.rect)}
        assert len(whole) >= rows, language
        theme = scene.ui.theme
        least = 50 if size == (960, 640) or scale < 2 else 78  # below it pictures were strips
        assert all(
            tile._art_bottom(theme) - tile.rect.y >= theme.px(least) for tile in tiles(scene)
        )
        scene.services.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_changed_rules_leave_the_players_on_the_tiles(tmp_path: Path, language: str) -> None:
    """Their longer sentences made all tiles compact; in French the usual ones did."""
    scene = opened(tmp_path, (1280, 800), language, 1.0)
    options = {
        "tictactoe": {"draw": "second"},
        "subtraction": {"start": "50", "takes": "1,3,5", "misere": "true"},
    }
    settings = scene.services.settings
    for game, chosen in options.items():
        settings = settings.with_setup(game, replace(settings.setup(game), options=chosen))
    scene.services.change(settings)
    scene = MenuScreen(scene.services)
    scene.enter((1280, 800))
    assert not any(tile.compact for tile in tiles(scene))
    scene.services.close()


def test_a_running_experiment_is_on_the_menu_and_one_click_away(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine.arena.pool, "ProcessPool", lambda jobs: ThreadPoolExecutor(1))
    scene = MenuScreen(services)
    scene.enter(services.size)
    assert scene.widget_group.find("running") is None
    arena = arena_of(services)
    texts = {"players": "mc:5 random", "pairs": "100000"}
    form = ExperimentForm(ExperimentKind.TOURNAMENT, "nim")
    arena.edit(lambda _: replace(form, texts={**form.texts, **texts}))
    arena.start()
    arena.edit(lambda form: form.as_kind(ExperimentKind.SWEEP))
    scene.update(REFRESH_SECONDS)
    button = scene.widget_group.find("running")
    assert isinstance(button, Button) and "of 100,000" in button.label
    scene.offered().do("running")
    assert isinstance(scene.next, Open)
    back = open_screen(services, scene.next)
    assert isinstance(back, ArenaScreen) and back.model.view_model().running
    arena.stop()
    wait_for(lambda: not arena.running)
    scene.update(REFRESH_SECONDS)
    assert scene.widget_group.find("running") is None


@pytest.mark.parametrize(("size", "scale"), [((960, 640), 1.5)], ids=str)
def test_the_dot_of_a_game_in_progress_stays_on_its_tile(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    """Beside a long name its frame lay over the edge of the tile."""
    services = next(make_services(tmp_path, size, scale, "de"))
    scene = SCENES["menu with many games to continue"](services)
    scene.enter(size)
    tile = scene.widget_group.find("matches")
    assert isinstance(tile, MenuTile)
    with (
        patch.object(scene.ui.brush, "rounded", wraps=scene.ui.brush.rounded) as framed,
        patch.object(scene.ui.brush, "disc", wraps=scene.ui.brush.disc) as drawn,
    ):
        tile.draw(scene.ui, the_screen())
    assert all(tile.rect.contains(call.args[1]) for call in framed.call_args_list)
    assert drawn.called
    assert all(call.args[1][0] + call.args[2] <= tile.rect.right for call in drawn.call_args_list)
    scene.leave()
    services.close()


@pytest.mark.parametrize(
    ("size", "scale", "language"),
    [((1280, 800), 1.0, "en"), ((1280, 800), 1.25, "en"), ((960, 640), 1.5, "de")],
    ids=str,
)
def test_games_in_progress_have_one_sign_on_all_tiles(
    tmp_path: Path, size: tuple[int, int], scale: float, language: str
) -> None:
    """One had a word, one a dot in a frame, one a dot; their buttons a word, an icon, a corner."""
    services = next(make_services(tmp_path, size, scale, language))
    scene = SCENES["menu with many games to continue"](services)
    scene.enter(size)
    assert isinstance(scene, MenuScreen)
    begun = [tile for tile in tiles(scene) if tile.mark]
    boxes = [(tile.new.rect.w, tile.new.label) for tile in begun if tile.new is not None]
    assert len(begun) == len(boxes) == 4 and len(set(boxes)) == 1
    frames = []
    for tile in begun:
        with patch.object(scene.ui.brush, "rounded", wraps=scene.ui.brush.rounded) as framed:
            tile.draw(scene.ui, the_screen())
        frames.append([call.args[1].w for call in framed.call_args_list if call.args[1].h < 60])
    assert len(set(map(tuple, frames))) == 1, frames
    scene.leave()
    services.close()


@pytest.mark.parametrize("name", ["setup of nim", "statistics"])
def test_games_that_would_take_three_rows_are_a_menu(tmp_path: Path, name: str) -> None:
    """They left half of a window with large letters to what they are chosen for."""
    services = next(make_services(tmp_path, (1280, 800), 2.0, "de"))
    scene = SCENES[name](services)
    scene.enter(services.size)
    assert scene.widget_group.find("games0") is None
    clicked(scene, "games menu")
    assert scene.popup is not None
    lines = [w for w in scene.popup.widget_group.widgets if isinstance(w, Button)]
    assert [line.label for line in lines][:2] == ["Tic-Tac-Toe", "Vier gewinnt"]
    lines[1].action()
    button = scene.widget_group.find("games menu")
    assert isinstance(button, Button) and button.label == "Vier gewinnt"
    scene.leave()
    services.close()
