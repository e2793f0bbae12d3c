"""Own games in the window: chosen, played on the generic board, saved and resumed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import sleep

import pygame
import pytest

from engine.folders import BOTS, use_own_settings
from engine.messages import JouonsError
from engine.own.templates import RULES_KINDS, template
from engine.protocols import Estimate, Value
from engine.registry import ALL_GAMES, GAMES, make_game
from engine.saves import from_json, save
from gui.arena.screen import ArenaScreen, RulesScreen
from gui.boards import make_view
from gui.boards.marks import draw_line
from gui.boards.own import ONWARD, OwnPuzzleView, OwnView, fitted
from gui.i18n import Translator
from gui.lab.screen import LabScreen, lab_as_left
from gui.match.autosave import saved_game
from gui.match.screen import MatchScreen, requested_table
from gui.match.table import table_from_save
from gui.options import parse_window
from gui.own.bots import add_dropped
from gui.own.files import OwnFiles
from gui.pages.files import OpenScreen
from gui.pages.menu import MenuScreen
from gui.pages.statistics import StatisticsScreen
from gui.pages.unfinished import UnfinishedScreen, picture_of
from gui.protocols import PRESSED, BoardMarks, Open
from gui.screens import open_screen, requested_game
from gui.services import Services
from gui.settings import Settings
from gui.setup.screen import SetupScreen
from gui.theme import Theme, ThemeName
from gui.ui import Ui
from tests.gui.driver import click, enter, follow, of, send
from tests.gui.layouts import faults
from tests.gui.matches import asked_match
from tests.gui.scenes import make_services
from tests.gui.shared_brush import SharedBrush
from tests.gui.test_views_contract import clicks, keyboard, shown
from tests.own.files import write
from tests.screen import the_screen
from tests.waiting import let_pass

MANY = '''
"""A hundred and fifty moves with long names, one to play."""

def initial():
    return 0, 0

def player(p):
    return p[1]

def moves(p):
    return {f"a_long_move_{n}": (n, 1) for n in range(1, 151)} if p == (0, 0) else {}

def show(p):
    return "\\n".join("abcdefghij" * 12 for _ in range(60))
'''


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    for made in make_services(tmp_path, (1280, 800), 1.0, "en"):
        use_own_settings(made.folder)
        yield made


def game_file(services: Services, kind: str) -> str:
    """The id of a game in the folder, from a starting point."""
    write(services.folder / BOTS, kind, template(kind, "en", RULES_KINDS))
    return f"own:{kind}"


def view_of(game_id: str, rect: tuple[int, int, int, int] = (24, 84, 832, 620)) -> OwnView:
    """The board at the start, with every move allowed."""
    game, theme = make_game(game_id), Theme(ThemeName.DARK, (1280, 800))
    ui = Ui(theme, SharedBrush(Settings()), Translator("en"))
    view = of(OwnView, make_view(game, ui))
    view.place(pygame.Rect(rect), ui)
    view.show(shown(game, game.initial()), False)
    return view


def all_pages(view: OwnView) -> set[int]:
    """The moves of the buttons of every page, as clicks give them."""
    moves: set[int] = set()
    while True:
        for place, rect in list(view._chips):
            if place != ONWARD:
                event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1)
                moves |= {int(view.handle(event))}  # type: ignore[arg-type]
        onward = dict(view._chips).get(ONWARD)
        if onward is not None:
            send(view, pygame.MOUSEBUTTONDOWN, pos=onward.center, button=1)
        if not view.page:
            return moves


@pytest.mark.parametrize("kind", ["subtraction", "tictactoe", "hexapawn"])
def test_every_move_has_a_button_for_mouse_keys_and_reader(services: Services, kind: str) -> None:
    view = view_of(game_file(services, kind))
    legal = set(view.game.moves(0))
    view.draw(the_screen())
    assert clicks(view, 8)[0] == legal == keyboard(view)
    pressed = {send(view, PRESSED, spot=spot) for spot in view.spots()[1:]}
    assert pressed == legal
    assert view.spots()[0].name == "\n".join(view.game.diagram(0))


def test_more_buttons_than_fit_come_by_pages_and_a_large_picture_stays_inside(
    services: Services,
) -> None:
    write(services.folder / BOTS, "many", MANY)
    view = view_of("own:many", (18, 70, 580, 470))
    assert all_pages(view) == set(view.game.moves(0)) == keyboard_of_all_pages(view)
    assert all(view.rect.contains(rect) for _, rect in view._chips)
    view.draw(the_screen())


def keyboard_of_all_pages(view: OwnView) -> set[int]:
    moves = keyboard(view)
    while True:
        view.move_at(ONWARD)
        if not view.page:
            return moves
        moves |= keyboard(view)


def test_a_picture_that_fits_is_whole_at_any_size() -> None:
    theme = Theme(ThemeName.DARK, (1280, 800))
    rooms = [(wide, tall) for wide in range(90, 200, 3) for tall in range(90, 260)]
    for lines in (("X . O",) * 3, ("." * 7,) * 6):
        cut = [room for room in rooms if fitted(theme, lines, room, 72).lines != lines]
        assert cut == []


def test_a_button_says_what_its_move_is_worth(services: Services) -> None:
    view = view_of(game_file(services, "subtraction"))
    move = view.game.moves(0)[0]
    estimates = (Estimate(move, 1.0, Value.WIN, 9),)
    view.show(replace(shown(view.game, 0), estimates=estimates), False)
    view.draw(the_screen())
    spot = next(each for each in view.spots() if each.move == move)
    assert "9" in spot.note


def test_a_digit_plays_the_move_of_that_name(services: Services) -> None:
    view = view_of(game_file(services, "subtraction"))
    event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_2, mod=0, unicode="2")
    move = of(int, view.handle(event))
    assert view.game.move_text(0, move) == "2"


def test_a_line_of_moves_shows_no_position_and_stays_on_the_board(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = view_of(game_file(services, "hexapawn"), (24, 84, 300, 300))
    line, state = [], view.game.initial()
    while view.game.moves(state):
        line.append(view.game.moves(state)[0])
        state = view.game.play(state, line[-1])
    texts: list[str] = []
    monkeypatch.setattr(view.theme, "blit_text", lambda _, text, *__, **___: texts.append(text))
    for moves in (line[:1], line):
        marks = BoardMarks(tuple(moves))
        draw_line(view.ui, the_screen(), view.line_area(), view.game, 0, marks)
    assert texts[0] == view.game.move_text(0, line[0]) and not any("(" in each for each in texts)
    assert all(view.theme.width(each, 14, mono=True) <= view.line_area().w for each in texts)


def edited(services: Services, scene: MatchScreen) -> dict[str, str]:
    """The options of the hexapawn game once the match has heard of its changed file."""
    sleep(0.01)  # the mark of a file is its time
    text = template("hexapawn", "en", RULES_KINDS)
    write(services.folder / BOTS, "hexapawn", text + "\n# changed\n")
    let_pass(lambda: scene.update(0.4), lambda: scene.table.renewed is not None)
    return dict(make_game("own:hexapawn").options)


@pytest.mark.parametrize("command", ["restart", "new"])
def test_a_changed_file_is_told_once_and_new_games_play_it(
    services: Services, command: str
) -> None:
    game_id = game_file(services, "hexapawn")
    scene = enter(asked_match(services, "--game", game_id, "--second", "human", "--moves", "6-3"))
    before = dict(scene.table.game.options)
    options = edited(services, scene)
    for _ in range(3):
        scene.update(0.4)
    told = [each.text for each in services.notices if "hexapawn has changed" in each.text]
    assert len(told) == 1 and dict(scene.table.game.options) == before != options
    scene.offered().do(command)
    assert (dict(scene.table.game.options), scene.table.session.ply) == (options, 0)
    assert faults(scene) == []
    scene.match.undo()
    assert (dict(scene.table.game.options), scene.table.session.ply) == (before, 1)
    scene.leave()


def test_the_board_follows_a_changed_file_before_the_first_move(services: Services) -> None:
    scene = enter(asked_match(services, "--game", game_file(services, "hexapawn")))
    options = edited(services, scene)
    assert dict(scene.table.game.options) == options
    assert any("hexapawn was reloaded" in each.text for each in services.notices)
    scene.leave()


def test_the_command_line_opens_the_arena_on_an_own_game(services: Services) -> None:
    words = ["--scene", "arena", "--game", game_file(services, "hexapawn")]
    asked = requested_game(services.settings, parse_window(words))
    assert asked is not None
    scene = enter(of(ArenaScreen, asked(services)))
    assert scene.model.form.game == words[-1] and faults(scene) == []
    with pytest.raises(JouonsError, match="There is no file"):
        requested_game(services.settings, parse_window([*words[:-1], "own:nothing"]))


def turned_to(scene: SetupScreen, game_id: str) -> None:
    let_pass(lambda: scene.update(0.4), lambda: scene.model.game_id == game_id)


def test_an_own_game_is_chosen_in_the_settings_and_played(services: Services) -> None:
    game_id = game_file(services, "hexapawn")
    scene = enter(SetupScreen(services, "connect4"))
    scene.choose_game(len(ALL_GAMES))
    turned_to(scene, game_id)
    assert faults(scene) == []
    scene.model.players[1].choose("perfect")
    going = of(Open, scene.play())
    assert going.arguments["game"].id == game_id
    assert services.settings.last_game == "connect4"


@pytest.mark.parametrize(("kind", "opened"), [("hexapawn", "setup"), ("river", "lab")])
def test_a_dropped_game_is_added_and_chosen_and_a_puzzle_opens(
    services: Services, tmp_path: Path, kind: str, opened: str
) -> None:
    menu = MenuScreen(services)
    menu.enter(services.size)  # it has looked at the folder
    add_dropped(menu, write(tmp_path / "elsewhere", "fresh", template(kind, "en", RULES_KINDS)))
    assert menu.popup is not None
    click(menu.popup, "choice0")
    assert menu.next == Open("setup", {"game_id": "own:fresh"})
    scene = enter(of(SetupScreen, open_screen(services, menu.next)))
    going: list[Open] = []

    def look() -> None:
        after = scene.update(0.4)
        going.extend([after] if isinstance(after, Open) else [])

    let_pass(look, lambda: bool(going) or scene.model.game_id == "own:fresh")
    assert (going[0].name if going else "setup") == opened


def test_the_arena_plays_the_present_text_of_an_own_game(services: Services) -> None:
    game_id, _ = game_file(services, "hexapawn"), game_file(services, "sliding")
    scene = enter(ArenaScreen(services))
    rules = scene.own.files.rules
    let_pass(rules, lambda: len(rules()) == 2 and all(each.ready for each in rules()))
    scene.choose_game()
    assert scene.popup is not None
    assert scene.popup.widget_group.find(f"line{len(GAMES) + 1}") is None, "no puzzle is listed"
    click(scene.popup, f"line{len(GAMES)}")
    form = scene.model.form
    assert (form.game, form.options) == (game_id, make_game(game_id).options)
    assert list(form._own(lambda: services.store) or ()) == [f"hexapawn@{form.options['hash']}"]
    further = enter(RulesScreen(services, scene.model))
    assert faults(scene) == faults(further) == []
    write(services.folder / BOTS, "hexapawn", template("hexapawn", "en", RULES_KINDS) + "\n")
    let_pass(lambda: scene.update(0.4), lambda: scene.model.form.options != form.options)
    assert scene.model.form.options == make_game(game_id).options


def test_results_list_an_own_game_also_when_its_file_is_gone(services: Services) -> None:
    game_id = game_file(services, "hexapawn")
    table = requested_table(services.settings, parse_window(["--game", game_id]), 1)
    saved = saved_game(table).to_json()
    services.store.add_game(game_id, "human", "human", 1, "first", 5, saved)
    shutil.rmtree(services.folder / BOTS)
    scene = enter(StatisticsScreen(services, "connect4"))
    scene.choose_game(len(ALL_GAMES))
    assert (scene.game_id, len(scene.rows)) == (game_id, 1)
    assert faults(scene) == []


def test_play_waits_while_an_own_game_has_a_fault(services: Services) -> None:
    game_id = game_file(services, "hexapawn")
    scene = enter(SetupScreen(services, game_id))
    turned_to(scene, game_id)
    whole = template("hexapawn", "en", RULES_KINDS)
    write(services.folder / BOTS, "hexapawn", whole.replace("position[1]", "7"))
    let_pass(lambda: scene.update(0.4), lambda: "must return 0 or 1" in waiting_for(scene))
    write(services.folder / BOTS, "hexapawn", whole + "\n")
    let_pass(lambda: scene.update(0.4), lambda: scene._waits() is None)
    hashes = [make_game(game_id).options["hash"], scene.model.game().options["hash"]]
    assert hashes[0] == hashes[1]


def waiting_for(scene: SetupScreen) -> str:
    waits = scene._waits()
    return "" if waits is None else scene.tr(waits)


def test_a_match_is_played_undone_saved_and_resumed(services: Services) -> None:
    game_id = game_file(services, "hexapawn")
    scene = enter(asked_match(services, "--game", game_id, "--second", "perfect", "--moves", "6-3"))
    let_pass(lambda: scene.update(0.1), lambda: scene.table.session.ply == 2)
    assert faults(scene) == []
    saved = from_json(saved_game(scene.table).to_json())
    (services.folder / BOTS / "hexapawn.py").unlink()
    (kept,) = enter(UnfinishedScreen(services)).model.games
    assert kept.sound and kept.going_on().arguments["saved"] == saved
    again = table_from_save(saved, scene.table.record)
    assert again.session.move_texts() == scene.table.session.move_texts()
    scene.match.undo()
    assert scene.table.session.ply == 0
    scene.leave()


def test_the_menu_has_a_tile_of_own_games_once_there_is_one(services: Services) -> None:
    menu = enter(MenuScreen(services))
    assert menu.widget_group.find("own") is None
    game_id = game_file(services, "hexapawn")
    services.outliving(OwnFiles, OwnFiles).look()
    menu.enter(services.size)
    assert faults(menu) == []
    assert menu.letters == "H"
    going = click(menu, "own")
    scene = follow(services, going, SetupScreen)
    turned_to(scene, game_id)


@pytest.mark.parametrize("kind", ["river", "sliding"])
def test_an_own_puzzle_is_solved_in_the_lab(services: Services, kind: str) -> None:
    scene = enter(LabScreen(services, game_file(services, kind)))
    view, lab = scene.puzzle_view, scene.lab
    assert isinstance(view, OwnPuzzleView)
    start = lab.now.position
    _, rect = view.table._chips[0]
    send(scene, pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1)
    assert lab.now.position != start
    lab.solve()
    let_pass(lambda: scene.update(0.1), lambda: lab.now.answer is not None)
    assert faults(scene) == []
    assert lab.now.answer is not None
    assert lab.now.answer.length == {"river": 6, "sliding": 15}[kind]
    line = lab.now.answer.solutions[0]
    assert lab.handling.solved(lab.handling.after(lab.now.position, line))
    scene.leave()
    services.seed = None
    again = lab_as_left(services, scene.puzzle_id)
    assert again.lab.now.position == lab.now.position
    unfinished = enter(UnfinishedScreen(services))
    (game,) = unfinished.model.games
    assert picture_of(game, (48, 48), services.ui) is not None
    assert game.sentence(services.ui.tr).startswith("Being" if lab.is_solved else "1 move made")
    again.leave()
    (services.folder / BOTS / f"{kind}.py").unlink()
    (gone,) = enter(UnfinishedScreen(services)).model.games
    assert gone.sentence(services.ui.tr).startswith("There is no file")


def test_the_program_of_a_save_runs_after_one_question(services: Services, tmp_path: Path) -> None:
    game_id = game_file(services, "hexapawn")
    table = requested_table(services.settings, parse_window(["--game", game_id]), 1)
    path = tmp_path / "of_a_friend.jouons"
    save(path, saved_game(table))
    shutil.rmtree(services.folder / BOTS)
    for asked in (True, False):
        scene = enter(OpenScreen(services))
        scene.act(path)
        assert (scene.popup is not None) is asked
        if asked:
            assert scene.next is None
            assert scene.popup is not None
            click(scene.popup, "choice1")
        assert isinstance(scene.next, Open)
        assert isinstance(open_screen(services, scene.next), MatchScreen)
