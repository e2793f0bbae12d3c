"""The lab is there again after the menu and after a restart, as it was left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.cli import command_line
from engine.games.cube_facelets import Turn
from engine.store.store import Store
from gui.kit.screen import Screen
from gui.lab.base import CLOCK_SECONDS
from gui.lab.screen import LabScreen
from gui.pages.menu import MenuScreen
from gui.pages.menu_tiles import MenuTile
from gui.pages.unfinished import UnfinishedScreen
from gui.protocols import Open
from gui.screens import open_screen
from gui.services import Services
from gui.settings import Settings, SettingsFile
from tests.gui.driver import enter, find, frames, of, wait
from tests.gui.lab import SIZE, opened_on, settle, solve, turns
from tests.screen import the_screen

U, R = Turn("U", 1), Turn("R", 1)


class Program:
    """The program over one data folder, which can be left and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.services = self._started()

    def _started(self, seed: int | None = None) -> Services:
        settings = Settings(muted=True, motion="NONE")
        return Services(settings, SettingsFile(self.folder), self.folder, SIZE, "en", seed)

    def restart(self, *screens: Screen, seed: int | None = None) -> None:
        for screen in reversed(screens):
            screen.leave()
        self.services.close()
        self.services = self._started(seed)

    def menu(self) -> MenuScreen:
        return shown(MenuScreen(self.services))

    def tile(self) -> MenuTile:
        return find(self.menu(), "pocketcube", MenuTile)

    def lab(self) -> LabScreen:
        """As a click on its tile opens it."""
        menu = self.menu()
        menu.open_game("pocketcube")
        assert isinstance(menu.next, Open)
        return lab_of(open_screen(self.services, menu.next))


def shown(screen: Screen) -> MenuScreen:
    screen.enter(SIZE)
    screen.update(0.02)
    screen.draw(the_screen())
    assert isinstance(screen, MenuScreen)
    return screen


def lab_of(screen: object) -> LabScreen:
    assert isinstance(screen, LabScreen)
    screen.enter(SIZE)
    screen.update(0.02)
    return screen


def turned(lab: LabScreen, *turns: Turn) -> LabScreen:
    for turn in turns:
        lab.lab.move(turn)
        lab.update(0.02)
    return lab


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    made = Program(tmp_path)
    yield made
    made.services.close()


Back = Callable[[Program, LabScreen], LabScreen]


def after_the_menu(program: Program, lab: LabScreen) -> LabScreen:
    lab.leave()
    return program.lab()


def after_a_restart(program: Program, lab: LabScreen) -> LabScreen:
    program.restart(lab)
    return program.lab()


def after_a_kill(program: Program, lab: LabScreen) -> LabScreen:
    """Nothing is left or closed before: another program finds what the store has."""
    there = program._started()
    program.services, killed = there, program.services
    try:
        return program.lab()
    finally:
        killed.worker.close()


BACK = [after_the_menu, after_a_restart, after_a_kill]


@pytest.mark.parametrize("back", BACK)
def test_a_turned_cube_is_there_again_with_its_undo(program: Program, back: Back) -> None:
    lab = turned(program.lab(), U, R, U)
    lab.lab.undo()
    lab.update(0.02)
    before = lab.lab.history.states
    again = back(program, lab).lab
    assert again.history.states == before and again.history.at == 2
    again.redo()
    assert again.now == before[3]
    for _ in range(3):
        again.undo()
    assert again.now == before[0] and again.now.trail == ()


@pytest.mark.parametrize("back", BACK)
def test_an_attempt_goes_on_with_its_clock_and_count(program: Program, back: Back) -> None:
    lab = program.lab()
    lab.lab.new_scramble(60)  # one that counts
    now = 50.0
    lab.lab.clock = lambda: now
    turned(lab, U)
    now += 75
    turned(lab, R)
    again = back(program, lab).lab
    assert again.attempt is not None and again.attempt.counts
    assert again.attempt.under_way and again.tally is not None and again.tally.moves == 2
    assert again.tally is not None and again.tally.seconds == 75


@pytest.mark.parametrize(("why", "counts"), [("counts", True), ("given", False), ("helped", False)])
def test_an_attempt_of_the_first_version_counts_as_it_did(
    program: Program, why: str, counts: bool
) -> None:
    lab = program.lab()
    lab.lab.new_scramble(60)
    turned(lab, U)
    lab.leave()
    store = program.services.store
    [kept] = store.unfinished()
    flags = '"drawn": true, "helped": false'
    assert flags in kept.saved
    store.keep_unfinished(kept.id, kept.game, kept.saved.replace(flags, f'"why": "{why}"'))
    again = program.lab().lab.attempt
    assert again is not None and again.under_way and again.counts is counts


def test_a_clock_that_runs_is_kept_while_nobody_turns(program: Program) -> None:
    lab = turned(program.lab(), U)
    now = lab.lab.clock()
    lab.lab.clock = lambda: now + 75
    lab.autosave.pass_time(CLOCK_SECONDS)
    again = after_a_kill(program, lab).lab
    assert again.tally is not None and again.tally.seconds == 75


@pytest.mark.parametrize("back", BACK)
def test_a_solution_half_played_goes_on_from_there(program: Program, back: Back) -> None:
    lab = program.lab()
    lab.lab.read("R U F U'")
    lab.update(0.02)
    solve(lab)
    lab.lab.step(2)
    lab.update(0.02)
    before = lab.lab.now
    scene = back(program, lab)
    assert scene.lab.now == before and scene.lab.now.answer is not None
    assert not scene.lab.playing and scene.tab == 1
    scene.lab.toggle_play()
    settle(scene)
    assert scene.lab.is_solved


@pytest.mark.parametrize("back", BACK)
def test_a_painting_goes_on_with_its_undo(program: Program, back: Back) -> None:
    lab = program.lab()
    cube = lab.lab.now.position
    lab.lab.start_painting()
    lab.lab.clear_painting()
    lab.lab.paint(4, "R")
    lab.update(0.02)
    scene = back(program, lab)
    again = scene.lab
    assert again.drafts is not None and again.drafts.now == tuple("...." + "R" + "." * 19)
    assert scene.widget_group.find("net") is not None
    again.undo()
    again.undo()
    assert "".join(again.drafts.now) == cube == again.now.position


@pytest.mark.parametrize("back", BACK)
def test_a_painting_left_by_escape_goes_on_when_painting_is_opened_again(
    program: Program, back: Back
) -> None:
    lab = program.lab()
    lab.lab.start_painting()
    lab.lab.clear_painting()
    lab.lab.paint(4, "R")
    lab.back()
    lab.update(0.02)
    scene = back(program, lab)
    again = scene.lab
    assert again.drafts is None and scene.widget_group.find("net") is None
    again.start_painting()
    assert again.drafts is not None and "".join(again.drafts.now) == "...." + "R" + "." * 19
    again.stop_painting()  # to cancel it is to forget it
    again.start_painting()
    assert again.drafts.now == tuple(again.now.position)


@pytest.mark.parametrize("puzzle", ["pocketcube", "tiles"])
def test_a_lab_left_without_a_move_is_no_game_in_progress(program: Program, puzzle: str) -> None:
    menu = program.menu()
    menu.new_game(puzzle)
    assert isinstance(menu.next, Open)
    lab = lab_of(open_screen(program.services, menu.next))
    for length in (6, 60, 3):  # other scrambles are no moves either
        lab.lab.new_scramble(length)
        lab.update(0.02)
    program.restart(lab)
    assert program.services.store.unfinished() == []
    lab = lab_of(open_screen(program.services, Open("lab", {"puzzle": puzzle})))
    lab.move(lab.lab.handling.moves(lab.lab.now.position)[0])
    lab.leave()
    assert [kept.game for kept in program.services.store.unfinished()] == [puzzle]


@pytest.mark.parametrize("position", ["R U F", "RRUUUURRFFFFDDDDLLLLBBBB"])
def test_a_cube_that_was_set_up_is_kept_before_its_first_turn(
    program: Program, position: str
) -> None:
    position = "R U F" if len(position) < 24 else lab_text(program)
    screens = opened_on(program.services, "--scene", "cube", "--position", position)
    lab = lab_of(screens[-1])
    cube = lab.lab.now.position
    program.restart(lab)
    assert program.lab().lab.now.position == cube


def lab_text(program: Program) -> str:
    return turned(LabScreen(program.services, "pocketcube"), U).lab.now.position


def test_the_same_cube_set_up_twice_is_kept_once(program: Program) -> None:
    for _ in range(2):
        screens = opened_on(program.services, "--scene", "cube", "--position", "R U F")
        program.restart(lab_of(screens[-1]))
    assert len(program.services.store.unfinished()) == 1


def test_an_example_does_not_take_the_place_of_the_cube(program: Program) -> None:
    lab = turned(program.lab(), U, R)
    lab.leave()
    wanted = Open("lab", {"puzzle": "pocketcube", "position": "R U", "look": True})
    lab_of(open_screen(program.services, wanted)).leave()
    assert program.lab().lab.now == lab.lab.now


def test_the_command_line_opens_the_lab_as_it_was_left(program: Program) -> None:
    """But for a seed: it asks for its own scramble."""
    lab = turned(program.lab(), U, R)
    program.restart(lab)
    again = lab_of(opened_on(program.services, "--scene", "cube")[-1])
    assert again.lab.now == lab.lab.now
    program.restart(again, seed=5)
    cubes = set()
    for _ in range(2):
        scene = lab_of(opened_on(program.services, "--scene", "cube")[-1])
        cubes.add(scene.lab.now.position)
        assert scene.lab.now.seed == 5
    assert len(cubes) == 1


def test_a_new_cube_leaves_the_one_begun_in_the_list(program: Program) -> None:
    lab = turned(program.lab(), U, R)
    lab.leave()
    menu = program.menu()
    menu.new_game("pocketcube")
    assert isinstance(menu.next, Open)
    fresh = turned(lab_of(open_screen(program.services, menu.next)), R)
    assert fresh.lab.now.trail == (R,)
    fresh.leave()
    assert program.lab().lab.now == fresh.lab.now
    listed = enter(UnfinishedScreen(program.services))
    listed.draw(the_screen())
    sentences = [game.sentence(program.services.ui.tr) for game in listed.model.games]
    assert [text.split(" · ")[0] for text in sentences] == ["1 turn made", "2 turns made"]
    listed.choose(1)
    listed.go_on()
    going = of(Open, listed.next)
    assert lab_of(open_screen(program.services, going)).lab.now == lab.lab.now


def test_a_solution_played_by_the_program_is_told_as_such(program: Program) -> None:
    lab = program.lab()
    lab.lab.read("R U F")
    lab.lab.solve()
    wait(lab, lambda: lab.lab.now.answer is not None)
    for ply, words in ((2, "Solution: turn 2 of 3"), (3, "Solution: turn 3 of 3")):
        lab.lab.step(ply)
        lab.update(0.02)
        lab.leave()
        assert program.tile().who == words


def test_two_windows_lose_neither_cube(program: Program) -> None:
    lab = turned(program.lab(), U)
    other = turned(program.lab(), R)
    turned(lab, U)
    other.leave()
    lab.leave()
    kept = {
        LabScreen(program.services, "pocketcube", kept=each).lab.now.trail
        for each in program.services.write_queue.unfinished(program.services.store)
    }
    assert kept == {(U, U), (U, R)}


def test_the_tile_shows_the_cube_that_waits(program: Program) -> None:
    before = program.tile()
    assert not before.mark and before.new is None
    lab = turned(program.lab(), U, R)
    lab.leave()
    tile = program.tile()
    assert tile.mark == "Unfinished" and tile.who == "2 turns made"
    assert tile.view_model.puzzle == lab.lab.now.position
    assert tile.new is not None and "kept" in tile.new.tooltip
    size = (380, 130)
    pictures = [
        pygame.image.tobytes(each._art(program.services.ui, size, 8), "RGB")
        for each in (before, tile)
    ]
    assert pictures[0] != pictures[1]


def test_a_solved_cube_is_not_in_progress_but_still_there(program: Program) -> None:
    lab = program.lab()
    lab.lab.read("R U")
    turned(lab, U.inverse, R.inverse)
    assert lab.lab.is_solved
    lab.leave()
    tile = program.tile()
    assert not tile.mark and tile.new is None and tile.who == "Solved"
    again = program.lab().lab
    assert again.now == lab.lab.now
    again.undo()
    assert not again.is_solved


def test_a_damaged_lab_does_not_keep_one_out(program: Program) -> None:
    lab = turned(program.lab(), U)
    lab.leave()
    store = program.services.store
    [good] = store.unfinished()
    for text in ("{", good.saved.replace('"R"', '"Q"').replace('"U"', '"Q"'), "[]"):
        store.keep_unfinished(None, "pocketcube", text)
    scene = lab_of(open_screen(program.services, Open("lab", {"puzzle": "pocketcube"})))
    assert scene.lab.now == lab.lab.now
    listed = enter(UnfinishedScreen(program.services))
    listed.draw(the_screen())
    listed.choose(next(at for at, game in enumerate(listed.model.games) if not game.sound))
    listed.go_on()
    assert listed.next is None and program.services.notices[-1].fault


def test_a_result_is_kept_in_one_change_with_the_lab(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill between the two would list it twice, or never."""
    lab = program.lab()
    lab.lab.new_scramble(20)
    for turn in reversed(turns(lab.lab.now.scramble)):
        turned(lab, turn.inverse)
    assert lab.lab.state().measured is not None
    wait(lab, lambda: bool(program.services.store.best_results("quarter", 5)))
    [kept] = program.services.store.unfinished()
    assert '"measured": null' in kept.saved
    again = after_a_kill(program, lab)
    frames(again, 20)
    assert len(program.services.store.best_results("quarter", 5)) == 1


def test_a_store_that_is_held_up_gets_the_cube_later(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = turned(program.lab(), U)
    held = replace(program.services.settings)
    keep = Store.keep_unfinished

    def busy(*_: object) -> int:
        from engine.store.store_file import StoreBusy

        raise StoreBusy("store.not_written", reason="busy")

    monkeypatch.setattr(Store, "keep_unfinished", busy)
    turned(lab, R)
    monkeypatch.setattr(Store, "keep_unfinished", keep)
    assert program.services.settings == held
    lab.leave()
    assert program.lab().lab.now.trail == (U, R)


def test_history_lists_games_alone(program: Program, capsys: pytest.CaptureFixture[str]) -> None:
    turned(program.lab(), U).leave()
    folder = str(program.folder)
    program.restart()
    assert command_line.main(["history", "--json", "--data-dir", folder]) == 0
    said = capsys.readouterr()
    assert (said.out.strip(), said.err) == ('{"games": []}', "")
