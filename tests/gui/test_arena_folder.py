"""A folder of own bots in the arena: one chip, faults in the table and as positions."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame
import pytest

from engine.messages import JouonsError, render
from engine.own.bot import own_bot
from engine.protocols import HUMAN
from engine.registry import make_game
from gui.arena.form import MAX_PLAYERS, ExperimentForm, ExperimentKind, in_folders
from gui.arena.model import ArenaModel, PairSelection, RunState, names_of
from gui.arena.run import read_experiment
from gui.arena.screen import ArenaScreen
from gui.kit.popup import TextForm
from gui.match.screen import MatchScreen
from gui.own.position_list import PositionList
from gui.protocols import Open
from gui.services import Services
from tests.gui.arenas import play, played, tournament
from tests.gui.driver import answered, click, find, follow, labels_of, press, wait
from tests.own.files import write

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)
GOOD = """
'''Takes the first square.'''
import beside

def choose(game, state, think):
    return beside.first(game.moves(state))
"""
BESIDE = "def first(moves):\n    return moves[0]\n"
FAULTY = """
def choose(game, state, think):
    if len(game.moves(state)) > 5:
        return game.moves(state)[-1]
    return 1 // 0
"""
UNLUCKY = """
def choose(game, state, think):
    if think.rng.random() < 0.5:
        raise ValueError("abc"[think.rng.integers(3)])
    return game.moves(state)[-1]
"""
OTHER_GAME = "GAMES = 'nim'\n\ndef choose(game, state, think):\n    return 0\n"


@pytest.fixture
def pupils(tmp_path: Path) -> Path:
    folder = tmp_path / "a class"
    for name, text in (("good", GOOD), ("beside", BESIDE), ("faulty", FAULTY)):
        write(folder, name, text)
    write(folder, "broken", "def choose(:\n")
    write(folder, "other", OTHER_GAME)
    return folder


def screen_of(services: Services, players: str = "first", pairs: int = 4) -> ArenaScreen:
    scene = ArenaScreen(services)
    form = tournament(players, pairs)
    scene.model.edit(lambda _: ExperimentForm(form.kind, form.game, texts=form.texts))
    scene.enter(SIZE)
    return scene


def add(scene: ArenaScreen, folder: Path) -> TextForm:
    click(scene, "add_folder")
    assert isinstance(scene.popup, TextForm)
    popup = scene.popup
    popup.fields[0].text = str(folder)
    press(scene, pygame.K_RETURN)
    return popup


def names(paths: list[str]) -> list[str]:
    return [Path(path).stem for path in paths]


def test_a_folder_is_one_chip_that_is_added_and_removed_whole(
    services: Services, pupils: Path
) -> None:
    scene = screen_of(services)
    assert add(scene, pupils).closed
    players = scene.model.form.players
    assert names(players) == ["first", "broken", "faulty", "good"]
    assert in_folders(players) == [("", 1), (str(pupils), 3)]
    assert in_folders(players[:2]) == [("", 1), ("", 1)], "one file is a player as any other"
    scene.rebuild()
    texts = labels_of(scene)
    assert "a class" in texts and "3 bots: broken, faulty, good" in texts
    click(scene, "out1")
    assert scene.model.form.players == ["first"]


@pytest.mark.parametrize(
    ("files", "words"),
    [(None, "There is no folder "), (0, "There is no bot for this game"), (12, "more than 12")],
)
def test_a_folder_that_cannot_play_is_told_below_the_field(
    services: Services, tmp_path: Path, files: int | None, words: str
) -> None:
    scene, folder = screen_of(services), tmp_path / "class"
    for number in range(files or 0):
        write(folder, f"bot{number}", FAULTY)
    if files == 0:
        write(folder, "other", OTHER_GAME)
    popup = add(scene, folder)
    assert not popup.closed
    texts = [str(each.accessible(scene.ui)) for each in popup.widget_group.widgets]
    assert any(words in text for text in texts)
    assert scene.model.form.players == ["first"] and MAX_PLAYERS == 12


def test_faults_are_counted_listed_and_open_the_position_before_them(
    services: Services, pupils: Path
) -> None:
    scene = screen_of(services)
    add(scene, pupils)
    click(scene, "start")
    played(scene)
    model = scene.model
    seen = model.view_model()
    assert seen.state is RunState.DONE
    by_name = {Path(each.text).stem: each for each in seen.ranking}
    assert by_name["broken"].faults == by_name["broken"].games == 12
    assert by_name["good"].faults == by_name["first"].faults == 0
    faulty = by_name["faulty"].player
    model.choose(PairSelection(faulty))
    model.show_faults(True)
    scene.rebuild()
    (fault,) = model.view_model().faults
    assert fault.times == by_name["faulty"].faults > 0
    assert services.tr(fault.text) == "Line 4: integer division or modulo by zero"
    assert len(fault.game.moves(fault.state)) == 10 - fault.ply <= 5
    rows = find(scene, "faults", PositionList)
    going = click(scene, (rows.rect.x + 60, rows.rect.y + 20))
    assert isinstance(going, Open) and going.name == "match"
    assert going.arguments["start"] == fault.state
    assert going.arguments["players"] == (HUMAN, HUMAN)
    assert going.arguments["look"] == str(pupils / "faulty.py")


def test_a_fault_by_chance_opens_with_the_seed_of_the_experiment(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, "unlucky", UNLUCKY)
    scene = screen_of(services, f"first {path}", 12)
    click(scene, "start")
    played(scene)
    model = scene.model
    (faulty,) = [each.player for each in model.view_model().ranking if each.faults]
    model.choose(PairSelection(faulty))
    model.show_faults(True)
    faults = model.view_model().faults
    assert len(faults) == 3
    times = [each.times for each in faults]
    assert times == sorted(times, reverse=True) and times[0] > times[-1]
    opened: list[Open] = []
    monkeypatch.setattr(scene, "go", opened.append)
    for index, fault in enumerate(faults):
        scene.open_fault(index)
        match = follow(services, opened[-1], MatchScreen)
        inspector = match.match.inspector
        wait(match, partial(answered, inspector), 0.1)
        assert inspector.notice == fault.text
        match.leave()


def test_a_stored_experiment_has_its_faults_and_keeps_them_when_it_goes_on(
    arena: ArenaModel, services: Services, pupils: Path
) -> None:
    players = "\n".join(["first", str(pupils / "faulty.py")])
    arena.edit(lambda _: tournament(players, 9))
    arena.start()
    assert arena.run is not None
    before = play(arena).tallies[0]
    assert sum(before.faults) > 0
    (kept,) = arena.kept()
    arena.open(kept)
    past, _ = read_experiment(kept, arena._store())
    assert past.tallies[0].faults == before.faults
    assert past.tallies[0].fault_kinds == before.fault_kinds
    assert arena._new_run(past.form, past).tallies[0].faults == before.faults


def test_a_bot_plays_its_own_former_text(arena: ArenaModel, bots: Path) -> None:
    path = write(bots, "mine", "def choose(game, state, think):\n    return game.moves(state)[0]\n")
    bot = own_bot("mine")

    bot.begin(make_game("tictactoe"))
    digits = bot.source().hash
    bot.close()
    path.write_text(FAULTY)
    arena.edit(lambda _: tournament(f"own:mine own:mine@{digits}", 2))
    arena.start()
    seen = play(arena)
    assert seen.fault is None and seen.kind is ExperimentKind.TOURNAMENT
    faults = {each.text: each.faults for each in seen.ranking}
    assert faults[f"own:mine@{digits}"] == 0 and faults["own:mine"] > 0
    names = names_of(seen.form.players, seen.form)
    assert [render(name) for name in names] == ["mine", f"mine ({digits})"]


def test_the_chip_of_an_own_bot_opens_its_card(services: Services, bots: Path) -> None:
    write(bots, "mine", FAULTY)
    scene = screen_of(services, "first own:mine")
    assert click(scene, "card1") == Open("own_card", {"player": "own:mine"})


def test_an_experiment_opens_after_the_file_of_a_bot_has_gone(
    arena: ArenaModel, pupils: Path
) -> None:
    arena.edit(lambda _: tournament(f"first\n{pupils / 'faulty.py'}\n", 4))
    faults = play(arena).tallies[0].faults
    (pupils / "faulty.py").unlink()
    (kept,) = arena.kept()
    past, _ = read_experiment(kept, arena._store())
    assert past.tallies[0].faults == faults and past.done == 4
    arena.open(kept)
    assert len(arena.view_model().games) == 4
    arena.again()
    fault = arena.view_model().fault
    assert fault is not None and str(JouonsError(fault.key, **fault.values)).startswith(
        "There is no file "
    )
