"""Own bots in the settings, the arena, the questions to bots, and dropped on the window."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from engine.own.templates import RULES_KINDS, template
from engine.registry import make_game
from gui.app import App
from gui.arena.picker import PlayerPopup
from gui.arena.screen import ArenaScreen
from gui.inspector.ask_model import AskModel
from gui.kit.accessible import Role
from gui.kit.popup import Popup
from gui.kit.screen import Screen
from gui.lessons.guest import GuestServices
from gui.own.bots import OwnList, add_dropped
from gui.own.files import OwnFiles
from gui.own.new_bot import STARTS, NewFilePopup
from gui.protocols import Open
from gui.services import Services
from gui.settings import Settings
from gui.setup.model import SetupModel
from gui.setup.screen import SetupScreen
from gui.system import Platform, System
from gui.worker import Worker
from tests.gui.driver import click, enter, enter_on, find, frames, of, point, press, send, top, wait
from tests.own.files import write
from tests.waiting import HANG, let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)
RANDOM = template("random")


def settings_of(services: Services, game: str = "tictactoe") -> SetupScreen:
    scene = SetupScreen(services, game)
    scene.model.show_group(1, "yours")
    scene.enter(SIZE)
    return scene


def listed(scene: SetupScreen) -> OwnList:
    return find(scene, "player1_own", OwnList)


def settle(scene: Screen, wanted: str) -> None:
    """Let time pass until a fault with these words, or none with "", stands in the list."""

    def shown() -> bool:
        widget = find(scene, "player1_own", OwnList)
        faults = [row.tooltip for row in widget.rows]
        return any(wanted in fault for fault in faults) if wanted else not any(faults)

    let_pass(lambda: scene.update(0.5), shown)


def test_without_a_file_one_sentence_and_a_new_bot_are_offered(
    services: Services, bots: Path
) -> None:
    scene = settings_of(services)
    assert scene.widget_group.find("player1_own") is None
    click(scene, "player1_new")
    popup = of(NewFilePopup, scene.popup)
    click(popup, "start montecarlo")
    press(popup, pygame.K_TAB)
    send(find(popup, "create"), pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)
    scene.update(0.0)
    assert (bots / "my_bot.py").read_text() == template("montecarlo")
    assert scene.model.players[1].text == "own:my_bot" and scene.popup is None
    assert str(bots / "my_bot.py") in services.notices[-1].text, "there is no editor here"


@pytest.mark.parametrize("name", ("", "two words", "1st", "taken", "../up", "x" * 81))
def test_a_new_bot_without_a_free_name_waits_with_a_sentence(
    services: Services, bots: Path, name: str
) -> None:
    write(bots, "taken", RANDOM)
    scene = settings_of(services)
    click(scene, "player1_new")
    popup = of(NewFilePopup, scene.popup)
    popup._typed(name)
    assert popup.fault is not None and not find(popup, "create").enabled
    popup._create()
    assert not popup.closed and [path.name for path in bots.iterdir()] == ["taken.py"]


def test_every_starting_point_has_a_tile_and_writes_its_file(
    services: Services, bots: Path
) -> None:
    scene = settings_of(services)
    for kind in STARTS:
        click(scene, "player1_new")
        popup = of(NewFilePopup, scene.popup)
        click(popup, f"start {kind}")
        popup._create()
    texts = {path.read_text() for path in bots.iterdir()}
    assert texts == {template(kind) for kind in STARTS}


def test_a_line_is_chosen_by_click_and_arrows_and_read_with_its_sentence(
    services: Services, bots: Path
) -> None:
    write(bots, "first_bot", RANDOM)
    write(bots, "other_bot", template("rules"))
    scene = settings_of(services)
    assert scene.model.players[1].text == "own:first_bot"
    widget = listed(scene)
    click(scene, (widget.rect.centerx, widget.rect.y + widget.row_height + 20))
    assert scene.model.players[1].text == "own:other_bot"
    scene.widget_group.focus_key("player1_own")
    press(scene, pygame.K_UP)
    assert scene.model.players[1].text == "own:first_bot"
    info = listed(scene).accessible(scene.ui)
    assert info is not None and info.role is Role.LIST
    assert [part.name for part in info.parts] == [
        "first_bot, Plays any legal move.",
        "other_bot, Takes a win, blocks a loss, else plays at random.",
    ]
    scene.play()
    assert services.settings.setup("tictactoe").second == "own:first_bot"


def test_the_chevron_and_enter_open_the_card(services: Services, bots: Path) -> None:
    write(bots, "first_bot", RANDOM)
    write(bots, "other_bot", RANDOM)
    scene = settings_of(services)
    widget = listed(scene)
    at = (widget.rect.right - 20, widget.rect.y + widget.row_height + 20)
    point(scene, at)
    assert listed(scene).tooltip == "How good is it?"
    going = click(scene, at)
    assert isinstance(going, Open) and going.arguments == {"player": "own:other_bot"}
    assert scene.model.players[1].text == "own:first_bot", "nothing was chosen"
    going = enter_on(scene, "player1_own")
    assert isinstance(going, Open) and going.name == "own_card"


def test_play_waits_for_a_file_that_cannot_be_loaded_until_it_is_saved_well(
    services: Services, bots: Path
) -> None:
    write(bots, "my_bot", "import numpyy\n" + RANDOM)
    scene = settings_of(services)
    settle(scene, "numpyy")
    assert scene.model.players[1].text == "own:my_bot"
    play = find(scene, "play")
    assert not play.enabled and "numpyy" in play.tooltip
    assert scene.play() is None
    scene.rebuild()
    write(bots, "my_bot", RANDOM)
    settle(scene, "")
    assert find(scene, "play").enabled
    assert isinstance(scene.play(), Open)


def test_a_file_too_long_to_read_without_a_pause_is_refused(services: Services, bots: Path) -> None:
    write(bots, "my_bot", RANDOM + "x = 1\n" * 70_000)
    scene = settings_of(services)
    settle(scene, "more than 200,000 words and signs")
    scene.leave()


def test_a_file_that_plays_another_game_or_has_gone_says_so(services: Services, bots: Path) -> None:
    path = write(bots, "my_bot", "GAMES = ('nim',)\n" + RANDOM)
    scene = settings_of(services)
    settle(scene, "Nim")
    assert not find(scene, "play").enabled
    path.unlink()
    write(bots, "other", RANDOM)
    settle(scene, "")
    assert scene.widget_group.find("fault") is not None and not find(scene, "play").enabled


def test_a_group_gives_back_the_player_chosen_last_in_it(bots: Path) -> None:
    write(bots, "my_bot", RANDOM)
    model = SetupModel("tictactoe", Settings())
    texts = []
    for group in ("bots", "levels", "yours", "bots", "levels"):
        model.show_group(0, group)
        texts.append(model.players[0].text)
    assert texts == ["mcts:2000", "human", "own:my_bot", "mcts:2000", "human"]


def test_the_arena_takes_an_own_bot_but_none_with_a_fault(services: Services, bots: Path) -> None:
    write(bots, "bad", "def choose(:\n")
    write(bots, "good", RANDOM)
    scene = enter(ArenaScreen(services, game_id="tictactoe"))
    scene._add()
    popup = of(PlayerPopup, scene.popup)
    popup._show_group("yours")
    popup._show()
    assert popup.choice.text == "own:good"
    widget = find(popup, "own", OwnList)
    widget.choose(0)
    assert popup.choice.text == "own:bad" and not find(popup, "take").enabled
    widget.choose(1)
    click(popup, "take")
    scene.update(0.0)
    assert "own:good" in scene.model.form.players


def test_everybody_has_the_own_bots_of_the_game_and_ask_lists_them(bots: Path) -> None:
    write(bots, "bad", "def choose(game, state, think):\n    return 1 / 0\n")
    write(bots, "good", RANDOM)
    write(bots, "nim_only", "GAMES = 'nim'\n" + RANDOM)
    game, worker, files = make_game("tictactoe"), Worker(), OwnFiles()
    model = AskModel(worker, lambda: None, files)  # type: ignore[arg-type, return-value]
    state = game.initial()
    for move in (0, 3, 1, 4, 5, 2, 6):
        state = game.play(state, move)
    model.turn_to(game, state, (1,))
    assert list(model.own) == ["own:bad", "own:good"]
    model.ask_everybody()

    let_pass(lambda: model.update(free=True), lambda: model.complete and not model.busy)
    survey = model.survey
    worker.close()
    assert "own:good" in survey.answers and "division by zero" in str(survey.refusals["own:bad"])
    write(bots, "bad", RANDOM + "# mended")
    assert files.look(), "another page sees the change first"
    model.turn_to(game, game.initial(), (1,))
    model.turn_to(game, state, (1,))
    assert not model.survey.refusals and not model.complete


def test_a_position_asked_before_lists_a_new_bot(bots: Path) -> None:
    game, worker, files = make_game("tictactoe"), Worker(), OwnFiles()
    model = AskModel(worker, lambda: None, files)  # type: ignore[arg-type, return-value]
    start, later = game.initial(), game.play(game.initial(), 4)
    for state in (start, later, start):
        model.turn_to(game, state, (1,))
        listed = model.survey.players
        assert ("own:my_bot" in listed) == (state == start and (bots / "my_bot.py").exists())
        if state == later:
            write(bots, "my_bot", RANDOM)
    assert listed[-1] == "own:my_bot"
    worker.close()


# -- files from outside ----------------------------------------------------------------------------


def answer(scene: Screen, number: int) -> None:
    assert isinstance(scene.popup, Popup)
    click(scene.popup, f"choice{number}")


def test_a_dropped_file_is_added_after_one_question_and_chosen(
    services: Services, bots: Path, tmp_path: Path
) -> None:
    scene, file = settings_of(services), write(tmp_path, "from_a_friend", RANDOM)
    add_dropped(scene, file)
    answer(scene, 1)
    scene.update(0.0)
    assert not bots.exists(), "cancelled"
    add_dropped(scene, file)
    answer(scene, 0)
    assert (bots / file.name).read_text() == RANDOM
    assert scene.model.players[1].text == "own:from_a_friend"
    add_dropped(scene, file)
    answer(scene, 0)
    assert "from_a_friend" in services.notices[-1].text and services.notices[-1].fault


def test_a_file_dropped_on_another_screen_opens_the_settings(
    services: Services, bots: Path, tmp_path: Path
) -> None:
    scene = enter(ArenaScreen(services))
    add_dropped(scene, write(tmp_path, "from_a_friend", RANDOM))
    answer(scene, 0)
    going = scene.update(0.0)
    assert isinstance(going, Open) and going.arguments["own"] == "own:from_a_friend"
    made = SetupScreen(services, "connect4", own="own:from_a_friend")
    assert made.model.players[1].text == "own:from_a_friend"


def test_a_file_dropped_on_the_program_takes_a_seat(app: App, bots: Path, tmp_path: Path) -> None:
    app._open_dropped(str(write(tmp_path, "from_a_friend", RANDOM)))
    menu = top(app, Screen)
    answer(menu, 0)
    wait(app, lambda: isinstance(app.scenes[-1], SetupScreen))
    settings = top(app, SetupScreen)
    assert settings.model.players[1].text == "own:from_a_friend"


@pytest.mark.parametrize("away", ("the folder", "the file"))
def test_files_that_go_away_leave_the_settings_as_they_were(
    services: Services, bots: Path, away: str
) -> None:
    file = write(bots, "my_bot", RANDOM)
    scene = settings_of(services)
    shutil.rmtree(bots) if away == "the folder" else file.unlink()
    frames(scene, 3, 0.4)
    assert scene.widget_group.find("player1_own") is None and scene.play() is None
    assert scene.widget_group.find("fault") is not None
    write(bots, "my_bot", RANDOM)
    scene.update(0.4)
    settle(scene, "")
    assert isinstance(scene.play(), Open)


def test_a_process_that_the_system_did_not_start_is_no_fault_of_the_file(
    services: Services, bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_process(*arguments: object, **options: object) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr("subprocess.Popen", no_process)
    write(bots, "my_bot", RANDOM)
    scene = settings_of(services)
    loaded = scene.model.files._loaded
    let_pass(lambda: scene.update(0.5), lambda: loaded)
    scene.update(0.5)
    settle(scene, "")
    assert isinstance(scene.play(), Open)


# -- the system's programs -------------------------------------------------------------------------


@pytest.mark.parametrize("platform", Platform)
def test_an_editor_is_started_by_the_system_or_the_file_is_named(
    monkeypatch: pytest.MonkeyPatch, platform: Platform
) -> None:
    started: list[list[str]] = []

    def popen(command: list[str], **options: object) -> None:
        started.append(command)

    monkeypatch.setattr("gui.system.subprocess.Popen", popen)
    System(platform).edit(Path("my_bot.py"))
    assert not started, "there is no desktop"
    System(platform, desktops=((1280, 800),)).edit(Path("my_bot.py"))
    assert [command[-1] for command in started] == ["my_bot.py"]
    program = {"linux": "xdg-open", "win32": "notepad", "darwin": "open"}[platform.value]
    assert started[0][0] == program


@pytest.mark.parametrize("guest", [False, True])
def test_an_editor_that_fails_later_is_told_once_even_on_another_screen(
    services: Services, guest: bool
) -> None:
    codes = [None, None, 3]
    program = SimpleNamespace(poll=lambda: codes.pop(0))
    object.__setattr__(services.system, "edit", lambda file: program)
    opener = GuestServices(services) if guest else services
    opener.edit(Path("my_bot.py"))
    if guest:
        opener.close()
    scene = settings_of(services)
    frames(scene, 3, 0.1)
    assert [notice.text.count("my_bot.py") for notice in services.notices] == [1]
    assert not codes


def test_the_settings_of_another_game_run_no_file(services: Services, bots: Path) -> None:
    write(bots, "my_game", template("subtraction", kinds=RULES_KINDS))
    scene = settings_of(services)
    scene.update(0.4)
    assert scene.own.files.letters() == "M"
    for name in ("bee", "_ant", "cat", "dog"):
        write(bots, name, template("subtraction", kinds=RULES_KINDS))
    scene.own.files.look()
    assert scene.own.files.letters() == "A B C D", "of four at most"
    assert scene.own.files._loading is None
    assert scene.own.files.rules()[0].ready is False
    counting = scene.own.files._loading
    assert counting is not None
    counting.join(HANG)
