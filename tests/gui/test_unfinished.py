"""The unfinished games in the window: listed, continued, removed and brought back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.games.cube_facelets import Turn
from engine.registry import GAMES, make_game, player_name
from engine.saves import SavedGame, from_json, load, save
from gui.app import App
from gui.kit import Button
from gui.lab.screen import LabScreen
from gui.match.autosave import saved_game
from gui.match.screen import MatchScreen, saved_match
from gui.match.table import GameTable, Players
from gui.options import parse_window
from gui.pages.files import OpenScreen
from gui.pages.menu import MenuScreen
from gui.pages.menu_tiles import MenuTile
from gui.pages.statistics import StatisticsScreen
from gui.pages.unfinished import UnfinishedList, UnfinishedScreen
from gui.protocols import Open
from gui.screens import open_screen
from gui.services import Services
from gui.setup.screen import SetupScreen
from tests.gui.driver import enter, enter_on, find, follow, frames, labels_of, press, send, top
from tests.gui.lab import read_cube
from tests.gui.matches import asked_match, entered_match
from tests.home import new_table
from tests.screen import the_screen

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)


def begun(services: Services, game: str, *moves: int) -> int:
    table = new_table(game, {}, Players("human", "human"), seed=1)
    for move in moves:
        table.play(move)
    return services.store.keep_unfinished(None, game, saved_game(table).to_json())


def moves_of(services: Services) -> list[tuple[str, ...]]:
    return [from_json(kept.saved).moves for kept in services.store.unfinished()]


def menu(services: Services) -> MenuScreen:
    return enter(MenuScreen(services))


def listed(services: Services) -> UnfinishedScreen:
    return enter(UnfinishedScreen(services))


# -- the tile --------------------------------------------------------------------------------------


def test_a_click_on_a_tile_goes_on_with_the_game_in_progress(services: Services) -> None:
    """The tile says so: with a mark, with the position itself, and in words."""
    begun(services, "nim", 0)
    begun(services, "nim", 1, 2)
    scene = menu(services)
    tile = find(scene, "nim", MenuTile)
    assert tile.mark == "Unfinished" and len(scene.model.of("nim")) == 2
    assert tile.view_model.position is not None
    scene.widget_group.focus_key("nim")
    match = follow(services, press(scene, pygame.K_RETURN), MatchScreen)
    assert match.table.session.moves == (1, 2)


@pytest.mark.parametrize("way", ["menu key", "shift f10", "right button"])
def test_its_own_menu_begins_a_new_game_beside_the_one_in_progress(
    services: Services, way: str
) -> None:
    begun(services, "nim", 0)
    scene = menu(services)
    scene.widget_group.focus_key("nim")
    if way == "right button":
        at = find(scene, "nim").rect.center
        send(scene, pygame.MOUSEBUTTONDOWN, pos=at, button=3)
    elif way == "menu key":
        press(scene, pygame.K_MENU)
    else:
        press(scene, pygame.K_F10, pygame.KMOD_SHIFT)
    assert scene.popup is not None
    press(scene, pygame.K_DOWN)
    match = follow(services, press(scene, pygame.K_RETURN), MatchScreen)
    assert match.table.session.moves == ()
    match.play(3)
    assert len(services.store.unfinished("nim")) == 2


@pytest.mark.parametrize(
    ("game", "new"),
    [("nim", "New game"), ("pocketcube", "New scramble"), ("tiles", "New scramble")],
)
def test_the_menu_of_a_tile_offers_a_new_game_or_a_new_scramble(
    services: Services, game: str, new: str
) -> None:
    scene = menu(services)
    scene.ask_game(game)
    assert scene.popup is not None
    assert any(getattr(each, "label", "") == new for each in scene.popup.widget_group.widgets)


def test_its_own_menu_opens_the_list_of_all(services: Services) -> None:
    for game in ("nim", "nim", "connect4"):
        begun(services, game, 0)
    scene = menu(services)
    scene.ask_game("nim")
    press(scene, pygame.K_UP)
    going = press(scene, pygame.K_RETURN)
    assert going == Open("unfinished", {"game": "nim"})
    assert isinstance(open_screen(services, going), UnfinishedScreen)


def test_a_tile_without_an_old_game_plays_at_once(services: Services) -> None:
    begun(services, "nim", 0)
    scene = menu(services)
    assert find(scene, "tictactoe", MenuTile).mark == ""
    scene.open_game("tictactoe")
    assert follow(services, scene.next, MatchScreen).table.game.id == "tictactoe"


# -- the list --------------------------------------------------------------------------------------


def rows(scene: UnfinishedScreen) -> list[str]:
    found = scene.widget_group.find("list")
    return [row.text for row in found.rows] if isinstance(found, UnfinishedList) else []


def test_the_list_shows_every_game_and_continues_the_chosen_one(services: Services) -> None:
    begun(services, "nim", 0)
    begun(services, "connect4", 3, 3)
    begun(services, "tictactoe", 4)
    scene = listed(services)
    assert rows(scene) == ["Tic-tac-toe", "Connect Four", "Nim"]
    press(scene, pygame.K_DOWN)
    match = follow(services, press(scene, pygame.K_RETURN), MatchScreen)
    assert match.table.session.moves == (3, 3)
    match.play(2)
    assert sorted(moves_of(services)) == sorted([("3", "3", "2"), ("1-1",), ("4",)])


def test_removing_can_be_undone_in_the_list(services: Services) -> None:
    for game in ("nim", "connect4", "tictactoe"):
        begun(services, game, 0)
    before = services.store.unfinished()
    scene = listed(services)
    press(scene, pygame.K_DOWN)
    press(scene, pygame.K_DELETE)
    assert rows(scene) == ["Tic-tac-toe", "Nim"]
    press(scene, pygame.K_DELETE)
    assert rows(scene) == ["Tic-tac-toe"]
    scene = listed(services)  # left and opened again
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.model.games[scene.model.chosen].entry.game == "nim"
    enter_on(scene, "undo")
    assert services.store.unfinished() == before
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert services.store.unfinished() == before


def test_a_game_that_cannot_be_opened_is_listed_and_can_be_removed(services: Services) -> None:
    begun(services, "nim", 0)
    services.store.keep_unfinished(None, "nim", "{ damaged")
    scene = listed(services)
    assert len(rows(scene)) == 2
    assert press(scene, pygame.K_RETURN) is None
    assert services.notices[-1].fault
    press(scene, pygame.K_DELETE)
    assert rows(scene) == ["Nim"]
    menu(services).open_game("nim")


def test_games_out_of_sight_are_not_read(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(200):
        begun(services, "nim", number % 5)
    read: list[str] = []

    def counted(text: str) -> SavedGame:
        read.append(text)
        return from_json(text)

    monkeypatch.setattr("gui.pages.resumable.from_json", counted)
    scene = listed(services)
    scene.draw(the_screen())
    assert len(scene.model.games) == 200
    assert 5 <= len(read) <= 20


def test_the_list_is_empty_when_all_are_removed(services: Services) -> None:
    begun(services, "nim", 0)
    scene = listed(services)
    press(scene, pygame.K_DELETE)
    assert rows(scene) == []
    press(scene, pygame.K_DELETE)
    press(scene, pygame.K_RETURN)
    assert scene.next is None
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert rows(scene) == ["Nim"]


def test_a_held_game_of_two_bots_comes_back_held_at_the_same_place(services: Services) -> None:
    options = ["--game", "connect4", "--first", "random", "--second", "random", "--moves", "4 4 3"]
    scene = entered_match(services, *options)
    scene.play(0)
    for code in (pygame.K_p, pygame.K_PAGEUP, pygame.K_PAGEUP):
        press(scene, code)
    scene.leave()
    tiles = menu(services)
    tiles.widget_group.focus_key("connect4")
    again = follow(services, press(tiles, pygame.K_RETURN), MatchScreen)
    frames(again, 40, 0.1)
    assert again.table.paused and again.table.session.ply == 2
    assert again.table.session.all_moves == (4, 4, 3, 0) and not again.match.bots.thinking
    press(again, pygame.K_END)
    press(again, pygame.K_p)
    again.leave()
    [kept] = services.store.unfinished()
    assert "paused" not in from_json(kept.saved).extra, "it is held no longer"


# -- nothing replaces one --------------------------------------------------------------------------


def a_file(services: Services, folder: Path) -> MatchScreen:
    table = new_table("nim", {}, Players("human", "human"), seed=2)
    table.play(4)
    path = folder / "friend.jouons"
    save(path, saved_game(table))
    return saved_match(services, load(path), given=True)


def by_option(services: Services, _folder: Path) -> MatchScreen:
    options = ["--game", "nim", "--first", "human", "--second", "human", "--moves", "2-1"]
    return asked_match(services, *options)


def dropped(services: Services, folder: Path) -> MatchScreen:
    a_file(services, folder)
    app = App(services, parse_window([]))
    app.push(MenuScreen(services))
    send(app, pygame.DROPFILE, file=str(folder / "friend.jouons"))
    return top(app, MatchScreen)


@pytest.mark.parametrize("way", [a_file, by_option, dropped])
def test_nothing_opened_replaces_an_unfinished_game(
    services: Services, tmp_path: Path, way: Callable[[Services, Path], MatchScreen]
) -> None:
    number = begun(services, "nim", 0, 1)
    before = services.store.unfinished()
    scene = way(services, tmp_path)
    scene.enter(SIZE)
    scene.update(0.02)
    assert set(before) < set(services.store.unfinished())
    scene.play(scene.table.game.moves(scene.table.state)[0])
    assert len(services.store.unfinished()) == 2
    assert number in [kept.id for kept in services.store.unfinished()]
    scene.undo()
    scene.leave()
    assert number in [kept.id for kept in services.store.unfinished()]


def by_position(services: Services, _folder: Path) -> MatchScreen:
    options = ["--game", "nim", "--first", "human", "--position", "3,2 1"]
    return enter(asked_match(services, *options))


def by_choosing_the_file(services: Services, folder: Path) -> MatchScreen:
    a_file(services, folder)
    files = OpenScreen(services)
    files.act(folder / "friend.jouons")
    return follow(services, files.next, MatchScreen)


def by_the_setup(services: Services, _folder: Path) -> MatchScreen:
    setup = enter(SetupScreen(services, "nim"))
    setup.model.toggle_position()
    setup.model.position = "4,3 0"
    return follow(services, setup.play(), MatchScreen)


def a_table(services: Services) -> MatchScreen:
    return enter(MatchScreen(services, new_table("nim", {}, Players("human", "human"), seed=3)))


def pasted(services: Services, _folder: Path) -> MatchScreen:
    scene = a_table(services)
    scene.match.paste("5,3 0")
    return scene


def set_up_by_hand(services: Services, _folder: Path) -> MatchScreen:
    scene = a_table(services)
    scene.match.set_up("5,2 0")
    return scene


GIVEN = [
    *(a_file, by_option, dropped, by_position, by_choosing_the_file, by_the_setup, pasted),
    set_up_by_hand,
]


@pytest.mark.parametrize("way", GIVEN)
def test_what_was_set_up_or_opened_is_kept_before_its_first_move(
    services: Services, tmp_path: Path, way: Callable[[Services, Path], MatchScreen]
) -> None:
    """It was gone after the menu."""
    scene = way(services, tmp_path)
    position = scene.table.game.text(scene.table.state)
    scene.leave()
    tiles = menu(services)
    tiles.open_game("nim")
    again = follow(services, tiles.next, MatchScreen)
    assert again.table.game.text(again.table.state) == position
    assert len(services.store.unfinished()) == 1


def finished_file(services: Services, folder: Path) -> MatchScreen:
    table = new_table("subtraction", {"start": "2"}, Players("human", "human"), seed=2)
    table.play(1)
    save(folder / "over.jouons", saved_game(table))
    return enter(saved_match(services, load(folder / "over.jouons"), given=True))


def fresh_file(services: Services, folder: Path) -> MatchScreen:
    save(folder / "new.jouons", saved_game(new_table("nim", {}, Players("human", "human"), seed=2)))
    return enter(saved_match(services, load(folder / "new.jouons"), given=True))


def an_example(services: Services, _folder: Path) -> MatchScreen:
    game = make_game("nim", {})
    arguments = {"game": game, "players": ("human", "random"), "start": game.parse("3,1 0")}
    return follow(services, Open("match", arguments), MatchScreen)


def looked_at(services: Services, folder: Path) -> MatchScreen:
    """A game of the arena, or one that is reviewed."""
    table = new_table("nim", {}, Players("human", "human"), seed=2)
    table.play(4)
    saved = saved_game(table)
    return follow(services, Open("saved_match", {"saved": saved}), MatchScreen)


@pytest.mark.parametrize("way", [finished_file, fresh_file, an_example, looked_at])
def test_an_end_the_usual_start_and_what_is_only_looked_at_are_not(
    services: Services, tmp_path: Path, way: Callable[[Services, Path], MatchScreen]
) -> None:
    scene = way(services, tmp_path)
    scene.update(0.02)
    scene.leave()
    assert services.store.unfinished() == []
    assert services.store.games() == []


def test_the_same_file_opened_twice_is_kept_once(services: Services, tmp_path: Path) -> None:
    for _ in range(2):
        a_file(services, tmp_path).leave()
    assert moves_of(services) == [("1-5",)]


def test_undo_takes_a_pasted_position_out_of_the_list_and_redo_back(services: Services) -> None:
    """Else the tile would go on with it, not with the game that undo went back to."""
    scene = a_table(services)
    scene.play(0)
    scene.match.paste("5,3 0")
    assert len(services.store.unfinished()) == 2
    scene.undo()
    assert moves_of(services) == [("1-1",)]
    scene.match.redo()
    assert len(services.store.unfinished()) == 2
    scene.play(0)
    scene.undo()
    scene.undo()
    assert len(services.store.unfinished()) == 2, "it was played at"


def test_ctrl_n_leaves_the_game_begun_and_undo_goes_on_with_it(services: Services) -> None:
    scene = by_option(services, Path())
    scene.enter(SIZE)
    scene.play(0)
    press(scene, pygame.K_n, pygame.KMOD_CTRL)
    scene.play(1)
    assert len(services.store.unfinished()) == 2
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    scene.play(2)
    assert sorted(len(moves) for moves in moves_of(services)) == [1, 3]


# -- where the others are --------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["nim", "pocketcube"])
def test_new_says_where_the_game_before_is(services: Services, game: str) -> None:
    """It went into a list that only a right click opens, and nothing said so."""
    if game == "nim":
        begun(services, "nim", 1)
    else:
        lab = enter(LabScreen(services, "pocketcube", read_cube("R U")))
        lab.lab.move(Turn("F", 1))
        lab.leave()
    menu(services).new_game(game)
    [notice] = services.notices
    assert services.tr("unfinished.title") in notice.text


def test_new_says_nothing_where_nothing_was_in_progress(services: Services) -> None:
    menu(services).new_game("nim")
    assert services.notices == []


@pytest.mark.parametrize("moves", [0, 1])
def test_a_new_game_at_the_table_says_where_the_one_begun_is(
    services: Services, moves: int
) -> None:
    scene = a_table(services)
    for _ in range(moves):
        scene.play(0)
    services.notices.clear()
    press(scene, pygame.K_n, pygame.KMOD_CTRL)
    told = [notice.text for notice in services.notices]
    assert bool(moves) == any(services.tr("unfinished.title") in text for text in told)


@pytest.mark.parametrize(
    ("kept", "beyond"),
    [
        ((), 0),
        (("nim", "connect4", "pocketcube"), 0),
        (("nim", "nim", "connect4", "nim"), 2),
        (("nim", "damaged", "pocketcube", "pocketcube"), 2),
        (("damaged", "gone"), 2),
    ],
)
def test_the_menu_tells_of_games_that_no_tile_shows(
    services: Services, kept: tuple[str, ...], beyond: int
) -> None:
    for number, game in enumerate(kept):
        if game == "pocketcube":
            lab = LabScreen(services, "pocketcube", read_cube("R U"))
            lab.lab.move(Turn("F", 1 + number % 3))
            lab.leave()
        elif game in GAMES:
            begun(services, game, number)
        else:
            services.store.keep_unfinished(None, "nim" if game == "damaged" else game, "{")
    scene = menu(services)
    button = scene.widget_group.find("unfinished")
    assert scene.beyond == beyond and (button is None) == (not beyond)
    if isinstance(button, Button):
        assert button.label == f"{beyond} more unfinished"
        assert enter_on(scene, "unfinished") == Open("unfinished")


def test_results_list_the_unfinished_games_of_the_game(services: Services) -> None:
    """They counted those of every game, and a click on a line did nothing."""
    for number in range(5):
        begun(services, "nim", number)
    begun(services, "connect4", 3)
    scene = enter(StatisticsScreen(services, "nim"))
    texts = labels_of(scene)
    assert "… and 2 more" in texts
    keys = {widget.key for widget in scene.widget_group.widgets}
    assert keys & {f"resume{number}" for number in range(5)} == {"resume0", "resume1", "resume2"}
    newest = scene.begun.of("nim")[0]
    assert isinstance(newest.table, GameTable)
    assert find(scene, "resume0", Button).label == newest.sentence(scene.ui.tr)
    match = follow(services, enter_on(scene, "resume0"), MatchScreen)
    assert match.table.session.moves == newest.table.session.moves
    scene.choose_game(list(GAMES).index("tictactoe"))
    assert scene.widget_group.find("resume0") is None
    going = enter_on(scene, "unfinished")
    assert going == Open("unfinished", {"game": "tictactoe"})


def test_results_without_games_in_progress_say_nothing_of_them(services: Services) -> None:
    scene = enter(StatisticsScreen(services, "connect4"))
    assert scene.widget_group.find("unfinished") is None


# -- what a tile says of the game in progress ------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "players", "moves", "told"),
    [
        ("en", ("human", "mcts:100"), (3, 3), "Your turn against Tree search 100"),
        ("en", ("mcts:100", "human"), (3,), "Your turn against Tree search 100"),
        ("en", ("human", "mcts:100"), (3,), "You against Tree search 100"),
        ("en", ("human", "human"), (3,), "Player 2’s turn against Player 1"),
        ("en", ("human", "human", ("Anna", "Leo")), (3,), "Leo’s turn against Anna"),
        ("en", ("random", "random"), (3,), "Random against Random"),
        ("fr", ("human", "random"), (3, 3), "À vous, contre Hasard"),
        ("fr", ("human", "human", ("Anna", "Leo")), (3,), "À vous, Leo, contre Anna"),
    ],
)
def test_a_tile_says_whose_turn_it_is(
    services: Services, language: str, players: tuple[Any, ...], moves: tuple[int, ...], told: str
) -> None:
    services.change(replace(services.settings, language=language))
    table = new_table("connect4", {}, Players(*players), seed=1)
    for move in moves:
        table.play(move)
    services.store.keep_unfinished(None, "connect4", saved_game(table).to_json())
    tile = find(menu(services), "connect4", MenuTile)
    assert tile.who == told
    for bot in {*players[:2]} - {"human"}:  # the level above the tiles is that of new games
        assert services.tr(player_name(bot)) in tile.short
